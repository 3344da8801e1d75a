import type { Kernel } from '../numerics/arithmetic.ts';

/** The largest magnitude among all terms and intermediate results, in any order. */
export function largestIntermediate(kernel: Kernel, terms: readonly bigint[]): bigint {
  let largest = 0n;
  const seen = (x: bigint): bigint => {
    if (x > largest) largest = x;
    return x;
  };
  const magnitudes = terms.map((x) => seen(x < 0n ? -x : x));
  const none = (): never => {
    throw new Error('this operation has no integer form');
  };
  const most = (xs: readonly bigint[]) => xs.reduce((a, b) => (a > b ? a : b), 0n);
  kernel<readonly bigint[], bigint>(
    {
      count: (xs) => BigInt(xs.length),
      largest: most,
      maximum: most,
      minimum: most,
      numbers: (xs) => xs,
      abs: (xs) => xs,
      square: (xs) => xs.map((x) => seen(x * x)),
      over: none,
      minus: none,
      exp: none,
      sum: (xs) => seen(xs.reduce((total, x) => total + x, 0n)),
      product: (xs) => seen(xs.reduce((total, x) => (x > 1n ? total * x : total), 1n)),
      runningMean: none,
      normOfNorms: none,
      logAddExp: none,
      add: (a, b) => seen(a + b),
      multiply: (a, b) => seen(a * b),
      divide: (a) => a,
      sqrt: (a) => a,
      log: (a) => a,
      reciprocal: none,
      throughFloat32: none,
    },
    magnitudes,
  );
  return largest;
}
