"""Recording in shards: `shard init`, several recordings of one suite, `merge`, and the replay of the whole suite."""

import json
import re
import shutil
import subprocess
import sys
import textwrap

import pytest
from accounts import accounts_upstream
from clients import post
from harness import BINARY, ROOT, run, running, tree, understudy
from test_each_test import Project, check_exact, shell

CONFTEST = '''
import json, os, urllib.request
import pytest

LOGIN = """mutation Login($email: String!, $password: String!) {
  login(email: $email, password: $password) { accessToken user { id name } }
}"""

def ask(query, token=None, **variables):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    body = json.dumps({"query": query, "variables": variables}).encode()
    with urllib.request.urlopen(urllib.request.Request(os.environ["API_URL"], body, headers), timeout=20) as answer:
        return json.load(answer)["data"]

def log_in(email, password):
    return ask(LOGIN, email=email, password=password)["login"]["accessToken"]

@pytest.fixture(scope="session")
def token():
    return log_in("ana@example.com", "correct horse battery staple 1")
'''
FILES = {
    "test_me.py": """
        from conftest import ask
        ME = "query Me { me { id name } }"

        def test_me(token):
            assert ask(ME, token)["me"]["name"] == "Ana"

        def test_stranger():
            assert ask(ME)["me"] is None
        """,
    "test_notes.py": """
        import pytest
        from conftest import ask
        NOTES = "query Notes($nextToken: String) { notes(nextToken: $nextToken) { items { id text } nextToken } }"

        @pytest.mark.parametrize("pages", [1, 2, 3])
        def test_pages(token, pages):
            place, items = None, []
            for _ in range(pages):
                page = ask(NOTES, token, nextToken=place)["notes"]
                place, items = page["nextToken"], items + page["items"]
            assert len(items) == min(2 * pages, 5)
        """,
    "test_login.py": """
        from conftest import ask, log_in

        def test_ben(token):
            ben = log_in("ben@example.com", "Tr0ub4dor&3 and more")
            names = [ask("query Me { me { id name } }", who)["me"]["name"] for who in (ben, token)]
            assert names == ["Ben", "Ana"]
        """,
}
TESTS = 6
GUIDE = (ROOT / "Sources/understudy/understudy.docc/Sharding.md").read_text("utf-8")


class Suite:
    """A pytest suite with a log-in that all its tests share."""

    def __init__(self, folder, upstream):
        self.folder, self.upstream = folder, upstream
        folder.mkdir()
        (folder / "conftest.py").write_text(CONFTEST)
        for name, text in FILES.items():
            (folder / name).write_text(textwrap.dedent(text))

    def understudy(self, *words):
        return shell([str(BINARY), *map(str, words)], cwd=self.folder)

    def exec(self, *tests, options=()):
        words = ["exec", "--each-test", "pytest", "--env", "API_URL=accounts", *options]
        return self.understudy(*words, "--", sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)

    def record(self, folder, *tests):
        options = ["--mode", "record", "--upstream", self.upstream, "--endpoint", "accounts", "--recordings", folder]
        done = self.exec(*tests, options=options)
        assert done.returncode == 0, done.stdout + done.stderr

    def init(self, *words):
        done = self.understudy("shard", "init", *words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def merge(self, *words):
        return self.understudy("merge", *words)


def merged(done):
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def upstream():
    with running(accounts_upstream()) as server:
        yield f"{server.origin}/graphql"


@pytest.fixture(scope="module")
def sharded(upstream, tmp_path_factory):
    """The suite, recorded in one run (`whole`), and in three shards. Not to be changed."""
    suite = Suite(tmp_path_factory.mktemp("shards") / "suite", upstream)
    suite.record("whole")
    for number, file in enumerate(FILES, 1):
        suite.init(f"shard-{number}", "--upstream", upstream, "--endpoint", "accounts")
        suite.record(f"shard-{number}", file)
    return suite


@pytest.fixture
def suite(sharded, tmp_path):
    """A copy of it."""
    copy = Suite.__new__(Suite)
    copy.folder, copy.upstream = shutil.copytree(sharded.folder, tmp_path / "suite"), sharded.upstream
    return copy


def test_three_shards_are_one_run(suite):
    """The merged folder has the bytes of one run, in any order of the shards, and again."""
    out = merged(suite.merge("shard-1", "shard-2", "shard-3"))
    assert out == "Merged 3 shards into recordings/accounts: 7 sessions (7 new, 0 replaced, 0 unchanged).\n"
    assert tree(suite.folder / "recordings") == tree(suite.folder / "whole")
    merged(suite.merge("shard-3", "shard-1/", "shard-2", "--into", "other"))
    assert tree(suite.folder / "other") == tree(suite.folder / "whole")
    assert "(0 new, 0 replaced, 7 unchanged)" in merged(suite.merge("shard-2", "shard-3", "shard-1"))
    assert tree(suite.folder / "recordings") == tree(suite.folder / "whole")


@pytest.mark.parametrize("is_new", [True, False], ids=["replaced", "unchanged"])
def test_an_answer_that_was_edited_is_again_what_the_api_gave(suite, is_new):
    """As when the test is recorded again. Whether the shards' session is new makes no difference."""
    shards = ("shard-1", "shard-2", "shard-3")
    merged(suite.merge(*shards))
    endpoint = suite.folder / "recordings/accounts"
    [file] = [file for file in endpoint.glob("query.Me-*/answers/*.json") if '"Ana"' in file.read_text()]
    edit(file, '"Ana"', '"Eve"')
    if is_new:
        next((endpoint / "sessions").glob("test_me.py-test_me-*.json")).unlink()
    done = suite.merge(*shards)
    assert tree(suite.folder / "recordings") == tree(suite.folder / "whole")
    name = file.relative_to(endpoint)
    assert f'accounts: answers that were edited by hand, and are as the API gave them again: "{name}"' in done.stderr
    assert "edited by hand" not in suite.merge(*shards).stderr


def test_the_whole_suite_replays(suite):
    merged(suite.merge("shard-1", "shard-2", "shard-3"))
    check = suite.understudy("check")
    assert check.returncode == 0, check.stdout + check.stderr
    assert suite.understudy("fmt", "--check").returncode == 0
    done = suite.exec(options=["--strict"])
    assert done.returncode == 0 and f"{TESTS} passed" in done.stdout, done.stdout + done.stderr
    assert "0 misses" in done.stderr


def test_a_shard_has_what_all_must_share(suite):
    merged(suite.merge("shard-1", "shard-2", "shard-3"))
    assert suite.init("next") == "Created next/accounts, with 1 recorded setup.\n"
    start, whole = tree(suite.folder / "next"), tree(suite.folder / "recordings")
    assert {"accounts/endpoint.yaml", "accounts/redaction-salt"} < set(start)
    sessions = [name for name in start if "/sessions/" in name]
    assert len(sessions) == 1 and "fixture-token" in sessions[0]
    # It differs only by the mark of a copy.
    mark = b'  "copied": true,\n'
    assert mark in start[sessions[0]] and mark not in whole[sessions[0]]
    assert all(whole[name] == content.replace(mark, b"") for name, content in start.items())
    # Nothing but the log-in can be replayed from it.
    assert len([name for name in start if "/answers/" in name]) == 1
    for words in (["next"], ["shard-1"]):
        again = suite.understudy("shard", "init", *words)
        assert again.returncode == 2 and "is not empty, so nothing was written" in again.stderr
    assert tree(suite.folder / "next") == start


def test_without_recordings_it_names_the_next_command(suite):
    done = suite.understudy("shard", "init", "new", "--from", "missing")
    assert done.returncode == 2
    [command] = re.findall(r"understudy (shard init new --upstream \S+ --endpoint \S+)", done.stderr)
    assert suite.understudy(*command.split()).returncode == 0
    assert "upstream: " in (suite.folder / "new/shop/endpoint.yaml").read_text()


def edit(file, old, new):
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def record_differently(suite):
    """In the second shard, the first test of the first one got another answer."""
    suite.init("changed", "--upstream", suite.upstream, "--endpoint", "accounts")
    edit(suite.folder / "test_me.py", 'ask(ME)["me"] is None', 'ask(ME.replace("id ", ""))["me"] is None')
    suite.record("changed", "test_me.py::test_stranger")


def test_a_conflict_names_session_and_request_and_writes_nothing(suite):
    record_differently(suite)
    done = suite.merge("shard-1", "changed", "--into", "recordings")
    assert done.returncode == 1 and done.stdout == ""
    assert 'CONFLICT in accounts, session "test_me.py::test_stranger": request 1 of the file differs.' in done.stderr
    assert "1 conflict. Nothing was written." in done.stderr
    assert not (suite.folder / "recordings").exists()
    # The advice helps.
    [removal] = re.findall(r"remove the other one: (rm .*)", done.stderr)
    assert subprocess.run(["sh", "-c", removal], cwd=suite.folder, check=False).returncode == 0
    assert "3 sessions (3 new" in merged(suite.merge("shard-1", "changed"))


def test_a_conflict_names_the_user_that_differs(suite):
    suite.init("changed", "--upstream", suite.upstream, "--endpoint", "accounts")
    edit(suite.folder / "test_me.py", 'ask(ME, token)["me"]["name"] == "Ana"', 'ask(ME)["me"] is None')
    suite.record("changed", "test_me.py::test_me")
    done = suite.merge("shard-1", "changed")
    assert done.returncode == 1 and "request 1 of the file differs in user." in done.stderr, done.stderr
    users = re.findall(r"in (\S+?)/\S+: query Me, user: (anonymous|authenticated as \S+)", done.stderr)
    assert [shard for shard, _ in users] == ["changed", "shard-1"], done.stderr
    assert users[0][1] == "anonymous" != users[1][1], done.stderr


def shape(text):
    """The message, whatever the names of endpoint, shards, tests, operation and answers are."""
    text = re.sub(r"\b[\w-]+/\w+/sessions/\S+\.json", "FILE", text)
    text = re.sub(r'in \w+, session "\S+"', "in ENDPOINT, session NAME", text)
    text = re.sub(r"request \d+ of the file, query \w+", "request N, query NAME", text)
    text = re.sub(r"(recording of )\S+?,", r"\1SHARD,", text)
    return re.sub(r"\b[0-9a-f]{16}\b", "ANSWER", text)


def change_answer(endpoint, session, old, new):
    """The only answer of a session is another one, under another name, which is returned with that of the old one."""
    [session] = (endpoint / "sessions").glob(session)
    [answer] = re.findall(r'"answers": \[\s*"(\w+)"', session.read_text())
    [file] = endpoint.glob(f"*/answers/{answer}.json")
    edit(file, old, new)
    other = file.rename(file.with_name("0123456789abcdef.json"))
    edit(session, answer, other.stem)
    return answer


def test_a_setup_with_other_answers_conflicts(suite):
    """The tests of the second shard expect what its setup got."""
    change_answer(suite.folder / "shard-2/accounts", "*fixture-token-*", '"Ana"', '"Cy"')
    done = suite.merge("shard-1", "shard-2")
    assert done.returncode == 1 and "mutation Login" in done.stderr, done.stderr
    assert "of the setup got different answers." in done.stderr
    for shard, name in (("shard-1", "Ana"), ("shard-2", "Cy")):
        assert re.search(rf'in {shard}/accounts/sessions/\S+: data.login.user.name is "{name}"', done.stderr), done.stderr
    assert not (suite.folder / "recordings").exists()


def test_a_shard_without_a_test_is_named(suite):
    suite.init("empty", "--upstream", suite.upstream, "--endpoint", "accounts")
    done = suite.merge("shard-1", "empty")
    assert "3 sessions (3 new" in merged(done)
    assert "note: empty/accounts has no recording of a test." in done.stderr and "shard-1/accounts has" not in done.stderr


def test_different_answers_conflict(suite):
    merged(suite.merge("shard-1", "--into", "copy"))
    answer = change_answer(
        suite.folder / "copy/accounts", "test_me.py-test_stranger-*", '"me": null', '"me": { "id": "3", "name": "Cy" }'
    )
    done = suite.merge("copy", "shard-1")
    assert done.returncode == 1
    assert 'session "test_me.py::test_stranger": request 1 of the file, query Me, got different answers.' in done.stderr
    assert f"{answer}\n" in done.stderr and "0123456789abcdef\n" in done.stderr
    assert shape(done.stderr) == shape(re.search(r"^```\n(CONFLICT.*?)^```$", GUIDE, re.M | re.S)[1])
    assert not (suite.folder / "recordings").exists()


@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        ("endpoint.yaml", "\nnullIsAbsent: true\n", "shard-2/accounts/endpoint.yaml has other rules than shard-1/"),
        ("redaction-salt", None, "shard-2/accounts/redaction-salt differs from shard-1/accounts/redaction-salt"),
    ],
)
def test_shards_with_other_settings_are_refused(suite, file, text, reason):
    path = suite.folder / "shard-2/accounts" / file
    path.write_text(path.read_text() + text if text else f"{'0123456789abcdef' * 2}\n")
    done = suite.merge("shard-2", "shard-1")
    assert done.returncode == 2 and reason in done.stderr, done.stderr
    # The advice names a folder that is there.
    [source] = re.findall(r"understudy shard init FOLDER --from (\S+)\)", done.stderr)
    assert run("shard", "init", "shard-4", "--from", source, cwd=suite.folder).returncode == 0
    assert not (suite.folder / "recordings").exists()
    # Another upstream is no other rule: each shard may have a backend of its own.
    edit(suite.folder / "shard-3/accounts/endpoint.yaml", "/graphql", "/other")
    merged(suite.merge("shard-3", "shard-1"))


def test_a_session_that_was_recorded_again_replaces_the_old_one(suite):
    merged(suite.merge("shard-1", "shard-2", "shard-3"))
    before = tree(suite.folder / "recordings")
    suite.init("again")
    edit(suite.folder / "test_me.py", 'ask(ME)["me"] is None', 'ask(ME.replace("id ", ""))["me"] is None')
    suite.record("again", "test_me.py")
    assert "(0 new, 1 replaced, 2 unchanged); 4 that no shard recorded stay" in merged(suite.merge("again"))
    after = tree(suite.folder / "recordings")
    # The answer of the old recording is another operation's now, so its folder has one less.
    assert {name for name in before if before[name] != after.get(name)} >= {
        name for name in before if "test_stranger" in name
    }
    done = suite.exec(options=["--strict"])
    assert done.returncode == 0 and f"{TESTS} passed" in done.stdout, done.stdout + done.stderr
    check = suite.understudy("check")
    assert "no session uses" not in check.stdout + check.stderr


def test_a_folder_without_recordings_is_named(suite):
    (suite.folder / "artifacts").mkdir()
    shutil.move(suite.folder / "shard-1", suite.folder / "artifacts/shard-1")
    done = suite.merge("artifacts")
    assert done.returncode == 2 and "Did you mean artifacts/shard-1?" in done.stderr
    merged(suite.merge("artifacts/shard-1"))
    done = suite.merge("shard-22")
    assert done.returncode == 2 and "There is no folder shard-22." in done.stderr


def test_an_endpoints_folder_is_no_target(suite):
    merged(suite.merge("shard-1"))
    before = tree(suite.folder / "recordings")
    done = suite.merge("shard-2", "--into", "recordings/accounts")
    assert done.returncode == 2 and "has the recordings of one endpoint. Choose the folder that it is in" in done.stderr
    assert tree(suite.folder / "recordings") == before


def test_what_a_killed_merge_was_writing_is_removed(suite):
    merged(suite.merge("shard-1"))
    left = suite.folder / "recordings/accounts/sessions/.understudy-999999999-1.tmp"
    left.write_text("{")
    merged(suite.merge("shard-1", "shard-2", "shard-3"))
    assert tree(suite.folder / "recordings") == tree(suite.folder / "whole")


def record_unnamed(countries, folder, *codes):
    words = ("record", "--upstream", countries.origin, "--endpoint", "countries", "--recordings", folder)
    with running(understudy(*words)) as server:
        for code in codes:
            query = "query Country($code: ID!) { country(code: $code) { name } }"
            post(f"{server.origin}/countries", {"query": query, "variables": {"code": code}})
        assert server.stop() == 0, server.stderr


def test_requests_without_a_session(countries, tmp_path):
    for folder, codes in {"whole": ("CA", "JP", "DE"), "a": ("CA", "JP"), "b": ("JP", "DE")}.items():
        record_unnamed(countries, tmp_path / folder, *codes)
    done = run("merge", "b", "a", cwd=tmp_path)
    assert "0 sessions (0 new, 0 replaced, 0 unchanged), 3 requests without a session." in merged(done)
    assert tree(tmp_path / "recordings") == tree(tmp_path / "whole")
    [japan] = (tmp_path / "b").glob("countries/*/code=JP-*.json")
    edit(japan, "Japan", "Nippon")
    done = run("merge", "a", "b", "--into", "other", cwd=tmp_path)
    assert done.returncode == 1 and not (tmp_path / "other").exists()
    assert (
        'CONFLICT in countries, requests without a session: query Country {"code":"JP"} got different answers in state start.'
        in done.stderr
    )
    # Into earlier recordings, the new answer is written.
    merged(run("merge", "b", cwd=tmp_path))
    assert "Nippon" in (tmp_path / "recordings" / japan.relative_to(tmp_path / "b")).read_text()
    assert run("check", cwd=tmp_path).returncode == 0


class TestShop:
    """A suite whose server counts ids up and is never reset, so each shard has other ids of the shared setups."""

    @pytest.fixture(scope="class")
    def shop(self, tmp_path_factory):
        project = Project(tmp_path_factory.mktemp("sharded-shop") / "shop")
        yield project
        project.stop()

    def names(self, shop):
        done = shop.exec("--collect-only", options=["--mode", "live", "--allow-unused", "--upstream", shop.url, "--endpoint", "shop"])
        names = re.findall(r"^(test_\w+\.py::\S+)$", done.stdout, re.MULTILINE)
        assert len(names) == 20, done.stdout + done.stderr
        # One test sends random values, which need a rule. Another reads a count, which may equal an id of a setup: a conflict.
        return [name for name in names if "test_register" not in name and "test_count" not in name]

    @pytest.mark.parametrize(
        ("part", "seeds"),
        [
            pytest.param("test_cart.py::test_add[", [1], id="three tests"),
            pytest.param("test_", [1, 2, 3], id="all tests", marks=pytest.mark.long),
        ],
    )
    def test_setups_with_other_ids_are_merged(self, shop, part, seeds):
        names = [name for name in self.names(shop) if part in name]
        shards = [f"shard-{len(names)}-{number}" for number in range(3)]
        for number, shard in enumerate(shards):
            words = ["shard", "init", shard, "--upstream", shop.url, "--endpoint", "shop"]
            assert shell([str(BINARY), *words], shop.folder).returncode == 0
            done = shop.record("-p", "no:randomly", *names[number::3], options=["--recordings", shard])
            assert done.returncode == 0, done.stdout + done.stderr
        # It tells carts and products apart.
        fetch = ["schema", "fetch", shop.url, "--output", "schemas/shop.graphqls"]
        assert shell([str(BINARY), *fetch], shop.folder).returncode == 0
        # Each shard has another product of the setup.
        setups = [next((shop.folder / shard).glob("shop/sessions/test_cart.py-fixture-product-*")) for shard in shards]
        assert len({setup.read_text() for setup in setups}) == 3
        target = shop.folder / f"merged-{len(names)}"
        done = shell([str(BINARY), "merge", *shards, "--into", str(target)], shop.folder)
        assert done.returncode == 0, done.stdout + done.stderr
        check = shell([str(BINARY), "check", "--recordings", str(target)], shop.folder)
        assert check.returncode == 0, check.stdout
        for seed in seeds:
            done = shop.exec(f"--randomly-seed={seed}", *names, options=["--strict", "--recordings", str(target)])
            check_exact(done, len(names))
        if len(names) < 4:
            # The setup of a job that was killed is incomplete, and its tests have its ids all the same.
            setup = json.loads(setups[1].read_text())
            setups[1].write_text(json.dumps({"format": setup.pop("format"), "incomplete": True, **setup}))
            assert shell([str(BINARY), "fmt", "--recordings", shards[1]], shop.folder).returncode == 0
            target = shop.folder / "merged-incomplete"
            done = shell([str(BINARY), "merge", *shards, "--into", str(target)], shop.folder)
            assert done.returncode == 0, done.stdout + done.stderr
            check_exact(shop.exec(*names, options=["--strict", "--recordings", str(target)]), len(names))
            return
        # Shards that start from these recordings get their ids, although the server issues others.
        again = target.with_name(f"again-{len(names)}")
        assert shell([str(BINARY), "shard", "init", str(again), "--from", str(target)], shop.folder).returncode == 0
        # Two tests of that setup, which is then no copy any more.
        two = [name for name in names if "test_cart.py::test_add[" in name][:2]
        done = shop.record("-p", "no:randomly", *two, options=["--recordings", str(again)])
        assert done.returncode == 0, done.stdout + done.stderr
        setup = again / "shop/sessions" / setups[0].name
        assert setup.read_text() == (target / "shop/sessions" / setups[0].name).read_text()
        done = shell([str(BINARY), "merge", str(again), "--into", str(target)], shop.folder)
        assert done.returncode == 0, done.stdout + done.stderr
        check_exact(shop.exec(*names, options=["--strict", "--recordings", str(target)]), len(names))


def test_another_upstream_than_that_of_the_endpoint_is_named(suite):
    merged(suite.merge("shard-1", "shard-2", "shard-3", "--into", "recordings"))
    other = "http://localhost:9/graphql"
    said = suite.init("new", "--upstream", other, "--endpoint", "accounts")
    assert f"Its endpoint.yaml still has the upstream {suite.upstream}." in said, said
    assert f"understudy exec --mode record --recordings new --upstream {other} --endpoint accounts -- " in said
    assert "upstream" not in suite.init("same", "--upstream", suite.upstream, "--endpoint", "accounts")
