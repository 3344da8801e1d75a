import fc from 'fast-check';

// One seed for every property: a failure in CI is repeated by setting the variable that the run printed.
fc.configureGlobal({ seed: Number(process.env.ONNX_CONFORMANCE_TEST_SEED) });
