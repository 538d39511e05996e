"""Booleans that repeat a state, a date, a count or a relation (rule 2)."""

from __future__ import annotations

from collections.abc import Iterator

from fakes.contradictions.objects import Members, Thing, World
from fakes.contradictions.reading import event, is_time, moment, number, words
from fakes.contradictions.report import Finding
from fakes.contradictions.states import FINISHES, canonical, happened, state_fields, state_for

AUTHORS = ("author", "creator", "createdBy", "user", "owner", "sender", "postedBy", "customer", "organizer", "host")
MINE = {("mine",), ("own",), ("by", "me"), ("viewer", "did", "author"), ("viewer", "is", "author"), ("from", "me"),
        ("viewer", "is", "owner"), ("viewer", "is", "sender"), ("viewer", "owns")}  # fmt: skip
DUE = ("dueDate", "dueAt", "dueOn", "due", "deadline")
ENDS = ("expires", "expiry", "expiration")
OVER = {"completed", "cancelled", "closed", "resolved", "paid", "archived", "merged", "rejected", "voided", "refunded"}
# Booleans that are true while their event has not happened.
OPPOSITES = {"unread": "read", "unpaid": "paid", "open": "closed", "pending": "completed", "unresolved": "resolved"}
SAME_EVENT = [{"completed", "done", "finished", "complete"}, {"read", "seen"}, {"cancelled", "canceled"}]
NOT_ACTIVE = {"inactive", "suspended", "cancelled", "expired", "archived", "closed", "deleted", "completed", "draft"}


def flag(name: str) -> tuple[str, ...]:
    """The words of a Boolean without `is`, `was` or `has been`."""
    found = words(name)
    if found[:2] == ["has", "been"]:
        return tuple(found[2:])
    return tuple(found[1:] if len(found) > 1 and found[0] in ("is", "was") else found)


def same_event(one: str, two: str) -> bool:
    return one == two or any({one, two} <= group for group in SAME_EVENT)


def stamps_of(world: World, thing: Thing, what: str) -> list[str]:
    """The time stamps of an event, such as `closedAt` of `closed`, of which the object's values are known."""
    fields = world.fields(thing)
    return [
        name for name in thing.values
        if is_time(name, fields[name]) and (found := event(name)) is not None and same_event(found, what)
    ]  # fmt: skip


def of_event(world: World, thing: Thing, name: str, value: bool, latest) -> Iterator[str]:
    """A Boolean named after an event, against the event's time stamp and the state."""
    words_ = flag(name)
    states = state_fields(world, thing).values()
    if (word := "_".join(words_)) in OPPOSITES and word in {canonical(each) for _, known in states for each in known}:
        yield from of_named_state(world, thing, name, value, word)
        return
    what = OPPOSITES.get("_".join(words_), "_".join(words_))
    has = value if what == "_".join(words_) else not value
    for stamp in stamps_of(world, thing, what):
        at = thing.values[stamp]
        passed = at is not None and ((found := moment(at)) is None or found.at <= latest)
        if has != passed and not (at is not None and has):
            yield f"{name} is {str(value).lower()} and {stamp} is {at or 'null'}"
    if what == "closed" and "merged" in {canonical(each[0]) for each in state_fields(world, thing).values()}:
        return
    named = canonical(what) in {canonical(each) for _, known in state_fields(world, thing).values() for each in known}
    if not named and canonical(what) not in FINISHES:
        return
    if (state := state_for(world, thing, what)) is not None:
        field, now, known = state
        expected = happened(now, what, known)
        if expected is not None and expected != has:
            yield f"{name} is {str(value).lower()} and {field} is {now}"


def of_named_state(world: World, thing: Thing, name: str, value: bool, word: str) -> Iterator[str]:
    """A Boolean with an opposite that is a state, too: a draft is neither open nor closed."""
    for field, (state, known) in state_fields(world, thing).items():
        now = canonical(state)
        over = happened(state, OPPOSITES[word], known)
        if (now == word and not value) or (over and value):
            yield f"{name} is {str(value).lower()} and {field} is {state}"
    for stamp in stamps_of(world, thing, OPPOSITES[word]):
        if value and thing.values[stamp] is not None:
            yield f"{name} is true and {stamp} is {thing.values[stamp]}"


def of_state(world: World, thing: Thing, name: str, value: bool) -> Iterator[str]:
    """`isActive` and `isDraft` against the state."""
    word = "_".join(flag(name))
    for field, (state, known) in state_fields(world, thing).items():
        vocabulary, now = {canonical(each) for each in known}, canonical(state)
        if word == "draft" and "draft" in vocabulary and value != (now == "draft"):
            yield f"{name} is {str(value).lower()} and {field} is {state}"
        if word == "active" and len(words(field)) == 1:
            if (now == "active" and not value) or (now in NOT_ACTIVE and value):
                yield f"{name} is {str(value).lower()} and {field} is {state}"


def of_date(world: World, thing: Thing, name: str, value: bool, earliest, latest) -> Iterator[str]:
    """`isOverdue`, `isExpired`, `isUpcoming` and `isPast` against dates.

    The present of the data is unknown, so that only dates before its last event or after the clock count.
    """
    word, times = "_".join(flag(name)), world.times(thing)
    over = [
        f"{field} is {state}" for field, (state, _) in state_fields(world, thing).items() if canonical(state) in OVER
    ]
    over += [
        f"{stamp} is {times[stamp]}" for stamp in times if event(stamp) in ("completed", "paid", "closed", "resolved")
    ]
    shown = f"{name} is {str(value).lower()}"
    if word in ("overdue", "late", "past_due"):
        if value and over:
            yield f"{shown} and {over[0]}"
        dues = [each for each in DUE if each in times]
        for due in dues[:1]:
            if value and times[due].at > latest:
                yield f"{shown} and {due} is in the future: {times[due]}"
            elif not value and not over and times[due].at.date() < earliest.date():
                yield f"{shown} and {due} is {times[due]}, before {earliest.date()}"
        if value and not dues and any(each in thing.values for each in DUE):
            yield f"{shown} and there is no due date"
    if word in ("expired",):
        ends = [each for each in times if words(each)[0] in ENDS or words(each)[-1] in ("until", "expires")]
        for end in ends or [each for each in times if words(each)[0] in ("ends", "end") or each == "validTo"]:
            if value and times[end].at > latest or (not value and times[end].at.date() < earliest.date()):
                yield f"{shown} and {end} is {times[end]}"
    if word == "active" and value:
        late = [
            each for each in times if words(each)[0] in ("ends", "expires") and times[each].at.date() < earliest.date()
        ]
        late += [each for each in times if words(each)[0] == "starts" and times[each].at > latest]
        yield from (f"{shown} and {each} is {times[each]}" for each in late)
        yield from (
            f"{shown} and {each} is true" for each in ("expired", "isExpired") if thing.values.get(each) is True
        )
    starts = [each for each in times if words(each)[0] in ("start", "starts", "begins", "departs", "departure")]
    ends = [each for each in times if words(each)[0] in ("end", "ends", "arrives", "arrival")]
    if word in ("upcoming", "future") and starts:
        at = times[starts[0]]
        if (value and at.at.date() < earliest.date()) or (not value and at.at > latest):
            yield f"{shown} and {starts[0]} is {at}"
    if word in ("past", "over", "has_ended") and ends and value and times[ends[0]].at > latest:
        yield f"{shown} and {ends[0]} is {times[ends[0]]}"


def amount_of(thing: Thing, stem: tuple[str, ...]) -> tuple[str, bool] | None:
    """The field that a Boolean such as `hasComments` is named after, and whether there is anything in it."""
    joined = "".join(stem)
    for name, members in thing.lists.items():
        if name.lower() == joined and (members.things or members.whole or members.total is not None):
            return name, bool(members.things) or bool(members.total)
    for name in (*thing.values, *thing.links):
        plain, plural = "".join(words(name)), joined.rstrip("s")
        value = thing.values.get(name)
        if plain in (plural + "count", joined + "count", plural + "scount") and type(value) is int:
            return f"{name} ({value})", value > 0
        if plain == joined and not isinstance(value, bool):
            return name, thing.links.get(name) is not None or value not in (None, "", [])
    return None


def of_contents(world: World, thing: Thing, name: str, value: bool) -> Iterator[str]:
    """`hasX` against `x`, `isEmpty` against counts, `inStock` against the stock, `isFree` against the price."""
    found, shown = words(name), f"{name} is {str(value).lower()}"
    if found[0] == "has" and len(found) > 1 and (filled := amount_of(thing, tuple(found[1:]))) is not None:
        if filled[1] != value:
            yield f"{shown} and {filled[0]} is {'not ' if filled[1] else ''}null or empty"
    if flag(name) == ("empty",):
        counts = {
            key: each > 0 for key, each in thing.values.items() if type(each) is int and words(key)[-1] == "count"
        }
        counts |= {
            key: bool(each.things) for key, each in thing.lists.items() if isinstance(each, Members) and each.whole
        }
        wrong = [
            key
            for key, some in counts.items()
            if key in ("count", "totalCount", "itemCount", "items", "lines") and some == value
        ]
        if wrong:
            yield f"{shown} and {wrong[0]} is {'not ' if value else ''}empty"
    if flag(name) in (("in", "stock"), ("available",)):
        for key in (
            "stock",
            "stockQuantity",
            "inventory",
            "inventoryQuantity",
            "availableQuantity",
            "quantityAvailable",
        ):
            held = number(thing.values.get(key))
            if held is not None and ((held > 0) != value if flag(name) == ("in", "stock") else value and held <= 0):
                yield f"{shown} and {key} is {held}"
    if flag(name) == ("free",) and (price := number(thing.links.get("price") or thing.values.get("price"))) is not None:
        if (price == 0) != value:
            yield f"{shown} and price is {price}"
    if flag(name) == ("assigned",) and "assignee" in thing.links and (thing.links["assignee"] is not None) != value:
        yield f"{shown} and assignee is {thing.links['assignee']}"


def of_viewer(world: World, thing: Thing, name: str, value: bool) -> Iterator[str]:
    """`isMine` and the like against the author and the viewer. A thing may also be mine that is assigned to me."""
    if world.viewer is None:
        return
    if flag(name) in MINE:
        owners = [
            field
            for field in (*AUTHORS, "assignee")
            if (other := thing.links.get(field)) and other.type == world.viewer.type
        ]
        if flag(name) not in (("mine",), ("own",)):
            owners = [field for field in owners if field != "assignee"]
        mine = [field for field in owners if thing.links[field] is world.viewer]
        if (value and owners and not mine) or (not value and mine and mine[0] != "assignee"):
            field = (mine or owners)[0]
            yield f"{name} is {str(value).lower()}, {field} is {thing.links[field]} and the viewer is {world.viewer}"
    if thing.type == world.viewer.type and flag(name) in (("viewer",), ("me",)) and (thing is world.viewer) != value:
        yield f"{name} is {str(value).lower()} and the viewer is {world.viewer}"


def judge(world: World) -> Iterator[Finding]:
    """Rule 2: a Boolean agrees with the state, the date, the count or the relation that its name repeats."""
    earliest, latest = world.now()
    for thing in world.things():
        for name, value in thing.values.items():
            if isinstance(value, bool):
                texts = [
                    *of_event(world, thing, name, value, latest), *of_state(world, thing, name, value),
                    *of_date(world, thing, name, value, earliest, latest), *of_contents(world, thing, name, value),
                    *of_viewer(world, thing, name, value),
                ]  # fmt: skip
                yield from (Finding(2, str(thing), text) for text in texts)
