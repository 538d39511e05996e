// Schema coverage as a picture of types and fields.

import { h, replace } from "./dom.js";
import { enc } from "./api.js";
import { store } from "./store.js";
import { empty, filterInput } from "./ui.js";
import { count, plural } from "./format.js";
import { loadInto, pagedList, pagesView, routeEndpoint, showPage } from "./records.js";

const statusNames = { used: "Used in this run", recorded: "Recorded, not used", never: "Never recorded" };

// The filter stays while the user looks at another view.
const coverageOptions = { text: "", status: "all" };

export const coverageView = pagesView((root, params, signal) => {
  const endpoint = routeEndpoint("coverage", params, signal);
  if (!endpoint) return replace(root, empty("No endpoint"));
  const content = h("div");
  showPage(root, [], `Coverage of ${endpoint}`, null, content);
  loadInto(content, `v1/endpoints/${enc(endpoint)}/coverage`, (data) =>
    data.hasSchema ? coverageContent(data) : empty("No schema",
      h("p", "Coverage compares the recordings with the endpoint's schema. Add one:"), h("pre.code-block", data.hint)));
});

function coverageBar([name, { all, recorded, used }]) {
  const part = (status, number) => {
    const element = h(`span.bar-${status}`);
    element.style.width = `${(100 * number) / all}%`;
    return element;
  };
  const percent = Math.floor((100 * recorded) / all);
  return all > 0 && h("div",
    h("div.spread", h("strong", name[0].toUpperCase(), name.slice(1)),
      h("span", `recorded ${count(recorded)} of ${count(all)} (${percent}%), used ${count(used)}`)),
    h("div.total-bar", { "aria-hidden": "true" }, part("used", used), part("recorded", recorded - used)));
}

// A type with its fields or values, and their numbers by status.
function coverageType(type) {
  const members = type.kind === "ENUM" ? type.values : type.fields;
  const counts = { used: 0, recorded: 0, never: 0 };
  for (const { status } of members) counts[status] += 1;
  return { type, members, counts };
}

export function coverageContent({ types, totals }) {
  // The least covered types are the first ones.
  const missing = ({ members, counts }) => counts.never / members.length;
  const all = types.map(coverageType).sort((a, b) => missing(b) - missing(a) || b.counts.never - a.counts.never);
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const sums = { all: sum(all.map(({ members }) => members.length)) };
  for (const status of Object.keys(statusNames)) sums[status] = sum(all.map(({ counts }) => counts[status]));
  const cards = h("div");
  const info = h("span.soft", { role: "status" });
  const buttons = Object.entries(sums).map(([status, number]) =>
    h("button", { dataset: { status }, onclick: () => show({ status }) },
      status !== "all" && cellMark(status), `${statusNames[status] ?? "All"} ${count(number)}`));

  function show(changes) {
    const { text, status } = Object.assign(coverageOptions, changes);
    const has = ({ name }) => name.toLowerCase().includes(text.trim().toLowerCase());
    const shownOf = ({ type, members }) =>
      members.filter((member) => (status === "all" || member.status === status) && (has(type) || has(member)));
    const found = all.map((entry) => ({ ...entry, shown: shownOf(entry) })).filter(({ shown }) => shown.length);
    const members = sum(found.map(({ shown }) => shown.length));
    replace(info, `${plural(found.length, "type")}, ${plural(members, "field or value", "fields and values")}`);
    replace(cards, pagedList("div.type-cards", found, typeCard, 200),
      !found.length && h("p.soft", "Nothing matches this filter."));
    for (const button of buttons) button.setAttribute("aria-pressed", button.dataset.status === status);
  }

  show();
  return [
    store.info.mode === "fake" && h("p.soft", "This run generates its answers, so it uses no recordings."),
    h("div.totals", Object.entries(totals).map(coverageBar)),
    h("div.tools", filterInput("Filter types and fields", coverageOptions.text, (text) => show({ text })),
      h("div.actions", { role: "group", "aria-label": "Status" }, buttons), info),
    cards,
  ];
}

function cellMark(status) {
  return h(`span.cell-mark.${status}`, { "aria-hidden": "true" });
}

function typeCard({ type, members, counts, shown }) {
  const covered = counts.used + counts.recorded;
  return h("section.type-card", { "aria-label": type.name },
    h("div.spread",
      h("div.title-cell", h("h3", type.name),
        type.kind !== "OBJECT" && h("span.soft", type.kind.toLowerCase().replace("_", " "))),
      h("span.soft", { title: `${covered} of ${members.length} recorded, ${counts.used} used` },
        `${covered}/${members.length}`)),
    h("ul.cells", shown.map(memberCell)));
}

function memberCell({ name, type, status, arguments: inputs = [] }) {
  const words = statusNames[status].toLowerCase();
  return h("li.cell", { title: `${name}${type ? `: ${type}` : ""} – ${words}` },
    cellMark(status), h("span.cell-name", name), h("span.sr-only", `, ${words}`),
    inputs.length > 0 && h("ul.cell-inputs", { "aria-label": `Arguments of ${name}` }, inputs.map(memberCell)));
}
