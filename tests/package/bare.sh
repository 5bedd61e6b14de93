#!/usr/bin/env bash
# The first commands of a new user, in a fresh Debian 12 with nothing but its base system and no compiler's cache, timed:
#   bare.sh          ./dev run scenes/lotto.toml
#   bare.sh test     … and ./dev test
# What is committed is tried. Packages are downloaded before the clock runs; unpacking them counts.
set -euo pipefail

here=$(dirname "$(readlink -f "$0")")
((EUID == 0)) || { printf 'a fresh root needs the rights of root\n' >&2; exit 77; }
command -v debootstrap >/dev/null || "$here/../../dev" install package
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Codename: bookworm' 'Component: main' | sed -n 1p)
[[ $mirror ]] || { printf 'apt of this machine knows no mirror of bookworm\n' >&2; exit 77; }

root=$(mktemp -d)
chmod 755 "$root"
trap 'rm -rf --one-file-system "$root"' EXIT
say() { printf '==> %s\n' "$*"; }
# inside COMMAND   in the fresh system, with terminals of its own
inside() {
  unshare --mount --pid --fork --mount-proc="$root/proc" bash -euc '
    mount -t devpts -o ptmxmode=0666 devpts "$0/dev/pts"
    exec chroot "$0" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
      NODE_EXTRA_CA_CERTS=/root/certificates.crt bash -euc "cd /root; $1"' "$root" "$*"
}
# timed WHAT COMMAND…   the time counts whether or not the command succeeds; the script's status says whether all did
timed() {
  local what=$1 start=$SECONDS verdict=
  shift
  "$@" || { verdict=' (failed)'; status=1; }
  times+=("$(printf '%5d s  %s%s' $((SECONDS - start)) "$what" "$verdict")")
}
times=()
status=0

say "a fresh Debian 12"
debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" 2>&1 || { tail "$root.log"; exit 1; }
rm -f "$root.log"
apt-config dump | grep -i '^Acquire::.*proxy' >"$root/etc/apt/apt.conf.d/90proxy" || true
# Certificates and settings of the machine's network, where it has its own.
if [[ -f /etc/ssl/certs/ca-certificates.crt ]]; then
  install -D /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"  # until packages bring their own
  cp /etc/ssl/certs/ca-certificates.crt "$root/root/certificates.crt"
fi
[[ ! -f ~/.npmrc ]] || cp ~/.npmrc "$root/root/.npmrc"
git clone -q "$here/../.." "$root/root/gluey"
inside apt-get update -qq
download() { inside "gluey/dev packages $* | xargs apt-get install -y -qq -d --no-install-recommends >/dev/null"; }

say "./dev run scenes/lotto.toml"
download run
timed "packages" inside gluey/dev install run
timed "./dev run scenes/lotto.toml after them" inside "gluey/dev run gluey/scenes/lotto.toml -o lotto.h5"
if [[ ${1:-} == test ]]; then
  download run use test
  timed "packages of the tests" inside gluey/dev install run use test
  rm -rf "$root/root/.cache/ccache" "$root/root/gluey/build"
  timed "everything, from nothing" inside gluey/dev build
  timed "./dev test, the tests" inside gluey/dev test
fi
printf '\n'
printf '%s\n' "${times[@]}"
exit "$status"
