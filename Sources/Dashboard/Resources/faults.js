// Faults as switches, and overrides.

import { api } from "./api.js";
import { h, replace, uniqueId } from "./dom.js";
import { plural, shorten } from "./format.js";
import { jsonTree, prettyJSON } from "./json.js";
import { store } from "./store.js";
import { attempt, confirmDialog, disclosure, errorBox, field, formDialog, selectBox, showLoaded, toggle } from "./ui.js";

const every = "*";
// The members of a fault that say which requests it is for.
const conditions = "number injected used operation session endpoint variables times rate seed".split(" ");

// The faults with a switch: the member that tells the kind, and inputs of a member, a label and a first value.
// Values that are numbers here are numbers in the fault; NaN is an empty one.
const faultKinds = [
  ["latency", "Latency", ["latency", "Delay", "2s"]],
  ["status", "HTTP status", ["status", "Status", 503], ["retryAfter", "Retry-After", NaN]],
  ["reset", "Connection reset"],
  ["error", "GraphQL error", ["error", "Path", ""], ["message", "Message", "Internal error"], ["code", "Code", ""]],
  ["truncate", "Truncated body", ["truncate", "Bytes", 100]],
  ["slow", "Slow body", ["slow", "Bytes/s", 1000]],
  ["cut", "Cut event stream", ["cut", "Events", 2]],
];
const errorNote = "With a path, null replaces that place. "
  + "Without one, the error replaces the whole answer (as an override).";

/// Returns the names of operations or sessions in the list of requests.
function listedNames(member) {
  return [...new Set(store.rows.map((row) => row[member]).filter(Boolean))].sort().slice(0, 500);
}

/// Returns for which requests an entry is.
function targetText({ operation = every, session = every, endpoint, variables, times, rate }) {
  return [
    operation === every ? "all operations" : operation, session === every ? "all sessions" : `session ${session}`,
    endpoint && `endpoint ${endpoint}`, variables && `variables ${JSON.stringify(variables)}`,
    times && `the first ${plural(times, "request")} of a session`, rate && `about ${rate}`,
  ].filter(Boolean).join(" · ");
}

const effectOf = (entry) => Object.entries(entry).filter(([name]) => !conditions.includes(name));

function effectText(entry) {
  const text = (value) => shorten(typeof value === "string" ? value : JSON.stringify(value), 200);
  return effectOf(entry).map(([name, value]) => (value === true ? name : `${name}: ${text(value)}`)).join(", ");
}

/// A panel that `draw(load)` draws, and draws again after each change. `load(key)` focuses the control with this key.
function entriesPanel(draw) {
  const place = h("div.padded");
  async function load(key) {
    let focused = key;
    await showLoaded(place, async () => {
      const content = await draw(load);
      focused ??= document.activeElement.dataset.key;
      return content;
    });
    place.querySelector(`[data-key="${focused}"]`)?.focus();
  }
  load();
  return place;
}

function entriesPart(page, entries, load, detail) {
  const [noun, used] = page === "faults" ? ["fault", "injected"] : ["override", "used"];
  const remove = async (removed) => {
    await attempt(async () => {
      for (const { number } of removed) await api.delete(`${page}/${number}`);
    });
    load();
  };
  const removeAll = async () => {
    const body = `This removes ${plural(entries.length, noun)} that were posted. Those in endpoint.yaml stay.`;
    if (await confirmDialog({ title: `Remove all ${noun}s?`, body, action: "Remove all" })) remove(entries);
  };
  return h("section",
    h("div.part-head", h("h2", `Current ${noun}s`),
      entries.length > 1 && h("button.small", { onclick: removeAll }, "Remove all")),
    entries.length ? h("ul.stack", entries.map((entry) => h("li.box.actions",
      h("div.grow", detail(entry), h("p.soft", targetText(entry))),
      h("span.soft", `${used} ${plural(entry[used], "time")}`),
      h("button.small", { "aria-label": `Remove ${noun} ${entry.number}`, onclick: () => remove([entry]) }, "Remove"))))
      : h("p.soft", `No ${noun}s were posted. Those in endpoint.yaml are not listed here.`));
}

/// The faults: switches for one target, and the list of all.
export function faultsPanel() {
  // What the user chose stays while the panel draws itself again.
  const target = { operation: "", session: every, times: "", rate: "" };
  const allInputs = faultKinds.flatMap(([, , ...inputs]) => inputs);
  const values = new Map(allInputs.map((input) => [input, String(input[2] || "")]));
  const isTarget = ({ operation = every, session = every }) =>
    operation === (target.operation || every) && session === target.session;

  async function add(kind, inputs) {
    const { times, rate, session } = target;
    const scope = { session, operation: target.operation || every, times: times ? Number(times) : undefined };
    const given = inputs.filter((input) => values.get(input));
    const fault = Object.fromEntries(given.map((input) =>
      [input[0], typeof input[2] === "number" ? Number(values.get(input)) : values.get(input)]));
    if (kind !== "error" || fault.error) {
      return api.post("faults", { ...scope, rate: rate || undefined, ...fault, reset: kind === "reset" || undefined });
    }
    const extensions = fault.code && { code: fault.code };
    return api.post("answers", { ...scope, errors: [{ message: fault.message ?? "Internal error", extensions }] });
  }

  return entriesPanel(async (load) => {
    const { faults } = await api.get("faults");
    const { answers } = await api.get("answers");
    const failure = h("div");
    const options = h("datalist", { id: uniqueId("operations") },
      listedNames("name").map((value) => h("option", { value })));
    const operation = h("input", {
      value: target.operation, placeholder: "All operations", list: options.id, spellcheck: "false",
      autocomplete: "off",
      onchange() {
        target.operation = operation.value.trim();
        load();
      },
    });
    const session = selectBox([[every, "All sessions"], ...listedNames("session")], target.session, (value) => {
      target.session = value;
      load();
    });
    const limit = (name, placeholder) => h("input", {
      value: target[name], placeholder, oninput: (event) => { target[name] = event.target.value.trim(); },
    });

    function kindRow([kind, title, ...inputs]) {
      const current = [
        ...faults.filter((entry) => kind in entry).map((entry) => [entry, "faults"]),
        ...answers.filter((entry) => kind === "error" && entry.errors).map((entry) => [entry, "answers"]),
      ].filter(([entry]) => isTarget(entry));
      const control = toggle(title, current.length > 0, async (isOn, input) => {
        input.disabled = true;
        try {
          if (isOn) await add(kind, inputs);
          else for (const [{ number }, page] of current) await api.delete(`${page}/${number}`);
          await load(kind);
        } catch (error) {
          input.disabled = false;
          input.checked = !isOn;
          replace(failure, errorBox(error));
        }
      });
      control.firstChild.dataset.key = kind;
      const labeled = (input) => h("label.actions", h("span.soft", input[1]), h("input.short", {
        value: values.get(input), "aria-label": `${title}: ${input[1]}`,
        oninput: (event) => values.set(input, event.target.value.trim()),
      }));
      return h("li.box.actions", control, inputs.map(labeled), kind === "error" && h("p.hint", errorNote));
    }

    return [
      h("section", h("div.part-head", h("h2", "Inject faults")),
        h("div.fault-target", field("Operation", operation), field("Session", session),
          field("Times", limit("times", "always"), "in each session"),
          field("Rate", limit("rate", "100%"), "such as 20%")),
        options, h("ul.stack", faultKinds.map(kindRow)), failure),
      entriesPart("faults", faults, load, (entry) => h("b", effectText(entry))),
    ];
  });
}

/// The overrides that were posted.
export function answersPanel() {
  return entriesPanel(async (load) => {
    const { answers } = await api.get("answers");
    return [
      h("p", "An override gives an operation an answer of your own. Pin one at a miss, or add one here. ",
        h("button", { onclick: () => addDialog(load) }, "Add an override…")),
      entriesPart("answers", answers, load, (entry) => disclosure(h("span.mono", shorten(effectText(entry), 120)),
        () => jsonTree(Object.fromEntries(effectOf(entry)), { open: 3, label: "Override" }))),
    ];
  });
}

function addDialog(load) {
  const example = { operation: listedNames("name")[0] ?? "TaskList", session: every, data: {} };
  const editor = h("textarea.code", { rows: 14, spellcheck: "false", value: prettyJSON(example) });
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
