// JSON as a tree that folds, and GraphQL with colors.

import { h, replace } from "./dom.js";
import { count, plural } from "./format.js";

const pageSize = 100;
const textLimit = 2000;

const isNested = (value) => value !== null && typeof value === "object";
const size = (value) => (Array.isArray(value) ? value.length : Object.keys(value).length);

function kind(value) {
  return value === null ? "null" : typeof value;
}

/// Returns a copy of the value with another value at the path.
export function withValueAt(value, path, replacement) {
  if (!path.length) return replacement;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[path[0]] = withValueAt(value[path[0]], path.slice(1), replacement);
  return copy;
}

function scalar(value) {
  const text = JSON.stringify(value);
  const node = h(`span.json-${kind(value)}`, null, text.length > textLimit ? text.slice(0, textLimit) : text);
  if (text.length <= textLimit) return node;
  const more = h("button.small", { type: "button", tabindex: -1, onclick: () => replace(node, text) || more.remove() },
    `Show all ${count(text.length)} characters`);
  return h("span", null, node, "… ", more);
}

function summary(value) {
  const n = size(value);
  const isArray = Array.isArray(value);
  if (!n) return isArray ? "[]" : "{}";
  return isArray ? `[${count(n)}]` : `{${count(n)}}`;
}

/// Shows a value as a tree. `open` is the number of levels that are open at first. With `onEdit(path, value)`, scalars
/// can be edited; the owner keeps the value.
export function jsonTree(value, { open = 2, onEdit, label = "JSON" } = {}) {
  const root = h("ul.json", { role: "tree", "aria-label": label });
  root.append(item(null, value, [], open));

  function item(key, itemValue, path, depth) {
    const line = h("div.json-line");
    const node = h("li", { role: "treeitem", tabindex: -1 }, line);
    node.path = path;
    node.json = itemValue;
    draw();
    return node;

    function draw() {
      const name = key === null ? [] : [h(typeof key === "number" ? "span.json-index" : "span.json-key", null, key), h("span.json-colon", null, ": ")];
      const nested = isNested(node.json);
      if (nested && size(node.json)) {
        node.setAttribute("aria-expanded", "false");
        node.setAttribute("aria-label", `${key ?? label}, ${plural(size(node.json), "item")}`);
        replace(line, h("span.json-twist", { "aria-hidden": "true" }), name, h("span.json-size", null, summary(node.json)));
        if (depth > 0) expand(node, true, depth);
      } else {
        replace(line, h("span.json-twist"), name, nested ? h("span.json-size", null, summary(node.json)) : scalar(node.json));
        if (onEdit && !nested) {
          line.append(h("button.json-edit", { type: "button", tabindex: -1, onclick: () => edit(node) }, "Edit"));
        }
      }
      node.redraw = draw;
    }
  }

  function expand(node, isOpen, depth = 1) {
    if (!node.hasAttribute("aria-expanded")) return;
    node.setAttribute("aria-expanded", String(isOpen));
    let group = node.querySelector(":scope > ul");
    if (isOpen && !group) {
      group = h("ul", { role: "group" });
      node.append(group);
      more(group, node, 0, depth);
    }
    if (group) group.hidden = !isOpen;
  }

  function more(group, node, from, depth) {
    const isArray = Array.isArray(node.json);
    const keys = isArray ? null : Object.keys(node.json);
    const total = size(node.json);
    const to = Math.min(total, from + pageSize);
    for (let index = from; index < to; index++) {
      const key = isArray ? index : keys[index];
      group.append(item(key, node.json[key], [...node.path, key], depth - 1));
    }
    if (to === total) return;
    const next = h("li.json-more", { role: "treeitem", tabindex: -1 }, `Show ${count(Math.min(pageSize, total - to))} of ${count(total - to)} more`);
    next.more = () => {
      const hadFocus = document.activeElement === next;
      more(group, node, to, 1);
      const after = next.nextElementSibling;
      next.remove();
      if (hadFocus) focus(after);
    };
    group.append(next);
  }

  function edit(node) {
    const line = node.querySelector(":scope > .json-line");
    const input = h("input.code", { value: JSON.stringify(node.json), "aria-label": `Value of ${node.path.join(".") || "the root"}` });
    let isDone = false;
    const end = (isSaved) => {
      if (isDone) return;
      if (isSaved) {
        let parsed = input.value;
        // A text without quotes is a string.
        try {
          parsed = JSON.parse(input.value);
        } catch {
          if (typeof node.json !== "string") return input.setAttribute("aria-invalid", "true");
        }
        isDone = true;
        const changed = JSON.stringify(parsed) !== JSON.stringify(node.json);
        node.json = parsed;
        node.redraw();
        if (changed) onEdit(node.path, parsed);
      } else {
        isDone = true;
        node.redraw();
      }
      focus(node);
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") end(true);
      else if (event.key === "Escape") {
        event.preventDefault();
        end(false);
      }
    });
    input.addEventListener("blur", () => end(true));
    replace(line, h("span.json-twist"), h("span.json-key", null, node.path.at(-1) ?? ""), ": ", input);
    input.focus();
    input.select();
  }

  function focus(node) {
    if (!node) return;
    root.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    node.tabIndex = 0;
    node.focus({ preventScroll: true });
    (node.firstElementChild ?? node).scrollIntoView({ block: "nearest" });
  }

  const items = () => [...root.querySelectorAll('[role="treeitem"]')].filter((node) => !node.parentElement.closest("[hidden]"));
  const activate = (node) => {
    if (node.more) node.more();
    else expand(node, node.getAttribute("aria-expanded") !== "true");
  };

  root.addEventListener("click", (event) => {
    if (event.target.closest("button, input") || String(getSelection())) return;
    const node = event.target.closest('[role="treeitem"]');
    if (!node) return;
    focus(node);
    activate(node);
  });
  root.addEventListener("dblclick", (event) => {
    const node = event.target.closest('[role="treeitem"]');
    if (onEdit && node && !node.more && !isNested(node.json) && !event.target.closest("input")) edit(node);
  });
  root.addEventListener("keydown", (event) => {
    const node = event.target.closest('[role="treeitem"]');
    if (!node || event.target.closest("input, button") || event.altKey || event.ctrlKey || event.metaKey) return;
    const expanded = node.getAttribute("aria-expanded");
    const all = items();
    const at = all.indexOf(node);
    if (event.key === "ArrowDown") focus(all[at + 1]);
    else if (event.key === "ArrowUp") focus(all[at - 1]);
    else if (event.key === "Home") focus(all[0]);
    else if (event.key === "End") focus(all.at(-1));
    else if (event.key === "ArrowRight") expanded === "false" ? expand(node, true) : expanded && focus(all[at + 1]);
    else if (event.key === "ArrowLeft") expanded === "true" ? expand(node, false) : focus(node.parentElement.closest('[role="treeitem"]'));
    else if (event.key === "Enter" || event.key === " " || event.key === "F2") {
      if (onEdit && !node.more && !isNested(node.json)) edit(node);
      else activate(node);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  root.firstElementChild.tabIndex = 0;
  return root;
}

const graphQLToken = /(#[^\n]*)|("""(?:\\"""|[^])*?"""|"(?:\\.|[^"\\\n])*")|(\$[_A-Za-z]\w*)|(@[_A-Za-z]\w*)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(\.\.\.|[_A-Za-z]\w*)/g;
const graphQLKinds = [null, "comment", "string", "variable", "directive", "number", "name"];
const graphQLKeywords = new Set(["query", "mutation", "subscription", "fragment", "on", "true", "false", "null"]);

/// Shows a GraphQL document with colors.
export function highlightGraphQL(text) {
  const node = h("code.graphql");
  if (text.length > 100_000) return replace(node, text);
  let last = 0;
  for (const match of text.matchAll(graphQLToken)) {
    const at = match.findIndex((group, index) => index > 0 && group !== undefined);
    let name = graphQLKinds[at];
    if (name === "name") {
      if (graphQLKeywords.has(match[0])) name = "keyword";
      else if (/^\s*:/.test(text.slice(match.index + match[0].length, match.index + match[0].length + 8))) name = "argument";
      else continue;
    }
    node.append(text.slice(last, match.index), h(`span.gql-${name}`, null, match[0]));
    last = match.index + match[0].length;
  }
  node.append(text.slice(last));
  return node;
}

/// Returns indented JSON, the same for equal values in the order of their members.
export function prettyJSON(value) {
  return JSON.stringify(value, null, 2) ?? "";
}
