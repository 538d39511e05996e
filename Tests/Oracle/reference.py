"""Answers JSON lines on stdin with JSON lines on stdout, as graphql-core 3.2 sees it. README.md has the protocol."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import graphql
from graphql.execution.values import get_variable_values
from graphql.language import Node
from graphql.validation.validate import validate_sdl

Message = dict[str, Any]


class Refused(Exception):
    """What an engine found, and which step found it."""

    def __init__(self, phase: str, errors: list[graphql.GraphQLError]):
        super().__init__(phase)
        self.phase = phase
        self.errors = errors


def camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def shape(node: Any) -> Any:
    """A tree as graphql-js has it, without places."""
    if isinstance(node, (list, tuple)):
        return [shape(item) for item in node]
    if not isinstance(node, Node):
        return getattr(node, "value", node)
    members = {camel_case(key): shape(getattr(node, key, None)) for key in node.keys if key != "loc"}
    return {"kind": "".join(part.capitalize() for part in node.kind.split("_")), **members}


def entry(error: graphql.GraphQLError) -> Message:
    """An error as responses have it; extensions are nobody's here."""
    found: Message = {"message": error.message}
    if error.locations:
        found["locations"] = [{"line": place.line, "column": place.column} for place in error.locations]
    if error.path:
        found["path"] = error.path
    return found


@lru_cache(maxsize=64)
def built(text: str, lenient: bool) -> graphql.GraphQLSchema:
    """A schema; `lenient` takes what SDL rules would refuse."""
    try:
        document = graphql.parse(text)
    except RecursionError:
        raise ValueError("nested too deeply for graphql-core") from None
    if not lenient and (errors := validate_sdl(document)):
        raise Refused("validateSDL", errors)
    return graphql.build_ast_schema(document, assume_valid=lenient, assume_valid_sdl=True)


@lru_cache(maxsize=8)
def text_of(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")


def schema_text(request: Message, key: str = "schema") -> str:
    return request[key] if key in request else text_of(request[key + "File"])


def schema_of(request: Message) -> graphql.GraphQLSchema:
    """The schema of a request, checked unless it says `assumeValid`."""
    lenient = bool(request.get("assumeValid"))
    schema = built(schema_text(request), lenient)
    if not lenient and (errors := graphql.validate_schema(schema)):
        raise Refused("validateSchema", errors)
    return schema


def tokens(request: Message) -> Message:
    lexer = graphql.language.Lexer(graphql.Source(request["source"]))
    found = []
    while not found or found[-1][0] != "<EOF>":
        token = lexer.advance()
        found.append([token.kind.value, token.value, token.line, token.column, token.start, token.end])
    return {"tokens": found}


def validate(request: Message) -> Message:
    schema, document = schema_of(request), graphql.parse(request["query"])
    known = {rule.__name__: rule for rule in graphql.specified_rules}
    rules = [known[name] for name in request["rules"]] if "rules" in request else None
    if errors := graphql.validate(schema, document, rules, max_errors=request.get("maxErrors", 100)):
        raise Refused("validate", errors)
    return {}


def check_definitions(request: Message) -> Message:
    base = graphql.build_schema(request["extends"]) if "extends" in request else None
    if errors := validate_sdl(graphql.parse(schema_text(request)), base):
        raise Refused("validateSDL", errors)
    return {}


def coerce(request: Message) -> Message:
    schema, document = schema_of(request), graphql.parse(request["query"])
    operation = graphql.get_operation_ast(document, request.get("operationName"))
    found = get_variable_values(schema, operation.variable_definitions, request.get("variables") or {})
    if isinstance(found, list):
        raise Refused("coerce", found)
    return {"values": {name: value for name, value in found.items() if value is not graphql.Undefined}}


def member(source: Any, info: graphql.GraphQLResolveInfo, **_: Any) -> Any:
    """A field's value as graphql-js's default resolver finds it; graphql-core's also calls what Python's values have."""
    return source.get(info.field_name) if isinstance(source, dict) else None


def execute(request: Message) -> Message:
    schema, document = schema_of(request), graphql.parse(request["query"])
    if not request.get("skipValidation") and (errors := graphql.validate(schema, document)):
        raise Refused("validate", errors)
    result = graphql.execute_sync(
        schema,
        document,
        root_value=request.get("root"),
        variable_values=request.get("variables"),
        operation_name=request.get("operationName"),
        field_resolver=member,
        type_resolver=lambda value, *_: value.get("__typename") if isinstance(value, dict) else None,
    )
    members: Message = {} if result.errors is None else {"errors": [entry(error) for error in result.errors]}
    return {"result": {**members, "data": result.data}}


def changes(request: Message) -> Message:
    versions = [graphql.build_schema(request[key], assume_valid=True) for key in ("old", "new")]
    return {
        "breaking": [[change.type.name, change.description] for change in graphql.find_breaking_changes(*versions)],
        "dangerous": [[change.type.name, change.description] for change in graphql.find_dangerous_changes(*versions)],
    }


OPERATIONS: dict[str, Callable[[Message], Message]] = {
    "info": lambda _: {"engine": "graphql-core", "version": graphql.version},
    "lex": tokens,
    "parse": lambda request: {"ast": shape(graphql.parse(request["source"]))},
    "parseValue": lambda request: {"ast": shape(graphql.parse_value(request["source"]))},
    "parseConstValue": lambda request: {"ast": shape(graphql.parse_const_value(request["source"]))},
    "parseType": lambda request: {"ast": shape(graphql.parse_type(request["source"]))},
    "print": lambda request: {"text": graphql.print_ast(graphql.parse(request["source"]))},
    "strip": lambda request: {"text": graphql.strip_ignored_characters(request["source"])},
    "build": lambda request: {"text": graphql.print_schema(schema_of(request))},
    "sort": lambda request: {"text": graphql.print_schema(graphql.lexicographic_sort_schema(schema_of(request)))},
    "validate": validate,
    "validateSDL": check_definitions,
    "introspect": lambda request: {
        "data": graphql.graphql_sync(schema_of(request), request.get("query") or graphql.get_introspection_query()).data
    },
    "clientSchema": lambda request: {"text": graphql.print_schema(graphql.build_client_schema(
        request["introspection"].get("data", request["introspection"])))},
    "coerce": coerce,
    "execute": execute,
    "breaking": changes,
}


def answer(request: Message) -> Message:
    try:
        return {"ok": True, **OPERATIONS[request["op"]](request)}
    except Refused as refused:
        return {"ok": False, "errors": [entry(error) for error in refused.errors], "phase": refused.phase}
    except graphql.GraphQLSyntaxError as error:
        return {"ok": False, "errors": [entry(error)], "phase": "syntax"}
    except graphql.GraphQLError as error:
        return {"ok": False, "errors": [entry(error)], "phase": "graphql"}
    except RecursionError:
        return {"ok": False, "errors": [{"message": "nested too deeply for graphql-core"}], "phase": "limit"}
    except Exception as error:  # An engine that fails is an answer as well.
        return {"ok": False, "errors": [{"message": f"{type(error).__name__}: {error}"}], "phase": "exception"}


def main() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        # Values of introspection's own enums are Python enums.
        text = json.dumps({"id": request.get("id"), **answer(request)}, default=lambda value: getattr(value, "name", None))
        sys.stdout.write(text + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
