// The tree of states: its picture, its outline, and the selected state.

import { h, replace } from "./dom.js";
import { enc } from "./api.js";
import { virtualList } from "./list.js";
import { empty } from "./ui.js";
import { href } from "./router.js";
import { count, plural } from "./format.js";
import { loadInto, pagedList, recordingLinks, recordingParents, showPage, usedMark } from "./records.js";
import { stateTree } from "./statetree.js";
import { statePicture } from "./statepicture.js";

/// Shows the tree of an endpoint's states. `session` is the session to select, or null.
export function statesPage(root, endpoint, session) {
  const content = h("div.tree-content");
  showPage(root, recordingParents(endpoint), "State tree", recordingLinks(endpoint, "states"), content);
  loadInto(content, `v1/endpoints/${enc(endpoint)}/states`, (data) => {
    const isEmpty = data.nodes.length < 2 && !data.sessions && !data.nodes[0].reads.length;
    return isEmpty ? empty("No states", h("p", "States appear here after mutations are recorded."))
      : treeContent(endpoint, data, session);
  });
}

function treeContent(endpoint, { nodes, sessions, isCut }, session) {
  const tree = stateTree(nodes);
  const itemAt = (row) => tree.plan().items[row];
  const panel = h("section.stack", { "aria-label": "Selected state", "aria-live": "polite" });
  const label = `Tree of ${plural(nodes.length, "state")} and ${plural(sessions, "session")}`;
  const picture = statePicture(tree, label, open);
  // The same tree as text, for the keyboard and for screen readers.
  const outline = virtualList({
    rowHeight: 24, count: 0, label: "States",
    render: (row) => outlineRow(itemAt(row)), onOpen: (row) => open(itemAt(row), true),
  });
  const find = h("input", {
    type: "search", placeholder: "Find mutation, session, read",
    "aria-label": "Find a mutation, session, state or read",
  });
  const status = h("span.soft", { role: "status" });
  let selected = 0;

  function open(item, isCentered) {
    if (!item.fold) return select(item.index, isCentered);
    tree.unfold(item.fold);
    select(selected);
  }

  function select(index, isCentered) {
    selected = index;
    const path = tree.reveal(index);
    replace(panel, statePanel(nodes, endpoint, index, path, (other) => select(other, true)));
    picture.select(index, isCentered);
    const { items } = tree.plan();
    const row = items.findIndex((item) => item.index === index);
    outline.update(items.length);
    outline.select(row);
    outline.scrollTo(row);
  }

  function findNext(event) {
    event.preventDefault();
    const index = find.value.trim() ? tree.find(find.value.trim(), selected) : -1;
    replace(status, index < 0 && "Nothing found.");
    if (index >= 0) select(index, true);
  }

  function fold() {
    tree.foldAll(selected);
    select(selected, true);
  }

  const controls = [
    ["−", "Zoom out (−)", () => picture.zoomBy(0.8)], ["+", "Zoom in (+)", () => picture.zoomBy(1.25)],
    ["Fit", "Fit the whole tree (0)", () => picture.fit()], ["Fold", "Fold equal siblings", fold],
  ];
  const legend = [["used", "used"], ["never", "never used in this run"], ["ends", "a session ends here"]];
  const wanted = session === null ? 0 : nodes.findIndex((node) => node.sessions.includes(session));
  if (wanted < 0) replace(status, `Session ${session} ends in no state of this tree.`);
  // The picture must be there to fit in its place.
  requestAnimationFrame(() => {
    picture.fit(0.9);
    select(Math.max(0, wanted), wanted > 0);
  });
  return [
    h("div.tools",
      h("form.search", { role: "search", onsubmit: findNext }, find, h("button", { type: "submit" }, "Find next")),
      status,
      h("span.actions.push", controls.map(([text, title, onclick]) =>
        h("button", { "aria-label": title, title, onclick }, text)))),
    isCut && h("p.hint", "The tree is cut: only its first part is shown."),
    h("div.tree-layout", picture.element, h("div.tree-side",
      h("div.title-cell", { "aria-label": "Legend", role: "note" }, legend.map(([kind, text]) =>
        h("span.soft", h(`span.cell-mark.${kind}`, { "aria-hidden": "true" }), text))),
      panel, h("h3", "Outline"), h("div.outline", outline.element))),
  ];
}

function outlineRow({ depth, node, fold, text }) {
  const { sessions, reads, used } = node ?? { sessions: [], reads: [], used: true };
  const facts = [
    sessions.length && plural(sessions.length, "session"), reads.length && plural(reads.length, "read"),
    !used && "never used",
  ].filter(Boolean);
  const row = h("div.ellipsis", h("span.sr-only", `Level ${depth}: `),
    h("code", { class: fold ? "fold-text" : used ? "" : "soft" }, text), h("span.soft", ` ${facts.join(", ")}`));
  row.style.paddingLeft = `${Math.min(depth, 12) * 12}px`;
  return row;
}

function statePanel(nodes, endpoint, index, path, onSelect) {
  const { mutation, folder, used, sessionCount, sessions, reads, states } = nodes[index];
  const link = (to, text) => (to ? h("a", { href: href("recordings", endpoint, to) }, text) : text);
  const part = (title, items, render) =>
    items.length > 0 && [h("h4", title), pagedList("ul", items, (item) => h("li", render(item)), 20)];
  return [
    h("div.spread", h("h3", mutation ? h("code", link(folder, mutation)) : "Start"), usedMark(used)),
    h("p.soft", plural(sessionCount, "session passes through or ends", "sessions pass through or end"), " here."),
    part(`Reads (${count(reads.length)})`, reads, (read) =>
      [link(read.folder, read.title), read.count > 1 && h("span.soft", ` ×${count(read.count)}`)]),
    part(`Sessions that end here (${count(sessions.length)})`, sessions, (name) => name),
    part("Recorded without a session", states, (name) => ["state ", h("code", name)]),
    path.length > 0 && [h("h4", "After"), h("ol.steps", path.slice(-50).map((at) =>
      h("li", h("button.link", { onclick: () => onSelect(at) }, h("code", nodes[at].mutation)))))],
  ];
}
