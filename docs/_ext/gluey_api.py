"""Directive `header`: everything that a public header declares, by breathe, from Doxygen's XML.

    ```{header} simulation.hpp
    ```

(breathe's own `doxygenfile` declares the namespace anew for every header, which Sphinx warns of.)
"""

import pathlib
import xml.etree.ElementTree as xml

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective


def declared(folder, header):
    """(line, directive, name) of what a header declares."""
    found = []
    file = xml.parse(folder / f"{header.replace('.', '_8')}.xml").getroot()
    for inner in file.iter("innerclass"):
        definition = xml.parse(folder / f"{inner.get('refid')}.xml").getroot().find("compounddef")
        # Those within another class come with it.
        outer = inner.text.rsplit("::", 1)[0]
        if outer in ("gluey", "gluey::ode"):
            found.append((int(definition.find("location").get("line")), f"doxygen{definition.get('kind')}", inner.text))
    for namespace in folder.glob("namespacegluey*.xml"):
        root = xml.parse(namespace).getroot().find("compounddef")
        for member in root.iter("memberdef"):
            place = member.find("location")
            if place.get("file").endswith(f"/{header}"):
                name = f"{root.find('compoundname').text}::{member.find('name').text}"
                found.append((int(place.get("line")), f"doxygen{member.get('kind')}", name))
    if not found:
        raise KeyError(f"nothing is declared in {header}")
    return sorted(found)


class Header(SphinxDirective):
    required_arguments = 1

    def run(self):
        folder = pathlib.Path(self.config.breathe_projects["gluey"])
        lines = []
        for _, directive, name in declared(folder, self.arguments[0]):
            members = ":members:\n:undoc-members:\n" if directive in ("doxygenclass", "doxygenstruct") else ""
            lines += f"```{{{directive}}} {name}\n{members}```\n".splitlines() + [""]
        container = nodes.container()
        self.state.nested_parse(StringList(lines, source=self.env.docname), self.content_offset, container)
        return container.children


def setup(app):
    app.add_directive("header", Header)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
