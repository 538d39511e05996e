// The search over everything recorded.

import { h, replace } from "./dom.js";
import { api, enc } from "./api.js";
import { empty, errorBox } from "./ui.js";
import { href } from "./router.js";
import { count, plural } from "./format.js";
import { recordingParents, searchForm, showPage } from "./records.js";

// A search that finds less goes on by itself.
const wantedResults = 20;
const searchHint = "The search looks for this text in documents, variables, answers and names of sessions.";

function resultLink({ endpoint, folder, file, session, title }) {
  const page = folder ? `${enc(folder)}?file=${enc(file)}` : session && `states?session=${enc(session)}`;
  return page ? h("a", { href: href(`recordings/${enc(endpoint)}/${page}`) }, title) : h("span", title);
}

function resultItem(result, showsEndpoint) {
  const { endpoint, kind, path, snippet, start, end, session, file } = result;
  return h("li.result",
    h("div.title-cell", resultLink(result), h("span.chip", kind), path && h("code.soft", path)),
    h("p.snippet", snippet.slice(0, start), h("mark", snippet.slice(start, end)), snippet.slice(end)),
    h("p.soft", [showsEndpoint && endpoint, session && `session ${session}`, file].filter(Boolean).join(" · ")));
}

/// Shows the results of a search; without an endpoint, in all endpoints.
export function searchPage(root, endpoint, text, signal) {
  let found = 0;
  const list = h("ol", { "aria-label": "Results" });
  const status = h("p.soft", { role: "status" }, "Searching…");
  const foot = h("div");
  showPage(root, recordingParents(endpoint), "Search", searchForm(endpoint, text), status, list, foot);

  async function load(cursor) {
    const wanted = found + wantedResults;
    replace(foot);
    do {
      const query = Object.entries({ q: text, endpoint, after: cursor }).filter(([, value]) => value);
      const { results, scanned, of, next } = await api.get(
        `v1/search?${query.map(([name, value]) => `${name}=${enc(value)}`).join("&")}`);
      if (signal.aborted) return;
      found += results.length;
      cursor = next;
      list.append(...results.map((result) => resultItem(result, !endpoint)));
      const progress = next ? `${count(scanned)} of ${count(of)} files` : plural(of, "file");
      replace(status, `${plural(found, "result")} in ${progress}.`);
    } while (cursor && found < wanted);
    if (cursor) replace(foot, h("button", { onclick: () => start(cursor) }, "More results"));
    else if (!found) replace(foot, empty("Nothing found", h("p", searchHint)));
  }

  function start(cursor) {
    load(cursor).catch((error) => replace(foot, errorBox(error)));
  }

  start();
}
