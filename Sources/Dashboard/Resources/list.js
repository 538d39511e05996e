// A list of any length of which only the rows in view are in the document.

import { h, uniqueId } from "./dom.js";

/// Creates a list box. `render(index)` returns a row's content; `onOpen(index)` is called for Enter and clicks.
/// `update(count)` draws all rows again. `update(count, inserted)` keeps the rows, with new ones before them.
/// `rowClass(index)` is optional.
export function virtualList({ rowHeight, count, render, label, onOpen, rowClass }) {
  const id = uniqueId("list");
  const spacer = h("div.list-spacer", { role: "presentation" });
  const element = h("div.list", { role: "listbox", tabindex: 0, "aria-label": label }, spacer);
  let total = count;
  let active = -1;
  let selected = -1;
  let frame = 0;
  // The row to scroll to until the user scrolls, because the list may get its height later.
  let wanted = -1;
  let rows = new Map();

  function visible() {
    const from = Math.max(0, Math.floor(element.scrollTop / rowHeight) - 5);
    return [from, Math.min(total, Math.ceil((element.scrollTop + (element.clientHeight || 600)) / rowHeight) + 5)];
  }

  function draw() {
    frame = 0;
    const [from, to] = visible();
    for (const [index, row] of rows) {
      if (index >= from && index < to) continue;
      row.remove();
      rows.delete(index);
    }
    for (let index = from; index < to; index++) {
      if (!rows.has(index)) {
        const created = h("div.row", { role: "option", class: rowClass?.(index), onclick: () => open(created.index) }, render(index));
        created.style.height = `${rowHeight}px`;
        rows.set(index, created);
        spacer.append(created);
      }
      const row = rows.get(index);
      if (row.index !== index) {
        row.index = index;
        row.id = `${id}-${index}`;
        row.style.transform = `translateY(${index * rowHeight}px)`;
        row.setAttribute("aria-posinset", index + 1);
      }
      row.setAttribute("aria-setsize", total);
      row.setAttribute("aria-selected", String(index === selected));
      row.classList.toggle("active", index === active);
    }
    if (rows.has(active)) element.setAttribute("aria-activedescendant", `${id}-${active}`);
    else element.removeAttribute("aria-activedescendant");
  }

  function later() {
    frame ||= requestAnimationFrame(draw);
  }

  function open(index) {
    active = index;
    selected = index;
    later();
    onOpen?.(index);
  }

  function scrollTo(index) {
    wanted = index;
    if (!element.clientHeight) return;
    const top = index * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + rowHeight - element.clientHeight;
    }
    later();
  }

  element.addEventListener("scroll", later, { passive: true });
  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !total) return;
    const page = Math.max(1, Math.floor(element.clientHeight / rowHeight) - 1);
    const moves = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: total - 1, PageDown: active + page, PageUp: active - page };
    if (event.key in moves) {
      active = Math.min(total - 1, Math.max(0, moves[event.key]));
      scrollTo(active);
    } else if ((event.key === "Enter" || event.key === " ") && active >= 0) {
      open(active);
    } else {
      return;
    }
    event.preventDefault();
  });
  element.addEventListener("focus", () => {
    if (active < 0 && total) active = Math.max(0, selected);
    later();
  });
  for (const name of ["wheel", "touchstart", "pointerdown"]) element.addEventListener(name, () => { wanted = -1; }, { passive: true });
  const observer = new ResizeObserver(() => (wanted >= 0 ? scrollTo(wanted) : later()));
  observer.observe(element);
  spacer.style.height = `${total * rowHeight}px`;
  later();

  return {
    element,
    scrollTo,
    update(newCount, inserted) {
      const shift = inserted ?? 0;
      const top = element.scrollTop;
      total = newCount;
      if (active >= 0) active = Math.min(total - 1, active + shift);
      if (wanted >= 0) wanted = Math.min(total - 1, wanted + shift);
      if (selected >= 0) selected = selected + shift < total ? selected + shift : -1;
      if (inserted === undefined) {
        for (const row of rows.values()) row.remove();
        rows.clear();
      } else rows = new Map([...rows].map(([index, row]) => [index + shift, row]));
      spacer.style.height = `${total * rowHeight}px`;
      // Rows that someone reads stay where they are.
      if (shift && top > 0) element.scrollTop = top + shift * rowHeight;
      if (frame) cancelAnimationFrame(frame);
      draw();
    },
    /// Marks a row as the selected one; -1 for none.
    select(index) {
      selected = index;
      if (index >= 0) active = index;
      later();
    },
  };
}
