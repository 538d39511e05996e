// Gives each Playwright test its own session in Understudy. Not tested with Playwright for TypeScript.
//
//   import { test, expect } from "./understudy";   // instead of "@playwright/test"
//
// Does nothing unless UNDERSTUDY_URL is set: `understudy exec -- npx playwright test` sets it.
// With one worker (--workers=1), all requests of a test belong to it. With several workers, only requests of the page
// belong to it. They have the header X-Understudy-Session. Your app's server must forward it.
// Requests in beforeAll belong to no test. Send them in a fixture of the test.
import { relative } from "node:path";
import { test as base, expect } from "@playwright/test";

const origin = process.env.UNDERSTUDY_URL;

export { expect };
export const test = base.extend({
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use, info) => {
    if (!origin) return use(extraHTTPHeaders);
    const [, ...titles] = info.titlePath;
    const project = info.project.name ? [info.project.name] : [];
    const file = relative(process.env.UNDERSTUDY_FOLDER ?? process.cwd(), info.file).replaceAll("\\", "/");
    const session = [file, ...titles, ...project].join(" > ");
    const header = encodeURIComponent(session);
    const isAlone = info.config.workers === 1;
    const { token } = isAlone ? await call("begin", { session }) : await startOver(session);
    await use({ ...extraHTTPHeaders, "X-Understudy-Session": header });
    const outcome = info.status === "skipped" ? "skipped" : info.status === info.expectedStatus ? "passed" : "failed";
    const { misses } = await (isAlone ? call("end", { token, outcome }) : call(`misses?session=${header}`));
    expect(misses.map((miss: { message: string }) => miss.message).join("\n\n")).toBe("");
  },
});

// After a retry, the session has a state.
async function startOver(session: string) {
  const { sessions } = await call("sessions");
  const isThere = sessions.some((one: { name: string }) => one.name === session);
  return isThere ? call(`sessions/${encodeURIComponent(session)}/reset`, {}) : {};
}

async function call(page: string, body?: object) {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(`${origin}/__understudy/${page}`, body && post);
  const json = await answer.json();
  if (json.errors) throw new Error(`Understudy: ${json.errors[0].message}`);
  return json;
}
