// Builds elements. Text always becomes a text node, never HTML.

function build(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(node.dataset, value);
    else if (name === "class") node.setAttribute("class", [node.getAttribute("class"), value].filter(Boolean).join(" "));
    else if (name === "value" && "value" in node) node.value = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  append(node, children);
  // A select takes a value only once it has options.
  if (node.localName === "select" && props?.value !== undefined) node.value = props.value;
  return node;
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === true) continue;
    node.append(child instanceof Node ? child : String(child));
  }
}

/// Creates an element: `h("button.primary", { onclick }, "Save")`.
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name);
  if (classes.length) node.setAttribute("class", classes.join(" "));
  return build(node, props, children);
}

/// Creates an SVG element.
export function svg(tag, attributes, ...children) {
  return build(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/// Replaces all children of a node.
export function replace(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

let lastId = 0;

/// Returns an id that no other element has.
export function uniqueId(prefix = "id") {
  lastId += 1;
  return `${prefix}-${lastId}`;
}
