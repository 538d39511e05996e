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
import { appendPages, bullets, codeBlock, copyBlock, disclosure, empty, errorBox, section, showLoaded } from "./ui.js";

const relations = {
  sameRequest: "The same request", sameOperation: "The same operation", sameName: "Another operation of this name",
  similar: "A similar operation",
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

const code = (text) => h("code", text);
const jsonCode = (json) => code(json === undefined ? "missing" : JSON.stringify(json));
const bothSides = (recorded, asked) => [": recorded ", recorded, ", this request ", asked];

const differenceTexts = {
  variable: ({ path, recorded, asked }) => ["Variable ", code(path), bothSides(jsonCode(recorded), jsonCode(asked))],
  selectionNotRecorded: ({ path }) => ["This request selects ", code(path), ". The recording does not."],
  selectionNotAsked: ({ path }) => ["The recording selects ", code(path), ". This request does not."],
  selectionOrder: () => "The fields are in another order.",
  declaration: ({ recorded, asked }) => ["Variable declaration", bothSides(code(recorded), code(asked))],
  identity: ({ recorded, asked }) => ["User", bothSides(code(recorded), code(asked))],
  header: ({ name, recorded, asked }) => [
    "Header ", code(name), bothSides(code(recorded.join(", ")), asked === null ? "without it" : code(asked)),
  ],
};

function differencesPart({ difference, missing = [], state, recorded, invalid, otherUser, conflict, exhausted }) {
  const lines = difference.map((each) => differenceTexts[each.kind](each));
  if (invalid) lines.unshift(["The schema does not allow it: ", invalid]);
  if (otherUser) lines.push(["Another user's recording has all its fields: ", code(otherUser.recording)]);
  if (conflict) lines.push(["Recordings of other queries have different values at ", code(conflict), "."]);
  if (exhausted) lines.push(`All ${exhausted} recorded answers were given.`);
  if (missing.length) {
    const fields = missing.map((path, index) => [index > 0 && ", ", code(path)]);
    lines.push(["No recording has ", missing.length === 1 ? "this field: " : "these fields: ", fields]);
  }
  if (state) lines.push(stateReasons[state.reason] ?? state.reason);
  if (!lines.length) lines.push(recorded ? "The request equals the recording." : "Nothing similar is recorded.");
  return section("Why it missed", null, bullets(lines));
}

function fixPart(miss, isReport) {
  const makers = { record: recordButton, generate: generateButton, pin: pinButton };
  const { command, rules, actions } = miss;
  return section("What to do", null,
    !isReport && h("div.actions", Object.keys(makers).map((name) => actions.includes(name) && makers[name](miss))),
    command && [h("p", "To record it, run:"), copyBlock(command, "Copy command")],
    rules && [
      h("p", "If the client generates this value, add this to ", code(rules.file), ":"),
      copyBlock(rules.lines.join("\n"), "Copy lines"),
    ]);
}

function comparisonPart({ sent, recorded }, isReport) {
  if (!recorded) {
    return [
      sent.document && section("Document", null, codeBlock("Document", highlightGraphQL(sent.document))),
      section("Variables", null, jsonTree(sent.variables, { open: 3, label: "Variables" })),
    ];
  }
  const diff = (before, after) => diffView("Recorded", before, "This request", after);
  return [
    section("Nearest recording", null,
      h("p", relations[recorded.relation], recorded.file && [": ", recordingLink(recorded.file, null, isReport)])),
    section("Document", null, sent.document === null
      ? h("p.soft", "The document of this request is no longer kept. Send it again to compare it.")
      : diff(recorded.document, sent.document)),
    section("Variables", null, diff(prettyJSON(recorded.variables), prettyJSON(sent.variables))),
  ];
}

/// Shows two histories beside each other. The mutation between them is marked.
function historiesView({ between, history }, recorded) {
  const lines = diffLines(recorded.history.join("\n"), history.join("\n"));
  const column = (title, side, sign) => {
    const shown = lines.filter(({ kind }) => kind === "same" || kind === side);
    const entries = shown.map(({ kind, text }, index) => {
      const isCause = kind === side && text === between?.mutation;
      return h("li", { class: `${kind === side ? `diff-${side}` : ""} ${isCause ? "cause" : ""}` },
        h("span.diff-sign", kind === side && sign), h("span.soft.num", index + 1),
        h("span.mono", text, isCause && h("span.chip", "differs here")));
    });
    return h("div", h("h4", title), entries.length ? h("ol", entries) : h("p.soft", "No mutation."));
  };
  return h("div.histories", column(`Recorded: ${recorded.name}`, "removed", "−"), column("This session", "added", "+"));
}

function missStatePart(state) {
  if (!state) return null;
  const { between } = state;
  const known = state.recorded.filter(({ history }) => history);
  const shown = known.find(({ name }) => name === between?.nearest) ?? known[0];
  const others = state.recorded.filter((recorded) => recorded !== shown);
  const historyText = (history) => (history ? history.join(" → ") || "no mutation" : "history not known");
  return section("State", null,
    shown ? historiesView(state, shown) : h("p", "The history of the recorded state is not known."),
    between && [
      h("p", code(between.mutation), between.sentBySession
        ? ": this session sent it first. The recording was made without it."
        : ": the recording was made after it. This session did not send it.",
      between.seenToChange && " It was seen to change this answer."),
      between.reasons.length > 0 && bullets(between.reasons),
      between.rule && [
        h("p", "If it never affects this request, add this to endpoint.yaml:"), copyBlock(between.rule, "Copy rule"),
      ],
    ],
    others.length > 0 && disclosure(`Recorded in ${plural(others.length, "other state")}`, () => bullets(
      others.map(({ name, history }) => [h("b", name), ": ", historyText(history)]))));
}

const backLink = () => h("a.miss-back", { href: href("misses") }, "← All misses");
const joined = (...parts) => parts.filter(Boolean).join(" · ");

/// Shows one miss (the JSON of `v1/misses/<number>`).
function missView(miss, requestsId, isReport) {
  const { sessions, identity, following, request } = miss;
  const names = sessions.length > 0 && `session${sessions.length > 1 ? "s" : ""} ${sessions.join(", ")}`;
  return h("article.miss.stack", { "aria-label": `Miss ${miss.number}` },
    h("header", backLink(), h("h2", { tabindex: -1 }, miss.title),
      h("p.soft", joined(miss.endpoint, names, identity !== "anonymous" && `user ${identity}`)),
      following > 0 && h("p", `${plural(following, "later request")} missed because of this one.`),
      request && h("p", h("a", { href: href(requestsId, request) }, "Show the request"))),
    differencesPart(miss), fixPart(miss, isReport), comparisonPart(miss, isReport), missStatePart(miss.state),
    section("Message", null, disclosure("As in the log", () => copyBlock(miss.message, "Copy message"))));
}

function missItem({ number, title, summary, endpoint, sessions, following }, selected) {
  const more = sessions.length > 2 && `${count(sessions.length - 2)} more`;
  return h("li", h("a.miss-item", { href: href("misses", number), "aria-current": number === selected && "true" },
    h("b", title), h("span.soft", summary),
    h("span.soft", joined(endpoint, ...sessions.slice(0, 2), more, following > 0 && `+${count(following)}`))));
}

/// Creates the view. `requests` is the id of the view of the requests.
export function createMissesView({ isReport, requests = "live", key = "2" }) {
  function mount(root, params) {
    const list = h("section.miss-list", { "aria-label": "List of misses" });
    const detail = h("div.scroll");
    const layout = h("div.misses.fill", list, detail);
    let shownCount = -1;
    let selected = 0;
    let listed = { misses: [] };
    replace(root, layout);

    function drawList() {
      const { misses, remark } = listed;
      const items = h("ul");
      appendPages(items, misses, (miss) => missItem(miss, selected), 300, () => `Show more of ${count(misses.length)}`);
      replace(list, items, remark && h("p.soft.miss-item", remark));
      layout.classList.toggle("none", !misses.length);
      layout.classList.toggle("one", selected > 0);
    }

    function noSelection() {
      const { length } = listed.misses;
      const note = length ? "Select a miss to compare it with the nearest recording."
        : isReport ? "Each request of this run had a recording."
          : "When a request has no recording, it appears here beside the nearest one.";
      return empty(length ? plural(length, "miss", "misses") : "No misses", h("p", note));
    }

    async function load() {
      listed = await api.get("v1/misses");
      shownCount = store.status?.misses ?? listed.misses.length;
      drawList();
    }

    async function open(number, isUser) {
      selected = number;
      drawList();
      await showLoaded(detail, () => (!number ? load().then(noSelection) : api.get(`v1/misses/${number}`).then(
        (miss) => missView(miss, requests, isReport),
        (error) => h("article.miss.stack", backLink(), errorBox(error)))));
      if (selected !== number) return;
      detail.scrollTop = 0;
      if (isUser) detail.querySelector("h2")?.focus({ preventScroll: true });
    }

    const unmount = store.subscribe("status", ({ misses }) => {
      if (misses !== shownCount) load().then(() => selected || replace(detail, noSelection()), () => {});
    });
    const first = Number(params[0]) || 0;
    if (first) load().catch(() => {});
    open(first, false);
    unmount.update = (next) => {
      open(Number(next[0]) || 0, true);
      return true;
    };
    return unmount;
  }
  return { id: "misses", title: "Misses", key, mount };
}

export const missesView = createMissesView({});
