// One request with its answer, for the live view and for reports.

import { enc } from "./api.js";
import { h } from "./dom.js";
import { byteCount, clockTime, count, duration } from "./format.js";
import { highlightGraphQL, jsonTree, prettyJSON } from "./json.js";
import { href } from "./router.js";
import { badge, copyButton, disclosure, section } from "./ui.js";

const textShown = 100_000;

/// Returns the link to a recording file: to its operation, or to the list of the sessions.
export function recordingHref(file, endpoint) {
  const [first, folder] = file.split("/");
  return `${href("recordings", endpoint ?? first, folder ?? "")}${folder === "sessions" ? "" : `?file=${enc(file)}`}`;
}

/// Links a recording file; in a report, which has no recordings, it is text.
export function recordingLink(file, endpoint, isReport) {
  return isReport ? h("code", null, file) : h("a.mono", { href: recordingHref(file, endpoint) }, file);
}

/// Shows headers, folded.
export function headersView(headers) {
  if (!headers?.length) return null;
  return disclosure(`Headers (${headers.length})`, () => h("dl.pairs", null,
    headers.map(([name, value]) => [h("dt", null, name), h("dd.mono", null, value)])));
}

function facts(row, isReport) {
  const pairs = [
    ["Time", clockTime(row.time)], ["Duration", duration(row.milliseconds)], ["Endpoint", row.endpoint],
    ["Session", row.session], ["Status", row.status],
    ["Recording", row.recording && recordingLink(row.recording, row.endpoint, isReport)],
  ];
  return h("dl.facts", null, pairs.filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))));
}

function answerPart(answer) {
  if (!answer) return section("Answer", null, h("p.soft", null, "No answer was kept."));
  const { body, text, bytes, headers, isStream } = answer;
  const hasBody = body !== null && body !== undefined;
  const shown = text && text.length > textShown ? text.slice(0, textShown) : text;
  return section("Answer", [
    h("span.soft", null, `${byteCount(bytes)}${isStream ? " · event stream" : ""}`),
    (hasBody || text) && copyButton(() => (hasBody ? prettyJSON(body) : text), "Copy body"),
  ],
  headersView(headers),
  hasBody && jsonTree(body, { open: 3, label: "Answer" }),
  !hasBody && text && h("pre.code-block", { tabindex: 0, role: "group", "aria-label": "Answer text" }, shown),
  !hasBody && text && text.length > textShown && h("p.soft", null, `The first ${count(textShown)} of ${count(text.length)} characters.`),
  !hasBody && !text && h("p.soft", null, "The body is empty or is not text."));
}

function copyAs({ curl, graphql, tests }) {
  const items = [["curl", curl, "Copy as curl"], ["GraphQL", graphql, "Copy as GraphQL"],
    ...(tests ?? []).map(({ name, text }) => [name, text, `Copy as a test for ${name}`])].filter(([, text]) => text);
  if (!items.length) return null;
  return h("div.actions.copy-as", { role: "group", "aria-label": "Copy as" }, h("span.soft", { "aria-hidden": "true" }, "Copy as"),
    items.map(([name, text, label]) => {
      const button = copyButton(text, name);
      button.setAttribute("aria-label", label);
      return button;
    }));
}

function explorerHref({ request, document, variables }) {
  const query = { query: document, variables: prettyJSON(variables ?? {}), session: request.session };
  return `${href("explorer", request.endpoint)}?${new URLSearchParams(query)}`;
}

/// Shows a request (the JSON of `v1/requests/<number>`).
export function requestPanel(detail, { isReport, onClose } = {}) {
  const row = detail.request;
  const variables = detail.variables ?? {};
  return h("article.request", { "aria-label": `Request ${row.number}` },
    h("header.panel-head", null,
      h("div.panel-title", null, badge(row.source), h("h2", { tabindex: -1 }, row.title)),
      onClose && h("button.small", { type: "button", onclick: onClose, title: "Close (Escape)" }, "Close")),
    facts(row, isReport),
    (detail.reason || row.remark || detail.miss !== null) && h("div.reason", { dataset: { source: row.source } },
      (detail.reason ?? row.remark ?? "").split("\n").map((line) => line && h("p", null, line)),
      detail.miss !== null && detail.miss !== undefined && h("p", null, h("a", { href: href("misses", detail.miss) }, "Compare with the nearest recording"))),
    copyAs(detail),
    !isReport && detail.document && row.endpoint && h("p", null, h("a", { href: explorerHref(detail) }, "Open in the explorer")),
    answerPart(detail.answer),
    detail.document && section("Document", copyButton(detail.document, "Copy document"),
      h("pre.code-block", { tabindex: 0, role: "group", "aria-label": "Document" }, highlightGraphQL(detail.document))),
    Object.keys(variables).length > 0 && section("Variables", copyButton(() => prettyJSON(variables), "Copy variables"),
      jsonTree(variables, { open: 3, label: "Variables" })));
}
