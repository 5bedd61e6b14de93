"""What gluey raises. The text is that of the library and of the command line."""

from __future__ import annotations

from typing import NamedTuple, Sequence

__all__ = ["Error", "SceneError", "SceneProblem"]


class Error(RuntimeError):
    """A failure while running: a non-finite state, a step that did not converge, a file that cannot be read."""


class SceneProblem(NamedTuple):
    """One problem of a scene and its place; line and column count from 1, 0 where there is no place."""

    file: str
    line: int
    column: int
    key: str
    what: str


class SceneError(Error):
    """A scene that cannot be run. The text lists all problems; `problems` has them one by one."""

    def __init__(self, text: str, problems: Sequence[SceneProblem] = ()) -> None:
        super().__init__(text)
        self.problems: list[SceneProblem] = list(problems)

    def __reduce__(self) -> tuple[type[SceneError], tuple[str, list[SceneProblem]]]:
        return type(self), (str(self), self.problems)
