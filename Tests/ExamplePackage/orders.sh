#!/usr/bin/env bash
# Records a parameterized test from a shop that is never reset, and replays its cases in other orders, from a package
# outside the repository. run.sh runs it with the library that it has built.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
swift=${SWIFT:-swift}
scratch=${EXAMPLE_SCRATCH:-$root/.build/example}
python=$root/.test-env/bin/python
seeds=(1 2 3)

fail() { echo "orders: $*" >&2; if [ -f "$output" ]; then cat "$output" >&2; fi; exit 1; }

work=$(mktemp -d)
package=$work/orders
output=$work/output.txt
shop=
trap 'if [ -n "$shop" ]; then kill "$shop" || true; fi; rm -rf "$work"' EXIT

cp -R "$here/Orders" "$package"
export UNDERSTUDY_BIN=${UNDERSTUDY_BIN:-$root/.build/debug/understudy}
export UNDERSTUDY_PACKAGE=$root ORDERS_SEEN=$work/seen
mkdir "$ORDERS_SEEN"
unset UNDERSTUDY_MODE UNDERSTUDY_WARNINGS UNDERSTUDY_URL CI ORDERS_SEED ORDERS_MORE ORDERS_UPSTREAM
options=(--package-path "$package" --scratch-path "$scratch")

"$root/Tests/setup-test-env.sh"
"$swift" build "${options[@]}" --build-tests
# test WIDTH runs the tests, so many cases at a time.
test() {
  SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$1 "$swift" test "${options[@]}" --skip-build --disable-xctest "${@:2}" >"$output" 2>&1
}

start_shop() {
  # That of the last shop would be taken for the new one's, until it is emptied.
  rm -f "$work/origin.txt"
  PYTHONPATH=$root/Tests/Upstreams "$python" "$root/Tests/Upstreams/orders.py" >"$work/origin.txt" &
  shop=$!
  for _ in $(seq 100); do
    if [ -s "$work/origin.txt" ]; then return; fi
    sleep 0.1
  done
  fail "the shop does not start"
}

stop_shop() {
  kill "$shop"
  wait "$shop" || true
  shop=
}

record() {
  UNDERSTUDY_MODE=record ORDERS_UPSTREAM=$(head -n 1 "$work/origin.txt")/graphql test "$1" || fail "recording fails"
}

# Replays each order of the cases, one at a time and side by side.
replay() {
  for seed in "${seeds[@]}"; do
    for width in 1 8; do
      ORDERS_SEED=$seed test "$width" || fail "replay fails: seed $seed, $width at a time"
    done
  done
}

start_shop
: >"$ORDERS_SEEN/order.txt"
record 1
recorded=$(cat "$ORDERS_SEEN/order.txt")
stop_shop
if [ "$(find "$package/recordings/orders/sessions" -name '*.json' | wc -l)" -ne 8 ]; then fail "8 sessions expected"; fi
# Each case saw its own answers, or the replay would show nothing.
if [ "$(cat "$ORDERS_SEEN"/[a-h]*.txt | sort -u | wc -l)" -ne 8 ]; then fail "the cases saw the same answers"; fi
replay

# The cases did run in another order.
: >"$ORDERS_SEEN/order.txt"
ORDERS_SEED=1 test 1 || fail "replay fails"
if [ "$(cat "$ORDERS_SEEN/order.txt")" = "$recorded" ]; then fail "seed 1 does not change the order of the cases"; fi
rm "$ORDERS_SEEN/order.txt"

# A case that was never recorded fails, alone, and its miss says why.
if ORDERS_MORE=lamp test 8; then fail "a case that was never recorded passes"; fi
for line in 'No recording of query OrderCount for endpoint "orders".' 'Recorded in 8 other sessions'; do
  grep -qF "$line" "$output" || fail "the case that was never recorded does not say: $line"
done
if grep -F 'recorded an issue' "$output" | grep -vF '"lamp"'; then fail "a recorded case fails, too"; fi

# Recorded side by side by a shop that goes on counting.
rm -r "$package/recordings" "$ORDERS_SEEN"/*.txt
start_shop
record 8
stop_shop
replay

# Many processes record side by side, each with a program of its own, and then one program serves them all.
processes() { "$@" "$swift" test "${options[@]}" --skip-build --disable-swift-testing --parallel --num-workers 6; }
rm -r "$package/recordings"
start_shop
UNDERSTUDY_MODE=record ORDERS_UPSTREAM=$(head -n 1 "$work/origin.txt")/graphql processes env >"$output" 2>&1 ||
  fail "recording from many processes fails"
stop_shop
if [ "$(find "$package/recordings/orders/sessions" -name '*.json' | wc -l)" -ne 7 ]; then fail "7 sessions expected"; fi
if grep -rq '"incomplete"' "$package/recordings/orders/sessions"; then fail "a test that passed is recorded as incomplete"; fi
processes env >"$output" 2>&1 || fail "what many processes recorded is not replayed"
(cd "$package" && processes "$UNDERSTUDY_BIN" exec --) >"$output" 2>&1 || fail "exec does not replay it"

echo "The parameterized test replays exactly in every order of its cases, from outside the repository."
