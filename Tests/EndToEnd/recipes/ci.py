"""GitHub's and GitLab's runners, as far as the recipes need them: steps by bash, in order, with the variables that the
real ones set. What a runner brings along (`uses:`, `image:`) is not there."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from harness import BINARY
from pages import Project, yaml

@dataclass
class Job:
    """What a job came to."""

    succeeded: bool = True
    log: str = ""
    ran: list[str] = field(default_factory=list)


def github(project: Project, text: str, name: str | None = None) -> Job:
    """Runs a job of a workflow: its only one, or the one of this name."""
    workflow = yaml(text)
    [steps] = [job["steps"] for key, job in workflow["jobs"].items() if name in (None, key)]
    files = {name: project.folder / name for name in ("GITHUB_PATH", "GITHUB_STEP_SUMMARY")}
    for file in files.values():
        file.touch()
    job = Job()
    for step in steps:
        if "run" not in step:
            continue
        condition = step.get("if", "success()")
        assert condition in ("success()", "always()"), condition
        if condition == "success()" and not job.succeeded:
            continue
        variables = {name: substituted(value, project) for name, value in step.get("env", {}).items()}
        path = ":".join([*reversed(files["GITHUB_PATH"].read_text().split()), project.environment["PATH"]])
        done = project.run(
            step["run"],
            **{"CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(project.root), "PATH": path},
            **{name: str(file) for name, file in files.items()},
            **variables,
        )
        job.ran.append(step["name"])
        job.log += done.stdout + done.stderr
        job.succeeded = job.succeeded and done.returncode == 0
    return job


def download(project: Project) -> str:
    """Where the program is: a small one that runs it, since a debug build is large to copy for each job."""
    file = project.folder / "download"
    file.write_text(f'#!/bin/sh\nexec "{BINARY}" "$@"\n')
    return file.as_uri()


def substituted(value: str, project: Project) -> str:
    """The expression of a variable of the repository."""
    assert re.fullmatch(r"\$\{\{ vars\.UNDERSTUDY_DOWNLOAD \}\}", value), value
    return download(project)


def gitlab(project: Project, text: str) -> Job:
    """Runs the only job: one shell for all lines, which ends at the first that fails."""
    [job] = [job for job in yaml(text).values() if "script" in job]
    script = "\n".join([*job["before_script"], *job["script"]])
    variables = {"CI": "true", "GITLAB_CI": "true", "CI_PROJECT_DIR": str(project.root)}
    done = project.run(script, **variables, UNDERSTUDY_DOWNLOAD=download(project))
    return Job(done.returncode == 0, done.stdout + done.stderr)
