// The page of a running program.

import { h, replace } from "./dom.js";
import { liveView } from "./live.js";
import { missesView } from "./misses.js";
import { currentRoute } from "./router.js";
import { sessionsView } from "./sessions.js";
import { startShell } from "./shell.js";
import { rememberEndpoint, startStore, store } from "./store.js";
import { errorBox, selectBox, spinner } from "./ui.js";

// The first view must show at once, so views that need much code are loaded when someone opens them.
const views = [
  liveView, missesView,
  lazyView("recordings", "Recordings", "3", "records.css", async () => (await import("./recordings.js")).recordingsView),
  lazyView("explorer", "Explorer", "4", "explorer.css", async () => (await import("./explorer.js")).explorerView),
  lazyView("coverage", "Coverage", "5", "records.css", async () => (await import("./coverage.js")).coverageView),
  sessionsView,
  lazyView("data", "Data", "7", "records.css", async () => (await import("./data.js")).dataView),
];
const connections = { connecting: "Connecting…", open: "Connected", closed: "Not connected" };

function lazyView(id, title, key, style, load) {
  function mount(root, params) {
    let end = null;
    let isOver = false;
    replace(root, spinner());
    Promise.all([load(), loadStyle(style)]).then(([view]) => {
      if (isOver) return;
      replace(root);
      end = view.mount(root, params);
    }).catch((error) => replace(root, errorBox(error)));
    const unmount = () => {
      isOver = true;
      end?.();
    };
    // Until the view is loaded, a change of the route mounts it again.
    unmount.update = (next) => end?.update?.(next);
    return unmount;
  }
  return { id, title, key, mount };
}

function loadStyle(name) {
  const href = `/__understudy/page/${name}`;
  if (document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((resolve, reject) => {
    const onerror = () => reject(new Error("The page could not be loaded. Check that the program is still running."));
    document.head.append(h("link", { rel: "stylesheet", href, onload: resolve, onerror }));
  });
}

function startPage() {
  const mode = h("span.chip");
  const endpoint = h("span");
  const connection = h("span.connection", { role: "status" });

  function showInfo() {
    const { mode: name, ci, command, endpoints } = store.info;
    replace(mode, name, ci && " · CI");
    mode.title = `Command: ${command}`;
    const select = (chosen) => { store.endpoint = chosen; };
    const names = endpoints.map((each) => each.name);
    replace(endpoint, names.length > 1 && selectBox(names, store.endpoint, select, "Endpoint"));
  }
  function showConnection() {
    const { connection: state, status } = store;
    connection.dataset.state = state;
    replace(connection, state === "connecting" && status ? "Reconnecting…" : connections[state]);
  }
  function selectFromRoute({ query }) {
    const name = query.get("endpoint");
    if (name) store.endpoint = name;
    else rememberEndpoint();
  }

  store.subscribe("info", showInfo);
  store.subscribe("endpoint", showInfo);
  store.subscribe("connection", showConnection);
  // The first view is mounted for the endpoint in the URL.
  const first = currentRoute().params.query.get("endpoint");
  if (first) store.endpoint = first;
  showInfo();
  showConnection();
  const shell = startShell({
    views, brand: h("div.brand", h("span.brand-name", "Understudy"), mode), status: [endpoint, connection],
    afterRoute: selectFromRoute, help: [[["p"], "Pause the live view"]],
  });
  const showMisses = () => shell.setCount("misses", store.status?.misses ?? 0);
  store.subscribe("status", showMisses);
  showMisses();
}

function start() {
  startStore().then(startPage, (error) => replace(document.body,
    h("main.failed", errorBox(error), h("button.primary", { onclick: start }, "Try again"))));
}

start();
