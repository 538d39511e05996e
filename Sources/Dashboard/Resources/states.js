// The tree of states: its picture, its outline, and the selected state.

import { h, replace } from "./dom.js";
import { api, enc } from "./api.js";
import { store } from "./store.js";
import { virtualList } from "./list.js";
import { empty } from "./ui.js";
import { href } from "./router.js";
import { count, plural } from "./format.js";
import { breadcrumb, loadInto, pageHeading, pagedItems, recordingLinks, usedMark } from "./records.js";
import { stateTree } from "./statetree.js";
import { statePicture } from "./statepicture.js";

/// Shows the tree of an endpoint's states. `query` may name a session to select.
export function statesPage(root, endpoint, query) {
  const content = h("div.tree-content");
  const links = [...(store.info.endpoints.length > 1 ? [["Recordings", "recordings"]] : []), [endpoint, "recordings", endpoint]];
  replace(root, h("div.records.tree-page", null,
    h("div.records-head", null, breadcrumb(links, pageHeading("State tree")), recordingLinks(endpoint, "states")), content));
  let end = null;
  const cancel = loadInto(content, "Loading the states…", () => api.get(`v1/endpoints/${enc(endpoint)}/states`), (data) => {
    const isEmpty = data.nodes.length < 2 && !data.sessions && !data.nodes[0]?.reads.length;
    if (isEmpty) replace(content, empty("No states", h("p", null, "States appear here after mutations are recorded.")));
    else end = treeContent(content, endpoint, data, query.get("session"));
  });
  return () => {
    cancel();
    end?.();
  };
}

function treeContent(content, endpoint, { nodes, sessions, isCut }, sessionName) {
  const tree = stateTree(nodes);
  const panel = h("section.tree-panel", { "aria-label": "Selected state", "aria-live": "polite" });
  const picture = statePicture(tree, {
    onSelect: (index) => select(index), onUnfold: unfold,
    label: `Tree of ${plural(nodes.length, "state")} and ${plural(sessions, "session")}`,
  });
  // The same tree as text, for the keyboard and for screen readers.
  const outline = virtualList({
    rowHeight: 24, count: tree.plan().items.length, label: "States",
    render: (at) => outlineRow(tree.plan().items[at]),
    onOpen(at) {
      const item = tree.plan().items[at];
      if (item.fold) unfold(item.fold);
      else select(item.index, true);
    },
  });
  const status = h("span.soft", { role: "status" });
  const find = h("input", { type: "search", placeholder: "Find mutation, session, read", "aria-label": "Find a mutation, session, state or read" });
  let selected = 0;

  function select(index, isCentered) {
    selected = index;
    const before = tree.plan();
    const path = tree.reveal(index);
    if (before !== tree.plan()) redraw();
    replace(panel, statePanel(tree, endpoint, index, path, (other) => select(other, true)));
    picture.select(index, isCentered);
    const row = tree.plan().items.findIndex((item) => item.index === index);
    outline.select(row);
    outline.scrollTo(row);
  }

  function redraw() {
    picture.update();
    outline.update(tree.plan().items.length);
  }

  function unfold(group) {
    tree.unfold(group);
    redraw();
  }

  function findNext(event) {
    event.preventDefault();
    const text = find.value.trim();
    const index = text ? tree.find(text, selected) : -1;
    status.textContent = text && index < 0 ? "Nothing found." : "";
    if (index >= 0) select(index, true);
  }

  const button = (text, name, onclick) => h("button", { type: "button", "aria-label": name, title: name, onclick }, text);
  replace(content,
    h("div.records-bar", null,
      h("form.record-search", { role: "search", onsubmit: findNext }, find, h("button", { type: "submit" }, "Find next")), status,
      h("span.actions.push", null, button("−", "Zoom out (−)", () => picture.zoomBy(0.8)), button("+", "Zoom in (+)", () => picture.zoomBy(1.25)),
        button("Fit", "Fit the whole tree (0)", picture.fit), button("Fold", "Fold equal siblings", () => { tree.foldAll(selected); redraw(); select(selected, true); }))),
    isCut && h("p.hint", null, "The tree is cut: only its first part is shown."),
    h("div.tree-layout", null, picture.element,
      h("div.tree-side", null, h("div.legend", { "aria-label": "Legend", role: "note" }, legendMark("used", "used"), legendMark("never", "never used in this run"), legendMark("ends", "a session ends here")),
        panel, h("h3", null, "Outline"), h("div.outline", null, outline.element))));
  const wanted = sessionName === null ? -1 : nodes.findIndex((node) => node.sessions.includes(sessionName));
  if (sessionName !== null && wanted < 0) status.textContent = `Session ${sessionName} ends in no state of this tree.`;
  select(0);
  if (wanted >= 0) picture.whenReady(() => select(wanted, true));
  return picture.end;
}

function outlineRow(item) {
  const { node } = item;
  const facts = node && [node.sessions.length && plural(node.sessions.length, "session"), node.reads.length && plural(node.reads.length, "read"), !node.used && "never used"].filter(Boolean);
  const row = h("div.ellipsis", null, h("span.sr-only", null, `Level ${item.depth}: `),
    h("code", { class: item.fold ? "fold-text" : node.used ? "" : "soft" }, item.text ?? node.mutation ?? "Start"), facts && h("span.soft", null, ` ${facts.join(", ")}`));
  row.style.paddingLeft = `${Math.min(item.depth, 12) * 12}px`;
  return row;
}

function legendMark(kind, text) {
  return h("span.soft", null, h(`span.cell-mark.${kind}`, { "aria-hidden": "true" }), ` ${text}`);
}

function statePanel(tree, endpoint, index, path, onSelect) {
  const node = tree.nodes[index];
  const operation = (folder, text) => (folder ? h("a", { href: href("recordings", endpoint, folder) }, text) : h("span", null, text));
  const part = (title, items, render) => {
    if (!items.length) return null;
    const list = h("ul");
    return [h("h4", null, title), list, pagedItems(list, items, render, 20)];
  };
  return [
    h("div.state-title", null, h("h3", null, node.mutation ? h("code", null, operation(node.folder, node.mutation)) : "Start"), usedMark(node.used)),
    h("p.soft", null, `${plural(node.sessionCount, "session")} ${node.sessionCount === 1 ? "passes" : "pass"} through or ${node.sessionCount === 1 ? "ends" : "end"} here.`),
    part(`Reads (${count(node.reads.length)})`, node.reads, (read) =>
      h("li", null, operation(read.folder, read.title), read.count > 1 && h("span.soft", null, ` ×${count(read.count)}`))),
    part(`Sessions that end here (${count(node.sessions.length)})`, node.sessions, (name) => h("li", null, name)),
    part("Recorded without a session", node.states, (name) => h("li", null, "state ", h("code", null, name))),
    path.length > 0 && [h("h4", null, "After"), h("ol.mutation-steps", null, path.slice(-50).map((at) =>
      h("li", null, h("button.link", { type: "button", onclick: () => onSelect(at) }, h("code", null, tree.nodes[at].mutation)))))],
  ];
}
