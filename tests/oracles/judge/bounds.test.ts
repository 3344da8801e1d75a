import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Accepted } from '../../../oracles/judge/acceptance.ts';
import { meetsTier } from '../../../oracles/judge/tier.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { gridRow, rowOf, usualRow } from '../arbitrary.ts';
import { floatNames, row } from '../call.ts';
import { implementationsOf, ordersOf } from '../machine.ts';

const kinds = floatNames.flatMap((dtype) =>
  Object.keys(implementationsOf(formatOf(dtype))).map((name) => ({ name, dtype })),
);

/** Every answer that a correct implementation gives in the type itself. */
function answersOf(name: string, dtype: (typeof kinds)[number]['dtype'], xs: readonly number[]): Map<string, number> {
  const format = formatOf(dtype);
  const answers = new Map<string, number>();
  for (const [algorithm, implementation] of Object.entries(implementationsOf(format)[name]!)) {
    for (const [order, sum] of Object.entries(ordersOf(format))) {
      answers.set(`${algorithm} ${order}`, implementation(xs, sum));
    }
  }
  return answers;
}

describe.each(kinds)('$name of $dtype', ({ name, dtype }) => {
  it.each([
    ['short', 8, 40],
    ['long', 300, 3],
  ])('accepts every correct implementation: %s rows', (_, maxLength, numRuns) => {
    fc.assert(
      fc.property(rowOf(dtype, maxLength), (xs) => {
        const acceptance = row(name, dtype, xs);
        const distinct = new Map([...answersOf(name, dtype, xs)].map(([how, answer]) => [answer, how]));
        for (const [answer, how] of distinct) {
          const verdict = acceptance.judge(answer);
          expect(verdict, how).toMatchObject({ accepted: true });
          expect((verdict as Accepted).errorOverBound, how).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns },
    );
  });

  const wider = ({ float16: 'float32', bfloat16: 'float32', float32: 'float64', float64: undefined } as const)[dtype];
  it.runIf(wider)('calls an evaluation in a wider type wide, or better', () => {
    fc.assert(
      fc.property(usualRow(dtype, 40), (xs) => {
        const acceptance = row(name, dtype, xs);
        for (const [how, answer] of answersOf(name, wider!, xs)) {
          const verdict = acceptance.judge(roundDouble(answer, formatOf(dtype)));
          expect(verdict.accepted && meetsTier(verdict.tier!, 'wide'), how).toBe(true);
        }
      }),
      { numRuns: 10 },
    );
  });

  // a logarithm is exact of 1 only, and not to shift exponentials is a policy
  it.skipIf(name.startsWith('ReduceLog'))('has one answer on order-free data', () => {
    fc.assert(
      fc.property(gridRow(dtype), (xs) => {
        const acceptance = row(name, dtype, xs);
        if (!['ReduceSum', 'ReduceL1', 'ReduceSumSquare', 'ReduceMax', 'ReduceMin'].includes(name))
          fc.pre(acceptance.isExactInAnyOrder);
        expect(acceptance.isExactInAnyOrder).toBe(true);
        // a norm of two rounds its partial results
        const answers = [...answersOf(name, dtype, xs)].filter(([how]) => !how.startsWith('twoByTwo'));
        for (const [how, answer] of answers) expect(answer + 0, how).toBe((acceptance.best as number) + 0);
      }),
      { numRuns: 15 },
    );
  });
});

it('only counts that are powers of two leave a mean no rounding', () => {
  expect(row('ReduceMean', 'float32', [6, 12, 18]).isExactInAnyOrder).toBe(false); // 1/3 is rounded
  expect(row('ReduceMean', 'float32', [12, 24, 36, 48]).isExactInAnyOrder).toBe(true);
  expect(row('ReduceMean', 'float32', [1, 2, 4, 5]).isExactInAnyOrder).toBe(false); // so is the running mean of three
});

describe('the bounds are not sloppy', () => {
  // 1 first, then terms that vanish one by one: the worst case of the bound, up to its second order
  it.each(floatNames)('sums of %s reach nine tenths of them', (dtype) => {
    const { precision } = formatOf(dtype);
    const n = Math.min(100, 2 ** (precision - 6));
    const xs = [1, ...Array(n).fill(2 ** -precision)];
    for (const name of ['ReduceSum', 'ReduceL1']) {
      const verdict = row(name, dtype, xs).judge(1);
      expect(verdict).toMatchObject({ accepted: true, vacuous: false });
      expect((verdict as Accepted).errorOverBound).toBeGreaterThan(dtype === 'bfloat16' ? 0.6 : 0.9);
    }
  });

  it.each(floatNames)('a lost term of %s does not pass', (dtype) => {
    const acceptance = row('ReduceSum', dtype, Array(8).fill(1 + 2 ** (1 - formatOf(dtype).precision)));
    for (const lost of [7, 9]) expect(acceptance.judge(lost).accepted).toBe(false);
  });

  it.each([
    ['bfloat16', 200, false],
    ['bfloat16', 300, true],
    ['float16', 2000, false],
    ['float16', 2100, true],
  ] as const)('the bound of %s, %i terms, says nothing: %s', (dtype, n, vacuous) => {
    // one half more than a grid, so that something rounds
    const acceptance = row('ReduceSum', dtype, [...Array(n - 1).fill(1), 2 ** -formatOf(dtype).precision]);
    const [stagnated, doubled] = [n / 2, n * 2].map((x) => roundDouble(x, formatOf(dtype)));
    expect(acceptance.judge(stagnated!)).toMatchObject({ accepted: true, tier: 'native', vacuous: false });
    expect(acceptance.judge(doubled!)).toMatchObject(vacuous ? { tier: 'native', vacuous } : { accepted: false });
    expect(acceptance.judge(acceptance.best)).toMatchObject({ vacuous: false });
  });
});
