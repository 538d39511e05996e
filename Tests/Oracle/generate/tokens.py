"""Documents spelled otherwise, and documents with a wrong token or character somewhere."""

from __future__ import annotations

import re
from random import Random

TOKEN = re.compile(
    r'"""(?:\\"""|[^"]|"{1,2}(?!"))*"""|"(?:[^"\\\n]|\\.)*"|\.\.\.|[_A-Za-z]\w*|-?\d[\w.+-]*|#[^\n]*|[^\s,]', re.DOTALL
)

IGNORED = [" ", " ", " ", "\n", "\n", ",", "\t", "\r\n", "  ", " , ", "\n\n", "#c\n", " # comment { \" }\n", "\ufeff", "\r"]

# What is put in place of a token: every kind of token, and what is nearly one.
OTHERS = [
    "{", "}", "(", ")", "[", "]", "...", "..", ".", "!", "$", "&", ":", "=", "@", "|", "name", "on", "true", "null",
    "query", "mutation", "subscription", "fragment", "type", "extend", "schema", "directive", "input", "enum", "union",
    "interface", "scalar", "implements", "repeatable", "__typename", "0", "00", "01", "-", "-0", "1", "1.", ".1", "1.5",
    "1e", "1e5", "1e+", "1.0E-3", "1x", "0x1", "1_0", "1.a", "+1", '""', '"a"', '"', '"\\', '"\\q"', '"\\u00e9"',
    '"\\u{1F600}"', '"\\u{110000}"', '"\\ud83d\\ude00"', '"\\ud83d"', '"\\ude00\\ud83d"', '"\\u12"', '"\\u{}"',
    '"\\u{00000000041}"', '"\\/\\b\\f\\n\\r\\t"', '"\t"', '"a\nb"', '"é🙂"', '""""""', '"""a"""', '"""', '"""\\""""""',
    '"""\n    two\n      lines\n\n  """', '"""\ttab"""', '"""a\r\nb\rc"""', '"""  \n\n  """', '""" "quoted" """',
    '"""ends in backslash \\\\"""', '"""trailing quote" """', "'", "'a'", "?", "%", "^", "~", "`", "\\", "/", "*", ";",
    "<", ">", "é", "Ω", "漢", "🙂", "\u00a0", "\u200b", "\u2028", "\ufeff", "\x00", "\x07", "\x7f", "\u0080", "\uffff",
    "#", "# comment", "#\ud7ff", "$x", "$ x", "@skip(if: true)", "...on", "... on X {a}", "__", "_", "a:b", "[1 2]",
    "{a:1}", "Int!", "[Int!]!", "Int!!",
]


def tokens_of(text: str) -> list[str]:
    """The tokens and comments of a text; a comment ends at the end of its line."""
    return [token + "\n" if token.startswith("#") else token for token in TOKEN.findall(text)]


def respaced(text: str, random: Random) -> str:
    """The same tokens with other ignored characters between them."""
    parts = [random.choice(IGNORED)] if random.random() < 0.2 else []
    for token in tokens_of(text):
        if parts and (random.random() < 0.6 or not (parts[-1][-1:].isspace() or _part(parts[-1][-1:], token[:1]))):
            parts.append("".join(random.choice(IGNORED) for _ in range(random.choice([1, 1, 1, 2]))))
        parts.append(token)
    return "".join(parts)


def _part(left: str, right: str) -> bool:
    """Whether two tokens stay two without anything between them."""
    return left in "{}()[]:!=@$|&" or right in "{}()[]:!=@$|&"


def mutated(text: str, random: Random) -> str:
    """The text with one to three tokens or characters changed."""
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        text = _mutated_characters(text, random) if random.random() < 0.25 else _mutated_tokens(text, random)
    return text


def _mutated_tokens(text: str, random: Random) -> str:
    found = list(TOKEN.finditer(text))
    if not found:
        return text + random.choice(OTHERS)
    place = random.randrange(len(found))
    start, end, token = found[place].start(), found[place].end(), found[place].group()
    match random.randrange(6):
        case 0:
            new = ""
        case 1:
            new = f"{token} {token}"
        case 2 if place + 1 < len(found):
            other = found[place + 1]
            return text[:start] + other.group() + text[end : other.start()] + token + text[other.end() :]
        case 3:
            new = random.choice(found).group()
        case 4:
            new = f"{token} {random.choice(OTHERS)} "
        case _:
            new = random.choice(OTHERS)
    return text[:start] + new + text[end:]


def _mutated_characters(text: str, random: Random) -> str:
    place = random.randrange(len(text) + 1)
    match random.randrange(4):
        case 0:
            return text[:place] + text[place + 1 :]
        case 1:
            return text[:place]
        case 2:
            return text[:place] + text[place : place + 5] * 2 + text[place + 5 :]
        case _:
            return text[:place] + random.choice(OTHERS) + text[place:]
