"""Writes gallery.md from the reports of `gluey reproduce` in a folder, and copies their figures to images/gallery. Experiments
without a report there keep what the page has of them.

    gallery.py FOLDER
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
IMAGES = HERE / "images" / "gallery"

HEAD = """\
# Gallery

Pictures that the program made, by `./dev gallery`. For experiments of the papers the measured numbers stand beside the
expected ones, as `gluey reproduce` prints them; `gluey reproduce list` names all there are.

## Scenes

`gluey run scenes/box3d.toml` and `gluey run scenes/lotto.toml --set contact.gamma_min=-inf`, then:

| | |
|---|---|
| ![Speeds in a box](images/gallery/box3d-velocity.png) | ![Forces in a box](images/gallery/box3d-force.png) |
| `gluey render box3d.h5 --color velocity --frame 12` | `gluey render box3d.h5 --color none --network force` |
| ![Potentials in the lotto](images/gallery/lotto-gamma.png) | ![Forces in the lotto](images/gallery/lotto-force.png) |
| `gluey render lotto.h5 --color gamma --time 4.4` | `gluey render lotto.h5 --color none --network force --time 4.4` |
| ![Clusters in the lotto](images/gallery/lotto-cluster.png) | ![Energy of the lotto](images/gallery/lotto-energy.png) |
| `gluey render lotto.h5 --color cluster --time 9.96` | `gluey plot lotto.h5 energy` |

With friction: `arch`, `incline3d`, `drum`, `column`; [heap3d](heap3d.md) has a page of its own.

| | |
|---|---|
| ![Forces in an arch](images/gallery/arch-force.png) | ![Balls on an incline](images/gallery/incline3d.png) |
| `gluey render arch.h5 --color none --network force` | `gluey render incline3d.h5 --trails` |
| ![Speeds in a drum](images/gallery/drum-velocity.png) | ![A column collapses](images/gallery/column-velocity.png) |
| `gluey render drum.h5 --color velocity --time 10` | `gluey render column.h5 --color velocity --time 0.5 --time 0.9 --time 3 --columns 1 --zoom=-0.1,-0.05,2.4,0.8` |

Bodies of other shapes, meshes and periodic domains: `hopper`, `worms`, `red-cells`, `vibrated-plate`, `shear-cell`, `brick-wall`.

| | |
|---|---|
| ![Ellipsoids leave a hopper](images/gallery/hopper.png) | ![Worms in a box](images/gallery/worms.png) |
| `gluey render hopper.h5 --time 1.6` | `gluey render worms.h5 --color label --zoom=-0.05,-0.05,1.05,1.8` |
| ![Red cells in a channel](images/gallery/red-cells.png) | ![Polygons on a plate](images/gallery/vibrated-plate.png) |
| `gluey render red-cells.h5 --color velocity` | `gluey render vibrated-plate.h5 --color label` |
| ![Discs in a sheared cell](images/gallery/shear-cell.png) | ![A wall of bricks](images/gallery/brick-wall.png) |
| `gluey render shear-cell.h5 --color velocity` | `gluey render brick-wall.h5 --color label --time 0.3` |

## Experiments
"""


def expected(row):
    """ "4 ± 0.01", "≥ 90" """
    if row["relation"] != "=":
        return f"{row['relation']} {row['expected']:.6g}"
    return f"{row['expected']:.6g}" + (f" ± {row['allowed']:.1g}" if row["allowed"] else "")


def experiment(folder):
    report = json.loads((folder / "report.json").read_text())
    lines = [f"\n### {report['id']}\n", f"{report['title'][0].upper()}{report['title'][1:]}.\n"]
    for figure in report["figures"]:
        name = f"{folder.name}-{figure}"
        shutil.copyfile(folder / figure, IMAGES / name)
        lines.append(f"![{report['id']}, {pathlib.Path(figure).stem}](images/gallery/{name})\n")
    section = None
    for row in report["numbers"]:
        if row["section"] != section:
            section = row["section"]
            lines += [f"\n| {section} | measured | expected | |", "|---|--:|--:|---|"]
        measured = "none" if row["measured"] is None else f"{row['measured']:.6g}"
        lines.append(f"| {row['what']} | {measured} | {expected(row)} | {'ok' if row['ok'] else 'not as expected'} |")
    return "\n".join(lines) + "\n"


def kept(page):
    """The page's experiments by name."""
    parts = re.split(r"(?m)^### ", page)[1:]
    return {part.split("\n", 1)[0]: f"\n### {part.rstrip()}\n" for part in parts}


def main():
    # In the order of the papers.
    listed = subprocess.run(["gluey", "reproduce", "list"], capture_output=True, text=True, check=True).stdout
    page = HERE / "gallery.md"
    before = kept(page.read_text())
    sections = []
    for name in (line.split()[0] for line in listed.splitlines()):
        folder = pathlib.Path(sys.argv[1]) / name.replace("/", "-")
        sections.append(experiment(folder) if (folder / "report.json").exists() else before.get(name, ""))
    page.write_text(HEAD + "".join(sections))


if __name__ == "__main__":
    main()
