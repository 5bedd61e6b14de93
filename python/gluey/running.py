"""A whole run into a result file, as `gluey run` does it, also with forces written in Python."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from typing import Any, Callable, Optional, Sequence, Union

from . import _gluey
from .building import Overrides
from .errors import Error
from .simulation import Force, Predictor, Simulation

__all__ = ["run"]

Progress = Callable[[int, int, float, float], Any]


def run(
    scene: Union[str, os.PathLike[str], Mapping[str, Any], Simulation],
    output: Union[str, os.PathLike[str]] = "",
    *,
    set: Optional[Overrides] = None,
    steps: Optional[int] = None,
    threads: int = 0,
    resume: bool = False,
    force: bool = False,
    forces: Sequence[Force] = (),
    predictor: Optional[Predictor] = None,
    law: Any = None,
    progress: Optional[Progress] = None,
) -> dict[str, Any]:
    """Runs a scene from its beginning, or with `resume` from its checkpoint, and writes the result file; returns the summary.

    `scene` is a file, a dict or a Simulation, whose scene, forces, predictor and law are taken, not its state. `progress(step, steps, time,
    end)` is told where the run stands, a few times a second. What it raises, and Ctrl-C, ends the run after the step under way with a
    checkpoint to resume from. A finished result of that name is kept as X.old.h5 unless `force` is given. Warnings are Python's.
    """
    simulation = scene if isinstance(scene, Simulation) else Simulation(scene, set=set)
    if simulation is scene:
        if set is not None:
            raise TypeError("the scene of a simulation is set when it is made")
        forces = [*simulation._forces, *forces]
        predictor = simulation.predictor if predictor is None else predictor
        law = simulation.law if law is None else law
    if steps is None and simulation._builder.endless:
        raise Error("the scene has no end: give steps= here, or end= or steps= to the simulation")
    return _gluey.run(simulation._builder.read(), os.fspath(output), steps, threads, resume, force, list(forces), predictor, law, progress,
                      lambda text: warnings.warn(text, RuntimeWarning, stacklevel=3))
