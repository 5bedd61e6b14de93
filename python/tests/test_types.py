"""Types: the package obeys them, the stub of the compiled part is what it is, and a user's code is checked against them."""

import os
import pathlib
import subprocess
import sys

import gluey
import pytest

SOURCE = pathlib.Path(gluey.__file__).absolute().parent


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    """mypy("…") runs it in a folder of its own and returns what it said and whether it is content."""
    folder = tmp_path_factory.mktemp("mypy")
    environment = {**os.environ, "MYPYPATH": str(SOURCE.parent), "MYPY_CACHE_DIR": str(folder / "cache")}
    (folder / "mypy.ini").write_text("[mypy]\n[mypy-scipy.*,matplotlib.*]\nignore_missing_imports = True\n")

    def call(*arguments, code=None):
        if code is not None:
            (folder / "user.py").write_text(code)
        done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, env=environment, cwd=folder)
        return done.stdout + done.stderr, done.returncode == 0

    return call


def test_the_package_is_typed(mypy):
    said, content = mypy("mypy", "--strict", "--allow-any-generics", "--no-warn-return-any", "--allow-subclassing-any",
                         "--allow-untyped-calls", "-p", "gluey")
    assert content, said


def test_the_stub_is_that_of_the_compiled_part(mypy):
    said, _ = mypy("mypy.stubtest", "gluey._gluey")
    complaints = [line for line in said.splitlines() if line.startswith("error")]
    # How pybind11 makes classes is no business of users.
    ours = [line for line in complaints if "metaclass differs" not in line and "__init__ is inconsistent" not in line]
    assert not ours and "checked 1 module" in said, said


def test_users_are_told(mypy):
    said, content = mypy("mypy", "--follow-imports", "silent", "user.py", code="""import gluey
sim = gluey.Simulation("scene.toml")
x: float = sim.positions
sim.step("two")
sim.velocity
sim.add_force(lambda t, x, v: -x)
sim.add_force(lambda t, x, v, q, w: (None, -w))
gluey.open("run.h5")[-1].contacts.gamma.min()
""")
    lines = [line.split(": error: ")[0] for line in said.splitlines() if ": error: " in line]
    assert lines == ["user.py:3", "user.py:4", "user.py:5"], said


def test_everything_public_is_documented():
    for name in gluey.__all__:
        item = getattr(gluey, name)
        assert item.__doc__, name
        for attribute, member in vars(item).items() if isinstance(item, type) else ():
            if not attribute.startswith("_") and callable(member):
                assert member.__doc__, f"{name}.{attribute}"
