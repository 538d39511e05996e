// Faults as switches, and overrides.

import { api } from "./api.js";
import { h, replace, uniqueId } from "./dom.js";
import { plural, shorten } from "./format.js";
import { jsonTree } from "./json.js";
import { store } from "./store.js";
import { confirmDialog, disclosure, errorBox, field, formDialog, selectBox, spinner, toast, toggle } from "./ui.js";

const every = "*";
// The members of a fault that say which requests it is for.
const conditions = ["number", "injected", "used", "operation", "session", "endpoint", "variables", "times", "rate", "seed"];

// The kinds with a switch. `member` is the fault's member that tells its kind.
const kinds = [
  { member: "latency", title: "Latency", inputs: [["latency", "Delay", "2s"]] },
  { member: "status", title: "HTTP status", inputs: [["status", "Status", "503"], ["retryAfter", "Retry-After", ""]], numbers: ["status", "retryAfter"] },
  { member: "reset", title: "Connection reset", inputs: [] },
  { member: "error", title: "GraphQL error", inputs: [["error", "Path", ""], ["message", "Message", "Internal error"], ["code", "Code", ""]],
    note: "With a path, null replaces that place. Without one, the error replaces the whole answer (as an override)." },
  { member: "truncate", title: "Truncated body", inputs: [["truncate", "Bytes", "100"]], numbers: ["truncate"] },
  { member: "slow", title: "Slow body", inputs: [["slow", "Bytes/s", "1000"]], numbers: ["slow"] },
  { member: "cut", title: "Cut event stream", inputs: [["cut", "Events", "2"]], numbers: ["cut"] },
];

function operationNames() {
  return [...new Set(store.rows.map((row) => row.name).filter(Boolean))].sort().slice(0, 500);
}

function sessionNames() {
  return [...new Set(store.rows.map((row) => row.session).filter(Boolean))].sort().slice(0, 500);
}

/// Shows for which requests an entry is.
function targetText(entry) {
  const { operation, session, endpoint, variables, times, rate } = entry;
  return [
    operation && operation !== every ? operation : "all operations",
    session && session !== every ? `session ${session}` : "all sessions", endpoint && `endpoint ${endpoint}`,
    variables && `variables ${JSON.stringify(variables)}`, times && `the first ${plural(times, "request")} of a session`, rate && `about ${rate}`,
  ].filter(Boolean).join(" · ");
}

function effectText(entry) {
  return Object.entries(entry).filter(([name]) => !conditions.includes(name))
    .map(([name, value]) => (value === true ? name : `${name}: ${shorten(typeof value === "string" ? value : JSON.stringify(value), 200)}`)).join(", ");
}

/// A panel that lists the entries of `page` ("faults" or "answers") and draws itself again after each change.
function entriesPanel(page, draw, prepare) {
  const place = h("div.padded", null, spinner());
  async function load() {
    try {
      await prepare?.();
      const answer = await api.get(page);
      // A switch that is drawn again keeps the focus.
      const key = document.activeElement?.dataset?.key;
      replace(place, draw(answer[page], load));
      if (key) place.querySelector(`[data-key="${key}"]`)?.focus();
    } catch (error) {
      replace(place, errorBox(error));
    }
  }
  load();
  return place;
}

async function remove(page, numbers, load) {
  try {
    for (const number of numbers) await api.delete(`${page}/${number}`);
  } catch (error) {
    toast(error.message, "error");
  }
  load();
}

function entriesTable(page, entries, load, detail) {
  const noun = page === "faults" ? "fault" : "override";
  const removeAll = async () => {
    if (await confirmDialog({ title: `Remove all ${noun}s?`, body: `This removes ${plural(entries.length, noun)} that were posted. Those in endpoint.yaml stay.`, action: "Remove all" })) {
      remove(page, entries.map(({ number }) => number), load);
    }
  };
  return h("section.part", null,
    h("div.part-head", null, h("h2", null, `Current ${noun}s`), entries.length > 1 && h("button.small", { type: "button", onclick: removeAll }, "Remove all")),
    entries.length ? h("ul.entries", null, entries.map((entry) => h("li.entry", null,
      h("div.entry-text", null, detail(entry), h("p.soft", null, targetText(entry))),
      h("span.soft.nowrap", null, page === "faults" ? `injected ${plural(entry.injected ?? 0, "time")}` : `used ${plural(entry.used ?? 0, "time")}`),
      h("button.small", { type: "button", "aria-label": `Remove ${noun} ${entry.number}`, onclick: () => remove(page, [entry.number], load) }, "Remove"))))
      : h("p.soft", null, `No ${noun}s were posted. Those in endpoint.yaml are not listed here.`));
}

/// The faults: switches for one target, and the list of all.
export function faultsPanel() {
  // What the user chose stays while the panel draws itself again.
  const target = { operation: "", session: every };
  const values = Object.fromEntries(kinds.flatMap(({ member, inputs }) => inputs.map(([name, , value]) => [`${member}.${name}`, value])));
  const limits = { times: "", rate: "" };
  let overrides = [];
  const sameTarget = (entry) => (entry.operation ?? every) === (target.operation || every) && (entry.session ?? every) === target.session;

  return entriesPanel("faults", (entries, load) => {
    const options = uniqueId("operations");
    const operation = h("input", { value: target.operation, placeholder: "All operations", list: options, spellcheck: "false", autocomplete: "off",
      onchange: () => { target.operation = operation.value.trim(); load(); } });
    const session = selectBox([[every, "All sessions"], ...sessionNames().map((name) => [name, name])], target.session, (value) => { target.session = value; load(); });
    const limit = (name, placeholder) => {
      const input = h("input.short", { value: limits[name], placeholder, oninput: () => { limits[name] = input.value.trim(); } });
      return input;
    };
    const failure = h("div");

    const row = ({ member, title, inputs, numbers = [], note }) => {
      const current = entries.filter((entry) => sameTarget(entry) && member in entry);
      const answers = member === "error" ? overrides.filter((entry) => sameTarget(entry) && entry.errors) : [];
      const control = toggle(title, current.length + answers.length > 0, async (isOn, input) => {
        input.disabled = true;
        try {
          if (isOn) await add(member, numbers);
          else {
            for (const { number } of current) await api.delete(`faults/${number}`);
            for (const { number } of answers) await api.delete(`answers/${number}`);
          }
          input.disabled = false;
          input.focus();
          await load();
        } catch (error) {
          input.disabled = false;
          input.checked = !isOn;
          replace(failure, errorBox(error));
        }
      });
      control.querySelector("input").dataset.key = member;
      return h("li.fault-kind", null, control, inputs.map(([name, label]) => {
        const id = `${member}.${name}`;
        const input = h("input.short", { value: values[id], "aria-label": `${title}: ${label}`, oninput: () => { values[id] = input.value.trim(); } });
        return h("label.fault-input", null, h("span.soft", null, label), input);
      }), note && h("p.hint", null, note));
    };

    async function add(member, numbers) {
      const body = { session: target.session, operation: target.operation || every };
      if (limits.times) body.times = Number(limits.times);
      if (limits.rate) body.rate = limits.rate;
      for (const [id, text] of Object.entries(values)) {
        const [kind, name] = id.split(".");
        if (kind === member && text !== "") body[name] = numbers.includes(name) ? Number(text) : text;
      }
      if (member === "reset") body.reset = true;
      if (member === "error" && !body.error) {
        const { rate, message, code, ...rest } = body;
        return api.post("answers", { ...rest, errors: [{ message: message ?? "Internal error", ...(code ? { extensions: { code } } : {}) }] });
      }
      return api.post("faults", body);
    }

    return [
      h("section.part", null, h("div.part-head", null, h("h2", null, "Inject faults")),
        h("div.fault-target", null, field("Operation", operation), field("Session", session),
          field("Times", limit("times", "always"), "in each session"), field("Rate", limit("rate", "100%"), "such as 20%")),
        h("datalist", { id: options }, operationNames().map((name) => h("option", { value: name }))),
        h("ul.fault-kinds", null, kinds.map(row)), failure),
      entriesTable("faults", entries, load, (entry) => h("b", null, effectText(entry))),
    ];
  }, async () => { overrides = (await api.get("answers")).answers; });
}

/// The overrides that were posted.
export function answersPanel() {
  return entriesPanel("answers", (entries, load) => [
    h("p", null, "An override gives an operation an answer of your own. Pin one at a miss, or add one here. ",
      h("button", { type: "button", onclick: () => addDialog(load) }, "Add an override…")),
    entriesTable("answers", entries, load, (entry) => {
      const answer = Object.fromEntries(Object.entries(entry).filter(([name]) => !conditions.includes(name)));
      return disclosure(h("span.mono", null, shorten(effectText(entry), 120)), () => jsonTree(answer, { open: 3, label: "Override" }));
    }),
  ]);
}

function addDialog(load) {
  const editor = h("textarea.code", { rows: 14, spellcheck: "false", value: JSON.stringify({ operation: operationNames()[0] ?? "TaskList", session: every, data: {} }, null, 2) });
  formDialog({
    title: "Add an override", wide: true, action: "Add",
    body: field("Override", editor, "operation, variables, times, session; and data, errors, status or latency"),
    async run() {
      await api.post("answers", JSON.parse(editor.value));
      load();
    },
  });
  editor.focus();
}
