import common from './common.json';
import errors from './errors.json';
import network from './network.json';
import replay from './replay.json';
import rules from './rules.json';
import setup from './setup.json';
import start from './start.json';
import table from './table.json';

/** One chunk per language. `learn` is loaded with its pages, a game's messages come from its folder. */
export default {
  ...common,
  ...errors,
  ...network,
  ...replay,
  ...rules,
  ...setup,
  ...start,
  ...table,
};
