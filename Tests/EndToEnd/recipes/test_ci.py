"""The files that `init` writes for GitHub Actions and GitLab CI: by the services' own schemas, the steps by bash."""

import re
import shutil
import subprocess
from xml.etree import ElementTree

import pytest
from ci import github, gitlab
from harness import BINARY, ROOT
from pages import Page, Project, yaml

GITHUB, GITLAB = Page("GitHubActions"), Page("GitLabCI")
FILES = {
    "github": (GITHUB, ".github/workflows/tests.yml", "vendor.github-workflows", github),
    "gitlab": (GITLAB, ".gitlab-ci.yml", "vendor.gitlab-ci", gitlab),
}


@pytest.fixture
def checkout(recorded_by_pytest, tmp_path):
    """The project as a runner checks it out: the program is not installed."""
    project = Project(tmp_path)
    shutil.copytree(recorded_by_pytest.root, project.root, dirs_exist_ok=True)
    (project.root / "schemas").mkdir()
    shutil.copy(ROOT / "schemas" / "countries.graphqls", project.root / "schemas")
    # What makes it a project of Python, and the packages that its tests need.
    (project.root / "requirements.txt").write_text("pytest\ngql[requests]>=4\n")
    return project


def file_of(checkout, service):
    """The text of the file that the page's command writes."""
    page, name, _, _ = FILES[service]
    assert name in page.text
    subprocess.run([BINARY, *page.shell("understudy init").split()[1:]], cwd=checkout.root, check=True)
    return (checkout.root / name).read_text("utf-8")


def ask_for_germany(project):
    path = project.root / "test_countries.py"
    path.write_text(path.read_text().replace('("JP", "Tokyo")', '("DE", "Berlin")'))


@pytest.mark.parametrize("service", FILES)
def test_the_file_is_valid(checkout, service):
    _, name, schema, _ = FILES[service]
    file_of(checkout, service)
    checkout.passes(f"check-jsonschema --builtin-schema {schema} {name}")
    path = checkout.root / name
    path.write_text(re.sub(r"^( *)(run|script):", r"\1rum:", path.read_text(), flags=re.M))
    assert "chema validation errors" in checkout.fails(f"check-jsonschema --builtin-schema {schema} {name}")


@pytest.mark.parametrize("file", ["package.json", "playwright.config.ts", "Package.swift", "gradlew", "go.mod", "Gemfile", "x"])
@pytest.mark.parametrize("service", FILES)
def test_the_file_of_each_project_is_valid(service, file, tmp_path):
    _, name, schema, _ = FILES[service]
    project = Project(tmp_path)
    for made in {file, "package.json" if file.startswith("playwright") else file}:
        (project.root / made).touch()
    subprocess.run([BINARY, "init", service], cwd=project.root, check=True, capture_output=True)
    project.passes(f"check-jsonschema --builtin-schema {schema} {name}")


@pytest.mark.parametrize("service", FILES)
def test_the_job_passes(checkout, service):
    run = FILES[service][3]
    before = {path for path in (checkout.root / "recordings").rglob("*")}
    job = run(checkout, file_of(checkout, service))
    assert job.succeeded and "2 passed" in job.log, job.log
    assert "::error" not in job.log
    assert "CountryDetail" in (checkout.root / "understudy" / "report.html").read_text()
    assert {path for path in (checkout.root / "recordings").rglob("*")} == before


def test_a_miss_on_github(checkout):
    ask_for_germany(checkout)
    text = file_of(checkout, "github")
    job = github(checkout, text)
    assert not job.succeeded and job.ran[-2:] == ["Test", "Summary"], job.log
    [annotation] = [line for line in job.log.splitlines() if line.startswith("::error")]
    assert annotation.startswith(GITHUB.shown("::error").strip())
    file = re.search(r"file=([^,]+),", annotation)[1]
    assert (checkout.root / file).is_file(), file
    assert "1 miss" in (checkout.folder / "GITHUB_STEP_SUMMARY").read_text()
    [upload] = [step for step in steps(text) if step.get("uses", "").startswith("actions/upload-artifact")]
    assert "DE" in (checkout.root / upload["with"]["path"] / "report.html").read_text()


def steps(text):
    [job] = yaml(text)["jobs"].values()
    return job["steps"]


def test_a_miss_on_gitlab(checkout):
    ask_for_germany(checkout)
    text = file_of(checkout, "gitlab")
    job = gitlab(checkout, text)
    assert not job.succeeded and GITLAB.shown("exited with").strip() in job.log, job.log
    artifacts = yaml(text)["tests"]["artifacts"]
    [page] = artifacts["paths"]
    assert "DE" in (checkout.root / page).read_text()
    failures = ElementTree.parse(checkout.root / artifacts["reports"]["junit"]).findall(".//testcase/failure")
    assert len(failures) == 1


@pytest.mark.long
@pytest.mark.parametrize("service", FILES)
def test_a_recording_that_is_not_canonical_fails_the_job_before_the_tests(checkout, service):
    run = FILES[service][3]
    recording = min((checkout.root / "recordings").rglob("answers/*.json"))
    recording.write_text(recording.read_text().replace("\n", "\n\n", 1))
    job = run(checkout, file_of(checkout, service))
    assert not job.succeeded and recording.name in job.log and "passed" not in job.log, job.log


@pytest.mark.long
@pytest.mark.parametrize("service", FILES)
def test_nothing_is_recorded_there(checkout, service):
    run = FILES[service][3]
    text = file_of(checkout, service).replace("understudy exec", "UNDERSTUDY_MODE=record understudy exec")
    job = run(checkout, text)
    assert not job.succeeded and "In CI, UNDERSTUDY_MODE cannot start a recording." in job.log, job.log
