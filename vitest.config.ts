import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { engineFlags } from './src/engine-flags.ts';

const seed = process.env.ONNX_CONFORMANCE_TEST_SEED ?? '20260801';
if (!/^-?\d{1,9}$/.test(seed)) throw new Error(`ONNX_CONFORMANCE_TEST_SEED takes an integer, not '${seed}'`);
process.stderr.write(`ONNX_CONFORMANCE_TEST_SEED=${seed}\n`);

// a machine's own certificates are read at the start of every process that tests start, and none of them asks for any
delete process.env.NODE_EXTRA_CA_CERTS;

const root = import.meta.dirname;
const sources = /^(?:oracles|generators|vectors|reports|src)\/.*\.ts$/;

/** Tests import the sources, and run what was built of them: the command line and its threads and processes have the same modules. */
const built: Plugin = {
  name: 'built',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!importer || !id.startsWith('.')) return undefined;
    const path = relative(root, resolve(dirname(importer), id));
    return sources.test(path) ? join(root, 'dist', path.replace(/\.ts$/, '.js')) : undefined;
  },
};

export default defineConfig({
  plugins: [built],
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/build.ts'],
    setupFiles: ['tests/setup.ts'],
    env: {
      ONNX_CONFORMANCE_TEST_SEED: seed,
      // a folder that does not exist: tests share no cache with each other or with the user
      XDG_CACHE_HOME: join(import.meta.filename, 'none'),
      // with it onnxruntime, where it finds no such folder, leaves `:memory:.ses` in the working one
      ORT_DISABLE_TELEMETRY: '1',
    },
    // processes are started all over the tests, and other work may hold the processor
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // the last line counts what passed and failed, wherever this runs
    reporters: ['default'],
    // most of the time went into loading the same modules for each file; a file must leave its process as it was
    isolate: false,
    // most of what judging allocates is short-lived, other workers need the other processors, and most kernels run for a moment
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc', ...engineFlags],
    // not to be transformed again
    server: { deps: { external: [/\/dist\//] } },
    // one more than two processors carry: tests wait for processes and limits of time
    maxWorkers: 3,
  },
});
