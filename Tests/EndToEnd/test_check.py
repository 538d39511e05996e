"""`understudy check`: correct recordings have no findings, and each edit by hand is found at its place.

`check` runs the command, `at` splits a line into its message and its place, and `keep` records another operation.
"""

import http.client
import json
import re

import clients
import operations
import pytest
from flows import one, record_all
from harness import ROOT, copy, countries_upstream, recording_files, run, running, understudy
from operations import Operation
from standing_in import standing_in

SCHEMA = (ROOT / "schemas" / "countries.graphqls").read_text("utf-8")
EXCERPT = re.compile(r" *\d* *\|.*|[^ ]+:\d+:\d+")
LINE = re.compile(r"(?P<file>[^:]+):(?P<line>\d+):(?P<column>\d+): (?P<note>note: )?(?P<message>.*)")


@pytest.fixture(scope="module")
def schemas(tmp_path_factory):
    folder = tmp_path_factory.mktemp("schemas")
    (folder / "countries.graphqls").write_text(SCHEMA, "utf-8")
    return folder


@pytest.fixture
def canada(recorded, folder):
    """A copy of all recordings, and the file of one country in detail."""
    copy(recorded.folder, folder)
    return next(
        path
        for path in recording_files(folder)
        if path.parent.name.startswith("query.CountryDetail-")
        and path.name.startswith("code=CA-")
        and "__typename" not in path.read_text("utf-8")
    )


def check(folder, schemas, *arguments):
    """Returns the exit code, the findings and notes without their excerpts of files, and the last line."""
    done = run("check", "--recordings", folder, "--schemas", schemas, *arguments)
    assert done.stderr == ""
    lines = [line for line in done.stdout.splitlines() if not EXCERPT.fullmatch(line)]
    return done.returncode, lines[:-1], lines[-1]


def at(line):
    """Returns a finding's message, with `note: ` if it is a note, and the text of the file from its place on."""
    found = LINE.fullmatch(line)
    assert found, line
    with open(found["file"], encoding="utf-8", newline="") as file:
        text = file.read().split("\n")[int(found["line"]) - 1]
    return (found["note"] or "") + found["message"], text[int(found["column"]) - 1 :]


def keep(folder, query):
    """Records a named query with the answer `{"data": {}}`.

    To check another operation, record it with this function. In an `operation.graphql` that was edited, `check` only
    reports that the folder has the name of another operation.
    """
    name = re.search(r"query (\w+)", query)[1]
    with running(countries_upstream()) as upstream:
        record_all(upstream, folder, [asking(Operation(name, query, name=name))])
    for path in recording_files(folder):
        if path.parent.name.startswith(f"query.{name}-"):
            response, write = answer(path)
            response["status"] = 200
            response["body"] = {"data": {}}
            write()


def asking(operation):
    return one(operation)[0]


def test_what_was_recorded_is_right(recorded, schemas):
    code, lines, summary = check(recorded.folder, schemas)
    assert (code, lines) == (0, [])
    assert re.fullmatch(r"No problems in \d+ recordings of 1 endpoint\.", summary)


def test_what_is_shipped_is_right():
    code, lines, summary = check(ROOT / "recordings", ROOT / "schemas")
    assert code == 0 and summary.startswith("No problems in ")
    assert all(": note: errors[0]." in line and "/conference-planner/" in line for line in lines)


def test_a_rule_that_was_not_carried_out_is_told(tmp_path):
    """`changes: nothing` written after recording: what was recorded after the mutation would be missed."""
    folder = copy(ROOT / "recordings", tmp_path / "recordings")
    config = folder / "rocket-reserver" / "endpoint.yaml"
    config.write_text(config.read_text("utf-8") + "operations:\n  Login: {changes: nothing}\n", "utf-8")
    code, lines, _ = check(folder, ROOT / "schemas")
    lines = [line for line in lines if ": note: " not in line]
    assert code == 1 and lines
    assert all("/mutation.Login-" in line.split(": ", 1)[0] for line in lines)
    assert {line.split(": ", 1)[1] for line in lines} == {
        "endpoint.yaml declares that Login changes nothing, but it was recorded as a change, so requests recorded after it"
        " miss now. To list the effects of the rule: understudy check --rules. To apply it: understudy check --rules --apply"
    }
    assert run("check", "--recordings", folder, "--rules", "--apply").returncode == 0
    assert check(folder, ROOT / "schemas")[0] == 0


EDITS = [
    ('"name": "Canada"', '"name": 7', "data.country.name is 7: expected a string (Country.name: String!).", "7"),
    ('"name": "Canada"', '"name": null', "data.country.name is null, and no error has its path (Country.name: String!).", "null"),
    ('"name": "Canada"', '"nam": "Canada"', "data.country.nam was not requested.", '"nam"'),
    ('"name": "Canada",', "", "data.country.name is missing: the operation requests Country.name: String!.", "{"),
    ('"capital": "Ottawa"', '"capital": ["Ottawa"]', 'data.country.capital is ["Ottawa"]: expected a string (Country.capital: String).', "["),
    ('"code": "en"', '"code": true', "data.country.languages[0].code is true: expected a string (Language.code: ID!).", "true"),
    ('"native": "Français"', '"native": null', "data.country.languages[1].native is null, and no error has its path (Language.native: String!).", "null"),
    ('"name": "North America"', '"names": "North America"', "data.country.continent.names was not requested.", '"names"'),
    ('"code": "fr"', '"code": 7', "note: data.country.languages[1].code is 7: an ID is written as a string (Language.code: ID!).", "7"),
]  # fmt: skip


@pytest.mark.parametrize("old, new, message, there", EDITS)
def test_an_edited_answer(old, new, message, there, canada, folder, schemas):
    text = canada.read_text("utf-8")
    assert text.count(old) == 1
    canada.write_text(text.replace(old, new), "utf-8")
    code, lines, summary = check(folder, schemas)
    found = dict(at(line) for line in lines)
    assert message in found and found[message].startswith(there)
    assert code == (0 if message.startswith("note: ") else 1)
    assert summary.endswith(" 1 note." if code == 0 else "endpoint.")
    # A name that was changed is one that is too many, and another one is missing.
    assert len(lines) == (2 if message.endswith("was not requested.") else 1), lines


def answer(path):
    """The only answer in a file, for editing, and a function that writes it back."""
    recording = json.loads(path.read_text("utf-8"))
    (response,) = recording["responses"].values()
    return response, lambda: path.write_text(json.dumps(recording, ensure_ascii=False, indent=2), "utf-8")


def null_name(body):
    body["data"]["country"]["name"] = None


SHAPES = [
    (lambda body: body.update(errors=[]), "note: errors is empty: without errors it should be absent.", "[]"),
    (lambda body: body.update(errors=[{}]), 'errors[0] has no "message": every error has one, a string.', "{}"),
    (lambda body: body.update(errors=[{"message": 7}]), "errors[0].message is 7: expected a string.", "7"),
    (
        lambda body: body.update(errors=[{"message": "m", "path": "a"}]),
        'errors[0].path is "a": expected a list of names and indices.',
        '"a"',
    ),
    (
        lambda body: body.update(errors=[{"message": "m", "locations": [{"line": 1}]}]),
        'errors[0].locations[0] has no "column": expected a number from 1.',
        "{",
    ),
    (
        lambda body: (null_name(body), body.update(errors=[{"message": "m", "path": ["country", "name"]}])),
        "note: data.country.name is null where the null should have propagated; an error explains it (Country.name: String!).",
        "null",
    ),
    (lambda body: body.update(data=None), "data is null, and there are no errors that explain it.", "null"),
    (lambda body: body.pop("data"), 'The response has neither "data" nor "errors".', "{"),
    (
        lambda body: body.update(took=7),
        'note: took is not one of data, errors and extensions: additional members belong in "extensions".',
        '"took"',
    ),
]


@pytest.mark.parametrize("edit, message, there", SHAPES)
def test_the_shape_of_a_response(edit, message, there, canada, folder, schemas):
    response, write = answer(canada)
    edit(response["body"])
    write()
    code, lines, _ = check(folder, schemas)
    assert len(lines) == 1, lines
    found, text = at(lines[0])
    assert found == message and text.startswith(there)
    assert code == (0 if message.startswith("note: ") else 1)


@pytest.mark.parametrize("status, expected", [(200, "The response is an array"), (503, "note: The response is an array")])
def test_a_body_that_is_no_object(status, expected, canada, folder, schemas):
    response, write = answer(canada)
    response.update(body=[], status=status)
    write()
    code, lines, _ = check(folder, schemas)
    assert len(lines) == 1 and at(lines[0])[0].startswith(expected), lines
    assert code == (1 if status == 200 else 0)


def test_an_operation_that_the_schema_does_not_have(recorded, schemas, tmp_path):
    """The schema is of another day: every operation that asks for the field is named, at the field."""
    newer = tmp_path / "newer"
    newer.mkdir()
    (newer / "countries.graphqls").write_text(SCHEMA.replace("  phone: String!\n", "  telephone: String!\n"), "utf-8")
    code, lines, _ = check(recorded.folder, newer)
    assert code == 1 and lines
    for line in lines:
        message, text = at(line)
        assert message.startswith('Cannot query field "phone" on type "Country".')
        assert "/operation.graphql:" in line and text.startswith("phone")
    asking = {path.parent for path in recording_files(recorded.folder)
              if re.search(r"\bphone\b", (path.parent / "operation.graphql").read_text("utf-8"))}  # fmt: skip
    assert len(lines) == len(asking)


def test_variables_that_do_not_fit(recorded, folder, schemas, tmp_path):
    copy(recorded.folder, folder)
    newer = tmp_path / "newer"
    newer.mkdir()
    changed = SCHEMA.replace("  eq: String\n", "  eq: Int\n")
    assert changed != SCHEMA
    (newer / "countries.graphqls").write_text(changed, "utf-8")
    code, lines, _ = check(folder, newer)
    found = [at(line) for line in lines if "/operation.graphql:" not in line]
    assert code == 1
    assert found
    for message, text in found:
        assert message == (
            'Variable "$filter" got invalid value "EU" at "filter.continent.eq"; '
            'Int cannot represent non-integer value: "EU"'
        )
        assert text.startswith('"EU"')


def test_without_a_schema_it_says_so(recorded, tmp_path):
    code, lines, summary = check(recorded.folder, tmp_path / "none")
    assert code == 0
    upstream = re.search(r"^upstream: (\S+)$", (recorded.folder / "countries/endpoint.yaml").read_text("utf-8"), re.MULTILINE)[1]
    assert lines == [
        f"{recorded.folder}/countries: note: there is no schema {tmp_path}/none/countries.graphqls, "
        "so operations and responses are not checked against one. "
        f"To check them: understudy schema fetch {upstream} --output {tmp_path}/none/countries.graphqls"
    ]
    assert summary.endswith(" 1 note.")


def test_a_folder_that_is_named_and_missing_is_told(schemas, tmp_path):
    """It may be a typo. A project that only generates data names none."""
    done = run("check", "--recordings", "recordngs", "--schemas", schemas, cwd=tmp_path)
    assert "recordngs: note: there is no such folder, so only schemas are checked. Correct it if it is a typo.\n" in done.stdout, done.stdout
    assert done.stdout.endswith(" 1 note.\n") and done.returncode == 0, done.stdout
    assert "note" not in run("check", "--schemas", schemas, cwd=tmp_path).stdout


def test_json_tells_notes_from_findings(canada, folder, schemas):
    response, write = answer(canada)
    response["body"].update(took=7)
    response["body"]["data"]["country"]["name"] = 7
    write()
    done = run("check", "--recordings", folder, "--schemas", schemas, "--json")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert [event["event"] for event in events] == ["finding", "note", "summary"]
    for event in events[:2]:
        assert event["file"] == str(canada)
        assert event["message"].startswith(f"{canada}:{event['line']}:{event['column']}: ")
    assert events[2]["findings"] == 1 and events[2]["notes"] == 1
    assert done.returncode == 1


# Schemas


def test_a_schema_that_is_not_perfect_is_served_with_warnings_and_checked_with_errors(recorded, folder, tmp_path):
    copy(recorded.folder, folder)
    schemas = tmp_path / "odd"
    schemas.mkdir()
    odd = SCHEMA.replace("type Country {", "type Country {\n  awsRegion: String!", 1)
    (schemas / "countries.graphqls").write_text(odd, "utf-8")
    expected = 'Field "Country.awsRegion" can only be defined once.'
    code, lines, _ = check(folder, schemas)
    assert code == 1 and len(lines) == 1
    message, text = at(lines[0])
    assert message == expected and text.startswith("awsRegion")
    shown = run("check", "--recordings", folder, "--schemas", schemas).stdout
    assert "21 |   awsRegion: String!\n   |   ^\n" in shown, shown
    for mode in (["fake"], ["replay", "--recordings", folder], ["replay", "--recordings", folder, "--on-miss", "fake"]):
        with running(understudy(*mode, "--schemas", schemas)) as server:
            assert server.stop() == 0
            assert server.stderr.count(expected) == 1, server.stderr


def test_what_is_deprecated_is_a_note_where_it_is_used(recorded, folder, tmp_path):
    copy(recorded.folder, folder)
    schemas = tmp_path / "old"
    schemas.mkdir()
    old = SCHEMA.replace("  capital: String\n", '  capital: String @deprecated(reason: "Ask for seat.")\n', 1)
    assert old != SCHEMA
    (schemas / "countries.graphqls").write_text(old, "utf-8")
    code, lines, _ = check(folder, schemas)
    found = [at(line) for line in lines]
    assert code == 0 and found
    for message, text in found:
        assert message == "note: The field Country.capital is deprecated. Ask for seat." and text.startswith("capital")


def test_a_schema_that_cannot_be_used_does_not_hide_the_rest(canada, folder, tmp_path):
    schemas = tmp_path / "broken"
    schemas.mkdir()
    (schemas / "countries.graphqls").write_text("type Query { a: Nowhere b: Elsewhere }", "utf-8")
    canada.write_text("{", "utf-8")
    code, lines, summary = check(folder, schemas)
    assert code == 1 and summary.startswith("3 findings")
    assert [at(line)[0] for line in lines[:2]] == ['Unknown type "Nowhere".', 'Unknown type "Elsewhere".']
    assert lines[2].startswith(f"{canada}:")


@pytest.mark.skipif(not (ROOT.parent / "shared" / "schemas" / "github.graphql").is_file(), reason="needs ../shared")
def test_a_large_published_schema(recorded):
    """GitHub's defines a field twice, and is served all the same."""
    code, lines, _ = check(recorded.folder, ROOT.parent / "shared" / "schemas", "--endpoint", "github")
    assert code == 1
    assert any("EnterpriseOwnerInfo" in line and "can only be defined once" in line for line in lines)
    assert all(LINE.fullmatch(line) for line in lines)


# validation and ignoreRules

CONFLICT = "query Both { country(code: 1) { name: code name } }"
UNUSED = "query Unused($x: String) { countries { code } } fragment F on Country { name }"
MISSING = "query Missing { countries { code nothing } }"

LEVELS = [
    ("", {CONFLICT: False, UNUSED: False, MISSING: False}),
    ("validation: strict", {CONFLICT: False, UNUSED: False, MISSING: False}),
    ("validation: lenient", {CONFLICT: False, UNUSED: True, MISSING: False}),
    ("validation: off", {CONFLICT: True, UNUSED: True, MISSING: False}),
    ("ignoreRules: [OverlappingFieldsCanBeMerged]", {CONFLICT: True, UNUSED: False, MISSING: False}),
    ("ignoreRules: [NoUnusedFragments, NoUnusedVariables]", {CONFLICT: False, UNUSED: True, MISSING: False}),
    ("ignoreRules: [FieldsOnCorrectType]", {CONFLICT: False, UNUSED: False, MISSING: True}),
]


@pytest.mark.parametrize("yaml, accepted", LEVELS)
def test_how_strictly_fakes_validate(yaml, accepted, folder, schemas):
    (folder / "countries").mkdir(parents=True)
    (folder / "countries" / "endpoint.yaml").write_text(yaml)
    with running(understudy("fake", "--schemas", schemas, "--recordings", folder)) as server:
        for query, is_accepted in accepted.items():
            reply = clients.post(f"{server.origin}/countries", {"query": query})
            assert reply.source == "fake"
            assert ("data" in reply.json) == is_accepted, (query, reply.body)


@pytest.mark.parametrize("query", [
    "{ x: countries { code } x: __typename }",
    "{ x: __typename x: countries { code } }",
    '{ country(code: "CA") { x: name x: languages { x: code } x: continent { x: countries { y: name } } } }',
    '{ x: country(code: "CA") { name } x: country(code: "JP") { code } x: continents { name } }',
    "{ countries { ...F ...G } } fragment F on Country { x: code } fragment G on Country { x: states { name } }",
])  # fmt: skip
@pytest.mark.parametrize("yaml", ["validation: off", "ignoreRules: [OverlappingFieldsCanBeMerged]"])
def test_fields_that_conflict_are_answered_by_the_first(yaml, query, folder, schemas):
    (folder / "countries").mkdir(parents=True)
    (folder / "countries" / "endpoint.yaml").write_text(yaml)
    with running(understudy("fake", "--schemas", schemas, "--recordings", folder)) as server:
        reply = clients.post(f"{server.origin}/countries", {"query": query})
        assert reply.status == 200 and "data" in reply.json and "errors" not in reply.json, reply.body


@pytest.mark.parametrize("yaml, accepted", LEVELS)
def test_how_strictly_check_validates(yaml, accepted, folder, schemas):
    """What a lenient server has answered with data."""
    for query in accepted:
        keep(folder, query)
    (folder / "countries" / "endpoint.yaml").write_text(yaml)
    _, lines, _ = check(folder, schemas)
    findings = [line for line in lines if ": note: " not in line]
    refused = {line.split("/operation.graphql:")[0] for line in findings if "/operation.graphql:" in line}
    named = {re.search(r"query\.(\w+)-", place)[1] for place in refused}
    expected = {re.search(r"query (\w+)", query)[1] for query, is_accepted in accepted.items() if not is_accepted}
    assert named == expected, findings


def test_what_the_server_has_refused_too_is_a_note(folder, schemas):
    with running(countries_upstream()) as upstream:
        record_all(upstream, folder, [asking(Operation("Missing", MISSING, name="Missing"))])
    code, lines, _ = check(folder, schemas)
    assert code == 0 and len(lines) == 1
    message, text = at(lines[0])
    assert message == 'note: Cannot query field "nothing" on type "Country". The server has refused it, too. If that is on purpose, keep the recording.'
    assert text.startswith("nothing")


@pytest.mark.parametrize("yaml, words", [
    ("validation: lenent", ["1:13", '"strict", "lenient" or "off"', 'Did you mean "lenient"?']),
    ("ignoreRules: [OverlapingFieldsCanBeMerged]", ["1:15", '"ScalarLeafs"', 'Did you mean "OverlappingFieldsCanBeMerged"?']),
    ("ignoreRules: ScalarLeafs", ["1:14", "a list of rules"]),
    ("ignoreRule: []", ["1:1", 'Did you mean "ignoreRules"?']),
])  # fmt: skip
@pytest.mark.parametrize("mode", ["replay", "fake", "check"])
def test_a_misspelt_setting_lists_the_valid_ones(mode, yaml, words, recorded, folder, schemas):
    copy(recorded.folder, folder)
    (folder / "countries" / "endpoint.yaml").write_text(yaml)
    port = [] if mode == "check" else ["--port", "0"]
    done = run(mode, "--recordings", folder, "--schemas", schemas, *port)
    assert done.returncode == (1 if mode == "check" else 2), done.stdout + done.stderr
    for word in [f"endpoint.yaml:{words[0]}", *words[1:]]:
        assert word in done.stdout + done.stderr


# Names


RULES = """
operations:
  CountryDetial: { independentOf: [AddCountry] }
  CountryDetail: { stable: [Country.capital] }
volatile: [Country.capitl, Country.awsRegion]
stable: [Country.name]
faults: [{ operation: Nobody, status: 503 }]
"""


def test_what_rules_name_and_nothing_recorded_has(canada, folder, schemas, tmp_path):
    """A note where it may be misspelt; what the schema does not have is wrong."""
    file = folder / "countries" / "endpoint.yaml"
    file.write_text(RULES)
    known = {
        f'{file}:3:3: note: no operation "CountryDetial" is recorded. Correct the name, or remove the rule. Did you mean "CountryDetail"?',
        f'{file}:3:36: note: no mutation "AddCountry" is recorded. Correct the name, or remove the rule.',
        f'{file}:7:23: note: no operation "Nobody" is recorded. Correct the name, or remove the rule.',
    }
    region = f'{file}:5:28: note: no recorded operation requests a field "awsRegion", which "Country.awsRegion" names. Correct the name, or remove the rule.'
    code, lines, _ = check(folder, schemas)
    wrong = f'{file}:5:12: type "Country" has no field "capitl". Did you mean "capital"?'
    assert code == 1 and {line for line in lines if "endpoint.yaml" in line} == known | {wrong, region}
    code, lines, _ = check(folder, tmp_path / "none")
    assert code == 0
    misspelt = f'{file}:5:12: note: no recorded operation requests a field "capitl", which "Country.capitl" names. Correct the name, or remove the rule.'
    said = {re.sub(r" Did you mean (?!.CountryDetail).*", "", line) for line in lines if "endpoint.yaml" in line}
    assert said == known | {misspelt, region}
    done = run("check", "--recordings", folder, "--schemas", schemas, "--json")
    (finding,) = [json.loads(line) for line in done.stdout.splitlines() if '"finding"' in line]
    assert (finding["file"], finding["line"], finding["column"]) == (str(file), 5, 12)


def renamed(canada, name):
    """The folder of the operation, with other words in its name."""
    there = canada.parent
    return there.rename(there.with_name(f"query.{name}-{there.name.rpartition('-')[2]}"))


def test_a_folder_that_is_named_for_another_operation(canada, folder, schemas, tmp_path):
    """Words in names are for people, so it is answered all the same; they should not mislead."""
    right = canada.parent.name
    wrong = renamed(canada, "Other")
    for place in (schemas, tmp_path / "none"):
        code, lines, summary = check(folder, place)
        assert code == 0 and summary.startswith("No problems in ")
        assert (
            f'{wrong}: note: the folder is named after operation "Other", but contains "CountryDetail" and answers only its '
            f"requests. Rename the folder to {right}. If clients use the new name: understudy mv CountryDetail Other"
        ) in lines
    renamed(wrong / canada.name, "CountryDetail")
    assert check(folder, schemas)[1] == []


# Secrets


def test_pseudonyms_are_no_findings(tmp_path):
    """What stands for a secret may stand where a number or an enum's value was."""
    schemas = tmp_path / "schemas"
    schemas.mkdir()
    recordings = copy(ROOT / "recordings", tmp_path / "recordings")
    text = (ROOT / "schemas" / "rocket-reserver.graphqls").read_text("utf-8")
    changed = re.sub(r"token: String\b", "token: Color", text) + "\nenum Color { RED }\n"
    assert changed.count("Color") == 3 or changed.count("Color") == 2
    (schemas / "rocket-reserver.graphqls").write_text(changed, "utf-8")
    code, lines, summary = check(recordings, schemas, "--endpoint", "rocket-reserver")
    assert code == 0, lines
    tokens = [path for path in recording_files(recordings) if "mutation.Login" in path.parent.name]
    assert tokens
    for path in tokens:
        path.write_text(re.sub(r'"token": "[^"]*"', '"token": "BLUE"', path.read_text("utf-8")), "utf-8")
    code, lines, _ = check(recordings, schemas, "--endpoint", "rocket-reserver")
    assert any('is "BLUE", which is not a value of enum Color.' in line for line in lines), lines


def test_a_server_whose_paths_are_objects_is_a_note(tmp_path, folder):
    with standing_in("posts", "/graphql") as upstream:
        where = ["--upstream", f"{upstream.origin}/graphql", "--endpoint", "posts", "--recordings", folder]
        with running(understudy("record", *where)) as recorder:
            clients.post(f"{recorder.origin}/posts", {"query": "query Odd { posts { id nothing } }"})
            assert recorder.stop() == 0
    code, lines, summary = check(folder, ROOT / "schemas", "--endpoint", "posts")
    assert code == 0
    messages = [at(line)[0] for line in lines]
    assert 'note: errors[0].path is an object with "elements": expected the list itself.' in messages
    assert summary.endswith(" 2 notes."), lines


@pytest.mark.long
def test_a_thousand_recordings_of_one_operation(schemas, tmp_path):
    """The operation is validated once, and its answers are held against one plan."""
    many = tmp_path / "many"
    with running(countries_upstream()) as upstream:
        arguments = ["--upstream", upstream.origin, "--endpoint", "countries", "--recordings", many, "--quiet"]
        with running(understudy("record", *arguments)) as recorder:
            connection = http.client.HTTPConnection("127.0.0.1", recorder.port, timeout=30)
            for number in range(1_000):
                body = json.dumps(operations.country_detail(f"X{number}").body())
                connection.request("POST", "/countries", body, {"Content-Type": "application/json"})
                assert connection.getresponse().read() == b'{"data":{"country":null}}'
            connection.close()
            assert recorder.stop() == 0
    code, lines, summary = check(many, schemas)
    assert (code, lines) == (0, [])
    assert summary == "No problems in 1000 recordings of 1 endpoint."
