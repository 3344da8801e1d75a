import project from '../../vitest.config.ts';

/**
 * The tests that judge an edit: those of the oracles that reach the acceptance, but for long properties of whole operators,
 * which every survivor would run to their end. What they would notice besides does not count.
 */
const folders = ['acceptance', 'arg-reduction', 'cast', 'elementwise', 'graph', 'normalization', 'reduction'];
const long = ['acceptance/bounds', 'acceptance/tiers', 'acceptance/every-order', 'reduction/laws', 'reduction/bodies'];

export default {
  test: {
    ...project.test,
    include: folders.map((name) => `tests/oracles/${name}/*.test.ts`),
    exclude: long.map((name) => `tests/oracles/${name}.test.ts`),
    // one after the other, so that an edit ends with the first file that notices it
    fileParallelism: false,
  },
};
