// A recorded answer: its tree, and its editor.

import { h, replace } from "./dom.js";
import { api, enc } from "./api.js";
import { store } from "./store.js";
import { copyButton, disclosure, errorBox, toast } from "./ui.js";
import { jsonTree, prettyJSON } from "./json.js";
import { diffView } from "./diff.js";
import { byteCount, plural } from "./format.js";
import { debounced } from "./records.js";

const editLimit = 2_000_000;

/// Returns one sentence why no answer can be edited now, or null.
export function readOnlyReason() {
  const { mayWrite, ci, mode } = store.info;
  if (mayWrite) return null;
  if (ci) return "Answers cannot be edited here: recordings are read-only in CI.";
  if (mode === "record") return "Answers cannot be edited here while recording. Stop, then run understudy replay.";
  return "Answers cannot be edited here: this run may not change recordings.";
}

/// Shows a table of headers.
export function headerList(headers) {
  return h("dl.header-list", null, headers.map(([name, value]) => [h("dt", null, name), h("dd", null, value)]));
}

// A number that JavaScript cannot hold would be written back with other digits.
function holdsUnsafeNumber(value) {
  const stack = [value];
  while (stack.length) {
    const next = stack.pop();
    if (typeof next === "number" && Number.isInteger(next) && !Number.isSafeInteger(next)) return true;
    if (next !== null && typeof next === "object") for (const member of Object.values(next)) stack.push(member);
  }
  return false;
}

function editRefusal(answer) {
  if (answer.bytes > editLimit) return "An answer this large is edited in its file.";
  if (answer.events) return "An answer with several events is edited in its file.";
  if (answer.text !== null && answer.body === null) return "An answer that is not JSON is edited in its file.";
  if (holdsUnsafeNumber(answer.body)) return "This answer has integers beyond 2^53. Edit them in its file.";
  return null;
}

/// Shows a recorded answer with its status, headers and body.
export function answerView(endpoint, first) {
  let answer = first;
  const body = h("div.answer-body");
  const editButton = h("button.small", { type: "button", "aria-label": `Edit answer ${first.index + 1}`, onclick: edit }, "Edit");
  const actions = h("span.answer-actions");
  const isGood = answer.status < 400;
  const element = h("div.answer", { role: "group", "aria-label": `Answer ${answer.index + 1}` },
    h("div.answer-head", null,
      h("span.answer-number", null, `Answer ${answer.index + 1}`),
      h("span.status-code", { dataset: { color: isGood ? "green" : "red" } }, answer.status),
      h("span.soft", null, byteCount(answer.bytes)), actions),
    answer.headers.length ? disclosure(plural(answer.headers.length, "header"), () => headerList(answer.headers)) : null,
    body);

  function show() {
    const copy = copyButton(() => answer.text ?? prettyJSON(answer.body ?? answer.events), "Copy");
    replace(actions, !answer.isCut && copy, store.info.mayWrite && editButton);
    if (answer.isCut) {
      replace(body, h("button", { type: "button", onclick: () => load(show) }, `Show the whole answer (${byteCount(answer.bytes)})`));
    } else if (answer.events) {
      replace(body, answer.events.map((event, index) =>
        [h("p.soft", null, `Event ${index + 1}`), jsonTree(event, { open: 2, label: `Event ${index + 1}` })]));
    } else if (answer.text !== null && answer.body === null) {
      replace(body, h("pre.answer-text", { tabindex: 0, "aria-label": "Text of the answer" }, answer.text));
    } else {
      replace(body, jsonTree(answer.body, { open: answer.bytes > 8000 ? 2 : 4, label: `Answer ${answer.index + 1}` }));
    }
  }

  async function load(then) {
    replace(body, h("p.spinner", { role: "status" }, "Loading the whole answer…"));
    const state = answer.state === null ? "" : `&state=${enc(answer.state)}`;
    try {
      answer = await api.get(`v1/endpoints/${enc(endpoint)}/answer?file=${enc(answer.file)}${state}&index=${answer.index}`);
    } catch (error) {
      show();
      body.append(errorBox(error));
      return;
    }
    then();
  }

  function edit() {
    if (answer.isCut) return load(edit);
    const refusal = editRefusal(answer);
    if (refusal) {
      show();
      body.prepend(h("p.hint", { role: "status" }, refusal));
      return;
    }
    actions.replaceChildren();
    const editor = answerEditor(endpoint, answer, (saved) => {
      if (saved) answer = { ...answer, body: saved.body };
      show();
      editButton.focus();
    });
    replace(body, editor);
    editor.querySelector("textarea").focus();
  }

  show();
  return element;
}

function parsedAnswer(text) {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const position = Number(/position (\d+)/.exec(error.message)?.[1] ?? NaN);
    const message = error.message.replace(/ in JSON at position.*$| at position.*$/, "").replace(/^JSON\.parse: /, "");
    if (Number.isNaN(position)) return { problem: message };
    const before = text.slice(0, position).split("\n");
    return { problem: `Line ${before.length}, column ${before.at(-1).length + 1}: ${message}.`, position };
  }
}

// Nothing is written before its difference was shown.
function answerEditor(endpoint, answer, onDone) {
  const original = prettyJSON(answer.body);
  const area = h("textarea.code", {
    value: original, spellcheck: "false", autocomplete: "off", "aria-label": `JSON of answer ${answer.index + 1}`,
    rows: Math.min(28, Math.max(6, original.split("\n").length + 1)), oninput: debounced(() => check()),
    onkeydown: (event) => event.key === "Escape" && !review.hasChildNodes() && area.value === original && onDone(null),
  });
  const status = h("p.editor-status", { role: "status" });
  const review = h("div.editor-review");
  const reviewButton = h("button.primary", { type: "button", onclick: () => send(false) }, "Review change");

  function check() {
    const parsed = parsedAnswer(area.value);
    if (area.hidden) return parsed;
    area.setAttribute("aria-invalid", String("problem" in parsed));
    status.textContent = parsed.problem ?? (area.value === original ? "No change yet." : "The JSON is valid.");
    status.dataset.kind = parsed.problem ? "error" : "info";
    return parsed;
  }

  async function send(isSave) {
    const parsed = check();
    if (parsed.problem) {
      area.focus();
      if (parsed.position !== undefined) area.setSelectionRange(parsed.position, parsed.position + 1);
      return;
    }
    const { file, state, index } = answer;
    reviewButton.disabled = true;
    try {
      const result = await api.post(`v1/endpoints/${enc(endpoint)}/edit`, { file, state, index, body: parsed.value, save: isSave });
      if (result.saved) {
        toast(`Saved ${file}.`);
        onDone({ body: parsed.value });
      } else {
        showReview(result);
      }
    } catch (error) {
      showText(true);
      replace(review, errorBox(error));
      review.scrollIntoView({ block: "nearest" });
    }
    reviewButton.disabled = false;
  }

  function showText(isShown) {
    area.hidden = buttons.hidden = !isShown;
    status.textContent = "";
    review.replaceChildren();
  }

  function showReview({ before, after, problems, canSave }) {
    const isEqual = before === after;
    const save = h("button.primary", { type: "button", disabled: !canSave || isEqual, onclick: () => send(true) }, "Save");
    showText(false);
    const back = () => {
      showText(true);
      check();
      area.focus();
    };
    replace(review,
      problems.length > 0 && h("div.error-box", { role: "alert" },
        h("p", null, `${plural(problems.length, "problem")}. Correct the answer to save it.`),
        h("ul", null, problems.map(({ message, path }) => h("li", null, path && h("code", null, path), path && ": ", message)))),
      diffView("Before", before, "After", after),
      h("div.actions", null, save, h("button", { type: "button", onclick: back }, "Back to the text"),
        h("button", { type: "button", onclick: () => onDone(null) }, "Cancel")));
    (save.disabled ? review.querySelector(".actions button:not(:disabled)") : save).focus();
  }

  const buttons = h("div.actions", null, reviewButton,
    h("button", { type: "button", onclick: () => onDone(null) }, "Cancel"));
  check();
  return h("div.editor", null, area, status, buttons, review);
}
