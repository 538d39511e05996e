// Answers JSON lines on stdin with JSON lines on stdout, as Debian's node-graphql sees it. README.md has the protocol.
"use strict";
const fs = require("fs");
const readline = require("readline");
const graphql = require("graphql");
const { getVariableValues } = require("graphql/execution/values");
const { validateSDL } = require("graphql/validation/validate");

class Refused extends Error {
  constructor(phase, errors) {
    super(phase);
    this.phase = phase;
    this.errors = errors;
  }
}

const noLocation = { noLocation: true };
const schemas = new Map();
const files = new Map();

/** What was made for a key, or what making it now yields; the oldest of many is forgotten. */
function remembered(map, key, make) {
  if (!map.has(key)) {
    if (map.size >= 64) map.delete(map.keys().next().value);
    map.set(key, make());
  }
  return map.get(key);
}

function refuseIf(phase, errors) {
  if (errors.length > 0) throw new Refused(phase, errors);
}

function schemaText(request, key = "schema") {
  if (request[key] !== undefined) return request[key];
  const path = request[key + "File"];
  return remembered(files, path, () => fs.readFileSync(path, "utf8"));
}

function schemaOf(request) {
  const lenient = request.assumeValid === true;
  const text = schemaText(request);
  const schema = remembered(schemas, `${lenient} ${text}`, () => {
    const document = graphql.parse(text);
    if (!lenient) refuseIf("validateSDL", validateSDL(document));
    return graphql.buildASTSchema(document, { assumeValid: lenient, assumeValidSDL: true });
  });
  if (!lenient) refuseIf("validateSchema", graphql.validateSchema(schema));
  return schema;
}

/** An error as responses have it. */
function entry(error) {
  const { message, locations, path } = error;
  return { message, ...(locations && { locations }), ...(path && { path }) };
}

function lex(request) {
  const lexer = new graphql.Lexer(new graphql.Source(request.source));
  const tokens = [];
  do {
    const { kind, value, line, column, start, end } = lexer.advance();
    tokens.push([kind, value === undefined ? null : value, line, column, start, end]);
  } while (tokens[tokens.length - 1][0] !== "<EOF>");
  return { tokens };
}

function validate(request) {
  const schema = schemaOf(request);
  const known = new Map(graphql.specifiedRules.map((rule) => [rule.name, rule]));
  const rules = request.rules && request.rules.map((name) => known.get(name));
  const options = { maxErrors: request.maxErrors || 100 };
  refuseIf("validate", graphql.validate(schema, graphql.parse(request.query), rules, options));
  return {};
}

function coerce(request) {
  const schema = schemaOf(request);
  const operation = graphql.getOperationAST(graphql.parse(request.query), request.operationName);
  const found = getVariableValues(schema, operation.variableDefinitions, request.variables || {});
  if (found.errors) throw new Refused("coerce", found.errors);
  return { values: found.coerced };
}

function execute(request) {
  const schema = schemaOf(request);
  const document = graphql.parse(request.query);
  if (!request.skipValidation) refuseIf("validate", graphql.validate(schema, document));
  const result = graphql.executeSync({
    schema,
    document,
    rootValue: request.root,
    variableValues: request.variables,
    operationName: request.operationName,
    typeResolver: (value) => (value === null || typeof value !== "object" ? undefined : value.__typename),
  });
  return { result: { ...(result.errors && { errors: result.errors.map(entry) }), data: result.data } };
}

function changes(request) {
  const versions = ["old", "new"].map((key) => graphql.buildSchema(request[key], { assumeValid: true }));
  const listed = (found) => found.map(({ type, description }) => [type, description]);
  return {
    breaking: listed(graphql.findBreakingChanges(...versions)),
    dangerous: listed(graphql.findDangerousChanges(...versions)),
  };
}

const operations = {
  info: () => ({ engine: "graphql-js", version: graphql.version }),
  lex,
  parse: (request) => ({ ast: graphql.parse(request.source, noLocation) }),
  parseValue: (request) => ({ ast: graphql.parseValue(request.source, noLocation) }),
  parseConstValue: (request) => ({ ast: graphql.parseConstValue(request.source, noLocation) }),
  parseType: (request) => ({ ast: graphql.parseType(request.source, noLocation) }),
  print: (request) => ({ text: graphql.print(graphql.parse(request.source)) }),
  strip: (request) => ({ text: graphql.stripIgnoredCharacters(request.source) }),
  build: (request) => ({ text: graphql.printSchema(schemaOf(request)) }),
  sort: (request) => ({ text: graphql.printSchema(graphql.lexicographicSortSchema(schemaOf(request))) }),
  validate,
  validateSDL: (request) => {
    const base = request.extends && graphql.buildSchema(request.extends);
    refuseIf("validateSDL", validateSDL(graphql.parse(schemaText(request)), base));
    return {};
  },
  introspect: (request) => {
    const source = request.query || graphql.getIntrospectionQuery();
    return { data: graphql.graphqlSync({ schema: schemaOf(request), source }).data };
  },
  clientSchema: ({ introspection }) => ({
    text: graphql.printSchema(graphql.buildClientSchema(introspection.data || introspection)),
  }),
  coerce,
  execute,
  breaking: changes,
};

function answer(request) {
  try {
    return { ok: true, ...operations[request.op](request) };
  } catch (error) {
    const ok = false;
    if (error instanceof Refused) return { ok, errors: error.errors.map(entry), phase: error.phase };
    if (error instanceof RangeError) {
      return { ok, errors: [{ message: "nested too deeply for graphql-js" }], phase: "limit" };
    }
    if (error instanceof graphql.GraphQLError) {
      const phase = error.message.startsWith("Syntax Error: ") ? "syntax" : "graphql";
      return { ok, errors: [entry(error)], phase };
    }
    return { ok, errors: [{ message: `${error.name}: ${error.message}` }], phase: "exception" };
  }
}

readline.createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
  const request = JSON.parse(line);
  process.stdout.write(JSON.stringify({ id: request.id, ...answer(request) }) + "\n");
});
