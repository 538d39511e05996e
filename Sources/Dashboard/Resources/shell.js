// The frame around the views: header, navigation, routes, shortcuts. The report of a finished run uses it too.

import { h, replace } from "./dom.js";
import { currentRoute, href, navigate, onRoute } from "./router.js";
import { errorBox, isShortcut, openDialog, pairs } from "./ui.js";

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

  function skip(event) {
    event.preventDefault();
    main.focus();
  }

  replace(document.body,
    h("a.skip", { href: "#main", onclick: skip }, "Skip to content"),
    h("header.top", brand, h("nav", { "aria-label": "Views" }, [...links.values()]), h("div.top-status", status,
      h("button.small", { "aria-label": "Keyboard shortcuts", title: "Keyboard shortcuts (?)", onclick: showHelp }, "?"))),
    main,
    h("div.toasts", { role: "status", "aria-live": "polite" }));

  // Returns whether the shown view cares for the focus itself.
  function show({ view: id, params }) {
    const view = views.find((candidate) => candidate.id === id) ?? views[0];
    const isUpdated = shown === view && unmount.update?.(params);
    if (shown !== view) {
      if (shown) links.get(shown.id).removeAttribute("aria-current");
      links.get(view.id).setAttribute("aria-current", "page");
      links.get(view.id).scrollIntoView({ block: "nearest", inline: "nearest" });
      heading.textContent = view.title;
    }
    if (!isUpdated) mount(view, params);
    shown = view;
    showTitle(params);
    afterRoute?.(params);
    return isUpdated;
  }

  function mount(view, params) {
    unmount?.();
    replace(place);
    place.dataset.view = view.id;
    place.scrollTop = 0;
    try {
      unmount = view.mount(place, params) ?? (() => {});
    } catch (error) {
      console.error(error);
      replace(place, errorBox(error));
    }
  }

  function showTitle(params) {
    const misses = counts.get("misses");
    document.title = [`${misses ? `(${misses}) ` : ""}${shown.title}`, ...params.slice(-1), name].join(" · ");
  }

  function showHelp() {
    const keys = [
      ...views.map((view) => [[`g ${view.id[0]}`, view.key], view.title]),
      [["/"], "Search or filter"], [["?"], "Show this list"], ...help,
      [["↑", "↓", "Home", "End"], "Move in a list or a tree"], [["←", "→"], "Fold and unfold in a tree"],
      [["Enter"], "Open"],
    ];
    const body = pairs(keys.map(([names, text]) => [names.map((each) => [h("kbd", each), " "]), text]));
    openDialog({ title: "Keyboard shortcuts", body });
  }

  let pending = 0;
  document.addEventListener("keydown", (event) => {
    if (!isShortcut(event)) return;
    const { key } = event;
    const isSecond = Date.now() - pending < 1500;
    pending = key === "g" ? Date.now() : 0;
    const view = views.find((candidate) => candidate.key === key || (isSecond && candidate.id[0] === key));
    if (view) navigate(view.id);
    else if (key === "?") showHelp();
    else if (key === "/") place.querySelector('input[type="search"]')?.focus();
    else return;
    event.preventDefault();
  });

  onRoute((route) => {
    if (!show(route) && !place.contains(document.activeElement)) main.focus({ preventScroll: true });
  });
  show(currentRoute());

  return {
    /// Shows a number beside a view's name.
    setCount(id, number) {
      counts.set(id, number);
      const view = views.find((candidate) => candidate.id === id);
      replace(links.get(id), view.title, number > 0 && [" ", h("span.count", number)]);
      showTitle(currentRoute().params);
    },
  };
}
