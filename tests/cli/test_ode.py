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


def test_lubrication_carries_ln_q_where_q_is_too_small(gluey):
    # 3D, epsilon = 1e-3: u + epsilon ln q = int f, so ln q = -4000 at t = 2, and back at -2000 at t = 3.
    table = rows(gluey("ode", "--model", "lubrication", "--epsilon", "1e-3", "--force", "0:-2,2:2", "--step", "0.5"))
    assert [row["t"] for row in table] == [0.5 * k for k in range(11)]
    assert table[4]["q"] == 0.0
    assert table[4]["ln_q"] == pytest.approx(-4000.0, abs=1e-9)
    assert table[6]["ln_q"] == pytest.approx(-2000.0, abs=1e-9)
    assert table[4]["gamma"] == pytest.approx(-4.0, abs=1e-12)


@pytest.mark.parametrize("drag", ["asymptotic", "wall", "spheres"])
def test_drag_and_radius_count(gluey, drag):
    # A sphere that falls far from the wall, R << q: no drag to speak of from epsilon/q, 6 pi mu R in all from the exact ones.
    table = rows(gluey("ode", "--model", "lubrication", "--drag", drag, "--radius", "1e-3", "--epsilon", "1e-3",
                       "--q0", "1000", "--force", "0:-1", "--step", "10", "--end", "10"))  # fmt: skip
    # n = epsilon/R lambda = 1 a unit of time for a wall, twice that for two spheres: u = -(1 - exp(-n t))/n.
    n = {"asymptotic": 1e-6, "wall": 1.0, "spheres": 2.0}[drag]
    assert table[-1]["u"] == pytest.approx(-(1.0 - math.exp(-10.0 * n)) / n, rel=1e-4)


def test_algorithm_1_through_the_wall_is_a_failure(gluey):
    arguments = ["--model", "threshold", "--dimension", "2", "--epsilon", "1e-3", "--force", "0:-2,2:2"]
    done = gluey("ode", *arguments, "--algorithm", "1")
    assert done.returncode == 1
    assert "through the wall" in done.stderr
    last = done.stdout.splitlines()[-1].split(",")
    assert float(last[0]) == pytest.approx(1.0) and float(last[1]) < 0.0 and last[2] == "nan"
    for algorithm in ["2", "3"]:
        table = rows(gluey("ode", *arguments, "--algorithm", algorithm))
        assert min(row["q"] for row in table) > 0.0
        assert min(row["gamma"] for row in table) == pytest.approx(-4.0, abs=0.1)  # the gluey potential at t = 2
        assert table[-1]["t"] == pytest.approx(5.0)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--model", "nonsense"],
        ["--model", "lubrication", "--q0", "0"],
        ["--model", "lubrication", "--epsilon", "-1"],
        ["--model", "lubrication", "--dimension", "4"],
        ["--model", "lubrication", "--gamma-min", "-1"],
        ["--model", "lubrication", "--step", "1e-12"],
        ["--model", "lubrication", "--drag", "air"],
        ["--model", "lubrication", "--drag", "spheres", "--dimension", "2"],
        ["--model", "lubrication", "--algorithm", "2"],
        ["--model", "threshold", "--algorithm", "4"],
        ["--model", "threshold", "--algorithm", "1", "--threshold-constant", "20"],
        ["--model", "threshold", "--algorithm", "2", "--tolerance", "1e-5"],
        ["--model", "threshold", "--algorithm", "2", "--step-min", "1e-3"],
        ["--model", "gluey", "--epsilon", "1"],
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
