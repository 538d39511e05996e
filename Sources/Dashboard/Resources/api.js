// The program's JSON API. A finished run's report replaces the source with its own data.

export const enc = encodeURIComponent;

/// A request that failed. `status` is 0 if the program did not answer.
export class ApiError extends Error {
  constructor(message, status, code) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
  }
}

const base = "/__understudy/";
let token = document.querySelector('meta[name="understudy-token"]')?.content ?? "";

/// Replaces the token, which is a new one after a restart of the program.
export function setToken(value) {
  token = value;
}

async function call(method, path, body) {
  const headers = { accept: "application/json" };
  if (method !== "GET") headers["understudy-token"] = token;
  if (body !== undefined) headers["content-type"] = "application/json";
  let response;
  try {
    response = await fetch(base + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new ApiError("The program did not respond. Check that it is still running.", 0);
  }
  const text = await response.text();
  let answer = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    throw new ApiError(`The response is not JSON (status ${response.status}).`, response.status);
  }
  if (!response.ok) {
    const error = answer?.errors?.[0];
    throw new ApiError(error?.message ?? `The request failed with status ${response.status}.`, response.status, error?.extensions?.code);
  }
  return answer;
}

// A browser opens six connections to a host at most, so a page that nobody sees gives its connection back.
function events(handlers) {
  let source = null;
  let timer = 0;
  const state = (name) => handlers.state?.(name);
  function open() {
    close();
    if (document.hidden) return;
    state("connecting");
    source = new EventSource(`${base}v1/events`);
    source.onopen = () => {
      state("open");
      handlers.gap?.();
    };
    source.onerror = () => {
      state(source?.readyState === EventSource.CLOSED ? "closed" : "connecting");
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, 2000);
    };
    for (const name of ["requests", "status", "gap"]) {
      source.addEventListener(name, (event) => handlers[name]?.(JSON.parse(event.data)));
    }
  }
  function close() {
    clearTimeout(timer);
    source?.close();
    source = null;
  }
  const visibility = () => (document.hidden ? close() : open());
  document.addEventListener("visibilitychange", visibility);
  open();
  return () => {
    document.removeEventListener("visibilitychange", visibility);
    close();
  };
}

let source = {
  get: (path) => call("GET", path),
  post: (path, body = {}) => call("POST", path, body),
  delete: (path) => call("DELETE", path),
  events,
};

/// Replaces the source of all data.
export function useSource(replacement) {
  source = replacement;
}

/// Paths are below `/__understudy/`, such as `v1/info`.
export const api = {
  get: (path) => source.get(path),
  post: (path, body) => source.post(path, body),
  delete: (path) => source.delete(path),
  events: (handlers) => source.events(handlers),
};
