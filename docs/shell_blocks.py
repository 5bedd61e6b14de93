"""Runs the shell blocks of a tutorial's pages, one after the other in one folder, as a reader would.

    ```{code-block} toml          a file: its caption is its name
    :caption: ball.toml
    ```console
    $ gluey run ball.toml         a command; the lines until the next are what it prints, … standing for anything.
    ```                           "# exit code 2" behind a command says what it ends with, else it is 0

What a command prints is compared where the page shows it: its output, its errors where it fails.
"""

import os
import pathlib
import re
import subprocess

FENCE = re.compile(r"^```(\{code-block\} toml|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CAPTION = re.compile(r"\A:caption: (\S+)\n\n?")


class Different(AssertionError):
    pass


def matches(shown, printed):
    """Whether the page's lines, where … is anything, are what was printed."""
    pattern = "".join(".*" if part == "…" else re.escape(part) for part in re.split("(…)", shown.strip()))
    return re.fullmatch(pattern, printed.strip(), re.DOTALL) is not None


def commands_of(block):
    """Pairs of a command and the lines shown below it."""
    pairs = []
    for line in block.splitlines():
        if line.startswith("$ "):
            pairs.append([line[2:], ""])
        else:
            pairs[-1][1] += line + "\n"
    return pairs


def run_command(command, shown, folder, environment):
    code = re.search(r"# exit code (\d+)$", command)
    expected = int(code[1]) if code else 0
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=120,
                          executable="/bin/bash", stdin=subprocess.DEVNULL)
    if done.returncode != expected:
        raise Different(f"$ {command}\nexit code {done.returncode}, not {expected}\n{done.stdout}{done.stderr}")
    printed = done.stderr if expected else done.stdout
    if shown.strip() and not matches(shown, printed):
        raise Different(f"$ {command}\nshown:\n{shown}\nprinted:\n{printed}")


def run_page(page, folder, program):
    """Writes the files of a page, runs its commands; returns how many."""
    environment = os.environ | {"PATH": f"{program.parent}:{os.environ['PATH']}"}
    count = 0
    for kind, block in FENCE.findall(pathlib.Path(page).read_text()):
        if kind == "console":
            for command, shown in commands_of(block):
                run_command(command, shown, folder, environment)
                count += 1
            continue
        caption = CAPTION.match(block)
        if caption:
            (pathlib.Path(folder) / caption[1]).write_text(block[caption.end() :])
    return count


def pages_of(tutorial):
    """The pages of a folder in their order: 1-ball.md, 2-box.md, …"""
    return sorted(pathlib.Path(tutorial).glob("[0-9]-*.md"))
