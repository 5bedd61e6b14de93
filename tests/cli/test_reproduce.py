"""gluey reproduce: every number as expected, curves written."""

import csv

import pytest

IDS = ["lefebvre/fig2", "lefebvre/fig5", "lefebvre/fig12", "lefebvre/rough-viscous", "lefebvre/fig15"]


def test_list(gluey):
    done = gluey("reproduce", "list")
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines()] == IDS


@pytest.mark.parametrize("experiment", IDS)
def test_experiment(gluey, tmp_path, experiment):
    done = gluey("reproduce", experiment, "-o", "curves")
    assert done.returncode == 0, done.stdout
    assert "FAIL" not in done.stdout
    assert done.stdout.rstrip().endswith("numbers as expected: ok")
    files = list((tmp_path / "curves" / experiment.replace("/", "-")).glob("*.csv"))
    assert files
    for path in files:
        table = list(csv.reader(path.open()))
        assert len(table) > 2 and all(len(row) == len(table[0]) for row in table)
