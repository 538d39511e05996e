"""Generated data of schemas of several trades, and of public ones, without contradictions between fields."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

import pytest
from fakes.asking import Asker, faking
from fakes.contradictions.examining import Examiner
from fakes.subjects import PUBLIC_SUBJECTS, Subject, parameters

WORLDS = Path(__file__).parent / "worlds"
WORLD_SUBJECTS = [Subject(path) for path in sorted(WORLDS.glob("*.graphqls"))]
_numbers = itertools.count()

# The contradictions that are known: names that repeat. Lower the numbers, never raise them.
KNOWN = {"clinic": 0, "hiring": 0, "logistics": 0, "shop": 0, "social": 0, "tasks": 0, "travel": 0}
KNOWN |= {"github": 3, "saleor-dashboard-main": 8, "gatsby": 4, "anilist": 1, "swapi": 2}


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """A program that fakes these schemas. The public ones are there if they are on this machine."""
    folder = tmp_path_factory.mktemp("worlds")
    for subject in [*WORLD_SUBJECTS, *PUBLIC_SUBJECTS]:
        if subject.path.is_file():
            shutil.copy(subject.path, folder / f"{subject.endpoint}.graphqls")
    with faking(folder) as server:
        yield server


@pytest.fixture
def examine(program, capsys):
    """Asks a schema in a new session and prints the report, also if there are no contradictions."""

    def run(subject: Subject):
        with Asker(program, subject.endpoint, f"contradictions-{next(_numbers)}") as asker:
            report = Examiner(subject, asker).report()
        with capsys.disabled():
            print(f"\n{report.text()}")
        return report

    return run


def judge(report, subject):
    known = KNOWN[subject.path.stem]
    if len(report.findings) > known:
        pytest.fail(f"{known} are known.\n{report.text(examples=20)}", pytrace=False)
    assert len(report.findings) == known, f"Lower KNOWN[{subject.path.stem!r}] to {len(report.findings)}."


@pytest.mark.timeout(300)
@pytest.mark.parametrize("subject", parameters(WORLD_SUBJECTS))
def test_no_field_contradicts_another(subject, examine):
    judge(examine(subject), subject)


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("subject", parameters(PUBLIC_SUBJECTS))
def test_no_field_of_a_public_schema_contradicts_another(subject, examine):
    judge(examine(subject), subject)
