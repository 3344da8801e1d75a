import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { empty } from '../../../oracles/arithmetic/value-set.ts';
import type { ElementVerdict } from '../../../oracles/judge/acceptance.ts';
import { formatBound as describeBound } from '../../../oracles/judge/describe-bound.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';
import type { ReductionKernel } from '../../../oracles/operators/reduction/kernel.ts';
import { type Definition, judgeOf, magnitudes, toyed, u, values } from './toy.ts';

const { POSITIVE_INFINITY: inf, NaN: nan } = Number;
const sum: ReductionKernel = (a, xs) => a.sum(xs);
const squares: ReductionKernel = (a, xs) => a.dot(xs, xs);

/** What docs/proofs.md says about the sum of terms that round and do not overflow, for one answer. */
function byTheBook(xs: readonly number[], got: number): Partial<ElementVerdict> {
  const truth = xs.reduce((a, b) => a + b);
  const S = xs.reduce((a, b) => a + Math.abs(b), 0);
  const largest = Math.max(...xs.map(Math.abs));
  const n = xs.filter((x) => x !== 0).length;
  const bound = (roundoff: number) => Math.min((n - 1) * roundoff * S, (S - largest) * (1 + 2 * (n - 2) * roundoff));
  const below = values.findLast((x) => x <= truth)!;
  const above = values.find((x) => x >= truth)!;
  const ends = (b: number) =>
    [
      xs.every((x) => x >= 0) ? Math.max(largest, truth - b) : truth - b,
      xs.every((x) => x <= 0) ? Math.min(-largest, truth + b) : truth + b,
    ] as const;
  const [lo, hi] = ends(bound(u));
  const inside = values.filter((x) => lo <= x && x <= hi);
  const [first, last] = inside.length > 0 ? [inside[0]!, inside.at(-1)!] : [toyed(lo), toyed(hi)];
  const wide = ends(bound(2 ** -24)).map(toyed) as [number, number];
  const near = first < last ? [below, above] : [];
  const from = Math.min(first, wide[0], ...near);
  const to = Math.max(last, wide[1], ...near);
  const observations: [] = [];
  if (Object.is(got, toyed(truth) + 0))
    return { accepted: true, tier: 'exact', errorOverBound: 0, vacuous: false, observations, isOfDefinition: true };
  if (!(from <= got && got <= to) || Object.is(got, -0)) return { accepted: false };
  const faithful = got === below || got === above;
  const tier = faithful ? 'faithful' : wide[0] <= got && got <= wide[1] ? 'wide' : 'native';
  const room = got > truth ? to - truth : truth - from;
  const errorOverBound = room > 0 ? Math.abs(got - truth) / room : 0;
  return legible({ accepted: true, tier, errorOverBound, vacuous: room >= S, observations, isOfDefinition: true });
}

/** A verdict without what a rejection allows and how far an answer is, and its ratio to nine digits. */
function legible(verdict: ElementVerdict): Partial<ElementVerdict> {
  if (!verdict.accepted) return { accepted: false };
  const { error: _, ...rest } = verdict;
  return { ...rest, observations: verdict.observations, errorOverBound: Number(verdict.errorOverBound.toFixed(9)) };
}

describe('every answer of the toy format', () => {
  const signed = fc.tuple(fc.constantFrom(...magnitudes.filter((x) => x <= 2)), fc.boolean());
  const term = signed.map(([x, minus]) => (minus ? -x : x));
  const row = fc.array(fc.oneof(term, fc.constantFrom(...magnitudes.slice(0, 10))), { minLength: 3, maxLength: 6 });
  const long = fc.array(fc.constantFrom(...magnitudes.slice(1, 9)), { minLength: 17, maxLength: 24 });
  it.each([
    ['short', row, 60],
    ['long', long, 10],
  ])('is judged by the book: %s rows', (_, rows, numRuns) => {
    fc.assert(
      fc.property(rows, (xs) => {
        const acceptance = judgeOf({ kernel: sum }, xs);
        fc.pre(!acceptance.isExactInAnyOrder && xs.filter((x) => x !== 0).length > 2);
        expect(values.map((got) => legible(acceptance.judge(got)))).toEqual(values.map((got) => byTheBook(xs, got)));
      }),
      { numRuns },
    );
  });
});

describe('what a rejection allows', () => {
  const twice = {
    choices: [{ policy: 'some-policy', choice: 'twice' }],
    otherwise: [{ policy: 'some-policy', choice: 'once' }],
    kernel: ((a, xs) => a.multiply(a.sum(xs), a.of(xs.length))) satisfies ReductionKernel as ReductionKernel,
  };
  const idle = { ...twice, isDistinguishing: () => false };
  it.each<[string, Definition, readonly number[], number, string, string]>([
    ['one answer', { kernel: sum }, [1, 2], 4, '3', 'exactly 3: no order of evaluation rounds'],
    ['one negative zero less', { kernel: sum }, [-0, 0], -0, '0', 'exactly 0: no order of evaluation rounds'],
    ['an interval', { kernel: sum }, [1, 1.125, 1.25], 4, '3.375', '[3, 3.75]'],
    ['a point', { kernel: sum }, [1, 1 / 64], 2, '1.015625', 'exactly 1'],
    ['an overflow', { kernel: sum }, [7.5, 7.5, -1.125, -1], nan, '12.875', '[10, 15] or Infinity'],
    ['on the other side', { kernel: sum }, [-7.5, -7.5, 1.125, 1], nan, '-12.875', '[-15, -10] or -Infinity'],
    ['both', { kernel: sum }, [9, 9, -9, -8], 14, '1', '[-5.5, 7.5] or Infinity or -Infinity or NaN'],
    ['an infinity', { kernel: sum }, [inf, 1], 1, 'Infinity', 'exactly Infinity'],
    ['NaN', { kernel: sum }, [nan, 1], 1, 'NaN', 'exactly NaN'],
    [
      'other choices',
      { kernel: sum, alternatives: [twice] },
      [1, 2],
      4,
      '3',
      'exactly 3: no order of evaluation rounds or (some-policy: twice) exactly 6',
    ],
    [
      'no other choice that comes to the same',
      { kernel: sum, alternatives: [twice] },
      [3],
      4,
      '3',
      'exactly 3: no order of evaluation rounds',
    ],
  ])('%s', (_, definition, xs, got, exact, allowed) => {
    expect(judgeOf(definition, xs).judge(got)).toMatchObject({ accepted: false, exact, allowed });
  });

  it.each([
    ['the other choice', twice, [1, 2], 6, 'exact', ['twice']],
    ['this one', twice, [1, 2], 3, 'exact', ['once']],
    ['either', twice, [0, 0], 0, 'exact', []],
    ['either, where it does not matter', idle, [1, 2], 3, 'exact', []],
    ['the other choice, where it does not matter', idle, [1, 2], 6, 'exact', []],
    ['the other choice, which alone overflows', idle, [7.5, 7], inf, 'exact', ['twice']],
    [
      'this one, where it may',
      { ...twice, isDistinguishing: ({ length }: readonly number[]) => length === 2 },
      [1, 2],
      3,
      'exact',
      ['once'],
    ],
  ] as const)('but not what a policy gives: %s', (_, alternative, xs, got, tier, choices) => {
    const observations = choices.map((choice) => ({ policy: 'some-policy', choice }));
    const isOfDefinition = got === [...xs].reduce((total: number, x) => total + x, 0);
    const accepted = { accepted: true, tier, errorOverBound: 0, vacuous: false, observations };
    expect(legible(judgeOf({ kernel: sum, alternatives: [alternative] }, xs).judge(got))).toEqual({
      ...accepted,
      ...(isOfDefinition && { isOfDefinition }),
    });
  });
});

describe('order-free values', () => {
  const halves: ReductionKernel = (a, xs) => a.multiply(a.sum(xs), a.divide(a.of(1), a.of(xs.length)));
  it.each<[string, Definition, readonly number[], boolean]>([
    ['a sum on the grid', { kernel: sum }, [1, 2], true],
    ['one that rounds', { kernel: sum }, [5, -2.5, 1], false],
    ['every algorithm counts', { kernel: sum, algorithms: [squares] }, [1, 0], true],
    ['even the last', { kernel: sum, algorithms: [sum, squares] }, [1, 2], false],
    ['one that rounds', { kernel: sum, algorithms: [halves] }, [0, 0, 0], false],
    ['an infinity is one', { kernel: sum }, [inf, 1], true],
    ['NaN is NaN', { kernel: sum }, [nan, 1], true],
  ])('%s', (_, definition, xs, expected) => {
    expect(judgeOf(definition, xs).isExactInAnyOrder).toBe(expected);
  });
});

it('an interval that ends in one zero says which, and that the rejected one is left out', () => {
  const finite = { lo: d.fromNumber(-0.5), hi: d.zero };
  expect(describeBound({ ...empty, finite, minusZero: true }, 0)).toBe('[-0.5, -0] but not 0');
  expect(describeBound({ ...empty, finite, plusZero: true }, 7)).toBe('[-0.5, 0]');
});
