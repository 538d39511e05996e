// The requests as they come, or those of a finished run.

import { api } from "./api.js";
import { h, replace } from "./dom.js";
import { clockTime, count, duration, plural } from "./format.js";
import { virtualList } from "./list.js";
import { panelHead, requestPanel } from "./request.js";
import { navigate } from "./router.js";
import { clearRows, store } from "./store.js";
import { attempt, badge, confirmDialog, copyBlock, copyButton, empty, errorBox, filterInput, isShortcut, selectBox, showLoaded, spinner } from "./ui.js";

const noFilter = { text: "", source: "", session: "", endpoint: "" };

/// Creates the view. A report's requests are in order of time, and can be grouped by session. `extraText(row)` is text
/// that the filter also searches.
export function requestsView({ id, title, key, isReport, extraText = () => "" }) {
  // The filter stays when someone visits another view.
  const filter = { ...noFilter };
  const texts = new WeakMap();
  let isGrouped = false;

  function searchText(row) {
    if (!texts.has(row)) {
      const { variables, session, endpoint, source, status, recording, remark } = row;
      const parts = [row.title, variables, session, endpoint, source, status, recording, remark, extraText(row)];
      texts.set(row, parts.join("\n").toLowerCase());
    }
    return texts.get(row);
  }

  function matches(row) {
    return ["source", "session", "endpoint"].every((name) => !filter[name] || row[name] === filter[name])
      && (!filter.text || filter.text.toLowerCase().split(/\s+/).every((word) => searchText(row).includes(word)));
  }

  function mount(root, params) {
    let paused = false;
    let waiting = 0;
    let shown = [];
    let selected = 0;
    let shownNothing = null;

    // Outside a report, the newest row is on top.
    const flipped = (index) => (isReport ? index : shown.length - 1 - index);
    const at = (index) => shown[flipped(index)];
    const list = virtualList({
      rowHeight: 27, count: 0, label: title,
      render: (index) => ("group" in at(index) ? groupRow(at(index)) : requestRow(at(index))),
      rowClass: (index) => ("group" in at(index) ? "group" : ""),
      onOpen: (index) => "group" in at(index) || navigate(id, at(index).number),
    });
    const columns = h("div.live-row.live-columns", { "aria-hidden": "true" },
      ["Time", "Source", "Operation", "Endpoint", "Session", "Status", "Duration"].map((name) => h("span", name)));
    const nothing = h("div.scroll");
    const panel = h("aside.live-panel", { "aria-label": "Details" });
    const split = h("div.split", h("div.live-list", columns, list.element, nothing), panel);
    const text = filterInput("Filter by text", filter.text, (value) => filterBy("text", value));
    const boxes = ["source", "session", "endpoint"].map((name) => {
      const box = selectBox([["", `All ${name}s`]], "", (value) => filterBy(name, value), `Filter by ${name}`);
      box.name = name;
      return box;
    });
    const number = h("span.soft.num", { role: "status" });
    const pause = h("button", { title: "Pause (p)", onclick: () => setPaused(!paused) });
    const group = h("button", { onclick: toggleGroups }, "Group by session");
    replace(root, h("div.live.fill", { class: store.info.endpoints.length < 2 && "one-endpoint" },
      h("div.bar", text, boxes,
        h("span.push.actions", number, isReport ? group : [pause, h("button", { onclick: clear }, "Clear")])),
      split));

    function filterBy(name, value) {
      filter[name] = value;
      refilter();
    }

    function resetFilter() {
      Object.assign(filter, noFilter);
      text.value = "";
      for (const box of boxes) box.value = "";
      refilter();
      text.focus();
    }

    function refilter() {
      shown = store.rows.filter(matches);
      if (isGrouped) {
        const groups = Map.groupBy(shown, ({ session }) => session);
        shown = [...groups].flatMap(([name, rows]) => [{ group: name, size: rows.length }, ...rows]);
      }
      waiting = 0;
      list.update(shown.length);
      mark();
      draw();
    }

    function receive(added) {
      if (!added) return refilter();
      if (paused) waiting += added.length;
      else {
        const fitting = added.filter(matches);
        const first = store.rows[0].number;
        const kept = shown.filter((row) => row.number >= first);
        const isChanged = fitting.length > 0 || kept.length < shown.length;
        shown = kept.concat(fitting);
        if (isChanged) list.update(shown.length, fitting.length);
      }
      draw();
    }

    function mark() {
      const index = shown.findIndex((row) => row.number === selected);
      list.select(index < 0 ? -1 : flipped(index));
      return index < 0 ? -1 : flipped(index);
    }

    function draw() {
      const [all, requests] = [store.rows.length, shown.filter((row) => row.number).length];
      replace(number, requests < all && `${count(requests)} of `, plural(all, "request"),
        store.unlisted > 0 && ` · ${count(store.unlisted)} not listed`);
      replace(pause, paused ? "Resume" : "Pause", waiting > 0 && ` (${count(waiting)} waiting)`);
      pause.setAttribute("aria-pressed", paused);
      group.setAttribute("aria-pressed", isGrouped);
      for (const box of boxes) addOptions(box);
      list.element.hidden = columns.hidden = !shown.length;
      const kind = shown.length ? "none" : !store.isLoaded ? "loading" : all ? "filtered" : "first";
      if (kind === shownNothing) return;
      shownNothing = kind;
      replace(nothing, {
        none: () => null,
        loading: () => spinner(),
        first: () => (isReport ? empty("This run sent no requests.") : firstMinute()),
        filtered: () => empty("No request matches the filter.",
          h("div", h("button", { onclick: resetFilter }, "Clear the filter"))),
      }[kind]());
    }

    function addOptions(box) {
      const { name } = box;
      const values = new Set(store.rows.map((row) => row[name]).concat(filter[name]).filter(Boolean));
      if (name === "endpoint") box.hidden = values.size < 2;
      // Drawing a select that is open would close it.
      if (values.size === box.length - 1) return;
      replace(box, box[0], [...values].sort().map((value) => h("option", { value }, value)));
      box.value = filter[name];
    }

    function setPaused(value) {
      paused = value;
      if (paused) draw();
      else refilter();
    }

    function toggleGroups() {
      isGrouped = !isGrouped;
      refilter();
      list.scrollTo(Math.max(0, mark()));
    }

    async function clear() {
      const isSure = await confirmDialog({
        title: "Clear the list?", action: "Clear",
        body: "This removes all requests from the list, for every open page. Recordings and sessions stay.",
      });
      if (!isSure) return;
      attempt(async () => {
        await api.delete("v1/requests");
        clearRows();
        if (selected) navigate(id);
      });
    }

    async function open(wanted, isUser) {
      selected = wanted;
      panel.hidden = !wanted;
      split.classList.toggle("with-panel", wanted > 0);
      const index = mark();
      if (!wanted) return replace(panel);
      if (index >= 0) list.scrollTo(index);
      await showLoaded(panel, () => api.get(`v1/requests/${wanted}`).then(
        (detail) => requestPanel(detail, isReport, close),
        (error) => h("article.request", panelHead(h("h2", `Request ${wanted}`), close), errorBox(error))));
      if (selected !== wanted) return;
      panel.scrollTop = 0;
      if (!isUser) panel.querySelector("h2").focus({ preventScroll: true });
    }

    function close() {
      navigate(id);
      list.element.focus();
    }

    function onKey(event) {
      if (!isShortcut(event)) return;
      if (event.key === "Escape" && selected) close();
      else if (event.key === "p" && !isReport) setPaused(!paused);
    }

    document.addEventListener("keydown", onKey);
    const unsubscribe = [store.subscribe("requests", receive), store.subscribe("info", () => {
      shownNothing = null;
      draw();
    })];
    refilter();
    open(Number(params[0]) || 0, false);

    const unmount = () => {
      document.removeEventListener("keydown", onKey);
      for (const end of unsubscribe) end();
    };
    unmount.update = (next) => {
      open(Number(next[0]) || 0, true);
      return true;
    };
    return unmount;
  }

  return { id, title, key, mount };
}

function requestRow(row) {
  const isFailed = row.status >= 400;
  const mark = row.hasErrors && !isFailed
    && h("span", { title: "The answer has errors.", dataset: { color: "red" } }, " !");
  return h("div.live-row", h("span.mono.soft", clockTime(row.time)), badge(row.source),
    h("span.ellipsis", { title: row.remark }, h("b", row.title), " ", h("span.mono.soft", row.variables)),
    h("span.ellipsis", row.endpoint), h("span.ellipsis", row.session),
    h("span.mono", { dataset: { color: isFailed ? "red" : "" } }, row.status, mark),
    h("span.num.soft", duration(row.milliseconds)));
}

function groupRow({ group, size }) {
  return h("div.live-group.ellipsis", group, h("span.soft", ` ${plural(size, "request")}`));
}

function firstMinute() {
  const { endpoints, mode } = store.info;
  const verb = { record: "records", fake: "generates", replay: "replays" }[mode];
  const urls = endpoints.length === 1 ? "this URL" : "one of these URLs";
  return empty("No requests yet",
    h("p", `Understudy ${verb} GraphQL here. Point your client at ${urls}. Its requests appear in this list.`),
    !endpoints.length && h("p", "There is no endpoint yet. Start with `understudy record --upstream URL`."),
    endpoints.map(({ name, url, recordings, upstream }) => {
      const example = `curl ${url} -H 'content-type: application/json' -d '{"query": "{ __typename }"}'`;
      return h("section.box.stack",
        h("div.actions", h("h3", name),
          h("span.soft", plural(recordings, "recording"), upstream && ` · real API: ${upstream}`)),
        h("div.actions", h("code", url), copyButton(url, "Copy URL")), copyBlock(example, "Copy curl"));
    }));
}

export const liveView = requestsView({ id: "live", title: "Live", key: "1" });
