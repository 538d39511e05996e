// The report of a finished run: the same views, from data in the page.

import { api } from "./api.js";
import { coverageContent } from "./coverage.js";
import { h, replace } from "./dom.js";
import { plural } from "./format.js";
import { jsonTree } from "./json.js";
import { requestsView } from "./live.js";
import { createMissesView } from "./misses.js";
import { countsBar, createSessionsView } from "./sessions.js";
import { startShell } from "./shell.js";
import { startStore, store } from "./store.js";
import { codeBlock, disclosure, empty, errorBox, section } from "./ui.js";

/// Answers the views from the report's data. A report cannot change anything.
function serve({ info, requests, unlisted, misses, sessions }) {
  const pages = {
    info: () => info,
    requests: (number) => (number ? requests.find(({ request }) => request.number === number)
      : { requests: requests.map(({ request }) => request), last: requests.at(-1)?.request.number ?? 0, unlisted }),
    misses: (number) => (number ? misses.find((miss) => miss.number === number) : { misses, remark: null }),
    sessions: () => ({ sessions, remark: null }),
  };
  api.get = async (path) => {
    const [, page, number] = path.split("?")[0].split("/");
    const found = pages[page](Number(number));
    if (!found) throw new Error("The report does not have this.");
    return found;
  };
  api.events = ({ status }) => status({
    misses: misses.length, requests: requests.length, unlisted, recordings: 0, sessions: sessions.length,
  });
}

function reportCoverage(coverage) {
  const known = Object.entries(coverage).filter(([, { hasSchema }]) => hasSchema);
  const mount = (root) => replace(root, h("div.records", known.length
    ? known.map(([endpoint, data]) => section(`Coverage of ${endpoint}`, null, coverageContent(data)))
    : empty("No schema", h("p", "Coverage compares the recordings with the schemas of the endpoints."))));
  return { id: "coverage", title: "Coverage", key: "5", mount };
}

function overviewView(data) {
  function mount(root) {
    const counts = {};
    for (const { request } of data.requests) counts[request.source] = (counts[request.source] ?? 0) + 1;
    replace(root, h("div.padded", h("h2", data.title),
      section(plural(data.requests.length, "request"), null, countsBar(counts)),
      data.summary.length > 0
        && section("Report of the run", null, codeBlock("Report of the run", data.summary.join("\n"))),
      disclosure("As JSON", () => jsonTree(data.report, { open: 2, label: "Report" }))));
  }
  return { id: "overview", title: "Overview", key: "1", mount };
}

// The filter keeps a copy of each text.
const searchedLength = 100_000;

/// Returns the text of each request's document, variables and answer, for the filter.
function bodyTexts(data) {
  const details = new Map(data.requests.map((detail) => [detail.request.number, detail]));
  return (row) => {
    const { document, variables, answer } = details.get(row.number);
    const body = answer?.text ?? JSON.stringify(answer?.body ?? null);
    return [document, JSON.stringify(variables), body.slice(0, searchedLength)].join("\n");
  };
}

async function startReport() {
  const data = JSON.parse(document.getElementById("report").textContent);
  serve(data);
  await startStore();
  const shell = startShell({
    views: [
      overviewView(data),
      requestsView({ id: "requests", title: "Requests", key: "2", isReport: true, extraText: bodyTexts(data) }),
      createMissesView({ isReport: true, requests: "requests", key: "3" }),
      createSessionsView({ isReport: true, key: "4" }),
      reportCoverage(data.coverage),
    ],
    brand: h("div.brand", h("span.brand-name.ellipsis", { title: data.title }, data.title), h("span.chip", "report")),
    name: data.title,
  });
  shell.setCount("misses", store.status.misses);
}

startReport().catch((error) => replace(document.body, h("main.failed", errorBox(error))));
