#!/bin/bash
# Starts understudy on port 4000 for the tests of a scheme, unless it is running. Not tested on a Mac.
export PATH="$HOME/.local/bin:/opt/homebrew/bin:/usr/local/bin:$PATH"
cd "${SRCROOT:-.}" || exit 1
status=http://127.0.0.1:4000/__understudy/status
if curl --fail --silent --output /dev/null "$status"; then exit 0; fi
log=${TMPDIR:-/tmp}/understudy.log
nohup understudy replay --port 4000 >"$log" 2>&1 </dev/null &
echo $! >"${TMPDIR:-/tmp}/understudy.pid"
for _ in $(seq 300); do
  if curl --fail --silent --output /dev/null "$status"; then exit 0; fi
  kill -0 $! 2>/dev/null || break
  sleep 0.1
done
cat "$log" >&2
exit 1
