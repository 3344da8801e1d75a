import { add, type Dyadic, fromNumber } from './dyadic.ts';
import { Superaccumulator } from './superaccumulator.ts';

/**
 * Returns the exact sum of finite numbers, in any order, as a dyadic.
 *
 * It tries three ways, the fastest first, each of which detects when it is not exact: doubles alone (most sums of float32 fit),
 * doubles with their errors, and an accumulator as wide as all doubles together.
 * @throws RangeError if a term is NaN or infinite
 */
export function exactSum(terms: Float32Array | Float64Array): Dyadic {
  return (terms.length < longRow ? undefined : sumInDoubles(terms)) ?? sumWithErrors(terms) ?? accumulate(terms);
}

/** The number of terms from which four lanes are faster. */
const longRow = 16;

/**
 * Returns the sum of four running sums in doubles; `undefined` as soon as one of them is rounded. A sum t = s + x is exact if
 * and only if t - s equals x and t - x equals s (both follow from Knuth's TwoSum).
 */
function sumInDoubles(terms: Float32Array | Float64Array): Dyadic | undefined {
  let a = 0;
  let b = 0;
  let c = 0;
  let e = 0;
  const lanes = terms.length - (terms.length % 4);
  for (let i = 0; i < lanes; i += 4) {
    const w = terms[i]!;
    const x = terms[i + 1]!;
    const y = terms[i + 2]!;
    const z = terms[i + 3]!;
    const a1 = a + w;
    const b1 = b + x;
    const c1 = c + y;
    const e1 = e + z;
    if (a1 - a !== w || a1 - w !== a || b1 - b !== x || b1 - x !== b) return undefined;
    if (c1 - c !== y || c1 - y !== c || e1 - e !== z || e1 - z !== e) return undefined;
    a = a1;
    b = b1;
    c = c1;
    e = e1;
  }
  return sumWithErrors(Float64Array.of(a, b, c, e, ...terms.subarray(lanes)));
}

/**
 * Returns the sum by two cascaded error-free transformations (TwoSum; Ogita, Rump and Oishi, "Accurate sum and dot product",
 * 2005): the running sum and the sum of its errors; `undefined` if the latter has errors.
 */
function sumWithErrors(terms: Float32Array | Float64Array): Dyadic | undefined {
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
  return lost === 0 ? add(fromNumber(sum), fromNumber(errors)) : undefined;
}

function accumulate(terms: Float32Array | Float64Array): Dyadic {
  const accumulator = new Superaccumulator();
  for (let i = 0; i < terms.length; i++) accumulator.add(terms[i]!);
  return accumulator.total;
}

/** Returns the exact sum of dyadics. */
export function dyadicSum(terms: readonly Dyadic[]): Dyadic {
  const numbers = terms.filter((term) => typeof term === 'number');
  return terms.reduce<Dyadic>(
    (total, term) => (typeof term === 'number' ? total : add(total, term)),
    exactSum(Float64Array.from(numbers)),
  );
}
