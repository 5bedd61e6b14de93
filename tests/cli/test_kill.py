"""A run that is killed: its file opens with plain h5py at any instant, and resumed it is the run that was never killed.
A disk that fills up ends the run with exit 1, a message and a file that opens."""

import pathlib
import random
import shutil
import subprocess
import time

import h5py
import numpy as np
import pytest
from conftest import PROGRAM
from test_stop import datasets

# Checkpoints follow each other as fast as they can, so that kills fall into every stage of writing.
OPTIONS = ["--quiet", "--threads", "1", "--set", "time.steps=600", "--set", "output.every=3"]
OFTEN = ["--set", "output.checkpoint=0.02"]
# Contacts that keep friction and moments from step to step besides their potential.
RUBS = ["--set", "contact.law=gluey-friction", "--set", "contact.friction=0.4", "--set", "contact.rolling=0.002"]


def whole_run(gluey, grains, tmp_path, law):
    began = time.monotonic()
    assert gluey("run", grains, *OPTIONS, *law, "-o", "whole.h5").returncode == 0
    return datasets(tmp_path / "whole.h5"), time.monotonic() - began


def is_prefix(path, whole):
    """Whether the frames and rows of a result are the first of the whole one."""
    with h5py.File(path, "r") as file:
        frames, rows = len(file["frames/time"]), len(file["history/time"])
        position = np.array_equal(file["frames/position"][:], whole["frames/position"][:frames])
        velocity = np.array_equal(file["frames/velocity"][:], whole["frames/velocity"][:frames])
        contacts = file["frames/contact_offset"][-1]
        gamma = np.array_equal(file["frames/contact_gamma"][:], whole["frames/contact_gamma"][:contacts])
        residual = np.array_equal(file["history/residual"][:], whole["history/residual"][:rows])
    return position and velocity and gamma and residual


@pytest.mark.parametrize("kills, law", [(8, []), (4, RUBS), pytest.param(100, [], marks=pytest.mark.long)])
def test_killed_at_random_instants_it_opens_and_resumes_exactly(gluey, grains, tmp_path, kills, law):
    whole, duration = whole_run(gluey, grains, tmp_path, law)
    instants = random.Random(kills)
    opened = 0
    for kill in range(kills):
        result = tmp_path / f"killed-{kill}.h5"
        command = [PROGRAM, "run", str(grains), *OPTIONS, *OFTEN, *law, "-o", str(result)]
        process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # Every other one at any instant from the start on, the rest from when there is a result: on a busy machine the
        # start alone may take longer than the whole run did.
        while kill % 2 and not result.exists() and process.poll() is None:
            time.sleep(0.001)
        time.sleep(instants.uniform(0.0, 1.2 * duration))
        process.kill()
        process.wait()
        if result.exists():  # killed before the first result stood there otherwise
            assert is_prefix(result, whole), f"kill {kill}"
            opened += 1
        resumed = subprocess.run([*command, "--resume"], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert resumed.returncode == 0, resumed.stderr
        found = datasets(result)
        assert found.keys() == whole.keys()
        for name, values in whole.items():
            assert np.array_equal(found[name], values), f"kill {kill}: {name}"
        for leftover in tmp_path.glob(f"killed-{kill}.*"):
            shutil.rmtree(leftover) if leftover.is_dir() else leftover.unlink()
    assert opened >= kills // 2, "the instants were too early to test anything"


def test_a_full_disk_ends_the_run_with_a_message_and_a_file_that_opens(grains, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk], check=False).returncode != 0:
        pytest.skip("mounting a small tmpfs needs root")
    try:
        command = [PROGRAM, "run", grains, "--quiet", "-o", disk / "full.h5", *OFTEN]
        command += ["--set", "time.steps=100000", "--set", "output.every=1"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 1, done.stderr
        assert done.stderr.startswith("error: ") and "No space left on device" in done.stderr, done.stderr
        assert "full." in done.stderr  # the result, its checkpoint or its .xdmf, whichever came first
        with h5py.File(disk / "full.h5", "r") as file:
            assert len(file["frames/time"]) > 1
            assert np.isfinite(file["frames/position"][:]).all()
        left = {pathlib.Path(path).name for path in disk.iterdir()}
        assert not [name for name in left if "tmp" in name], left
    finally:
        subprocess.run(["umount", disk], check=True)
