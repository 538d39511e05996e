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

// A recording or a session; its content is made when it is opened.
function foldedCard(title, facts, content, isOpen, isTarget) {
  const summary = h("span.card-summary", null, title, h("span.card-facts", null, facts.map((fact) => h("span", null, fact))));
  const card = disclosure(summary, content, isOpen || isTarget);
  card.classList.add("card");
  if (isTarget) card.dataset.target = "";
  return card;
}

function answerGroup(title, ...content) {
  return h("div.state", { role: "group", "aria-label": title }, content);
}

function unnamedPart(endpoint, { recordings }, file) {
  if (!recordings.length) return null;
  const sorted = file ? [...recordings].sort((a, b) => (b.file === file) - (a.file === file)) : recordings;
  return filteredPart(plural(recordings.length, "recording"), sorted,
    ({ variables, identity, file: name }) => `${variablesText(variables)} ${identity} ${name}`,
    (recording, index) => recordingCard(endpoint, recording, !file && index === 0 && recordings.length < 9, recording.file === file));
}

function recordingCard(endpoint, { file, variables, identity, headers, states, used }, isOpen, isTarget) {
  const answers = states.reduce((sum, state) => sum + state.answers.length, 0);
  return foldedCard(h("code.card-title", null, shorten(variablesText(variables), 300)), [identity, plural(answers, "answer"), usedMark(used)], () => [
    h("p.file-line", null, h("code", null, file), copyButton(file, "Copy path")),
    Object.keys(variables ?? {}).length > 0 && disclosure("Variables", () => jsonTree(variables, { open: 3, label: "Variables" })),
    headers.length > 0 && disclosure(plural(headers.length, "request header"), () => headerList(headers), true),
    states.map((state) => statePart(endpoint, state)),
  ], isOpen, isTarget);
}

function statePart(endpoint, { name, history, next, isOverlapped, answers }) {
  return answerGroup(`State ${name}`,
    h("div.state-head", null, h("h4", null, "State ", h("code", null, name)),
      next && h("span.soft", null, "→ next state ", h("code", null, next)),
      isOverlapped && h("span.chip", { title: "Another mutation was running at the same time." }, "overlapped")),
    history.length > 0 && h("div", null, "After:", h("ol.mutation-steps", null, history.map((mutation) => h("li", null, h("code", null, mutation))))),
    answers.map((answer) => answerView(endpoint, answer)));
}

function sessionsPart(endpoint, { sessions, recordings }, file) {
  if (!sessions.length) return recordings.length ? null : empty("No answers are recorded.");
  return filteredPart(plural(sessions.length, "named session"), sessions, ({ name }) => name, ({ name, requests }) =>
    foldedCard(h("span.card-title", null, name), [plural(requests.length, "request")], () => requests.map((request) =>
      answerGroup(`Request ${request.number}`,
        h("div.state-head", null, h("h4", null, `Request ${request.number}`), h("span.soft", null, request.identity)),
        h("p", null, h("code", null, shorten(variablesText(request.variables), 1000))),
        request.answers.map((answer) => answerView(endpoint, answer)))),
    !recordings.length && sessions.length === 1, requests.some(({ answers }) => answers.some((answer) => answer.file === file))));
}
