"""
5. A study of one's own
=======================

Two discs meet off-centre, stick, turn about each other and let go (Lefebvre 2009, figure 15). For how
long, and how does it depend on where they meet?

``gluey reproduce lefebvre/fig15`` repeats the paper's experiment from the shell. Here the striker comes
along :math:`x`, and its line passes the centre of the target at the distance :math:`b`.
"""

import gluey
import matplotlib.pyplot as plt
import numpy as np

radius, speed, start = 0.02, 0.05, -0.06

billiard = gluey.Simulation(
    dimension=2,
    step=0.01,
    end=4,
    contact=gluey.Gluey(),
    solver={"tolerance": 1e-12},
)
disc = {"radius": radius, "mass": 1.0}
billiard.add_sphere((0, 0), name="target", label="white", **disc)
billiard.add_sphere((start, 0.025), velocity=(speed, 0), name="striker", label="black", **disc)

gluey.run(billiard, "one.h5")
run = gluey.open("one.h5")
figure, axes = plt.subplots(1, 3, figsize=(9, 2.3), layout="constrained", sharey=True)
for time, ax in zip((0, 1.5, 4), axes):
    gluey.plot.trajectory(run[: 1 + int(time / 0.01)], ax=ax)
    limits = (-0.09, -0.05, 0.17, 0.09)
    gluey.plot.snapshot(run.at(time), limits=limits, legend=False, ax=ax)

# %%
# **Closed form.** The discs touch when their centres are :math:`2r` apart. The line of centres then makes the angle :math:`\theta` with the velocity
# :math:`v`, :math:`\sin\theta = b / 2r`: the relative velocity is :math:`u_n = v \cos\theta` along it and :math:`u_t = v \sin\theta` across. With
# the reduced mass :math:`\bar m = \tfrac12` the impact stores :math:`\bar m u_n`, or what rough surfaces can hold, :math:`|\gamma_{\min}|`. While
# they are stuck, the pair turns at :math:`u_t / 2r`, which pulls with :math:`\bar m u_t^2 / 2r` and pays it back within
#
# .. math:: T = \frac{2 r}{u_t^2} \min\Bigl(u_n, \frac{|\gamma_{\min}|}{\bar m}\Bigr).


def impact(b):
    return (-start - np.sqrt(4 * radius**2 - b**2)) / speed


def expected(b, gamma_min):
    across, along = speed * b / (2 * radius), speed * np.sqrt(1 - (b / (2 * radius)) ** 2)
    return 2 * radius / across**2 * np.minimum(along, -gamma_min / 0.5)


# %%
# **Measured.** A function takes a result and returns numbers. The discs part when :math:`\gamma` is back at zero; it grows evenly, which tells
# where within a step that happens.


def release(run):
    gamma = np.array([frame.contacts.gamma.min(initial=0.0) for frame in run])
    last = np.flatnonzero(gamma < 0)[-1]
    rate = (gamma[last] - gamma[last - 1]) / (run.times[last] - run.times[last - 1])
    return {"release": run.times[last] - gamma[last] / rate}


measured, exact = release(run)["release"] - impact(0.025), expected(0.025, -np.inf)
print(f"time stuck at b = 0.025: {measured:.4f}, expected {exact:.4f}")
assert abs(measured - exact) < 0.01

# %%
# **A sweep** runs every combination of some keys' values, as many at a time as there are cores, and calls the function for each.
# The impact takes up to two steps of 0.01, and so far off may the times be.

offsets = [0.020, 0.0225, 0.025, 0.0275, 0.030, 0.035]
study = gluey.sweep(
    billiard,
    {
        "contact.gamma_min": [-np.inf, -0.012],
        "body.striker.position": [[start, b] for b in offsets],
    },
    output="study",
    measure=release,
    progress=False,
)
assert not study.failed
table = study.records()

figure, ax = plt.subplots(figsize=(6.4, 4), layout="constrained")
fine = np.linspace(0.0195, 0.036, 200)
print("gamma_min       b   time stuck   expected")
for gamma_min, name in ((-np.inf, "smooth"), (-0.012, "rough, γmin = −0.012")):
    rows = table[table["contact.gamma_min"] == gamma_min]
    b = rows["body.striker.position"][:, 1]
    stuck = rows["release"] - impact(b)
    (points,) = ax.plot(b, stuck, "o", label=name)
    ax.plot(fine, expected(fine, gamma_min), color=points.get_color(), lw=1)
    for row in zip(b, stuck, expected(b, gamma_min)):
        print("{:9} {:7.4f} {:12.4f} {:10.4f}".format(gamma_min, *row))
    assert np.all(np.abs(stuck - expected(b, gamma_min)) < 0.025)
ax.set(xlabel="distance b", ylabel="time stuck", ylim=(0, None))
ax.legend(frameon=False, title="points measured, lines exact")
figure.savefig("billiard.pdf")

# %%
# **How good are these numbers?** The scheme is of first order: with half of the step, half of the error.

steps = [0.04, 0.02, 0.01, 0.005]
finer = gluey.sweep(
    billiard, {"time.step": steps}, output="finer", measure=release, progress=False
)
errors = np.abs(finer.records()["release"] - impact(0.025) - exact)
gluey.plot.convergence(steps, errors, order=1, label="error of the time stuck")
slope = gluey.plot.slope(steps, errors)
print(f"slope {slope:.2f}, expected 1")
assert abs(slope - 1) < 0.2

# %%
# **Where to go from here.** :doc:`The module </python>` has forces of your own, contact problems for NumPy matrices and the reference of all
# functions; :doc:`laws </laws/index>`, :doc:`forces </forces/index>` and :doc:`shapes </shapes/index>` have a page each, :doc:`scene keys
# </scene>` lists every key, and the :doc:`gallery </gallery>` the experiments of the papers.
