#!/usr/bin/env python3
"""Records the shipped recordings, recordings/, anew: from the stand-ins, by the built program.

    PYTHONPATH=Tests/Upstreams .test-env/bin/python Tests/EndToEnd/record_shipped.py [FOLDER]

`shipped.py` says what is asked. What people wrote stays, endpoint.yaml and README.md, and so does redaction-salt, which
an older version made at random. All else is recorded from nothing, and comes out as it was.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import clients
import shipped
from clients import Reply
from harness import ROOT, recording_files, running, understudy
from shipped import Shipped
from session_support import start_over
from standing_in import server

SHIPPED = ROOT / "recordings"

# The folders of operations, by their kind.
OPERATIONS = ("query*", "mutation*")


@dataclass
class Recorded:
    """What a recorder was answered, by sitting, and what it told."""

    answers: dict[str, list[Reply]] = field(default_factory=dict)
    outcomes: list[str] = field(default_factory=list)
    stderr: str = ""


def record(system: Shipped, folder: Path) -> Recorded:
    """Records every sitting of one system below a folder, on top of what is there."""
    recorded = Recorded()
    configuration = folder / system.endpoint / "endpoint.yaml"
    before = configuration.read_bytes() if configuration.exists() else None
    with running(server(system.stand_in, *system.arguments)) as upstream:
        arguments = ["--upstream", upstream.origin + system.path, "--endpoint", system.endpoint]
        arguments += ["--recordings", folder, "--schemas", ROOT / "schemas"]
        with running(understudy("record", *arguments, "--json")) as recorder:
            for sitting in system.sittings:
                if system.changes:
                    assert clients.post(f"{upstream.origin}/__reset", "").status == 204
                # The unnamed session starts over: all sittings are recorded from one start (format 1).
                start_over(recorder)
                exchanges = sitting.run(f"{recorder.origin}/{system.endpoint}", named=False)
                recorded.answers[sitting.name] = [reply for _, reply in exchanges]
            assert recorder.stop() == 0, recorder.stderr
        recorded.outcomes = [event["outcome"] for event in recorder.events("exchange")]
        recorded.stderr = recorder.stderr
    # The port of the stand-in is not shipped.
    if before is None:
        configuration.unlink()
    else:
        configuration.write_bytes(before)
    return recorded


def anew(system: Shipped, folder: Path) -> None:
    """Records a system from nothing. The operations that were there before stay if anything goes wrong."""
    endpoint = folder / system.endpoint
    with tempfile.TemporaryDirectory() as name:
        new = Path(name) / system.endpoint
        shutil.copytree(SHIPPED / system.endpoint, new, ignore=shutil.ignore_patterns(*OPERATIONS))
        check(record(system, Path(name)))
        for old in [folder for pattern in OPERATIONS for folder in endpoint.glob(pattern)]:
            shutil.rmtree(old)
        shutil.copytree(new, endpoint, ignore=shutil.ignore_patterns(".*"), dirs_exist_ok=True)
    print(f"{len(recording_files(endpoint))} recordings in {endpoint}")


def check(recorded: Recorded) -> None:
    """Ends the program where something is not as it is to be shipped."""
    for answers in recorded.answers.values():
        for answer in answers:
            if answer.status != 200 or not {"data", "errors"} & set(answer.json):
                raise SystemExit(f"not a good answer: {answer}")
    if recorded.stderr:
        raise SystemExit(f"the recorder has something to say:\n{recorded.stderr}")


def main(folder: Path) -> None:
    for system in shipped.ALL:
        anew(system, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SHIPPED)
