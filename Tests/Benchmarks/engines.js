// How long Debian's node-graphql takes: the same JSON lines as GraphQLBench and FakesBench read.
// Run by language.py and fakes.py.
'use strict';
const fs = require('fs');
const readline = require('readline');
const graphql = require('graphql');

const text = (path) => (path ? fs.readFileSync(path, 'utf8') : '');

function best(seconds, body) {
  const end = process.hrtime.bigint() + BigInt(Math.round(seconds * 1e9));
  let calls = 1;
  let fewest = Infinity;
  let sum = 0;
  do {
    const start = process.hrtime.bigint();
    for (let call = 0; call < calls; call++) sum += body();
    const took = Number(process.hrtime.bigint() - start);
    fewest = Math.min(fewest, took / calls);
    if (took < seconds * 1e8) calls *= 2;
  } while (process.hrtime.bigint() < end);
  return sum < 0 ? 0 : Math.round(fewest);
}

const CONSTANTS = { Int: 7, Float: 7.5, Boolean: true };

/** Has every field return a constant: a leaf's value, an empty object, or a list of as many as its name says. */
function withConstants(schema, lists) {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!graphql.isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const named = graphql.getNamedType(field.type);
      const one = graphql.isLeafType(named) ? (CONSTANTS[named.name] ?? 'a constant') : {};
      const isList = graphql.isListType(graphql.getNullableType(field.type));
      const value = isList ? new Array(lists[field.name] ?? 0).fill(one) : one;
      field.resolve = () => value;
    }
  }
  return schema;
}

const objects = (value) =>
  Array.isArray(value) ? value.reduce((sum, item) => sum + objects(item), 0)
    : value && typeof value === 'object' ? Object.values(value).reduce((sum, item) => sum + objects(item), 1) : 0;

/** The response to an operation that was parsed before, over constants. */
function response(schema, document) {
  const { data, errors } = graphql.executeSync({ schema, document });
  if (errors) throw errors[0];
  return { data };
}

function answer(request) {
  const schema = withConstants(graphql.buildSchema(text(request.schema)), request.lists);
  const document = graphql.parse(text(request.document));
  if (request.op === 'shape') return { objects: objects(response(schema, document)) };
  const asText = request.op === 'text';
  return { nanoseconds: best(request.seconds, () => {
    const made = response(schema, document);
    return asText ? JSON.stringify(made).length : Object.keys(made).length;
  }) };
}

function measure({ op, document, schema, seconds }) {
  const source = text(document);
  const sdl = text(schema);
  if (op === 'parse') return best(seconds, () => graphql.parse(source).definitions.length);
  if (op === 'load') return best(seconds, () => Object.keys(graphql.buildSchema(sdl).getTypeMap()).length);
  const built = graphql.buildSchema(sdl);
  return best(seconds, () => graphql.validate(built, graphql.parse(source)).length);
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'version') console.log(JSON.stringify({ version: `node-graphql ${graphql.version}, node ${process.version}` }));
  else {
    const request = JSON.parse(line);
    console.log(JSON.stringify(request.lists ? answer(request) : { nanoseconds: measure(request) }));
  }
});
