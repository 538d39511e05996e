// The sessions with their histories, faults, overrides and listeners.

import { api, enc } from "./api.js";
import { h, replace } from "./dom.js";
import { answersPanel, faultsPanel } from "./faults.js";
import { count, plural } from "./format.js";
import { navigate } from "./router.js";
import { store } from "./store.js";
import { appendPages, attempt, badge, confirmDialog, copyButton, disclosure, empty, field, filterInput, formDialog, selectBox, showLoaded, tabs, toast } from "./ui.js";

/// Shows counts by source as a bar with numbers.
export function countsBar(counts) {
  const entries = Object.entries(counts).filter(([, number]) => number > 0);
  const total = entries.reduce((sum, [, number]) => sum + number, 0);
  if (!total) return h("span.soft", "No requests");
  const bar = h("div.counts-bar", { "aria-hidden": "true" }, entries.map(([source, number]) => {
    const part = h("span", { dataset: { color: badge(source).dataset.color } });
    part.style.flexGrow = number;
    return part;
  }));
  return [bar, h("ul.actions", { "aria-label": plural(total, "request") },
    entries.map(([source, number]) => h("li", badge(source), " ", h("span.num", count(number)))))];
}

function historyOf({ endpoint, state, exact, history, mutations, streams, changed }) {
  const facts = [
    `state ${state ?? "unknown"}${exact ? "" : " (inferred)"}`,
    mutations > history.length && `the last ${count(history.length)} of ${plural(mutations, "mutation")}`,
    streams > 0 && plural(streams, "open stream"), changed && "generated data changed",
  ];
  return h("section",
    h("h3", endpoint, h("span.soft", facts.filter(Boolean).map((fact) => ` · ${fact}`))),
    history.length ? h("ol.numbered", history.map((mutation) => h("li.mono", mutation)))
      : h("p.soft", "No mutation since the start."));
}

function sessionCard({ name, isOpen, isScope, listener, token, endpoints, counts, hasGenerated }, isReport, reload) {
  const mutations = endpoints.reduce((sum, endpoint) => sum + endpoint.mutations, 0);
  const end = () => endDialog(name, token, reload);
  const reset = async () => {
    const body = `The history and the generated data of ${name} start again. Recordings stay.`;
    if (!await confirmDialog({ title: "Reset the session?", body, action: "Reset" })) return;
    await attempt(() => api.post(`sessions/${enc(name)}/reset`));
    reload();
  };
  return h("article.session.box.stack", { "aria-label": name },
    h("header.actions", h("h2", name), isOpen && h("span.chip", isScope ? "open scope" : "open"),
      listener > 0 && h("span.chip", `listener ${listener}`),
      !isReport && h("span.actions.push",
        token && h("button.small", { "aria-label": `End session ${name}`, onclick: end }, "End…"),
        h("button.small", { "aria-label": `Reset session ${name}`, onclick: reset }, "Reset"))),
    countsBar(counts),
    hasGenerated?.length > 0 && h("p", "Generated on a miss: ", hasGenerated.join(", ")),
    endpoints.length > 0 && disclosure(mutations ? `History: ${plural(mutations, "mutation")}` : "State",
      () => endpoints.map(historyOf)));
}

function endDialog(name, token, reload) {
  const outcome = selectBox(["passed", "failed", "skipped"], "passed");
  formDialog({
    title: `End session ${name}?`, action: "End session",
    body: [
      h("p", "The session gets no more requests. While recording, a passed session is saved."),
      field("Outcome", outcome),
    ],
    async run() {
      const { misses = [], recorded = [] } = await api.post("end", { token, outcome: outcome.value });
      const reasons = recorded.filter(({ reason }) => reason).map(({ endpoint, reason }) => `${endpoint}: ${reason}`);
      toast([`Ended. ${plural(misses.length, "miss", "misses")}.`, ...reasons].join(" "));
      reload();
    },
  });
}

function beginDialog(reload) {
  const onkeydown = (event) => event.key === "Enter" && dialog.button.click();
  const name = h("input", { placeholder: "CartTests/a", autocomplete: "off", spellcheck: "false", onkeydown });
  const dialog = formDialog({
    title: "Begin a session", action: "Begin",
    body: [
      h("p", "The session is reset. Requests on this port that name no session belong to it until you end it."),
      field("Name", name),
    ],
    async run() {
      const session = name.value.trim();
      if (!session) throw new Error("Enter a name.");
      await api.post("begin", { session });
      toast(`Session ${session} is open.`);
      reload();
    },
  });
  name.focus();
}

function sessionsPanel(isReport) {
  const cards = h("div.session-list");
  const text = filterInput("Filter sessions by name", "", () => replace(cards, draw()));
  const number = h("span.soft", { role: "status" });
  let listed = { sessions: [], remark: null };

  function draw() {
    const { sessions, remark } = listed;
    const fitting = sessions.filter(({ name }) => name.toLowerCase().includes(text.value.toLowerCase()));
    const all = plural(sessions.length, "session");
    replace(number, fitting.length < sessions.length && `${count(fitting.length)} of `, all);
    if (!sessions.length) {
      return empty("No sessions yet", h("p", isReport ? "This run had no sessions." : [
        "A session begins with its first request. Name it in the header ", h("code", store.info.sessionHeader),
        ", or begin one here."]));
    }
    if (!fitting.length) return empty("No session matches the filter.");
    const list = h("div.session-cards");
    appendPages(list, fitting, (session) => sessionCard(session, isReport, load), 100,
      () => `Show more of ${count(fitting.length)} sessions`);
    return [remark && h("p.soft", remark), list];
  }

  function load() {
    showLoaded(cards, async () => {
      listed = await api.get("v1/sessions");
      return draw();
    });
  }

  load();
  const panel = h("div.refreshable", h("div.bar", text, number, !isReport && h("span.actions.push",
    h("button", { onclick: load }, "Refresh"),
    h("button.primary", { onclick: () => beginDialog(load) }, "Begin a session…"))), cards);
  // A session that someone reads or that has the focus is not drawn again.
  panel.refresh = () => cards.querySelector("details[open]") || cards.contains(document.activeElement) || load();
  return panel;
}

function listenersPanel() {
  const place = h("div.padded");
  const load = () => showLoaded(place, async () => draw(await api.get("listeners")));

  async function close(listener) {
    const body = "Its open sessions end as failed.";
    if (!await confirmDialog({ title: `Close listener ${listener}?`, body, action: "Close listener" })) return;
    await attempt(() => api.delete(`listeners/${listener}`));
    load();
  }

  function cellsOf({ listener, url, mode, open }) {
    const onclick = () => close(listener);
    return [
      listener || "0 (main)", h("span.actions", h("code", url), copyButton(url)), mode,
      open.join(", ") || h("span.soft", "none"),
      listener > 0 && h("button.small", { "aria-label": `Close listener ${listener}`, onclick }, "Close"),
    ];
  }

  const titles = ["Listener", "URL", "Mode", "Open sessions", h("span.sr-only", "Actions")];
  const draw = ({ listeners, maximum }) => [
    h("p.soft", `Ports on which this program answers. Up to ${count(maximum)} can be open besides the main port.`),
    h("div.scroll-x", h("table",
      h("thead", h("tr", titles.map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", listeners.map((listener) => h("tr", cellsOf(listener).map((cell) => h("td", cell))))))),
  ];
  load();
  return place;
}

/// Creates the view.
export function createSessionsView({ isReport, key = "6" }) {
  const items = [
    { id: "sessions", label: "Sessions", content: () => sessionsPanel(isReport) },
    { id: "faults", label: "Faults", content: faultsPanel },
    { id: "overrides", label: "Overrides", content: answersPanel },
    { id: "listeners", label: "Listeners", content: listenersPanel },
  ];
  function mount(root, params) {
    let shown = params[0] ?? "sessions";
    const content = isReport ? sessionsPanel(true) : tabs(items, shown, (id) => {
      shown = id;
      navigate("sessions", id);
    });
    replace(root, h("div.sessions", content));
    let before = store.status;
    const unmount = store.subscribe("status", (status) => {
      const hasChanged = before && (before.sessions !== status.sessions || before.recordings !== status.recordings);
      before = status;
      if (hasChanged) root.querySelector(".refreshable")?.refresh();
    });
    unmount.update = ([next = "sessions"]) => {
      if (next !== shown) content.select(next);
      shown = next;
      return true;
    };
    return unmount;
  }
  return { id: "sessions", title: "Sessions", key, mount };
}

export const sessionsView = createSessionsView({});
