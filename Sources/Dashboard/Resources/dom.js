// Builds elements. Text always becomes a text node, never HTML.

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (typeof (child ?? false) !== "boolean") node.append(child);
  }
  return node;
}

function build(node, content) {
  const [first, ...rest] = content;
  const hasProps = first?.constructor === Object;
  append(node, hasProps ? rest : content);
  for (const [name, value] of Object.entries(hasProps ? first : {})) {
    if ((value ?? false) === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(node.dataset, value);
    else if (name === "class") node.classList.add(...value.split(" ").filter(Boolean));
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  return node;
}

/// Creates an element: `h("button.primary", { onclick }, "Save")`. The properties are optional.
export function h(tag, ...content) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name);
  node.classList.add(...classes);
  if (name === "button") node.type = "button";
  return build(node, content);
}

/// Creates an SVG element.
export function svg(tag, ...content) {
  return build(document.createElementNS("http://www.w3.org/2000/svg", tag), content);
}

/// Replaces all children of a node.
export function replace(node, ...children) {
  node.replaceChildren();
  return append(node, children);
}

let lastId = 0;

/// Returns an id that no other element has.
export function uniqueId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}
