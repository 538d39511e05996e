// The tree of an endpoint's states: what is folded, and where each item is in the picture.

import { count } from "./format.js";

export const columnWidth = 300;
const lineHeight = 15;
const ascent = 24;
const readLimit = 3;
const foldStart = 3;
const foldSlack = 3;
const foldStep = 100;

const operationOf = (node) => node.folder ?? /^[^(]*/.exec(node.mutation ?? "")[0];

/// Creates the tree. Siblings of one mutation operation fold into the first few and an item for the others.
export function stateTree(nodes) {
  const children = nodes.map(() => []);
  nodes.forEach((node, index) => node.parent !== null && children[node.parent].push(index));
  const limits = new Map();
  const groups = new Map();
  let plan = null;

  function groupsOf(index) {
    if (!groups.has(index)) {
      const byOperation = new Map();
      for (const child of children[index]) {
        const key = operationOf(nodes[child]);
        if (!byOperation.has(key)) byOperation.set(key, []);
        byOperation.get(key).push(child);
      }
      groups.set(index, [...byOperation].map(([key, members]) => ({ key: `${index} ${key}`, members })));
    }
    return groups.get(index);
  }

  function shownOf({ key, members }) {
    const limit = limits.get(key) ?? foldStart;
    return members.length <= limit + foldSlack ? members.length : limit;
  }

  // Items are { index } of a node, or { fold, text } of folded siblings.
  function itemsOf(index) {
    return groupsOf(index).flatMap((group) => {
      const shown = shownOf(group);
      const items = group.members.slice(0, shown).map((child) => ({ index: child }));
      const left = group.members.length - shown;
      if (left) {
        const name = /^[^(]*/.exec(nodes[group.members[0]].mutation ?? "")[0];
        items.push({ fold: group, text: `and ${count(left)} more ${name}`, used: group.members.slice(shown).some((child) => nodes[child].used) });
      }
      return items;
    });
  }

  /// Places all items that are not folded, in a time that is linear in their number.
  function layout() {
    const items = [{ index: 0, depth: 0, parent: null, offset: 0 }];
    // Depth first, without recursion: a session may have thousands of mutations.
    const stack = [items[0]];
    items.length = 0;
    while (stack.length) {
      const item = stack.pop();
      items.push(item);
      item.node = nodes[item.index];
      item.children = item.fold ? [] : itemsOf(item.index).map((child) => ({ ...child, depth: item.depth + 1, parent: item }));
      for (let at = item.children.length - 1; at >= 0; at--) stack.push(item.children[at]);
    }
    for (let at = items.length - 1; at >= 0; at--) place(items[at]);
    items[0].y = 0;
    for (const item of items) {
      item.x = item.depth * columnWidth;
      if (item.parent) item.y = item.parent.y + item.offset;
    }
    return { items, top: -items[0].above, bottom: items[0].below, right: items.reduce((most, { x }) => Math.max(most, x), 0) };
  }

  // `above` and `below` are the room that an item with all its children needs, seen from its own line.
  function place(item) {
    item.lines = item.fold ? [] : linesOf(item.node);
    item.above = ascent;
    item.below = 10 + item.lines.length * lineHeight;
    if (!item.children.length) return;
    let at = 0;
    item.children.forEach((child, index) => {
      if (index) at += item.children[index - 1].below + child.above;
      child.offset = at;
    });
    for (const child of item.children) child.offset -= at / 2;
    item.above = Math.max(item.above, at / 2 + item.children[0].above);
    item.below = Math.max(item.below, at / 2 + item.children.at(-1).below);
  }

  return {
    nodes,
    /// Returns the places of all items that are not folded.
    plan: () => (plan ??= layout()),
    /// Shows more of folded siblings.
    unfold(group) {
      limits.set(group.key, shownOf(group) + foldStep);
      plan = null;
    },
    /// Folds everything but the way to a node.
    foldAll(index) {
      limits.clear();
      plan = null;
      this.reveal(index);
    },
    /// Returns the nodes before a node, from the first mutation on, and shows them all.
    reveal(index) {
      const path = [];
      for (let at = index; nodes[at].parent !== null; at = nodes[at].parent) {
        path.unshift(at);
        const group = groupsOf(nodes[at].parent).find(({ members }) => members.includes(at));
        const position = group.members.indexOf(at);
        if (position < shownOf(group)) continue;
        limits.set(group.key, position + 1);
        plan = null;
      }
      return path.slice(0, -1);
    },
    /// Returns the next node after `from` that has the text in its mutation, sessions, states or reads; -1 for none.
    find(text, from) {
      const wanted = text.toLowerCase();
      const has = (value) => value.toLowerCase().includes(wanted);
      for (let step = 1; step <= nodes.length; step++) {
        const index = (from + step) % nodes.length;
        const { mutation, sessions, states, reads } = nodes[index];
        if (has(mutation ?? "start") || sessions.some(has) || states.some(has) || reads.some(({ title }) => has(title))) return index;
      }
      return -1;
    },
  };
}

/// Returns the lines under a node in the picture: its sessions, then its reads.
function linesOf({ sessions, states, reads }) {
  const lines = [];
  if (sessions.length) lines.push({ kind: "session", text: sessions.length === 1 ? `ends ${sessions[0]}` : `${count(sessions.length)} sessions end here` });
  else if (states.length) lines.push({ kind: "session", text: `state ${states.join(", ")}` });
  const shown = reads.length > readLimit ? readLimit - 1 : reads.length;
  for (const read of reads.slice(0, shown)) lines.push({ kind: "read", text: read.count > 1 ? `${read.title} ×${count(read.count)}` : read.title });
  if (reads.length > shown) lines.push({ kind: "read", text: `and ${count(reads.length - shown)} more reads` });
  return lines;
}
