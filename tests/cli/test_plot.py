"""gluey plot: every quantity, with data and script beside the picture."""

import subprocess

import h5py
import numpy as np
import pytest
from conftest import GRAINS, PROGRAM

HISTORY = [
    "contacts", "iterations", "residual", "converged", "overlap", "complementarity", "kinetic_energy",
    "potential_energy", "wall_seconds",
]  # fmt: skip
OTHERS = [
    "trajectories", "energy", "obstacle_force", "obstacle_torque", "glued", "gamma_min", "gamma_mean", "clusters",
    "largest_cluster", "speed_max", "speed_mean", "gamma", "force", "velocity", "radius", "gap", "profile",
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
    assert done.stdout.splitlines() == [f"{stem}.png", f"{stem}.dat", f"{stem}.gp"]
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


def test_trajectories_of_chosen_bodies(gluey, grains_result, tmp_path):
    assert gluey("plot", grains_result, "trajectories", "--body", 3, "--body", 29, "-o", "t.png").returncode == 0
    with h5py.File(grains_result) as file:
        expected = file["frames/position"][:, 29]
    found = blocks(tmp_path / "t.dat")
    assert len(found) == 2 and np.array_equal(found[1], expected)


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
