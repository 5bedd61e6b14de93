"""Whatever a scene can name has a page, every example is shown, and the README's links lead somewhere."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
KEYS = (DOCS / "scene.md").read_text()


def choices(key):
    """The values that the page of keys, which the program writes, allows for a key: of all its rows."""
    rows = re.findall(rf"^\| `{re.escape(key)}` \|.*$", KEYS, re.MULTILINE)
    names = {name for row in rows for name in re.findall(r'`"([a-z-]+)"`', row.split(" | ")[4])}
    assert names, key
    return sorted(names)


@pytest.mark.parametrize("folder, key", [("laws", "law"), ("shapes", "shape.kind"), ("solvers", "method")])
def test_every_choice_has_a_page(folder, key):
    missing = [name for name in choices(key) if not (DOCS / folder / f"{name}.md").is_file()]
    assert not missing, f"no page in docs/{folder}"


def test_every_force_has_a_page():
    section = KEYS.split("## `[environment]`")[1].split("\n## ")[0]
    keys = re.findall(r"^\| `([a-z_]+)` \|", section, re.MULTILINE) + re.findall(r"\[\[environment\.([a-z_]+)\]\]", KEYS)
    assert "gravity" in keys and "field" in keys
    page = (DOCS / "forces" / "index.md").read_text()
    links = dict(re.findall(r"\[`([a-z_]+)`\]\(([a-z-]+\.md)\)", page))
    missing = [key for key in keys if not (DOCS / "forces" / links.get(key, "none")).is_file()]
    assert not missing, "no page in docs/forces"


def test_every_example_is_shown():
    shown = {name for page in DOCS.rglob("*.md") for name in re.findall(r"^```\{example\} (\S+)$", page.read_text(), re.MULTILINE)}
    assert shown == {scene.stem for scene in (DOCS / "examples").glob("*.toml")}


def test_links_of_the_readme_lead_somewhere():
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text())
    assert links
    assert not [link for link in links if not (ROOT / link).exists()]
