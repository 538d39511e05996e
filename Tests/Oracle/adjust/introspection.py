"""What differs about introspection."""

from __future__ import annotations

from typing import Any

from graphql import (
    GraphQLSchema,
    ast_from_value,
    build_client_schema,
    parse_type,
    parse_value,
    type_from_ast,
    value_from_ast,
)

from adjust.errors import Answers
from engines import Answer, Request


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


def untellable_defaults_dropped(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Ours without defaults that the reference cannot write."""
    if "data" in mine and theirs.get("data"):
        return _with_defaults(build_client_schema(theirs["data"]), mine, theirs), theirs
    return mine, theirs


def _is_untellable(schema: GraphQLSchema, type_: Any, literal: str) -> bool:
    type_ = type_from_ast(schema, parse_type(_type_text(type_)))
    try:
        ast_from_value(value_from_ast(parse_value(literal), type_), type_)
    except TypeError:
        return True
    return False


def _with_defaults(schema: GraphQLSchema, mine: Any, theirs: Any) -> Any:
    if isinstance(mine, dict) and isinstance(theirs, dict):
        made = {key: _with_defaults(schema, item, theirs.get(key)) for key, item in mine.items()}
        if isinstance(given := mine.get("defaultValue"), str) and "type" in mine:
            if theirs.get("defaultValue") is None and _is_untellable(schema, mine["type"], given):
                made["defaultValue"] = None
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
