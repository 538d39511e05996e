"""The scene of each page: what its readers have, and what they do between its commands."""

from __future__ import annotations

from guide_projects import (
    again,
    again_from_recordings,
    captures,
    clone,
    fixed,
    git,
    handlers,
    introspected,
    manifest,
    missed,
    other_shards,
    random_test,
    recorded,
    schema,
    secret,
    sharded,
    suite,
)
from guide_servers import (
    accepted,
    api_that_changes,
    country,
    derived,
    every_kind_of_file,
    headers,
    introspection,
    miss,
    named_by_url,
    on_a_terminal,
    served,
    shipped,
    state_of_a_session,
)
from guide_stage import Scene


LOCAL = ("countries",)
SCENES = {
    "README": Scene(before={"": clone, "init github": served}, after={"-- pytest -n 4": missed}),
    "Faults": Scene(
        endpoints=("countries", "rocket-reserver"),
        before={"": headers},
        prints=(
            "503 Service Unavailable",
            "Understudy-Fault: latency=2000ms, status=503",
            '"times":1',
            '{"deleted":2}',
        ),
    ),
    "GeneratedData": Scene(
        before={
            "": schema,
            "Product: ": lambda stage: stage.inline("understudy fake --explain"),
            "--error-rate": lambda stage: stage.inline("understudy fake --explain"),
        },
        files={"type Query": "schemas/shop.graphqls", "extend type": "schemas/shop.fakes.graphqls"},
        outputs=("fakes:\n",),
        prints=("@examples (schemas/shop.fakes.graphqls",),
    ),
    "Overrides": Scene(endpoints=("countries",), before={"": headers}, prints=('"operation":"CountryDetail"', '{"deleted":2}')),
    "GettingStartedJavaScript": Scene(before={"": schema}, after={"--mode auto": named_by_url}, outputs=('"scripts"',)),
    "GettingStartedPytest": Scene(
        before={"": suite(2), "--mode auto": suite(3), "--report run.json": suite(4), "--fix": random_test},
        after={"-- pytest -n 4": missed, "--fix": fixed},
        exits={"--report run.json": 1, "--fix": 1},
    ),
    "Maintenance": Scene(before={"": api_that_changes}, after={"verify": shipped}, exits={"verify": 1}),
    "Matching": Scene(
        before={"": derived},
        prints=('Not recorded: launch(id: "25").rocket.id. The other 2 fields are recorded.',),
    ),
    "MovingInAndOut": Scene(
        before={"app.har": captures, "manifest": manifest},
        after={"import { setupServer }": handlers},
        files={"import { setupServer }": "src/test.js"},
    ),
    "RecordAndReplay": Scene(
        before={"understudy ca": on_a_terminal},
        after={"record --upstream": country("CA"), "understudy replay": country("DE")},
    ),
    "RecordingFormat": Scene(before={"": every_kind_of_file}, after={"": accepted}),
    "Redaction": Scene(endpoints=LOCAL),
    "ReplayInCI": Scene(before={"": recorded}),
    "Schemas": Scene(endpoints=LOCAL, before={"introspection.json": introspection}),
    "Sessions": Scene(before={"": state_of_a_session}),
    "Sharding": Scene(
        before={"": sharded, "init shard-1 --upstream": again},
        after={"init shard-1 --upstream": again_from_recordings, "pytest tests/a tests/b": other_shards},
    ),
    "ApolloIOS": Scene(endpoints=LOCAL, after={"understudy replay": country("DE")}),
    "ApolloKotlin": Scene(endpoints=LOCAL, after={"understudy replay --allow-host 10.0.2.2": country("DE")}),
    "GitHubActions": Scene(),
    "GitLabCI": Scene(),
    "JavaScript": Scene(before={"": schema}),
    "OfflineCodegen": Scene(endpoints=LOCAL, before={"exec --endpoint countries -- ariadne": introspected}),
    "Playwright": Scene(endpoints=LOCAL, before={"": miss}),
    "PreCommit": Scene(
        endpoints=LOCAL,
        before={"": git},
        after={"pre-commit install": secret, "#!/bin/sh": secret},
        files={"#!/bin/sh": ".git/hooks/pre-commit"},
    ),
    "Recipes": Scene(),
    "XcodeUITests": Scene(endpoints=LOCAL, before={"": miss}),
    "pytest": Scene(after={"--mode auto": miss}),
}
