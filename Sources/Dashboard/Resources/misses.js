// The misses, each beside the nearest recording.

import { api } from "./api.js";
import { diffLines, diffView } from "./diff.js";
import { h, replace } from "./dom.js";
import { count, plural } from "./format.js";
import { highlightGraphQL, jsonTree, prettyJSON } from "./json.js";
import { generateButton, pinButton, recordButton } from "./missactions.js";
import { recordingLink } from "./request.js";
import { href } from "./router.js";
import { store } from "./store.js";
import { copyBlock, disclosure, empty, errorBox, section, spinner } from "./ui.js";

const relations = {
  sameRequest: "the same request", sameOperation: "the same operation", sameName: "another operation of this name",
  similar: "a similar operation",
};

const stateReasons = {
  notRecordedInState: "The request is recorded, but not in this session's state.",
  answersDiffer: "Several recorded histories match this session, with different answers.",
  wholeHistoryCounts: "Only the whole history distinguishes the recorded answers. This history is not recorded.",
  onlyInferred: "The answer could be inferred, but only exact answers are served.",
  overlapped: "It was recorded in this state while a mutation was in flight, and only exact answers are served.",
  otherStart: "The request is recorded only from other starts.",
  unreachable: "The request is recorded only in states that no recorded mutation leads to.",
};

const jsonCode = (json) => h("code", null, json === undefined ? "missing" : JSON.stringify(json));
const inCode = (text) => h("code", null, text);

function differenceText(difference) {
  const { kind, path, recorded, asked, name } = difference;
  switch (kind) {
    case "variable": return ["Variable ", inCode(path), ": recorded ", jsonCode(recorded), ", this request ", jsonCode(asked)];
    case "selectionNotRecorded": return ["This request selects ", inCode(path), ". The recording does not."];
    case "selectionNotAsked": return ["The recording selects ", inCode(path), ". This request does not."];
    case "selectionOrder": return ["The fields are in another order."];
    case "declaration": return ["Variable declaration: recorded ", inCode(recorded), ", this request ", inCode(asked)];
    case "identity": return ["User: recorded ", inCode(recorded), ", this request ", inCode(asked)];
    case "header": return ["Header ", inCode(name), ": recorded ", inCode((recorded ?? []).join(", ")), ", this request ", asked === null ? "without it" : inCode(asked)];
    default: return [inCode(JSON.stringify(difference))];
  }
}

// A report has no summaries of its own.
function missSummary(miss) {
  if (miss.summary) return miss.summary;
  if (miss.difference?.length) return h("span", null, differenceText(miss.difference[0])).textContent;
  return stateReasons[miss.state?.reason] ?? (miss.recorded ? "" : "Nothing similar is recorded.");
}

function differencesPart(miss) {
  const lines = miss.difference.map(differenceText);
  if (miss.missing?.length) {
    lines.push(["No recording has ", miss.missing.length === 1 ? "this field: " : "these fields: ",
      miss.missing.map((path, index) => [index > 0 && ", ", inCode(path)])]);
  }
  if (miss.state) lines.push([stateReasons[miss.state.reason] ?? miss.state.reason]);
  if (!lines.length) lines.push([miss.recorded ? "The request equals the recording." : "Nothing similar is recorded."]);
  return section("Why it missed", null, h("ul.differences", null, lines.map((line) => h("li", null, line))));
}

function fixPart(miss, isReport) {
  const can = (name) => !isReport && miss.actions?.includes(name);
  return section("What to do", null,
    (can("record") || can("generate") || can("pin")) && h("div.actions", null,
      can("record") && recordButton(miss), can("generate") && generateButton(miss), can("pin") && pinButton(miss)),
    miss.command && [h("p", null, "To record it, run:"), copyBlock(miss.command, "Copy command")],
    miss.rules && [h("p", null, "If the client generates this value, add this to ", inCode(miss.rules.file), ":"), copyBlock(miss.rules.lines.join("\n"), "Copy lines")]);
}

function comparisonPart({ sent, recorded }, isReport) {
  if (!recorded) {
    return [
      sent.document && section("Document", null, h("pre.code-block", { tabindex: 0, role: "group", "aria-label": "Document" }, highlightGraphQL(sent.document))),
      section("Variables", null, jsonTree(sent.variables ?? {}, { open: 3, label: "Variables" })),
    ];
  }
  const relation = relations[recorded.relation] ?? recorded.relation;
  return [
    section("Nearest recording", null, h("p", null, `${relation.charAt(0).toUpperCase()}${relation.slice(1)}`,
      recorded.file && [": ", recordingLink(recorded.file, null, isReport)])),
    section("Document", null, diffView("Recorded", (recorded.document ?? "").trimEnd(), "This request", (sent.document ?? "").trimEnd())),
    section("Variables", null, diffView("Recorded", prettyJSON(recorded.variables ?? {}), "This request", prettyJSON(sent.variables ?? {}))),
  ];
}

/// Shows two histories beside each other. The mutation between them is marked.
function historiesView(state, recorded) {
  const { between } = state;
  const lines = diffLines(recorded.history.join("\n"), state.history.join("\n"));
  const column = (title, side) => {
    let number = 0;
    const entries = lines.filter(({ kind }) => kind === "same" || kind === side);
    return h("div.history", null, h("h4", null, title),
      entries.length ? h("ol", null, entries.map(({ kind, text }) => {
        number += 1;
        const isCause = kind !== "same" && text === between?.mutation;
        return h("li", { dataset: { kind }, class: isCause && "cause" },
          h("span.diff-sign", null, kind === "removed" ? "−" : kind === "added" ? "+" : ""), h("span.soft.num", null, number),
          h("span.mono", null, text, isCause && h("span.chip", null, "differs here")));
      })) : h("p.soft", null, "No mutation."));
  };
  return h("div.histories", null, column(`Recorded: ${recorded.name}`, "removed"), column("This session", "added"));
}

function missStatePart(state) {
  if (!state) return null;
  const { between } = state;
  const known = state.recorded.filter(({ history }) => history);
  const shown = known.find(({ name }) => name === between?.nearest) ?? known[0];
  const others = state.recorded.filter((recorded) => recorded !== shown);
  return section("State", null,
    shown ? historiesView(state, shown) : h("p", null, "The history of the recorded state is not known."),
    between && h("p", null, inCode(between.mutation), between.sentBySession
      ? ": this session sent it first. The recording was made without it."
      : ": the recording was made after it. This session did not send it.",
    between.seenToChange && " It was seen to change this answer."),
    between?.reasons?.length > 0 && h("ul.differences", null, between.reasons.map((reason) => h("li", null, reason))),
    between?.rule && [h("p", null, "If it never affects this request, add this to endpoint.yaml:"), copyBlock(between.rule, "Copy rule")],
    others.length > 0 && disclosure(`Recorded in ${plural(others.length, "other state")}`, () => h("ul.differences", null,
      others.map(({ name, history }) => h("li", null, h("b", null, name), ": ", history ? history.join(" → ") || "no mutation" : "history not known")))));
}

/// Shows one miss (the JSON of `v1/misses/<number>`).
function missView(miss, view, isReport) {
  return h("article.miss", { "aria-label": `Miss ${miss.number}` },
    h("header.miss-head", null,
      h("a.miss-back", { href: href("misses") }, "← All misses"),
      h("h2", { tabindex: -1 }, miss.title),
      h("p.soft", null, [miss.endpoint, miss.sessions.length > 0 && `${miss.sessions.length === 1 ? "session" : "sessions"} ${miss.sessions.join(", ")}`, miss.identity && miss.identity !== "anonymous" && `user ${miss.identity}`].filter(Boolean).join(" · ")),
      miss.following > 0 && h("p", null, `${plural(miss.following, "later request")} missed because of this one.`),
      miss.request && h("p", null, h("a", { href: href(view, miss.request) }, "Show the request"))),
    differencesPart(miss),
    fixPart(miss, isReport),
    comparisonPart(miss, isReport),
    missStatePart(miss.state),
    section("Message", null, disclosure("As in the log", () => copyBlock(miss.message ?? "", "Copy message"))));
}

/// Creates the view. `requests` is the id of the view of the requests.
export function createMissesView({ isReport, requests = "live", key = "2" } = {}) {
  function mount(root, params) {
    const items = h("ul");
    const remark = h("div");
    const list = h("section.miss-list", { "aria-label": "List of misses" }, items, remark);
    const detail = h("div.miss-detail");
    let shownCount = -1;
    let selected = 0;
    let limit = 200;
    let misses = [];
    replace(root, h("div.misses", null, list, detail));

    function drawList() {
      replace(items, misses.slice(0, limit).map((miss) => h("li", null, h("a.miss-item", {
        href: href("misses", miss.number), "aria-current": miss.number === selected && "true",
      }, h("b", null, miss.title), h("span.soft", null, missSummary(miss)),
      h("span.soft.miss-where", null, [miss.endpoint, ...miss.sessions.slice(0, 2), miss.sessions.length > 2 && `${count(miss.sessions.length - 2)} more`, miss.following > 0 && `+${count(miss.following)}`].filter(Boolean).join(" · "))))),
      misses.length > limit && h("li", null, h("button", { type: "button", onclick: () => { limit += 500; drawList(); } }, `Show more of ${count(misses.length)}`)));
    }

    async function load() {
      try {
        const answer = await api.get("v1/misses");
        misses = answer.misses;
        replace(remark, answer.remark && h("p.soft.miss-item", null, answer.remark));
      } catch (error) {
        return replace(detail, errorBox(error));
      }
      shownCount = store.status?.misses ?? misses.length;
      root.firstChild?.classList.toggle("none", !misses.length);
      drawList();
      if (!misses.length) {
        replace(detail, empty("No misses", h("p", null, isReport
          ? "Every request of this run was answered."
          : "Every request so far was answered. When a request has no recording, it appears here beside the nearest one.")));
      } else if (!selected) replace(detail, empty(plural(misses.length, "miss", "misses"), h("p", null, "Select a miss to compare it with the nearest recording.")));
    }

    async function open(number, isUser) {
      selected = number;
      root.firstChild.classList.toggle("one", Boolean(number));
      drawList();
      if (!number) return load();
      const timer = setTimeout(() => replace(detail, spinner()), 150);
      let content;
      try {
        content = missView(await api.get(`v1/misses/${number}`), requests, isReport);
      } catch (error) {
        content = h("article.miss", null, h("a.miss-back", { href: href("misses") }, "← All misses"), errorBox(error));
      }
      clearTimeout(timer);
      if (selected !== number) return;
      replace(detail, content);
      detail.scrollTop = 0;
      if (isUser) detail.querySelector("h2")?.focus({ preventScroll: true });
    }

    const unsubscribe = store.subscribe("status", (status) => {
      if (status.misses !== shownCount) load();
    });
    const first = Number(params[0]) || 0;
    load().then(() => first && drawList());
    if (first) open(first, false);
    unsubscribe.update = (next) => {
      open(Number(next[0]) || 0, true);
      return true;
    };
    return unsubscribe;
  }
  return { id: "misses", title: "Misses", key, mount };
}

export const missesView = createMissesView();
