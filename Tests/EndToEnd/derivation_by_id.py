"""The rules that derive answers by the ids of objects, as slow and clear Python.

Rule 1 joins a missing leaf from other recordings of the same object. Rule 2 answers a look-up, `product(id:)`, from a
recording of that object elsewhere. Both apply only if the other rules leave something missing.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from derivation_reference import Conflict, Donor, Reference, Source, Unknown, Value, View, only_value
from graphql import GraphQLSchema, SelectionSetNode, print_ast
from query_trees import MISSING, Request
from recorded_lookups import Lookups
from recorded_objects import Chain, Evidence, Occurrence, RecordedObjects, differs
from selected_fields import Prepared, Selected, canonical

POOL = 256


@dataclass
class Settings:
    """What endpoint.yaml says about keys."""

    # The key fields of types, beside `id`.
    keys: dict[str, list[str]] = field(default_factory=dict)
    # The argument of each root field that looks up an object by its key.
    lookups: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Borrowed:
    """The owner of a borrowed value."""

    occurrence: Occurrence
    # The requested paths of the object.
    paths: list[Chain]
    is_lookup: bool
    # endpoint.yaml says that it is the object, so its leaves need no evidence.
    is_configured: bool = False


class ReferenceById(Reference):
    """The rules for derived answers with the rules for ids."""

    evidence = Evidence.BOTH_PATHS

    def __init__(self, schema: GraphQLSchema | None = None, settings: Settings | None = None) -> None:
        super().__init__(schema)
        self.settings = settings or Settings()
        self.objects: RecordedObjects | None = None
        # The objects of the last pool, which many queries have in common.
        self._objects: RecordedObjects | None = None
        self._known: list[int] = []
        # False while one occurrence must have everything.
        self._joins = True
        # The rules that the last answer needed: "join" and "lookup".
        self.needed: set[str] = set()

    @property
    def rules(self) -> str:
        """Names the rules that the last answer needed."""
        return f"by {' and '.join(sorted(self.needed)) or 'fields'}"

    def derive(self, asked: Request, donors: list[Donor]) -> dict[str, Any]:
        self.objects, self._joins = None, True
        self.needed = set()
        with suppress(Unknown):
            return super().derive(asked, donors)
        prepared, records = self._prepared(asked, donors)
        pool = self._pool(donors, prepared)
        if [id(record) for record in pool] != self._known:
            self._known = [id(record) for record in pool]
            self._objects = RecordedObjects(self, pool, self._keys())
        self.objects = self._objects
        data = self._root(prepared, records)
        self.objects = None
        self._check_used(records)
        return data

    def _pool(self, donors: list[Donor], asked: Prepared) -> list[Any]:
        """Returns the records of queries with one answer and without errors."""
        answers: dict[str, set[str]] = {}
        for donor in donors:
            answers.setdefault(request_of(donor), set()).add(canonical([donor.status, donor.answer]))
        pool = {}
        for donor in donors:
            record = self._record(donor)
            if record and not donor.answer.get("errors") and len(answers[request_of(donor)]) == 1:
                if record.prepared.directives == asked.directives:
                    pool.setdefault(request_of(donor), record)
        return list(pool.values())[:POOL]

    def _keys(self) -> dict[str, list[str]]:
        keys = {type: list(fields) for type, fields in self.settings.keys.items()}
        for type in self.schema.type_map.values() if self.schema else ():
            for directive in getattr(type.ast_node, "directives", None) or ():
                if directive.name.value == "key":
                    fields = [each.value.value for each in directive.arguments if each.name.value == "fields"]
                    keys.setdefault(type.name, []).extend(each for each in fields if each.isidentifier())
        return keys

    # Rule 1

    def _object(
        self, asked: Prepared, sets: list[SelectionSetNode], sources: list[Source], declared: str | None
    ) -> dict[str, Any]:
        if not self.objects or not sources[0].path:
            return super()._object(asked, sets, sources, declared)
        sources = self.objects.entered(sources)
        with suppress(Unknown):
            return super()._object(asked, sets, sources, declared)
        if not self._joins or not (others := self._others(asked, sets, sources, declared)):
            raise Unknown
        data = super()._object(asked, sets, [*sources, *others], declared)
        self.needed.add("join")
        return data

    def _others(
        self, asked: Prepared, sets: list[SelectionSetNode], sources: list[Source], declared: str | None
    ) -> list[Source]:
        """Returns the other occurrences of an object that have a missing leaf."""
        assert self.objects
        type = self.objects.type(sources)
        wanted = self.objects.chains(asked, [(each, True) for each in sets], declared, type)
        mine = [self.objects.leaves(source, of_objects=True) for source in sources]
        missing = [chain for chain in wanted if not any(is_whole(leaves.get(chain, MISSING)) for leaves in mine)]
        others = []
        for family, key in self.objects.identities(sources):
            paths = [path for source in sources for path in requested_paths(source)]
            for occurrence in self.objects.families[family][key]:
                having = [chain for chain in missing if chain in occurrence.leaves]
                if any(self.objects.is_confirmed(family, chain, paths, occurrence.shape) for chain in having):
                    self._check_equal(occurrence, mine)
                    others.append(self._borrowed(occurrence, paths))
        return others

    def _check_equal(self, occurrence: Occurrence, mine: list[dict[Chain, Any]]) -> None:
        """Checks all fields that an occurrence shares with the object that borrows from it."""
        assert self.objects
        other = self.objects.leaves(occurrence.source, of_objects=True)
        for leaves in mine:
            if any(differs(value, other.get(chain, MISSING)) for chain, value in leaves.items()):
                raise Conflict

    def _borrowed(self, occurrence: Occurrence, paths: list[Chain], lookup: str | None = None) -> Source:
        """Returns the source of an occurrence, joined or looked up by a root field."""
        source = occurrence.source
        owner = Borrowed(occurrence, paths, lookup is not None, lookup in self.settings.lookups)
        return replace(source, place=replace(source.place, owner=owner, chain=()))

    def _value(self, asked: Prepared, sets: list[SelectionSetNode], values: list[Value], target: str | None) -> Any:
        """Prefers recorded values to borrowed ones."""
        own = [value for value in values if not value.place.owner]
        own = [value for value in own if not value.is_error or (sets and value.value is not None)]
        borrowed = [value for value in values if value.place.owner]
        if self.objects and borrowed and not own:
            # Objects are recognized by their keys. A null and an empty list stand for all leaves below.
            below = self.objects.chains(asked, [(each, True) for each in sets], target) if sets else [()]
            names = dict.fromkeys(["id", *self.objects.keys.get(target or "", ())])
            keys = [((name, "{}", "", ()),) for name in names]
            borrowed = [
                value
                for value in borrowed
                if all(self._may_borrow(value, chain) for chain in below)
                or (sets and value.value and any(self._may_borrow(value, chain) for chain in keys))
            ]
        return super()._value(asked, sets, [*own, *borrowed] if sets else own or borrowed, target)

    def _may_borrow(self, value: Value, below: Chain) -> bool:
        assert self.objects
        owner, chain = value.place.owner, (*value.place.chain, *below)
        family, shape = owner.occurrence.family, owner.occurrence.shape
        if owner.is_lookup and (self.evidence is Evidence.ANY_PATHS or owner.is_configured):
            return not self.objects.is_disabled(family, chain)
        return self.objects.is_confirmed(family, chain, owner.paths, shape)

    def _use(self, values: list[Value]) -> None:
        super()._use([value for value in values if not value.place.owner])

    # Rule 2

    def _field(self, asked: Prepared, indices: list[int], views: list[View]) -> Any:
        with suppress(Unknown):
            return super()._field(asked, indices, views)
        if not self.objects or not views or views[0].sources[0].path:
            raise Unknown
        nodes = [views[0].asked[index] for index in indices]
        sets = [node.selections for node in nodes if node.selections]
        if not sets or len({node.signature for node in nodes}) > 1:
            raise Unknown
        if any(True for view in views for source in view.sources for _ in self._recorded(nodes[0], view.type, source)):
            raise Unknown
        return self._look_up(asked, nodes[0], sets)

    def _look_up(self, asked: Prepared, node: Selected, sets: list[SelectionSetNode]) -> Any:
        """Returns the object from one occurrence that has everything, else one occurrence with joined fields."""
        assert self.objects
        occurrences = Lookups(self.objects, self.settings.lookups).occurrences(node)
        path = ((node.name, tuple(sorted(occurrences[0].family[2]))),) if occurrences else ()
        for self._joins in (False, True):
            found = []
            for occurrence in occurrences:
                source = self._borrowed(occurrence, [path], node.name)
                with suppress(Unknown):
                    found.append(self._object(asked, sets, [source], self._target(node)))
            if found:
                self._joins = True
                self.needed.add("lookup")
                return only_value(found)
        raise Unknown


def requested_paths(source: Source) -> list[Chain]:
    """Returns the requested paths of an object, which may be borrowed from another path."""
    shape, owner = source.place.shape, source.place.owner
    if owner is None:
        return [shape]
    return [(*path, *shape[len(owner.occurrence.shape) :]) for path in owner.paths]


def is_whole(value: Any) -> bool:
    if isinstance(value, list):
        return all(map(is_whole, value))
    return value is not MISSING


def request_of(donor: Donor) -> str:
    return canonical([print_ast(donor.document), donor.variables])
