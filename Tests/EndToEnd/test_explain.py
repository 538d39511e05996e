"""`understudy explain` has a cause and a fix for each code, and the guide has the same table."""

import re

import pytest
from harness import ROOT, run

SWIFT = (ROOT / "Sources/Transports/GraphQL/ErrorCode.swift").read_text("utf-8")
CODES = re.findall(r'case \w+ = "(\w+)"', SWIFT)
GUIDE = (ROOT / "Sources/understudy/understudy.docc/ErrorCodes.md").read_text("utf-8")


def test_the_guide_has_the_programs_table():
    table = run("explain", "--markdown")
    assert table.returncode == 0 and f"|---|---|---|\n{table.stdout}\n" in GUIDE, table.stdout
    assert [row.split("`")[1] for row in table.stdout.splitlines()] == CODES
    assert all(len(cell.strip()) > 10 for row in table.stdout.splitlines() for cell in row.split("|")[1:-1])


def test_without_a_code_it_lists_all():
    assert re.findall(r"^(\w+)\n  Cause: .+\n  Fix:   .+$", run("explain").stdout, re.MULTILINE) == CODES


@pytest.mark.parametrize("spelling", ["UNDERSTUDY_FORBIDDEN_HOST", "forbidden_host", "forbidden-host"])
def test_one_code(spelling):
    shown = run("explain", spelling)
    assert shown.returncode == 0 and shown.stdout.startswith("UNDERSTUDY_FORBIDDEN_HOST\n")
    assert "--allow-host" in shown.stdout and "`" not in shown.stdout


def test_an_unknown_code():
    shown = run("explain", "UNDERSTUDY_FORBIDEN_HOST")
    assert shown.returncode == 64 and 'Did you mean "UNDERSTUDY_FORBIDDEN_HOST"' in shown.stderr
    assert "understudy explain" in shown.stderr
