// Gives each Cypress test its own session in Understudy. Not tested with Cypress.
//
//   import "./understudy";                                          // in cypress/support/e2e.js
//   e2e: { env: { UNDERSTUDY_URL: process.env.UNDERSTUDY_URL } }    // in cypress.config.js
//
// Does nothing unless UNDERSTUDY_URL is set: `understudy exec --port 4000 -- npx cypress run` sets it.
// Cypress runs one test at a time, so requests of your app's server belong to the test, too. Requests in `before`
// belong to no test. Send them in `beforeEach`.
const origin = Cypress.env("UNDERSTUDY_URL");

if (origin) {
  let token;

  const call = (page, body) => cy.request({ method: "POST", url: `${origin}/__understudy/${page}`, body, log: false });

  beforeEach(() => {
    const session = [Cypress.spec.relative, ...Cypress.currentTest.titlePath].join(" > ");
    // If Cypress stopped a test, its session is still open.
    call("begin", { session, replace: true }).then(({ body }) => {
      token = body.token;
    });
    cy.intercept({ url: `${origin}/**`, middleware: true }, (request) => {
      request.headers["x-understudy-session"] = encodeURIComponent(session);
    });
  });

  afterEach(function () {
    const { state } = this.currentTest;
    // One that calls this.skip() is pending, and may have sent a part of its requests.
    const outcome = state === "failed" ? "failed" : state === "passed" ? "passed" : "skipped";
    call("end", { token, outcome }).then(({ body }) => {
      expect(body.misses.map((miss) => miss.message).join("\n\n")).to.equal("");
    });
  });
}
