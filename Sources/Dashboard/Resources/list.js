// A list of any length of which only the rows in view are in the document.

import { h, uniqueId } from "./dom.js";

/// Creates a list box. `render(index)` returns a row's content; `onOpen(index)` is called for Enter and clicks.
/// `update(count, shift)` draws again; `shift` rows were inserted before the others. `rowClass(index)` is optional.
export function virtualList({ rowHeight, count, render, label, onOpen, rowClass }) {
  const id = uniqueId("list");
  const spacer = h("div.list-spacer", { role: "presentation" });
  const element = h("div.list", { role: "listbox", tabindex: 0, "aria-label": label }, spacer);
  let total = count;
  let active = -1;
  let selected = -1;
  let frame = 0;
  const rows = new Map();

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
        const row = h("div.row", {
          role: "option", id: `${id}-${index}`, "aria-posinset": index + 1, "aria-setsize": total,
          class: rowClass?.(index), onclick: () => open(index),
        }, render(index));
        row.style.transform = `translateY(${index * rowHeight}px)`;
        row.style.height = `${rowHeight}px`;
        rows.set(index, row);
        spacer.append(row);
      }
      const row = rows.get(index);
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
  const observer = new ResizeObserver(later);
  observer.observe(element);
  spacer.style.height = `${total * rowHeight}px`;
  later();

  return {
    element,
    scrollTo,
    update(newCount, shift = 0) {
      const top = element.scrollTop;
      total = newCount;
      if (active >= 0) active = Math.min(total - 1, active + shift);
      if (selected >= 0) selected = selected + shift < total ? selected + shift : -1;
      for (const row of rows.values()) row.remove();
      rows.clear();
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
