"""Plain JSON data for an operation to be executed over: what its fields ask for, with something wrong now and then."""

from __future__ import annotations

from random import Random
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLEnumType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLOutputType,
    GraphQLSchema,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionSetNode,
    is_abstract_type,
    is_leaf_type,
)

from generate.values import ODD_JSON, scalar_value


# Fragments that need each other ask for objects without end; such a document is refused, but its data are made.
MOST_LEVELS = 60
MOST_OBJECTS = 10_000


class DataMaker:
    """Makes data for one document; `odds` is the chance of each value to be wrong."""

    def __init__(self, schema: GraphQLSchema, document: DocumentNode, random: Random, odds: float):
        self.schema = schema
        self.random = random
        self.odds = odds
        self.levels = 0
        self.objects = 0
        self.fragments = {
            node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)
        }

    def object(self, type_: Any, sets: list[SelectionSetNode]) -> dict[str, Any]:
        """An object with all fields that are asked for, of a type that is named in it; an empty one beyond the bounds."""
        if self.levels == MOST_LEVELS or self.objects == MOST_OBJECTS:
            return {}
        self.levels += 1
        self.objects += 1
        asked: dict[str, list[SelectionSetNode]] = {}
        for each in {id(each): each for each in sets}.values():
            self.collect(each, asked, ())
        made: dict[str, Any] = {}
        if not self.wrong():
            made["__typename"] = type_.name
        for name, inner in asked.items():
            field = getattr(type_, "fields", {}).get(name)
            if field is not None and self.random.random() > self.odds / 2:
                made[name] = self.value(field.type, inner)
        self.levels -= 1
        return made

    def collect(self, selections: SelectionSetNode, asked: dict[str, list[SelectionSetNode]], seen: tuple[str, ...]) -> None:
        for selection in selections.selections:
            if isinstance(selection, FieldNode):
                asked.setdefault(selection.name.value, []).extend([selection.selection_set] if selection.selection_set else [])
            elif isinstance(selection, InlineFragmentNode):
                self.collect(selection.selection_set, asked, seen)
            elif isinstance(selection, FragmentSpreadNode):
                name = selection.name.value
                if name in self.fragments and name not in seen:
                    self.collect(self.fragments[name].selection_set, asked, (*seen, name))

    def wrong(self) -> bool:
        return self.random.random() < self.odds

    def value(self, type_: GraphQLOutputType, sets: list[SelectionSetNode]) -> Any:
        if isinstance(type_, GraphQLNonNull):
            return None if self.wrong() else self.value_of_nullable(type_.of_type, sets)
        if self.random.random() < 0.08:
            return None
        return self.value_of_nullable(type_, sets)

    def value_of_nullable(self, type_: GraphQLOutputType, sets: list[SelectionSetNode]) -> Any:
        if self.wrong():
            return self.random.choice(ODD_JSON)
        if isinstance(type_, GraphQLList):
            return [self.value(type_.of_type, sets) for _ in range(self.random.randrange(3))]
        if isinstance(type_, GraphQLEnumType):
            return self.random.choice(list(type_.values))
        if is_leaf_type(type_):
            return scalar_value(type_.name, self.random)
        if is_abstract_type(type_):
            possible = self.schema.get_possible_types(type_)
            if not possible:
                return None
            if self.wrong():
                # A source of ours names a type by a text or not at all.
                return {**self.object(self.random.choice(possible), sets),
                        "__typename": self.random.choice(["Missing", "Int", "Query", type_.name, "", None])}
            return self.object(self.random.choice(possible), sets)
        return self.object(type_, sets)


def data(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode, random: Random) -> Any:
    """A root value for an operation of a document."""
    maker = DataMaker(schema, document, random, random.choice([0, 0, 0.02, 0.1]))
    return maker.object(schema.get_root_type(operation.operation), [operation.selection_set])
