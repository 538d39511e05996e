"""The recipe for pytest, followed with the real pytest and gql."""

import re

import pytest
from pages import Page

PAGE = Page("pytest")
REPLAY, REPORT = PAGE.shell("--report").splitlines()


def ask_for_germany(project):
    path = project.root / "test_countries.py"
    text = path.read_text()
    assert '("JP", "Tokyo")' in text
    path.write_text(text.replace('("JP", "Tokyo")', '("DE", "Berlin")'))


def test_as_written(tests):
    for command in (REPLAY, REPORT):
        assert "2 passed" in tests.passes(command)
    page = (tests.root / "understudy" / "report.html").read_text()
    assert "CountryDetail" in page
    sessions = {file.name for file in (tests.root / "recordings" / "countries" / "sessions").iterdir()}
    assert len(sessions) == 2 and all(name.startswith("test_countries.py-test_capital") for name in sessions)


def test_init_prints_the_commands(tests):
    said = tests.passes("understudy init pytest")
    assert f"    {REPLAY}\n" in said
    assert "understudy exec --mode record --each-test pytest --env COUNTRIES_URL=countries -- pytest\n" in said


def test_a_miss_fails_as_shown(tests):
    ask_for_germany(tests)
    text = tests.fails(REPLAY)
    assert PAGE.shown("No recording of").strip() in text
    assert "1 failed, 1 passed" in text
    test = "'test_countries.py::test_capital[DE-Berlin]'"
    assert re.search(rf"^To record this test[a-z ]*: understudy exec .* -- pytest {re.escape(test)}$", text, re.M)


def test_a_miss_that_is_swallowed_fails_the_test_it_belongs_to(tests):
    ask_for_germany(tests)
    path = tests.root / "test_countries.py"
    text = path.read_text()
    start = text.index("    assert client.execute")
    path.write_text(text[:start] + "    try: client.execute(request)\n    except Exception: pass\n")
    shown = tests.fails(REPLAY)
    assert "1 failed, 1 passed" in shown
    assert re.search(r"_ test_capital\[DE-Berlin\] _+\nNo recording of query CountryDetail", shown)


@pytest.mark.long
def test_what_goes_wrong(tests):
    text = tests.fails(REPLAY.replace("COUNTRIES_URL", "OTHER_URL"), COUNTRIES_URL="http://127.0.0.1:9/")
    assert "Your command sent no request to Understudy" in PAGE.text and "Your command sent no request" in text


@pytest.mark.long
def test_what_is_new_is_recorded(tests, countries):
    """With the test double of the real API in its place."""
    (tests.root / "recordings" / "countries" / "endpoint.yaml").write_text(f"upstream: {countries.origin}/\n")
    ask_for_germany(tests)
    tests.fails(REPLAY)
    text = tests.passes(PAGE.shell("--mode auto"))
    assert "Saved: 1 session" in text
    assert "2 passed" in tests.passes(REPLAY.replace("--each", "--strict --each"))
