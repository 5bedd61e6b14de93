"""Results of periodic domains and of bodies with a shape, as other programs read them."""

import json
import pathlib

import h5py
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_positions_lie_in_the_domain_and_images_undo_the_wrapping(gluey, tmp_path):
    done = gluey("run", str(ROOT / "scenes" / "red-cells.toml"), "-o", "cells.h5", "--steps", "600", "--quiet")
    assert done.returncode == 0, done.stderr
    with h5py.File(tmp_path / "cells.h5") as file:
        lower, upper = file["domain/lower"][:], file["domain/upper"][:]
        assert file["domain/periodic"][:].tolist() == [1, 0, 1]
        position, image = file["frames/position"][:], file["frames/image"][:]
        assert image.shape == position.shape
        for axis in (0, 2):
            assert position[..., axis].min() >= lower[axis]
            assert position[..., axis].max() <= upper[axis]
        assert not image[..., 1].any()
        assert image[..., 0].max() >= 2  # they have been round
        walked = position + image * (upper - lower)
        # Ten steps of 0.005 between frames: no one moves further than at its speed.
        speed = np.linalg.norm(file["frames/velocity"][:], axis=2)
        moved = np.linalg.norm(np.diff(walked, axis=0), axis=2)
        assert (moved <= 0.05 * (np.maximum(speed[1:], speed[:-1]) + 1.0)).all()
        index, offset = file["bodies/shape_index"][:], file["shapes/offset"][:]
        shape = json.loads(file["shapes/json"][offset[index[0]] : offset[index[0] + 1]].tobytes())
        assert shape["kind"] == "compound"
        assert len(shape["parts"]) == 7


def test_a_killed_periodic_run_resumes_to_the_same_bits(gluey, tmp_path):
    scene = str(ROOT / "scenes" / "shear-cell.toml")
    assert gluey("run", scene, "-o", "whole.h5", "--steps", "80", "--quiet").returncode == 0
    assert gluey("run", scene, "-o", "parts.h5", "--steps", "50", "--quiet").returncode == 0
    assert gluey("run", scene, "-o", "parts.h5", "--steps", "80", "--resume", "--quiet").returncode == 0
    with h5py.File(tmp_path / "whole.h5") as whole, h5py.File(tmp_path / "parts.h5") as parts:
        for name in ("position", "image", "velocity", "contact_pair", "contact_gamma", "contact_impulse"):
            a, b = whole["frames"][name][:], parts["frames"][name][:]
            if name.startswith("contact"):
                a = a[whole["frames/contact_offset"][-2] :]
                b = b[parts["frames/contact_offset"][-2] :]
                assert np.array_equal(a, b), name
            else:
                assert np.array_equal(a[-1], b[-1]), name


def test_contact_images_say_which_image_touches(gluey, tmp_path):
    assert gluey("run", str(ROOT / "scenes" / "shear-cell.toml"), "-o", "cell.h5", "--steps", "400", "--quiet").returncode == 0
    with h5py.File(tmp_path / "cell.h5") as file:
        period = file["domain/upper"][:] - file["domain/lower"][:]
        rate = file["domain"].attrs["shear_rate"]
        radius = file["bodies/radius"][:]
        offset = file["frames/contact_offset"][:]
        image = file["frames/contact_image"][:]
        assert image.shape == (offset[-1], 2)
        across = 0
        for k, time in enumerate(file["frames/time"][:]):
            rows = slice(offset[k], offset[k + 1])
            first, second = file["frames/contact_pair"][rows].T
            shift = image[rows] * period
            shift[:, 0] += image[rows, 1] * rate * time * period[1]  # Lees and Edwards
            position = file["frames/position"][k]
            apart = position[second] + shift - position[first]
            gap = np.linalg.norm(apart, axis=1) - radius[first] - radius[second]
            # Distances are those of the points that touched when the step began: they have turned a little since.
            assert np.abs(gap - file["frames/contact_distance"][rows]).max(initial=0.0) < 3e-2 * radius.min()
            across += np.count_nonzero(image[rows, 1])
        assert across > 10
