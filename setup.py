"""Makes the wheel: CMake builds and installs into a folder laid out like a virtual environment, setuptools packs it.

The wheel has the module with the shared library beside it, and the program, its man page and the scenes, which pip puts
into bin/ and share/ of the environment.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
TREE = ROOT / "build" / "wheel"
# Where pip puts modules, below the environment. Program and module find the library by this, relative to themselves.
MODULES = f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"


class CMakeBuild(build_ext):
    def run(self):
        prefix = TREE / "prefix"
        shutil.rmtree(prefix, ignore_errors=True)
        self.cmake("--preset", "release", "-B", TREE, "-DGLUEY_TESTS=OFF", "-DGLUEY_BENCH=OFF", "-DGLUEY_PYTHON=ON",
                   f"-DPython3_EXECUTABLE={sys.executable}", f"-DGLUEY_PYTHON_DIR={MODULES}",
                   f"-DCMAKE_INSTALL_LIBDIR={MODULES}/gluey", *shlex.split(os.environ.get("CMAKE_ARGS", "")))
        self.cmake("--build", TREE)
        # Without the component `development`: who wants headers does not want them in a wheel.
        self.cmake("--install", TREE, "--prefix", prefix, "--component", "Unspecified")

        package = pathlib.Path(self.build_lib) / "gluey"
        shutil.rmtree(package, ignore_errors=True)
        package.mkdir(parents=True)
        for file in (prefix / MODULES / "gluey").iterdir():
            # Wheels have no links: of the library under its names, the one that is looked for.
            if not re.fullmatch(r"libgluey\.so\.\d+\.\d+\.\d+", file.name):
                shutil.copy(file, package)
        self.distribution.data_files = [
            (str(folder.relative_to(prefix)), [str(file) for file in folder.iterdir() if file.is_file()])
            for top in ("bin", "share")
            for folder in [prefix / top, *(prefix / top).rglob("*")]
            if folder.is_dir()
        ]

    @staticmethod
    def cmake(*arguments):
        subprocess.run(["cmake", *map(str, arguments)], cwd=ROOT, check=True)


TREE.mkdir(parents=True, exist_ok=True)
setup(
    version=re.search(r"project\(gluey VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1],
    packages=[],
    ext_modules=[Extension("gluey._gluey", [])],
    cmdclass={"build_ext": CMakeBuild},
    # What setuptools writes down on the way belongs with what else is built.
    options={"egg_info": {"egg_base": "build"}, "build": {"build_base": "build/wheel/setuptools"}},
)
