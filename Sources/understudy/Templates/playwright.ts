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
    // A named session gets only requests with its name, so that several can be open. If Playwright stopped a worker, the
    // session of its test is still open.
    const named = info.config.workers > 1;
    const { token } = await call("begin", { session, named, replace: true });
    await use({ ...extraHTTPHeaders, "X-Understudy-Session": encodeURIComponent(session) });
    const outcome = info.status === "skipped" ? "skipped" : info.status === info.expectedStatus ? "passed" : "failed";
    const { misses, recorded } = await call("end", { token, outcome });
    const unsaved = outcome === "passed" ? recorded.filter((one: { saved: boolean }) => !one.saved) : [];
    const problems = [
      ...misses.map((miss: { message: string }) => miss.message),
      ...unsaved.map((one: { reason: string }) => `Not recorded: ${one.reason}.`),
    ];
    expect(problems.join("\n\n")).toBe("");
  },
});

async function call(page: string, body: object) {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(`${origin}/__understudy/${page}`, post);
  const json = await answer.json();
  if (json.errors) throw new Error(`Understudy: ${json.errors[0].message}`);
  return json;
}
