// Components that the views share.

import { h, replace, svg, uniqueId } from "./dom.js";

// Each source has a shape besides its color.
const shapes = {
  dot: "M6 2a4 4 0 1 0 0 8a4 4 0 0 0 0-8z",
  half: "M6 1.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9zM6 3a3 3 0 0 1 0 6z",
  diamond: "M6 1l5 5l-5 5l-5-5z",
  ring: "M6 1.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9zM6 3.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 0 1 0-5z",
  star: "M6 0l1.5 4.5L12 6L7.5 7.5L6 12L4.5 7.5L0 6l4.5-1.5z",
  square: "M2 2h8v8h-8z",
  cross: "M1 2.5L2.5 1L6 4.5L9.5 1L11 2.5L7.5 6L11 9.5L9.5 11L6 7.5L2.5 11L1 9.5L4.5 6z",
  triangle: "M6 1l5.5 10h-11z",
  bar: "M1 4.5h10v3h-10z",
  plus: "M4.5 1h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z",
  arrow: "M1 4.5h5v-3l5 4.5l-5 4.5v-3h-5z",
};

// source: [shape, color]; the colors are in style.css.
const sources = {
  exact: ["dot", "green"], inferred: ["half", "amber"], derived: ["diamond", "teal"], introspection: ["ring", "gray"],
  generated: ["star", "violet"], override: ["square", "pink"], miss: ["cross", "red"], fault: ["triangle", "orange"],
  refused: ["bar", "red"], new: ["plus", "green"], known: ["dot", "gray"], changed: ["diamond", "amber"],
  passed: ["arrow", "gray"], failed: ["cross", "red"], used: ["dot", "green"], recorded: ["half", "amber"],
  never: ["ring", "gray"],
};

/// Shows a source as a colored word with a shape.
export function badge(source) {
  const [shape, color] = sources[source] ?? ["ring", "gray"];
  return h("span.badge", { dataset: { color } },
    svg("svg", { viewBox: "0 0 12 12", class: "shape", "aria-hidden": "true" },
      svg("path", { d: shapes[shape], "fill-rule": "evenodd" })),
    source);
}

/// Copies a text, or the result of a function. The clipboard API needs HTTPS or a loopback address.
export function copyButton(text, label = "Copy") {
  return h("button.small", {
    type: "button",
    async onclick() {
      const value = typeof text === "function" ? await text() : text;
      try {
        await navigator.clipboard.writeText(value);
        toast("Copied.");
      } catch {
        const area = h("textarea.code", { readonly: true, rows: 10, "aria-label": label }, value);
        openDialog({ title: label, body: [h("p", null, "The browser did not allow copying. Copy the text here:"), area], wide: true });
        area.select();
      }
    },
  }, label);
}

/// Shows a short message; `kind` is "info" or "error".
export function toast(message, kind = "info") {
  let region = document.querySelector(".toasts");
  if (!region) {
    region = h("div.toasts", { role: "status", "aria-live": "polite" });
    document.body.append(region);
  }
  const node = h("div.toast", { dataset: { kind } }, message);
  region.append(node);
  while (region.children.length > 4) region.firstChild.remove();
  setTimeout(() => node.remove(), kind === "error" ? 10_000 : 4000);
}

/// Opens a modal dialog. `actions` are buttons for its foot; without them it has "Close". Returns { close, element }.
export function openDialog({ title, body, wide, actions, onClose }) {
  const id = uniqueId("dialog");
  const close = () => element.close();
  const element = h("dialog", { "aria-labelledby": id, class: wide && "wide" },
    h("h2", { id }, title),
    h("div.dialog-body", null, body),
    h("div.dialog-actions", null, actions ?? h("button", { type: "button", onclick: close }, "Close")));
  element.addEventListener("close", () => {
    element.remove();
    onClose?.();
  });
  // A click on the backdrop has the dialog itself as target.
  element.addEventListener("click", (event) => event.target === element && close());
  document.body.append(element);
  element.showModal();
  return { close, element };
}

/// Asks before something that cannot be undone. `action` is the text of the button.
export function confirmDialog({ title, body, action }) {
  return new Promise((resolve) => {
    let result = false;
    const end = (value) => () => {
      result = value;
      dialog.close();
    };
    const dialog = openDialog({
      title, body: typeof body === "string" ? h("p", null, body) : body, onClose: () => resolve(result),
      actions: [
        h("button", { type: "button", onclick: end(false) }, "Cancel"),
        h("button.primary", { type: "button", onclick: end(true) }, action),
      ],
    });
  });
}

/// A dialog with "Cancel" and a button that runs `run`. It closes if `run` succeeds, and shows the error if not.
export function formDialog({ title, body, action, run, wide, actions }) {
  const failure = h("div");
  const button = h("button.primary", {
    type: "button",
    async onclick() {
      button.disabled = true;
      try {
        if ((await run()) !== false) dialog.close();
      } catch (error) {
        replace(failure, errorBox(error));
      }
      button.disabled = false;
    },
  }, action);
  const dialog = openDialog({
    title, wide, body: [body, failure],
    actions: [actions, h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"), button],
  });
  return { ...dialog, button };
}

/// A part of a view with a title and actions beside it.
export function section(title, actions, ...content) {
  return h("section.part", null, h("div.part-head", null, h("h3", null, title), h("div.actions", null, actions)), content);
}

/// Shows a text to copy, such as a command.
export function copyBlock(text, label) {
  return h("div.code-block.copy-block", null, h("pre", null, text), copyButton(text, label));
}

/// Shows that there is nothing, and what to do.
export function empty(title, ...content) {
  return h("div.empty", null, h("h2", null, title), content);
}

/// Shows an error with its message.
export function errorBox(error) {
  const lines = String(error?.message ?? error).split("\n");
  return h("div.error-box", { role: "alert" }, lines.map((line) => h("p", null, line)));
}

export function spinner(label = "Loading…") {
  return h("p.spinner", { role: "status" }, label);
}

/// Shows tabs. Items are { id, label, content }; content is a node or a function, or missing if the caller shows it.
export function tabs(items, selected, onSelect) {
  const group = uniqueId("tab");
  const hasContent = items.some((item) => item.content);
  const panel = hasContent && h("div.tab-panel", { role: "tabpanel", tabindex: 0, id: `${group}-panel` });
  const buttons = items.map((item) => h("button", {
    type: "button", role: "tab", id: `${group}-${item.id}`, "aria-controls": hasContent && `${group}-panel`,
    onclick: () => select(item.id, true),
  }, item.label ?? item.title));
  function select(id, isUser) {
    items.forEach((item, index) => {
      const isSelected = item.id === id;
      buttons[index].setAttribute("aria-selected", String(isSelected));
      buttons[index].tabIndex = isSelected ? 0 : -1;
      if (!isSelected || !hasContent) return;
      panel.setAttribute("aria-labelledby", buttons[index].id);
      replace(panel, typeof item.content === "function" ? item.content() : item.content);
    });
    if (isUser) onSelect?.(id);
  }
  const list = h("div.tabs", {
    role: "tablist",
    onkeydown(event) {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = (buttons.indexOf(document.activeElement) + step + items.length) % items.length;
      buttons[next].focus();
      select(items[next].id, true);
    },
  }, buttons);
  select(selected ?? items[0]?.id, false);
  const element = hasContent ? h("div.tab-group", null, list, panel) : list;
  element.select = (id) => select(id, false);
  return element;
}

/// Labels a control, with an optional hint.
export function field(label, control, hint) {
  control.id ||= uniqueId("field");
  const hintId = hint && `${control.id}-hint`;
  if (hintId) control.setAttribute("aria-describedby", hintId);
  return h("div.field", null, h("label", { for: control.id }, label), control, hint && h("p.hint", { id: hintId }, hint));
}

/// Folds content under a summary. Content that is a function is made when it is opened first.
export function disclosure(summary, content, open = false) {
  const body = h("div.disclosure-body");
  const fill = () => body.hasChildNodes() || replace(body, typeof content === "function" ? content() : content);
  if (open) fill();
  return h("details", { open, ontoggle: fill }, h("summary", null, summary), body);
}

/// A switch: a checkbox with this role.
export function toggle(label, isOn, onChange) {
  const input = h("input", { type: "checkbox", role: "switch", onchange: () => onChange(input.checked, input) });
  input.checked = isOn;
  return h("label.switch", null, input, h("span", null, label));
}

/// Creates a select of [value, text] pairs.
export function selectBox(options, value, onChange, label) {
  const node = h("select", { "aria-label": label, onchange: () => onChange?.(node.value) },
    options.map(([id, text]) => h("option", { value: id }, text)));
  node.value = value;
  return node;
}
