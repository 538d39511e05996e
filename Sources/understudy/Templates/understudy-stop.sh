#!/bin/bash
# Stops the understudy that understudy-start.sh started.
pid=${TMPDIR:-/tmp}/understudy.pid
if [ -f "$pid" ]; then kill "$(cat "$pid")"; rm -f "$pid"; fi
