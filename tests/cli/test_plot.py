"""gluey plot: every quantity, with data and script beside the picture."""

import re
import shutil
import subprocess

import h5py
import numpy as np
import pytest
from conftest import GRAINS, PROGRAM

HISTORY = [
    "contacts", "iterations", "residual", "converged", "overlap", "complementarity", "kinetic_energy",
    "potential_energy", "wall_seconds", "kept",
]  # fmt: skip
OTHERS = [
    "accuracy", "trajectories", "energy", "obstacle_force", "obstacle_torque", "glued", "gamma_min", "gamma_mean", "clusters",
    "largest_cluster", "speed_max", "speed_mean", "gamma", "force", "velocity", "radius", "gap", "profile",
    "mean_cluster", "coordination", "stress", "cluster_sizes", "pair_correlation", "stress_profile",
]  # fmt: skip


@pytest.fixture(scope="module")
def grains_result(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    (folder / "grains.toml").write_text(GRAINS)
    subprocess.run([PROGRAM, "run", "grains.toml", "--quiet"], cwd=folder, check=True)
    return folder / "grains.h5"


def blocks(path):
    """The series of a data file."""
    return [np.loadtxt(block.splitlines(), ndmin=2) for block in path.read_text().split("\n\n\n")]


@pytest.mark.parametrize("quantity", HISTORY + OTHERS)
def test_every_quantity_has_picture_data_and_script(gluey, grains_result, tmp_path, quantity):
    done = gluey("plot", grains_result, quantity)
    assert done.returncode == 0, done.stderr
    stem = f"grains-{quantity}"
    said = ["10 of 30 bodies; --body picks others"] if quantity == "trajectories" else []
    assert done.stdout.splitlines() == [f"{stem}.png", f"{stem}.dat", f"{stem}.gp"] + said
    assert (tmp_path / f"{stem}.png").read_bytes().startswith(b"\x89PNG")
    assert all(block.shape[1] == 2 for block in blocks(tmp_path / f"{stem}.dat"))


@pytest.mark.parametrize("quantity", HISTORY)
def test_histories_are_the_columns_of_the_file(gluey, grains_result, tmp_path, quantity):
    assert gluey("plot", grains_result, quantity, "-o", "h.svg").returncode == 0
    with h5py.File(grains_result) as file:
        expected = np.column_stack([file["history/time"], file[f"history/{quantity}"]])
    assert np.array_equal(blocks(tmp_path / "h.dat")[0], expected)


def test_the_script_makes_the_picture_again(gluey, grains_result, tmp_path):
    assert gluey("plot", grains_result, "energy", "-o", "e.png").returncode == 0
    first = (tmp_path / "e.png").read_bytes()
    (tmp_path / "e.png").unlink()
    subprocess.run(["gnuplot", "e.gp"], cwd=tmp_path, check=True)
    assert (tmp_path / "e.png").read_bytes() == first


def test_several_results_are_several_curves(gluey, grains_result, tmp_path):
    done = gluey("plot", grains_result, grains_result, "contacts", "--title", "one", "-o", "two.pdf")
    assert done.returncode == 0, done.stderr
    assert len(blocks(tmp_path / "two.dat")) == 2
    script = (tmp_path / "two.gp").read_text()
    assert "title 'one'" in script and "title 'grains'" in script


def test_no_two_trajectories_look_alike(gluey, grains_result, tmp_path):
    assert gluey("plot", grains_result, "trajectories", "-o", "t.png").returncode == 0
    script = (tmp_path / "t.gp").read_text()
    lines = re.findall(r"with lines linetype (\d+) linewidth 2(?: dashtype (\S+))?", script)
    assert len(lines) == len(set(lines)) == 10
    # gnuplot's own colours begin behind ours, and resemble them.
    assert {f"set linetype {color} " in script for color, _ in lines} == {True}


def test_trajectories_of_chosen_bodies(gluey, grains_result, tmp_path):
    assert gluey("plot", grains_result, "trajectories", "--body", 3, "--body", 29, "-o", "t.png").returncode == 0
    with h5py.File(grains_result) as file:
        expected = file["frames/position"][:, 29]
    found = blocks(tmp_path / "t.dat")
    assert len(found) == 2 and np.array_equal(found[1], expected)


@pytest.mark.parametrize("quantity", ["energy", "contacts", "obstacle_force"])
def test_a_result_without_steps_is_named_and_nothing_written(gluey, grains, tmp_path, quantity):
    assert gluey("run", grains, "--quiet", "--steps", 0, "-o", "start.h5").returncode == 0
    before = set(tmp_path.iterdir())
    done = gluey("plot", "start.h5", quantity)
    assert done.returncode == 2
    assert done.stderr == "error: start.h5 has no steps to plot\n"
    assert set(tmp_path.iterdir()) == before
    assert gluey("plot", "start.h5", "radius").returncode == 0, "the first frame is there"


def test_what_only_contacts_tell_is_refused_without_them(gluey, grains, tmp_path):
    assert gluey("run", grains, "--quiet", "--set", "output.contacts=false", "-o", "bare.h5").returncode == 0
    before = set(tmp_path.iterdir())
    for quantity in [
        "glued", "gamma_min", "gamma_mean", "gamma", "force", "gap", "mean_cluster", "cluster_sizes", "stress_profile",
    ]:  # fmt: skip
        done = gluey("plot", "bare.h5", quantity)
        assert done.returncode == 2, quantity
        assert "bare.h5 has no contacts (output.contacts = false)" in done.stderr
    assert set(tmp_path.iterdir()) == before
    for quantity in ["contacts", "speed_mean", "stress", "clusters", "largest_cluster", "coordination"]:
        assert gluey("plot", "bare.h5", quantity).returncode == 0


@pytest.mark.parametrize("quantity", ["clusters", "largest_cluster", "coordination"])
def test_clusters_are_those_of_the_steps_or_of_the_frames_where_steps_do_not_tell(gluey, grains_result, tmp_path, quantity):
    old = tmp_path / "old.h5"
    shutil.copy(grains_result, old)
    with h5py.File(old, "r+") as file:
        expected = np.column_stack([file["history/time"], file[f"history/{quantity}"]])
        at_frames = np.isin(file["history/step"], file["frames/step"])
        for name in ("clusters", "largest_cluster", "coordination"):
            del file[f"history/{name}"]
    assert gluey("plot", grains_result, quantity, "-o", "steps.png").returncode == 0
    assert np.array_equal(blocks(tmp_path / "steps.dat")[0], expected)
    assert gluey("plot", old, quantity, "-o", "frames.png").returncode == 0
    assert np.array_equal(blocks(tmp_path / "frames.dat")[0][1:], expected[at_frames])


def test_values_that_no_axis_can_show_are_refused(gluey, grains, tmp_path):
    assert gluey("run", grains, "--quiet", "--steps", 2, "--set", "environment.gravity=[0, 0]").returncode == 0
    before = set(tmp_path.iterdir())
    done = gluey("plot", "grains.h5", "kinetic_energy", "--log")
    assert done.returncode == 1 and "nothing to plot" in done.stderr and "gnuplot" not in done.stderr
    assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    "arguments, word",
    [
        (["mood"], "no quantity 'mood'"),
        (["gamma", "--frame", "99"], "11 frames"),
        (["gamma", "--frame", "0"], "nothing to count"),
        (["trajectories", "--body", "30"], "index below 30"),
        (["profile", "--axis", "z"], "two-dimensional"),
        (["energy", "-o", "energy.bmp"], ".png"),
    ],
)
def test_mistakes_exit_2(gluey, grains_result, arguments, word):
    done = gluey("plot", grains_result, *arguments)
    assert done.returncode == 2, done.stderr
    assert word in done.stderr


def test_a_missing_gnuplot_is_named_and_data_stay(gluey, grains_result, tmp_path):
    done = gluey("plot", grains_result, "energy", "-o", "e.png", env={"PATH": "/nowhere"})
    assert done.returncode == 1
    assert "gnuplot is not installed" in done.stderr
    assert (tmp_path / "e.dat").exists() and (tmp_path / "e.gp").exists()
