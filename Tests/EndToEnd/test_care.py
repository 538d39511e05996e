"""Everyday care of recordings: `fmt`, `mv`, `prune`, `show`, `migrate`, on copies of what is shipped."""

import hashlib
import json
import os
import re
import subprocess
import sys

import pytest
from harness import ROOT, copy, recording_files, run, running, tree, understudy
from terminal import on_a_terminal

SHIPPED = ROOT / "recordings"


@pytest.fixture
def folder(tmp_path):
    return copy(SHIPPED, tmp_path / "recordings")


def care(command, folder, *arguments):
    return run(command, *arguments, "--recordings", folder)


def checked(folder):
    """What `check` finds wrong; notes are none."""
    done = run("check", "--recordings", folder, "--schemas", ROOT / "schemas", "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return [line["message"] for line in lines if line["event"] == "finding"]


def post(url, query, variables=None):
    body = json.dumps({"query": query, "variables": variables or {}})
    done = subprocess.run(
        ["curl", "--silent", "--max-time", "25", "-i", "-H", "content-type: application/json", "--data-raw", body, url],
        capture_output=True, text=True, check=True,
    )
    head, _, answer = done.stdout.replace("\r\n", "\n").partition("\n\n")
    return head, json.loads(answer)


def one(folder, operation):
    """The only folder of an operation."""
    return next(path for path in sorted(folder.glob("*/*")) if f".{operation}-" in path.name)


# fmt


def test_what_is_shipped_is_in_its_form(folder):
    before = tree(folder)
    for arguments in ([], ["--check"], ["--endpoint", "countries"]):
        done = care("fmt", folder, *arguments)
        assert done.returncode == 0, done.stdout
        assert re.fullmatch(r"Nothing to format in \d+ files\.\n", done.stdout)
    assert tree(folder) == before


def test_fmt_brings_back_what_was_spelled_otherwise(folder):
    before = tree(folder)
    changed = []
    for path in recording_files(folder)[::3]:
        text = path.read_text("utf-8")
        # Python would spell numbers with a point anew.
        plain = re.search(r"[\d.]e|\d\.\d", text) is None
        spelled = json.dumps(json.loads(text), indent=7) if plain else text.replace("\n", "\r\n    ")
        path.write_text(spelled, "utf-8", newline="")
        changed.append(path)
    done = care("fmt", folder, "--check")
    assert done.returncode == 1
    assert [line.partition(": ")[0] for line in done.stdout.splitlines()[:-1]] == sorted(map(str, changed))
    assert done.stdout.splitlines()[-1].endswith("To format: understudy fmt")
    assert care("fmt", folder).returncode == 0
    assert tree(folder) == before
    assert care("fmt", folder, "--check").returncode == 0


def test_fmt_tells_where_a_file_is_wrong_and_leaves_it(folder):
    broken, other = recording_files(folder / "countries")[:2]
    broken.write_text(broken.read_text("utf-8").replace('"format": 1,', '"format": 1,,', 1), "utf-8")
    other.write_text(json.dumps(json.loads(other.read_text("utf-8"))), "utf-8")
    text = broken.read_bytes()
    done = care("fmt", folder)
    assert done.returncode == 2
    assert f"{broken}:2:15: not JSON: " in done.stderr
    assert done.stdout.splitlines()[0] == f"{other}: formatted"
    assert broken.read_bytes() == text
    assert care("fmt", folder, "--check").returncode == 1


# mv


def test_an_operation_is_replayed_under_its_new_name(folder):
    text = (one(folder, "GetCountry") / "operation.graphql").read_text("utf-8")
    variables = json.loads(recording_files(one(folder, "GetCountry"))[0].read_text("utf-8"))["variables"]
    with running(understudy("replay", "--recordings", folder)) as server:
        _, expected = post(f"{server.origin}/countries", text, variables)
    assert "errors" not in expected
    done = care("mv", folder, "GetCountry", "Country")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r".*/query\.GetCountry-\w+ is now query\.Country-\w+, with \d+ recordings?\.\n", done.stdout)
    assert checked(folder) == []
    with running(understudy("replay", "--recordings", folder)) as server:
        head, answer = post(f"{server.origin}/countries", text.replace("GetCountry", "Country"), variables)
        assert answer == expected
        assert "understudy-state: exact" in head.lower()
        # The old name is another query with the same fields.
        head, answer = post(f"{server.origin}/countries", text, variables)
        assert answer == expected
        assert "understudy-source: derived" in head.lower()


def test_a_mutation_keeps_its_states(folder):
    before = {p.read_bytes() for p in recording_files(folder) if ".BookTrip-" in p.parent.name}
    done = run("mv", "BookTrip", "Book", "--recordings", folder, "--schemas", ROOT / "schemas")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 4
    assert {p.read_bytes() for p in recording_files(folder) if ".Book-" in p.parent.name} == before
    assert checked(folder) == []


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["LaunchLst", "L"], 'No operation "LaunchLst" is recorded in {folder}/. Did you mean "LaunchList"? `understudy show` lists them.'),
        (["LaunchList", "LaunchDetails"], 'an operation "LaunchDetails" with other fields is already recorded'),
        (["LaunchList", "1"], '"1" is not a valid operation name'),
        (["LaunchList", "L", "--endpoint", "rockets"], 'There is no endpoint "rockets"'),
    ],
)
def test_what_mv_refuses(folder, names, message):
    before = tree(folder)
    done = care("mv", folder, *names)
    assert done.returncode == 2
    assert message.format(folder=folder) in done.stderr
    assert tree(folder) == before


# prune


def used(folder, tmp_path, *codes):
    """The report of an `exec` that asks for some countries."""
    script = (
        "import json, os, urllib.request\n"
        f"query = {(one(folder, 'CountryDetail') / 'operation.graphql').read_text('utf-8')!r}\n"
        f"for code in {codes!r}:\n"
        "    body = json.dumps({'query': query, 'variables': {'code': code}}).encode()\n"
        "    urllib.request.urlopen(urllib.request.Request(os.environ['UNDERSTUDY_URL_COUNTRIES'], body,\n"
        "        {'content-type': 'application/json'})).read()\n"
    )
    report = tmp_path / "run.json"
    run("exec", "--report", report, "--recordings", folder, "--", sys.executable, "-c", script)
    return report


def test_prune_shows_first_and_then_removes(folder, tmp_path):
    files = recording_files(one(folder, "CountryDetail"))
    code = json.loads(files[0].read_text("utf-8"))["variables"]["code"]
    report = used(folder, tmp_path, code)
    before = tree(folder)
    done = care("prune", folder, "--report", report, "--endpoint", "countries")
    assert done.returncode == 0, done.stderr
    assert "Nothing was removed. To remove them, add --yes." in done.stdout
    assert f"{files[0]}:" not in done.stdout
    assert re.search(r"^\d+ of \d+ recordings would be removed: [\d.]+ k?B", done.stdout, re.MULTILINE)
    assert tree(folder) == before
    done = care("prune", folder, "--report", report, "--endpoint", "countries", "--yes")
    assert done.returncode == 0 and re.search(r"^Removed \d+ of \d+ recordings: [\d.]+ k?B.*\.\n\Z", done.stdout, re.MULTILINE)
    assert recording_files(folder / "countries") == [files[0]]
    assert [path.name for path in (folder / "countries").iterdir() if path.is_dir()] == [files[0].parent.name]
    assert {k: v for k, v in tree(folder).items() if not k.startswith("countries/")} == {
        k: v for k, v in before.items() if not k.startswith("countries/")
    }
    assert checked(folder) == []


@pytest.mark.parametrize(("typed", "goes"), [("y\n", True), ("n\n", False), ("\n", False)])
def test_prune_asks_who_sits_there(folder, tmp_path, typed, goes):
    path = recording_files(folder / "countries")[0]
    (tmp_path / "r.json").write_text(json.dumps({"unused": [str(path.relative_to(folder))]}), "utf-8")
    code, text = on_a_terminal("prune", "--report", tmp_path / "r.json", "--recordings", folder, typed=typed)
    assert code == 0
    assert "Remove them? [y/N]" in text
    assert path.exists() != goes
    assert ("Nothing was removed." in text) != goes


def test_prune_keeps_mutations_that_others_come_after(folder, tmp_path):
    mutations = [str(p.relative_to(folder)) for p in recording_files(folder) if p.parent.name.startswith("mutation.")]
    report = tmp_path / "report.json"
    report.write_text(json.dumps({"unused": mutations}), "utf-8")
    done = care("prune", folder, "--report", report, "--yes")
    assert done.returncode == 0
    assert "was recorded after it." in done.stderr
    assert checked(folder) == []


def test_prune_takes_out_what_can_never_be_given(folder):
    for path in folder.glob("rocket-reserver/mutation.BookTrip-*/*"):
        path.unlink()
    never = re.compile(r"the answer in state \S+ can never be served")
    assert any(never.search(finding) for finding in checked(folder))
    done = care("prune", folder, "--yes")
    assert done.returncode == 0
    assert "no recorded mutation leads to state" in done.stdout
    assert not any(never.search(finding) for finding in checked(folder))


@pytest.mark.parametrize(
    ("text", "message"),
    [("<html>", "not a JSON report"), ('{"a": 1}', 'has no list "unused" at its top level')],
)
def test_a_report_that_is_none(folder, tmp_path, text, message):
    (tmp_path / "r").write_text(text, "utf-8")
    done = care("prune", folder, "--report", tmp_path / "r", "--yes")
    assert done.returncode == 2 and message in done.stderr


# show


def test_the_list_has_a_line_for_each_recording(folder):
    lines = care("show", folder).stdout.splitlines()
    count = len(recording_files(folder))
    assert len(lines) == count + 2
    assert lines[0].split()[:3] == ["ENDPOINT", "OPERATION", "VARIABLES"]
    assert re.fullmatch(rf"{count} recordings, \d+ bytes\.", lines[-1])
    assert len({len(line) for line in lines[:-1]}) == 1
    assert "\x1b" not in "".join(lines)


def test_one_recording_and_its_request_for_other_programs(folder):
    path = recording_files(one(folder, "CountryDetail"))[0]
    recording = json.loads(path.read_text("utf-8"))
    variables = json.dumps(recording["variables"])
    shown = care("show", folder, "CountryDetail", variables).stdout
    text = (path.parent / "operation.graphql").read_text("utf-8")
    assert text in shown and "\nstate start\nHTTP 200\n" in shown
    pasted = care("show", folder, "CountryDetail", variables, "--as", "graphql").stdout
    document, _, values = pasted.rpartition("\n\n")
    assert document + "\n" == text and json.loads(values) == recording["variables"]
    with running(understudy("replay", "--recordings", folder)) as server:
        command = care("show", folder, "CountryDetail", variables, "--as", "curl", "--url", server.origin).stdout
        answer = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True).stdout
    assert json.loads(answer) == next(iter(recording["responses"].values()))["body"]


@pytest.mark.parametrize(
    ("environment", "colored"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colours_are_for_terminals(folder, environment, colored):
    code, text = on_a_terminal("show", "query-20474f2b", "--recordings", folder, environment=environment)
    assert code == 0
    assert ("\x1b[" in text) == colored
    assert "query" in text


def test_a_note_says_which_recording_it_is_about(folder):
    shown = care("show", folder, "BookTrip", "--as", "curl")
    files = [str(path.relative_to(folder)) for path in folder.glob("rocket-reserver/mutation.BookTrip-*/*.json")]
    notes = [line for line in shown.stderr.splitlines() if line.startswith("note: ")]
    assert len(files) > 1 and notes
    assert all(any(note.startswith(f"note: {file}: It was recorded") for file in files) for note in notes)


def test_show_says_what_there_is(folder):
    done = care("show", folder, "GetCountrie")
    assert done.returncode == 2 and 'Did you mean "GetCountry" or "AllCountries"? `understudy show`' in done.stderr
    assert care("show", folder, "--as", "curl").returncode == 64
    assert care("show", folder, "--why").returncode == 64


# migrate


def test_all_is_current(folder):
    before = tree(folder)
    done = care("migrate", folder)
    assert done.returncode == 0
    assert done.stdout == f"All {len(recording_files(folder))} recordings have format 1, the current one.\n"
    assert tree(folder) == before


def test_a_newer_format_is_refused(folder):
    path = recording_files(folder)[-1]
    path.write_text(path.read_text("utf-8").replace('"format": 1', '"format": 2'), "utf-8")
    done = care("migrate", folder)
    assert done.returncode == 2
    assert f"{path}:2:13: was written by a newer Understudy (format 2; this one reads up to 1): update understudy" in done.stderr


@pytest.mark.parametrize("command", ["fmt", "mv", "prune", "show", "migrate"])
def test_help_has_examples(command):
    done = run("help", command)
    assert done.returncode == 0 and f"  understudy {command}" in done.stdout


@pytest.mark.parametrize("command", [["fmt"], ["fmt", "--check"], ["mv", "A", "B"], ["prune"], ["show"], ["migrate"]])
def test_a_folder_that_is_not_there(command, tmp_path):
    done = run(*command, "--recordings", tmp_path / "none")
    assert done.returncode == 2
    assert f"{tmp_path / 'none'}: there is no such folder. If the recordings are elsewhere, name their folder with --recordings. To record, for example:" in done.stderr


# Named sessions


def test_named_sessions_are_shown_formatted_renamed_and_pruned(folder):
    operation = one(folder, "CountryDetail")
    answer = {"format": 2, "status": 200, "headers": {}, "body": {"data": {"country": None}}}
    (operation / "answers").mkdir()
    (operation / "answers" / "3f9a1c2e77d0b164.json").write_text(json.dumps(answer))
    digits = hashlib.sha256(b"session 2\ntests/a").hexdigest()[:8]
    step = {"operation": operation.name, "identity": "anonymous", "variables": {"code": "XX"},
            "answers": ["3f9a1c2e77d0b164"]}
    session = operation.parent / "sessions" / f"tests-a-{digits}.json"
    session.parent.mkdir()
    session.write_text(json.dumps({"format": 2, "session": "tests/a", "steps": [step]}))

    assert care("fmt", folder, "--check").returncode == 1
    assert care("fmt", folder).stdout.endswith("files.\n")
    assert session.read_text().startswith('{\n  "format": 2,\n  "session": "tests/a",\n')
    assert checked(folder) == []
    assert "countries: 1 named session, 1 request." in care("show", folder).stdout
    shown = run("show", "CountryDetail", '{"code": "XX"}', "--recordings", folder, "--schemas", ROOT / "schemas")
    assert "  session tests/a\n" in shown.stdout

    migrated = care("migrate", folder)
    assert migrated.stdout.splitlines()[1:] == ["1 named session is in format 2, the current one."], migrated.stderr
    text = session.read_text()
    session.write_text(text.replace('"format": 2', '"format": 3'))
    newer = care("migrate", folder)
    assert newer.returncode == 2 and f"{session}:2:13: was written by a newer Understudy" in newer.stderr
    session.write_text(text)

    moved = care("mv", folder, "CountryDetail", "Renamed", "--endpoint", "countries")
    assert moved.returncode == 0, moved.stderr
    assert '"operation": "query.Renamed-' in session.read_text()
    assert (one(folder, "Renamed") / "answers" / "3f9a1c2e77d0b164.json").exists()
    assert checked(folder) == []

    session.write_text("{")
    broken = care("prune", folder, "--yes")
    assert broken.returncode == 2 and f"{session}:1:2" in broken.stderr
    assert care("replay", folder, "--port", "0").returncode == 2
    session.unlink()
    assert "no session uses this answer" in care("prune", folder).stdout
    assert care("prune", folder, "--yes").returncode == 0
    assert not (one(folder, "Renamed") / "answers").exists()


@pytest.mark.parametrize("words", [[], ["--sizes"]], ids=["recordings", "sizes"])
@pytest.mark.parametrize("columns", [40, 60, 80, 200])
def test_the_tables_of_show_fit_the_terminal(folder, words, columns):
    code, text = on_a_terminal("show", *words, "--recordings", folder, columns=columns, environment={"NO_COLOR": "1"})
    assert code == 0
    lines = text.splitlines()
    whole = care("show", folder, *words).stdout.splitlines()
    assert len(lines) == len(whole)
    assert max(map(len, lines)) <= columns
    assert (lines != whole) == (columns < max(map(len, whole)))
    # The sizes are there in any case.
    assert any(line.endswith(" BYTES") for line in lines)
