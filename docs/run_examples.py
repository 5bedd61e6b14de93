"""Runs the examples of the pages: examples/NAME.toml, a scene whose first lines say what to do with it and what comes out.

    #$ gluey run NAME.toml                          commands, run in a folder of the example's own
    #= leaves at | t[glued][-1] -> 4 ± 0.01 @b.h5   a number of a result (NAME.h5 unless @ says which), computed -> expected

NAME.json beside a copy of the scene then holds scene, commands, pictures and numbers, for the directive `example`. A command
that fails, or a number that is not as expected, is an error.
"""

import concurrent.futures
import json
import math
import os
import pathlib
import re
import shutil
import subprocess

import h5py
import numpy as np

NUMBER = re.compile(r"#= (?P<what>.+) \| (?P<measured>.+) -> (?P<expected>.+) ± (?P<allowed>\S+)(?: @(?P<file>\S+))?$")


class Observed(dict):
    """What expressions may name: frames as arrays, columns of the history, numpy."""

    def __init__(self, file):
        super().__init__(np=np, pi=np.pi, sqrt=np.sqrt, log=np.log, Gamma=math.gamma)
        with h5py.File(file, "r") as f:
            frames = f["frames"]
            self["t"] = frames["time"][:]
            for short, name in {"x": "position", "v": "velocity", "angle": "orientation", "w": "angular_velocity"}.items():
                self[short] = frames[name][:]
            self["obstacle_angle"] = frames["obstacle_orientation"][:]
            for name in ("mass", "radius", "inertia"):
                self[name] = f["bodies"][name][:]
            self["history"] = {name: column[:] for name, column in f["history"].items()}
            # The lowest potential of each frame, and how many contacts it has.
            offset, gamma = frames["contact_offset"][:], frames["contact_gamma"][:]
            self["gamma"] = np.array([gamma[a:b].min(initial=0.0) for a, b in zip(offset, offset[1:])])
            self["contacts"] = np.diff(offset)
            if "contact_log_distance" in frames:  # of the thinnest film
                log_distance = frames["contact_log_distance"][:]
                self["ln_distance"] = np.array([log_distance[a:b].min(initial=np.inf) for a, b in zip(offset, offset[1:])])
        self["glued"] = self["gamma"] < 0.0
        # A CSV file that a command has written beside the result.
        self["table"] = lambda name: np.genfromtxt(pathlib.Path(file).parent / name, delimiter=",", names=True)


def number(line, folder, name):
    match = NUMBER.match(line)
    if not match:
        raise SystemExit(f"{name}.toml: not understood: {line}")
    seen = Observed(folder / (match["file"] or f"{name}.h5"))
    try:
        row = {key: float(eval(match[key], {}, seen)) for key in ("measured", "expected", "allowed")}
    except Exception as error:
        raise SystemExit(f"{name}.toml: {line}\n{error!r}") from error
    if not abs(row["measured"] - row["expected"]) <= row["allowed"]:
        raise SystemExit(f"{name}.toml: {match['what']}: {row['measured']}, expected {row['expected']} ± {row['allowed']}")
    return {"what": match["what"], **row}


def run_example(source, work, program):
    """Runs one; work/NAME.json and work/run/NAME/ are what comes of it."""
    name = source.stem
    lines = source.read_text().splitlines()
    commands = [line[3:] for line in lines if line.startswith("#$ ")]
    folder = work / "run" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    scene = "\n".join(line for line in lines if not line.startswith(("#$ ", "#= ")))
    (folder / source.name).write_text(scene)
    for extra in source.parent.glob(f"{name}.*"):
        if extra != source:
            shutil.copy(extra, folder)
    environment = os.environ | {"PATH": f"{program.parent}:{os.environ['PATH']}", "OMP_NUM_THREADS": "1"}
    pictures = []
    for command in commands:
        done = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{name}.toml: {command}\n{done.stdout}{done.stderr}")
        pictures += [f"{name}/{line}" for line in done.stdout.splitlines() if line.endswith(".png")]
    numbers = [number(line, folder, name) for line in lines if line.startswith("#= ")]
    made = {"scene": scene, "commands": commands, "pictures": pictures, "numbers": numbers}
    (work / f"{name}.json").write_text(json.dumps(made, indent=1))
    return name


def run_examples(sources, work, program, jobs):
    """All of them side by side; what `program` made of an example that has not changed since is kept."""

    def stale(source):
        made = work / f"{source.stem}.json"
        newest = max(p.stat().st_mtime for p in (program, pathlib.Path(__file__), *source.parent.glob(f"{source.stem}.*")))
        return not made.exists() or made.stat().st_mtime < newest

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(lambda source: run_example(source, work, program), filter(stale, sources)))
