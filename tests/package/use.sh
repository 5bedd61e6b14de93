# What a user does with the installed package; run by debian.sh in the fresh system, in bash.
cd "$HOME"
say() { printf '==> %s\n' "$*"; }
fail() { printf 'failed: %s\n' "$*"; exit 1; }

ball=/usr/share/gluey/scenes/pushed-ball.toml

say "$(gluey --version): a scene, its numbers, a picture"
gluey run "$ball" -o ball.h5 --quiet
gluey stats ball.h5 >ball.csv
gluey render ball.h5 -o ball.png
gluey new hopper # reads a surface from another file
gluey run hopper.toml --steps 2 --quiet
gluey run /usr/share/gluey/scenes/hopper.toml -o installed.h5 --steps 2 --quiet

say "the Python module"
python3 /tmp/use.py "$ball" ball.h5

say "the man page"
man gluey >page
for command in $(gluey --help | sed -n '/^Subcommands:/,$s/^  \([a-z]*\) .*/\1/p'); do
  grep -q "^ *gluey $command" page || fail "the man page says nothing about gluey $command"
done
test -s /usr/share/bash-completion/completions/gluey
test -s /usr/share/doc/gluey/copyright

# library [tunables]   the libgluey that the loader takes
library() { GLIBC_TUNABLES=${1:-} LD_DEBUG=libs gluey --version 2>&1 | sed -n 's/.*calling init: \(.*libgluey.*\)/\1/p'; }
say "on a processor with AVX2, and on one without"
baseline=$(library glibc.cpu.hwcaps=-AVX2)
[[ $baseline == /*/libgluey.so.0* && $baseline != *hwcaps* ]] || fail "without AVX2 the loader takes '$baseline'"
GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2 gluey run "$ball" -o old.h5 --quiet
GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2 python3 /tmp/use.py "$ball" old.h5
if grep -qw avx2 /proc/cpuinfo; then
  [[ $(library) == */glibc-hwcaps/x86-64-v3/libgluey.so.0* ]] || fail "with AVX2 the loader takes '$(library)'"
fi
