#!/usr/bin/env bash
# Type-checks the branches for macOS where there is no Mac: a copy of Sources in which every `#if` is decided as there,
# against a stub of Darwin over Glibc, with all of Foundation. Needs a debug build. It does not replace a build on a Mac.
#
#   Tests/typecheck-darwin.sh            the targets that have such branches
#   Tests/typecheck-darwin.sh Proxy      one target
set -euo pipefail

if [ "$(uname)" != Linux ]; then echo "typecheck-darwin: only for Linux" >&2; exit 0; fi
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
built=.build/debug

if [ $# = 0 ]; then
  # shellcheck disable=SC2046
  set -- $(grep -rlE 'canImport\(Darwin\)|os\(macOS\)|FoundationEssentials' Sources --include='*.swift' | cut -d/ -f2 | sort -u)
fi

cp -R Sources "$work/Sources"
find "$work/Sources" -name '*.swift' -print0 | xargs -0 sed -i -E \
  -e 's/canImport\((Glibc|Musl|FoundationEssentials|FoundationNetworking)\)/false/; s/canImport\((Darwin|System)\)/true/' \
  -e 's/os\(Linux\)/false/; s/os\(macOS\)/true/; s/^( *)import System$/\1import SystemPackage/' \
  -e 's/^( *)import Foundation$/\1import Darwin; import Foundation/'

cat >"$work/Darwin.swift" <<'SWIFT'
@_exported import Glibc
public nonisolated let F_FULLFSYNC: Int32 = 51
public nonisolated let SO_NOSIGPIPE: Int32 = 0x1022
public nonisolated let SOCK_STREAM: Int32 = 1
extension stat { public var st_mtimespec: timespec { st_mtim } }
SWIFT
swift=${SWIFT:-swift}
"${swift}c" -emit-module -parse-as-library -suppress-warnings -module-name Darwin -o "$work/Darwin.swiftmodule" "$work/Darwin.swift"

maps=()
while IFS= read -r map; do
  maps+=(-Xcc "-fmodule-map-file=$PWD/$map")
done < <(find -L "$built"/*.build .build/checkouts/*/Sources Sources -maxdepth 4 -name module.modulemap | grep -v build/include | sort -u)
while IFS= read -r folder; do
  maps+=(-Xcc -I -Xcc "$PWD/$folder")
done < <(find .build/checkouts -type d -name include)

for target in "$@"; do
  files=()
  while IFS= read -r file; do files+=("$file"); done < <(
    find "$work/Sources/$target" -name '*.swift'
    find -L "$built/$target.build/DerivedSources" -name '*.swift' 2>/dev/null || true)
  "${swift}c" -typecheck -parse-as-library -suppress-warnings -swift-version 6 -module-name "$target" -package-name main \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility -I "$work" -I "$built/Modules" "${maps[@]}" "${files[@]}"
  echo "typecheck-darwin: $target"
done
