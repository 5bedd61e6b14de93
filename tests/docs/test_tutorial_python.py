"""The tutorial from Python: every script runs on its own in an empty folder, asserts what it says, and prints what was expected."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = sorted((ROOT / "docs" / "tutorial_python").glob("plot_*.py"))
BUILD = pathlib.Path(os.environ.get("GLUEY_BUILD", ROOT / "build" / "release")).resolve()


def run(script, folder):
    environment = os.environ | {"PYTHONPATH": str(BUILD / "python"), "MPLBACKEND": "Agg"}
    done = subprocess.run([sys.executable, "-B", script], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def numbers(text):
    return [float(word) for word in re.findall(r"[-−]?(?:\d+\.\d+(?:e[-+]\d+)?|inf)\b", text)]


def row(printed, beginning):
    """The numbers of the line that begins so."""
    (line,) = [line for line in printed.splitlines() if line.startswith(beginning)]
    return numbers(line[len(beginning) :])
