// The page of a running program.

import { h, replace } from "./dom.js";
import { liveView } from "./live.js";
import { missesView } from "./misses.js";
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
  let view = null;
  function mount(root, params) {
    if (view) return view.mount(root, params);
    let end = null;
    let isOver = false;
    replace(root, spinner());
    Promise.all([load(), loadStyle(style)]).then(([loaded]) => {
      view = loaded;
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
  const url = `/__understudy/page/${name}`;
  if (document.querySelector(`link[href="${url}"]`)) return null;
  return new Promise((resolve, reject) => {
    const link = h("link", { rel: "stylesheet", href: url, onload: resolve, onerror: () => reject(new Error("The page could not be loaded. Check that the program is still running.")) });
    document.head.append(link);
  });
}

function startPage() {
  const mode = h("span.chip");
  const endpoint = h("span.top-endpoint");
  const connection = h("span.connection", { role: "status" });

  function showInfo() {
    const { info } = store;
    replace(mode, info.mode, info.ci && " · CI");
    mode.title = `Command: ${info.command}`;
    const names = info.endpoints.map(({ name }) => name);
    replace(endpoint, names.length > 1 &&
      selectBox(names.map((name) => [name, name]), store.endpoint, (name) => { store.endpoint = name; }, "Endpoint"));
  }
  function showConnection() {
    connection.dataset.state = store.connection;
    replace(connection, store.connection === "connecting" && store.status ? "Reconnecting…" : connections[store.connection]);
  }
  function selectFromRoute({ params }) {
    const name = params.query.get("endpoint");
    if (name) store.endpoint = name;
    else rememberEndpoint();
  }

  store.subscribe("info", showInfo);
  store.subscribe("endpoint", showInfo);
  store.subscribe("connection", showConnection);
  const first = new URLSearchParams(location.hash.split("?")[1]).get("endpoint");
  if (first) store.endpoint = first;
  showInfo();
  showConnection();
  const shell = startShell({
    views,
    brand: h("div.brand", null, h("span.brand-name", null, "Understudy"), mode),
    status: [endpoint, connection],
    afterRoute: selectFromRoute,
    help: [[["p"], "Pause the live view"]],
  });
  const showMisses = () => shell.setCount("misses", store.status?.misses ?? 0);
  store.subscribe("status", showMisses);
  showMisses();
}

async function start() {
  try {
    await startStore();
  } catch (error) {
    replace(document.body, h("main.failed", null, errorBox(error),
      h("button.primary", { type: "button", onclick: start }, "Try again")));
    return;
  }
  startPage();
}

start();
