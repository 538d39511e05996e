#!/usr/bin/env bash
# The main job in a minute: replay the shipped recordings, show answers that know what was changed, a subscription, a miss
# and a fake.
# Run by `make demo`, which has built a small program for it: the engine and server of `understudy replay` and `fake`. With
# UNDERSTUDY_BIN it runs another one.
set -euo pipefail
cd "$(dirname "$0")/.."

# The one tool that it needs besides the program.
if ! command -v curl >/dev/null; then
  command -v apt-get >/dev/null || { echo "the demo needs curl" >&2; exit 2; }
  sudo=$([ "$(id -u)" = 0 ] || echo sudo)
  $sudo sh -c 'apt-get update -q && apt-get install -qq -y curl' >/dev/null
fi

program=${UNDERSTUDY_BIN:-.build/debug/understudy-demo}
work=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null; rm -rf "$work"' EXIT

bold= plain=
if [ -t 1 ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); fi
say() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }

# Starts the program and reads the URL that it prints as its first line.
start() {
  say "\$ understudy $*"
  # The URL of the one before must not be read for that of this one.
  : >"$work/out"
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
  # 143: ended by the signal, as the program that only the demo has.
  wait "$pid" || [ $? = 143 ]
  pid=
}

# ask ENDPOINT BODY [MOST [HEADER]]: sends one request as a client does; prints where the answer is from, and its beginning.
ask() {
  local most=${3:-600} header=${4:-}
  say "\$ curl $url/$1${header:+ -H '$header'} --json '$2'"
  curl --silent --show-error --dump-header "$work/headers" "$url/$1" \
    --header 'content-type: application/json' ${header:+--header "$header"} --data "$2" >"$work/body"
  grep -iE '^understudy-(source|state)' "$work/headers" | tr -d '\r'
  head -c "$most" "$work/body"
  [ "$(wc -c <"$work/body")" -le "$most" ] || printf ' … (%s bytes)' "$(wc -c <"$work/body")"
  echo
}

# await COUNT PATTERN [FILE]: waits until a pattern stands in so many lines of what the subscription said.
await() {
  local file=${3:-$work/events}
  for _ in $(seq 200); do
    [ "$(grep -c "$2" "$file")" -lt "$1" ] || return 0
    sleep 0.05
  done
  cat "$file"
  echo "the subscription did not say $2" >&2
  exit 1
}

details='{"operationName":"LaunchDetails","query":"query LaunchDetails($launchId: ID!) { launch(id: $launchId) { id site mission { name missionPatch(size: LARGE) } rocket { name type } isBooked } }","variables":{"launchId":"25"}}'
login='{"operationName":"Login","query":"mutation Login($loginEmail: String) { login(email: $loginEmail) { token } }","variables":{"loginEmail":"me@example.com"}}'
book='{"operationName":"BookTrip","query":"mutation BookTrip($id: ID!) { bookTrips(launchIds: [$id]) { success message } }","variables":{"id":"25"}}'
cancel='{"operationName":"CancelTrip","query":"mutation CancelTrip($id: ID!) { cancelTrip(launchId: $id) { success message } }","variables":{"id":"25"}}'
trips='{"operationName":"TripsBooked","query":"subscription TripsBooked { tripsBooked }"}'
# country CODE: the guide's CountryDetail, as Apollo iOS sends it.
country() {
  echo '{"operationName":"CountryDetail","query":"query CountryDetail($code: ID!) { country(code: $code) { __typename code name native capital emoji currency phone continent { __typename name } languages { __typename code name native } states { __typename name } } }","variables":{"code":"'"$1"'"}}'
}

echo "The recordings in recordings/ were made from stand-in servers (Tests/Upstreams), not from the live APIs."

start replay
ask countries '{"query": "query { country(code: \"CA\") { name capital } }"}'
ask countries "$(country CA)"
ask conference-planner '{"query": "{ allConferences { name city year attendees(first: 3) { name } } }"}'
ask posts '{"operationName":"AllPosts","query":"query AllPosts { posts { __typename id title publishedAt tags author { __typename ...AuthorDetails } } } fragment AuthorDetails on Author { __typename id name twitter }"}'

say "The same question, before and after what changes the answer. The token is a pseudonym that the recording holds instead."
ask rocket-reserver "$details"
ask rocket-reserver "$login"
token=$(sed -n 's/.*"token": *"\([^"]*\)".*/\1/p' "$work/body")
ask rocket-reserver "$book" 600 "Authorization: $token"
ask rocket-reserver "$details" 600 "Authorization: $token"
ask rocket-reserver "$cancel" 600 "Authorization: $token"
ask rocket-reserver "$details" 600 "Authorization: $token"

say "A subscription, here over server-sent events: what it says comes when its session, ~watching, has made the change."
say "\$ curl --no-buffer $url/rocket-reserver/~watching -H 'Accept: text/event-stream' --json '$trips' &"
: >"$work/opened"
# Ends by itself should anything go wrong. The head goes into a file of its own: beside the body curl keeps it back until the
# first event.
curl --silent --show-error --dump-header "$work/opened" --no-buffer --max-time 60 "$url/rocket-reserver/~watching" \
  --header 'content-type: application/json' --header 'accept: text/event-stream' --data "$trips" >"$work/events" &
watcher=$!
await 1 '^HTTP/1.1 200' "$work/opened"
ask rocket-reserver/~watching "$login"
token=$(sed -n 's/.*"token": *"\([^"]*\)".*/\1/p' "$work/body")
ask rocket-reserver/~watching "$book" 600 "Authorization: $token"
await 1 '^data: {'
ask rocket-reserver/~watching "$cancel" 600 "Authorization: $token"
await 2 '^data: {'
say "\$ curl -X POST $url/__understudy/sessions/watching/reset    # and so the subscription ends, which said:"
curl --silent --show-error --request POST "$url/__understudy/sessions/watching/reset" >/dev/null
wait "$watcher"
grep '^[ed]' "$work/events"

say "A request that was not recorded is a miss: loud, explained, and never sent to the network."
ask countries "$(country DE)" 2000
stop

say "What the backend does not have yet is made up from the schema and from what was recorded: the same for the same seed. Mutations change the world of their session."
start fake
ask countries '{"query": "{ country(code: \"CA\") { code name capital emoji continent { name } languages { name } } }"}'
ask conference-planner '{"query": "mutation { createConference(name: \"SwiftLeeds\", city: \"Leeds\", year: \"2026\") { id name attendees { name } } }"}'
ask conference-planner '{"query": "{ allConferences(last: 2) { name city year attendees(first: 3) { name } } _allConferencesMeta { count } }"}'
stop

say "That was it. Next: build the whole program with swift build -c release, then
.build/release/understudy record --upstream https://countries.trevorblades.com (README.md)"
