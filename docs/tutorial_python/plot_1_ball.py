"""
1. A ball on a table
====================

A ball is pushed onto a table and pulled off again. How long does the film between them hold it?

Units are yours: nothing in the program knows metres or seconds. A body without ``mass`` or ``density`` has mass 1.
"""

import gluey
import matplotlib.pyplot as plt
import numpy as np


def pushed_ball(gamma_min):
    """A ball, one above the table: pushed down by 2 until t = 2, pulled up by 2 afterwards."""
    sim = gluey.Simulation(
        dimension=2,
        step=0.01,
        environment={"force": {"times": [0, 2], "values": [[0, -2], [0, 2]]}},
        contact=gluey.Gluey(gamma_min=gamma_min),
    )
    sim.add_sphere((0, 2), radius=1, mass=1)
    sim.add_obstacle("plane", normal=(0, 1))
    return sim


# %%
# ``sim.positions`` and ``sim.contacts.gamma`` are NumPy arrays of the state itself, which changes with every step: copy what you
# want to keep. The first 99 steps bring the ball close to the table: :math:`v = -2t`, so it will hit with velocity −2 at :math:`t = 1`.

sim = pushed_ball(gamma_min=-np.inf)
sim.step(99)
print(sim)
print(f"velocity {sim.velocities[0, 1]:.4f}, expected {-2 * sim.time:.4f}")
assert abs(sim.velocities[0, 1] + 2 * sim.time) < 1e-9

# %%
# :math:`\gamma \le 0` is the potential of a contact. Whatever presses the ball is stored in it, and must be paid back before the ball can
# leave: the film of fluid was squeezed out, and has to be drawn in again (:doc:`the gluey law </laws/gluey>`). The impact stores 2,
# the push from :math:`t = 1` to 2 another 2. Rough surfaces touch before the film is gone and store no more than
# :math:`|\gamma_{\min}|`; dry ones store nothing. The pull of 2 then needs
#
# .. math:: t_\text{release} = 2 + \tfrac12 \min(4, |\gamma_{\min}|), \qquad y(t) = (t - t_\text{release})^2 .
#
# ``run`` steps up to a time and calls a function after each step.


def watched(gamma_min, until=5):
    """Time, height above the table and potential after each step."""
    rows = []

    def watch(sim):
        gamma = sim.contacts.gamma
        rows.append((sim.time, sim.positions[0, 1] - 1, gamma.min() if len(gamma) else 0.0))

    pushed_ball(gamma_min).run(until=until, callback=watch)
    return np.array(rows).T


surfaces = {"smooth": -np.inf, "rough": -3.0, "dry": 0.0}
runs = {name: watched(gamma_min) for name, gamma_min in surfaces.items()}

print("          t_release             height at t = 5")
print("          measured   expected   measured   expected")
for name, (t, height, gamma) in runs.items():
    released = t[(t < 2) | (height < 1e-9)][-1]
    expected = 2 + min(4, -surfaces[name]) / 2
    exact = (5 - expected) ** 2
    print(f"{name:8} {released:9.3f} {expected:10.3f} {height[-1]:10.4f} {exact:10.4f}")
    assert abs(released - expected) < 0.02
    assert abs(height[-1] - exact) < 0.06

# %%
# Potentials and heights, the closed form dashed:

figure, (above, below) = plt.subplots(2, 1, sharex=True, figsize=(6, 5), layout="constrained")
for name, (t, height, gamma) in runs.items():
    (line,) = above.plot(t, gamma, label=name)
    below.plot(t, height, color=line.get_color())
    expected = 2 + min(4, -surfaces[name]) / 2
    stored = np.interp(t, [1, 2], [2, 4]) * (t >= 1)
    left = np.where(t < 2, np.minimum(stored, -surfaces[name]), 2 * (expected - t))
    above.plot(t, -np.maximum(left, 0), "k--", lw=0.8)
    below.plot(t[t > expected], (t[t > expected] - expected) ** 2, "k--", lw=0.8)
above.set_ylabel("potential γ")
above.legend(frameon=False)
below.set(xlabel="t", ylabel="height above the table", ylim=(-0.2, 4))

# %%
# A mistake in a scene is told before anything runs, all of them at once, in the words of ``gluey check``:

try:
    gluey.Simulation({"time": {"step": -0.01, "end": 5}, "contact": {"low": "gluey"}})
except gluey.SceneError as error:
    print(error)
    assert len(error.problems) >= 2

# %%
# Next: :doc:`a turning box <plot_2_box>`.
