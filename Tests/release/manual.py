"""Manual pages of the program and of each command.

swift-argument-parser's own plugin for it skips the options that `--help` skips, and fills the lines of examples.
"""

from __future__ import annotations

from archives import File, Tree


def pages(command: dict, version: str) -> Tree:
    """The page of a command and those of its subcommands, by file name."""
    words = [*command.get("superCommands", []), command["commandName"]]
    # `help` has no page: it prints what the others have.
    subcommands = [one for one in command.get("subcommands", []) if one["commandName"] != "help" and one["shouldDisplay"]]
    tree = {f"{'-'.join(words)}.1": File(_page(words, command, subcommands, version).encode())}
    for subcommand in subcommands:
        tree |= pages(subcommand, version)
    return tree


def _page(words: list[str], command: dict, subcommands: list[dict], version: str) -> str:
    name = "-".join(words)
    arguments = [one for one in command.get("arguments", []) if _label(one) != "--help-hidden"]
    lines = [
        f'.TH {name.upper()} 1 "" "understudy {version}" "Understudy"',
        ".nh",
        ".ad l",
        ".SH NAME",
        f"{name} \\- {_escaped(command['abstract'].rstrip('.'))}",
        ".SH SYNOPSIS",
        f".B {_escaped(' '.join(words))}",
        _escaped(" ".join(_synopsis(arguments, subcommands))),
    ]
    if discussion := command.get("discussion"):
        lines += [".SH DESCRIPTION", *_text(discussion)]
    if subcommands:
        lines += [".SH COMMANDS"]
        for one in subcommands:
            page = "-".join([*words, one["commandName"]])
            lines += [".TP", f".BR {_escaped(page)} (1)", _escaped(one.get("abstract", ""))]
    for title, kind in (("ARGUMENTS", "positional"), ("OPTIONS", None)):
        chosen = [one for one in arguments if (one["kind"] == "positional") == (kind == "positional")]
        if chosen:
            lines += [f".SH {title}"]
            for one in chosen:
                lines += [".TP", f".B {_escaped(_label(one))}", *_text(_description(one))]
    if len(words) > 1:
        lines += [".SH SEE ALSO", f".BR {_escaped('-'.join(words[:-1]))} (1)"]
    return "\n".join(lines) + "\n"


def _synopsis(arguments: list[dict], subcommands: list[dict]) -> list[str]:
    if subcommands:
        return ["<command> [options]"]
    parts = ["[options]"]
    for one in arguments:
        if one["kind"] != "positional":
            continue
        part = f"<{one['valueName']}>" + (" ..." if one["isRepeating"] else "")
        if one.get("parsingStrategy") == "postTerminator":
            part = f"-- {part}"
        parts.append(f"[{part}]" if one["isOptional"] else part)
    return parts


def _label(argument: dict) -> str:
    """The names of an option as they are typed, or an argument's name."""
    value = f"<{argument.get('valueName', '')}>"
    if argument["kind"] == "positional":
        return value
    names = [("-" if one["kind"] != "long" else "--") + one["name"] for one in argument["names"]]
    return ", ".join(names) + (f" {value}" if argument["kind"] == "option" else "")


def _description(argument: dict) -> str:
    """The help of an argument, with its values and its default as `--help` writes them."""
    notes = []
    if values := argument.get("allValues"):
        notes.append(f"values: {', '.join(values)}")
    if default := argument.get("defaultValue"):
        notes.append(f"default: {default}")
    text = argument.get("abstract") or ""
    if discussion := argument.get("discussion"):
        text += f"\n\n{discussion}"
    return f"{text} ({'; '.join(notes)})".strip() if notes else text


def _text(text: str) -> list[str]:
    """Paragraphs; indented lines as they are."""
    lines, is_example = [], False
    for line in text.rstrip().split("\n"):
        if line.startswith("  ") != is_example and line:
            is_example = not is_example
            lines.append(".EX" if is_example else ".EE")
        lines.append(_escaped(line) if line else ("" if is_example else ".PP"))
    return lines + ([".EE"] if is_example else [])


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = "".join(one if one.isascii() else f"\\[u{ord(one):04X}]" for one in text)
    return f"\\&{text}" if text.startswith(".") else text
