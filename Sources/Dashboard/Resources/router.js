// Routes in the hash: `#/<view>/<segment>/…?name=value`.

/// Returns a link's target. One argument is a path that is already encoded; several are segments to encode.
export function href(...parts) {
  return `#/${parts.length === 1 ? parts[0] : parts.map(encodeURIComponent).join("/")}`;
}

/// Goes to a path; see `href`.
export function navigate(...parts) {
  location.hash = href(...parts);
}

/// Goes to a path without a new entry in the history.
export function redirect(...parts) {
  history.replaceState(null, "", href(...parts));
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/// Sets or removes a parameter of the current route, without a new entry in the history and without a route change.
export function setQuery(name, value) {
  const [path, query] = location.hash.split("?");
  const parameters = new URLSearchParams(query);
  if (value) parameters.set(name, value);
  else parameters.delete(name);
  history.replaceState(null, "", `${path || "#/"}${parameters.size ? `?${parameters}` : ""}`);
}

/// Returns the current route: the view's id, and the decoded segments after it with `query`.
export function currentRoute() {
  const [path, query] = location.hash.split("?");
  const [, view = "", ...params] = path.split("/").filter(Boolean).map(decodeURIComponent);
  params.query = new URLSearchParams(query);
  return { view, params };
}

/// Calls back at each change of the route.
export function onRoute(callback) {
  addEventListener("hashchange", () => callback(currentRoute()));
}
