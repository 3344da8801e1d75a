import project from '../../vitest.config.ts';

/**
 * The tests that judge an edit: those of the comparator and the acceptance, but for the long properties of whole operators,
 * which every survivor would run to their end. What they would notice besides does not count.
 */
const long = ['bounds', 'tiers', 'every-order', 'machines'];
const others = [
  'cast/cast',
  'elementwise/choices',
  'elementwise/forms',
  'elementwise/published',
  'normalization/forms',
  'arg-reduction/values',
];

export default {
  test: {
    ...project.test,
    // an edit is made to the sources, which are not built
    globalSetup: [],
    include: ['judge/*', ...others].map((name) => `tests/oracles/${name}.test.ts`),
    exclude: long.map((name) => `tests/oracles/judge/${name}.test.ts`),
    // one after the other, so that an edit ends with the first file that notices it
    fileParallelism: false,
  },
};
