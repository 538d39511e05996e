// A code editor on a text area, with colors, problems and suggestions.

import { h, replace, uniqueId } from "./dom.js";
import { plural } from "./format.js";
import { coloredText, editorTokens } from "./tokens.js";

const closers = { "{": "}", "(": ")", "[": "]", '"': '"' };
const lineHeight = 20;
const padding = 8;
const shownProblems = 50;

/// Creates an editor. `check(text)` returns `{problems, note}`, `complete(text, position)` returns
/// `{start, end, items, hint}`; both may be asynchronous.
export function codeEditor({ label, value, language, onChange, onRun, check, complete }) {
  const id = uniqueId("editor");
  const canvas = document.createElement("canvas").getContext("2d");
  const text = h("textarea.ed-text", {
    value, "aria-label": label, "aria-describedby": `${id}-help ${id}-problems`, wrap: "off", spellcheck: "false",
    autocomplete: "off", autocapitalize: "off",
    "aria-autocomplete": complete && "list", "aria-haspopup": complete && "listbox",
    onkeydown, oninput, onclick: closePopup, onblur: leave, onscroll,
  });
  const gutter = h("pre.ed-gutter", { "aria-hidden": "true" });
  const paint = h("pre.ed-paint", { "aria-hidden": "true" });
  const list = h("ul.ed-options", { role: "listbox", id: `${id}-list`, "aria-label": "Suggestions" });
  const about = h("div.ed-about");
  const popup = h("div.ed-popup", { hidden: true, onmousedown: (event) => event.preventDefault() }, list, about);
  const spoken = h("div.sr-only", { role: "status" });
  const problemList = h("div.ed-problems", { id: `${id}-problems`, "aria-live": "polite" });
  const element = h("div.ed", h("div.ed-code", gutter, h("div.ed-area", paint, text)), popup, problemList, spoken,
    h("div.sr-only", { id: `${id}-help` }, "Tab indents. To leave the editor, press Escape, then Tab."));

  let starts = [0];
  let tokens = [];
  let problems = [];
  let shown = "";
  let isLeaving = false;
  let checkTimer = 0;
  let suggestTimer = 0;
  let suggestions = null;
  let selected = 0;

  // Layout and colors. Only the lines in view are painted.

  const lineOf = (offset) => starts.findLastIndex((start) => start <= offset);
  const lineStart = (offset) => starts[lineOf(offset)];

  function draw() {
    const { scrollTop, scrollLeft } = text;
    const first = Math.max(0, Math.floor(scrollTop / lineHeight) - 5);
    const last = Math.min(starts.length, first + Math.ceil(text.clientHeight / lineHeight) + 10);
    const top = first * lineHeight - scrollTop;
    paint.style.transform = `translate(${-scrollLeft}px, ${top}px)`;
    gutter.style.transform = `translateY(${top}px)`;
    gutter.style.width = `${String(starts.length).length + 4}ch`;
    replace(paint, coloredText(text.value, tokens, problems, starts[first], starts[last] ?? text.value.length + 1));
    const marked = new Set(problems.map(({ start }) => lineOf(start)));
    replace(gutter, starts.slice(first, last).map((_, index) => {
      const line = first + index;
      return [marked.has(line) ? h("span.ed-marked", "●", line + 1) : line + 1, "\n"];
    }));
  }

  // Problems

  async function runCheck() {
    clearTimeout(checkTimer);
    const content = text.value;
    const result = await Promise.resolve(content).then(check)
      .catch((error) => ({ problems: [], note: `Not checked. ${error.message}` }));
    if (content !== text.value) return;
    text.setAttribute("aria-invalid", result.problems.length > 0);
    // A screen reader reads the list again whenever it changes.
    if (shown !== (shown = JSON.stringify(result))) {
      replace(problemList, result.problems.slice(0, shownProblems).map(problemRow),
        result.problems.length > shownProblems && h("p.ed-note", `${result.problems.length - shownProblems} more`),
        result.note && h("p.ed-note", result.note));
    }
    if (!problems.length && !result.problems.length) return;
    problems = result.problems;
    draw();
  }

  function problemRow({ message, start, end }) {
    const place = `${lineOf(start) + 1}:${start - lineStart(start) + 1}`;
    return h("button.ed-problem", { onclick: () => select(start, end) }, h("span.ed-place", place), h("span", message));
  }

  function select(start, end) {
    text.setSelectionRange(start, end);
    text.focus();
    text.scrollTop = lineOf(start) * lineHeight - text.clientHeight / 2;
  }

  // Editing

  function read() {
    starts = [0];
    for (const { index } of text.value.matchAll(/\n/g)) starts.push(index + 1);
    tokens = text.value.length > 300_000 ? [] : editorTokens(text.value, language);
    problems = [];
    draw();
  }

  function changed() {
    read();
    clearTimeout(checkTimer);
    checkTimer = setTimeout(runCheck, 250);
    onChange();
  }

  // `execCommand` is the only way to keep the browser's undo history.
  function edit(start, end, insert, selectStart = start + insert.length, selectEnd = selectStart) {
    closePopup();
    text.focus();
    text.setSelectionRange(start, end);
    document.execCommand(insert ? "insertText" : "delete", false, insert);
    text.setSelectionRange(selectStart, selectEnd);
    return true;
  }

  function indent(start, end, isOutdent) {
    if (!isOutdent && start === end) return edit(start, end, "  ");
    const from = lineStart(start);
    const old = text.value.slice(from, end);
    const now = isOutdent ? old.replace(/^ {1,2}/gm, "") : old.replace(/^(?=.)/gm, "  ");
    return old === now || edit(from, end, now, Math.max(from, start + (isOutdent ? -2 : 2)), from + now.length);
  }

  function insertLine(start, end) {
    const [space] = /^ */.exec(text.value.slice(lineStart(start), start));
    const closer = closers[text.value[start - 1]];
    if (!closer || closer === '"') return edit(start, end, `\n${space}`);
    const line = `\n${space}  `;
    return edit(start, end, text.value[end] === closer ? `${line}\n${space}` : line, start + line.length);
  }

  /// Inserts a bracket or quote with its partner. Returns false if the browser inserts it as usual.
  function insertBracket(key, start, end) {
    const [before, next] = [text.value[start - 1] ?? "", text.value[end] ?? ""];
    const closer = closers[key];
    const isClosing = !closer || key === '"';
    if (isClosing && start === end && next === key) return edit(start, end, "", start + 1);
    if (!closer || /[^\s)\]}:,]/.test(next) || (key === '"' && /["\w]/.test(before))) return false;
    return edit(start, end, key + text.value.slice(start, end) + closer, start + 1, end + 1);
  }

  function onkeydown(event) {
    if (event.isComposing) return;
    if (pressed(event)) event.preventDefault();
    if (!["Escape", "Shift", "Tab"].includes(event.key)) isLeaving = false;
    if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) closePopup();
  }

  /// Returns whether the key is for the editor, not for the browser.
  function pressed({ key, ctrlKey, metaKey, altKey, shiftKey }) {
    const { selectionStart: start, selectionEnd: end } = text;
    if (complete && ((ctrlKey && key === " ") || (altKey && key === "Escape"))) {
      suggest(true);
      return true;
    }
    if ((ctrlKey || metaKey) && key === "Enter") {
      onRun();
      return true;
    }
    if (ctrlKey || metaKey || altKey) return false;
    if (suggestions && popupKey(key)) return true;
    if (key === "Escape") isLeaving = true;
    if (key === "Tab") return !isLeaving && indent(start, end, shiftKey);
    if (key === "Enter") return insertLine(start, end);
    const isPair = start === end && text.value[start] && closers[text.value[start - 1]] === text.value[start];
    if (key === "Backspace" && isPair) return edit(start - 1, start + 1, "");
    return language !== "headers" && /^[{}()[\]"]$/.test(key) && insertBracket(key, start, end);
  }

  function oninput({ data, inputType }) {
    const isName = /^[\w$@]$/.test(data ?? "") || (suggestions && inputType === "deleteContentBackward");
    changed();
    if (!complete || !isName) return closePopup();
    clearTimeout(suggestTimer);
    suggestTimer = setTimeout(suggest, 60);
  }

  function onscroll() {
    draw();
    if (suggestions) placePopup(suggestions.start);
  }

  function leave() {
    isLeaving = false;
    closePopup();
  }

  // Suggestions

  async function suggest(isManual) {
    const position = text.selectionStart;
    const content = text.value;
    const found = await complete(content, position)
      .catch((error) => ({ start: position, end: position, items: [], hint: error.message }));
    if (text.value !== content || text.selectionStart !== position || document.activeElement !== text) return;
    const { items, start } = found;
    closePopup();
    const isTyped = items.length === 1 && items[0].insert === content.slice(start, position);
    if (!isManual && (!items.length || isTyped)) return;
    suggestions = found;
    replace(list, items.map((item, index) => h("li.ed-option", {
      role: "option", id: `${id}-${index}`, class: item.deprecated && "ed-old", onclick: () => accept(index),
    }, h("span.ed-kind", { "aria-hidden": "true" }, item.kind[0].toUpperCase()), h("span", item.label),
    h("span.push.soft", item.detail))));
    popup.hidden = false;
    text.setAttribute("aria-controls", list.id);
    moveTo(0);
    placePopup(start);
    spoken.textContent = items.length ? plural(items.length, "suggestion") : found.hint ?? "No suggestions";
  }

  function placePopup(offset) {
    canvas.font = getComputedStyle(text).font;
    const width = canvas.measureText(text.value.slice(lineStart(offset), offset)).width;
    const left = gutter.offsetWidth + padding + width - text.scrollLeft - 28;
    const top = padding + lineOf(offset) * lineHeight - text.scrollTop;
    const above = top - popup.offsetHeight;
    const isAbove = element.getBoundingClientRect().top + top + lineHeight + popup.offsetHeight > innerHeight;
    popup.style.top = `${isAbove ? above : top + lineHeight + 4}px`;
    popup.style.left = `${Math.max(0, Math.min(left, element.clientWidth - popup.offsetWidth))}px`;
  }

  function moveTo(index) {
    list.children[selected]?.setAttribute("aria-selected", "false");
    selected = index;
    const item = suggestions.items[index];
    const row = list.children[index];
    row?.setAttribute("aria-selected", "true");
    row?.scrollIntoView({ block: "nearest" });
    text.setAttribute("aria-activedescendant", row?.id ?? "");
    const hint = suggestions.hint ?? (item ? null : "No suggestions");
    const signature = item && h("b", item.label, item.detail && `: ${item.detail}`, item.deprecated && " (deprecated)");
    replace(about, item && h("p.code", signature),
      item?.description, hint && h("p.soft", hint));
  }

  function popupKey(key) {
    const { length } = suggestions.items;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[key];
    if (key === "Escape") closePopup();
    else if (length && step) moveTo((selected + step + 8 * length) % length);
    else if (length && (key === "Enter" || key === "Tab")) accept(selected);
    else return false;
    return true;
  }

  function accept(index) {
    edit(suggestions.start, Math.max(suggestions.end, text.selectionStart), suggestions.items[index].insert);
  }

  function closePopup() {
    clearTimeout(suggestTimer);
    suggestions = null;
    popup.hidden = true;
    text.removeAttribute("aria-activedescendant");
    text.removeAttribute("aria-controls");
  }

  new ResizeObserver(draw).observe(text);
  read();
  runCheck();

  return { element, text, edit, select, check: runCheck };
}
