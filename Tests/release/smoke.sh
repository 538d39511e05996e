#!/usr/bin/env bash
# Runs the file that `make release` built where there is no Swift: in a root folder that holds the file, the shared
# libraries that it lists, their loader, a recording and a schema, and nothing else: no shell, no /etc, no /dev.
# Clients ask from outside. Any line on standard error of what serves, or of a command, fails it.
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
  for process in ${running[@]+"${running[@]}"}; do kill "$process" 2>/dev/null || true; done
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

# How to get into it: a mount of /proc, which Swift reads its arguments from and every container has, then chroot. Where
# that cannot be done, at least an environment that leads nowhere.
program=/bin/understudy
inside=(env -i PATH="$jail/bin" LD_LIBRARY_PATH= HOME="$work")
way=none
if [ "$(uname)" = Linux ]; then
  mkdir -p "$jail/proc"
  # Those two are looked up here: the environment inside knows neither.
  enter='mount --rbind /proc "$0/proc" && exec env -i PATH=/bin "$CHROOT" "$0" "$@"'
  enter=${enter/\$CHROOT/$(PATH=$PATH:/usr/sbin:/sbin command -v chroot)}
  for flags in -m "-r -m"; do
    [ "$flags" != -m ] || [ "$(id -u)" = 0 ] || continue
    # shellcheck disable=SC2086
    if unshare $flags sh -c "$enter" "$jail" "$program" --version >/dev/null 2>&1; then
      inside=(unshare $flags sh -c "$enter" "$jail")
      way="unshare $flags and chroot"
      break
    fi
  done
fi
if [ "$way" = none ]; then
  program=$jail/bin/understudy
  cd "$jail"
  say "neither as root nor by user namespaces a root folder can be had: in an environment without Swift only"
else
  say "in a root folder of its own, by $way"
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
  : >"$work/$name.out"
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
case $(cat "$work/version.out") in
  [0-9]*.[0-9]*.[0-9]*) say "prints its version, $(cat "$work/version.out")" ;;
  *) fail "--version printed $(cat "$work/version.out")" ;;
esac

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
outside=$certificate
trust=(--upstream-ca "$certificate")
if [ "$way" != none ]; then
  outside=$jail/$certificate
  # What Debian's ca-certificates puts there; the program trusts nobody where there is no such file.
  mkdir -p "$jail/etc/ssl/certs"
  cp "$outside" "$jail/etc/ssl/certs/ca-certificates.crt"
  trust=()
fi
serve tls fake --tls --ca-folder authority
expect "serves TLS" "$(ask "$origin/countries" "$canada" --cacert "$outside")" '"name"'
serve over-tls record --upstream "$origin/countries" --endpoint secure --recordings new ${trust[@]+"${trust[@]}"}
expect "records over TLS, by the system's authorities" "$(ask "$origin/secure" "$canada")" '"name"'
stop over-tls
stop tls

run exec exec --quiet --allow-unused --endpoint countries -- "$program" --version
clean exec
expect "runs a command" "$(cat "$work/exec.out")" "$(cat "$work/version.out")"

run check check --endpoint countries
expect "checks recordings" "$(cat "$work/check.out")" recording
run schema schema print countries
expect "prints a schema" "$(cat "$work/schema.out")" "type Country"
say "all is well"
