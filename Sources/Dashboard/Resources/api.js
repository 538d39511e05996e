// The program's JSON API. A finished run's report replaces these functions with its own.

export const enc = encodeURIComponent;

const base = "/__understudy/";

async function call(method, path, body) {
  const headers = { "understudy-token": api.token };
  if (body) headers["content-type"] = "application/json";
  const response = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) }).catch(() => {
    throw new Error("The program did not respond. Check that it is still running.");
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.errors[0].message);
  return answer;
}

// A browser opens six connections to a host at most, so a page that nobody sees gives its connection back.
function events(handlers) {
  let source = null;
  function open() {
    source?.close();
    if (document.hidden) return;
    handlers.state("connecting");
    source = new EventSource(`${base}v1/events`);
    source.onopen = () => {
      handlers.state("open");
      handlers.gap();
    };
    source.onerror = () => {
      const isClosed = source.readyState === EventSource.CLOSED;
      handlers.state(isClosed ? "closed" : "connecting");
      if (isClosed) setTimeout(open, 2000);
    };
    for (const name of ["requests", "status", "gap"]) {
      source.addEventListener(name, (event) => handlers[name](JSON.parse(event.data)));
    }
  }
  document.addEventListener("visibilitychange", open);
  open();
}

/// Paths are below `/__understudy/`, such as `v1/info`. Each answer is JSON; an error is thrown with its message.
export const api = {
  token: document.querySelector('meta[name="understudy-token"]')?.content ?? "",
  get: (path) => call("GET", path),
  post: (path, body = {}) => call("POST", path, body),
  delete: (path) => call("DELETE", path),
  events,
};
