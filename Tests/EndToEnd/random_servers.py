"""Random GraphQL servers: a random schema, and resolvers that depend on the seed, the data and the user alone."""

from __future__ import annotations

import json
import random
import zlib
from dataclasses import dataclass, field, replace
from typing import Any

from graphql import DocumentNode, GraphQLError, build_schema, execute
from graphql.execution.values import get_directive_values

LEAVES = ["Int", "Float", "String", "Boolean", "ID", "Color", "JSON", "[Int!]", "[String]", "[Int]"]
NAMES = ["name", "title", "size", "color", "notes", "rank", "price", "owner", "parts", "next", "related", "peers"]
WORDS = ["oak", "Ångström", 'blue "sky"', "a\nb", "", "🇨🇦", "vase", "lamp"]
TEXTS = ["oak", "vase", "lamp"]
COLORS = ["RED", "GREEN", "BLUE"]
USERS = ["ada", "bob"]
OBJECTS = 4

HEAD = """directive @tag(label: String) on QUERY | FIELD | INLINE_FRAGMENT | FRAGMENT_SPREAD | FRAGMENT_DEFINITION
scalar JSON
enum Color { RED GREEN BLUE }
input Filter { text: String  limit: Int = 2  color: Color  key: ID  nested: Filter }
"""


def digest(*parts: Any) -> int:
    """Returns a number that depends on the parts alone and looks random."""
    return zlib.crc32(json.dumps(parts, sort_keys=True, default=str).encode()) * 2654435761 % 2**32 >> 4


@dataclass
class FieldModel:
    """A field of a random schema and the way it resolves."""

    name: str
    type: str
    args: dict[str, str]
    link: bool
    # The percentage of objects and arguments for which the field fails.
    raises: int = 0
    by_user: bool = False
    mutable: bool = False
    repeats: bool = False

    @property
    def sdl(self) -> str:
        args = f"({', '.join(f'{name}: {type}' for name, type in self.args.items())})" if self.args else ""
        return f"  {self.name}{args}: {self.type}"

    @property
    def target(self) -> str:
        return self.type.strip("[]!")


@dataclass(frozen=True)
class Item:
    """An object of a server."""

    type: str
    index: int


@dataclass
class Data:
    """The changes by mutations so far."""

    versions: dict[str, int] = field(default_factory=dict)
    version: int = 0

    def copy(self) -> Data:
        return Data(dict(self.versions), self.version)


class RandomServer:
    """A server with a random schema. Its answers depend on the seed, the data and the user alone.

    With `traceable`, mutations change only the fields of single objects that have an id.
    """

    def __init__(self, seed: int, traceable: bool = False) -> None:
        self.seed = seed
        self.data = Data()
        self.traceable = traceable
        self.rng = rng = random.Random(f"server {seed}")
        self.objects = [f"T{n}" for n in range(rng.randint(3, 6))]
        self.ids = {name: rng.choice(["ID!", "ID!", "ID!", "Int!"]) for name in self.objects if rng.random() < 0.8}
        self.ids[self.objects[0]] = "ID!"
        if traceable:
            self.ids = dict.fromkeys(self.ids, "ID!")
        self.long_ids = rng.random() < 0.5
        self.fields: dict[str, dict[str, FieldModel]] = {}
        self.interfaces: dict[str, list[str]] = {}
        with_id = [name for name in self.objects if self.ids.get(name) == "ID!"]
        for name in ("Node", "Thing"):
            pool = with_id if name == "Node" else self.objects
            self.interfaces[name] = sorted(rng.sample(pool, rng.randint(1, len(pool))))
        self.union = sorted(rng.sample(self.objects, rng.randint(2, 3)))
        self.composites = [*self.objects, *self.interfaces, "Either"]
        shared = {name: self._fields(2, 1) for name in self.interfaces}
        shared["Node"].pop("id", None)
        shared["Thing"] = {name: each for name, each in shared["Thing"].items() if name not in shared["Node"]}
        label = FieldModel("label", "String", {"first": "Int = 2"}, False, mutable=True)
        shared["Thing"] = {"label": label} | shared["Thing"]
        shared["Node"] = {"id": FieldModel("id", "ID!", {}, False)} | shared["Node"]
        self.fields |= shared
        for name in self.objects:
            own = {"id": FieldModel("id", self.ids[name], {}, False)} if name in self.ids else {}
            for interface, members in self.interfaces.items():
                if name in members:
                    own |= {each.name: self._implemented(each) for each in shared[interface].values()}
            self.fields[name] = self._fields(rng.randint(2, 4), rng.randint(1, 3)) | own
        self.fields["Query"] = self._roots()
        self.fields["Login"] = {"token": FieldModel("token", "String!", {}, False)}
        self.sdl = self._sdl()
        self.schema = build_schema(self.sdl)

    def _fields(self, leaves: int, links: int) -> dict[str, FieldModel]:
        rng = self.rng
        made = {}
        for name in rng.sample(NAMES, leaves + links)[:leaves]:
            type = rng.choice(LEAVES) + rng.choice(["", "!"])
            raises = rng.choice([0, 0, 0, 0, 25])
            args = self._args() if rng.random() < 0.4 else {}
            made[name] = FieldModel(name, type, args, False, raises, rng.random() < 0.1, rng.random() < 0.5)
        for name in [name for name in rng.sample(NAMES, len(NAMES)) if name not in made][:links]:
            made[name] = self._link(name, rng.choice(self.composites))
        return made

    def _implemented(self, model: FieldModel) -> FieldModel:
        """Returns the field of an interface for an object type. Its defaults may differ from the interface's."""
        others = {"Int = 2": "Int = 3", "Int": "Int = 1", "Color": "Color = RED", 'String = "oak"': 'String = "vase"'}
        args = {name: others.get(type, type) if self.rng.random() < 0.4 else type for name, type in model.args.items()}
        if model.name != "id" and self.rng.random() < 0.1:
            args["also"] = "Boolean = true"
        return replace(model, args=args)

    def _link(self, name: str, target: str) -> FieldModel:
        rng = self.rng
        type = rng.choice(["X", "X", "X!", "[X!]!", "[X!]!", "[X!]", "[X]", "[[X!]]"]).replace("X", target)
        args = self._args() if rng.random() < 0.4 else {}
        by_user = rng.random() < 0.05
        return FieldModel(name, type, args, True, rng.choice([0, 0, 0, 20]), by_user, repeats=rng.random() < 0.3)

    def _args(self) -> dict[str, str]:
        kinds = {
            "first": ["Int", "Int = 2", "Int! = 2"],
            "text": ["String", 'String = "oak"'],
            "key": ["ID"],
            "color": ["Color", "Color = GREEN", "Color!"],
            "open": ["Boolean", "Boolean = false"],
            "filter": ["Filter", "Filter = {limit: 1}", "Filter!"],
            "keys": ["[ID!]"],
        }
        names = self.rng.sample(sorted(kinds), self.rng.choice([1, 1, 2]))
        return {name: self.rng.choice(kinds[name]) for name in names}

    def _roots(self) -> dict[str, FieldModel]:
        rng = self.rng
        roots = {"viewer": FieldModel("viewer", self.objects[0], {}, True, by_user=True)}
        for name in self.composites:
            if name in self.ids or name == "Node":
                root = f"one{name}"
                roots[root] = FieldModel(root, name, {"id": self.ids.get(name, "ID!")}, True, rng.choice([0, 15]))
            if rng.random() < 0.6:
                roots[f"all{name}"] = link = self._link(f"all{name}", name)
                link.raises = link.raises if rng.random() < 0.1 else 0
        for name, leaf in self._fields(2, 0).items():
            mutable = leaf.mutable and not self.traceable
            leaf = replace(leaf, name=f"my{name.title()}", mutable=mutable, raises=0)
            roots[leaf.name] = leaf
        return roots

    def _sdl(self) -> str:
        parts = [HEAD]
        for name in self.interfaces:
            parts.append(self._block(f"interface {name}", self.fields[name]))
        parts.append(f"union Either = {' | '.join(self.union)}\n")
        for name in self.objects:
            kinds = [interface for interface, members in self.interfaces.items() if name in members]
            implements = f" implements {' & '.join(kinds)}" if kinds else ""
            parts.append(self._block(f"type {name}{implements}", self.fields[name]))
        parts.append(self._block("type Query", self.fields["Query"]))
        parts.append(self._block("type Login", self.fields["Login"]))
        changes = [f"  touch{name}(id: {key}, by: Int!): {name}" for name, key in self.ids.items()]
        if not self.traceable:
            changes.append("  shake(by: Int!): Int!")
        parts.append("\n".join(["type Mutation {", "  login(name: String!): Login!", *changes, "}\n"]))
        return "\n".join(parts)

    @staticmethod
    def _block(head: str, fields: dict[str, FieldModel]) -> str:
        return "\n".join([f"{head} {{", *(each.sdl for each in fields.values()), "}\n"])

    def id_of(self, type: str, index: int) -> Any:
        if self.ids[type] == "Int!":
            return index + 1
        return f"{type.lower()}-{index + 1}" if self.long_ids else str(index + 1)

    @staticmethod
    def index_of(key: Any) -> int | None:
        """Returns the index of the object with this id. Only the number in the id decides, in every type."""
        index = int(str(key).rsplit("-", 1)[-1]) - 1
        return index if index < OBJECTS else None

    def possible(self, type: str) -> list[str]:
        """Returns the object types of a type."""
        return self.interfaces.get(type) or (self.union if type == "Either" else [type])

    def run(self, document: DocumentNode, variables: dict[str, Any], user: str | None, data: Data) -> dict[str, Any]:
        """Returns the answer of the server with this data."""
        result = execute(
            self.schema,
            document,
            context_value=(data, user),
            variable_values=variables,
            field_resolver=self._resolve,
            type_resolver=lambda item, *_: item.type,
        )
        return result.formatted

    def _resolve(self, source: Item | None, info: Any, **args: Any) -> Any:
        data, user = info.context
        name, parent = info.field_name, info.parent_type.name
        if parent == "Mutation":
            return self._mutate(data, name, args)
        if parent == "Login":
            return source
        source = source or Item(parent, 0)
        model = self.fields[parent][name]
        if name == "id":
            return self.id_of(source.type, source.index)
        if name == "viewer":
            return Item(self.objects[0], USERS.index(user)) if user else None
        place = [self.seed, source.type, source.index, name, args]
        if model.by_user:
            place.append(user)
        if not model.link:
            tag = self.schema.get_directive("tag")
            for node in (info.operation, info.field_nodes[0]):
                place.append(get_directive_values(tag, node, info.variable_values))
        if digest("raises", *place) % 100 < model.raises:
            raise GraphQLError(f"{name} of {source.type} {source.index} failed")
        if parent == "Query" and name.startswith("one"):
            type = self.possible(model.target)[digest(args) % len(self.possible(model.target))]
            index = self.index_of(args["id"])
            return None if index is None else Item(type, index)
        if model.mutable:
            place += [data.version, data.versions.get(f"{source.type} {source.index}", 0)]
        return self._value(model.type, model, digest(*place))

    def _value(self, type: str, model: FieldModel, number: int) -> Any:
        if not type.endswith("!") and number % 7 == 0:
            return None
        number //= 7
        type = type.removesuffix("!")
        if type.startswith("["):
            items = [digest(number, n) for n in range(number % 4)]
            values = [self._value(type[1:-1], model, item) for item in items]
            if model.link and not model.repeats and not type.startswith("[["):
                values = list(dict.fromkeys(values))
            if type == "[Int]" and number % 5 == 0 and values:
                values[-1] = "not a number"
            return values
        match type:
            case "Int":
                return number % 1000 - 300
            case "Float":
                return number % 4000 / 8
            case "String":
                return f"{WORDS[number % len(WORDS)]}{number % 50 or ''}"
            case "Boolean":
                return number % 2 == 0
            case "ID":
                return f"k{number % 90}"
            case "Color":
                return COLORS[number % 3]
            case "JSON":
                options = [number % 9, {"b": [1, None], "a": {"id": str(number % 9)}}, [{"x": number % 9}], "text", 2.5]
                return options[number % 5]
        possible = self.possible(type)
        return Item(possible[number % len(possible)], number // 8 % OBJECTS)

    def _mutate(self, data: Data, name: str, args: dict[str, Any]) -> Any:
        if name == "login":
            return f"t-{args['name']}-{digest(self.seed)}"
        if name == "shake":
            data.version += args["by"]
            return data.version
        type = name.removeprefix("touch")
        index = self.index_of(args["id"])
        if index is None:
            return None
        key = f"{type} {index}"
        data.versions[key] = data.versions.get(key, 0) + args["by"]
        return Item(type, index)
