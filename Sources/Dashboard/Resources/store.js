// State that the views share.

import { api } from "./api.js";
import { setQuery } from "./router.js";

// The program lists no more requests than this.
const rowLimit = 10_000;

const subscribers = new Set();
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
  /// The number of requests that the program does not list.
  unlisted: 0,

  /// The selected endpoint's name.
  get endpoint() {
    const names = (this.info?.endpoints ?? []).map(({ name }) => name);
    return names.includes(selected) ? selected : (names[0] ?? null);
  },
  set endpoint(name) {
    const before = this.endpoint;
    selected = name;
    rememberEndpoint();
    if (this.endpoint !== before) notify("endpoint", this.endpoint);
  },

  subscribe(name, callback) {
    const subscriber = { name, callback };
    subscribers.add(subscriber);
    return () => subscribers.delete(subscriber);
  },
};

function notify(name, value) {
  for (const subscriber of [...subscribers]) if (subscriber.name === name) subscriber.callback(value);
}

/// Writes the selected endpoint into the URL if it is not the first one.
export function rememberEndpoint() {
  setQuery("endpoint", store.endpoint === store.info?.endpoints[0]?.name ? "" : store.endpoint);
}

/// Forgets all rows.
export function clearRows() {
  store.rows = [];
  store.unlisted = 0;
  notify("requests", null);
}

function addRows({ requests, unlisted }) {
  store.unlisted = unlisted;
  const last = store.rows.at(-1)?.number ?? 0;
  const added = requests.filter(({ number }) => number > last);
  store.rows = store.rows.concat(added).slice(-rowLimit);
  if (store.isLoaded && added.length) notify("requests", added);
}

/// Fetches v1/info again.
async function loadInfo() {
  const before = store.info;
  store.info = await api.get("v1/info");
  api.token = store.info.token;
  // The program was restarted and numbers its requests from 1 again.
  if (before && before.token !== store.info.token) clearRows();
  notify("info", store.info);
}

let fetching = Promise.resolve();

/// Fetches the rows that are missing, one fetch at a time.
function catchUpRows() {
  fetching = fetching.then(async () => {
    addRows(await api.get(`v1/requests?after=${store.rows.at(-1)?.number ?? 0}&limit=${rowLimit}`));
    if (store.isLoaded) return;
    store.isLoaded = true;
    notify("requests", null);
  }).catch(() => {
    // The connection state already shows that the program is gone.
  });
}

function refreshInfo() {
  return loadInfo().catch(() => {});
}

/// Loads the first data and follows the event stream.
export async function startStore() {
  await loadInfo();
  catchUpRows();
  api.events({
    // Events may come before the first rows, and must not leave a gap then.
    requests: (event) => (store.isLoaded ? addRows(event) : catchUpRows()),
    status(event) {
      const before = store.status;
      store.status = event;
      notify("status", event);
      if (before && before.recordings !== event.recordings) refreshInfo();
    },
    gap: () => refreshInfo().then(catchUpRows),
    state(name) {
      store.connection = name;
      notify("connection", name);
    },
  });
}
