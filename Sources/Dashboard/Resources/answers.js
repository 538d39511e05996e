// A recorded answer: its tree, and its editor.

import { h, replace } from "./dom.js";
import { api, enc } from "./api.js";
import { store } from "./store.js";
import { bullets, codeBlock, copyButton, disclosure, errorBox, pairs, spinner, toast } from "./ui.js";
import { jsonTree, prettyJSON } from "./json.js";
import { diffView } from "./diff.js";
import { byteCount, plural } from "./format.js";

const editLimit = 1_000_000;

/// Returns one sentence why no answer can be edited now, or null.
export function readOnlyReason() {
  const { mayWrite, ci, mode } = store.info;
  if (mayWrite) return null;
  if (ci) return "Answers cannot be edited here: recordings are read-only in CI.";
  if (mode === "record") return "Answers cannot be edited here while recording. Stop, then run understudy replay.";
  return "Answers cannot be edited here: this run may not change recordings.";
}

// JavaScript would write these integers back with other digits.
function hasUnsafeInteger(value) {
  if (value === null || typeof value !== "object") return Number.isInteger(value) && !Number.isSafeInteger(value);
  return Object.values(value).some(hasUnsafeInteger);
}

// The JSON value null is no binary body: it has 4 bytes.
function isBinary({ isCut, body, text, events, bytes }) {
  return !isCut && (body ?? text ?? events) === null && bytes !== 4;
}

function editRefusal(answer) {
  if (answer.bytes > editLimit) return "An answer this large is edited in its file.";
  if (answer.events) return "An answer with several events is edited in its file.";
  if (answer.text !== null || isBinary(answer)) return "An answer that is not JSON is edited in its file.";
  return hasUnsafeInteger(answer.body) && "This answer has integers beyond 2^53. Edit them in its file.";
}

/// Shows a recorded answer with its status, headers and body.
export function answerView(endpoint, answer) {
  const number = answer.index + 1;
  const body = h("div.answer-body");
  const actions = h("span.actions.push");
  const editButton = h("button.small", { "aria-label": `Edit answer ${number}`, onclick: edit }, "Edit");

  function content() {
    const { bytes, isCut, text, events } = answer;
    if (isCut) return h("button", { onclick: () => load(show) }, `Show the whole answer (${byteCount(bytes)})`);
    if (isBinary(answer)) return h("p.soft", "The body is binary.");
    if (text !== null) return codeBlock("Text of the answer", text);
    const tree = (value, label, open) => jsonTree(value, { open, label });
    return events?.map((event, index) => [h("p.soft", `Event ${index + 1}`), tree(event, `Event ${index + 1}`, 2)])
      ?? tree(answer.body, `Answer ${number}`, bytes > 8000 ? 2 : 4);
  }

  function show(note) {
    const copied = () => answer.text ?? prettyJSON(answer.events ?? answer.body);
    replace(actions, !answer.isCut && !isBinary(answer) && copyButton(copied), store.info.mayWrite && editButton);
    replace(body, note, content());
  }

  async function load(then) {
    replace(body, spinner("Loading the whole answer…"));
    const { file, state, index } = answer;
    try {
      answer = await api.get(
        `v1/endpoints/${enc(endpoint)}/answer?file=${enc(file)}&state=${enc(state ?? "")}&index=${index}`);
      then();
    } catch (error) {
      show(errorBox(error));
    }
  }

  function edit() {
    if (answer.isCut) return load(edit);
    const refusal = editRefusal(answer);
    if (refusal) return show(h("p.hint", { role: "status" }, refusal));
    replace(actions);
    const editor = h("div.stack");
    replace(body, editor);
    editAnswer(editor, endpoint, answer, (value = answer.body) => {
      answer = { ...answer, body: value };
      show();
      editButton.focus();
    });
  }

  show();
  return h("div.answer", { role: "group", "aria-label": `Answer ${number}` },
    h("div.actions", h("strong", `Answer ${number}`),
      h("strong", { dataset: { color: answer.status < 400 ? "green" : "red" } }, answer.status),
      h("span.soft", byteCount(answer.bytes)), actions),
    answer.headers.length > 0 && disclosure(plural(answer.headers.length, "header"), () => pairs(answer.headers)),
    body);
}

function parsedAnswer(text) {
  try {
    return { value: JSON.parse(text) };
  } catch ({ message }) {
    const place = /(?:JSON.parse: )?(.*?)(?: in JSON)? at .*line (\d+) column (\d+)/.exec(message);
    return { problem: place ? `Line ${place[2]}, column ${place[3]}: ${place[1]}.` : message };
  }
}

// Shows an editor. At its end, `onDone` gets the saved value, or nothing.
function editAnswer(root, endpoint, { file, state, index, body }, onDone) {
  const original = prettyJSON(body);
  const area = h("textarea.code", {
    value: original, spellcheck: "false", "aria-label": `JSON of answer ${index + 1}`, oninput: check,
    rows: Math.min(28, original.split("\n").length + 2),
    onkeydown: ({ key }) => key === "Escape" && area.value === original && onDone(),
  });
  const status = h("p.soft", { role: "status" });
  const cancel = h("button", { onclick: () => onDone() }, "Cancel");

  function check() {
    const parsed = parsedAnswer(area.value);
    area.setAttribute("aria-invalid", "problem" in parsed);
    replace(status, parsed.problem ?? (area.value === original ? "No change yet." : "The JSON is valid."));
    return parsed;
  }

  function showText(note) {
    const review = h("button.primary", { onclick: () => send(false) }, "Review change");
    replace(root, area, status, h("div.actions", review, cancel), note);
    check();
    area.focus();
  }

  // Nothing is written before its difference was shown. `before` is the file that was shown.
  async function send(save, before) {
    const { problem, value } = check();
    if (problem) return area.focus();
    const edit = { file, state, index, body: value, save, before };
    try {
      const result = await api.post(`v1/endpoints/${enc(endpoint)}/edit`, edit);
      if (!result.saved) return showReview(result);
      toast(`Saved ${file}.`);
      onDone(value);
    } catch (error) {
      showText(errorBox(error));
    }
  }

  function showReview({ before, after, problems, canSave, sharedBy }) {
    const isSavable = canSave && before !== after;
    const save = h("button.primary", { disabled: !isSavable, onclick: () => send(true, before) }, "Save");
    const back = h("button", { onclick: () => showText() }, "Back to the text");
    const place = (path) => path && [h("code", path), ": "];
    replace(root,
      problems.length > 0 && h("div.error-box", { role: "alert" },
        h("p", `${plural(problems.length, "problem")}. Correct the answer to save it.`),
        bullets(problems.map(({ message, path }) => [place(path), message]))),
      sharedBy > 0 && h("p.hint", `The edit changes this answer in ${plural(sharedBy, "named session")}.`),
      diffView("Before", before, "After", after), h("div.actions", save, back, cancel));
    (isSavable ? save : back).focus();
  }

  showText();
}
