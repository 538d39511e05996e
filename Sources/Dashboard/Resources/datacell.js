// A value of a generated object, shown as text and edited in place.

import { h } from "./dom.js";
import { attempt, field, formDialog } from "./ui.js";
import { prettyJSON } from "./json.js";
import { shorten } from "./format.js";

/// Shows a value. `save(value)` sends another one and returns a promise; null if the value cannot be edited.
export function valueCell({ type, values }, value, label, save) {
  if (!save) return h("span.cell-value", { class: value === null && "soft" }, valueText(value));
  if (type === "Boolean!") return checkbox(value, label, save);
  const options = values ?? (type === "Boolean" ? [true, false] : null);
  return options ? choice(type.endsWith("!") ? options : [...options, null], value, label, save)
    : textCell(type, value, label, save);
}

function valueText(value) {
  return shorten(typeof value === "string" ? value : JSON.stringify(value), 80);
}

function checkbox(value, label, save) {
  const show = () => { input.checked = value; };
  const onchange = () => attempt(() => save(input.checked)).then(show);
  const input = h("input", { type: "checkbox", "aria-label": label, onchange });
  show();
  return input;
}

function choice(options, value, label, save) {
  const show = () => { node.selectedIndex = options.indexOf(value); };
  const onchange = () => attempt(() => save(options[node.selectedIndex])).then(show);
  const node = h("select", { "aria-label": label, onchange }, options.map((option) => h("option", String(option))));
  show();
  return node;
}

// Strings are edited as they are, everything else as JSON.
function textCell(type, value, label, save) {
  const isText = typeof value === "string" || (value === null && /^(String|ID)$/.test(type));
  const isNullable = !type.endsWith("!");

  function edit() {
    const input = h("textarea", { class: !isText && "code", rows: 4, value: isText ? value ?? "" : prettyJSON(value) });
    const setNull = h("button", { onclick: () => attempt(() => save(null).then(dialog.close)) }, "Set to null");
    const dialog = formDialog({
      title: `Edit ${label}`, action: "Save", body: field(label, input),
      actions: isNullable && value !== null && setNull,
      run: () => save(isText ? input.value : parsedValue(input.value)),
    });
    input.select();
  }

  return h("button.cell-value", { "aria-label": `Edit ${label}: ${valueText(value)}`, onclick: edit },
    h("span", { class: value === null && "soft" }, valueText(value) || "\u00a0"));
}

function parsedValue(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("This is not JSON.");
  }
}
