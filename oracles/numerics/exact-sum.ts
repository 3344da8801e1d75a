import { add, type Dyadic, fromNumber, zero } from './dyadic.ts';

/**
 * The exact sum of finite numbers, in any order, as a dyadic.
 *
 * Two cascaded error-free transformations (Knuth's TwoSum; Ogita, Rump and Oishi, "Accurate sum and dot product", 2005)
 * keep the running sum, its errors, and whether the errors themselves were added without error. If they were, the two
 * doubles hold the exact sum; otherwise the terms are added again as integers.
 * @throws RangeError if a term is NaN or infinite
 */
export function exactSum(terms: Float32Array | Float64Array): Dyadic {
  let sum = 0;
  let errors = 0;
  let lost = 0;
  for (let i = 0; i < terms.length; i++) {
    const x = terms[i]!;
    const nextSum = sum + x;
    const part = nextSum - sum;
    const error = sum - (nextSum - part) + (x - part);
    const nextErrors = errors + error;
    const errorPart = nextErrors - errors;
    lost += Math.abs(errors - (nextErrors - errorPart) + (error - errorPart));
    sum = nextSum;
    errors = nextErrors;
  }
  // an overflow leaves NaN in `errors` and thus in `lost`
  return lost === 0 ? add(fromNumber(sum), fromNumber(errors)) : integerSum(terms);
}

function integerSum(terms: Float32Array | Float64Array): Dyadic {
  let total = zero;
  for (const x of terms) total = add(total, fromNumber(x));
  return total;
}

/** The exact sum of dyadics. */
export function dyadicSum(terms: readonly Dyadic[]): Dyadic {
  let total = zero;
  for (const term of terms) total = add(total, term);
  return total;
}
