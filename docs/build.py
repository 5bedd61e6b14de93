"""Builds the documentation: copies this folder to build/docs-src, completes it by what the program makes, runs Sphinx.

    build.py [--only-examples NAME…]     with `gluey` in the path; `./dev docs` calls it
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

import run_examples
import shell_blocks

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
WORK = ROOT / "build" / "docs-src"  # a mirror of the repository, as far as pages refer to it
PAGES = WORK / "docs"
SITE = ROOT / "build" / "docs"
MATHJAX = pathlib.Path("/usr/share/javascript/mathjax")


def say(text):
    print(f"==> {text}", file=sys.stderr, flush=True)


def mirror():
    """Sources as they are now; what examples have made stays."""
    PAGES.mkdir(parents=True, exist_ok=True)
    for name in ("CMakeLists.txt", "CONTRIBUTING.md", "CHANGELOG.md", "CITATION.cff"):
        shutil.copy2(ROOT / name, WORK)
    for old in [*PAGES.rglob("*.md"), *PAGES.glob("examples/*.toml")]:
        if not (HERE / old.relative_to(PAGES)).exists():
            old.unlink()
    scripts = "tutorial_python"
    shutil.copytree(HERE, PAGES, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", scripts))
    # Scripts are run anew every time, with the module as it is now; what they write stays beside them.
    for old in (WORK / scripts, PAGES / scripts, PAGES / "_static" / scripts):
        shutil.rmtree(old, ignore_errors=True)
    shutil.copytree(HERE / scripts, WORK / scripts)


def commands(program):
    """The page of commands, from the program's own help."""

    def help_of(*words):
        return subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=True).stdout.strip()

    page = ["# Commands\n", "What `gluey --help` and `gluey COMMAND --help` print. A run ends with 0, with 1 where it failed, with 2",
            "where usage or scene are wrong, and with 130 or 143 where it was stopped by Ctrl-C or a signal.\n",
            f"```text\n{help_of()}\n```\n"]
    listed = help_of().split("Subcommands:\n")[1]
    for line in listed.splitlines():
        if line.strip():
            name = line.split()[0]
            page.append(f"## gluey {name}\n\n```text\n{help_of(name)}\n```\n")
    (PAGES / "reference" / "commands.md").write_text("\n".join(page))


def tutorial(program):
    folder = PAGES / "tutorial" / "run"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for page in shell_blocks.pages_of(PAGES / "tutorial"):
        shell_blocks.run_page(page, folder, program)


def headers():
    """XML of the public headers, for breathe."""
    settings = (HERE / "Doxyfile").read_text() + f"\nINPUT = {ROOT}/include/gluey\nOUTPUT_DIRECTORY = {PAGES}/doxygen\n"
    (PAGES / "doxygen").mkdir(exist_ok=True)
    subprocess.run(["doxygen", "-"], input=settings, text=True, check=True, stdout=subprocess.DEVNULL)


def formulas():
    """Of MathJax what TeX to SVG needs."""
    to = PAGES / "_static" / "mathjax"
    for part in ("MathJax.js", "config/TeX-AMS_SVG-full.js", "extensions", "jax/element", "jax/input/TeX", "jax/output/SVG"):
        (to / part).parent.mkdir(parents=True, exist_ok=True)
        if (MATHJAX / part).is_dir():
            unused = shutil.ignore_patterns("Asana-Math", "Gyre-*", "Latin-Modern", "Neo-Euler", "STIX*", "a11y", "asciimath*")
            shutil.copytree(MATHJAX / part, to / part, dirs_exist_ok=True, ignore=unused)
        else:
            shutil.copy2(MATHJAX / part, to / part)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--only-examples", nargs="*", metavar="NAME")
    only = arguments.parse_args().only_examples
    program = pathlib.Path(shutil.which("gluey") or sys.exit("gluey is not in the path: ./dev docs"))
    jobs = len(os.sched_getaffinity(0))
    mirror()
    sources = sorted((HERE / "examples").glob("*.toml"))
    if only:
        sources = [source for source in sources if source.stem in only]
    say(f"running {len(sources)} examples")
    run_examples.run_examples(sources, PAGES / "examples", program, jobs)
    if only is not None:
        return
    say("running the tutorial")
    tutorial(program)
    commands(program)
    headers()
    formulas()
    say("running the tutorial from Python, building the pages")
    environment = os.environ | {"PYTHONPATH": str(program.parents[1] / "python"), "MPLBACKEND": "agg"}
    subprocess.run(["sphinx-build", "-W", "--keep-going", "-q", "-j", str(jobs), PAGES, SITE], check=True, env=environment)
    say(f"{SITE / 'index.html'}")


if __name__ == "__main__":
    main()
