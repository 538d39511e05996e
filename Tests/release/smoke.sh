#!/usr/bin/env bash
# Runs the file that `make release` built where there is no Swift: in a root folder that holds the file, the shared
# libraries that it lists, their loader, a recording and a schema, and nothing else: no shell, no /etc, no /proc.
# Clients ask from outside. Every line on standard error fails it.
#
#   Tests/release/smoke.sh [FILE]
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
file=${1:-$root/.build/release-static/understudy}
work=$(mktemp -d "${TMPDIR:-/tmp}/understudy-smoke.XXXXXX")
jail=$work/root
running=()

say() { echo "smoke: $*"; }
fail() { echo "smoke: FAILED: $*" >&2; exit 1; }
finish() {
  for process in "${running[@]}"; do kill "$process" 2>/dev/null || true; done
  rm -rf "$work"
}
trap finish EXIT

# The root folder

mkdir -p "$jail/recordings" "$jail/schemas" "$jail/bin"
cp "$file" "$jail/bin/understudy"
cp -R "$root/recordings/countries" "$jail/recordings/"
cp "$root/schemas/countries.graphqls" "$jail/schemas/"
if [ "$(uname)" = Linux ]; then
  # Paths only: the names are what the loader looks for, and links are followed.
  for library in $(ldd "$file" | grep -oE '/[^ ]+'); do
    mkdir -p "$jail$(dirname "$library")"
    cp -L "$library" "$jail$library"
  done
fi

# How to get into it. Without a way in, at least an environment that leads nowhere.
inside=()
program=/bin/understudy
if [ "$(uname)" = Linux ] && [ "$(id -u)" = 0 ] && chroot "$jail" "$program" --version >/dev/null 2>&1; then
  inside=(env -i PATH=/bin chroot "$jail")
  say "in a root folder of its own, by chroot"
elif [ "$(uname)" = Linux ] && unshare -r -R "$jail" "$program" --version >/dev/null 2>&1; then
  inside=(env -i PATH=/bin unshare -r -R "$jail")
  say "in a root folder of its own, by unshare"
else
  inside=(env -i PATH="$jail/bin" LD_LIBRARY_PATH= HOME="$work")
  program=$jail/bin/understudy
  cd "$jail"
  say "neither chroot nor unshare can be used here: in an environment without Swift only"
fi
if [ "$(uname)" = Linux ]; then
  # env looks chroot and unshare up in PATH, which has only the program in it.
  for index in "${!inside[@]}"; do
    case ${inside[index]} in chroot | unshare) inside[index]=$(command -v "${inside[index]}") ;; esac
  done
  say "beside the program there are: $(cd "$jail" && find . -name '*.so*' | sed 's|.*/||' | sort | tr '\n' ' ')"
fi

# What is tried

# run NAME ARGUMENTS…: to its end; standard output is in $work/NAME.out.
run() {
  local name=$1
  shift
  "${inside[@]}" "$program" "$@" >"$work/$name.out" 2>"$work/$name.err" </dev/null ||
    fail "understudy $* ended with $?: $(cat "$work/$name.err")"
}

# serve NAME ARGUMENTS…: in the background; its origin is in $origin once it listens.
serve() {
  local name=$1
  shift
  "${inside[@]}" "$program" "$@" --port 0 --quiet >"$work/$name.out" 2>"$work/$name.err" </dev/null &
  running+=($!)
  until origin=$(head -1 "$work/$name.out") && [ -n "$origin" ]; do
    kill -0 $! 2>/dev/null || fail "understudy $* does not listen: $(cat "$work/$name.err")"
    sleep 0.05
  done
}

# stop NAME: ends what was started last, which has to go in order.
stop() {
  local process=${running[${#running[@]} - 1]} code=0
  kill "$process"
  wait "$process" || code=$?
  [ $code = 0 ] || fail "$1 ended with $code: $(cat "$work/$1.err")"
  unset "running[${#running[@]} - 1]"
  clean "$1"
}

clean() { [ ! -s "$work/$1.err" ] || fail "$1 wrote to standard error: $(cat "$work/$1.err")"; }

ask() { curl -sS "$1" -H 'content-type: application/json' -d "$2" "${@:3}"; }
expect() { case $2 in *"$3"*) say "$1" ;; *) fail "$1: not \"$3\" in: $2" ;; esac; }

canada='{"query": "{ country(code: \"CA\") { name capital } }"}'
recorded=$(find "$root/recordings/countries" -path '*query.CountryDetail-*' -name 'operation.graphql' | head -1)
[ -n "$recorded" ] || fail "no recording of CountryDetail is shipped"
# The shipped document, as JSON has it.
detail="{\"query\": \"$(awk '{ gsub(/\\/, "\\\\"); gsub(/"/, "\\\""); printf "%s\\n", $0 }' "$recorded")\", \"variables\": {\"code\": \"CA\"}}"

run version --version
clean version
expect "prints its version" "$(cat "$work/version.out")" .

serve replay replay --miss-status 500
expect "replays what is shipped" "$(ask "$origin/countries" "$detail")" '"Ottawa"'
stop replay

serve fake fake
expect "fakes from a schema" "$(ask "$origin/countries" '{"query": "{ continents { code countries { name } } }"}')" '{"data":{"continents":[{"code":'
upstream=$origin
serve record record --upstream "$upstream/countries" --endpoint recorded --recordings new
answer=$(ask "$origin/recorded" "$canada")
expect "records from an upstream" "$answer" '"name"'
stop record
[ -n "$(find "$jail/new/recorded" -name '*.json')" ] || fail "nothing was recorded"
serve again replay --recordings new
[ "$(ask "$origin/recorded" "$canada")" = "$answer" ] || fail "what was recorded is not what is replayed"
say "replays what it recorded"
stop again
stop fake

run authority ca --ca-folder authority
certificate=$(cat "$work/authority.out")
serve tls fake --tls --ca-folder authority
expect "serves TLS" "$(ask "$origin/countries" "$canada" --cacert "$jail/${certificate#"$jail"}")" '"name"'
secure=${origin/localhost/127.0.0.1}
serve over-tls record --upstream "$secure/countries" --endpoint secure --recordings new --upstream-ca "$certificate"
expect "records over TLS" "$(ask "$origin/secure" "$canada")" '"name"'
stop over-tls
stop tls

run exec exec --quiet --endpoint countries -- "$program" --version
clean exec
expect "runs a command" "$(cat "$work/exec.out")" "$(cat "$work/version.out")"

run check check --endpoint countries
expect "checks recordings" "$(cat "$work/check.out")" recording
run schema schema print countries
expect "prints a schema" "$(cat "$work/schema.out")" "type Country"
say "all is well"
