"""Sphinx over a copy of this folder that build.py has completed: `./dev docs`."""

import pathlib
import re
import sys

from sphinx_gallery.sorting import FileNameSortKey

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "_ext"))
import gluey_scripts  # noqa: E402

project = "gluey"
author = "the gluey developers"
copyright = "2026, the gluey developers"
release = re.search(r"project\(gluey VERSION (\S+)", (HERE.parent / "CMakeLists.txt").read_text())[1]

extensions = ["myst_parser", "sphinx.ext.mathjax", "sphinx.ext.autodoc", "breathe", "sphinx_copybutton", "sphinx_gallery.gen_gallery",
              "gluey_pages", "gluey_api", "gluey_scripts"]
exclude_patterns = ["examples", "recipes", "_ext", "tutorial/run", "tutorial_python/sg_execution_times.rst"]

# Markdown with $math$; headings can be linked to, as in scene.md#lengths.
myst_enable_extensions = ["dollarmath", "amsmath", "colon_fence"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"gluey {release}"
html_static_path = ["_static"]
html_css_files = ["gluey.css"]
html_show_sourcelink = False
html_copy_source = False
pygments_style = "friendly"
pygments_dark_style = "native"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1d6fa5", "color-brand-content": "#1d6fa5"},
    "dark_css_variables": {"color-brand-primary": "#6cb8e6", "color-brand-content": "#6cb8e6"},
}
copybutton_prompt_text = "$ "

# Debian's MathJax, copied beside the pages: they need no network. SVG, as browsers refuse fonts of file:// pages.
mathjax_path = "mathjax/MathJax.js?config=TeX-AMS_SVG-full"
mathjax2_config = {
    "messageStyle": "none",
    "SVG": {"scale": 95, "linebreaks": {"automatic": False}},
    "tex2jax": {"ignoreClass": "tex2jax_ignore", "processClass": "math"},
}
myst_update_mathjax = False  # its settings are for MathJax 3

# The tutorial from Python: scripts that are run where build.py has put them, beside this folder, so that what they write is no page.
sphinx_gallery_conf = {
    "examples_dirs": str(HERE.parent / "tutorial_python"),
    "gallery_dirs": "tutorial_python",
    "within_subsection_order": FileNameSortKey,
    "image_scrapers": ("matplotlib", gluey_scripts.saved_pages),
    "remove_config_comments": True,
    "capture_repr": ("_repr_html_",),  # what a notebook would show, but for the names of objects
    "min_reported_time": 3600,
    "abort_on_example_error": True,
}

# The Python module, from its docstrings; names in `backticks` are code.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "none"

breathe_projects = {"gluey": str(HERE / "doxygen" / "xml")}
breathe_default_project = "gluey"
breathe_default_members = ("members",)
cpp_id_attributes = ["GLUEY_API"]
