#!/usr/bin/python3
"""tidy.py BUILD [FILE...]: the checks of .clang-tidy on every source and header, or on some; fails if anything is found.

clangd looks at the lines of a file alone. clang-tidy would look at those of Eigen and the standard library, too, only to drop what it
finds there, and takes several times as long. It is left what clangd leaves out: uses after a move.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

FOLDERS = ["include", "src", "app", "python", "tests", "bench"]


def commands(build):
    """How each source is compiled, and each header, or source that is compiled as a part of another: as the source of its name is, or
    else as one near it."""
    compiled = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        compiled[file.relative_to(build.resolve() if file.is_relative_to(build.resolve()) else pathlib.Path.cwd())] = entry
    known = {}
    for file in (f for folder in FOLDERS for f in pathlib.Path(folder).rglob("*.[ch]pp")):
        name = pathlib.Path("src/run/run") if file.parts[0] == "include" else file.with_suffix("")
        like = min(compiled, key=lambda c: (c.with_suffix("") != name, -common(c, file), c))
        flags = re.sub(r" -o \S+ -c \S+$", "", compiled[like]["command"])
        known[file] = {**compiled[like], "file": str(file.resolve()), "command": f"{flags} -x c++ -c {file.resolve()}"}
    return known


def common(one, other):
    """How many folders two files share."""
    return len(os.path.commonprefix([one.parts[:-1], other.parts[:-1]]))


def findings(folder, file):
    check = ["clangd-16", f"--check={file}", "--check-locations=0", f"--compile-commands-dir={folder}"]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    lines = re.findall(r"^E\[[\d:.]*\] (\[.*\] Line.*)", done.stderr, re.MULTILINE)
    # Warnings are the compiler's business: clangd takes what a header defines for others, and what templates use, for unused.
    found = [f"{file}: {line}" for line in lines if not line.startswith("[-W")]
    if done.returncode != 0 and not lines:
        found.append(f"{file}: clangd failed: {done.stderr[-500:]}")
    if file.suffix == ".cpp":
        moves = ["clang-tidy-16", "-p", folder, "--quiet", "--checks=-*,bugprone-use-after-move", file]
        done = subprocess.run(moves, capture_output=True, text=True, check=False)
        found += done.stdout.splitlines() or ([f"{file}: clang-tidy failed: {done.stderr}"] if done.returncode != 0 else [])
    return found


def main():
    build = pathlib.Path(sys.argv[1])
    known = commands(build)
    folder = build / "tidy"
    folder.mkdir(exist_ok=True)
    (folder / "compile_commands.json").write_text(json.dumps(list(known.values())))
    files = [pathlib.Path(file) for file in sys.argv[2:]] or sorted(known)
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda file: findings(folder, file), files):
            bad += len(found)
            for line in found:
                print(line, flush=True)
    return bad > 0


sys.exit(main())
