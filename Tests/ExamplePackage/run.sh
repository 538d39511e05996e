#!/usr/bin/env bash
# Builds the example package against this repository, as a user would, and runs its tests: those that ask for what was
# recorded pass; those that do not fail, and say what missed.txt has.
#
#   Tests/ExamplePackage/run.sh           builds the dependencies anew the first time, in .build/example
#   SWIFT=… Tests/ExamplePackage/run.sh   with another Swift
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
swift=${SWIFT:-swift}
scratch=${EXAMPLE_SCRATCH:-$root/.build/example}
options=(--package-path "$here" --scratch-path "$scratch")
output=$scratch/output.txt

fail() { echo "example package: $*" >&2; exit 1; }

# The versions that the repository was tested with, and what of them was fetched already.
mkdir -p "$scratch"
if [ -f "$root/Package.resolved" ]; then cp "$root/Package.resolved" "$here/Package.resolved"; fi
if [ ! -d "$scratch/repositories" ] && [ -d "$root/.build/repositories" ]; then
  cp -R "$root/.build/repositories" "$scratch/repositories"
fi
unset UNDERSTUDY_MODE UNDERSTUDY_WARNINGS CI

"$swift" build "${options[@]}" --build-tests
test() { "$swift" test "${options[@]}" --skip-build "$@"; }

test --filter 'TripPlannerTests|TripPlannerXCTests'

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
grep -qF 'Mode record (UNDERSTUDY_MODE) writes recordings, and this is CI (CI=true)' "$output" ||
  { cat "$output" >&2; fail "it does not say why nothing is recorded in CI"; }

echo "The example package's tests pass, and those that miss say why."

# The same build of the library, for a package outside the repository.
SWIFT=$swift EXAMPLE_SCRATCH=$scratch "$here/orders.sh"
