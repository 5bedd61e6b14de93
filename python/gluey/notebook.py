"""What moves in a notebook: animations, and the web viewer in a frame of the page."""

from __future__ import annotations

import base64
import html
import json
import os
import re
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, Sequence, Union

import numpy as np

from . import _gluey
from .errors import Error
from .trajectory import Trajectory

if TYPE_CHECKING:
    from matplotlib.animation import FuncAnimation

__all__ = ["Animation", "Page", "animation", "viewer"]

_SIGNS = {"minus": "−", "fast-backward": "|◀", "step-backward": "◂", "play fa-flip-horizontal": "◀", "pause": "❚❚", "play": "▶",
          "step-forward": "▸", "fast-forward": "▶|", "plus": "+"}


class Animation:
    """Frames that play in a notebook. `save` writes a page (.html) or whatever matplotlib can (.gif, .mp4)."""

    def __init__(self, animation: FuncAnimation) -> None:
        self.animation = animation

    def _repr_html_(self) -> str:
        # matplotlib has the signs of its buttons from the network.
        page = re.sub(r"<link rel=\"stylesheet\"\s+href=\"https:[^>]*>", "", self.animation.to_jshtml(default_mode="loop"))
        return re.sub(r"<i class=\"fa fa-([^\"]*)\"></i>", lambda sign: _SIGNS.get(sign[1], ""), page)

    def save(self, file: Union[str, os.PathLike[str]], **keys: Any) -> None:
        if os.fspath(file).endswith(".html"):
            Path(file).write_text(f"<!doctype html><meta charset=\"utf-8\">{self._repr_html_()}", encoding="utf-8")
        else:
            self.animation.save(os.fspath(file), **keys)


def animation(run: Trajectory, *, frames: int = 100, fps: float = 25.0, size: float = 5.0, dpi: float = 80.0,
              **keys: Any) -> Animation:
    """A 2D animation of a result: at most so many frames, evenly chosen. Further keys are those of `snapshot`; what is seen, and the
    range of the colours, stay the same throughout."""
    import matplotlib.pyplot as plt
    from matplotlib.animation import FuncAnimation

    from . import drawing
    from .plot import snapshot

    if len(run) == 0:
        raise Error(f"{run.file} has no frames")
    shown = [run[int(k)] for k in np.unique(np.linspace(0, len(run) - 1, frames).round())]
    axes = keys.get("view") or ((0, 1) if run.dimension == 2 else (0, 2))
    boxes = np.array([drawing.bounds(frame, axes) for frame in shown])
    keys.setdefault("limits", [*boxes[:, :2].min(0), *boxes[:, 2:].max(0)])
    color = keys.get("color", "label")
    if isinstance(color, str) and color in drawing.QUANTITIES and keys.get("range") is None:
        values = np.concatenate([drawing.of_bodies(frame, color)[frame.present] for frame in shown])
        keys["range"] = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    figure, ax = plt.subplots(figsize=(size, size), dpi=dpi, layout="constrained")
    snapshot(shown[0], ax=ax, **keys)

    def show(number: int) -> list[Any]:
        ax.clear()
        # The legend of the first frame is there to stay.
        keys["legend"] = False
        snapshot(shown[number], ax=ax, **keys)
        return []

    made = FuncAnimation(figure, show, frames=len(shown), interval=1000 / fps, blit=False)
    # Whether it is ever shown is up to the caller; matplotlib would warn.
    made._draw_was_started = True
    plt.close(figure)
    return Animation(made)


class Page:
    """The web viewer of some results, shown in a notebook. The server is part of this process and ends with the object."""

    def __init__(self, files: Sequence[str], width: Union[int, str], height: int) -> None:
        for file in files:
            Trajectory(file)  # so that a file that cannot be read is told here, and not on the page
        self._server: Optional[_gluey.Viewer] = _gluey.Viewer(list(files))
        self._size = f"width=\"{width}\" height=\"{height}\""

    @property
    def address(self) -> str:
        """To open in a browser of this machine."""
        if self._server is None:
            raise Error("the viewer is closed")
        return self._server.address

    def close(self) -> None:
        """Ends the server."""
        self._server = None

    def _repr_html_(self) -> str:
        return f"<iframe src=\"{html.escape(self.address)}\" {self._size} style=\"border:0\"></iframe>"

    def html(self, frames: int = 200) -> str:
        """The viewer with at most so many frames, evenly chosen, as one page that needs neither this process nor a network."""
        events = self._statuses()
        answers = {}
        page = self._get("/").decode()
        answers["/api/runs"] = self._get("/api/runs")
        for number in range(len(events)):
            path = f"/api/run/{number}/"
            for name in ("header", "bodies", "history"):
                answers[path + name] = self._get(path + name)
            times = self._get(path + "times")
            count = len(times) // 16
            chosen = np.unique(np.linspace(0, count - 1, min(frames, count)).round()).astype(int)
            table = np.frombuffer(times, "<f8").reshape(2, count)[:, chosen]
            answers[path + "times"] = table.tobytes()
            for step in table[0].astype(int):
                for name in ("frame", "contacts"):
                    answers[f"{path}{name}/{step}"] = self._get(f"{path}{name}/{step}")
            events[number]["status"]["frames"] = len(chosen)
        data = {"answers": {path: base64.b64encode(answer).decode() for path, answer in answers.items()},
                "events": [json.dumps(event) for event in events]}
        shim = Path(__file__).with_name("standalone.js").read_text(encoding="utf-8")
        text = json.dumps(data).replace("<", "\\u003c")
        scripts = f'<script type="application/json" id="gluey-data">{text}</script><script>{shim}</script>'
        return page.replace("<head>", "<head>" + scripts, 1)

    def save(self, file: Union[str, os.PathLike[str]], frames: int = 200) -> None:
        """Writes `html()` to a file, to be sent to others."""
        Path(file).write_text(self.html(frames), encoding="utf-8")

    def _get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.address.rstrip("/") + path, timeout=60) as answer:
            content = answer.read()
            return bytes(content)

    def _statuses(self) -> list[dict[str, Any]]:
        """The present status of each run, as the page is told first."""
        count = json.loads(self._get("/api/runs"))
        wanted = count if isinstance(count, int) else int(count["runs"])
        found: dict[int, dict[str, Any]] = {}
        with urllib.request.urlopen(self.address.rstrip("/") + "/api/events", timeout=60) as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    event = json.loads(line[6:])
                    found[event["run"]] = event
                if len(found) == wanted:
                    break
        return [found[number] for number in range(wanted)]


def viewer(results: Union[Trajectory, str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]]],
           *, width: Union[int, str] = "100%", height: int = 600) -> Page:
    """The web viewer of one result, or of two side by side, inline in a notebook on this machine; `save("run.html")` makes a page of
    its own."""
    if isinstance(results, Trajectory):
        results = results.file
    files = [results] if isinstance(results, (str, os.PathLike)) else list(results)
    return Page([os.path.abspath(file) for file in files], width, height)
