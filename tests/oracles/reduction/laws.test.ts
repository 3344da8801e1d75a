import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DType, formatOf, integerRange } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { finite, rowOf } from '../arbitrary.ts';
import { type FloatName, reductions } from '../call.ts';
import * as laws from '../laws.ts';
import * as rowLaws from '../row-laws.ts';
import { claims } from './claims.ts';

const versions = reductions.flatMap(({ name, versions }) =>
  versions.map(({ since, dtypes }) => ({ name, since, dtypes, ...claims[name] })),
);

it('every reduction has its claims, and every claim an operator', () => {
  expect(Object.keys(claims)).toEqual(reductions.map(({ name }) => name));
});

/** Any finite value of the dtype. */
function elementOf(dtype: DType): fc.Arbitrary<NumericScalar> {
  const format = formatOf(dtype);
  if (format.kind === 'float') return finite(format);
  if (format.kind !== 'integer') return fc.bigInt({ min: 0n, max: 1n });
  const { min, max } = integerRange(format);
  return fc.oneof(fc.bigInt({ min: min < 0n ? -9n : 0n, max: 9n }), fc.bigInt({ min, max }));
}

/** Rows of the dtype: floats of each character, and with values that are not finite. */
function termsOf(dtype: DType): fc.Arbitrary<readonly NumericScalar[]> {
  if (formatOf(dtype).kind !== 'float') return fc.array(elementOf(dtype), { minLength: 1, maxLength: 8 });
  const special = fc.array(fc.constantFrom(0, -0, 1, -1, 2, Infinity, -Infinity, NaN), { minLength: 1, maxLength: 4 });
  return fc.oneof({ weight: 4, arbitrary: rowOf(dtype as FloatName, 8) }, { weight: 1, arbitrary: special });
}

/** Floats that stay in the middle of every range when six of them are multiplied and halved or doubled. */
const moderate = (dtype: DType): fc.Arbitrary<number[]> => {
  const format = formatOf(dtype);
  if (format.kind !== 'float') throw new Error(`${dtype} is not a float`);
  const magnitude = fc.double({ min: 1, max: 2, noNaN: true, maxExcluded: true });
  const value = fc.tuple(magnitude, fc.constantFrom(1, -1)).map(([x, sign]) => sign * roundDouble(x, format));
  return fc.array(value, { minLength: 1, maxLength: 6 });
};

const exampleOf = (dtype: DType): fc.Arbitrary<laws.Example> =>
  fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }).chain((dims) => {
    const count = dims.reduce((a, b) => a * b, 1);
    return fc.record({
      dtype: fc.constant(dtype),
      dims: fc.constant(dims),
      values: fc.array(elementOf(dtype), { minLength: count, maxLength: count }),
      axes: fc.shuffledSubarray([...dims.keys()], { minLength: 1 }),
    });
  });

describe.each(versions)(
  '$name-$since',
  ({ name, since, dtypes, joinedBy, degree, takesLogarithm, shift, identity }) => {
    const floats = dtypes.filter((dtype) => formatOf(dtype).kind === 'float');
    const withIdentity = dtypes.filter((dtype) => identity?.(dtype) !== undefined);
    const numRuns = 5;
    const onExamples = (law: (example: laws.Example) => void) =>
      fc.assert(fc.property(fc.constantFrom(...dtypes).chain(exampleOf), law), { numRuns });
    const rowsOf = (of: readonly DType[], terms: (dtype: DType) => fc.Arbitrary<readonly NumericScalar[]>) =>
      fc
        .constantFrom(...of)
        .chain((dtype) => fc.record({ dtype: fc.constant(dtype), terms: terms(dtype) }))
        .map((given): rowLaws.Row => ({ name, opset: since, ...given }));

    it('axes are a set', () => onExamples((e) => laws.axesAreASet(name, e, since)));
    it('keepdims changes only the shape', () => onExamples((e) => laws.keepdimsChangesOnlyTheShape(name, e, since)));
    it('absent axes are all axes', () => onExamples((e) => laws.absentAxesAreAllAxes(name, e, since)));
    it.runIf(joinedBy)('two steps are a way', () => onExamples((e) => laws.twoStepsAreAWay(name, joinedBy!, e, since)));

    it('the order of terms does not matter', () => {
      const pairs = rowsOf(dtypes, termsOf).chain((given) =>
        fc.tuple(fc.constant(given), fc.shuffledSubarray([...given.terms], { minLength: given.terms.length })),
      );
      fc.assert(
        fc.property(pairs, ([given, shuffled]) => rowLaws.orderDoesNotMatter(given, shuffled)),
        { numRuns },
      );
    });

    it.runIf(identity)('identities add nothing', () => {
      fc.assert(
        fc.property(rowsOf(withIdentity, termsOf), fc.integer({ min: 1, max: 9 }), (given, n) =>
          rowLaws.identitiesAddNothing(given, Array(n).fill(identity!(given.dtype))),
        ),
        { numRuns },
      );
    });

    const doubling = fc.constantFrom(1, -1);
    it.runIf(degree)('scales with powers of two', () => {
      fc.assert(
        fc.property(rowsOf(floats, moderate), doubling, (given, k) =>
          rowLaws.scalesByDegree(given, k, degree!(given.terms.length)),
        ),
        { numRuns },
      );
    });

    it.runIf(takesLogarithm)('adds a logarithm for a power of two', () => {
      const positive = (dtype: DType) => moderate(dtype).map((terms) => terms.map(Math.abs));
      fc.assert(
        fc.property(rowsOf(floats, positive), fc.integer({ min: -9, max: 9 }), (given, k) => {
          const scaled = given.terms.map((x) => Number(x) * 2 ** k);
          rowLaws.movesBy(given, scaled, k * Math.LN2);
        }),
        { numRuns },
      );
    });

    it.runIf(shift)('moves with its terms', () => {
      const integers = () => fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 6 });
      fc.assert(
        fc.property(rowsOf(floats, integers), fc.integer({ min: -9, max: 9 }), (given, c) => {
          const moved = given.terms.map((x) => Number(x) + c);
          rowLaws.movesBy(given, moved, c * shift!(given.terms.length));
        }),
        { numRuns },
      );
    });
  },
);
