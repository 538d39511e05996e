#!/usr/bin/env bash
# Type-checks the branches for macOS where there is no Mac: a copy of Sources in which every `#if` is decided as there,
# against stubs of Darwin over Glibc and of CoreServices, with all of Foundation. Needs a debug build. It does not replace a build on a Mac.
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
public nonisolated let RUSAGE_INFO_V0: Int32 = 0
public typealias rusage_info_t = UnsafeMutableRawPointer
public struct rusage_info_v0 { public var ri_resident_size: UInt64 = 0; public init() {} }
public func proc_pid_rusage(_: Int32, _: Int32, _: UnsafeMutablePointer<rusage_info_t?>!) -> Int32 { 0 }
extension stat { public var st_mtimespec: timespec { st_mtim } }
public let MNT_LOCAL: Int32 = 0x1000
// In C a function has the same name, which Swift cannot declare: an initializer is called instead.
public struct statfs {
  public var f_flags: UInt32 = 0
  public init() {}
  public init(_ path: UnsafePointer<CChar>, _ status: UnsafeMutablePointer<statfs>) {}
  public static func == (left: statfs, right: Int32) -> Bool { false }
}
SWIFT
cat >"$work/CoreFoundation.swift" <<'SWIFT'
public final class CFString {}
public final class CFArray {}
public final class CFAllocator {}
public struct CFArrayCallBacks {}
nonisolated(unsafe) public var kCFTypeArrayCallBacks = CFArrayCallBacks()
public enum CFStringBuiltInEncodings: UInt32 { case UTF8 = 0x0800_0100 }
public func CFStringCreateWithCString(_ a: CFAllocator?, _ text: UnsafePointer<CChar>!, _ encoding: UInt32) -> CFString! { nil }
public func CFArrayCreate(
  _ a: CFAllocator?, _ values: UnsafeMutablePointer<UnsafeRawPointer?>!, _ count: Int,
  _ callbacks: UnsafePointer<CFArrayCallBacks>!
) -> CFArray! { nil }
SWIFT
cat >"$work/CoreServices.swift" <<'SWIFT'
public import CoreFoundation
public import Dispatch
public typealias FSEventStreamRef = OpaquePointer
public typealias ConstFSEventStreamRef = OpaquePointer
public typealias FSEventStreamEventId = UInt64
public typealias FSEventStreamEventFlags = UInt32
public typealias FSEventStreamCreateFlags = UInt32
public typealias FSEventStreamCallback = @convention(c) (
  ConstFSEventStreamRef, UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer,
  UnsafePointer<FSEventStreamEventFlags>, UnsafePointer<FSEventStreamEventId>
) -> Void
public struct FSEventStreamContext {
  public init(
    version: Int, info: UnsafeMutableRawPointer?,
    retain: (@convention(c) (UnsafeRawPointer?) -> UnsafeRawPointer?)?,
    release: (@convention(c) (UnsafeRawPointer?) -> Void)?,
    copyDescription: (@convention(c) (UnsafeRawPointer?) -> OpaquePointer?)?
  ) {}
}
public let kFSEventStreamEventIdSinceNow: UInt64 = .max
public let kFSEventStreamEventFlagMustScanSubDirs = 1
public let kFSEventStreamEventFlagRootChanged = 0x20
public let kFSEventStreamEventFlagMount = 0x40
public let kFSEventStreamEventFlagUnmount = 0x80
public let kFSEventStreamCreateFlagNoDefer = 2
public let kFSEventStreamCreateFlagWatchRoot = 4
public func FSEventStreamCreate(
  _ a: CFAllocator?, _ callback: FSEventStreamCallback, _ context: UnsafeMutablePointer<FSEventStreamContext>?,
  _ paths: CFArray, _ since: FSEventStreamEventId, _ latency: Double, _ flags: FSEventStreamCreateFlags
) -> FSEventStreamRef? { nil }
public func FSEventStreamSetDispatchQueue(_ stream: FSEventStreamRef, _ queue: DispatchQueue?) {}
public func FSEventStreamStart(_ stream: FSEventStreamRef) -> Bool { false }
public func FSEventStreamStop(_ stream: FSEventStreamRef) {}
public func FSEventStreamInvalidate(_ stream: FSEventStreamRef) {}
public func FSEventStreamRelease(_ stream: FSEventStreamRef) {}
SWIFT
swift=${SWIFT:-swift}
for stub in Darwin CoreFoundation CoreServices; do
  "${swift}c" -emit-module -parse-as-library -suppress-warnings -enable-upcoming-feature InternalImportsByDefault \
    -I "$work" -module-name "$stub" -o "$work/$stub.swiftmodule" "$work/$stub.swift"
done

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
