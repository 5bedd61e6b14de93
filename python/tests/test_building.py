"""Scenes from files, dicts and calls are checked alike, and are the same."""

import re

import gluey
import numpy as np
import pytest
from conftest import GRAINS, ROOT, ball
from gluey import toml


def test_every_scene_that_comes_along_survives_the_way_through_a_dict():
    import tomllib

    for name, text in gluey.scenes().items():
        if name in ("hopper",):  # reads a file beside it
            continue
        named = {"output.file": "run.h5"}  # or it would be the scene's own name
        direct = gluey.Simulation(ROOT / "scenes" / f"{name}.toml", set=named).scene
        assert gluey.Simulation(tomllib.loads(text), set=named).scene == direct, name


def test_values():
    assert toml.value({"a": (1, 2.5), "b": np.array([[1, 2]]), "c": "x\"y", "d": True, "e": None, "f": np.float64(3)}) == (
        '{ a = [1, 2.5], b = [[1, 2]], c = "x\\"y", d = true, f = 3.0 }'
    )
    assert toml.value(-np.inf) == '"-inf"'
    assert toml.override("time.step", 1e-3) == "time.step=0.001"
    with pytest.raises(TypeError, match="cannot hold a object"):
        toml.value(object())


def test_calls_make_the_scene_that_a_file_would():
    sim = ball(gamma_min=-1, end=5.0, title="A gluey ball", solver={"tolerance": 1e-8})
    text = """
title = "A gluey ball"
dimension = 2
[time]
step = 0.01
end = 5.0
[environment]
force = { times = [0.0, 2.0], values = [[0, -2], [0, 2]] }
[contact]
law = "gluey"
gamma_min = -1
[[body]]
name = "ball"
shape = { kind = "sphere", radius = 1.0 }
position = [0, 2]
[[obstacle]]
name = "table"
shape = { kind = "plane", normal = [0, 1] }
[solver]
tolerance = 1e-8
"""
    import tomllib

    assert sim.scene == gluey.Simulation(tomllib.loads(text)).scene


def test_all_kinds_can_be_added():
    sim = gluey.Simulation(step=0.01, gravity=(0, -10), domain={"lower": [0, 0], "upper": [4, 4], "periodic": [True, False]})
    sim.contact = gluey.Friction(friction=0.5).between("grain", "wall", friction=0.1)
    assert sim.add_body("box", size=(0.3, 0.2), position=(1, 1), density=2.0, material="grain") == 0
    assert sim.add_body({"kind": "capsule", "radius": 0.1, "length": 0.3}, position=(2, 1), material="grain") == 1
    sim.add_bodies("sphere", radius=(0.1, 0.2), count=5, region={"lower": [0.3, 1.5], "upper": [3.7, 3.5]}, material="grain")
    sim.add_obstacle("plane", normal=(0, 1), material="wall")
    sim.add_outlet(name="out", region={"lower": [3, 3], "upper": [4, 4]})
    sim.step(3)
    assert list(sim.bodies["shape_kind"]) == ["box", "capsule"] + ["sphere"] * 5
    assert len(sim.positions) == 7 and sim.dimension == 2
    assert "0.1" in sim.scene and "friction = 0.5" in sim.scene


def test_bad_scenes_are_told_as_the_program_tells_them(tmp_path, program):
    text = "[time]\nstep = -1\nsteps = 3\n[contact]\nlaw = \"glue\"\n"
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(gluey.SceneError) as caught:
        gluey.Simulation(file)
    assert isinstance(caught.value, gluey.Error) and isinstance(caught.value, RuntimeError)
    assert f"{file}:2:8: time.step: found -1, must be > 0" in str(caught.value)
    assert [problem.key for problem in caught.value.problems] == ["time.step", "contact.law"]
    assert caught.value.problems[0].line == 2
    with pytest.raises(AssertionError, match="time.step: found -1, must be > 0"):
        program("check", file)
    with pytest.raises(gluey.SceneError, match="contact.gamma_mn.*gamma_min"):
        gluey.Simulation(step=0.1, contact={"law": "gluey", "gamma_mn": -1}).step()


def test_nothing_is_added_to_what_runs_or_comes_from_a_file():
    sim = ball()
    sim.step()
    with pytest.raises(gluey.Error, match="has been built"):
        sim.add_sphere((0, 9), radius=1)
    with pytest.raises(gluey.Error, match="from a file"):
        gluey.Simulation(ROOT / "scenes" / "lotto.toml").add_obstacle("plane", normal=(0, 1))
    with pytest.raises(gluey.Error, match="No such file|cannot be read|no such file"):
        gluey.Simulation("nowhere.toml")


def test_overrides():
    sim = gluey.Simulation(GRAINS, set={"contact.gamma_min": -np.inf, "time.step": 0.001})
    assert 'gamma_min = "-inf"' in sim.scene and "step = 0.001" in sim.scene


def test_what_a_law_does_not_know_is_an_error():
    with pytest.raises(gluey.Error, match="Friction has no key 'gamma_min'; it has between, friction"):
        gluey.Friction(gamma_min=-1)
    assert gluey.Simulation(step=0.1, contact="friction").contact == {"law": "friction"}


def test_a_misspelt_name_is_an_error():
    with pytest.raises(AttributeError, match="velocity"):
        gluey.Simulation(step=0.1).velocity = 1


def test_state_is_written_as_a_whole():
    sim = gluey.Simulation(step=0.1)
    sim.add_sphere((0, 0), radius=1)
    sim.add_sphere((0, 5), radius=1)
    with pytest.raises(gluey.Error, match=re.escape("positions: found [1, 2] numbers, must be [2, 2]")):
        sim.positions = [[0, 3]]
    sim.velocities = 0
    sim.run(until=1)
    with pytest.raises(gluey.Error, match="at t = 1 already, beyond until = 0.5"):
        sim.run(until=0.5)
    with pytest.raises(gluey.Error, match="end= or steps="):
        gluey.run(sim, "x.h5")


def test_errors_of_scenes_built_here_name_the_key_not_a_line_that_nobody_wrote():
    sim = gluey.Simulation(step=0.01)
    sim.add_sphere((0, 1), radius=-1)
    with pytest.raises(gluey.SceneError) as caught:
        sim.step()
    assert str(caught.value) == "body[0].shape.radius: found -1, must be > 0"
    sim = gluey.Simulation(step=0.01)
    sim.add_sphere((0, 0), radius=1)
    sim.add_sphere((1, 0), radius=1)
    with pytest.raises(gluey.SceneError, match=r"^body\[1\].position: body 0 and body 1 overlap by 1 at the start"):
        sim.step()
