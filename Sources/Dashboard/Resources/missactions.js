// What can be done about a miss from the page.

import { api } from "./api.js";
import { h, replace } from "./dom.js";
import { prettyJSON } from "./json.js";
import { href } from "./router.js";
import { copyButton, errorBox, field, formDialog, selectBox, toast } from "./ui.js";

/// A button that runs an action once at a time, and shows the result beside it.
function actionButton(label, action) {
  const result = h("span.action-result", { role: "status" });
  const button = h("button", {
    type: "button",
    async onclick() {
      button.disabled = true;
      try {
        replace(result, await action());
      } catch (error) {
        replace(result, errorBox(error));
      }
      button.disabled = false;
    },
  }, label);
  return [button, result];
}

function sessionsOf(miss) {
  return miss.sessions.length ? miss.sessions : ["default"];
}

/// Sends the request to the real API again and records it.
export function recordButton(miss) {
  return actionButton("Send again and record", async () => {
    const answer = await api.post(`v1/misses/${miss.number}/record`, {});
    return [answer.message, answer.request && [" ", h("a", { href: href("live", answer.request) }, "Show the request")]];
  });
}

/// Answers this operation from generated data, in one session.
export function generateButton(miss) {
  const names = sessionsOf(miss);
  const session = names.length > 1 && selectBox(names.map((name) => [name, name]), names[0], null, "Session");
  return [session, actionButton("Answer with generated data in this session", async () => {
    const answer = await api.post(`v1/misses/${miss.number}/generate`, { session: session ? session.value : names[0] });
    return answer.message;
  })];
}

/// Opens an editor for an answer of one's own.
export function pinButton(miss) {
  return h("button", { type: "button", onclick: () => pinDialog(miss) }, "Pin an answer…");
}

function parseAnswer(text) {
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not JSON: ${error.message}`);
  }
  if (parsed === null || typeof parsed !== "object" || Array.isArray(parsed) || !("data" in parsed || "errors" in parsed)) {
    throw new Error('Write a whole answer: an object with "data", "errors" or both.');
  }
  return parsed;
}

function pinDialog(miss) {
  const suggestion = miss.suggestion ?? { data: {} };
  const editor = h("textarea.code.pin-editor", { spellcheck: "false", rows: 16, value: prettyJSON(suggestion), oninput: check });
  const problem = h("p.pin-problem", { role: "status" });
  const session = selectBox([...sessionsOf(miss).map((name) => [name, name]), ["*", "Every session"]], sessionsOf(miss)[0]);
  const hasVariables = Object.keys(miss.sent.variables ?? {}).length > 0;
  const onlyVariables = h("input", { type: "checkbox", checked: true });
  const once = h("input", { type: "checkbox" });
  const dialog = formDialog({
    title: `Pin an answer for ${miss.title}`, wide: true,
    body: [
      h("p", null, "Matching requests get this answer until you remove it in Sessions → Overrides, or the program ends. Nothing is recorded."),
      field("Answer", editor), problem,
      field("Session", session),
      hasVariables && h("label.switch", null, onlyVariables, "Only for the same variables"),
      h("label.switch", null, once, "Only once"),
    ],
    actions: [h("button", { type: "button", onclick: format }, "Format"), copyButton(() => editor.value, "Copy")],
    action: "Pin", run: pin,
  });
  editor.focus();

  function check() {
    let message = "";
    try {
      parseAnswer(editor.value);
    } catch (error) {
      message = error.message;
    }
    replace(problem, message);
    editor.setAttribute("aria-invalid", String(message !== ""));
    dialog.button.disabled = message !== "";
    return message === "";
  }

  function format() {
    if (check()) editor.value = prettyJSON(JSON.parse(editor.value));
  }

  async function pin() {
    const { data, errors } = parseAnswer(editor.value);
    const body = { session: session.value, endpoint: miss.endpoint };
    if (miss.operation) body.operation = miss.operation;
    else body.document = miss.sent.document;
    if (hasVariables && onlyVariables.checked) body.variables = miss.sent.variables;
    if (once.checked) body.times = 1;
    if (data !== undefined) body.data = data;
    if (errors !== undefined) body.errors = errors;
    await api.post("answers", body);
    toast("Pinned. Send the request again to get this answer.");
  }
}
