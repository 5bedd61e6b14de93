#!/usr/bin/env python3
"""Writes problems/*.json: step problems of different kinds and their solutions by active_set.py.

    /usr/bin/python3 tests/solver/make_problems.py

Everything random comes from Python's own generator with a fixed seed, so a second run writes the same problems.
test_problems.py verifies the files, tests/unit/solver_agreement_test.cpp holds the program's solvers against them.
"""

import itertools
import json
import math
import pathlib
import random

import numpy as np

import active_set

FOLDER = pathlib.Path(__file__).resolve().parent / "problems"
STEP = 0.01
INFINITY = math.inf


class Scene:
    """Spheres, half-spaces and the contacts between them."""

    def __init__(self, dimension, seed):
        self.dimension = dimension
        self.random = random.Random(seed)
        self.position, self.radius, self.inverse_mass, self.velocity = [], [], [], []
        self.first, self.second, self.normal, self.gap, self.lower = [], [], [], [], []

    def vector(self, size):
        return np.array([self.random.uniform(-size, size) for _ in range(self.dimension)])

    def body(self, position, radius, velocity, mass=None):
        """A sphere; of unit mass where the radius is one, unless told."""
        self.position.append(np.array(position, dtype=float))
        self.radius.append(radius)
        self.inverse_mass.append(np.full(self.dimension, 1.0 / (mass or radius**self.dimension)))
        self.velocity.append(np.array(velocity, dtype=float))

    def contact(self, first, second, normal, gap, lower=0.0):
        self.first.append(first)
        self.second.append(second)
        self.normal.append(np.array(normal, dtype=float))
        self.gap.append(gap)
        self.lower.append(lower)

    def touch(self, within, lower=lambda a, b: 0.0, gap=None):
        """Contacts of all pairs closer than `within`. `gap` replaces gaps that are zero but for rounding."""
        for a, b in itertools.combinations(range(len(self.position)), 2):
            way = self.position[b] - self.position[a]
            distance = float(np.linalg.norm(way))
            apart = distance - self.radius[a] - self.radius[b]
            if apart < within:
                self.contact(a, b, way / distance, apart if gap is None else gap, lower(a, b))

    def wall(self, point, inward, within, lower=lambda a: 0.0, gap=None):
        """Contacts of all bodies closer than `within` to a half-space behind `point`."""
        inward = np.array(inward, dtype=float) / np.linalg.norm(inward)
        for a, x in enumerate(self.position):
            apart = float((x - np.array(point, dtype=float)) @ inward) - self.radius[a]
            if apart < within:
                self.contact(a, -1, -inward, apart if gap is None else gap, lower(a))

    def box(self, lower, upper, within, gap=None):
        """Walls all around, but no lid (the last axis points up)."""
        for axis in range(self.dimension):
            inward = np.eye(self.dimension)[axis]
            self.wall(lower, inward, within, gap=gap)
            if axis + 1 < self.dimension:
                self.wall(upper, -inward, within, gap=gap)

    def problem(self, name, kind):
        bodies = len(self.position)
        return active_set.StepProblem(
            name, kind, self.dimension, STEP, np.array(self.inverse_mass), np.array(self.velocity),
            np.array(self.first), np.array([b if b >= 0 else bodies for b in self.second]), np.array(self.normal),
            np.array(self.gap), np.array(self.lower))


def attach(scene, count, smallest, largest, velocity):
    """Grows a cluster: each new sphere touches `dimension` earlier ones and overlaps none."""
    d = scene.dimension
    while len(scene.position) < count:
        bodies = len(scene.position)
        radius = scene.random.uniform(smallest, largest)
        one = scene.random.randrange(bodies)
        near = sorted(range(bodies), key=lambda k: np.linalg.norm(scene.position[k] - scene.position[one]))
        some = near[:1] + scene.random.sample(near[1:6], min(d, bodies) - 1)
        # |x − x_k| = radius + r_k for all k: by Newton's method from a random start, which finds either of two places.
        reach = [radius + scene.radius[k] for k in some]
        x = np.mean([scene.position[k] for k in some], axis=0) + scene.vector(2 * largest)
        for _ in range(20):
            ways = np.array([x - scene.position[k] for k in some])
            lengths = np.linalg.norm(ways, axis=1)
            x = x - np.linalg.pinv(ways / lengths[:, None]) @ (lengths - reach)
        error = max(abs(np.linalg.norm(x - scene.position[k]) - r) for k, r in zip(some, reach))
        rest = [k for k in range(bodies) if k not in some]
        others = [np.linalg.norm(x - scene.position[k]) - radius - scene.radius[k] for k in rest]
        # Not nearly touching others either: what is a contact and what is none shall not hang on rounding.
        if error < 1e-13 and min(others, default=1.0) > 0.02 * smallest:
            scene.body(x, radius, velocity(x))


def staggered_lattice(scene, counts, spacing, smallest, largest, velocity, mass=lambda: None):
    """Rows (layers in space) in whose hollows the next ones lie, spheres off their places but still apart.

    Returns the far corner of the box that just holds it; the near one is the origin.
    """
    d = scene.dimension
    rise = spacing * math.sqrt(0.75 if d == 2 else 0.5)
    for place in itertools.product(*[range(count) for count in counts]):
        corner = np.full(d, 0.5 * spacing)
        level = place[-1]
        base = np.append(spacing * (np.array(place[:-1]) + 0.5 * (level % 2)), rise * level)
        radius = scene.random.uniform(smallest, largest)
        scene.body(corner + base + scene.vector((0.5 * spacing - largest) / math.sqrt(d)), radius, velocity(), mass())
    return np.append(spacing * (np.array(counts[:-1]) + 0.5), rise * counts[-1] + spacing)


def dry_pile():
    scene = Scene(2, 1)
    far = staggered_lattice(scene, [9, 6], 0.202, 0.0985, 0.1, lambda: scene.vector(0.5) + [0.0, -1.5])
    scene.box([0, 0], far, 0.04)
    scene.touch(0.04)
    return scene.problem("dry-pile", "a settling pile of dry discs in a box")


def glued_cluster():
    scene = Scene(3, 2)
    scene.body([0, 0, 0], 0.1, [0, 0, -1])
    attach(scene, 60, 0.06, 0.1, lambda x: scene.vector(0.7) + [0.0, 0.0, -1.0])
    # Some contacts hold whatever comes, some let go, some never held.
    scene.touch(1e-9, lambda a, b: -scene.random.choice([0.0, 2e-5, 1e-4, 1e-2]), gap=0.0)
    bottom = min(x[2] - r for x, r in zip(scene.position, scene.radius))
    scene.wall([0, 0, bottom - 1e-3], [0, 0, 1], 0.05)
    return scene.problem("glued-cluster", "a cluster of spheres whose glue holds here and gives there, onto a floor")


def lagged_equalities():
    scene = Scene(2, 3)
    for row in range(-2, 3):
        for column in range(-2, 3):
            x = np.array([column + 0.5 * (row % 2), row * math.sqrt(0.75)]) * 0.2
            if np.linalg.norm(x) < 0.45:
                scene.body(x, 0.1, scene.vector(1.0) + [0.5, 0.0])
    # A hexagon held by equalities, of which some follow from the others, and neighbours that only push.
    inside = [np.linalg.norm(x) < 0.21 for x in scene.position]
    scene.touch(1e-9, lambda a, b: -INFINITY if inside[a] and inside[b] else 0.0, gap=0.0)
    scene.wall([0.505, 0.0], [-1, 0], 0.05)
    return scene.problem("lagged-equalities", "discs held by equalities, p of any sign, among which one is redundant")


def all_separating():
    scene = Scene(3, 4)
    scene.body([0, 0, 0], 0.1, [0, 0, 0])
    attach(scene, 20, 0.08, 0.12, lambda x: 5.0 * x + scene.vector(0.05))
    scene.touch(1e-9, lambda a, b: -scene.random.choice([0.0, 2e-5]), gap=0.0)
    return scene.problem("all-separating", "an exploding cluster: every contact opens and is at its bound")


def hyperstatic_lattice():
    scene = Scene(2, 5)
    rows, columns, radius = 5, 7, 0.1
    height = math.sqrt(0.75)
    for row in range(rows):
        for column in range(columns):
            x = 2 * radius * np.array([column + 0.5 * (row % 2), row * height])
            scene.body(x, radius, scene.vector(1.0) + [0.0, -0.3])
    scene.box([-radius, -radius], [2 * radius * columns, 0], 1e-9, gap=0.0)
    scene.touch(1e-9, gap=0.0)
    return scene.problem("hyperstatic-lattice", "a rigid lattice of equal discs in a box, more contacts than needed")


def hanging_chain():
    scene = Scene(2, 6)
    count, radius, fall = 40, 0.1, 0.5
    for k in range(count):
        scene.body([0.002 * math.sin(2.0 * k), -2 * radius * (k + 0.5)], radius, scene.vector(0.1) + [0, -fall])
    # What hangs below a link pulls at it. The glue is a little stronger, but at two links weaker.
    for k in range(count):
        normal = np.array([0.0, 1.0]) if k == 0 else scene.position[k - 1] - scene.position[k]
        below = (count - k) * radius**2 * fall
        scene.contact(k, k - 1, normal / np.linalg.norm(normal), 0.0, -{15: 0.3, 28: 0.1}.get(k, 1.3) * below)
    return scene.problem("hanging-chain", "an isostatic glued chain under tension that tears at two of its links")


def mass_ratio():
    scene = Scene(3, 7)
    far = staggered_lattice(scene, [2, 2, 4], 0.202, 0.099, 0.1, lambda: scene.vector(0.5) + [0, 0, -1.0],
                            lambda: scene.random.choice([1.0, 1e-4]))
    scene.box([0, 0, 0], far, 0.02)
    scene.touch(0.02, lambda a, b: -scene.random.choice([0.0, 1e-5]))
    return scene.problem("mass-ratio", "spheres of which some weigh ten thousand times what others do")


def locked_axes():
    scene = Scene(3, 8)
    far = staggered_lattice(scene, [3, 3, 3], 0.204, 0.098, 0.1, lambda: scene.vector(1.0) + [0, 0, -0.5])
    for body in range(0, len(scene.position), 2):
        axis = scene.random.randrange(3)
        scene.inverse_mass[body][axis] = 0.0
        scene.velocity[body][axis] = 0.0
    for body in (9, 12):  # neighbours: no impulse changes anything at their contact
        scene.inverse_mass[body][:] = 0.0
        scene.velocity[body][:] = 0.0
    scene.box([0, 0, 0], far, 0.03)
    scene.touch(0.03)
    return scene.problem("locked-axes", "spheres that cannot move along one axis, or not at all")


def many_at_walls():
    scene = Scene(3, 9)
    far = staggered_lattice(scene, [4, 4, 4], 0.204, 0.0975, 0.1, lambda: scene.vector(0.5) + [0, 0, -1.0],
                            lambda: scene.random.choice([1e-3, 1e-5]))
    scene.box([0, 0, 0], far, 0.03)
    # Glue of every strength: whatever impulses a solver tries, some are close to their bound.
    scene.touch(0.03, lambda a, b: -scene.random.uniform(0.0, 1e-3))
    return scene.problem("many-at-walls", "a box full of spheres, many contacts, glue of every strength")


def any_glue():
    scene = Scene(2, 20)
    far = staggered_lattice(scene, [5, 5], 0.202, 0.0985, 0.1, lambda: scene.vector(1.0) + [0, -0.5],
                            lambda: scene.random.choice([1e-3, 1e-5]))
    scene.box([0, 0], far, 0.02)
    scene.touch(0.02, lambda a, b: -scene.random.uniform(0.0, 1e-3))
    # W of the contacts inside their bounds becomes singular on the way, so Newton steps are huge and meet bounds at
    # once: a projected Newton method whose line search only halves stalls here.
    return scene.problem("any-glue", "light and heavy discs, glue of every strength, bounds near from the start")


def wedge():
    scene = Scene(2, 10)
    count, half_angle = 6, math.radians(25.0)
    y = 0.2
    for k in range(count):
        # As large as fits between the walls at height y; the next one touches it.
        radius = y * math.sin(half_angle)
        scene.body([0.0, y], radius, scene.vector(0.3) + [0, -1.0 if k != count - 1 else 2.0])
        y *= (1 + math.sin(half_angle)) / (1 - math.sin(half_angle))
    for side in (-1, 1):
        inward = [-side * math.cos(half_angle), math.sin(half_angle)]
        for _ in range(2):  # a wall of two layers: every contact with it counts twice
            scene.wall([0, 0], inward, 1e-9, gap=0.0)
    scene.touch(1e-9, gap=0.0)
    return scene.problem("wedge", "discs stuck in a wedge with doubled walls: redundant constraints")


KINDS = [dry_pile, glued_cluster, lagged_equalities, all_separating, hyperstatic_lattice, hanging_chain, mass_ratio,
         locked_axes, many_at_walls, any_glue, wedge]


def document(problem, solution):
    """What a file holds. A lower bound of −∞ is null, which JSON has."""
    return {
        "kind": problem.kind,
        "dimension": problem.dimension,
        "step": problem.step,
        "inverse_mass": problem.inverse_mass.tolist(),
        "free_velocity": problem.free_velocity.tolist(),
        "first": problem.first.tolist(),
        "second": problem.second.tolist(),
        "normal": problem.normal.tolist(),
        "gap": problem.gap.tolist(),
        "lower": [None if math.isinf(bound) else bound for bound in problem.lower.tolist()],
        "solution": {
            "velocity": solution.velocity.tolist(),
            "impulse": solution.impulse.tolist(),
            "unique": [int(u) for u in solution.unique],
            "closed": solution.closed,
            "rank": solution.rank,
            "violations": active_set.violations(problem, solution.velocity, solution.impulse),
        },
    }


def main():
    print(f"{'problem':22}{'D':>2}{'bodies':>8}{'contacts':>10}{'closed':>8}{'rank':>6}{'unique':>8}{'at bound':>10}"
          f"{'worst violation':>17}")
    for kind in KINDS:
        problem = kind()
        solution = active_set.solve(problem)
        # Velocities are to be compared relatively, so they must not all vanish.
        assert np.max(np.abs(solution.velocity)) > 0.05 * np.max(np.abs(problem.free_velocity)), problem.name
        content = document(problem, solution)
        lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in content.items()]
        (FOLDER / f"{problem.name}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
        at_bound = int(np.sum(solution.impulse == problem.lower))
        print(f"{problem.name:22}{problem.dimension:2}{len(problem.inverse_mass):8}{len(problem.gap):10}"
              f"{solution.closed:8}{solution.rank:6}{np.sum(solution.unique):8}{at_bound:10}"
              f"{max(content['solution']['violations'].values()):17.1e}")


if __name__ == "__main__":
    main()
