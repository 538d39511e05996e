"""What was not recorded is a loud miss that explains itself."""

import clients
import operations
import pytest
from harness import ROOT, running, understudy


def miss(server, body, *arguments):
    answer = clients.post(f"{server.origin}/countries", body, *arguments)
    assert answer.source == "miss", answer
    assert answer.media_type == "application/json"
    assert "data" not in answer.json
    assert answer.code == "UNDERSTUDY_NO_RECORDING"
    return answer


def explanation(answer):
    extensions = answer.json["errors"][0]["extensions"]
    return {name: extensions.get(name) for name in ("nearest", "difference", "command")}


def test_other_variables(recorded, replaying):
    answer = miss(replaying, operations.country_detail("DE").body())
    assert answer.status == 200
    known = explanation(answer)
    assert "CountryDetail" in str(known["nearest"])
    assert "code" in str(known["difference"]) and "DE" in str(known["difference"])
    assert "understudy record" in known["command"]
    assert "CountryDetail" in answer.message


def test_other_fields(recorded, replaying):
    body = operations.country_detail("CA").body()
    body["query"] = body["query"].replace("phone\n", "phone\nawsRegion\n")
    known = explanation(miss(replaying, body))
    assert "CountryDetail" in str(known["nearest"])
    assert "awsRegion" in str(known["difference"])


def test_another_name(recorded, replaying):
    body = {
        "query": "query CountryDetails($code: ID!) { country(code: $code) { code name awsRegion } }",
        "variables": {"code": "CA"},
    }
    assert "CountryDetail" in str(explanation(miss(replaying, body))["nearest"])


def test_a_caller_who_is_somebody_else(recorded, replaying):
    body = operations.country_detail("CA").body()
    known = explanation(miss(replaying, body, "-H", "Authorization: Bearer abcdefgh"))
    assert "authenticated" in str(known["difference"])
    assert "abcdefgh" not in str(known)


def test_misses_are_listed(recorded):
    with running(understudy("replay", "--recordings", recorded.folder, "--json")) as server:
        assert clients.curl(f"{server.origin}/__understudy/misses").json in ([], {"misses": []})
        for _ in range(2):
            miss(server, operations.country_detail("DE").body())
        listed = clients.curl(f"{server.origin}/__understudy/misses")
        assert listed.media_type == "application/json"
        assert "CountryDetail" in listed.body.decode() and '"DE"' in listed.body.decode()
        assert server.stop() == 0
        assert "CountryDetail" in server.stderr or server.events("miss")


def test_misses_are_listed_by_session(recorded):
    with running(understudy("replay", "--recordings", recorded.folder)) as server:

        def listed(query=""):
            return clients.curl(f"{server.origin}/__understudy/misses{query}").json

        for session, code in [("one", "DE"), ("two", "DE"), ("two", "FR"), ("one", "DE")]:
            miss(server, operations.country_detail(code).body(), "-H", f"X-Understudy-Session: {session}")
        assert [(each["variables"], each["sessions"]) for each in listed()["misses"]] == [
            ({"code": "DE"}, ["one", "two"]),
            ({"code": "FR"}, ["two"]),
        ]
        [own] = listed("?session=one")["misses"]
        assert own["message"].startswith('No recording of query CountryDetail with variables {"code":"DE"}')
        assert len(listed("?session=two")["misses"]) == 2 and listed("?session=three")["misses"] == []
        # A test that runs again starts over, also in what it has missed; the run has missed it all the same.
        clients.curl(f"{server.origin}/__understudy/sessions/one/reset", "-X", "POST")
        assert listed("?session=one")["misses"] == [] and len(listed()["misses"]) == 2
        assert listed("?sesion=one")["errors"][0]["message"].startswith('/__understudy/misses has no parameter "sesion"')
        assert listed("?session=")["errors"][0]["extensions"]["code"] == "UNDERSTUDY_BAD_SESSION"


def test_the_status_of_a_miss_can_be_chosen(recorded):
    with running(understudy("replay", "--recordings", recorded.folder, "--miss-status", "404")) as server:
        assert miss(server, operations.country_detail("DE").body()).status == 404
        assert clients.post(f"{server.origin}/countries", operations.country_detail("CA").body()).status == 200


@pytest.mark.parametrize("kind", clients.TRANSPORTS)
def test_gql_raises_it_as_a_graphql_error(kind, recorded, replaying):
    result = clients.execute(kind, f"{replaying.origin}/countries", operations.country_detail("DE"))
    assert result.data is None
    assert result.source == "miss"
    assert result.errors[0]["extensions"]["code"] == "UNDERSTUDY_NO_RECORDING"


def test_what_a_miss_can_be_instead(recorded):
    arguments = ["--recordings", recorded.folder, "--schemas", ROOT / "schemas", "--on-miss", "fake"]
    with running(understudy("replay", *arguments)) as server:
        made_up = clients.post(f"{server.origin}/countries", operations.country_detail("DE").body())
        assert made_up.source == "fake"
        assert made_up.json["data"]["country"]["code"] == "DE"
        kept = clients.post(f"{server.origin}/countries", operations.country_detail("CA").body())
        assert kept.source == "recorded"
