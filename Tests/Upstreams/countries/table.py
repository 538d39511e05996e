"""The data: 250 countries, their continents, languages and parts, put together from PyPI packages.

countryinfo gives names, capitals, currencies and languages, phonenumberslite the calling codes that it lacks,
pycountry the parts of countries, Babel the languages' own names and the countries' names in other languages.
corrections.json completes them: what they lack, what has changed since, and what the real API counts otherwise
(it puts Cyprus into Europe, and gives states to 32 countries only).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import babel
import countryinfo
import phonenumbers
import pycountry

CONTINENTS = {
    "AF": "Africa",
    "AN": "Antarctica",
    "AS": "Asia",
    "EU": "Europe",
    "NA": "North America",
    "OC": "Oceania",
    "SA": "South America",
}

CONTINENT_OF_REGION = {"Africa": "AF", "Asia": "AS", "Europe": "EU", "Oceania": "OC", "Polar": "AN"}

# "Americas" says too little, and the package's finer regions differ from country to country.
SOUTH_AMERICA = set(["AR", "BO", "BR", "CL", "CO", "EC", "FK", "GF", "GY", "PE", "PY", "SR", "UY", "VE"])

# Codes that the package still has though their countries are gone: Netherlands Antilles, Serbia and Montenegro.
GONE = {"AN", "CS"}

CORRECTIONS = json.loads((Path(__file__).parent / "corrections.json").read_text("utf-8"))

AWS_REGION_OF_CONTINENT = {
    "AF": "af-south-1",
    "AN": "ap-southeast-2",
    "AS": "ap-southeast-1",
    "EU": "eu-central-1",
    "NA": "us-east-1",
    "OC": "ap-southeast-2",
    "SA": "sa-east-1",
}
AWS_REGION_OF_COUNTRY = {
    "AE": "me-south-1",
    "BH": "me-south-1",
    "CA": "ca-central-1",
    "CN": "ap-east-1",
    "FR": "eu-west-3",
    "GB": "eu-west-2",
    "HK": "ap-east-1",
    "ID": "ap-southeast-3",
    "IE": "eu-west-1",
    "IN": "ap-south-1",
    "IT": "eu-south-1",
    "JP": "ap-northeast-1",
    "KR": "ap-northeast-2",
    "LK": "ap-south-1",
    "SA": "me-south-1",
    "SE": "eu-north-1",
    "NO": "eu-north-1",
    "FI": "eu-north-1",
}

FLAGS_OF_SUBDIVISIONS = {
    code: "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in code.replace("-", "").lower()) + "\U000e007f"
    for code in ("GB-ENG", "GB-SCT", "GB-WLS")
}


@dataclass(frozen=True)
class Continent:
    code: str
    name: str


@dataclass(frozen=True)
class State:
    country: str
    code: str
    name: str


@dataclass(frozen=True)
class Subdivision:
    code: str
    name: str

    @property
    def emoji(self) -> str | None:
        return FLAGS_OF_SUBDIVISIONS.get(self.code)


@dataclass(frozen=True)
class Language:
    code: str

    @cached_property
    def name(self) -> str:
        corrected = CORRECTIONS["languages"].get(self.code, {}).get("name")
        return corrected or babel.Locale("en").languages[self.code]

    @cached_property
    def native(self) -> str:
        corrected = CORRECTIONS["languages"].get(self.code, {}).get("native")
        if corrected:
            return corrected
        own = _locale(self.code)
        name = own.get_language_name(self.code) if own else None
        return name[0].upper() + name[1:] if name else self.name

    @property
    def rtl(self) -> bool:
        return self.code in CORRECTIONS["rightToLeft"]


@dataclass(frozen=True)
class Country:
    """One row, as the real API keeps it: texts with commas, and "" where there is nothing."""

    code: str
    name: str
    native: str
    capital: str
    continent: str
    currency: str
    phone: str
    languages: tuple[str, ...]

    @property
    def emoji(self) -> str:
        return "".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in self.code)

    @property
    def emoji_code_points(self) -> str:
        return " ".join(f"U+{ord(symbol):X}" for symbol in self.emoji)

    @property
    def aws_region(self) -> str:
        return AWS_REGION_OF_COUNTRY.get(self.code) or AWS_REGION_OF_CONTINENT[self.continent]

    def name_in(self, language: str) -> str:
        return _locale(language).territories.get(self.code, self.name)

    @cached_property
    def states(self) -> list[State]:
        if self.code not in CORRECTIONS["countriesWithStates"]:
            return []
        parts = list(pycountry.subdivisions.get(country_code=self.code))
        divided = {part.parent_code for part in parts}
        smallest = [part for part in parts if part.code not in divided]
        return sorted(
            (State(self.code, part.code.split("-", 1)[1], part.name) for part in smallest),
            key=lambda state: (state.name, state.code),
        )

    @cached_property
    def subdivisions(self) -> list[Subdivision]:
        parts = pycountry.subdivisions.get(country_code=self.code) or []
        chosen = [Subdivision(part.code, part.name) for part in parts if part.type in ("Country", "Province")]
        return sorted(chosen, key=lambda part: part.code)


@cache
def _locale(language: str) -> babel.Locale | None:
    try:
        return babel.Locale(language)
    except babel.UnknownLocaleError:
        return None


def is_locale(language: str) -> bool:
    """Whether `Country.name(lang:)` takes this: a two-letter code of a language that has names for countries."""
    return len(language) == 2 and language.isascii() and language.islower() and _locale(language) is not None


def _rows() -> dict[str, dict]:
    """What countryinfo has, by alpha-2 code. It has some countries twice; the fuller row wins."""
    rows: dict[str, dict] = {}
    for path in sorted((Path(countryinfo.__file__).parent / "data").glob("*.json")):
        row = json.loads(path.read_text("utf-8"))
        code = row.get("ISO", {}).get("alpha2")
        if code and code not in GONE and (code not in rows or len(row) > len(rows[code])):
            rows[code] = row
    return rows


def _country(code: str, row: dict) -> Country:
    corrected = CORRECTIONS["countries"].get(code, {})
    continent = CONTINENT_OF_REGION.get(row.get("region", ""))
    if row.get("region") == "Americas":
        continent = "SA" if code in SOUTH_AMERICA else "NA"
    phone = ",".join(row.get("callingCodes") or []) or str(phonenumbers.country_code_for_region(code) or "")
    found = {
        "name": row.get("name"),
        "native": row.get("nativeName") or row.get("name"),
        "capital": row.get("capital") or "",
        "continent": continent,
        "currency": ",".join(row.get("currencies") or []),
        "phone": phone,
        "languages": row.get("languages") or [],
    }
    fields = {**found, **corrected}
    return Country(code=code, **{**fields, "languages": tuple(fields["languages"])})


def _table() -> dict[str, Country]:
    rows = _rows()
    codes = sorted({country.alpha_2 for country in pycountry.countries} | set(CORRECTIONS["countries"]))
    return {code: _country(code, rows.get(code, {})) for code in codes}


continents = {code: Continent(code, name) for code, name in CONTINENTS.items()}
countries = _table()
languages = {code: Language(code) for code in sorted({code for row in countries.values() for code in row.languages})}
