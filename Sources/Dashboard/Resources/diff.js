// Differences of two texts, by lines.

import { h, replace } from "./dom.js";
import { count } from "./format.js";

const cellLimit = 4_000_000;
const searchLimit = 300;
const shownLines = 1000;

/// Returns the lines of both texts: [{ kind: "same" | "removed" | "added", text }].
export function diffLines(before, after) {
  const a = before === "" ? [] : before.split("\n");
  const b = after === "" ? [] : after.split("\n");
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const line = (kind) => (text) => ({ kind, text });
  return [
    ...a.slice(0, start).map(line("same")),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(line("same")),
  ];
}

const removed = (text) => ({ kind: "removed", text });
const added = (text) => ({ kind: "added", text });

/// The lines between the common beginning and end: by the longest common subsequence, if that is not too long.
function middle(a, b) {
  if (!a.length || !b.length) return [...a.map(removed), ...b.map(added)];
  if (a.length * b.length > cellLimit) return nearestMatches(a, b);
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j;
      lengths[at] = a[i] === b[j] ? lengths[at + width + 1] + 1 : Math.max(lengths[at + width], lengths[at + 1]);
    }
  }
  const lines = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      lines.push({ kind: "same", text: a[i++] });
      j++;
    } else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) lines.push(removed(a[i++]));
    else lines.push(added(b[j++]));
  }
  return [...lines, ...a.slice(i).map(removed), ...b.slice(j).map(added)];
}

/// After each difference, continues at the nearest pair of equal lines.
function nearestMatches(a, b) {
  const lines = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    let x = 0;
    let distance = 0;
    while (distance <= searchLimit && a[i + x] !== b[j + distance - x]) {
      x += 1;
      if (x > distance) {
        distance += 1;
        x = 0;
      }
    }
    if (distance > searchLimit) break;
    lines.push(...a.slice(i, i + x).map(removed), ...b.slice(j, j + distance - x).map(added));
    i += x;
    j += distance - x;
    if (i >= a.length || j >= b.length) break;
    lines.push({ kind: "same", text: a[i++] });
    j++;
  }
  return [...lines, ...a.slice(i).map(removed), ...b.slice(j).map(added)];
}

/// Groups lines: runs of equal lines, and pairs of what was removed and what was added.
function hunks(lines) {
  const groups = [];
  for (const { kind, text } of lines) {
    const isSame = kind === "same";
    if (groups.at(-1)?.isSame !== isSame) groups.push({ isSame, removed: [], added: [] });
    if (kind !== "added") groups.at(-1).removed.push(text);
    if (kind !== "removed") groups.at(-1).added.push(text);
  }
  return groups;
}

/// Marks what lies between the common beginning and end of a line and its counterpart.
function marked(text, other) {
  if (other === undefined) return [text];
  let start = 0;
  while (start < text.length && text[start] === other[start]) start++;
  let end = 0;
  while (end < Math.min(text.length, other.length) - start && text.at(-1 - end) === other.at(-1 - end)) end++;
  if (start + end < Math.max(text.length, other.length) / 4) return [text];
  const rest = text.length - end;
  return [text.slice(0, start), start < rest && h("mark", null, text.slice(start, rest)), text.slice(rest)];
}

function side(tag, sign, texts, others, name) {
  const line = (text, index) => h(`${tag}.diff-line`, null, h("span.diff-sign", null, sign), h("span.diff-text", null, marked(text, others[index])));
  const more = texts.length > shownLines && h("button.diff-more", { type: "button", onclick: () => more.replaceWith(...texts.slice(shownLines).map((text) => line(text))) },
    `Show ${count(texts.length - shownLines)} more lines`);
  return h(`div.diff-side.diff-${name}`, null, texts.slice(0, shownLines).map(line), more);
}

function same(texts) {
  const lines = (part) => [side("div", " ", part, [], "same"), side("div", " ", part, [], "same diff-twin")];
  if (texts.length <= 8) return h("div.diff-hunk", null, lines(texts));
  const hidden = texts.slice(3, -3);
  const button = h("button.diff-more", { type: "button", onclick: () => replace(hole, lines(hidden)) },
    `Show ${count(hidden.length)} equal lines`);
  const hole = h("div.diff-hunk.diff-hole", null, button);
  return [h("div.diff-hunk", null, lines(texts.slice(0, 3))), hole, h("div.diff-hunk", null, lines(texts.slice(-3)))];
}

/// Shows two texts beside each other, or one above the other if the place is narrow.
export function diffView(leftTitle, before, rightTitle, after) {
  const groups = hunks(diffLines(before, after));
  const isEqual = groups.every((group) => group.isSame);
  return h("div.diff", { role: "group", "aria-label": `${leftTitle} and ${rightTitle}` },
    h("div.diff-hunk.diff-head", null, h("div", null, h("span.diff-sign", null, "−"), leftTitle), h("div", null, h("span.diff-sign", null, "+"), rightTitle)),
    isEqual && h("p.diff-equal", null, before === "" ? "Both are empty." : "No difference."),
    groups.map(({ isSame, removed, added }) => isSame ? same(removed) : h("div.diff-hunk", null,
      side("del", "−", removed, added, "removed"), side("ins", "+", added, removed, "added"))));
}
