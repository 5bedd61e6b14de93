"""What gluey view says about a run that was ended from outside."""

import json
import re
import signal
import subprocess
import urllib.request

import pytest
from conftest import PROGRAM


def states(address):
    """The states that the server tells, as they come."""
    with urllib.request.urlopen(address + "api/events", timeout=60) as events:
        for line in events:
            if line.startswith(b"data: "):
                yield json.loads(line[6:])["status"]["state"]


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_ended_by_a_signal_is_stopped_and_one_that_goes_on_is_running(grains, tmp_path, sent):
    run = subprocess.Popen(
        [PROGRAM, "run", grains, "--set", "time.steps=100000000", "-o", "grains.h5"],
        cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )
    assert run.stderr.readline().startswith("step ")
    view = subprocess.Popen(
        [PROGRAM, "view", "grains.h5"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        address = re.search(r"http://\S+", view.stdout.readline())[0]
        told = states(address)
        assert next(told) == "running"
        run.send_signal(sent)
        run.communicate(timeout=60)
        assert next(state for state in told if state != "running") == "stopped"
        assert next(states(address)) == "stopped"  # a page that comes later
    finally:
        for process in (run, view):
            process.kill()
            process.wait()
