// Recordings: endpoints, their operations and named sessions, and the pages below them.

import { h, replace } from "./dom.js";
import { enc } from "./api.js";
import { store } from "./store.js";
import { empty, filterInput, selectBox } from "./ui.js";
import { href } from "./router.js";
import { byteCount, count, plural } from "./format.js";
import { operationPage } from "./operationpage.js";
import { searchPage } from "./searchpage.js";
import { statesPage } from "./states.js";
import { follow, loadInto, pagedList, pagesView, problemList, recordingLinks, recordingParents } from "./records.js";
import { routeEndpoint, searchForm, showPage, usedMark } from "./records.js";

export const recordingsView = pagesView((root, params, signal) => {
  const [named, page] = params;
  const { endpoints } = store.info;
  const query = params.query.get("q");
  if (query) return searchPage(root, named, query, signal);
  if (!endpoints.length) {
    return replace(root, empty("No endpoint", h("p", "Record one:"),
      h("pre.code-block", "understudy record --upstream https://api.example.com/graphql")));
  }
  if (!named && endpoints.length > 1) {
    return showPage(root, [], "Endpoints", searchForm(), recordTable("endpoints", endpoints, endpointColumns));
  }
  const endpoint = routeEndpoint("recordings", params, signal);
  if (page === "states") statesPage(root, endpoint, params.query.get("session"));
  else if (page && page !== "sessions") operationPage(root, endpoint, page, params.query.get("file"));
  else listPage(root, endpoint, page, signal);
});

// Columns are [title, key, class, text of the value]. The first one of a table is its own function of an item.
const usedColumn = ["This run", "used", "", usedMark];
const endpointColumns = [
  ["Endpoint", "name", "", ({ name, upstream }) =>
    [h("a", { href: href("recordings", name) }, name), upstream && h("span.soft", upstream)]],
  ["Operations", "operations", "num"], ["Recordings", "recordings", "num"], ["Sessions", "sessions", "num wide-only"],
];
// A user may be a long token.
const shortened = (text) => (text.length > 28 ? `${text.slice(0, 27)}…` : text);

const operationColumns = (endpoint) => [
  ["Operation", "name", "", ({ kind, title, folder }) => [
    h("span.kind", { dataset: { color: kind === "mutation" ? "violet" : "teal" } }, kind),
    h("a", { href: href("recordings", endpoint, folder) }, title.replace(`${kind} `, ""))]],
  ["Recordings", "recordings", "num wide-only"], ["Answers", "answers", "num"],
  ["Sessions", "sessions", "num wide-only"], ["Identities", "identities", "wide-only", (names) => names.map(shortened).join(", ")],
  ["Size", "bytes", "num", byteCount], usedColumn,
];
const sessionColumns = (endpoint) => [
  ["Session", "name", "", ({ name, isIncomplete }) => [
    h("a", { href: href(`recordings/${enc(endpoint)}/states?session=${enc(name)}`) }, name),
    isIncomplete &&
      h("span.chip", { title: "Its test failed while it was recorded. Record it again." }, "incomplete")]],
  ["Requests", "requests", "num"], ["Mutations", "mutations", "num wide-only"],
  ["Size", "bytes", "num wide-only", byteCount], ["Own size", "ownBytes", "num", byteCount], usedColumn,
];

function listPage(root, endpoint, page, signal) {
  const content = h("div");
  const parents = store.info.endpoints.length > 1 ? recordingParents() : [];
  showPage(root, parents, endpoint, searchForm(endpoint), content);
  const load = () =>
    loadInto(content, `v1/endpoints/${enc(endpoint)}/operations`, (data) => listContent(endpoint, data, page));
  load();
  let seen = store.status?.recordings;
  follow(signal, "status", ({ recordings }) => {
    // The user's place in a filter is worth more than the newest numbers.
    if (recordings !== seen && !content.contains(document.activeElement)) load();
    seen = recordings;
  });
}

function listContent(endpoint, { operations, sessions, bytes, unused, problems }, page) {
  if (!operations.length && !sessions.length) {
    return [problemList(problems), empty("Nothing is recorded for this endpoint",
      h("p", "To record your tests, run them with:"),
      h("pre.code-block", "understudy exec --mode record -- <the command that runs your tests>"))];
  }
  return [
    h("p.soft", [plural(operations.length, "operation"), plural(sessions.length, "named session"), byteCount(bytes),
      unused ? `${count(unused)} never used in this run` : "all used in this run"].join(" · ")),
    problemList(problems),
    recordingLinks(endpoint, page, count(operations.length), count(sessions.length)),
    page ? recordTable("sessions", sessions, sessionColumns(endpoint))
      : recordTable("operations", operations, operationColumns(endpoint)),
  ];
}

// Filter and order stay while the user looks at an operation and comes back.
const tableOptions = {};

function recordTable(noun, items, columns) {
  const options = (tableOptions[noun] ??= { text: "", shown: "all", sort: 0, isDescending: false });
  const body = h("div");
  const status = h("span.soft", { role: "status" });
  const headers = columns.map(([title, , style], index) => {
    const onclick = () =>
      show({ sort: index, isDescending: options.sort === index ? !options.isDescending : style.startsWith("num") });
    return h("th", { class: style, scope: "col" }, h("button.sort", { onclick }, title));
  });

  function show(changes) {
    const { text, shown, sort, isDescending } = Object.assign(options, changes);
    const key = columns[sort][1];
    const value = (item) => (sort ? item[key] : (item.title ?? item.name).toLowerCase());
    const found = items.filter((item) => (shown === "all" || item.used === (shown === "used"))
      && [item.title, item.name, item.folder, item.kind].join(" ").toLowerCase().includes(text.toLowerCase()));
    const sign = isDescending ? -1 : 1;
    found.sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : 0));
    headers.forEach((header, index) => {
      header.setAttribute("aria-sort", index !== sort ? "none" : isDescending ? "descending" : "ascending");
    });
    replace(body, h("table.records-table", h("thead", h("tr", headers)), pagedList("tbody", found, tableRow, 200)),
      !found.length && h("p.soft", `No ${noun} match this filter.`));
    replace(status, found.length < items.length && `${count(found.length)} of ${count(items.length)}`);
  }

  function tableRow(item) {
    return h("tr", columns.map(([, key, style, text = count], index) =>
      h("td", { class: style }, index ? text(item[key]) : h("div.title-cell", text(item)))));
  }

  const choices = [["all", "All"], ["used", "Used in this run"], ["unused", "Never used in this run"]];
  const choice = selectBox(choices, options.shown, (shown) => show({ shown }), "Show");
  show();
  return h("section", { "aria-label": noun },
    h("div.tools", filterInput(`Filter ${noun}`, options.text, (text) => show({ text })),
      columns.includes(usedColumn) && choice, status),
    body);
}
