"""Counts what replays were answered, and prints it as Markdown."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from lockstep import Lockstep, Verdict

KINDS = ("exact", "inferred", "missed", "WRONG")


@dataclass(frozen=True)
class Key:
    """How it was recorded, how it was replayed, and what: a flow, or all of a system."""

    recorded: str
    mode: str
    what: str


@dataclass
class Tally:
    counts: dict[Key, Counter[str]] = field(default_factory=dict)
    reasons: dict[Key, Counter[str]] = field(default_factory=dict)
    # What led to each wrong answer.
    wrong: list[str] = field(default_factory=list)

    def take(self, recorded: str, mode: str, what: str, both: Lockstep) -> None:
        key = Key(recorded, mode, what)
        self.counts.setdefault(key, Counter()).update(verdict.kind for verdict in both.verdicts)
        reasons = self.reasons.setdefault(key, Counter())
        for verdict in both.verdicts:
            if verdict.kind == "missed":
                reasons[f"{verdict.asking.operation.name} — {verdict.reason}"] += 1
        # What comes after a wrong answer says little.
        for place, verdict in enumerate(both.verdicts):
            if verdict.kind == "WRONG":
                self.wrong.append(told(key, both, place, verdict))
                break

    def only(self, kind: str, modes: str = "") -> list[tuple[Key, Counter[str]]]:
        """What was counted for recordings of a kind and the modes that start so."""
        return [
            (key, count)
            for key, count in self.counts.items()
            if key.recorded == kind and key.mode.startswith(modes)
        ]

    def table(self) -> str:
        lines = [
            "| recorded | replayed | what | requests | exact | inferred | missed | wrong |",
            "|---|---|---|---:|---:|---:|---:|---:|",
        ]
        for key, count in self.counts.items():
            numbers = " | ".join(str(count[kind]) for kind in KINDS)
            lines.append(f"| {key.recorded} | {key.mode} | {key.what} | {count.total()} | {numbers} |")
        total: Counter[str] = sum(self.counts.values(), Counter())
        lines.append(f"| all | | | {total.total()} | " + " | ".join(str(total[kind]) for kind in KINDS) + " |")
        return "\n".join(lines) + "\n"

    def reasons_table(self) -> str:
        """Why requests were missed, by what was read or changed, over all ways to replay."""
        lines = ["| missed | for | requests |", "|---|---|---:|"]
        together: Counter[str] = sum(self.reasons.values(), Counter())
        for text, count in sorted(together.items(), key=lambda entry: (-entry[1], entry[0])):
            operation, _, reason = text.partition(" — ")
            lines.append(f"| {operation} | {reason} | {count} |")
        return "\n".join(lines) + "\n"


def told(key: Key, both: Lockstep, place: int, verdict: Verdict) -> str:
    story = "\n  ".join(both.story[: place + 1])
    return f"recorded {key.recorded}, {key.mode}, {key.what}: {verdict.asking.operation.name} is wrong: {verdict.detail}\n  {story}"
