// The answer to an operation, shown while it arrives.

import { h, replace } from "./dom.js";
import { byteCount, duration, plural } from "./format.js";
import { jsonTree, prettyJSON } from "./json.js";
import { incrementalResult, partSummary } from "./run.js";
import { badge, copyButton, errorBox, pairs, spinner, tabs } from "./ui.js";

const shownParts = 500;
const shownText = 200_000;

/// Creates the panel: `start()`, then `head`, `part` and `end` with what `sendOperation` reports; or `refuse(message)`.
export function resultPanel() {
  const line = h("div.run-line");
  const spoken = h("div.sr-only", { role: "status" });
  const partList = h("ol.run-parts", { "aria-label": "Parts" });
  const body = h("div.run-body");
  const element = h("section.run", { "aria-label": "Result" }, line, spoken, partList, body);
  let head, latest, count, waiting, merged, finish, chosen, timer;
  let tab = "tree";

  function clear(message) {
    clearTimeout(timer);
    [head, latest, count, waiting, merged, finish, chosen, timer] = [null, null, 0, [], null, null, null, 0];
    partList.hidden = true;
    replace(line);
    replace(partList);
    replace(body, message);
  }

  function drawLine() {
    const header = (name) => head?.headers.find(([key]) => key === name)?.[1];
    const source = header("understudy-source");
    const state = header("understudy-state");
    replace(line,
      head && h("b", { dataset: { color: head.status < 400 ? "green" : "red" } }, head.status),
      source && badge(source === "recorded" && state ? state : source === "fake" ? "generated" : source),
      h("span.soft", finish ? duration(finish.milliseconds) : head ? "Receiving…" : "Waiting for the answer…"),
      finish && h("span.soft", byteCount(finish.bytes)),
      head?.isStream && h("span.soft", plural(count, head.isEvents ? "event" : "part")),
      finish && { stopped: "Stopped", cut: "Cut", failed: "Failed" }[finish.end]);
    if (finish) spoken.textContent = [...line.children].map((node) => node.textContent).join(", ");
  }

  function drawBody() {
    const shown = chosen ?? (merged?.value() ? { value: merged.value() } : latest);
    const problem = finish?.message && errorBox(finish.message);
    if (!shown) return finish && replace(body, problem || h("p.soft", "No content."));
    const { value } = shown;
    const text = () => shown.text ?? prettyJSON(value);
    const group = tabs([
      {
        id: "tree", label: "Tree",
        content: () => (value === undefined ? h("p.soft", "The answer is not JSON.")
          : jsonTree(value, { open: 4, label: "Answer" })),
      },
      { id: "text", label: "Text", content: () => cutText(text()) },
      { id: "headers", label: "Headers", content: () => pairs(head.headers) },
    ], value === undefined && tab === "tree" ? "text" : tab, (id) => { tab = id; });
    // A tab list has only tabs.
    group.prepend(h("div.run-tabs", group.firstChild, copyButton(text)));
    replace(body, problem, group);
  }

  function draw() {
    clearTimeout(timer);
    timer = 0;
    const isAtEnd = partList.scrollTop + partList.clientHeight > partList.scrollHeight - 8;
    partList.append(...waiting.map((part) => partRow(part.summary, `+${duration(part.milliseconds)}`, part)));
    waiting = [];
    while (partList.children.length > shownParts + 1) partList.children[1].remove();
    if (isAtEnd) partList.scrollTop = partList.scrollHeight;
    drawLine();
    if (!chosen || finish) drawBody();
  }

  function partRow(label, time, part) {
    function onclick() {
      chosen = part;
      for (const each of partList.querySelectorAll("button")) each.setAttribute("aria-pressed", each === button);
      drawBody();
    }
    const button = h("button", { "aria-pressed": String(part === chosen), onclick },
      h("span.num.soft", time), h("span.ellipsis", label));
    return h("li", button);
  }

  clear(h("p.soft", "Run an operation to see its answer here."));
  return {
    element,
    start() {
      clear(spinner("Waiting for the answer…"));
      drawLine();
    },
    refuse: (message) => clear(errorBox(message)),
    head(value) {
      head = value;
      replace(body);
      drawLine();
      if (!head.isStream) return;
      if (!head.isEvents) merged = incrementalResult();
      partList.hidden = false;
      partList.append(partRow(merged ? "Result" : "Latest event", "", null));
    },
    part(part) {
      const value = part.value?.payload ?? part.value;
      latest = part;
      count++;
      if (head.isStream) {
        part.summary = partSummary(value, part.text, merged?.place);
        waiting.push(part);
        if (waiting.length > shownParts) waiting.shift();
      }
      merged?.add(value);
      // A fast stream must not draw for each part.
      timer ||= setTimeout(draw, count < 4 ? 0 : 150);
    },
    end(value) {
      finish = value;
      draw();
    },
  };
}

function cutText(text) {
  const node = h("pre.run-text", { tabindex: 0, "aria-label": "Text of the answer" }, text.slice(0, shownText));
  const onclick = () => more.remove() || replace(node, text);
  const more = h("button.small", { onclick }, `Show all ${byteCount(text.length)}`);
  return [node, text.length > shownText && more];
}
