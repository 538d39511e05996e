"""The fields that an operation selects, with coerced arguments and with the fragments around them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLSchema,
    InlineFragmentNode,
    KnownFragmentNamesRule,
    NoFragmentCyclesRule,
    NoUndefinedVariablesRule,
    NoUnusedFragmentsRule,
    NoUnusedVariablesRule,
    OperationDefinitionNode,
    SelectionSetNode,
    build_schema,
    is_abstract_type,
    specified_scalar_types,
    validate,
)
from graphql.execution.values import get_argument_values, get_variable_values
from query_trees import MISSING, mapped

# The validation rules that need no schema.
RULES = [
    KnownFragmentNamesRule,
    NoFragmentCyclesRule,
    NoUndefinedVariablesRule,
    NoUnusedFragmentsRule,
    NoUnusedVariablesRule,
]
ANY_SCHEMA = build_schema("type Query { any: Int }")


class NotDerived(Exception):
    """The rules derive no answer."""


class Invalid(NotDerived):
    """Every server refuses the operation."""


def canonical(value: Any) -> str:
    """Returns JSON in one form: sorted, with whole numbers as integers."""
    whole = mapped(value, lambda each: int(each) if isinstance(each, float) and each.is_integer() else each)
    return json.dumps(whole, sort_keys=True)


@dataclass(frozen=True)
class Selected:
    """A field of a selection set, outside of its fragments."""

    key: str
    name: str
    args: str
    directives: str
    # The fragments around the field: type condition and directives.
    chain: tuple[tuple[str | None, str], ...]
    # The type that has the field, if there is a schema.
    parent: str | None
    selections: SelectionSetNode | None
    # True if the fields around it are selected for certain.
    certain: bool

    @property
    def signature(self) -> tuple[Any, ...]:
        """The name, the arguments, and the directives of the field and its fragments."""
        return self.name, self.args, self.directives, tuple(directives for _, directives in self.chain if directives)

    @property
    def conditions(self) -> list[str]:
        return [condition for condition, _ in self.chain if condition]


class Prepared:
    """A valid operation with coerced variables."""

    def __init__(self, document: DocumentNode, variables: dict[str, Any], schema: GraphQLSchema | None) -> None:
        definitions = document.definitions
        operations = [each for each in definitions if isinstance(each, OperationDefinitionNode)]
        if len(operations) != 1 or validate(schema or ANY_SCHEMA, document, RULES):
            raise Invalid
        (self.operation,) = operations
        self.fragments = {each.name.value: each for each in definitions if isinstance(each, FragmentDefinitionNode)}
        self.schema = schema
        self.variables = self._coerced_variables(variables)
        self.directives = self.described(self.operation.directives)

    def _coerced_variables(self, variables: dict[str, Any]) -> dict[str, Any]:
        definitions = self.operation.variable_definitions or []
        if self.schema:
            values = get_variable_values(self.schema, definitions, variables)
            if isinstance(values, list):
                raise Invalid
            return values
        values = {}
        for definition in definitions:
            name = definition.variable.name.value
            if name in variables:
                values[name] = self._by_type(definition.type, variables[name])
            elif definition.default_value:
                values[name] = self._by_type(definition.type, self.untyped(definition.default_value))
            elif definition.type.kind == "non_null_type":
                raise Invalid
        return values

    def _by_type(self, type: Any, value: Any) -> Any:
        """Coerces a variable by its declared type, as far as possible without a schema."""
        if type.kind == "non_null_type":
            if value is None:
                raise Invalid
            return self._by_type(type.type, value)
        if value is None:
            return None
        if type.kind == "list_type":
            return [self._by_type(type.type, each) for each in (value if isinstance(value, list) else [value])]
        scalar = specified_scalar_types.get(type.name.value)
        try:
            return scalar.parse_value(value) if scalar else value
        except GraphQLError:
            raise Invalid from None

    def untyped(self, node: Any) -> Any:
        """Returns the value of a literal, or MISSING for an absent variable."""
        match node.kind:
            case "variable":
                return self.variables.get(node.name.value, MISSING)
            case "int_value":
                return int(node.value)
            case "float_value":
                return float(node.value)
            case "list_value":
                values = [self.untyped(each) for each in node.values]
                return [None if value is MISSING else value for value in values]
            case "object_value":
                members = {each.name.value: self.untyped(each.value) for each in node.fields}
                return {name: value for name, value in members.items() if value is not MISSING}
            case "null_value":
                return None
        return node.value

    def arguments(self, node: Any, definition: Any = None) -> str:
        """Returns the coerced arguments as canonical text."""
        if definition is not None:
            return canonical(get_argument_values(definition, node, self.variables))
        values = {each.name.value: self.untyped(each.value) for each in node.arguments}
        return canonical({name: value for name, value in values.items() if value is not MISSING})

    def described(self, directives: Any) -> str:
        """Returns all directives but @skip and @include as canonical text."""
        kept = [each for each in directives or () if each.name.value not in ("skip", "include")]
        return " ".join(f"@{each.name.value}{self.arguments(each)}" for each in kept)

    def is_skipped(self, node: Any) -> bool:
        skipping = {"skip": True, "include": False}
        return any(
            self.untyped(directive.arguments[0].value) is skipping[directive.name.value]
            for directive in node.directives or ()
            if directive.name.value in skipping
        )

    def coerced(self, node: FieldNode, parent: str | None, type: str | None) -> str:
        """Returns the coerced arguments of a field.

        A server takes defaults from the type of the object, not from the interface in the selection. If the object's
        type is unknown, the result has the arguments for each possible type.
        """
        name = node.name.value
        if not self.schema or name.startswith("__"):
            return self.arguments(node)
        declared = self.schema.get_type(parent)
        possible = self.schema.get_possible_types(declared) if is_abstract_type(declared) else [declared]
        possible = [other for other in possible if other.name == type] or possible
        by_type = {other.name: self.arguments(node, other.fields[name]) for other in possible}
        return canonical(by_type) if len(set(by_type.values())) > 1 else next(iter(by_type.values()))

    def fields(
        self,
        sets: list[tuple[SelectionSetNode, bool]],
        declared: str | None,
        type: str | None = None,
        is_root: bool = False,
    ) -> list[Selected]:
        """Returns the fields that are selected for an object of a type, each with the fragments around it.

        At the root, every type condition applies, because a query with another one is invalid.
        """
        found: list[Selected] = []
        seen: set[Any] = set()

        def visit(selections: SelectionSetNode, chain: Any, parent: str | None, certain: bool) -> None:
            for node in selections.selections:
                if self.is_skipped(node):
                    continue
                directives = self.described(node.directives)
                if isinstance(node, FieldNode):
                    name = node.name.value
                    key = node.alias.value if node.alias else name
                    args = self.coerced(node, parent, type)
                    found.append(Selected(key, name, args, directives, chain, parent, node.selection_set, certain))
                    assert len(found) < 10_000
                    continue
                if isinstance(node, FragmentSpreadNode):
                    fragment = self.fragments[node.name.value]
                    if (node.name.value, directives, chain, parent, certain) in seen:
                        continue
                    seen.add((node.name.value, directives, chain, parent, certain))
                    directives = f"{directives} {self.described(fragment.directives)}".strip()
                    condition, inner = fragment.type_condition.name.value, fragment.selection_set
                else:
                    assert isinstance(node, InlineFragmentNode)
                    condition = node.type_condition.name.value if node.type_condition else None
                    inner = node.selection_set
                kept = None if is_root else condition
                outer = (*chain, (kept, directives)) if kept or directives else chain
                visit(inner, outer, (condition or parent) if self.schema else None, certain)

        for selections, certain in sets:
            visit(selections, (), declared, certain)
        return found
