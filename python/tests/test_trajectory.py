"""Results, read lazily."""

import multiprocessing

import gluey
import h5py
import numpy as np
import pytest


def test_frames_are_those_of_the_file(result):
    run = gluey.open(result)
    with h5py.File(result) as file:
        frames = file["frames"]
        assert len(run) == len(frames["time"]) == 11
        np.testing.assert_array_equal(run.times, frames["time"])
        np.testing.assert_array_equal(run.steps, frames["step"])
        np.testing.assert_array_equal(run.positions, frames["position"])
        np.testing.assert_array_equal(run.velocities, frames["velocity"])
        np.testing.assert_array_equal(run.orientations, frames["orientation"])
        begin, end = frames["contact_offset"][5:7]
        contacts = run[5].contacts
        np.testing.assert_array_equal(contacts.pair, frames["contact_pair"][begin:end])
        np.testing.assert_array_equal(contacts.gamma, frames["contact_gamma"][begin:end])
        np.testing.assert_array_equal(run.contacts()["gamma"], frames["contact_gamma"])
        for name in ("time", "contacts", "residual", "kinetic_energy", "stress", "obstacle_force", "converged"):
            np.testing.assert_array_equal(run.history[name].squeeze(), file["history"][name][:].squeeze())
        np.testing.assert_array_equal(run.bodies["radius"], file["bodies/radius"])
        assert list(run.obstacles["name"]) == ["box"]
    assert run.complete and run.dimension == 2 and "gamma_min = -0.5" in run.scene


def test_indexing(result):
    run = gluey.open(result)
    assert run[-1].step == 200 and run[0].step == 0 and run.at(0.52).step == 100
    half = run[::2]
    assert len(half) == 6 and [frame.step for frame in half] == [0, 40, 80, 120, 160, 200]
    assert half[1:][0].step == 40 and half.positions.shape == (6, 30, 2)
    with pytest.raises(IndexError):
        run[11]
    kept = [run[3].positions for _ in range(3)]
    del run
    np.testing.assert_array_equal(kept[0], kept[2])


def test_numbers_of_a_frame(result, program):
    run = gluey.open(result)
    header, *rows = program("stats", result).stdout.splitlines()
    table = np.array([[float(cell) for cell in row.split(",")] for row in rows])
    numbers = run.statistics()
    for name in ("kinetic_energy", "contacts", "gamma_min", "clusters", "largest_cluster", "overlap"):
        np.testing.assert_allclose(numbers[name], table[:, header.split(",").index(name)], rtol=1e-5, atol=1e-12)
    frame = run[-1]
    clusters, labels = frame.clusters(), frame.cluster_labels()
    assert clusters["size"].sum() == 30 and np.all(np.diff(clusters["size"]) <= 0)
    np.testing.assert_array_equal(np.bincount(labels), clusters["size"])
    members = labels == 0
    np.testing.assert_allclose(clusters["center"][0], frame.positions[members].mean(0))
    profile = frame.profile(axis=1, slices=7)
    assert profile["bodies"].sum() == 30 and len(profile) == 7
    solid = np.pi * np.sum(frame.bodies["radius"] ** 2)
    assert profile["solid"].sum() == pytest.approx(solid)
    assert frame.pair_correlation(bins=10)["pairs"].sum() > 0
    assert frame.stress().shape == (2, 2)
    assert frame.records()["position"].shape == (30, 2)


@pytest.mark.parametrize("part", [slice(None), slice(2, 9, 3), slice(None, None, -2), slice(0, 0)])
def test_frames_together_are_the_frames_one_by_one(result, part):
    """To the last bit, whatever the frames and their order."""
    run = gluey.open(result)[part]
    together = run.statistics()
    assert len(together) == len(run)
    for within in (None, 0.001):
        together = run.statistics(within)
        for row, frame in zip(together, run):
            for name, value in frame.statistics(within).items():
                np.testing.assert_array_equal(row[name], value, err_msg=name)
    for name in ("positions", "velocities", "orientations"):
        one_by_one = [getattr(frame, name) for frame in run]
        assert len(one_by_one) == len(getattr(run, name))
        np.testing.assert_array_equal(getattr(run, name).ravel(), np.ravel(one_by_one))


def test_results_are_read_in_a_forked_process(result):
    """The threads that read are not left over from the process before, which would never answer."""
    run = gluey.open(result)
    before = run.statistics()
    with multiprocessing.get_context("fork").Pool(1) as pool:
        after = pool.apply_async(_statistics_of, (str(result),)).get(timeout=60)
    assert before.tobytes() == after.tobytes()


def _statistics_of(file):
    return gluey.open(file).statistics()


def test_a_simulation_has_the_numbers_of_its_frame(grains, result):
    grains.run()
    ours, theirs = grains.statistics(), gluey.open(result)[-1].statistics()
    assert ours["kinetic_energy"] == theirs["kinetic_energy"] and ours["largest_cluster"] == theirs["largest_cluster"]


def test_a_run_that_goes_on_is_followed(tmp_path):
    sim = gluey.Simulation(step=0.01, steps=10)
    sim.add_sphere((0, 0), radius=1, velocity=(1, 0))
    gluey.run(sim, tmp_path / "run.h5", steps=5)
    run = gluey.open(tmp_path / "run.h5")
    before = run.steps[-1]
    gluey.run(sim, tmp_path / "run.h5", resume=True)
    assert before == 5 and run.refresh().steps[-1] == 10


def test_unwrapped_positions_do_not_jump(tmp_path):
    sim = gluey.Simulation(step=0.01, steps=300, output={"every": 10},
                           domain={"lower": [0, 0], "upper": [1, 1], "periodic": [True, False]})
    sim.add_sphere((0.5, 0.5), radius=0.1, velocity=(1, 0))
    gluey.run(sim, tmp_path / "run.h5")
    run = gluey.open(tmp_path / "run.h5")
    assert run.positions[:, 0, 0].max() <= 1.0
    np.testing.assert_allclose(run.unwrapped()[:, 0, 0], 0.5 + run.times, atol=1e-9)


def test_files_that_are_none(tmp_path):
    with pytest.raises(gluey.Error, match="nothing.h5"):
        gluey.open(tmp_path / "nothing.h5")
    (tmp_path / "text.h5").write_text("text")
    with pytest.raises(gluey.Error, match="text.h5"):
        gluey.open(tmp_path / "text.h5")


def test_export(result, tmp_path):
    files = gluey.open(result).export("csv", tmp_path / "grains.csv")
    assert files and all((tmp_path / file).exists() for file in files)
    whole = (tmp_path / "grains.csv").read_text().splitlines()
    gluey.open(result)[::-5].export("csv", tmp_path / "some.csv")
    some = (tmp_path / "some.csv").read_text().splitlines()
    assert some == whole[:1] + whole[301:331] + whole[151:181] + whole[1:31]
    with pytest.raises(gluey.Error, match="nothing to export"):
        gluey.open(result)[:0].export("csv", tmp_path / "none.csv")


def test_what_is_not_there_is_said(result):
    run = gluey.open(result)
    with pytest.raises(IndexError, match="has 11 frames: there is no number 11"):
        run[11]
    with pytest.raises(gluey.Error, match="there is no frame at 100"):
        run.at(100)
