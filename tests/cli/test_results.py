"""gluey info, stats and export on a small result."""

import csv
import io
import json
import os
import re
import subprocess

import h5py
import pytest
from conftest import PROGRAM, ROOT


TABLES = [
    ["--clusters"], ["--sizes"], ["--fractal"], ["--lifetimes"], ["--breaking"], ["--coordination"],
    ["--pair-correlation"], ["--stress"], ["--stress", "--slices", "3", "--axis", "x"], ["--stress", "--cells", "2,3"],
]  # fmt: skip


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
    unknown = {
        "contacts", "glued", "gamma_min", "gamma_mean", "clusters", "largest_cluster", "mean_cluster",
        "weighted_cluster", "coordination", "overlap",
    }  # fmt: skip
    for row in table(done.stdout):
        assert {name for name, cell in row.items() if cell == ""} == unknown


def test_history_has_a_row_a_step(gluey, result):
    rows = table(gluey("stats", result, "--history").stdout)
    assert [int(row["step"]) for row in rows] == list(range(1, 201))
    assert all(row["missed"] == "0" for row in rows)
    assert all(float(row["residual_median"]) <= float(row["residual_95"]) <= float(row["reference"]) for row in rows)
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


@pytest.mark.parametrize("arguments", [[], ["--history"], ["--profile", "y"]] + TABLES)
def test_every_column_is_in_the_docs(gluey, result, arguments):
    page = (ROOT / "docs" / "results.md").read_text()
    described = set(re.findall(r"`(\w+)`", "".join(line for line in page.splitlines() if line.startswith("|"))))
    columns = gluey("stats", result, *arguments).stdout.splitlines()[0].split(",")
    plain = {re.sub(r"^(obstacle)\d+(_[a-z]+).*", r"\1\2", column) for column in columns}
    # Of matrices the docs name the first and the last component.
    assert columns and {re.sub(r"^(stress|kinetic)_[xyz]{2}$", r"\1_xx", column) for column in plain} <= described


@pytest.mark.parametrize("arguments", TABLES)
def test_every_table_is_csv_with_one_header(gluey, result, arguments):
    done = gluey("stats", result, *arguments)
    assert done.returncode == 0, done.stderr
    rows = list(csv.reader(io.StringIO(done.stdout)))
    assert len(rows) > 1 and {len(row) for row in rows} == {len(rows[0])}
    for row in rows[1:]:
        [float(cell) for cell in row if cell]  # all numbers


def test_tables_agree_with_each_other(gluey, result):
    frames = table(gluey("stats", result).stdout)
    clusters = table(gluey("stats", result, "--clusters").stdout)
    sizes = table(gluey("stats", result, "--sizes").stdout)
    assert len(clusters) == int(frames[-1]["clusters"]) == sum(int(row["clusters"]) for row in sizes)
    assert sum(int(row["size"]) for row in clusters) == 30 == sum(int(row["bodies"]) for row in sizes)
    assert clusters[0]["size"] == frames[-1]["largest_cluster"] == sizes[-1]["size"]
    partners = table(gluey("stats", result, "--coordination").stdout)
    mean = sum(int(row["partners"]) * int(row["bodies"]) for row in partners) / 30
    assert mean == pytest.approx(float(frames[-1]["coordination"]))
    breaking = table(gluey("stats", result, "--breaking").stdout)[-1]
    lifetimes = table(gluey("stats", result, "--lifetimes").stdout)
    assert sum(int(row["broken"]) for row in lifetimes) == int(breaking["ever_broken"])
    assert sum(int(row["lasting"]) for row in lifetimes) == int(breaking["contacts"])
    # Of the last frame, the step's own row in the history says the same.
    last = table(gluey("stats", result, "--history").stdout)[-1]
    assert (last["clusters"], last["largest_cluster"]) == (frames[-1]["clusters"], frames[-1]["largest_cluster"])
    assert float(last["coordination"]) == pytest.approx(float(frames[-1]["coordination"]))


@pytest.mark.parametrize("arguments", [[], ["--fractal"], ["--stress"], ["--within", "0.001"]])
def test_every_other_frame_has_the_rows_of_every_other_frame(gluey, result, arguments):
    header, *rows = gluey("stats", result, *arguments).stdout.splitlines()
    assert gluey("stats", result, *arguments, "--every", 3).stdout.splitlines() == [header] + rows[::3]


def test_every_other_frame_is_exported(gluey, result, tmp_path):
    for every in (1, 4):
        for format in ("csv", "lammps", "vtk", "xdmf"):
            done = gluey("export", result, "--to", format, "-o", f"by{every}", "--every", every)
            assert done.returncode == 0, done.stderr
    header, *rows = (tmp_path / "by1.csv").read_text().splitlines()
    assert (tmp_path / "by4.csv").read_text().splitlines() == [header] + rows[:30] + rows[120:150] + rows[240:270]
    frames = (tmp_path / "by1.dump").read_text().split("ITEM: TIMESTEP")[1:]
    assert (tmp_path / "by4.dump").read_text().split("ITEM: TIMESTEP")[1:] == frames[::4]
    files = sorted((tmp_path / "by4_frames").glob("bodies_*.vtp"))
    assert [file.name for file in files] == [f"bodies_{k:06}.vtp" for k in (0, 4, 8)]
    for file in files:
        assert file.read_bytes() == (tmp_path / "by1_frames" / file.name).read_bytes()
    grids = (tmp_path / "by1.xdmf").read_text().split('<Grid Name="bodies"')
    assert (tmp_path / "by4.xdmf").read_text().split('<Grid Name="bodies"')[1:3] == grids[1:9:4]


def resident_megabytes(*arguments, folder):
    """What a run of the program has in memory at most."""
    process = subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0
    return usage.ru_maxrss / 1024


def test_reading_takes_a_bounded_part_of_memory(gluey, tmp_path):
    # 4000 balls that touch nobody, 240 frames: 100 MB of places, velocities, orientations and spins.
    (tmp_path / "gas.toml").write_text("""\
dimension = 3
[time]
step = 0.001
steps = 240
[[bodies]]
count = 4000
shape = { kind = "sphere", radius = 0.001 }
region = { kind = "box", lower = [0, 0, 0], upper = [1, 1, 1] }
velocity = [1, 2, 3]
""")
    assert gluey("run", "gas.toml", "--quiet").returncode == 0
    least = resident_megabytes("stats", "gas.h5", "--every", 1000, folder=tmp_path)
    # One block of frames as it is in the file and unpacked, twice 16 MB; a frame and two chunks for each thread, and a chunk of each
    # array. Text of CSV takes twice as much as the numbers in memory.
    for arguments, most in ((["stats", "gas.h5"], 50), (["stats", "gas.h5", "--every", 9], 50),
                            (["export", "gas.h5", "--to", "csv"], 100)):  # fmt: skip
        assert resident_megabytes(*arguments, folder=tmp_path) < least + most, arguments


def test_a_damaged_chunk_is_told_once_with_the_files_name(gluey, result):
    with h5py.File(result) as file:
        chunk = file["frames/velocity"].id.get_chunk_info(0)
    with open(result, "r+b") as file:
        file.seek(chunk.byte_offset + chunk.size // 2)
        file.write(b"\x5a" * 64)
    for arguments in (["stats", result], ["export", result, "--to", "csv"], ["plot", result, "speed_max"]):
        done = gluey(*arguments)
        assert done.returncode == 1
        assert done.stderr == f"error: cannot read '{result}': a piece of /frames/velocity is damaged\n"
    assert gluey("stats", result, "--fractal").returncode == 0, "it does not need the velocities"


def test_within_joins_more_the_farther_it_reaches(gluey, result):
    counts = [
        int(table(gluey("stats", result, "--within", gap).stdout)[-1]["clusters"]) for gap in ["-1", "0.001", "1"]
    ]
    assert counts[0] == 30 and counts[0] > counts[1] >= counts[2]


def test_stress_of_slices_is_the_weight_above(gluey, grains):
    assert gluey("run", grains, "--quiet", "--set", "time.steps=2000", "-o", "rest.h5").returncode == 0
    slices = ["--stress", "--slices", 4, "--axis", "y", "--region", "0,0,1,0.2"]
    rows = table(gluey("stats", "rest.h5", *slices).stdout)
    with h5py.File(grains.with_name("rest.h5")) as file:
        height = file["frames/position"][-1][:, 1]
    for k, row in enumerate(rows):
        above = sum(10.0 * min(max(y - 0.05 * k, 0.0), 0.05) / 0.05 for y in height)
        assert -float(row["stress_yy"]) == pytest.approx(above, abs=3.0)  # of 300


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--clusters", "--sizes"], "two tables"),
        (["--history", "--frame", "1"], "--frame goes with --profile"),
        (["--bins", "5"], "--bins goes with --pair-correlation"),
        (["--clusters", "--frame", "99"], "11 frames"),
        (["--stress", "--slices", "3", "--cells", "1,2"], "give one"),
        (["--stress", "--cells", "1,2,3"], "2 numbers"),
        (["--stress", "--axis", "z"], "two-dimensional"),
        (["--profile", "y", "--region", "0,0,1"], "4 bounds"),
        (["--sizes", "--every", "2"], "--every goes with --fractal"),
        (["--stress", "--cells", "1,2", "--every", "2"], "one frame"),
    ],
)
def test_mistakes_in_asking_are_one_line(gluey, result, arguments, words):
    done = gluey("stats", result, *arguments)
    assert done.returncode == 2 and words in done.stderr
    assert done.stdout == "" and done.stderr.count("\n") == 1 and done.stderr.startswith("error: ")


def test_tables_of_contacts_are_refused_without_them(gluey, grains):
    assert gluey("run", grains, "--quiet", "--set", "output.contacts=false", "-o", "bare.h5").returncode == 0
    for arguments in TABLES:
        done = gluey("stats", "bare.h5", *arguments)
        if arguments[0] == "--pair-correlation":
            assert done.returncode == 0
        else:
            assert done.returncode == 2
            assert done.stderr == f"error: {arguments[0]}: bare.h5 has no contacts (output.contacts = false)\n"
    # The history knows all the same.
    assert int(table(gluey("stats", "bare.h5", "--history").stdout)[-1]["clusters"]) < 30


def test_results_of_earlier_versions_are_read(gluey, result):
    accuracy = ["reference", "residual_median", "residual_95", "missed", "kept", "recovery_work"]
    with h5py.File(result, "r+") as file:
        length = file["frames/step_length"][:]
        for name in ["clusters", "largest_cluster", "coordination", "stress", "volume"] + accuracy:
            del file[f"history/{name}"]
        del file["frames/step_length"]
    assert length[0] == 0.0 and (length[1:] == 0.005).all()
    last = table(gluey("stats", result, "--history").stdout)[-1]
    assert last["clusters"] == last["coordination"] == last["stress_xx"] == last["stress_yy"] == last["volume"] == ""
    assert last["reference"] == last["residual_median"] == last["residual_95"] == ""
    assert (last["missed"], last["kept"], last["recovery_work"]) == ("0", "1", "0")
    assert last["obstacle0_force_y"] != ""
    # The step is that of the history; forces and stress are there.
    assert float(table(gluey("stats", result, "--stress").stdout)[-1]["pressure"]) > 0.0
    assert gluey("plot", result, "force").returncode == 0
    done = gluey("plot", result, "stress")
    assert done.returncode == 2 and "did not store it" in done.stderr


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
