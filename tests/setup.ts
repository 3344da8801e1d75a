import fc from 'fast-check';
import { afterAll } from 'vitest';
import { removeFolders } from './folder.ts';

// One seed for every property: a failure in CI is repeated by setting the variable that the run printed.
fc.configureGlobal({ seed: Number(process.env.ONNX_CONFORMANCE_TEST_SEED) });

afterAll(removeFolders, 60_000);
