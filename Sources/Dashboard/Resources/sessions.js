// The sessions with their histories, faults, overrides and listeners.

import { api, enc } from "./api.js";
import { h, replace } from "./dom.js";
import { answersPanel, faultsPanel } from "./faults.js";
import { count, plural } from "./format.js";
import { navigate } from "./router.js";
import { store } from "./store.js";
import { badge, confirmDialog, copyButton, disclosure, empty, errorBox, field, formDialog, selectBox, spinner, tabs, toast } from "./ui.js";

const sessionsShown = 100;

/// Runs an action of the user and shows its error.
async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    toast(error.message, "error");
    return null;
  }
}

/// Shows counts by source as a bar with numbers.
export function countsBar(counts) {
  const entries = Object.entries(counts ?? {}).filter(([, number]) => number > 0);
  const total = entries.reduce((sum, [, number]) => sum + number, 0);
  if (!total) return h("span.soft", null, "No requests");
  const bar = h("div.counts-bar", { "aria-hidden": "true" }, entries.map(([source, number]) => {
    const part = h("span", { dataset: { color: badge(source).dataset.color } });
    part.style.flexGrow = number;
    return part;
  }));
  return h("div.counts", null, bar, h("ul.counts-list", { "aria-label": plural(total, "request") },
    entries.map(([source, number]) => h("li", null, badge(source), " ", h("span.num", null, count(number))))));
}

function historyOf(endpoint) {
  const facts = [
    endpoint.mutations > endpoint.history.length && `the last ${count(endpoint.history.length)} of ${plural(endpoint.mutations, "mutation")}`,
    endpoint.streams > 0 && plural(endpoint.streams, "open stream"), endpoint.changed && "generated data changed",
  ].filter(Boolean);
  return h("section.session-endpoint", null,
    h("h3", null, endpoint.endpoint, h("span.soft", null, ` · state ${endpoint.state ?? "unknown"}${endpoint.exact ? "" : " (inferred)"}`, facts.length > 0 && ` · ${facts.join(" · ")}`)),
    endpoint.history.length
      ? h("ol.session-history", null, endpoint.history.map((mutation) => h("li.mono", null, mutation)))
      : h("p.soft", null, "No mutation since the start."));
}

function sessionCard(session, isReport, reload) {
  const mutations = session.endpoints.reduce((sum, endpoint) => sum + (endpoint.mutations ?? endpoint.history.length), 0);
  const reset = async () => {
    const isSure = await confirmDialog({ title: "Reset the session?", body: `The history and the generated data of ${session.name} start again. Recordings stay.`, action: "Reset" });
    if (!isSure) return;
    await attempt(() => api.post(`sessions/${enc(session.name)}/reset`, {}));
    reload();
  };
  return h("article.session", { "aria-label": session.name },
    h("header.session-head", null,
      h("h2", null, session.name),
      session.isOpen && h("span.chip", null, session.isScope ? "open scope" : "open"),
      session.listener > 0 && h("span.chip", null, `listener ${session.listener}`),
      !isReport && h("span.actions.push", null,
        session.token && h("button.small", { type: "button", "aria-label": `End session ${session.name}`, onclick: () => endDialog(session, reload) }, "End…"),
        h("button.small", { type: "button", "aria-label": `Reset session ${session.name}`, onclick: reset }, "Reset"))),
    countsBar(session.counts),
    session.hasGenerated?.length > 0 && h("p", null, "Generated on a miss: ", session.hasGenerated.join(", ")),
    session.endpoints.length > 0 && disclosure(mutations ? `History: ${plural(mutations, "mutation")}` : "State",
      () => session.endpoints.map(historyOf), false));
}

function endDialog(session, reload) {
  const outcome = selectBox(["passed", "failed", "skipped"].map((name) => [name, name]), "passed");
  formDialog({
    title: `End session ${session.name}?`,
    body: [h("p", null, "The session gets no more requests. While recording, a passed session is saved."), field("Outcome", outcome)],
    action: "End session",
    async run() {
      const answer = await api.post("end", { token: session.token, outcome: outcome.value });
      const reasons = (answer.recorded ?? []).filter((entry) => entry.reason).map((entry) => `${entry.endpoint}: ${entry.reason}`);
      toast([`Ended. ${plural(answer.misses?.length ?? 0, "miss", "misses")}.`, ...reasons].join(" "));
      reload();
    },
  });
}

function beginDialog(reload) {
  const name = h("input", { placeholder: "CartTests/a", autocomplete: "off", spellcheck: "false", onkeydown: (event) => event.key === "Enter" && dialog.button.click() });
  const dialog = formDialog({
    title: "Begin a session",
    body: [h("p", null, "The session is reset. Requests on this port that name no session belong to it until you end it."), field("Name", name)],
    action: "Begin",
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
  const cards = h("div.session-cards");
  const text = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter sessions by name", oninput: draw });
  const number = h("span.soft", { role: "status" });
  let sessions = null;
  let limit = sessionsShown;
  let remark = null;

  function draw() {
    if (!sessions) return;
    const wanted = text.value.toLowerCase();
    const fitting = sessions.filter(({ name }) => name.toLowerCase().includes(wanted));
    replace(number, fitting.length === sessions.length ? plural(sessions.length, "session") : `${count(fitting.length)} of ${plural(sessions.length, "session")}`);
    if (!fitting.length) {
      return replace(cards, sessions.length ? empty("No session matches the filter.") : empty("No sessions yet",
        h("p", null, isReport ? "This run had no sessions." : ["A session begins with its first request. Name it in the header ", h("code", null, store.info?.sessionHeader), ", or begin one here."])));
    }
    replace(cards, remark && h("p.soft", null, remark), fitting.slice(0, limit).map((session) => sessionCard(session, isReport, load)),
      fitting.length > limit && h("button", { type: "button", onclick: () => { limit += 200; draw(); } }, `Show more of ${count(fitting.length)} sessions`));
  }

  async function load() {
    try {
      const answer = await api.get("v1/sessions");
      sessions = answer.sessions;
      remark = answer.remark;
      draw();
    } catch (error) {
      replace(cards, errorBox(error));
    }
  }

  replace(cards, spinner());
  load();
  const panel = h("div", null, h("div.bar", null, text, number, !isReport && h("span.actions.push", null,
    h("button", { type: "button", onclick: load }, "Refresh"), h("button.primary", { type: "button", onclick: () => beginDialog(load) }, "Begin a session…"))), cards);
  // A session that someone reads or that has the focus is not drawn again.
  panel.refresh = () => cards.querySelector("details[open]") || cards.contains(document.activeElement) || load();
  panel.classList.add("refreshable");
  return panel;
}

function listenersPanel() {
  const place = h("div.padded", null, spinner());
  const load = () => api.get("listeners").then(draw, (error) => replace(place, errorBox(error)));
  function draw({ listeners, maximum }) {
    const close = async (listener) => {
      const isSure = await confirmDialog({ title: `Close listener ${listener.listener}?`, body: "Its open sessions end as failed.", action: "Close listener" });
      if (!isSure) return;
      await attempt(() => api.delete(`listeners/${listener.listener}`));
      load();
    };
    replace(place,
      h("p.soft", null, `Ports on which this program answers. Up to ${count(maximum)} can be open besides the main port.`),
      h("div.scroll-x", null, h("table", null,
        h("thead", null, h("tr", null, ["Listener", "URL", "Mode", "Open sessions", ""].map((name) => h("th", { scope: "col" }, name || h("span.sr-only", null, "Actions"))))),
        h("tbody", null, listeners.map((listener) => h("tr", null,
          h("td", null, listener.listener === 0 ? "0 (main)" : listener.listener),
          h("td", null, h("span.actions", null, h("code", null, listener.url), copyButton(listener.url))),
          h("td", null, listener.mode), h("td", null, listener.open.join(", ") || h("span.soft", null, "none")),
          h("td", null, listener.listener > 0 && h("button.small", { type: "button", "aria-label": `Close listener ${listener.listener}`, onclick: () => close(listener) }, "Close"))))))));
  }
  load();
  return place;
}

/// Creates the view.
export function createSessionsView({ isReport, key = "6" } = {}) {
  const items = [{ id: "sessions", label: "Sessions", content: () => sessionsPanel(isReport) }];
  if (!isReport) {
    items.push({ id: "faults", label: "Faults", content: faultsPanel }, { id: "overrides", label: "Overrides", content: answersPanel },
      { id: "listeners", label: "Listeners", content: listenersPanel });
  }
  function mount(root, params) {
    const chosen = (next) => (items.some((item) => item.id === next[0]) ? next[0] : "sessions");
    const content = tabs(items, chosen(params), (id) => navigate("sessions", id));
    replace(root, h("div.sessions", null, items.length > 1 ? content : items[0].content()));
    let shown = chosen(params);
    let before = store.status;
    const unmount = store.subscribe("status", (status) => {
      const hasChanged = before && (before.sessions !== status.sessions || before.recordings !== status.recordings);
      before = status;
      if (hasChanged) root.querySelector(".refreshable")?.refresh();
    });
    unmount.update = (next) => {
      // A click on a tab has shown it already.
      if (chosen(next) !== shown && content.querySelector('[aria-selected="true"]')?.id.endsWith(`-${chosen(next)}`) === false) content.select(chosen(next));
      shown = chosen(next);
      return true;
    };
    return unmount;
  }
  return { id: "sessions", title: "Sessions", key, mount };
}

export const sessionsView = createSessionsView();
