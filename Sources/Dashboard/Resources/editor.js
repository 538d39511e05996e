// A code editor on a text area, with colors, problems and suggestions.

import { h, replace, uniqueId } from "./dom.js";
import { editorTokens } from "./tokens.js";

const bracketPairs = { "{": "}", "(": ")", "[": "]", '"': '"' };

/// A code editor: a text area with colors painted behind it.
/// `check(text)` returns `{problems, note}`, `complete(text, position)` returns `{start, end, items, hint}`; both may be asynchronous.
export function codeEditor({ label, value = "", language = "graphql", onChange, onRun, check, complete }) {
  const id = uniqueId("editor");
  const canvas = document.createElement("canvas").getContext("2d");
  const text = h("textarea.ed-text", {
    "aria-label": label, "aria-describedby": `${id}-help ${id}-problems`, wrap: "off", spellcheck: "false", autocomplete: "off",
    autocapitalize: "off", ...(complete ? { "aria-autocomplete": "list", "aria-haspopup": "listbox" } : {}),
  });
  const gutter = h("pre.ed-gutter", { "aria-hidden": "true" });
  const paint = h("pre.ed-paint", { "aria-hidden": "true" });
  const sheet = h("div.ed-sheet", {}, gutter, paint, text);
  const scroll = h("div.ed-scroll", { tabindex: "-1" }, sheet);
  const list = h("ul.ed-options", { role: "listbox", id: `${id}-list`, "aria-label": "Suggestions" });
  const about = h("div.ed-about");
  const popup = h("div.ed-popup", { hidden: true, onmousedown: (event) => event.preventDefault() }, list, about);
  const spoken = h("div.sr-only", { role: "status" });
  const problemList = h("div.ed-problems", { id: `${id}-problems`, "aria-live": "polite" });
  const help = h("div.sr-only", { id: `${id}-help` }, "Tab indents. To leave the editor, press Escape, then Tab.");
  const element = h("div.ed", { class: `ed-${language}` }, scroll, popup, problemList, help, spoken);

  let starts = [0];
  let tokens = [];
  let problems = [];
  let lineHeight = 20;
  let isLeaving = false;
  let checkTimer = 0;
  let checkNumber = 0;
  let suggestTimer = 0;
  let suggestNumber = 0;
  let suggestions = null;
  let selected = 0;
  let lastLength = 0;

  // Layout and colors

  const lineOf = (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const widthOf = (string) => canvas.measureText(string.replaceAll("\t", "  ")).width;

  function measure() {
    const content = text.value;
    starts = [0];
    let longest = 0;
    let longestLine = "";
    for (let at = content.indexOf("\n"); ; at = content.indexOf("\n", at + 1)) {
      const end = at < 0 ? content.length : at;
      const start = starts.at(-1);
      if (end - start > longest) [longest, longestLine] = [end - start, content.slice(start, end)];
      if (at < 0) break;
      starts.push(at + 1);
    }
    const style = getComputedStyle(text);
    canvas.font = style.font;
    lineHeight = parseFloat(style.lineHeight) || 20;
    // Lines of wide characters may be wider than the line with the most characters.
    const wide = /[\u1100-\uffff]/.test(content) ? 2 : 1;
    sheet.style.setProperty("--digits", String(starts.length).length);
    sheet.style.minHeight = `${starts.length * lineHeight + 16}px`;
    sheet.style.minWidth = `calc(${Math.ceil(widthOf(longestLine) * wide)}px + var(--digits) * 1ch + 64px)`;
    tokens = content.length > 300_000 ? [] : editorTokens(content, language);
  }

  function draw() {
    const first = Math.max(0, Math.floor(scroll.scrollTop / lineHeight) - 20);
    const last = Math.min(starts.length, first + Math.ceil(scroll.clientHeight / lineHeight) + 40);
    const from = starts[first];
    const to = last < starts.length ? starts[last] - 1 : text.value.length;
    const shift = `translateY(${first * lineHeight}px)`;
    paint.style.transform = gutter.style.transform = shift;
    replace(paint, coloredPieces(text.value, tokens, problems, from, to), "\n");
    const marked = new Set(problems.map((problem) => lineOf(problem.start)));
    const numbers = [];
    for (let line = first; line < last; line++) {
      numbers.push(marked.has(line) ? h("span.ed-marked", {}, `●${line + 1}`) : String(line + 1), "\n");
    }
    replace(gutter, numbers);
  }

  function caretPlace(offset) {
    const line = lineOf(offset);
    const left = gutter.offsetWidth + 8 + widthOf(text.value.slice(starts[line], offset));
    return { top: 8 + line * lineHeight, left };
  }

  function reveal(offset) {
    const { top, left } = caretPlace(offset);
    const room = scroll.clientHeight - lineHeight - 8;
    scroll.scrollTop = Math.min(Math.max(scroll.scrollTop, top - room), Math.max(0, top - 8));
    if (left - scroll.scrollLeft > scroll.clientWidth - 24) scroll.scrollLeft = left - scroll.clientWidth + 60;
    else if (left - scroll.scrollLeft < gutter.offsetWidth + 8) scroll.scrollLeft = left - gutter.offsetWidth - 60;
  }

  // Problems

  function scheduleCheck(delay = 250) {
    clearTimeout(checkTimer);
    if (check) checkTimer = setTimeout(runCheck, delay);
  }

  async function runCheck() {
    const number = ++checkNumber;
    const content = text.value;
    let result;
    try {
      result = await check(content);
    } catch (error) {
      result = { problems: [], note: `Not checked: ${error.message}` };
    }
    if (number === checkNumber && content === text.value) showProblems(result.problems, result.note);
  }

  let shownProblems = "";
  function showProblems(found, note) {
    problems = found;
    draw();
    text.setAttribute("aria-invalid", String(found.length > 0));
    const key = JSON.stringify([found, note]);
    if (key === shownProblems) return;
    shownProblems = key;
    const row = (problem) => {
      const line = lineOf(problem.start);
      const place = `${line + 1}:${problem.start - starts[line] + 1}`;
      return h("button.ed-problem", { type: "button", onclick: () => select(problem.start, problem.end) },
        h("span.ed-place", {}, h("span.sr-only", {}, "Line "), place), h("span", {}, problem.message));
    };
    replace(problemList, found.slice(0, 50).map(row), found.length > 50 && h("p", {}, `… and ${found.length - 50} more`),
      note && h("p.ed-note", {}, note));
  }

  // Editing. Only `execCommand` keeps the browser's undo history.

  function edit(start, end, insert, selectStart = start + insert.length, selectEnd = selectStart) {
    text.focus();
    text.setSelectionRange(start, end);
    // Browsers need seconds to insert a long text that can be undone.
    const isShort = insert.length < 20_000;
    if (!(insert === "" && start === end) && !(isShort && document.execCommand(insert ? "insertText" : "delete", false, insert))) {
      text.setRangeText(insert, start, end, "end");
      changed();
    }
    text.setSelectionRange(selectStart, selectEnd);
    reveal(selectEnd);
  }

  function changed() {
    const delta = text.value.length - lastLength;
    const caret = text.selectionEnd;
    // Until the next check, marks move with the text, and marks at the caret disappear.
    problems = problems.flatMap((problem) => {
      if (problem.end < caret - Math.max(0, delta)) return [problem];
      return problem.start >= caret ? [{ ...problem, start: problem.start + delta, end: problem.end + delta }] : [];
    }).filter((problem) => problem.start >= 0);
    lastLength = text.value.length;
    measure();
    draw();
    reveal(caret);
    scheduleCheck();
    onChange?.(text.value);
  }

  function indentLines(isOutdent) {
    const { selectionStart: start, selectionEnd: end } = text;
    const firstLine = lineOf(start);
    const lastLine = lineOf(Math.max(start, end - 1));
    if (!isOutdent && start === end) return edit(start, end, "  ");
    const from = starts[firstLine];
    const to = lastLine + 1 < starts.length ? starts[lastLine + 1] - 1 : text.value.length;
    const old = text.value.slice(from, to);
    const now = isOutdent ? old.replace(/^(  |\t| )/gm, "") : old.replace(/^(?=.)/gm, "  ");
    if (old === now) return;
    const firstShift = now.split("\n")[0].length - old.split("\n")[0].length;
    edit(from, to, now, Math.max(from, start + firstShift), Math.max(from, end + now.length - old.length));
  }

  function insertLine() {
    const { selectionStart: start, selectionEnd: end, value: content } = text;
    const before = content.slice(starts[lineOf(start)], start);
    const indent = /^[ \t]*/.exec(before)[0];
    const opener = before.trimEnd().at(-1);
    const isOpen = opener !== '"' && opener in bracketPairs;
    const close = /^[ \t]*/.exec(content.slice(end, end + 200))[0].length;
    const isPair = isOpen && content[end + close] === bracketPairs[opener];
    const insert = "\n" + indent + (isOpen ? "  " : "");
    if (isPair) edit(start, end + close, `${insert}\n${indent}`, start + insert.length);
    else edit(start, end, insert);
  }

  // Handles a bracket or quote. Returns false if the browser inserts it as usual.
  function insertBracket(key) {
    const { selectionStart: start, selectionEnd: end, value: content } = text;
    const next = content[end] ?? "";
    const isCloser = key === '"' || Object.values(bracketPairs).includes(key);
    if (isCloser && start === end && next === key) return edit(start, end, "", start + 1), true;
    const linePrefix = content.slice(starts[lineOf(start)], start);
    if (key === "}" && start === end && /^( {2,}|\t+)$/.test(linePrefix)) {
      return edit(start - (linePrefix.endsWith("\t") ? 1 : 2), end, key), true;
    }
    if (!(key in bracketPairs)) return false;
    if (start !== end) return edit(start, end, key + content.slice(start, end) + bracketPairs[key], start + 1, end + 1), true;
    const inside = tokens.find((token) => token.start < start && (token.end > start || (token.end === start && token.kind === "comment")));
    if (/[^\s)\]}:,!]/.test(next) || inside?.kind === "string" || inside?.kind === "comment" || language === "headers") return false;
    if (key === '"' && /["\w]/.test(content[start - 1] ?? "")) return false;
    return edit(start, end, key + bracketPairs[key], start + 1), true;
  }

  function onkeydown(event) {
    if (event.isComposing) return;
    const command = event.ctrlKey || event.metaKey;
    const { selectionStart: start, selectionEnd: end, value: content } = text;
    let isHandled = true;
    if (command && event.key === "Enter") {
      closePopup();
      onRun?.();
    } else if (complete && ((event.ctrlKey && event.key === " ") || (event.altKey && event.key === "Escape"))) suggest(true);
    else if (suggestions && !command && popupKey(event.key)) suggestNumber++;
    else if (event.key === "Escape") isLeaving = true;
    else if (event.key === "Tab" && !command && !event.altKey) {
      isHandled = !isLeaving;
      if (isHandled) indentLines(event.shiftKey);
    } else if (event.key === "Enter" && !command && !event.altKey) insertLine();
    else if (event.key.length === 1 && !command && "{}()[]\"".includes(event.key)) isHandled = insertBracket(event.key);
    else if (event.key === "Backspace" && !command && start === end && start > 0 && bracketPairs[content[start - 1]] === content[start]
      && content[start] !== undefined) edit(start - 1, start + 1, "");
    else isHandled = false;
    if (isHandled) event.preventDefault();
    if (event.key !== "Escape" && event.key !== "Shift" && event.key !== "Tab") isLeaving = false;
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
    const typed = text.value.slice(found.start, position);
    const isNothing = found.items.length === 0 || (found.items.length === 1 && found.items[0].insert === typed);
    if (!isManual && isNothing) return closePopup();
    openPopup(found);
  }

  function openPopup(found) {
    suggestions = found;
    selected = 0;
    replace(list, found.items.map((item, index) => h("li.ed-option", {
      role: "option", id: `${id}-${index}`, class: item.deprecated && "ed-old", onclick: () => accept(index),
    }, h("span.ed-kind", { "aria-hidden": "true" }, item.kind.slice(0, 1).toUpperCase()), h("span.ed-label", {}, item.label),
    item.detail && h("span.ed-detail", {}, item.detail))));
    list.hidden = found.items.length === 0;
    popup.hidden = false;
    text.setAttribute("aria-controls", list.id);
    moveTo(0);
    const place = caretPlace(found.start);
    const top = place.top - scroll.scrollTop + lineHeight + 4;
    const box = element.getBoundingClientRect();
    const isAbove = box.top + top + popup.offsetHeight > innerHeight && box.top + top - lineHeight > popup.offsetHeight;
    popup.style.top = `${isAbove ? top - lineHeight - 4 - popup.offsetHeight : top}px`;
    popup.style.left = `${Math.max(0, Math.min(place.left - scroll.scrollLeft - 28, element.clientWidth - popup.offsetWidth))}px`;
    spoken.textContent = found.items.length ? `${found.items.length} suggestions` : found.hint ?? "No suggestions";
  }

  function moveTo(index) {
    list.children[selected]?.removeAttribute("aria-selected");
    selected = index;
    const row = list.children[index];
    row?.setAttribute("aria-selected", "true");
    row?.scrollIntoView({ block: "nearest" });
    if (row) text.setAttribute("aria-activedescendant", row.id);
    else text.removeAttribute("aria-activedescendant");
    const item = suggestions.items[index];
    replace(about, item && h("p.ed-signature", {}, item.label, item.detail && `: ${item.detail}`, item.deprecated && " (deprecated)"),
      item?.description && h("p", {}, item.description.slice(0, 600)),
      suggestions.hint ? h("p.ed-note", {}, suggestions.hint) : !item && h("p", {}, "No suggestions"));
  }

  function popupKey(key) {
    const count = suggestions.items.length;
    if (key === "Escape") return closePopup(), true;
    if (count === 0) return closePopup(), false;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[key];
    if (Math.abs(step) === 1) return moveTo((selected + step + count) % count), true;
    if (step) return moveTo(Math.min(count - 1, Math.max(0, selected + step))), true;
    if (key === "Enter" || key === "Tab") return accept(selected), true;
    return false;
  }

  function accept(index) {
    const { start, end, items } = suggestions;
    closePopup();
    edit(start, Math.max(end, text.selectionStart), items[index].insert);
    closePopup();
  }

  function closePopup() {
    clearTimeout(suggestTimer);
    suggestNumber++;
    if (!suggestions) return;
    suggestions = null;
    popup.hidden = true;
    text.removeAttribute("aria-activedescendant");
    text.removeAttribute("aria-controls");
    spoken.textContent = "";
  }

  function oninput(event) {
    changed();
    if (!complete) return;
    const typed = event.data ?? "";
    const isName = /^[\w$@]$/.test(typed) || (suggestions && event.inputType === "deleteContentBackward");
    if (!isName) return closePopup();
    clearTimeout(suggestTimer);
    suggestTimer = setTimeout(() => suggest(false), 60);
  }

  function select(start, end) {
    text.focus({ preventScroll: true });
    text.setSelectionRange(start, end);
    reveal(start);
  }

  function setValue(next) {
    if (next === text.value) return;
    if (document.activeElement === text) return edit(0, text.value.length, next, 0);
    text.value = next;
    problems = [];
    changed();
  }

  text.addEventListener("keydown", onkeydown);
  text.addEventListener("input", oninput);
  text.addEventListener("click", closePopup);
  text.addEventListener("keyup", (event) => /^(Arrow(Left|Right)|Home|End)$/.test(event.key) && closePopup());
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
  text.value = value;
  lastLength = value.length;
  scheduleCheck(0);

  return {
    element,
    text,
    get value() {
      return text.value;
    },
    setValue,
    edit,
    select,
    checkNow: () => scheduleCheck(0),
    insert: (string) => edit(text.selectionStart, text.selectionEnd, string),
    destroy() {
      observer.disconnect();
      clearTimeout(checkTimer);
      checkNumber++;
      closePopup();
    },
  };
}

function coloredPieces(content, tokens, problems, from, to) {
  const pieces = [];
  const nearby = problems.filter((problem) => problem.start <= to && problem.end >= from);
  const add = (start, end, kind) => {
    while (start < end) {
      let stop = end;
      let isWrong = false;
      for (const problem of nearby) {
        const wrongEnd = Math.max(problem.end, problem.start + 1);
        if (problem.start <= start && wrongEnd > start) [isWrong, stop] = [true, Math.min(stop, wrongEnd)];
        else if (problem.start > start) stop = Math.min(stop, problem.start);
      }
      const piece = content.slice(start, stop);
      const names = [kind && `gql-${kind}`, isWrong && "ed-wrong"].filter(Boolean).join(" ");
      pieces.push(names ? h("span", { class: names }, piece) : piece);
      start = stop;
    }
  };
  let at = from;
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle].end <= from) low = middle + 1;
    else high = middle;
  }
  for (let index = low; index < tokens.length && tokens[index].start < to; index++) {
    const token = tokens[index];
    add(at, Math.max(at, token.start), "");
    add(Math.max(from, token.start), Math.min(to, token.end), token.kind);
    at = Math.min(to, token.end);
  }
  add(at, to, "");
  // A problem at the end of the document has no character to underline.
  if (nearby.some((problem) => problem.start >= content.length)) pieces.push(h("span.ed-wrong", {}, " "));
  return pieces;
}
