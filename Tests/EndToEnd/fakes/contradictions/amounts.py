"""Sums, products, counts and remainders (rule 5)."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from fakes.contradictions.objects import Members, Thing, World
from fakes.contradictions.reading import number, singular, words
from fakes.contradictions.report import Finding
from fakes.contradictions.states import canonical, state_fields

QUANTITIES = ("quantity", "qty")
UNIT_PRICES = ("unitPrice", "pricePerUnit", "unitAmount", "unitCost", "price", "rate", "hourlyRate")
NIGHT_PRICES = ("pricePerNight", "nightlyRate", "ratePerNight", "nightlyPrice", "roomRate")
NIGHTS = ("nights", "numberOfNights", "nightCount")
LINE_TOTALS = ("lineTotal", "subtotal", "total", "totalPrice", "linePrice", "amount", "totalAmount", "lineAmount")
SUBTOTALS = ("subtotal", "subTotal", "subtotalPrice", "subtotalAmount", "itemsTotal", "netAmount", "net", "basePrice")
TOTALS = ("total", "totalAmount", "totalPrice", "grandTotal", "grossAmount", "orderTotal", "gross")
TAXES = ("tax", "taxAmount", "totalTax", "taxes", "vat", "taxTotal", "vatAmount")
SHIPPING = (
    "shipping",
    "shippingCost",
    "shippingTotal",
    "shippingPrice",
    "shippingFee",
    "deliveryFee",
    "shippingAmount",
)
EXTRAS = ("fees", "serviceFee", "tip", "cleaningFee", "bookingFee", "surcharge", "insuranceFee")
DISCOUNTS = ("discount", "discountAmount", "discountTotal", "totalDiscount", "discounts")
PAID = ("paid", "amountPaid", "paidAmount", "totalPaid", "paidTotal")
BALANCES = ("balance", "balanceDue", "amountDue", "outstanding", "outstandingAmount", "amountRemaining", "dueAmount")
LIMITS = [
    (("used", "consumed"), ("remaining", "left"), ("limit", "quota", "allowance")),
    (("timesUsed", "usageCount"), ("usesLeft", "usesRemaining"), ("usageLimit", "maxUses")),
    (("refillsUsed",), ("refillsRemaining", "refillsLeft"), ("refillsAllowed",)),
    (("booked", "taken", "sold", "occupied", "seatsTaken", "bookedSeats", "seatsBooked", "attendeeCount"),
     ("available", "free", "availableSeats", "seatsAvailable", "seatsLeft", "spotsLeft", "remainingSpots"),
     ("capacity", "seats", "totalSeats", "seatCount", "seatsTotal")),
]  # fmt: skip
PENNY = Decimal("0.011")


def of(thing: Thing, names: tuple[str, ...]) -> tuple[str, Decimal] | None:
    """The first of some fields that holds a number or money."""
    for name in names:
        value = thing.links[name] if thing.links.get(name) is not None else thing.values.get(name)
        if (found := number(value)) is not None:
            return name, found
    return None


def shown(thing: Thing, *parts: tuple[str, Decimal] | None) -> str:
    return ", ".join(f"{name} is {value}" for name, value in filter(None, parts))


def product(thing: Thing) -> Iterator[Finding]:
    """A line's total is its quantity times its unit price, less a discount of the line and plus its tax."""
    ways = [
        (QUANTITIES, UNIT_PRICES, LINE_TOTALS),
        (NIGHTS, NIGHT_PRICES, ("subtotal", "basePrice", *TOTALS, "amount")),
    ]
    for quantities, prices, totals in ways:
        quantity, price, total = of(thing, quantities), of(thing, prices), of(thing, totals)
        if quantity is None or price is None or total is None or price[0] == total[0]:
            continue
        plain = quantity[1] * price[1]
        extra = [of(thing, names) for names in (TAXES, EXTRAS, DISCOUNTS)]
        sums = {plain, plain + sum(sign * each[1] for sign, each in zip((1, 1, -1), extra, strict=True) if each)}
        if extra[2]:
            sums.add(plain - extra[2][1])
        if all(abs(each - total[1]) > PENNY for each in sums):
            yield Finding(5, str(thing), shown(thing, quantity, price, *extra, total))


def lines_sum(thing: Thing) -> Iterator[Finding]:
    """A subtotal, or a total without its other parts, is the sum of the totals of all lines."""
    for name, members in thing.lists.items():
        last = singular(words(name)[-1])
        if not members.whole or not members.things or last not in ("line", "item", "entry", "charge"):
            continue
        amounts = [of(member, LINE_TOTALS) for member in members.things]
        subtotal, total = of(thing, SUBTOTALS), of(thing, TOTALS)
        if None in amounts or (subtotal or total) is None:
            continue
        added = sum((each[1] for each in amounts if each), Decimal(0))
        parts = [of(thing, names) for names in (TAXES, SHIPPING, EXTRAS, DISCOUNTS)]
        signed = sum((sign * each[1] for sign, each in zip((1, 1, 1, -1), parts, strict=True) if each), Decimal(0))
        whole = subtotal or total
        expected = added if subtotal else added + signed
        if abs(expected - whole[1]) > PENNY * len(amounts) and abs(added - whole[1]) > PENNY * len(amounts):
            terms = " + ".join(str(each[1]) for each in amounts if each)
            rest = f", {shown(thing, *parts)}" if not subtotal and any(parts) else ""
            yield Finding(
                5, str(thing), f"{whole[0]} is {whole[1]} and the totals of {name} are {terms} = {added}{rest}"
            )


def total_of_parts(thing: Thing) -> Iterator[Finding]:
    """A total is the subtotal with tax, shipping and fees, less the discount. A percentage of discount is no part."""
    subtotal, total = of(thing, SUBTOTALS), of(thing, TOTALS)
    if subtotal is not None and total is not None and subtotal[0] != total[0]:
        parts = [of(thing, names) for names in (TAXES, SHIPPING, EXTRAS, DISCOUNTS)]
        signed = sum((sign * each[1] for sign, each in zip((1, 1, 1, -1), parts, strict=True) if each), Decimal(0))
        if any(parts) and abs(subtotal[1] + signed - total[1]) > PENNY:
            yield Finding(5, str(thing), shown(thing, subtotal, *parts, total))
    paid, balance = of(thing, PAID), of(thing, BALANCES)
    whole = total or of(thing, ("amount",))
    if whole and paid and balance and abs(whole[1] - paid[1] - balance[1]) > PENNY:
        yield Finding(5, str(thing), shown(thing, whole, paid, balance))


def settled(world: World, thing: Thing) -> Iterator[Finding]:
    """A paid bill has no balance due."""
    balance = of(thing, BALANCES[1:])
    for field, (state, _) in state_fields(world, thing).items():
        if canonical(state) == "paid" and balance and balance[1] > PENNY:
            yield Finding(5, str(thing), f"{field} is {state} and {shown(thing, balance)}")


def limits(thing: Thing) -> Iterator[Finding]:
    """The used and the remaining part of a limit are the limit."""
    for used, left, whole in LIMITS:
        parts = of(thing, used), of(thing, left), of(thing, whole)
        if all(parts) and parts[0][1] + parts[1][1] != parts[2][1]:
            yield Finding(5, str(thing), shown(thing, *parts))
        elif parts[2] and any(each and each[1] > parts[2][1] for each in parts[:2]):
            yield Finding(5, str(thing), shown(thing, *parts))


def counted(name: str) -> str | None:
    """The words of the list that a count counts: `commentCount`, `commentsCount`, `totalComments`."""
    found = words(name)
    if found[-1] == "count" and len(found) > 1 and found[0] != "total":
        return "".join([*found[:-2], singular(found[-2])])
    if found[:2] == ["number", "of"] and len(found) > 2:
        return "".join([*found[2:-1], singular(found[-1])])
    if found[0] == "total" and len(found) > 1:
        return "".join([*found[1:-1], singular(found[-1])])
    return None


def counts(thing: Thing) -> Iterator[Finding]:
    """A count is the length of its list, and the sum of its members' counts: the votes of a poll."""
    for name, members in thing.lists.items():
        assert isinstance(members, Members)
        found = len(members.things)
        if members.total is not None and (found > members.total or (members.whole and found != members.total)):
            yield Finding(5, str(thing), f"{name} has {found} members and counts {members.total}")
        stem = "".join([*words(name)[:-1], singular(words(name)[-1])])
        for other, value in thing.values.items():
            if type(value) is int and counted(other) == stem:
                size = members.total if members.total is not None else found
                exact = members.whole or members.total is not None
                if (exact and value != size) or value < found:
                    yield Finding(5, str(thing), f"{other} is {value} and {name} has {size} members")
    votes = next(
        (name for name in ("totalVotes", "voteCount", "votesCount") if type(thing.values.get(name)) is int), None
    )
    options = thing.lists.get("options") or thing.lists.get("choices")
    if votes and options and options.whole and "votes" not in thing.lists:
        each = [of(option, ("votes", "voteCount", "votesCount")) for option in options.things]
        if None not in each and sum(one[1] for one in each if one) != thing.values[votes]:
            terms = " + ".join(str(one[1]) for one in each if one)
            yield Finding(5, str(thing), f"{votes} is {thing.values[votes]} and its options have {terms}")


def currencies(thing: Thing) -> Iterator[Finding]:
    """The amounts of one object are in one currency."""
    found: dict[str, str] = {}
    for name, link in thing.links.items():
        if link is not None and link.key is None and number(link) is not None:
            currency = next((link.values[key] for key in ("currency", "currencyCode") if link.values.get(key)), None)
            if isinstance(currency, str):
                found[name] = currency
    if len(set(found.values())) > 1:
        yield Finding(5, str(thing), ", ".join(f"{name} is in {currency}" for name, currency in found.items()))


def judge(world: World) -> Iterator[Finding]:
    """Rule 5: amounts, counts and limits add up. A list counts only where all of it is known."""
    for thing in [*world.things(), world.root]:
        for rule in (product, lines_sum, total_of_parts, limits, counts, currencies):
            yield from rule(thing)
        if thing is not world.root:
            yield from settled(world, thing)
