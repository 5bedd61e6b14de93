#!/usr/bin/env python3
"""Random packings of equal spheres, compressed slowly in a periodic box: fraction and contact number where they jam.

Expected, without gravity and with rattlers removed:
  μ = 0   fraction 0.63 to 0.645, contacts per sphere 6.0 ± 0.1 (isostatic: 2d)
          O'Hern, Silbert, Liu and Nagel, Phys. Rev. E 68, 011306 (2003): 0.639 ± 0.001
  μ = 1   fraction 0.55 to 0.59, contacts per sphere 4 to 4.6
          Silbert, Soft Matter 6, 2918 (2010): random loose packing of spheres that rub

A periodic box does not shrink here, so spheres grow in it, which is the same up to the unit of length. The spheres rest; in every increment radii
grow by a share, and the steps that follow move apart what overlaps, against friction. Nothing moves but for that: the compression is as slow as can be.
Where overlaps stay, the spheres are jammed: the increment is taken back and halved, until it is small.

  PYTHONPATH=build/release/python OMP_NUM_THREADS=1 python3 bench/published/packing.py [--spheres 500] [--seeds 2] [--friction 0 1]
"""

import argparse
import os
import tempfile
import time

import gluey
import numpy as np

GAPS = (1e-6, 1e-5, 1e-4)  # what counts as a contact; the second decides
EXPECTED = {0.0: ((0.63, 0.645), (5.9, 6.1)), 1.0: ((0.55, 0.59), (4.0, 4.6))}


class Packing:
    """Spheres of one radius in a periodic unit cube."""

    def __init__(self, spheres, friction, seed, accuracy, folder):
        self.friction, self.accuracy, self.n = friction, accuracy, spheres
        self.file = os.path.join(folder, f"packing-{os.getpid()}.csv")
        start = self.radius_at(0.3)
        fill = self.scene({"count": spheres, "shape": {"kind": "sphere", "radius": start}, "mass": 1.0,
                           "region": {"kind": "box", "lower": [0, 0, 0], "upper": [1, 1, 1]}})
        fill["seed"] = seed
        self.positions = gluey.Simulation(fill).positions.copy() % 1.0
        self.radius = start
        self.steps = 0

    def radius_at(self, fraction):
        return (fraction / self.n * 3 / (4 * np.pi)) ** (1 / 3)

    @property
    def fraction(self):
        return self.n * 4 / 3 * np.pi * self.radius**3

    def scene(self, bodies):
        return {
            "dimension": 3,
            "time": {"step": 1.0},
            "domain": {"lower": [0, 0, 0], "upper": [1, 1, 1], "periodic": [True, True, True]},
            "contact": {"law": "friction" if self.friction > 0 else "inelastic",
                        **({"friction": self.friction} if self.friction > 0 else {})},
            "solver": {"accuracy": self.accuracy},
            "bodies": [bodies],
        }

    def grow(self, share, patience, left):
        """Grows radii by a share; true where overlaps then go below `left` of it within `patience` steps. Else nothing has changed."""
        radius = self.radius * (1 + share)
        np.savetxt(self.file, np.column_stack([self.positions, np.full(self.n, radius), np.ones(self.n)]),
                   delimiter=",", header="x,y,z,r,m", comments="", fmt="%.17g")
        sim = gluey.Simulation(self.scene({"file": self.file}))
        before = -1.0
        for _ in range(patience):
            report = sim.step()
            self.steps += 1
            if report.overlap == before:  # nothing moves any more
                return False
            before = report.overlap
            if report.overlap < left * share * radius:
                self.positions, self.radius = sim.positions.copy() % 1.0, radius
                return True
        return False

    def contact_number(self, least, gap):
        """Contacts per sphere, of pairs closer than `gap` diameters. Spheres with fewer than `least` rattle: without friction it takes 4
        to hold one, with friction 2 may do. They are left out, and so on. Also the share left out."""
        apart = self.positions[:, None, :] - self.positions[None, :, :]
        apart -= np.round(apart)
        near = np.sqrt((apart**2).sum(axis=2)) < 2 * self.radius * (1 + gap)
        np.fill_diagonal(near, False)
        alive = np.ones(self.n, bool)
        while True:
            near &= alive[:, None] & alive[None, :]
            now = near.sum(axis=1) >= least
            if (now == alive).all():
                return near.sum() / max(1, alive.sum()), 1 - alive.mean()
            alive = now


def numbers(values):
    return " ".join(f"{value:5.2f}" for value in values)


def compress(packing, patience, finest):
    while packing.fraction < 0.45 and packing.grow(8e-4, patience, 0.1):
        pass
    coarsest = share = 2e-4
    while share > finest:
        share = min(coarsest, 2 * share) if packing.grow(share, patience, 0.1) else share / 2


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spheres", type=int, default=500)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--friction", type=float, nargs="+", default=[0.0, 1.0])
    parser.add_argument("--accuracy", default="standard")
    parser.add_argument("--patience", type=int, help="steps in which overlaps have to go (1500 without friction, else 200)")
    parser.add_argument("--finest", type=float, default=2e-6, help="the increment of radii at which a packing counts as jammed")
    options = parser.parse_args()
    print(f"{options.spheres} spheres, accuracy {options.accuracy}")
    print("friction  seed  fraction  contacts per sphere, closer than " + ", ".join(f"{gap:g}" for gap in GAPS) + " diameters  rattlers  steps  CPU s")
    with tempfile.TemporaryDirectory() as folder:
        for friction in options.friction:
            found = []
            for seed in range(1, options.seeds + 1):
                begin = time.process_time()
                packing = Packing(options.spheres, friction, seed, options.accuracy, folder)
                compress(packing, options.patience or (1500 if friction == 0 else 200), options.finest)
                counted = [packing.contact_number(4 if friction == 0 else 2, gap) for gap in GAPS]
                found.append((packing.fraction, *(z for z, _ in counted)))
                print(f"{friction:8g}  {seed:4d}  {packing.fraction:8.4f}  {numbers(found[-1][1:])}  {100 * counted[1][1]:5.1f} %  {packing.steps:6d}"
                      f"  {time.process_time() - begin:5.0f}", flush=True)
            fraction, *z = np.mean(found, axis=0)
            line = f"{friction:8g}  mean  {fraction:8.4f}  {numbers(z)}"
            if friction in EXPECTED:
                (a, b), (c, d) = EXPECTED[friction]
                good = a <= fraction <= b and c <= z[1] <= d
                line += f"  expected {a} to {b}, {c} to {d}: {'ok' if good else 'FAIL'}"
            print(line, flush=True)


if __name__ == "__main__":
    main()
