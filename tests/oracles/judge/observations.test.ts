import { describe, expect, it } from 'vitest';
import { log } from '../../../oracles/arithmetic/functions.ts';
import type { Accepted } from '../../../oracles/judge/acceptance.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { runningMean } from '../../../oracles/operators/reduction/chains.ts';
import type { ReductionKernel } from '../../../oracles/operators/reduction/kernel.ts';
import { type Definition, judgeOf } from './toy.ts';

const { POSITIVE_INFINITY: inf, NaN: nan } = Number;
const sum: ReductionKernel = (a, xs) => a.sum(xs);
const squares: ReductionKernel = (a, xs) => a.dot(xs, xs);

describe('what is observed', () => {
  const wide = [{ policy: 'intermediate-range', choice: 'finite' }];
  const over = [{ policy: 'intermediate-range', choice: 'overflows' }];
  it.each<[string, ReductionKernel, readonly number[], number, object]>([
    ['a sum that overflows in some order', sum, [8, 8, -8], 8, { tier: 'exact', observations: wide }],
    ['and in this one', sum, [8, 8, -8], inf, { tier: 'native', errorOverBound: 0, observations: over }],
    ['on the other side', sum, [-8, -8, 8], -inf, { tier: 'native', observations: over }],
    ['squares that overflow and meet nothing', squares, [2.75, 2.75], inf, { tier: 'native', observations: over }],
    ['a sum that overflows in any order', sum, [8, 8], inf, { tier: 'exact', observations: [] }],
    ['one that overflows in none', sum, [7, 7, 0], 14, { tier: 'exact', observations: [] }],
    ['an infinity that meets an overflow', sum, [-inf, 7.5, 7.5, 1], nan, { tier: 'native', observations: [] }],
    ['infinities', sum, [inf, 15, 15], inf, { tier: 'exact', observations: [] }],
  ])('%s', (_, kernel, xs, got, expected) => {
    expect(judgeOf({ kernel }, xs).judge(got)).toMatchObject({ accepted: true, ...expected });
  });
});

describe('the sign of zero', () => {
  const sign = (choice: string) => [{ policy: 'zero-sign', choice }];
  const greatest: Definition = {
    kernel: (a, xs) => xs.reduce((x, y) => a.maximum(x, y)),
    algorithms: [
      (a, xs) =>
        a.add(
          xs.reduce((x, y) => a.maximum(x, y)),
          a.of(0),
        ),
    ],
  };
  it.each<[string, Definition, readonly number[], number, object]>([
    ['a sum of -0', { kernel: sum }, [-0, -0], -0, { tier: 'exact', observations: sign('-0') }],
    ['that began with 0', { kernel: sum }, [-0, -0], 0, { tier: 'exact', observations: sign('0') }],
    ['nothing else', { kernel: sum }, [-0, -0], 1, { accepted: false }],
    ['a sum of zeros', { kernel: sum }, [-0, 0], 0, { tier: 'exact', observations: [] }],
    ['not of both signs', { kernel: sum }, [-0, 0], -0, { accepted: false }],
    ['not of something', { kernel: sum }, [1, -1], -0, { accepted: false }],
    ['a square is 0', { kernel: squares }, [-0], 0, { tier: 'exact', observations: [] }],
    ['and not -0', { kernel: squares }, [-0], -0, { accepted: false }],
    ['a term', greatest, [-0, 0], 0, { tier: 'exact', observations: sign('0') }],
    ['or the other', greatest, [-0, 0], -0, { tier: 'exact', observations: sign('-0') }],
    ['the only one', greatest, [-0], -0, { tier: 'exact', observations: sign('-0') }],
    ['its sign is open', greatest, [-0], 0, { tier: 'exact', observations: sign('0') }],
    ['but not where there is no -0', greatest, [0, -1], -0, { accepted: false }],
    ['and nothing is reported', greatest, [0, -1], 0, { tier: 'exact', observations: [] }],
    ['reported for zeros only', greatest, [-0, 1], 1, { tier: 'exact', observations: [] }],
    ['not beside something', greatest, [-0, 1], 0, { accepted: false }],
  ])('%s', (_, definition, xs, got, expected) => {
    expect(judgeOf(definition, xs).judge(got)).toMatchObject(expected);
  });

  it('of the best answer is that of the definition', () => {
    expect(judgeOf(greatest, [-0, -1]).best).toBe(-0);
    expect(judgeOf(greatest, [-0, 0]).best).toBe(0);
    expect(judgeOf({ kernel: sum }, [-0, 0]).best).toBe(0);
  });
});

it('NaN and infinity are not near anything', () => {
  expect(judgeOf({ kernel: sum }, [15, 15, 1]).judge(inf)).toMatchObject({ tier: 'exact' });
  expect(judgeOf({ kernel: sum }, [nan, 15]).judge(nan)).toMatchObject({ tier: 'exact', observations: [] });
  expect(judgeOf({ kernel: sum }, [15, 15, -15]).judge(inf)).toMatchObject({
    tier: 'native',
    errorOverBound: 0,
    vacuous: false,
  });
});

describe('single answers', () => {
  const mean: ReductionKernel = (a, xs) => a.divide(a.sum(xs), a.of(xs.length));
  const definition: Definition = { kernel: mean, algorithms: [(a, xs) => a.chain(runningMean, xs)] };
  const logSum: ReductionKernel = (a, xs) => a.apply(log, a.sum(xs));
  it('what cancels is no -0', () => {
    expect(judgeOf(definition, [1, -1.5, 0.5]).judge(-0)).toMatchObject({ accepted: false });
  });

  it('a bound is never vacuous next to a negative logarithm', () => {
    expect(judgeOf({ kernel: logSum }, [1 / 4, 5 / 32, 1 / 64]).judge(-1)).toMatchObject({
      tier: 'native',
      vacuous: false,
    });
  });

  it('a true value is reported with twenty digits', () => {
    expect(judgeOf({ kernel: mean }, [1, 1, 2]).judge(9)).toMatchObject({ exact: '1.3333333333333333333' });
  });

  it('the ratio of error and bound is that of numbers of any size', () => {
    const sumOf = (scale: number) => [scale, scale * 2 ** -53, scale * 2 ** -60];
    const [one, large] = [1, 2 ** 1000].map((scale) => {
      const verdict = judgeOf({ kernel: sum }, sumOf(scale), formatOf('float64')).judge(scale);
      return (verdict as Accepted).errorOverBound;
    });
    expect(one).toBeGreaterThan(0.4);
    expect(large).toBe(one);
  });

  it('compensated sums of float64 are wide', () => {
    const acceptance = judgeOf({ kernel: sum }, [1, -1, 2 ** -110], formatOf('float64'));
    expect(acceptance.judge(2 ** -110 * (1 + 2 ** -50))).toMatchObject({ accepted: true, tier: 'wide' });
    expect(acceptance.judge(2 ** -99)).toMatchObject({ accepted: true, tier: 'native' });
  });
});
