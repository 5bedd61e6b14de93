"""gluey info, stats and export on a small result."""

import csv
import io
import json
import re
import subprocess

import h5py
import pytest
from conftest import PROGRAM, ROOT


def table(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_info_for_people_and_programs(gluey, result):
    done = gluey("info", result)
    assert done.returncode == 0
    assert "30 in 2D: 30 sphere" in done.stdout
    assert "box (box-walls)" in done.stdout
    info = json.loads(gluey("info", result, "--json").stdout)
    assert info["bodies"] == 30 and info["frames"] == 11 and info["steps"] == 200
    assert info["complete"] is True
    assert info["time"] == [0.0, pytest.approx(1.0)]
    assert 0.02 <= info["radius"][0] < info["radius"][1] <= 0.03


def test_info_gives_the_scene_back(gluey, result, grains):
    scene = gluey("info", result, "--scene").stdout
    assert scene == gluey("check", grains, "--resolved", "--set", "output.file=\"grains.h5\"").stdout


def test_stats_has_a_row_a_frame(gluey, result):
    done = gluey("stats", result)
    assert done.returncode == 0
    rows = table(done.stdout)
    assert [int(row["step"]) for row in rows] == list(range(0, 201, 20))
    assert float(rows[0]["kinetic_energy"]) == 0.0
    # They fall, and rest on the floor: the centre of mass goes down, contacts form.
    assert float(rows[-1]["center_y"]) < float(rows[0]["center_y"])
    assert int(rows[-1]["glued"]) > 0
    assert int(rows[0]["clusters"]) == 30


def test_stats_of_a_result_without_contacts_leaves_their_cells_empty(gluey, grains):
    assert gluey("run", grains, "--quiet", "--set", "output.contacts=false", "-o", "bare.h5").returncode == 0
    done = gluey("stats", "bare.h5")
    assert done.returncode == 0
    unknown = {"contacts", "glued", "gamma_min", "gamma_mean", "clusters", "largest_cluster", "overlap"}
    for row in table(done.stdout):
        assert {name for name, cell in row.items() if cell == ""} == unknown


def test_history_has_a_row_a_step(gluey, result):
    rows = table(gluey("stats", result, "--history").stdout)
    assert [int(row["step"]) for row in rows] == list(range(1, 201))
    assert all(row["converged"] == "1" for row in rows)
    assert "obstacle0_force_y" in rows[0] and "obstacle0_torque" in rows[0]
    with h5py.File(result) as file:
        assert [float(row["kinetic_energy"]) for row in rows] == list(file["history/kinetic_energy"])


def test_the_floor_carries_the_weight(gluey, grains):
    # Long after the fall the mean force on the box is the weight, 30 · 1 · 10.
    assert gluey("run", grains, "--quiet", "--set", "time.steps=1000", "-o", "long.h5").returncode == 0
    rows = table(gluey("stats", "long.h5", "--history").stdout)[-200:]
    mean = sum(float(row["obstacle0_force_y"]) for row in rows) / len(rows)
    assert mean == pytest.approx(-300.0, rel=0.01)


def test_profile_counts_every_body(gluey, result):
    rows = table(gluey("stats", result, "--profile", "y", "--slices", "5", "--frame", "0").stdout)
    assert len(rows) == 5
    assert sum(int(row["bodies"]) for row in rows) == 30
    assert gluey("stats", result, "--profile", "z").returncode == 2
    assert gluey("stats", result, "--profile", "x", "--frame", "99").returncode == 2


@pytest.mark.parametrize("arguments", [[], ["--history"], ["--profile", "y"]])
def test_every_column_is_in_the_docs(gluey, result, arguments):
    page = (ROOT / "docs" / "results.md").read_text()
    described = set(re.findall(r"`(\w+)`", "".join(line for line in page.splitlines() if line.startswith("|"))))
    columns = gluey("stats", result, *arguments).stdout.splitlines()[0].split(",")
    assert columns and {re.sub(r"^(obstacle)\d+(_[a-z]+).*", r"\1\2", column) for column in columns} <= described


@pytest.mark.parametrize("form, suffix", [("vtk", ".pvd"), ("xdmf", ".xdmf"), ("csv", ".csv"), ("lammps", ".dump")])
def test_export_names_the_files_it_wrote(gluey, result, tmp_path, form, suffix):
    done = gluey("export", result, "--to", form, "-o", "out")
    assert done.returncode == 0, done.stderr
    files = done.stdout.splitlines()
    assert any(file.endswith(suffix) for file in files)
    assert all((tmp_path / file).stat().st_size > 0 for file in files)
    # Not each of many: 11 frames of bodies and of contacts and two indices make 24 files for VTK.
    assert len(files) <= 2
    assert ("and 22 more" in done.stderr) == (form == "vtk")


@pytest.mark.parametrize("command", [["info"], ["stats"], ["export", "--to", "csv"]])
def test_what_is_no_result_exits_1(gluey, tmp_path, command):
    (tmp_path / "noise.h5").write_text("noise")
    for name in ["noise.h5", "nowhere.h5"]:
        done = gluey(*command, name)
        assert done.returncode == 1
        assert done.stderr.startswith("error: ") and name in done.stderr


def test_a_closed_pipe_is_no_error(result):
    process = subprocess.Popen(
        f"'{PROGRAM}' ode --step 1e-5; echo $? >&2",
        shell=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == "0\n"
    process.wait()
