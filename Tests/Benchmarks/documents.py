"""The documents and the schema that language.py measures with: three sizes of operation, a schema of 60,000 lines."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SMALL = """query CountryDetail($code: ID!) {
  country(code: $code) {
    code
    name
    capital
    currency
    emoji
    continent {
      name
    }
    languages {
      name
    }
  }
}
"""

SCREEN = """query CountryScreen($code: ID!, $first: [String!] = ["AF", "AN", "AS"], $withStates: Boolean = true) {
  country(code: $code) {
    ...Head
    phone
    phones
    currency
    currencies
    native
    awsRegion
    continent {
      code
      name
      countries {
        ...Head
      }
    }
    languages {
      ...Spoken
    }
    states @include(if: $withStates) {
      code
      name
      country {
        code
      }
    }
    subdivisions {
      code
      name
      emoji
    }
  }
  neighbours: countries(filter: { continent: { in: $first }, code: { ne: "AQ" } }) {
    ...Head
    languages {
      ...Spoken
    }
  }
  european: countries(filter: { continent: { eq: "EU" } }) {
    ...Head
    capital
  }
  continents {
    code
    name
  }
  languages {
    ...Spoken
  }
}

fragment Head on Country {
  __typename
  code
  name
  emoji
  emojiU
  capital
}

fragment Spoken on Language {
  code
  name
  native
  rtl
}
"""


def large_operation(lines: int = 2_000) -> str:
    """A valid operation of so many lines on the countries' schema: aliased fields over shared fragments."""
    parts = ["query Everything($code: ID!, $withStates: Boolean = true) {"]
    written, number = 40, 0
    while written < lines:
        parts.append(
            f'  entry{number}: country(code: "C{number}") {{\n    ...Head\n    capital\n    currency\n    phone\n'
            f"    continent {{\n      code\n      title: name\n    }}\n    languages {{\n      ...Spoken\n      rtl\n    }}\n"
            f"    states @include(if: $withStates) {{\n      code\n      name\n      country {{\n        emoji\n      }}\n"
            f'    }}\n  }}\n  list{number}: countries(filter: {{ code: {{ in: ["A{number}", "B{number}"] }} }}) {{\n'
            "    ...Head\n    native\n  }"
        )
        written += 27
        number += 1
    parts.append("  country(code: $code) {\n    name\n  }\n}\n")
    return "\n".join(parts) + SCREEN[SCREEN.index("fragment Head") - 1 :]


def large_schema(lines: int = 60_000) -> str:
    """A schema of so many lines with every kind of type, described as published schemas are."""
    parts = ["type Query {\n  node(id: ID!): Node\n  thing0: Thing0\n}\n\ninterface Node {\n  id: ID!\n}\n"]
    parts.append("type Thing0 implements Node {\n  id: ID!\n}\n\ninput ThingFilter0 {\n  name: String\n}\n")
    written, number = 10, 0
    number = 1
    while written < lines:
        n, before = number, max(number - 7, 0)
        part = f'''"""
The thing number {n}, which has what a thing has.
"""
type Thing{n} implements Node {{
  """The thing's id."""
  id: ID!
  """What it is called."""
  name(style: Style{n} = LONG, limit: Int = 10): String!
  """The one before it."""
  before: Thing{before}
  """All that belong to it."""
  parts(first: Int, after: String, filter: ThingFilter{n}): [Part{n}!]!
  old: Float @deprecated(reason: "Use `name`.")
  created: DateTime!
}}

"""How a name is written."""
enum Style{n} {{
  SHORT
  LONG
  """As it was long ago."""
  ANCIENT @deprecated
}}

union Part{n} = Thing{n} | Thing{before}

input ThingFilter{n} {{
  """Only those called so."""
  name: String
  style: [Style{n}!] = [SHORT]
  not: ThingFilter{before}
  limit: Int! = 5
}}

extend type Query {{
  things{n}(filter: ThingFilter{n}): [Thing{n}!]
}}
'''
        parts.append(part)
        written += part.count("\n") + 1
        number += 1
    parts.append("scalar DateTime\n")
    return "\n".join(parts)


def write_all(folder: Path) -> dict[str, Path]:
    """Writes them into a folder, by name."""
    texts = {
        "CountryDetail (small)": SMALL,
        "CountryScreen (a screen)": SCREEN,
        "2,000 lines": large_operation(),
        "60,000 lines": large_schema(),
    }
    paths = {}
    for name, text in texts.items():
        paths[name] = folder / f"{len(paths)}.graphql"
        paths[name].write_text(text)
    return paths
