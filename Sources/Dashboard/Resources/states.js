// The tree of states: its picture, its outline, and the selected state.

import { h, replace } from "./dom.js";
import { api, enc } from "./api.js";
import { store } from "./store.js";
import { empty } from "./ui.js";
import { href } from "./router.js";
import { count, plural } from "./format.js";
import { breadcrumb, loadInto, pageHeading, pageLinks, pagedItems, usedMark } from "./records.js";
import { stateTree } from "./statetree.js";
import { statePicture } from "./statepicture.js";

/// Shows the tree of an endpoint's states. `query` may name a session to select.
export function statesPage(root, endpoint, query) {
  const content = h("div.tree-content");
  const links = [...(store.info.endpoints.length > 1 ? [["Recordings", "recordings"]] : []), [endpoint, "recordings", endpoint]];
  replace(root, h("div.records.tree-page", null,
    h("div.records-head", null, breadcrumb(links, pageHeading("State tree")), pageLinks([
      ["operations", "Operations", "recordings", endpoint],
      ["sessions", "Sessions", "recordings", endpoint, "sessions"],
      ["states", "State tree", "recordings", endpoint, "states"],
    ], "states", "Recordings of the endpoint")), content));
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
    onSelect: (index) => select(index, "picture"),
    onUnfold: unfold,
    label: `Tree of ${plural(nodes.length, "state")} and ${plural(sessions, "session")}`,
  });
  const outline = stateOutline(tree, (index) => select(index, "outline"), unfold);
  const status = h("span.soft", { role: "status" });
  const find = h("input", { type: "search", placeholder: "Find mutation, session, read", "aria-label": "Find a mutation, session, state or read" });
  let selected = 0;

  function select(index, origin) {
    selected = index;
    tree.reveal(index);
    if (origin === "find") picture.update();
    replace(panel, statePanel(tree, endpoint, index, (other) => select(other, "panel")));
    picture.select(index, origin !== "picture" || !picture.element.matches(":active"));
    if (origin !== "outline") outline.select(index);
  }

  function unfold(group) {
    tree.unfold(group);
    refresh();
  }

  function refresh() {
    picture.update();
    outline.update();
    outline.select(selected);
  }

  function findNext(event) {
    event.preventDefault();
    const text = find.value.trim();
    const index = text ? tree.find(text, selected) : -1;
    status.textContent = text && index < 0 ? "Nothing found." : "";
    if (index < 0) return;
    tree.reveal(index);
    outline.update();
    select(index, "find");
  }

  const button = (text, name, onclick) => h("button", { type: "button", "aria-label": name, title: name, onclick }, text);
  replace(content,
    h("div.records-bar", null,
      h("form.record-search", { role: "search", onsubmit: findNext }, find, h("button", { type: "submit" }, "Find next")), status,
      h("span.actions.push", null, button("−", "Zoom out (−)", () => picture.zoomBy(0.8)), button("+", "Zoom in (+)", () => picture.zoomBy(1.25)),
        button("Fit", "Fit the whole tree (0)", picture.fit), button("Fold", "Fold equal siblings", () => { tree.foldAll(); tree.reveal(selected); refresh(); }))),
    isCut && h("p.hint", null, "The tree is cut: only its first part is shown."),
    h("div.tree-layout", null, picture.element,
      h("div.tree-side", null, h("div.legend", { "aria-label": "Legend", role: "note" }, usedMark(true), usedMark(false), h("span.soft", null, "◎ a session ends here")),
        panel, h("section", { "aria-label": "Outline" }, h("h3", null, "Outline"), outline.element))));
  const wanted = sessionName === null ? -1 : nodes.findIndex((node) => node.sessions.includes(sessionName));
  if (wanted >= 0) {
    tree.reveal(wanted);
    outline.update();
    // The picture has its size only after the first frame.
    requestAnimationFrame(() => requestAnimationFrame(() => select(wanted, "find")));
  } else {
    if (sessionName !== null) status.textContent = `Session ${sessionName} has no state of its own.`;
    select(0, "panel");
  }
  return picture.end;
}

function statePanel(tree, endpoint, index, onSelect) {
  const node = tree.nodes[index];
  const path = [];
  for (let at = index; at !== 0; at = tree.nodes[at].parent) path.unshift(at);
  const operation = (folder, text) => (folder ? h("a", { href: href("recordings", endpoint, folder) }, text) : h("span", null, text));
  const part = (title, items, render) => {
    if (!items.length) return null;
    const list = h("ul.plain-list");
    return [h("h4", null, title), list, pagedItems(list, items, render, 20)];
  };
  return [
    h("div.panel-head", null, h("h3", null, node.mutation ? h("code", null, operation(node.folder, node.mutation)) : "Start"), usedMark(node.used)),
    h("p.soft", null, `${plural(node.sessionCount, "session")} ${node.sessionCount === 1 ? "passes" : "pass"} through or ${node.sessionCount === 1 ? "ends" : "end"} here.`),
    part(`Reads (${count(node.reads.length)})`, node.reads, (read) =>
      h("li", null, operation(read.folder, read.title), read.count > 1 && h("span.soft", null, ` ×${count(read.count)}`))),
    part(`Sessions that end here (${count(node.sessions.length)})`, node.sessions, (name) => h("li", null, name)),
    part("Recorded without a session", node.states, (name) => h("li", null, "state ", h("code", null, name))),
    path.length > 1 && [h("h4", null, "After"), h("ol.history", null, path.slice(0, -1).slice(-50).map((at) =>
      h("li", null, h("button.link", { type: "button", onclick: () => onSelect(at) }, h("code", null, tree.nodes[at].mutation)))))],
  ];
}

/// The same tree as text. Levels are made when they are opened.
function stateOutline(tree, onSelect, onUnfold) {
  const element = h("ul.outline", { role: "tree", "aria-label": "States" });
  let open = new Set([0]);
  let current = null;

  function item(entry) {
    const node = tree.nodes[entry.index];
    const items = entry.fold ? [] : tree.itemsOf(entry.index);
    const facts = node && [node.sessions.length && plural(node.sessions.length, "session"), node.reads.length && plural(node.reads.length, "read")].filter(Boolean).join(", ");
    const row = h("li", { role: "treeitem", tabindex: -1, "aria-selected": "false" },
      h("div.outline-line", null, h("span.json-twist", { "aria-hidden": "true" }),
        h("code", { class: node && !node.used && "soft" }, entry.fold ? entry.text : node.mutation ?? "Start"), facts && h("span.soft", null, ` ${facts}`),
        node && !node.used && h("span.sr-only", null, ", never used in this run")));
    row.entry = entry;
    if (items.length) {
      row.setAttribute("aria-expanded", "false");
      if (open.has(entry.index)) expand(row, true);
    }
    return row;
  }

  function expand(row, isOpen) {
    const { index } = row.entry;
    row.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) open.add(index);
    else open.delete(index);
    row.querySelector(":scope > ul")?.remove();
    if (isOpen) row.append(h("ul", { role: "group" }, tree.itemsOf(index).map(item)));
  }

  function mark(row, hasFocus) {
    current?.setAttribute("tabindex", "-1");
    if (!row.entry.fold) {
      element.querySelector('[aria-selected="true"]')?.setAttribute("aria-selected", "false");
      row.setAttribute("aria-selected", "true");
    }
    current = row;
    row.tabIndex = 0;
    if (hasFocus) row.focus({ preventScroll: true });
    const line = row.firstElementChild;
    const box = element.getBoundingClientRect();
    const place = line.getBoundingClientRect();
    if (place.top < box.top || place.bottom > box.bottom) element.scrollTop += place.top - box.top - box.height / 3;
  }

  function activate(row) {
    if (row.entry.fold) {
      const before = row.previousElementSibling.entry.index;
      onUnfold(row.entry.group);
      mark(rowOf(before), true);
    } else {
      mark(row, true);
      onSelect(row.entry.index);
    }
  }

  const rows = () => [...element.querySelectorAll('[role="treeitem"]')];
  const rowOf = (index) => rows().find(({ entry }) => entry.index === index);
  element.addEventListener("click", (event) => {
    const row = event.target.closest('[role="treeitem"]');
    if (!row) return;
    if (event.target.closest(".json-twist") && row.hasAttribute("aria-expanded")) expand(row, row.getAttribute("aria-expanded") === "false");
    else activate(row);
  });
  element.addEventListener("keydown", (event) => {
    const row = event.target.closest('[role="treeitem"]');
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = rows();
    const at = all.indexOf(row);
    const expanded = row.getAttribute("aria-expanded");
    const go = (next) => next && (next.entry.fold ? mark(next, true) : activate(next));
    if (event.key === "ArrowDown") go(all[at + 1]);
    else if (event.key === "ArrowUp") go(all[at - 1]);
    else if (event.key === "Home") go(all[0]);
    else if (event.key === "End") go(all.at(-1));
    else if (event.key === "ArrowRight") expanded === "false" ? expand(row, true) : expanded && go(all[at + 1]);
    else if (event.key === "ArrowLeft") expanded === "true" ? expand(row, false) : go(row.parentElement.closest('[role="treeitem"]'));
    else if (event.key === "Enter" || event.key === " ") activate(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  function update() {
    replace(element, item({ index: 0 }));
    current = null;
  }
  update();
  return {
    element, update,
    /// Opens the levels above a node and marks it.
    select(index) {
      const path = tree.reveal(index);
      if (path.slice(0, -1).some((step) => !open.has(step))) {
        path.slice(0, -1).forEach((step) => open.add(step));
        update();
      }
      const row = rowOf(index);
      if (row) mark(row, false);
    },
  };
}
