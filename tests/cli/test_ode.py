"""gluey ode: the papers' particle as CSV."""

import csv
import io
import math

import pytest

PUSH_AND_PULL = ["--force", "0:-2,2:2", "--end", "5", "--step", "0.01"]


def rows(done):
    assert done.returncode == 0, done.stderr
    return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(io.StringIO(done.stdout))]


def test_columns_and_times(gluey):
    done = gluey("ode", "--model", "gluey", *PUSH_AND_PULL)
    assert done.stdout.splitlines()[0] == "t,q,ln_q,u,gamma"
    table = rows(done)
    assert len(table) == 501
    assert table[-1]["t"] == pytest.approx(5.0)


@pytest.mark.parametrize("gamma_min, release", [("-inf", 4.0), ("-3", 3.5), ("0", 2.0)])
def test_release_time(gluey, gamma_min, release):
    last = rows(gluey("ode", *PUSH_AND_PULL, "--gamma-min", gamma_min))[-1]
    assert last["t"] - last["u"] / 2.0 == pytest.approx(release, abs=1e-9)
    assert last["q"] == pytest.approx((5.0 - release) ** 2, abs=0.05)


def test_ln_q_is_the_logarithm_and_minus_infinity_in_contact(gluey):
    for row in rows(gluey("ode", *PUSH_AND_PULL)):
        assert row["ln_q"] == (pytest.approx(math.log(row["q"])) if row["q"] > 0 else -math.inf)


def test_all_parameters_count(gluey):
    # Thrown at the plane at −3 from 0.5: γ = R m u = −0.25 · 2 · 3 one step after the hit, and stays, without a force.
    table = rows(gluey("ode", "--q0", "0.5", "--u0", "-3", "--mass", "2", "--scaling", "0.25", "--end", "1"))
    assert table[-1]["gamma"] == pytest.approx(-1.5)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--model", "lubrication"],
        ["--model", "threshold", "--algorithm", "3"],
        ["--model", "nonsense"],
        ["--force", "0:-2,2"],
        ["--force", "0:-2,x:2"],
        ["--force", "1:0,0:1"],
        ["--step", "0"],
        ["--mass", "-1"],
        ["--gamma-min", "1"],
        ["--unknown", "1"],
    ],
)
def test_bad_parameters_exit_2_with_words(gluey, arguments):
    done = gluey("ode", *arguments)
    assert done.returncode == 2
    assert done.stderr.strip()
    assert done.stdout == ""
