#!/usr/bin/env bash
# Builds the example package against this repository, as a user would, and runs its tests: those that ask for what was
# recorded pass; those that do not fail, and say what missed.txt has.
#
#   Tests/ExamplePackage/run.sh           with the program of this repository, or that of UNDERSTUDY_BIN
#   SWIFT=… Tests/ExamplePackage/run.sh   with another Swift
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
swift=${SWIFT:-swift}
scratch=${EXAMPLE_SCRATCH:-$root/.build/example}
options=(--package-path "$here" --scratch-path "$scratch")
output=$scratch/output.txt

fail() { echo "example package: $*" >&2; exit 1; }

export UNDERSTUDY_BIN=${UNDERSTUDY_BIN:-$root/.build/debug/understudy}
if [ ! -x "$UNDERSTUDY_BIN" ]; then fail "there is no program $UNDERSTUDY_BIN: make build"; fi
mkdir -p "$scratch"
unset UNDERSTUDY_MODE UNDERSTUDY_WARNINGS UNDERSTUDY_URL CI

"$swift" build "${options[@]}" --build-tests
# The library has no dependencies: none is fetched.
if [ -n "$(find "$scratch/checkouts" "$scratch/repositories" -mindepth 1 2>/dev/null)" ]; then fail "it clones dependencies"; fi
test() { "$swift" test "${options[@]}" --skip-build "$@"; }

test --filter 'TripPlannerTests|TripPlannerXCTests'
# A process for each test of XCTest.
test --parallel --filter TripPlannerXCTests
# The same with a program that runs the tests.
(cd "$here" && "$UNDERSTUDY_BIN" exec -- "$swift" test "${options[@]}" --skip-build --filter 'TripPlannerTests')

# Each line stands in what the tests say, one after the other.
if test --filter MissingTests >"$output" 2>&1; then fail "the tests that miss should fail"; fi
place=0
while IFS= read -r line; do
  found=$(tail -n "+$((place + 1))" "$output" | grep -nF -m 1 -- "$line" | cut -d: -f1) ||
    { cat "$output" >&2; fail "the tests that miss do not say: $line"; }
  place=$((place + found))
done <"$here/missed.txt"

# In CI nothing is recorded, whoever asks for it.
if CI=true UNDERSTUDY_MODE=record test --filter CountryTests >"$output" 2>&1; then fail "it recorded in CI"; fi
grep -qF 'Mode record (UNDERSTUDY_MODE) writes recordings, and CI is set (CI=true)' "$output" ||
  { cat "$output" >&2; fail "it does not say why nothing is recorded in CI"; }

echo "The example package's tests pass, and those that miss say why."

# Without the program it says how to get it.
if UNDERSTUDY_BIN=/nowhere/understudy test --filter CountryTests >"$output" 2>&1; then fail "it passes without the program"; fi
grep -qF 'UNDERSTUDY_BIN is "/nowhere/understudy", and there is no program at that path.' "$output" ||
  { cat "$output" >&2; fail "it does not say that there is no program"; }

# The same build of the library, for a package outside the repository.
SWIFT=$swift EXAMPLE_SCRATCH=$scratch "$here/orders.sh"

# A release of the library, as others depend on it. SwiftPM refuses one with unsafe flags, which it allows in a path.
release=$scratch/release
rm -rf "$release"
git clone --quiet "$root" "$release/understudy"
git -C "$release/understudy" tag 1.0.0
mkdir -p "$release/app/Sources/App"
echo 'import UnderstudyTesting' >"$release/app/Sources/App/App.swift"
cat >"$release/app/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "app", platforms: [.macOS(.v15)],
  dependencies: [.package(url: "file://$release/understudy", from: "1.0.0", traits: [])],
  targets: [.target(name: "App", dependencies: [.product(name: "UnderstudyTesting", package: "understudy")])])
SWIFT
"$swift" build --package-path "$release/app" || fail "a release of the library cannot be a dependency"
