"""gluey solve: problems of FCLIB, judged by an evaluation of their error that shares nothing with the program."""

import json

import h5py
import numpy
import pytest
import scipy.sparse

from conftest import ROOT

DATA = ROOT / "tests" / "data" / "fclib"


def siconos_error(file):
    """The natural map of Siconos's fc3d_compute_error at the solution that the file holds."""
    with h5py.File(file) as h5:
        group = h5["fclib_local"]
        size = int(group["W/m"][0])
        w = scipy.sparse.csc_matrix((group["W/x"][:], group["W/i"][:], group["W/p"][:]), (size, size))
        q, mu = group["vectors/q"][:], group["vectors/mu"][:]
        r = h5["solution/r"][:]
        assert numpy.allclose(h5["solution/u"][:], w @ r + q, atol=1e-12 * abs(q).max())
    u, r3 = (w @ r + q).reshape(len(mu), -1), r.reshape(len(mu), -1)
    y = r3 - u
    y[:, 0] -= mu * numpy.linalg.norm(u[:, 1:], axis=1)
    normal, tangent = y[:, 0], numpy.linalg.norm(y[:, 1:], axis=1)
    projected = y.copy()
    projected[mu * tangent <= -normal] = 0.0
    side = (tangent > mu * normal) & (mu * tangent > -normal)
    on_side = (normal + mu * tangent)[side] / (1 + mu[side] ** 2)
    projected[side, 0] = on_side
    projected[side, 1:] *= (mu[side] * on_side / tangent[side])[:, None]
    return numpy.linalg.norm(r3 - projected) / numpy.linalg.norm(q)


@pytest.mark.parametrize("name", ["boxes-stack-52", "capsules-296"])
@pytest.mark.parametrize("tolerance", [1e-4, 1e-8])
@pytest.mark.parametrize("solver", ["auto", "interior-point"])
def test_hyperstatic_problems_are_solved_and_the_error_is_siconos_s(gluey, tmp_path, name, tolerance, solver):
    done = gluey("solve", DATA / f"{name}.hdf5", "--solver", solver, "--tolerance", tolerance, "--json", "-o", "out.hdf5")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["converged"] and report["error"] <= tolerance
    assert report["contacts"] == int(name.rsplit("-", 1)[1])
    assert report["open"] + report["sticking"] + report["sliding"] == report["contacts"]
    assert siconos_error(tmp_path / "out.hdf5") == pytest.approx(report["error"], rel=1e-3, abs=1e-13)


def test_alternating_directions_solve_to_medium_accuracy(gluey, tmp_path):
    done = gluey("solve", DATA / "capsules-296.hdf5", "--solver", "admm", "--tolerance", 1e-6, "--json", "-o", "out.hdf5")
    assert done.returncode == 0, done.stderr
    assert siconos_error(tmp_path / "out.hdf5") <= 1.001e-6


def test_what_is_written_is_read_again_as_the_same_problem(gluey, tmp_path):
    assert gluey("solve", DATA / "capsules-296.hdf5", "-o", "out.hdf5").returncode == 0
    with h5py.File(DATA / "capsules-296.hdf5") as a, h5py.File(tmp_path / "out.hdf5") as b:

        def matrix(h5):
            w = h5["fclib_local/W"]
            return scipy.sparse.csc_matrix((w["x"][:], w["i"][:], w["p"][:]))

        assert abs(matrix(a) - matrix(b)).max() == 0.0  # not symmetric, and still the same
        for name in ("q", "mu"):
            assert (a["fclib_local/vectors"][name][:] == b["fclib_local/vectors"][name][:]).all()
    again = json.loads(gluey("solve", "out.hdf5", "--json").stdout)
    assert again["converged"]


def test_too_few_iterations_fail_and_show_the_best_error(gluey):
    done = gluey("solve", DATA / "capsules-296.hdf5", "--max-iterations", 2)
    assert done.returncode == 1
    assert "not converged" in done.stdout and "error" in done.stdout


@pytest.mark.parametrize("storage", ["rows", "triplets"])
def test_other_ways_of_storing_w_give_the_same_answer(gluey, tmp_path, storage):
    with h5py.File(DATA / "capsules-296.hdf5") as source:
        g = source["fclib_local"]
        size = int(g["W/m"][0])
        w = scipy.sparse.csc_matrix((g["W/x"][:], g["W/i"][:], g["W/p"][:]), (size, size))
        with h5py.File(tmp_path / "other.hdf5", "w") as h5:
            out = h5.create_group("fclib_local")
            source.copy("fclib_local/vectors", out)
            source.copy("fclib_local/spacedim", out)
            out["W/m"] = out["W/n"] = numpy.array([size], "i4")
            out["W/nzmax"] = numpy.array([w.nnz], "i4")
            if storage == "rows":
                rows = w.tocsr()
                parts = (-2, rows.indices, rows.indptr, rows.data)
            else:
                triplets = w.tocoo()
                parts = (w.nnz, triplets.row, triplets.col, triplets.data)
            for key, value in zip(("nz", "i", "p", "x"), (numpy.array([parts[0]], "i4"), *parts[1:])):
                out[f"W/{key}"] = value
    for file in (DATA / "capsules-296.hdf5", "other.hdf5"):
        assert gluey("solve", file, "-o", f"{'a' if file == 'other.hdf5' else 'b'}.hdf5").returncode == 0
    with h5py.File(tmp_path / "a.hdf5") as a, h5py.File(tmp_path / "b.hdf5") as b:
        assert (a["solution/r"][:] == b["solution/r"][:]).all()


@pytest.mark.parametrize(
    "damage, complaint",
    [
        (lambda g: g["W"].__delitem__("x"), "fclib_local/W/x is missing"),
        (lambda g: g["vectors"].__delitem__("mu"), "fclib_local/vectors/mu is missing"),
        (lambda g: g["spacedim"].write_direct(numpy.array([4], "i4")), "spacedim is 4"),
        (lambda g: g["vectors/q"].write_direct(numpy.full(888, numpy.nan)), "fclib_local/vectors/q: entry 0"),
        (lambda g: g["W/i"].write_direct(numpy.full(12420, 888, "i4")), "entry 0 is (888"),
        (lambda g: g.create_group("V"), "equality constraints"),
    ],
)
def test_a_damaged_problem_is_refused_in_words(gluey, tmp_path, damage, complaint):
    (tmp_path / "bad.hdf5").write_bytes((DATA / "capsules-296.hdf5").read_bytes())
    with h5py.File(tmp_path / "bad.hdf5", "a") as h5:
        damage(h5["fclib_local"])
    done = gluey("solve", "bad.hdf5")
    assert done.returncode == 1
    assert "bad.hdf5" in done.stderr and complaint in done.stderr


def test_files_that_are_no_problem_are_refused_in_words(gluey, tmp_path):
    (tmp_path / "text.hdf5").write_text("no")
    h5py.File(tmp_path / "empty.hdf5", "w").close()
    for name, complaint in (("none.hdf5", "no such file"), ("text.hdf5", "HDF5"), ("empty.hdf5", "fclib_local")):
        done = gluey("solve", name)
        assert done.returncode == 1 and name in done.stderr and complaint in done.stderr
    assert gluey("solve", "empty.hdf5", "--solver", "magic").returncode == 2
