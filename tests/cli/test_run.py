"""gluey run: what it prints and writes, and how it fails."""

import json
import os
import pty
import re
import subprocess

import h5py
import numpy as np
import pytest
from conftest import PROGRAM


def test_summary_on_stdout_and_progress_on_stderr(gluey, grains, tmp_path):
    done = gluey("run", grains)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^  steps +200, to t = 1\b", done.stdout, re.MULTILINE)
    assert re.search(
        r"^  accuracy +standard; contact velocities to \S+ % of what forces add per step, in 95 % of the steps to \S+ %, at worst \S+ %$",
        done.stdout, re.MULTILINE,
    )  # fmt: skip
    assert re.search(r"^step \d+/200 \(\d+%\)  t .* contacts \d+  iterations \d+  residual ", done.stderr, re.MULTILINE)
    assert "\r" not in done.stderr and "\x1b" not in done.stderr
    assert (tmp_path / "grains.h5").exists()


def test_profile_tells_what_threads_share(gluey, tmp_path):
    scene = tmp_path / "many.toml"
    scene.write_text(
        "dimension = 2\n[time]\nstep = 0.001\nsteps = 3\n[environment]\ngravity = [0, -10]\n"
        "[[bodies]]\ncount = 6000\nshape = { kind = 'sphere', radius = 0.4 }\n"
        "region = { kind = 'box', lower = [0, 0], upper = [100, 100] }\n"
        "[[obstacle]]\nshape = { kind = 'plane', normal = [0, 1] }\n"
    )
    done = gluey("run", scene, "--profile", "--json", "--quiet")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    stages, shared = summary["stages"], summary["stages_in_parallel"]
    assert summary["threads"] == 1
    assert list(shared) == list(stages)
    assert all(0 <= shared[name] <= stages[name] for name in stages)
    assert shared["find contacts"] > 0.5 * stages["find contacts"]  # 6 blocks of 1024 bodies
    plain = gluey("run", scene, "--json", "--force")
    assert json.loads(plain.stdout)["stages_in_parallel"] == {}
    table = gluey("run", scene, "--profile", "--force")
    assert re.search(r"^  in parallel +\d+\.\d% of the steps' time; move obstacles \d+\.\d%, .*history \d+\.\d%$", table.stdout, re.MULTILINE)
    refused = gluey("run", scene, "--profile", "--threads", "2")
    assert refused.returncode == 2
    assert "--profile" in refused.stderr and "--threads" in refused.stderr


def test_the_summary_counts_one_as_one_and_names_tolerance_and_solvers(gluey, grains, tmp_path):
    scene = tmp_path / "one.toml"
    scene.write_text(
        """
[time]
step = 0.25
steps = 1
[[body]]
shape = { kind = "sphere", radius = 0.5 }
position = [0, 0.5]
[[obstacle]]
shape = { kind = "plane", normal = [0, 1] }
"""
    )
    summary = gluey("run", scene, "--threads", "1", "--set", "solver.tolerance=1e-4").stdout
    assert re.search(r"^  scene +2D, 1 body, 1 obstacle$", summary, re.MULTILINE)
    assert re.search(r"^  steps +1, to t = 0.25, 2 frames$", summary, re.MULTILINE)
    assert summary.count("1 thread\n") == 1
    # The tolerance of a step is relative to the smallest radius / step.
    assert re.search(r"^  accuracy +residual .* 2.00e-04 asked for; 0 steps not converged$", summary, re.MULTILINE)
    assert re.search(r"^  solver +gauss-seidel; ", gluey("run", scene, "--set", "solver.method=gauss-seidel").stdout, re.MULTILINE)
    # In free flight there is nothing to solve.
    flight = gluey("run", scene, "--set", "body[0].position=[0, 9]").stdout
    assert re.search(r"^  solver +not needed; ", flight, re.MULTILINE)
    summary = json.loads(gluey("run", grains, "--json", "--set", "solver.accuracy=exact").stdout)
    assert summary["tolerance"] == pytest.approx(1e-6 * 0.02 / 0.005, rel=0.5)
    assert summary["residual_max"] <= summary["tolerance"]
    assert 0 < sum(summary["solvers"].values()) <= 200


def test_json_summary(gluey, grains):
    done = gluey("run", grains, "--json", "--threads", "1", "-o", "elsewhere.h5")
    summary = json.loads(done.stdout)
    assert summary["steps"] == 200
    assert summary["time"] == pytest.approx(1.0)
    assert summary["bodies"] == 30 and summary["obstacles"] == 1
    assert summary["threads"] == 1
    assert summary["accuracy"] == "standard" and summary["missed"] == 0
    assert 0 < summary["accuracy_median"] <= summary["accuracy_95"] <= summary["accuracy_max"] <= 1
    assert summary["stopped"] is False
    assert summary["file"].endswith("elsewhere.h5")
    assert summary["frames"] == 11  # every 20 of 200 steps, and the start
    # What the file tells of the steps is what the run said; the rest of its time is reading the scene and writing.
    info = json.loads(gluey("info", summary["file"], "--json").stdout)
    assert info["step_seconds"] == pytest.approx(summary["step_seconds"], rel=1e-12)
    assert 0 < summary["step_seconds"] < summary["wall_seconds"]


def test_quiet_prints_nothing(gluey, grains):
    done = gluey("run", grains, "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_steps_and_set(gluey, grains, tmp_path):
    done = gluey("run", grains, "--quiet", "--steps", "40", "--set", "output.every=10", "--set", "time.step=0.001")
    assert done.returncode == 0, done.stderr
    with h5py.File(tmp_path / "grains.h5") as file:
        assert list(file["frames/step"]) == [0, 10, 20, 30, 40]
        assert file["frames/time"][-1] == pytest.approx(0.04)


def test_the_number_of_threads_changes_no_bit(gluey, grains, tmp_path):
    for threads in ["1", "3"]:
        assert gluey("run", grains, "--quiet", "--threads", threads, "-o", f"{threads}.h5").returncode == 0
    with h5py.File(tmp_path / "1.h5") as one, h5py.File(tmp_path / "3.h5") as three:
        for name in ["position", "velocity", "contact_gamma", "contact_impulse"]:
            assert np.array_equal(one["frames"][name], three["frames"][name]), name


def test_a_bar_on_a_terminal_fits_it(grains, tmp_path):
    reader, terminal = pty.openpty()
    environment = dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8")
    # 80 columns: what a terminal of unknown size is taken for.
    process = subprocess.Popen(
        [PROGRAM, "run", str(grains)], cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=terminal, env=environment
    )
    os.close(terminal)
    output = b""
    while True:
        try:
            piece = os.read(reader, 4096)
        except OSError:  # the terminal's other side has gone
            break
        if not piece:
            break
        output += piece
    os.close(reader)
    assert process.wait() == 0
    text = output.decode()
    bars = [bar for bar in text.replace("\x1b[K", "").replace("\n", "\r").split("\r") if bar]
    assert bars and all(len(bar) < 80 for bar in bars)
    assert "step 200/200" in bars[-1] and "100%" in bars[-1] and "█" in bars[-1]
    assert text.endswith("\n")


def test_not_converged_with_stop_exits_1(gluey, grains):
    done = gluey(
        "run", grains, "--quiet", "--set", "solver.max_iterations=1", "--set", 'solver.on_failure="stop"',
        "--set", "solver.tolerance=1e-14",
    )  # fmt: skip
    assert done.returncode == 1
    assert re.search(r"^error: step \d+ did not converge", done.stderr, re.MULTILINE)


def test_not_converged_is_warned_of_once(gluey, grains):
    done = gluey("run", grains, "--set", "solver.max_iterations=1", "--set", "solver.tolerance=1e-14", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["not_converged"] > 1
    assert len(re.findall("^warning: ", done.stderr, re.MULTILINE)) == 1


def test_a_level_that_was_missed_is_told_with_its_remedy(gluey, grains):
    # Without iterations to speak of: what the level promises cannot be had.
    done = gluey("run", grains, "--set", "solver.max_iterations=1")
    assert done.returncode == 0
    remedy = "a higher solver.accuracy or a smaller time.step would"
    assert len(re.findall(rf"^warning: step \d+ missed its accuracy: .*; {remedy} help; ", done.stderr, re.MULTILINE)) == 1
    assert re.search(rf"^  accuracy +standard; .*; missed in \d+ steps: {remedy} help$", done.stdout, re.MULTILINE)
    assert "e+0" not in done.stdout.split("accuracy")[1].split("\n")[0]
    done = gluey("run", grains, "--quiet", "--set", "solver.max_iterations=1", "--set", 'solver.on_failure="stop"')
    assert done.returncode == 1
    assert re.search(r"^error: step \d+ missed its accuracy", done.stderr, re.MULTILINE)


def test_a_result_that_cannot_be_written_exits_1(gluey, grains):
    done = gluey("run", grains, "-o", "no/such/folder/out.h5")
    assert done.returncode == 1
    assert "no/such/folder" in done.stderr


def test_resume_without_a_checkpoint_starts_at_the_beginning_and_says_so(gluey, grains):
    done = gluey("run", grains, "--resume", "--json")
    assert done.returncode == 0
    assert re.search("^warning: .* no checkpoint", done.stderr, re.MULTILINE)
    summary = json.loads(done.stdout)
    assert summary["resumed"] is False and summary["steps"] == 200


def test_only_results_are_replaced(gluey, grains, tmp_path):
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    foreign = tmp_path / "foreign.h5"
    with h5py.File(foreign, "w") as file:
        file["mine"] = 1
    scene = grains.read_text()
    for target in (grains, notes, foreign, "/dev/null", tmp_path):
        done = gluey("run", grains, "--steps", "1", "-o", target)
        assert done.returncode == 1, target
        assert str(target) in done.stderr and done.stderr.count("\n") == 1, done.stderr
    assert grains.read_text() == scene and notes.read_text() == "mine"
    with h5py.File(foreign) as file:
        assert list(file) == ["mine"]
    empty = tmp_path / "empty.h5"
    empty.touch()
    for _ in range(2):
        assert gluey("run", grains, "--steps", "1", "-o", empty).returncode == 0


@pytest.mark.parametrize("option, value, allowed", [
    ("--steps", "abc", ">= 0"), ("--steps", "-1", ">= 0"), ("--steps", "2.5", ">= 0"), ("--steps", "1e30", ">= 0"),
    ("--threads", "0", ">= 1"), ("--threads", "1.5", ">= 1"), ("--dump-problem", "0", ">= 1"),
])  # fmt: skip
def test_counts_that_are_none_are_refused_in_words(gluey, grains, option, value, allowed):
    done = gluey("run", grains, option, value)
    assert done.returncode == 2
    assert f"{option}: found {value}, must be a whole number {allowed}" in done.stderr


def test_a_problem_of_a_step_that_is_not_reached_is_missed_aloud(gluey, grains):
    done = gluey("run", grains, "--steps", "3", "--dump-problem", "5", "--quiet")
    assert done.returncode == 0
    assert "step 5 was not reached: its problem is not written" in done.stderr


def test_a_scene_without_bodies_is_run_with_a_warning(gluey, tmp_path):
    (tmp_path / "empty.toml").write_text("time = { step = 0.1, steps = 2 }\n")
    done = gluey("run", "empty.toml")
    assert done.returncode == 0
    assert "warning: the scene has no bodies" in done.stderr


def test_a_finished_result_is_kept_beside_the_new_one(gluey, grains, tmp_path):
    assert gluey("run", grains, "--steps", "40", "--quiet").stderr == ""
    first = (tmp_path / "grains.h5").read_bytes()
    again = gluey("run", grains, "--steps", "60", "--quiet")
    assert again.returncode == 0
    assert again.stderr.splitlines() == [
        "warning: grains.h5 was a finished result: it is kept as grains.old.h5; --force (in Python force=True) keeps nothing"
    ]
    assert (tmp_path / "grains.old.h5").read_bytes() == first
    assert "grains.old.h5:/frames" in (tmp_path / "grains.old.xdmf").read_text()
    # What is kept can be resumed, and is replaced aloud.
    assert gluey("run", grains, "--steps", "50", "--resume", "-o", "grains.old.h5", "--quiet").returncode == 0
    third = gluey("run", grains, "--steps", "40", "--quiet")
    assert "in place of the one kept before" in third.stderr
    with h5py.File(tmp_path / "grains.old.h5") as file:
        assert file["frames/step"][-1] == 60


def test_force_and_unfinished_results_keep_nothing(gluey, grains, tmp_path):
    gluey("run", grains, "--steps", "40", "--quiet")
    assert gluey("run", grains, "--steps", "40", "--quiet", "--force").stderr == ""
    assert gluey("run", grains, "--steps", "0", "--quiet", "-o", "none.h5").stderr == ""
    assert gluey("run", grains, "--steps", "40", "--quiet", "-o", "none.h5").stderr == ""
    assert not list(tmp_path.glob("*.old.*"))


@pytest.mark.parametrize("end", [1e300, 1e18])
def test_an_end_beyond_all_integers(gluey, grains, end):
    done = gluey("run", grains, "--set", f"time.end={end}", "--steps", "2")
    assert done.returncode == 0, done.stderr
