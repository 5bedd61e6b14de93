#!/usr/bin/python3
"""Solves the friction problems of a folder (FCLIB's format) by every method and prints docs/fclib.md's table.

    bench/fclib.py build/release/bin/gluey FOLDER [SECONDS]

Cold start, one thread; a method that takes longer than SECONDS (60) for one tolerance is not asked for smaller ones."""

import json
import os
import pathlib
import subprocess
import sys

TOLERANCES = ("1e-4", "1e-6", "1e-8")
SOLVERS = ("auto", "interior-point", "admm", "apgd", "gauss-seidel", "uzawa")
# Best of Siconos 4.4 on a 2.8 GHz Xeon, one core, seconds; None: not reached or not tried.
SICONOS = {
    "capsules-296": (0.001, 0.04, 0.08),
    "boxes-stack-52": (0.004, 0.05, 0.13),
    "kaplas-tower-570": (0.02, 0.016, 0.02),
    "rock-pile-463": (0.22, None, None),
    "pile-8000-shaken-18423": (30.5, None, None),
    "pile-1000-rest-2362": (38.0, None, None),
}


def solve(program, problem, solver, tolerance, limit):
    command = [program, "solve", str(problem), "--solver", solver, "--tolerance", tolerance, "--json",
               "--max-iterations", "1000000"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False,
                              env={**os.environ, "OMP_NUM_THREADS": "1"})
    except subprocess.TimeoutExpired:
        return None
    return json.loads(done.stdout)


def cell(report, limit):
    if report is None:
        return f"> {limit:g} s"
    text = f"{report['iterations']} it, {report['seconds']:.3g} s"
    return text if report["converged"] else f"stalls at {report['error']:.1e} ({text})"


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    limit = float(sys.argv[3]) if len(sys.argv) > 3 else 60.0
    print("| problem | solver | 1e-4 | 1e-6 | 1e-8 |\n|---|---|---|---|---|")
    for problem in sorted(folder.glob("*.hdf5"), key=lambda p: p.stat().st_size):
        name = problem.stem
        if name in SICONOS:
            row = " | ".join("–" if s is None else f"{s:g} s" for s in SICONOS[name])
            print(f"| {name} | Siconos's best | {row} |")
        for solver in SOLVERS:
            cells = []
            for tolerance in TOLERANCES:
                report = solve(program, problem, solver, tolerance, limit)
                cells.append(cell(report, limit))
                if report is None or not report["converged"]:
                    cells += [""] * (len(TOLERANCES) - len(cells))
                    break
            print(f"| {name} | {solver} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
