"""Types: the package obeys them, the stub of the compiled part is what it is, and a user's code is checked against them."""

import os
import pathlib
import subprocess
import sys

import gluey
import pytest

SOURCE = pathlib.Path(gluey.__file__).absolute().parent


def mypy(tmp_path, *arguments):
    environment = {**os.environ, "MYPYPATH": str(SOURCE.parent), "MYPY_CACHE_DIR": str(tmp_path / "cache")}
    return subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, env=environment, cwd=tmp_path)


def test_the_package_is_typed(tmp_path):
    (tmp_path / "mypy.ini").write_text("[mypy]\n[mypy-scipy.*,matplotlib.*]\nignore_missing_imports = True\n")
    done = mypy(tmp_path, "mypy", "--strict", "--allow-any-generics", "--no-warn-return-any", "--allow-subclassing-any",
                "--allow-untyped-calls", "--config-file", "mypy.ini", "-p", "gluey")
    assert done.returncode == 0, done.stdout


def test_the_stub_is_that_of_the_compiled_part(tmp_path):
    done = mypy(tmp_path, "mypy.stubtest", "gluey._gluey", "--ignore-missing-stub", "--ignore-positional-only")
    complaints = [line for line in done.stdout.splitlines() if line.startswith("error")]
    assert not complaints and done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("line, complaint", [
    ("x: float = sim.positions", "Incompatible types"),
    ("sim.step('two')", "incompatible type"),
    ("sim.velocity", "has no attribute"),
    ("sim.add_force(lambda t, x, v: -x)", None),
    ("gluey.open('run.h5')[-1].contacts.gamma.min()", None),
])
def test_users_are_told(tmp_path, line, complaint):
    (tmp_path / "user.py").write_text(f"import gluey\nsim = gluey.Simulation('scene.toml')\n{line}\n")
    done = mypy(tmp_path, "mypy", "--follow-imports", "silent", "--ignore-missing-imports", "user.py")
    assert (done.returncode == 0) == (complaint is None), done.stdout
    assert complaint is None or complaint in done.stdout


def test_everything_public_is_documented():
    for name in gluey.__all__:
        item = getattr(gluey, name)
        assert item.__doc__, name
        for attribute, member in vars(item).items() if isinstance(item, type) else ():
            if not attribute.startswith("_") and callable(member):
                assert member.__doc__, f"{name}.{attribute}"
