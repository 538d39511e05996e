"""Operations that are valid, or nearly, over any schema."""

from __future__ import annotations

from random import Random

from graphql import (
    GraphQLField,
    GraphQLInputType,
    GraphQLNamedType,
    GraphQLNonNull,
    GraphQLSchema,
    get_named_type,
    is_abstract_type,
    is_composite_type,
    is_leaf_type,
    is_required_argument,
)

from generate.values import literal


class OperationWriter:
    """Writes one document. Fragments and variables are made where something needs them."""

    def __init__(self, schema: GraphQLSchema, random: Random, size: int = 25):
        self.schema = schema
        self.random = random
        self.left = size
        self.variables: dict[str, str] = {}
        self.fragments: dict[str, tuple[str, str]] = {}
        self.pending: list[tuple[str, GraphQLNamedType]] = []
        self.aliases = 0

    def document(self) -> str:
        """An operation of a random kind with its fragments, sometimes with a second one."""
        roots = [
            (kind, root)
            for kind, root in (
                ("query", self.schema.query_type),
                ("mutation", self.schema.mutation_type),
                ("subscription", self.schema.subscription_type),
            )
            if root is not None
        ]
        kind, root = self.random.choice(roots)
        single = kind == "subscription"
        selections = self.selection_set(root, 0, most=1 if single else 4)
        text = self.operation(kind, selections)
        if self.random.random() < 0.05 and not text.startswith("{"):
            text += "\nquery Second { __typename }"
        for name, (condition, body) in self.fragments.items():
            text += f"\nfragment {name} on {condition} {body}"
        return text

    def operation(self, kind: str, selections: str) -> str:
        if not self.variables and kind == "query" and self.random.random() < 0.4:
            return selections
        name = self.random.choice(["", " Q", " GetThings", " on", " query", " fragment"])
        variables = ", ".join(f"${name}: {definition}" for name, definition in self.variables.items())
        return f"{kind}{name or ' Named'}{f'({variables})' if variables else ''} {selections}"

    def selection_set(self, type_: GraphQLNamedType, depth: int, most: int = 4) -> str:
        selections = []
        for _ in range(self.random.randint(1, most)):
            selections.append(self.selection(type_, depth))
        self.random.shuffle(selections)
        return "{ " + " ".join(selections) + " }"

    def selection(self, type_: GraphQLNamedType, depth: int) -> str:
        self.left -= 1
        choice = self.random.random()
        if choice < 0.06 and depth > 0:
            return self.aliased("__typename") + self.conditions()
        if depth < 6 and self.left > 0:
            if choice < 0.13:
                return f"...{self.conditions()} {self.selection_set(type_, depth + 1, 2)}"
            if choice < 0.2 or (is_abstract_type(type_) and choice < 0.5):
                condition = self.overlapping(type_)
                return f"... on {condition.name}{self.conditions()} {self.selection_set(condition, depth + 1, 2)}"
            if choice < 0.26 or (is_abstract_type(type_) and choice < 0.6):
                return f"...{self.fragment(type_, depth)}{self.conditions()}"
        return self.field(type_, depth)

    def overlapping(self, type_: GraphQLNamedType) -> GraphQLNamedType:
        """A type that has an object type in common with this one."""
        if is_abstract_type(type_) and (possible := self.schema.get_possible_types(type_)):
            one = self.random.choice(possible)
            return self.random.choice([one, one, type_, *one.interfaces])
        return self.random.choice([type_, *getattr(type_, "interfaces", [])])

    def fragment(self, type_: GraphQLNamedType, depth: int) -> str:
        """The name of a fragment that fits; an earlier one if there is one."""
        fitting = [name for name, (condition, body) in self.fragments.items() if condition == type_.name and body]
        if fitting and self.random.random() < 0.5:
            return self.random.choice(fitting)
        condition = self.overlapping(type_)
        name = f"F{len(self.fragments)}"
        self.fragments[name] = (condition.name, "")
        self.fragments[name] = (condition.name, self.selection_set(condition, depth + 1, 3))
        return name

    def field(self, type_: GraphQLNamedType, depth: int) -> str:
        fields: dict[str, GraphQLField] = getattr(type_, "fields", {})
        leaves = [name for name, field in fields.items() if is_leaf_type(get_named_type(field.type))]
        names = leaves if leaves and (depth > 5 or self.left <= 0) else list(fields)
        if not names or depth > 9:
            return "__typename"
        name = self.random.choice(names)
        field = fields[name]
        arguments = self.arguments(field)
        text = (self.aliased(name) if arguments or self.random.random() < 0.25 else name) + arguments
        text += self.conditions()
        inner = get_named_type(field.type)
        if is_composite_type(inner):
            text += " " + self.selection_set(inner, depth + 1, 3 if self.left > 0 else 1)
        return text

    def arguments(self, field: GraphQLField) -> str:
        given = []
        for name, argument in field.args.items():
            if is_required_argument(argument) or self.random.random() < 0.4:
                given.append(f"{name}: {self.value(argument.type)}")
        self.random.shuffle(given)
        return f"({', '.join(given)})" if given else ""

    def value(self, type_: GraphQLInputType) -> str:
        """A literal, or a variable that is made for the place."""
        if self.random.random() < 0.65:
            return literal(type_, self.random)
        name = f"v{len(self.variables)}"
        declared = type_
        if not isinstance(declared, GraphQLNonNull) and self.random.random() < 0.2:
            declared = GraphQLNonNull(declared)
        definition = str(declared)
        nullable = declared.of_type if isinstance(declared, GraphQLNonNull) else declared
        if self.random.random() < 0.25:
            # A default makes a nullable variable fit a place that takes no null.
            definition = f"{nullable} = {literal(GraphQLNonNull(nullable), self.random)}"
        self.variables[name] = definition
        return f"${name}"

    def aliased(self, name: str) -> str:
        self.aliases += 1
        return f"a{self.aliases}: {name}"

    def conditions(self) -> str:
        if self.random.random() > 0.07:
            return ""
        return self.applied(self.random.choice(["@skip", "@include"]))

    def applied(self, directive: str) -> str:
        if self.random.random() < 0.5:
            return f" {directive}(if: {self.random.choice(['true', 'false'])})"
        self.variables["flag"] = self.random.choice(["Boolean!", "Boolean = true"])
        return f" {directive}(if: $flag)"


def operation(schema: GraphQLSchema, random: Random) -> str:
    """A document with one operation, mostly valid."""
    return OperationWriter(schema, random, size=random.choice([3, 8, 20, 40])).document()
