"""The tutorial from Python: every script runs on its own in an empty folder and asserts what it says; what it prints is checked again.
So are the Python blocks of the README and of the module's page that stand on their own."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "docs" / "tutorial_python"
BUILD = pathlib.Path(os.environ.get("GLUEY_BUILD", ROOT / "build" / "release")).resolve()
NUMBER = re.compile(r"-?\d+\.\d+(?:e[-+]?\d+)?")


def run(folder, *arguments):
    environment = os.environ | {"PYTHONPATH": str(BUILD / "python"), "MPLBACKEND": "Agg"}
    done = subprocess.run([sys.executable, "-B", "-W", "error", *map(str, arguments)], cwd=folder, env=environment, text=True,
                          capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def pairs(printed):
    """Measured and expected of the lines that say "expected", and of the rows below a head that says so."""
    found, table = [], False
    for line in printed.splitlines():
        numbers = [float(word) for word in NUMBER.findall(line)]
        if ", expected" in line:
            measured, expected = line.split(", expected")
            table = False
            found.append((float(NUMBER.findall(measured)[-1]), float(expected)))
        elif "expected" in line:
            table = True
        elif table and len(numbers) >= 2:
            found.append(tuple(numbers[-2:]))
        else:
            table = False
    return found


# How many numbers a script prints beside a closed form, and how far they may be off it.
@pytest.mark.parametrize("name, count, allowed", [("plot_1_ball", 4, 0.04), ("plot_2_box", 2, 0.002), ("plot_3_stop", 0, 0),
                                                  ("plot_4_results", 0, 0), ("plot_5_billiard", 14, 0.1)])
def test_a_script_runs_and_finds_what_is_expected(tmp_path, name, count, allowed):
    printed = run(tmp_path, SCRIPTS / f"{name}.py")
    found = pairs(printed)
    assert len(found) == count, printed
    assert all(abs(measured - expected) <= allowed for measured, expected in found), printed
    assert "False" not in printed.replace("complete: False", "")


def test_every_script_is_tested():
    assert [script.stem for script in sorted(SCRIPTS.glob("*.py"))] == [
        "plot_1_ball", "plot_2_box", "plot_3_stop", "plot_4_results", "plot_5_billiard"]


def test_what_is_printed_beside_is_found():
    text = "head expected\nx 1.5 2.0\n\nnot 1.0 2.0\nv = 3.0, expected 4\n"
    assert pairs(text) == [(1.5, 2.0), (3.0, 4.0)]


def blocks(page):
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page, printed", [("README.md", r"\[-1\.\]\n\[\[0\. +3\.2[4-7]\d*\]\]"), ("docs/python.md", r"\[.*\] 3\.2[4-7]\d*")])
def test_the_first_example_of_a_page_runs(tmp_path, page, printed):
    assert re.fullmatch(printed, run(tmp_path, "-c", blocks(page)[0]).strip())
