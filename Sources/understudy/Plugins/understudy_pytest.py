"""Gives each test of a pytest suite a session of its own in Understudy.

`understudy exec --each-test pytest -- pytest` loads this file. It does nothing unless UNDERSTUDY_URL is set.

- Each test has a session named by its node id, with its path relative to the folder that holds `recordings`,
  or as pytest shows it if that folder is not around the tests.
- Each fixture wider than a test has a scope, so that the ids it creates are known to the tests that use it.
- Each worker of pytest-xdist has a listener, so that tests run in parallel.
- A test that missed fails, with the miss as the reason.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import ssl
import threading
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

# Of several copies of this plugin the newest runs.
UNDERSTUDY_PLUGIN = 1

# The version of the control API that this plugin uses.
_PROTOCOL = 1

_NAME = "understudy"


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config):
    # Before the conftest files, which may read the URL when they are imported.
    _start(early_config)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    # If a conftest file loads this plugin, it comes too late for the hook above.
    _start(config)


def _start(config):
    manager = config.pluginmanager
    newest = max(getattr(plugin, "UNDERSTUDY_PLUGIN", 0) for plugin in manager.get_plugins())
    if manager.has_plugin(_NAME) or newest > UNDERSTUDY_PLUGIN:
        return
    url = os.environ.get("UNDERSTUDY_URL")
    if url:
        control = _Control(url)
        control.require_protocol()
        manager.register(Plugin(control, config), _NAME)


class ControlError(Exception):
    """The server refused a request of the plugin, or cannot be reached."""


class _Control:
    """The control API of one port (`/__understudy/…`)."""

    def __init__(self, url):
        self.origin = url.rstrip("/")
        self._parts = urlsplit(self.origin)

    def require_protocol(self):
        """Ends the run if the program and this plugin do not understand each other."""
        try:
            version = self.get("status").get("protocol")
        except (ControlError, ValueError):
            return  # The first test says why.
        if version != _PROTOCOL:
            raise pytest.UsageError(
                f"understudy: this plugin uses protocol {_PROTOCOL}, and the program at {self.origin} has "
                f"{version or 'none'}: install the same version of both."
            )

    def post(self, page, **members):
        return self._request("POST", page, members)

    def get(self, page):
        return self._request("GET", page, None)

    def delete(self, page):
        return self._request("DELETE", page, None)

    def _request(self, method, page, members):
        body = None if members is None else json.dumps(members).encode()
        connection = self._connect()
        try:
            connection.request(method, f"/__understudy/{page}", body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            text = response.read()
        except OSError as error:
            raise ControlError(f"Understudy cannot be reached at {self.origin}: {error}") from error
        finally:
            connection.close()
        answer = json.loads(text)
        if "errors" in answer:
            raise ControlError(answer["errors"][0]["message"])
        return answer

    def _connect(self):
        host, port = self._parts.hostname, self._parts.port
        if self._parts.scheme == "https":
            context = ssl.create_default_context(cafile=os.environ.get("UNDERSTUDY_CA"))
            return HTTPSConnection(host, port, timeout=60, context=context)
        return HTTPConnection(host, port, timeout=60)


class Plugin:
    """The hooks that begin and end sessions."""

    def __init__(self, control, config):
        self._control = control
        self._folder = Path(os.environ.get("UNDERSTUDY_FOLDER") or config.invocation_params.dir).resolve()
        self._place = Path(config.invocation_params.dir).resolve()
        self._listener = None
        self._test = None
        self._scopes = {}
        if os.environ.get("PYTEST_XDIST_WORKER"):
            self._listen()

    def _listen(self):
        """Opens a port for this worker, and names it in the environment instead of the port of the run."""
        main = self._control.origin
        try:
            opened = self._control.post("listeners")
        except ControlError as error:
            raise pytest.UsageError(f"understudy: no listener for this worker. {error}") from error
        self._listener = opened["listener"]
        self._control = _Control(opened["url"])
        for name, value in list(os.environ.items()):
            for old, new in ((main, opened["url"]), (_socket_url(main), _socket_url(opened["url"]))):
                if value == old or value.startswith(f"{old}/"):
                    os.environ[name] = new + value[len(old) :]
            # A proxy URL with a password.
            before, at, place = value.rpartition("@")
            if at and place == urlsplit(main).netloc:
                os.environ[name] = f"{before}@{urlsplit(opened['url']).netloc}"

    def pytest_report_header(self):
        return f"understudy: {self._control.origin}, a session for each test"

    def pytest_unconfigure(self):
        if self._listener is not None:
            try:
                self._control.delete(f"listeners/{self._listener}")
            except ControlError:
                pass  # The run is over, and its report has everything.

    # The tests to run

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config, items):
        only, unrecorded = os.environ.get("UNDERSTUDY_ONLY"), os.environ.get("UNDERSTUDY_UNRECORDED")
        if only:
            names = set(json.loads(Path(only).read_text(encoding="utf-8")))
        elif unrecorded:
            all_names = [self._name(item) for item in items]
            answer = self._control.post("recorded", sessions=all_names)
            left = set(answer["unrecorded"])
            names = set(all_names) - left
            file = Path(unrecorded, os.environ.get("PYTEST_XDIST_WORKER", "main") + ".json")
            file.write_text(json.dumps(sorted(left)), encoding="utf-8")
        else:
            return
        kept, dropped = [], []
        for item in items:
            (kept if self._is_named(item, names) else dropped).append(item)
        if dropped:
            config.hook.pytest_deselected(items=dropped)
            items[:] = kept

    def _is_named(self, item, names):
        """Whether a list of sessions has this test, or a fixture that it uses."""
        if self._name(item) in names:
            return True
        for name in names:
            place, found, fixture = name.rpartition("fixture ")
            fixture = re.sub(r"\[.*\]$", "", fixture)
            place = re.sub(r" \(.*\)$", "", place.removesuffix("::"))
            if found and fixture in item.fixturenames and self._name(item).startswith(place):
                return True
        return False

    # Tests

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item):
        problem = None
        try:
            self._test = _Test(self._control.post("begin", session=self._name(item), **self._rerun(item))["token"])
        except ControlError as error:
            self._test, problem = None, error
        outcome = yield
        if problem is not None:
            _fail(outcome, f"understudy: {problem}")
        elif outcome.excinfo is None and (missed := self._missed(item)):
            _fail(outcome, missed)

    def _missed(self, item):
        """What a wider fixture of a test missed, for a test that gets its value from pytest's cache; None for nothing."""
        scopes = [self._scopes.get(id(found[-1])) for found in item._fixtureinfo.name2fixturedefs.values()]
        return next((scope.problem for scope in scopes if scope is not None and scope.problem), None)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item):
        outcome = yield
        test = self._test
        if test is None:
            return
        try:
            if test.goes_on():
                answer = self._control.post("goes-on", token=test.token)
            else:
                answer = self._control.get(f"misses?token={test.token}")
            misses = test.new(answer["misses"])
        except ControlError:
            return  # The test may have blocked all sockets. The end of the session has the misses, too.
        if misses and outcome.excinfo is None:
            _fail(outcome, misses)
        elif misses:
            item.add_report_section("call", "understudy", misses)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item, call):
        outcome = yield
        report = outcome.get_result()
        if self._test is not None:
            self._test.note(report)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item):
        outcome = yield
        test, self._test = self._test, None
        if test is None:
            return
        failed = outcome.excinfo is not None
        try:
            outcome_of_all = "failed" if failed else test.outcome
            ended = self._control.post("end", token=test.token, outcome=outcome_of_all, goesOn=test.goes_on())
        except ControlError as error:
            _fail(outcome, f"understudy: {error}")
            return
        problem = test.new(ended["misses"])
        if not problem and ended["outcome"] == "passed":
            problem = "\n".join(
                f"understudy: the recording of this test was not saved: {saved['reason']}."
                for saved in ended["recorded"]
                if not saved["saved"]
            )
        if problem and not failed:
            _fail(outcome, problem)

    # Fixtures wider than a test

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef, request):
        if fixturedef.scope == "function":
            yield
            return
        scope, problem = None, None
        before = set(threading.enumerate())
        try:
            self._end_stale(fixturedef)
            name = self._scope_name(fixturedef, request)
            rerun = self._rerun_of(fixturedef, request)
            scope = _Scope(self._control.post("begin", session=name, scope=True, **rerun)["token"])
            self._scopes[id(fixturedef)] = scope
        except ControlError as error:
            problem = f"understudy: {error}"
        outcome = yield
        if scope is not None:
            scope.failed = outcome.excinfo is not None
            problem = scope.problem = self._pause(scope)
            # Finalizers run in the opposite order: this one before those of the fixture.
            fixturedef.addfinalizer(lambda: self._resume(scope))
        if self._test is not None:
            self._test.leave_out(set(threading.enumerate()) - before)
        if problem and outcome.excinfo is None:
            _fail(outcome, problem)

    def _end_stale(self, fixturedef):
        """Ends the scope of a fixture that is set up again without its finalizers, as pytest-rerunfailures does."""
        if (scope := self._scopes.get(id(fixturedef))) is not None:
            scope.failed = True
            self._end(fixturedef)

    def _end(self, fixturedef):
        """Ends the scope of a fixture, if it has one, and returns what was missed."""
        scope = self._scopes.pop(id(fixturedef), None)
        if scope is None:
            return None
        scope.has_ended = True
        ended = self._control.post("end", token=scope.token, outcome="failed" if scope.failed else "passed")
        return scope.new(ended["misses"])

    def _pause(self, scope):
        try:
            return scope.new(self._control.post("pause", token=scope.token)["misses"])
        except ControlError as error:
            return f"understudy: {error}"

    def _resume(self, scope):
        if not scope.has_ended:
            self._control.post("resume", token=scope.token)

    def pytest_fixture_post_finalizer(self, fixturedef):
        misses = self._end(fixturedef)
        if misses:
            pytest.fail(misses, pytrace=False)

    # Names

    def _name(self, item):
        """The session of a test: its node id, with the path from `_path`."""
        nodeid = item.nodeid
        if item.config.getoption("dist", "no") == "loadgroup" and item.get_closest_marker("xdist_group"):
            nodeid = nodeid.rpartition("@")[0] or nodeid
        _, colons, rest = nodeid.partition("::")
        return f"{self._path(item)}{colons}{_without_repetition(item, rest)}"

    def _scope_name(self, fixturedef, request):
        """The session of a fixture: the node that it is for, and its name."""
        node, place = request.node, ""
        if isinstance(node, pytest.Session):
            place = fixturedef.baseid
        elif getattr(node, "path", None) is not None:
            _, colons, rest = node.nodeid.partition("::")
            place = f"{self._path(node)}{colons}{rest}"
            # A fixture of this name in a conftest file, too, if this one overrides it.
            if fixturedef.baseid not in ("", node.nodeid):
                place += f" ({fixturedef.baseid})"
        name = f"fixture {fixturedef.argname}"
        if hasattr(request, "param"):
            name += f"[{_parameter(fixturedef, request)}]"
        name += "".join(f"[{argument}={value}]" for argument, value in _parameters_below(fixturedef, request))
        return f"{place}::{name}" if place not in ("", ".") else name

    def _rerun(self, item):
        """The command that records a test again, as the member of `begin`."""
        command = os.environ.get("UNDERSTUDY_RECORD")
        if not command:
            return {}
        _, colons, rest = item.nodeid.partition("::")
        test = f"{self._relative(item.path, self._place)}{colons}{_without_repetition(item, rest)}"
        return _line(f"{command} {shlex.quote(test)}")

    def _rerun_of(self, fixturedef, request):
        """The command that records the tests of a fixture's module again. For a wider fixture, the whole suite is."""
        command = os.environ.get("UNDERSTUDY_RECORD")
        path = getattr(request.node, "path", None)
        if not command or fixturedef.scope not in ("class", "module") or path is None:
            return {}
        return _line(f"{command} {shlex.quote(self._relative(path, self._place))}")

    def _path(self, node):
        """The path relative to the folder that holds `recordings`. If that is elsewhere, a path from it would differ on
        another machine, so it is the path that pytest shows."""
        path = self._relative(node.path, self._folder)
        return node.nodeid.partition("::")[0] if path.startswith("../") else path

    @staticmethod
    def _relative(path, folder):
        return Path(os.path.relpath(Path(path).resolve(), folder)).as_posix()


class _Open:
    """An open session, and which of its misses were told."""

    def __init__(self, token):
        self.token = token
        self._told = 0

    def new(self, misses):
        """The texts of the misses that were not told yet."""
        texts = [miss["message"] for miss in misses[self._told :]]
        self._told = max(self._told, len(misses))
        return "\n\n".join(texts)


class _Test(_Open):
    def __init__(self, token):
        super().__init__(token)
        self.outcome = "passed"
        self._threads = set(threading.enumerate())

    def leave_out(self, threads):
        """Ignores threads that a wider fixture started: a server or a client for all of its tests."""
        self._threads |= threads

    def goes_on(self):
        """Whether a thread of the test still runs, and may ask for more."""
        return not self._threads.issuperset(threading.enumerate())

    def note(self, report):
        if report.failed:
            self.outcome = "failed"
        elif report.skipped and not hasattr(report, "wasxfail") and self.outcome == "passed":
            self.outcome = "skipped"


class _Scope(_Open):
    failed = False
    problem = None
    has_ended = False


def _socket_url(url):
    return "ws" + url.removeprefix("http")


def _line(command):
    """A command as the member of `begin`, if it is a line that is not too long."""
    return {"rerun": command} if command.isprintable() and len(command.encode()) <= 4000 else {}


def _without_repetition(item, name):
    """A node id without the count of pytest-repeat: each repetition is the same test."""
    callspec = getattr(item, "callspec", None)
    step = callspec.params.get("__pytest_repeat_step_number") if callspec is not None else None
    if step is None or not name.endswith(f"[{callspec.id}]"):
        return name
    ids = list(getattr(callspec, "_idlist", [callspec.id]))
    counts = [place for place, text in enumerate(ids) if re.fullmatch(rf"{step + 1}-\d+", text)]
    if not counts:
        return name
    del ids[counts[-1]]
    return name[: -len(callspec.id) - 2] + (f"[{'-'.join(ids)}]" if ids else "")


def _parameter(fixturedef, request):
    ids = fixturedef.ids
    if isinstance(ids, (list, tuple)) and ids[request.param_index] is not None:
        return ids[request.param_index]
    return _shown(request.param, request.param_index)


def _shown(value, index):
    """A parameter in a name: its value if that has a text of its own, else its number."""
    return value if isinstance(value, (str, int, float, bool)) else index


def _parameters_below(fixturedef, request):
    """The parameters of the fixtures that a fixture uses, by name."""
    item = request._pyfuncitem
    callspec = getattr(item, "callspec", None)
    if callspec is None:
        return
    used, rest = set(), list(fixturedef.argnames)
    while rest:
        argument = rest.pop()
        if argument not in used:
            used.add(argument)
            for found in item._fixtureinfo.name2fixturedefs.get(argument, ()):
                rest += found.argnames
    for argument in sorted(used & set(callspec.params)):
        yield argument, _shown(callspec.params[argument], callspec.indices[argument])


def _fail(outcome, text):
    failure = pytest.fail.Exception(text, pytrace=False)
    if not hasattr(outcome, "force_exception"):  # pluggy before 1.1
        raise failure
    outcome.force_exception(failure)
