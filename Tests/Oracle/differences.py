"""The differences from the references that are deliberate, or the references' fault: each with its reason.

What is not listed here is a defect of ours. A difference is a change to the two answers that takes away what it
explains; what is left must be the same. So one document may show several, and none of them hides another one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import Any

from graphql import (
    DocumentNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLSchema,
    InlineFragmentNode,
    Node,
    OverlappingFieldsCanBeMergedRule,
    SelectionSetNode,
    Undefined,
    Visitor,
    build_client_schema,
    build_schema,
    parse,
    parse_type,
    parse_value,
    print_ast,
    type_from_ast,
    validate,
    value_from_ast,
    visit,
)
from graphql.language.visitor import REMOVE

from answers import loosened
from engines import Answer, Request
from reference import schema_of

Answers = tuple[Answer, Answer]
Adjustment = Callable[[Request, Answer, Answer], Answers]


@dataclass(frozen=True)
class Difference:
    """A kind of difference: what takes it away, why it is right, and which judges and ops it concerns."""

    name: str
    reason: str
    adjust: Adjustment
    judges: tuple[str, ...] = ("graphql-core", "graphql-js")
    operations: tuple[str, ...] = ()

    def concerns(self, judge: str, request: Request) -> bool:
        return judge in self.judges and (not self.operations or request["op"] in self.operations)


def with_errors(answer: Answer, change: Callable[[list[Any]], list[Any]]) -> Answer:
    """The answer with other errors; without any it is a good one, if being wrong was all that it said."""
    if "errors" not in answer:
        result = answer.get("result")
        if not result or "errors" not in result:
            return answer
        return {**answer, "result": {**result, "errors": change(result["errors"])}}
    errors = change(answer["errors"])
    return {**answer, "errors": errors} if errors else {"ok": True}


def without_messages(pattern: str) -> Adjustment:
    """Ours finds what the reference does not look for."""
    matching = re.compile(pattern)

    def adjust(_: Request, mine: Answer, theirs: Answer) -> Answers:
        return with_errors(mine, lambda errors: [e for e in errors if not matching.search(e["message"])]), theirs

    return adjust


def excused(holds: Callable[[Request, Answer, Answer], bool]) -> Adjustment:
    """Nothing can be learnt from the reference's answer."""

    def adjust(request: Request, mine: Answer, theirs: Answer) -> Answers:
        return (theirs, theirs) if holds(request, mine, theirs) else (mine, theirs)

    return adjust


def texts(request: Request) -> str:
    return "".join(str(request.get(key, "")) for key in ("source", "query", "schema"))


def first_message(answer: Answer) -> str:
    return (answer.get("errors") or [{"message": ""}])[0]["message"]


def places_dropped(request: Request, mine: Answer, theirs: Answer) -> Answers:
    """Both without lines and columns, where the text has what is counted otherwise."""
    if not re.search(r"\r|[^\u0000-\uffff]", texts(request)):
        return mine, theirs
    if "tokens" in mine and "tokens" in theirs:
        return ({**mine, "tokens": [token[:2] for token in mine["tokens"]]},
                {**theirs, "tokens": [token[:2] for token in theirs["tokens"]]})

    def without(errors: list[Any]) -> list[Any]:
        return [{**error, "locations": []} for error in errors]

    return with_errors(mine, without), with_errors(theirs, without)


def first_columns_dropped(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Both without the places that ours has in the first column of a later line."""
    ours_found, theirs_found = (answer.get("result", answer).get("errors") or [] for answer in (mine, theirs))
    if len(ours_found) != len(theirs_found):
        return mine, theirs
    dropped = [
        [index for index, place in enumerate(error.get("locations") or []) if place["column"] == 1 and place["line"] > 1]
        for error in ours_found
    ]

    def without(errors: list[Any]) -> list[Any]:
        return [
            {**error, "locations": [place for at, place in enumerate(error.get("locations") or []) if at not in gone]}
            for error, gone in zip(errors, dropped, strict=True)
        ]

    return with_errors(mine, without), with_errors(theirs, without)


def locations_in_capitals(_: Request, mine: Answer, theirs: Answer) -> Answers:
    def capitals(errors: list[Any]) -> list[Any]:
        return [{**error, "message": re.sub(r"(?<=may not be used on )[a-z ]+(?=\.$)",
                                            lambda match: match.group().upper().replace(" ", "_"), error["message"])}
                for error in errors]

    return mine, with_errors(theirs, capitals)


def hidden_conflicts_dropped(request: Request, mine: Answer, theirs: Answer) -> Answers:
    """Ours without conflicts that only ours found, if the reference finds them with the fragments put in their places."""
    extra = [error for error in mine.get("errors", [])
             if " conflict because " in error["message"]
             and not any(_same_conflict(error, other) for other in theirs.get("errors", []))]
    if not extra:
        return mine, theirs
    document = _inlined(parse(request["query"]))
    if document is None:
        return mine, theirs
    errors = validate(schema_of(request), document, [OverlappingFieldsCanBeMergedRule], max_errors=1000)
    confirmed = {loosened(error.message) for error in errors}
    dropped = [error for error in extra if loosened(error["message"]) in confirmed]
    return with_errors(mine, lambda all_errors: [error for error in all_errors if error not in dropped]), theirs


def _same_conflict(one: Any, other: Any) -> bool:
    """Whether two conflicts are told alike, and of one place at least."""
    same = loosened(one["message"]) == loosened(other["message"])
    return same and any(place in other.get("locations", []) for place in one.get("locations", []))


def _inlined(document: Any) -> Any:
    """The document with each spread as an inline fragment; None if a fragment is not there or needs itself."""
    fragments = {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}

    def selection_set(node: Any, inside: tuple[str, ...]) -> Any:
        selections = []
        for selection in node.selections:
            if isinstance(selection, FragmentSpreadNode):
                name = selection.name.value
                if name not in fragments or name in inside:
                    raise RecursionError(name)
                fragment = fragments[name]
                selections.append(InlineFragmentNode(
                    type_condition=fragment.type_condition, directives=selection.directives,
                    selection_set=selection_set(fragment.selection_set, (*inside, name))))
            else:
                made = copy(selection)
                if made.selection_set:
                    made.selection_set = selection_set(made.selection_set, inside)
                selections.append(made)
        return SelectionSetNode(selections=tuple(selections))

    definitions = []
    try:
        for definition in document.definitions:
            if hasattr(definition, "selection_set") and definition.selection_set:
                definition = copy(definition)
                definition.selection_set = selection_set(definition.selection_set, ())
            definitions.append(definition)
    except RecursionError:
        return None
    return DocumentNode(definitions=tuple(definitions))


def executable_description_excused(_: Request, mine: Answer, theirs: Answer) -> Answers:
    refused = theirs.get("phase") == "syntax" and re.search(
        r"(Unexpected|found) (Block)?String|descriptions are supported only on type definitions", first_message(theirs))
    return (theirs, theirs) if refused and mine != theirs else (mine, theirs)


def unexecutable_skipped(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Theirs without what ours does not say, where both refuse the document for a definition of a schema."""
    said = {error["message"] for error in mine.get("errors", [])}
    if not any(message.endswith("definition is not executable.") for message in said):
        return mine, theirs
    loose = {loosened(message) for message in said}
    return mine, with_errors(theirs, lambda errors: [e for e in errors if loosened(e["message"]) in loose])


APPLIED = re.compile(
    r"^(Unknown directive |Directive .*(may not be used on|is required, but it was not provided)"
    r"|The directive .*can only be used once|Unknown argument .* on directive )")


def applied_directives_dropped(request: Request, mine: Answer, theirs: Answer) -> Answers:
    """Both without findings about applied directives; if theirs found nothing else, it did not get any further."""
    def without(errors: list[Any]) -> list[Any]:
        return [error for error in errors if not APPLIED.match(error["message"])]

    if request["op"] == "build" and theirs.get("phase") == "validateSDL" and not without(theirs["errors"]):
        return theirs, theirs
    return mine, with_errors(theirs, without)


def integers_rounded(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Ours with integers as a double has them."""
    def rounded(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: rounded(item) for key, item in value.items()}
        if isinstance(value, list):
            return [rounded(item) for item in value]
        if isinstance(value, int) and abs(value) > 2**53:
            return int(float(value))
        if isinstance(value, str):
            return re.sub(r"\b\d{16,19}\b", lambda match: str(int(float(match.group()))), value)
        return value

    return rounded(mine), rounded(theirs)


def built_in_texts_dropped(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Both without the descriptions of what is built in, and without what came after the judges."""
    return _introspection(mine), _introspection(theirs)


def _introspection(answer: Answer) -> Answer:
    schema = ((answer.get("data") or {}) if isinstance(answer.get("data"), dict) else {}).get("__schema")
    if not isinstance(schema, dict) or not {"types", "directives"} <= schema.keys():
        return answer
    built_in = ("Int", "Float", "String", "Boolean", "ID")
    types = [_undescribed(each) if each["name"] in built_in or each["name"].startswith("__") else _plain(each)
             for each in schema["types"]]
    known = ("skip", "include", "deprecated", "specifiedBy")
    directives = [_undescribed(each) if each["name"] in known else each for each in schema["directives"]
                  if each["name"] != "oneOf"]
    return {**answer, "data": {"__schema": {**schema, "types": types, "directives": directives}}}


def _plain(value: Any) -> Any:
    return {key: item for key, item in value.items() if key != "isOneOf"}


def _undescribed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _undescribed(item) for key, item in value.items() if key not in ("description", "isOneOf")}
    if isinstance(value, list):
        return [_undescribed(item) for item in value if not (isinstance(item, dict) and item.get("name") == "isOneOf")]
    return value


def newer_introspection_dropped(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Ours without the last of each list of introspection that has one more: @oneOf and isOneOf."""
    data = (mine.get("result") or {}).get("data")
    other = (theirs.get("result") or {}).get("data")
    if not isinstance(data, dict) or not isinstance(other, dict):
        return mine, theirs
    made = {key: _shortened(value, other.get(key)) if key.startswith("__") else value for key, value in data.items()}
    return {**mine, "result": {**mine["result"], "data": made}}, theirs


def _shortened(mine: Any, theirs: Any) -> Any:
    if isinstance(mine, dict) and isinstance(theirs, dict):
        return {key: theirs.get(key) if key == "description" else _shortened(value, theirs.get(key))
                for key, value in mine.items()}
    if isinstance(mine, list) and isinstance(theirs, list) and 0 <= len(mine) - len(theirs) <= 1:
        return [_shortened(*pair) for pair in zip(mine, theirs, strict=False)]
    return mine


def errors_sorted(_: Request, mine: Answer, theirs: Answer) -> Answers:
    if mine.get("ok") and theirs.get("ok"):
        return tuple(with_errors(answer, lambda errors: sorted(errors, key=lambda error: str(error.get("path"))))
                     for answer in (mine, theirs))
    return mine, theirs


def repeated_fields_dropped(_: Request, mine: Answer, theirs: Answer) -> Answers:
    rest = [error for error in theirs.get("errors", [])
            if not re.match(r"Field .* can only be defined once\.$", error["message"])]
    if len(rest) == len(theirs.get("errors", [])):
        return mine, theirs
    return (mine, {**theirs, "errors": rest}) if rest else (theirs, theirs)


def reserved_names_dropped(_: Request, mine: Answer, theirs: Answer) -> Answers:
    rest = [error for error in theirs.get("errors", [])
            if "which is reserved by GraphQL introspection" not in error["message"]]
    if len(rest) == len(theirs.get("errors", [])):
        return mine, theirs
    return (mine, {**theirs, "errors": rest}) if rest else (theirs, theirs)


def numbers_spelled_alike(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Both with strings that are numbers as Python writes the number."""
    def alike(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: alike(item) for key, item in value.items()}
        if isinstance(value, list):
            return [alike(item) for item in value]
        if isinstance(value, str):
            return re.sub(r"(?<![\w.])-?\d+(\.\d+)?(e[+-]?\d+)?(?![\w.])", lambda match: repr(float(match.group()) + 0.0), value)
        return value

    return alike(mine), alike(theirs)


class _WithoutEmpty(Visitor):
    """Takes empty descriptions away, and definitions of built-in directives."""

    def leave(self, node: Node, *_: Any) -> Any:
        if getattr(node, "description", None) is not None and node.description.value == "":
            node.description = None
        if node.kind == "directive_definition" and node.name.value in ("skip", "include", "deprecated", "specifiedBy"):
            return REMOVE
        return None


def schemas_made_plain(_: Request, mine: Answer, theirs: Answer) -> Answers:
    if "text" not in mine or "text" not in theirs:
        return mine, theirs
    return tuple({**answer, "text": print_ast(visit(parse(answer["text"]), _WithoutEmpty()))}
                 for answer in (mine, theirs))


def defaults_as_theirs(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Ours with theirs for each default that means the same, or that theirs left out since its type does not take it."""
    if "text" in mine and "text" in theirs:
        schema = build_schema(mine["text"], assume_valid=True, assume_valid_sdl=True)
        ours_document, theirs_document = parse(mine["text"]), parse(theirs["text"])
        pairs = list(zip(_inputs(ours_document), _inputs(theirs_document), strict=False))
        for our_input, their_input in pairs:
            if _same_default(schema, our_input.type, our_input.default_value, their_input.default_value):
                our_input.default_value = their_input.default_value
        return {**mine, "text": print_ast(ours_document)}, {**theirs, "text": print_ast(theirs_document)}
    if "data" in mine and theirs.get("data"):
        return _with_defaults(build_client_schema(theirs["data"]), mine, theirs), theirs
    return mine, theirs


def _same_default(schema: GraphQLSchema, type_node: Any, ours: Any, theirs: Any) -> bool:
    if ours is None:
        return False
    type_ = type_from_ast(schema, type_node)
    value = value_from_ast(ours, type_)
    return value is Undefined if theirs is None else value == value_from_ast(theirs, type_)


def _inputs(document: Node) -> list[Any]:
    found: list[Any] = []

    class Collect(Visitor):
        def enter_input_value_definition(self, node: Node, *_: Any) -> None:
            found.append(node)

    visit(document, Collect())
    return found


def _with_defaults(schema: GraphQLSchema, mine: Any, theirs: Any) -> Any:
    if isinstance(mine, dict) and isinstance(theirs, dict):
        made = {key: _with_defaults(schema, item, theirs.get(key)) for key, item in mine.items()}
        if isinstance(given := mine.get("defaultValue"), str) and "type" in mine:
            default = theirs.get("defaultValue")
            if _same_default(schema, parse_type(_type_text(mine["type"])), parse_value(given),
                             default and parse_value(default)):
                made["defaultValue"] = default
        return made
    if isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        return [_with_defaults(schema, *pair) for pair in zip(mine, theirs, strict=True)]
    return mine


def _type_text(type_: Any) -> str:
    match type_["kind"]:
        case "LIST":
            return f"[{_type_text(type_['ofType'])}]"
        case "NON_NULL":
            return f"{_type_text(type_['ofType'])}!"
        case _:
            return type_["name"]


def required_deprecations_dropped(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Theirs without the finding; if there is no other, theirs did not get any further."""
    rest = [error for error in theirs.get("errors", []) if not error["message"].endswith(" cannot be deprecated.")]
    if len(rest) == len(theirs.get("errors", [])):
        return mine, theirs
    return (mine, {**theirs, "errors": rest}) if rest else (theirs, theirs)


DIFFERENCES: list[Difference] = [
    Difference(
        "the reference's own recursion",
        "Their parsers recurse as deep as the stack of their language; ours counts the depth.",
        excused(lambda request, mine, theirs: theirs.get("phase") == "limit"),
    ),
    Difference(
        "descriptions of operations",
        "September 2025 lets operations, fragments and variables be described; the judges are older, and stop there.",
        executable_description_excused,
    ),
    Difference(
        "types that graphql-core does not make",
        "graphql-core's own classes refuse a wrong kind of type before any rule can find it; graphql-js finds it.",
        excused(lambda request, mine, theirs: theirs.get("phase") == "exception"
                and first_message(theirs).startswith("TypeError: ") and not mine["ok"]),
        judges=("graphql-core",),
        operations=("build",),
    ),
    Difference(
        "conflicts behind two fragments",
        "graphql-js before 16.9 remembers that it compared two fragments, though it did so for other fields, and misses "
        "conflicts. What ours finds besides is taken only if graphql-core finds it with the fragments put in place.",
        hidden_conflicts_dropped,
        operations=("validate", "execute"),
    ),
    Difference(
        "introspection depth",
        "graphql-js 16.9 refuses lists in lists of introspection; these two judges are older. The recorded cases of "
        "16.11 judge our rule.",
        without_messages(r"^Maximum introspection depth exceeded$"),
        operations=("validate", "execute"),
    ),
    Difference(
        "a reference that fails while it validates",
        "To count a subscription's fields the references evaluate @skip and @include without variables, and fail "
        "with the error of an execution. Nothing in the specification makes such a document invalid.",
        excused(lambda request, mine, theirs: theirs.get("phase") == "graphql"
                and first_message(theirs).startswith(("Argument ", "Directive "))),
        operations=("validate", "execute"),
    ),
    Difference(
        "names of directive locations",
        "graphql-core writes them in small letters (\"on field\"), graphql-js as the specification does (\"on FIELD\").",
        locations_in_capitals,
        judges=("graphql-core",),
    ),
    Difference(
        "inside definitions that are not executable",
        "A definition of a type in a document that is sent to be executed is refused as a whole, by all; the "
        "references also look for unknown names and directives in it.",
        unexecutable_skipped,
        operations=("validate", "execute"),
    ),
    Difference(
        "applied directives of a schema",
        "Vendors' directives must not stop a schema from being served: what is wrong with an applied directive is a "
        "warning, and `understudy check` shows it.",
        applied_directives_dropped,
        operations=("build",),
    ),
    Difference(
        "required and deprecated",
        "Published schemas deprecate required inputs (GitHub's does): a warning, no error.",
        required_deprecations_dropped,
        operations=("build",),
    ),
    Difference(
        "operations in a schema",
        "The references ignore operations and fragments in the text of a schema. The specification (section 3) does "
        "not allow them, and who puts one there has mixed up two files.",
        excused(lambda request, mine, theirs: any(
            re.search("definition is not allowed in a schema", error["message"]) for error in mine.get("errors", []))),
        operations=("build", "validateSDL"),
    ),
    Difference(
        "integers of more than 53 bits",
        "JavaScript rounds them; ours and graphql-core keep their digits.",
        integers_rounded,
        judges=("graphql-js",),
        operations=("coerce", "execute"),
    ),
    Difference(
        "built-in descriptions",
        "What is built in is described in our own words; @oneOf and isOneOf are newer than these judges.",
        built_in_texts_dropped,
        operations=("introspect",),
    ),
    Difference(
        "a field defined twice",
        "Published schemas do it (GitHub's does): a warning, no error; the first definition counts.",
        repeated_fields_dropped,
        operations=("build",),
    ),
    Difference(
        "reserved names",
        "A name that begins with two underscores is a warning: it does no harm to whoever serves the schema.",
        reserved_names_dropped,
        operations=("build",),
    ),
    Difference(
        "a list for an input object",
        "JavaScript takes a list for an object, so graphql-js looks for fields named 0, 1, ... in it.",
        excused(lambda request, mine, theirs: any(
            re.search(r"got invalid value \[.* to be an object\.$", error["message"], re.DOTALL)
            for error in mine.get("errors", []))),
        judges=("graphql-js",),
        operations=("coerce",),
    ),
    Difference(
        "a list where an object must be",
        "The references look for fields in the list, as JavaScript and Python have it; ours says what is wrong. A source "
        "of ours cannot give a list there without knowing.",
        excused(lambda request, mine, theirs: any(
            error["message"].startswith("Expected a single value for field")
            for error in (mine.get("result") or {}).get("errors", []))),
        operations=("execute",),
    ),
    Difference(
        "Python's own attributes",
        "graphql-core's default resolver finds `count` and the like on a string and calls it.",
        excused(lambda request, mine, theirs: "GraphQLResolveInfo" in str(theirs)),
        judges=("graphql-core",),
        operations=("execute",),
    ),
    Difference(
        "order of execution errors",
        "graphql-core notes errors of lists and of what is beside them in an order of its own; graphql-js judges it.",
        errors_sorted,
        judges=("graphql-core",),
        operations=("execute",),
    ),
    Difference(
        "introspection among other fields",
        "What is built in is described in our own words; @oneOf and isOneOf are newer than these judges.",
        newer_introspection_dropped,
        operations=("execute",),
    ),
    Difference(
        "numbers as strings",
        "Where a number becomes a string, graphql-core writes it as Python does (\"3.0\", 1e100 in full), graphql-js and "
        "ours as JavaScript does.",
        numbers_spelled_alike,
        judges=("graphql-core",),
        operations=("coerce", "execute"),
    ),
    Difference(
        "defaults as they are written",
        "The references print the value that a default comes to, so [3] for 3 and 10000000000 for 1e10, and none where "
        "the type does not take it. Ours shows what the schema says, as graphql-js 17 does, and warns of misfits.",
        defaults_as_theirs,
        operations=("build", "introspect", "clientSchema"),
    ),
    Difference(
        "empty descriptions, own built-in directives",
        "The references lose a description that is empty where it is an argument's, and print no directive that has "
        "the name of a built-in one, though the schema defined it otherwise. Ours prints what there is.",
        schemas_made_plain,
        operations=("build", "clientSchema"),
    ),
    Difference(
        "first columns",
        "graphql-core places what stands at the start of a line behind the end of the line before.",
        first_columns_dropped,
        judges=("graphql-core",),
    ),
    Difference(
        "lines and columns",
        "graphql-core takes a lone CR for no end of a line in places, and counts code points; graphql-js and ours "
        "count UTF-16 code units.",
        places_dropped,
        judges=("graphql-core",),
    ),
]
