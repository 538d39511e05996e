"""Counts what replays were answered, and prints it as Markdown."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from lockstep import Lockstep, Verdict

KINDS = ("exact", "inferred", "uncertain", "missed", "WRONG")


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
        """Every count by itself."""
        lines = [
            "| recorded | replayed | what | requests | exact | inferred | uncertain | missed | wrong |",
            "|---|---|---|---:|---:|---:|---:|---:|---:|",
        ]
        for key, count in self.counts.items():
            lines.append(f"| {key.recorded} | {key.mode} | {key.what} | {count.total()} | {numbers(count, ' | ')} |")
        total: Counter[str] = sum(self.counts.values(), Counter())
        lines.append(f"| all | | | {total.total()} | {numbers(total, ' | ')} |")
        return "\n".join(lines) + "\n"

    def summary(self) -> str:
        """A line for each way to replay, a column for each system: exact, inferred, uncertain, missed, wrong."""
        systems = sorted({key.what[:2] for key in self.counts})
        lines = [f"| recorded | replayed | {' | '.join(systems)} |", "|---|---|" + "---:|" * len(systems)]
        for recorded, mode in dict.fromkeys((key.recorded, key.mode) for key in self.counts):
            cells = []
            for system in systems:
                counts = [count for key, count in self.only(recorded) if (key.mode, key.what[:2]) == (mode, system)]
                cells.append(numbers(sum(counts, Counter()), " / "))
            lines.append(f"| {recorded} | {mode} | {' | '.join(cells)} |")
        total: Counter[str] = sum(self.counts.values(), Counter())
        return "\n".join(lines) + f"\n\nAll: {numbers(total, ' / ')} of {total.total()}.\n"

    def reasons_table(self) -> str:
        """Why requests were missed, by what was read or changed, over all ways to replay."""
        lines = ["| missed | for | requests |", "|---|---|---:|"]
        together: Counter[str] = sum(self.reasons.values(), Counter())
        for text, count in sorted(together.items(), key=lambda entry: (-entry[1], entry[0])):
            operation, _, reason = text.partition(" — ")
            lines.append(f"| {operation} | {reason} | {count} |")
        return "\n".join(lines) + "\n"


def numbers(count: Counter[str], between: str) -> str:
    return between.join(str(count[kind]) for kind in KINDS)


def told(key: Key, both: Lockstep, place: int, verdict: Verdict) -> str:
    story = "\n  ".join(both.story[: place + 1])
    place_of_it = f"recorded {key.recorded}, {key.mode}, {key.what}"
    return f"{place_of_it}: {verdict.asking.operation.name} is wrong: {verdict.detail}\n  {story}"
