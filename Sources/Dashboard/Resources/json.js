// JSON as a tree that folds, and GraphQL with colors.

import { h, replace } from "./dom.js";
import { count, plural } from "./format.js";

const pageSize = 100;
const textLimit = 2000;

/// Returns indented JSON.
export function prettyJSON(value) {
  return JSON.stringify(value, null, 2) ?? "";
}

function scalarNode(value) {
  const text = JSON.stringify(value);
  const node = h(`span.json-${value === null ? "null" : typeof value}`, text.slice(0, textLimit));
  if (text.length <= textLimit) return node;
  const onclick = () => more.remove() || replace(node, text);
  const more = h("button.small", { tabindex: -1, onclick }, `Show all ${count(text.length)} characters`);
  return h("span", node, "… ", more);
}

/// Shows a value as a tree. `open` is the number of levels that are open at first.
export function jsonTree(value, { open, label }) {
  // Values are made into nodes when someone opens them.
  const makers = new WeakMap();

  function item(key, json, depth) {
    const keyKind = typeof key === "number" ? "index" : "key";
    const name = key !== null && [h(`span.json-${keyKind}`, key), h("span.soft", ": ")];
    const isNested = json !== null && typeof json === "object";
    const keys = isNested ? Object.keys(json) : [];
    const [left, right] = Array.isArray(json) ? "[]" : "{}";
    const size = isNested && h("span.soft", left, keys.length > 0 && count(keys.length), right);
    const twist = h("span.json-twist", { "aria-hidden": "true" });
    const node = h("li", { role: "treeitem", tabindex: -1 },
      h("div.json-line", twist, name, size || scalarNode(json)));
    if (!keys.length) return node;
    node.setAttribute("aria-label", `${key ?? label}, ${plural(keys.length, "item")}`);
    makers.set(node, (levels) => {
      const group = h("ul", { role: "group" });
      addItems(group, json, keys, levels);
      node.append(group);
    });
    expand(node, depth > 0, depth);
    return node;
  }

  function addItems(group, json, keys, depth) {
    const rest = keys.slice(pageSize);
    const named = (key) => (Array.isArray(json) ? Number(key) : key);
    group.append(...keys.slice(0, pageSize).map((key) => item(named(key), json[key], depth - 1)));
    if (!rest.length) return;
    const text = `Show ${count(Math.min(pageSize, rest.length))} of ${count(rest.length)} more`;
    const more = h("li.json-more", { role: "treeitem", tabindex: -1 }, text);
    makers.set(more, () => {
      addItems(group, json, rest, 1);
      focus(more.nextElementSibling);
      more.remove();
    });
    group.append(more);
  }

  function expand(node, isOpen, depth = 1) {
    node.setAttribute("aria-expanded", isOpen);
    if (isOpen && !node.children[1]) makers.get(node)(depth);
    else if (node.children[1]) node.children[1].hidden = !isOpen;
  }

  function focus(node) {
    if (!node) return;
    root.querySelector('[tabindex="0"]').tabIndex = -1;
    node.tabIndex = 0;
    node.focus({ preventScroll: true });
    (node.firstElementChild ?? node).scrollIntoView({ block: "nearest" });
  }

  function activate(node) {
    if (node.ariaExpanded) expand(node, node.ariaExpanded === "false");
    else makers.get(node)?.();
  }

  function onclick(event) {
    const node = event.target.closest('[role="treeitem"]');
    if (!node || event.target.closest("button") || String(getSelection())) return;
    focus(node);
    activate(node);
  }

  function onkeydown(event) {
    if (event.target.closest("button") || event.altKey || event.ctrlKey || event.metaKey) return;
    const node = event.target;
    const expanded = node.ariaExpanded;
    const items = [...root.querySelectorAll('[role="treeitem"]')].filter((each) => !each.closest("[hidden]"));
    const at = items.indexOf(node);
    const actions = {
      ArrowDown: () => focus(items[at + 1]),
      ArrowUp: () => focus(items[at - 1]),
      Home: () => focus(items[0]),
      End: () => focus(items.at(-1)),
      ArrowRight: () => (expanded === "false" ? expand(node, true) : expanded && focus(items[at + 1])),
      ArrowLeft: () => (expanded === "true" ? expand(node, false) : focus(node.parentElement.closest("li"))),
      Enter: () => activate(node),
      " ": () => activate(node),
    };
    if (!actions[event.key]) return;
    actions[event.key]();
    event.preventDefault();
    event.stopPropagation();
  }

  const root = h("ul.json", { role: "tree", "aria-label": label, onclick, onkeydown });
  root.append(item(null, value, open));
  root.firstChild.tabIndex = 0;
  return root;
}

const tokenPattern = new RegExp([
  /("""(?:\\"""|[^])*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?)/, /(#[^\n]*)/, /(\$[_A-Za-z]\w*)/, /(@[_A-Za-z]\w*)/,
  /(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/, /([_A-Za-z]\w*)/, /(\.\.\.|[^\s,\uFEFF])/,
].map(({ source }) => source).join("|"), "g");
const tokenKinds = ["string", "comment", "variable", "directive", "number", "name", "mark"];
const keywords = /^(query|mutation|subscription|fragment|on|true|false|null)$/;

/// Returns the tokens of a GraphQL document or of JSON, for colors: `{kind, start, end, word}`.
export function codeTokens(text, isJSON) {
  return [...text.matchAll(tokenPattern)].map((match) => {
    const [word] = match;
    const end = match.index + word.length;
    let kind = tokenKinds[match.indexOf(word, 1) - 1];
    if (kind === "name" || (isJSON && kind === "string")) {
      if (/^[ \t]*:/.test(text.slice(end, end + 4))) kind = "argument";
      else if (keywords.test(word)) kind = "keyword";
    }
    return { kind, start: match.index, end, word };
  });
}

/// Shows a GraphQL document with colors.
export function highlightGraphQL(text) {
  const node = h("code.graphql");
  let last = 0;
  // More nodes would make the page slow.
  for (const { kind, start, end, word } of text.length > 100_000 ? [] : codeTokens(text)) {
    node.append(text.slice(last, start), h(`span.gql-${kind}`, word));
    last = end;
  }
  node.append(text.slice(last));
  return node;
}
