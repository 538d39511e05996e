// State that the views share.

import { ApiError, api, setToken } from "./api.js";
import { setQuery } from "./router.js";

/// The most rows that are kept in memory.
export const rowLimit = 10_000;

const subscribers = new Map();
let selected = null;

/// `subscribe` takes "info", "endpoint", "status", "requests" or "connection". Subscribers of "requests" get the new
/// rows, or null if all rows changed.
export const store = {
  info: null,
  status: null,
  connection: "connecting",
  /// Request rows, oldest first.
  rows: [],
  /// False until the first rows are here.
  isLoaded: false,
  /// The number of requests that the program no longer lists.
  unlisted: 0,

  /// The selected endpoint's name.
  get endpoint() {
    const names = (this.info?.endpoints ?? []).map((endpoint) => endpoint.name);
    return names.includes(selected) ? selected : (names[0] ?? null);
  },
  set endpoint(name) {
    const before = this.endpoint;
    selected = name;
    rememberEndpoint();
    if (this.endpoint !== before) notify("endpoint", this.endpoint);
  },

  subscribe(name, callback) {
    if (!subscribers.has(name)) subscribers.set(name, new Set());
    subscribers.get(name).add(callback);
    return () => subscribers.get(name).delete(callback);
  },
};

function notify(name, value) {
  for (const callback of [...(subscribers.get(name) ?? [])]) callback(value);
}

/// Writes the selected endpoint into the URL if it is not the first one.
export function rememberEndpoint() {
  const first = store.info?.endpoints[0]?.name;
  setQuery("endpoint", store.endpoint === first ? "" : store.endpoint);
}

/// Replaces all rows.
export function setRows(rows, unlisted = 0) {
  store.rows = rows.slice(-rowLimit);
  store.unlisted = unlisted;
  notify("requests", null);
}

function addRows(rows, unlisted) {
  store.unlisted = unlisted ?? store.unlisted;
  if (!store.isLoaded) {
    // Events may come before the first rows.
    const merged = new Map([...rows, ...store.rows].map((row) => [row.number, row]));
    return setRows([...merged.values()].sort((a, b) => a.number - b.number), store.unlisted);
  }
  const last = store.rows.at(-1)?.number ?? 0;
  const added = rows.filter((row) => row.number > last);
  if (!added.length) return;
  store.rows = store.rows.concat(added).slice(-rowLimit);
  notify("requests", added);
}

/// Fetches v1/info again.
export async function loadInfo() {
  const before = store.info;
  store.info = await api.get("v1/info");
  if (store.info.token) setToken(store.info.token);
  // The program was restarted and numbers its requests from 1 again.
  if (before && before.token !== store.info.token) setRows([]);
  notify("info", store.info);
}

async function fetchRows() {
  let after = store.isLoaded ? (store.rows.at(-1)?.number ?? 0) : 0;
  for (;;) {
    const { requests, last, unlisted } = await api.get(`v1/requests?after=${after}&limit=${rowLimit}`);
    addRows(requests, unlisted);
    after = requests.at(-1)?.number ?? last;
    if (after >= last) break;
  }
  if (store.isLoaded) return;
  store.isLoaded = true;
  notify("requests", null);
}

let fetching = Promise.resolve();

/// Fetches the rows that are missing, one fetch at a time.
function catchUpRows() {
  fetching = fetching.then(fetchRows).catch((error) => {
    // The connection state already shows that the program is gone.
    if (!(error instanceof ApiError)) throw error;
  });
  return fetching;
}

async function catchUp() {
  await loadInfo().catch(() => {});
  await catchUpRows();
}

/// Loads the first data and follows the event stream.
export async function startStore() {
  await loadInfo();
  catchUpRows();
  api.events({
    requests: (event) => addRows(event.requests, event.unlisted),
    status(event) {
      const before = store.status;
      store.status = event;
      notify("status", event);
      if (before && before.recordings !== event.recordings) loadInfo().catch(() => {});
    },
    gap: catchUp,
    state(name) {
      store.connection = name;
      notify("connection", name);
    },
  });
}
