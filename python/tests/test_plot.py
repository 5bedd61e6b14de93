"""Pictures: what is drawn is where the bodies are, and every kind can be drawn."""

import json
import re

import gluey
import matplotlib.pyplot as plt
import numpy as np
import pytest
from conftest import ROOT
from gluey import outlines
from matplotlib.collections import EllipseCollection, LineCollection


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def found(ax, kind):
    return [item for item in ax.collections if type(item) is kind]


@pytest.mark.parametrize("color", ["label", "gamma", "speed", "force", "cluster", "radius", "#336699", None])
def test_snapshot_draws_the_bodies_where_they_are(result, color):
    run = gluey.open(result)
    ax = gluey.plot.snapshot(run, color)
    (discs,) = found(ax, EllipseCollection)
    np.testing.assert_array_equal(discs.get_offsets(), run[-1].positions)
    ax.figure.canvas.draw()
    widths = 2 * discs._widths
    np.testing.assert_allclose(widths, 2 * run[-1].bodies["radius"])
    low, high = np.transpose([ax.get_xlim(), ax.get_ylim()])
    assert np.all(low < 0) and np.all(high > 1)  # the walls are in view


def test_colours_are_the_numbers(result):
    frame = gluey.open(result)[-1]
    (discs,) = found(gluey.plot.snapshot(frame, "speed"), EllipseCollection)
    np.testing.assert_allclose(discs.get_array(), np.linalg.norm(frame.velocities, axis=1))
    (discs,) = found(gluey.plot.snapshot(frame, "gamma"), EllipseCollection)
    assert discs.get_array().min() == frame.contacts.gamma.min() < 0


@pytest.mark.parametrize("quantity", ["gamma", "force"])
def test_the_network_has_a_line_for_every_contact_that_acts(result, quantity):
    frame = gluey.open(result)[-1]
    ax = gluey.plot.network(frame, quantity)
    lines = found(ax, LineCollection)[-1]
    assert len(lines.get_segments()) == frame.contacts.acting.sum() > 10
    first, _ = frame.contacts.pair[frame.contacts.acting][0]
    np.testing.assert_array_equal(lines.get_segments()[0][0], frame.positions[first])


@pytest.mark.parametrize("scene", ["worms", "red-cells", "shear-cell", "brick-wall", "box3d", "drum", "evacuation", "hopper"])
def test_every_kind_of_scene_can_be_drawn(scene):
    sim = gluey.Simulation(ROOT / "scenes" / f"{scene}.toml")
    sim.step(2)
    ax = gluey.plot.snapshot(sim, "speed", network="force")
    ax.figure.canvas.draw()
    assert ax.collections


def test_outlines():
    origin = np.zeros(2)
    box = outlines.draw({"kind": "box", "size": [2, 4]}, origin, 0.5 * np.pi, (0, 1), 1.0).solids[0]
    np.testing.assert_allclose(np.ptp(box, axis=0), [4, 2])
    capsule = outlines.draw({"kind": "capsule", "radius": 1, "length": 3}, origin, 0.0, (0, 1), 1.0).solids[0]
    np.testing.assert_allclose(np.ptp(capsule, axis=0), [5, 2])
    square = {"kind": "superellipsoid", "radii": [2, 1], "exponents": [20]}
    corner = np.abs(outlines.draw(square, origin, 0.0, (0, 1), 1.0).solids[0])
    np.testing.assert_allclose((corner[:, 0] / 2) ** 20 + corner[:, 1] ** 20, 1)
    # A unit cube turned by an eighth about y, seen along y and along x.
    turned = [np.cos(np.pi / 8), 0, np.sin(np.pi / 8), 0]
    cube = {"kind": "box", "size": [1, 1, 1]}
    seen = outlines.draw(cube, np.zeros(3), turned, (0, 2), 1.0).solids[0]
    np.testing.assert_allclose(np.ptp(seen, axis=0), [np.sqrt(2), np.sqrt(2)])
    seen = outlines.draw(cube, np.zeros(3), turned, (1, 2), 1.0).solids[0]
    np.testing.assert_allclose(np.ptp(seen, axis=0), [1, np.sqrt(2)])


def test_the_slope_of_a_convergence_is_measured():
    h = np.array([0.1, 0.05, 0.025])
    ax = gluey.plot.convergence(h, 3 * h**1.5, order=1)
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["error: slope 1.50", "slope 1"]
    low = ax.lines[1].get_ydata()
    assert np.all(low < 3 * np.array([0.025, 0.1]) ** 1.5)


def test_histogram_profile_trajectory_history(result):
    run = gluey.open(result)
    ax = gluey.plot.histogram(run, "gamma", bins=10)
    assert sum(patch.get_height() * patch.get_width() for patch in ax.patches) == pytest.approx(1)
    ax = gluey.plot.profile(run, "solid_fraction", axis=1, slices=8)
    values, edges = ax.patches[0].get_data()[:2]
    np.testing.assert_array_equal(values, run[-1].profile(1, 8)["solid_fraction"])
    ax = gluey.plot.profile(run, "velocity", component=1)
    assert ax.get_xlabel() == "velocity y"
    ax = gluey.plot.trajectory(run, bodies=[0, 3])
    np.testing.assert_array_equal(ax.lines[1].get_xydata()[0], run[-1].positions[3])
    ax = gluey.plot.trajectory(run[:1])  # a way of one point
    np.testing.assert_array_equal(ax.lines[1].get_xydata()[0], run[0].positions[1])
    ax = gluey.plot.history(run, "kinetic_energy", "contacts")
    np.testing.assert_array_equal(ax.lines[1].get_ydata(), run.history["contacts"])


def test_an_animation_plays_in_a_notebook(result, tmp_path):
    made = gluey.plot.animation(gluey.open(result), frames=4, color="speed")
    page = made._repr_html_()
    assert len(re.findall(r'frames\[\d+\] = "data:image/png;base64', page)) == 4
    # Nothing comes from the network, and every button has its sign.
    assert "http" not in re.sub(r"data:image/png;base64[^\"]*", "", page)
    assert len(re.findall(r"<button[^>]*>\s*[^\s<]+</button>", page)) == 9
    made.save(tmp_path / "grains.html")
    assert "data:image/png" in (tmp_path / "grains.html").read_text()


def test_the_viewer_is_served_and_saved(result, tmp_path):
    import urllib.request

    page = gluey.plot.viewer(gluey.open(result))
    assert f'<iframe src="{page.address}"' in page._repr_html_()
    with urllib.request.urlopen(page.address + "api/run/0/header") as answer:
        assert json.load(answer)["bodies"] == 30
    page.save(tmp_path / "grains.html", frames=5)
    text = (tmp_path / "grains.html").read_text()
    given = json.loads(re.search(r'id="gluey-data">(.*?)</script>', text, re.S)[1])
    assert sum("/frame/" in path for path in given["answers"]) == 5
    address = page.address
    page.close()
    with pytest.raises(OSError):
        urllib.request.urlopen(address, timeout=5)
    with pytest.raises(gluey.Error, match="nowhere.h5"):
        gluey.plot.viewer(tmp_path / "nowhere.h5")


def test_a_history_without_the_column_says_which_there_are(result):
    with pytest.raises(gluey.Error, match="no 'kinetic'; it has .*kinetic_energy"):
        gluey.plot.history(gluey.open(result), "kinetic")
