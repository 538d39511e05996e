// A value of a generated object, shown as text and edited in place.

import { h, replace } from "./dom.js";
import { toast } from "./ui.js";
import { prettyJSON } from "./json.js";
import { shorten } from "./format.js";

const shownLength = 80;

function valueText(value) {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  return JSON.stringify(value);
}

/// Shows a value. `save(value)` sends another one and returns a promise; null if it cannot be edited.
export function valueCell(column, value, { label, isChanged, save }) {
  const changed = isChanged && h("span.sr-only", null, " (changed)");
  if (!save) return h("span.cell-value", { class: value === null && "soft" }, shorten(valueText(value), shownLength), changed);
  if (column.values) return [choice(column, value, label, save), changed];
  if (column.type === "Boolean!" && typeof value === "boolean") return [checkbox(value, label, save), changed];
  if (/^Boolean!?$/.test(column.type)) return [choice({ type: column.type, values: [true, false] }, value, label, save), changed];
  return [textCell(column, value, label, save), changed];
}

async function trySave(control, save, value, restore) {
  control.disabled = true;
  try {
    await save(value);
  } catch (error) {
    control.disabled = false;
    restore();
    toast(error.message, "error");
  }
}

function checkbox(value, label, save) {
  const input = h("input", { type: "checkbox", "aria-label": label, onchange: () => trySave(input, save, input.checked, () => { input.checked = value; }) });
  input.checked = value;
  return input;
}

function choice({ type, values }, value, label, save) {
  const all = type.endsWith("!") ? [...values] : [...values, null];
  if (!all.includes(value)) all.unshift(value ?? null);
  const node = h("select.cell-control", {
    "aria-label": label, onchange: () => trySave(node, save, all[node.selectedIndex], () => { node.selectedIndex = all.indexOf(value ?? null); }),
  }, all.map((option) => h("option", null, String(option))));
  node.selectedIndex = all.indexOf(value ?? null);
  return node;
}

// Text of strings is edited as it is, everything else as JSON.
function textCell(column, value, label, save) {
  const base = column.type.replace(/[![\]]/g, "");
  const isList = column.type.startsWith("[");
  const isText = !isList && base !== "Int" && base !== "Float" && (typeof value === "string" || value === null && /^(String|ID)$/.test(base));
  const text = value === null || value === undefined ? "" : isText ? value : prettyJSON(value);
  const place = h("span");
  const button = h("button.cell-button", { type: "button", "aria-label": `Edit ${label}: ${valueText(value)}`, onclick: open },
    h("span", { class: value === null && "soft" }, shorten(valueText(value), shownLength) || "\u00a0"));

  function parsed(input) {
    if (isText) return input.value;
    if (input.value.trim() === "" && !column.type.endsWith("!")) return null;
    return JSON.parse(input.value);
  }

  function open() {
    const isLong = text.length > 40 || text.includes("\n");
    const input = h(isLong ? "textarea" : "input", { class: isText ? "" : "code", value: text, "aria-label": label, rows: isLong && 4 });
    const problem = h("span.cell-problem", { role: "alert" });
    const close = () => {
      replace(place, button);
      button.focus();
    };
    const commit = (next) => {
      if (JSON.stringify(next) === JSON.stringify(value)) return close();
      trySave(input, save, next, () => input.focus());
    };
    const saveInput = () => {
      try {
        commit(parsed(input));
      } catch {
        input.setAttribute("aria-invalid", "true");
        problem.textContent = "This is not JSON.";
        input.focus();
      }
    };
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close();
      else if (event.key === "Enter" && !event.isComposing && (!isLong || event.ctrlKey || event.metaKey)) saveInput();
      else return;
      event.preventDefault();
    });
    replace(place, h("span.cell-editor", null, input, problem, h("span.actions", null,
      h("button.small", { type: "button", onclick: saveInput }, "Save"),
      !column.type.endsWith("!") && value !== null && h("button.small", { type: "button", onclick: () => commit(null) }, "Set to null"),
      h("button.small", { type: "button", onclick: close }, "Cancel"))));
    input.focus();
    input.select();
  }

  replace(place, button);
  return place;
}
