#!/usr/bin/env bash
# Builds the program as one stripped file with the Swift runtime inside, and says how large it is and what it still
# needs of the system. On macOS the runtime is the system's, and needs nothing.
#
#   Tests/release/build.sh             .build/release-static/understudy
#   TRAITS=Program,Redis Tests/release/build.sh   with sessions in Redis or Valkey; needs the system's hiredis
#   Tests/release/build.sh --describe  only says it of the file that is there
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
# A folder of its own: other flags in .build would build everything anew, there and the next time here.
scratch=.build/release-static
file=$scratch/understudy

say() { echo "release: $*"; }

build() {
  # The file is stripped, so debug information would only take time.
  local flags=(--explicit-target-dependency-import-check error -c release --product understudy --scratch-path "$scratch"
    -debug-info-format none)
  if [ -n "${TRAITS:-}" ]; then flags+=(--traits "$TRAITS"); fi
  if [ "$(uname)" = Darwin ]; then
    say "the Swift runtime is part of macOS: --static-swift-stdlib is left out"
  else
    flags+=(--static-swift-stdlib)
  fi
  "${SWIFT:-swift}" build "${flags[@]}"
  local built
  built=$("${SWIFT:-swift}" build "${flags[@]}" --show-bin-path)/understudy
  cp "$built" "$file.new"
  strip "$file.new"
  # Replaced as a whole: one that runs goes on with the old one.
  mv "$file.new" "$file"
}

# The shared libraries that the system has to have, a line each: name, path.
libraries() { ldd "$file" | awk '$2 == "=>" { print $1, $3 }'; }

describe() {
  local bytes
  bytes=$(wc -c <"$file" | tr -d ' ')
  say "$file, $(awk -v b="$bytes" 'BEGIN { printf "%.1f", b / 1048576 }') MiB ($("./$file" --version))"
  if [ "$(uname)" = Darwin ]; then
    say "of the system it needs:"
    otool -L "$file" | awk 'NR > 1 { print "  " $1 }'
    return
  fi
  say "of the system it needs:"
  libraries | while read -r name path; do
    printf '  %-16s %s\n' "$name" "$(package "$path")"
  done
  printf '  %-16s %s\n' "for https" "the authorities that are trusted: Debian's ca-certificates"
  # What it was linked against is not what it needs: that is the newest symbol that it asks for.
  local prefix
  for prefix in GLIBC GLIBCXX CXXABI GCC; do
    local newest
    newest=$(objdump -T "$file" | grep -oE "\(?${prefix}_[0-9.]+\)?" | tr -d '()' | sort -uV | tail -1)
    if [ -n "$newest" ]; then say "at least $newest"; fi
  done
}

# The Debian package of a library, where dpkg knows it.
package() {
  local found=""
  if command -v dpkg-query >/dev/null; then
    # Libraries are listed below /usr/lib or below /lib, whichever the package says.
    found=$(dpkg-query -S "$(readlink -f "$1")" "$1" 2>/dev/null | head -1 | cut -d: -f1 || true)
  fi
  if [ -n "$found" ]; then echo "Debian's $found"; else echo "$1"; fi
}

case "${1:-}" in
  "") build; describe ;;
  --describe) describe ;;
  *) echo "usage: $0 [--describe]" >&2; exit 64 ;;
esac
