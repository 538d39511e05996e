"""The guide "Messages" is what the code says, and each message has a cause and a fix."""

from pathlib import Path

import messages
import pytest
from messages import CONSTRUCTS, PAGE, all_messages, cell, is_complete, literals, missing, page, split


def test_each_message_has_a_fix():
    """If this fails: say in the message what to do, in a sentence of its own (.github/CONTRIBUTING.md)."""
    assert missing() == []


def test_the_page_is_what_the_code_says():
    """If this fails: run Tests/Layout/messages.py."""
    assert PAGE.read_text("utf-8") == page()


def test_each_construct_makes_messages():
    """A pattern that fits nothing would hide messages."""
    assert set(CONSTRUCTS) - {construct for _, _, construct, _ in all_messages()} == set()


@pytest.mark.parametrize("ending", sorted({row.ending for row in CONSTRUCTS} - {""}))
def test_an_ending_is_printed_by_the_code(ending):
    assert any(f'{ending}"' in path.read_text("utf-8") for path in messages.SOURCES.rglob("*.swift"))


def found(code, path="understudy/Commands/A.swift"):
    return messages.messages(code, path)


def complete(code, **more):
    return [is_complete(construct, text) for construct, _, text in found(code, **more)]


@pytest.mark.parametrize(
    "code",
    [
        'throw WorkFailure("The file cannot be read.")',
        'throw WorkFailure("The file \\(path) cannot be read: \\(error)")',
        'throw WorkFailure("""\n  The file \\(path)\n  cannot be read.\n  """)',
        'throw WorkFailure(isOld ? "The file is too old." : "\\(error)")',
        'throw WorkFailure("Use another file.")',
    ],
)
def test_a_message_without_a_cause_or_a_fix_is_found(code):
    assert complete(code) == [False]


@pytest.mark.parametrize(
    "code",
    [
        'throw WorkFailure("The file cannot be read. Choose another one.")',
        'throw WorkFailure("The file is \\(size) bytes: expected less.")',
        'throw WorkFailure("The file \\(path) cannot be read: \\(error)\\nTo list all files: understudy show")',
        'throw WorkFailure("The file cannot be read. \\(isOld ? "Write it again." : "")")',
        'throw WorkFailure("The file " + "cannot be read. " + "Try again.")',
        'throw ValidationError("--port must be 0 to 65535.")',
        'let advice = "Choose another file."\nthrow WorkFailure("The file cannot be read. \\(advice)")',
        'throw WorkFailure("The file cannot be read. \\(Self.advice)")\nstatic let advice = "Try again."',
    ],
)
def test_a_message_with_both_is_fine(code):
    assert complete(code) == [True]


@pytest.mark.parametrize(
    "code",
    [
        '// throw WorkFailure("The file cannot be read.")',
        'throw WorkFailure("\\(error)")',
        'throw WorkFailure(names.joined(separator: " and then also "))',
        'throw WorkFailure(kind == "a kind of file" ? first : second)',
        'print("The file cannot be read.")',
    ],
)
def test_other_texts_are_not_messages(code):
    assert found(code) == []


def test_a_body_makes_messages_too():
    code = 'struct StartError {\n  var description: String {\n    let a = "no message of its own"\n    return "It failed: \\(a). Try again."\n  }\n}'
    texts = [text for _, _, text in found(code, "Proxy/Server/StartError.swift")]
    assert texts == ["It failed: no message of its own. Try again."]


def test_the_parts_of_a_message():
    assert split("The port is in use. Choose another one. That is all.") == ("The port is in use.", "Choose another one. That is all.")
    assert split('"a" is 1: expected a string.') == ('"a" is 1:', "expected a string.")
    assert split("--port must be 1 to 9, not 0.") == (
        "--port must be 1 to 9, not 0.",
        "Pass a value that is 1 to 9.",
    )
    assert split("It is not recorded.") == ("It is not recorded.", "")
    assert split("Use this.") == ("", "Use this.")


def test_a_cell_is_one_line_of_plain_text():
    assert cell("a | <b> *c*\nd") == "a \\| \\<b> \\*c\\* d"
    assert cell("Pass --host. To see all: understudy show --why A. Then stop.") == (
        "Pass `--host`. To see all: `understudy show --why A`. Then stop."
    )


def test_a_literal_knows_what_is_around_it():
    code = 'extension A.B { func c() { d("one", e: .f("two"), [3: { "three" }]) } }'
    assert [(each.text, each.inside[-1]) for each in literals(code)] == [("one", "d("), ("two", ".f("), ("three", "{")]
    assert next(iter(literals(code))).inside == ["@B", "B.c{", "d("]


def test_the_page_is_reached_from_where_people_look():
    for guide in ("understudy.md", "Troubleshooting.md"):
        assert "(Messages.md" in (PAGE.parent / guide).read_text("utf-8"), guide
    assert "Messages.md" in (Path(__file__).parents[2] / ".github/CONTRIBUTING.md").read_text("utf-8")
