"""The workflow of the guide about shards: its form by the service's own schema, and its jobs by bash."""

import re
import shutil

import pytest
from ci import github
from guide_projects import settings, write_suite
from guide_stage import blocks
from pages import Project, yaml

SHARDS = ("1", "2", "3", "4")
# pytest-split's options, as far as the workflow needs them.
SPLIT = """
def pytest_addoption(parser):
    parser.addoption("--splits", type=int, default=1)
    parser.addoption("--group", type=int, default=1)


def pytest_collection_modifyitems(config, items):
    items[:] = items[config.option.group - 1 :: config.option.splits]
"""


@pytest.fixture
def workflow():
    [text] = [block.text for block in blocks("Sharding") if block.file == "record.yaml"]
    return text


class Checkout:
    """A runner's copy of the repository."""

    def __init__(self, folder, shop):
        self.project = Project(folder)
        self.project.install()
        self.root = self.project.root
        write_suite(self.root / "test_products.py", range(1, 9))
        settings(self)
        (self.root / "conftest.py").write_text(SPLIT)
        (self.root / "install.sh").write_text("#!/bin/sh\n")
        (self.root / "install.sh").chmod(0o755)
        self.project.passes(
            f"understudy exec --mode record --each-test pytest --env API_URL=shop --upstream {shop} --endpoint shop"
            " -- pytest -k 'product and 1'"
        )


def test_its_form(workflow, project):
    (project.root / "record.yaml").write_text(workflow)
    project.passes("check-jsonschema --builtin-schema vendor.github-workflows record.yaml")


def test_four_jobs_record_and_one_merges(workflow, shop, tmp_path):
    jobs = yaml(workflow)["jobs"]
    assert tuple(jobs["shard"]["strategy"]["matrix"]["shard"]) == SHARDS
    merger = Checkout(tmp_path / "merge", shop)
    for shard in SHARDS:
        runner = Checkout(tmp_path / shard, shop)
        shutil.rmtree(runner.root / "recordings")
        shutil.copytree(merger.root / "recordings", runner.root / "recordings")
        text = workflow.replace("${{ matrix.shard }}", shard)
        job = github(runner.project, text, "shard")
        assert job.succeeded and "2 passed" in job.log, job.log
        [upload] = uploads(text, "shard")
        shutil.copytree(runner.root / upload["path"], merger.root / "shards" / upload["name"])
    job = github(merger.project, workflow, "merge")
    assert job.succeeded and "8 passed" in job.log and "0 misses" in job.log, job.log
    assert re.search(r"8 sessions \(7 new, 0 replaced, 1 unchanged\)", job.log), job.log
    [upload] = uploads(workflow, "merge")
    assert (merger.root / upload["path"] / "shop/endpoint.yaml").exists()


def uploads(text, job):
    steps = yaml(text)["jobs"][job]["steps"]
    return [step["with"] for step in steps if step.get("uses", "").startswith("actions/upload-artifact")]
