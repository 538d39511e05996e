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


def judge(report):
    if report.findings:
        pytest.fail(report.text(examples=20), pytrace=False)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("subject", parameters(WORLD_SUBJECTS))
def test_no_field_contradicts_another(subject, examine):
    judge(examine(subject))


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("subject", parameters(PUBLIC_SUBJECTS))
def test_no_field_of_a_public_schema_contradicts_another(subject, examine):
    judge(examine(subject))
