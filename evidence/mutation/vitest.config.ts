import project from '../../vitest.config.ts';

/**
 * The tests that judge an edit: those of the comparator and the acceptance, except the long properties of whole operators. Every survivor
 * would run those to their end, so what only they notice does not count.
 */
const long = ['bounds', 'tiers', 'every-order', 'machines'];
const others = [
  'cast/cast',
  'graph/verdicts',
  'elementwise/choices',
  'elementwise/forms',
  'elementwise/published',
  'normalization/forms',
  'arg-reduction/values',
];

export default {
  test: {
    ...project.test,
    // Stryker's threads take no flags of the engine
    execArgv: [],
    // edits are made to the sources, without a build
    globalSetup: [],
    include: ['judge/*', ...others].map((name) => `tests/oracles/${name}.test.ts`),
    exclude: long.map((name) => `tests/oracles/judge/${name}.test.ts`),
    // one after another, so that a run ends with the first file that notices the edit
    fileParallelism: false,
  },
};
