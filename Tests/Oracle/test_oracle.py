"""A sample of the comparison with graphql-core, and that the comparison itself notices what it should."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from graphql import GraphQLError, build_schema, parse, validate

import reference
from adjust.conflicts import newer_answer
from answers import agree, errors_of, loosened
from compare import compare, verdict_of
from conformance import run
from corpus import subjects
from differences import listing
from engines import graphql_core, shared_folder
from generate.data import data
from generate.operations import operation
from generate.schemas import broken_schema_text, is_valid, schema_text
from generate.tokens import mutated, respaced
from shrink import shrunk


def subject(name: str):
    return next(each for each in subjects(0, 1, large=False) if each.name == name)


def test_generators_repeat_themselves():
    schema = subject("conference-planner").schema
    for make in (
        lambda: operation(schema, Random("a")),
        lambda: schema_text(Random("a")),
        lambda: broken_schema_text(schema_text(Random("a")), Random("b")),
        lambda: mutated("{ a(b: 1) { c } }", Random("a")),
    ):
        assert make() == make()


def test_most_generated_operations_are_valid():
    schema = subject("conference-planner").schema
    documents = [operation(schema, Random(seed)) for seed in range(100)]

    def is_valid_operation(text: str) -> bool:
        try:
            return not validate(schema, parse(text))
        except GraphQLError:  # graphql-core fails at some subscriptions.
            return False

    assert sum(map(is_valid_operation, documents)) > 70


def test_a_respaced_document_has_the_same_tree():
    schema = subject("rocket-reserver").schema
    for seed in range(50):
        text = operation(schema, Random(seed))
        assert parse(respaced(text, Random(seed)), no_location=True) == parse(text, no_location=True)


def test_generated_schemas_are_valid_and_broken_ones_mostly_not():
    texts = [schema_text(Random(seed)) for seed in range(20)]
    assert all(is_valid(text) for text in texts)
    assert len({broken_schema_text(text, Random(1)) for text in texts} & set(texts)) < 5


def test_data_end_where_fragments_do_not():
    schema = build_schema("type Query { a: Query! b: [Query!]! }")
    document = parse("{ ...F } fragment F on Query { a { ...F } b { ...F } also: a { ...F } }")
    for seed in range(10):
        assert len(json.dumps(data(schema, document, document.definitions[0], Random(seed)))) < 2_000_000


def test_quotes_are_the_only_thing_that_is_read_loosely():
    assert loosened("Unknown type 'A'.") == loosened('Unknown type "A".')
    assert loosened("Unknown type 'A'.") != loosened('Unknown type "B".')
    mine = {"ok": False, "errors": [{"message": 'Unknown type "A".', "locations": [{"line": 1, "column": 3}]}]}
    theirs = {"ok": False, "errors": [{"message": "Unknown type 'A'.", "locations": [{"line": 1, "column": 4}]}]}
    assert not agree(mine, theirs, "graphql-core")
    theirs["errors"][0]["locations"][0]["column"] = 3
    assert agree(mine, theirs, "graphql-core")
    assert not agree(mine, theirs, "graphql-js")


@pytest.mark.parametrize(
    "mine",
    [
        {"ok": True},
        {"ok": False, "errors": [{"message": 'Cannot query field "b" on type "Query".'}]},
        {"ok": False, "errors": [{"message": "x", "locations": [{"line": 1, "column": 3}]}]},
    ],
)
def test_a_wrong_answer_is_a_surprise(mine):
    request = {"op": "validate", "schema": "type Query { a: Int }", "query": "{ b }"}
    with graphql_core() as judge:
        assert isinstance(verdict_of("graphql-core", request, mine, judge.ask(request)), tuple)


def refused(*messages: str, at: int = 1):
    places = [{"line": 1, "column": at}]
    return {"ok": False, "errors": [{"message": message, "locations": places} for message in messages]}


EXECUTABLE = "The \"T\" definition is not executable."
UNKNOWN = "Unknown type \"X\"."
FOREIGN = "The FragmentDefinition definition is not allowed in a schema."
TWICE = "There can be only one argument named \"c\"."
LIST = "Variable \"$v\" got invalid value [1]; "


@pytest.mark.parametrize(
    ("request_", "mine", "theirs", "also_wrong"),
    [
        ({"op": "validate", "query": "type T { a: X } { a }"}, refused(EXECUTABLE), refused(EXECUTABLE, UNKNOWN, at=5),
         refused(EXECUTABLE, UNKNOWN, at=18)),
        ({"op": "validateSDL", "schema": "fragment F on A { a }"}, refused(FOREIGN), {"ok": True}, refused(UNKNOWN)),
        ({"op": "build", "schema": "type A { a: X @b(c: 1, c: 1) }"}, refused(UNKNOWN), refused(TWICE, UNKNOWN), refused(TWICE)),
        ({"op": "coerce"}, refused(LIST + 'Expected type "I" to be an object.'),
         refused(LIST + 'Field "0" is not defined by type "I".'), refused('Variable "$w" of required type "Int!" was not provided.')),
        ({"op": "build", "schema": "extend scalar S @specifiedBy(url: \"a\")"},
         {"ok": True, "text": 'scalar S @specifiedBy(url: "a")\n\nscalar T'}, {"ok": True, "text": "scalar S\n\nscalar T"},
         {"ok": True, "text": 'scalar S\n\nscalar T @specifiedBy(url: "a")'}),
        ({"op": "execute"},
         {"ok": True, "result": {"data": {"a": None, "b": 1},
                                 "errors": [{"message": 'Expected a single value for field "A.a", but found a list.', "path": ["a"]}]}},
         {"ok": True, "result": {"data": {"a": {"c": None}, "b": 1}}},
         {"ok": True, "result": {"data": {"a": {"c": None}, "b": 2}}}),
    ],
)
def test_a_listed_difference_hides_nothing_else(request_, mine, theirs, also_wrong):
    if request_["op"] == "validate":
        # Of the two messages only the second one stands inside of the definition.
        mine["errors"][0]["locations"] = theirs["errors"][0]["locations"] = also_wrong["errors"][0]["locations"]
    assert isinstance(verdict_of("graphql-js", request_, mine, theirs), list)
    assert isinstance(verdict_of("graphql-js", request_, mine, also_wrong), tuple)


# Lines 5 and 8 conflict. graphql-core misses it: it has compared F with G before, for the fields of another set.
HIDING = {
    "op": "validate",
    "schema": "type Query { a(b: Int): Int c: Query }",
    "query": """query Q { c { ...E } }
fragment E on Query {
  a
  ...F
  a(b: 1)
}
fragment F on Query { ...G c { a a(b: 1) } }
fragment G on Query { a }
""",
}


@pytest.mark.parametrize("judge", ["graphql-core", "graphql-js"])
def test_conflicts_are_excused_to_the_letter(judge):
    theirs, mine = reference.answer(HIDING), newer_answer(HIDING, as_javascript=True)
    for error in (*mine["errors"], *(theirs["errors"] if judge == "graphql-js" else ())):
        error["message"] = error["message"].replace("'", '"')
    assert len(mine["errors"]) == len(theirs["errors"]) + 1

    def verdict(*errors):
        return verdict_of(judge, HIDING, {**mine, "errors": list(errors)}, theirs)

    first, hidden, *others = mine["errors"]
    assert hidden["locations"] == [{"line": 5, "column": 3}, {"line": 8, "column": 23}]
    assert isinstance(verdict(first, hidden, *others), list)
    elsewhere = {**hidden, "locations": [{"line": 5, "column": 3}, {"line": 8, "column": 22}]}
    otherwise = {**hidden, "message": hidden["message"].replace("differing", "other")}
    for wrong in ((hidden, first, *others), (first, hidden, hidden, *others), (first, elsewhere, *others),
                  (first, otherwise, *others), (first, hidden), (hidden, *others)):
        assert isinstance(verdict(*wrong), tuple)


def test_an_argument_given_twice_excuses_no_other_conflict():
    def conflict(column: int):
        places = [{"line": 1, "column": column}, {"line": 1, "column": 17}]
        return refused('Fields "a" conflict because they have differing arguments.') | {
            "errors": [{"message": 'Fields "a" conflict because they have differing arguments.', "locations": places}]}

    request = {"op": "validate", "query": "{ a(b: 1, b: 1) a(b: 1, c: 1) a }"}
    assert isinstance(verdict_of("graphql-js", request, {"ok": True}, conflict(3)), list)
    assert isinstance(verdict_of("graphql-js", request, {"ok": True}, conflict(31)), tuple)
    assert isinstance(verdict_of("graphql-core", request, {"ok": True}, conflict(3)), tuple)


@pytest.mark.skipif(shared_folder() is None, reason="the recorded cases are not here")
def test_the_newer_memory_is_that_of_the_recorded_cases():
    cases = json.loads((shared_folder() / "conformance" / "graphql-js-16" / "validate.json").read_text(encoding="utf-8"))
    cases = [case for case in cases if case.get("rules") == ["OverlappingFieldsCanBeMergedRule"]]
    requests = [{"op": "validate", "schema": case["schema"], "query": case["query"], "rules": case["rules"],
                 "assumeValid": True} for case in cases]
    recorded = [errors_of(case, "graphql-core") for case in cases]
    assert recorded == [errors_of(newer_answer(request, as_javascript=True), "graphql-core") for request in requests]
    assert recorded != [errors_of(reference.answer(request), "graphql-core") for request in requests]


def test_code_units_excuse_no_other_layout():
    request = {"op": "print", "source": '{ a(b: "' + "\U0001f642" * 20 + '", c: "' + "d" * 40 + '") }'}
    theirs = reference.answer(request)
    broken = theirs["text"].replace("(", "(\n    ").replace(", ", "\n    ").replace(")", "\n  )")
    assert isinstance(verdict_of("graphql-core", request, {"ok": True, "text": broken}, theirs), list)
    assert isinstance(verdict_of("graphql-js", request, {"ok": True, "text": broken}, theirs), tuple)
    assert isinstance(verdict_of("graphql-core", request, {"ok": True, "text": broken.replace("    ", "   ")}, theirs), tuple)


def test_a_default_of_no_input_type_excuses_one_failure():
    mine = refused("The type of Query.a(b:) must be Input Type but got: [Face!].")
    failed = {"ok": False, "phase": "exception", "errors": [{"message": "Error: Unexpected input type: Face"}]}
    assert isinstance(verdict_of("graphql-js", {"op": "build"}, mine, failed), list)
    for other in ("Error: Unexpected input type: Fac", "Error: Unexpected type: Face"):
        assert isinstance(verdict_of("graphql-js", {"op": "build"}, mine, {**failed, "errors": [{"message": other}]}), tuple)
    assert isinstance(verdict_of("graphql-js", {"op": "build"}, {"ok": True, "text": "type Face"}, failed), tuple)


def test_roots_are_excused_only_where_they_tell_something():
    request, types = {"op": "build", "schema": ""}, "type Query {\n  a: Int\n}\n\ntype Subscription {\n  a: Int\n}"
    roots = "schema {\n  query: Query\n}\n\n"
    theirs = {"ok": True, "text": types}
    assert isinstance(verdict_of("graphql-js", request, {"ok": True, "text": roots + types}, theirs), list)
    assert isinstance(verdict_of("graphql-js", request, {"ok": True, "text": roots + types.replace("Int", "ID")}, theirs), tuple)
    other = types.replace("Subscription", "Other")
    mine = {"ok": True, "text": roots + other}
    assert isinstance(verdict_of("graphql-js", request, mine, {"ok": True, "text": other}), tuple)


def test_the_list_of_differences_is_written_down():
    assert (Path(__file__).parent / "DIFFERENCES.md").read_text(encoding="utf-8") == listing(), (
        "run Tests/Oracle/differences.py")


def test_shrinking_keeps_what_matters():
    request = {"op": "parse", "source": "query Long($a: Int) { one two three(four: $a) five }"}
    assert shrunk(request, lambda smaller: "four" in smaller["source"])["source"] == "four"


def test_an_engine_that_ends_is_an_answer(tmp_path):
    from engines import Engine

    script = tmp_path / "engine.sh"
    script.write_text('read line; echo \'{"id": 0, "ok": true}\'; read line; exit 1\n')
    with Engine("brittle", ["sh", str(script)]) as engine:
        first, second = engine.ask_all([{"op": "a"}, {"op": "b"}])
    assert first == {"ok": True}
    assert second["phase"] == "crash"


@pytest.mark.timeout(300)
def test_a_sample_agrees_with_graphql_core():
    """200 documents for each schema: 25 generated ones, each with seven that are made from it."""
    assert compare(None, seed=1, documents=25, schemas=1, judge="graphql-core", large=False) == 0


@pytest.mark.skipif(shared_folder() is None, reason="the recorded cases are not here")
def test_recorded_cases():
    assert run(shared_folder() / "conformance" / "graphql-js-16", None, 3) == 0


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_whole_comparison():
    assert compare(None, seed=1, documents=100, schemas=12) == 0
