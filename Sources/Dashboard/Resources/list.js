// A list of any length of which only the rows in view are in the document.

import { h, uniqueId } from "./dom.js";

/// Creates a list box. `render(index)` returns a row's content; `onOpen(index)` is called for Enter and clicks.
/// `update(count)` draws all rows again. `update(count, inserted)` keeps the rows, with new ones before them.
export function virtualList({ rowHeight, count, render, label, onOpen, rowClass = () => "" }) {
  const id = uniqueId("list");
  const spacer = h("div.list-spacer", { role: "presentation" });
  const props = { role: "listbox", tabindex: 0, "aria-label": label, onscroll: later, onkeydown };
  const element = h("div.list", props, spacer);
  let total = count;
  let active = -1;
  let selected = -1;
  let frame = 0;
  // The row to scroll to until the user scrolls, because the list may get its height later.
  let wanted = -1;
  let rows = new Map();

  function makeRow(index) {
    const onclick = () => open(row.index);
    const row = h("div.row", { role: "option", class: rowClass(index), onclick }, render(index));
    row.style.height = `${rowHeight}px`;
    // The document has the rows in their order, which screen readers follow.
    spacer.insertBefore(row, rows.get(index + 1) ?? null);
    rows.set(index, row);
    return row;
  }

  function draw() {
    frame = 0;
    const from = Math.max(0, Math.floor(element.scrollTop / rowHeight) - 5);
    const to = Math.min(total, Math.ceil((element.scrollTop + (element.clientHeight || 600)) / rowHeight) + 5);
    for (const [index, row] of rows) {
      if (index >= from && index < to) continue;
      row.remove();
      rows.delete(index);
    }
    for (let index = to - 1; index >= from; index--) {
      const row = rows.get(index) ?? makeRow(index);
      row.index = index;
      row.id = `${id}-${index}`;
      row.style.transform = `translateY(${index * rowHeight}px)`;
      row.setAttribute("aria-posinset", index + 1);
      row.setAttribute("aria-setsize", total);
      row.setAttribute("aria-selected", index === selected);
      row.classList.toggle("active", index === active);
    }
    element.setAttribute("aria-activedescendant", rows.has(active) ? `${id}-${active}` : "");
  }

  function resize() {
    spacer.style.height = `${total * rowHeight}px`;
  }

  function later() {
    frame ||= requestAnimationFrame(draw);
  }

  function open(index) {
    active = selected = index;
    later();
    onOpen(index);
  }

  function scrollTo(index) {
    wanted = index;
    if (!element.clientHeight) return;
    const top = index * rowHeight;
    element.scrollTop = Math.min(top, Math.max(element.scrollTop, top + rowHeight - element.clientHeight));
    later();
  }

  function onkeydown(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !total) return;
    const page = Math.max(1, Math.floor(element.clientHeight / rowHeight) - 1);
    const moves = {
      ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page,
      Home: 0, End: total - 1,
    };
    if (event.key in moves) {
      active = Math.min(total - 1, Math.max(0, moves[event.key]));
      scrollTo(active);
    } else if ((event.key === "Enter" || event.key === " ") && active >= 0) open(active);
    else return;
    event.preventDefault();
  }

  element.addEventListener("focus", () => {
    if (active < 0 && total) active = Math.max(0, selected);
    later();
  });
  for (const name of ["wheel", "touchstart", "pointerdown"]) {
    element.addEventListener(name, () => { wanted = -1; }, { passive: true });
  }
  new ResizeObserver(() => (wanted >= 0 ? scrollTo(wanted) : later())).observe(element);

  resize();
  return {
    element,
    scrollTo,
    update(newCount, inserted) {
      const shift = inserted ?? 0;
      const top = element.scrollTop;
      const shifted = (index) => (index < 0 ? -1 : Math.min(newCount - 1, index + shift));
      total = newCount;
      selected = selected + shift < total ? shifted(selected) : -1;
      [active, wanted] = [shifted(active), shifted(wanted)];
      if (inserted === undefined) {
        for (const row of rows.values()) row.remove();
        rows.clear();
      } else rows = new Map([...rows].map(([index, row]) => [index + shift, row]));
      resize();
      // Rows that someone reads stay where they are.
      if (shift && top > 0) element.scrollTop = top + shift * rowHeight;
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
