"""The rules for derived answers as slow and clear Python.

They are written from their description, not from the Swift code.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from operator import eq
from typing import Any

from graphql import DocumentNode, GraphQLSchema, SelectionSetNode, get_named_type, is_abstract_type, is_object_type
from query_trees import MISSING, Request
from selected_fields import Invalid, NotDerived, Prepared, Selected, canonical

# Arguments that select the members of a list.
PAGING = {"first", "last", "before", "after"}


class Unknown(NotDerived):
    """The recordings do not contain a requested field."""


class Conflict(NotDerived):
    """Two recordings have different values of one field."""


def only_value(values: list[Any]) -> Any:
    """Returns the value if all of these are equal."""
    if len({canonical(value) for value in values}) > 1:
        raise Conflict
    return values[0]


@dataclass(frozen=True)
class Donor:
    """A recorded query with its answer."""

    document: DocumentNode
    variables: dict[str, Any]
    answer: dict[str, Any]
    status: int = 200


@dataclass
class Record:
    """A donor with its prepared operation."""

    prepared: Prepared
    data: dict[str, Any]
    # The paths of its errors.
    errors: list[tuple[Any, ...]]


@dataclass(frozen=True)
class Place:
    """The fields on the way to a value. The rules for ids need them."""

    # The fields from the root, without indices in lists.
    steps: tuple[Any, ...] = ()
    # The names and values of the arguments on the way.
    context: tuple[tuple[str, str], ...] = ()
    # The number of pairs at the end of the context that may look up this very object.
    own: int = 0
    # The context without the argument that looks up this very object. An id may be unique only inside its parent, so
    # those that look up a parent count.
    identity: tuple[tuple[str, str], ...] | None = None
    # The fields from the root without arguments that select a member or look up an object.
    shape: tuple[Any, ...] = ()
    # The occurrence that the value was borrowed from, and the fields from there.
    owner: Any = None
    chain: tuple[Any, ...] = ()

    def into(self, field: Selected) -> Place:
        pairs = tuple((name, canonical(value)) for name, value in json.loads(field.args).items() if name not in PAGING)
        if field.signature[2:] != ("", ()):
            pairs += (("@", canonical(field.signature[2:])),)
        chain = (*self.chain, field.signature) if self.owner else ()
        steps, shape = (*self.steps, field.signature), (*self.shape, (field.name, pairs))
        return Place(steps, (*self.context, *pairs), len(pairs), None, shape, self.owner, chain)


@dataclass
class Value:
    """A recorded value of one field, with the selection sets of the field."""

    record: Record
    path: tuple[Any, ...]
    value: Any
    sets: list[tuple[SelectionSetNode, bool]]
    place: Place = Place()

    def item(self, index: int) -> Value:
        return Value(self.record, (*self.path, index), self.value[index], self.sets, replace(self.place, own=0))

    def source(self, declared: str | None) -> Source:
        return Source(self.record, self.path, self.value, self.sets, declared, self.place)

    @property
    def donor(self) -> tuple[int, int]:
        return id(self.record), id(self.place.owner)

    @property
    def is_error(self) -> bool:
        """True if the value has a null that an error may have caused: a null at, above or below the path of one."""

        def caused(value: Any, path: tuple[Any, ...]) -> bool:
            match value:
                case None:
                    # One of the paths begins with the other.
                    return any(all(map(eq, path, error)) for error in self.record.errors)
                case list():
                    return any(caused(each, (*path, index)) for index, each in enumerate(value))
                case dict():
                    return any(caused(each, (*path, name)) for name, each in value.items())
            return False

        return bool(self.record.errors) and caused(self.value, self.path)


@dataclass
class Source:
    """A recorded object with the fields that were selected for it."""

    record: Record
    path: tuple[Any, ...]
    value: dict[str, Any]
    sets: list[tuple[SelectionSetNode, bool]]
    declared: str | None
    place: Place = Place()

    @property
    def donor(self) -> tuple[int, int]:
        return id(self.record), id(self.place.owner)

    def __post_init__(self) -> None:
        self.know(None)

    def know(self, type: str | None) -> None:
        """Updates the fields for an object of this type."""
        fields = self.record.prepared.fields(self.sets, self.declared, type, is_root=not self.path)
        self.by_key: dict[str, list[Selected]] = {}
        for each in fields:
            self.by_key.setdefault(each.key, []).append(each)

    def only(self, name: str) -> Any:
        """Returns the value of a field without arguments, or MISSING. Ignores keys that another field may have."""
        for key, fields in self.by_key.items():
            if key in self.value and all((each.name, each.args) == (name, "{}") for each in fields):
                return self.value[key]
        return MISSING


@dataclass(eq=False)
class View:
    """An object as one donor recorded it, and the fields requested from it."""

    sources: list[Source]
    type: str | None
    asked: list[Selected]


class Reference:
    """The rules for derived answers. The schema is the one that understudy has, if any."""

    def __init__(self, schema: GraphQLSchema | None = None) -> None:
        self.schema = schema
        self._records: dict[int, tuple[Donor, Record | None]] = {}
        # The ids of the records with a value in the result.
        self._used: set[int] = set()

    def answerable(self, asked: Request, donors: list[Donor]) -> bool:
        """Returns True if the rules derive an answer from these queries of one state and one identity."""
        try:
            self.derive(asked, donors)
        except NotDerived:
            return False
        return True

    def derive(self, asked: Request, donors: list[Donor]) -> dict[str, Any]:
        """Returns the data: from one donor if one has everything, else joined.

        Donors with different values derive nothing, because then the data changed without a mutation.
        """
        prepared, records = self._prepared(asked, donors)
        whole = []
        for record in records:
            with suppress(Unknown):
                whole.append(self._root(prepared, [record]))
        if whole:
            return only_value(whole)
        data = self._root(prepared, records)
        self._check_used(records)
        return data

    def _prepared(self, asked: Request, donors: list[Donor]) -> tuple[Prepared, list[Record]]:
        """Returns the query, and the records that may answer it."""
        prepared = Prepared(asked.document, asked.variables, self.schema)
        if prepared.operation.operation.value != "query":
            raise Unknown
        records = [record for donor in donors if (record := self._record(donor))]
        self._used = set()
        return prepared, [record for record in records if record.prepared.directives == prepared.directives]

    def _check_used(self, records: list[Record]) -> None:
        """Checks that values that were not requested are equal, too. Ignores fields that only one donor has."""
        joined = [record for record in records if id(record) in self._used]
        for record in joined:
            with suppress(Unknown):
                self._root(record.prepared, joined)

    def _record(self, donor: Donor) -> Record | None:
        """Prepares a donor. Returns None if its answer may not be used at all."""
        if id(donor) not in self._records:
            errors = donor.answer.get("errors") or []
            record = None
            if donor.status == 200 and donor.answer.get("data") and all(error.get("path") for error in errors):
                with suppress(Invalid):
                    prepared = Prepared(donor.document, donor.variables, self.schema)
                    if prepared.operation.operation.value == "query":
                        record = Record(prepared, donor.answer["data"], [tuple(error["path"]) for error in errors])
            self._records[id(donor)] = (donor, record)
        return self._records[id(donor)][1]

    def _root(self, prepared: Prepared, records: list[Record]) -> dict[str, Any]:
        if not records:
            raise Unknown
        declared = self.schema.query_type.name if self.schema else None
        sources = []
        for record in records:
            sets = [(record.prepared.operation.selection_set, True)]
            sources.append(Source(record, (), record.data, sets, declared))
        data = self._object(prepared, [prepared.operation.selection_set], sources, declared)
        if not data:
            # Everything is skipped. No client needs an answer to that.
            raise Unknown
        return data

    def _object(
        self, asked: Prepared, sets: list[SelectionSetNode], sources: list[Source], declared: str | None
    ) -> dict[str, Any]:
        """Returns the requested fields of an object that all sources recorded.

        Each field is compared, even if another one is unknown.
        """
        donors: dict[Any, list[Source]] = {}
        for source in sources:
            donors.setdefault(source.donor, []).append(source)
        views = []
        for mine in donors.values():
            type = self._type(mine, declared)
            if self.schema:
                for source in mine:
                    source.know(type)
            fields = asked.fields([(each, True) for each in sets], declared, type, is_root=not mine[0].path)
            views.append(View(mine, type, fields))
        if len({view.type for view in views if view.type}) > 1:
            raise Conflict
        # For each key: the requested fields, and the donors that know that all of them are included.
        groups: dict[str, tuple[list[int], list[View]]] = {}
        is_known = True
        for index, node in enumerate(views[0].asked):
            decisions = [(self._is_included(view.asked[index], view), view) for view in views]
            including = [view for decision, view in decisions if decision]
            is_excluded = any(decision is False for decision, _ in decisions)
            if including and is_excluded:
                raise Conflict
            if including:
                indices, able = groups.get(node.key, ([], views))
                groups[node.key] = [*indices, index], [view for view in able if view in including]
            elif not is_excluded:
                is_known = False
        data = {}
        for key, group in groups.items():
            with suppress(Unknown):
                data[key] = self._field(asked, *group)
        if not is_known or len(data) < len(groups):
            raise Unknown
        return data

    def _type(self, sources: list[Source], declared: str | None) -> str | None:
        """Returns the type of an object, or None if it is unknown."""
        if self._is_object(declared):
            return declared
        recorded = {name for source in sources if (name := source.only("__typename")) is not MISSING}
        if len(recorded) > 1:
            raise Conflict
        return next(iter(recorded), None)

    def _is_object(self, name: str | None) -> bool:
        return bool(name and self.schema and is_object_type(self.schema.get_type(name)))

    def _decides(self, node: Selected, type: str | None) -> bool | None:
        """Returns True if the type conditions around a field hold, or None if that is unknown."""
        if not node.conditions:
            return True
        if type is None:
            return None
        holds: list[bool | None] = []
        for condition in node.conditions:
            if condition == type:
                holds.append(True)
            elif self.schema:
                other = self.schema.get_type(condition)
                mine = self.schema.get_type(type)
                holds.append(is_abstract_type(other) and self.schema.is_sub_type(other, mine))
            else:
                holds.append(None)
        if False in holds:
            return False
        return None if None in holds else True

    def _is_included(self, node: Selected, view: View) -> bool | None:
        decided = self._decides(node, view.type)
        if decided is not None:
            return decided
        # If the donor selected the same field under the same type conditions, the presence of its key decides.
        decisions = set()
        for source in view.sources:
            for key, fields in source.by_key.items():
                if all((each.signature, each.chain) == (node.signature, node.chain) for each in fields):
                    if key in source.value:
                        decisions.add(True)
                    elif any(each.certain for each in fields):
                        decisions.add(False)
        if len(decisions) > 1:
            raise Conflict
        return next(iter(decisions), None)

    def _field(self, asked: Prepared, indices: list[int], views: list[View]) -> Any:
        if not views:
            raise Unknown
        values = []
        for view in views:
            nodes = [view.asked[index] for index in indices]
            first = nodes[0]
            if any(node.signature != first.signature for node in nodes):
                raise Unknown
            if first.name == "__typename" and view.type and not any(first.signature[2:]):
                return view.type
            values += [value for source in view.sources for value in self._recorded(first, view.type, source)]
        sets = [node.selections for node in nodes if node.selections]
        return self._value(asked, sets, values, self._target(first))

    def _target(self, field: Selected) -> str | None:
        """Returns the declared type of a field, if there is a schema."""
        if not self.schema or field.name.startswith("__"):
            return None
        return get_named_type(self.schema.get_type(field.parent).fields[field.name].type).name

    def _recorded(self, asked: Selected, type: str | None, source: Source) -> Iterator[Value]:
        """Yields the recorded values of a field, one for each key."""
        for key, fields in source.by_key.items():
            possible = [(each, self._decides(each, type)) for each in fields]
            possible = [(each, decided) for each, decided in possible if decided is not False]
            if key not in source.value or not possible:
                continue
            if any(each.signature != asked.signature for each, _ in possible):
                continue
            # The key is present, so conditions that all of them share hold.
            is_alike = len({each.chain for each, _ in possible}) == 1
            sets = [
                (each.selections, each.certain and bool(decided or is_alike))
                for each, decided in possible
                if each.selections
            ]
            place = source.place.into(possible[0][0])
            yield Value(source.record, (*source.path, key), source.value[key], sets, place)

    def _value(self, asked: Prepared, sets: list[SelectionSetNode], values: list[Value], target: str | None) -> Any:
        values = [value for value in values if not value.is_error or (sets and value.value is not None)]
        if not values:
            raise Unknown
        if not sets:
            self._use(values)
            return only_value([value.value for value in values])
        kinds = {value.value.__class__ for value in values}
        if len(kinds) > 1:
            raise Conflict
        if kinds == {list}:
            return self._list(asked, sets, values, target)
        self._use(values)
        if kinds == {dict}:
            return self._object(asked, sets, [value.source(target) for value in values], target)
        self._check_selected(asked, sets, values, target)
        return None

    def _use(self, values: list[Value]) -> None:
        self._used |= {id(value.record) for value in values}

    def _list(
        self, asked: Prepared, sets: list[SelectionSetNode], values: list[Value], target: str | None
    ) -> list[Any]:
        """Returns a list from one donor if one has everything, else joined by ids."""
        joined = [(value, ids) for value in values if (ids := self._ids(value, target))]
        if len({len(value.value) for value in values}) > 1 or len({ids for _, ids in joined}) > 1:
            raise Conflict
        by_donor: dict[Any, list[Value]] = {}
        for value in values:
            by_donor.setdefault(value.donor, []).append(value)
        whole = []
        for mine in by_donor.values():
            before = set(self._used)
            try:
                whole.append(self._elements(asked, sets, mine, target))
            except Unknown:
                self._used = before
        if whole:
            return only_value(whole)
        if len({value.donor for value, _ in joined}) < 2:
            raise Unknown
        return self._elements(asked, sets, [value for value, _ in joined], target)

    def _elements(
        self, asked: Prepared, sets: list[SelectionSetNode], values: list[Value], target: str | None
    ) -> list[Any]:
        self._use(values)
        if not values[0].value:
            self._check_selected(asked, sets, values, target)
        elements = []
        for index in range(len(values[0].value)):
            with suppress(Unknown):
                elements.append(self._value(asked, sets, [value.item(index) for value in values], target))
        if len(elements) < len(values[0].value):
            raise Unknown
        return elements

    def _ids(self, value: Value, target: str | None) -> str | None:
        """Returns the ids of the elements, or None if an id is missing or repeated."""
        ids = []
        for index, element in enumerate(value.value):
            if not isinstance(element, dict):
                return None
            key = Source(value.record, (*value.path, index), element, value.sets, target).only("id")
            if key is MISSING or key is None:
                return None
            ids.append(canonical(key))
        return canonical(ids) if ids and len(set(ids)) == len(ids) else None

    def _check_selected(
        self, asked: Prepared, sets: list[SelectionSetNode], values: list[Value], target: str | None
    ) -> None:
        """Checks the selections of a null or an empty list: one donor must have selected all requested fields."""
        for value in values:
            if self._selects(asked, sets, value.record.prepared, value.sets, target):
                return
        raise Unknown

    def _selects(
        self,
        asked: Prepared,
        sets: list[SelectionSetNode],
        donor: Prepared,
        recorded: list[tuple[SelectionSetNode, bool]],
        declared: str | None,
    ) -> bool:
        mine = donor.fields(recorded, declared)
        groups: dict[tuple[Any, ...], list[Selected]] = {}
        for node in asked.fields([(each, True) for each in sets], declared):
            groups.setdefault((node.signature, node.chain), []).append(node)
        for (signature, chain), nodes in groups.items():
            twins = [each for each in mine if each.signature == signature and each.chain in ((), chain)]
            if signature[0] == "__typename" and self._is_object(declared) and not any(signature[2:]):
                continue
            if not twins:
                return False
            target = self._target(nodes[0])
            inner = [node.selections for node in nodes if node.selections]
            outer = [(each.selections, each.certain) for each in twins if each.selections]
            if inner and not self._selects(asked, inner, donor, outer, target):
                return False
        return True
