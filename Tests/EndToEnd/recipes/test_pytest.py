"""The recipe for pytest, followed with the real pytest and gql."""

import pytest
from pages import Page

PAGE = Page("pytest")


def ask_for_germany(project):
    path = project.root / "test_countries.py"
    text = path.read_text()
    assert '("JP", "Tokyo")' in text
    path.write_text(text.replace('("JP", "Tokyo")', '("DE", "Berlin")'))


def test_as_written(tests):
    for command in PAGE.shell("one for all").splitlines():
        assert "2 passed" in tests.passes(command)
    page = (tests.root / "understudy" / "report.html").read_text()
    assert "CountryDetail" in page


def test_each_test_has_a_session(tests):
    script = 'curl -s "$UNDERSTUDY_URL/__understudy/sessions"'
    text = tests.passes(f"understudy exec --quiet -- bash -c 'pytest -q && {script}'")
    assert "test_countries.py::test_capital[CA-Ottawa]" in text and "test_countries.py::test_capital[JP-Tokyo]" in text


def test_a_miss_fails_as_shown(tests):
    ask_for_germany(tests)
    for command in ("pytest", "understudy exec -- pytest"):
        text = tests.fails(command)
        assert PAGE.shown("TransportQueryError").strip() in text
        assert "1 failed, 1 passed, 1 error" in text


@pytest.mark.parametrize("command", ["pytest", pytest.param("understudy exec -- pytest", marks=pytest.mark.long)])
def test_a_miss_that_is_swallowed_fails_the_test_it_belongs_to(tests, command):
    ask_for_germany(tests)
    path = tests.root / "test_countries.py"
    text = path.read_text()
    start = text.index("    assert client.execute")
    path.write_text(text[:start] + "    try: client.execute(request)\n    except Exception: pass\n")
    shown = tests.fails(command)
    assert "ERROR at teardown of test_capital[DE-Berlin]" in shown and "2 passed, 1 error" in shown
    assert 'AssertionError: No recording of query CountryDetail with variables {"code":"DE"}' in shown


@pytest.mark.long
def test_it_says_why_it_did_not_start(tests):
    (tests.root / "recordings").rename(tests.root / "elsewhere")
    text = tests.fails("pytest")
    assert "understudy did not start" in text and "recordings" in text


@pytest.mark.long
def test_what_is_new_is_recorded(tests, countries):
    """With the stand-in of the real endpoint in the place of the real one."""
    (tests.root / "recordings" / "countries" / "endpoint.yaml").write_text(f"upstream: {countries.origin}/\n")
    ask_for_germany(tests)
    tests.fails("understudy exec -- pytest")
    text = tests.passes(PAGE.shell("--mode auto"))
    assert "2 passed" in text and "Saved: 2 sessions" in text
    assert "2 passed" in tests.passes("understudy exec --strict -- pytest")
