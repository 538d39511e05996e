// Gives each Jest test its own session in Understudy. Needs Jest 28 or later.
//
//   "scripts": { "test": "jest --env ./understudy.cjs" }
//
// Does nothing unless UNDERSTUDY_URL is set: `understudy exec -- npm test` sets it.
// It has the environment of Node, or of jsdom if Jest's configuration had it (testEnvironment). A file with
// @jest-environment has its own instead.
const { relative } = require("node:path");
const { isMainThread } = require("node:worker_threads");
const { TestEnvironment } = require("@ENVIRONMENT@");

const { fetch } = globalThis;
const main = process.env.UNDERSTUDY_URL;
// This worker's listener, for all its files. With --runInBand there is no worker: the port of the run is enough.
let listener = process.send || !isMainThread ? undefined : { url: main };

module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.path = relative(process.cwd(), context.testPath);
    this.file = relative(process.env.UNDERSTUDY_FOLDER ?? process.cwd(), context.testPath).replaceAll("\\", "/");
    this.scopes = new Map(); // By describe block: the session of its beforeAll and afterAll hooks.
    this.names = new Map();
  }

  async setup() {
    await super.setup();
    if (!main) return;
    listener ??= call(main, "listeners", {});
    this.origin = (await listener).url;
    // exec sets UNDERSTUDY_URL and the variables named by --env. Here they lead to the port of this worker.
    for (const [name, value] of Object.entries(process.env)) {
      for (const [from, to] of [[main, this.origin], [main.replace("http", "ws"), this.origin.replace("http", "ws")]]) {
        if (value === from || value.startsWith(`${from}/`)) this.global.process.env[name] = to + value.slice(from.length);
      }
    }
  }

  async handleTestEvent(event, state) {
    if (!main) return;
    const { hook } = event;
    const isShared = hook?.type === "beforeAll" || hook?.type === "afterAll";
    const errors = isShared || event.name === "run_describe_finish" ? state.unhandledErrors : state.currentlyRunningTest?.errors;
    try {
      if (event.name === "hook_start" && isShared) await this.enter(hook.parent);
      else if (event.name === "hook_start" || event.name === "test_fn_start") await this.begin(state.currentlyRunningTest);
      else if (event.name.startsWith("hook_") && isShared) await this.leave(hook.parent, event.name === "hook_failure");
      else if (event.name === "test_done") await this.end(event.test);
      else if (event.name === "run_describe_finish") await this.close(event.describeBlock);
    } catch (error) {
      error.stack = error.message;
      (event.test?.errors ?? errors).push(error);
    }
  }

  async begin(test) {
    if (this.token) return;
    if (test.concurrent) throw new Error("Understudy: test.concurrent cannot have a session. Use test.");
    const session = this.sessionOf(test, ...pathOf(test));
    this.token = (await this.post("begin", { session, ...this.rerun(test) })).token;
  }

  async end(test) {
    const { token } = this;
    if (!token) return;
    this.token = undefined;
    check(await this.post("end", { token, outcome: test.errors.length ? "failed" : "passed" }));
  }

  // The beforeAll and afterAll hooks of a describe block, or of the file, have a session: a scope. Tests inside it know its ids.
  async enter(block) {
    const scope = this.scopes.get(block);
    if (scope) return this.post("resume", { token: scope.token });
    const session = this.sessionOf(block, ...pathOf(block), "hooks");
    this.scopes.set(block, { ...(await this.post("begin", { session, scope: true })), outcome: "passed" });
  }

  async leave(block, failed) {
    const scope = this.scopes.get(block);
    if (failed) scope.outcome = "failed";
    await this.post("pause", { token: scope.token });
  }

  async close(block) {
    const scope = this.scopes.get(block);
    if (scope) check(await this.post("end", { token: scope.token, outcome: scope.outcome }));
  }

  // A retry of a test has its name again.
  sessionOf(owner, ...path) {
    const session = [this.file, ...path].join(" > ");
    const other = this.names.get(session) ?? owner;
    if (other !== owner) throw new Error(`Understudy: two tests or blocks are named "${session}". Rename one.`);
    this.names.set(session, owner);
    return session;
  }

  // The command that records a test again, for the messages of its misses.
  rerun(test) {
    const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
    const name = pathOf(test).join(" ").replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    const helper = relative(process.cwd(), __filename);
    const line = `${process.env.UNDERSTUDY_RERUN} npx jest --env ./${helper} ${quoted(this.path)} -t ${quoted(`^${name}$`)}`;
    return process.env.UNDERSTUDY_RERUN ? { rerun: line } : {};
  }

  post(page, body) {
    return call(this.origin, page, body);
  }
};

// The names of a test and of the describe blocks around it; the outermost block is the file.
const pathOf = (node) => (node.parent ? [...pathOf(node.parent), node.name] : []);

// Fails with the misses, or with the reason why the recording of a passed test was not saved.
function check({ misses, outcome, recorded }) {
  const unsaved = outcome === "passed" ? recorded.filter((one) => !one.saved) : [];
  const problems = [...misses.map((miss) => miss.message), ...unsaved.map((one) => `Not recorded: ${one.reason}.`)];
  if (problems.length) throw new Error(problems.join("\n\n"));
}

async function call(origin, page, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${origin}/__understudy/${page}`, { method: "POST", headers, body: JSON.stringify(body) });
  const json = await answer.json();
  if (json.errors) throw new Error(`Understudy: ${json.errors[0].message}`);
  return json;
}
