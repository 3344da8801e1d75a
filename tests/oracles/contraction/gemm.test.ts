import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { machineIn } from '../../../oracles/arithmetic/machine.ts';
import { compare } from '../../../oracles/judge/comparator.ts';
import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import { type FloatName, tensorOf } from '../call.ts';

const names = ['float16', 'float32', 'float64'] as const;

/** What is said of an answer to α times a row times a column. */
function judged(name: FloatName, alpha: number, row: readonly number[], column: readonly number[], answer: number) {
  const operator = findOperator('Gemm')!;
  const attributes: Attributes = { alpha: { type: 'FLOAT', value: alpha } };
  const inputs = [tensorOf(name, row, [1, row.length]), tensorOf(name, column, [column.length, 1])];
  const expected = operator.expect(versionAt(operator, newestOpset), { attributes, inputs });
  return compare(expected, [tensorOf(name, [answer], [1, 1])]);
}

/** Factors from the least numbers of a type to the largest, and with few bits between. */
const pairsOf = (name: FloatName) => {
  const { minExponent, maxExponent } = formatOf(name) as FloatFormat;
  const number = fc
    .tuple(fc.integer({ min: -15, max: 15 }), fc.integer({ min: minExponent, max: maxExponent - 4 }))
    .map(([m, e]) => m * 2 ** e);
  return fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 4 });
};

describe.each(names)('a product of %s', (name) => {
  const a = machineIn(formatOf(name) as FloatFormat);

  it('may be scaled in either factor, which may underflow or overflow', () => {
    const alphas = fc.constantFrom(-0.25, 0.5, 2, 3, Math.fround(1.7));
    fc.assert(
      fc.property(alphas, pairsOf(name), (alpha, pairs) => {
        const [row, column] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
        const scaled = (xs: readonly number[]) => xs.map((x) => a.multiply(a.of(alpha), x));
        for (const answer of [a.dot(scaled(row), column), a.dot(row, scaled(column))]) {
          expect(judged(name, alpha, row, column, answer).message).toBeUndefined();
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('a zero of a product that is none', () => {
  // a quarter of the least number of float16 is zero, a quarter of 1025 is not
  const least = 2 ** -24;
  it.each([
    ['where the column underflows when scaled', [1025], [least], -0, true],
    ['where the row does', [least], [1025], -0, true],
    ['not where neither does', [1025], [4 * least], -0, false],
    ['nor another number where one does', [1025], [least], 2 ** -16, false],
    ['nor where another term is left', [1025, 1], [least, 1], -0, false],
  ] as const)('%s', (_, row, column, answer, stands) => {
    expect(judged('float16', -0.25, row, column, answer).accepted).toBe(stands);
  });
});
