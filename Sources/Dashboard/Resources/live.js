// The requests as they come, or those of a finished run.

import { ApiError, api } from "./api.js";
import { h, replace } from "./dom.js";
import { clockTime, count, duration, plural } from "./format.js";
import { virtualList } from "./list.js";
import { requestPanel } from "./request.js";
import { navigate } from "./router.js";
import { setRows, store } from "./store.js";
import { badge, confirmDialog, copyButton, empty, errorBox, selectBox, spinner, toast } from "./ui.js";

const rowHeight = 27;

/// Creates the view. A report's requests are in order of time, and can be grouped by session. `extraText(row)` is text
/// that the filter also searches.
export function requestsView({ id, title, key, isReport, extraText }) {
  // The filter stays when someone visits another view.
  const filter = { text: "", source: "", session: "", endpoint: "" };
  const texts = new WeakMap();
  let isGrouped = false;

  function searchText(row) {
    if (!texts.has(row)) {
      texts.set(row, [row.title, row.variables, row.session, row.endpoint, row.source, row.status, row.recording, row.remark, extraText?.(row)]
        .filter((part) => part !== null && part !== undefined).join("\n").toLowerCase());
    }
    return texts.get(row);
  }

  function mount(root, params) {
    let paused = false;
    let waiting = 0;
    let shown = [];
    let selected = 0;
    const words = () => filter.text.toLowerCase().split(/\s+/).filter(Boolean);
    let currentWords = words();

    const list = virtualList({
      rowHeight, count: 0, label: title,
      render: (index) => (at(index).group === undefined ? renderRow(at(index)) : renderGroup(at(index))),
      rowClass: (index) => at(index).group !== undefined && "group",
      onOpen: (index) => at(index).group === undefined && navigate(id, at(index).number),
    });
    const columns = h("div.live-row.live-columns", { "aria-hidden": "true" },
      ["Time", "Source", "Operation", "Endpoint", "Session", "Status", "Duration"].map((name) => h("span", null, name)));
    const nothing = h("div.live-nothing");
    const panel = h("aside.live-panel", { "aria-label": "Details", hidden: true });
    const tools = toolbar();
    const split = h("div.split", null, h("div.live-list", null, columns, list.element, nothing), panel);
    replace(root, h("div.live", { class: [isReport && "in-order", (store.info?.endpoints?.length ?? 0) < 2 && "one-endpoint"].filter(Boolean).join(" ") }, tools.element, split));

    function at(index) {
      return shown[isReport ? index : shown.length - 1 - index];
    }

    function matches(row) {
      if (filter.source && row.source !== filter.source) return false;
      if (filter.session && row.session !== filter.session) return false;
      if (filter.endpoint && row.endpoint !== filter.endpoint) return false;
      return currentWords.length === 0 || currentWords.every((word) => searchText(row).includes(word));
    }

    function grouped(rows) {
      const groups = new Map();
      for (const row of rows) {
        if (!groups.has(row.session)) groups.set(row.session, []);
        groups.get(row.session).push(row);
      }
      return [...groups].flatMap(([session, members]) => [{ group: session, size: members.length }, ...members]);
    }

    function refilter(keepsSelection) {
      currentWords = words();
      shown = store.rows.filter(matches);
      if (isGrouped) shown = grouped(shown);
      waiting = 0;
      list.update(shown.length);
      const index = mark();
      if (index >= 0 && keepsSelection) list.scrollTo(isReport ? index : shown.length - 1 - index);
      tools.update();
      showNothing();
    }

    function receive(added) {
      if (!added) return refilter();
      if (paused) {
        waiting += added.length;
        return tools.update();
      }
      const fitting = added.filter(matches);
      const first = store.rows[0]?.number ?? 0;
      let dropped = 0;
      while (dropped < shown.length && shown[dropped].number < first) dropped++;
      shown = (dropped ? shown.slice(dropped) : shown).concat(fitting);
      if (fitting.length || dropped) list.update(shown.length, fitting.length);
      tools.update();
      showNothing();
    }

    function mark() {
      const index = shown.findIndex((row) => row.number === selected);
      list.select(index < 0 ? -1 : isReport ? index : shown.length - 1 - index);
      return index;
    }

    function showNothing() {
      nothing.hidden = shown.length > 0;
      list.element.hidden = columns.hidden = shown.length === 0;
      if (shown.length) replace(nothing);
      else if (!store.isLoaded) replace(nothing, spinner());
      else if (!store.rows.length) {
        if (!nothing.querySelector(".first-minute")) replace(nothing, isReport ? empty("This run sent no requests.") : firstMinute());
      } else if (!nothing.querySelector(".no-match")) {
        replace(nothing, h("div.no-match", null, empty("No request matches the filter.",
          h("div", null, h("button", { type: "button", onclick: () => tools.reset() }, "Clear the filter")))));
      }
    }

    function toolbar() {
      const text = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter by text", value: filter.text,
        oninput: () => { filter.text = text.value; refilter(); } });
      const selects = { source: "All sources", session: "All sessions", endpoint: "All endpoints" };
      const boxes = Object.entries(selects).map(([name, all]) => {
        const box = selectBox([["", all]], "", (value) => { filter[name] = value; refilter(); }, `Filter by ${name}`);
        box.name = name;
        return [name, all, box, new Set()];
      });
      const number = h("span.soft.num", { role: "status" });
      const pause = h("button", { type: "button", "aria-pressed": "false", title: "Pause (p)", onclick: () => setPaused(!paused) }, "Pause");
      const clear = h("button", { type: "button", onclick: clearRows }, "Clear");
      const group = h("button", { type: "button", "aria-pressed": String(isGrouped), onclick: () => {
        isGrouped = !isGrouped;
        group.setAttribute("aria-pressed", String(isGrouped));
        refilter(true);
      } }, "Group by session");
      let seen = null;

      // New values only: rebuilding a select that is open would close it.
      function addOptions() {
        const last = store.rows.at(-1);
        if (last === seen && seen) return;
        for (const [name, , box, values] of boxes) {
          const before = values.size;
          for (let index = store.rows.length - 1; index >= 0 && store.rows[index] !== seen; index--) {
            const value = store.rows[index][name];
            if (value) values.add(value);
          }
          if (filter[name]) values.add(filter[name]);
          if (values.size > before) {
            replace(box, box.firstChild, [...values].sort().map((value) => h("option", { value }, value)));
            box.value = filter[name];
          }
          if (name === "endpoint") box.hidden = values.size < 2;
        }
        seen = last;
      }
      return {
        element: h("div.bar", null, text, boxes.map(([, , box]) => box), h("span.push.actions", null, number, isReport ? group : [pause, clear])),
        update() {
          addOptions();
          const requests = isGrouped ? shown.filter((row) => row.group === undefined).length : shown.length;
          const all = store.rows.length;
          replace(number, requests === all ? plural(all, "request") : `${count(requests)} of ${plural(all, "request")}`,
            store.unlisted > 0 && ` · ${count(store.unlisted)} not listed`);
          replace(pause, paused ? `Resume${waiting ? ` (${count(waiting)} waiting)` : ""}` : "Pause");
          pause.setAttribute("aria-pressed", String(paused));
        },
        reset() {
          Object.assign(filter, { text: "", source: "", session: "", endpoint: "" });
          text.value = "";
          for (const [, , box] of boxes) box.value = "";
          refilter();
          text.focus();
        },
      };
    }

    function setPaused(value) {
      paused = value;
      if (paused) tools.update();
      else refilter();
    }

    async function clearRows() {
      const isSure = await confirmDialog({ title: "Clear the list?", body: "This removes all requests from the list, for every open page. Recordings and sessions stay.", action: "Clear" });
      if (!isSure) return;
      try {
        await api.delete("v1/requests");
        setRows([]);
        if (selected) navigate(id);
      } catch (error) {
        toast(error.message, "error");
      }
    }

    async function open(number, isUser) {
      selected = number;
      panel.hidden = !number;
      split.classList.toggle("with-panel", Boolean(number));
      const index = mark();
      if (!number) {
        replace(panel);
        return;
      }
      if (index >= 0) list.scrollTo(isReport ? index : shown.length - 1 - index);
      const timer = setTimeout(() => replace(panel, spinner()), 150);
      let content;
      try {
        content = requestPanel(await api.get(`v1/requests/${number}`), { isReport, onClose: close });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        content = h("article.request", null, h("header.panel-head", null, h("h2", null, `Request ${number}`),
          h("button.small", { type: "button", onclick: close }, "Close")), errorBox(error));
      }
      clearTimeout(timer);
      if (selected !== number) return;
      replace(panel, content);
      panel.scrollTop = 0;
      if (!isUser) panel.querySelector("h2")?.focus({ preventScroll: true });
    }

    function close() {
      navigate(id);
      list.element.focus();
    }

    function onKey(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.target.closest?.("input, select, textarea, dialog")) return;
      if (event.key === "Escape" && selected) close();
      else if (event.key === "p" && !isReport) setPaused(!paused);
    }

    // The columns' names leave room for the list's scroll bar.
    const observer = new ResizeObserver(() => {
      columns.style.paddingRight = `${12 + list.element.offsetWidth - list.element.clientWidth}px`;
    });
    observer.observe(list.element);
    document.addEventListener("keydown", onKey);
    const unsubscribe = [store.subscribe("requests", receive), store.subscribe("info", () => !store.rows.length && !isReport && (replace(nothing), showNothing()))];
    refilter();
    open(Number(params[0]) || 0, false);

    const unmount = () => {
      document.removeEventListener("keydown", onKey);
      observer.disconnect();
      unsubscribe.forEach((end) => end());
    };
    unmount.update = (next) => {
      open(Number(next[0]) || 0, true);
      return true;
    };
    return unmount;
  }

  return { id, title, key, mount };
}

function renderRow(row) {
  return h("div.live-row", null,
    h("span.mono.soft", null, clockTime(row.time)),
    badge(row.source),
    h("span.ellipsis", { title: row.remark }, h("b", null, row.title), " ", h("span.mono.soft", null, row.variables)),
    h("span.ellipsis", null, row.endpoint ?? ""),
    h("span.ellipsis", null, row.session),
    h("span.mono", { dataset: { color: row.status >= 400 ? "red" : "" } }, row.status, row.hasErrors && row.status < 400 && h("span", { title: "The answer has errors.", dataset: { color: "red" } }, " !")),
    h("span.num.soft", null, duration(row.milliseconds)));
}

function renderGroup({ group, size }) {
  return h("div.live-group.ellipsis", null, group, h("span.soft", null, ` ${plural(size, "request")}`));
}

function firstMinute() {
  const endpoints = store.info?.endpoints ?? [];
  const verb = { record: "records", fake: "generates", replay: "replays" }[store.info?.mode] ?? "answers";
  const example = (url) => `curl ${url} -H 'content-type: application/json' -d '{"query": "{ __typename }"}'`;
  return h("div.first-minute", null, empty("No requests yet",
    h("p", null, `Understudy ${verb} GraphQL here. Point your client at ${endpoints.length === 1 ? "this URL" : "one of these URLs"}. Its requests appear in this list.`),
    !endpoints.length && h("p", null, "There is no endpoint yet. Start with `understudy record --upstream URL`."),
    endpoints.map(({ name, url, recordings, upstream }) => h("section.start", null,
      h("div.start-line", null, h("h3", null, name), h("span.soft", null, plural(recordings, "recording"), upstream && ` · real API: ${upstream}`)),
      h("div.start-line", null, h("code", null, url), copyButton(url, "Copy URL")),
      h("div.code-block", null, h("code", null, example(url)), copyButton(example(url), "Copy curl"))))));
}

export const liveView = requestsView({ id: "live", title: "Live", key: "1" });
