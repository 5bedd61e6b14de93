"""
5. A study of one's own
=======================

Two discs meet off-centre, stick, turn about each other and let go (Lefebvre 2009, figure 15). For how long, and how does it depend on where they meet?

The scene comes with the program; ``gluey reproduce lefebvre/fig15`` runs it as in the paper. Here the striker comes along :math:`x`, at a
distance :math:`b` from the centre of the target.
"""

import gluey
import matplotlib.pyplot as plt
import numpy as np

radius, speed = 0.02, 0.05

billiard = gluey.Simulation(
    dimension=2,
    step=0.005,
    end=8,
    contact=gluey.Gluey(),
    solver={"tolerance": 1e-12},
)
billiard.add_sphere((0, 0), radius=radius, mass=1.0, name="target", label="white")
billiard.add_sphere((-0.1, 0.025), radius=radius, mass=1.0, velocity=(speed, 0), name="striker", label="black")

gluey.run(billiard, "one.h5")
run = gluey.open("one.h5")
ax = gluey.plot.trajectory(run)
gluey.plot.snapshot(run.at(2.0), ax=ax)

# %%
# **Closed form.** At impact the line of centres makes the angle :math:`\theta` with the velocity, :math:`\sin\theta = b / 2r`: the relative velocity is
# :math:`u_n = v \cos\theta` along it and :math:`u_t = v \sin\theta` across. With the reduced mass :math:`\bar m = \tfrac12` the impact stores
# :math:`\bar m u_n`, or what rough surfaces can hold, :math:`|\gamma_{\min}|`. While they are stuck, the pair turns at :math:`u_t / 2r`, which pulls
# with :math:`\bar m u_t^2 / 2r` and pays it back:
#
# .. math:: T = \frac{2 r}{u_t^2} \min\Bigl(u_n, \frac{|\gamma_{\min}|}{\bar m}\Bigr).


def expected(b, gamma_min):
    normal, across = speed * np.sqrt(1 - (b / (2 * radius)) ** 2), speed * b / (2 * radius)
    return 2 * radius / across**2 * np.minimum(normal, -gamma_min / 0.5)


# %%
# **Measured.** A function takes a result and returns numbers. The time stuck is that during which the contact has a potential, up to one step
# at both of its ends; :math:`\gamma` grows evenly at the end, which tells where within its last step it comes to zero.


def stuck(run):
    times = run.times
    gamma = np.array([frame.contacts.gamma.min(initial=0.0) for frame in run])
    held = np.flatnonzero(gamma < 0)
    if len(held) < 3:
        return {"stuck": 0.0}
    last = held[-1]
    rate = (gamma[last] - gamma[last - 1]) / (times[last] - times[last - 1])
    return {"stuck": times[last] - gamma[last] / rate - times[held[0] - 1]}


measured, exact = stuck(run)["stuck"], expected(0.025, -np.inf)
print(f"time stuck at b = 0.025: {measured:.4f}, expected {exact:.4f}")
assert abs(measured - exact) < 0.02

# %%
# **A sweep** runs every combination of some keys' values, as many at a time as there are cores, and calls the function for each.

offsets = np.array([0.020, 0.0225, 0.025, 0.0275, 0.030, 0.0325, 0.035])
study = gluey.sweep(
    billiard,
    {"contact.gamma_min": [-np.inf, -0.012], "body.striker.position": [[-0.1, b] for b in offsets]},
    output="study",
    measure=stuck,
    progress=False,
)
assert not study.failed
table = study.records()

figure, ax = plt.subplots(figsize=(6.4, 4), layout="constrained")
fine = np.linspace(offsets[0], offsets[-1], 200)
print("gamma_min       b   time stuck   expected")
for gamma_min, name in ((-np.inf, "smooth"), (-0.012, "rough, γmin = −0.012")):
    rows = table[table["contact.gamma_min"] == gamma_min]
    b = rows["body.striker.position"][:, 1]
    (points,) = ax.plot(b, rows["stuck"], "o", label=name)
    ax.plot(fine, expected(fine, gamma_min), color=points.get_color(), lw=1)
    for row, offset in zip(rows, b):
        print(f"{gamma_min:9} {offset:7.4f} {row['stuck']:12.4f} {expected(offset, gamma_min):10.4f}")
    assert np.all(np.abs(rows["stuck"] - expected(b, gamma_min)) < 0.02)
ax.set(xlabel="distance b of the striker's line from the target", ylabel="time stuck", ylim=(0, None))
ax.legend(frameon=False, title="points measured, lines exact")
figure.savefig("billiard.pdf")

# %%
# **How good are these numbers?** The scheme is of first order: with half of the step, half of the error.

steps = [0.02, 0.01, 0.005, 0.0025]
finer = gluey.sweep(billiard, {"time.step": steps}, output="finer", measure=stuck, progress=False)
errors = np.abs(finer.records()["stuck"] - exact)
gluey.plot.convergence(steps, errors, order=1, label="error of the time stuck")
slope = gluey.plot.slope(steps, errors)
print(f"slope {slope:.2f}, expected 1")
assert abs(slope - 1) < 0.3

# %%
# **Where to go from here.** :doc:`The module </python>` has forces of your own, contact problems for NumPy matrices and the reference of all
# functions; :doc:`laws </laws/index>`, :doc:`forces </forces/index>` and :doc:`shapes </shapes/index>` have a page each, :doc:`scene keys
# </scene>` lists every key, and the :doc:`gallery </gallery>` the experiments of the papers.
