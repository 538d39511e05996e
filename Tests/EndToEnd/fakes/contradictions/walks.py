"""Operations that select related fields together: full selections of every type, some levels deep."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fakes.contradictions.reading import KEYS, SIZES, is_list, items_of, member_type
from graphql import (
    GraphQLSchema,
    get_named_type,
    is_abstract_type,
    is_leaf_type,
    is_required_argument,
    parse,
    print_ast,
    validate,
)

# A selection has at most so many leaves. Below a type, they are shared among its relations.
BUDGET = 700
INNER = 20


def sized(field: Any, size: int = INNER) -> str:
    """The arguments that ask for a page of a list. Other arguments stay at their defaults."""
    name = next((each for each in SIZES if each in field.args), None)
    return f"({name}: {size})" if name and get_named_type(field.args[name].type).name == "Int" else ""


def plain(field: Any) -> bool:
    return not any(is_required_argument(argument) for argument in field.args.values())


class Selector:
    """Writes selections of a schema."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self.schema = schema

    def of(self, type_: Any, depth: int, budget: int, alias: str = "", above: tuple[str, ...] = ()) -> str:
        """A selection of a type: all leaves, and the relations down to a depth while the budget lasts."""
        if is_abstract_type(type_):
            kinds = self.schema.get_possible_types(type_)[:10]
            parts = [self.of(each, depth, budget // len(kinds), f"{each.name}_", above) for each in kinds]
            inner = " ".join(
                f"... on {each.name} {{ {part} }}" for each, part in zip(kinds, parts, strict=True) if part
            )
            return f"__typename {inner}"
        fields = {name: field for name, field in type_.fields.items() if plain(field)}
        leaves = [name for name, field in fields.items() if is_leaf_type(get_named_type(field.type))]
        parts = [self.aliased(alias, name) for name in leaves[: max(budget, 10)]]
        relations = [name for name in fields if name not in leaves]
        share = (budget - len(leaves)) // max(len(relations), 1)
        for name in relations:
            if text := self.relation(fields[name], depth, share, (*above, type_.name)):
                parts.append(f"{self.aliased(alias, name)}{sized(fields[name])} {{ {text} }}")
        return " ".join(parts) or "__typename"

    @staticmethod
    def aliased(alias: str, name: str) -> str:
        return f"{alias}{name}: {name}" if alias else name

    def relation(self, field: Any, depth: int, budget: int, above: tuple[str, ...]) -> str:
        """A selection of an object or of a list's members. An object without a key, such as money, is always whole."""
        named = get_named_type(field.type)
        wrapper = None if is_list(field.type) else items_of(named)
        if wrapper is not None:
            return self.page(named, wrapper, depth, budget, above)
        keyed = any(key in getattr(named, "fields", {}) for key in KEYS) or is_abstract_type(named)
        if not keyed and named.name not in above:
            return self.of(named, depth, max(budget, 10), "", above)
        if depth > 0 and budget > 4:
            return self.of(named, depth - 1, budget, "", above)
        return self.key(named)

    def page(self, type_: Any, wrapper: str, depth: int, budget: int, above: tuple[str, ...]) -> str:
        """A selection of a connection or a page, with its counts."""
        parts = [
            name for name, field in type_.fields.items() if is_leaf_type(get_named_type(field.type)) and plain(field)
        ]
        if "pageInfo" in type_.fields:
            info = get_named_type(type_.fields["pageInfo"].type)
            known = [name for name in ("hasNextPage", "hasPreviousPage") if name in info.fields]
            parts.append(f"pageInfo {{ {' '.join(known or ['__typename'])} }}")
        inner = get_named_type(type_.fields[wrapper].type)
        if wrapper == "edges" and "node" in inner.fields:
            text = self.relation(inner.fields["node"], depth, budget, above)
            own = [
                name
                for name, field in inner.fields.items()
                if is_leaf_type(get_named_type(field.type)) and name != "cursor"
            ]
            parts.append(f"edges {{ {' '.join(own)} node {{ {text} }} }}")
        else:
            parts.append(f"{wrapper} {{ {self.relation(type_.fields[wrapper], depth, budget, above)} }}")
        return " ".join(parts)

    def key(self, type_: Any) -> str:
        """The type and the key of an object."""
        if is_abstract_type(type_):
            keyed = [each for each in self.schema.get_possible_types(type_) if "id" in each.fields][:10]
            return " ".join(["__typename", *(f"... on {each.name} {{ {each.name}_id: id }}" for each in keyed)])
        keys = [key for key in KEYS if key in type_.fields and plain(type_.fields[key])]
        return " ".join(["__typename", *keys[:1]])


def walks(schema: GraphQLSchema, depths: tuple[int, ...] = (1, 2, 3), budget: int = BUDGET) -> Iterator[str]:
    """Operations for each root field that needs no arguments, at each depth. Skips invalid ones."""
    selector = Selector(schema)
    for name, field in schema.query_type.fields.items():
        if not plain(field) or is_leaf_type(get_named_type(field.type)):
            continue
        for depth in depths:
            member = member_type(field.type)
            size = sized(field, 20 if depth < 3 else 6)
            text = selector.relation(field, depth, budget if member is not None else 2 * budget, ())
            operation = f"{{ {name}{size} {{ {text} }} }}"
            if not validate(schema, document := parse(operation, no_location=True)):
                yield print_ast(document)


def lookups_of(schema: GraphQLSchema, calls: list[tuple[str, Any]], depth: int = 2) -> Iterator[str]:
    """Full selections of objects that lookups answer. `calls` are written fields with their types."""
    selector = Selector(schema)
    for call, type_ in calls:
        operation = f"{{ {call} {{ {selector.of(type_, depth, BUDGET)} }} }}"
        if not validate(schema, document := parse(operation, no_location=True)):
            yield print_ast(document)
