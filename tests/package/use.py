"""What a user of the Python module does: opens a result, by h5py and by gluey, and steps the same scene themselves."""

import sys

import gluey
import h5py
import numpy

scene, result = sys.argv[1:]

with h5py.File(result) as file:
    time = file["frames/time"][:]
    height = file["frames/position"][:, 0, 1]
# Lefebvre 2009, figure 2: touches at 1 and leaves at 4, q = (t - 4)^2, to the order of the step.
gap = height - 0.5
assert numpy.all(numpy.abs(gap[(time > 1.02) & (time < 3.98)]) < 1e-6)
assert abs(gap[-1] - 1.0) < 0.05, gap[-1]

simulation = gluey.Simulation(scene)
simulation.step(500)
assert simulation.positions[0, 1] == height[-1], "program and module differ"
print(f"gluey {gluey.__version__}: the ball is at {height[-1]:.4f} after {simulation.steps} steps")
