import common from './common.json';
import errors from './errors.json';
import manhattan from './manhattan.json';
import me from './me.json';
import replay from './replay.json';
import rules from './rules.json';
import setup from './setup.json';
import start from './start.json';
import table from './table.json';
import tangram from './tangram.json';

/** One chunk a language; `learn` comes with its pages. */
export default {
  ...common,
  ...errors,
  ...manhattan,
  ...me,
  ...replay,
  ...rules,
  ...setup,
  ...start,
  ...table,
  ...tangram,
};
