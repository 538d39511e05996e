// The documentation of an endpoint's schema.

import { api, enc } from "./api.js";
import { h, replace } from "./dom.js";
import { count, plural } from "./format.js";
import { empty, errorBox, spinner } from "./ui.js";

const knownSchemas = new Map();
const pageLength = 200;
const typeKinds = { OBJECT: "type", INTERFACE: "interface", UNION: "union", ENUM: "enum", INPUT_OBJECT: "input", SCALAR: "scalar" };

async function loadSchema(endpoint) {
  if (knownSchemas.has(endpoint)) return knownSchemas.get(endpoint);
  const schema = await api.get(`v1/endpoints/${enc(endpoint)}/schema`);
  if (!schema.hasSchema) return schema;
  schema.types.sort((a, b) => (a.name < b.name ? -1 : 1));
  schema.byName = new Map(schema.types.map((type) => [type.name, type]));
  schema.index = schema.types.flatMap((type) => [
    { label: type.name, kind: typeKinds[type.kind], type },
    ...[...(type.fields ?? []), ...(type.inputFields ?? [])].map((field) => ({ label: `${type.name}.${field.name}`, kind: "field", type, field })),
    ...(type.enumValues ?? []).map((value) => ({ label: `${type.name}.${value.name}`, kind: "value", type })),
  ]);
  for (const entry of schema.index) entry.words = entry.label.toLowerCase();
  knownSchemas.set(endpoint, schema);
  return schema;
}

/// Creates the panel. `onInsert(name)` inserts a field at the editor's caret.
export function docsPanel({ endpoint, onClose, onInsert }) {
  const button = (label, onclick, props) => h("button.small", { type: "button", onclick, ...props }, label);
  const back = button("← Back", goBack, { disabled: true });
  const search = h("input", { type: "search", placeholder: "Search types and fields", "aria-label": "Search types and fields", oninput: showResults });
  const close = button("Close", onClose, { "aria-label": "Close the documentation" });
  const body = h("div.docs-body", null, spinner("Loading the schema…"));
  const element = h("section.docs", { "aria-label": "Schema documentation" }, h("div.bar", null, back, search, close), body);
  let schema = null;
  // Functions that make pages. The last page is shown.
  let trail = [];

  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && search.value === "") onClose();
    else if (event.key === "ArrowLeft" && event.altKey) goBack();
    else return;
    event.preventDefault();
  });
  loadSchema(endpoint).then((loaded) => {
    schema = loaded;
    if (schema.hasSchema) return show([rootPage]);
    search.disabled = true;
    close.focus();
    replace(body, empty("No schema", h("p", null, "Without a schema, only the syntax is checked. Suggestions come from the recordings."),
      schema.hint && h("pre.code-block", null, schema.hint)));
  }, (error) => replace(body, errorBox(error)));

  function show(pages, isUser) {
    trail = pages;
    search.value = "";
    back.disabled = pages.length < 2;
    replace(body, pages.at(-1)());
    body.scrollTop = 0;
    if (isUser) body.querySelector("h3").focus();
  }
  function goBack() {
    if (search.value !== "") show(trail, true);
    else if (trail.length > 1) show(trail.slice(0, -1), true);
  }

  // Pieces of pages

  const heading = (...content) => h("h3", { tabindex: -1 }, content);
  const rows = (items, row) => h("ul", null, items.map((item) => h("li.docs-row", null, row(item))));
  const section = (title, items, row) => items?.length > 0 && [h("h4", null, `${title} (${count(items.length)})`), rows(items, row)];
  const link = (label, page) => h("button.link", { type: "button", onclick: () => show([...trail, page], true) }, label);
  const notes = (item) => [
    item.description && h("p.docs-text", null, item.description),
    item.deprecated && h("p.docs-text", null, h("strong.docs-old", null, "Deprecated: "), item.deprecated),
  ];
  const kind = (name) => h("span.docs-kind", null, name);

  function typeLink(reference) {
    const [name] = /\w+/.exec(reference);
    const type = schema.byName.get(name);
    const [before, after] = reference.split(name);
    return h("span.mono", null, before, type ? link(name, () => typePage(type)) : name, after);
  }

  const argument = (arg) => h("div.docs-argument", null, h("span.gql-argument", null, arg.name), ": ", typeLink(arg.type),
    arg.default !== null && ` = ${arg.default}`, notes(arg));

  const fieldRow = (type) => (field) => [
    button("+", () => onInsert(field.name), { "aria-label": `Insert ${field.name}`, title: "Insert at the caret" }),
    link(field.name, () => fieldPage(type, field)), field.args.length > 0 && "(…)", ": ", typeLink(field.type),
    field.deprecated && h("span.docs-old", null, " deprecated"),
    field.description && h("p.docs-text", null, field.description.split("\n")[0]),
  ];

  // A list that is long is made in pages.
  function longList(items, row) {
    const list = h("ul");
    const add = (from) => {
      list.append(...items.slice(from, from + pageLength).map((item) => h("li.docs-row", null, row(item))));
      if (items.length <= from + pageLength) return;
      const more = h("li.docs-row", null, button(`Show ${count(items.length - from - pageLength)} more`, () => {
        more.remove();
        add(from + pageLength);
        list.children[from + pageLength].querySelector("button").focus();
      }));
      list.append(more);
    };
    add(0);
    return list;
  }

  // Pages

  function rootPage() {
    const roots = ["query", "mutation", "subscription"].filter((word) => schema[word]);
    return [
      heading("Schema"), schema.source && h("p.soft", null, schema.source),
      rows(roots, (word) => [h("span.docs-kind.gql-keyword", null, word), typeLink(schema[word])]),
      h("h4", null, `Types (${count(schema.types.length)})`), longList(schema.types, (type) => [kind(typeKinds[type.kind]), typeLink(type.name)]),
      section("Directives", schema.directives, (directive) => [
        h("span.mono.gql-directive", null, `@${directive.name}`), notes(directive), directive.args.map(argument), h("p.soft", null, directive.locations.join(", "))]),
    ];
  }

  function typePage(type) {
    const possible = type.kind === "INTERFACE" ? schema.types.filter((each) => each.interfaces?.includes(type.name)).map((each) => each.name) : type.possibleTypes;
    return [
      heading(kind(typeKinds[type.kind]), type.name), notes(type),
      section("Fields", type.fields, fieldRow(type)), section("Fields", type.inputFields, argument),
      section("Values", type.enumValues, (value) => [h("span.mono", null, value.name), notes(value)]),
      section("Implements", type.interfaces, typeLink), section(type.kind === "UNION" ? "Members" : "Implemented by", possible, typeLink),
    ];
  }

  const fieldPage = (type, field) => [
    heading(link(type.name, () => typePage(type)), `.${field.name}`), h("p", null, typeLink(field.type)), notes(field),
    section("Arguments", field.args, argument),
  ];

  function showResults() {
    const words = search.value.trim().toLowerCase();
    if (words === "") return show(trail);
    const rank = ({ words: label }) => (label === words ? 0 : label.endsWith(`.${words}`) ? 2 : label.includes(".") ? 3 : 1);
    const found = schema.index.filter((entry) => entry.words.includes(words)).sort((a, b) => rank(a) - rank(b));
    back.disabled = false;
    replace(body, heading(plural(found.length, "result")), longList(found, ({ label, type, field, kind: name }) => [
      kind(name), link(label, () => (field ? fieldPage(type, field) : typePage(type)))]));
  }

  return { element, focus: () => (search.disabled ? close : search).focus() };
}
