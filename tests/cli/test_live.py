"""What serving a run costs when nobody looks: instructions, counted by callgrind, with one thread."""

import re
import subprocess

import pytest

from conftest import PROGRAM, ROOT


def instructions(folder, scene, *options):
    (folder / "out.h5").unlink(missing_ok=True)  # a run looks into a result that it is to replace
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", PROGRAM, "run", ROOT / "scenes" / scene]
        + ["--threads", "1", "--quiet", "-o", "out.h5", *options],
        cwd=folder, capture_output=True, text=True, check=True, timeout=1200,
    )
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1))


@pytest.mark.long
@pytest.mark.parametrize("scene, options", [("lotto.toml", ["--steps", "150"]), ("pushed-ball.toml", [])])
def test_live_without_a_browser_costs_less_than_two_percent(tmp_path, scene, options):
    # How often the result is published depends on the clock: the least of three is free of most of that.
    plain = min(instructions(tmp_path, scene, *options) for _ in range(3))
    live = min(instructions(tmp_path, scene, *options, "--live") for _ in range(3))
    print(f"{scene}: {plain} instructions, {100 * (live / plain - 1):.2f} % more with --live")
    assert live < 1.02 * plain
