// The picture of a tree of states: zoom, pan, selection. Only what is in view is drawn.

import { h, replace, svg } from "./dom.js";
import { columnWidth } from "./statetree.js";

// From these scales on, there is room for the mutations, and for what hangs on their states.
const labelScale = 0.5;
const linesScale = 0.8;
const scales = { least: 0.005, most: 2.5 };
const commonScale = 1.1;
const margin = 250;
const labelRoom = columnWidth - 66;

// Chinese, Japanese and Korean characters are almost twice as wide as others.
function fitted(text, width) {
  const room = width / 6.7;
  let used = 0;
  for (let at = 0; at < text.length; at++) {
    used += text.charCodeAt(at) > 0x2e7f ? 1.8 : 1;
    if (used > room) return `${text.slice(0, Math.max(0, at - 1))}…`;
  }
  return text;
}

const tenth = (number) => Math.round(number * 10) / 10;
const itemText = (item) => item.text ?? item.node.mutation ?? "Start";

// Calls actions for the mouse, fingers and keys. Two fingers zoom around their middle.
function followInput(element, { fit, pan, zoomAt, zoomBy, tap, hover }) {
  const pointers = new Map();
  let moved = 0;
  const place = ({ clientX, clientY }) => {
    const box = element.getBoundingClientRect();
    return [clientX - box.left, clientY - box.top];
  };
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (!pointers.size) moved = 0;
    pointers.set(event.pointerId, place(event));
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    const [x, y] = place(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") hover(x, y);
      return;
    }
    pointers.set(event.pointerId, [x, y]);
    const [dx, dy] = [x - before[0], y - before[1]];
    moved += Math.abs(dx) + Math.abs(dy);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return pan(dx, dy);
    const distance = (at) => Math.max(10, Math.hypot(at[0] - other[0], at[1] - other[1]));
    zoomAt((x + other[0]) / 2, (y + other[1]) / 2, distance([x, y]) / distance(before));
    pan(dx / 2, dy / 2);
  });
  const release = (event) => {
    if (pointers.delete(event.pointerId) && event.type === "pointerup" && moved < 7 && !pointers.size) tap(...place(event));
  };
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    const amount = Math.max(-300, Math.min(300, event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY));
    zoomAt(...place(event), Math.exp(-amount * (event.ctrlKey ? 0.01 : 0.0015)));
  }, { passive: false });
  const keys = {
    ArrowLeft: () => pan(80, 0), ArrowRight: () => pan(-80, 0), ArrowUp: () => pan(0, 80), ArrowDown: () => pan(0, -80),
    "+": () => zoomBy(1.25), "=": () => zoomBy(1.25), "-": () => zoomBy(0.8), 0: () => fit(),
  };
  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
}

/// Creates the picture. `onSelect(index)` and `onUnfold(group)` are called for what the user chooses.
export function statePicture(tree, { onSelect, onUnfold, label }) {
  const scene = svg("g");
  const surface = svg("svg", { role: "img", "aria-label": label }, scene);
  const hint = h("div.tree-hint", { "aria-hidden": "true" });
  const element = h("div.tree-picture", {
    tabindex: 0, role: "application",
    "aria-label": `${label}. Arrow keys pan, plus and minus zoom, 0 fits. The outline selects states.`,
  }, surface, hint);
  let plan = tree.plan();
  let selected = 0;
  // Columns and rows have their own scales, so that a tree of many short sessions fits and can be seen.
  let [across, down] = [1, 1];
  let left = 0;
  let top = 0;
  let drawn = null;
  let frame = 0;
  let onReady = null;
  const size = { width: 0, height: 0 };

  function later() {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      const isMove = drawn && drawn.across === across && drawn.down === down && Math.abs(left - drawn.left) < margin - 20 && Math.abs(top - drawn.top) < margin - 20;
      if (isMove) scene.setAttribute("transform", `translate(${left - drawn.left} ${top - drawn.top})`);
      else draw();
    });
  }

  function redraw() {
    drawn = null;
    later();
  }

  const screenX = (item) => item.x * across + left;
  const screenY = (item) => item.y * down + top;

  function draw() {
    drawn = { across, down, left, top };
    scene.removeAttribute("transform");
    const scale = Math.min(across, down);
    const hasLabels = scale >= labelScale;
    const hasLines = scale >= linesScale;
    const radius = Math.max(1.2, Math.min(6, 7 * scale));
    const chosen = new Set();
    for (let item = plan.items.find(({ index }) => index === selected); item; item = item.parent) chosen.add(item);
    // Browsers draw many short paths faster than one long one.
    const paths = new Map();
    const add = (name, path) => {
      const list = paths.get(name) ?? paths.set(name, [""]).get(name);
      if (list.at(-1).length > 4000) list.push("");
      list[list.length - 1] += path;
    };
    const nodes = [];
    for (const item of plan.items) {
      const x = tenth(screenX(item));
      const y = tenth(screenY(item));
      const parentY = item.parent ? tenth(screenY(item.parent)) : y;
      const isColumnIn = x > -margin && x - columnWidth * across < size.width + margin;
      if (!isColumnIn || Math.max(y, parentY) < -margin || Math.min(y, parentY) > size.height + margin) continue;
      const name = (item.fold ? item.used : item.node.used) ? "used" : "unused";
      if (item.parent) {
        const [from, bend, middle] = [0, 56, 28].map((step) => tenth(screenX(item.parent) + step * across));
        add(`edge ${chosen.has(item) ? "chosen" : name}`, `M${from} ${parentY}${hasLabels ? `C${middle} ${parentY} ${middle} ${y}` : "L"} ${bend} ${y}H${x}`);
      }
      if (y < -margin || y > size.height + margin) continue;
      if (hasLabels || item.index === selected) nodes.push(itemNode(item, x, y, radius, name, hasLabels, hasLines));
      else add(`shape-${name}`, shapePath(name === "used", x, y, radius));
    }
    surface.classList.toggle("far", !hasLabels);
    replace(scene, [...paths].map(([name, list]) => list.map((d) => svg("path", { class: name, d }))), nodes);
  }

  // Used nodes are round, the others square.
  function shapePath(isRound, x, y, r) {
    return isRound ? `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z` : `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`;
  }

  function itemNode(item, x, y, radius, name, hasLabels, hasLines) {
    const isSelected = item.index === selected;
    const start = x - labelRoom * across;
    const room = hasLabels ? labelRoom * across - 12 : 400;
    const ends = !item.fold && item.node.sessions.length > 0;
    return svg("g", { class: `node ${name}${item.fold ? " fold" : ""}${isSelected ? " selected" : ""}` },
      ends && svg("circle", { class: "end-ring", cx: x, cy: y, r: radius + 3.5 }),
      isSelected && svg("circle", { class: "select-ring", cx: x, cy: y, r: radius + 7 }),
      item.fold ? svg("path", { class: "fold-mark", d: `M${x - 5} ${y}h10M${x} ${y - 5}v10` })
        : svg("path", { class: `shape-${name}`, d: shapePath(name === "used", x, y, radius) }),
      svg("text", { class: "edge-label", x: start, y: y - 6 }, fitted(itemText(item), room)),
      hasLines && item.lines.map((line, index) =>
        svg("text", { class: `line-${line.kind}`, x: start + 2, y: y + 14 + index * 15 * Math.min(1, down) }, fitted(line.text, room - 8))));
  }

  function itemAt(x, y) {
    let best = null;
    let bestDistance = 15;
    for (const item of plan.items) {
      const dx = x - screenX(item);
      const dy = y - screenY(item);
      const isInBlock = Math.min(across, down) >= labelScale && dx > -labelRoom * across && dx < 10 && dy > -18 && dy < 8 + item.lines.length * 15;
      const distance = isInBlock ? Math.min(14, Math.abs(dy)) : Math.hypot(dx, dy);
      if (distance < bestDistance) [best, bestDistance] = [item, distance];
    }
    return best;
  }

  // While one scale is below the common size, the other one waits there.
  function zoomAt(x, y, factor) {
    const most = factor > 1 && Math.min(across, down) < commonScale ? commonScale : scales.most;
    const zoomed = (scale) => Math.min(most, Math.max(scales.least, scale * factor));
    left = x - ((x - left) * zoomed(across)) / across;
    top = y - ((y - top) * zoomed(down)) / down;
    [across, down] = [zoomed(across), zoomed(down)];
    later();
  }

  function zoomBy(factor) {
    zoomAt(size.width / 2, size.height / 2, factor);
  }

  function fit(least = scales.least) {
    const room = columnWidth * 0.9;
    const wide = plan.right + room + 30;
    const high = plan.bottom - plan.top + 30;
    across = Math.min(commonScale, Math.max(least, size.width / wide));
    down = Math.min(commonScale, Math.max(least, size.height / high));
    left = (room + 10) * across + Math.max(0, (size.width - wide * across) / 2);
    top = high * down < size.height + 1 ? (size.height - (plan.bottom + plan.top) * down) / 2 : size.height / 2;
    redraw();
  }

  function center(index) {
    const item = plan.items.find((candidate) => candidate.index === index);
    if (!item || !size.width) return;
    const isSmall = Math.min(across, down) < labelScale;
    if (isSmall) across = down = linesScale;
    const x = screenX(item);
    const y = screenY(item);
    if (isSmall || x < labelRoom * across || x > size.width - 20 || y < 30 || y > size.height - 60) {
      left += size.width / 2 - x;
      top += size.height / 2 - y;
    }
    redraw();
  }

  followInput(element, {
    fit, zoomAt, zoomBy,
    pan(dx, dy) {
      left += dx;
      top += dy;
      later();
    },
    tap(x, y) {
      const item = itemAt(x, y);
      if (item?.fold) onUnfold(item.fold);
      else if (item) onSelect(item.index);
    },
    hover(x, y) {
      const item = itemAt(x, y);
      element.style.cursor = item ? "pointer" : "";
      hint.textContent = item ? itemText(item) : "";
    },
  });
  const observer = new ResizeObserver(([entry]) => {
    const isFirst = !size.width;
    size.width = entry.contentRect.width;
    size.height = entry.contentRect.height;
    // A large tree begins at its start, where labels can be read.
    if (!isFirst) return redraw();
    fit(size.width < 600 ? 0.6 : 0.85);
    onReady?.();
  });
  observer.observe(element);

  return {
    element, zoomBy, fit: () => fit(),
    /// Shows another selection.
    select(index, isCentered) {
      selected = index;
      if (isCentered) center(index);
      else redraw();
    },
    /// Draws again after folding; the selected node keeps its place.
    update() {
      const before = plan.items.find(({ index }) => index === selected);
      plan = tree.plan();
      const after = plan.items.find(({ index }) => index === selected);
      if (before && after) top += (before.y - after.y) * down;
      redraw();
    },
    /// Calls back when the picture has its size.
    whenReady: (callback) => { onReady = callback; },
    end: () => observer.disconnect(),
  };
}
