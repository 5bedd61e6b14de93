#!/usr/bin/env python3
"""A tall silo whose floor is lowered slowly: what the floor bears against what has been filled in.

Expected: Janssen, Zeitschrift des Vereines deutscher Ingenieure 39, 1045 (1895): with friction fully mobilised at the walls the floor bears
F = F_s (1 − exp(−M g / F_s)) of the weight M g, which saturates. F_s = ρ g A λ, λ = width / (4 μ K) for a square silo, with K, what grains press sideways over what they press down, between
0.3 and 1. How friction is mobilised by lowering the floor: Vanel and Clément, Eur. Phys. J. B 11, 525 (1999), who find the law to a few per cent.

Lengths are in diameters, accelerations in g.

  PYTHONPATH=build/release/python OMP_NUM_THREADS=1 python3 bench/published/janssen.py
"""

import argparse
import time

import gluey
import numpy as np


def scene(spheres, width, friction, accuracy, seed, settle, lower, speed):
    height = 1.1 * spheres * (np.pi / 6) / 0.33 / width**2
    half = width / 2
    walls = [([1, 0, 0], [-half, 0, 0]), ([-1, 0, 0], [half, 0, 0]), ([0, 1, 0], [0, -half, 0]), ([0, -1, 0], [0, half, 0])]
    return {
        "dimension": 3,
        "seed": seed,
        "time": {"step": 0.02},
        "environment": {"gravity": [0, 0, -1]},
        "contact": {"law": "friction", "friction": friction},
        "solver": {"accuracy": accuracy},
        "bodies": [{"count": spheres, "shape": {"kind": "sphere", "radius": [0.45, 0.55]}, "density": 6 / np.pi,
                    "region": {"kind": "box", "lower": [-half, -half, 0], "upper": [half, half, height]}}],
        "obstacle": [{"name": "floor", "shape": {"kind": "plane", "normal": [0, 0, 1]},
                      "motion": {"kind": "table", "times": [settle, settle + lower], "positions": [[0, 0, 0], [0, 0, -speed * lower]]}},
                     *({"name": f"wall {k}", "shape": {"kind": "plane", "normal": n}, "position": p} for k, (n, p) in enumerate(walls))],
    }


def load(options, spheres, seed):
    """Weight, load on the floor at rest, mean and deviation of the load while it sinks, in weights of a sphere of diameter one."""
    settle = 12 + 3.0 * np.sqrt(2 * spheres / options.width**2 * 1.6)
    lower = options.distance / options.speed
    sim = gluey.Simulation(scene(spheres, options.width, options.friction, options.accuracy, seed, settle, lower, options.speed))
    weight = float(sim.bodies["mass"].sum())
    rest, sinking = [], []
    while sim.time < settle + lower:
        report = sim.step()
        force = -report.obstacle_force[2]
        if 0.8 * settle < sim.time < settle:
            rest.append(force)
        elif sim.time > settle + lower / 2:
            sinking.append(force)
    fill = np.sort(sim.positions[:, 2])[int(0.98 * spheres)] + options.speed * lower
    return weight, np.mean(rest), np.mean(sinking), np.std(sinking), fill


def fit(weights, loads):
    """F_s by least squares."""
    candidates = np.linspace(0.2, 3, 2801) * loads.max()
    errors = [((s * (1 - np.exp(-weights / s)) - loads) ** 2).sum() for s in candidates]
    return candidates[int(np.argmin(errors))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spheres", type=int, nargs="+", default=[150, 300, 600, 1000, 1500, 2000])
    parser.add_argument("--width", type=float, default=6.0)
    parser.add_argument("--friction", type=float, default=0.5)
    parser.add_argument("--accuracy", default="standard")
    parser.add_argument("--distance", type=float, default=1.0, help="the floor sinks by this")
    parser.add_argument("--speed", type=float, default=0.04, help="of the floor")
    options = parser.parse_args()
    print(f"silo {options.width:g} × {options.width:g}, friction {options.friction:g}, floor sinks by {options.distance:g} at {options.speed:g}, "
          f"accuracy {options.accuracy}")
    print("spheres  weight  filled to  at rest  sinking      CPU s")
    weights, loads, fills = [], [], []
    for number, spheres in enumerate(options.spheres):
        begin = time.process_time()
        weight, rest, mean, deviation, fill = load(options, spheres, number + 1)
        weights.append(weight)
        loads.append(mean)
        fills.append(fill)
        print(f"{spheres:7d}  {weight:6.0f}  {fill:9.1f}  {rest:7.1f}  {mean:5.1f} ± {deviation:<4.1f}  {time.process_time() - begin:5.0f}", flush=True)
    weights, loads, fills = map(np.array, (weights, loads, fills))
    saturated = fit(weights, loads)
    error = np.abs(saturated * (1 - np.exp(-weights / saturated)) - loads).max() / saturated
    density = np.polyfit(fills, weights, 1)[0] / options.width**2
    length = saturated / (density * options.width**2)
    pressing = options.width / (4 * options.friction * length)
    print(f"F_s = {saturated:.0f}, {100 * saturated / weights.max():.0f} % of the largest weight; largest difference from the law {100 * error:.0f} % of F_s, "
          f"expected at most 10 %: {'ok' if error <= 0.1 else 'FAIL'}")
    print(f"λ = {length:.1f} diameters, K = {pressing:.2f}, expected 0.3 to 1: {'ok' if 0.3 <= pressing <= 1 else 'FAIL'}")
    growth = (loads[-1] - loads[-2]) / (weights[-1] - weights[-2])
    print(f"of the last weight added the floor bears {100 * growth:.0f} %, expected at most 10 %: {'ok' if growth <= 0.1 else 'FAIL'}")


if __name__ == "__main__":
    main()
