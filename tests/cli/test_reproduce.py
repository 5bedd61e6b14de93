"""gluey reproduce: every number as expected; curves, figures and a summary written."""

import csv
import json

import pytest

IDS = [
    "lefebvre/fig2", "lefebvre/fig3", "lefebvre/fig4", "lefebvre/fig5", "lefebvre/fig12", "lefebvre/rough-viscous",
    "lefebvre/fig15", "lefebvre/fig16", "lefebvre/fig17", "lefebvre/fig18", "hillairet/table1", "hillairet/fig3",
    "hillairet/fig4", "hillairet/fig5", "hillairet/fig6", "hillairet/fig7", "hillairet/prop2", "hillairet/prop3",
    "hillairet/prop4", "hillairet/prop5", "canum/incline", "canum/order", "canum/heap", "aggregation/shear",
    "aggregation/langevin", "lubrication/channel",
]  # fmt: skip
# Those that are one whole run have pictures of it, but no curves.
WITHOUT_CURVES = ["lefebvre/fig16", "lefebvre/fig17", "lefebvre/fig18"]


def check(gluey, tmp_path, experiment, *options):
    done = gluey("reproduce", experiment, "-o", "out", *options, timeout=3000)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "FAIL" not in done.stdout
    assert done.stdout.rstrip().endswith("numbers as expected: ok")
    folder = tmp_path / "out" / experiment.replace("/", "-")
    summary = json.loads((folder / "report.json").read_text())
    assert summary["id"] == experiment and summary["numbers"] and all(row["ok"] for row in summary["numbers"])
    assert "figure.png" in summary["figures"]
    for figure in summary["figures"]:
        assert (folder / figure).read_bytes().startswith(b"\x89PNG")
    return folder


def test_list(gluey):
    done = gluey("reproduce", "list")
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines()] == IDS


@pytest.mark.parametrize("experiment", IDS)
def test_experiment(gluey, tmp_path, experiment):
    folder = check(gluey, tmp_path, experiment, "--quick")
    files = list(folder.glob("*.csv"))
    assert bool(files) == (experiment not in WITHOUT_CURVES)
    for path in files:
        table = list(csv.reader(path.open()))
        assert len(table) > 2 and all(len(row) == len(table[0]) for row in table)


@pytest.mark.long
@pytest.mark.parametrize(
    "experiment",
    [*WITHOUT_CURVES, "canum/order", "canum/heap", "aggregation/shear", "aggregation/langevin", "lubrication/channel"],
)
def test_the_whole_of_it(gluey, tmp_path, experiment):
    """The lotto over five seeds; the funnel of 3000 discs in 14 226 steps, dry and gluey."""
    check(gluey, tmp_path, experiment)
