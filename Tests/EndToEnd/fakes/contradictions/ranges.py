"""Lower and upper bounds, ratings and percentages (rule 8)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from fakes.contradictions.objects import Thing, World
from fakes.contradictions.reading import number, words
from fakes.contradictions.report import Finding

BOUNDS = {"min": "max", "minimum": "maximum", "low": "high", "lowest": "highest", "lower": "upper", "from": "to",
          "floor": "ceiling", "cheapest": "dearest", "least": "most"}  # fmt: skip
PERCENT = {"percent", "percentage", "pct"}
# Percentages that may be negative or above 100.
CHANGES = {"change", "growth", "delta", "increase", "decrease", "difference", "markup", "return"}
SCALED = {"rating", "stars", "score", "grade", "progress", "probability", "severity", "pain", "level", "completion",
          *PERCENT}  # fmt: skip
# Values with a scale that are counts or sums of ratings.
COUNTED = {"count", "total", "number", "votes", "sum", "distribution"}
SCALE = re.compile(
    r"(?:from |between |scale of |scale: |in )?(-?\d+(?:\.\d+)?) ?(?:to|and|through|-|–|…|\.\.\.?) ?(-?\d+(?:\.\d+)?)",
    re.IGNORECASE,
)
OUT_OF = re.compile(r"(?:out of|of at most|maximum(?: is)?) (\d+)", re.IGNORECASE)


def scale(description: str | None) -> tuple[Decimal, Decimal] | None:
    """The range that a description states: `from 1 to 5`, `0-10`, `out of 10`."""
    if not description:
        return None
    if match := SCALE.search(description):
        low, high = Decimal(match[1]), Decimal(match[2])
        return (low, high) if low < high else None
    if match := OUT_OF.search(description):
        return Decimal(0), Decimal(match[1])
    return None


def bounds(thing: Thing) -> Iterator[tuple[str, Decimal, str, Decimal]]:
    """The pairs of numbers of which the first is the lower bound: `minPrice` and `maxPrice`, `low` and `high`."""
    found: dict[tuple[str, ...], tuple[str, Decimal]] = {}
    for name in (*thing.values, *thing.links):
        value = number(thing.links[name] if thing.links.get(name) is not None else thing.values.get(name))
        if value is not None:
            found[tuple(words(name))] = (name, value)
    for parts, (name, value) in found.items():
        for index, word in enumerate(parts):
            other = found.get((*parts[:index], BOUNDS.get(word, ""), *parts[index + 1 :]))
            if other is not None:
                yield name, value, *other


def scale_of(name: str, description: str | None) -> tuple[Decimal, Decimal] | None:
    """The range of a field: as its description states, or else as its name implies.

    Stars are 0 to 5, ratings 0 to 10 and percentages 0 to 100. A score without a description has no range.
    """
    found = set(words(name))
    if not found & SCALED or found & COUNTED:
        return None
    if (stated := scale(description)) is not None:
        return stated
    if found & PERCENT:
        return None if found & CHANGES else (Decimal(0), Decimal(100))
    if "stars" in found:
        return Decimal(0), Decimal(5)
    return (Decimal(0), Decimal(10)) if words(name)[-1] == "rating" else None


def judge(world: World) -> Iterator[Finding]:
    """Rule 8: a lower bound is at most its upper bound, and a rating or a percentage is in its range.

    An average of no ratings may be 0, also on a scale that begins with 1.
    """
    for thing in world.things():
        for low, least, high, most in bounds(thing):
            if least > most:
                yield Finding(8, str(thing), f"{low} is {least} and {high} is {most}")
        fields = world.fields(thing)
        for name, value in thing.values.items():
            held = number(value)
            if held is None or isinstance(value, str) and not words(name)[-1:] == ["rating"]:
                continue
            limits = scale_of(name, fields[name].description)
            average = {"average", "avg", "mean", "overall"} & set(words(name)) and held == 0
            if limits and not limits[0] <= held <= limits[1] and not average:
                yield Finding(8, str(thing), f"{name} is {held}, outside of {limits[0]} to {limits[1]}")
