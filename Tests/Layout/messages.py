#!/usr/bin/env python3
"""Writes the guide "Messages" from the code: each message that a user can meet, with its cause and its fix.

A message is a string literal inside one of the constructs of `CONSTRUCTS`. Its fix is a part of its text: it begins at the
first sentence or clause that says what to do (`FIX`). A message without one fails the test beside this script.

Not on the page: errors with a code, which the guide "Error codes" has; and the texts of GraphQL, JSON and WebSocket, which
their specifications and reference implementations set.

    Tests/Layout/messages.py            writes the page
    Tests/Layout/messages.py --missing  prints each message without a cause or a fix, with its file and line
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from plain_words import SOURCES

PAGE = SOURCES / "understudy/understudy.docc/Messages.md"


@dataclass(frozen=True)
class Construct:
    """A place where messages are made: the arguments of a call, `name(`, or the body of a member, `Type.name{`."""

    area: str
    path: str  # A pattern for the beginning of the file's path below Sources.
    inside: str  # A pattern for `name(`, `Type.name{` or the constant `name=`.
    frame: str = "{}"  # The text around each of its messages.
    ending: str = ""  # The fix that the program prints once, after all of these messages.


COMMANDS, YAML, TLS = "Commands and options", "endpoint.yaml", "TLS and certificates"
RECORDINGS, CHECK, SECRETS = "Recordings", "Findings of understudy check", "Secrets and users"
SCHEMAS, GENERATED, IMPORTS = "Schemas", "Generated data", "Import and export"
RUNNING, STORE, LIBRARY = "Warnings of a running server", "Session store of replicas", "Swift library"
RULES_FIX = "Correct each rule at its place, or remove it."
MANIFEST_FIX = "Generate the manifest again with the client's build."
SECRETS_FIX = "If it is real, revoke it and record again. If it is not, add a rule `keep` for it to endpoint.yaml."
STORE_FIX = "Write it as redis://HOST:PORT/DATABASE, such as redis://127.0.0.1:6379/0."

# The first that fits a literal decides. A literal fits the innermost of the calls and bodies around it.
CONSTRUCTS = [
    Construct(COMMANDS, "understudy/", r"(ValidationError|WorkFailure)\("),
    Construct(COMMANDS, "(Engine|Maintenance|SchemaSources)/", r"ConfigurationError\("),
    Construct(COMMANDS, "EndpointConfiguration/", r"UpstreamURLError\(|UpstreamURL\.problem{", 'The upstream URL "…" {}'),
    Construct(COMMANDS, "Proxy/", r"StartError\.description{"),
    Construct(TLS, "ProxyTLS/", r"TLSProblem\("),
    Construct(TLS, "ProxyTLS/", r"failure\(", "… {}: …", "Check the path and its permissions."),
    Construct(YAML, "EndpointConfiguration/", r"(self\.)?error\(|(RecordingError|FaultProblem)\("),
    Construct(YAML, "Redaction/RedactionRule", r"fail\(", '"…" {}'),
    Construct(YAML, "Replay/Rules/RuleFinding", r"RuleFinding\.(sentence|nothingRecorded){|RuleConflict\.text{"),
    Construct(YAML, "Recordings/Rules/ValuePattern", r"Problem\(", '"…" is not a regular expression: {}'),
    Construct(SECRETS, "Redaction/SecretFinding", r"RecordingError\(|SecretFinding\.description{", ending=SECRETS_FIX),
    Construct(SECRETS, "Redaction/", r"(IdentityError|RedactionRefusal)\.description{|new\.append\("),
    Construct(RECORDINGS, "Recordings/", r"RecordingError(\.operation)?\(|((self|decoder|manifest)\.)?error\("),
    Construct(RECORDINGS, "(Redaction|Engine|Maintenance)/", r"RecordingError(\.operation)?\("),
    Construct(CHECK, "Maintenance/Check/", r"CheckFinding\(|sentence="),
    Construct(SCHEMAS, "SchemaSources/", r"SchemaFetchError\(", "URL {}"),
    Construct(SCHEMAS, "SchemaSources/", r"Ignored\.sentence{|SchemaText\.message{"),
    Construct(GENERATED, "Fakes/", r"(\w+\.)?fail\(|(FakeOptionError|ActionRuleError|SchemaProblem)\(|warn\(|FakeOptionError\.init{", ending=RULES_FIX),
    Construct(GENERATED, "(FakeValues|SchemaSources)/", r"UnknownLocale\.description{|report\.warn\("),
    Construct(IMPORTS, "Interchange/Manifest/ManifestText", r"problems\.append\(", ending=MANIFEST_FIX),
    Construct(IMPORTS, "Interchange/", r"InterchangeError\(|(reader\.)?error\("),
    Construct(RUNNING, "(Engine|Recordings)/", r"(context\.)?warn\(|Endpoint\.(warning|advice){|warnings\.append\(|Endpoints\.leftoverWarnings{"),
    Construct(RUNNING, "Engine/Endpoint/", r"\.(notSaved|notRecorded|contradicted|failed)\("),
    Construct(RUNNING, "EndpointConfiguration/Files/UpstreamMemory", r"UpstreamMemory\.write{"),
    Construct(RUNNING, "Reports/RunReport", r"RunReport\.(noRequest|sessionAdvice){"),
    Construct(RUNNING, "understudy/Environment/JavaOptions", r"JavaOptions\.warning{"),
    Construct(COMMANDS, "understudy/UnknownCommand", r"UnknownCommand\.init{"),
    Construct(COMMANDS, "Maintenance/Verify/", r"GivenUp\(|EndpointVerification\.advice{"),
    Construct(STORE, "RedisSessions/RedisAddress", r"problem\(", ending=STORE_FIX),
    Construct(STORE, "RedisSessions/(?!RedisAddress)", r"StoreProblem\(|StoreConditions\.refusal{"),
    Construct(LIBRARY, "UnderstudyTesting/", r"UnderstudyError\("),
]

AT_A_PLACE = "Each message begins with the file, the line and the column."
NOTES = {
    COMMANDS: "The command prints the message to standard error, and exits with 2, or with 64 for wrong options.",
    YAML: AT_A_PLACE,
    RECORDINGS: f"{AT_A_PLACE} `understudy check` lists all of them.",
    CHECK: "Problems and notes that are not errors in a file. Each begins with the file, and its place if it has one.",
    SECRETS: "Redaction prints these while it records, and `understudy scan` prints those about files.",
    GENERATED: f"{AT_A_PLACE} The place is a rule in `endpoint.yaml`, or a directive in a schema.",
    SCHEMAS: "Errors in a schema's text have the words of graphql-js, and a caret at the place.",
    STORE: "With `--sessions redis://…`: printed at startup, and a part of answers with the code `SESSION_STORE`.",
    LIBRARY: "`UnderstudyError` in Swift tests.",
}

# A sentence or clause that says what to do begins with one of these.
VERBS = """
Accept Add Allow Ask Begin Build Capture Change Check Choose Close Complete Convert Correct Create Declare Define Delete Describe
Disable Enable End Export Fetch Finish Fix Generate Give Import Install Keep Let Lower Merge Move Name Open Pass Point Put Quote
Raise Read Record Remove Rename Renew Repeat Replace Reset Resolve Restart Restore Restrict Run Save Select Send Separate Serve
Set Shorten Split Start Stop Swap Trust Try Turn Undo Unset Update Use Wait Write
""".split()
FIX = re.compile(
    rf"(?:- |Or |Then )?(?:(?:To|If|For|In|On|With|After|Without|Until)\b[^.:?]*[,:] )?(?:{'|'.join(VERBS)})\b(?!:)"
    r"|expected\b|Valid values\b|There are: |Recorded: |To [a-z][^.]*: |(?-i:`?understudy [a-z-]+|--[a-z-]+ [A-Z]+\b)",
    re.IGNORECASE,
)
END = re.compile(r"(?<=[.?!;:…])\s+|(?<=…)(?=[A-Z])|\n")
# "--port must be 0 to 65535, not 70000." says both.
MUST = re.compile(r"(.+?) must be (.+?)(, (or|not|on) .*)?\.?$")

WORD = re.compile(r"[A-Za-z]{2,}")
QUOTE = re.compile(r'(#*)("""|")')
HEADER = re.compile(r"\b(func\s+\w+|var\s+\w+|init|(?:struct|class|actor|enum|extension)\s+[\w.]+)\b[^{}]*$")
BOUND = re.compile(r"\b(?:let|var)\s+(\w+)(?:\s*:[^=\n]+)?\s*=(?!=)")
CALLEE = re.compile(r"[\w.?!]*\w\($|\.\w+\($")
EXPECTED = re.compile(r"[\s=]*(RecordingError\.)?expected\(")
STATEMENT = re.compile(
    r"^ *(?:(?:@\w+|package|private|public|static|fileprivate) )*(?:let|var|func|guard|throw|if|for|case|init|return)\b|^ *(?:///|\}|[\w.]+ \+?= )",
    re.MULTILINE,
)
# Around text that is inserted into a literal.
INSERTED = "\x01\x02"
IN_WORK: list[str] = []


@dataclass
class Literal:
    start: int
    end: int
    text: str
    inside: list[str]


def literals(code: str) -> Iterator[Literal]:
    """The outermost string literals, each with the calls and bodies around it, the innermost last."""
    stack: list[str] = []
    place = 0
    while place < len(code):
        if code.startswith("//", place):
            place = code.find("\n", place) if "\n" in code[place:] else len(code)
        elif match := QUOTE.match(code, place):
            text, end = content(code, match)
            bound = binding(code, place)
            yield Literal(place, end, text, stack + ([f"{bound}="] if bound else []))
            place = end
        else:
            if code[place] == "{":
                header = HEADER.search(re.split(r"[{}]", code[max(0, place - 500) : place])[-1])
                kind, _, name = (header[1] if header else "").partition(" ")
                is_member = kind in ("func", "var", "init")
                owner = next((each for each in reversed(stack) if each[0] == "@"), "@")[1:]
                stack.append(f"{owner}.{name or kind}{{" if is_member else f"@{name.split('.')[-1]}" if kind else "{")
            elif code[place] in "([":
                stack.append(callee(code, place))
            elif code[place] in ")]}" and stack:
                stack.pop()
            place += 1


def binding(code: str, place: int) -> str:
    """The constant to which an expression is bound, outside of calls; "" if there is none."""
    start = max(0, place - 400)
    *_, last = [None, *BOUND.finditer(code, start, place)]
    between = code[last.end() : place] if last else ""
    is_bound = last and between.count("(") == between.count(")") and "{" not in between and not STATEMENT.search(between)
    return last[1] if is_bound else ""


def callee(code: str, place: int) -> str:
    """The name before an opening parenthesis, with it; or another bracket."""
    match = CALLEE.search(code[max(0, place - 80) : place + 1]) if code[place] == "(" else None
    return match[0] if match else code[place]


def content(code: str, opening: re.Match[str]) -> tuple[str, int]:
    """The text of a literal, with marks around interpolations, and its end."""
    escape, end = "\\" + opening[1], opening[2] + opening[1]
    place, parts = opening.end(), []
    while not code.startswith(end, place):
        if code.startswith(escape + "(", place):
            text, place = interpolation(code, place + len(escape) + 1)
            parts.append(f"{INSERTED[0]}{own(text)}{INSERTED[1]}")
        elif code.startswith(escape, place):
            place += len(escape)
            parts.append({"n": "\n", "\n": ""}.get(code[place], code[place]))
            place = re.compile(r"\n *|.").match(code, place).end()
        else:
            parts.append(code[place])
            place += 1
    lines = "".join(parts).split("\n")
    return "\n".join(line.strip() for line in lines[1:-1]) if opening[2] == '"""' else "\n".join(lines), place + len(end)


def own(text: str, *, inserted: bool = True) -> str:
    """A text without marks, and without what is inserted if it is not wanted."""
    return re.sub(f"[{INSERTED}]", "", text if inserted else re.sub("\x01[^\x02]*\x02", " ", text))


def interpolation(code: str, start: int) -> tuple[str, int]:
    """The text of an interpolation, which is its longest literal or `…`, and its end."""
    place, stack, texts = start, [""], []
    while stack:
        if match := QUOTE.match(code, place):
            text, end = content(code, match)
            # Arguments of calls are not text of the message, and neither is what a value is compared with.
            if not any(stack) and not re.search(r"[=!]= *$", code[start:place]):
                texts.append(text)
            place = end
            continue
        if code[place] in "([{":
            stack.append("" if code[place] == "{" else callee(code, place).strip("("))
        elif code[place] in ")]}":
            stack.pop()
        place += 1
    if re.match(r"(\w+\.)?didYouMean\(", code[start:]):
        return "", place
    texts.append("expected …" if EXPECTED.match(code, start) else named(code, start, code[start : place - 1]))
    return max(texts, key=len) or "…", place


def named(code: str, use: int, expression: str) -> str:
    """The text of a constant, property or function that an interpolation names; "" if it is not known."""
    match = re.fullmatch(r"(Self\.|\w+\.)?(\w+)(\([^()]*\))?", expression)
    if not match or match[2] in IN_WORK:
        return ""
    if match[1] and match[1] != "Self.":
        source, start = properties().get(match[2], ("", 0))
        return longest(source, start, match[2]) if source else ""
    found = list(re.finditer(rf"\b(?:(let)|var|func) {match[2]}\b *[:=(]", code))
    if not (match[1] or match[3]):
        # A constant of the same function, or a property.
        found = [each for each in found if (each[1] and each.start() < use and "func " not in code[each.start() : use])
                 or re.match(r"var \w+: String\?? \{", code[each.start() :])]  # fmt: skip
    near = ([each for each in found if each.start() < use][-1:] or found[:1] or [None])[0]
    return "" if near is None else longest(code, near.end() - 1, match[2], use)


def longest(code: str, start: int, name: str, use: int = -1) -> str:
    """The longest text in the statement that declares a name. None if its use is in the same statement."""
    if EXPECTED.match(code, start):
        return "expected …"
    if re.compile(r"[\s=]*(\w+\.)?didYouMean\(").match(code, start):
        return " "
    stop = STATEMENT.search(code, start)
    end = stop.start() if stop else len(code)
    if start < use < end:
        return ""
    IN_WORK.append(name)
    texts, place = [], start
    while (quote := QUOTE.search(code, place, end)) and "//" not in code[place : quote.start()]:
        between = code[place : quote.start()]
        text, place = content(code, quote)
        before = code[start : quote.start()]
        if texts and re.fullmatch(r"\s*\+\s*", between):
            texts[-1] += own(text)
        elif before.count("(") == before.count(")") or "{" in before:
            texts.append(own(text))
    IN_WORK.pop()
    text = max(texts, key=len, default="")
    return text if len(WORD.findall(text)) > 1 or re.fullmatch(r"[A-Z_]{4,}|\S+\.(yaml|json)", text) else ""


@cache
def properties() -> dict[str, tuple[str, int]]:
    """The computed texts and functions whose name occurs once in the sources, each with its file's text and the place of its body."""
    found: dict[str, tuple[str, int]] = {}
    declared: Counter[str] = Counter()
    for path in sorted(SOURCES.rglob("*.swift")):
        code = path.read_text("utf-8")
        declared.update(re.findall(r"\b(?:let|var|func|case) (\w+)", code))
        for match in re.finditer(r"\b(?:var|func) (\w+)(?:: |\([^)]*\) -> )String \{", code):
            first = re.compile(r'return\s+(?=")').search(code, match.end(), code.find("\n  }", match.end()))
            found[match[1]] = (code, first.end() if first else code.find('"', match.end()))
    return {name: place for name, place in found.items() if declared[name] == 1}


def messages(code: str, path: str) -> list[tuple[Construct, int, str]]:
    """The messages of a file: the construct, the offset and the text. `path` is below Sources."""
    rows = [row for row in CONSTRUCTS if re.match(row.path, path)]
    found: list[tuple[Construct, int, str]] = []
    previous = 0
    for literal in literals(code) if rows else ():
        fits = ((row, name) for name in reversed(literal.inside) for row in rows if re.fullmatch(row.inside, name))
        construct, name = next(fits, (None, ""))
        # A constant in a body is a part of a message.
        if construct is None or is_part(code, literal) or (name.endswith("{") and literal.inside[-1].endswith("=")):
            continue
        # The tests of interrupted writes set a variable for this one.
        if literal.text.startswith("stopped by a test"):
            continue
        between = code[previous : literal.start]
        if found and re.fullmatch(r"\s*\+\s*(?:[\w.]+\s*\+\s*)?", between):
            row, start, text = found[-1]
            found[-1] = (row, start, text + ("…" if between.count("+") > 1 else "") + literal.text)
        else:
            found.append((construct, literal.start, literal.text))
        previous = literal.end
    return [(row, start, tidy(own(text))) for row, start, text in found if not is_around(text)]


def tidy(text: str) -> str:
    """A text without what interpolations leave: two of them side by side, and optional sentences at the end."""
    text = re.sub(r"……+", "…", text.replace(" (And … more.)", ""))
    # "endpoint.\(hint)": the hint is a sentence of its own, or empty.
    text = re.sub(r'(?:(?<=[A-Za-z")])|(?<=which is …))\.…(?=\s|$)', ".", text)
    return re.sub(r"(?<=\S) {2,}(?=\S)", " ", text)


def is_around(text: str) -> bool:
    """True for a text around another message: it has less than two words of its own, or only the fix."""
    words = WORD.findall(re.sub(r"--[a-z-]+", " ", own(text, inserted=False)))
    cause = split(own(text))[0]
    return len(words) < 2 or (text.startswith(INSERTED[0]) and not WORD.search(cause))


def is_part(code: str, literal: Literal) -> bool:
    """True for an argument such as `separator:`, for a key, and for a text that is compared."""
    before = code[max(0, literal.start - 30) : literal.start]
    return bool(re.search(r"(separator|default|in|named|of|expected): *$|[=!]= *$|case *$|\[$", before))


def split(text: str) -> tuple[str, str]:
    """What happened, and what to do. Either is empty if the text does not have it."""
    if match := MUST.match(text):
        return text, f"Pass a value that is {match[2]}."
    starts = [0, *(match.end() for match in END.finditer(text))]
    fix = next((start for start in starts if FIX.match(text, start)), len(text))
    return text[:fix].strip(), text[fix:].strip()


def is_complete(construct: Construct, text: str) -> bool:
    cause, fix = split(text)
    return bool(WORD.search(construct.frame.format(cause))) and bool(fix or construct.ending)


@cache
def all_messages() -> list[tuple[Path, int, Construct, str]]:
    """Each message with its file and line."""
    return [
        (path, code.count("\n", 0, start) + 1, construct, text)
        for path in sorted(SOURCES.rglob("*.swift"))
        for code in [path.read_text("utf-8")]
        for construct, start, text in messages(code, path.relative_to(SOURCES).as_posix())
    ]


def missing() -> list[str]:
    return [
        f"{path.relative_to(SOURCES.parent)}:{line}: no cause or no fix in: {text}"
        for path, line, construct, text in all_messages()
        if not is_complete(construct, text)
    ]


# MARK: The page


COMMAND = re.compile(r"(?:(?<=: )|^)understudy (?:[^`.,()\n]|\.(?=\S))+")
OPTION = re.compile(r"-{5}[A-Z ]+-{5}|(?<![\w-])--[a-z-]*")


def cell(text: str) -> str:
    """A text as a cell of a table: one line, with commands and options as code."""
    text = COMMAND.sub(lambda match: f"`{match[0].rstrip()}`", text)
    text = re.sub(r"\.?\n- ", ". Or: ", text)
    text = re.sub(r"(?<=[\w`\"])\n", ". ", text).replace("\n", " ")
    parts = re.split(r"(`[^`]*`)", text.replace("|", "\\|"))
    for number in range(0, len(parts), 2):
        words = re.split(rf"({OPTION.pattern})", re.sub(r"([<*]|(?<!\w)_+|_+(?!\w))", r"\\\1", parts[number]))
        words[1::2] = [f"`{word}`" for word in words[1::2]]
        parts[number] = "".join(words)
    return "".join(parts)


def sentence(text: str) -> str:
    text = re.sub(r"(, for example)?[:;]$", ".", text.strip())
    return text if re.search(r"[.?!`]$|: \S.*$", text.split("\n")[-1]) else f"{text}."


def instruction(text: str) -> str:
    text = text.removeprefix("- ")
    if text.startswith(("understudy", "--")):
        return f"{'Run' if text[0] == 'u' else 'Pass'} `{text.rstrip('.')}`."
    return sentence(text[:1].upper() + text[1:])


def page() -> str:
    areas: dict[str, dict[str, set[str]]] = {row.area: {} for row in CONSTRUCTS}
    for _, _, construct, text in all_messages():
        cause, fix = split(text)
        fixes = areas[construct.area].setdefault(cell(sentence(construct.frame.format(cause))), set())
        fixes.add(cell(instruction(fix or construct.ending)))
    lines = [
        "# Messages",
        "",
        "Find the message, and apply its fix. In messages, `…` is any text.",
        "",
        "Errors in answers to clients have a code: see [Error codes](ErrorCodes.md). For requests that miss, see",
        "[Troubleshooting](Troubleshooting.md). Syntax errors in a document, a schema or JSON name the line, the column and what was",
        "expected. This page is generated.",
    ]
    for area, rows in areas.items():
        lines += ["", f"## {area}", "", *([NOTES[area], ""] if area in NOTES else []), "| What happened | Fix |", "|---|---|"]
        for cause in sorted(rows, key=lambda cause: re.sub(r"\W", "", cause).lower()):
            lines.append(f"| {cause} | {' / '.join(sorted(rows[cause]))} |")
    lines += ["", "## Next", "", "- [Troubleshooting](Troubleshooting.md), by what you see", "- [Error codes](ErrorCodes.md)", ""]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    if arguments == ["--missing"]:
        found = missing()
        print("\n".join(found))
        return 1 if found else 0
    PAGE.write_text(page(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
