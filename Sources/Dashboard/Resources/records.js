// Helpers of the views of recordings, coverage and generated data.

import { h, replace } from "./dom.js";
import { store } from "./store.js";
import { badge, errorBox, spinner } from "./ui.js";
import { count } from "./format.js";
import { href, navigate } from "./router.js";

/// Returns the endpoint in the route, or the selected one. The endpoint in the route becomes the selected one.
export function routeEndpoint(params) {
  if (params[0]) store.endpoint = params[0];
  return params[0] ?? store.endpoint;
}

/// Calls back with the endpoint that the user selects, and returns a function that ends it.
export function followEndpoint(endpoint, callback) {
  return store.subscribe("endpoint", (name) => name !== endpoint && callback(name));
}

/// Shows a spinner, then the loaded value or its error. Returns a function that cancels it.
export function loadInto(node, label, load, show) {
  let isCurrent = true;
  const start = () => {
    replace(node, spinner(label));
    load().then((value) => isCurrent && show(value), (error) => {
      if (isCurrent) replace(node, errorBox(error), h("button.more", { type: "button", onclick: start }, "Try again"));
    });
  };
  start();
  return () => { isCurrent = false; };
}

/// Appends the items page by page. Returns the button for the next page, which hides after the last one.
export function pagedItems(container, items, render, size = 100) {
  let shown = 0;
  const show = (isUser) => {
    const first = shown;
    shown = Math.min(items.length, shown + size);
    const nodes = items.slice(first, shown).map((item, index) => render(item, first + index));
    container.append(...nodes);
    const left = items.length - shown;
    button.hidden = left === 0;
    button.textContent = `Show ${count(Math.min(size, left))} of ${count(left)} more`;
    if (isUser && left === 0) nodes[0]?.querySelector("a, button, summary, input")?.focus();
  };
  const button = h("button.more", { type: "button", onclick: () => show(true) });
  show(false);
  return button;
}

/// Marks what this run used.
export function usedMark(isUsed) {
  const mark = badge(isUsed ? "used" : "never");
  mark.title = isUsed ? "Used in this run" : "Never used in this run";
  return mark;
}

/// Returns variables as short text: `code: "DE", first: 10`.
export function variablesText(variables) {
  const entries = Object.entries(variables ?? {});
  return entries.length ? entries.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ") : "no variables";
}

// The header's styles are those of `nav`, so these have only the role.
function navigation(kind, label, ...content) {
  return h(`div.${kind}`, { role: "navigation", "aria-label": label }, content);
}

/// Shows the place of a page: links of [text, path segments], then the page's own heading.
export function breadcrumb(links, heading) {
  return navigation("crumbs", "Breadcrumb",
    links.map(([text, ...path]) => [h("a", { href: href(...path) }, text), h("span", { "aria-hidden": "true" }, "/")]), heading);
}

/// Creates the heading of a page, which takes the focus when the page changes.
export function pageHeading(text) {
  return h("h2", { tabindex: -1 }, text);
}

/// Shows links between the pages of an endpoint's recordings.
export function recordingLinks(endpoint, selected, operations = "", sessions = "") {
  return navigation("page-links", "Recordings of the endpoint", [
    ["operations", `Operations ${operations}`, []], ["sessions", `Sessions ${sessions}`, ["sessions"]], ["states", "State tree", ["states"]],
  ].map(([id, text, path]) => h("a", { href: href("recordings", endpoint, ...path), "aria-current": id === selected && "page" }, text)));
}

/// Mounts a view of several pages. `show(root, params)` shows one and returns a function that ends it.
export function mountPages(root, params, show) {
  let end = show(root, params);
  const unmount = () => end?.();
  unmount.update = (next) => {
    end?.();
    end = show(root, next);
    root.scrollTop = 0;
    root.querySelector("h2")?.focus({ preventScroll: true });
    return true;
  };
  return unmount;
}

/// The search over everything recorded; without an endpoint, in all endpoints.
export function searchForm(endpoint, text = "") {
  const input = h("input", {
    type: "search", name: "q", value: text, placeholder: endpoint ? `Search ${endpoint}` : "Search all recordings",
    "aria-label": endpoint ? `Search everything recorded for ${endpoint}` : "Search everything recorded",
  });
  return h("form.record-search", {
    role: "search",
    onsubmit(event) {
      event.preventDefault();
      const query = input.value.trim();
      const path = endpoint ? `recordings/${encodeURIComponent(endpoint)}` : "recordings";
      navigate(query ? `${path}?q=${encodeURIComponent(query)}` : path);
    },
  }, input, h("button", { type: "submit" }, "Search"));
}

/// Calls back after the last of several calls within a short time.
export function debounced(callback, milliseconds = 120) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => callback(...values), milliseconds);
  };
}
