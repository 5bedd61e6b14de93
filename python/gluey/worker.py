"""One run of a sweep, in a process of its own: the case as JSON on stdin, its progress and end as JSON lines on stdout."""

from __future__ import annotations

import json
import sys
import warnings
from typing import Any


def main() -> None:
    case = json.load(sys.stdin)
    from . import _gluey

    def tell(**message: Any) -> None:
        print(json.dumps(message), flush=True)

    def progress(step: int, steps: int, time: float, end: float) -> None:
        tell(done=step / steps if steps > 0 else time / end)

    warnings.simplefilter("ignore")
    try:
        if case["file"] is not None:
            scene = _gluey.Scene.load(case["file"], case["set"])
        else:
            scene = _gluey.Scene.parse(case["toml"], name="", overrides=case["set"])
        tell(summary=_gluey.run(scene, case["output"], None, case["threads"], False, False, [], None, None, progress, None))
    except RuntimeError as error:
        tell(error=str(error))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
