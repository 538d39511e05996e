"""The schemas that fakes are proved over: the four systems', five of our own, public ones where they are there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest
from graphql import GraphQLSchema, ObjectTypeDefinitionNode, build_ast_schema, parse
from harness import ROOT

OWN = Path(__file__).parent / "schemas"
SYSTEMS = ROOT / "schemas"
PUBLIC = ROOT.parent / "shared" / "schemas"


@dataclass(frozen=True)
class Subject:
    """A schema by its file. `endpoint` is its name at the program."""

    path: Path

    @property
    def endpoint(self) -> str:
        return self.path.stem

    @cached_property
    def schema(self) -> GraphQLSchema:
        document = parse(self.path.read_text("utf-8"), no_location=True)
        for definition in document.definitions:
            # GitHub's file defines a field twice. The first one counts for the program, the last one for graphql-core.
            if isinstance(definition, ObjectTypeDefinitionNode):
                first = {field.name.value: field for field in reversed(definition.fields)}
                definition.fields = tuple(field for field in definition.fields if first[field.name.value] is field)
        return build_ast_schema(document, assume_valid=True)


SYSTEM_SUBJECTS = [Subject(path) for path in sorted(SYSTEMS.glob("*.graphqls"))]
OWN_SUBJECTS = [Subject(path) for path in sorted(OWN.glob("*.graphqls"))]
PUBLIC_SUBJECTS = [
    Subject(PUBLIC / f"{name}.graphql") for name in ("anilist", "gatsby", "github", "saleor-dashboard-main", "swapi")
]
ALL = [*SYSTEM_SUBJECTS, *OWN_SUBJECTS, *PUBLIC_SUBJECTS]


def parameters(subjects: list[Subject]) -> list:
    """As parameters of a test; what is not on this machine is skipped, by name."""
    return [
        pytest.param(
            subject,
            id=subject.endpoint,
            marks=pytest.mark.skipif(not subject.path.is_file(), reason=f"needs ../shared/schemas/{subject.path.name}"),
        )
        for subject in subjects
    ]
