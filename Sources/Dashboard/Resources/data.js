// The generated world: tables of types, with values that can be edited and pinned.

import { h, replace } from "./dom.js";
import { api, enc } from "./api.js";
import { store } from "./store.js";
import { attempt, confirmDialog, empty, selectBox, toast } from "./ui.js";
import { prettyJSON } from "./json.js";
import { href, navigate } from "./router.js";
import { count } from "./format.js";
import { valueCell } from "./datacell.js";
import { loadInto, pagesView, routeEndpoint, showPage } from "./records.js";

const pageRows = 50;
let worldSession = "default";

// [member of a type, sign, color]; the members are states of rows too.
const changes = [["created", "+", "green"], ["changed", "~", "amber"], ["deleted", "−", "red"]];

const worldPath = (endpoint, type) => `v1/endpoints/${enc(endpoint)}/world${type ? `/${enc(type)}` : ""}`;
const dataPath = (...parts) => `data/${parts.map(enc).join("/")}?session=${enc(worldSession)}`;

export const dataView = pagesView((root, params, signal) => {
  const endpoint = routeEndpoint("data", params, signal);
  const type = params.slice(1, 2);
  if (!store.info.endpoints.find(({ name }) => name === endpoint)?.generates) {
    return showPage(root, [], "Generated data", null, empty("This run generates no data",
      h("p", "Start with ", h("code", "understudy fake"), ", or add ", h("code", "--on-miss fake"), ".")));
  }
  worldSession = params.query.get("session") ?? worldSession;
  const session = enc(worldSession);
  const offset = Number(params.query.get("offset"));
  const sessions = h("span");
  const side = h("div.world-side");
  const table = h("div");
  showPage(root, [], "Generated data", sessions, h("div.world", side, table));
  loadInto(sessions, "v1/sessions", (data) => {
    const names = new Set(["default", ...data.sessions.map(({ name }) => name), worldSession]);
    const go = (name) => {
      worldSession = name;
      navigate(dataPath(endpoint, ...type));
    };
    return h("label.actions", "Session", selectBox([...names], worldSession, go, "Session"));
  });
  loadInto(side, `${worldPath(endpoint)}?session=${session}`, ({ seed, types, canPin }) => {
    const shown = type[0] ?? types.find(({ count: number }) => number)?.name;
    const path = `${worldPath(endpoint, shown)}?session=${session}&offset=${offset}&limit=${pageRows}`;
    if (shown) loadInto(table, path, (page) => objectTable(endpoint, page, offset, canPin));
    else replace(table, empty("No objects", h("p", "Objects appear here when a request needs them.")));
    return [h("p.soft", `Seed ${seed}`), typeList(endpoint, types, shown)];
  });
});

function typeList(endpoint, types, shown) {
  return h("div.type-list", { role: "navigation", "aria-label": "Types" }, types.map((type) =>
    h("a", { href: href(dataPath(endpoint, type.name)), "aria-current": type.name === shown && "page" },
      h("span.type-name", type.name),
      changes.map(([change, sign, color]) => type[change] > 0 &&
        h("strong", { dataset: { color }, title: `${type[change]} ${change}` },
          h("span", { "aria-hidden": "true" }, sign), count(type[change]), h("span.sr-only", ` ${change} `))),
      h("span.soft.num", count(type.count)))));
}

function objectTable(endpoint, { type, count: total, columns, rows }, offset, canPin) {
  if (!rows.length) return [h("h3", type), empty(`No objects of ${type}`)];
  const end = offset + rows.length;
  const pageButton = (name, to) => h("button", {
    disabled: to < 0 || to >= total, onclick: () => navigate(`${dataPath(endpoint, type)}&offset=${to}`),
  }, name);
  return [
    h("div.spread", h("h3", type), h("div.actions",
      h("span.soft", `${count(offset + 1)}–${count(end)} of ${count(total)}`),
      pageButton("Previous", offset - pageRows), pageButton("Next", offset + pageRows))),
    !canPin && h("p.hint", "Values cannot be pinned: this run may not write fixtures."),
    h("div.scroll-x", { tabindex: 0, role: "region", "aria-label": `Objects of ${type}` }, h("table.objects",
      h("thead", h("tr", h("th", { scope: "col" }, "State"),
        columns.map((column) => h("th", { scope: "col" }, column.name, " ", h("code", column.type))),
        canPin && h("th", { scope: "col" }, h("span.sr-only", "Pin")))),
      h("tbody", rows.map((row) => objectRow(endpoint, type, columns, row, canPin))))),
  ];
}

function objectRow(endpoint, type, columns, row, canPin) {
  const element = h("tr");
  const name = `${type} ${row.id}`;

  function show() {
    const isDeleted = row.state === "deleted";
    const color = changes.find(([change]) => change === row.state)?.[2];
    element.dataset.state = row.state;
    replace(element, h("td", h("span", { dataset: color && { color } }, row.state)),
      columns.map((column, index) => {
        const isChanged = row.changed.includes(column.name);
        const save = column.isEditable && !isDeleted ? (value) => saveValue(column.name, value, index + 1) : null;
        return h("td", { class: isChanged && "changed", dataset: { column: column.name } },
          valueCell(column, row.values[column.name], `${column.name} of ${name}`, save),
          isChanged && h("span.sr-only", " (changed)"));
      }),
      canPin && h("td", !isDeleted &&
        h("button.small", { "aria-label": `Pin ${name}`, onclick: () => attempt(pin) }, "Pin")));
  }

  async function saveValue(column, value, index) {
    row = await api.post(worldPath(endpoint, type), { session: worldSession, id: row.id, values: { [column]: value } });
    show();
    // After a dialog has closed.
    setTimeout(() => element.cells[index].querySelector("button, select, input").focus());
  }

  async function pin() {
    const names = columns.filter(({ isEditable }) => isEditable).map((column) => column.name);
    const pinned = row.changed.length ? names.filter((column) => row.changed.includes(column)) : names;
    const values = Object.fromEntries(pinned.map((column) => [column, row.values[column]]));
    const isConfirmed = await confirmDialog({
      title: `Pin ${name}?`, action: "Pin",
      body: [h("p", "These values become a fixture. They are then the same in every session and run."),
        h("pre.code-block", prettyJSON(values))],
    });
    if (isConfirmed) toast((await api.post(`${worldPath(endpoint, type)}/pin`, { id: row.id, values })).message);
  }

  show();
  return element;
}
