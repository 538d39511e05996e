// The view in which people write and run operations.

import { api, enc } from "./api.js";
import { docsPanel } from "./docs.js";
import { h, replace, uniqueId } from "./dom.js";
import { codeEditor } from "./editor.js";
import { byteCount, clockTime, duration, plural } from "./format.js";
import { jsonTree } from "./json.js";
import { href, redirect, setQuery } from "./router.js";
import { incrementalResult, partSummary, sendOperation } from "./run.js";
import { store } from "./store.js";
import { documentOperations, prettyDocument } from "./tokens.js";
import { badge, copyButton, empty, errorBox, openDialog, spinner, tabs, toast } from "./ui.js";

const historyLimit = 20;
const shownParts = 500;
const shownText = 200_000;
const storageKey = "understudy-explorer";
const firstDocument = "# Ctrl-Space: suggestions. Ctrl-Enter: run.\n{\n  __typename\n}\n";
// Browsers replace or drop these headers.
const browserHeaders = /^(accept-charset|accept-encoding|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|te|trailer|transfer-encoding|upgrade|user-agent|via|proxy-.*|sec-.*)$/i;

// Headers may be credentials, so they stay in memory.
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
    // The storage is full or switched off. Then a reload loses the draft.
  }
}

function checkVariables(text) {
  const problem = (message, start, end) => ({ problems: [{ message, start, end }], note: null });
  if (text.trim() === "") return { problems: [], note: null };
  try {
    const value = JSON.parse(text);
    if (value !== null && typeof value === "object" && !Array.isArray(value)) return { problems: [], note: null };
    return problem("Variables must be a JSON object.", 0, text.length);
  } catch (error) {
    const position = /position (\d+)/.exec(error.message);
    const place = /line (\d+) column (\d+)/.exec(error.message);
    let start = text.length;
    if (position) start = Number(position[1]);
    else if (place) start = text.split("\n").slice(0, place[1] - 1).join("\n").length + Number(place[2]) - (place[1] === "1" ? 1 : 0);
    return problem(error.message, start, start + 1);
  }
}

/// Returns the headers of "Name: value" lines, and the problems in them.
function parsedHeaders(text) {
  const headers = {};
  const problems = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const end = start + line.length;
    const [, name, value] = /^([^:]*):(.*)$/.exec(line) ?? [null, line, null];
    let message = null;
    if (line.trim() === "") message = null;
    else if (value === null || !/^[\w!#$%&'*+.^`|~-]+$/.test(name.trim())) message = "Write each header as \"Name: value\".";
    else if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) message = "A header cannot have these characters.";
    else if (browserHeaders.test(name.trim())) message = `Browsers do not let a page send ${name.trim()}.`;
    else headers[name.trim().toLowerCase()] = value.trim();
    if (message) problems.push({ message, start, end });
    start = end + 1;
  }
  return { headers, problems };
}

function placeholder(type) {
  if (type.startsWith("[")) return "[]";
  if (/^(Int|Float)\b/.test(type)) return "0";
  if (/^Boolean\b/.test(type)) return "false";
  return /(Input|Filter|Where|Order)!?$/.test(type) ? "{}" : '""';
}

function resultPanel() {
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
    replace(line);
    replace(partList);
    partList.hidden = true;
    replace(body, message);
  }

  const isEvents = () => /event-stream/.test(head.type);

  function drawLine() {
    const header = (name) => head?.headers.find(([key]) => key === name)?.[1];
    const source = header("understudy-source");
    const state = header("understudy-state");
    replace(line,
      head && h("span.run-status", { dataset: { color: head.status < 400 ? "green" : "red" } }, head.status),
      source && badge(source === "fake" ? "generated" : source),
      state && h("span.chip.ellipsis", { title: `State: ${state}` }, "state ", state),
      h("span.soft", null, finish ? duration(finish.milliseconds) : head ? "Receiving…" : "Waiting for the answer…"),
      finish && h("span.soft", null, byteCount(finish.bytes)),
      head?.isStream && h("span.soft", null, plural(count, isEvents() ? "event" : "part")),
      finish && { stopped: "Stopped", cut: "Cut", failed: "Failed" }[finish.end]);
    if (finish) spoken.textContent = [...line.children].map((node) => node.textContent).join(", ");
  }

  function drawBody() {
    const shown = chosen ?? (merged?.value() ? { value: merged.value() } : latest);
    const problem = finish?.message && errorBox(finish.message);
    if (!shown) return finish && replace(body, problem || h("p.soft", null, "No content."));
    const text = () => shown.text ?? JSON.stringify(shown.value, null, 2);
    const notJSON = () => h("p.soft", null, "The answer is not JSON.");
    const group = tabs([
      { id: "tree", label: "Tree", content: () => (shown.value === undefined ? notJSON() : jsonTree(shown.value, { open: 4, label: "Answer" })) },
      { id: "text", label: "Text", content: () => cutText(text()) },
      { id: "headers", label: "Headers", content: () => h("dl.run-headers", null, head.headers.map(([name, value]) => [h("dt", null, name), h("dd", null, value)])) },
    ], shown.value === undefined && tab === "tree" ? "text" : tab, (id) => { tab = id; });
    group.firstChild.append(copyButton(text));
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
    const row = h("li", null, h("button", { type: "button", "aria-pressed": String(part === chosen), onclick() {
      chosen = part;
      for (const each of partList.children) each.firstChild.setAttribute("aria-pressed", String(each === row));
      drawBody();
    } }, h("span.num.soft", null, time), h("span.ellipsis", null, label)));
    return row;
  }

  clear(h("p.soft", null, "Run an operation to see its answer here."));
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
      if (!isEvents()) merged = incrementalResult();
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
  const node = h("pre.run-text", { tabindex: "0", "aria-label": "Text of the answer" }, text.slice(0, shownText));
  if (text.length <= shownText) return node;
  const more = h("button.small", { type: "button", onclick: () => more.remove() || replace(node, text) }, `Show all ${byteCount(text.length)}`);
  return [node, more];
}

/// The view.
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
  const saved = savedRuns().drafts[endpoint.name] ?? {};
  const isLink = query?.has("query");
  const draft = {
    query: query?.get("query") ?? saved.query ?? firstDocument,
    variables: query?.get("variables") ?? (isLink ? "" : saved.variables ?? ""),
    session: query?.get("session") ?? (isLink ? "" : saved.session ?? ""),
  };
  // From here on the draft is kept in the storage. The link's text must not replace later changes.
  for (const key of ["query", "variables", "session"]) setQuery(key, "");

  let operations = [];
  let checked = [];
  let chosen = null;
  let running = null;
  let docs = null;
  let saveTimer = 0;

  const editor = codeEditor({
    label: "Operation", value: draft.query, onRun: () => run(true), onChange: changed,
    async check(text) {
      if (text.trim() === "") return { problems: [], note: null };
      const answer = await api.post(`${base}/validate`, { document: text });
      checked = answer.operations;
      drawChips();
      return { problems: answer.problems, note: null };
    },
    complete: (text, position) => api.post(`${base}/complete`, { document: text, position }),
  });
  const variables = codeEditor({
    label: "Variables, as JSON", value: draft.variables, language: "json", onRun: () => run(), check: checkVariables,
    onChange: () => (drawChips(), saveSoon()),
  });
  const headers = codeEditor({
    label: "Headers, one in a line", value: draftHeaders.get(endpoint.name) ?? "", language: "headers", onRun: () => run(),
    check: (text) => ({ problems: parsedHeaders(text).problems, note: text.trim() ? null : "One header in a line, such as Authorization: Bearer …" }),
    onChange: (text) => draftHeaders.set(endpoint.name, text),
  });
  const sessionList = h("datalist", { id: uniqueId("sessions") });
  const session = h("input.explorer-session", {
    list: sessionList.id, placeholder: "default", value: draft.session, oninput: saveSoon, onfocus: loadSessions, spellcheck: "false",
    title: `Sent as ${store.info.sessionHeader}`,
  });
  const chooser = h("select", { "aria-label": "Operation to run", onchange: () => { chosen = Number(chooser.value); drawChips(); } });
  const runButton = h("button.primary", { type: "button", title: "Ctrl-Enter", onclick: () => (running ? running.abort() : run()) }, "Run");
  const docsButton = h("button", { type: "button", "aria-expanded": "false", onclick: () => (docs ? closeDocs() : openDocs()) }, "Docs");
  const chips = h("div.explorer-chips", { hidden: true });
  const result = resultPanel();
  const lower = h("div.explorer-lower");
  const lowerTabs = tabs([
    { id: "variables", label: "Variables", content: () => [chips, variables.element] },
    { id: "headers", label: "Headers", content: headers.element },
  ]);
  lower.append(lowerTabs);
  const layout = h("div.explorer", null,
    h("div.bar", null, runButton, chooser,
      h("label.explorer-label", null, "Session", session), sessionList,
      h("span.explorer-actions", null,
        h("button", { type: "button", onclick: prettify }, "Prettify"),
        copyButton(link, "Copy link"),
        h("button", { type: "button", onclick: showHistory }, "History"), docsButton)),
    h("section.explorer-write", { "aria-label": "Request" }, editor.element,
      !endpoint.hasSchema && h("p.explorer-hint", null, "No schema: only the syntax is checked. Suggestions come from the recordings. ",
        h("button.link", { type: "button", onclick: openDocs }, "Add a schema")),
      lower),
    result.element);
  root.append(layout);
  changed(draft.query);

  // Operation and variables

  function changed(text) {
    operations = documentOperations(text);
    if (chosen === null || chosen >= operations.length) chosen = operations.length > 0 ? 0 : null;
    chooser.hidden = operations.length < 2;
    replace(chooser, operations.map((each, index) => h("option", { value: String(index) }, `${each.kind} ${each.name ?? `#${index + 1}`}`)));
    chooser.value = String(chosen);
    saveSoon();
  }

  function drawChips() {
    const operation = operations[chosen];
    const known = checked.length === operations.length ? checked[chosen] : checked.find((each) => each.name === operation?.name);
    let given = {};
    try {
      given = JSON.parse(variables.value || "{}") ?? {};
    } catch {
      given = null;
    }
    const missing = given === null ? [] : (known?.variables ?? []).filter((each) => !Object.hasOwn(given, each.name) && !each.hasDefault)
      .sort((a, b) => b.type.endsWith("!") - a.type.endsWith("!"));
    chips.hidden = missing.length === 0;
    replace(chips, missing.map((each) => {
      const isRequired = each.type.endsWith("!");
      return h("button.small", { type: "button", class: isRequired && "explorer-required", title: isRequired ? "Required. Insert it." : "Optional. Insert it.",
        onclick: () => insertVariable(each) }, `+ ${each.name}: ${each.type}`);
    }));
  }

  function insertVariable({ name, type }) {
    const text = variables.value;
    const value = placeholder(type);
    const member = `  ${JSON.stringify(name)}: `;
    const end = text.lastIndexOf("}");
    const kept = end < 0 ? "" : text.slice(0, end).trimEnd();
    const before = end < 0 ? "{\n" : `${kept.endsWith("{") ? "" : ","}\n`;
    const caret = kept.length + before.length + member.length + (value.length === 2 ? 1 : 0);
    variables.edit(kept.length, Math.max(end, text.length * (end < 0)), `${before}${member}${value}\n${end < 0 ? "}" : ""}`, caret, value.length === 2 ? caret : caret + value.length);
  }

  function prettify() {
    const pretty = prettyDocument(editor.value);
    if (pretty !== editor.value) editor.edit(0, editor.value.length, pretty, 0);
    try {
      if (variables.value.trim()) variables.setValue(JSON.stringify(JSON.parse(variables.value), null, 2));
    } catch {
      lowerTabs.select("variables");
    }
  }

  // Running

  async function run(isAtCaret) {
    if (running) return;
    if (isAtCaret && operations.length > 1) {
      const caret = editor.text.selectionStart;
      const at = operations.findIndex((each) => each.start <= caret && caret <= each.end);
      if (at >= 0) chosen = at;
      chooser.value = String(chosen);
      drawChips();
    }
    const operation = operations[chosen];
    const badVariables = checkVariables(variables.value).problems[0];
    const own = parsedHeaders(headers.value);
    if (!operation) return result.refuse("The document has no operation.");
    for (const [id, problem, each] of [["variables", badVariables, variables], ["headers", own.problems[0], headers]]) {
      if (!problem) continue;
      lowerTabs.select(id);
      each.select(problem.start, problem.end);
      return result.refuse(`${id === "headers" ? "Headers" : "Variables"}: ${problem.message}`);
    }
    const body = { query: editor.value };
    if (operation.name) body.operationName = operation.name;
    if (variables.value.trim()) body.variables = JSON.parse(variables.value);
    const accept = operation.kind === "subscription" ? "text/event-stream"
      : operation.isIncremental ? "multipart/mixed;deferSpec=20220824, application/json" : "application/json";
    const sent = { accept, "content-type": "application/json", ...own.headers };
    const sessionName = session.value.trim();
    if (sessionName && sessionName !== "default") sent[store.info.sessionHeader.toLowerCase()] = encodedSession(sessionName);
    const controller = running = new AbortController();
    runButton.textContent = "Stop";
    result.start();
    result.element.scrollIntoView({ block: "nearest" });
    const entry = {
      endpoint: endpoint.name, query: body.query, variables: variables.value, session: sessionName, time: Date.now(),
      title: `${operation.kind} ${operation.name ?? ""}`.trim(),
    };
    const end = await sendOperation({
      path: `/${enc(endpoint.name)}`, body, headers: sent, signal: controller.signal,
      onHead(head) {
        entry.status = head.status;
        result.head(head);
      },
      onPart: result.part,
    });
    running = null;
    if (controller.isDropped) return;
    runButton.textContent = "Run";
    result.end(end);
    entry.milliseconds = end.milliseconds;
    saveRuns((all) => { all.history = [entry, ...all.history].slice(0, historyLimit); });
  }

  // Around the request

  function saveSoon() {
    clearTimeout(saveTimer);
    saveTimer = setTimeout(save, 500);
  }
  function save() {
    clearTimeout(saveTimer);
    saveRuns((all) => { all.drafts[endpoint.name] = { query: editor.value, variables: variables.value, session: session.value }; });
  }

  function link() {
    const values = new URLSearchParams({ query: editor.value });
    if (variables.value.trim()) values.set("variables", variables.value);
    if (session.value.trim()) values.set("session", session.value.trim());
    return `${location.origin}/${href("explorer", endpoint.name)}?${values}`;
  }

  async function loadSessions() {
    try {
      const [open, recorded] = await Promise.all([api.get("v1/sessions"), api.get(`${base}/operations`)]);
      const names = new Set([...open.sessions, ...recorded.sessions].map((each) => each.name));
      replace(sessionList, [...names].slice(0, 500).map((each) => h("option", { value: each })));
    } catch {
      // The names are only suggestions.
    }
  }

  function showHistory() {
    const entries = savedRuns().history;
    const dialog = openDialog({
      title: "History", wide: true,
      body: entries.length === 0 ? h("p.soft", null, "The last 20 runs of this browser tab are listed here. There are none yet.")
        : h("ol.explorer-history", null, entries.map((entry) => h("li", null, h("button", { type: "button", onclick: () => restore(entry, dialog) },
          h("span.soft.mono", null, clockTime(entry.time)), h("strong.ellipsis", null, entry.title), h("span.soft.ellipsis", null, entry.endpoint, entry.session && ` · ${entry.session}`),
          h("span.num", null, entry.status ?? "–"), h("span.num.soft", null, duration(entry.milliseconds)))))),
    });
  }

  function restore(entry, dialog) {
    dialog.close();
    if (entry.endpoint !== endpoint.name) {
      saveRuns((all) => { all.drafts[entry.endpoint] = entry; });
      return redirect("explorer", entry.endpoint);
    }
    editor.setValue(entry.query);
    variables.setValue(entry.variables);
    session.value = entry.session;
    toast("Restored. Headers are not part of the history.");
  }

  // Documentation

  function openDocs() {
    if (docs) return docs.panel.focus();
    const isNarrow = matchMedia("(max-width: 1100px)").matches;
    const panel = docsPanel({ endpoint: endpoint.name, onClose: closeDocs, onInsert: (field) => {
      if (isNarrow) closeDocs();
      const before = editor.value[editor.text.selectionStart - 1] ?? "";
      editor.insert((/\w/.test(before) ? " " : "") + field);
    } });
    docsButton.setAttribute("aria-expanded", "true");
    if (isNarrow) {
      const dialog = openDialog({ title: `Schema of ${endpoint.name}`, body: panel.element, wide: true, onClose: () => docs && closeDocs() });
      dialog.element.classList.add("explorer-sheet");
      docs = { panel, remove: dialog.close };
    } else {
      layout.append(panel.element);
      layout.classList.add("explorer-with-docs");
      docs = { panel, remove: () => layout.classList.remove("explorer-with-docs") || panel.element.remove() };
    }
    panel.focus();
  }

  function closeDocs() {
    const { remove } = docs;
    docs = null;
    remove();
    docsButton.setAttribute("aria-expanded", "false");
    docsButton.focus();
  }

  const unsubscribe = store.subscribe("endpoint", (next) => next !== endpoint.name && redirect("explorer", next));
  return () => {
    unsubscribe();
    save();
    if (running) running.isDropped = true;
    running?.abort();
    for (const each of [editor, variables, headers]) each.destroy();
    if (docs) closeDocs();
  };
}

// The program decodes percent-encoded names.
function encodedSession(name) {
  return /^[\x20-\x24\x26-\x7e]*$/.test(name) ? name : encodeURIComponent(name);
}
