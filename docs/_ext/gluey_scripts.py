"""What the tutorial from Python needs of sphinx-gallery and of autodoc beyond their own.

    saved_pages     HTML pages that a block of a script has saved are shown below it, in a frame
    links           to a script, as they work in the repository, become links to the page that is made of it
    docstrings      are written for people: only `code` and bars need help to be reStructuredText
"""

import pathlib
import re
import shutil

FRAME = """
.. raw:: html

    <iframe class="saved-page" src="{address}" loading="lazy" title="{name}"></iframe>

"""


def saved_pages(block, variables, gallery):
    """Those that are not yet among the static files, to which they are copied."""
    source = pathlib.Path(variables["src_file"])
    static = pathlib.Path(gallery["src_dir"]) / "_static" / source.parent.name
    static.mkdir(parents=True, exist_ok=True)
    parts = []
    for page in sorted(source.parent.glob("*.html")):
        if not (static / page.name).exists():
            shutil.copy(page, static)
            parts.append(FRAME.format(address=f"../_static/{static.name}/{page.name}", name=page.stem))
    return "".join(parts)


def links(app, docname, source):
    if app.env.doc2path(docname).endswith(".md"):
        source[0] = re.sub(r"(\]\([./]*tutorial_python/)README\.rst\)", r"\1index.rst)", source[0])
        source[0] = re.sub(r"(\]\([./]*tutorial_python/\w+)\.py\)", r"\1.rst)", source[0])


def docstrings(app, what, name, object, options, lines):
    # Bars would be substitutions; examples are code as they stand.
    lines[:] = [line if line.lstrip().startswith(">>>") else line.replace("|", r"\|") for line in lines]


def setup(app):
    app.connect("source-read", links)
    app.connect("autodoc-process-docstring", docstrings)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
