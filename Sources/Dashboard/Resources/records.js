// Helpers of the views of recordings, coverage and generated data.

import { h, replace } from "./dom.js";
import { api, enc } from "./api.js";
import { store } from "./store.js";
import { appendPages, badge, bullets, disclosure, showLoaded } from "./ui.js";
import { count, plural } from "./format.js";
import { href, navigate } from "./router.js";

/// Creates a view of several pages. `show(root, params, signal)` shows one; the signal aborts when the page ends.
export function pagesView(show) {
  return {
    mount(root, params) {
      let page = new AbortController();
      show(root, params, page.signal);
      const unmount = () => page.abort();
      unmount.update = (next) => {
        page.abort();
        page = new AbortController();
        show(root, next, page.signal);
        root.scrollTop = 0;
        root.querySelector("h2")?.focus({ preventScroll: true });
        return true;
      };
      return unmount;
    },
  };
}

/// Subscribes to the store until the signal aborts.
export function follow(signal, name, callback) {
  signal.addEventListener("abort", store.subscribe(name, callback));
}

/// Returns the endpoint in the route, or the selected one, and keeps both the same.
export function routeEndpoint(view, [inRoute], signal) {
  if (inRoute) store.endpoint = inRoute;
  const endpoint = inRoute ?? store.endpoint;
  follow(signal, "endpoint", (name) => name !== endpoint && navigate(view, name));
  return endpoint;
}

/// Shows what `show` returns for the answer of the API.
export function loadInto(node, path, show) {
  showLoaded(node, async () => show(await api.get(path)));
}

/// Shows a page with its heading, which takes the focus when the page changes. `parents` are links of [text, segments].
export function showPage(root, parents, title, aside, ...content) {
  const heading = h("h2", { tabindex: -1 }, title);
  const crumbs = parents.map(([text, ...path]) =>
    [h("a", { href: href(...path) }, text), h("span", { "aria-hidden": "true" }, "/")]);
  replace(root, h("div.records",
    h("div.spread", crumbs.length ? navigation("actions", "Breadcrumb", crumbs, heading) : heading, aside), content));
  return heading;
}

// The header's styles are those of `nav`, so these have only the role.
function navigation(style, label, ...content) {
  return h(`div.${style}`, { role: "navigation", "aria-label": label }, content);
}

/// Returns the links to the pages above a page of recordings.
export function recordingParents(endpoint) {
  return [["Recordings", "recordings"], ...(endpoint ? [[endpoint, "recordings", endpoint]] : [])];
}

/// Shows links between the pages of an endpoint's recordings.
export function recordingLinks(endpoint, selected, operations = "", sessions = "") {
  const pages = [[`Operations ${operations}`], [`Sessions ${sessions}`, "sessions"], ["State tree", "states"]];
  return navigation("page-links", "Recordings of the endpoint", pages.map(([text, ...path]) =>
    h("a", { href: href("recordings", endpoint, ...path), "aria-current": path[0] === selected && "page" }, text)));
}

/// Shows the items page by page in a list. Its children may be buttons or links, or have them.
export function pagedList(tag, items, render, size) {
  const list = h(tag);
  appendPages(list, items, render, size, (left) => `Show ${count(Math.min(size, left))} of ${count(left)} more`);
  return list;
}

/// Creates the search over everything recorded; without an endpoint, in all endpoints.
export function searchForm(endpoint, text = "") {
  const input = h("input", {
    type: "search", value: text, placeholder: endpoint ? `Search ${endpoint}` : "Search all recordings",
    "aria-label": `Search everything recorded${endpoint ? ` for ${endpoint}` : ""}`,
  });
  return h("form.search", {
    role: "search",
    onsubmit(event) {
      event.preventDefault();
      const query = input.value.trim();
      navigate(`recordings${endpoint ? `/${enc(endpoint)}` : ""}${query ? `?q=${enc(query)}` : ""}`);
    },
  }, input, h("button", { type: "submit" }, "Search"));
}

/// Shows the problems of recorded files, if there are any.
export function problemList(problems) {
  return problems.length > 0 && h("div.error-box", disclosure(`${plural(problems.length, "problem")} in the files`,
    () => bullets(problems), problems.length < 4));
}

/// Marks what this run used.
export function usedMark(isUsed) {
  const mark = badge(isUsed ? "used" : "never");
  mark.title = isUsed ? "Used in this run" : "Never used in this run";
  return mark;
}

/// Returns variables as short text: `code: "DE", first: 10`.
export function variablesText(variables) {
  const texts = Object.entries(variables).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return texts.join(", ") || "no variables";
}
