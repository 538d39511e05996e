"""The form of the guide's files that no program here can run: Compose's, the image's, the manifest's, Envoy's.

The fields are those that these files need, written down by hand from the documentation of the versions that they name. So a
later typo fails; whether a cluster accepts the files is not tested.
"""

from __future__ import annotations

import json
import re
import subprocess
from functools import cache
from typing import Any

import clients
import pytest
from harness import ROOT, running, understudy
from replicas import GUIDE, HOSTS, READY, printed

TEXT = GUIDE.read_text("utf-8")


def documents(text: str) -> list[Any]:
    """YAML documents, by the library of the recipes' environment."""
    program = "import json, sys, yaml; print(json.dumps(list(yaml.safe_load_all(sys.stdin))))"
    command = [str(ROOT / ".test-env/recipes/bin/python"), "-c", program]
    return json.loads(subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout)


# A field's value: the fields of an object, a list with the form of its elements, or a type. `?` ends an optional name.
Form = Any
PORT = {"name": str, "port?": int, "targetPort?": str, "containerPort?": int}
PROBE = {
    "httpGet?": {"path": str, "port": str, "httpHeaders?": [{"name": str, "value": str}]},
    "tcpSocket?": {"port": str},
    "periodSeconds?": int,
    "failureThreshold?": int,
}
CONTAINER = {
    "name": str,
    "image": str,
    "args": [str],
    "ports": [PORT],
    "readinessProbe": PROBE,
    "livenessProbe?": PROBE,
    "securityContext?": {"allowPrivilegeEscalation": bool, "readOnlyRootFilesystem": bool},
    "volumeMounts?": [{"name": str, "mountPath": str, "readOnly": bool}],
}
POD = {
    "metadata": {"labels": {"app": str}},
    "spec": {
        "containers": [CONTAINER],
        "terminationGracePeriodSeconds?": int,
        "volumes?": [{"name": str, "configMap": {"name": str}}],
    },
}
SET = {"replicas": int, "selector": {"matchLabels": {"app": str}}, "template": POD}
META = {"name": str}
KINDS: dict[tuple[str, str], Form] = {
    ("v1", "Service"): {
        "metadata": META,
        "spec": {"clusterIP?": str, "publishNotReadyAddresses?": bool, "selector": {"app": str}, "ports": [PORT]},
    },
    ("apps/v1", "StatefulSet"): {"metadata": META, "spec": {**SET, "serviceName": str, "podManagementPolicy": str}},
    ("apps/v1", "Deployment"): {"metadata": META, "spec": SET},
    ("v1", "ConfigMap"): {"metadata": META, "data": {"envoy.yaml": str}},
}
HASH_POLICY = {
    "header": {
        "header_name": str,
        "regex_rewrite?": {"pattern": {"regex": str}, "substitution": str},
    },
    "terminal?": bool,
}
ROUTE = {
    "match": {"prefix?": str, "safe_regex?": {"regex": str}},
    "route": {"cluster": str, "timeout": str, "hash_policy": [HASH_POLICY]},
}
TYPED = {"@type": str}
ADDRESS = {"socket_address": {"address": str, "port_value": int}}
MANAGER = {
    **TYPED,
    "stat_prefix": str,
    "stream_idle_timeout": str,
    "upgrade_configs": [{"upgrade_type": str}],
    "http_filters": [{"name": str, "typed_config": TYPED}],
    "route_config": {
        "name": str,
        "virtual_hosts": [
            {
                "name": str,
                "domains": [str],
                "retry_policy": {
                    "retry_on": str,
                    "num_retries": int,
                    "host_selection_retry_max_attempts": int,
                    "retry_host_predicate": [{"name": str, "typed_config": TYPED}],
                },
                "routes": [ROUTE],
            }
        ],
    },
}
ENVOY = {
    "static_resources": {
        "listeners": [
            {"name": str, "address": ADDRESS, "filter_chains": [{"filters": [{"name": str, "typed_config": MANAGER}]}]}
        ],
        "clusters": [
            {
                "name": str,
                "type": str,
                "connect_timeout": str,
                "lb_policy": str,
                "common_lb_config": {
                    "healthy_panic_threshold": {"value": int},
                    "consistent_hashing_lb_config": {"use_hostname_for_hashing": bool},
                },
                "load_assignment": {
                    "cluster_name": str,
                    "endpoints": [{"lb_endpoints": [{"endpoint": {"address": ADDRESS}}]}],
                },
            }
        ],
    }
}


def problems(value: Any, form: Form, place: str = "") -> list[str]:
    if isinstance(form, list):
        if not isinstance(value, list) or not value:
            return [f"{place} is no list"]
        return [each for number, one in enumerate(value) for each in problems(one, form[0], f"{place}[{number}]")]
    if isinstance(form, dict):
        if not isinstance(value, dict):
            return [f"{place} is no object"]
        known = {name.rstrip("?"): each for name, each in form.items()}
        found = [f"{place}.{name} is unknown" for name in value if name not in known]
        found += [f"{place}.{name} is missing" for name in form if not name.endswith("?") and name not in value]
        return found + [each for name in value if name in known for each in problems(value[name], known[name], f"{place}.{name}")]
    return [] if type(value) is form else [f"{place} is {value!r}"]


@cache
def manifest() -> list[Any]:
    return documents(printed("kubernetes.yaml"))


def of_kind(kind: str, name: str) -> Any:
    [found] = [each for each in manifest() if each["kind"] == kind and each["metadata"]["name"] == name]
    return found


@cache
def envoy() -> Any:
    [found] = documents(of_kind("ConfigMap", "mock-envoy")["data"]["envoy.yaml"])
    return found


def test_the_manifest_has_known_fields():
    for document in manifest():
        form = {"apiVersion": str, "kind": str, **KINDS[document["apiVersion"], document["kind"]]}
        assert problems(document, form, document["kind"]) == []


def test_the_manifest_fits_together():
    replicas, front = of_kind("StatefulSet", "understudy"), of_kind("Deployment", "mock")
    for each in (replicas, front):
        spec = each["spec"]
        labels = spec["template"]["metadata"]["labels"]
        assert spec["selector"]["matchLabels"] == labels
        service = of_kind("Service", each["metadata"]["name"])
        assert service["spec"]["selector"] == labels
    assert replicas["spec"]["serviceName"] == "understudy"
    [volume] = front["spec"]["template"]["spec"]["volumes"]
    [container] = front["spec"]["template"]["spec"]["containers"]
    assert of_kind("ConfigMap", volume["configMap"]["name"])
    assert container["volumeMounts"][0]["name"] == volume["name"]
    [cluster] = envoy()["static_resources"]["clusters"]
    addresses = [
        endpoint["endpoint"]["address"]["socket_address"]
        for endpoint in cluster["load_assignment"]["endpoints"][0]["lb_endpoints"]
    ]
    count = replicas["spec"]["replicas"]
    assert [each["address"] for each in addresses] == [f"understudy-{number}.understudy" for number in range(count)]
    [port] = replicas["spec"]["template"]["spec"]["containers"][0]["ports"]
    assert {each["port_value"] for each in addresses} == {port["containerPort"]}


def test_envoy_has_known_fields():
    assert problems(envoy(), ENVOY) == []


def key(path: str, header: str | None = None) -> str | None:
    """What Envoy hashes of a request, by the printed routes: the first one that matches, and its first policy with a value."""
    [listener] = envoy()["static_resources"]["listeners"]
    manager = listener["filter_chains"][0]["filters"][0]["typed_config"]
    for route in manager["route_config"]["virtual_hosts"][0]["routes"]:
        pattern = route["match"].get("safe_regex", {}).get("regex")
        # It matches the whole path, without the query.
        if pattern and not re.fullmatch(pattern, path.partition("?")[0]):
            continue
        for policy in route["route"]["hash_policy"]:
            name, rewrite = policy["header"]["header_name"], policy["header"].get("regex_rewrite")
            value = path if name == ":path" else header
            if value is not None:
                return re.sub(rewrite["pattern"]["regex"], rewrite["substitution"], value, count=1) if rewrite else value
    return None


@pytest.mark.parametrize(
    ("path", "header", "expected"),
    [
        ("/shop", "a", "a"),
        ("/shop/~a", None, "a"),
        ("/shop/~a/graphql?x=/~b", None, "a"),
        ("/~a", None, "a"),
        ("/~a/graphql", None, "a"),
        ("/__understudy/sessions/a/reset", None, "a"),
        ("/__understudy/sessions/a/reset", "b", "b"),
        ("/__understudy/begin", "a", "a"),
        ("/__understudy/begin", None, "default"),
        ("/shop", None, "default"),
        ("/shop/graphql?x=/~b", None, "default"),
        ("/", None, "default"),
    ],
)
def test_envoy_hashes_the_session(path, header, expected):
    assert key(path, header) == expected


def test_compose_has_known_fields():
    [compose] = documents(printed("compose.yaml"))
    replica = {
        "image": str, "command": str, "stop_grace_period": str, "restart": str, "volumes": [str],
    }  # fmt: skip
    front = {"image": str, "depends_on": [str], "restart": str, "ports": [str], "volumes": [str]}
    hosts = [host.partition(":")[0] for host in HOSTS]
    form = {"x-replica": replica, "services": {**dict.fromkeys(hosts, replica), "mock": front}}
    assert problems(compose, form) == []
    assert compose["services"]["mock"]["depends_on"] == hosts


def commands() -> list[list[str]]:
    """The arguments of the replicas in both files, without the image's ENTRYPOINT."""
    [compose] = documents(printed("compose.yaml"))
    [container] = of_kind("StatefulSet", "understudy")["spec"]["template"]["spec"]["containers"]
    return [compose["x-replica"]["command"].split(), container["args"]]


def test_the_replicas_start():
    """With the printed arguments, and the probes' header."""
    one, other = commands()
    assert one == other
    assert f"understudy {' '.join(one[:1])} --host 0.0.0.0 --allow-host mock.example.com" in TEXT
    assert {"--sessions", "--drain"} <= set(one), one
    with running(understudy(*one, cwd=ROOT)) as server:
        address = f"http://127.0.0.1:{server.origin.rpartition(':')[2]}"
        for path in (READY, "/__understudy/health"):
            assert clients.curl(address + path, "-H", "Host: localhost").status == 200
        assert clients.curl(f"{address}/__understudy/status", "-H", "Host: mock:8080").status == 200


def test_compose_with_a_store_has_known_fields():
    """It adds the store to the services, with the guide's command, and the replicas' new arguments."""
    [compose] = documents(printed("compose-store.yaml"))
    replica = {"command": str, "environment": {"UNDERSTUDY_SESSIONS_PASSWORD": str}, "depends_on": [str]}
    store = {"image": str, "command": str, "restart": str, "volumes": [str]}
    hosts = [host.partition(":")[0] for host in HOSTS]
    services = {**dict.fromkeys(hosts, replica), "store": store}
    assert compose.pop("volumes") == {"store": None}
    assert problems(compose, {"x-replica": replica, "services": services}) == []
    [command] = re.findall(r"^redis-server .*", TEXT, re.M)
    password = "${UNDERSTUDY_SESSIONS_PASSWORD:?}"
    assert compose["services"]["store"]["command"] == command.replace('"$PASSWORD"', password)
    assert compose["x-replica"]["environment"] == {"UNDERSTUDY_SESSIONS_PASSWORD": password}
    arguments = compose["x-replica"]["command"].split()
    assert arguments[:3] == ["replay", "--sessions", "redis://store:6379/0?prefix=mock-1:"]
    # The rest is as without a store.
    assert arguments[3:] == commands()[0][3:]
