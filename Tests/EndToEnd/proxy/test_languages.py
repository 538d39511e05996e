"""`exec --intercept` and the standard HTTP clients of languages: Ruby, Go, Deno, and Node.js with an agent of its own."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from harness import run
from proxied import ADD, NOTES, URL, recorded_and_replayed

ADD_BODY = ADD.replace('"', '\\"')

RUBY = f"""
require "net/http"
require "json"
def ask(query)
  JSON.parse(Net::HTTP.post(URI("{URL}"), JSON.dump(query: query), "content-type" => "application/json").body)["data"]
end
before = ask("{NOTES}"); ask('{ADD}'); puts JSON.dump([before, ask("{NOTES}")])
"""

# Node.js 20 has no client that reads the variables. This is what its agents for proxies do, such as https-proxy-agent.
NODE = f"""
import https from "node:https";
import http from "node:http";
import tls from "node:tls";
const proxy = new URL(process.env.HTTPS_PROXY);
class Tunnels extends https.Agent {{
  createConnection(options, done) {{
    const path = `${{options.host}}:${{options.port}}`;
    const tunnel = http.request({{ host: proxy.hostname, port: proxy.port, method: "CONNECT", path, headers: {{ host: path }} }});
    tunnel.on("error", done);
    tunnel.on("connect", (answer, socket) => answer.statusCode === 200
      ? done(null, tls.connect({{ ...options, socket, servername: options.host }}))
      : done(new Error(`CONNECT: ${{answer.statusCode}}`)));
    tunnel.end();
  }}
}}
const agent = new Tunnels({{ keepAlive: true }});
const ask = query => new Promise((resolve, reject) => {{
  const request = https.request("{URL}", {{ agent, method: "POST", headers: {{ "content-type": "application/json" }} }}, async answer => {{
    let text = "";
    for await (const part of answer) text += part;
    resolve(JSON.parse(text).data);
  }});
  request.on("error", reject);
  request.end(JSON.stringify({{ query }}));
}});
const before = await ask("{NOTES}"); await ask('{ADD}'); console.log(JSON.stringify([before, await ask("{NOTES}")]));
agent.destroy();
"""

DENO = f"""
const ask = async query => (await (await fetch("{URL}", {{
  method: "POST", headers: {{ "content-type": "application/json" }}, body: JSON.stringify({{ query }}),
}})).json()).data;
const before = await ask("{NOTES}"); await ask('{ADD}'); console.log(JSON.stringify([before, await ask("{NOTES}")]));
"""

GO = f"""
package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

func ask(body string) string {{
	answer, err := http.Post("{URL}", "application/json", strings.NewReader(body))
	if err != nil {{
		panic(err)
	}}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {{
		panic(err)
	}}
	return answer.Proto + " " + string(data)
}}

func main() {{
	fmt.Println(ask(`{{"query": "{NOTES}"}}`))
	ask(`{{"query": "{ADD_BODY}"}}`)
	fmt.Println(ask(`{{"query": "{NOTES}"}}`))
}}
"""

TWO_ANSWERS = '[{"notes":[]},{"notes":[{"text":"hello"}]}]\n'


@pytest.mark.skipif(not shutil.which("ruby"), reason="Ruby is not installed")
def test_net_http_of_ruby(place, tmp_path):
    assert recorded_and_replayed(["ruby", "-e", RUBY], place, tmp_path) == TWO_ANSWERS


def test_https_of_node_with_an_agent(place, tmp_path):
    assert recorded_and_replayed(["node", "--input-type=module", "-e", NODE], place, tmp_path) == TWO_ANSWERS


@pytest.mark.skipif(not shutil.which("deno"), reason="Deno is not installed")
def test_fetch_of_deno(place, tmp_path):
    (tmp_path / "client.ts").write_text(DENO)
    assert recorded_and_replayed(["deno", "run", "--no-check", "-A", "client.ts"], place, tmp_path) == TWO_ANSWERS


@pytest.mark.skipif(not shutil.which("go"), reason="Go is not installed")
def test_net_http_of_go(place, tmp_path):
    """The program is built outside of `exec`, as the proxy is none of the compiler's business."""
    (tmp_path / "main.go").write_text(GO)
    subprocess.run(["go", "build", "-o", "client", "main.go"], cwd=tmp_path, check=True)
    before, after = recorded_and_replayed(["./client"], place, tmp_path).splitlines()
    assert before == 'HTTP/2.0 {"data":{"notes":[]}}' and '"hello"' in after


@pytest.mark.skipif(not shutil.which("ruby"), reason="Ruby is not installed")
def test_a_client_that_ignores_the_variables_is_not_answered(place, tmp_path):
    """Nothing pretends that its requests were recorded: the run fails, since no request arrived."""
    done = run("exec", "--mode", "record", "--intercept", *place, "--", "ruby", "-e", f"""
        require "net/http"
        begin
          Net::HTTP.new(URI("{URL}").host, 443, nil).start
        rescue SocketError
          puts "no address"
        end""", cwd=tmp_path)  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "no address\n"), done.stderr
    assert not (tmp_path / "recordings").exists()
