"""The recorded objects that have a type and a key, and the values of their fields.

`derivation_by_id.py` uses them as evidence. The terms are those of the rules for derived answers: a *leaf* is a chain
of fields from an object to a field without selections.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any

from derivation_reference import Record, Source, Value
from query_trees import MISSING
from selected_fields import Selected, canonical

Chain = tuple[Any, ...]
# Objects of one type, with one key field, and with one context.
Family = tuple[str, str, Any]


class Evidence(Enum):
    """The paths at which a leaf must have one value before it is joined. Paths here ignore look-ups and paging."""

    # Any two recorded paths, whose arguments may be the only difference.
    ANY_PATHS = auto()
    # The path that the value comes from, and another one.
    USED_PATH = auto()
    # The path that the value comes from, and the requested one.
    BOTH_PATHS = auto()


@dataclass(eq=False)
class Occurrence:
    """A recorded object that has a type and a key."""

    source: Source
    family: Family
    key: str
    # The values of its leaves: JSON text, None, or lists of these.
    leaves: dict[Chain, Any]

    @property
    def steps(self) -> Chain:
        return self.source.place.steps

    @property
    def shape(self) -> Chain:
        return self.source.place.shape


def differs(one: Any, other: Any) -> bool:
    """Returns True if two values of a leaf differ. An element that does not have the leaf differs from none."""
    if MISSING in (one, other):
        return False
    if isinstance(one, list) and isinstance(other, list):
        return len(one) != len(other) or any(map(differs, one, other))
    return one != other


def is_solid(value: Any) -> bool:
    """Returns True if a value contains no null, no empty list, and no element without the leaf."""
    if isinstance(value, list):
        return bool(value) and all(map(is_solid, value))
    return value is not MISSING and value is not None


class RecordedObjects:
    """All occurrences in the records of one state."""

    def __init__(self, rules: Any, records: list[Record], keys: dict[str, list[str]]) -> None:
        self.rules, self.keys = rules, keys
        self.families: dict[Family, dict[str, list[Occurrence]]] = defaultdict(lambda: defaultdict(list))
        # The answers of each root field.
        self.roots: dict[str, list[tuple[Selected, Value]]] = defaultdict(list)
        self.evidence = rules.evidence
        self._refuted: dict[Family, bool] = {}
        self._disabled: dict[tuple[Family, Chain], bool] = {}
        self._found: dict[Any, list[tuple[Occurrence, Occurrence]]] = {}
        declared = rules.schema.query_type.name if rules.schema else None
        for record in records:
            root = Source(record, (), record.data, [(record.prepared.operation.selection_set, True)], declared)
            for field, value in self.fields(root):
                self.roots[field.name].append((field, value))
                self._visit(field, value)

    def _visit(self, field: Selected, value: Value) -> None:
        if isinstance(value.value, list):
            for index in range(len(value.value)):
                self._visit(field, value.item(index))
        elif isinstance(value.value, dict) and value.sets:
            source = self.entered([value.source(self.rules._target(field))])[0]
            for family, key in self.identities([source]):
                occurrence = Occurrence(source, family, key, self.leaves(source))
                self.families[family][key].append(occurrence)
            for inner in self.fields(source):
                self._visit(*inner)

    # Objects

    def type(self, sources: list[Source]) -> str | None:
        recorded = {self.rules._type([source], source.declared) for source in sources} - {None}
        return recorded.pop() if len(recorded) == 1 else None

    def keys_of(self, sources: list[Source], type: str) -> dict[str, str]:
        """Returns the key fields of an object that all sources with them agree in, with their values as text."""
        found = {}
        for name in dict.fromkeys(["id", *self.keys.get(type, ())]):
            values = {text for source in sources if (text := self._plain(source, name)) is not None}
            if len(values) == 1:
                found[name] = values.pop()
        return found

    def _plain(self, source: Source, name: str) -> str | None:
        """Returns the text of a field without arguments and directives."""
        for key, fields in source.by_key.items():
            value = source.value.get(key)
            if all(each.signature == (name, "{}", "", ()) for each in fields):
                if isinstance(value, str | int | float) and not isinstance(value, bool):
                    return value if isinstance(value, str) else canonical(value)
        return None

    def entered(self, sources: list[Source]) -> list[Source]:
        """Takes the argument that looks up this very object out of the context of its identity."""
        type = self.type(sources)
        keys = self.keys_of(sources, type) if type else {}
        own = {(name, key) for field, key in keys.items() for name in argument_names(type, field)}
        made = []
        for source in sources:
            place = source.place
            if place.identity is not None:
                made.append(source)
                continue
            cut = len(place.context) - place.own
            kept = [pair for pair in place.context[cut:] if (pair[0], text_of(pair[1])) not in own]
            shape = place.shape
            if place.own:
                shape = (*shape[:-1], (shape[-1][0], tuple(kept)))
            place = replace(place, identity=(*place.context[:cut], *kept), own=0, shape=shape)
            made.append(replace(source, place=place))
            if self.rules.schema:
                made[-1].know(type)
        return made

    def identities(self, sources: list[Source]) -> Iterator[tuple[Family, str]]:
        """Yields the family and the key of an object for each of its key fields. The sources are entered."""
        type = self.type(sources)
        if type:
            place = min((source.place for source in sources), key=lambda place: (bool(place.owner), len(place.identity or ())))
            for field, key in self.keys_of(sources, type).items():
                yield (type, field, frozenset(place.identity or ())), key

    # Leaves

    def fields(self, source: Source) -> Iterator[tuple[Selected, Value]]:
        """Yields the recorded fields of an object whose meaning is certain."""
        type = self.type([source])
        done = set()
        for fields in source.by_key.values():
            for field in fields:
                if field.signature not in done:
                    done.add(field.signature)
                    for value in self.rules._recorded(field, type, source):
                        twins = source.by_key[value.path[-1]]
                        possible = [each for each in twins if self.rules._decides(each, type) is not False]
                        # Without its type, an object may have one of several fields.
                        if len({self.rules._target(each) for each in possible}) == 1:
                            yield possible[0], value

    def leaves(self, source: Source, of_objects: bool = False) -> dict[Chain, Any]:
        """Returns the leaves of an object. With `of_objects`, also the chains to objects and lists of objects."""
        found: dict[Chain, Any] = {}
        for field, value in self.fields(source):
            for chain, each in self._leaves(field, value, of_objects).items():
                found.setdefault((field.signature, *chain), each)
        return found

    def _leaves(self, field: Selected, value: Value, of_objects: bool) -> dict[Chain, Any]:
        if value.is_error:
            return {}
        if not value.sets:
            return {(): None if value.value is None else canonical(value.value)}
        target = self.rules._target(field)
        if isinstance(value.value, dict):
            own = {(): "object"} if of_objects else {}
            return own | self.leaves(value.source(target), of_objects)
        if not value.value:
            chains = self.chains(value.record.prepared, value.sets, target)
            return {chain: value.value for chain in [*chains, *([()] if of_objects else [])]}
        elements = [self._leaves(field, value.item(index), of_objects) for index in range(len(value.value))]
        chains = dict.fromkeys(chain for element in elements for chain in element)
        return {chain: [element.get(chain, MISSING) for element in elements] for chain in chains}

    def chains(self, prepared: Any, sets: Any, declared: str | None, type: str | None = None) -> list[Chain]:
        """Returns the chains to all leaves that are selected."""
        found: dict[Chain, None] = {}
        for field in prepared.fields(sets, declared, type):
            inner: list[Chain] = [()]
            if field.selections:
                inner = self.chains(prepared, [(field.selections, True)], self.rules._target(field))
            found |= dict.fromkeys((field.signature, *chain) for chain in inner)
        return list(found)

    # Evidence

    def is_refuted(self, family: Family) -> bool:
        """Returns True if a key has two objects: two occurrences at one path differ, so the path is not the cause."""
        if family not in self._refuted:
            chains = {chain for each in self.families[family].values() for one in each for chain in one.leaves}
            self._refuted[family] = any(
                one.shape == other.shape and differs(one.leaves[chain], other.leaves[chain])
                for chain in chains
                for one, other in self._pairs(family, chain)
            )
        return self._refuted[family]

    def is_disabled(self, family: Family, chain: Chain) -> bool:
        """Returns True if two occurrences of one object have different values of a leaf."""
        if self.evidence is not Evidence.ANY_PATHS and self.is_refuted(family):
            return True
        if (family, chain) not in self._disabled:
            pairs = self._pairs(family, chain)
            self._disabled[family, chain] = any(differs(one.leaves[chain], other.leaves[chain]) for one, other in pairs)
        return self._disabled[family, chain]

    def is_confirmed(self, family: Family, chain: Chain, asked: list[Chain], used: Chain) -> bool:
        """Returns True if one object has a leaf with one value at two paths, and no object has two values."""
        if self.is_disabled(family, chain):
            return False
        agreeing = [
            {one.shape, other.shape}
            for one, other in self._pairs(family, chain)
            if one.steps != other.steps and one.leaves[chain] == other.leaves[chain] and is_solid(one.leaves[chain])
        ]
        match self.evidence:
            case Evidence.ANY_PATHS:
                return bool(agreeing)
            case Evidence.USED_PATH:
                return any(len(shapes) == 2 and used in shapes for shapes in agreeing)
            case Evidence.BOTH_PATHS:
                return any(shapes == {used, shape} for shapes in agreeing for shape in asked)

    def _pairs(self, family: Family, chain: Chain) -> list[tuple[Occurrence, Occurrence]]:
        """Returns all pairs of occurrences of one object that have a leaf."""
        if (family, chain) not in self._found:
            found = self._found[family, chain] = []
            for occurrences in self.families[family].values():
                having = [each for each in occurrences if chain in each.leaves]
                found += [(one, other) for index, one in enumerate(having) for other in having[:index]]
        return self._found[family, chain]


def argument_names(type: str | None, field: str) -> list[str]:
    """Returns the names that the argument for a key may have."""
    prefixed = [f"{type[:1].lower()}{type[1:]}{field[:1].upper()}{field[1:]}"] if type else []
    return [field, *prefixed]


def text_of(value: str) -> str | None:
    """Returns the text of an argument that may be a key."""
    if value.startswith('"'):
        return json.loads(value)
    return value if value.lstrip("-").isdecimal() else None
