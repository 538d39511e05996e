"""Queries that are related to given ones, so that recordings of those may answer them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

from graphql import get_named_type, is_composite_type, is_required_argument, value_from_ast_untyped
from query_trees import MISSING, Enum, Field, Inline, Operation, Request, Spread, Var, literal, mapped
from random_queries import Generator


class RelatedQueryGenerator(Generator):
    """Generates random operations on a server, and variations of given ones."""

    def related(self, one: Request, others: list[Request]) -> Request:
        """Returns a variation of a query, often merged with others."""
        for _ in range(20):
            operation = copy.deepcopy(one.operation)
            steps: list[Callable[[Operation], None]] = [
                self._drop,
                self._drop,
                self._add_typename,
                self._rename_aliases,
            ]
            steps += [self._inline, self._extract, self._to_literals, self._to_variables, self._reorder, self._repeat]
            steps += [self._wrap, self._retarget, self._include, self._state_defaults, self._state_defaults]
            if self.rng.random() < 0.1:
                steps += [self._change_argument, self._add_field]
            if others and self.rng.random() < 0.45:
                for other in self.rng.sample(others, min(len(others), self.rng.choice([1, 1, 2]))):
                    self._merge(operation, copy.deepcopy(other.operation))
            for step in self.rng.sample(steps, self.rng.randint(1, 4)):
                step(operation)
            operation.name = self.rng.choice([None, "Get", "Other"])
            if request := self.request(operation):
                return request
        return one

    def _level(self, operation: Operation) -> tuple[list[Any], str]:
        return self.rng.choice(list(self._levels(operation)))

    def _fields_of(self, operation: Operation) -> Iterator[tuple[Field, Any]]:
        for selections, type in list(self._levels(operation)):
            for each in selections:
                if isinstance(each, Field) and each.name != "__typename":
                    yield each, self.schema.get_type(type).fields[each.name]

    def _drop(self, operation: Operation) -> None:
        share = self.rng.choice([0.1, 0.3, 0.6])
        for selections, _ in list(self._levels(operation)):
            kept = [each for each in selections if self.rng.random() > share]
            selections[:] = kept or [self.rng.choice(selections)]

    def _add_typename(self, operation: Operation) -> None:
        selections, _ = self._level(operation)
        name = Field("__typename", self.rng.choice([None, "kind", "t"]))
        selections.insert(self.rng.randint(0, len(selections)), name)

    def _rename_aliases(self, operation: Operation) -> None:
        for selections, _ in list(self._levels(operation)):
            for each in selections:
                if isinstance(each, Field) and self.rng.random() < 0.4:
                    each.alias = self.rng.choice([None, f"b{self.rng.randint(1, 9)}"])

    def _inline(self, operation: Operation) -> None:
        """Replaces spreads by inline fragments, and some inline fragments by their fields."""
        for selections, type in list(self._levels(operation)):
            for position, each in enumerate(selections):
                if isinstance(each, Spread):
                    fragment = operation.fragments[each.name]
                    copied = copy.deepcopy(fragment.selections)
                    directives = each.directives + fragment.directives
                    selections[position] = Inline(fragment.on, directives, copied)
                elif isinstance(each, Inline) and each.on in (None, type) and not each.directives:
                    if self.rng.random() < 0.5:
                        selections[position : position + 1] = each.selections

    def _extract(self, operation: Operation) -> None:
        selections, type = self._level(operation)
        inline = [each for each in selections if isinstance(each, Inline) and each.on]
        if inline:
            each = self.rng.choice(inline)
            name = self._new_fragment(operation, each.on, each.selections)
            selections[selections.index(each)] = Spread(name, each.directives)
        elif self.rng.random() < 0.3:
            name = self._new_fragment(operation, type, list(selections))
            selections[:] = [Spread(name, [])]

    def _to_literals(self, operation: Operation) -> None:
        for each, definition in list(self._fields_of(operation)):
            for name, value in list(each.args.items()):
                if not isinstance(value, Var):
                    continue
                variable = operation.variables[value]
                given = variable.default if variable.value is MISSING else variable.value
                if given is MISSING:
                    del each.args[name]
                elif variable.value is MISSING:
                    each.args[name] = given
                else:
                    each.args[name] = self.literal_value(definition.args[name].type, given)

    def _to_variables(self, operation: Operation) -> None:
        for each, definition in list(self._fields_of(operation)):
            for name, value in list(each.args.items()):
                if not isinstance(value, Var) and self.rng.random() < 0.7:
                    json_value = mapped(value, lambda value: str(value) if isinstance(value, Enum) else value)
                    each.args[name] = self._variable(operation, definition.args[name], json_value)

    def _reorder(self, operation: Operation) -> None:
        for selections, _ in list(self._levels(operation)):
            self.rng.shuffle(selections)

    def _repeat(self, operation: Operation) -> None:
        """Selects some fields a second time."""
        selections, _ = self._level(operation)
        each = copy.deepcopy(self.rng.choice(selections))
        if getattr(each, "selections", None):
            each.selections = self.rng.sample(each.selections, self.rng.randint(1, len(each.selections)))
        selections.insert(self.rng.randint(0, len(selections)), each)

    def _fits(self, selections: list[Any], type: str) -> bool:
        """Returns True if a type has these fields with these arguments."""
        fields = getattr(self.schema.get_type(type), "fields", {})
        for each in selections:
            if not isinstance(each, Field):
                return False
            if each.name == "__typename":
                continue
            if each.name not in fields or not set(each.args) <= set(fields[each.name].args):
                return False
            needed = {name for name, argument in fields[each.name].args.items() if is_required_argument(argument)}
            target = get_named_type(fields[each.name].type)
            if not needed <= set(each.args) or is_composite_type(target) != (each.selections is not None):
                return False
            if each.selections is not None and not self._fits(each.selections, target.name):
                return False
        return True

    def _wrap(self, operation: Operation) -> None:
        """Moves fields into a fragment, sometimes on a narrower type."""
        selections, type = self._level(operation)
        count = self.rng.randint(1, len(selections))
        on = self.rng.choice([None, None, type, *self._conditions_on(type)])
        if on in (None, type) or self._fits(selections[:count], on):
            selections[:count] = [Inline(on, [], selections[:count])]

    def _retarget(self, operation: Operation) -> None:
        """Changes the types of fragments, or removes the fragments around fields."""
        for selections, type in list(self._levels(operation)):
            for each in [each for each in selections if isinstance(each, Inline)]:
                others = [other for other in self._conditions_on(type) if self._fits(each.selections, other)]
                if self.rng.random() < 0.5 and self._fits(each.selections, type) and not each.directives:
                    place = selections.index(each)
                    selections[place : place + 1] = each.selections
                elif others:
                    each.on = self.rng.choice(others)

    def _include(self, operation: Operation) -> None:
        selections, _ = self._level(operation)
        each = self.rng.choice(selections)
        if any(directive.name in ("skip", "include") for directive in each.directives):
            each.directives = [directive for directive in each.directives if directive.name == "tag"]
        else:
            each.directives.append(self._condition(operation))

    def _state_defaults(self, operation: Operation) -> None:
        """Adds arguments that equal the schema's defaults, or removes them."""
        for each, definition in list(self._fields_of(operation)):
            for name, argument in definition.args.items():
                if argument.ast_node.default_value is None or self.rng.random() < 0.5:
                    continue
                value = self.literal_value(argument.type, value_from_ast_untyped(argument.ast_node.default_value))
                if name not in each.args:
                    each.args[name] = value
                elif each.args[name] == value:
                    del each.args[name]

    def _change_argument(self, operation: Operation) -> None:
        options = [(each, definition) for each, definition in self._fields_of(operation) if definition.args]
        if options:
            each, definition = self.rng.choice(options)
            each.args = self._arguments(operation, definition)

    def _add_field(self, operation: Operation) -> None:
        selections, type = self._level(operation)
        selections += self._selections(operation, type, 2)

    def _merge(self, operation: Operation, other: Operation) -> None:
        """Adds the selections of another operation, with renamed fragments and variables."""
        mark = f"m{len(operation.variables)}{len(operation.fragments)}"

        def renamed(args: dict[str, Any]) -> dict[str, Any]:
            return mapped(args, lambda value: Var(f"{value}{mark}") if isinstance(value, Var) else value)

        lists = [selections for selections, _ in self._levels(other)]
        lists.append(list(other.fragments.values()))
        for each in [each for selections in lists for each in selections]:
            for directive in each.directives:
                directive.args = renamed(directive.args)
            if isinstance(each, Field):
                each.args = renamed(each.args)
            elif isinstance(each, Spread):
                each.name += mark
        operation.variables |= {f"{name}{mark}": each for name, each in other.variables.items()}
        operation.fragments |= {f"{name}{mark}": each for name, each in other.fragments.items()}
        if self.rng.random() < 0.6:
            keys = {each.key: each for each in operation.selections if isinstance(each, Field)}
            for each in other.selections:
                twin = keys.get(each.key) if isinstance(each, Field) else None
                if twin and (twin.name, literal(twin.args)) != (each.name, literal(each.args)):
                    each.alias = f"{each.key}{mark}"
        operation.selections += other.selections
