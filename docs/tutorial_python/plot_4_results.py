"""
4. Looking at results
=====================

A result file holds bodies, contacts and a history. Here it becomes pictures, curves, clusters, a movie and
a page for the browser.

First a result: the turning box, up to :math:`t = 1.5`.
"""

import gluey
import matplotlib.pyplot as plt
import numpy as np

with open("lotto.toml", "w") as file:
    file.write(gluey.scenes()["lotto"])
gluey.run("lotto.toml", "lotto.h5", set={"time.steps": 750, "output.every": 15})

# %%
# ``gluey.open`` reads frames when they are asked for. A frame has the arrays of a simulation; ``bodies`` has what does not change, as records.

run = gluey.open("lotto.h5")
print(run)
last = run[-1]
print(last.bodies.dtype.names)
print("black discs:", np.sum(last.bodies["label"] == "black"))

# %%
# ``history`` has a row for every step, ``statistics()`` one for every frame, as ``gluey stats`` prints them. Both are what NumPy makes
# of the frames:

mass = last.bodies["mass"]
kinetic = 0.5 * np.sum(mass * np.sum(run.velocities**2, axis=2), axis=1)
kinetic += [0.5 * np.sum(last.bodies["inertia"] * frame.angular_velocities**2) for frame in run]
potential = 10 * np.sum(mass * run.positions[:, :, 1], axis=1)
rows = run.history
print("energy at the end   by NumPy   in the history")
for name, energy in (("kinetic", kinetic), ("potential", potential)):
    found = rows[f"{name}_energy"][-1]
    print(f"{name:16} {energy[-1]:11.6f} {found:16.6f}")
    assert abs(energy[-1] - found) < 1e-9 * energy.max()

# %%
# ``gluey.plot`` draws on matplotlib's axes, so that pictures can be put together and changed as usual:

figure, axes = plt.subplots(2, 2, figsize=(8, 7), layout="constrained")
gluey.plot.snapshot(last, "speed", ax=axes[0, 0])
gluey.plot.network(last, "force", ax=axes[0, 1])
gluey.plot.history(run, "kinetic_energy", "potential_energy", ax=axes[1, 0])
gluey.plot.histogram(last, "gamma", ax=axes[1, 1])
figure.savefig("lotto.pdf")

# %%
# **What must hold exactly** is the balance of momentum, whatever the contacts do: the discs have gained what gravity gave them less what
# the box took, :math:`P(t) = -M g t\,e_y - \int_0^t F_\text{box}\,dt`. The history has the force on every obstacle.

h = np.diff(rows["time"], prepend=0)
taken = np.sum(h[:, None] * rows["obstacle_force"][:, 0], axis=0)
expected = mass.sum() * last.time * np.array([0, -10]) - taken
momentum = mass @ last.velocities
print(f"momentum of the discs  {momentum[0]:.6f} {momentum[1]:.6f}")
print(f"by the balance         {expected[0]:.6f} {expected[1]:.6f}")
assert np.all(np.abs(momentum - expected) < 1e-6 * 10 * mass.sum() * last.time)

# %%
# **Clusters** are discs joined by contacts that press or are glued; ``clusters()`` has them as records, the largest first.

table = run.statistics()
largest = last.clusters()[0]
print(f"{largest['size']} discs, radius of gyration {largest['gyration_radius']:.3f}")
sizes = np.bincount(last.cluster_labels())
assert largest["size"] == table["largest_cluster"][-1] == sizes.max()

figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3.4), layout="constrained")
left.plot(run.times, table["largest_cluster"])
left.set(xlabel="t", ylabel="discs in the largest cluster", ylim=(0, None))
gluey.plot.snapshot(run.at(0.12), "cluster", legend=False, ax=right)

# %%
# **In a notebook** an animation plays where it is made. ``.save("lotto.html")`` writes the same as a page of its own, ``.save("lotto.mp4")``
# a movie.

gluey.plot.animation(run, frames=25, size=3.2, fps=12, network="gamma")

# %%
# The web :doc:`viewer </viewer>` shows inline, too: ``gluey.plot.viewer(run)`` as the last line of a cell. Its ``save`` writes one page, with viewer
# and data, that needs neither Python nor a network. This is such a page: drag, zoom, play, click a disc.

page = gluey.plot.viewer(run)
page.save("lotto-viewer.html", frames=25)
page.close()

# %%
# Other programs take their own formats: VTK for ParaView, LAMMPS's dump for OVITO, CSV. :doc:`Results </results>` lists what is in the file.

print(run.export("vtk")[0])

# %%
# Next: :doc:`a study of one's own <plot_5_billiard>`.
