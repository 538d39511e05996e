// The page of a running program.

import { coverageView } from "./coverage.js";
import { dataView } from "./data.js";
import { h, replace } from "./dom.js";
import { explorerView } from "./explorer.js";
import { liveView } from "./live.js";
import { missesView } from "./misses.js";
import { recordingsView } from "./recordings.js";
import { sessionsView } from "./sessions.js";
import { startShell } from "./shell.js";
import { rememberEndpoint, startStore, store } from "./store.js";
import { errorBox, selectBox } from "./ui.js";

const views = [liveView, missesView, recordingsView, explorerView, coverageView, sessionsView, dataView];
const connections = { connecting: "Connecting…", open: "Connected", closed: "Not connected" };

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
    replace(connection, connections[store.connection]);
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
