// The tree of an endpoint's states: what is folded, and where each item is in the picture.

import { count } from "./format.js";

export const columnWidth = 300;
export const textHeight = 15;
const readLimit = 3;
const unfoldStep = 100;

/// Creates the tree. Siblings of one mutation fold into the first few and an item for the others.
export function stateTree(nodes) {
  const groups = nodes.map(() => new Map());
  const depths = [];
  const groupOf = nodes.map(({ parent, mutation }, index) => {
    depths.push(parent === null ? 0 : depths[parent] + 1);
    if (parent === null) return null;
    const name = mutation.split("(")[0];
    const group = groups[parent].get(name) ?? { name, members: [], start: Math.max(1, 3 - depths[parent]) };
    groups[parent].set(name, group);
    group.members.push(index);
    return group;
  });
  let plan = null;

  // A single one is not folded.
  const shownOf = ({ start, limit = start, members }) => (members.length <= limit + 1 ? members.length : limit);

  function itemsBelow(parent) {
    if (parent.fold) return [];
    return [...groups[parent.index].values()].flatMap((group) => {
      const shown = shownOf(group);
      const items = group.members.slice(0, shown).map((index) => nodeItem(index, parent));
      const folded = group.members.slice(shown);
      if (!folded.length) return items;
      const text = `and ${count(folded.length)} more ${group.name}`;
      const used = folded.some((index) => nodes[index].used);
      return [...items, { fold: group, text, used, lines: [], parent, depth: parent.depth + 1 }];
    });
  }

  function nodeItem(index, parent) {
    const node = nodes[index];
    const { mutation, used } = node;
    return { index, node, text: mutation ?? "Start", used, lines: stateLines(node), parent, depth: depths[index] };
  }

  // Without recursion, because a session may have thousands of mutations.
  function layout() {
    const items = [];
    const stack = [nodeItem(0, null)];
    let [right, bottom] = [0, 0];
    while (stack.length) {
      const item = stack.at(-1);
      if (!item.children) {
        items.push(item);
        item.children = itemsBelow(item);
        stack.push(...item.children.toReversed());
        continue;
      }
      // All its children are placed now.
      stack.pop();
      const { children, depth, lines } = item;
      item.x = depth * columnWidth;
      item.y = children.length ? (children[0].y + children.at(-1).y) / 2 : bottom + 24;
      right = Math.max(right, item.x);
      bottom = Math.max(bottom, item.y + 10 + lines.length * textHeight);
    }
    return { items, right, bottom };
  }

  return {
    nodes,
    /// Returns the items that are not folded, with their places.
    plan: () => (plan ??= layout()),
    /// Shows more of folded siblings.
    unfold(group) {
      group.limit = shownOf(group) + unfoldStep;
      plan = null;
    },
    /// Folds everything but the way to a node.
    foldAll(index) {
      for (const group of groupOf) if (group) group.limit = undefined;
      plan = null;
      this.reveal(index);
    },
    /// Returns the nodes before a node, from the first mutation on, and shows them all.
    reveal(index) {
      const path = [];
      for (let at = index; at > 0; at = nodes[at].parent) {
        path.unshift(at);
        const position = groupOf[at].members.indexOf(at);
        if (position < shownOf(groupOf[at])) continue;
        groupOf[at].limit = position + 1;
        plan = null;
      }
      return path.slice(0, -1);
    },
    /// Returns the next node after `from` with the text in its mutation, sessions, states or reads; -1 for none.
    find(text, from) {
      const has = ({ mutation, sessions, states, reads }) =>
        [mutation ?? "Start", ...sessions, ...states, ...reads.map(({ title }) => title)]
          .some((value) => value.toLowerCase().includes(text.toLowerCase()));
      const next = nodes.findIndex((node, index) => index > from && has(node));
      return next < 0 ? nodes.findIndex(has) : next;
    },
  };
}

// The lines under a node in the picture: [kind, text].
function stateLines({ sessions, states, reads }) {
  const shown = reads.length > readLimit ? readLimit - 1 : reads.length;
  const ends = sessions.length === 1 ? `ends ${sessions[0]}` : `${count(sessions.length)} sessions end here`;
  const state = sessions.length ? ends : states.length && `state ${states.join(", ")}`;
  return [
    ...(state ? [["session", state]] : []),
    ...reads.slice(0, shown).map(({ title, count: n }) => ["read", n > 1 ? `${title} ×${count(n)}` : title]),
    ...(reads.length > shown ? [["read", `and ${count(reads.length - shown)} more reads`]] : []),
  ];
}
