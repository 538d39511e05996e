// What can be done about a miss from the page.

import { api } from "./api.js";
import { h, replace } from "./dom.js";
import { prettyJSON } from "./json.js";
import { href } from "./router.js";
import { copyButton, errorBox, field, formDialog, selectBox, toast } from "./ui.js";

/// A button that runs an action once at a time, and shows the result beside it.
function actionButton(label, action) {
  const result = h("span.action-result", { role: "status" });
  async function onclick() {
    button.disabled = true;
    replace(result, await action().catch(errorBox));
    button.disabled = false;
  }
  const button = h("button", { onclick }, label);
  return [button, result];
}

function sessionsOf(miss) {
  return miss.sessions.length ? miss.sessions : ["default"];
}

/// Sends the request to the real API again and records it.
export function recordButton(miss) {
  return actionButton("Send again and record", async () => {
    const { message, request } = await api.post(`v1/misses/${miss.number}/record`);
    return [message, request && [" ", h("a", { href: href("live", request) }, "Show the request")]];
  });
}

/// Answers this operation from generated data, in one session.
export function generateButton(miss) {
  const names = sessionsOf(miss);
  const session = selectBox(names, names[0], null, "Session");
  return [names.length > 1 && session, actionButton("Answer with generated data in this session", async () => {
    const answer = await api.post(`v1/misses/${miss.number}/generate`, { session: session.value });
    return answer.message;
  })];
}

/// Opens an editor for an answer of one's own.
export function pinButton(miss) {
  return h("button", { onclick: () => pinDialog(miss) }, "Pin an answer…");
}

function parseAnswer(text) {
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not JSON: ${error.message}`);
  }
  if (parsed?.constructor === Object && ("data" in parsed || "errors" in parsed)) return parsed;
  throw new Error('Write a whole answer: an object with "data", "errors" or both.');
}

function pinDialog(miss) {
  const { operation, endpoint, suggestion, sent } = miss;
  const editor = h("textarea.code", {
    spellcheck: "false", rows: 16, value: prettyJSON(suggestion ?? { data: {} }), oninput: check,
  });
  const problem = h("p", { role: "status", dataset: { color: "red" } });
  const session = selectBox([...sessionsOf(miss), ["*", "Every session"]], sessionsOf(miss)[0]);
  const hasVariables = Object.keys(sent.variables).length > 0;
  const onlyVariables = h("input", { type: "checkbox", checked: hasVariables });
  const once = h("input", { type: "checkbox" });
  const dialog = formDialog({
    title: `Pin an answer for ${miss.title}`, wide: true, action: "Pin", run: pin,
    body: [
      h("p", "Matching requests get this answer until you remove it in Sessions → Overrides, or the program ends. "
        + "Nothing is recorded."),
      suggestion && h("p", "This is the nearest recorded answer. Change what differs, such as ids."),
      field("Answer", editor), problem, field("Session", session),
      hasVariables && h("label.switch", onlyVariables, "Only for the same variables"),
      h("label.switch", once, "Only once"),
    ],
    actions: [h("button", { onclick: format }, "Format"), copyButton(() => editor.value)],
  });
  editor.focus();

  function check() {
    let message = "";
    try {
      parseAnswer(editor.value);
    } catch (error) {
      ({ message } = error);
    }
    replace(problem, message);
    editor.setAttribute("aria-invalid", message !== "");
    dialog.button.disabled = message !== "";
  }

  function format() {
    check();
    if (!dialog.button.disabled) editor.value = prettyJSON(JSON.parse(editor.value));
  }

  async function pin() {
    await api.post("answers", {
      session: session.value, endpoint, ...(operation ? { operation } : { document: sent.document }),
      variables: onlyVariables.checked ? sent.variables : undefined, times: once.checked ? 1 : undefined,
      ...parseAnswer(editor.value),
    });
    toast("Pinned. Send the request again to get this answer.");
  }
}
