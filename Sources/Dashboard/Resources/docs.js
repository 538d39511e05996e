// The documentation of an endpoint's schema.

import { api, enc } from "./api.js";
import { h, replace } from "./dom.js";
import { count, plural } from "./format.js";
import { appendPages, codeBlock, empty, errorBox, filterInput, spinner } from "./ui.js";

const knownSchemas = new Map();
const typeKinds = {
  OBJECT: "type", INTERFACE: "interface", UNION: "union", ENUM: "enum", INPUT_OBJECT: "input", SCALAR: "scalar",
};

async function loadSchema(endpoint) {
  if (knownSchemas.has(endpoint)) return knownSchemas.get(endpoint);
  const schema = await api.get(`v1/endpoints/${enc(endpoint)}/schema`);
  if (!schema.hasSchema) return schema;
  schema.types.sort((a, b) => (a.name < b.name ? -1 : 1));
  schema.index = schema.types.flatMap((type) => [
    { label: type.name, kind: typeKinds[type.kind], type },
    ...[...(type.fields ?? []), ...(type.inputFields ?? [])]
      .map((field) => ({ label: `${type.name}.${field.name}`, kind: "field", type, field })),
    ...(type.enumValues ?? []).map(({ name }) => ({ label: `${type.name}.${name}`, kind: "value", type })),
  ]);
  knownSchemas.set(endpoint, schema);
  return schema;
}

/// Creates the panel.
export function docsPanel(endpoint, onClose) {
  const back = h("button.small", { onclick: goBack, disabled: true }, "← Back");
  const search = filterInput("Search types and fields", "", showResults);
  search.placeholder = "Search types and fields";
  const close = h("button.small", { onclick: onClose, "aria-label": "Close the documentation" }, "Close");
  const body = h("div.docs-body.stack", spinner("Loading the schema…"));
  const element = h("section.docs", { "aria-label": "Schema documentation", onkeydown },
    h("div.bar", back, search, close), body);
  let schema = null;
  // Functions that make pages. The last page is shown.
  let trail = [];

  function onkeydown(event) {
    if (event.key === "Escape" && search.value === "") onClose();
    else if (event.key === "ArrowLeft" && event.altKey) goBack();
    else return;
    event.preventDefault();
  }

  loadSchema(endpoint).then((loaded) => {
    schema = loaded;
    if (schema.hasSchema) return show([rootPage]);
    search.disabled = true;
    close.focus();
    replace(body, empty("No schema", codeBlock("How to add a schema", schema.hint),
      h("p", "Without a schema, only the syntax is checked. Suggestions come from the recordings.")));
  }).catch((error) => replace(body, errorBox(error)));

  function show(pages, isUser) {
    trail = pages;
    search.value = "";
    back.disabled = pages.length < 2;
    replace(body, pages.at(-1)());
    body.scrollTop = 0;
    if (isUser) body.querySelector("h2").focus();
  }

  function goBack() {
    if (search.value !== "") show(trail, true);
    else if (trail.length > 1) show(trail.slice(0, -1), true);
  }

  // Pieces of pages

  const heading = (...content) => h("h2", { tabindex: -1 }, content);
  const link = (label, page) => h("button.link", { onclick: () => show([...trail, page], true) }, label);
  const kind = (name) => h("span.docs-kind", name);
  const notes = ({ description, deprecated }) => [
    description && h("p.docs-text", description),
    deprecated && h("p.docs-text", h("b.docs-old", "Deprecated: "), deprecated),
  ];

  function rows(items, row) {
    const list = h("ul.docs-rows");
    appendPages(list, items, (item) => h("li", row(item)), 200, (left) => `Show ${count(left)} more`);
    return list;
  }

  const part = (title, items, row) => items?.length > 0
    && [h("h3", `${title} (${count(items.length)})`), rows(items, row)];

  function typeLink(reference) {
    const [name] = /\w+/.exec(reference);
    const type = schema.types.find((each) => each.name === name);
    const [before, after] = reference.split(name);
    return h("span.mono", before, type ? link(name, () => typePage(type)) : name, after);
  }

  const argument = (arg) => h("div.docs-argument", h("span.gql-argument", arg.name), ": ", typeLink(arg.type),
    arg.default !== null && ` = ${arg.default}`, notes(arg));

  const fieldRow = (type) => (field) => [
    link(field.name, () => fieldPage(type, field)), field.args.length > 0 && "(…)", ": ", typeLink(field.type),
    field.deprecated && h("span.docs-old", " deprecated"),
    field.description && h("p.docs-text", field.description.split("\n")[0]),
  ];

  // Pages

  function rootPage() {
    const roots = ["query", "mutation", "subscription"].filter((word) => schema[word]);
    return [
      heading("Schema"), schema.source && h("p.soft", schema.source),
      rows(roots, (word) => [h("span.docs-kind.gql-keyword", word), typeLink(schema[word])]),
      part("Types", schema.types, (type) => [kind(typeKinds[type.kind]), typeLink(type.name)]),
      part("Directives", schema.directives, (directive) => [
        h("span.gql-directive", `@${directive.name}`), notes(directive), directive.args.map(argument),
        h("p.soft", directive.locations.join(", ")),
      ]),
    ];
  }

  function typePage(type) {
    const possible = type.kind !== "INTERFACE" ? type.possibleTypes
      : schema.types.filter(({ interfaces }) => interfaces?.includes(type.name)).map(({ name }) => name);
    return [
      heading(kind(typeKinds[type.kind]), type.name), notes(type),
      part("Fields", type.fields, fieldRow(type)), part("Fields", type.inputFields, argument),
      part("Values", type.enumValues, (value) => [value.name, notes(value)]),
      part("Implements", type.interfaces, typeLink),
      part(type.kind === "UNION" ? "Members" : "Implemented by", possible, typeLink),
    ];
  }

  const fieldPage = (type, field) => [
    heading(link(type.name, () => typePage(type)), `.${field.name}`), h("p", typeLink(field.type)), notes(field),
    part("Arguments", field.args, argument),
  ];

  function showResults(text) {
    const words = text.trim().toLowerCase();
    if (words === "") return show(trail);
    // Types first, then fields of this name.
    const rank = (label) => (label === words ? 0 : label.endsWith(`.${words}`) ? 2 : label.includes(".") ? 3 : 1);
    const found = schema.index.filter(({ label }) => label.toLowerCase().includes(words))
      .sort((a, b) => rank(a.label.toLowerCase()) - rank(b.label.toLowerCase()));
    back.disabled = false;
    replace(body, heading(plural(found.length, "result")), rows(found, ({ label, type, field, kind: name }) => [
      kind(name), link(label, () => (field ? fieldPage(type, field) : typePage(type)))]));
  }

  return { element, focus: () => (search.disabled ? close : search).focus() };
}
