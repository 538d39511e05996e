#!/usr/bin/env python3
"""Reports comments and messages that do not follow the style sheet, with a count for each target.

Checks two things:
- Doc comments do not begin with What, Who, Whose, Whether, That which or How.
- String literals do not contain words that users do not know, such as "stand-in" or "left out".

    Tests/Layout/plain_words.py            prints the counts; fails if one is above zero
    Tests/Layout/plain_words.py Engine     prints each place in one target
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "Sources"

# The beginning of a doc comment: a line of `///` after a line without it.
BEGINNING = re.compile(r"^\s*/// (What|Who|Whose|Whether|That which|How|Where)\b")

# Words with the term to use instead. Each pattern is matched in string literals and in the guides, in lower case.
WORDS = {
    r"\bstand-ins?\b": "test double",
    r"\b(made|makes?|making) (\w+ )?up\b": "generated",
    r"\b(to|can|could|may) be had\b": "is available",
    r"\bfaked\b": "generated",
    r"\bthe real (endpoint|one)\b": "the real API, upstream",
    r"\bpseudonyms?\b": "placeholder",
    r"\bhidden values?\b": "redacted value",
    r"\bstands? (for|in)\b": "is, means",
    r"\bstands? (twice|beside|behind|between|below)\b": "appears, is",
    r"\bleft out\b|\bleave (it )?out\b|\bpassed over\b|\bnot asked\b": "skipped, remove",
    r"\bhand(s|ed)? (\w+ )?out\b": "issue",
    r"\bwritten down\b": "saved",
    r"\bspell(ed|ing)?\b": "format",
    r"\bsay so\b|\bsays? (otherwise|nothing)\b": "add this, declares",
    r"\b(is|was|are|were) told\b|\btells? (of|from|nobody|apart)\b|\btold apart\b": "reports, distinguishes",
    r"\b(is|be|are) otherwise\b|\bspell(s|ed|ing)? (differently|otherwise|alike)\b": "differ",
    r"\bnobody\b|\bnothing tells\b|\bsomebody\b|\bwho(so)?ever\b": "unknown, a user, no user",
    r"\banew\b": "again",
    r"\bon (its|the) way\b": "in progress",
    r"\bstart(ed|s)? over\b|\bstart .{1,30} over\b": "reset",
    r"\bin what counts\b|\bdoes not count\b|\bcount(s|ed)? for\b|\bhas to do with\b": "affects",
    r"\bbad days\b": "fault injection",
    r"\bat the start\b": "at startup",
    r"(?<!there )\b(is|are) no (?!longer|more|other|finding)[a-z]+\b": "is not a",
    r"\blog-in\b|\bset-up\b": "login, setup",
}
PATTERNS = [(re.compile(pattern), instead) for pattern, instead in WORDS.items()]

# Texts that keep such a word: a key, a protocol's own text, or text that is not for users.
ALLOWED: dict[str, str] = {
    "understudy fake world": "part of a seed",
}


def literals(text: str) -> list[tuple[int, str]]:
    """The string literals of a Swift file with their offsets, without their interpolations."""
    found, place = [], 0
    while place < len(text):
        if text.startswith("//", place):
            place = text.find("\n", place)
            if place < 0:
                break
        elif match := re.compile(r'(#*)("""|")').match(text, place):
            hashes, quote = match.groups()
            literal, place = literal_from(text, match.end(), quote + hashes, "\\" + hashes)
            found.append((match.start(), literal))
        else:
            place += 1
    return found


def literal_from(text: str, place: int, end: str, escape: str) -> tuple[str, int]:
    content = []
    while place < len(text) and not text.startswith(end, place):
        if text.startswith(escape + "(", place):
            depth, place = 1, place + len(escape) + 1
            while depth and place < len(text):
                if match := re.compile(r'(#*)("""|")').match(text, place):
                    inner, place = literal_from(text, match.end(), match[2] + match[1], "\\" + match[1])
                    content.append(f" {inner} ")
                    continue
                depth += {"(": 1, ")": -1}.get(text[place], 0)
                place += 1
            content.append("…")
        elif text.startswith(escape, place):
            content.append(" ")
            place += len(escape) + 1
        else:
            content.append(text[place])
            place += 1
    return "".join(content), place + len(end)


def findings(text: str) -> list[tuple[int, str]]:
    """Line and sentence for each problem in a file."""
    found = []
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if (match := BEGINNING.match(line)) and not (number > 1 and lines[number - 2].lstrip().startswith("///")):
            found.append((number, f'doc comment begins with "{match[1]}"'))
    for place, literal in literals(text):
        if " " not in literal.strip() or any(allowed in literal for allowed in ALLOWED):
            continue
        lower = " ".join(literal.lower().split())
        for pattern, instead in PATTERNS:
            if match := pattern.search(lower):
                found.append((text.count("\n", 0, place) + 1, f'"{match[0]}" in a text; use: {instead}'))
    return found


def main(chosen: list[str]) -> int:
    failed = 0
    for folder in sorted(path for path in SOURCES.iterdir() if path.is_dir()):
        if chosen and folder.name not in chosen:
            continue
        comments = words = 0
        for path in sorted(folder.rglob("*.swift")):
            for line, sentence in findings(path.read_text()):
                comments += sentence.startswith("doc comment")
                words += not sentence.startswith("doc comment")
                if chosen:
                    print(f"{path.relative_to(SOURCES.parent)}:{line}: {sentence}")
        failed += comments + words
        if comments + words or chosen:
            print(f"{folder.name}: {comments} doc comments, {words} texts")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
