import { defineConfig } from 'vitest/config';

const seed = process.env.ONNX_CONFORMANCE_TEST_SEED ?? '20260801';
if (!/^-?\d{1,9}$/.test(seed)) throw new Error(`ONNX_CONFORMANCE_TEST_SEED takes an integer, not '${seed}'`);
process.stderr.write(`ONNX_CONFORMANCE_TEST_SEED=${seed}\n`);

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    env: { ONNX_CONFORMANCE_TEST_SEED: seed },
    // processes are started all over the tests, and other work may hold the processor
    testTimeout: 60_000,
    // the last line counts what passed and failed, wherever this runs
    reporters: ['default'],
    // most of the time went into loading the same modules for each file; a file must leave its process as it was
    isolate: false,
    // the command line that the tests call is the built one
    server: { deps: { external: [/\/dist\//] } },
    // as many as two processors carry: the backends under test need their share
    maxWorkers: 2,
  },
});
