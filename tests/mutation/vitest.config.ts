import project from '../../vitest.config.ts';

/**
 * The tests that judge an edit: those of the comparator and the acceptance, but for the long properties of whole operators,
 * which every survivor would run to their end. What they would notice besides does not count.
 */
export default {
  test: {
    ...project.test,
    include: ['tests/oracles/acceptance/*.test.ts'],
    exclude: ['bounds', 'tiers', 'every-order'].map((name) => `tests/oracles/acceptance/${name}.test.ts`),
    // one after the other, so that an edit ends with the first file that notices it
    fileParallelism: false,
  },
};
