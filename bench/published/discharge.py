#!/usr/bin/env python3
"""Spheres run out of a circular hole in a flat floor: the rate against the size of the hole.

Expected: W = C ρ √g (D − k d)^{5/2} with k between 1 and 2 (Beverloo, Leniger and van de Velde, Chem. Eng. Sci. 15, 260 (1961): k = 1.4 for spheres and C = 0.58), and no
opening further than 5 % from that law.

The floor is periodic in both directions, so that there are no side walls and the pressure under way comes from the depth alone, on which the rate does not depend. What has fallen through is laid on the top
again, so that the depth stays the same: the flow is steady. Lengths are in diameters, accelerations in g.

  PYTHONPATH=build/release/python OMP_NUM_THREADS=1 python3 bench/published/discharge.py
"""

import argparse
import os
import tempfile
import time

import gluey
import numpy as np
from plate import write_plate


def scene(folder, side, spheres, hole, accuracy, seed, friction):
    write_plate(os.path.join(folder, "plate.stl"), side, hole)
    half = side / 2
    height = spheres / side**2 * (np.pi / 6) / 0.3
    return {
        "dimension": 3,
        "seed": seed,
        "time": {"step": 0.02},
        "environment": {"gravity": [0, 0, -1]},
        "domain": {"lower": [-half, -half, 0], "upper": [half, half, 1], "periodic": [True, True, False]},
        "contact": {"law": "friction", "friction": friction},
        "solver": {"accuracy": accuracy},
        "bodies": [{"count": spheres, "shape": {"kind": "sphere", "radius": [0.475, 0.525]}, "density": 6 / np.pi,
                    "region": {"kind": "box", "lower": [-half, -half, 0.1], "upper": [half, half, height + 0.1]}}],
        "obstacle": [{"name": "floor", "shape": {"kind": "mesh", "file": os.path.join(folder, "plate.stl")}},
                     {"name": "lid", "shape": {"kind": "box", "size": [hole + 1, hole + 1, 0.5]},
                      "motion": {"kind": "table", "times": [10.0, 10.1], "positions": [[0, 0, -0.25], [0, 0, -60.0]]}}],
    }


def rate(options, hole, seed, folder):
    """Spheres per time unit √(d/g), and the fraction of space they fill above the floor."""
    sim = gluey.Simulation(scene(folder, options.side, options.spheres, hole, options.accuracy, seed, options.friction))
    random = np.random.default_rng(seed)
    begin, first, fallen, last = 10 + options.warm, None, 0, 0.0
    while first is None or fallen - first < options.count:
        sim.step()
        low = np.flatnonzero(sim.positions[:, 2] < -4.0)
        if len(low) > 0:
            fallen, last = fallen + len(low), sim.time
            if first is None and sim.time > begin:
                first, begin = fallen, sim.time
            lay_on_top(sim, low, options.side, random)
        if sim.time > 10 + options.warm + options.longest:
            break
    counted = 0 if first is None else fallen - first
    return counted / (last - begin) if counted else 0.0, above(sim, options.side)


def lay_on_top(sim, low, side, random):
    """Where there is room above the bed, each in a column of its own."""
    positions, velocities = sim.positions, sim.velocities
    rest = np.setdiff1d(np.arange(len(positions)), low)
    taken = positions[rest]
    for i in low:
        while True:
            place = random.uniform(-side / 2, side / 2, 2)
            apart = taken[:, :2] - place
            apart -= side * np.round(apart / side)
            below = taken[(apart**2).sum(axis=1) < 1.2]
            top = below[:, 2].max() if len(below) else 0.5
            if top > 0:
                break
        positions[i] = (*place, top + 1.1)
        velocities[i] = 0.0
        taken = np.vstack([taken, positions[i]])
    sim.angular_velocities[low] = 0.0


def above(sim, side):
    """Solid fraction between 2 and 6 diameters above the floor."""
    z = sim.positions[:, 2]
    return ((z > 2) & (z < 6)).sum() * np.pi / 6 / (4 * side**2)


def fit(holes, rates):
    """k and C of W = C (D − k)^{5/2}, least squares of the relative differences."""
    best = None
    for k in np.linspace(0, 3, 601):
        if k >= holes.min():
            break
        law = (holes - k) ** 2.5
        c = (law / rates).sum() / ((law / rates) ** 2).sum()
        error = c * law / rates - 1
        if best is None or (error**2).sum() < best[0]:
            best = ((error**2).sum(), k, c, error)
    return best[1:]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--openings", type=float, nargs="+", default=[4.0, 4.75, 5.5, 6.25, 7.0])
    parser.add_argument("--side", type=float, default=14.0)
    parser.add_argument("--spheres", type=int, default=2000)
    parser.add_argument("--friction", type=float, default=0.5)
    parser.add_argument("--accuracy", default="standard")
    parser.add_argument("--warm", type=float, default=8.0, help="time from the opening to where measuring begins")
    parser.add_argument("--count", type=int, default=600, help="spheres that are counted")
    parser.add_argument("--longest", type=float, default=200.0, help="time after which counting ends, should the hole be blocked")
    options = parser.parse_args()
    print(f"{options.spheres} spheres over {options.side:g} × {options.side:g}, friction {options.friction:g}, accuracy {options.accuracy}")
    print("opening  spheres per √(d/g)  fraction above  CPU s")
    rates, fractions = [], []
    with tempfile.TemporaryDirectory() as folder:
        for number, hole in enumerate(options.openings):
            begin = time.process_time()
            value, filled = rate(options, hole, number + 1, folder)
            rates.append(value)
            fractions.append(filled)
            print(f"{hole:7g}  {value:18.2f}  {filled:14.3f}  {time.process_time() - begin:5.0f}", flush=True)
    holes, rates = np.array(options.openings), np.array(rates)
    k, c, error = fit(holes, rates)
    # W = C ρ_b √g (D − k d)^{5/2} with ρ_b the bulk density: N m = c (D − k)^{5/2}, m = 1, ρ_b = (6/π) φ.
    beverloo = c / (6 / np.pi * np.mean(fractions))
    worst = np.abs(error).max()
    print("differences from the fit: " + ", ".join(f"{100 * e:+.1f} %" for e in error))
    print(f"k = {k:.2f}, expected 1 to 2 (1.4): {'ok' if 1 <= k <= 2 else 'FAIL'}")
    print(f"largest difference {100 * worst:.1f} %, expected at most 5 %: {'ok' if worst <= 0.05 else 'FAIL'}")
    print(f"C = {beverloo:.2f} (Beverloo: 0.58)")


if __name__ == "__main__":
    main()
