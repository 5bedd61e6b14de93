"""How a heap runs down its plane: prints a Markdown table from results of scenes/heap3d.toml.

    heap3d.py TITLE=RESULT.h5 ...

Along the plane x' points down, away from it z'. The run-out is that of the front, x' below which 95 % of the spheres are, since
the box is lifted at t = 2.5; the centre of mass beside it. The front's thickness is the largest z' among the foremost tenth of
the spheres, in mean diameters, and the share of spheres that touch no other says whether the front is a body or a spray.
"""

import sys

import h5py
import numpy as np

DOWN = np.array([12.0, -5.0, 0.0]) / 13
AWAY = np.array([5.0, 12.0, 0.0]) / 13
TIMES = (2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5)


def measures(file, frame, origin):
    position = file["frames/position"][frame]
    diameter = 2 * file["bodies/radius"][:].mean()
    along, height = position @ DOWN, position @ AWAY
    front = along >= np.quantile(along, 0.9)
    start, end = file["frames/contact_offset"][frame : frame + 2]
    pair = file["frames/contact_pair"][start:end]
    close = (file["frames/contact_distance"][start:end] < 1e-3 * diameter) & (pair < len(position)).all(axis=1)
    touching = np.zeros(len(position), dtype=bool)
    touching[pair[close].ravel()] = True
    return {
        "front": np.quantile(along, 0.95) - origin[0],
        "mass": along.mean() - origin[1],
        "width": np.quantile(position[:, 2], 0.95) - np.quantile(position[:, 2], 0.05),
        "thickness": height[front].max() / diameter,
        "alone": 1.0 - touching.mean(),
    }


def main():
    lines = []
    for title, path in (result.rpartition("=")[::2] for result in sys.argv[1:]):
        with h5py.File(path, "r") as file:
            time = file["frames/time"][:]
            frames = [int(np.argmin(abs(time - t))) for t in TIMES if t <= time[-1] + 1e-9]
            along = file["frames/position"][frames[0]] @ DOWN
            origin = np.quantile(along, 0.95), along.mean()
            for frame in frames:
                m = measures(file, frame, origin)
                lines.append(
                    f"| {time[frame]:.1f} | {title} | {m['front']:.1f} | {m['mass']:.1f} | {m['width']:.1f} "
                    f"| {m['thickness']:.1f} | {100 * m['alone']:.0f} % |"
                )
    print("| t | law | front | centre of mass | width | thickness of the front | alone |\n|---|---|---|---|---|---|---|")
    print("\n".join(sorted(lines, key=lambda line: line.split("|")[1])))


if __name__ == "__main__":
    main()
