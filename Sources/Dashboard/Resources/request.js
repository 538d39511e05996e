// One request with its answer, for the live view and for reports.

import { enc } from "./api.js";
import { h } from "./dom.js";
import { byteCount, clockTime, count, duration } from "./format.js";
import { highlightGraphQL, jsonTree, prettyJSON } from "./json.js";
import { href } from "./router.js";
import { badge, codeBlock, copyButton, disclosure, pairs, section } from "./ui.js";

const textShown = 100_000;

/// Links a recording file; in a report, which has no recordings, it is text.
export function recordingLink(file, endpoint, isReport) {
  if (isReport) return h("code", file);
  const [first, folder = ""] = file.split("/");
  const query = folder === "sessions" ? "" : `?file=${enc(file)}`;
  return h("a.mono", { href: href("recordings", endpoint ?? first, folder) + query }, file);
}

function facts(row, isReport) {
  const values = [
    ["Time", clockTime(row.time)], ["Duration", duration(row.milliseconds)], ["Endpoint", row.endpoint],
    ["Session", row.session], ["Status", row.status],
    ["Recording", row.recording && recordingLink(row.recording, row.endpoint, isReport)],
  ];
  return h("dl.facts", values.filter(([, value]) => value)
    .map(([name, value]) => h("div", h("dt", name), h("dd", value))));
}

function answerBody({ body, text }) {
  if (body !== null) return jsonTree(body, { open: 3, label: "Answer" });
  if (!text) return h("p.soft", "The body is empty or is not text.");
  return [
    codeBlock("Answer text", text.slice(0, textShown)),
    text.length > textShown && h("p.soft", `The first ${count(textShown)} of ${count(text.length)} characters.`),
  ];
}

function answerPart(answer) {
  if (!answer) return section("Answer", null, h("p.soft", "No answer was kept."));
  const { body, text, bytes, headers, isStream } = answer;
  const actions = [
    h("span.soft", byteCount(bytes), isStream && " · event stream"),
    (body !== null || text) && copyButton(() => (body === null ? text : prettyJSON(body)), "Copy body"),
  ];
  return section("Answer", actions,
    headers.length > 0 && disclosure(`Headers (${headers.length})`, () => pairs(headers)), answerBody(answer));
}

function copyAs({ curl, graphql, tests }) {
  const items = [
    ["curl", curl, "curl"], ["GraphQL", graphql, "GraphQL"],
    ...tests.map(({ name, text }) => [name, text, `a test for ${name}`]),
  ].filter(([, text]) => text);
  return items.length > 0 && h("div.actions", { role: "group", "aria-label": "Copy as" },
    h("span.soft", { "aria-hidden": "true" }, "Copy as"),
    items.map(([name, text, label]) => copyButton(text, name, { "aria-label": `Copy as ${label}` })));
}

function explorerLink({ request, document, variables }) {
  const query = new URLSearchParams({ query: document, variables: prettyJSON(variables), session: request.session });
  return h("p", h("a", { href: `${href("explorer", request.endpoint)}?${query}` }, "Open in the explorer"));
}

/// Shows a request (the JSON of `v1/requests/<number>`).
export function requestPanel(detail, isReport, onClose) {
  const { request: row, document, variables, miss } = detail;
  const reason = detail.reason ?? row.remark;
  return h("article.request", { "aria-label": `Request ${row.number}` },
    panelHead([badge(row.source), h("h2", { tabindex: -1 }, row.title)], onClose),
    facts(row, isReport),
    (reason || miss !== null) && h("div.reason", reason?.split("\n").map((line) => h("p", line)),
      miss !== null && h("p", h("a", { href: href("misses", miss) }, "Compare with the nearest recording"))),
    copyAs(detail),
    !isReport && document && row.endpoint && explorerLink(detail),
    answerPart(detail.answer),
    document && section("Document", copyButton(document, "Copy document"),
      codeBlock("Document", highlightGraphQL(document))),
    Object.keys(variables).length > 0 && section("Variables", copyButton(() => prettyJSON(variables), "Copy variables"),
      jsonTree(variables, { open: 3, label: "Variables" })));
}

/// The head of a panel that can be closed.
export function panelHead(title, onClose) {
  return h("header.panel-head", h("div.panel-title", title),
    h("button.small", { onclick: onClose, title: "Close (Escape)" }, "Close"));
}
