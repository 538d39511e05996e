"""The recipes for Apollo iOS and for Xcode's UI tests, with what Apollo iOS sends and a stand-in for xcodebuild."""

from __future__ import annotations

import json
import plistlib
import re

import clients
import pytest
import swift_pages
from apollo import apollo_ios, app
from harness import closed_port, eventually, running
from pages import COUNTRIES, Page, with_port

APOLLO, XCODE = Page("ApolloIOS"), Page("XcodeUITests")
NO_SWIFT = "swiftc, or the built library, is not there"
needs_swift = pytest.mark.skipif(not (swift_pages.SWIFTC and swift_pages.LIBRARY.exists()), reason=NO_SWIFT)

# As its manual says: a variable with this prefix is handed to the tests without it, and no other one is.
XCODEBUILD = """[ "$1 $2 $3 $4" = "test -scheme App -destination" ] || exit 64
echo "on $5"
handed=${TEST_RUNNER_UNDERSTUDY_URL-}
unset UNDERSTUDY_URL UNDERSTUDY_URL_COUNTRIES
[ -z "$handed" ] || export UNDERSTUDY_URL=$handed
"""


@pytest.fixture
def mac(project):
    project.take("countries")
    return project


# --- Apollo iOS


@pytest.mark.parametrize("version", ["2.4", "1.15", "0.53"])
def test_a_simulator_asks(mac, version):
    with running(mac.start(APOLLO.command("understudy replay"))) as server:
        request = app(f"http://127.0.0.1:{server.port}/countries", *apollo_ios("CA")[version])
        assert "Ottawa" in mac.passes(request)
        text = mac.fails(app(f"http://127.0.0.1:{server.port}/countries", *apollo_ios("DE")[version]))
        assert APOLLO.shown("No recording of").strip() in json.loads(text)["errors"][0]["message"]


@pytest.mark.parametrize(
    ("containing", "url"),
    [("--allow-host MAC.local`", "http://MAC.local:4000/countries"), ("--tls`", "https://localhost:4000/countries")],
)
def test_the_other_ways_in(mac, containing, url):
    """Commands that stand in the text: a phone, and HTTPS."""
    [command] = [said for said in re.findall(r"`(understudy [^`]+)`", APOLLO.text) if f"{said}`".endswith(containing)]
    assert f"`{url}`" in APOLLO.text
    certificate = mac.passes("understudy ca 2>/dev/null").strip()
    with running(mac.start(command)) as server:
        request = app(with_port(url, server.port), *apollo_ios("CA")["2.4"], flags=f"--cacert '{certificate}'")
        assert "Ottawa" in mac.passes(request)


def test_the_simulator_is_given_the_authority(mac):
    arguments = "simctl keychain booted add-root-cert"
    mac.program("xcrun", f'[ "$1 $2 $3 $4" = "{arguments}" ] && openssl x509 -noout -subject -in "$5"\n')
    assert "subject" in mac.passes(APOLLO.shell("add-root-cert"))


def test_what_stands_in_info_plist():
    [text] = [block.text for block in APOLLO.blocks if block.language == "xml"]
    whole = f"<?xml version='1.0'?><plist version='1.0'><dict>{text}</dict></plist>"
    assert plistlib.loads(whole.encode()) == {"NSAppTransportSecurity": {"NSAllowsLocalNetworking": True}}


def test_recorded_without_typename_is_missed(project, countries):
    """What the page says goes wrong: recorded with curl, asked by the app."""
    text = "query CountryDetail($code: ID!) { country(code: $code) { name capital } }"
    asked = json.dumps({"query": text, "variables": {"code": "CA"}})
    curl = "curl --silent --noproxy '*' -H 'Content-Type: application/json'"
    (project.root / "ask.sh").write_text(f"{curl} -d '{asked}' \"$UNDERSTUDY_URL_COUNTRIES\"")
    project.passes(f"understudy exec --mode record --upstream {countries.origin}/ --endpoint countries -- bash ask.sh")
    (project.root / "app.sh").write_text(app("$UNDERSTUDY_URL_COUNTRIES", *apollo_ios("CA")["2.4"]))
    assert "__typename" in project.fails("understudy exec -- bash app.sh")


# --- Xcode's UI tests


@pytest.fixture
def ui_tests(mac):
    mac.passes(XCODE.shell("understudy init"))
    return mac


def xcodebuild(project, code: str, **options):
    url = "${UNDERSTUDY_URL:?}/countries/~CountryUITests.testCanada"
    project.program("xcodebuild", XCODEBUILD + app(url, *apollo_ios(code)["2.4"], **options))


def test_under_exec(ui_tests):
    command = XCODE.command("--report understudy/report.html")
    xcodebuild(ui_tests, "CA")
    text = ui_tests.passes(command, CI="true")
    assert "on platform=iOS Simulator,name=iPhone 16" in text and "1 exact" in text
    assert (ui_tests.root / "understudy" / "junit.xml").exists()
    xcodebuild(ui_tests, "DE", swallows=True)
    assert XCODE.shown("No recording of").strip() in ui_tests.fails(command)


def test_recorded_under_exec(ui_tests, countries):
    xcodebuild(ui_tests, "DE", swallows=True)
    ui_tests.passes(XCODE.command("--mode record").replace(COUNTRIES, f"{countries.origin}/"))
    ui_tests.passes(XCODE.command("--report understudy/report.html"))


def test_the_scheme_starts_and_ends_it(ui_tests):
    """Twice started is once started; where it cannot start, the pre-action fails with its words."""
    port = closed_port()
    for name in ("start", "stop"):
        path = ui_tests.root / "Scripts" / f"understudy-{name}.sh"
        path.write_text(with_port(path.read_text(), port))
    temporary = ui_tests.folder / "temporary"
    temporary.mkdir()
    around = {"SRCROOT": str(ui_tests.root), "TMPDIR": str(temporary), "NO_PROXY": "127.0.0.1"}
    # Xcode has another PATH than a shell, and starts scripts in a folder of its own.
    (ui_tests.home / ".local" / "bin").mkdir(parents=True)
    (ui_tests.programs / "understudy").rename(ui_tests.home / ".local" / "bin" / "understudy")
    start, stop = (f"cd / && bash '{ui_tests.root}/Scripts/understudy-{name}.sh'" for name in ("start", "stop"))
    ui_tests.passes(start, **around)
    pid = int((temporary / "understudy.pid").read_text())
    try:
        ui_tests.passes(start, **around)
        assert int((temporary / "understudy.pid").read_text()) == pid
        url = f"http://127.0.0.1:{port}/countries/~CountryUITests.testCanada"
        assert "Ottawa" in ui_tests.passes(app(url, *apollo_ios("CA")["2.4"]))
    finally:
        ui_tests.passes(stop, **around)
    assert not (temporary / "understudy.pid").exists()
    eventually(lambda: answers_no_more(port), "the stand-in ends")
    (ui_tests.root / "recordings").rename(ui_tests.root / "elsewhere")
    assert "recordings" in ui_tests.fails(start, **around)


def answers_no_more(port: int) -> bool:
    try:
        clients.curl(f"http://127.0.0.1:{port}/__understudy/status", "--noproxy", "*")
    except ConnectionError:
        return True
    return False


# --- The Swift


@needs_swift
@pytest.mark.long
def test_apollo_pages_swift(tmp_path):
    swift_pages.module(tmp_path, "Apollo", swift_pages.APOLLO)
    swift_pages.module(tmp_path, "App", APOLLO.file("Sources/App/Network.swift"))
    arguments = ["-I", str(swift_pages.LIBRARY.parent)]
    texts = {"CountryTests": APOLLO.file("Tests/AppTests/CountryTests.swift"), "Generated": swift_pages.GENERATED}
    done = swift_pages.type_checked(tmp_path, *arguments, **texts)
    assert done.returncode == 0, done.stderr
    texts["CountryTests"] = texts["CountryTests"].replace("Understudy.current.url", "Understudy.current.uri")
    assert "has no member 'uri'" in swift_pages.type_checked(tmp_path, *arguments, **texts).stderr


@needs_swift
@pytest.mark.long
def test_ui_pages_swift(tmp_path, mac, countries):
    """Type-checked; and the helper is compiled and run by XCTest, against a stand-in."""
    mac.passes(XCODE.shell("understudy init"))
    session = (mac.root / "AppUITests" / "UnderstudySession.swift").read_text()
    # On Linux URLSession is in a module of its own.
    session = session.replace("import Foundation\n", "import Foundation\nimport FoundationNetworking\n")
    texts = {
        "UnderstudySession": session,
        "CountryUITests": XCODE.file("AppUITests/CountryUITests.swift"),
        "XCUI": swift_pages.XCUI,
    }
    done = swift_pages.type_checked(tmp_path, **texts)
    assert done.returncode == 0, done.stderr

    files = swift_pages.write(tmp_path, UnderstudySession=session, Main=UI_TESTS)
    done = swift_pages.swiftc(tmp_path, "-parse-as-library", *files, "-o", "tests")
    assert done.returncode == 0, done.stderr
    # One test of two passes, which the other one does not prevent from being saved.
    record = f"understudy exec --mode record --upstream {countries.origin}/ --endpoint countries --recordings new --"
    text = mac.fails(f"{record} '{tmp_path}/tests'", TESTS="testCanada testFails")
    assert "on purpose" in text
    sessions = mac.root / "new" / "countries" / "sessions"
    incomplete = {path.name.split("-")[0]: "incomplete" in path.read_text() for path in sessions.glob("*.json")}
    assert incomplete == {"CountryUITests.testCanada": False, "CountryUITests.testFails": True}, text
    replay = f"understudy exec --recordings new -- '{tmp_path}/tests'"
    assert "2 exact" in mac.passes(replay, TESTS="testCanada")
    text = mac.fails(replay, TESTS="testMisses")
    assert re.search(r"testMisses.*No recording of an unnamed query", text), text
    # Nothing listens.
    text = mac.fails(f"'{tmp_path}/tests'", TESTS="testCanada", UNDERSTUDY_URL=f"http://127.0.0.1:{closed_port()}")
    assert "Understudy does not answer at http://127.0.0.1:" in text


UI_TESTS = """
import Foundation
import FoundationNetworking
import XCTest

final class CountryUITests: XCTestCase {
  func ask(_ code: String) throws -> String {
    let query = "?query=%7Bcountry(code:%22\\(code)%22)%7Bname%7D%7D"
    let url = try XCTUnwrap(URL(string: understudyURL(of: "countries") + query))
    return String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  func testCanada() throws {
    XCTAssertTrue(try ask("CA").contains("Canada"))
    XCTAssertTrue(try ask("JP").contains("Japan"))
  }

  func testMisses() throws { _ = try ask("DE") }

  func testFails() throws {
    _ = try ask("CA")
    XCTFail("on purpose")
  }
}

@main struct Main {
  static func main() {
    let all: [(String, (CountryUITests) -> () throws -> Void)] = [
      ("testCanada", { $0.testCanada }), ("testFails", { $0.testFails }), ("testMisses", { $0.testMisses }),
    ]
    let wanted = (ProcessInfo.processInfo.environment["TESTS"] ?? "").split(separator: " ").map(String.init)
    XCTMain([testCase(all.filter { wanted.contains($0.0) })])
  }
}
"""
