// Gives each test of Node's test runner its own session in Understudy. Needs Node 20.16 or later.
//
//   "scripts": { "test": "node --import ./understudy.mjs --test" }
//
// Does nothing unless UNDERSTUDY_URL is set: `understudy exec -- npm test` sets it.
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const test = process.getBuiltinModule("node:test"); // An import would fix its hooks before they are wrapped below.
const { fetch } = globalThis; // Tests may replace it.
const main = process.env.UNDERSTUDY_URL;
let origin = main;
let current; // The session of the running test.
const scopes = []; // The sessions of the hooks around it, outermost first.
const names = new Set();
let turn = Promise.resolve();

// `node --test` starts a process for each test file. It runs no test itself.
if (main && !process.execArgv.includes("--test")) await start();

async function start() {
  const { listener, url } = await call("POST", "listeners", {});
  origin = url;
  // exec sets UNDERSTUDY_URL and the variables named by --env. Here they lead to the port of this file.
  for (const [name, value] of Object.entries(process.env)) {
    for (const [from, to] of [[main, url], [main.replace("http", "ws"), url.replace("http", "ws")]]) {
      if (value === from || value.startsWith(`${from}/`)) process.env[name] = to + value.slice(from.length);
    }
  }
  test.beforeEach(begin);
  // A hook that is added during the last one runs after all others.
  test.after((file) => file.after(async () => {
    await endScopes();
    await call("DELETE", `listeners/${listener}`);
  }));
  for (const hook of ["before", "after"]) {
    const add = test[hook];
    test[hook] = (body, ...rest) => add((suite) => (turn = turn.then(() => inScope(suite, body))), ...rest);
  }
}

async function begin(context) {
  const path = context.fullName;
  if (current && isInside(path, current.path)) return; // A subtest belongs to its test.
  if (current) throw new Error("Understudy: tests of one file must run one after another. Remove `concurrency`.");
  current = { path };
  let token;
  try {
    await endScopes(path);
    ({ token } = await call("POST", "begin", { session: sessionOf(path), ...rerun() }));
  } catch (error) {
    current = undefined;
    throw error;
  }
  context.after(() => context.after(async () => {
    current = undefined;
    const ended = await call("POST", "end", { token, outcome: context.passed ? "passed" : "failed" });
    const problem = problemOf(ended);
    if (problem && context.passed) throw new Error(problem);
    if (problem) context.diagnostic(problem);
  }));
}

// The `before` and `after` hooks of a suite, or of a file, have a session: a scope. Tests inside it know its ids.
async function inScope(suite, body) {
  const run = () => (body.length > 1 ? promisify(body) : body).call(suite, suite);
  if (current) return run();
  const path = suite.name === "<root>" ? "" : suite.fullName;
  await endScopes(path);
  let scope = scopes.find((open) => open.path === path);
  if (scope) {
    await call("POST", "resume", { token: scope.token });
  } else {
    const session = sessionOf(path ? `${path} > hooks` : "hooks");
    const { token } = await call("POST", "begin", { session, scope: true, ...rerun() });
    scopes.push((scope = { path, token, outcome: "passed" }));
  }
  try {
    await run();
  } catch (error) {
    scope.outcome = "failed";
    throw error;
  } finally {
    await call("POST", "pause", { token: scope.token });
  }
}

// Ends the scopes that are not around a test or a suite; without a path, all.
async function endScopes(path) {
  const problems = [];
  while (scopes.length && (path === undefined || !isInside(path, scopes.at(-1).path))) {
    const { token, outcome } = scopes.pop();
    problems.push(problemOf(await call("POST", "end", { token, outcome })));
  }
  const problem = problems.filter(Boolean).join("\n\n");
  if (problem) throw new Error(problem);
}

const isInside = (path, outer) => outer === "" || `${path} > `.startsWith(`${outer} > `);

const file = () => relative(process.env.UNDERSTUDY_FOLDER ?? process.cwd(), process.argv[1]).replaceAll("\\", "/");

function sessionOf(path) {
  const session = `${file()} > ${path}`;
  if (names.has(session)) throw new Error(`Understudy: two tests or suites are named "${session}". Rename one.`);
  names.add(session);
  return session;
}

// The command that records this file again, for the messages of misses.
function rerun() {
  const [helper, tests] = [fileURLToPath(import.meta.url), process.argv[1]].map((path) => relative(process.cwd(), path));
  // Without --test, which is not passed on to the process of a file.
  const options = process.execArgv.some((word) => word.endsWith(helper)) ? [] : ["--import", `./${helper}`];
  const words = ["node", ...options, ...process.execArgv, "--test", tests];
  const quoted = words.map((word) => (/^[\w./=:@,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
  const line = `${process.env.UNDERSTUDY_RERUN} ${quoted.join(" ")}`;
  return process.env.UNDERSTUDY_RERUN ? { rerun: line } : {};
}

// Misses, or why the recording of a passed test was not saved.
const problemOf = ({ misses, outcome, recorded }) =>
  [
    ...misses.map((miss) => miss.message),
    ...recorded.filter((one) => !one.saved && outcome === "passed").map((one) => `Not recorded: ${one.reason}.`),
  ].join("\n\n");

async function call(method, page, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${origin}/__understudy/${page}`, { method, headers, body: body && JSON.stringify(body) });
  const json = await answer.json();
  if (json.errors) throw new Error(`Understudy: ${json.errors[0].message}`);
  return json;
}
