"""Random queries on servers whose objects are recorded at several paths."""

from __future__ import annotations

import copy
import random
from typing import Any

from graphql import get_named_type, is_composite_type
from linked_servers import LinkedServer, is_lookup
from query_trees import Field, Inline, Operation, Request, Var
from random_servers import OBJECTS
from related_queries import RelatedQueryGenerator


class LinkedQueryGenerator(RelatedQueryGenerator):
    """Generates queries with ids and types, and queries that need fields of one object from several of them."""

    # The share of the generated queries that are about ids.
    share = 0.8

    def __init__(self, server: LinkedServer, rng: random.Random) -> None:
        super().__init__(server, rng)
        names = list(server.ids)
        # The type of most queries, and the fields that most queries select. So objects are recorded often.
        self.favorite = rng.choice(names)
        self.lookup = rng.choice([name for name in self._roots_of(self.favorite) if is_lookup(name)])
        self.common = {type: self._few(type) for type in server.objects}
        self.arguments: dict[Any, dict[str, Any]] = {}

    def _few(self, type: str) -> list[str]:
        fields = self.schema.get_type(type).fields
        leaves = [name for name, each in fields.items() if not is_composite_type(get_named_type(each.type))]
        links = [name for name in fields if name not in leaves]
        leaves = [name for name in leaves if name != "id" and not self._fails(type, name)]
        return [*self.rng.sample(leaves, min(3, len(leaves))), *self.rng.sample(links, min(1, len(links)))]

    def _fails(self, type: str, name: str) -> bool:
        model = self.server.fields[type][name]
        return model.raises > 0 or model.type.startswith("[Int]")

    def query(self, like_apollo: bool = False) -> Request:
        if self.rng.random() > self.share:
            return super().query(like_apollo)
        while True:
            operation = Operation(self.rng.choice([None, "Get", "List"]))
            for _ in range(self.rng.choice([1, 1, 2])):
                operation.selections.append(self._root(operation, self._some_root(self._type())))
            if like_apollo:
                self._select_ids(operation)
            if request := self.request(operation):
                return request

    def related(self, one: Request, others: list[Request]) -> Request:
        """Returns a look-up of an object in a list, details with fields of the list, or another variation."""
        if self.rng.random() > self.share:
            return super().related(one, others)
        for _ in range(20):
            operation = copy.deepcopy(one.operation)
            made = self._looked_up(operation, others) if self.rng.random() < 0.5 else self._detailed(operation, others)
            operation.name = self.rng.choice([None, "Get", "Other"])
            if made and (request := self.request(operation)):
                return request
        return super().related(one, others)

    def _type(self) -> str:
        """Returns a type with an id. Few are common, so that their objects are recorded often."""
        return self.favorite if self.rng.random() < 0.85 else self.rng.choice(list(self.server.ids))

    def _roots_of(self, type: str) -> list[str]:
        roots = self.schema.query_type.fields
        return [name for name, each in roots.items() if type in self.server.possible(get_named_type(each.type).name)]

    def _some_root(self, type: str) -> str:
        """Returns a root field for a type. A look-up and a list of the favorite type are common."""
        if type == self.favorite and self.rng.random() < 0.85:
            return self.rng.choice([self.lookup, self.lookup, self.lookup, f"top{type}", f"page{type}"])
        return self.rng.choice(self._roots_of(type))

    def _root(self, operation: Operation, name: str) -> Field:
        rng = self.rng
        definition = self.schema.query_type.fields[name]
        made = Field(name, rng.choice([None, None, "a1"]))
        made.args = self._few_arguments(operation, name, definition)
        made.selections = self._members(operation, get_named_type(definition.type).name, 3)
        return made

    def _few_arguments(self, operation: Operation, name: str, definition: Any) -> dict[str, Any]:
        if is_lookup(name):
            target = get_named_type(definition.type).name
            (argument,) = definition.args
            key = self._key(target)
            value = self._variable(operation, definition.args[argument], key) if self.rng.random() < 0.4 else key
            return {argument: value}
        made = self._arguments(operation, definition)
        required = {each for each, argument in definition.args.items() if str(argument.type).endswith("!")}
        if self.rng.random() < 0.6:
            return {each: value for each, value in made.items() if each in required}
        return made

    def _key(self, type: str) -> Any:
        known = [name for name in self.server.possible(type) if name in self.server.ids]
        return self.server.id_of(self.rng.choice(known), self.rng.randrange(OBJECTS))

    def _members(self, operation: Operation, type: str, depth: int) -> list[Any]:
        """Returns a few fields of a type, most often with its id and name."""
        rng = self.rng
        fields = self.schema.get_type(type).fields if type != "Either" else {}
        made: list[Any] = []
        if "id" in fields and rng.random() < 0.9:
            made.append(Field("id", rng.choice([None] * 5 + ["key"])))
        if rng.random() < 0.8 or not fields:
            made.append(Field("__typename", rng.choice([None] * 5 + ["kind"])))
        names = [name for name in fields if name != "id"]
        if rng.random() < 0.85 and type in self.common:
            names = self.common[type]
        for name in rng.sample(names, min(len(names), rng.choice([1, 2, 2]))):
            made.append(self._member(operation, type, name, depth))
        for possible in self.server.possible(type) if len(self.server.possible(type)) > 1 else ():
            if rng.random() < 0.5:
                made.append(Inline(possible, [], self._members(operation, possible, depth)))
        return [each for each in made if each] or [Field("__typename")]

    def _member(self, operation: Operation, type: str, name: str, depth: int) -> Field | None:
        definition = self.schema.get_type(type).fields[name]
        target = get_named_type(definition.type)
        made = Field(name)
        made.args = self._few_arguments(operation, name, definition)
        if self.rng.random() < 0.85:
            while (type, name) not in self.arguments:
                if not any(isinstance(value, Var) for value in made.args.values()):
                    self.arguments[type, name] = made.args
                made.args = self._few_arguments(operation, name, definition)
            made.args = dict(self.arguments[type, name])
        if is_composite_type(target):
            if depth < 2:
                return None
            made.selections = self._members(operation, target.name, depth - 1)
        return made

    # Queries that need ids

    def _selected(self, operation: Operation, type: str) -> list[list[Any]]:
        """Returns the selections on a type in a query, at the root or deeper."""
        return [selections for selections, other in self._levels(operation) if other == type]

    def _merged(self, operation: Operation, others: list[Request]) -> None:
        """Adds other queries. Only their selections matter, so the caller removes them from the root."""
        for other in self.rng.sample(others, min(len(others), 2)):
            self._merge(operation, copy.deepcopy(other.operation))

    def _looked_up(self, operation: Operation, others: list[Request]) -> bool:
        """Makes a query of one object with the fields that a recorded query selects."""
        rng = self.rng
        self._merged(operation, others) if rng.random() < 0.3 else None
        type = self._type()
        root = rng.choice([name for name in self._roots_of(type) if is_lookup(name)])
        selected = self._selected(operation, type)
        if not selected:
            return False
        made = self._root(operation, self.lookup if type == self.favorite else root)
        made.selections = self._some(rng.choice(selected)) if rng.random() < 0.4 else self._usual(operation, type)
        if get_named_type(self.schema.query_type.fields[made.name].type).name != type:
            made.selections = [Inline(type, [], made.selections)]
        operation.selections = [made]
        return True

    def _detailed(self, operation: Operation, others: list[Request]) -> bool:
        """Adds fields of an object that are selected elsewhere, in this query or another one."""
        rng = self.rng
        kept = list(operation.selections)
        type = self._type()
        places = self._selected(operation, type)
        self._merged(operation, others)
        sources = self._selected(operation, type)
        operation.selections = kept
        if not places or not sources:
            return False
        place = rng.choice(places)
        place += self._some(rng.choice(sources)) if rng.random() < 0.4 else self._usual(operation, type)
        return True

    def _usual(self, operation: Operation, type: str) -> list[Any]:
        """Returns some of the fields that most queries select."""
        names = self.rng.sample(self.common[type], min(len(self.common[type]), self.rng.choice([1, 1, 2])))
        made = [self._member(operation, type, name, 2) for name in names]
        for each in made:
            if each:
                each.alias = f"y{self.rng.randrange(100)}"
        return [each for each in made if each] or [Field("__typename")]

    def _some(self, selections: list[Any]) -> list[Any]:
        """Returns some selections, with other aliases so that they can be merged."""
        chosen = self.rng.sample(selections, self.rng.randint(1, min(len(selections), 2)))
        chosen = copy.deepcopy(chosen)
        for each in chosen:
            if isinstance(each, Field):
                each.alias = f"x{self.rng.randrange(100)}"
        return chosen
