"""Parameter studies: one scene, many values of some of its keys, as many processes as there are cores."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Callable, Optional, Union

import numpy as np
import numpy.typing as npt

from . import toml
from .errors import Error
from .simulation import Simulation
from .trajectory import Trajectory

__all__ = ["Sweep", "sweep"]

Measure = Callable[[Trajectory], Any]


@dataclass
class Case:
    """One choice of the parameters and what became of it."""

    values: dict[str, Any]
    file: str
    done: float = 0.0
    summary: dict[str, Any] = field(default_factory=dict)
    measured: dict[str, Any] = field(default_factory=dict)
    error: str = ""


class Sweep(Sequence[Case]):
    """The cases of a sweep, in order. `records` has them as a table, `open(k)` the result of one."""

    def __init__(self, cases: list[Case]) -> None:
        self.cases = cases

    def __getitem__(self, number: Any) -> Any:
        return self.cases[number]

    def __len__(self) -> int:
        return len(self.cases)

    def __repr__(self) -> str:
        return f"<gluey.Sweep of {len(self)} cases, {len(self.failed)} failed>"

    @property
    def failed(self) -> list[Case]:
        """Those without a result; each says why in `error`."""
        return [case for case in self.cases if case.error]

    def open(self, number: int) -> Trajectory:
        """The result of a case."""
        return Trajectory(self.cases[number].file)

    def records(self) -> npt.NDArray[Any]:
        """A structured array: the parameters, what was measured (not a number where a case failed), steps, wall_seconds, file."""
        rows = [{**case.values, **case.measured, "steps": case.summary.get("steps", 0),
                 "wall_seconds": case.summary.get("wall_seconds", np.nan), "file": case.file} for case in self.cases]
        names = list(dict.fromkeys(name for row in rows for name in row))
        columns = {name: np.array([row.get(name, np.nan) for row in rows]) for name in names}
        table = np.empty(len(rows), [(name, column.dtype, column.shape[1:]) for name, column in columns.items()])
        for name, column in columns.items():
            table[name] = column
        return table


def sweep(
    scene: Union[str, os.PathLike[str], Mapping[str, Any], Simulation],
    parameters: Mapping[str, Sequence[Any]],
    *,
    output: Union[str, os.PathLike[str]] = "sweep",
    measure: Optional[Measure] = None,
    together: bool = False,
    processes: Optional[int] = None,
    threads: int = 1,
    progress: bool = True,
) -> Sweep:
    """Runs a scene for every combination of values, `{"contact.gamma_min": [-1, -2], "time.step": [1e-2, 1e-3]}`, or with `together` for
    the first of all, the second of all and so on.

    Results are `output`/000.h5 and so on. `measure(trajectory)` is called for each as it ends, in this process, and returns a number, an
    array or a dict of them. A case that fails does not end the others. Ctrl-C ends all.
    """
    simulation = scene if isinstance(scene, Simulation) else Simulation(scene)
    if simulation._forces or simulation.predictor is not None or simulation.law is not None:
        raise Error("forces, predictors and laws written in Python do not go to the processes of a sweep")
    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    cases = [Case(values, str(folder / f"{number:03}.h5")) for number, values in enumerate(_combined(parameters, together))]
    count = processes or os.cpu_count() or 1
    running: set[subprocess.Popen[str]] = set()
    stopping = threading.Event()
    with ThreadPoolExecutor(count) as pool:
        waiting = {pool.submit(_run, simulation, case, threads, running, stopping): case for case in cases}
        bar = _Bar(cases, sys.stderr if progress else None)
        try:
            while waiting:
                for future in [future for future in waiting if future.done()]:
                    case = waiting.pop(future)
                    future.result()
                    if measure and not case.error:
                        found = measure(Trajectory(case.file))
                        case.measured = dict(found) if isinstance(found, Mapping) else {"measured": found}
                bar.show()
                time.sleep(0.05)
        except BaseException:
            stopping.set()
            for process in list(running):
                process.terminate()
            raise
        finally:
            bar.end()
    return Sweep(cases)


def _combined(parameters: Mapping[str, Sequence[Any]], together: bool) -> Iterator[dict[str, Any]]:
    choices = zip(*parameters.values(), strict=True) if together else itertools.product(*parameters.values())
    return (dict(zip(parameters, choice)) for choice in choices)


def _run(simulation: Simulation, case: Case, threads: int, running: set[subprocess.Popen[str]],
         stopping: threading.Event) -> None:
    """A process for one case; its messages into the case."""
    if stopping.is_set():
        return
    builder = simulation._builder
    text = json.dumps({
        "file": builder.file,
        "toml": None if builder.file else toml.dumps(builder.scene),
        "set": builder.overrides + [toml.override(key, value) for key, value in case.values.items()],
        "output": case.file,
        "threads": threads,
    })
    package = str(Path(__file__).absolute().parent.parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))}
    process = subprocess.Popen([sys.executable, "-m", "gluey.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, env=environment)
    running.add(process)
    assert process.stdin and process.stdout and process.stderr
    with process:
        process.stdin.write(text)
        process.stdin.close()
        for line in process.stdout:
            message = json.loads(line)
            case.done = message.get("done", case.done)
            case.summary = message.get("summary", case.summary)
            case.error = message.get("error", case.error)
        said = process.stderr.read().strip()
    running.discard(process)
    if not case.summary and not case.error:
        case.error = said.splitlines()[-1] if said else f"the process ended with {process.returncode}"


class _Bar:
    """How far all cases are: one line that is written over on a terminal, a line every tenth elsewhere."""

    def __init__(self, cases: list[Case], stream: Optional[IO[str]]) -> None:
        self.cases, self.stream = cases, stream
        self.begin, self.shown, self.tenth = time.monotonic(), -1.0, -1

    def show(self, last: bool = False) -> None:
        if self.stream is None or not self.cases:
            return
        over = [bool(case.summary or case.error) for case in self.cases]
        share = sum(1.0 if is_over else case.done for is_over, case in zip(over, self.cases)) / len(over)
        terminal = self.stream.isatty()
        now = time.monotonic()
        if not last and (now - self.shown < 0.2 if terminal else int(10 * share) == self.tenth):
            return
        self.shown, self.tenth = now, int(10 * share)
        left = (now - self.begin) * (1 / share - 1) if share > 0 else 0.0
        failed = sum(bool(case.error) for case in self.cases)
        text = f"sweep {share:4.0%} [{'#' * int(24 * share):24}] {sum(over)}/{len(over)}"
        text += f", {failed} failed" if failed else ""
        text += f", {int(left) // 60}:{int(left) % 60:02} left" if 0 < share < 1 else ""
        self.stream.write(f"\r{text}\x1b[K" if terminal else f"{text}\n")
        self.stream.flush()

    def end(self) -> None:
        self.show(last=True)
        if self.stream is not None and self.stream.isatty():
            self.stream.write("\n")
