// Schema coverage as a picture of types and fields.

import { h, replace } from "./dom.js";
import { api, enc } from "./api.js";
import { store } from "./store.js";
import { empty, selectBox, toggle } from "./ui.js";
import { navigate } from "./router.js";
import { count, plural } from "./format.js";
import { debounced, followEndpoint, loadInto, pageHeading, routeEndpoint } from "./records.js";

const statusNames = { used: "Used in this run", recorded: "Recorded, not used", never: "Never recorded" };
const cardsPerStep = 40;
const manyFields = 1500;
const manyCards = 200;

const coverageOptions = { text: "", status: "all", sort: "least", showsNames: null };

export const coverageView = {
  id: "coverage", title: "Coverage", key: "5",
  mount(root, params) {
    const endpoint = routeEndpoint(params);
    if (!endpoint) return void replace(root, empty("No endpoint"));
    const unfollow = followEndpoint(endpoint, (name) => navigate("coverage", name));
    const content = h("div");
    replace(root, h("div.records", null, h("div.records-head", null, pageHeading(`Coverage of ${endpoint}`)), content));
    let end = null;
    const cancel = loadInto(content, "Loading the coverage…", () => api.get(`v1/endpoints/${enc(endpoint)}/coverage`), (data) => {
      if (data.hasSchema) end = coverageContent(content, data);
      else replace(content, noSchema(data.hint));
    });
    return () => {
      unfollow();
      cancel();
      end?.();
    };
  },
};

function noSchema(hint) {
  return empty("No schema", h("p", null, "Coverage compares the recordings with the endpoint's schema. Add one:"),
    h("pre.code-block", null, hint ?? "understudy schema fetch <url> --output schemas/<endpoint>.graphqls"));
}

function coverageBar(name, { all, recorded, used }) {
  const percent = (number) => (all ? (100 * number) / all : 0);
  const usedPart = h("span.bar-used");
  const recordedPart = h("span.bar-recorded");
  usedPart.style.width = `${percent(used)}%`;
  recordedPart.style.width = `${percent(recorded - used)}%`;
  const text = `recorded ${count(recorded)} of ${count(all)} (${Math.floor(percent(recorded))}%), used ${count(used)}`;
  return h("div.total", null, h("div.total-name", null, h("strong", null, name), h("span", null, text)),
    h("div.total-bar", { "aria-hidden": "true" }, usedPart, recordedPart));
}

/// Counts the members of a type by their status.
function coverageType(type) {
  const isEnum = type.kind === "ENUM";
  const members = isEnum ? type.values ?? [] : type.fields ?? [];
  const counts = { used: 0, recorded: 0, never: 0 };
  for (const member of members) counts[member.status] += 1;
  return { type, members, counts, name: type.name.toLowerCase(), covered: members.length ? (counts.used + counts.recorded) / members.length : 1 };
}

const coverageOrders = {
  least: (a, b) => a.covered - b.covered || b.counts.never - a.counts.never,
  never: (a, b) => b.counts.never - a.counts.never,
  name: (a, b) => (a.name < b.name ? -1 : 1),
  schema: () => 0,
};

function coverageContent(content, { types, totals }) {
  const all = types.map(coverageType);
  const sums = { used: 0, recorded: 0, never: 0 };
  for (const { counts } of all) for (const status of Object.keys(sums)) sums[status] += counts[status];
  const fields = sums.used + sums.recorded + sums.never;
  const cards = h("div.type-cards");
  const status = h("span.soft", { role: "status" });
  coverageOptions.showsNames ??= fields <= manyFields;
  let pending = 0;

  // Cards are made in steps, so that a schema of thousands of fields does not block the page.
  function show() {
    clearTimeout(pending);
    const text = coverageOptions.text.toLowerCase();
    const found = [];
    let members = 0;
    for (const entry of all) {
      const isTypeFound = !text || entry.name.includes(text);
      const shown = entry.members.filter((member) => (coverageOptions.status === "all" || member.status === coverageOptions.status)
        && (isTypeFound || member.name.toLowerCase().includes(text)));
      if (!shown.length) continue;
      found.push([entry, shown]);
      members += shown.length;
    }
    found.sort(([a], [b]) => coverageOrders[coverageOptions.sort](a, b));
    status.textContent = `${plural(found.length, "type")}, ${plural(members, "field or value", "fields and values")}`;
    cards.classList.toggle("no-names", !coverageOptions.showsNames);
    cards.classList.toggle("many", found.length > manyCards);
    replace(cards, !found.length && h("p.soft", null, "Nothing matches this filter."));
    const step = (from) => {
      cards.append(...found.slice(from, from + cardsPerStep).map(([entry, shown]) => typeCard(entry, shown)));
      if (from + cardsPerStep < found.length) pending = setTimeout(step, 0, from + cardsPerStep);
    };
    step(0);
  }

  const search = h("input", {
    type: "search", placeholder: "Filter types and fields", "aria-label": "Filter types and fields", value: coverageOptions.text,
    oninput: debounced(() => { coverageOptions.text = search.value.trim(); show(); }),
  });
  const filters = ["all", ...Object.keys(statusNames)].map((id) => h("button.filter", {
    type: "button", "aria-pressed": String(coverageOptions.status === id),
    onclick() {
      coverageOptions.status = id;
      for (const other of filters) other.setAttribute("aria-pressed", String(other === this));
      show();
    },
  }, id !== "all" && cellMark(id), id === "all" ? `All ${count(fields)}` : `${statusNames[id]} ${count(sums[id])}`));
  const sort = selectBox([["least", "Least covered first"], ["never", "Most never recorded first"], ["name", "By name"], ["schema", "As in the schema"]],
    coverageOptions.sort, (value) => { coverageOptions.sort = value; show(); }, "Order");
  replace(content,
    h("div.totals", null, Object.entries(totals).map(([name, total]) => total.all > 0 && coverageBar(name[0].toUpperCase() + name.slice(1), total))),
    h("div.records-bar", null, search, h("div.actions", { role: "group", "aria-label": "Status" }, filters), sort,
      toggle("Names", coverageOptions.showsNames, (isOn) => { coverageOptions.showsNames = isOn; show(); }), status),
    cards);
  show();
  return () => clearTimeout(pending);
}

function cellMark(status) {
  return h(`span.cell-mark.${status}`, { "aria-hidden": "true" });
}

function typeCard({ type, members, counts }, shown) {
  const kind = type.kind.toLowerCase().replace("_", " ");
  const covered = counts.used + counts.recorded;
  const card = h("section.type-card", { "aria-label": type.name },
    h("div.type-head", null, h("h3", null, type.name), kind !== "object" && h("span.soft", null, kind),
      h("span.type-count", { title: `${covered} of ${members.length} recorded, ${counts.used} used` }, `${covered}/${members.length}`)),
    h("ul.cells", null, shown.map((member) => memberCell(member))));
  // The place that the card takes before it is drawn.
  card.style.containIntrinsicSize = `auto ${50 + (coverageOptions.showsNames ? Math.ceil(shown.length / 2) * 22 : 20)}px`;
  return card;
}

function memberCell({ name, type, status, arguments: inputs = [] }) {
  return h("li.cell", { title: `${name}${type ? `: ${type}` : ""} – ${statusNames[status].toLowerCase()}` },
    cellMark(status), h("span.cell-name", null, name), h("span.sr-only", null, `, ${statusNames[status].toLowerCase()}`),
    inputs.length > 0 && h("ul.cell-inputs", { "aria-label": `Arguments of ${name}` }, inputs.map((input) => memberCell(input))));
}
