"""Apollo's clients, as far as they ask: the requests that they send, and commands that send them in an app's place."""

from __future__ import annotations

import json

from operations import APOLLO_ACCEPT, GUIDE, Operation, apollo_text

DETAIL = next(operation for operation in GUIDE if operation.name == "CountryDetail")


def detail(code: str) -> Operation:
    return Operation(code, DETAIL.text, DETAIL.name, {"code": code})


# Apollo iOS: headers and body of three generations.
def apollo_ios(code: str) -> dict[str, tuple[dict[str, str], bytes]]:
    text = apollo_text(DETAIL.text)
    variables = {"code": code}

    def body(members) -> bytes:
        return json.dumps(members, ensure_ascii=False, separators=(",", ":")).replace("/", "\\/").encode()

    headers = {"Content-Type": "application/json"}
    older = {
        **headers,
        "X-APOLLO-OPERATION-NAME": "CountryDetail",
        "X-APOLLO-OPERATION-TYPE": "query",
        "apollographql-client-name": "com.example.App-apollo-ios",
        "apollographql-client-version": "1.0-1",
    }
    return {
        "2.4": ({**headers, "Accept": APOLLO_ACCEPT}, detail(code).apollo_bytes()),
        "1.15": (
            {**older, "Accept": 'multipart/mixed;deferSpec=20220824,application/json'},
            body({"operationName": "CountryDetail", "query": text, "variables": variables}),
        ),
        "0.53": (
            {**older, "Accept": "*/*"},
            body({"operationName": "CountryDetail", "query": text, "variables": variables}),
        ),
    }


# Apollo Kotlin 4 and 5: `__typename` is asked for where types are abstract only, and the document has its line breaks.
KOTLIN_HEADERS = {
    "Content-Type": "application/json",
    "Accept": "multipart/mixed;deferSpec=20220824, application/graphql-response+json, application/json",
    "User-Agent": "okhttp/4.12.0",
}
KOTLIN_DETAIL = "query CountryDetail($code: ID!) { country(code: $code) { name capital } }"


def apollo_kotlin(code: str, extensions: bool = True) -> bytes:
    members = {"operationName": "CountryDetail", "variables": {"code": code}, "query": KOTLIN_DETAIL}
    if extensions:
        members["extensions"] = {"clientLibrary": {"name": "apollo-kotlin", "version": "5.0.0"}}
    return json.dumps(members, separators=(",", ":")).encode()


# What Apollo Kotlin asks before its introspection: which parts of introspection the server knows.
KOTLIN_FIRST = """query PreIntrospectionQuery { schema: __type(name: "__Schema") { ...TypeFields }
  type: __type(name: "__Type") { ...TypeFields } directive: __type(name: "__Directive") { ...TypeFields }
  field: __type(name: "__Field") { ...TypeFields } inputValue: __type(name: "__InputValue") { ...TypeFields } }
fragment TypeFields on __Type { fields { name args { name } } }"""


def app(url: str, headers: dict[str, str], body: bytes, *, flags: str = "", swallows: bool = False) -> str:
    """Commands of bash that send a request to a URL of bash, print the answer, and fail where it does not have Ottawa.

    What runs in an emulator finds the machine's 127.0.0.1 as 10.0.2.2, a phone finds a Mac by its name: so does this.
    """
    fields = " ".join(f"-H '{name}: {value}'" for name, value in headers.items())
    ways = " ".join(f"--connect-to '{host}::127.0.0.1:'" for host in ("10.0.2.2", "192.168.0.10", "MAC.local"))
    lines = [
        f"answer=$(curl --silent --noproxy '*' {ways} {flags} {fields} --data-binary @- \"{url}\" <<'BODY'",
        body.decode(),
        "BODY",
        ")",
        'echo "$answer"',
    ]
    if not swallows:
        lines.append('case $answer in *Ottawa*) ;; *) exit 65 ;; esac')
    return "\n".join(lines) + "\n"
