"""Warnings are errors in `make build`, and not in a plain `swift build`: a fresh clone must build with newer dependencies."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VARIABLE = "UNDERSTUDY_STRICT_BUILD"


@pytest.mark.parametrize("is_strict", [True, False])
def test_the_manifest_follows_the_variable(is_strict):
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE} | ({VARIABLE: "1"} if is_strict else {})
    command = [os.environ.get("SWIFT", "swift"), "package", "dump-package"]
    manifest = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout
    assert ("treatAllWarnings" in manifest) == is_strict


def test_make_sets_the_variable():
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE and not name.startswith("MAKE")}
    command = ["make", "build", f"SWIFT=env | grep {VARIABLE}; true"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert f"\n{VARIABLE}=1\n" in done.stdout
