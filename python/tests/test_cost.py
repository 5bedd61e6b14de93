"""What a force written in Python costs beyond its own NumPy time: at most 5 % of a step with 10⁴ bodies.

python3 test_cost.py prints the numbers.
"""

import time

import gluey
import numpy as np

BODIES = 10_000
ROUNDS, STEPS = 15, 4


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
    """Processor seconds of a step without a force in Python and with it, less the force's own: medians over rounds by turns.

    Processor time of one thread, which what else the machine does changes little; steps on more threads only take less of it.
    """
    plain, forced = dense(False), dense(True)
    spent = [0.0]

    def gravity(clock, position, velocity):
        begin = time.process_time()
        force = np.zeros_like(position)
        force[:, 1] = -10.0
        spent[0] += time.process_time() - begin
        return force

    def seconds(sim):
        spent[0] = 0.0
        begin = time.process_time()
        sim.step(STEPS)
        return (time.process_time() - begin - spent[0]) / STEPS, spent[0] / STEPS

    forced.add_force(gravity)
    for sim in (plain, forced):
        sim.step(20)
    rounds = np.array([(seconds(plain)[0], *seconds(forced)) for _ in range(ROUNDS)])
    # The same physics bit for bit, so that the difference is the way through Python.
    np.testing.assert_array_equal(plain.positions, forced.positions)
    without, beyond, own = np.median(rounds, axis=0)
    return without, float(np.median(rounds[:, 1] - rounds[:, 0])), own, len(plain.contacts)


def test_a_force_in_python_costs_little_beyond_its_arithmetic():
    without, more, own, contacts = measure()
    assert contacts > BODIES
    assert more <= 0.05 * without, (without, more, own)


if __name__ == "__main__":
    without, more, own, contacts = measure()
    print(f"{BODIES} bodies, {contacts} contacts: a step takes {1e3 * without:.3f} ms, with a force in Python"
          f" {1e3 * more:+.3f} ms ({more / without:+.2%}) and the force's own {1e3 * own:.3f} ms")
