"""Random servers whose objects are recorded at several paths, with fields that depend on the path or on look-alike ids.

These servers test the rules that derive answers by ids. Each has near twins: texts that are shorter in lists, fields
that depend on an argument further up, root fields that look up another object than the one they are asked for.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from random_servers import OBJECTS, FieldModel, Item, RandomServer


@dataclass(frozen=True)
class LinkedItem(Item):
    """An object, and what its fields may know of the way to it."""

    in_list: bool = False
    color: str | None = None


class LinkedServer(RandomServer):
    """A random server with lists and look-ups of every type that has an id."""

    # The percentage of types whose ids are unique only inside of a parent.
    local_ids = 10

    def __init__(self, seed: int, traceable: bool = False) -> None:
        self.twins = random.Random(f"twins {seed}")
        self.local: set[str] = set()
        super().__init__(seed, traceable)
        twins = self.twins
        leaves = [
            (type, each)
            for type in self.objects
            for each in self.fields[type].values()
            if each.name != "id" and each.type.strip("!") in ("String", "Int", "Float")
        ]
        # The fields that are shorter in lists, and those that depend on a color further up.
        self.short = {(type, each.name) for type, each in leaves if twins.random() < 0.3}
        self.colored = {(type, each.name) for type, each in leaves if twins.random() < 0.15}
        self.local = {type for type in self.ids if twins.random() * 100 < self.local_ids}
        # Root fields that answer another object than the one that they are asked for.
        self.shifted = {name for name in self.fields["Query"] if is_lookup(name) and twins.random() < 0.12}

    def _link(self, name: str, target: str) -> FieldModel:
        link = super()._link(name, target)
        keep = self.twins.random() < 0.4
        colored = {"color": "Color"} if self.twins.random() < 0.2 else {}
        return replace(link, args=link.args if keep else colored, raises=link.raises if keep else 0)

    def _roots(self) -> dict[str, FieldModel]:
        roots = super()._roots()
        for each in roots.values():
            each.raises = 0
        for name, key in self.ids.items():
            for root, type, args in [
                (f"find{name}", name, {f"{name[:1].lower()}{name[1:]}Id": key}),
                (f"top{name}", f"[{name}!]!", {}),
                (f"page{name}", f"[{name}!]!", {"first": "Int", "color": "Color"}),
                (f"best{name}", name, {"color": "Color"} if self.twins.random() < 0.5 else {}),
            ]:
                if root[:3] in ("top", "pag") or self.twins.random() < 0.6:
                    roots[root] = FieldModel(root, type, args, True)
        return roots

    def id_of(self, type: str, index: int) -> Any:
        return super().id_of(type, index % 2 if type in self.local else index)

    def _resolve(self, source: Item | None, info: Any, **args: Any) -> Any:
        parent, name = info.parent_type.name, info.field_name
        if parent == "Query" and is_lookup(name):
            return self._look_up(name, next(iter(args.values())))
        if parent == "Query" and name.startswith(("top", "page")):
            members = [Item(self.fields[parent][name].target, index) for index in range(OBJECTS)]
            random.Random(f"{name} {self.seed}").shuffle(members)
            count = args.get("first")
            return self._on_the_way(members[: 3 if count is None else count], True, args.get("color"))
        value = super()._resolve(source, info, **args)
        if not isinstance(source, LinkedItem):
            return self._on_the_way(value, isinstance(value, list), args.get("color"))
        if (parent, name) in self.short and source.in_list:
            value = f"{value[:3]}…" if isinstance(value, str) else value and -value
        if (parent, name) in self.colored and source.color:
            value = f"{value} in {source.color}" if isinstance(value, str) else value and value + len(source.color)
        return self._on_the_way(value, isinstance(value, list), args.get("color", source.color))

    def _on_the_way(self, value: Any, in_list: bool, color: str | None) -> Any:
        if isinstance(value, list):
            return [self._on_the_way(each, in_list, color) for each in value]
        if isinstance(value, Item):
            return LinkedItem(value.type, value.index, in_list, color)
        return value

    def _look_up(self, name: str, key: Any) -> LinkedItem | None:
        possible = self.possible(self.fields["Query"][name].target)
        found = [(type, index) for type in possible for index in range(OBJECTS) if self.key(type, index) == str(key)]
        if not found:
            return None
        type, index = found[0]
        return LinkedItem(type, (index + 1) % OBJECTS if name in self.shifted else index)

    def key(self, type: str, index: int) -> str:
        return str(self.id_of(type, index))


def is_lookup(name: str) -> bool:
    return name.startswith(("one", "find"))
