import { integerRange } from '../../../oracles/numerics/dtype.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { type Mutant, ofFloats, ofIntegers, ofTerms } from '../mutant.ts';

const searches = ['ArgMax', 'ArgMin'];
const sums = ['ReduceL1', 'ReduceL2', 'ReduceLogSum', 'ReduceLogSumExp', 'ReduceMean', 'ReduceProd', 'ReduceSum'];

const isMasked = (terms: readonly number[]) => terms.every((x) => x === Number.NEGATIVE_INFINITY);
const isSpecial = (x: NumericScalar) => typeof x === 'number' && !Number.isFinite(x);

/** Bugs at the borders of the blocks of long rows. */
export const borderFaults: readonly Mutant[] = [
  ...[16, 64, 256].map(
    (block): Mutant => ({
      name: `a first block of ${block} that is all −∞ makes the sum of exponentials NaN`,
      source: ['block-wise online softmax with a masked block'],
      operators: ['ReduceLogSumExp'],
      perturb: ofFloats((terms, request, fold) =>
        terms.length > block && isMasked(terms.slice(0, block)) && !isMasked(terms)
          ? Number.NaN
          : fold(terms, [], request),
      ),
    }),
  ),
  ...[8, 128].map(
    (block): Mutant => ({
      name: `a last block of ${block} that is all −∞ makes the sum of exponentials NaN`,
      source: ['partial results that are merged by the difference of their maxima'],
      operators: ['ReduceLogSumExp'],
      perturb: ofFloats((terms, request, fold) =>
        terms.length > block && isMasked(terms.slice(-block)) && !isMasked(terms)
          ? Number.NaN
          : fold(terms, [], request),
      ),
    }),
  ),
  ...[64, 256].map(
    (block): Mutant => ({
      name: `a product stops where it is zero after a block of ${block}`,
      source: ['an early exit between blocks'],
      operators: ['ReduceProd'],
      perturb: ofFloats((terms, request, fold) =>
        terms.slice(0, block).includes(0) && !terms.slice(0, block).some(isSpecial) ? 0 : fold(terms, [], request),
      ),
    }),
  ),
  ...[64, 1024].map(
    (first): Mutant => ({
      name: `NaN and infinities from index ${first} on count as 1`,
      source: ['a check for special values in the first block only'],
      operators: sums,
      perturb: ofTerms((terms) => terms.map((x, k) => (k >= first && isSpecial(x) ? 1 : x))),
    }),
  ),
  ...[511, 1024].map(
    (at): Mutant => ({
      name: `element ${at} of longer rows of floats is left out`,
      source: ['a border of blocks that belongs to neither'],
      operators: sums,
      perturb: ofTerms((terms) =>
        terms.length > at + 1 && typeof terms[0] === 'number' ? terms.filter((_, k) => k !== at) : terms,
      ),
    }),
  ),
  {
    name: 'a row of at least 16 integers that are all the worst of their type has index -1',
    source: ['a best so far that starts from the end of the range'],
    operators: searches,
    perturb: ofIntegers(
      () => true,
      (terms, format, request, fold) => {
        const { min, max } = integerRange(format);
        const worst = request.operator === 'ArgMax' ? min : max;
        return terms.length >= 16 && terms.every((x) => x === worst) ? -1n : fold(terms, [], request);
      },
    ),
  },
  {
    name: '64-bit integers of more than 64 elements are compared as float64',
    source: ['a kernel for long rows that was written for floats'],
    operators: searches,
    perturb: ofIntegers(
      ({ bits }) => bits === 64,
      (terms, _, request, fold) => fold(terms.length > 64 ? terms.map((x) => BigInt(Number(x))) : terms, [], request),
    ),
  },
  {
    name: 'indices of integers of 8 and 16 bits are counted in vectors of 64, and the vectors in 8 bits',
    source: ['lanes of indices as wide as those of the elements'],
    operators: searches,
    perturb: ofIntegers(
      ({ bits }) => bits <= 16,
      (terms, _, request, fold) => {
        const index = BigInt(fold(terms, [], request));
        return ((index >> 6n) & 255n) * 64n + (index & 63n);
      },
    ),
  },
  {
    name: 'indices of integers of 16 bits and more are kept in 16 bits',
    source: ['an index type that was chosen for the width of short rows'],
    operators: searches,
    perturb: ofIntegers(
      ({ bits }) => bits >= 16,
      (terms, _, request, fold) => BigInt.asIntN(16, BigInt(fold(terms, [], request))),
    ),
  },
];
