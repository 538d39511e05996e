// Recordings: endpoints, their operations and named sessions, and the pages below them.

import { h, replace } from "./dom.js";
import { api, enc } from "./api.js";
import { store } from "./store.js";
import { disclosure, empty, selectBox } from "./ui.js";
import { href, navigate } from "./router.js";
import { byteCount, count, plural } from "./format.js";
import { operationPage } from "./operationpage.js";
import { searchPage } from "./searchpage.js";
import { statesPage } from "./states.js";
import { breadcrumb, debounced, followEndpoint, loadInto, mountPages, pageHeading, pagedItems, recordingLinks, routeEndpoint, searchForm, usedMark } from "./records.js";

// Filter and order stay while the user looks at an operation and comes back.
const tableOptions = () => ({ text: "", shown: "all", sort: "name", isDescending: false });
const [operationOptions, sessionOptions, endpointOptions] = [tableOptions(), tableOptions(), tableOptions()];

export const recordingsView = {
  id: "recordings", title: "Recordings", key: "3",
  mount: (root, params) => mountRecordings(root, params),
};

function mountRecordings(root, params) {
  return mountPages(root, params, (place, route) => {
    const query = route.query.get("q");
    const [named, page] = route;
    if (query) return searchPage(place, named ?? null, query);
    const endpoints = store.info.endpoints;
    if (!endpoints.length) return void replace(place, noEndpoints());
    if (!named && endpoints.length > 1) return overviewPage(place);
    const endpoint = routeEndpoint(route);
    const unfollow = followEndpoint(endpoint, (name) => navigate("recordings", name));
    const end = page === "states" ? statesPage(place, endpoint, route.query)
      : page && page !== "sessions" ? operationPage(place, endpoint, page, route.query.get("file"))
      : listPage(place, endpoint, page === "sessions");
    return () => {
      unfollow();
      end?.();
    };
  });
}

function noEndpoints() {
  return empty("No endpoint", h("p", null, "Record one:"), h("pre.code-block", null, "understudy record --upstream https://api.example.com/graphql"));
}

function overviewPage(root) {
  replace(root, h("div.records", null, h("div.records-head", null, pageHeading("Endpoints"), searchForm(null)),
    recordTable(store.info.endpoints, endpointColumns, endpointOptions, "endpoints", (endpoint) => [
      h("a.row-title", { href: href("recordings", endpoint.name) }, endpoint.name), endpoint.upstream && h("span.soft", null, endpoint.upstream)])));
}

// Columns are [key, title, class, value to sort by, cell]. The first column's cell has its own function.
const nameColumn = (title) => ["name", title, "", (item) => (item.title ?? item.name).toLowerCase()];
const numberColumn = (key, title, extra = "", text = count) => [key, title, `num ${extra}`, (item) => item[key], (item) => text(item[key])];
const usedColumn = ["used", "This run", "", (item) => Number(item.used), (item) => usedMark(item.used)];
const identityText = (item) => item.identities.join(", ");
const operationColumns = [
  nameColumn("Operation"), numberColumn("recordings", "Recordings", "wide-only"), numberColumn("answers", "Answers"),
  numberColumn("sessions", "Sessions", "wide-only"), ["identities", "Identities", "wide-only", identityText, identityText],
  numberColumn("bytes", "Size", "", byteCount), usedColumn,
];
const sessionColumns = [
  nameColumn("Session"), numberColumn("requests", "Requests"), numberColumn("mutations", "Mutations", "wide-only"),
  numberColumn("bytes", "Size", "wide-only", byteCount), numberColumn("ownBytes", "Own size", "", byteCount), usedColumn,
];
const endpointColumns = [nameColumn("Endpoint"), numberColumn("operations", "Operations"), numberColumn("recordings", "Recordings"), numberColumn("sessions", "Sessions", "wide-only")];

function listPage(root, endpoint, showsSessions) {
  const content = h("div");
  replace(root, h("div.records", null,
    h("div.records-head", null,
      breadcrumb(store.info.endpoints.length > 1 ? [["Recordings", "recordings"]] : [], pageHeading(endpoint)), searchForm(endpoint)),
    content));
  let seen = store.status?.recordings;
  const path = `v1/endpoints/${enc(endpoint)}/operations`;
  const show = (data) => replace(content, listContent(endpoint, data, showsSessions));
  const cancel = loadInto(content, "Loading recordings…", () => api.get(path), show);
  let isEnded = false;
  const unsubscribe = store.subscribe("status", async (status) => {
    if (status.recordings === seen) return;
    seen = status.recordings;
    const data = await api.get(path).catch(() => null);
    // The user's place in a filter is worth more than the newest numbers.
    if (data && !isEnded && !content.contains(document.activeElement)) show(data);
  });
  return () => {
    isEnded = true;
    cancel();
    unsubscribe();
  };
}

function listContent(endpoint, data, showsSessions) {
  const { operations, sessions, bytes, unused, problems } = data;
  if (!operations.length && !sessions.length) {
    return [problemList(problems), empty("Nothing is recorded for this endpoint",
      h("p", null, "To record your tests, run them with:"), h("pre.code-block", null, "understudy exec --mode record -- <the command that runs your tests>"))];
  }
  return [
    h("p.soft", null, [plural(operations.length, "operation"), plural(sessions.length, "named session"), byteCount(bytes),
      unused ? `${count(unused)} never used in this run` : "all used in this run"].join(" · ")),
    problemList(problems),
    recordingLinks(endpoint, showsSessions ? "sessions" : "operations", count(operations.length), count(sessions.length)),
    showsSessions
      ? recordTable(sessions, sessionColumns, sessionOptions, "sessions", (session) => [
        h("a.row-title", { href: href(`recordings/${enc(endpoint)}/states?session=${enc(session.name)}`) }, session.name),
        session.isIncomplete && h("span.chip", { title: "Its test failed while it was recorded. Record it again." }, "incomplete")])
      : recordTable(operations, operationColumns, operationOptions, "operations", (operation) => [
        h("span.kind", { dataset: { color: operation.kind === "mutation" ? "violet" : "teal" } }, operation.kind),
        h("a.row-title", { href: href("recordings", endpoint, operation.folder) }, operation.name ?? operation.title)]),
  ];
}

function problemList(problems) {
  return problems.length > 0 && h("div.error-box", null, disclosure(`${plural(problems.length, "problem")} in the files`,
    () => h("ul", null, problems.map((problem) => h("li", null, problem))), problems.length < 4));
}

function recordTable(items, columns, options, noun, titleCell) {
  const body = h("tbody");
  const foot = h("div");
  const status = h("span.soft", { role: "status" });
  const headers = columns.map(([key, title, className]) => h("th", { class: className, scope: "col" },
    h("button.sort", { type: "button", onclick: () => sortBy(key) }, title)));

  function sortBy(key) {
    options.isDescending = options.sort === key ? !options.isDescending : key !== "name" && key !== "identities" && key !== "used";
    options.sort = key;
    show();
  }

  function show() {
    const text = options.text.toLowerCase();
    const [, , , value] = columns.find(([key]) => key === options.sort);
    const found = items.filter((item) => (options.shown === "all" || item.used === (options.shown === "used"))
      && (!text || `${item.title ?? ""} ${item.name ?? ""} ${item.folder ?? ""} ${item.kind ?? ""}`.toLowerCase().includes(text)));
    const sign = options.isDescending ? -1 : 1;
    found.sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : 0));
    columns.forEach(([key], index) => {
      headers[index].setAttribute("aria-sort", key !== options.sort ? "none" : options.isDescending ? "descending" : "ascending");
    });
    body.replaceChildren();
    replace(foot, pagedItems(body, found, (item) => h("tr", null, columns.map(([, , className, , cell], index) =>
      h("td", { class: className }, index ? cell(item) : h("div.title-cell", null, titleCell(item))))), 200),
      !found.length && h("p.soft", null, `No ${noun} match this filter.`));
    status.textContent = found.length === items.length ? "" : `${count(found.length)} of ${count(items.length)}`;
  }

  const search = h("input", {
    type: "search", placeholder: `Filter ${noun}`, "aria-label": `Filter ${noun}`, value: options.text,
    oninput: debounced(() => { options.text = search.value.trim(); show(); }),
  });
  const shown = selectBox([["all", "All"], ["used", "Used in this run"], ["unused", "Never used in this run"]], options.shown,
    (value) => { options.shown = value; show(); }, "Show");
  show();
  return h("section", { "aria-label": noun },
    h("div.records-bar", null, search, columns.includes(usedColumn) && shown, status),
    h("table.records-table", null, h("thead", null, h("tr", null, headers)), body), foot);
}
