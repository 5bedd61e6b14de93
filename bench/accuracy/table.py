#!/usr/bin/env python3
"""The tables of docs/solvers/accuracy.md from what `gluey bench accuracy --json` printed; results of one scene may be spread over several files.

  python3 bench/accuracy/table.py results/*.json                                  print them
  python3 bench/accuracy/table.py results/*.json --into docs/solvers/accuracy.md  between the page's marks
"""

import argparse
import json
import pathlib

import numpy as np

LEVELS = ["draft", "standard", "fine", "exact"]
BEGIN, END = "<!-- tables begin -->", "<!-- tables end -->"

# What is shown of each scene, beside the kinetic energy and the coordination number: the observable and its word in the table.
SHOWN = {
    "settle-400": [("centre of mass, z", "height"), ("force on box, deviation", "floor, sd")],
    "heap3d": [("reach, x", "run-out"), ("force on plane, deviation", "floor, sd")],
    "pile-8000": [("centre of mass, z", "height"), ("force on floor, deviation", "floor, sd")],
    "drum-2d": [("angle", "angle"), ("force on drum, deviation", "drum, sd")],
    "drum-3d": [("angle", "angle"), ("force on drum, deviation", "drum, sd")],
    "column": [("reach, x", "run-out"), ("force on floor, deviation", "floor, sd")],
    "silo": [("taken by bin", "run out"), ("force on right side, deviation", "side, sd")],
    "hopper": [("centre of mass, z", "height"), ("force on hopper, deviation", "hopper, sd")],
    "lotto": [("centre of mass, y", "height"), ("force on box, deviation", "box, sd")],
    "box3d-gluey": [("centre of mass, y", "height"), ("force on floor, deviation", "floor, sd")],
}
ALWAYS = [("kinetic energy", "kinetic energy"), ("coordination", "contacts per body")]
STUDENT = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120]


def student(freedom):
    return STUDENT[freedom - 1] if freedom <= len(STUDENT) else 1.96 + 2.4 / freedom


def read(files):
    """Runs by scene and level, each seed once."""
    scenes = {}
    for file in files:
        study = json.loads(pathlib.Path(file).read_text())
        scene = scenes.setdefault(pathlib.Path(study["scene"]).stem, {"bodies": study["bodies"], "levels": {}})
        for run in study["runs"]:
            shown = run["observables"]
            if "centre of mass, x" in shown:
                shown["angle"] = np.degrees(np.arctan2(shown["centre of mass, x"], -shown["centre of mass, y"]))
            scene["levels"].setdefault(run["level"], {})[run["seed"]] = run
    return scenes


def values(level, name):
    found = [run["observables"].get(name) for run in level.values() if run["end"] == "finished"]
    return np.array([value for value in found if value is not None], float)


def percent(share):
    return f"{100 * share:.0f} %" if share >= 0.995 else f"{100 * share:.2g} %"


def power(value):
    """7e-4"""
    mantissa, exponent = f"{value:.0e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def mean_text(sample):
    if len(sample) == 0:
        return "–"
    mean = sample.mean()
    if len(sample) == 1 or sample.std() == 0:
        return f"{mean:.4g}"
    interval = student(len(sample) - 1) * sample.std(ddof=1) / np.sqrt(len(sample))
    if max(abs(mean), interval) >= 1e6 or max(abs(mean), interval) < 1e-3:
        return f"{mean:.2e} ± {interval:.1e}"
    decimals = min(9, max(0, 1 - int(np.floor(np.log10(interval)))))
    return f"{mean:.{decimals}f} ± {interval:.{decimals}f}"


def spread(scene, name):
    """Standard deviation between the seeds of one level: of the most accurate one among those with the most runs."""
    samples = [values(scene["levels"][level], name) for level in reversed(LEVELS) if level in scene["levels"]]
    most = max(samples, key=len)
    return most.std(ddof=1) if len(most) > 1 else np.nan


def reference(scene):
    """The most accurate level of which at least two runs were finished, or else one."""
    for least in (2, 1):
        for level in reversed(LEVELS):
            runs = scene["levels"].get(level, {}).values()
            if sum(run["end"] == "finished" for run in runs) >= least:
                return level
    return None


def cost(level):
    seconds = np.array([run["cpu_seconds"] for run in level.values() if run["end"] == "finished"])
    return f"{seconds.mean():.3g}" if len(seconds) else f"> {max(run['cpu_seconds'] for run in level.values()):.3g}"


def costs(scenes):
    lines = ["| scene | level | runs | CPU s | iterations | accuracy, median | 95 % | worst | overlap, 95 % | worst | missed | kept |",
             "|---|---|---|---|---|---|---|---|---|---|---|---|"]
    for name, scene in scenes.items():
        for level in LEVELS:
            if level not in scene["levels"]:
                continue
            runs = list(scene["levels"][level].values())
            mean = {key: np.mean([run[key] for run in runs]) for key in
                    ("iterations", "accuracy_median", "accuracy_95", "overlap_95", "missed")}
            worst = {key: max(run[key] for run in runs) for key in ("accuracy_worst", "overlap_worst")}
            done = sum(run["end"] == "finished" for run in runs)
            lines.append(
                f"| {name} | {level} | {done}{'' if done else ' (ended)'} | {cost(scene['levels'][level])} | {mean['iterations']:.0f}"
                f" | {percent(mean['accuracy_median'])} | {percent(mean['accuracy_95'])} | {percent(worst['accuracy_worst'])}"
                f" | {power(mean['overlap_95'])} | {power(worst['overlap_worst'])} | {percent(mean['missed'])}"
                f" | {min(run['kept'] for run in runs):.2g} |")
    return lines


def observables(scenes):
    lines = ["| scene | level | shows | kinetic energy | contacts per body | force |", "|---|---|---|---|---|---|"]
    for name, scene in scenes.items():
        against = reference(scene)
        (main, main_word), (force, force_word) = SHOWN.get(name, [("centre of mass, x", "centre x"), ("centre of mass, y", "centre y")])
        for level in LEVELS:
            if level not in scene["levels"] or not len(values(scene["levels"][level], "kinetic energy")):
                continue
            cells = []
            for observable, word in [(main, main_word), *ALWAYS, (force, force_word)]:
                sample = values(scene["levels"][level], observable)
                text = mean_text(sample)
                one = spread(scene, observable)
                if level != against and len(sample) and one > 0:
                    text += f" ({(sample.mean() - values(scene['levels'][against], observable).mean()) / one:+.1f})"
                cells.append(text if observable in dict(ALWAYS) else f"{word} {text}")
            lines.append(f"| {name} | {level} | " + " | ".join(cells) + " |")
    return lines


def verdict(scenes):
    """Of all observables of `standard`: how many differ from the reference by more than chance makes of them."""
    compared, beyond, largest = 0, [], 0.0
    for name, scene in scenes.items():
        against = reference(scene)
        if against in (None, "standard", "draft") or "standard" not in scene["levels"]:
            continue
        names = {key for run in scene["levels"]["standard"].values() for key in run["observables"]}
        for observable in sorted(names):
            here, there = values(scene["levels"]["standard"], observable), values(scene["levels"][against], observable)
            one = spread(scene, observable)
            if not one > 0 or not len(here) or not len(there):
                continue
            compared += 1
            apart = (here.mean() - there.mean()) / one
            largest = max(largest, abs(apart))
            freedom = max(1, len(here) + len(there) - 2)
            if abs(apart) > student(freedom) * np.sqrt(1 / len(here) + 1 / len(there)):
                beyond.append(f"{name}: {observable} ({apart:+.1f})")
    text = f"Of {compared} means at `standard`, {len(beyond)} differ from those of the reference by more than chance makes of one in twenty"
    return [text + (": " + "; ".join(beyond) if beyond else "") + f". The largest difference is {largest:.1f} standard deviations."]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--into", type=pathlib.Path)
    options = parser.parse_args()
    found = read(options.files)
    scenes = {name: found[name] for name in sorted(found, key=lambda name: (list(SHOWN).index(name) if name in SHOWN else 99, name))}
    text = "\n".join([*costs(scenes), "", *observables(scenes), "", *verdict(scenes)])
    if options.into is None:
        print(text)
        return
    page = options.into.read_text()
    begin, end = page.index(BEGIN) + len(BEGIN), page.index(END)
    options.into.write_text(page[:begin] + "\n" + text + "\n" + page[end:])


if __name__ == "__main__":
    main()
