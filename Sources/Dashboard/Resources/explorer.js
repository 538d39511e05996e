// The view in which people write and run operations.

import { api, enc } from "./api.js";
import { docsPanel } from "./docs.js";
import { h, replace, uniqueId } from "./dom.js";
import { codeEditor } from "./editor.js";
import { clockTime, duration, shorten } from "./format.js";
import { resultPanel } from "./result.js";
import { href, redirect, setQuery } from "./router.js";
import { sendOperation } from "./run.js";
import { store } from "./store.js";
import { documentOperations, prettyDocument } from "./tokens.js";
import { copyButton, empty, openDialog, tabs } from "./ui.js";

const storageKey = "understudy-explorer";
const firstDocument = "# Ctrl-Space: suggestions. Ctrl-Enter: run. Esc, then Tab: leave the editor.\n{\n  __typename\n}\n";
// Headers may be credentials, so they are never stored.
const draftHeaders = new Map();

function savedRuns() {
  try {
    return { drafts: {}, history: [], ...JSON.parse(sessionStorage.getItem(storageKey)) };
  } catch {
    return { drafts: {}, history: [] };
  }
}

function saveRuns(change) {
  const saved = savedRuns();
  change(saved);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(saved));
  } catch {
    // The storage is full or switched off.
  }
}

function checkVariables(text) {
  try {
    const value = JSON.parse(text.trim() || "{}");
    if (value !== null && typeof value === "object" && !Array.isArray(value)) return { problems: [] };
    return { problems: [{ message: "Variables must be a JSON object.", start: 0, end: text.length }] };
  } catch ({ message }) {
    const position = /position (\d+)/.exec(message)?.[1];
    const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
    const before = text.split("\n").slice(0, line - 1).map((each) => each.length + 1);
    const start = position ? Number(position) : line ? before.reduce((sum, each) => sum + each, column - 1) : text.length;
    return { problems: [{ message: message.replace(/ in JSON at position.*/, "."), start, end: start + 1 }] };
  }
}

// Reads "Name: value" lines.
function checkHeaders(text) {
  const headers = {};
  const problems = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:(.*)$/.exec(line) ?? [];
    const message = line.trim() && !name ? "Write each header as \"Name: value\"."
      : /[^\t\x20-\x7e\x80-\xff]/.test(value ?? "") ? "A header cannot have these characters."
        : /^(connection|content-length|cookie|date|host|origin|referer|sec-.*|proxy-.*)$/i.test(name) ? `Browsers do not let a page send ${name}.` : null;
    if (message) problems.push({ message, start, end: start + line.length });
    else if (name) headers[name.toLowerCase()] = value.trim();
    start += line.length + 1;
  }
  return { headers, problems, note: text.trim() ? null : "One header per line, such as Authorization: Bearer …" };
}

function placeholder(type) {
  if (type.startsWith("[")) return "[]";
  if (/^(Int|Float)\b/.test(type)) return "0";
  if (/^Boolean\b/.test(type)) return "false";
  return /(Input|Filter|Where|Order)!?$/.test(type) ? "{}" : '""';
}

/// The explorer.
export const explorerView = {
  id: "explorer",
  title: "Explorer",
  key: "4",
  mount(root, params) {
    if (params[0] && store.info.endpoints.some((each) => each.name === params[0])) store.endpoint = params[0];
    const name = store.endpoint;
    if (!name || (params[0] && params[0] !== name)) {
      root.append(empty(params[0] ? `There is no endpoint ${params[0]}` : "No endpoints",
        h("p", null, "Record an API or add a schema first. Then run its operations here.")));
      return store.subscribe("info", () => store.endpoint && redirect("explorer", store.endpoint));
    }
    return mountExplorer(root, store.info.endpoints.find((each) => each.name === name), params.query);
  },
};

function mountExplorer(root, endpoint, query) {
  const base = `v1/endpoints/${enc(endpoint.name)}`;
  const saved = query.has("query") ? {} : savedRuns().drafts[endpoint.name] ?? {};
  const start = (name) => query.get(name) ?? saved[name] ?? "";
  let operations = [];
  let checked = [];
  let chosen = 0;
  let running = null;
  let docs = null;
  let saveTimer = 0;

  const editor = codeEditor({
    label: "Operation", language: "graphql", value: start("query") || firstDocument, onRun: () => run(true), onChange: changed,
    async check(text) {
      if (text.trim() === "") return { problems: [] };
      const answer = await api.post(`${base}/validate`, { document: text });
      checked = answer.operations;
      drawChips();
      return { problems: answer.problems };
    },
    complete: (text, position) => api.post(`${base}/complete`, { document: text, position }),
  });
  const variables = codeEditor({
    label: "Variables, as JSON", language: "json", value: start("variables"), onRun: () => run(), check: checkVariables,
    onChange() {
      drawChips();
      saveSoon();
    },
  });
  const headers = codeEditor({
    label: "Headers, one per line", language: "headers", value: draftHeaders.get(endpoint.name) ?? "", onRun: () => run(), check: checkHeaders,
    onChange: (text) => draftHeaders.set(endpoint.name, text),
  });
  const sessionList = h("datalist", { id: uniqueId("sessions") });
  const session = h("input", {
    list: sessionList.id, placeholder: "default", value: start("session"), oninput: saveSoon, onfocus: loadSessions, spellcheck: "false",
    title: `Sent as ${store.info.sessionHeader}`,
  });
  // The draft is stored. A link's text must not replace later changes.
  for (const name of ["query", "variables", "session"]) setQuery(name, "");

  const chooser = h("select", { "aria-label": "Operation to run", onchange: () => choose(Number(chooser.value)) });
  const button = (label, onclick) => h("button", { type: "button", onclick }, label);
  const runButton = h("button.primary", { type: "button", title: "Ctrl-Enter", onclick: () => (running ? running.abort() : run()) }, "Run");
  const docsButton = button("Docs", () => (docs ? docs.close() : openDocs()));
  const chips = h("div.explorer-chips", { hidden: true });
  const result = resultPanel();
  const lower = tabs([
    { id: "variables", label: "Variables", content: () => [chips, variables.element] },
    { id: "headers", label: "Headers", content: () => headers.element },
  ], "variables");
  const layout = h("div.explorer", null,
    h("div.bar", null, runButton, chooser, h("label.explorer-session", null, "Session", session), sessionList,
      h("span.explorer-actions", null, button("Prettify", prettify), copyButton(link, "Copy link"), button("History", showHistory), docsButton)),
    h("section.explorer-write", { "aria-label": "Request" }, editor.element,
      !endpoint.hasSchema && h("p.explorer-hint", null, "No schema: only the syntax is checked. Suggestions come from the recordings. ",
        h("button.link", { type: "button", onclick: openDocs }, "Add a schema")),
      lower),
    result.element);
  root.append(layout);
  changed(editor.text.value);

  // Operation and variables

  function changed(text) {
    operations = documentOperations(text);
    chooser.hidden = operations.length < 2;
    replace(chooser, operations.map((each, index) => h("option", { value: index }, `${each.kind} ${each.name ?? `#${index + 1}`}`)));
    choose(Math.min(chosen, Math.max(0, operations.length - 1)));
    saveSoon();
  }

  function choose(index) {
    chosen = index;
    chooser.value = index;
    drawChips();
  }

  function drawChips() {
    const known = checked.length === operations.length ? checked[chosen] : checked.find((each) => each.name === operations[chosen]?.name);
    const isValid = checkVariables(variables.text.value).problems.length === 0;
    const given = isValid ? JSON.parse(variables.text.value.trim() || "{}") : {};
    const missing = (known?.variables ?? []).filter((each) => !Object.hasOwn(given, each.name) && !each.hasDefault);
    chips.hidden = !isValid || missing.length === 0;
    replace(chips, missing.map((each) => {
      const isRequired = each.type.endsWith("!");
      return h("button.small", {
        type: "button", class: isRequired && "explorer-required", title: isRequired ? "Required" : "Optional", onclick: () => insertVariable(each),
      }, `+ ${each.name}: ${each.type}`);
    }));
  }

  function insertVariable({ name, type }) {
    const text = variables.text.value.trimEnd() || "{}";
    const kept = text.slice(0, -1).trimEnd();
    const value = placeholder(type);
    const before = `${kept}${kept.endsWith("{") ? "" : ","}\n  ${JSON.stringify(name)}: `;
    // The caret goes between the brackets or quotes; other values are selected.
    const inside = value.length === 2 ? 1 : 0;
    variables.edit(0, variables.text.value.length, `${before}${value}\n}`, before.length + inside, before.length + (inside || value.length));
  }

  function prettify() {
    const { problems } = checkVariables(variables.text.value);
    if (problems.length === 0 && variables.text.value.trim()) variables.setValue(JSON.stringify(JSON.parse(variables.text.value), null, 2));
    editor.setValue(prettyDocument(editor.text.value));
  }

  // Running

  async function run(isAtCaret) {
    if (running) return;
    const caret = editor.text.selectionStart;
    const atCaret = operations.findIndex((each) => each.start <= caret && caret <= each.end);
    if (isAtCaret && atCaret >= 0) choose(atCaret);
    const operation = operations[chosen];
    if (!operation) return result.refuse("The document has no operation.");
    const own = checkHeaders(headers.text.value);
    for (const [id, { problems: [problem] }, input] of [["variables", checkVariables(variables.text.value), variables], ["headers", own, headers]]) {
      if (!problem) continue;
      lower.select(id);
      input.select(problem.start, problem.end);
      return result.refuse(`Check the ${id}. ${problem.message}`);
    }
    const sessionName = session.value.trim();
    const text = variables.text.value.trim();
    const body = { query: editor.text.value, operationName: operation.name ?? undefined, variables: text ? JSON.parse(text) : undefined };
    const accept = operation.kind === "subscription" ? "text/event-stream"
      : operation.isIncremental ? "multipart/mixed;deferSpec=20220824, application/json" : "application/json";
    const sent = { accept, "content-type": "application/json", ...own.headers };
    if (sessionName && sessionName !== "default") sent[store.info.sessionHeader] = encodedSession(sessionName);
    const entry = {
      endpoint: endpoint.name, query: body.query, variables: variables.text.value, session: sessionName, time: Date.now(),
      title: operation.name ? `${operation.kind} ${operation.name}` : shorten(body.query.slice(operation.start, operation.end).replace(/\s+/g, " "), 80),
    };
    const controller = running = new AbortController();
    runButton.textContent = "Stop";
    result.start();
    result.element.scrollIntoView({ block: "nearest" });
    const end = await sendOperation({
      path: `/${enc(endpoint.name)}`, body, headers: sent, signal: controller.signal, onPart: result.part,
      onHead(head) {
        entry.status = head.status;
        result.head(head);
      },
    });
    if (!layout.isConnected) return;
    running = null;
    runButton.textContent = "Run";
    result.end(end);
    entry.milliseconds = end.milliseconds;
    saveRuns((all) => { all.history = [entry, ...all.history].slice(0, 20); });
  }

  // Around the request

  function saveSoon() {
    clearTimeout(saveTimer);
    saveTimer = setTimeout(save, 500);
  }

  function save() {
    saveRuns((all) => { all.drafts[endpoint.name] = { query: editor.text.value, variables: variables.text.value, session: session.value }; });
  }

  function link() {
    const values = new URLSearchParams({ query: editor.text.value });
    if (variables.text.value.trim()) values.set("variables", variables.text.value);
    if (session.value.trim()) values.set("session", session.value.trim());
    return `${location.origin}/${href("explorer", endpoint.name)}?${values}`;
  }

  async function loadSessions() {
    // The names are only suggestions, so errors do not matter.
    const answers = await Promise.allSettled([api.get("v1/sessions"), api.get(`${base}/operations`)]);
    const names = new Set(answers.flatMap(({ value }) => value?.sessions ?? []).map((each) => each.name));
    replace(sessionList, [...names].slice(0, 500).map((value) => h("option", { value })));
  }

  function showHistory() {
    const { history } = savedRuns();
    const dialog = openDialog({
      title: "History", wide: true,
      body: history.length === 0 ? h("p.soft", null, "The last 20 runs of this browser tab are listed here.")
        : h("ol.explorer-history", null, history.map((entry) => h("li", null, h("button", { type: "button", onclick: () => restore(entry, dialog) },
          h("span.soft.mono", null, clockTime(entry.time)), h("strong.ellipsis", null, entry.title),
          h("span.soft.ellipsis", null, entry.endpoint, entry.session && ` · ${entry.session}`),
          h("span.num", null, entry.status ?? "–"), h("span.num.soft", null, duration(entry.milliseconds)))))),
    });
  }

  function restore(entry, dialog) {
    dialog.close();
    if (entry.endpoint !== endpoint.name) {
      saveRuns((all) => { all.drafts[entry.endpoint] = entry; });
      return redirect("explorer", entry.endpoint);
    }
    session.value = entry.session;
    variables.setValue(entry.variables);
    editor.setValue(entry.query);
  }

  // Documentation

  function openDocs() {
    if (docs) return docs.focus();
    const isNarrow = matchMedia("(max-width: 1100px)").matches;
    let remove = () => docs.element.remove();
    docs = docsPanel({
      endpoint: endpoint.name,
      onClose: () => docs.close(),
      onInsert(field) {
        if (isNarrow) docs.close();
        const { selectionStart, selectionEnd, value } = editor.text;
        editor.edit(selectionStart, selectionEnd, (/\w/.test(value[selectionStart - 1] ?? "") ? " " : "") + field);
      },
    });
    docs.close = () => {
      const end = remove;
      if (!docs) return;
      docsButton.setAttribute("aria-expanded", "false");
      layout.classList.remove("explorer-with-docs");
      end();
      docs = null;
      docsButton.focus();
    };
    docsButton.setAttribute("aria-expanded", "true");
    if (isNarrow) {
      const dialog = openDialog({ title: `Schema of ${endpoint.name}`, body: docs.element, onClose: () => docs?.close() });
      dialog.element.classList.add("explorer-sheet");
      remove = () => dialog.element.open && dialog.close();
    } else {
      layout.append(docs.element);
      layout.classList.add("explorer-with-docs");
    }
    docs.focus();
  }

  const unsubscribe = store.subscribe("endpoint", (next) => next !== endpoint.name && redirect("explorer", next));
  return () => {
    unsubscribe();
    clearTimeout(saveTimer);
    save();
    running?.abort();
    docs?.close();
    for (const each of [editor, variables, headers]) each.destroy();
  };
}

// The program decodes percent-encoded names.
function encodedSession(name) {
  return /^[\x20-\x24\x26-\x7e]*$/.test(name) ? name : encodeURIComponent(name);
}
