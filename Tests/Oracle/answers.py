"""When two engines' answers are the same, and what kind of difference there is if not."""

from __future__ import annotations

import json
import re
from typing import Any

from engines import Answer


def pruned(tree: Any) -> Any:
    """A tree without what is null, false or empty, which engines write or leave out as they like."""
    if isinstance(tree, list):
        return [pruned(item) for item in tree]
    if isinstance(tree, dict):
        return {key: pruned(value) for key, value in tree.items() if value is not None and value is not False and value != []}
    return tree


def loosened(message: str) -> str:
    """A message with graphql-core's Python spellings and graphql-js's made one.

    graphql-core puts names into single quotes and shows values as Python has them.
    """
    message = message.replace("\\'", "'").replace('\\"', '"').replace("'", '"').replace("\\\\", "\\")
    for python, script in (("True", "true"), ("False", "false"), ("None", "null")):
        message = re.sub(rf"\b{python}\b", script, message)
    message = re.sub(r"\b(\d+)\.0\b", r"\1", message).replace(" to be a mapping", " to be an object")
    for python, script in (("[...]", "[Array]"), ("{...}", "[Object]"), ("resolve_type", "resolveType"),
                           ("is_type_of", "isTypeOf")):
        message = message.replace(python, script)
    message = re.sub(r"-0\b(?!\.\d)", "0", message)
    # Objects: {"a": 1} and { a: 1 }.
    return re.sub(r'"(\w+)": ', r"\1: ", message).replace("{ ", "{").replace(" }", "}")


def errors_of(answer: Answer, judge: str) -> list[Any]:
    """Messages, places and paths in order."""
    loose = judge != "graphql-js"
    return [
        [loosened(error["message"]) if loose else error["message"], error.get("locations"), error.get("path")]
        for error in answer.get("errors", [])
    ]


def content(answer: Answer, judge: str) -> Any:
    """What of an answer is compared."""
    if answer["ok"] is False:
        return errors_of(answer, judge)
    if "ast" in answer:
        return pruned(answer["ast"])
    if "result" in answer:
        result = answer["result"]
        return {"data": result.get("data"), "errors": errors_of(result, judge)}
    if "tokens" in answer:
        return [token[:4] for token in answer["tokens"] if token[0] != "<EOF>"]
    return {key: value for key, value in answer.items() if key != "ok"}


def agree(mine: Answer, theirs: Answer, judge: str) -> bool:
    # As texts, since Python takes 1, 1.0 and True for the same, which JSON does not.
    same_verdict = mine["ok"] == theirs["ok"]
    return same_verdict and spelled(content(mine, judge)) == spelled(content(theirs, judge))


def spelled(value: Any) -> str:
    """One text for one JSON value; 5.0 and 5 are the same number."""
    return json.dumps(_numbers(value), sort_keys=True)


def _numbers(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _numbers(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_numbers(item) for item in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    return value


def skeleton(message: str) -> str:
    """A message without what it quotes."""
    message = re.sub(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'", "…", message)
    return re.sub(r"…(, (or )?…| or …)+", "…", re.sub(r"\d+", "0", message))


def signature(operation: str, mine: Answer, theirs: Answer) -> tuple[str, ...]:
    """What kind of difference there is: the first message of each side that the other does not have."""
    first, second = messages(mine), messages(theirs)
    extra = [message for message in first if message not in second]
    missing = [message for message in second if message not in first]
    if extra or missing or not first:
        return operation, "|".join(extra[:1]), "|".join(missing[:1])
    return operation, "same messages", first[0] if first else ""


def messages(answer: Answer) -> list[str]:
    errors = answer.get("errors") or answer.get("result", {}).get("errors") or []
    return [skeleton(error["message"]) for error in errors]
