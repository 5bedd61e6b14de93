#!/usr/bin/env python3
"""Writes friction_problems/*.json: step problems with friction and their solutions by friction.py.

    /usr/bin/python3 tests/solver/make_friction_problems.py

test_friction_problems.py verifies the files, tests/unit/friction_agreement_test.cpp holds the program's solvers against them.
"""

import json
import math
import pathlib

import numpy as np

import friction
import make_problems

FOLDER = pathlib.Path(__file__).resolve().parent / "friction_problems"


class Scene(make_problems.Scene):
    """Balls that turn and rub."""

    def __init__(self, dimension, seed, mu, convex=False):
        super().__init__(dimension, seed)
        self.mu, self.convex, self.rolling = mu, convex, 0.0
        self.belt = np.zeros(dimension)
        self.moments = lambda i, inverse: inverse

    def problem(self, name, kind):
        bodies, d = len(self.position), self.dimension
        w = 1 if d == 2 else 3
        second = np.array([b if b >= 0 else bodies for b in self.second])
        normal = np.array(self.normal)
        contacts = len(second)
        radius = np.append(self.radius, 0.0)
        inertia = [(0.5 if d == 2 else 0.4) * r * r / np.max(m) for r, m in zip(self.radius, self.inverse_mass)]
        surface = [self.belt - n * (n @ self.belt) if b == bodies else np.zeros(d) for b, n in zip(second, normal)]
        mu = np.array([self.mu(c) if callable(self.mu) else self.mu for c in range(contacts)], dtype=float)
        return friction.FrictionProblem(
            name, kind, d, make_problems.STEP, np.array(self.inverse_mass),
            np.array([self.moments(i, np.eye(w) / inertia[i]) for i in range(bodies)]), np.array(self.velocity),
            np.array([[self.random.uniform(-1, 1) for _ in range(w)] for _ in range(bodies)]), np.array(self.first), second,
            normal, radius[np.array(self.first)][:, None] * normal, -radius[second][:, None] * normal, np.array(surface),
            np.array(self.gap), np.array(self.lower), mu, np.where(mu > 0, self.rolling, 0.0),
            np.full(contacts, int(self.convex)))


def pile(scene, counts, velocity):
    d = scene.dimension
    corner = make_problems.staggered_lattice(scene, counts, 1.0, 0.485, 0.499, velocity)
    scene.box(np.zeros(d), corner, 0.03)
    scene.touch(0.05)


def falling(scene, size=1.5):
    down = np.zeros(scene.dimension)
    down[-1] = -3.0
    return lambda: scene.vector(size) + down


def pyramid_sticks():
    scene = Scene(2, 21, 0.5)
    for k, x in enumerate(([0, 0.5], [1.2, 0.5], [0.6, 1.3])):
        scene.body(x, 0.5, [0.2 - 0.1 * k, -1.0 - 0.2 * k])
    scene.touch(1e-9, gap=0.0)
    scene.wall([0, 0], [0, 1], 1e-9, gap=0.0)
    return scene.problem("pyramid-sticks", "three discs that land together on a rough floor: all contacts stick")


def row_slides():
    scene = Scene(2, 22, 0.1)
    for k in range(5):
        scene.body([k + 0.002 * k, 0.5], 0.5, [3.0 - 0.3 * k, -1.0])
    scene.touch(0.01)
    scene.wall([0, 0], [0, 1], 1e-9, gap=0.0)
    return scene.problem("row-slides", "discs one behind the other that slide on a smooth floor")


def pile_in_the_plane():
    scene = Scene(2, 23, 0.3)
    pile(scene, (4, 3), falling(scene))
    return scene.problem("pile-in-the-plane", "discs in a box: some contacts stick, some slide, some are open")


def convex_pile_in_the_plane():
    scene = Scene(2, 23, 0.3, convex=True)
    pile(scene, (4, 3), falling(scene))
    return scene.problem("convex-pile-in-the-plane", "the pile of discs in the convex model")


def belt():
    scene = Scene(2, 24, lambda c: 0.2 + 0.1 * (c % 3))
    scene.belt = np.array([2.0, 0.0])
    for k in range(4):
        scene.body([1.01 * k, 0.5], 0.5, [0.0, -0.5])
        scene.body([1.01 * k + 0.505, 0.5 + math.sqrt(1 - 0.505**2)], 0.5, [0.0, -0.5])
    scene.touch(0.02)
    scene.wall([0, 0], [0, 1], 1e-9, gap=0.0)
    return scene.problem("belt", "two layers of discs on a moving belt, another friction at every contact")


def glued_cluster_in_the_plane():
    scene = Scene(2, 25, lambda c: 0.4 * (c % 2))
    scene.body([0, 0], 0.5, scene.vector(1.0))
    make_problems.attach(scene, 8, 0.4, 0.6, lambda x: scene.vector(1.0) + 0.2 * x)
    scene.touch(1e-9, lambda a, b: -scene.random.uniform(0.01, 0.2), gap=0.0)
    return scene.problem("glued-cluster-in-the-plane", "gluey discs torn apart: films without friction, pulls, releases, solids that rub")


def tetrahedron_lands():
    scene = Scene(3, 26, 0.6)
    for x in ([0, 0, 0.5], [1.0, 0, 0.5], [0.5, math.sqrt(0.75), 0.5], [0.5, math.sqrt(1 / 12), 0.5 + math.sqrt(2 / 3)]):
        scene.body(x, 0.5, scene.vector(0.1) + [0.1, 0.0, -1.0])
    scene.touch(1e-9, gap=0.0)
    scene.wall([0, 0, 0], [0, 0, 1], 1e-9, gap=0.0)
    return scene.problem("tetrahedron-lands", "four balls as a tetrahedron land on a rough floor: most contacts stick")


def balls_slide():
    scene = Scene(3, 27, 0.15)
    for k in range(4):
        scene.body([1.003 * k, 0.05 * k, 0.5], 0.5, [2.0 - 0.2 * k, 0.7 * (-1) ** k, -1.0])
    scene.touch(0.01)
    scene.wall([0, 0, 0], [0, 0, 1], 1e-9, gap=0.0)
    return scene.problem("balls-slide", "balls that slide over a floor in different directions and into each other")


def pile_in_space():
    scene = Scene(3, 28, 0.3)
    pile(scene, (2, 2, 3), falling(scene))
    return scene.problem("pile-in-space", "balls in a box: some contacts stick, some slide, some are open")


def convex_pile_in_space():
    scene = Scene(3, 28, 0.3, convex=True)
    pile(scene, (2, 2, 3), falling(scene))
    return scene.problem("convex-pile-in-space", "the pile of balls in the convex model")


def glued_cluster_in_space():
    scene = Scene(3, 29, lambda c: 0.4 * (c % 3 > 0))
    scene.body([0, 0, 0], 0.5, scene.vector(1.0))
    make_problems.attach(scene, 7, 0.4, 0.6, lambda x: scene.vector(1.0) + 0.2 * x)
    scene.touch(1e-9, lambda a, b: -scene.random.uniform(0.01, 0.2), gap=0.0)
    return scene.problem("glued-cluster-in-space", "gluey balls torn apart: films, pulls, releases, solids that rub")


def rolling_in_the_plane():
    scene = Scene(2, 30, 0.4)
    scene.rolling = 0.05
    pile(scene, (3, 2), falling(scene, 2.0))
    return scene.problem("rolling-in-the-plane", "discs in a box that resist rolling")


def rolling_in_space():
    scene = Scene(3, 31, 0.4)
    scene.rolling = 0.05
    pile(scene, (2, 2, 2), falling(scene, 2.0))
    return scene.problem("rolling-in-space", "balls in a box that resist rolling")


def uneven_bodies():
    scene = Scene(3, 32, 0.3)

    def moments(i, inverse):
        any_matrix = np.array([[scene.random.uniform(-1, 1) for _ in range(3)] for _ in range(3)])
        return inverse[0, 0] * (0.5 * np.eye(3) + 0.5 * any_matrix @ any_matrix.T) if i % 4 else np.zeros((3, 3))

    scene.moments = moments
    pile(scene, (2, 2, 2), falling(scene))
    scene.inverse_mass[2] = scene.inverse_mass[2] * [0.0, 1.0, 1.0]
    scene.inverse_mass[3] = scene.inverse_mass[3] * 0.01
    return scene.problem("uneven-bodies", "bodies of three moments, some that cannot turn, a locked axis, a heavy one")


KINDS = [pyramid_sticks, row_slides, pile_in_the_plane, convex_pile_in_the_plane, belt, glued_cluster_in_the_plane,
         tetrahedron_lands, balls_slide, pile_in_space, convex_pile_in_space, glued_cluster_in_space,
         rolling_in_the_plane, rolling_in_space, uneven_bodies]


def document(problem, solution):
    content = {"kind": problem.kind, "dimension": problem.dimension, "step": problem.step}
    content |= {key: getattr(problem, key).tolist() for key in friction.ARRAYS}
    content["solution"] = {key: getattr(solution, key).tolist() for key in ("velocity", "spin", "impulse", "moment")}
    return content


def main():
    FOLDER.mkdir(exist_ok=True)
    print(f"{'problem':30}{'D':>2}{'bodies':>8}{'contacts':>10}{'pressed':>9}{'pulled':>8}{'slide':>7}")
    for kind in KINDS:
        problem = kind()
        solution = friction.solve(problem)
        lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in document(problem, solution).items()]
        (FOLDER / f"{problem.name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
        along = np.sum(solution.impulse * problem.normal, axis=1)
        aside = np.linalg.norm(solution.impulse - along[:, None] * problem.normal, axis=1)
        slides = np.sum((along > 1e-12) & (problem.friction > 0) & (aside > (1 - 1e-9) * problem.friction * along))
        print(f"{problem.name:30}{problem.dimension:2}{len(problem.inverse_mass):8}{len(along):10}"
              f"{np.sum(along > 1e-12):9}{np.sum(along < -1e-12):8}{slides:7}")


if __name__ == "__main__":
    main()
