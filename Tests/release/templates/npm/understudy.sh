#!/bin/sh
# Runs the program for this machine. `exec`: signals and the exit code are the program's own.
package=$(dirname "$(dirname "$(readlink -f "$0")")")
platform=$(uname -s)-$(uname -m)
if [ ! -x "$package/programs/$platform/understudy" ]; then
  echo "understudy: this package has no program for $platform, only for: $(cd "$package/programs" && echo *)" >&2
  echo "Install the package that was made for $platform." >&2
  exit 2
fi
exec "$package/programs/$platform/understudy" "$@"
