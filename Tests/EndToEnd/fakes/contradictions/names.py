"""Slugs, handles, addresses and URLs made of names, and texts that repeat (rules 7 and 12)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from fakes.contradictions.objects import Thing, World
from fakes.contradictions.reading import folded, is_list, words
from fakes.contradictions.report import Finding
from graphql import get_named_type

NAMES = (
    "name",
    "title",
    "fullName",
    "displayName",
    "firstName",
    "lastName",
    "givenName",
    "familyName",
    "label",
    "headline",
)
TITLES = ("name", "title", "fullName", "displayName", "subject", "headline")
SLUGS = {"slug", "permalink", "handle"}
HANDLES = {"username", "login", "handle", "nickname", "screenname"}
URLS = (
    "url",
    "htmlUrl",
    "permalink",
    "website",
    "websiteUrl",
    "homepage",
    "webUrl",
    "publicUrl",
    "link",
    "resourcePath",
)
KEYED = ("slug", "login", "username", "handle", "id", "number", "code", "key", "sku", "databaseId")
PROSE = {
    "description",
    "body",
    "content",
    "text",
    "bio",
    "summary",
    "notes",
    "comment",
    "message",
    "about",
    "excerpt",
    "reason",
}
SMALL = {
    "the", "a", "an", "and", "or", "of", "in", "on", "at", "to", "for", "with", "is", "are", "was", "were", "it",
    "this", "that", "we", "i", "you", "they", "be", "by", "as", "from", "but", "not", "has",
    "have", "our", "its", "will", "can", "so", "if", "when", "after", "before", "than", "then", "no", "all", "my",
    "your", "their", "there", "up", "out",
}  # fmt: skip


def significant(texts: list[str]) -> list[str]:
    """The words of texts with at least three letters, or all words if there are no others."""
    found = [word for text in texts for word in folded(text)]
    return [word for word in found if len(word) >= 3 and word not in SMALL] or found


def own_names(thing: Thing) -> list[str]:
    return [value for name in NAMES if isinstance(value := thing.values.get(name), str) and value]


def shares(text: str, names: list[str]) -> bool:
    """Returns whether a text has a word of names, or the beginning of one with an initial (`mweber`)."""
    plain = "".join(folded(text))
    spelled = [text.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue") for text in names]
    return any(word in plain for word in significant(names) + significant(spelled))


def in_slug(slug: str, names: list[str]) -> bool:
    """Returns whether a slug has at least half of the significant words of one of the names."""
    plain = "".join(folded(slug))
    for name in names:
        parts = significant([name])
        spelled = significant([name.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")])
        if parts and max(sum(each in plain for each in way) for way in (parts, spelled)) * 2 >= len(parts):
            return True
    return False


def judge(world: World) -> Iterator[Finding]:
    """Rule 7: slugs, handles, e-mail addresses and URLs share words with the name or the title of their object.

    A slug has at least half of the significant words; the others have one. A URL may have a key instead. Fields of
    images and files (`avatarUrl`) are not judged, nor are names without Latin letters.
    """
    for thing in world.things():
        names = own_names(thing)
        if not significant(names):
            continue
        named = " / ".join(names)
        for name, value in thing.values.items():
            if not isinstance(value, str) or not value:
                continue
            last, whole = words(name)[-1], "".join(words(name))
            if last in SLUGS and whole not in HANDLES and not in_slug(value, names):
                yield Finding(7, str(thing), f"{name} is {value!r} and the name is {named!r}")
            elif whole in HANDLES and not shares(value, names):
                yield Finding(7, str(thing), f"{name} is {value!r} and the name is {named!r}")
            elif last in ("email", "mail") and "@" in value and not shares(value, names):
                yield Finding(7, str(thing), f"{name} is {value!r} and the name is {named!r}")
            elif name in URLS:
                keys = [str(thing.values[key]) for key in KEYED if thing.values.get(key) is not None]
                if not shares(value, names) and not any(key in value for key in keys):
                    yield Finding(7, str(thing), f"{name} is {value!r} and the name is {named!r}")


def judge_repetitions(world: World) -> Iterator[Finding]:
    """Rule 12: the first 20 members of a list have different names or titles within each type."""
    pairs: set[tuple[Thing, Thing]] = set()
    for label, things in world.seen:
        for field in TITLES:
            found: dict[tuple[str, str], Thing] = {}
            for thing in things[:20]:
                value = thing.values.get(field)
                if not isinstance(value, str) or not value:
                    continue
                other = found.setdefault((thing.type, value), thing)
                fresh = (thing, other) not in pairs and (other, thing) not in pairs
                if other is not thing and thing.key is not None and other.key is not None and fresh:
                    pairs.add((thing, other))
                    yield Finding(12, str(thing), f"{field} is {value!r}, as of {other} in {label}")


def pattern(sentence: str) -> str:
    """The small words of a sentence in their places, with one mark for each other word."""
    return " ".join(
        word if word in SMALL else "#" if word.isdigit() else "_" for word in re.findall(r"\w+", sentence.lower())
    )


def prose(world: World) -> dict[str, list[str]]:
    """The texts of at least four words in fields of prose, by field."""
    found: dict[str, list[str]] = defaultdict(list)
    for thing in world.things():
        fields = world.fields(thing)
        for name, value in thing.values.items():
            plain = not is_list(fields[name].type) and get_named_type(fields[name].type).name == "String"
            if plain and set(words(name)) & PROSE and isinstance(value, str) and len(value.split()) > 3:
                found[f"{thing.type}.{name}"].append(value)
    return found


def figures(world: World) -> dict[str, int]:
    """The number of distinct texts, sentences and sentence patterns among the first 100 texts of prose."""
    by_field = prose(world)
    texts = [text for row in zip(*[iter(each) for each in by_field.values()], strict=False) for text in row]
    rest = [text for each in by_field.values() for text in each]
    texts = list(dict.fromkeys([*texts, *rest]))[:100]
    sentences = [each for text in texts for each in re.split(r"(?<=[.!?])\s+|\n+", text) if each.strip()]
    return {
        "texts of prose": len(texts),
        "sentences in them": len(sentences),
        "distinct sentences": len(set(sentences)),
        "distinct sentence patterns": len({pattern(each) for each in sentences}),
    }
