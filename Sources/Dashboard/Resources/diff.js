// Differences of two texts, by lines.

import { h, replace } from "./dom.js";
import { count } from "./format.js";
import { appendPages } from "./ui.js";

// Texts with more changes than this are removed and added as a whole.
const changeLimit = 1000;
const linesPerPage = 1000;

const linesOf = (text) => (text === "" ? [] : text.split("\n"));

/// Returns the lines of both texts by Myers's algorithm: [{ kind: "same" | "removed" | "added", text }].
export function diffLines(before, after) {
  const [a, b] = [linesOf(before), linesOf(after)];
  const center = changeLimit + 1;
  // For each diagonal, the furthest line of `a` that is reached; and the same before each change.
  const reached = new Int32Array(2 * center + 1);
  const trace = [];
  const isAdded = (from, k, changes) =>
    k === -changes || (k !== changes && from[center + k - 1] < from[center + k + 1]);
  for (let changes = 0; changes <= changeLimit; changes++) {
    trace.push(reached.slice());
    for (let k = -changes; k <= changes; k += 2) {
      let x = isAdded(reached, k, changes) ? reached[center + k + 1] : reached[center + k - 1] + 1;
      while (x < a.length && a[x] === b[x - k]) x++;
      reached[center + k] = x;
      if (x >= a.length && x - k >= b.length) return linesAlong(trace, isAdded, a, b);
    }
  }
  return [...a.map((text) => ({ kind: "removed", text })), ...b.map((text) => ({ kind: "added", text }))];
}

/// Walks back from the ends of both texts.
function linesAlong(trace, isAdded, a, b) {
  const lines = [];
  let [x, y] = [a.length, b.length];
  for (let changes = trace.length - 1; changes >= 0; changes--) {
    const from = trace[changes];
    const k = x - y;
    const wasAdded = isAdded(from, k, changes);
    const start = from[changeLimit + 1 + k + (wasAdded ? 1 : -1)] + (wasAdded ? 0 : 1);
    while (x > start) lines.push({ kind: "same", text: a[--x] }) && y--;
    if (changes === 0) break;
    lines.push(wasAdded ? { kind: "added", text: b[--y] } : { kind: "removed", text: a[--x] });
  }
  return lines.reverse();
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
  if (other === undefined) return text;
  let start = 0;
  while (start < text.length && text[start] === other[start]) start++;
  let end = 0;
  while (end < Math.min(text.length, other.length) - start && text.at(-1 - end) === other.at(-1 - end)) end++;
  if (start + end < Math.max(text.length, other.length) / 4) return text;
  const rest = text.length - end;
  return [text.slice(0, start), start < rest && h("mark", text.slice(start, rest)), text.slice(rest)];
}

function diffSide(tag, sign, texts, others, kind) {
  const side = h("div.diff-side", { class: kind && `diff-${kind}` });
  const line = (text, index) => h(`${tag}.diff-line`, h("span.diff-sign", sign),
    h("span.diff-text", marked(text, others[index])));
  appendPages(side, texts, line, linesPerPage, (left) => `Show ${count(left)} more lines`);
  return side;
}

function equalLines(texts) {
  const shown = (part) => [diffSide("div", " ", part, []), diffSide("div", " ", part, [], "twin")];
  if (texts.length <= 8) return h("div.diff-hunk", shown(texts));
  const hidden = texts.slice(3, -3);
  const onclick = () => replace(hole, shown(hidden));
  const hole = h("div.diff-hunk", h("button.more", { onclick }, `Show ${count(hidden.length)} equal lines`));
  return [h("div.diff-hunk", shown(texts.slice(0, 3))), hole, h("div.diff-hunk", shown(texts.slice(-3)))];
}

/// Shows two texts beside each other, or one above the other if the place is narrow.
export function diffView(leftTitle, before, rightTitle, after) {
  const title = (sign, text) => h("div", h("span.diff-sign", sign), text);
  return h("div.diff", { role: "group", "aria-label": `${leftTitle} and ${rightTitle}` },
    h("div.diff-hunk.diff-head", title("−", leftTitle), title("+", rightTitle)),
    before === after && h("p.diff-equal", before === "" ? "Both are empty." : "No difference."),
    hunks(diffLines(before, after)).map(({ isSame, removed, added }) => (isSame ? equalLines(removed)
      : h("div.diff-hunk",
        diffSide("del", "−", removed, added, "removed"), diffSide("ins", "+", added, removed, "added")))));
}
