"""Two directives for the pages of laws, forces, shapes and solvers.

    ```{keys} contact                    rows of scene.md, the page of keys that the program writes: of the section [contact],
    law gamma_min                        these keys, or
    ```
    ```{keys} body
    shape.kind = "capsule"               all keys of this kind
    ```
    ```{example} gluey
    ```                                  the scene examples/gluey.toml, what was run with it, its numbers and pictures
"""

import json
import pathlib

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective


def section_of(page, name):
    """The rows of a section's table, without its head."""
    lines = page.splitlines()
    starts = [k for k, line in enumerate(lines) if line in (f"## `[{name}]`", f"## `[[{name}]]`")]
    if not starts:
        raise KeyError(f"scene.md has no section {name}")
    rows = []
    for line in lines[starts[0] + 1 :]:
        if line.startswith("## "):
            break
        if line.startswith("| ") and not line.startswith("| key "):
            rows.append(line)
    return rows


def rows_of(page, section, wanted):
    """Rows of single keys, or all that follow the row of a kind."""
    rows = section_of(page, section)
    if " = " in wanted:
        start = next((k for k, row in enumerate(rows) if row.startswith(f"| **`{wanted}`**")), None)
        if start is None:
            raise KeyError(f"[{section}] has no {wanted}")
        prefix = "| `" + wanted.split(" = ")[0].rsplit(".", 1)[0] + "." if "." in wanted.split(" = ")[0] else "| `"
        found = []
        for row in rows[start + 1 :]:
            if row.startswith("| **") or not row.startswith(prefix):
                break
            found.append(row)
        return found
    found = [row for row in rows if row.startswith(f"| `{wanted}`")]
    if not found:
        raise KeyError(f"[{section}] has no key {wanted}")
    return found[:1]


def narrowed(row):
    """key, type, unit, default, allowed, meaning -> key, type, default, meaning: what is allowed goes where it fits."""
    key, kind, unit, default, allowed, meaning = [cell.strip() for cell in row.strip("|\n ").split(" | ")]
    if "`" in allowed and kind != "boolean":
        meaning += f": {allowed}"
    elif allowed and kind != "boolean":
        kind += f"{' ' if allowed[0] in '<>' else ', '}{allowed}"
    return f"| {key} | {kind}{', ' if unit else ''}{unit} | {default} | {meaning} |"


class Page(SphinxDirective):
    def markdown(self, text):
        container = nodes.container()
        self.state.nested_parse(StringList(text.splitlines(), source=self.env.docname), self.content_offset, container)
        return container.children


class Keys(Page):
    has_content = True
    required_arguments = 1

    def run(self):
        page = (pathlib.Path(self.env.srcdir) / "scene.md").read_text()
        rows = []
        for line in self.content:
            for wanted in [line] if " = " in line else line.split():
                rows += rows_of(page, self.arguments[0], wanted)
        if not rows:
            return self.markdown("No keys of its own.\n")
        table = "\n".join(map(narrowed, rows))
        # Links of scene.md are within that page.
        table = table.replace("](#", "](" + "../" * self.env.docname.count("/") + "scene.md#")
        return self.markdown(f"| key | type | default | meaning |\n|---|---|---|---|\n{table}\n")


class Example(Page):
    required_arguments = 1
    option_spec = {"width": directives.unchanged}

    def run(self):
        name = self.arguments[0]
        folder = pathlib.Path(self.env.srcdir) / "examples"
        self.env.note_dependency(str(folder / f"{name}.json"))
        made = json.loads((folder / f"{name}.json").read_text())
        parts = [f"```{{code-block}} toml\n:caption: {name}.toml\n\n{made['scene'].strip()}\n```\n"]
        parts.append("```console\n" + "\n".join(f"$ {command}" for command in made["commands"]) + "\n```\n")
        for picture in made["pictures"]:
            width = f":width: {self.options['width']}\n" if "width" in self.options else ""
            parts.append(f"```{{image}} /examples/run/{picture}\n:alt: {picture}\n{width}```\n")
        if made["numbers"]:
            parts.append("| | measured | expected |\n|---|--:|--:|")
            for row in made["numbers"]:
                what = row["what"].replace("|", "\\|")
                parts.append(f"| {what} | {row['measured']:.6g} | {row['expected']:.6g} ± {row['allowed']:.1g} |")
        return self.markdown("\n".join(parts) + "\n")


def setup(app):
    app.add_directive("keys", Keys)
    app.add_directive("example", Example)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
