// Routes in the hash: `#/<view>/<segment>/…?name=value`.

function path(parts) {
  if (parts.length === 1) return String(parts[0]).replace(/^#?\/?/, "");
  return parts.map((part) => encodeURIComponent(part)).join("/");
}

/// Returns a link's target. One argument is a path that is already encoded; several are segments to encode.
export function href(...parts) {
  return `#/${path(parts)}`;
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
  const [before, query] = location.hash.split("?");
  const parameters = new URLSearchParams(query);
  if (value) parameters.set(name, value);
  else parameters.delete(name);
  const text = parameters.toString();
  history.replaceState(null, "", (before || "#/") + (text ? `?${text}` : ""));
}

function decode(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/// Returns the current route: the view's id, and the decoded segments after it with `query`.
export function currentRoute() {
  const [before, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [view, ...params] = before.split("/").filter(Boolean).map(decode);
  params.query = new URLSearchParams(query);
  return { view: view ?? "", params };
}

/// Calls back at each change of the route.
export function onRoute(callback) {
  addEventListener("hashchange", () => callback(currentRoute()));
}
