// Components that the views share.

import { h, replace, uniqueId } from "./dom.js";

// Each source has a shape besides its color; the colors are in style.css.
const sources = {
  exact: "● green", inferred: "◐ amber", derived: "◆ teal", introspection: "○ gray", generated: "★ violet",
  override: "■ pink", miss: "✖ red", fault: "▲ orange", refused: "▬ red", new: "✚ green", known: "● gray",
  changed: "◆ amber", passed: "➜ gray", failed: "✖ red", used: "● green", recorded: "◐ amber", never: "○ gray",
};

/// Shows a source as a colored word with a shape.
export function badge(source) {
  const [shape, color] = (sources[source] ?? "○ gray").split(" ");
  return h("span.badge", { dataset: { shape, color } }, source);
}

/// Copies a text, or the result of a function.
export function copyButton(text, label = "Copy", props = {}) {
  async function onclick() {
    const value = typeof text === "function" ? text() : text;
    try {
      await navigator.clipboard.writeText(value);
      toast("Copied.");
    } catch {
      // Browsers allow copying only on HTTPS and loopback addresses.
      const note = h("p", "The browser did not allow copying. Copy the text here:");
      openDialog({ title: label, body: [note, codeBlock(label, value)] });
    }
  }
  return h("button.small", { onclick, ...props }, label);
}

/// Shows a short message; `kind` is "info" or "error".
export function toast(message, kind = "info") {
  const node = h("div.toast", { dataset: { kind } }, message);
  document.querySelector(".toasts").append(node);
  setTimeout(() => node.remove(), kind === "error" ? 10_000 : 4000);
}

/// Runs an action of the user and shows its error.
export async function attempt(action) {
  try {
    await action();
  } catch (error) {
    toast(error.message, "error");
  }
}

/// Opens a modal dialog. `actions` are buttons for its foot. Returns { close, element }.
export function openDialog({ title, body, wide, actions, onClose }) {
  const id = uniqueId("dialog");
  const close = () => element.close();
  const element = h("dialog", {
    "aria-labelledby": id, class: wide && "wide",
    // A click on the backdrop has the dialog itself as target.
    onclick: (event) => event.target === element && close(),
    onclose() {
      element.remove();
      onClose?.();
    },
  },
  h("h2", { id }, title), h("div.dialog-body", body),
  h("div.dialog-actions", actions ?? h("button", { onclick: close }, "Close")));
  document.body.append(element);
  element.showModal();
  return { close, element };
}

/// A dialog with "Cancel" and a button that runs `run`. It closes if `run` succeeds, and shows the error if not.
export function formDialog({ title, body, action, run, wide, actions, onClose }) {
  const failure = h("div");
  const button = h("button.primary", {
    async onclick() {
      button.disabled = true;
      try {
        await run();
        dialog.close();
      } catch (error) {
        replace(failure, errorBox(error));
      }
      button.disabled = false;
    },
  }, action);
  const dialog = openDialog({
    title, wide, onClose, body: [body, failure],
    actions: [actions, h("button", { onclick: () => dialog.close() }, "Cancel"), button],
  });
  return { ...dialog, button };
}

/// Asks before something that cannot be undone. `action` is the text of the button.
export function confirmDialog({ title, body, action }) {
  return new Promise((resolve) => {
    const content = typeof body === "string" ? h("p", body) : body;
    formDialog({ title, body: content, action, run: () => resolve(true), onClose: () => resolve(false) });
  });
}

/// Shows what `load` returns, or its error. The last of several calls for a node wins.
export async function showLoaded(node, load) {
  if (!node.hasChildNodes()) replace(node, spinner());
  node.lastLoad = load;
  const content = await load().catch(errorBox);
  if (node.lastLoad === load) replace(node, content);
}

/// Appends items in pages. `text(left)` is the text of the button for the next one.
export function appendPages(list, items, render, size, text) {
  const first = list.children.length;
  list.append(...items.slice(0, size).map((item, index) => render(item, first + index)));
  const rest = items.slice(size);
  if (!rest.length) return;
  const more = h(list.localName === "ul" ? "li" : "div", h("button.more", {
    onclick() {
      more.remove();
      appendPages(list, rest, render, size, text);
      list.children[first + size].querySelector("a, button, summary")?.focus();
    },
  }, text(rest.length)));
  list.append(more);
}

/// A part of a view with a title and actions beside it.
export function section(title, actions, ...content) {
  return h("section.part", h("div.part-head", h("h3", title), h("div.actions", actions)), content);
}

/// Shows names with their values.
export function pairs(entries) {
  return h("dl.pairs", entries.map(([name, value]) => [h("dt", name), h("dd", value)]));
}

export function bullets(items) {
  return h("ul.bullets", items.map((item) => h("li", item)));
}

/// Shows a text that scrolls.
export function codeBlock(label, content) {
  return h("pre.code-block", { tabindex: 0, role: "group", "aria-label": label }, content);
}

/// Shows a text to copy, such as a command.
export function copyBlock(text, label) {
  return h("div.code-block.copy-block", h("pre", text), copyButton(text, label));
}

/// Shows that there is nothing, and what to do.
export function empty(title, ...content) {
  return h("div.empty", h("h2", title), content);
}

/// Shows an error, or a message.
export function errorBox(error) {
  return h("div.error-box", { role: "alert" }, (error.message ?? error).split("\n").map((line) => h("p", line)));
}

export function spinner(label = "Loading…") {
  return h("p.spinner", { role: "status" }, label);
}

/// Shows tabs. Items are { id, label, content }; `content()` returns the content.
export function tabs(items, selected, onSelect) {
  const group = uniqueId("tab");
  const panel = h("div.tab-panel", { role: "tabpanel", tabindex: 0, id: `${group}-panel` });
  const buttons = items.map(({ id, label }) => h("button", {
    role: "tab", id: `${group}-${id}`, "aria-controls": panel.id, onclick: () => choose(id),
  }, label));
  function select(id) {
    items.forEach((item, index) => {
      const isSelected = item.id === id;
      buttons[index].setAttribute("aria-selected", isSelected);
      buttons[index].tabIndex = isSelected ? 0 : -1;
      if (!isSelected) return;
      panel.setAttribute("aria-labelledby", buttons[index].id);
      replace(panel, item.content());
    });
  }
  function choose(id) {
    select(id);
    onSelect?.(id);
  }
  function onkeydown(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (buttons.indexOf(document.activeElement) + step + items.length) % items.length;
    buttons[next].focus();
    choose(items[next].id);
  }
  const element = h("div.tab-group", h("div.tabs", { role: "tablist", onkeydown }, buttons), panel);
  element.select = select;
  select(selected);
  return element;
}

/// Labels a control, with an optional hint.
export function field(label, control, hint) {
  control.id ||= uniqueId("field");
  if (hint) control.setAttribute("aria-describedby", `${control.id}-hint`);
  return h("div.field", h("label", { for: control.id }, label), control,
    hint && h("p.hint", { id: `${control.id}-hint` }, hint));
}

/// Folds content under a summary. `content()` is called when it is opened first.
export function disclosure(summary, content, open = false) {
  const body = h("div.disclosure-body", open && content());
  const ontoggle = () => body.hasChildNodes() || replace(body, content());
  return h("details", { open, ontoggle }, h("summary", summary), body);
}

/// A switch: a checkbox with this role.
export function toggle(label, isOn, onChange) {
  const onchange = () => onChange(input.checked, input);
  const input = h("input", { type: "checkbox", role: "switch", checked: isOn, onchange });
  return h("label.switch", input, h("span", label));
}

/// Creates a select. Options are values, or pairs of a value and its text.
export function selectBox(options, value, onChange, label) {
  const node = h("select", { "aria-label": label, value, onchange: () => onChange?.(node.value) },
    options.map((option) => {
      const [id, text = id] = [option].flat();
      return h("option", { value: id }, text);
    }));
  return node;
}

/// Creates a field for a text to filter by.
export function filterInput(label, value, onInput) {
  const oninput = () => onInput(node.value);
  const node = h("input", { type: "search", placeholder: "Filter", "aria-label": label, value, oninput });
  return node;
}

/// Returns whether a key is for the view, not for a control or a dialog.
export function isShortcut(event) {
  return !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented
    && !event.target.closest("input, select, textarea") && !document.querySelector("dialog[open]");
}
