"""Pairs of data for each rule: a contradiction, and a near twin that is consistent."""

from __future__ import annotations

from datetime import date
from typing import Any

A, B, C, D = (f"2024-0{month}-10T12:00:00Z" for month in (1, 2, 3, 4))
LATE = "2199-01-01T00:00:00Z"
AGE = date.today().year - 1991
ANA = {"id": "1", "login": "ana", "name": "Ana Weber"}
BEN = {"id": "2", "login": "ben", "name": "Ben Ito"}


def row(field: str, **values: Any) -> dict[str, Any]:
    """The data of a list with one member."""
    return {field: [{"id": "1", **values}]}


def mine(**values: Any) -> dict[str, Any]:
    """The viewer, and one issue."""
    return {"me": ANA, "issues": [{"id": "9", **values}]}


def bought(**values: Any) -> dict[str, Any]:
    """An order of two lines, 3 × 2.50 and 1 × 4."""
    lines = [
        {"id": "1", "quantity": 3, "unitPrice": "2.50", "lineTotal": "7.50"},
        {"id": "2", "quantity": 1, "unitPrice": "4.00", "lineTotal": "4.00"},
    ]
    return row("orders", lines=lines, **values)


def reply(**times: Any) -> dict[str, Any]:
    """A comment of an issue."""
    issue = {"id": "5", "createdAt": B}
    return {"issues": [{**issue, "comments": [{"id": "7", "issue": issue, **times}]}]}


# A rule with its name, the contradiction and the consistent twin.
CASES: list[tuple[int, str, dict[str, Any], dict[str, Any]]] = [
    (0, "two titles",
     {"issues": [{"id": "1", "title": "A"}], "users": [{"id": "1", "issues": [{"id": "1", "title": "B"}]}]},
     {"issues": [{"id": "1", "title": "A"}], "users": [{"id": "1", "issues": [{"id": "1", "title": "A"}]}]}),
    (1, "open with closedAt", row("issues", state="OPEN", closedAt=B), row("issues", state="OPEN", closedAt=None)),
    (1, "closed without closedAt", row("issues", state="CLOSED", closedAt=None),
     row("issues", state="CLOSED", closedAt=B)),
    (1, "merged without mergedAt", row("issues", state="MERGED", mergedAt=None),
     row("issues", state="MERGED", mergedAt=B, closedAt=B)),
    (1, "closed with mergedAt", row("issues", state="CLOSED", mergedAt=B), row("issues", state="MERGED", mergedAt=B)),
    (2, "not open in the state open", row("jobs", status="OPEN", isOpen=False, closedAt=None),
     row("jobs", status="DRAFT", isOpen=False, closedAt=None)),
    (2, "open and closed", row("jobs", status="CLOSED", isOpen=True, closedAt=B),
     row("jobs", status="CLOSED", isOpen=False, closedAt=B)),
    (1, "todo with completedAt", row("tasks", state="TODO", completedAt=B), row("tasks", state="DONE", completedAt=B)),
    (1, "done without completedAt", row("tasks", state="DONE", completedAt=None),
     row("tasks", state="IN_PROGRESS", completedAt=None)),
    (1, "todo with startedAt", row("tasks", state="TODO", startedAt=B),
     row("tasks", state="DONE", startedAt=None, completedAt=B)),
    (1, "done and cancelled", row("tasks", state="DONE", cancelledAt=B),
     row("tasks", state="CANCELLED", cancelledAt=B, startedAt=A)),
    (1, "paid and shipped", row("orders", status="PAID", shippedAt=B),
     row("orders", status="SHIPPED", paidAt=A, shippedAt=B)),
    (1, "delivered, not shipped", row("orders", status="DELIVERED", shippedAt=None),
     row("orders", status="DELIVERED", shippedAt=A)),
    (1, "cancelled and delivered", row("orders", status="CANCELLED", deliveredAt=B),
     row("orders", status="CANCELLED", paidAt=B)),
    (1, "published in the future", row("articles", status="PUBLISHED", publishedAt=LATE),
     row("articles", status="ARCHIVED", publishedAt=B)),
    (2, "closed and open", row("issues", closed=True, state="OPEN"), row("issues", closed=True, state="MERGED")),
    (2, "closed without date", row("issues", closed=True, closedAt=None), row("issues", closed=True, closedAt=B)),
    (2, "not closed with date", row("issues", closed=False, closedAt=B), row("issues", closed=False, closedAt=None)),
    (2, "done and overdue", row("tasks", state="DONE", isOverdue=True),
     row("tasks", state="DONE", isOverdue=False, dueDate="2020-01-01")),
    (2, "overdue in the future", row("tasks", isOverdue=True, dueDate="2199-01-01"),
     row("tasks", isOverdue=True, dueDate="2020-01-01")),
    (2, "late, not overdue", row("tasks", state="TODO", isOverdue=False, dueDate="2020-01-01", createdAt=A),
     row("tasks", state="TODO", isOverdue=False, dueDate="2199-01-01", createdAt=A)),
    (2, "unread and read", row("notifications", unread=True, readAt=B), row("notifications", unread=False, readAt=B)),
    (2, "read without date", row("notifications", unread=False, readAt=None),
     row("notifications", unread=True, readAt=None)),
    (2, "mine of another", mine(viewerDidAuthor=True, author=BEN), mine(viewerDidAuthor=True, author=ANA)),
    (2, "not mine, but mine", mine(viewerDidAuthor=False, author=ANA), mine(viewerDidAuthor=False, author=BEN)),
    (2, "task of another", {"me": ANA, **row("tasks", isMine=True, author=BEN, assignee=BEN)},
     {"me": ANA, **row("tasks", isMine=True, author=BEN, assignee=ANA)}),
    (2, "two viewers", {"me": ANA, "users": [{**BEN, "isViewer": True}]},
     {"me": ANA, "users": [{**BEN, "isViewer": False}]}),
    (2, "published and draft", row("articles", isPublished=True, status="DRAFT"),
     row("articles", isPublished=True, status="ARCHIVED")),
    (2, "published, no date", row("articles", isPublished=True, publishedAt=None),
     row("articles", isPublished=True, publishedAt=B)),
    (2, "has comments", row("issues", hasComments=True, comments=[]),
     row("issues", hasComments=True, comments=[{"id": "1"}])),
    (2, "has no comments", row("issues", hasComments=False, commentCount=3),
     row("issues", hasComments=False, commentCount=0)),
    (2, "empty with lines", row("orders", isEmpty=True, lines=[{"id": "1"}]),
     row("orders", isEmpty=False, lines=[{"id": "1"}])),
    (2, "paid and pending", row("orders", isPaid=True, status="PENDING"), row("orders", isPaid=True, status="SHIPPED")),
    (2, "expired later", row("events", isExpired=True, expiresAt=LATE), row("events", isExpired=True, expiresAt=A)),
    (2, "active and over", row("discounts", active=True, endsAt="2019-01-01T00:00:00Z", createdAt=A),
     row("discounts", active=True, endsAt=LATE, createdAt=None)),
    (2, "active and expired", row("discounts", active=True, isExpired=True),
     row("discounts", active=False, isExpired=True)),
    (3, "updated first", row("issues", createdAt=B, updatedAt=A), row("issues", createdAt=B, updatedAt=B)),
    (3, "closed first", row("issues", createdAt=B, closedAt=A), row("issues", createdAt=A, closedAt=B)),
    (3, "closed after update", row("issues", updatedAt=B, closedAt=C), row("users", updatedAt=B, lastSeenAt=C)),
    (3, "ends first", row("events", startsAt=C, endsAt=B), row("events", startsAt=B, endsAt=C)),
    (3, "due before creation", row("tasks", createdAt=C, dueDate="2024-02-10"),
     row("tasks", createdAt=C, dueDate="2024-03-10")),
    (3, "due before start", row("tasks", startDate="2024-03-01", dueDate="2024-02-01"),
     row("tasks", startedAt=C, dueDate="2024-02-01")),
    (3, "out before in", row("bookings", checkIn="2024-03-01", checkOut="2024-03-01"),
     row("bookings", checkIn="2024-03-01", checkOut="2024-03-02")),
    (3, "delivered first", row("orders", shippedAt=C, deliveredAt=B), row("orders", shippedAt=B, deliveredAt=C)),
    (3, "born later", row("users", birthDate="2025-01-01", joinedAt=A),
     row("users", birthDate="1990-01-01", joinedAt=A, createdAt=A)),
    (3, "booked after check-in", row("bookings", bookedAt=C, checkIn="2024-02-01"),
     row("bookings", bookedAt=A, checkIn="2024-02-01")),
    (4, "comment before issue", reply(createdAt=A), reply(createdAt=C)),
    (4, "order before customer", row("orders", placedAt=A, customer={"id": "1", "joinedAt": B}),
     row("orders", placedAt=C, customer={"id": "1", "joinedAt": B})),
    (4, "task before author", row("tasks", createdAt=A, author={"id": "1", "joinedAt": B}),
     row("tasks", createdAt=A, assignee={"id": "1", "joinedAt": B})),
    (5, "line", row("orders", lines=[{"id": "1", "quantity": 3, "unitPrice": "2.50", "lineTotal": "7.60"}]),
     row("orders", lines=[{"id": "1", "quantity": 3, "unitPrice": "2.50", "lineTotal": "7.50"}])),
    (5, "subtotal", bought(subtotal=11.0), bought(subtotal=11.5)),
    (5, "total", row("orders", subtotal=10.0, tax=1.9, shipping=4.0, discount=2.0, total=12.0),
     row("orders", subtotal=10.0, tax=1.9, shipping=4.0, discount=2.0, total=13.9)),
    (5, "total of lines", bought(total=14.0, tax=1.0), bought(total=12.5, tax=1.0)),
    (5, "balance", row("orders", total=10.0, amountPaid=4.0, balanceDue=5.0),
     row("orders", total=10.0, amountPaid=4.0, balanceDue=6.0)),
    (5, "paid with balance", row("orders", status="PAID", balanceDue=5.0),
     row("orders", status="PENDING", balanceDue=5.0)),
    (5, "limit", {"limits": [{"limit": 10, "used": 4, "remaining": 5}]},
     {"limits": [{"limit": 10, "used": 4, "remaining": 6}]}),
    (5, "used up", {"discounts": [{"id": "1", "usageLimit": 3, "timesUsed": 4}]},
     {"discounts": [{"id": "1", "usageLimit": 3, "timesUsed": 3}]}),
    (5, "count", bought(lineCount=3), bought(lineCount=2)),
    (5, "nights", row("bookings", nights=3, pricePerNight=50.0, totalPrice=200.0),
     row("bookings", nights=4, pricePerNight=50.0, totalPrice=200.0)),
    (5, "currencies", row("orders", price={"amount": 1.0, "currency": "EUR"}, fee={"amount": 1.0, "currency": "USD"}),
     row("orders", price={"amount": 1.0, "currency": "EUR"}, fee={"amount": 2.0, "currency": "EUR"})),
    (6, "nights", row("bookings", checkIn="2024-03-01", checkOut="2024-03-04", nights=4),
     row("bookings", checkIn="2024-03-01", checkOut="2024-03-04", nights=3)),
    (6, "minutes", row("events", startsAt="2024-03-01T10:00:00Z", endsAt="2024-03-01T11:30:00Z", durationMinutes=60),
     row("events", startsAt="2024-03-01T10:00:00Z", endsAt="2024-03-01T11:30:00Z", durationMinutes=90)),
    (6, "hours", row("events", startsAt="2024-03-01T10:00:00Z", endsAt="2024-03-01T11:30:00Z", durationHours=3.5),
     row("events", startsAt="2024-03-01T10:00:00Z", endsAt="2024-03-01T11:30:00Z", durationHours=1.5)),
    (6, "days", row("events", startsAt=A, endsAt=B, days=40), row("events", startsAt=A, endsAt=B, days=32)),
    (6, "any unit", row("events", startsAt=A, endsAt=B, duration=17),
     row("events", startsAt=A, endsAt=B, duration=744)),
    (6, "age", row("users", birthDate="1990-01-01", age=12), row("users", birthDate="1990-01-01", age=AGE)),
    (7, "slug", row("articles", title="The Quiet Lamp", slug="noble-forest"),
     row("articles", title="The Quiet Lamp", slug="quiet-lamp-2")),
    (7, "e-mail", row("users", name="Jürgen Weiß", email="ana.weber@example.com"),
     row("users", name="Jürgen Weiß", email="juergen@example.com")),
    (7, "login", row("users", name="Ana Weber", login="ben77"), row("users", name="Ana Weber", login="aweber")),
    (7, "url", row("articles", title="The Quiet Lamp", url="https://a.example/stone"),
     row("articles", title="The Quiet Lamp", slug="quiet-lamp", url="https://a.example/quiet-lamp")),
    (7, "image", row("users", name="Ana Weber", url="https://a.example/u/x"),
     row("users", name="Ana Weber", avatarUrl="https://a.example/u/x")),
    (8, "prices", row("articles", minPrice=9.0, maxPrice=8.0), row("articles", minPrice=8.0, maxPrice=8.0)),
    (8, "scores", row("articles", scoreLow=9, scoreHigh=8), row("articles", scoreLow=7, scoreHigh=8)),
    (8, "stated scale", row("articles", rating=7), row("articles", rating=5)),
    (8, "rating without scale", row("articles", averageRating=47.1), row("articles", averageRating=7.1)),
    (8, "stars", row("articles", stars=6), row("articles", stars=5)),
    (8, "percent", row("tasks", progressPercent=140.0), row("tasks", progressPercent=100.0)),
    (9, "tasks of another", {"me": {**ANA, "tasks": [{"id": "1", "author": BEN, "assignee": BEN}]}},
     {"me": {**ANA, "tasks": [{"id": "1", "author": BEN, "assignee": ANA}]}}),
    (9, "issues of another", {"users": [{**ANA, "orders": [{"id": "1", "customer": BEN}]}]},
     {"users": [{**ANA, "likedIssues": [{"id": "1", "author": BEN, "assignee": BEN}]}]}),
    (12, "equal titles", {"events": [{"id": "1", "title": "Talk"}, {"id": "2", "title": "Talk"}]},
     {"events": [{"id": "1", "title": "Talk"}, {"id": "2", "title": "Walk"}]}),
]  # fmt: skip
