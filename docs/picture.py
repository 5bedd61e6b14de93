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


def arc(center, radius, begin=0.0, end=2 * np.pi):
    angles = np.linspace(begin, end, 61)
    return np.asarray(center) + radius * np.column_stack([np.cos(angles), np.sin(angles)])


def rectangle(lower, upper):
    (x0, y0), (x1, y1) = lower, upper
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def outlines(shape):
    """The lines that bound an obstacle in its own frame, each as (points, "open" | "closed" | "solid"); none for a plane."""
    kind = shape["kind"]
    if kind == "box-walls":
        return [(rectangle(shape["lower"], shape["upper"]), "closed")]
    if kind == "segment":
        return [([shape["from"], shape["to"]], "open")]
    if kind == "chain":
        return [(shape["points"], "open")]
    if kind == "polygon":
        return [(shape["points"], "solid")]
    if kind == "box":
        half = 0.5 * np.asarray(shape["size"])
        return [(rectangle(-half, half), "solid")]
    if kind == "sphere":
        return [(arc((0, 0), shape["radius"]), "solid")]
    if kind == "capsule":
        end, r = 0.5 * shape["length"], shape["radius"]
        right, left = arc((end, 0), r, -np.pi / 2, np.pi / 2), arc((-end, 0), r, np.pi / 2, 3 * np.pi / 2)
        return [(np.vstack([right, left]), "solid")]
    if kind == "wheel":
        half = 0.5 * shape["thickness"]
        blade = rectangle((0, -half), (shape["radius"], half))
        angles = 2 * np.pi * np.arange(shape["paddles"]) / shape["paddles"]
        return [(arc((0, 0), shape["hub"]), "solid")] + [(placed(blade, (0, 0), angle), "solid") for angle in angles]
    if kind == "compound":
        return [
            (placed(points, part.get("position", (0, 0)), part.get("orientation", [0])[0]), way)
            for part in shape["parts"]
            for points, way in outlines(part)
        ]
    return []


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
        for points, way in outlines(json.loads(text)):
            corners = placed(
                points, file["frames/obstacle_position"][frame, k], file["frames/obstacle_orientation"][frame, k]
            )
            axes.add_patch(
                Polygon(
                    corners, closed=way != "open", fill=way == "solid", facecolor="#8d9299", edgecolor="black",
                    linewidth=0.0 if way == "solid" else 1.5,
                )
            )  # fmt: skip
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
