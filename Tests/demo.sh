#!/usr/bin/env bash
# The main job in a minute: replay the shipped recordings, show an answer, a miss and a fake, and end.
# Run by `make demo`, which has built the program.
set -euo pipefail
cd "$(dirname "$0")/.."

# The one tool that it needs besides the program.
if ! command -v curl >/dev/null; then
  command -v apt-get >/dev/null || { echo "the demo needs curl" >&2; exit 2; }
  sudo=$([ "$(id -u)" = 0 ] || echo sudo)
  $sudo sh -c 'apt-get update -q && apt-get install -qq -y curl' >/dev/null
fi

program=${UNDERSTUDY_BIN:-.build/debug/understudy}
work=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null; rm -rf "$work"' EXIT

bold= plain=
if [ -t 1 ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); fi
say() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }

# Starts the program and reads the URL that it prints as its first line.
start() {
  say "\$ understudy $*"
  "$program" "$@" --port 0 >"$work/out" 2>"$work/err" &
  pid=$!
  for _ in $(seq 200); do
    url=$(head -n 1 "$work/out")
    [ -z "$url" ] || break
    kill -0 "$pid" 2>/dev/null || { cat "$work/err"; exit 1; }
    sleep 0.05
  done
  echo "$url"
}

stop() {
  kill -TERM "$pid"
  wait "$pid"
  pid=
}

# Sends one request as a client does, and prints the answer's source and its first bytes.
ask() {
  say "\$ curl $url/countries -d '$1'"
  curl --silent --show-error --dump-header "$work/headers" "$url/countries" \
    --header 'content-type: application/json' --data "$1" >"$work/body"
  grep -i '^understudy-source' "$work/headers" | tr -d '\r'
  head -c "${2:-600}" "$work/body"
  [ "$(wc -c <"$work/body")" -le "${2:-600}" ] || printf ' … (%s bytes)' "$(wc -c <"$work/body")"
  echo
}

echo "The recordings in recordings/countries were made from a stand-in server (Tests/Upstreams), not from the live API."

start replay
ask '{"query": "query { country(code: \"CA\") { name capital } }"}'
ask '{"operationName":"AllCountries","query":"query AllCountries { countries { __typename code name emoji capital currency continent { __typename name } } }"}' 300
ask '{"operationName":"CountryDetail","query":"query CountryDetail($code: ID!) { country(code: $code) { __typename code name native capital emoji currency phone continent { __typename name } languages { __typename code name native } states { __typename name } } }","variables":{"code":"CA"}}'
ask '{"operationName":"FilteredCountries","query":"query FilteredCountries($filter: CountryFilterInput) { countries(filter: $filter) { __typename code name emoji capital } }","variables":{"filter":{"continent":{"eq":"EU"}}}}' 300

say "A request that was not recorded is a miss: loud, explained, and never sent to the network."
ask '{"operationName":"CountryDetail","query":"query CountryDetail($code: ID!) { country(code: $code) { __typename code name native capital emoji currency phone continent { __typename name } languages { __typename code name native } states { __typename name } } }","variables":{"code":"DE"}}' 2000
stop

say "What the backend does not have yet is made up from the schema: the same for the same seed."
start fake
ask '{"query": "{ country(code: \"CA\") { code name capital emoji continent { name } languages { name } } }"}'
ask '{"query": "{ language(code: \"fr\") { code name native rtl countries { code name } } }"}'
stop

say "That was it. Next: understudy record --upstream https://countries.trevorblades.com (README.md)"
