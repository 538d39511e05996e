// The generated world: tables of types, with values that can be edited and pinned.

import { h, replace } from "./dom.js";
import { api, enc } from "./api.js";
import { store } from "./store.js";
import { confirmDialog, empty, selectBox, toast } from "./ui.js";
import { prettyJSON } from "./json.js";
import { href, navigate } from "./router.js";
import { count } from "./format.js";
import { valueCell } from "./datacell.js";
import { followEndpoint, loadInto, mountPages, pageHeading, routeEndpoint } from "./records.js";

const pageRows = 50;
let worldSession = "default";

export const dataView = {
  id: "data", title: "Data", key: "7",
  mount: (root, params) => mountPages(root, params, dataPage),
};

function worldPath(endpoint, type) {
  return `v1/endpoints/${enc(endpoint)}/world${type ? `/${enc(type)}` : ""}`;
}

function dataPage(root, params) {
  const endpoint = routeEndpoint(params);
  const type = params[1];
  const info = store.info.endpoints.find(({ name }) => name === endpoint);
  const unfollow = followEndpoint(endpoint, (name) => navigate("data", name));
  if (!info?.generates) {
    replace(root, h("div.records", null, pageHeading("Generated data"), empty("This run generates no data",
      h("p", null, "Start with ", h("code", null, "understudy fake"), ", or add ", h("code", null, "--on-miss fake"), "."))));
    return unfollow;
  }
  worldSession = params.query.get("session") ?? worldSession;
  const offset = Math.max(0, Number(params.query.get("offset")) || 0);
  const sessions = h("span");
  const side = h("div.world-side");
  const table = h("div");
  replace(root, h("div.records", null,
    h("div.records-head", null, pageHeading("Generated data"), sessions),
    h("div.world", null, side, table)));
  const go = (name) => {
    worldSession = name;
    navigate(`data/${enc(endpoint)}${type ? `/${enc(type)}` : ""}?session=${enc(name)}`);
  };
  const cancels = [
    loadInto(sessions, "Loading sessions…", () => api.get("v1/sessions"), (data) => {
      const names = [...new Set(["default", ...data.sessions.map(({ name }) => name), worldSession])];
      replace(sessions, h("label.inline-field", null, "Session ", selectBox(names.map((name) => [name, name]), worldSession, go, "Session")));
    }),
    loadInto(side, "Loading types…", () => api.get(`${worldPath(endpoint)}?session=${enc(worldSession)}`), (world) => {
      replace(side, h("p.soft", null, `Seed ${world.seed}`), typeList(endpoint, world, type));
      const shown = type ?? world.types.find(({ count: number }) => number)?.name;
      if (!shown) replace(table, empty("No objects", h("p", null, "Objects appear here when a request needs them.")));
      else cancels.push(loadInto(table, "Loading objects…", () => loadObjects(endpoint, shown, offset), (page) => showTable(table, endpoint, page, offset, world.canPin)));
    }),
  ];
  return () => {
    unfollow();
    for (const cancel of cancels) cancel();
  };
}

function loadObjects(endpoint, type, offset) {
  return api.get(`${worldPath(endpoint, type)}?session=${enc(worldSession)}&offset=${offset}&limit=${pageRows}`);
}

function changeMarks({ created, changed, deleted }) {
  return [[created, "+", "created", "green"], [changed, "~", "changed", "amber"], [deleted, "−", "deleted", "red"]]
    .filter(([number]) => number).map(([number, sign, word, color]) =>
      h("span.change-mark", { dataset: { color }, title: `${number} ${word}` }, h("span", { "aria-hidden": "true" }, `${sign}${count(number)}`), h("span.sr-only", null, ` ${number} ${word}`)));
}

function typeList(endpoint, { types }, selected) {
  const shown = selected ?? types.find(({ count: number }) => number)?.name;
  return h("div.type-list", { role: "navigation", "aria-label": "Types" }, types.map((type) =>
    h("a", { href: href(`data/${enc(endpoint)}/${enc(type.name)}?session=${enc(worldSession)}`), "aria-current": type.name === shown && "page" },
      h("span.type-name", null, type.name), changeMarks(type), h("span.type-number", null, count(type.count)))));
}

function showTable(root, endpoint, page, offset, canPin) {
  const { type, count: total, columns, rows } = page;
  if (!rows.length) return void replace(root, h("h3", null, type), empty(`No objects of ${type}`));
  const go = (to) => navigate(`data/${enc(endpoint)}/${enc(type)}?session=${enc(worldSession)}&offset=${to}`);
  const pager = h("div.actions", null,
    h("span.soft", null, `${count(offset + 1)}–${count(offset + rows.length)} of ${count(total)}`),
    h("button", { type: "button", disabled: offset === 0, onclick: () => go(Math.max(0, offset - pageRows)) }, "Previous"),
    h("button", { type: "button", disabled: offset + rows.length >= total, onclick: () => go(offset + pageRows) }, "Next"));
  const body = h("tbody", null, rows.map((row) => objectRow(endpoint, type, columns, row, canPin)));
  replace(root,
    h("div.section-head", null, h("h3", null, type), pager),
    !canPin && h("p.hint", null, "Values cannot be pinned: this run may not write fixtures."),
    h("div.scroll-x", { tabindex: 0, role: "region", "aria-label": `Objects of ${type}` },
      h("table.objects", null, h("thead", null, h("tr", null, h("th", { scope: "col" }, "State"),
        columns.map((column) => h("th", { scope: "col" }, column.name, " ", h("span.column-type", null, column.type))),
        canPin && h("th", { scope: "col" }, h("span.sr-only", null, "Pin")))), body)));
}

function objectRow(endpoint, type, columns, first, canPin) {
  let row = first;
  const element = h("tr");

  function show(focused) {
    const isDeleted = row.state === "deleted";
    element.dataset.state = row.state;
    const color = { created: "green", changed: "amber", deleted: "red" }[row.state];
    replace(element, h("td", null, h("span.row-state", { dataset: color ? { color } : {} }, row.state)),
      columns.map((column) => h("td", { class: row.changed.includes(column.name) && "changed", dataset: { column: column.name } },
        valueCell(column, row.values[column.name], {
          label: `${column.name} of ${type} ${row.id}`, isChanged: row.changed.includes(column.name),
          save: column.isEditable && !isDeleted ? (value) => save(column, value) : null,
        }))),
      canPin && h("td", null, !isDeleted && h("button.small", { type: "button", "aria-label": `Pin ${type} ${row.id}`, onclick: pin }, "Pin")));
    if (focused) [...element.children].find((cell) => cell.dataset.column === focused)?.querySelector("button, select, input")?.focus();
  }

  async function save(column, value) {
    row = await api.post(worldPath(endpoint, type), { session: worldSession, id: row.id, values: { [column.name]: value } });
    show(column.name);
  }

  async function pin() {
    const names = columns.filter(({ name, isEditable }) => isEditable && (!row.changed.length || row.changed.includes(name))).map(({ name }) => name);
    const values = Object.fromEntries(names.filter((name) => name in row.values).map((name) => [name, row.values[name]]));
    const isConfirmed = await confirmDialog({
      title: `Pin ${type} ${row.id}?`, action: "Pin",
      body: h("div", null, h("p", null, "These values become a fixture. They are then the same in every session and run."),
        h("pre.code-block", null, prettyJSON(values))),
    });
    if (!isConfirmed) return;
    try {
      const { message } = await api.post(`${worldPath(endpoint, type)}/pin`, { id: row.id, values });
      toast(message);
    } catch (error) {
      toast(error.message, "error");
    }
  }

  show();
  return element;
}
