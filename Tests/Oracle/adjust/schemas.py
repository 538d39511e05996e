"""What differs about schemas that are built and printed."""

from __future__ import annotations

import re
from typing import Any

from graphql import (
    GraphQLSchema,
    Node,
    TypeDefinitionNode,
    Undefined,
    Visitor,
    build_schema,
    parse,
    print_ast,
    type_from_ast,
    value_from_ast,
    visit,
)
from graphql.language.visitor import REMOVE

from adjust.errors import Answers, first_message, with_errors
from engines import Answer, Request

APPLIED = re.compile(
    r"^(Unknown directive |Directive .*(may not be used on|is required, but it was not provided)"
    r"|The directive .*can only be used once|Unknown argument .* on directive |There can be only one argument named )")


MISFIT = re.compile(r"""Argument ["'](reason|url)["'] (has invalid value|of non-null type)""")


def applied_directives_dropped(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Both without findings about applied directives; if theirs found nothing else, it did not get any further."""
    def without(errors: list[Any]) -> list[Any]:
        return [error for error in errors if not APPLIED.match(error["message"])]

    if theirs.get("phase") == "validateSDL" and not without(theirs["errors"]):
        return theirs, theirs
    # Values of built-in directives that are no texts are found while the types are made, and end that.
    if theirs.get("phase") == "graphql" and MISFIT.search(first_message(theirs)):
        return theirs, theirs
    return mine, with_errors(theirs, without)


def default_of_no_input_type(_: Request, mine: Answer, theirs: Answer) -> bool:
    """Whether theirs fails at the default of a type of which ours says that it is no input type."""
    failure = re.fullmatch(r"Error: Unexpected input type: (\w+)", first_message(theirs))
    if theirs.get("phase") != "exception" or not failure:
        return False
    refused = re.compile(rf" must be Input Type but got: \[*{failure[1]}[\]!]*\.")
    return any(refused.search(error["message"]) for error in mine.get("errors", []))


def operations_in_schema_dropped(request: Request, mine: Answer, theirs: Answer) -> Answers:
    """Ours without the finding; if there is no other, ours made no schema for it."""
    rest = [error for error in mine.get("errors", []) if "definition is not allowed in a schema" not in error["message"]]
    if len(rest) == len(mine.get("errors", [])):
        return mine, theirs
    if not rest and theirs["ok"]:
        return theirs, theirs
    return with_errors(mine, lambda _: rest), theirs


def extended_scalars_dropped(request: Request, mine: Answer, theirs: Answer) -> Answers:
    """Ours without the address of a scalar's specification that an extension gives."""
    extended = set(re.findall(r"\bextend\s+scalar\s+(\w+)\s*@\s*specifiedBy\b", request.get("schema", "")))
    if not extended:
        return mine, theirs
    if types := ((mine.get("data") or {}).get("__schema") or {}).get("types"):
        made = [{**each, "specifiedByURL": None} if each["name"] in extended and "specifiedByURL" in each else each
                for each in types]
        return {**mine, "data": {"__schema": {**mine["data"]["__schema"], "types": made}}}, theirs
    if "text" not in mine:
        return mine, theirs
    text = re.sub(r"^(scalar (\w+)) @specifiedBy\(.*\)$",
                  lambda match: match.group(1) if match.group(2) in extended else match.group(), mine["text"],
                  flags=re.MULTILINE)
    return {**mine, "text": text}, theirs


def newer_directive_dropped(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Theirs without a definition of @oneOf."""
    text = re.sub(r'^(""".*"""\n)?directive @oneOf on INPUT_OBJECT(\n\n|\Z)', "", theirs.get("text", ""), flags=re.MULTILINE)
    return (mine, {**theirs, "text": text}) if "text" in theirs else (mine, theirs)


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


def telling_roots_dropped(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Ours without the definition of the schema, if roots have their usual names and another type has one, too."""
    if "text" not in mine or "text" not in theirs:
        return mine, theirs
    document, other = parse(mine["text"]), parse(theirs["text"])
    schema, *types = document.definitions
    if schema.kind != "schema_definition" or any(node.kind == "schema_definition" for node in other.definitions):
        return mine, theirs
    roots = {node.operation.value.capitalize(): node.type.name.value for node in schema.operation_types}
    usual = schema.description is None and not schema.directives and all(name == root for name, root in roots.items())
    named = {node.name.value for node in types if isinstance(node, TypeDefinitionNode)}
    if not usual or named & {"Query", "Mutation", "Subscription"} <= roots.keys():
        return mine, theirs
    return {**mine, "text": mine["text"].partition("\n\n")[2]}, theirs


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


def unfit_default_changes_dropped(request: Request, mine: Answer, theirs: Answer) -> Answers:
    """Both without changed defaults that only one of them tells, where the schemas were not validated."""
    if not request.get("assumeValid"):
        return mine, theirs
    told = [[change for change in answer.get("dangerous") or [] if change[0] == "ARG_DEFAULT_VALUE_CHANGE"]
            for answer in (mine, theirs)]

    def shared(answer: Answer) -> Answer:
        if "dangerous" not in answer:
            return answer
        return {**answer, "dangerous": [change for change in answer["dangerous"]
                                        if change[0] != "ARG_DEFAULT_VALUE_CHANGE" or all(change in one for one in told)]}

    return shared(mine), shared(theirs)
