// The search over everything recorded.

import { h, replace } from "./dom.js";
import { api, enc } from "./api.js";
import { empty, errorBox } from "./ui.js";
import { href } from "./router.js";
import { count, plural } from "./format.js";
import { breadcrumb, pageHeading, searchForm } from "./records.js";

// A search that finds little goes on by itself until it has read this many parts.
const partLimit = 20;
const wantedResults = 20;

function resultLink(result) {
  const place = encodeURIComponent(result.endpoint);
  if (result.folder) return href(`recordings/${place}/${enc(result.folder)}?file=${enc(result.file)}`);
  if (result.session) return href(`recordings/${place}/states?session=${enc(result.session)}`);
  return null;
}

function resultItem(result, showsEndpoint) {
  const { snippet, start, end } = result;
  const link = resultLink(result);
  return h("li.result", null,
    h("div.result-head", null,
      link ? h("a", { href: link }, result.title) : h("span", null, result.title),
      h("span.chip", null, result.kind),
      result.path && h("code.result-path", null, result.path)),
    h("p.snippet", null, snippet.slice(0, start), h("mark", null, snippet.slice(start, end)), snippet.slice(end)),
    h("p.result-file", null, showsEndpoint && `${result.endpoint} · `, result.session && `session ${result.session} · `, result.file));
}

/// Shows the results of a search; without an endpoint, in all endpoints.
export function searchPage(root, endpoint, text) {
  let isCurrent = true;
  let found = 0;
  const list = h("ol", { "aria-label": "Results" });
  const status = h("p.soft", { role: "status" }, "Searching…");
  const foot = h("div");
  const links = endpoint ? [["Recordings", "recordings"], [endpoint, "recordings", endpoint]] : [["Recordings", "recordings"]];
  replace(root, h("div.records", null,
    h("div.records-head", null, breadcrumb(links, pageHeading("Search")), searchForm(endpoint, text)), status, list, foot));

  async function load(after) {
    const before = found;
    foot.replaceChildren();
    let cursor = after;
    try {
      for (let part = 0; part < partLimit && isCurrent; part++) {
        const answer = await api.get(`v1/search?q=${enc(text)}${endpoint ? `&endpoint=${enc(endpoint)}` : ""}${cursor ? `&after=${enc(cursor)}` : ""}`);
        if (!isCurrent) return;
        found += answer.results.length;
        list.append(...answer.results.map((result) => resultItem(result, !endpoint)));
        cursor = answer.next;
        const progress = cursor ? ` in ${count(answer.scanned)} of ${count(answer.of)} files` : ` in ${plural(answer.of, "file")}`;
        status.textContent = `${plural(found, "result")}${progress}.`;
        if (!cursor || found - before >= wantedResults) break;
      }
    } catch (error) {
      if (isCurrent) replace(foot, errorBox(error));
      return;
    }
    if (cursor) replace(foot, h("button.more", { type: "button", onclick: () => load(cursor) }, "More results"));
    else if (!found) replace(foot, empty("Nothing found", h("p", null, "The search looks for this text in documents, variables, answers and names of sessions.")));
  }

  load(null);
  return () => { isCurrent = false; };
}
