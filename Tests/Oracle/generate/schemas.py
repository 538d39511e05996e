"""Random schemas as SDL: valid ones of every kind of definition, and ones with something wrong."""

from __future__ import annotations

from random import Random

from graphql import build_ast_schema, parse, validate_schema
from graphql.validation.validate import validate_sdl

from generate.tokens import mutated as with_odd_token

BUILT_IN = ["Int", "Float", "String", "Boolean", "ID"]
WORDS = ["name", "size", "owner", "items", "color", "parent", "count", "label", "state", "next", "code", "total"]
DESCRIPTIONS = [
    '"A thing"', '"""A thing"""', '"""\nTwo lines,\n  one indented\n"""', '""', '""""""', '"it\'s \\"quoted\\""',
    '"""Says \\""" inside"""', '"trailing backslash \\\\"', '"""\n\n  blank lines around\n\n"""', '"é 漢 🙂"',
    '"long ' + "word " * 30 + '"', '"line\\nbreak"', '"""ends with a quote" """', '"   leading"', '"tab\\tin"',
]
TYPE_PLACES = ["SCALAR", "OBJECT", "INTERFACE", "UNION", "ENUM", "INPUT_OBJECT"]
PLACES = ["SCHEMA", *TYPE_PLACES, "FIELD_DEFINITION", "ARGUMENT_DEFINITION", "ENUM_VALUE", "INPUT_FIELD_DEFINITION"]
QUERY_PLACES = ["QUERY", "MUTATION", "SUBSCRIPTION", "FIELD", "FRAGMENT_DEFINITION", "FRAGMENT_SPREAD",
                "INLINE_FRAGMENT", "VARIABLE_DEFINITION"]


class SchemaWriter:
    """Writes one valid schema."""

    def __init__(self, random: Random):
        self.random = random
        count = random.randrange
        self.scalars = [f"Scalar{n}" for n in range(count(3))]
        self.enums = {f"Enum{n}": [f"V{n}_{m}" for m in range(1 + count(4))] for n in range(1 + count(2))}
        self.interfaces = [f"Face{n}" for n in range(count(4))]
        self.objects = [f"Object{n}" for n in range(1 + count(4))]
        self.unions = [f"Union{n}" for n in range(count(3))]
        self.inputs = [f"Input{n}" for n in range(count(4))]
        self.directives: dict[str, tuple[bool, list[str]]] = {}
        self.unspecified: list[str] = []
        self.fields: dict[str, dict[str, tuple[str, str]]] = {}
        self.parents: dict[str, list[str]] = {}

    def sdl(self) -> str:
        """The whole text, its definitions in any order."""
        custom = self.random.random() < 0.3
        roots = {"query": "Query", "mutation": "Mutation", "subscription": "Subscription"}
        wanted = ["query", *[kind for kind in ("mutation", "subscription") if self.random.random() < 0.6]]
        named = {kind: ("The" + roots[kind] if custom else roots[kind]) for kind in wanted}
        parts = [self.directive(f"made{n}") for n in range(self.random.randrange(3))]
        parts += [f"{self.description()}scalar {name}{self.specified(name)}" for name in self.scalars]
        parts += [self.enum(name, values) for name, values in self.enums.items()]
        # An interface implements only earlier ones, and so all that those implement.
        for name in self.interfaces:
            self.inherit(name)
            parts.append(self.fielded("interface", name))
        for name in [*self.objects, *named.values()]:
            self.inherit(name, self.random.random() < 0.6 and name in self.objects)
            parts.append(self.fielded("type", name))
        parts += [self.union(name) for name in self.unions]
        parts += [self.input(name, place) for place, name in enumerate(self.inputs)]
        if custom or self.random.random() < 0.15:
            members = "\n".join(f"  {kind}: {name}" for kind, name in named.items())
            parts.append(f"{self.description()}schema{self.applied('SCHEMA')} {{\n{members}\n}}")
        parts += self.extensions()
        if self.random.random() < 0.5:
            self.random.shuffle(parts)
        return "\n\n".join(parts) + "\n"

    def description(self, indent: str = "") -> str:
        if self.random.random() > 0.25:
            return ""
        return self.random.choice(DESCRIPTIONS) + self.random.choice(["\n", "\n", " "]) + indent

    def deprecated(self) -> str:
        return self.random.choice(["", "", "", "", "", " @deprecated", ' @deprecated(reason: "Old")',
                                   ' @deprecated(reason: "")', " @deprecated(reason: null)"])

    def specified(self, name: str) -> str:
        if self.random.random() < 0.7:
            self.unspecified.append(name)
            return ""
        return ' @specifiedBy(url: "https://example.org/spec")'

    def directive(self, name: str) -> str:
        """A directive with arguments that nobody must give; where it may stand is remembered."""
        repeatable = self.random.random() < 0.4
        places = self.random.sample(PLACES + QUERY_PLACES, 1 + self.random.randrange(6))
        self.directives[name] = (repeatable, places)
        arguments = ", ".join(f"a{n}: {self.input_type(False)}" for n in range(self.random.randrange(3)))
        return (f"{self.description()}directive @{name}{f'({arguments})' if arguments else ''}"
                f"{' repeatable' if repeatable else ''} on {' | '.join(places)}")

    def applied(self, place: str) -> str:
        fitting = [name for name, (_, places) in self.directives.items() if place in places]
        if not fitting or self.random.random() > 0.4:
            return ""
        name = self.random.choice(fitting)
        return f" @{name}" * (2 if self.directives[name][0] and self.random.random() < 0.5 else 1)

    def enum(self, name: str, values: list[str]) -> str:
        body = "\n".join(
            f"  {self.description('  ')}{value}{self.deprecated()}{self.applied('ENUM_VALUE')}" for value in values)
        return f"{self.description()}enum {name}{self.applied('ENUM')} {{\n{body}\n}}"

    def inherit(self, name: str, wanted: bool = True) -> None:
        earlier = list(self.interfaces)
        if name in earlier:
            earlier = earlier[: earlier.index(name)]
            wanted = self.random.random() < 0.5
        parents: list[str] = []
        if wanted and earlier:
            for parent in self.random.sample(earlier, min(len(earlier), 1 + self.random.randrange(2))):
                parents += [each for each in [*self.parents[parent], parent] if each not in parents]
        self.parents[name] = parents
        fields: dict[str, tuple[str, str]] = {}
        for parent in parents:
            for field, (arguments, type_) in self.fields[parent].items():
                fields.setdefault(field, (arguments, self.narrower(type_, name)))
        for _ in range(1 + self.random.randrange(4)):
            # Own fields have names of their own, so that two interfaces never disagree.
            field = f"{self.random.choice(WORDS)}{name}{len(fields)}"
            fields[field] = (self.arguments(), self.output_type())
        self.fields[name] = fields

    def narrower(self, type_: str, _: str) -> str:
        return type_ + "!" if not type_.endswith("!") and self.random.random() < 0.2 else type_

    def fielded(self, keyword: str, name: str) -> str:
        parents = self.parents[name]
        implements = f" implements {' & '.join(parents)}" if parents else ""
        body = "\n".join(
            f"  {self.description('  ')}{field}{arguments}: {type_}{self.deprecated()}"
            f"{self.applied('FIELD_DEFINITION')}"
            for field, (arguments, type_) in self.fields[name].items())
        place = "INTERFACE" if keyword == "interface" else "OBJECT"
        return f"{self.description()}{keyword} {name}{implements}{self.applied(place)} {{\n{body}\n}}"

    def arguments(self) -> str:
        made = [f"{self.description('    ') if self.random.random() < 0.3 else ''}arg{n}: {self.input_type()}"
                for n in range(self.random.choice([0, 0, 0, 1, 2, 3]))]
        return f"({', '.join(made)})" if made else ""

    def wrapped(self, name: str) -> str:
        return self.random.choice(["{}", "{}", "{}!", "[{}]", "[{}!]", "[{}]!", "[{}!]!", "[[{}]]", "[[{}!]!]!"]).format(name)

    def output_type(self) -> str:
        composite = [*self.objects, *self.interfaces, *self.unions]
        leaves = [*BUILT_IN, *self.scalars, *self.enums]
        return self.wrapped(self.random.choice(composite if self.random.random() < 0.5 else leaves))

    def input_type(self, inputs: bool = True) -> str:
        """A type of an input with a default now and then; a required one only where arguments may be required."""
        choice = self.random.random()
        if inputs and self.inputs and choice < 0.3:
            return self.wrapped(self.random.choice(self.inputs)) + self.random.choice(["", "", self.applied("ARGUMENT_DEFINITION")])
        if choice < 0.5:
            name, values = self.random.choice(list(self.enums.items()))
            return self.random.choice([name, f"[{name}!]", f"{name} = {values[0]}", f"[{name}] = [{values[-1]}]"])
        if choice < 0.7:
            return self.random.choice(
                ["Int = 5", "Int! = -1", "Float = 1.5", "Float = 2", 'String = "a \\"b\\" \\\\"', "Boolean! = false",
                 "ID = 7", 'ID = "x"', "[Int] = [1, null]", "[Int] = 3", "String = null", '[[String!]!] = [["a"], []]',
                 'String = """block\n  two"""', "Float = 1e10", 'String = "é🙂"', "Int = 5 @deprecated"])
        name = self.random.choice([*BUILT_IN, *self.scalars])
        return self.wrapped(name) if inputs else name

    def union(self, name: str) -> str:
        members = self.random.sample(self.objects, 1 + self.random.randrange(len(self.objects)))
        lead = self.random.choice(["", "| "])
        return f"{self.description()}union {name}{self.applied('UNION')} = {lead}{' | '.join(members)}"

    def input(self, name: str, place: int) -> str:
        fields = []
        for number in range(1 + self.random.randrange(4)):
            # Only later ones may be required, so that no input type needs itself.
            later = self.inputs[place + 1 :]
            if self.random.random() < 0.2:
                type_ = self.random.choice(self.inputs)
            elif later and self.random.random() < 0.3:
                type_ = self.random.choice([f"{self.random.choice(later)}!", f"{self.random.choice(later)} = null"])
            else:
                type_ = self.input_type(False)
            fields.append(f"  {self.description('  ')}in{number}: {type_}{self.applied('INPUT_FIELD_DEFINITION')}")
        return f"{self.description()}input {name}{self.applied('INPUT_OBJECT')} {{\n" + "\n".join(fields) + "\n}"

    def extensions(self) -> list[str]:
        made = []
        if self.random.random() < 0.4:
            made.append(f"extend type {self.random.choice(self.objects)} {{ extended: Int }}")
        if self.random.random() < 0.2:
            made.append(f"extend enum {self.random.choice(list(self.enums))} {{ EXTENDED }}")
        if self.inputs and self.random.random() < 0.2:
            made.append(f"extend input {self.random.choice(self.inputs)} {{ extended: [Int!] = [1] }}")
        if self.unions and self.random.random() < 0.2:
            made.append("type Late { late: Int }")
            made.append(f"extend union {self.random.choice(self.unions)} = Late")
        if self.unspecified and self.random.random() < 0.2:
            made.append(f'extend scalar {self.random.choice(self.unspecified)} @specifiedBy(url: "https://example.org/more")')
        return made


def schema_text(random: Random) -> str:
    """A valid schema. What is written now and then breaks a rule after all, and is written anew."""
    while True:
        text = SchemaWriter(random).sdl()
        if is_valid(text):
            return text


def is_valid(text: str) -> bool:
    document = parse(text)
    return not validate_sdl(document) and not validate_schema(build_ast_schema(document, assume_valid_sdl=True))


BREAKS = [
    "type {type} {{ a: Int }}", "extend type Missing {{ a: Int }}", "extend input {type} {{ a: Int }}", "enum {type} {{ A }}",
    "type X1 {{ a: Missing }}", "type X2 {{ a: Int a: String }}", "type X3 {{ a(b: Int, b: Int): Int }}", "enum X4 {{ A A }}",
    "input X5 {{ a: X5! }}", "input X6 {{ a: X7! }} input X7 {{ a: X6! }}", "input X8 {{ a: Int a: Int }}", "type X9",
    "type __Own {{ a: Int }}", "type Y1 {{ __own: Int }}", "enum Y2 {{ true false null }}", "union Y3 = Int", "union Y4",
    "union Y5 = {type} | {type}", "type Y6 implements Face0 {{ other: Int }}", "type Y7 implements {type} {{ a: Int }}",
    "type Y8 implements Face0 & Face0 {{ a: Int }}", "interface Y9 implements Y9 {{ a: Int }}", "input Z1 {{ a: {type} }}",
    "type Z2 {{ a: Input0 }}", "type Z3 {{ a(b: {type}): Int }}", "directive @made0 on FIELD", "directive @z4(a: Missing) on FIELD",
    "directive @z5(a: Int, a: Int) on FIELD", "directive @z6 on FIELD_DEFINITION type Z6 {{ a: Int @z6 @z6 }}", "schema {{ query: Missing }}",
    "directive @z7(a: Int!) on OBJECT type Z7 @z7 {{ a: Int }}", "directive @__z8 on FIELD", "type Z9 @unknown {{ a: Int }}",
    "schema {{ query: {type} }}", "schema {{ query: {type} query: {type} }}", "extend schema {{ query: {type} }}", "{{ a }}",
    "extend schema {{ mutation: Input0 }}", "extend schema {{ subscription: Missing }}", "fragment F on {type} {{ a }}",
    "interface W1 {{ a: Int! }} type W2 implements W1 {{ a: Int }}", "interface W3 {{ a: [Int] }} type W4 implements W3 {{ a: [String] }}",
    "interface W5 {{ a(b: Int): Int }} type W6 implements W5 {{ a: Int }}", "scalar Int", "scalar {type}", "extend scalar Int @specifiedBy(url: \"x\")",
    "interface W7 {{ a: Int }} type W8 implements W7 {{ a(b: Int!): Int }}", "type W9 {{ a: Int @deprecated(reason: 5) }}",
    "interface V1 {{ a(b: Int): Int }} type V2 implements V1 {{ a(b: String): Int }}", "input V3 {{ a: Int! @deprecated }}",
    "interface V4 {{ a: Int }} interface V5 implements V4 {{ a: Int }} type V6 implements V5 {{ a: Int }}", "union V7 = Missing",
    "type V8 {{ a(b: Int! @deprecated): Int }}", "input V9 {{ a: Int = \"x\" }}", "extend type {type} {{ extended: Int }}",
    "extend enum Enum0 {{ V0_0 }}", "extend union Union0 = {type}", "extend input Input0 {{ in0: Int }}", "extend interface Face0 {{ a: Missing }}",
    "extend type {type} implements Face0", "type U1 implements Missing {{ a: Int }}", "scalar U2 @specifiedBy", "schema @made0 {{ query: Query }}",
    "interface U3 implements U4 {{ a: Int }} interface U4 implements U3 {{ a: Int }}", "type U5 {{ a: Int @skip(if: true) }}", "input U6",
    "directive @u7(a: Int @u7) on ARGUMENT_DEFINITION", "enum U8", "interface U9", "input T1 {{ a: [T1!]! }}", "type Query {{ again: Int }}",
    "interface T2 {{ a: T2 }} type T3 implements T2 {{ a: T3! }}", "extend interface Missing {{ a: Int }}", "directive @deprecated on FIELD",
    "interface S1 {{ a(b: Int = 1): Int }} type S2 implements S1 {{ a(b: Int = 2, c: Int, d: Int! = 3): Int }}", "extend enum {type} {{ A }}",
]


def broken_schema_text(text: str, random: Random) -> str:
    """A schema of which something was changed: a part that is wrong, missing or put in, or another token."""
    for _ in range(random.choice([1, 1, 2, 3])):
        parts = text.split("\n\n")
        match random.randrange(6):
            case 0:
                parts.pop(random.randrange(len(parts)))
                text = "\n\n".join(parts)
            case 1 | 2 | 3:
                types = [part.split()[1] for part in parts if part.startswith(("type ", "interface "))]
                made = random.choice(BREAKS).format(type=random.choice(types or ["Query"]))
                parts.insert(random.randrange(len(parts) + 1), made)
                text = "\n\n".join(parts)
            case 4:
                text = with_other_word(text, random)
            case _:
                text = with_odd_token(text, random)
    return text


def with_other_word(text: str, random: Random) -> str:
    """One word in place of another of the same text."""
    words = text.split(" ")
    words[random.randrange(len(words))] = random.choice(words)
    return " ".join(words)
