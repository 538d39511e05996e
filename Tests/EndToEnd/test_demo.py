"""`make demo`, which is the first thing that anybody runs: it ends by itself, and shows what it says that it shows."""

import os
import re
import subprocess

import pytest
from harness import BINARY, PATIENCE, ROOT


# `make demo` builds less than the whole program: the second one.
PROGRAMS = [BINARY, ROOT / ".build" / "debug" / "understudy-demo"]


@pytest.mark.parametrize("program", PROGRAMS, ids=["understudy", "understudy-demo"])
def test_the_demo_shows_answers_a_subscription_a_miss_and_a_fake(program):
    if not program.exists():
        pytest.skip(f"{program} was not built")
    done = subprocess.run(
        [ROOT / "Tests" / "demo.sh"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE * 2,
        env={**os.environ, "UNDERSTUDY_BIN": str(program)},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    sources = re.findall(r"^understudy-source: (\S+)", done.stdout, re.MULTILINE | re.IGNORECASE)
    assert {"recorded", "miss", "fake"} <= set(sources)
    events = re.findall(r"^data: (.+)", done.stdout, re.MULTILINE)
    assert events == ['{"data":{"tripsBooked":1}}', '{"data":{"tripsBooked":-1}}']
    assert "No recording of query CountryDetail" in done.stdout
