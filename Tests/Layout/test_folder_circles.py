"""The check of `make lint` that no target's folders depend on each other in a circle."""

import folder_circles as script
import pytest


def edges(**files):
    """The edges between files, named as `Low_Text` for `Low/Text.swift`, and `Text` for a file of the target's own folder."""
    return {a: dict(b) for a, b in script.edges({f"{name.replace('_', '/')}.swift": text for name, text in files.items()}).items()}


def test_a_circle_is_found_with_an_example_for_each_edge():
    found = edges(
        Low_Text="struct Text { func page() -> [Page] { [] } }", High_Page="final class Page { let text: Text }", Top="let page: Page"
    )
    assert found == {
        "Low": {"High": "Low/Text.swift: Page"},
        "High": {"Low": "High/Page.swift: Text"},
        ".": {"High": "Top.swift: Page"},
    }
    assert script.circles(found) == [["High", "Low"]]
    lines = script.problems("Engine", found)
    assert lines[0].startswith("Engine: 2 folders depend on each other: High, Low")
    assert script.problems("Engine", edges(Low_Text="struct Text {}")) == []
    assert "  High → Low  (High/Page.swift: Text)" in lines and "  Low → High  (Low/Text.swift: Page)" in lines


@pytest.mark.parametrize("kind", ["struct", "class", "actor", "enum", "protocol", "package typealias", "@MainActor public final class"])
def test_every_kind_of_type_counts(kind):
    assert edges(Low_Text=f"{kind} Text {{}}", High_Page="let text: Text")["High"] == {"Low": "High/Page.swift: Text"}


def test_an_extension_names_its_type():
    assert edges(Low_Text="struct Text {}", High_More="extension Text { var a: Int { 1 } }") == {
        "High": {"Low": "High/More.swift: Text"}
    }


@pytest.mark.parametrize(
    "text",
    [
        "// Text",
        "/* Text */",
        'let a = "Text"',
        'let a = #"a "Text" b"#',
        'let a = """\n  Text\n  """',
        "let a = Other.Text()",
        "struct Other { enum Text {} ; let text: Text }",
        "private struct Text {}; private let text = Text()",
        "func same<Text: Hashable>(_ a: Text) {}",
        "struct Whole { struct Text {} }",
    ],
    ids=lambda text: text[:30],
)
def test_what_names_no_type_of_another_folder(text):
    assert edges(Low_Text="struct Text {}", High_Page=text) == {}


def test_nested_types_and_names_of_two_folders_make_no_edge():
    nested = edges(Low_Text="struct Text {}", High_Page="struct Page { struct Text {} }", High_More="extension Page { let a: Text }")
    assert nested == {}
    assert edges(Low_Text="struct Text {}", Mid_Text="struct Text {}", High_Page="let a: Text") == {}


def test_this_repository_passes():
    assert script.main([]) == 0
