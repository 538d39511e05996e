"""The order of an object's dates, and durations (rules 3 and 6)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from datetime import timedelta

from fakes.contradictions.objects import World
from fakes.contradictions.reading import Moment, core, days, event, words
from fakes.contradictions.report import Finding

# Dates of the world, which a record may be younger than.
HISTORY = {"birth", "birthday", "born", "dob", "death", "died", "founded", "established", "built", "release",
           "released", "hired", "hire", "incorporated", "effective", "valid",
           "manufactured", "opened", "launched"}  # fmt: skip
BIRTHS = {"birth", "birthday", "born", "dob"}
# Stamps of looking at a record, which do not update it.
LOOKS = {"last", "seen", "viewed", "pushed", "login", "accessed", "synced", "indexed", "active"}

# The words of a start and the words of its end. The other words of both names are equal.
SPANS = [
    ({"start", "starts", "started", "begin", "begins"}, {"end", "ends", "ended", "finish", "finished", "due"}),
    ({"checkin"}, {"checkout"}), ({"departure", "departs", "departed"}, {"arrival", "arrives", "arrived"}),
    ({"from"}, {"to", "until", "through"}), ({"opens"}, {"closes"}), ({"pickup"}, {"dropoff", "return"}),
    ({"issued", "issue", "published"}, {"expires", "expiry", "expiration", "due"}),
]  # fmt: skip
STRICT = {"checkin", "departure", "departs", "departed"}

# Events in the order of a life cycle. Each event precedes all later ones of its line.
LIFE_CYCLES = [
    ("ordered", "shipped", "delivered", "returned"), ("placed", "shipped", "delivered", "returned"),
    ("packed", "shipped"), ("paid", "refunded"), ("issued", "paid"), ("authorized", "captured", "refunded"),
    ("requested", "approved"), ("submitted", "approved"), ("submitted", "rejected"), ("invited", "accepted"),
    ("invited", "joined"), ("opened", "closed"), ("opened", "resolved"), ("resolved", "closed"),
    ("started", "completed"), ("started", "finished"), ("started", "ended"),
    ("scheduled", "completed"), ("published", "archived"),
    ("checked_in", "checked_out"), ("joined", "left"), ("admitted", "discharged"), ("sent", "delivered", "read"),
    ("sent", "read"), ("prescribed", "dispensed"), ("prescribed", "filled"), ("issued", "filled"), ("sent", "seen"),
    ("sent", "edited"), ("published", "edited"), ("posted", "edited"), ("booked", "cancelled"), ("booked", "completed"),
    ("placed", "cancelled"), ("placed", "paid"),
]  # fmt: skip
UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "night": 86400, "week": 604800, "ms": 0.001,
         "min": 60, "hr": 3600, "millisecond": 0.001, "sec": 1}  # fmt: skip
ISO = re.compile(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?")


def joined(name: str) -> tuple[str, ...]:
    """The words of a time's name, with `check in` and the like as one word."""
    text = " ".join(core(name))
    for one in ("check in", "check out", "pick up", "drop off"):
        text = text.replace(one, one.replace(" ", ""))
    text = text.replace("checkedin", "checkin").replace("checkedout", "checkout")
    return tuple(text.split())


def spans(times: dict[str, Moment]) -> Iterator[tuple[str, str, bool]]:
    """The pairs of a start and its end among times, and whether they differ for certain."""
    for one in times:
        for two in times:
            if one == two:
                continue
            a, b = joined(one), joined(two)
            for starts, ends in SPANS:
                start, end = starts & set(a), ends & set(b)
                if start == {"started"} and "due" in end:
                    continue
                if start and end and [w for w in a if w not in start] == [w for w in b if w not in end]:
                    yield one, two, bool(STRICT & start)


def is_birth(name: str) -> bool:
    return bool(BIRTHS & set(words(name))) and words(name)[-1] != "time"


def created(name: str) -> bool:
    return core(name) in (("created",), ("creation",), ("inserted",), ("booked",), ("placed",), ("ordered",))


def order(times: dict[str, Moment]) -> Iterator[tuple[str, str, bool]]:
    """The pairs of times of which the first is before the second or, unless the third is set, equal."""
    events = {name: event(name) for name in times}
    for one in times:
        for two in times:
            if one == two:
                continue
            if is_birth(one) and not is_birth(two):
                yield one, two, True
            elif created(one) and not created(two) and not HISTORY & set(words(two)):
                yield one, two, False
            elif core(two) in (("updated",), ("modified",), ("edited",)) and core(two) != ("edited",):
                if events[one] not in (None, "created") and not (HISTORY | LOOKS) & set(words(one)):
                    yield one, two, False
            elif any(
                events[one] in life and events[two] in life[life.index(events[one]) + 1 :]
                for life in LIFE_CYCLES
                if events[one] in life
            ):
                yield one, two, False
    yield from spans(times)


def length(name: str, value: object) -> list[tuple[float, float]] | None:
    """The lengths in seconds that a duration may denote, each with its precision; None for any other field."""
    found = words(name)
    if isinstance(value, str):
        if found[-1] in ("duration", "length") and (match := ISO.fullmatch(value)) and len(value) > 2:
            counts = [int(each or 0) for each in match.groups()]
            return [(sum(count * unit for count, unit in zip(counts, (86400, 3600, 60, 1), strict=True)), 60)]
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    unit = next((UNITS[each] for word in found if (each := word.rstrip("s") if word != "ms" else word) in UNITS), None)
    named = {"duration", "length"} & set(found)
    counts = found[-1] in ("nights", "days", "minutes", "hours") and found[:-1] in ([], ["total"], ["number", "of"])
    if unit and (named or counts or found == ["night", "count"]):
        return [(value * unit, unit)]
    if found == ["duration"]:
        return [(value * each, each) for each in (0.001, 1, 60, 3600, 86400)]
    return None


def fits(lengths: list[tuple[float, float]], start: Moment, end: Moment) -> bool:
    """Returns whether a duration is the difference of two times, rounded to its unit. Days may count both ends."""
    for seconds, unit in lengths:
        if unit >= 86400:
            difference = (end.at.date() - start.at.date()).days * 86400
            if abs(seconds - difference) < unit or seconds - difference == 86400:
                return True
        difference = (end.at - start.at) / timedelta(seconds=1)
        if abs(seconds - difference) < unit or math.isclose(seconds, difference, rel_tol=0.01):
            return True
    return False


def judge_nights(name: str, value: object, start: Moment, end: Moment) -> bool:
    """Returns whether a number of nights is exact: nights do not count both ends."""
    return "night" not in " ".join(words(name)) or value == (end.at.date() - start.at.date()).days


def judge(world: World) -> Iterator[Finding]:
    """Rules 3 and 6: dates are in the order of the life cycle, and a duration is the difference of a start and its end.

    A creation, a booking or an order precedes everything but dates of history (births, foundings, validity). An update
    follows every past
    event but looks at the record (`lastSeenAt`). A planned start precedes the due date, an actual one may not. Days may
    count both ends, nights may not.
    """
    _, latest = world.now()
    for thing in world.things():
        times = world.times(thing)
        for one, two, strictly in dict.fromkeys(order(times)):
            if not times[one].before(times[two], strictly):
                yield Finding(3, str(thing), f"{one} is {times[one]} and {two} is {times[two]}")
        pairs = list(dict.fromkeys((one, two) for one, two, _ in spans(times) if "due" not in words(two)))
        pairs = [pair for pair in pairs if not {"issued", "issue", "published"} & set(words(pair[0]))]
        for name, value in thing.values.items():
            lengths = length(name, value)
            if lengths and pairs:
                if not any(
                    fits(lengths, times[a], times[b]) and judge_nights(name, value, times[a], times[b])
                    for a, b in pairs
                ):
                    a, b = pairs[0]
                    yield Finding(6, str(thing), f"{name} is {value}, {a} is {times[a]} and {b} is {times[b]}")
            born = next((each for each in times if is_birth(each)), None)
            if words(name) == ["age"] and born and type(value) is int:
                years = days(latest - times[born].at) / 365.25
                if not years - 3 < value < years + 1:
                    yield Finding(6, str(thing), f"{name} is {value} and {born} is {times[born]}")
