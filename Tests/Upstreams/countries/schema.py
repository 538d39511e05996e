"""The resolvers of the Countries API over the table, on the schema that this project ships."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from graphql import GraphQLError, GraphQLSchema, build_schema

from . import table
from .table import Country

SDL = Path(__file__).parents[3] / "schemas" / "countries.graphqls"

# Each compares the text as it is kept, so that a currency of "USD,USN,USS" is not equal to "USD".
OPERATORS: dict[str, Callable[[str, Any], bool]] = {
    "eq": lambda text, wanted: text == wanted,
    "ne": lambda text, wanted: text != wanted,
    "in": lambda text, wanted: text in wanted,
    "nin": lambda text, wanted: text not in wanted,
    "regex": lambda text, wanted: re.search(wanted, text) is not None,
}


def passes(row: Any, filter: dict[str, dict[str, Any] | None] | None) -> bool:
    """Whether a row passes a filter. None and {} let all pass; a condition without an operator lets none pass."""
    for field, conditions in (filter or {}).items():
        text = getattr(row, field)
        if not conditions or not all(OPERATORS[name](text, wanted) for name, wanted in conditions.items()):
            return False
    return True


def chosen(rows: Iterable[Any], filter: dict | None) -> list[Any]:
    return [row for row in rows if passes(row, filter)]


def name_of_country(country: Country, info, lang: str | None = None) -> str:
    if lang is None:
        return country.name
    if not table.is_locale(lang):
        raise GraphQLError("Invalid input", extensions={"code": "VALIDATION_ERROR"})
    return country.name_in(lang)


def countries_of(holds: Callable[[Country], bool]) -> list[Country]:
    return [country for country in table.countries.values() if holds(country)]


RESOLVERS: dict[str, dict[str, Callable]] = {
    "Query": {
        "continent": lambda _, info, code: table.continents.get(code),
        "continents": lambda _, info, filter=None: chosen(table.continents.values(), filter),
        "countries": lambda _, info, filter=None: chosen(table.countries.values(), filter),
        "country": lambda _, info, code: table.countries.get(code),
        "language": lambda _, info, code: table.languages.get(code),
        "languages": lambda _, info, filter=None: chosen(table.languages.values(), filter),
    },
    "Continent": {
        "countries": lambda continent, info: countries_of(lambda country: country.continent == continent.code),
    },
    "Country": {
        "awsRegion": lambda country, info: country.aws_region,
        "capital": lambda country, info: country.capital or None,
        "continent": lambda country, info: table.continents[country.continent],
        "currencies": lambda country, info: country.currency.split(","),
        "currency": lambda country, info: country.currency or None,
        "emojiU": lambda country, info: country.emoji_code_points,
        "languages": lambda country, info: [table.languages[code] for code in country.languages],
        "name": name_of_country,
        "phones": lambda country, info: country.phone.split(","),
    },
    "Language": {
        "countries": lambda language, info: countries_of(lambda country: language.code in country.languages),
    },
    "State": {
        "country": lambda state, info: table.countries[state.country],
    },
}


def schema() -> GraphQLSchema:
    built = build_schema(SDL.read_text("utf-8"))
    for type_name, fields in RESOLVERS.items():
        for field_name, resolver in fields.items():
            built.type_map[type_name].fields[field_name].resolve = resolver
    return built
