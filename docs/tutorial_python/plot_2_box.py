"""
2. A turning box
================

160 discs at random in a box that turns: the gluey lotto of Lefebvre (2009). Glued discs ride the walls
up and let go near the top.

Bodies are added one by one, or many at a time at random without overlap. Everything random derives from ``seed``.
"""

import gluey
import matplotlib.pyplot as plt
import numpy as np

omega, centre = 0.5, np.array([0.25, 0.25])

box = gluey.Simulation(
    dimension=2,
    seed=7,
    step=0.002,
    end=3,
    gravity=(0, -10),
    contact=gluey.Gluey(gamma_min=-1),
    output={"every": 20},
)
for label, left in (("black", 0.0), ("white", 0.25)):
    box.add_bodies(
        "sphere",
        radius=[0.007, 0.015],  # uniform between the two
        count=80,
        mass=1.0,
        region={"kind": "box", "lower": [left, 0], "upper": [left + 0.25, 0.5]},
        label=label,
    )
turning = {"kind": "rotation", "center": centre, "omega": omega}
box.add_obstacle("box-walls", lower=[0, 0], upper=[0.5, 0.5], motion=turning)

# %%
# ``gluey.run`` makes a whole run and writes a result file, as ``gluey run`` does from the shell. What it returns tells whether to trust it:
# no step should have missed the accuracy asked for, and the deepest overlap should be far below one radius.

summary = gluey.run(box, "lotto.h5")
print(f"{summary['steps']} steps of {summary['bodies']} discs, {summary['frames']} frames")
print(f"accuracy             {summary['accuracy']}, missed in {summary['missed']} steps")
print(f"contact velocities   to {summary['accuracy_95']:.1%} of what forces add per step, in 95 % of the steps")
print(f"deepest overlap      {summary['overlap_max_relative']:.1e} of the smallest radius")
assert summary["missed"] == 0 and summary["overlap_max_relative"] < 1e-2

# %%
# The last state, discs by their group, contacts darker where their potential is lower:

run = gluey.open("lotto.h5")
last = run[-1]
gluey.plot.snapshot(last, network="gamma")

# %%
# Two things that are known exactly. The box has turned by :math:`\omega t`. And a disc that is glued to a wall keeps its distance from it: along
# the normal it moves as the wall does there, which is :math:`\omega \times (x - c)`. Discs that were glued in the frame before are looked at; one that
# has just arrived still moves towards the wall.

turned = last.obstacle_orientations[0]
print(f"the box has turned by   {turned:.6f}, expected {omega * last.time:.6f}")
assert abs(turned - omega * last.time) < 1e-9

def glued_to_walls(frame):
    return (frame.contacts.gamma < 0) & (frame.contacts.pair[:, 1] >= len(frame.positions))


contacts, before = last.contacts, run[-2]
glued = glued_to_walls(last) & np.isin(contacts.pair[:, 0], before.contacts.pair[glued_to_walls(before), 0])
disc, normal, point = contacts.pair[glued, 0], contacts.normal[glued], contacts.point[glued]
arm = point - centre
wall = omega * np.stack([-arm[:, 1], arm[:, 0]], axis=1)
slip = np.sum((last.velocities[disc] - wall) * normal, axis=1)
pushed = np.sum(wall * normal, axis=1)
print(f"{glued.sum()} discs are glued to walls that move at up to {np.abs(pushed).max():.3f}")
print(f"they leave them at      {np.abs(slip).max():.1e}, expected 0")
assert glued.sum() > 5 and np.abs(slip).max() < 2e-3

# %%
# How far up do they ride? Their mean height, for the three kinds of surfaces of step 1: smooth ones hold until they are carried over the top, rough ones let
# go before, and lie as the dry ones do by then. ``set`` lays keys over a scene, here
# over the one that comes with the program (``gluey.scenes()`` has them all).

with open("lotto.toml", "w") as file:
    file.write(gluey.scenes()["lotto"])

gluey.run("lotto.toml", "smooth.h5", set={"contact.gamma_min": -np.inf, "time.steps": 1500})
gluey.run("lotto.toml", "dry.h5", set={"contact.gamma_min": 0, "time.steps": 1500})

figure, ax = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
ends = []
for name, file in (("smooth", "smooth.h5"), ("rough", "lotto.h5"), ("dry", "dry.h5")):
    case = gluey.open(file)
    height = case.positions[:, :, 1].mean(axis=1)
    ax.plot(case.times, height, label=name)
    ends.append(height[-1])
    print(f"{name:6} mean height at t = 3: {height[-1]:.3f}")
assert ends[0] > 2 * max(ends[1:])
ax.set(xlabel="t", ylabel="mean height of the discs", ylim=(0, None))
ax.legend(frameon=False)

# %%
# The scene of the file and the one made by calls are the same, and so is what comes of them, to the last bit:

from_file = gluey.Simulation("lotto.toml")
from_file.run(until=run.times[5])
same = np.array_equal(from_file.positions, run[5].positions)
print("the same bits:", same)
assert same

# %%
# Next: :doc:`stopping and going on <plot_3_stop>`.
