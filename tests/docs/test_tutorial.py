"""The tutorial as a reader follows it: every shell block of its pages, in one folder, with what they say is printed."""

import os
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("GLUEY", ROOT / "build/release/bin/gluey")).resolve()
TUTORIAL = ROOT / "docs" / "tutorial"

sys.path.insert(0, str(ROOT / "docs"))
import shell_blocks  # noqa: E402


def test_every_step_works(tmp_path):
    pages = shell_blocks.pages_of(TUTORIAL)
    assert len(pages) == 5
    for page in pages:
        assert shell_blocks.run_page(page, tmp_path, PROGRAM) > 0, page.name
        # What a page shows of a run is there after it.
        for picture in page.read_text().split("](run/")[1:]:
            assert (tmp_path / picture.split(")")[0]).is_file(), picture


BLOCK = "```console\n$ echo one; echo two\n{}\n```\n"


@pytest.mark.parametrize("shown", ["one\ntwo", "one\n…", "…two", "o…o"])
def test_what_is_printed_is_accepted(tmp_path, shown):
    (tmp_path / "page.md").write_text(BLOCK.format(shown))
    assert shell_blocks.run_page(tmp_path / "page.md", tmp_path, PROGRAM) == 1


@pytest.mark.parametrize("page", [BLOCK.format("one"), BLOCK.format("two\none"), "```console\n$ false\n```\n",
                                  "```console\n$ true  # exit code 2\n```\n"])
def test_what_is_not_printed_is_refused(tmp_path, page):
    (tmp_path / "page.md").write_text(page)
    with pytest.raises(shell_blocks.Different):
        shell_blocks.run_page(tmp_path / "page.md", tmp_path, PROGRAM)
