#!/usr/bin/env bash
# Makes .test-env, the Python environment of the tests, and installs the tools they run.
# Does nothing where everything is there already.
#
#   Tests/setup-test-env.sh            what `make test` needs
#   Tests/setup-test-env.sh --oracle   node and node-graphql as well, the second judge of `make oracle`
#   Tests/setup-test-env.sh --browser  the recipes' Playwright, Jest, gh, nginx, HAProxy and Redis as well, for `make test-all`
#   Tests/setup-test-env.sh --bench    what `make bench` needs as well (wrk, nginx, Redis, mitmproxy, node-graphql)
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
environment="$root/.test-env"
bench=no
oracle=no
browser=no
case "${1:-}" in
  "") ;;
  --oracle) oracle=yes ;;
  --browser) browser=yes ;;
  --bench) bench=yes ;;
  *) echo "usage: $0 [--oracle | --browser | --bench]" >&2; exit 64 ;;
esac

say() { echo "setup-test-env: $*" >&2; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else say "must be root, or have sudo, for: $*"; exit 2
  fi
}

# Debian packages whose command is missing.
wanted=()
need() { command -v "$1" >/dev/null || wanted+=("$2"); }
need curl curl
need openssl openssl
need git git
need python3 python3
need node nodejs
if command -v python3 >/dev/null && ! python3 -c 'import venv, ensurepip' 2>/dev/null; then wanted+=(python3-venv); fi
if [ "$(uname)" = Linux ]; then need strace strace; fi
# Clients of single tests, which are skipped without them.
optional=()
wish() { command -v "$1" >/dev/null || optional+=("$2"); }
wish ruby ruby
if [ $bench = yes ]; then need wrk wrk; fi
# The dashboard's tests need a browser. Where no package manager installs it, they are skipped.
chrome="/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
if ! command -v chromium-browser >/dev/null && ! command -v google-chrome >/dev/null && [ ! -e "$chrome" ]; then
  if [ $browser = yes ] || command -v apt-get >/dev/null; then need chromium chromium; else wish chromium chromium; fi
fi
if [ $browser = yes ] && [ "$(uname)" = Linux ]; then wish certutil libnss3-tools; fi
# The load balancers and the store of the tests with several replicas.
if [ $browser = yes ]; then need haproxy haproxy; fi
if [ $browser = yes ] || [ $bench = yes ]; then
  need nginx nginx; need redis-server redis-server
  if [ "$(uname)" = Linux ] && [ ! -e /usr/include/hiredis/hiredis.h ]; then wanted+=(libhiredis-dev); fi
fi
# GitHub's client reads generated data. Only Debian's package is the version that the test knows.
if [ $browser = yes ] && command -v apt-get >/dev/null; then need gh gh; fi
if [ $oracle = yes ] || [ $bench = yes ]; then
  if [ ! -d /usr/share/nodejs/graphql ]; then wanted+=(node-graphql); fi
fi

apt_install() {
  say "installing $*"
  as_root env DEBIAN_FRONTEND=noninteractive sh -c \
    "apt-get update -q >/dev/null && apt-get install -qq -y --no-install-recommends $* >/dev/null"
}

if [ ${#wanted[@]} -gt 0 ]; then
  if command -v apt-get >/dev/null; then
    apt_install "${wanted[@]}"
  else
    say "these tools are missing: ${wanted[*]}"
    say "on macOS: brew install ${wanted[*]/python3-venv/python3}"
    exit 2
  fi
fi
for package in ${optional[@]+"${optional[@]}"}; do
  if ! command -v apt-get >/dev/null || ! (apt_install "$package"); then say "no $package: its tests are skipped"; fi
done

# An environment counts as done when its copy of the requirements is the current one.
python_environment() {
  local folder=$1 requirements=$2
  local marker=$folder/requirements.installed
  if ! cmp -s "$requirements" "$marker" || ! "$folder/bin/python" -c '' 2>/dev/null; then
    say "installing $(grep -vc '^#' "$requirements") Python packages into ${folder#"$root"/}"
    python3 -m venv --clear "$folder"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check -r "$requirements"
    cp "$requirements" "$marker"
  fi
}

# Debian's Jest without Debian's node, whose place another one may have: its packages, unpacked into .test-env/jest.
# It looks for modules where only Debian's node is built to look. A project finds them as its node_modules.
jest_environment() {
  local folder=$environment/jest
  local modules=$folder/usr/share/nodejs
  if [ -f "$folder/installed" ]; then return; fi
  if ! command -v apt-get >/dev/null; then say "no apt-get: the tests of Jest are skipped"; return; fi
  say "unpacking Jest into ${folder#"$root"/}"
  rm -rf "$folder"
  mkdir -p "$folder/packages"
  as_root apt-get update -q >/dev/null
  (
    cd "$folder/packages"
    apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances jest \
      | grep -E '^(node-|libjs-|handlebars$|jest$)' | sort -u | xargs apt-get download -qq 2>/dev/null
    for package in *.deb; do dpkg -x "$package" ..; done
  )
  rm -r "$folder/packages"
  grep -rl --include='*.js' node_relative_path "$modules"/jest-* \
    | xargs sed -i 's/, \.\.\.process\.config\.variables\.node_relative_path[^]]*\]/]/'
  ln -s nodejs "$folder/usr/share/node_modules"
  node "$modules/jest-cli/bin/jest.js" --version >/dev/null
  touch "$folder/installed"
}

# Two runs at once must not fight over one folder.
if command -v flock >/dev/null; then
  exec 9<"$here"
  flock 9
fi
python_environment "$environment" "$here/requirements.txt"
python_environment "$environment/recipes" "$here/EndToEnd/recipes/requirements.txt"
python_environment "$environment/each-test" "$here/EndToEnd/each_test/requirements.txt"
if [ $browser = yes ]; then
  python_environment "$environment/browser" "$here/EndToEnd/recipes/requirements-browser.txt"
  jest_environment
fi
if [ $bench = yes ]; then python_environment "$environment/bench" "$here/Benchmarks/requirements.txt"; fi
