#!/usr/bin/env python3
"""Records the shipped recordings, recordings/countries/, anew: from the stand-in, by the built program.

    .test-env/bin/python Tests/EndToEnd/record_countries.py [FOLDER]

The requests are those of the guide's app as Apollo iOS 2.4 sends them, the first chapters' as they are written there, and
those of the API's README. endpoint.yaml is given the real endpoint's URL, so that one command records from there instead:

    understudy record --endpoint countries
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import clients
import operations
import yaml
from harness import ROOT, countries_upstream, recording_files, running, understudy

REAL = "https://countries.trevorblades.com/"

NOTE = """\
# Countries

Recorded answers of the Countries API for the operations of the guide's Country Explorer app, for the tutorial's first
chapters and for the API's own README. They came from the stand-in in `Tests/Upstreams/countries`, which has the real API's
schema and manner and data from public packages, so a value here and there may differ from the real one's.

To record from the real endpoint instead, start

    understudy record --endpoint countries

and point the client, or `curl`, at http://127.0.0.1:4000/countries.
"""


def main(folder: Path) -> None:
    endpoint = folder / "countries"
    settings = endpoint / "endpoint.yaml"
    kept = settings.read_text("utf-8") if settings.exists() else None
    for old in endpoint.glob("query*"):
        shutil.rmtree(old)
    with running(countries_upstream()) as upstream:
        arguments = ["--upstream", upstream.origin, "--endpoint", "countries", "--recordings", folder]
        with running(understudy("record", *arguments)) as recorder:
            url = f"{recorder.origin}/countries"
            answers = [clients.post_apollo(url, operation) for operation in operations.APP]
            answers += [
                clients.post(url, operation.body()) for operation in (*operations.HANDWRITTEN, *operations.README)
            ]
            if recorder.stop() != 0:
                raise SystemExit(f"the recorder failed:\n{recorder.stderr}")
    for answer in answers:
        if answer.status != 200 or "errors" in answer.json:
            raise SystemExit(f"not a good answer: {answer}")
    settings.write_text(kept or yaml.safe_dump({"upstream": REAL}), "utf-8")
    (endpoint / "README.md").write_text(NOTE, "utf-8")
    print(f"{len(recording_files(folder))} recordings in {endpoint}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "recordings")
