"""Valid operations over any schema, with variables that fit: those of the comparison with the reference, sifted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from cases import variables_of
from generate.operations import OperationWriter
from graphql import (
    DocumentNode,
    FieldNode,
    GraphQLField,
    GraphQLInputType,
    GraphQLSchema,
    NameNode,
    OperationDefinitionNode,
    SelectionSetNode,
    TypeInfo,
    TypeInfoVisitor,
    Visitor,
    get_named_type,
    is_abstract_type,
    is_required_argument,
    parse,
    print_ast,
    validate,
    visit,
)
from graphql.execution.values import get_variable_values


@dataclass(frozen=True)
class Generated:
    """An operation that graphql-core takes. `coerced` are its variables as an execution sees them."""

    document: DocumentNode
    operation: OperationDefinitionNode
    text: str
    variables: dict[str, Any]
    coerced: dict[str, Any]

    @property
    def name(self) -> str | None:
        return self.operation.name.value if self.operation.name else None


class _Kinds:
    """A schema as if it had root types for some kinds of operation only: else half of what is made is thrown away."""

    def __init__(self, schema: GraphQLSchema, kinds: str) -> None:
        self.schema = schema
        self.query_type = schema.query_type if "query" in kinds else None
        self.mutation_type = schema.mutation_type if "mutation" in kinds else None
        self.subscription_type = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.schema, name)


class Writer(OperationWriter):
    """Leaves more arguments out than the comparison does, and knows ids: else nearly every answer is null or empty."""

    def __init__(self, schema: GraphQLSchema, kinds: str, random: Random, known: list[str]) -> None:
        super().__init__(_Kinds(schema, kinds), random, size=random.choice([3, 8, 20, 40]))
        self.known = known
        self.odds = random.choice([0.0, 0.05, 0.3])

    def arguments(self, field: GraphQLField) -> str:
        given = [
            f"{name}: {self.value(argument.type)}"
            for name, argument in field.args.items()
            if is_required_argument(argument) or self.random.random() < self.odds
        ]
        return f"({', '.join(given)})" if given else ""

    def value(self, type_: GraphQLInputType) -> str:
        if self.known and get_named_type(type_).name == "ID" and self.random.random() < 0.7:
            text = f'"{self.random.choice(self.known)}"'
            return f"[{text}]" if "[" in str(type_) else text
        return super().value(type_)


class _Naming(Visitor):
    """Asks every object behind an interface or a union for its name, as clients do."""

    def __init__(self, info: TypeInfo) -> None:
        super().__init__()
        self.info = info

    def enter_field(self, node: FieldNode, *_: Any) -> FieldNode | None:
        type_ = self.info.get_type()
        if node.selection_set is None or type_ is None or not is_abstract_type(get_named_type(type_)):
            return None
        first = FieldNode(name=NameNode(value="__typename"), arguments=[], directives=[])
        selections = (first, *node.selection_set.selections)
        return FieldNode(
            alias=node.alias, name=node.name, arguments=node.arguments, directives=node.directives,
            selection_set=SelectionSetNode(selections=selections),
        )  # fmt: skip


def sifted(schema: GraphQLSchema, text: str, random: Random, naming: bool) -> Generated | None:
    """The operation with variables, if graphql-core takes it."""
    document = parse(text, no_location=True)
    if validate(schema, document):
        return None
    if naming:
        info = TypeInfo(schema)
        document = visit(document, TypeInfoVisitor(info, _Naming(info)))
    operation = next(node for node in document.definitions if isinstance(node, OperationDefinitionNode))
    variables = variables_of(schema, operation, random)
    coerced = get_variable_values(schema, operation.variable_definitions or (), variables)
    if isinstance(coerced, list):
        return None
    return Generated(document, operation, print_ast(document), variables, coerced)


def operations(
    schema: GraphQLSchema, count: int, seed: str, known: list[str] | None = None, kinds: str = "query, mutation"
) -> Iterator[Generated]:
    """So many valid operations. `known` may grow meanwhile: ids that answers held."""
    made, number = 0, 0
    while made < count:
        random = Random(f"{seed} {number}")
        number += 1
        assert number < 50 * count + 100, "the generator finds no valid operations"
        text = Writer(schema, kinds, random, known if known is not None else []).document()
        found = sifted(schema, text, random, naming=random.random() < 0.9)
        if found is not None:
            made += 1
            yield found
