// Runs the files in an order that depends on SEED.
const Sequencer = require("@jest/test-sequencer").default;

module.exports = class extends Sequencer {
  sort(tests) {
    const key = ({ path }) => [...`${process.env.SEED}${path}`].reduce((sum, one) => (sum * 31 + one.charCodeAt()) % 9973, 7);
    return [...tests].sort((one, other) => key(one) - key(other));
  }
};
