"""What a force written in Python costs beyond its own NumPy time: at most 5 % of a step with 10⁴ bodies.

python3 test_cost.py prints the numbers.
"""

import time

import gluey
import numpy as np

BODIES = 10_000
ROUNDS, STEPS = 7, 5


def dense(forced):
    """10⁴ discs in a triangular lattice, almost touching, that sink onto a floor."""
    side, apart = int(np.sqrt(BODIES)), 1.0005
    up = np.sqrt(apart**2 - 0.25)
    sim = gluey.Simulation(step=1e-3, gravity=(0, 0 if forced else -10), contact=gluey.Gluey(gamma_min=-1))
    for row in range(side):
        for column in range(side):
            sim.add_sphere((apart * column + 0.5 * (row % 2), 0.5 + up * row), radius=0.5)
    sim.add_obstacle("plane", normal=(0, 1))
    return sim


def measure():
    """Seconds of a step without and with the force, and of the force's own arithmetic: best of several rounds each."""
    plain, forced = dense(False), dense(True)
    spent = [0.0]

    def gravity(clock, position, velocity):
        begin = time.perf_counter()
        force = np.zeros_like(position)
        force[:, 1] = -10.0
        spent[0] += time.perf_counter() - begin
        return force

    forced.add_force(gravity)
    for sim in (plain, forced):
        sim.step(20)
    without, beyond, own = [], [], []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        plain.step(STEPS)
        without.append((time.perf_counter() - begin) / STEPS)
        spent[0] = 0.0
        begin = time.perf_counter()
        forced.step(STEPS)
        beyond.append((time.perf_counter() - begin - spent[0]) / STEPS)
        own.append(spent[0] / STEPS)
    # The same physics bit for bit, so that the difference is the way through Python.
    np.testing.assert_array_equal(plain.positions, forced.positions)
    return min(without), min(beyond), min(own), len(plain.contacts)


def test_a_force_in_python_costs_little_beyond_its_arithmetic():
    without, beyond, own, contacts = measure()
    assert contacts > BODIES / 2
    assert beyond - without <= 0.05 * without, (without, beyond, own)


if __name__ == "__main__":
    without, beyond, own, contacts = measure()
    print(f"{BODIES} bodies, {contacts} contacts: a step {1e3 * without:.3f} ms, with a Python force {1e3 * beyond:.3f} ms"
          f" ({beyond / without - 1:+.1%}) beyond its own {1e3 * own:.3f} ms")
