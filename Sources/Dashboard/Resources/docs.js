// The documentation of an endpoint's schema.

import { api, enc } from "./api.js";
import { h, replace } from "./dom.js";
import { count, plural } from "./format.js";
import { empty, errorBox, spinner } from "./ui.js";

const knownSchemas = new Map();
const resultLimit = 100;
const typeKinds = {
  OBJECT: "type", INTERFACE: "interface", UNION: "union", ENUM: "enum", INPUT_OBJECT: "input", SCALAR: "scalar",
};

/// Returns the schema of an endpoint with an index of its types.
export async function loadSchema(endpoint) {
  if (knownSchemas.has(endpoint)) return knownSchemas.get(endpoint);
  const schema = await api.get(`v1/endpoints/${enc(endpoint)}/schema`);
  if (!schema.hasSchema) return schema;
  schema.byName = new Map(schema.types.map((type) => [type.name, type]));
  schema.index = schema.types.flatMap((type) => [
    { words: type.name.toLowerCase(), label: type.name, type },
    ...members(type).map((member) => ({
      words: member.name.toLowerCase(), label: `${type.name}.${member.name}`, type, member: member.type ? member : null,
    })),
  ]);
  if (knownSchemas.size >= 8) knownSchemas.delete(knownSchemas.keys().next().value);
  knownSchemas.set(endpoint, schema);
  return schema;
}

const members = (type) => [...(type.fields ?? []), ...(type.inputFields ?? []), ...(type.enumValues ?? [])];

/// Creates the panel. `onInsert(name)` inserts a field at the editor's caret.
export function docsPanel({ endpoint, onClose, onInsert }) {
  const back = h("button.small", { type: "button", onclick: goBack }, "← Back");
  const search = h("input", { type: "search", placeholder: "Search types and fields", "aria-label": "Search types and fields", oninput: showResults });
  const body = h("div.docs-body", { tabindex: "-1" });
  const element = h("section.docs", { "aria-label": "Schema documentation" },
    h("div.bar", null, back, search, h("button.small", { type: "button", "aria-label": "Close the documentation", onclick: onClose }, "Close")), body);
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && search.value === "") onClose();
    if (event.altKey && event.key === "ArrowLeft" && !back.disabled) {
      event.preventDefault();
      goBack();
    }
  });
  let schema = null;
  // Pages are functions; the last one is shown.
  let trail = [];

  async function load() {
    replace(body, spinner("Loading the schema…"));
    try {
      schema = await loadSchema(endpoint);
    } catch (error) {
      return replace(body, errorBox(error));
    }
    if (!schema.hasSchema) {
      search.disabled = true;
      return replace(body, schemaHint(schema));
    }
    show([rootPage]);
  }

  function show(pages, isUser) {
    trail = pages;
    back.disabled = pages.length < 2;
    search.value = "";
    replace(body, pages.at(-1)());
    body.scrollTop = 0;
    if (isUser) body.querySelector("h3")?.focus({ preventScroll: true });
  }
  function goBack() {
    if (search.value !== "") return show(trail, true);
    if (trail.length > 1) show(trail.slice(0, -1), true);
  }
  const open = (page) => show([...trail, page], true);

  // Pieces

  const heading = (...content) => h("h3", { tabindex: "-1" }, content);
  const description = (item) => item.description && h("p.docs-text", null, item.description);
  const deprecation = (item) => item.deprecated && h("p.docs-text.docs-deprecated", null, h("strong", null, "Deprecated: "), item.deprecated);
  const section = (title, ...content) => [h("h4", null, title), content];

  function typeLink(reference) {
    const name = reference.replace(/[[\]!]/g, "");
    const at = reference.indexOf(name);
    const target = schema.byName.get(name);
    if (!target) return h("span.docs-type", null, reference);
    return h("span.docs-type", null, reference.slice(0, at),
      h("button.link", { type: "button", onclick: () => open(() => typePage(target)) }, name), reference.slice(at + name.length));
  }

  const argument = (arg) => h("div.docs-argument", null, h("span.gql-argument", null, arg.name), ": ", typeLink(arg.type),
    arg.default !== null && arg.default !== undefined && ` = ${arg.default}`, description(arg));

  function fieldRow(type, field) {
    const isSelectable = type.kind === "OBJECT" || type.kind === "INTERFACE";
    return h("li.docs-row", { class: field.deprecated && "docs-old" },
      h("div.docs-line", null,
        h("button.link", { type: "button", onclick: () => open(() => fieldPage(type, field)) }, field.name),
        field.args?.length ? h("span.soft", { title: plural(field.args.length, "argument") }, "(…)") : "", ": ", typeLink(field.type),
        field.deprecated && h("span.soft", null, " deprecated"),
        isSelectable && onInsert && h("button.small.docs-insert", { type: "button", "aria-label": `Insert ${field.name}`, title: "Insert at the caret", onclick: () => onInsert(field.name) }, "+")),
      field.description && h("p.docs-brief", null, field.description.split("\n")[0]));
  }

  // Pages

  function rootPage() {
    const roots = [["query", schema.query], ["mutation", schema.mutation], ["subscription", schema.subscription]];
    const names = new Set(roots.map(([, name]) => name));
    const types = schema.types.filter((type) => !names.has(type.name)).sort((a, b) => (a.name < b.name ? -1 : 1));
    return [
      heading("Schema"), schema.source && h("p.soft", null, schema.source),
      h("ul", null, roots.filter(([, name]) => name).map(([word, name]) => h("li.docs-row", null, h("span.gql-keyword", null, word), ": ", typeLink(name)))),
      section(`Types (${count(types.length)})`, typeList(types)),
      schema.directives?.length > 0 && section("Directives", h("ul", null, schema.directives.map((directive) => h("li.docs-row", null,
        h("span.gql-directive", null, `@${directive.name}`), description(directive), directive.args.map(argument),
        h("p.soft", null, directive.locations.join(" | ")))))),
    ];
  }

  function typeList(types) {
    const list = h("ul");
    const add = (from) => {
      for (const type of types.slice(from, from + 200)) {
        list.append(h("li.docs-row", null, h("span.docs-kind", null, typeKinds[type.kind]), typeLink(type.name)));
      }
      const rest = types.length - from - 200;
      if (rest <= 0) return;
      const more = h("button.small", { type: "button", onclick: () => {
        row.remove();
        add(from + 200);
        list.querySelectorAll("button")[from + 200]?.focus();
      } }, `Show ${count(Math.min(200, rest))} of ${count(rest)} more`);
      const row = h("li.docs-row", null, more);
      list.append(row);
    };
    add(0);
    return list;
  }

  function typePage(type) {
    const fields = type.fields ?? [];
    const implementors = type.kind === "INTERFACE" ? schema.types.filter((each) => each.interfaces?.includes(type.name)) : [];
    const possible = type.possibleTypes?.length ? type.possibleTypes : implementors.map((each) => each.name);
    const links = (names) => h("ul", null, names.map((name) => h("li.docs-row", null, typeLink(name))));
    return [
      heading(h("span.docs-kind", null, typeKinds[type.kind]), type.name), description(type),
      type.interfaces?.length > 0 && section("Implements", links(type.interfaces)),
      fields.length > 0 && section(`Fields (${fields.length})`, h("ul", null, fields.map((field) => fieldRow(type, field)))),
      type.inputFields?.length > 0 && section("Fields", h("ul", null, type.inputFields.map((field) => h("li.docs-row", null, argument(field))))),
      type.enumValues?.length > 0 && section("Values", h("ul", null, type.enumValues.map((value) =>
        h("li.docs-row", null, h("span.mono", null, value.name), description(value), deprecation(value))))),
      possible.length > 0 && section(type.kind === "UNION" ? "Members" : "Implemented by", links(possible)),
    ];
  }

  const fieldPage = (type, field) => [
    heading(h("button.link", { type: "button", onclick: () => open(() => typePage(type)) }, type.name), `.${field.name}`),
    h("p", null, typeLink(field.type)), description(field), deprecation(field),
    field.args?.length > 0 && section("Arguments", field.args.map(argument)),
    onInsert && type.fields?.includes(field) && h("p", null, h("button.small", { type: "button", onclick: () => onInsert(field.name) }, "Insert at the caret")),
  ];

  function showResults() {
    const words = search.value.trim().toLowerCase();
    if (words === "") return show(trail);
    const rank = (entry) => (entry.words === words ? 0 : entry.words.startsWith(words) ? 1 : 2);
    const found = schema.index.filter((entry) => entry.words.includes(words) || entry.label.toLowerCase() === words)
      .sort((a, b) => rank(a) - rank(b));
    back.disabled = false;
    replace(body, heading(plural(found.length, "result")), h("ul", { "aria-label": "Results" }, found.slice(0, resultLimit).map((entry) =>
      h("li.docs-row", null, h("span.docs-kind", null, entry.words === entry.label.toLowerCase() ? typeKinds[entry.type.kind] : "field"),
        h("button.link", { type: "button", onclick: () => open(() => (entry.member ? fieldPage(entry.type, entry.member) : typePage(entry.type))) }, entry.label)))),
    found.length > resultLimit && h("p.soft", null, `The first ${resultLimit} are shown.`),
    found.length === 0 && h("p.soft", null, "No type or field has this text in its name."));
  }

  load();
  return { element, focus: () => (search.disabled ? element.querySelector("button:last-of-type") : search).focus() };
}

/// What the page shows without a schema.
export function schemaHint(schema) {
  return empty("No schema", h("p", null, "Without a schema, only the syntax is checked. Suggestions come from the recordings."),
    schema.hint && h("pre.code-block", null, schema.hint));
}
