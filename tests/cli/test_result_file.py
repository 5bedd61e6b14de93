"""The result file from outside: plain h5py opens it while it is written, after a kill at any instant, on a full disk.

The writer is tests/tools/writer_kill.cpp, whose numbers follow from their places. Every opened file must hold a prefix of
its run with the right numbers; a resumed run must end in the very file of an uninterrupted one.
"""

import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import time
import xml.etree.ElementTree as ElementTree

import h5py
import numpy as np
import pytest

WRITER = pathlib.Path(os.environ.get("GLUEY_TOOLS", ".")) / "writer_kill"

BODIES, OBSTACLES, FRAMES = 40, 2, 400


def expected(frames, size):
    return np.arange(frames)[:, None] + np.arange(size)[None, :] / 1000.0


def check(path):
    """Every row of the result against its formula. Returns the numbers of frames and of rows of history."""
    with h5py.File(path, "r") as file:
        assert file.attrs["format"] == "gluey-trajectory" and file.attrs["version"] == 1
        assert file.attrs["scene"] == 'title = "kill"\n'
        frames_group, history = file["frames"], file["history"]
        frames, rows = len(frames_group["time"]), len(history["time"])
        assert frames <= rows // 2 + 1
        index = np.arange(frames)
        assert np.array_equal(frames_group["time"], 0.5 * index)
        assert np.array_equal(frames_group["step"], 3 * index)
        for name, shape in {
            "position": (BODIES, 2), "velocity": (BODIES, 2), "orientation": (BODIES,), "angular_velocity": (BODIES,),
            "obstacle_position": (OBSTACLES, 2), "obstacle_orientation": (OBSTACLES,),
        }.items():
            found = frames_group[name][:]
            assert found.shape == (frames, *shape), (name, found.shape)
            size = int(np.prod(shape))
            assert np.array_equal(found.reshape(frames, size), expected(frames, size)), name

        offset = frames_group["contact_offset"][:]
        counts = index % 5
        assert np.array_equal(offset, np.concatenate([[0], np.cumsum(counts)])), "contact_offset"
        owner = np.repeat(index, counts)
        inside = np.arange(len(owner)) - offset[owner] if len(owner) else owner
        assert np.array_equal(frames_group["contact_pair"], np.stack([owner, owner], axis=1))
        assert np.array_equal(frames_group["contact_feature"], owner)
        assert np.array_equal(frames_group["contact_gamma"], owner + inside / 1000.0)
        assert np.array_equal(frames_group["contact_distance"], owner + inside / 1000.0)
        pairs = owner[:, None] + (2 * inside[:, None] + np.arange(2)[None, :]) / 1000.0
        for name in ("contact_normal", "contact_point", "contact_impulse"):
            assert np.array_equal(frames_group[name], pairs), name

        step = np.arange(rows)
        assert np.array_equal(history["step"], step)
        assert np.array_equal(history["time"], step / 4.0)
        assert np.array_equal(history["converged"], step % 3 != 0)
        assert np.array_equal(history["obstacle_force"][:].reshape(rows, 2 * OBSTACLES), expected(rows, 2 * OBSTACLES))
        assert np.array_equal(history["obstacle_torque"], expected(rows, OBSTACLES))

        assert list(file["bodies/name"].asstr()) == [f"body{k}" for k in range(BODIES)]
        assert list(file["bodies/label"].asstr()) == ["grün", ""] * (BODIES // 2)
        assert np.array_equal(file["bodies/radius"], 0.5 + np.arange(BODIES))
        assert list(file["obstacles/name"].asstr()) == ["wall0", "wall1"]
        return frames, rows


def checkpoint(path):
    return path.with_name(path.name + ".checkpoint")


def checkpoint_rows(path):
    """Frames and history rows the checkpoint counts on."""
    with h5py.File(checkpoint(path), "r") as file:
        return int(file.attrs["frames_written"]), int(file.attrs["history_written"])


def assert_same(a, b):
    with h5py.File(a, "r") as first, h5py.File(b, "r") as second:
        names = []
        first.visit(names.append)
        assert dict(first.attrs) == dict(second.attrs)
        for name in names:
            if isinstance(first[name], h5py.Dataset):
                assert first[name].dtype == second[name].dtype, name
                numbers = first[name].dtype.kind == "f"
                assert np.array_equal(first[name], second[name], equal_nan=numbers), name


def write(path, *arguments, frames=FRAMES, **options):
    return subprocess.run(
        [WRITER, path, str(frames), *map(str, arguments)], capture_output=True, text=True, check=False, **options
    )


@pytest.fixture
def reference(tmp_path):
    """A run without interruption."""
    path = tmp_path / "reference" / "run.h5"
    path.parent.mkdir()
    assert write(path).stdout == "finished\n"
    assert check(path) == (FRAMES, 2 * FRAMES)
    return path


def kill_once(path, fresh):
    """Starts a writer, opens its file now and then, kills it. Returns how often the file was opened."""
    # Short runs come to their end, so that kills meet the making of the one plain file too.
    arguments = [WRITER, path, str(random.choice([FRAMES, FRAMES, 40, 120]))]
    if fresh:
        arguments.append("new")
    elif random.random() < 0.1:
        arguments += ["stop-after", str(random.randrange(1, FRAMES))]
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    end = time.monotonic() + random.choice([0.05, 0.3, 1.0]) * random.random()
    opened = 0
    while time.monotonic() < end and process.poll() is None:
        if path.exists() and random.random() < 0.1:
            try:
                check(path)
                opened += 1
            except AssertionError:
                # The only excuse: we had opened a publication before the last, and the run has ended since.
                with h5py.File(path, "r") as file:
                    if "parts" in file.attrs:
                        raise
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert process.returncode in (0, -signal.SIGKILL)
    return opened


def written(path):
    """When the checkpoint was, if there is one."""
    return checkpoint(path).stat().st_mtime_ns if checkpoint(path).exists() else None


def kill_often(path, reference, kills):
    opened = 0
    foreign = None
    for _ in range(kills):
        # Now and then from the beginning over what is there, else on from the checkpoint.
        fresh = random.random() < 0.1
        if fresh:
            # Of the run before: the new one removes it just after its first result, and if it is killed in between nobody takes it.
            foreign = written(path)
        opened += kill_once(path, fresh)
        if path.exists():
            frames, rows = check(path)
            if written(path) not in (None, foreign):
                kept_frames, kept_rows = checkpoint_rows(path)
                assert kept_frames <= frames and kept_rows <= rows, "the checkpoint counts on rows that are not there"
    assert write(path).stdout == "finished\n"
    assert_same(path, reference)
    left = {file.name for file in path.parent.iterdir()} - {checkpoint(path).name}
    assert left == {path.name, path.with_suffix(".xdmf").name}
    return opened


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "result"
    path.mkdir()
    return path


def test_a_killed_run_leaves_a_file_that_opens_and_resumes(folder, reference):
    random.seed(1)
    kill_often(folder / "run 50%b.h5", reference, 12)


@pytest.mark.long
def test_many_killed_runs_leave_files_that_open_and_resume(folder, reference):
    random.seed(2)
    assert kill_often(folder / "run.h5", reference, 300) > 100


def test_a_running_result_opens_from_any_folder_and_after_a_move(folder):
    path = folder / "run.h5"
    process = subprocess.Popen([WRITER, path, "100000"])
    while not path.exists() or check(path)[0] < 30:
        time.sleep(0.02)
    process.kill()
    process.wait()
    frames, _ = check(path)
    moved = folder / "moved"
    moved.mkdir()
    shutil.move(path, moved)
    shutil.move(f"{path}.parts", moved)
    before = pathlib.Path.cwd()
    try:
        for place, name in (("/", moved / "run.h5"), (moved, "run.h5"), (folder, "moved/run.h5")):
            os.chdir(place)
            assert check(name)[0] == frames
    finally:
        os.chdir(before)


def assert_clean_failure(done, path, cause):
    """The writer says in one line what was wrong; what it had published before is whole; nothing half-written is left."""
    assert done.returncode == 1, done
    assert done.stderr.startswith("cannot write '") and done.stderr.endswith(f": {cause}\n"), done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert not [name for _, _, names in os.walk(path.parent) for name in names if name.endswith(".tmp")]
    if path.exists():
        check(path)


def test_a_full_disk_is_said_and_survived(tmp_path, reference):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("mounting a small disk needs root")
    try:
        path, size, refused = disk / "run.h5", 4, 0
        # Ever more room: the disk is full at the first part, at a checkpoint, at the making of the plain file, ….
        while True:
            subprocess.run(["mount", "-o", f"remount,size={size}k", disk], check=True)
            done = write(path)
            if done.returncode == 0:
                break
            assert_clean_failure(done, path, "No space left on device")
            assert path.exists() or not any(disk.iterdir()), "a run that could not begin left something"
            refused += 1
            size = size * 6 // 5 + 4
            assert size < 16384, "should have been enough by now"
        assert refused > 4
        assert_same(path, reference)
    finally:
        subprocess.run(["umount", disk], check=True)


def test_a_refused_write_is_said_and_survived(folder, reference):
    """As a full disk, without root: the system refuses files beyond a size."""
    path = folder / "run.h5"

    def small_files_only(size):
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    for size in (1000, 10000, 30000, 60000, 100000, 200000, 250000):
        done = write(path, preexec_fn=lambda size=size: small_files_only(size))
        assert_clean_failure(done, path, "File too large")
    assert write(path).stdout == "finished\n"
    assert_same(path, reference)


def test_xdmf_points_at_arrays_that_are_there(reference):
    """Each array an XDMF file names: file, path, shape, and the slab taken from it."""
    tree = ElementTree.parse(reference.with_suffix(".xdmf"))
    grids = tree.findall("./Domain/Grid[@CollectionType='Temporal']/Grid")
    assert len(grids) == FRAMES
    with h5py.File(reference, "r") as file:
        for k, grid in enumerate(grids):
            assert float(grid.find("Time").get("Value")) == 0.5 * k
            topology = grid.find("Topology")
            assert topology.get("TopologyType") == "Polyvertex" and int(topology.get("NumberOfElements")) == BODIES
            assert grid.find("Geometry").get("GeometryType") == "XY"
            slabs = grid.findall(".//DataItem[@ItemType='HyperSlab']")
            assert len(slabs) == 3
            for slab in slabs:
                selection, source = slab.findall("DataItem")
                name, dataset = source.text.split(":")
                assert name == reference.name
                shape = tuple(map(int, source.get("Dimensions").split()))
                assert file[dataset].shape == shape
                start, stride, count = np.reshape(selection.text.split(), (3, len(shape))).astype(int)
                assert tuple(start) == (k,) + (0,) * (len(shape) - 1) and all(stride == 1)
                assert tuple(count) == (1, *shape[1:])
                assert tuple(map(int, slab.get("Dimensions").split())) == shape[1:]
            radius = grid.find("./Attribute[@Name='radius']/DataItem")
            assert radius.text == f"{reference.name}:/bodies/radius" and radius.get("Dimensions") == str(BODIES)


def test_a_newer_format_is_refused_in_words(gluey, reference):
    with h5py.File(reference, "r+") as file:
        file.attrs["version"] = 3
    done = gluey("info", reference)
    assert done.returncode != 0
    assert "was written by a newer gluey (format 3; this program reads up to 1)" in done.stderr


def test_another_programs_file_is_refused_in_words(gluey, folder):
    path = folder / "other.h5"
    with h5py.File(path, "w") as file:
        file["x"] = [1, 2]
    done = gluey("info", path)
    assert done.returncode != 0
    assert "it is an HDF5 file, but not a result of gluey" in done.stderr
