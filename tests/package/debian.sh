#!/usr/bin/env bash
# Installs a package of gluey in a fresh Debian 12 and uses it there: debian.sh gluey_….deb
# Exit code 77: it cannot be tried here.
set -euo pipefail

here=$(dirname "$(readlink -f "$0")")
package=$(readlink -f "$1")

skip() { printf 'skipped: %s\n' "$*"; exit 77; }
say() { printf '==> %s\n' "$*"; }
((EUID == 0)) || skip "a fresh root needs the rights of root"
command -v debootstrap >/dev/null || skip "debootstrap is not installed"

# From where, and through what, apt of this machine gets its packages.
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Codename: bookworm' 'Component: main' | sed -n 1p)
[[ $mirror ]] || skip "apt of this machine knows no mirror of bookworm"

root=$(mktemp -d)
chmod 755 "$root" # others than root live in it, too
trap 'rm -rf --one-file-system "$root" "$root.log"' EXIT
# quietly COMMAND…   without its output, unless it fails
quietly() { "$@" >"$root.log" 2>&1 || { tail -n 20 "$root.log"; return 1; }; }
# inside COMMAND…   in the new root, with a view of processes of its own that ends with the command
inside() { unshare --mount --pid --fork --mount-proc="$root/proc" chroot "$root" "$@"; }

say "a fresh Debian 12"
quietly debootstrap --variant=minbase bookworm "$root" "$mirror"
apt-config dump | grep -i '^Acquire::.*proxy' >"$root/etc/apt/apt.conf.d/90proxy" || true

say "installing $(basename "$package")"
cp "$package" "$root/tmp/gluey.deb"
cp "$here/use.sh" "$here/use.py" "$root/tmp"
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
quietly inside apt-get update
quietly inside apt-get install -y --no-install-recommends man-db
quietly inside apt-get install -y --no-install-recommends /tmp/gluey.deb

# The loader can be told that there is no AVX; the processor under it would not mind. So no instruction of it may be there
# outside the folder that the loader keeps for better processors.
say "no AVX where any processor may look"
checked=0
while read -r file; do
  [[ ! -L $file ]] || continue
  found=$(objdump -d --no-show-raw-insn "$file" | grep -cE '\sv[a-z0-9]+ .*%[xyz]mm' || true)
  ((found == 0)) || { printf '%s: %s AVX instructions\n' "${file#"$root"}" "$found"; exit 1; }
  ((checked += 1))
done < <(inside dpkg -L gluey | grep -E '^/usr/bin/gluey$|\.so(\.|$)' | grep -v hwcaps | sed "s|^|$root|")
((checked == 3)) # program, library, module

# Not as root: a user may write nothing but the folder they are in.
inside install -d -o nobody /tmp/home
inside setpriv --reuid nobody --regid nogroup --clear-groups env HOME=/tmp/home bash -euo pipefail /tmp/use.sh

say "removing it"
quietly inside dpkg --purge gluey
left=$(cd "$root" && find usr etc var -path '*gluey*')
[[ -z $left ]] || { printf 'left behind:\n%s\n' "$left"; exit 1; }
say "the package works"
