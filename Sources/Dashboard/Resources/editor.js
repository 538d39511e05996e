// A code editor on a text area, with colors, problems and suggestions.

import { h, replace, uniqueId } from "./dom.js";
import { plural } from "./format.js";
import { editorTokens } from "./tokens.js";

const bracketPairs = { "{": "}", "(": ")", "[": "]", '"': '"' };

/// Creates an editor. `check(text)` returns `{problems, note}`, `complete(text, position)` returns `{start, end, items, hint}`;
/// both may be asynchronous.
export function codeEditor({ label, value, language, onChange, onRun, check, complete }) {
  const id = uniqueId("editor");
  const canvas = document.createElement("canvas").getContext("2d");
  const text = h("textarea.ed-text", {
    value, "aria-label": label, "aria-describedby": `${id}-help ${id}-problems`, wrap: "off", spellcheck: "false", autocomplete: "off",
    autocapitalize: "off", "aria-autocomplete": complete && "list", "aria-haspopup": complete && "listbox",
  });
  const gutter = h("pre.ed-gutter", { "aria-hidden": "true" });
  const paint = h("pre.ed-paint", { "aria-hidden": "true" });
  const sheet = h("div.ed-sheet", null, gutter, paint, text);
  const scroll = h("div.ed-scroll", { tabindex: "-1" }, sheet);
  const list = h("ul.ed-options", { role: "listbox", id: `${id}-list`, "aria-label": "Suggestions" });
  const about = h("div.ed-about");
  const popup = h("div.ed-popup", { hidden: true, onmousedown: (event) => event.preventDefault() }, list, about);
  const spoken = h("div.sr-only", { role: "status" });
  const problemList = h("div.ed-problems", { id: `${id}-problems`, "aria-live": "polite" });
  const element = h("div.ed", null, scroll, popup, problemList, spoken,
    h("div.sr-only", { id: `${id}-help` }, "Tab indents. To leave the editor, press Escape, then Tab."));

  let starts = [0];
  let tokens = [];
  let problems = [];
  let shown = "";
  let lineHeight = 20;
  let lastLength = value.length;
  let isLeaving = false;
  let checkTimer = 0;
  let suggestTimer = 0;
  let suggestNumber = 0;
  let suggestions = null;
  let selected = 0;

  // Layout and colors. Only the lines in view are painted.

  const lineOf = (offset) => {
    let low = 0;
    for (let high = starts.length - 1; low < high;) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const lineStart = (offset) => starts[lineOf(offset)];
  const widthOf = (string) => canvas.measureText(string.replaceAll("\t", "  ")).width;

  function measure() {
    const lines = text.value.split("\n");
    let [start, longest] = [0, ""];
    starts = lines.map((line) => {
      if (line.length > longest.length) longest = line;
      start += line.length + 1;
      return start - line.length - 1;
    });
    const style = getComputedStyle(text);
    canvas.font = style.font;
    lineHeight = parseFloat(style.lineHeight) || 20;
    // A line of wide characters may be wider than the line with the most characters.
    const width = Math.ceil(widthOf(longest.slice(0, 100_000)) * (/[\u1100-\uffff]/.test(text.value) ? 2 : 1));
    sheet.style.setProperty("--digits", String(starts.length).length);
    sheet.style.minHeight = `${starts.length * lineHeight + 16}px`;
    sheet.style.minWidth = `calc(${width}px + var(--digits) * 1ch + 64px)`;
    tokens = text.value.length > 300_000 ? [] : editorTokens(text.value, language);
  }

  function draw() {
    const first = Math.max(0, Math.floor(scroll.scrollTop / lineHeight) - 20);
    const last = Math.min(starts.length, first + Math.ceil(scroll.clientHeight / lineHeight) + 40);
    paint.style.transform = gutter.style.transform = `translateY(${first * lineHeight}px)`;
    replace(paint, coloredPieces(text.value, tokens, problems, starts[first], starts[last] ?? text.value.length));
    const marked = new Set(problems.map((problem) => lineOf(problem.start)));
    replace(gutter, starts.slice(first, last).map((_, index) => {
      const line = first + index;
      return [marked.has(line) ? h("span.ed-marked", null, "●", line + 1) : line + 1, "\n"];
    }));
  }

  function caretPlace(offset) {
    const start = lineStart(offset);
    return { top: 8 + lineOf(offset) * lineHeight, left: gutter.offsetWidth + 8 + widthOf(text.value.slice(start, offset)) };
  }

  function reveal(offset) {
    const { top, left } = caretPlace(offset);
    const edge = gutter.offsetWidth + 8;
    scroll.scrollTop = Math.min(Math.max(scroll.scrollTop, top + lineHeight + 8 - scroll.clientHeight), Math.max(0, top - 8));
    if (left - scroll.scrollLeft > scroll.clientWidth - 24) scroll.scrollLeft = left - scroll.clientWidth + 60;
    else if (left - scroll.scrollLeft < edge) scroll.scrollLeft = left - edge - 60;
  }

  // Problems

  async function runCheck() {
    const content = text.value;
    let result;
    try {
      result = await check(content);
    } catch (error) {
      result = { problems: [], note: `Not checked. ${error.message}` };
    }
    if (content !== text.value) return;
    problems = result.problems;
    draw();
    text.setAttribute("aria-invalid", String(problems.length > 0));
    // A screen reader reads the list again whenever it changes.
    if (shown === (shown = JSON.stringify(result))) return;
    replace(problemList, problems.slice(0, 50).map(({ message, start, end }) => h("button.ed-problem", { type: "button", onclick: () => select(start, end) },
      h("span.ed-place", null, `${lineOf(start) + 1}:${start - lineStart(start) + 1}`), h("span", null, message))),
    problems.length > 50 && h("p.ed-note", null, `${problems.length - 50} more`), result.note && h("p.ed-note", null, result.note));
  }

  function checkSoon(delay) {
    clearTimeout(checkTimer);
    checkTimer = setTimeout(runCheck, delay);
  }

  // Editing. Only `execCommand` keeps the browser's undo history, but it needs seconds for a long text.

  function edit(start, end, insert, selectStart = start + insert.length, selectEnd = selectStart) {
    closePopup();
    text.focus({ preventScroll: true });
    text.setSelectionRange(start, end);
    const isNothing = insert === "" && start === end;
    const isUndoable = insert.length < 20_000 && document.activeElement === text;
    if (!isNothing && !(isUndoable && document.execCommand(insert ? "insertText" : "delete", false, insert))) {
      text.setRangeText(insert, start, end, "end");
      changed();
    }
    text.setSelectionRange(selectStart, selectEnd);
    reveal(selectEnd);
    return true;
  }

  function changed() {
    const delta = text.value.length - lastLength;
    const caret = text.selectionEnd;
    // Until the next check, marks move with the text, and those at the caret disappear.
    problems = problems.flatMap((problem) => {
      if (problem.end < caret - Math.max(0, delta)) return [problem];
      return problem.start + delta >= caret ? [{ ...problem, start: problem.start + delta, end: problem.end + delta }] : [];
    });
    lastLength = text.value.length;
    measure();
    draw();
    reveal(caret);
    checkSoon(250);
    onChange?.(text.value);
  }

  function indent(start, end, isOutdent) {
    if (!isOutdent && start === end) return edit(start, end, "  ");
    const from = lineStart(start);
    const to = (starts[lineOf(Math.max(start, end - 1)) + 1] ?? text.value.length + 1) - 1;
    const old = text.value.slice(from, to);
    const now = isOutdent ? old.replace(/^(  |\t| )/gm, "") : old.replace(/^(?=.)/gm, "  ");
    return old === now || edit(from, to, now, Math.max(from, start + (isOutdent ? -2 : 2)), Math.max(from, end + now.length - old.length));
  }

  function insertLine(start, end) {
    const before = text.value.slice(lineStart(start), start);
    const [space] = /^[ \t]*/.exec(before);
    const closer = { ...bracketPairs, '"': null }[before.trimEnd().at(-1)];
    const insert = `\n${space}${closer ? "  " : ""}`;
    const [gap] = /^[ \t]*/.exec(text.value.slice(end));
    if (closer && text.value[end + gap.length] === closer) return edit(start, end + gap.length, `${insert}\n${space}`, start + insert.length);
    return edit(start, end, insert);
  }

  // Inserts a bracket or quote with its partner. Returns false if the browser inserts it as usual.
  function insertBracket(key, start, end) {
    const content = text.value;
    const next = content[end] ?? "";
    const closer = bracketPairs[key];
    if (start === end && next === key && (!closer || key === '"')) return edit(start, end, "", start + 1);
    if (key === "}" && /^ {2,}$/.test(content.slice(lineStart(start), start))) return edit(start - 2, end, key);
    if (!closer || language === "headers") return false;
    if (start !== end) return edit(start, end, key + content.slice(start, end) + closer, start + 1, end + 1);
    const isInText = tokens.some((token) => token.start < start && /^(string|comment)$/.test(token.kind) && (token.end > start || (token.end === start && token.kind === "comment")));
    if (isInText || /[^\s)\]}:,!]/.test(next) || (key === '"' && /["\w]/.test(content[start - 1] ?? ""))) return false;
    return edit(start, end, key + closer, start + 1);
  }

  function pressed({ key, ctrlKey, metaKey, altKey, shiftKey }) {
    const { selectionStart: start, selectionEnd: end, value: content } = text;
    if (complete && ((ctrlKey && key === " ") || (altKey && key === "Escape"))) return suggest(true), true;
    if ((ctrlKey || metaKey) && key === "Enter") return closePopup(), onRun(), true;
    if (ctrlKey || metaKey || altKey) return false;
    if (suggestions && popupKey(key)) return true;
    if (key === "Escape") return (isLeaving = true);
    if (key === "Tab") return !isLeaving && indent(start, end, shiftKey);
    if (key === "Enter") return insertLine(start, end);
    if (key === "Backspace" && start === end && start > 0 && content[start] && bracketPairs[content[start - 1]] === content[start]) return edit(start - 1, start + 1, "");
    return key.length === 1 && "{}()[]\"".includes(key) && insertBracket(key, start, end);
  }

  // Suggestions

  async function suggest(isManual) {
    clearTimeout(suggestTimer);
    const number = ++suggestNumber;
    const position = text.selectionStart;
    let found;
    try {
      found = await complete(text.value, position);
    } catch (error) {
      found = { start: position, end: position, items: [], hint: error.message };
    }
    if (number !== suggestNumber || text.selectionStart !== position || document.activeElement !== text) return;
    const isTyped = found.items.length === 1 && found.items[0].insert === text.value.slice(found.start, position);
    if (!isManual && (found.items.length === 0 || isTyped)) return closePopup();
    suggestions = found;
    replace(list, found.items.map((item, index) => h("li.ed-option", {
      role: "option", id: `${id}-${index}`, class: item.deprecated && "ed-old", onclick: () => accept(index),
    }, h("span.ed-kind", { "aria-hidden": "true" }, item.kind[0].toUpperCase()), h("span.ed-label", null, item.label), h("span.ed-detail", null, item.detail))));
    popup.hidden = false;
    text.setAttribute("aria-controls", list.id);
    moveTo(0);
    const place = caretPlace(found.start);
    const top = place.top - scroll.scrollTop;
    const box = element.getBoundingClientRect();
    const isAbove = box.top + top + lineHeight + popup.offsetHeight > innerHeight && box.top + top > popup.offsetHeight;
    popup.style.top = `${isAbove ? top - popup.offsetHeight : top + lineHeight + 4}px`;
    popup.style.left = `${Math.max(0, Math.min(place.left - scroll.scrollLeft - 28, element.clientWidth - popup.offsetWidth))}px`;
    spoken.textContent = found.items.length ? plural(found.items.length, "suggestion") : found.hint ?? "No suggestions";
  }

  function moveTo(index) {
    list.children[selected]?.setAttribute("aria-selected", "false");
    selected = index;
    const item = suggestions.items[index];
    const row = list.children[index];
    row?.setAttribute("aria-selected", "true");
    row?.scrollIntoView({ block: "nearest" });
    text.setAttribute("aria-activedescendant", row?.id ?? "");
    replace(about, item && h("p.ed-signature", null, item.label, item.detail && `: ${item.detail}`, item.deprecated && " (deprecated)"),
      item?.description?.slice(0, 600), (suggestions.hint || !item) && h("p.soft", null, suggestions.hint || "No suggestions"));
  }

  function popupKey(key) {
    const count = suggestions.items.length;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[key];
    if (key === "Escape") closePopup();
    else if (count === 0) return false;
    else if (step === 1 || step === -1) moveTo((selected + step + count) % count);
    else if (step) moveTo(Math.min(count - 1, Math.max(0, selected + step)));
    else if (key === "Enter" || key === "Tab") accept(selected);
    else return false;
    return true;
  }

  const accept = (index) => edit(suggestions.start, Math.max(suggestions.end, text.selectionStart), suggestions.items[index].insert);

  function closePopup() {
    clearTimeout(suggestTimer);
    suggestNumber++;
    suggestions = null;
    popup.hidden = true;
    text.removeAttribute("aria-activedescendant");
    text.removeAttribute("aria-controls");
  }

  function select(start, end) {
    text.focus({ preventScroll: true });
    text.setSelectionRange(start, end);
    reveal(start);
  }

  text.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (pressed(event)) event.preventDefault();
    if (!["Escape", "Shift", "Tab"].includes(event.key)) isLeaving = false;
    if (/^(Arrow(Left|Right)|Home|End)$/.test(event.key)) closePopup();
  });
  text.addEventListener("input", (event) => {
    changed();
    if (!complete) return;
    const isName = /^[\w$@]$/.test(event.data ?? "") || (suggestions && event.inputType === "deleteContentBackward");
    if (!isName) return closePopup();
    clearTimeout(suggestTimer);
    suggestTimer = setTimeout(suggest, 60);
  });
  text.addEventListener("click", closePopup);
  text.addEventListener("blur", () => {
    isLeaving = false;
    closePopup();
  });
  text.addEventListener("selectionchange", () => document.activeElement === text && reveal(text.selectionEnd));
  scroll.addEventListener("scroll", () => {
    draw();
    if (suggestions) closePopup();
  });
  const observer = new ResizeObserver(() => {
    measure();
    draw();
  });
  observer.observe(scroll);
  checkSoon(0);

  return {
    element,
    text,
    edit,
    select,
    setValue: (next) => next === text.value || edit(0, text.value.length, next, 0),
    destroy() {
      observer.disconnect();
      clearTimeout(checkTimer);
      closePopup();
    },
  };
}

function coloredPieces(content, tokens, problems, from, to) {
  const pieces = [];
  const near = problems.filter((problem) => problem.start <= to && problem.end >= from);
  const add = (start, end, kind) => {
    for (let stop; start < end; start = stop) {
      const wrong = near.find((problem) => problem.start <= start && Math.max(problem.end, problem.start + 1) > start);
      const edges = near.map((problem) => problem.start).filter((edge) => edge > start);
      stop = Math.min(end, wrong ? Math.max(wrong.end, wrong.start + 1) : end, ...edges);
      const piece = content.slice(start, stop);
      pieces.push(kind || wrong ? h("span", { class: `${kind ? `gql-${kind}` : ""} ${wrong ? "ed-wrong" : ""}` }, piece) : piece);
    }
  };
  let at = from;
  for (const token of tokens) {
    if (token.end <= from) continue;
    if (token.start >= to) break;
    add(at, token.start, "");
    add(Math.max(from, token.start), Math.min(to, token.end), token.kind);
    at = Math.min(to, token.end);
  }
  add(at, to, "");
  // A problem at the end of the document has no character to underline.
  if (near.some((problem) => problem.start >= content.length)) pieces.push(h("span.ed-wrong", null, " "));
  return pieces;
}
