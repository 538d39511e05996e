// The view in which people write and run operations.

import { api, enc } from "./api.js";
import { docsPanel } from "./docs.js";
import { h, replace, uniqueId } from "./dom.js";
import { codeEditor } from "./editor.js";
import { prettyJSON } from "./json.js";
import { resultPanel } from "./result.js";
import { href, redirect, setQuery } from "./router.js";
import { sendOperation } from "./run.js";
import { store } from "./store.js";
import { copyButton, empty, tabs } from "./ui.js";

const firstDocument = `# Ctrl-Space: suggestions. Ctrl-Enter: run. Esc, then Tab: leave the editor.
{
  __typename
}
`;
// Headers may be credentials, so drafts are never stored.
const drafts = new Map();

function parseVariables(text) {
  return JSON.parse(text.trim() || "{}");
}

function checkVariables(text) {
  try {
    if (parseVariables(text)?.constructor === Object) return { problems: [] };
    return { problems: [{ message: "Variables must be a JSON object.", start: 0, end: text.length }] };
  } catch ({ message }) {
    const start = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    return { problems: [{ message: message.replace(/ in JSON at position.*/, "."), start, end: start + 1 }] };
  }
}

/// Reads "Name: value" lines.
function checkHeaders(text) {
  const headers = {};
  const problems = [];
  for (const { 0: line, index } of text.matchAll(/^.*\S.*$/gm)) {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:(.*)$/.exec(line) ?? [];
    let message = null;
    if (!name) message = 'Write each header as "Name: value".';
    else if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) message = "A header cannot have these characters.";
    else if (/^(connection|content-length|cookie|date|host|origin|referer|sec-.*|proxy-.*)$/i.test(name)) {
      message = `Browsers do not let a page send ${name}.`;
    }
    if (message) problems.push({ message, start: index, end: index + line.length });
    else headers[name.toLowerCase()] = value.trim();
  }
  return { headers, problems, note: text.trim() ? null : "One header per line, such as Authorization: Bearer …" };
}

function placeholder(type) {
  if (type.startsWith("[")) return [];
  if (/^(Int|Float)\b/.test(type)) return 0;
  if (/^Boolean\b/.test(type)) return false;
  return /(Input|Filter|Where|Order)!?$/.test(type) ? {} : "";
}

/// The explorer.
export const explorerView = {
  id: "explorer", title: "Explorer", key: "4",
  mount(root, params) {
    const name = params[0] ?? store.endpoint;
    const endpoint = store.info.endpoints.find((each) => each.name === name);
    if (endpoint) {
      store.endpoint = name;
      return mountExplorer(root, endpoint, params.query);
    }
    root.append(empty(params[0] ? `There is no endpoint ${params[0]}` : "No endpoints",
      h("p", "Record an API or add a schema first. Then run its operations here.")));
    return store.subscribe("info", () => store.endpoint && redirect("explorer", store.endpoint));
  },
};

function mountExplorer(root, endpoint, query) {
  const base = `v1/endpoints/${enc(endpoint.name)}`;
  const draft = query.has("query") ? Object.fromEntries(query) : drafts.get(endpoint.name) ?? {};
  let operations = [];
  let chosen = 0;
  let running = null;
  let docs = null;

  const editor = codeEditor({
    label: "Operation", language: "graphql", value: draft.query || firstDocument, onRun: () => run(true),
    onChange: save,
    async check(document) {
      const answer = await api.post(`${base}/validate`, { document });
      // While the syntax is wrong, the last operations remain.
      if (answer.operations.length || !answer.problems.length) operations = answer.operations;
      chooser.hidden = operations.length < 2;
      replace(chooser, operations.map(({ kind, name }, value) =>
        h("option", { value }, `${kind} ${name ?? `#${value + 1}`}`)));
      choose(Math.min(chosen, Math.max(0, operations.length - 1)));
      return { problems: document.trim() ? answer.problems : [] };
    },
    complete: (document, position) => api.post(`${base}/complete`, { document, position }),
  });
  const variables = codeEditor({
    label: "Variables, as JSON", language: "json", value: draft.variables ?? "", onRun: () => run(),
    check: checkVariables,
    onChange() {
      drawChips();
      save();
    },
  });
  const headers = codeEditor({
    label: "Headers, one per line", language: "headers", value: draft.headers ?? "", onRun: () => run(),
    check: checkHeaders, onChange: save,
  });
  const sessionList = h("datalist", { id: uniqueId("sessions") });
  const session = h("input", {
    list: sessionList.id, placeholder: "default", value: draft.session ?? "", oninput: save, onfocus: loadSessions,
    spellcheck: "false", title: `Sent as ${store.info.sessionHeader}`,
  });
  // A link's text must not replace later changes.
  for (const name of ["query", "variables", "session"]) setQuery(name, "");

  const chooser = h("select", { "aria-label": "Operation to run", onchange: () => choose(Number(chooser.value)) });
  const runOrStop = () => (running ? running.abort() : run());
  const runButton = h("button.primary", { title: "Ctrl-Enter", onclick: runOrStop }, "Run");
  const docsButton = h("button", { onclick: () => (docs?.element.isConnected ? closeDocs() : openDocs()) }, "Docs");
  const chips = h("div.explorer-chips");
  const result = resultPanel();
  const lower = tabs([
    { id: "variables", label: "Variables", content: () => [chips, variables.element] },
    { id: "headers", label: "Headers", content: () => headers.element },
  ], "variables");
  const layout = h("div.explorer.fill",
    h("div.bar", runButton, chooser, h("label.actions", "Session", session), sessionList,
      h("span.push.actions", copyButton(link, "Copy link"), docsButton)),
    h("section.explorer-write", { "aria-label": "Request" }, editor.element,
      !endpoint.hasSchema && h("p.hint",
        "No schema: only the syntax is checked. Suggestions come from the recordings. ",
        h("button.link", { onclick: openDocs }, "Add a schema")),
      lower),
    result.element);
  root.append(layout);

  function save() {
    drafts.set(endpoint.name, {
      query: editor.text.value, variables: variables.text.value, headers: headers.text.value, session: session.value,
    });
  }

  function choose(index) {
    chosen = index;
    chooser.value = index;
    drawChips();
  }

  function drawChips() {
    const isValid = checkVariables(variables.text.value).problems.length === 0;
    const given = isValid ? parseVariables(variables.text.value) : {};
    const missing = (operations[chosen]?.variables ?? [])
      .filter(({ name, hasDefault }) => !Object.hasOwn(given, name) && !hasDefault);
    chips.hidden = !isValid || !missing.length;
    replace(chips, missing.map(({ name, type }) => h("button.small.mono", {
      title: type.endsWith("!") ? "Required" : "Optional", class: type.endsWith("!") && "explorer-required",
      onclick: () => insertVariable({ ...given, [name]: placeholder(type) }),
    }, `+ ${name}: ${type}`)));
  }

  function insertVariable(values) {
    const text = prettyJSON(values);
    // The caret goes into the last value.
    variables.edit(0, variables.text.value.length, text, text.length - 3);
  }

  /// Chooses the last operation that begins before the caret.
  function chooseAtCaret() {
    const before = editor.text.value.slice(0, editor.text.selectionStart);
    const found = operations.findLastIndex(({ kind, name }) => new RegExp(`\\b${kind}\\s+${name}\\b`).test(before));
    if (found >= 0) choose(found);
  }

  async function run(isAtCaret) {
    if (running) return;
    const controller = running = new AbortController();
    runButton.textContent = "Stop";
    result.start();
    await editor.check();
    if (isAtCaret) chooseAtCaret();
    const refusal = findRefusal();
    if (refusal) result.refuse(refusal);
    else result.end(await send(controller.signal));
    running = null;
    runButton.textContent = "Run";
  }

  /// Shows why the operation cannot be sent, and returns it; null if it can.
  function findRefusal() {
    if (editor.text.value.trim() === "") return "The document has no operation.";
    for (const [id, input, check] of [["variables", variables, checkVariables], ["headers", headers, checkHeaders]]) {
      const [problem] = check(input.text.value).problems;
      if (!problem) continue;
      lower.select(id);
      input.select(problem.start, problem.end);
      return `Check the ${id}. ${problem.message}`;
    }
    return null;
  }

  function send(signal) {
    const { kind, name } = operations[chosen] ?? {};
    const document = editor.text.value;
    const json = "application/json";
    const sent = { "content-type": json, accept: json, ...checkHeaders(headers.text.value).headers };
    if (kind === "subscription") sent.accept = "text/event-stream";
    else if (/@(defer|stream)\b/.test(document)) sent.accept = `multipart/mixed;deferSpec=20220824, ${json}`;
    // The program decodes percent-encoded names.
    if (session.value.trim()) sent[store.info.sessionHeader] = enc(session.value.trim());
    result.element.scrollIntoView({ block: "nearest" });
    return sendOperation({
      path: `/${enc(endpoint.name)}`, headers: sent, signal, onHead: result.head, onPart: result.part,
      body: { query: document, operationName: name ?? undefined, variables: parseVariables(variables.text.value) },
    });
  }

  function link() {
    const values = { query: editor.text.value, variables: variables.text.value, session: session.value.trim() };
    const given = Object.entries(values).filter(([, value]) => value.trim());
    return `${location.origin}/${href("explorer", endpoint.name)}?${new URLSearchParams(given)}`;
  }

  async function loadSessions() {
    // The names are only suggestions, so errors do not matter.
    const answers = await Promise.allSettled([api.get("v1/sessions"), api.get(`${base}/operations`)]);
    const names = new Set(answers.flatMap(({ value }) => value?.sessions ?? []).map(({ name }) => name));
    replace(sessionList, [...names].slice(0, 500).map((value) => h("option", { value })));
  }

  function openDocs() {
    docs ??= docsPanel(endpoint.name, closeDocs);
    layout.append(docs.element);
    layout.classList.add("with-docs");
    docsButton.setAttribute("aria-expanded", "true");
    docs.focus();
  }

  function closeDocs() {
    docs.element.remove();
    layout.classList.remove("with-docs");
    docsButton.setAttribute("aria-expanded", "false");
    docsButton.focus();
  }

  const unsubscribe = store.subscribe("endpoint", (next) => next !== endpoint.name && redirect("explorer", next));
  return () => {
    unsubscribe();
    running?.abort();
  };
}
