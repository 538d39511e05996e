"""Every operation that the Countries API is asked in the guide "Complete GraphQL Guide" and in the API's own README.

`GUIDE` and `README` hold them as people write them. `apollo_text` spells one as the Apollo iOS client sends it:
`__typename` first in every selection set but the operation's own, every definition on one line, fragments behind.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from graphql import parse, print_ast, visit
from graphql.language import FieldNode, FragmentDefinitionNode, NameNode, SelectionSetNode, Visitor

APOLLO_ACCEPT = "multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json"
APOLLO_EXTENSIONS = {"clientLibrary": {"name": "apollo-ios", "version": "2.4.0"}}


@dataclass(frozen=True)
class Operation:
    """An operation as it is written by hand, and one set of variables for it."""

    label: str
    text: str
    name: str | None = None
    variables: dict[str, Any] | None = None

    def body(self) -> dict[str, Any]:
        """The body that curl or a small client sends."""
        members: dict[str, Any] = {"query": self.text}
        if self.name:
            members["operationName"] = self.name
        if self.variables is not None:
            members["variables"] = self.variables
        return members

    def apollo_body(self) -> dict[str, Any]:
        """The body that Apollo iOS 2.4 sends: keys sorted, no variables where there are none."""
        members: dict[str, Any] = {"extensions": APOLLO_EXTENSIONS}
        if self.name:
            members["operationName"] = self.name
        members["query"] = apollo_text(self.text)
        if self.variables is not None:
            members["variables"] = self.variables
        return members

    def apollo_bytes(self) -> bytes:
        """The same as bytes; Foundation writes `/` as `\\/`."""
        text = json.dumps(self.apollo_body(), ensure_ascii=False, separators=(",", ":"))
        return text.replace("/", "\\/").encode()


class _AddTypename(Visitor):
    def leave_field(self, node: FieldNode, *_):
        return self.with_typename(node)

    def leave_fragment_definition(self, node: FragmentDefinitionNode, *_):
        return self.with_typename(node)

    @staticmethod
    def with_typename(node):
        if not node.selection_set:
            return None
        rest = tuple(
            selection
            for selection in node.selection_set.selections
            if not (isinstance(selection, FieldNode) and selection.name.value == "__typename")
        )
        typename = FieldNode(name=NameNode(value="__typename"), arguments=(), directives=())
        node.selection_set = SelectionSetNode(selections=(typename, *rest))
        return node


def apollo_text(text: str) -> str:
    """A document's text as Apollo iOS 1.3.2 and later, 2.x too, send it."""
    document = visit(parse(text, no_location=True), _AddTypename())
    operations = [node for node in document.definitions if not isinstance(node, FragmentDefinitionNode)]
    fragments = [node for node in document.definitions if isinstance(node, FragmentDefinitionNode)]
    fragments.sort(key=lambda node: node.name.value)
    return "\n".join(re.sub(r"\s*\n\s*", " ", print_ast(node)) for node in [*operations, *fragments])


CANADA_SHORT = Operation(
    "chapter 1.2, Canada in short",
    'query { country(code: "CA") { name capital } }',
)
CANADA = Operation(
    "chapter 3.4, Canada",
    """query {
country(code: "CA") {
name
native
capital
emoji
currency
languages {
name
}
continent {
name
}
}
}""",
)
ALL_COUNTRIES = Operation(
    "chapter 7.2, AllCountries",
    """query AllCountries {
countries {
code
name
emoji
capital
currency
continent {
name
}
}
}""",
    "AllCountries",
)
COUNTRY_DETAIL_TEXT = """query CountryDetail($code: ID!) {
country(code: $code) {
code
name
native
capital
emoji
currency
phone
continent {
name
}
languages {
code
name
native
}
states {
name
}
}
}"""


def country_detail(code: Any) -> Operation:
    return Operation(f"chapter 7.3, CountryDetail {code}", COUNTRY_DETAIL_TEXT, "CountryDetail", {"code": code})


CONTINENTS_LIST = Operation(
    "chapter 7.4, ContinentsList",
    """query ContinentsList {
continents {
code
name
countries {
code
name
emoji
}
}
}""",
    "ContinentsList",
)
FILTERED_COUNTRIES = Operation(
    "chapter 11.2, FilteredCountries",
    """query FilteredCountries($filter: CountryFilterInput) {
countries(filter: $filter) {
code
name
emoji
capital
}
}""",
    "FilteredCountries",
    {"filter": {"continent": {"eq": "EU"}}},
)
ALL_COUNTRIES_WITH_FRAGMENT = Operation(
    "chapter 12.2, AllCountriesWithFragment",
    """fragment CountryBasicInfo on Country {
code
name
emoji
capital
currency
continent {
name
}
}
query AllCountriesWithFragment {
countries {
...CountryBasicInfo
languages {
name
}
}
}""",
    "AllCountriesWithFragment",
)

# What chapters 1 to 3 show, before there is a client.
HANDWRITTEN = [CANADA_SHORT, CANADA]

# What the guide's app sends.
APP = [
    ALL_COUNTRIES,
    country_detail("CA"),
    country_detail("JP"),
    country_detail("XX"),
    CONTINENTS_LIST,
    FILTERED_COUNTRIES,
    ALL_COUNTRIES_WITH_FRAGMENT,
]

GUIDE = HANDWRITTEN + APP

README = [
    Operation(
        "README, GetCountry",
        """query GetCountry {
  country(code: "BR") {
    name
    native
    capital
    emoji
    currency
    languages {
      code
      name
    }
  }
}""",
        "GetCountry",
    ),
    Operation(
        "README, ListCountriesThatUseUSD",
        """query ListCountriesThatUseUSD {
  countries(filter: { currency: { eq: "USD" } }) {
    code
    name
  }
}""",
        "ListCountriesThatUseUSD",
    ),
    Operation(
        "README, ListCountriesInCUSMA",
        """query ListCountriesInCUSMA {
  countries(filter: { code: { in: ["US", "CA", "MX"] } }) {
    code
    name
  }
}""",
        "ListCountriesInCUSMA",
    ),
    Operation(
        "README, ListCountriesThatBeginWithTheLetterA",
        """query ListCountriesThatBeginWithTheLetterA {
  countries(filter: { name: { regex: "^A" } }) {
    code
    name
  }
}""",
        "ListCountriesThatBeginWithTheLetterA",
    ),
]

ALL = GUIDE + README

# A request that the API refuses: it has no mutations.
CREATE_USER = Operation(
    "chapter 1.2, a mutation that this API does not have",
    'mutation { createUser(name: "Alice", email: "alice@example.com") { id name } }',
)
