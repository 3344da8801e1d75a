/** Whether tests try everything, as in `npm run evidence -- tests`, and not only samples. */
export const isExhaustive = process.env.ONNX_CONFORMANCE_TEST_SAMPLES === 'all';

/**
 * Some of many items, as far apart as can be, and others with each seed of the tests (it stands on the first line of a test
 * run); all if there are no more than `most`, or if everything is tried.
 */
export function sampled<T>(items: readonly T[], most: number): readonly T[] {
  const stride = isExhaustive ? 1 : Math.max(1, Math.ceil(items.length / most));
  const from = Math.abs(Number(process.env.ONNX_CONFORMANCE_TEST_SEED)) % stride;
  return items.filter((_, i) => i % stride === from);
}
