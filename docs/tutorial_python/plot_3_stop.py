"""
3. Stopping and going on
========================

A run that was stopped goes on from its checkpoint as if it had never been: bit for bit. So one state can
have several futures.

The scene is the turning box of the last step, as it comes with the program.
"""

import gluey
import matplotlib.pyplot as plt
import numpy as np

with open("lotto.toml", "w") as file:
    file.write(gluey.scenes()["lotto"])

# %%
# In memory, ``save`` writes all that it takes to go on, and ``load`` reads it into a simulation of the same scene:

sim = gluey.Simulation("lotto.toml")
sim.step(400)
sim.save("at-400.checkpoint")
sim.step(300)

again = gluey.Simulation("lotto.toml")
again.load("at-400.checkpoint")
again.step(300)
print(again)
print("the same bits:", np.array_equal(again.positions, sim.positions))
assert np.array_equal(again.positions, sim.positions)
assert np.array_equal(again.contacts.gamma, sim.contacts.gamma)

# %%
# A run into a file writes its checkpoint beside it, every ``output.checkpoint`` seconds and whenever it is stopped. Ctrl-C ends it after the
# step under way; here a function that is told of the progress presses it.


def impatient(step, steps, time, end):
    print("stopped at step", step)
    raise KeyboardInterrupt


try:
    gluey.run("lotto.toml", "stopped.h5", steps=700, progress=impatient)
except KeyboardInterrupt:
    stopped = gluey.open("stopped.h5")
    print("complete:", stopped.complete)
    assert not stopped.complete

summary = gluey.run("lotto.toml", "stopped.h5", steps=700, resume=True)
print("gone on to step", summary["steps"])

gluey.run("lotto.toml", "whole.h5", steps=700)
one, other = gluey.open("stopped.h5"), gluey.open("whole.h5")
print(f"{len(one)} frames, the same bits:", np.array_equal(one.positions, other.positions))
assert summary["resumed"] and np.array_equal(one.positions, other.positions)

# %%
# **Two futures.** The restart adds no error of its own, so whatever two futures differ by comes from what we change. Here one disc is moved by
# :math:`10^{-10}`, by writing into the array of positions; beside it is a restart that changes nothing.


def future(nudge, end=1.8):
    """Times and positions after each step from the checkpoint on, one disc moved."""
    sim = gluey.Simulation("lotto.toml")
    sim.load("at-400.checkpoint")
    sim.positions[80, 0] += nudge
    times, ways = [], []

    def watch(sim):
        times.append(sim.time)
        ways.append(sim.positions.copy())

    sim.run(until=end, callback=watch)
    return np.array(times), np.array(ways)


times, ways = future(nudge=0)
unchanged, changed = (
    np.linalg.norm(future(nudge)[1] - ways, axis=2).max(axis=1) for nudge in (0, 1e-10)
)
print(f"after {len(times)} steps apart by {unchanged[-1]} where nothing was changed,")
print(f"by {changed[-1]:.1e} where one disc was moved by 1e-10")
assert np.all(unchanged == 0) and changed[-1] > 1e-6

figure, ax = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
ax.semilogy(times, changed)
diameter = 2 * sim.bodies["radius"].mean()
ax.axhline(diameter, color="0.6", lw=0.8, ls="--")
ax.annotate("mean diameter", (times[-1], diameter), va="bottom", ha="right", color="0.4")
ax.set(xlabel="t", ylabel="largest distance between the futures", ylim=(1e-11, 1))

# %%
# Discs that collide forget where they came from: what a simulation predicts are means over many of them. Next: :doc:`looking at results
# <plot_4_results>`.
