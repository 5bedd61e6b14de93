"""Draws a frame of one or more two-dimensional results side by side.

    picture.py OUT.png [--frame K] TITLE=RESULT.h5 ...

Bodies are filled by their label, glued contacts are tubes between the centres, darker for a more negative potential.
"""

import argparse
import json

import h5py
import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.patches import Circle, Polygon

COLORS = {"black": "#33383f", "white": "#f2efe6"}
OTHER = "#7aa6c2"


def placed(points, position, angle):
    """Points of a shape where its obstacle stands."""
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(points) @ turn.T + position


def outline(shape):
    """Corners of an obstacle, in its own frame; None for what has no end."""
    if shape["kind"] == "box-walls":
        (x0, y0), (x1, y1) = shape["lower"], shape["upper"]
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)], True
    if shape["kind"] == "segment":
        return [shape["from"], shape["to"]], False
    if shape["kind"] == "chain":
        return shape["points"], False
    return None


def draw(axes, file, frame):
    position = file["frames/position"][frame]
    radius = file["bodies/radius"][:]
    labels = file["bodies/label"].asstr()[:]
    discs = PatchCollection(
        [Circle(x, r) for x, r in zip(position, radius)],
        facecolors=[COLORS.get(label, OTHER) for label in labels], edgecolors="#33383f", linewidths=0.5,
    )  # fmt: skip
    axes.add_collection(discs)

    index = range(len(file["frames/time"]))[frame]
    start, end = file["frames/contact_offset"][index : index + 2]
    gamma = file["frames/contact_gamma"][start:end]
    pair = file["frames/contact_pair"][start:end]
    glued = (gamma < 0) & (pair < len(radius)).all(axis=1)
    if glued.any():
        # The darkest tube is the 95th percentile: a few contacts may hold far more than the rest.
        depth = np.clip(gamma[glued] / np.percentile(gamma[glued], 5), 0.15, 1.0)
        colors = [(0.75, 0.2, 0.1, value) for value in depth]
        axes.add_collection(LineCollection(position[pair[glued]], colors=colors, linewidths=1.6))

    for k, text in enumerate(file["obstacles/shape"].asstr()):
        found = outline(json.loads(text))
        if found:
            points, closed = found
            corners = placed(
                points, file["frames/obstacle_position"][frame, k], file["frames/obstacle_orientation"][frame, k]
            )
            axes.add_patch(Polygon(corners, closed=closed, fill=False, edgecolor="black", linewidth=1.5))
    axes.autoscale_view()
    axes.set_aspect("equal")
    axes.axis("off")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output")
    parser.add_argument("--frame", type=int, default=-1)
    parser.add_argument("results", nargs="+", metavar="TITLE=RESULT.h5")
    arguments = parser.parse_args()

    figure, row = plt.subplots(1, len(arguments.results), figsize=(4 * len(arguments.results), 4.3), squeeze=False)
    for axes, result in zip(row[0], arguments.results):
        title, _, path = result.rpartition("=")
        with h5py.File(path, "r") as file:
            draw(axes, file, arguments.frame)
        axes.set_title(title, fontsize=11)
    figure.tight_layout()
    figure.savefig(arguments.output, dpi=110)


if __name__ == "__main__":
    main()
