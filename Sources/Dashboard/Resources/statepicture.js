// The picture of a tree of states: zoom, pan, selection.

import { h, replace, svg } from "./dom.js";
import { columnWidth, textHeight } from "./statetree.js";

// Below these scales, mutations and what hangs on their states are too small to read.
const labelScale = 0.4;
const linesScale = 0.6;
const labelRoom = columnWidth - 66;

// Chinese, Japanese and Korean characters are almost twice as wide as others.
function fitted(text, width) {
  let room = width / 7.3;
  for (let at = 0; at < text.length; at++) {
    room -= text.charCodeAt(at) > 0x2e7f ? 1.8 : 1;
    if (room < 0) return `${text.slice(0, at - 1)}…`;
  }
  return text;
}

// A dot of a fixed size: a line of no length keeps its width at every scale.
function dot(name, width) {
  return svg("path", { class: `dot ${name}`, d: "M0 0h.01", "stroke-width": width });
}

function itemNode(item, isSelected) {
  const { fold, node, used, text, lines, x, y } = item;
  const label = (name, line, at) => svg("text", { class: name, x: 2 - labelRoom, y: at }, fitted(line, labelRoom - 14));
  // Used nodes are round, the others square and hollow.
  const element = svg("g", {
    class: `node ${used ? "used" : "unused"} ${fold ? "fold" : ""} ${isSelected ? "selected" : ""}`,
    transform: `translate(${x} ${y})`,
  },
  svg("title", text),
  svg("rect", { x: -labelRoom, y: -18, width: labelRoom + 10, height: 28 + lines.length * textHeight }),
  isSelected && [dot("chosen", 24), dot("chosen gap", 19)],
  node?.sessions.length > 0 && [dot("ring", 16), dot("ring gap", 12)],
  fold ? svg("path", { class: "fold-mark", d: "M-5 0h10M0 -5v10" }) : [dot("", 9), !used && dot("gap", 5)],
  label("edge-label", text, -6),
  lines.map(([kind, line], index) => label(`line-${kind}`, line, 14 + index * textHeight)));
  element.item = item;
  return element;
}

/// Creates the picture of a tree. `onOpen(item)` is called for the item that the user chooses.
export function statePicture(tree, label, onOpen) {
  const scene = svg("g");
  const surface = svg("svg", { role: "img", "aria-label": label }, scene);
  const element = h("div.tree-picture", {
    tabindex: 0, role: "application",
    "aria-label": `${label}. Arrow keys pan, plus and minus zoom, 0 fits. The outline selects states.`,
    onpointerdown, onpointermove, onpointerup, onlostpointercapture: () => { last = null; }, onwheel, onkeydown,
  }, surface);
  // The last event while the pointer is down, and how far it moved.
  let last = null;
  let moved = 0;
  let plan = tree.plan();
  let selected = 0;
  let [left, top, scale] = [0, 0, 1];

  const selectedItem = () => plan.items.find(({ index }) => index === selected);

  function draw() {
    const chosen = new Set();
    for (let item = selectedItem(); item; item = item.parent) chosen.add(item);
    const edges = plan.items.slice(1).map((item) => svg("path", {
      class: `edge ${chosen.has(item) ? "chosen" : item.used ? "used" : "unused"}`,
      d: `M${item.parent.x} ${item.parent.y}c28 0 28 ${item.y - item.parent.y} 56 ${item.y - item.parent.y}H${item.x}`,
    }));
    replace(scene, edges, plan.items.map((item) => itemNode(item, item.index === selected)));
  }

  function pan(dx, dy) {
    left += dx;
    top += dy;
    scene.setAttribute("transform", `translate(${left} ${top}) scale(${scale})`);
    surface.classList.toggle("no-labels", scale < labelScale);
    surface.classList.toggle("no-lines", scale < linesScale);
  }

  function zoomAt(x, y, factor) {
    const before = scale;
    scale = Math.min(2.5, Math.max(0.02, scale * factor));
    pan((x - left) * (1 - scale / before), (y - top) * (1 - scale / before));
  }

  function zoomBy(factor) {
    zoomAt(element.clientWidth / 2, element.clientHeight / 2, factor);
  }

  /// Shows the whole tree, or its beginning if that needs a smaller scale.
  function fit(least = 0.02) {
    const { clientWidth: width, clientHeight: height } = element;
    const [wide, high] = [plan.right + columnWidth, plan.bottom + 20];
    scale = Math.max(least, Math.min(1, width / wide, height / high));
    left = scale * (columnWidth - 20) + Math.max(0, (width - wide * scale) / 2);
    top = height / 2 - scale * (high * scale > height ? plan.items[0].y : plan.bottom / 2);
    pan(0, 0);
  }

  function center() {
    if (scale < labelScale) scale = 0.9;
    const { x, y } = selectedItem();
    pan(element.clientWidth / 2 - x * scale - left, element.clientHeight / 2 - y * scale - top);
  }

  function onpointerdown(event) {
    if (event.button !== 0) return;
    [last, moved] = [event, 0];
    element.setPointerCapture(event.pointerId);
  }

  function onpointermove(event) {
    if (!last) return;
    const [dx, dy] = [event.clientX - last.clientX, event.clientY - last.clientY];
    moved += Math.abs(dx) + Math.abs(dy);
    last = event;
    pan(dx, dy);
  }

  function onpointerup(event) {
    if (!last || moved > 6) return;
    // The captured pointer hides the node below it.
    const node = document.elementFromPoint(event.clientX, event.clientY)?.closest(".node");
    if (node) onOpen(node.item);
  }

  function onwheel(event) {
    event.preventDefault();
    const amount = Math.max(-300, Math.min(300, event.deltaY));
    const { left: boxLeft, top: boxTop } = element.getBoundingClientRect();
    zoomAt(event.clientX - boxLeft, event.clientY - boxTop, Math.exp(-amount * (event.ctrlKey ? 0.01 : 0.0015)));
  }

  function onkeydown(event) {
    const keys = {
      ArrowLeft: [pan, 80, 0], ArrowRight: [pan, -80, 0], ArrowUp: [pan, 0, 80], ArrowDown: [pan, 0, -80],
      "+": [zoomBy, 1.25], "=": [zoomBy, 1.25], "-": [zoomBy, 0.8], 0: [fit],
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    const [action, ...values] = keys[event.key];
    action(...values);
  }

  return {
    element, fit, zoomBy,
    /// Selects a node. Draws the tree again, and the node that was selected keeps its place.
    select(index, isCentered) {
      const before = selectedItem();
      plan = tree.plan();
      pan(0, (before.y - selectedItem().y) * scale);
      selected = index;
      draw();
      if (isCentered) center();
    },
  };
}
