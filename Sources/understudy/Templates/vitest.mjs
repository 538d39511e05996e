// Gives each Vitest test its own session in Understudy. Needs Vitest 2 or later. Not tested with Vitest.
//
//   export default defineConfig({ test: { setupFiles: ["./understudy.mjs"] } });
//
// Does nothing unless UNDERSTUDY_URL is set: `understudy exec -- npx vitest run` sets it.
// All beforeAll and afterAll hooks of a file share a session. To run one describe block alone, put them at the top of the file.
import { relative } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

const { fetch } = globalThis; // Tests may replace it.
const main = process.env.UNDERSTUDY_URL;
const names = new Map();
const changed = {};
let listener;
let scope;
let token;

if (main) {
  // One listener for each file. Worker VITEST_POOL_ID runs one file at a time.
  listener = await call("POST", main, "listeners", {});
  const { url } = listener;
  // exec sets UNDERSTUDY_URL and the variables named by --env. Here they lead to the port of this file.
  for (const [name, value] of Object.entries(process.env)) {
    for (const [from, to] of [[main, url], [main.replace("http", "ws"), url.replace("http", "ws")]]) {
      if (value !== from && !value.startsWith(`${from}/`)) continue;
      changed[name] = value;
      process.env[name] = to + value.slice(from.length);
    }
  }

  // Hooks of a setup file run before all others, and after all others.
  beforeAll(async (suite) => {
    scope = (await post("begin", { session: `${fileOf(suite.file ?? suite)} > hooks`, scope: true })).token;
  });

  beforeEach(async ({ task }) => {
    if (task.concurrent) throw new Error("Understudy: test.concurrent cannot have a session. Use test.");
    const path = [task.name];
    for (let suite = task.suite; suite?.name; suite = suite.suite) path.unshift(suite.name);
    const session = [fileOf(task.file), ...path].join(" > ");
    // A retry of a test has its name again.
    if ((names.get(session) ?? task) !== task) throw new Error(`Understudy: two tests are named "${session}". Rename one.`);
    names.set(session, task);
    await post("pause", { token: scope });
    token = (await post("begin", { session })).token;
  });

  afterEach(async ({ task }) => {
    if (!token) return;
    const ended = await post("end", { token, outcome: outcomeOf(task) });
    token = undefined;
    await post("resume", { token: scope });
    check(ended);
  });

  afterAll(async () => {
    const ended = await post("end", { token: scope, outcome: "passed" });
    await call("DELETE", main, `listeners/${listener.listener}`);
    Object.assign(process.env, changed);
    check(ended);
  });
}

// A test that calls skip() may have sent a part of its requests. For one with test.fails, an error is a success.
function outcomeOf({ result, pending, fails }) {
  if (pending || result?.pending || result?.state === "skip") return "skipped";
  return (result?.state === "fail") === Boolean(fails) ? "passed" : "failed";
}

function fileOf(file) {
  return relative(process.env.UNDERSTUDY_FOLDER ?? process.cwd(), file.filepath).replaceAll("\\", "/");
}

// Fails with the misses, or with the reason why the recording of a passed test was not saved.
function check({ misses, outcome, recorded }) {
  const unsaved = outcome === "passed" ? recorded.filter((one) => !one.saved) : [];
  const problems = [...misses.map((miss) => miss.message), ...unsaved.map((one) => `Not recorded: ${one.reason}.`)];
  if (problems.length) throw new Error(problems.join("\n\n"));
}

function post(page, body) {
  return call("POST", listener.url, page, body);
}

async function call(method, origin, page, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${origin}/__understudy/${page}`, { method, headers, body: body && JSON.stringify(body) });
  const json = await answer.json();
  if (json.errors) throw new Error(`Understudy: ${json.errors[0].message}`);
  return json;
}
