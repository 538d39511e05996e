"""Random queries and mutations on a random server."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLNonNull,
    NoFragmentCyclesRule,
    OverlappingFieldsCanBeMergedRule,
    UniqueDirectivesPerLocationRule,
    get_named_type,
    get_nullable_type,
    is_composite_type,
    is_list_type,
    is_required_argument,
    parse,
    validate,
)
from graphql.execution.values import get_variable_values
from query_trees import Directive, Enum, Field, Fragment, Inline, Operation, Request, Spread, Var, Variable
from random_servers import COLORS, OBJECTS, TEXTS, RandomServer


class Generator:
    """Generates random operations on a server."""

    # The validation rules that a generated operation may violate. All rules would take much longer.
    rules = [NoFragmentCyclesRule, OverlappingFieldsCanBeMergedRule, UniqueDirectivesPerLocationRule]

    def __init__(self, server: RandomServer, rng: random.Random) -> None:
        self.server = server
        self.schema = server.schema
        self.rng = rng

    def request(self, operation: Operation) -> Request | None:
        """Returns the request, or None if the operation is invalid."""
        text, variables = operation.render()
        if len(text) > 1500:
            return None
        document = parse(text)
        if validate(self.schema, document, self.rules):
            return None
        definition = document.definitions[0]
        if isinstance(get_variable_values(self.schema, definition.variable_definitions or [], variables), list):
            return None
        return Request(operation, text, variables, document)

    def query(self, like_apollo: bool = False) -> Request:
        """Returns a random valid query. With `like_apollo`, it selects `__typename` and `id` of each object."""
        while True:
            operation = Operation(self.rng.choice([None, "Get", "List"]))
            operation.selections = self._selections(operation, "Query", self.rng.choice([2, 3, 3, 4]))
            if self.rng.random() < 0.03:
                operation.directives.append(self._tag())
            if like_apollo:
                self._select_ids(operation)
            if request := self.request(operation):
                return request

    def mutation(self) -> Request:
        rng = self.rng
        names = [f"touch{name}" for name in self.server.ids]
        name = rng.choice(names if self.server.traceable else [*names, "shake"])
        chosen = Field(name, args={"by": rng.randint(1, 3)})
        operation = Operation("Change", [chosen], keyword="mutation")
        if name != "shake":
            type = name.removeprefix("touch")
            chosen.args["id"] = self.server.id_of(type, rng.randrange(OBJECTS))
            chosen.selections = [Field("__typename"), Field("id")]
        request = self.request(operation)
        assert request, operation.render()
        return request

    # Random selections

    def _selections(self, operation: Operation, type: str, depth: int) -> list[Any]:
        rng = self.rng
        made = []
        for _ in range(rng.choice([1, 2, 2, 3, 4])):
            chance = rng.random()
            if type != "Query" and len(self.server.possible(type)) > 1 and rng.random() < 0.2:
                made += self._by_type(operation, type, depth)
            elif chance < 0.1 or type == "Either" and chance < 0.3:
                made.append(Field("__typename", rng.choice([None, None, "kind"])))
            elif chance < 0.3 or type == "Either":
                made.append(self._fragment(operation, type, depth))
            else:
                made.append(self._field(operation, type, depth))
        made = [each for each in made if each] or [Field("__typename")]
        for each in made:
            if rng.random() < 0.08:
                each.directives.append(self._condition(operation))
            if rng.random() < 0.01:
                each.directives.append(self._tag())
        return made

    def _by_type(self, operation: Operation, type: str, depth: int) -> list[Any]:
        """Returns fragments on two types, whose fields may have the same key."""
        rng = self.rng
        alias = rng.choice([None, "a1"])
        made = []
        for name in rng.sample(self.server.possible(type), 2):
            chosen = self._field(operation, name, depth)
            shared = [each for each in self.server.fields.get(type, {}) if each != "id"]
            if shared and rng.random() < 0.6:
                chosen = self._field(operation, name, max(depth, 2), shared[-1])
            if chosen:
                chosen.alias = alias
                made.append(Inline(name, [], [chosen]))
        return made

    def _field(self, operation: Operation, type: str, depth: int, name: str | None = None) -> Field | None:
        rng = self.rng
        fields = self.schema.get_type(type).fields
        names = [name for name, each in fields.items() if depth > 1 or not is_composite_type(get_named_type(each.type))]
        if not names:
            return None
        name = name or rng.choice(names)
        made = Field(name, rng.choice([None, None, None, f"a{rng.randint(1, 3)}"]))
        made.args = self._arguments(operation, fields[name])
        target = get_named_type(fields[name].type)
        if is_composite_type(target):
            made.selections = self._selections(operation, target.name, depth - 1)
        return made

    def _arguments(self, operation: Operation, definition: Any) -> dict[str, Any]:
        rng = self.rng
        made = {}
        for name, argument in definition.args.items():
            if not is_required_argument(argument) and rng.random() < 0.5:
                continue
            made[name] = self._argument(operation, argument)
        return dict(rng.sample(list(made.items()), len(made)))

    def _argument(self, operation: Operation, argument: Any) -> Any:
        value = self.json_value(argument.type)
        if self.rng.random() < 0.5:
            return self._variable(operation, argument, value)
        return self.literal_value(argument.type, value)

    def _variable(self, operation: Operation, argument: Any, value: Any) -> Var:
        """Adds a variable with this value. The value is sent, a default, or absent if the argument is optional."""
        rng = self.rng
        name = f"v{len(operation.variables)}"
        while name in operation.variables:
            name += "x"
        chance = rng.random()
        type = get_nullable_type(argument.type)
        if chance < 0.15 and value is not None:
            operation.variables[name] = Variable(str(type), self.literal_value(argument.type, value))
        elif chance < 0.2 and not is_required_argument(argument) and value is None:
            operation.variables[name] = Variable(str(type))
        else:
            required = rng.choice([True, False]) and value is not None
            required = required or isinstance(argument.type, GraphQLNonNull)
            if str(type) == "ID" and isinstance(value, str) and value.isdecimal() and rng.random() < 0.1:
                value = int(value)
            operation.variables[name] = Variable(f"{type}{'!' if required else ''}", value=value)
        return Var(name)

    def json_value(self, type: Any, depth: int = 2) -> Any:
        """Returns a JSON value from a small set, so recorded operations overlap."""
        rng = self.rng
        if not isinstance(type, GraphQLNonNull) and rng.random() < 0.07:
            return None
        type = get_nullable_type(type)
        if is_list_type(type):
            return [self.json_value(type.of_type) for _ in range(rng.randint(0, 2))]
        if isinstance(type, GraphQLEnumType):
            return rng.choice(COLORS[:2])
        if isinstance(type, GraphQLInputObjectType):
            names = rng.sample(sorted(type.fields), rng.choice([0, 1, 1, 2]))
            names = [name for name in names if name != "nested" or depth]
            return {name: self.json_value(type.fields[name].type, depth - 1) for name in names}
        match type.name:
            case "Int":
                return rng.randint(1, 3)
            case "Boolean":
                return rng.random() < 0.5
            case "ID":
                key = rng.choice([1, 1, 2, 2, 3, 9])
                types = [name for name, kind in self.server.ids.items() if kind == "ID!"]
                return f"{rng.choice(types).lower()}-{key}" if self.server.long_ids else str(key)
            case _:
                return rng.choice(TEXTS)

    def literal_value(self, type: Any, value: Any) -> Any:
        """Converts a JSON value of a type to a literal."""
        type = get_nullable_type(type)
        if value is None:
            return None
        if is_list_type(type):
            return [self.literal_value(type.of_type, each) for each in value]
        if isinstance(type, GraphQLEnumType):
            return Enum(value)
        if isinstance(type, GraphQLInputObjectType):
            return {name: self.literal_value(type.fields[name].type, each) for name, each in value.items()}
        if str(type) == "ID":
            return str(value)
        return value

    def _conditions_on(self, type: str) -> list[str]:
        mine = set(self.server.possible(type))
        if type == "Query":
            return ["Query"]
        return [other for other in self.server.composites if mine & set(self.server.possible(other))]

    def _fragment(self, operation: Operation, type: str, depth: int) -> Inline | Spread:
        rng = self.rng
        on = rng.choice(self._conditions_on(type))
        known = [name for name, fragment in operation.fragments.items() if fragment.on == on and fragment.selections]
        if known and rng.random() < 0.3:
            return Spread(rng.choice(known), [])
        if rng.random() < 0.15:
            return Inline(None, [], self._selections(operation, type, depth))
        selections = self._selections(operation, on, depth)
        if rng.random() < 0.5:
            return Inline(on, [], selections)
        return Spread(self._new_fragment(operation, on, selections), [])

    def _new_fragment(self, operation: Operation, on: str, selections: list[Any]) -> str:
        name = f"F{len(operation.fragments)}"
        while name in operation.fragments:
            name += "x"
        tags = [self._tag()] if self.rng.random() < 0.01 else []
        operation.fragments[name] = Fragment(on, tags, selections)
        return name

    def _condition(self, operation: Operation) -> Directive:
        name = self.rng.choice(["include", "include", "skip"])
        value: Any = self.rng.random() < 0.8
        value = value if name == "include" else not value
        if self.rng.random() < 0.7:
            variable = f"b{len(operation.variables)}"
            operation.variables[variable] = Variable("Boolean!", value=value)
            value = Var(variable)
        return Directive(name, {"if": value})

    def _tag(self) -> Directive:
        return Directive("tag", {"label": self.rng.choice(TEXTS)} if self.rng.random() < 0.5 else {})

    def _select_ids(self, operation: Operation) -> None:
        for selections, type in list(self._levels(operation)):
            if type == "Query":
                continue
            selections.insert(0, Field("__typename"))
            if type in self.server.ids or type == "Node":
                selections.insert(0, Field("id"))
            else:
                for possible in self.server.possible(type):
                    if possible in self.server.ids:
                        selections.insert(0, Inline(possible, [], [Field("id")]))

    def _levels(self, operation: Operation) -> Iterator[tuple[list[Any], str]]:
        """Yields each list of selections with its type. Fragments come once."""

        def visit(selections: list[Any], type: str) -> Iterator[tuple[list[Any], str]]:
            yield selections, type
            for each in selections:
                if isinstance(each, Inline):
                    yield from visit(each.selections, each.on or type)
                elif isinstance(each, Field) and each.selections is not None:
                    definition = self.schema.get_type(type).fields[each.name]
                    yield from visit(each.selections, get_named_type(definition.type).name)

        yield from visit(operation.selections, "Query")
        for fragment in operation.fragments.values():
            yield from visit(fragment.selections, fragment.on)
