/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: ['oracles/judge/*.ts'],
  testRunner: 'vitest',
  vitest: { configFile: 'evidence/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // node_modules is linked
  ignorePatterns: ['out', 'dist'],
  // the preprocessor would load TypeScript's old API
  tsconfigFile: 'none',
  tempDirName: 'out/mutation/sandbox',
  reporters: ['json', 'progress'],
  jsonReporter: { fileName: 'out/mutation/mutation.json' },
  concurrency: 2,
  // an endless loop, and not a busy machine
  timeoutMS: 60_000,
};
