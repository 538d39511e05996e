// The report of a finished run: the same views, from data in the page.

import { ApiError, useSource } from "./api.js";
import { h, replace } from "./dom.js";
import { plural } from "./format.js";
import { jsonTree } from "./json.js";
import { requestsView } from "./live.js";
import { createMissesView } from "./misses.js";
import { countsBar, createSessionsView } from "./sessions.js";
import { startShell } from "./shell.js";
import { startStore, store } from "./store.js";
import { copyBlock, disclosure, errorBox, section } from "./ui.js";

function reportSource(data) {
  const requests = new Map(data.requests.map((detail) => [detail.request.number, detail]));
  const missesByNumber = new Map(data.misses.map((miss) => [miss.number, miss]));
  const one = (map, number) => {
    if (!map.has(number)) throw new ApiError("The report does not have this.", 404);
    return map.get(number);
  };
  const rows = data.requests.map((detail) => detail.request).sort((a, b) => a.number - b.number);
  return {
    async get(path) {
      const [, page, number] = path.split("?")[0].split("/");
      if (page === "info") return data.info;
      if (page === "requests") return number ? one(requests, Number(number)) : { requests: rows, last: rows.at(-1)?.number ?? 0, unlisted: data.info.unlisted ?? 0 };
      if (page === "misses") return number ? one(missesByNumber, Number(number)) : { misses: data.misses, remark: null };
      if (page === "sessions") return { sessions: data.sessions, remark: null };
      throw new ApiError("The report does not have this.", 404);
    },
    post() { throw new ApiError("The run has ended.", 409); },
    delete() { throw new ApiError("The run has ended.", 409); },
    events(handlers) {
      handlers.status({ misses: data.misses.length, requests: rows.length, unlisted: 0, recordings: 0, sessions: data.sessions.length });
      return () => {};
    },
  };
}

function countBySource(rows) {
  const counts = {};
  for (const row of rows) counts[row.source] = (counts[row.source] ?? 0) + 1;
  return counts;
}

function overviewView(data) {
  return {
    id: "overview", title: "Overview", key: "1",
    mount(root) {
      const rows = data.requests.map((detail) => detail.request);
      replace(root, h("div.padded", null,
        h("h2", null, data.title),
        data.command && copyBlock(data.command, "Copy command"),
        section(plural(rows.length, "request"), null, countsBar(countBySource(rows))),
        data.summary?.length > 0 && section("Report of the run", null,
          h("pre.code-block.summary", { tabindex: 0, role: "group", "aria-label": "Report of the run" }, data.summary.join("\n"))),
        data.report && disclosure("As JSON", () => jsonTree(data.report, { open: 2, label: "Report" }))));
      return () => {};
    },
  };
}

// The filter keeps a copy of each text.
const searchedLength = 100_000;

/// The text of a request's document, variables and answer, for the filter.
function bodyTexts(data) {
  const details = new Map(data.requests.map((detail) => [detail.request.number, detail]));
  return (row) => {
    const detail = details.get(row.number);
    const answer = detail?.answer?.text ?? JSON.stringify(detail?.answer?.body ?? null);
    return [detail?.document, JSON.stringify(detail?.variables ?? null), answer.slice(0, searchedLength)].join("\n");
  };
}

async function startReport() {
  const data = JSON.parse(document.getElementById("report").textContent);
  useSource(reportSource(data));
  await startStore();
  const shell = startShell({
    views: [
      overviewView(data),
      requestsView({ id: "requests", title: "Requests", key: "2", isReport: true, extraText: bodyTexts(data) }),
      createMissesView({ isReport: true, requests: "requests", key: "3" }),
      createSessionsView({ isReport: true, key: "4" }),
    ],
    brand: h("div.brand", null, h("span.brand-name.ellipsis", { title: data.title }, data.title), h("span.chip", null, "report")),
    status: null, name: data.title,
  });
  shell.setCount("misses", store.status.misses);
}

startReport().catch((error) => replace(document.body, h("main.failed", null, errorBox(error))));
