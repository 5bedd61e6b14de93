"""A simulation in memory: from a file, a dict or calls; step by step; looked at and changed through NumPy arrays."""

from __future__ import annotations

import math
import os
import warnings
from collections.abc import Mapping
from typing import Any, Callable, Optional, Sequence, TypeVar, Union

import numpy as np
import numpy.typing as npt

from . import _gluey
from .building import Builder, Overrides
from .contacts import Contacts
from .errors import Error
from .frame import Frame
from .laws import Law

__all__ = ["Simulation"]

Floats = npt.NDArray[np.float64]
Vector = Union[Sequence[float], Floats]
Force = Union[Callable[[float, Floats, Floats], Any], Callable[[float, Floats, Floats, Floats, Floats], Any]]
AForce = TypeVar("AForce", bound=Force)
Predictor = Callable[[float, float, Floats, Floats, Floats], Any]


class Simulation:
    """A scene and its state.

    >>> sim = gluey.Simulation("lotto.toml", set={"contact.gamma_min": -2})
    >>> sim = gluey.Simulation({"time": {"step": 0.01, "end": 5}, "body": [...], ...})
    >>> sim = gluey.Simulation(dimension=2, step=0.01, gravity=(0, -10), contact=gluey.Gluey(gamma_min=-1))
    >>> sim.add_sphere((0, 2), radius=1)
    >>> sim.add_obstacle("plane", normal=(0, 1))
    >>> sim.step(100)

    The keys of a dict are those of a scene file (docs/scene.md). By calls, sections are dicts, too (`environment=`,
    `solver=`, `domain=` …); `step`, `end`, `steps` and `gravity` go where they belong. A simulation without `end` and `steps` goes on
    for as long as it is told to. It is built by the first step, or when its state is first looked at; nothing can be added then.

    Python's lock is released while steps are taken. One thread at a time may step a simulation.
    """

    # So that a name that is misspelt is an error.
    __slots__ = ("_builder", "_core", "_forces", "_law", "_predictor", "_shown", "__weakref__")

    def __init__(
        self,
        scene: Union[str, os.PathLike[str], Mapping[str, Any], None] = None,
        *,
        set: Optional[Overrides] = None,
        step: Union[float, str, None] = None,
        end: Optional[float] = None,
        steps: Optional[int] = None,
        gravity: Optional[Vector] = None,
        contact: Union[Law, Mapping[str, Any], str, None] = None,
        **sections: Any,
    ) -> None:
        self._builder = Builder(scene, set)
        self._core: Optional[_gluey.Core] = None
        self._forces: list[Force] = []
        self._predictor: Optional[Predictor] = None
        self._law: Any = None
        self._shown: Optional[tuple[tuple[int, float], Contacts]] = None
        if self._builder.file is not None and (sections or any(
                item is not None for item in (step, end, steps, gravity, contact))):
            raise TypeError("a scene from a file is changed by set={\"key\": value}")
        for name, item in sections.items():
            if isinstance(item, Mapping):
                self._builder.section(name, item)
            elif item is not None:
                self._builder.scene[name] = item
        time = {key: item for key, item in (("step", step), ("end", end), ("steps", steps)) if item is not None}
        if time:
            self._builder.section("time", time)
        if gravity is not None:
            self._builder.section("environment", {"gravity": gravity})
        self._builder.section("contact", contact)
        if scene is not None:
            self._builder.read()

    # Building.

    def add_sphere(self, position: Vector, radius: float, **keys: Any) -> int:
        """A sphere, in 2D a disc; further keys are those of `[[body]]`: velocity, mass, label … Returns its number."""
        return self.add_body("sphere", position=position, radius=radius, **keys)

    def add_body(self, shape: Union[str, Mapping[str, Any]], **keys: Any) -> int:
        """A body: `add_body("box", size=(1, 2), position=(0, 3), density=2)`, or with the shape as a dict. Returns its number.

        Bodies added one by one come first, in this order; those of `add_bodies` follow.
        """
        return self._open().add_body(shape, keys)

    def add_bodies(self, shape: Union[str, Mapping[str, Any], None] = None, **keys: Any) -> None:
        """Many bodies at random without overlap, `add_bodies("sphere", radius=(0.1, 0.2), count=50, region={…})`, or from a
        file, `add_bodies(file="grains.csv")`."""
        self._open().add_bodies(shape, keys)

    def add_obstacle(self, shape: Union[str, Mapping[str, Any]], **keys: Any) -> int:
        """An obstacle: `add_obstacle("plane", normal=(0, 1))`, with `motion={…}` where it moves. Returns its number."""
        return self._open().add_obstacle(shape, keys)

    def add_inlet(self, **keys: Any) -> int:
        """Where bodies come in, with the keys of `[[inlet]]`."""
        return self._open().add("inlet", keys)

    def add_outlet(self, **keys: Any) -> int:
        """Where bodies leave, with the keys of `[[outlet]]`."""
        return self._open().add("outlet", keys)

    @property
    def contact(self) -> Any:
        """The keys of the contact law, as they were given; may be set until the simulation is built: `sim.contact = gluey.Gluey(gamma_min=-1)`."""
        return self._builder.scene.get("contact")

    @contact.setter
    def contact(self, law: Union[Law, Mapping[str, Any], str]) -> None:
        builder = self._open()
        builder.scene.pop("contact", None)
        builder.section("contact", law)

    @property
    def scene(self) -> str:
        """The scene as TOML with every default filled in, as `gluey check --resolved` prints it."""
        return self._builder.read().resolved()

    # Running.

    def step(self, n: int = 1) -> _gluey.StepReport:
        """Takes n steps and returns what the last one did. Ctrl-C ends after the step that is under way."""
        if n < 1:
            raise ValueError(f"found {n} steps, must be at least 1")
        report = self._built().advance(n, math.inf, False)
        assert report is not None
        return report

    def run(
        self,
        until: Optional[float] = None,
        callback: Optional[Callable[[Simulation], Any]] = None,
        every: int = 1,
    ) -> Optional[_gluey.StepReport]:
        """Steps up to the time `until`, or to the scene's end; the last step's report, or None where there was nothing to do.

        The last step is shortened so that it ends there. `callback(sim)` is called after every `every` steps and at the end; where it
        returns False, the run ends. Ctrl-C raises KeyboardInterrupt after the step that is under way, and the simulation can go on.
        """
        core = self._built()
        if until is None and self._builder.endless:
            raise Error("the scene has no end: say until when to run")
        if until is not None and until < core.time:
            raise Error(f"the simulation is at t = {core.time:g} already, beyond until = {until:g}")
        if every < 1:
            raise ValueError(f"found every = {every}, must be at least 1")
        limit, to_end = (math.inf, True) if until is None else (until, False)
        last = None
        while True:
            report = core.advance(every if callback else 2**62, limit, to_end)
            if report is None:
                return last
            last = report
            if callback is None or callback(self) is False:
                return last

    def add_force(self, force: AForce) -> AForce:
        """Adds a force of your own: `force(time, positions, velocities)` returns forces [N,d], or what broadcasts to them.

        To turn bodies as well it returns a pair: forces [N,d], a number or None, and torques about the bodies' positions ([N] in 2D,
        [N,3] in 3D, along the axes of space) or what broadcasts to them. A function of five arguments is shown how bodies are turned:
        `force(time, positions, velocities, orientations, angular_velocities)`.

        It is called once or more a step with read-only views of the state, and must depend on its arguments alone if a run is to be
        repeated. Returns the function, so that it can be used as a decorator.
        """
        if self._core is not None:
            self._core.add_force(force)
        self._forces.append(force)
        return force

    @property
    def predictor(self) -> Optional[Predictor]:
        """The free velocity of your own, say from a solver of the fluid: `predictor(time, step, positions, velocities, free)`.

        `free` [N,d] is what the forces give, V + h F/m; what the function returns, or leaves there where it returns None, is used
        in its place. Contacts then act on it. None: as the forces say.
        """
        return self._predictor

    @predictor.setter
    def predictor(self, predictor: Optional[Predictor]) -> None:
        if self._core is not None:
            self._core.set_predictor(predictor)
        self._predictor = predictor

    @property
    def law(self) -> Any:
        """A contact law of your own: an object with one of these methods, or both. It starts from what the scene's law (`contact`) says.

        `bounds(contacts, lower, friction)`, before the solve: which impulses each contact may transmit, p_n ≥ `lower` ≤ 0 and,
        where p_n > 0, |p_T| ≤ `friction` p_n. `friction` is empty where no law of the scene rubs. A contact that opens pulls with its
        bound: give one below 0 to those that touch only.

        `potentials(contacts, gamma)`, after it: what becomes of γ ≤ 0, which contacts keep as long as they last. Those with γ < 0
        have `lower` = γ/R in the next step (−∞ with release = "lagged").

        `contacts` is a `StepContacts`. What a method returns (of `bounds` the lower bounds, or both), or leaves in the arrays where it
        returns None, is used. None: as the scene's law says.
        """
        return self._law

    @law.setter
    def law(self, law: Any) -> None:
        _gluey.check_law(law)
        if self._core is not None:
            self._core.set_law(law)
        self._law = law

    # State.

    @property
    def time(self) -> float:
        return self._built().time

    @property
    def steps(self) -> int:
        """Steps done."""
        return self._built().steps

    @property
    def finished(self) -> bool:
        """Whether the scene's end is reached."""
        return self._built().finished

    @property
    def dimension(self) -> int:
        return self._built().constants.dimension

    @property
    def positions(self) -> Floats:
        """[N,d], the state itself without a copy: it changes with every step, and what is written to it counts from the next one.

        Row i is body i for ever. The array keeps the simulation's state alive. In a periodic domain positions are not wrapped.
        """
        return self._built().positions

    @positions.setter
    def positions(self, values: npt.ArrayLike) -> None:
        _write(self._built().positions, values, "positions")

    @property
    def velocities(self) -> Floats:
        """[N,d], as `positions`."""
        return self._built().velocities

    @velocities.setter
    def velocities(self, values: npt.ArrayLike) -> None:
        _write(self._built().velocities, values, "velocities")

    @property
    def orientations(self) -> Floats:
        """Angles [N] in 2D, quaternions w, x, y, z [N,4] in 3D; as `positions`.

        In 3D the engine has its own order of w, x, y, z; this table is brought up to date after every step, and what is written to
        it is normalised and taken over before the next.
        """
        return self._built().orientations

    @orientations.setter
    def orientations(self, values: npt.ArrayLike) -> None:
        _write(self._built().orientations, values, "orientations")

    @property
    def angular_velocities(self) -> Floats:
        """[N] in 2D, [N,3] in 3D; as `positions`."""
        return self._built().angular_velocities

    @angular_velocities.setter
    def angular_velocities(self, values: npt.ArrayLike) -> None:
        _write(self._built().angular_velocities, values, "angular_velocities")

    @property
    def bodies(self) -> npt.NDArray[Any]:
        """What does not change of the bodies, as records: name, label, shape_kind, material, radius, mass, inertia."""
        return self.frame(contacts=False).bodies

    @property
    def contacts(self) -> Contacts:
        """The contacts of the last step. After the next one this is another object; arrays of this one stay as they are."""
        core = self._built()
        now = (core.steps, core.time)
        if self._shown is None or self._shown[0] != now:
            self._shown = (now, Contacts(core.frame(True)))
        return self._shown[1]

    def set_gamma(self, gamma: npt.ArrayLike) -> None:
        """Replaces the potentials of the contacts, in the order of `contacts`."""
        self._built().set_gamma(np.asarray(gamma, float).ravel().tolist())
        self._shown = None

    def frame(self, contacts: bool = True) -> Frame:
        """The state now, to keep: tables of their own, as a result file would have them (in a periodic domain wrapped)."""
        return Frame(self._built().frame(contacts))

    def statistics(self, within: Optional[float] = None) -> dict[str, Any]:
        """Energies, contacts, clusters and so on, as a row of `gluey stats`."""
        return self.frame().statistics(within)

    @property
    def stage_seconds(self) -> dict[str, float]:
        """Wall seconds spent in each stage of the steps so far."""
        return dict(self._built().stage_seconds)

    # Checkpoints.

    def save(self, file: Union[str, os.PathLike[str]]) -> None:
        """Writes a checkpoint: all it takes to go on bit for bit."""
        self._built().save(os.fspath(file))

    def load(self, file: Union[str, os.PathLike[str]]) -> None:
        """Goes on from a checkpoint of the same scene, by `save` or by a run (`run.h5.checkpoint`). Arrays show the state that was read."""
        self._built().restore(os.fspath(file))
        self._shown = None

    def __repr__(self) -> str:
        if self._core is None:
            return "<gluey.Simulation, not yet built>"
        n = len(self.positions)
        return f"<gluey.Simulation of {n} bodies in {self.dimension}D, step {self.steps}, t = {self.time:g}>"

    # Inside.

    def _open(self) -> Builder:
        builder = self._builder.opened()
        if self._core is not None:
            raise Error("the simulation has been built: nothing can be added any more")
        return builder

    def _built(self) -> _gluey.Core:
        if self._core is None:
            core = _gluey.Core(self._builder.read())
            for text in core.warnings:
                warnings.warn(text, RuntimeWarning, stacklevel=3)
            for force in self._forces:
                core.add_force(force)
            core.set_predictor(self._predictor)
            core.set_law(self._law)
            self._core = core
        return self._core


def _write(array: Floats, values: npt.ArrayLike, name: str) -> None:
    """Every number, or one for all: a row alone would put all bodies into one place."""
    given = np.asarray(values, float)
    if given.ndim > 0 and given.shape != array.shape:
        raise Error(f"{name}: found {list(given.shape)} numbers, must be {list(array.shape)}")
    array[...] = given
