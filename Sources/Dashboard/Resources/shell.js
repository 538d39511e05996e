// The frame around the views: header, navigation, routes, shortcuts. The report of a finished run uses it too.

import { h, replace } from "./dom.js";
import { currentRoute, href, navigate, onRoute } from "./router.js";
import { errorBox, openDialog } from "./ui.js";

/// Shows the shell. `views` are the views in the order of the navigation, `brand` is what the header begins with, and
/// `status` what it ends with; the document's title ends with `name`. `afterRoute(route)` is called after each change.
/// Returns { setCount(id, number) }.
export function startShell({ views, brand, status, afterRoute, help = [], name = "Understudy" }) {
  const counts = new Map();
  const links = new Map(views.map((view) => [view.id, h("a", { href: href(view.id) }, view.title)]));
  const heading = h("h1.sr-only", { id: "heading" });
  const place = h("div.view");
  const main = h("main", { id: "main", tabindex: -1, "aria-labelledby": "heading" }, heading, place);
  let shown = null;
  let unmount = null;

  replace(document.body,
    h("a.skip", { href: "#main", onclick: (event) => { event.preventDefault(); main.focus(); } }, "Skip to content"),
    h("header.top", null, brand, h("nav", { "aria-label": "Views" }, [...links.values()]),
      h("div.top-status", null, status,
        h("button.small.help", { type: "button", "aria-label": "Keyboard shortcuts", title: "Keyboard shortcuts (?)", onclick: showHelp }, "?"))),
    main,
    h("div.toasts", { role: "status", "aria-live": "polite" }));

  function show(route) {
    const view = views.find((candidate) => candidate.id === route.view) ?? views[0];
    const isSame = shown === view;
    for (const [id, link] of links) {
      if (id === view.id) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    if (!isSame) links.get(view.id).scrollIntoView({ block: "nearest", inline: "nearest" });
    heading.textContent = view.title;
    const isUpdated = isSame && unmount?.update?.(route.params);
    if (!isUpdated) mount(view, route.params);
    shown = view;
    title(view, route.params);
    afterRoute?.(route);
    return isUpdated;
  }

  function mount(view, params) {
    try {
      unmount?.();
    } catch (error) {
      console.error(error);
    }
    unmount = null;
    replace(place);
    place.dataset.view = view.id;
    place.scrollTop = 0;
    try {
      unmount = view.mount(place, params) ?? null;
    } catch (error) {
      console.error(error);
      replace(place, errorBox(error));
    }
  }

  function title(view = shown, params = currentRoute().params) {
    const misses = counts.get("misses");
    document.title = [`${misses ? `(${misses}) ` : ""}${view.title}`, ...params.slice(-1), name].join(" · ");
  }

  function showHelp() {
    const keys = [
      ...views.map((view) => [[`g ${view.id[0]}`, view.key], view.title]),
      [["/"], "Search or filter"], [["?"], "Show this list"], ...help,
      [["↑", "↓", "Home", "End"], "Move in a list or a tree"], [["←", "→"], "Fold and unfold in a tree"], [["Enter"], "Open"],
    ];
    openDialog({
      title: "Keyboard shortcuts",
      body: h("dl.keys", null, keys.map(([names, text]) => [
        h("dt", null, names.filter(Boolean).map((name, index) => [index > 0 && " ", h("kbd", null, name)])), h("dd", null, text)])),
    });
  }

  let pending = 0;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
    const isSecond = Date.now() - pending < 1500;
    pending = 0;
    const view = views.find((candidate) => candidate.key === event.key || (isSecond && candidate.id[0] === event.key));
    if (view) navigate(view.id);
    else if (event.key === "g") pending = Date.now();
    else if (event.key === "?") showHelp();
    else if (event.key === "/") place.querySelector('input[type="search"]')?.focus();
    else return;
    event.preventDefault();
  });

  onRoute((route) => {
    // A view that updates itself, or that focuses something, decides about the focus.
    if (!show(route) && !place.contains(document.activeElement)) main.focus({ preventScroll: true });
  });
  show(currentRoute());

  return {
    /// Shows a number beside a view's name.
    setCount(id, number) {
      counts.set(id, number);
      const view = views.find((candidate) => candidate.id === id);
      if (view) replace(links.get(id), view.title, number > 0 && [" ", h("span.count", null, number)]);
      title();
    },
  };
}
