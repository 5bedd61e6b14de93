#!/usr/bin/env bash
# Installs gluey by pip in a new virtual environment, with Debian's build tools and nothing fetched, and uses it there.
set -euo pipefail
source=$(readlink -f "$(dirname "$0")/../..")
unset PYTHONPATH # of a build tree, where the module would be found as well

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
/usr/bin/python3 -m venv --system-site-packages environment
environment/bin/pip install --no-build-isolation --no-index --quiet "$source"

scene=environment/share/gluey/scenes/pushed-ball.toml
environment/bin/gluey run "$scene" -o ball.h5 --quiet
environment/bin/python "$source/tests/package/use.py" "$scene" ball.h5
# Both use the library of the wheel.
for file in environment/bin/gluey environment/lib/python3*/site-packages/gluey/_gluey*.so; do
  ldd "$file" | grep "libgluey.so.0 => $work/environment/" >/dev/null || { ldd "$file"; exit 1; }
done
environment/bin/pip uninstall --yes --quiet gluey
left=$(find environment -type f -path '*gluey*')
[[ -z $left ]] || { printf 'left behind:\n%s\n' "$left"; exit 1; }
