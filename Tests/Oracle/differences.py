"""The differences from the references that are deliberate, or the references' fault: each with its reason.

What is not listed here is a defect of ours. A difference is a change to the two answers that takes away what it
explains; what is left must be the same. So one document may show several, and none of them hides another one.
DIFFERENCES.md is made from this list: `differences.py` writes it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from adjust.conflicts import conflicts_remembered, repeated_arguments_dropped
from adjust.documents import (
    executable_description_excused,
    lines_measured,
    root_conditions_dropped,
    unexecutable_skipped,
)
from adjust.errors import (
    Adjustment,
    excused,
    first_columns_dropped,
    first_message,
    locations_in_capitals,
    places_dropped,
    tolerated,
    without_messages,
)
from adjust.introspection import built_in_texts_dropped, newer_introspection_dropped, untellable_defaults_dropped
from adjust.schemas import (
    applied_directives_dropped,
    default_of_no_input_type,
    defaults_as_theirs,
    extended_scalars_dropped,
    newer_directive_dropped,
    operations_in_schema_dropped,
    schemas_made_plain,
    telling_roots_dropped,
    unfit_default_changes_dropped,
)
from adjust.values import (
    errors_sorted,
    floats_taken,
    integers_rounded,
    lists_for_objects_dropped,
    lists_in_results_dropped,
    numbers_spelled_alike,
    shown_values_dropped,
)
from engines import Request
from exceptions import EXCEPTIONS


# What ours says of conditions at the root of a subscription, and of an operation whose root type the schema lacks.
ROOT_CONDITION = r" must not use `@skip` or `@include` directives in the top level selection\.$"
NO_ROOT_TYPE = r"^The (query|mutation|subscription) operation is not supported by the schema\.$"


@dataclass(frozen=True)
class Difference:
    """A kind of difference: what takes it away, why it is right, and which judges and ops it concerns."""

    name: str
    reason: str
    adjust: Adjustment
    judges: tuple[str, ...] = ("graphql-core", "graphql-js")
    operations: tuple[str, ...] = ()

    def concerns(self, judge: str, request: Request) -> bool:
        return judge in self.judges and (not self.operations or request["op"] in self.operations)


DIFFERENCES: list[Difference] = [
    Difference(
        "the reference's own recursion",
        "Their parsers recurse as deep as the stack of their language; ours counts the depth.",
        excused(lambda request, mine, theirs: theirs.get("phase") == "limit"),
    ),
    Difference(
        "descriptions of operations",
        "September 2025 lets operations, fragments and variables be described; the judges are older, and stop there.",
        executable_description_excused,
    ),
    Difference(
        "types that graphql-core does not make",
        "graphql-core's own classes refuse a wrong kind of type before any rule can find it; graphql-js finds it.",
        excused(lambda request, mine, theirs: theirs.get("phase") == "exception"
                and first_message(theirs).startswith("TypeError: ") and not mine["ok"]),
        judges=("graphql-core",),
        operations=("build",),
    ),
    Difference(
        "lengths of lines",
        "A long line is printed as several, a long block string begins with a line of its own; graphql-core counts code "
        "points for that, graphql-js and ours UTF-16 code units. Ours must be what graphql-core prints if it counts these.",
        lines_measured,
        judges=("graphql-core",),
        operations=("print", "build", "clientSchema"),
    ),
    Difference(
        "defaults of what is no input type",
        "To build a schema node-graphql 16.6 makes a value of each default, and fails with an error of its own where the "
        "type takes none; ours says of that type that it is no input type.",
        excused(default_of_no_input_type),
        judges=("graphql-js",),
        operations=("build",),
    ),
    Difference(
        "conflicts of an argument given twice",
        "node-graphql 16.6 compares the arguments of two fields as texts, newer releases, graphql-core and ours by their "
        "names; where one is given twice, which is an error of its own, these may differ.",
        repeated_arguments_dropped,
        judges=("graphql-js",),
        operations=("validate", "execute"),
    ),
    Difference(
        "conflicts behind fragments",
        "graphql-js before 16.9 remembers that it compared two fragments, though it did so for other fields; so it misses "
        "conflicts, and tells others more or less often. Ours must be to the letter what graphql-core finds with 16.9's "
        "memory, and what is new in that must be found with the fragments put in place as well.",
        conflicts_remembered(as_javascript=False),
        judges=("graphql-core",),
        operations=("validate", "execute"),
    ),
    Difference(
        "conflicts behind fragments, in node-graphql",
        "The same in JavaScript. Here as well graphql-core with 16.9's memory says what ours must be.",
        conflicts_remembered(as_javascript=True),
        judges=("graphql-js",),
        operations=("validate", "execute"),
    ),
    Difference(
        "a backslash at the end",
        "graphql-core fails with an IndexError of its own where a text ends in a backslash within a string.",
        excused(lambda request, mine, theirs: first_message(theirs).startswith("IndexError: ")
                and mine.get("phase") == "syntax" and "escape" in first_message(mine)),
        judges=("graphql-core",),
    ),
    Difference(
        "changed defaults that do not fit",
        "Of defaults that their types do not accept the references compare nothing, or call them removed; ours compares "
        "them as they are written.",
        unfit_default_changes_dropped,
        operations=("breaking",),
    ),
    Difference(
        "executed beyond the introspection depth",
        "What ours refuses for its introspection depth alone (see the next line), an older judge executes.",
        excused(lambda request, mine, theirs: bool(theirs.get("ok")) and bool(mine.get("errors"))
                and all(error["message"] == "Maximum introspection depth exceeded" for error in mine["errors"])),
        operations=("execute",),
    ),
    Difference(
        "introspection depth",
        "graphql-js 16.9 refuses lists in lists of introspection, newer releases of graphql-core as well; node-graphql "
        "16.6 and graphql-core 3.2.6 do not.",
        without_messages(r"^Maximum introspection depth exceeded$"),
        operations=("validate", "execute"),
    ),
    Difference(
        "a reference that fails while it validates",
        "To count a subscription's fields the references evaluate @skip and @include without variables, and fail "
        "with the error of an execution. Ours says that they must not stand there (see the next line).",
        excused(lambda request, mine, theirs: theirs.get("phase") == "graphql" and "subscription" in request["query"]
                and first_message(theirs).startswith(("Argument ", "Directive "))),
        operations=("validate", "execute"),
    ),
    Difference(
        "executed, though September 2025 forbids it",
        "What ours refuses for the next two lines alone, an older judge executes.",
        excused(lambda request, mine, theirs: bool(theirs.get("ok")) and bool(mine.get("errors"))
                and all(re.search(f"{NO_ROOT_TYPE}|{ROOT_CONDITION}", error["message"]) for error in mine["errors"])),
        operations=("execute",),
    ),
    Difference(
        "conditions at the root of a subscription",
        "September 2025 (5.2.4.1) forbids @skip and @include there. The judges are older: they evaluate them, and count "
        "the fields that are left. Ours reports nothing else of such a root.",
        root_conditions_dropped,
        operations=("validate", "execute"),
    ),
    Difference(
        "operations without a root type",
        "September 2025 (5.2.1.1) makes an operation invalid whose root type the schema lacks. The judges are older, and "
        "fail when they execute it.",
        without_messages(NO_ROOT_TYPE),
        operations=("validate", "execute"),
    ),
    Difference(
        "names of directive locations",
        "graphql-core writes them in small letters (\"on field\"), graphql-js as the specification does (\"on FIELD\").",
        locations_in_capitals,
        judges=("graphql-core",),
    ),
    Difference(
        "inside definitions that are not executable",
        "A definition of a type in a document that is sent to be executed is refused as a whole, by all; the "
        "references also look for unknown names and directives in it.",
        unexecutable_skipped,
        operations=("validate", "execute"),
    ),
    Difference(
        "applied directives of a schema",
        "Vendors' directives must not stop a schema from being served: what is wrong with an applied directive is a "
        "warning, and `understudy check` shows it. A deprecation whose reason is no text counts as none.",
        applied_directives_dropped,
        operations=("build",),
    ),
    Difference(
        "required and deprecated",
        "Published schemas deprecate required inputs (GitHub's does): a warning, no error.",
        tolerated(r" cannot be deprecated\.$"),
        operations=("build",),
    ),
    Difference(
        "operations in a schema",
        "The references ignore operations and fragments in the text of a schema. The specification (section 3) does "
        "not allow them, and who puts one there has mixed up two files.",
        operations_in_schema_dropped,
        operations=("build", "validateSDL"),
    ),
    Difference(
        "integers of more than 53 bits",
        "JavaScript rounds them; ours and graphql-core keep their digits.",
        integers_rounded,
        judges=("graphql-js",),
        operations=("coerce", "execute"),
    ),
    Difference(
        "large integers for Float",
        "graphql-core makes a double of an integer that is given for a Float; ours keeps its digits.",
        floats_taken,
        judges=("graphql-core",),
        operations=("coerce", "execute"),
    ),
    Difference(
        "values in part",
        "In its messages graphql-core leaves out the middle of large values; graphql-js and ours do not.",
        shown_values_dropped,
        judges=("graphql-core",),
        operations=("coerce", "execute"),
    ),
    Difference(
        "built-in descriptions",
        "What is built in is described in our own words; @oneOf and isOneOf are newer than node-graphql 16.6.",
        built_in_texts_dropped,
        operations=("introspect",),
    ),
    Difference(
        "a field defined twice",
        "Published schemas define a field twice in the same words (GitHub's does): a warning, no error.",
        tolerated(r"^Field .* can only be defined once\.$"),
        operations=("build",),
    ),
    Difference(
        "reserved names",
        "A name that begins with two underscores is a warning: it does no harm to whoever serves the schema.",
        tolerated(r"which is reserved by GraphQL introspection"),
        operations=("build",),
    ),
    Difference(
        "a list for an input object",
        "JavaScript takes a list for an object, so graphql-js looks for fields named 0, 1, ... in it.",
        lists_for_objects_dropped,
        judges=("graphql-js",),
        operations=("coerce",),
    ),
    Difference(
        "a list where an object must be",
        "The references look for fields in the list and find none; ours says that there is a list.",
        lists_in_results_dropped,
        operations=("execute",),
    ),
    Difference(
        "order of execution errors",
        "graphql-core notes errors of lists and of what is beside them in an order of its own; graphql-js judges it.",
        errors_sorted,
        judges=("graphql-core",),
        operations=("execute",),
    ),
    Difference(
        "introspection among other fields",
        "What is built in is described in our own words; @oneOf and isOneOf are newer than node-graphql 16.6.",
        newer_introspection_dropped,
        operations=("execute",),
    ),
    Difference(
        "numbers as strings",
        "Where a number becomes a string, graphql-core writes it as Python does (\"3.0\", 1e100 in full) and suggests what "
        "is near to that, graphql-js and ours as JavaScript does.",
        numbers_spelled_alike,
        judges=("graphql-core",),
        operations=("coerce", "execute", "introspect"),
    ),
    Difference(
        "defaults as they are written",
        "In the text of a schema the references print the value that a default comes to, so [3] for 3 and 10000000000 "
        "for 1e10, and none where the type does not take it. Ours prints what the schema says, and "
        "warns of misfits; introspection shows the value, as theirs.",
        defaults_as_theirs,
        operations=("build", "clientSchema"),
    ),
    Difference(
        "lists and objects as a custom scalar's default",
        "The references fail to write such a default and show null by introspection; ours writes it.",
        untellable_defaults_dropped,
        operations=("introspect",),
    ),
    Difference(
        "specifiedBy in an extension",
        "`extend scalar S @specifiedBy(url:)` says where S is specified; these judges lose it.",
        extended_scalars_dropped,
        operations=("build", "introspect"),
    ),
    Difference(
        "a definition of @oneOf",
        "Introspection of a newer server lists @oneOf; node-graphql 16.6 does not know that it is built in, and prints it.",
        newer_directive_dropped,
        judges=("graphql-js",),
        operations=("clientSchema",),
    ),
    Difference(
        "a type Mutation or Subscription that is no root",
        "Of a schema whose roots have their usual names the references print no `schema { }`, so that another type of "
        "such a name becomes a root when the text is read again. Ours prints it there.",
        telling_roots_dropped,
        operations=("build", "clientSchema"),
    ),
    Difference(
        "empty descriptions, own built-in directives",
        "The references lose a description that is empty where it is an argument's, and print no directive that has "
        "the name of a built-in one, though the schema defined it otherwise. Ours prints what there is.",
        schemas_made_plain,
        operations=("build", "clientSchema"),
    ),
    Difference(
        "first columns",
        "graphql-core places what stands at the start of a line behind the end of the line before.",
        first_columns_dropped,
        judges=("graphql-core",),
    ),
    Difference(
        "lines and columns",
        "graphql-core takes a lone CR for no end of a line in places, and counts code points; graphql-js and ours "
        "count UTF-16 code units.",
        places_dropped,
        judges=("graphql-core",),
    ),
]


def listing() -> str:
    """DIFFERENCES.md: this list, and the exceptions among the recorded cases."""
    lines = ["# The differences", "",
             "What `make oracle` takes for no defect, and why. Made by `Tests/Oracle/differences.py` from its list; do not edit.",
             "", "## From graphql-core 3.2 and node-graphql 16.6", "",
             "| difference | judges | ops | reason |", "|---|---|---|---|"]
    for each in DIFFERENCES:
        judges = each.judges[0] if len(each.judges) == 1 else "both"
        lines.append(f"| {each.name} | {judges} | {', '.join(each.operations) or 'all'} | {each.reason} |")
    lines += ["", "## From the recorded cases of graphql-js 16.11", "", "| file | case | reason |", "|---|---|---|"]
    lines += [f"| {file} | {case} | {reason} |" for (file, case), reason in EXCEPTIONS.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (Path(__file__).parent / "DIFFERENCES.md").write_text(listing(), encoding="utf-8")
