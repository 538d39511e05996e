"""States, and the events that they imply or exclude (rule 1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fakes.contradictions.objects import Thing, World
from fakes.contradictions.reading import event, is_list, is_time, words
from fakes.contradictions.report import Finding
from graphql import GraphQLNonNull, get_named_type, is_enum_type

STATE_WORDS = {"state", "status", "stage", "phase"}

SAME = {
    "canceled": "cancelled", "complete": "completed", "finished": "completed", "done": "completed",
    "fulfilled": "completed", "ended": "completed", "opened": "open", "to_do": "todo", "in_progress": "started",
    "dispatched": "shipped", "in_transit": "shipped", "void": "voided", "reopened": "open",
}  # fmt: skip

# States by their place in the life cycle. Two states compare only if the enum has both.
RANK = {
    "draft": 0, "todo": 1, "open": 1, "new": 1, "backlog": 1, "pending": 1, "planned": 1, "requested": 1, "unpaid": 1,
    "created": 1, "queued": 1, "unread": 1, "invited": 1, "submitted": 1, "placed": 1, "sent": 1, "issued": 1,
    "in_review": 1, "overdue": 2, "scheduled": 2, "confirmed": 2, "approved": 2, "accepted": 2, "booked": 2,
    "published": 2, "assigned": 2, "processing": 2, "authorized": 2, "captured": 3, "paid": 3, "packed": 4,
    "started": 4, "active": 4, "checked_in": 4,
    "shipped": 5, "out_for_delivery": 6, "delivered": 7, "resolved": 7, "read": 8, "completed": 8, "closed": 8,
    "checked_out": 8, "archived": 9,
}  # fmt: skip
BEGINNINGS = {"draft", "todo", "open", "new", "backlog", "pending", "planned", "requested", "scheduled"}

# Final states of other life cycles. Their events exclude the states of the usual one.
ENDINGS = {
    "cancelled", "rejected", "declined", "failed", "refunded", "merged", "returned", "no_show", "voided", "revoked",
    "deleted", "expired", "abandoned", "withdrawn",
}  # fmt: skip
UNSUCCESSFUL = {"cancelled", "rejected", "declined", "failed", "no_show", "voided", "withdrawn", "abandoned"}
SUCCESSES = {"completed", "delivered", "checked_out", "merged"}
FINISHES = ("completed", "closed", "resolved")

# Events without which a state is impossible.
REQUIRED = {
    "delivered": {"shipped"}, "checked_out": {"checked_in"}, "refunded": {"paid"}, "returned": {"delivered", "shipped"},
}  # fmt: skip

# A payment is independent of these states: a confirmed booking may be paid or not.
UNRELATED = {("confirmed", "paid"), ("approved", "paid"), ("scheduled", "paid"), ("accepted", "paid"),
             ("booked", "paid"), ("published", "paid"), ("processing", "paid"), ("placed", "paid"),
             ("submitted", "paid"), ("assigned", "paid"), ("published", "active"), ("confirmed", "active"),
             ("in_review", "started"), ("submitted", "started"), ("open", "sent"), ("overdue", "sent")}  # fmt: skip


def canonical(state: str) -> str:
    name = "_".join(words(state))
    return SAME.get(name, name)


def happened(state: str, what: str, vocabulary: Iterable[str]) -> bool | None:
    """Returns whether an event has happened in a state: yes, no, or None where both are possible."""
    now, then, known = canonical(state), canonical(what), {canonical(each) for each in vocabulary}
    if then not in known and then in FINISHES:
        others = [each for each in FINISHES if each in known]
        then = others[0] if len(others) == 1 else then
    if now == then:
        return True
    if then in REQUIRED.get(now, ()):
        return True
    if then not in known:
        return False if now in BEGINNINGS and then in {*FINISHES, *SUCCESSES} else None
    if then in ENDINGS:
        if then == "merged" and now == "closed":
            return False
        return False if now in RANK and now not in ("closed", "archived") else None
    if now in ENDINGS:
        return False if now in UNSUCCESSFUL and then in SUCCESSES else None
    if now in RANK and then in RANK and RANK[now] < RANK[then] and (now, then) not in UNRELATED:
        return False
    return None


def state_fields(world: World, thing: Thing) -> dict[str, tuple[str, list[str]]]:
    """The states of an object by field, each with its enum's values."""
    found = {}
    for name, field in world.fields(thing).items():
        value = thing.values.get(name)
        if isinstance(value, str) and words(name)[-1] in STATE_WORDS and not is_list(field.type):
            kind = get_named_type(field.type)
            known = {other.values[name] for other in world.of(world.schema.type_map[thing.type])
                     if isinstance(other.values.get(name), str)}  # fmt: skip
            found[name] = (value, list(kind.values) if is_enum_type(kind) else sorted({value, *known}))
    return found


def state_for(world: World, thing: Thing, what: str) -> tuple[str, str, list[str]] | None:
    """The state that an event belongs to: the field whose enum has it, or else the object's only or plain state."""
    states = state_fields(world, thing)
    for name, (value, known) in states.items():
        if canonical(what) in {canonical(each) for each in known}:
            return name, value, known
    plain = [name for name in states if len(words(name)) == 1]
    only = plain[0] if plain else next(iter(states), None)
    if only is None or (len(states) > 1 and not plain):
        return None
    return only, *states[only]


def judge(world: World) -> Iterator[Finding]:
    """Rule 1: a time stamp named after a state is set in that state, and not before the object reaches it.

    A stamp whose type is non-null is never too early: the schema leaves no choice. A stamp of a state that the object
    has passed may be null, except for events that the state requires.
    """
    _, latest = world.now()
    for thing in world.things():
        fields = world.fields(thing)
        times = world.times(thing)
        for name in thing.values:
            what = event(name) if is_time(name, fields[name]) else None
            if what is None or what in ("created", "updated") or (found := state_for(world, thing, what)) is None:
                continue
            field, state, known = found
            expected, value = happened(state, what, known), thing.values[name]
            if expected is False and value is not None and not isinstance(fields[name].type, GraphQLNonNull):
                yield Finding(1, str(thing), f"{field} is {state} and {name} is {value}")
            elif expected is True and value is None:
                yield Finding(1, str(thing), f"{field} is {state} and {name} is null")
            elif expected is True and name in times and times[name].at > latest:
                yield Finding(1, str(thing), f"{field} is {state} and {name} is in the future: {value}")
