"""gluey: many rigid particles that touch, rub, stick and let go.

    import gluey
    sim = gluey.Simulation("lotto.toml")         # a file, a dict, or calls
    sim.step(100)
    sim.positions, sim.contacts.gamma            # NumPy arrays, the state itself
    gluey.run("lotto.toml", "lotto.h5")          # a whole run into a result file
    run = gluey.open("lotto.h5")                 # its frames, contacts, history
    gluey.plot.snapshot(run[-1])

docs/python.md has more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

try:
    from ._gluey import StepContacts, StepReport, version
except ModuleNotFoundError as error:
    if error.name != f"{__name__}._gluey":
        raise
    raise ModuleNotFoundError("gluey's compiled part is missing: `./dev build` makes it, for Debian's /usr/bin/python3",
                              name=error.name) from error
from .contacts import Contacts
from .errors import Error, SceneError, SceneProblem
from .frame import Frame
from .laws import Friction, Gluey, GlueyFriction, Inelastic, Law, Lubricated, Lubrication
from .problem import Problem, Result, solve, solvers
from .running import run
from .simulation import Simulation
from .sweep import Sweep, sweep
from .trajectory import Trajectory, open

if TYPE_CHECKING:
    from . import plot

__version__ = version()
__all__ = [
    "Contacts", "Error", "Frame", "Friction", "Gluey", "GlueyFriction", "Inelastic", "Law", "Lubricated", "Lubrication",
    "Problem", "Result", "SceneError", "SceneProblem", "Simulation", "StepContacts", "StepReport", "Sweep", "Trajectory", "open", "plot",
    "run", "scenes", "solve", "solvers", "sweep",
]


def scenes() -> dict[str, str]:
    """The scenes that come with gluey: their TOML by name."""
    from ._gluey import builtin_scenes

    return builtin_scenes()


def __getattr__(name: str) -> Any:
    # matplotlib is slow to load, and not needed to simulate.
    if name == "plot":
        import importlib

        return importlib.import_module(".plot", __name__)
    raise AttributeError(f"module 'gluey' has no attribute {name!r}")
