"""Findings, and reports that count them by rule."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

RULES = {
    0: "one object has one value of each field",
    1: "states and time stamps named after states",
    2: "Booleans named after states and dates",
    3: "the order of an object's dates",
    4: "children created after their parents",
    5: "sums, products and counts",
    6: "durations",
    7: "slugs, handles, addresses and names",
    8: "ranges, ratings and percentages",
    9: "an owner's lists",
    10: "lookups",
    11: "filters",
    12: "names and titles that repeat",
}


@dataclass(frozen=True)
class Finding:
    """One contradiction: its rule, the object, and the fields with their values."""

    rule: int
    object: str
    text: str

    def __str__(self) -> str:
        return f"rule {self.rule}: {self.object}: {self.text}"


class Report:
    """All findings of one schema, without repetitions, and figures that are not judged."""

    def __init__(self, name: str, findings: Iterable[Finding], figures: dict[str, int] | None = None) -> None:
        self.name = name
        # An object without a key is in several answers: one finding of the same values is enough.
        once = {(each.rule, each.object.partition(" at ")[0], each.text): each for each in findings}
        self.findings = list(once.values())
        self.figures = figures or {}

    def counts(self) -> Counter[int]:
        return Counter(finding.rule for finding in self.findings)

    def shapes(self) -> dict[tuple[int, str, str], list[Finding]]:
        """The findings by rule, type and words that are not values, so that one cause is reported once."""
        found: dict[tuple[int, str, str], list[Finding]] = defaultdict(list)
        for finding in self.findings:
            fields = " ".join(
                re.findall(r"(?<![\w'\"-])[a-z][A-Za-z]*(?![\w'\"-])", re.sub(r"'[^']*'|\"[^\"]*\"", "", finding.text))
            )
            found[finding.rule, finding.object.split()[0], fields].append(finding)
        return found

    def text(self, examples: int = 3) -> str:
        """The counts by rule, and some examples of each rule."""
        lines = [f"{self.name}: {len(self.findings)} contradictions"]
        for rule, count in sorted(self.counts().items()):
            lines.append(f"  rule {rule} ({RULES[rule]}): {count}")
            shapes = [found for (number, _, _), found in self.shapes().items() if number == rule]
            shapes.sort(key=len, reverse=True)
            lines += [f"    {len(found)} like: {found[0]}" for found in shapes[:examples]]
        lines += [f"  {name}: {figure}" for name, figure in self.figures.items()]
        return "\n".join(lines)
