"""The check of words finds what it promises, and nothing else."""

import pytest
from plain_words import findings


@pytest.mark.parametrize(
    "text",
    [
        "/// What becomes of a request.\nvar a: Int",
        "  /// Whether the session is open.\n  var a: Bool",
        'let a = "The answer is told apart by its name."',
        'let a = "\\(name) is no header."',
        'let a = "before \\(list.isEmpty ? "leave it out" : "") after"',
        'let a = """\n  A world that is made up.\n  """',
    ],
)
def test_a_problem_is_found(text):
    assert len(findings(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "/// The sessions of one endpoint.\n/// Whether one is open does not matter.\nvar a: Int",
        "// What a comment says in passing.",
        'let a = "There is no endpoint \\"shop\\"."',
        'let a = "It is no longer recorded."',
        "// A comment may say \"told apart\".",
        'let key = "spelled"',
    ],
)
def test_other_text_is_not_a_problem(text):
    assert findings(text) == []


def test_each_problem_has_its_line():
    assert findings('let a = 1\n\nlet b = "it stands for a value"\n') == [(3, '"stands for" in a text; use: is, means')]
