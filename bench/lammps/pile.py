"""pile-8000 in LAMMPS (`./dev install compare`): one simulated second of 8000 spheres that settle in a box, with linear springs.

    /usr/bin/python3 bench/lammps/pile.py [E]        # E: stiffness in N/m² (springs of E times the mean radius), 1e7 unless given

prints the CPU seconds, the height of the centre of mass, and the overlaps at the end, relative to the smallest radius.
"""

import csv
import math
import pathlib
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
FRICTION, RESTITUTION, DENSITY = 0.5, 0.1, 2500.0
STEPS_PER_CONTACT = 25


def script(stiffness, bodies):
    radius = sum(float(b["r"]) for b in bodies) / len(bodies)
    mass = DENSITY * 4 / 3 * math.pi * radius**3
    spring = stiffness * radius
    frequency = math.sqrt(spring / (0.5 * mass))
    damping = -math.log(RESTITUTION) / math.hypot(math.pi, math.log(RESTITUTION))
    step = math.pi / frequency / STEPS_PER_CONTACT
    gran = f"{spring:.6g} {2 / 7 * spring:.6g} {2 * damping * frequency:.6g} {damping * frequency:.6g} {FRICTION} 1"
    walls = "\n".join(f"fix wall{axis} all wall/gran hooke/history {gran} {axis}plane 0 {'NULL' if axis == 'z' else 1}" for axis in "xyz")
    return f"""
atom_style sphere
atom_modify map array
boundary f f f
newton off
comm_modify vel yes
read_data pile.data
neighbor {0.2 * radius:.6g} bin
pair_style gran/hooke/history {gran}
pair_coeff * *
fix gravity all gravity 10 vector 0 0 -1
{walls}
fix move all nve/sphere
timestep {step:.8g}
thermo 100000
run {round(1.0 / step)}
compute centre all com
compute pairs all pair/local dist
compute both all property/local patom1 patom2
dump pairs all local 1 pairs.txt c_both[1] c_both[2] c_pairs
dump end all custom 1 end.txt id z radius mass
run 0
""", step


def table(path):
    lines = path.read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("ITEM: ENTRIES") or line.startswith("ITEM: ATOMS"))
    return [[float(x) for x in line.split()] for line in lines[start + 1:]]


def main():
    stiffness = float(sys.argv[1]) if len(sys.argv) > 1 else 1e7
    with open(HERE.parent / "data" / "pile-8000.csv", encoding="ascii") as file:
        bodies = list(csv.DictReader(file))
    text, step = script(stiffness, bodies)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        rows = "\n".join(f"{i} 1 {2 * float(b['r'])} {DENSITY} {b['x']} {b['y']} {b['z']}" for i, b in enumerate(bodies, 1))
        top = max(float(b["z"]) + float(b["r"]) for b in bodies) + 0.1
        (folder / "pile.data").write_text(f"pile\n\n{len(bodies)} atoms\n1 atom types\n0 1 xlo xhi\n0 1 ylo yhi\n-0.1 {top} zlo zhi\n\n"
                                          f"Atoms # sphere\n\n{rows}\n", encoding="ascii")
        (folder / "in.pile").write_text(text, encoding="ascii")
        subprocess.run(["lmp", "-in", "in.pile", "-screen", "none"], cwd=folder, check=True, env={"OMP_NUM_THREADS": "1", "PATH": "/usr/bin:/bin"})
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        end = {int(row[0]): row[1:] for row in table(folder / "end.txt")}
        mass = sum(row[2] for row in end.values())
        height = sum(row[0] * row[2] for row in end.values()) / mass
        smallest = min(row[1] for row in end.values())
        overlaps = sorted(max(0.0, end[int(a)][1] + end[int(b)][1] - distance) / smallest for a, b, distance in table(folder / "pairs.txt"))
        print(f"E = {stiffness:g}: {used.ru_utime + used.ru_stime:.1f} CPU s, step {step:.2e}, centre of mass at {height:.4f}, "
              f"overlap at the end {overlaps[-1]:.1e} r at most, median {overlaps[len(overlaps) // 2]:.1e}")


if __name__ == "__main__":
    main()
