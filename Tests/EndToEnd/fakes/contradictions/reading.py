"""The words of field names, the shapes of lists, and times and numbers read from values."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal, InvalidOperation
from typing import Any

from graphql import GraphQLField, GraphQLList, GraphQLNonNull, get_named_type, is_enum_type, is_leaf_type

TIME_SCALARS = {
    "DateTime", "Date", "Timestamp", "ISO8601DateTime", "ISO8601Date", "DateTimeISO", "Instant", "LocalDate",
    "timestamptz", "timestamp", "date", "DateTimeUtc", "ZonedDateTime", "UtcDateTime", "LocalDateTime",
}  # fmt: skip
SUFFIXES = {"at", "on", "date", "time", "timestamp", "day"}
IRREGULAR = {"sent", "paid", "read", "done", "begun", "held", "left", "seen", "sold", "built", "made", "met"}
AMOUNTS = ("amount", "value", "units", "centAmount", "cents")
EPOCH = re.compile(r"^\d{4}-\d{2}-\d{2}")


def words(name: str) -> list[str]:
    """The words of a name in camel case, snake case or capitals, in lower case."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)]


def singular(word: str) -> str:
    """A word without the ending of its plural."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "ches", "shes", "xes")):
        return word[:-2]
    if word.endswith("uses") and len(word) > 5:
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def folded(text: str) -> list[str]:
    """The words of a text without accents, in lower case, for comparison with slugs and addresses."""
    for letter, plain in (("ß", "ss"), ("ø", "o"), ("ł", "l"), ("æ", "ae"), ("'", ""), ("’", "")):
        text = text.replace(letter, plain)
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.findall(r"[a-z0-9]+", plain)


@dataclass(frozen=True)
class Moment:
    """A point in time. A moment without a time of day compares by its day."""

    at: datetime
    whole_day: bool
    text: str

    def before(self, other: Moment, strictly: bool = False) -> bool:
        """Returns whether this moment is before the other one, or equal unless `strictly`."""
        a, b = (self.at.date(), other.at.date()) if self.whole_day or other.whole_day else (self.at, other.at)
        return a < b if strictly else a <= b

    def __str__(self) -> str:
        return self.text


def moment(value: Any) -> Moment | None:
    """The point in time that a value denotes: ISO 8601, or seconds or milliseconds since 1970."""
    if type(value) is int and value > 10**8:
        seconds = value / 1000 if value > 10**11 else value
        return Moment(datetime.fromtimestamp(seconds, timezone.utc), False, str(value))
    if not isinstance(value, str) or not EPOCH.match(value):
        return None
    try:
        if len(value) == 10:
            day = date.fromisoformat(value)
            return Moment(datetime(day.year, day.month, day.day, tzinfo=timezone.utc), True, value)
        at = datetime.fromisoformat(value.replace("Z", "+00:00"))
    except ValueError:
        return None
    return Moment(at if at.tzinfo else at.replace(tzinfo=timezone.utc), False, value)


def is_list(type_: Any) -> bool:
    return isinstance(type_.of_type if isinstance(type_, GraphQLNonNull) else type_, GraphQLList)


def is_time(name: str, field: GraphQLField) -> bool:
    """Returns whether a field holds a point in time, by its scalar or by its name."""
    kind = get_named_type(field.type)
    if is_list(field.type) or not is_leaf_type(kind) or is_enum_type(kind):
        return False
    last = words(name)[-1:]
    return kind.name in TIME_SCALARS or (kind.name in ("String", "Int", "Float") and last in (["at"], ["on"], ["date"]))


def core(name: str) -> tuple[str, ...]:
    """The words of a time's name without `at`, `on`, `date` and the like: `closedAt` and `dateClosed` are `closed`."""
    found = words(name)
    while len(found) > 1 and found[-1] in SUFFIXES:
        found = found[:-1]
    if len(found) > 1 and found[0] in ("date", "time"):
        found = found[1:]
    return tuple(found)


def event(name: str) -> str | None:
    """The event that a time stamp is named after: `closedAt` is `closed`, `checkedInAt` is `checked_in`."""
    found = core(name)
    if found and (found[0].endswith("ed") or found[0] in IRREGULAR) and len(found) <= 2:
        return "_".join(found)
    return None


def number(value: Any) -> Decimal | None:
    """The number in a value, or in the amount of an object such as `Money`."""
    values = getattr(value, "values", None)
    if isinstance(values, dict):
        value = next((values[name] for name in AMOUNTS if values.get(name) is not None), None)
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    if isinstance(value, str) and not re.fullmatch(r"[-+]?[$€£]?\d+(\.\d+)?( ?[A-Z]{3})?", value):
        return None
    try:
        return Decimal(re.sub(r"[^0-9.\-]", "", str(value)) if isinstance(value, str) else str(value))
    except InvalidOperation:
        return None


def days(delta: timedelta) -> float:
    return delta.total_seconds() / 86400


KEYS = ("id", "_id", "nodeId", "uuid", "slug", "code", "sku", "key", "login")
VIEWERS = {"me", "viewer", "currentUser", "currentCustomer", "currentPatient"}
ITEMS = ("nodes", "items", "results", "data", "objects", "edges")
TOTALS = ("totalCount", "total", "count", "totalItems")
SIZES = ("first", "limit", "take", "perPage", "pageSize", "size", "last")
STARTS = ("after", "before", "offset", "skip", "page", "cursor")
PAGING = {*SIZES, *STARTS}


def items_of(type_: Any) -> str | None:
    """The field with the members, if a type is a connection or a page."""
    fields = getattr(type_, "fields", {})
    found = next((name for name in ITEMS if name in fields and is_list(fields[name].type)), None)
    if found is None or is_leaf_type(get_named_type(fields[found].type)):
        return None
    paged = {"pageInfo", "hasMore", "hasNextPage", "nextCursor", *TOTALS}
    return (
        found if type_.name.endswith(("Connection", "Page", "Collection", "Paginated")) or paged & set(fields) else None
    )


def member_type(type_: Any) -> Any:
    """The named type of the members of a list, a connection or a page; None for any other type."""
    named = get_named_type(type_)
    if is_list(type_):
        return named
    if (name := items_of(named)) is None:
        return None
    inner = get_named_type(named.fields[name].type)
    return get_named_type(inner.fields["node"].type) if name == "edges" and "node" in inner.fields else inner
