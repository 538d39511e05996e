// An operation with its recorded answers.

import { h, replace } from "./dom.js";
import { api, enc } from "./api.js";
import { copyButton, disclosure, empty } from "./ui.js";
import { highlightGraphQL, jsonTree } from "./json.js";
import { plural, shorten } from "./format.js";
import { answerView, headerList, readOnlyReason } from "./answers.js";
import { breadcrumb, debounced, loadInto, pageHeading, pagedItems, usedMark, variablesText } from "./records.js";

/// Shows the operation of a folder. `file` is the recording to open.
export function operationPage(root, endpoint, folder, file) {
  const content = h("div");
  const heading = pageHeading(folder);
  replace(root, h("div.records", null,
    h("div.records-head", null, breadcrumb([["Recordings", "recordings"], [endpoint, "recordings", endpoint]], heading)), content));
  return loadInto(content, "Loading the operation…",
    () => api.get(`v1/endpoints/${enc(endpoint)}/operations/${enc(folder)}`), (operation) => {
      heading.textContent = operation.title;
      const reason = readOnlyReason();
      replace(content,
        reason && h("p.hint", null, reason),
        h("div.operation", null,
          h("section.operation-document", { "aria-label": "Document" },
            h("div.section-head", null, h("h3", null, "Document"), copyButton(operation.document, "Copy")),
            h("pre.code-block", { tabindex: 0, "aria-label": "Document" }, highlightGraphQL(operation.document)),
            h("p.soft", null, h("code", null, `${endpoint}/${operation.folder}`))),
          h("div.operation-answers", null, unnamedPart(endpoint, operation, file), sessionsPart(endpoint, operation, file))));
      content.querySelector("[data-target]")?.scrollIntoView({ block: "start" });
    });
}

// A list with a filter, once it is long enough to need one.
function filteredPart(title, items, textOf, render) {
  const list = h("div.record-list");
  const place = h("div");
  const show = (text) => {
    const found = text ? items.filter((item) => textOf(item).toLowerCase().includes(text.toLowerCase())) : items;
    list.replaceChildren();
    replace(place, list, pagedItems(list, found, render, 50), !found.length && h("p.soft", null, "Nothing matches this filter."));
  };
  show("");
  const filter = items.length > 8 && h("input", {
    type: "search", placeholder: "Filter", "aria-label": `Filter: ${title}`, oninput: debounced((event) => show(event.target.value.trim())),
  });
  return h("section", { "aria-label": title }, h("div.section-head", null, h("h3", null, title), filter), place);
}

function unnamedPart(endpoint, { recordings }, file) {
  if (!recordings.length) return null;
  const sorted = file ? [...recordings].sort((a, b) => (b.file === file) - (a.file === file)) : recordings;
  return filteredPart(plural(recordings.length, "recording"), sorted,
    (recording) => `${variablesText(recording.variables)} ${recording.identity} ${recording.file}`,
    (recording, index) => recordingCard(endpoint, recording, recording.file === file || (!file && index === 0 && recordings.length < 9), recording.file === file));
}

function recordingCard(endpoint, recording, isOpen, isTarget) {
  const answers = recording.states.reduce((sum, state) => sum + state.answers.length, 0);
  const card = disclosure(
    h("span.card-summary", null,
      h("code.card-title", null, shorten(variablesText(recording.variables), 300)),
      h("span.card-facts", null, h("span", null, recording.identity), h("span", null, plural(answers, "answer")), usedMark(recording.used))),
    () => [
      h("p.file-line", null, h("code", null, recording.file), copyButton(recording.file, "Copy path")),
      variablesPart(recording.variables),
      recording.headers.length > 0 && disclosure(plural(recording.headers.length, "request header"), () => headerList(recording.headers), true),
      recording.states.map((state) => statePart(endpoint, state)),
    ], isOpen);
  card.classList.add("card");
  if (isTarget) card.dataset.target = "";
  return card;
}

function variablesPart(variables) {
  return Object.keys(variables ?? {}).length > 0
    && disclosure("Variables", () => jsonTree(variables, { open: 3, label: "Variables" }));
}

function statePart(endpoint, state) {
  const after = state.history.length
    ? h("div", null, "After:", h("ol.mutation-steps", null, state.history.map((mutation) => h("li", null, h("code", null, mutation)))))
    : null;
  return h("section.state", { "aria-label": `State ${state.name}` },
    h("div.state-head", null, h("h4", null, "State ", h("code", null, state.name)),
      state.next && h("span.soft", null, "→ next state ", h("code", null, state.next)),
      state.isOverlapped && h("span.chip", { title: "A mutation was running at the same time." }, "overlapped")),
    after, state.answers.map((answer) => answerView(endpoint, answer)));
}

function sessionsPart(endpoint, { sessions, recordings }, file) {
  if (!sessions.length) return recordings.length ? null : empty("No answers are recorded.");
  return filteredPart(plural(sessions.length, "named session"), sessions, (session) => session.name, (session, index) => {
    const isTarget = session.requests.some((request) => request.answers.some((answer) => answer.file === file));
    const isOpen = isTarget || (!recordings.length && sessions.length === 1 && index === 0);
    const card = disclosure(
      h("span.card-summary", null, h("span.card-title", null, session.name),
        h("span.card-facts", null, h("span", null, plural(session.requests.length, "request")))),
      () => session.requests.map((request) => h("section.state", { "aria-label": `Request ${request.number}` },
        h("div.state-head", null, h("h4", null, `Request ${request.number}`), h("span.soft", null, request.identity)),
        h("p", null, h("code", null, shorten(variablesText(request.variables), 1000))),
        request.answers.map((answer) => answerView(endpoint, answer)))), isOpen);
    card.classList.add("card");
    if (isTarget) card.dataset.target = "";
    return card;
  });
}
