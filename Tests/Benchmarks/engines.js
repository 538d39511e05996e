// How long Debian's node-graphql takes: the same JSON lines as GraphQLBench reads. Run by language.py.
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
  else console.log(JSON.stringify({ nanoseconds: measure(JSON.parse(line)) }));
});
