"""The objects in a set of responses, by type and key, with the fields that all the responses show of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any

from fakes.contradictions.reading import (
    ITEMS,
    KEYS,
    PAGING,
    SIZES,
    STARTS,
    TOTALS,
    VIEWERS,
    Moment,
    event,
    is_list,
    is_time,
    member_type,
    moment,
)
from fakes.contradictions.report import Finding
from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    GraphQLObjectType,
    GraphQLSchema,
    OperationDefinitionNode,
    get_named_type,
    is_abstract_type,
    is_leaf_type,
    value_from_ast_untyped,
)
from graphql.execution.collect_fields import collect_fields, collect_sub_fields


@dataclass
class Members:
    """The members of a list. `whole` if no page or filter hides others; `total` is the count that the list gives."""

    things: list[Thing]
    whole: bool
    total: int | None = None


@dataclass(eq=False)
class Thing:
    """One object. `values` are its leaves, `links` its objects and `lists` its lists, for fields without arguments."""

    type: str
    key: str | None
    where: str
    values: dict[str, Any] = field(default_factory=dict)
    links: dict[str, Thing | None] = field(default_factory=dict)
    lists: dict[str, Members] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.type} {self.key}".rstrip() if self.key is not None else f"{self.type} at {self.where}"


class World:
    """All objects of the responses. `add` reads one response; `conflicts` are objects with two values of a field."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self.schema = schema
        self.keyed: dict[tuple[str, str], Thing] = {}
        self.loose: list[Thing] = []
        self.seen: list[tuple[str, list[Thing]]] = []
        self.listed: set[Thing] = set()
        self.root = Thing("Query", "", "data")
        self.viewer: Thing | None = None
        self.conflicts: list[Finding] = []

    def things(self) -> Iterator[Thing]:
        yield from self.keyed.values()
        yield from self.loose

    def of(self, type_: Any) -> list[Thing]:
        """The objects of a type, or of the types of an interface or a union, that are members of lists."""
        names = (
            {each.name for each in self.schema.get_possible_types(type_)} if is_abstract_type(type_) else {type_.name}
        )
        return [thing for thing in self.keyed.values() if thing.type in names and thing in self.listed]

    def fields(self, thing: Thing) -> dict[str, Any]:
        return self.schema.type_map[thing.type].fields

    def times(self, thing: Thing) -> dict[str, Moment]:
        """The times of an object that are not null, by field."""
        fields = self.fields(thing)
        found = {name: moment(value) for name, value in thing.values.items() if is_time(name, fields[name])}
        return {name: value for name, value in found.items() if value is not None}

    def now(self) -> tuple[datetime, datetime]:
        """The earliest and the latest present that the data allow: its last past event, and this machine's clock."""
        clock = datetime.now(timezone.utc)
        past = ("created", "updated", "closed", "completed", "paid", "merged", "sent", "read", "delivered", "joined")
        stamps = [at.at for thing in self.things() for name, at in self.times(thing).items() if event(name) in past]
        earliest = max(stamps, default=clock)
        return earliest, max(clock, earliest)

    def add(self, document: DocumentNode, data: Any, variables: dict[str, Any] | None = None) -> None:
        """Reads the data of one response to the first operation of a document."""
        fragments = {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}
        operation = next(node for node in document.definitions if isinstance(node, OperationDefinitionNode))
        if isinstance(data, dict):
            root = self.schema.get_root_type(operation.operation)
            reader = _Reader(self, fragments, variables or {})
            fields = collect_fields(self.schema, fragments, variables or {}, root, operation.selection_set)
            reader.fields(self.root, root, fields, data, "data")


class _Reader:
    def __init__(self, world: World, fragments: dict[str, FragmentDefinitionNode], variables: dict[str, Any]) -> None:
        self.world, self.fragments, self.variables = world, fragments, variables

    def sub_fields(self, type_: GraphQLObjectType, nodes: list[FieldNode]) -> dict[str, list[FieldNode]]:
        return collect_sub_fields(self.world.schema, self.fragments, self.variables, type_, nodes)

    def fields(self, thing: Thing, type_: GraphQLObjectType, fields: dict, data: dict[str, Any], where: str) -> None:
        for response_key, nodes in fields.items():
            name = nodes[0].name.value
            if name.startswith("__") or response_key not in data or name not in type_.fields:
                continue
            arguments = {
                each.name.value: value_from_ast_untyped(each.value, self.variables) for each in nodes[0].arguments
            }
            given = {key: value for key, value in arguments.items() if value is not None}
            self.field(thing, name, type_.fields[name], nodes, given, data[response_key], f"{where}.{response_key}")

    def field(self, thing: Thing, name: str, definition: Any, nodes: list, given: dict, value: Any, where: str) -> None:
        named = get_named_type(definition.type)
        if is_leaf_type(named):
            if not given:
                self.keep(thing, thing.values, name, value)
        elif member_type(definition.type) is not None:
            members = self.members(definition, nodes, given, value, where)
            if members is None:
                return
            self.world.seen.append((f"{thing}.{name}", members.things))
            if not given.keys() - PAGING and (
                thing in (self.world.root, self.world.viewer) or thing in self.world.listed
            ):
                self.world.listed.update(each for each in members.things if each.key is not None)
            known = thing.lists.get(name)
            if not given.keys() - PAGING and (
                known is None or members.whole or len(known.things) < len(members.things)
            ):
                if known is None or not known.whole:
                    thing.lists[name] = members
        else:
            child = self.object(named, nodes, value, where)
            if not given and (child is None) == (value is None) and not (child is not None and self.unknown(child)):
                self.keep(thing, thing.links, name, child)
                if thing is self.world.root and name in VIEWERS and child is not None:
                    self.world.viewer = child

    def keep(self, thing: Thing, kept: dict[str, Any], name: str, value: Any) -> None:
        if name in kept and thing is not self.world.root:
            one, two = kept[name], value
            if isinstance(one, Thing) and isinstance(two, Thing) and one.key is None and two.key is None:
                common = [each for each in one.values if each in two.values and one.values[each] != two.values[each]]
                text = [f"{name}.{each} is {one.values[each]!r} and {two.values[each]!r}" for each in common]
                one.values.update(two.values)
                self.world.conflicts += [Finding(0, str(thing), each) for each in text]
                return
            one, two = (each.key if isinstance(each, Thing) else each for each in (one, two))
            if one != two:
                self.world.conflicts.append(Finding(0, str(thing), f"{name} is {one!r} and {two!r}"))
            return
        kept[name] = value

    def unknown(self, thing: Thing) -> bool:
        """Returns whether an object has a key that was not selected."""
        return thing.key is None and any(key in self.world.fields(thing) for key in KEYS)

    def members(self, definition: Any, nodes: list, given: dict, value: Any, where: str) -> Members | None:
        named = get_named_type(definition.type)
        total, more, rows, inner = None, None, value, named
        if not is_list(definition.type):
            if not isinstance(value, dict):
                return None
            rows = None
            for response_key, sub in self.sub_fields(named, nodes).items():
                name, part = sub[0].name.value, value.get(response_key)
                if name in ITEMS and isinstance(part, list) and rows is None:
                    rows, nodes, inner = part, sub, get_named_type(named.fields[name].type)
                elif name in TOTALS and type(part) is int:
                    total = part
                elif name == "pageInfo" and isinstance(part, dict):
                    more = part.get("hasNextPage")
                elif name in ("hasMore", "hasNextPage"):
                    more = part
            if rows is not None and "node" in getattr(inner, "fields", {}):
                sub_fields = self.sub_fields(inner, nodes)
                found = [(key, sub) for key, sub in sub_fields.items() if sub[0].name.value == "node"]
                if not found:
                    return Members([], False, total)
                rows = [row.get(found[0][0]) if isinstance(row, dict) else None for row in rows]
                nodes, inner = found[0][1], get_named_type(inner.fields["node"].type)
        if not isinstance(rows, list):
            return Members([], False, total) if total is not None else None
        things = [self.object(inner, nodes, row, f"{where}.{index}") for index, row in enumerate(rows)]
        size = next((given[name] for name in SIZES if name in given), None)
        paged = PAGING & set(definition.args)
        begun = not any(given.get(name) not in (None, 0) for name in STARTS if name != "page") and given.get(
            "page"
        ) in (None, 1)
        whole = not paged or (type(size) is int and len(rows) < size) or total == len(rows) or more is False
        whole = whole and begun and None not in things and not given.keys() - PAGING
        return Members([thing for thing in things if thing is not None], whole, total)

    def object(self, type_: Any, nodes: list, value: Any, where: str) -> Thing | None:
        if not isinstance(value, dict):
            return None
        if is_abstract_type(type_):
            named = next((each for key, each in value.items() if key == "__typename"), None)
            type_ = self.world.schema.type_map.get(named)
        if not isinstance(type_, GraphQLObjectType):
            return None
        fields = self.sub_fields(type_, nodes)
        plain = {sub[0].name.value: value.get(key) for key, sub in fields.items() if not sub[0].arguments}
        own = next((name for name in KEYS if name in type_.fields), None)
        key = plain.get(own) if own else None
        if isinstance(key, (str, int)):
            thing = self.world.keyed.setdefault((type_.name, str(key)), Thing(type_.name, str(key), where))
        else:
            thing = Thing(type_.name, None, where)
            if own is None:
                self.world.loose.append(thing)
        self.fields(thing, type_, fields, value, where)
        return thing
