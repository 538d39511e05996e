// An operation with its recorded answers.

import { h, replace } from "./dom.js";
import { enc } from "./api.js";
import { codeBlock, copyButton, disclosure, empty, filterInput, pairs } from "./ui.js";
import { highlightGraphQL, jsonTree } from "./json.js";
import { count, plural, shorten } from "./format.js";
import { answerView, readOnlyReason } from "./answers.js";
import { loadInto, pagedList, problemList, recordingParents, showPage, usedMark, variablesText } from "./records.js";

/// Shows the operation of a folder. `file` is the recording to open.
export function operationPage(root, endpoint, folder, file) {
  const content = h("div");
  const heading = showPage(root, recordingParents(endpoint), folder, null, content);
  const path = `v1/endpoints/${enc(endpoint)}/operations/${enc(folder)}`;
  loadInto(content, path, (operation) => {
    const { title, document: text, recordings, sessions, unlisted, problems } = operation;
    const reason = readOnlyReason();
    replace(heading, title);
    // The page must be there to scroll to the recording.
    requestAnimationFrame(() => content.querySelector("[data-target]")?.scrollIntoView());
    return [
      problemList(problems),
      reason && h("p.hint", reason),
      h("div.operation",
        h("section.operation-document", { "aria-label": "Document" },
          h("div.spread", h("h3", "Document"), copyButton(text)), codeBlock("Document", highlightGraphQL(text)),
          h("p.soft", h("code", `${endpoint}/${folder}`))),
        h("div.stack",
          recordings.length > 0 && recordingsPart(endpoint, operation, file),
          sessions.length > 0 && sessionsPart(endpoint, operation, file),
          !recordings.length && !sessions.length && empty("No answers are recorded."),
          unlisted > 0 && h("p.hint", `${count(unlisted)} more are not listed. Use the search to find them.`))),
    ];
  });
}

// A list with a filter, once it is long enough to need one.
function filteredPart(title, items, textOf, render) {
  const place = h("div");
  const show = (text) => {
    const found = items.filter((item) => textOf(item).toLowerCase().includes(text.trim().toLowerCase()));
    replace(place, pagedList("div.stack", found, render, 50),
      !found.length && h("p.soft", "Nothing matches this filter."));
  };
  show("");
  return h("section", { "aria-label": title },
    h("div.spread", h("h3", title), items.length > 8 && filterInput(`Filter: ${title}`, "", show)), place);
}

// A recording or a session. Its content is made when it is opened.
function foldedCard(title, facts, isOpen, isTarget, content) {
  const card = disclosure(h("span.card-summary", h("span.card-title", title),
    h("span.soft.actions", facts.map((fact) => h("span", fact)))), content, isOpen || isTarget);
  card.classList.add("card");
  if (isTarget) card.dataset.target = "";
  return card;
}

function answerGroup(label, head, ...content) {
  return h("div.stack.state", { role: "group", "aria-label": label }, h("div.actions", head), content);
}

function recordingsPart(endpoint, { title, recordings }, target) {
  // The wanted recording is the first one.
  const sorted = [...recordings].sort((a, b) => (b.file === target) - (a.file === target));
  return filteredPart(plural(recordings.length, "recording"), sorted,
    (recording) => `${recording.title} ${variablesText(recording.variables)} ${recording.identity} ${recording.file}`,
    (recording, index) => {
      const { file, variables, identity, headers, states, used } = recording;
      const answers = states.reduce((sum, state) => sum + state.answers.length, 0);
      const isExchange = recording.title !== title;
      const isOpen = !target && !index && recordings.length < 9;
      return foldedCard(h("code", isExchange ? recording.title : shorten(variablesText(variables), 300)),
        [identity, plural(answers, "answer"), usedMark(used)], isOpen, file === target, () => [
          h("div.spread", h("code.soft", file), copyButton(file, "Copy path")),
          Object.keys(variables).length > 0 &&
            disclosure("Variables", () => jsonTree(variables, { open: 3, label: "Variables" })),
          headers.length > 0 && disclosure(plural(headers.length, "request header"), () => pairs(headers), true),
          states.map((state) => statePart(endpoint, state)),
        ]);
    });
}

function statePart(endpoint, { name, history, next, isOverlapped, answers }) {
  return answerGroup(`State ${name}`, [
    h("h4", "State ", h("code", name)),
    next && h("span.soft", "→ next state ", h("code", next)),
    isOverlapped && h("span.chip", { title: "Another mutation was running at the same time." }, "overlapped"),
  ],
  history.length > 0 && h("div", "After:",
    h("ol.steps", history.map((mutation) => h("li", h("code", mutation))))),
  answers.map((answer) => answerView(endpoint, answer)));
}

function sessionsPart(endpoint, { sessions, recordings }, target) {
  return filteredPart(plural(sessions.length, "named session"), sessions, ({ name }) => name, ({ name, requests }) => {
    const isTarget = requests.some(({ answers }) => answers.some(({ file }) => file === target));
    const isOpen = !recordings.length && sessions.length === 1;
    return foldedCard(name, [plural(requests.length, "request")], isOpen, isTarget, () =>
      requests.map(({ number, identity, variables, answers }) => answerGroup(`Request ${number}`,
        [h("h4", `Request ${number}`), h("span.soft", identity)],
        h("p", h("code", shorten(variablesText(variables), 1000))),
        answers.map((answer) => answerView(endpoint, answer)))));
  });
}
