// The picture of a tree of states: zoom, pan, selection. Only what is in view is drawn.

import { h, replace, svg } from "./dom.js";
import { columnWidth } from "./statetree.js";

const labelScale = 0.5;
const linesScale = 0.8;
const scales = { least: 0.005, most: 2.5 };
const margin = 250;
const labelRoom = columnWidth - 66;

// Half the width of a letter counts for Latin, a whole one for Chinese, Japanese and Korean.
function fitted(text, width) {
  const room = width / 6.7;
  let used = 0;
  for (let at = 0; at < text.length; at++) {
    used += text.charCodeAt(at) > 0x2e7f ? 1.8 : 1;
    if (used > room) return `${text.slice(0, Math.max(0, at - 1))}…`;
  }
  return text;
}

/// Creates the picture. `onSelect(index)` and `onUnfold(group)` are called for what the user chooses.
export function statePicture(tree, { onSelect, onUnfold, label }) {
  const scene = svg("g");
  const surface = svg("svg", { role: "img", "aria-label": label }, scene);
  const hint = h("div.tree-hint", { "aria-hidden": "true" });
  const element = h("div.tree-picture", {
    tabindex: 0, role: "application",
    "aria-label": `${label}. Arrow keys pan, plus and minus zoom, 0 fits. Shift and arrow keys select a state.`,
  }, surface, hint);
  let plan = tree.layout();
  let selected = 0;
  let scale = 1;
  let left = 0;
  let top = 0;
  let drawn = null;
  let frame = 0;
  const size = { width: 0, height: 0 };

  function later() {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      const isMove = drawn && drawn.scale === scale && Math.abs(left - drawn.left) < margin - 20 && Math.abs(top - drawn.top) < margin - 20;
      if (isMove) scene.setAttribute("transform", `translate(${left - drawn.left} ${top - drawn.top})`);
      else draw();
    });
  }

  function redraw() {
    drawn = null;
    later();
  }

  const screenX = (item) => item.x * scale + left;
  const screenY = (item) => item.y * scale + top;

  function draw() {
    drawn = { scale, left, top };
    scene.removeAttribute("transform");
    const hasLabels = scale >= labelScale;
    const hasLines = scale >= linesScale;
    const radius = Math.max(1.2, Math.min(6, 7 * scale));
    const chosen = new Set();
    for (let item = plan.items.find(({ index }) => index === selected); item; item = item.parent) chosen.add(item);
    const edges = { used: "", unused: "", chosen: "" };
    const shapes = { used: "", unused: "" };
    const nodes = [];
    for (const item of plan.items) {
      const x = screenX(item);
      const y = screenY(item);
      const parentY = item.parent ? screenY(item.parent) : y;
      const isColumnIn = x > -margin && x - columnWidth * scale < size.width + margin;
      if (!isColumnIn || Math.max(y, parentY) < -margin || Math.min(y, parentY) > size.height + margin) continue;
      const used = item.fold ? item.used : item.node.used;
      if (item.parent) {
        const from = screenX(item.parent);
        const bend = from + 56 * scale;
        const path = `M${from.toFixed(1)} ${parentY.toFixed(1)}C${(from + 36 * scale).toFixed(1)} ${parentY.toFixed(1)} ${(from + 20 * scale).toFixed(1)} ${y.toFixed(1)} ${bend.toFixed(1)} ${y.toFixed(1)}H${x.toFixed(1)}`;
        edges[chosen.has(item) ? "chosen" : used ? "used" : "unused"] += path;
      }
      if (y < -margin || y > size.height + margin) continue;
      if (hasLabels || (chosen.has(item) && item.index === selected)) nodes.push(itemNode(item, x, y, radius, used, hasLines));
      else shapes[used ? "used" : "unused"] += shapePath(used && !item.fold, x, y, radius);
    }
    replace(scene,
      Object.entries(edges).map(([name, d]) => d && svg("path", { class: `edge ${name}`, d })),
      Object.entries(shapes).map(([name, d]) => d && svg("path", { class: `shape-${name}`, d })), nodes);
  }

  // Used nodes are round, the others square.
  function shapePath(isRound, x, y, r) {
    return isRound ? `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z` : `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`;
  }

  function itemNode(item, x, y, radius, used, hasLines) {
    const isSelected = item.index === selected && !item.fold;
    const start = x - labelRoom * scale;
    const room = Math.max(scale < labelScale ? 400 : 0, labelRoom * scale - 12);
    const ends = !item.fold && item.node.sessions.length > 0;
    return svg("g", { class: ["node", used ? "used" : "unused", item.fold && "fold", isSelected && "selected"].filter(Boolean).join(" ") },
      ends && svg("circle", { class: "end-ring", cx: x, cy: y, r: radius + 3.5 }),
      isSelected && svg("circle", { class: "select-ring", cx: x, cy: y, r: radius + 7 }),
      item.fold ? svg("path", { class: "fold-mark", d: `M${x - 5} ${y}h10M${x} ${y - 5}v10` })
        : svg("path", { class: used ? "shape-used" : "shape-unused", d: shapePath(used, x, y, radius) }),
      svg("text", { class: "edge-label", x: start, y: y - 6 }, fitted(item.fold ? item.text : item.node.mutation ?? "Start", room)),
      hasLines && item.lines.map((line, index) =>
        svg("text", { class: `line-${line.kind}`, x: start + 2, y: y + 14 + index * 15 * Math.min(1, scale) }, fitted(line.text, room - 8))));
  }

  function itemAt(event) {
    const box = element.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    let best = null;
    let bestDistance = 15;
    for (const item of plan.items) {
      const dx = x - screenX(item);
      const dy = y - screenY(item);
      const isInBlock = scale >= labelScale && dx > -labelRoom * scale && dx < 10 && dy > -18 && dy < 8 + item.lines.length * 15;
      const distance = isInBlock ? Math.min(14, Math.abs(dy)) : Math.hypot(dx, dy);
      if (distance < bestDistance) [best, bestDistance] = [item, distance];
    }
    return best;
  }

  function choose(item) {
    if (item.fold) onUnfold(item.group);
    else onSelect(item.index);
  }

  function zoomAt(x, y, factor) {
    const next = Math.min(scales.most, Math.max(scales.least, scale * factor));
    left = x - ((x - left) * next) / scale;
    top = y - ((y - top) * next) / scale;
    scale = next;
    later();
  }

  function zoomBy(factor) {
    zoomAt(size.width / 2, size.height / 2, factor);
  }

  function fit(least = scales.least) {
    const room = columnWidth * 0.9;
    const across = size.width / (plan.right + room + 30);
    const down = size.height / (plan.bottom - plan.top + 30);
    scale = Math.min(1.1, Math.max(least, Math.min(across, down)));
    const width = (plan.right + room) * scale;
    const height = (plan.bottom - plan.top) * scale;
    left = (room + 10) * scale + Math.max(0, (size.width - width) / 2 - 10);
    top = height < size.height ? (size.height - height) / 2 - plan.top * scale : size.height / 2;
    redraw();
  }

  function center(index) {
    const item = plan.items.find((candidate) => candidate.index === index && !candidate.fold);
    if (!item) return;
    if (scale < labelScale) scale = 0.8;
    const x = screenX(item);
    const y = screenY(item);
    if (x < labelRoom * scale || x > size.width - 20 || y < 30 || y > size.height - 60 || !drawn || drawn.scale !== scale) {
      left += size.width / 2 - x;
      top += size.height / 2 - y;
    }
    redraw();
  }

  function step(key) {
    const item = plan.items.find(({ index, fold }) => index === selected && !fold);
    const siblings = (item?.parent?.children ?? []).filter(({ fold }) => !fold);
    const at = siblings.indexOf(item);
    const next = { ArrowLeft: item?.parent, ArrowRight: item?.children.find(({ fold }) => !fold), ArrowUp: siblings[at - 1], ArrowDown: siblings[at + 1] }[key];
    if (next) onSelect(next.index);
  }

  const pointers = new Map();
  let moved = 0;
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (pointers.size === 1) moved = 0;
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) {
      const item = event.pointerType === "mouse" ? itemAt(event) : null;
      element.style.cursor = item ? "pointer" : "";
      hint.textContent = item ? item.text ?? item.node.mutation ?? "Start" : "";
      return;
    }
    const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]];
    moved += Math.abs(dx) + Math.abs(dy);
    if (others.length) {
      const [other] = others;
      const distance = (place) => Math.max(10, Math.hypot(place[0] - other[0], place[1] - other[1]));
      const box = element.getBoundingClientRect();
      zoomAt((event.clientX + other[0]) / 2 - box.left, (event.clientY + other[1]) / 2 - box.top, distance([event.clientX, event.clientY]) / distance(before));
    }
    left += dx / (others.length + 1);
    top += dy / (others.length + 1);
    later();
  });
  const release = (event) => {
    if (!pointers.delete(event.pointerId) || event.type !== "pointerup" || moved > 6 || pointers.size) return;
    const item = itemAt(event);
    if (item) choose(item);
  };
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = element.getBoundingClientRect();
    const lines = event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY;
    zoomAt(event.clientX - box.left, event.clientY - box.top, Math.exp(-Math.max(-300, Math.min(300, lines)) * (event.ctrlKey ? 0.01 : 0.0015)));
  }, { passive: false });
  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pan = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] }[event.key];
    if (pan && event.shiftKey) step(event.key);
    else if (pan) {
      left += pan[0];
      top += pan[1];
      later();
    } else if (event.key === "+" || event.key === "=") zoomBy(1.25);
    else if (event.key === "-") zoomBy(0.8);
    else if (event.key === "0") fit();
    else return;
    event.preventDefault();
  });
  const observer = new ResizeObserver(([entry]) => {
    const isFirst = !size.width;
    size.width = entry.contentRect.width;
    size.height = entry.contentRect.height;
    // A large tree begins at its start, where labels can be read.
    if (isFirst && !drawn) fit(0.6);
    else redraw();
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
      const before = plan.items.find(({ index, fold }) => index === selected && !fold);
      plan = tree.layout();
      const after = plan.items.find(({ index, fold }) => index === selected && !fold);
      if (before && after) top += (before.y - after.y) * scale;
      redraw();
    },
    end: () => observer.disconnect(),
  };
}
