#!/usr/bin/python3
"""build_costs.py BUILD [ROWS]: what took how long to compile, from ninja's log of the last time each object was built.

Seconds of wall time of one compiler; with a compiler per core and nothing else running that is a core's time. A cached object
(ccache) counts with the little it took.
"""

import collections
import pathlib
import signal
import sys


def read(build):
    """Seconds by object: of each the last entry, which is the last time it was built."""
    seconds = {}
    for line in (build / ".ninja_log").read_text().splitlines():
        if not line.startswith("#"):
            start, end, _, output, _ = line.split("\t")
            seconds[output] = (int(end) - int(start)) / 1000
    return {output: s for output, s in seconds.items() if (build / output).exists()}


def group(output):
    """The target an object belongs to: app, tests and bench by their name, the library by its layers."""
    if "/CMakeFiles/" not in output or not output.endswith((".o", ".gch")):
        return "linking and the rest"
    return output.split("/CMakeFiles/")[1].split(".dir/")[0]


def main():
    build = pathlib.Path(sys.argv[1])
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 25
    seconds = read(build)
    groups = collections.defaultdict(list)
    for output, s in seconds.items():
        groups[group(output)].append(s)
    print(f"{'seconds':>8} {'objects':>8}  target")
    for name, each in sorted(groups.items(), key=lambda item: -sum(item[1])):
        print(f"{sum(each):8.1f} {len(each):8}  {name}")
    print(f"{sum(seconds.values()):8.1f} {len(seconds):8}  all\n\nslowest")
    for output, s in sorted(seconds.items(), key=lambda item: -item[1])[:rows]:
        print(f"{s:8.1f}  {output.replace('CMakeFiles/', '')}")


signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # as other tools do where the reader has seen enough
main()
