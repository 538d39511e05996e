"""Operations as trees that can be changed, and requests with their text, variables and document."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from graphql import DocumentNode


class Var(str):
    """A variable in the place of a value."""


class Enum(str):
    """The literal of an enum."""


class MISSING:
    """An absent value. It is a class because copies of a class are identical."""


@dataclass
class Directive:
    name: str
    args: dict[str, Any]


@dataclass
class Field:
    name: str
    alias: str | None = None
    args: dict[str, Any] = field(default_factory=dict)
    directives: list[Directive] = field(default_factory=list)
    selections: list[Any] | None = None

    @property
    def key(self) -> str:
        return self.alias or self.name


@dataclass
class Inline:
    on: str | None
    directives: list[Directive]
    selections: list[Any]


@dataclass
class Spread:
    name: str
    directives: list[Directive]


@dataclass
class Fragment:
    on: str
    directives: list[Directive]
    selections: list[Any]


@dataclass
class Variable:
    type: str
    default: Any = MISSING
    value: Any = MISSING


def mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """Returns a copy with each value inside of lists and objects changed."""
    match value:
        case list():
            return [mapped(each, change) for each in value]
        case dict():
            return {name: mapped(each, change) for name, each in value.items()}
    return change(value)


def literal(value: Any) -> str:
    match value:
        case Var():
            return f"${value}"
        case Enum():
            return str(value)
        case list():
            return f"[{', '.join(map(literal, value))}]"
        case dict():
            return f"{{{', '.join(f'{name}: {literal(each)}' for name, each in value.items())}}}"
        case _:
            return json.dumps(value, ensure_ascii=False)


@dataclass
class Operation:
    """A query as a tree that can be changed, and its variables."""

    name: str | None = None
    selections: list[Any] = field(default_factory=list)
    fragments: dict[str, Fragment] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    directives: list[Directive] = field(default_factory=list)
    keyword: str = "query"
    _used: set[str] = field(default_factory=set, init=False, repr=False)

    def render(self) -> tuple[str, dict[str, Any]]:
        """Returns the text and the variables, without unused fragments and variables."""
        reached: dict[str, str] = {}
        self._used.clear()
        body = self._block(self.selections, reached)
        head = self._directives(self.directives)
        used = [name for name in self.variables if name in self._used]
        declared = ", ".join(self._declaration(name) for name in used)
        name = f" {self.name}" if self.name else ""
        text = f"{self.keyword}{name}{f'({declared})' if declared else ''}{head} {body}"
        text = " ".join([text, *reached.values()])
        given = {name: self.variables[name].value for name in used}
        return text, {name: value for name, value in given.items() if value is not MISSING}

    def _declaration(self, name: str) -> str:
        variable = self.variables[name]
        default = "" if variable.default is MISSING else f" = {literal(variable.default)}"
        return f"${name}: {variable.type}{default}"

    def _block(self, selections: list[Any], reached: dict[str, str]) -> str:
        words = []
        for each in selections:
            match each:
                case Field():
                    alias = f"{each.alias}: " if each.alias and each.alias != each.name else ""
                    sub = f" {self._block(each.selections, reached)}" if each.selections is not None else ""
                    words.append(f"{alias}{each.name}{self._args(each.args)}{self._directives(each.directives)}{sub}")
                case Inline():
                    on = f" on {each.on}" if each.on else ""
                    words.append(f"...{on}{self._directives(each.directives)} {self._block(each.selections, reached)}")
                case Spread():
                    if each.name not in reached:
                        fragment = self.fragments[each.name]
                        reached[each.name] = ""
                        body = self._block(fragment.selections, reached)
                        directives = self._directives(fragment.directives)
                        reached[each.name] = f"fragment {each.name} on {fragment.on}{directives} {body}"
                    words.append(f"...{each.name}{self._directives(each.directives)}")
        return f"{{ {' '.join(words)} }}"

    def _args(self, args: dict[str, Any]) -> str:
        mapped(args, lambda value: self._used.add(value) if isinstance(value, Var) else None)
        return f"({', '.join(f'{name}: {literal(value)}' for name, value in args.items())})" if args else ""

    def _directives(self, directives: list[Directive]) -> str:
        return "".join(f" @{each.name}{self._args(each.args)}" for each in directives)


@dataclass(frozen=True)
class Request:
    """A valid operation as it is sent."""

    operation: Operation
    text: str
    variables: dict[str, Any]
    document: DocumentNode

    @property
    def body(self) -> dict[str, Any]:
        return {"query": self.text, "variables": self.variables}
