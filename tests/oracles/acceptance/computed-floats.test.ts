import { describe, expect, it, test } from 'vitest';
import { type ComputedFloat, computedFloat, describe as inWords } from '../../../oracles/acceptance/computed-float.ts';
import { observe } from '../../../oracles/acceptance/policy.ts';
import { type Bound, empty } from '../../../oracles/arithmetic/bound.ts';
import { type Exact, exactArithmetic } from '../../../oracles/arithmetic/exact.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';

const float32 = formatOf('float32');
const ulp = 2 ** -23;

const between = (lo: number, hi: number, more: Partial<Bound & object> = {}): Bound => ({
  ...empty,
  finite: { lo: d.fromNumber(lo), hi: d.fromNumber(hi) },
  ...more,
});

/** An element with a true value, and what evaluations in float32, and in wider types, can give. */
function element(value: Exact, inType: Bound, own: Partial<ComputedFloat> = {}, inWider: Bound = inType) {
  const parts = { exact: () => value, algorithms: [], stepwise: [], alternatives: [], isTame: () => true };
  const bounds = (type: { readonly bits: number; readonly precision: number }) =>
    type.bits === 32 && type.precision === 24 ? inType : inWider;
  return computedFloat({ ...parts, bounds, ...own } as ComputedFloat, float32);
}

/** "tier, observations" of an answer; false of one that does not stand. */
function judged(acceptance: ReturnType<typeof element>, answer: number): string | false {
  const verdict = acceptance.judge(answer);
  if (!verdict.accepted) return false;
  return [verdict.tier, ...verdict.observations.map(({ policy, choice }) => `${policy}: ${choice}`)].join(', ');
}

describe('tiers', () => {
  const acceptance = element(
    1,
    between(1 - 8 * ulp, 1 + 8 * ulp, { isRounded: true }),
    {},
    between(1 - 4 * ulp, 1 + 4 * ulp),
  );

  test.each([
    [1, 'exact'],
    [1 + ulp, 'wide'],
    [1 + 4 * ulp, 'wide'],
    [1 + 5 * ulp, 'native'],
    [1 + 8 * ulp, 'native'],
    [1 - 8 * ulp, 'native'],
    [1 + 9 * ulp, false],
    [1 - 9 * ulp, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
  ])('%s', (answer, tier) => {
    expect(judged(acceptance, answer)).toBe(tier);
  });

  it('tell how much of the bound an answer uses', () => {
    expect(acceptance.judge(1 + 2 * ulp)).toMatchObject({ errorOverBound: 0.25, vacuous: false });
    expect(acceptance.judge(1 - 4 * ulp)).toMatchObject({ errorOverBound: 0.5 });
    expect(acceptance.judge(1)).toMatchObject({ errorOverBound: 0 });
  });

  it('have a neighbour of a value between two numbers as faithful, where something rounds', () => {
    const a = exactArithmetic(60);
    const third = element(a.divide(a.of(1), a.of(3)), between(1 / 3 - ulp, 1 / 3 + ulp));
    const near = Math.fround(1 / 3);
    expect(judged(third, near)).toBe('exact');
    expect(judged(third, near - 2 ** -25)).toBe('faithful');
    expect(third.judge(7)).toMatchObject({ exact: expect.stringMatching(/^0\.33333333333333333/) });
  });
});

describe('a value that nothing rounds', () => {
  const terms = { own: () => [1, 2], ofMagnitudes: () => 3 };
  const acceptance = element(3, 3, { terms });

  it('is the only answer, and that is said', () => {
    expect(acceptance).toMatchObject({ best: 3, orderFree: true, isSingle: true });
    expect(acceptance.judge(4)).toEqual({
      accepted: false,
      exact: '3',
      allowed: 'exactly 3: no order of evaluation rounds',
      open: [],
    });
    expect(acceptance.fault!(4)).toBe('value');
    expect(element(3, 3).judge(4)).toMatchObject({ allowed: 'exactly 3' });
  });

  it('is none where another way gives another one', () => {
    const both = element(3, 3, { algorithms: [() => 4] });
    expect(both.orderFree).toBe(false);
    expect(judged(both, 4)).toBe('wide');
    expect(judged(element(3, 3, { stepwise: [() => 4] }), 4)).toBe('wide');
    expect(element(0, 0, { algorithms: [() => -0] }).orderFree).toBe(true);
  });
});

describe('special values', () => {
  it('stand where some evaluation gives them', () => {
    const overflowing = element(3e38, between(2e38, 3e38, { plusInfinity: true }), { isTame: () => false });
    expect(judged(overflowing, Number.POSITIVE_INFINITY)).toBe('native, intermediate-range: overflows');
    expect(judged(overflowing, Math.fround(3e38))).toContain('intermediate-range: finite');
    expect(judged(overflowing, Number.NEGATIVE_INFINITY)).toBe(false);
    expect(judged(element(Number.NaN, Number.NaN), Number.NaN)).toBe('exact');
    expect(judged(element(Number.NaN, Number.NaN), 1)).toBe(false);
    expect(element(Number.NaN, Number.NaN).fault!(1)).toBe('special');
  });

  it('are not looked for in tame elements', () => {
    const tame = element(1, between(0.5, 2, { plusInfinity: true }));
    expect(judged(tame, 1)).toBe('exact');
  });

  it('include zeros of both signs where both can come', () => {
    const zero = element(0, between(0, 0, { plusZero: true, minusZero: true }));
    expect(judged(zero, 0)).toBe('exact, zero-sign: 0');
    expect(judged(zero, -0)).toBe('exact, zero-sign: -0');
    const plus = element(0, 0);
    expect(judged(plus, -0)).toBe(false);
    expect(plus.fault!(-0)).toBe('zero-sign');
  });
});

describe('a published accuracy', () => {
  const accuracy = { ulps: 3, ulps16: 1, source: 'a standard' };
  const acceptance = element(1, 1, { accuracy });

  it('admits what lies within it', () => {
    expect(judged(acceptance, 1 + 3 * ulp)).toBe('native');
    expect(judged(acceptance, 1 + 4 * ulp)).toBe(false);
    expect(acceptance.fault!(1 + 4 * ulp)).toBe('accuracy');
  });

  it('says nothing of special values', () => {
    expect(judged(element(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, { accuracy }), 3e38)).toBe(false);
    expect(judged(element(0, 0, { accuracy }), 2 ** -149)).toBe(false);
  });
});

describe('a choice', () => {
  const other = (value: number, more: object = {}) => ({
    exact: () => value,
    bounds: () => value,
    algorithms: [],
    choices: [observe('nan-in-extremum', 'ignored')],
    otherwise: [observe('nan-in-extremum', 'propagates')],
    ...more,
  });
  const chosen = (value: number, more: object = {}) => element(1, 1, { alternatives: [other(value, more)] });

  it('is seen, whichever is made', () => {
    expect(judged(chosen(2), 1)).toBe('exact, nan-in-extremum: propagates');
    expect(judged(chosen(2), 2)).toBe('exact, nan-in-extremum: ignored');
    expect(judged(chosen(2), 3)).toBe(false);
    expect(chosen(2).landmarks).toContain(2);
  });

  it('that comes to the same says nothing', () => {
    expect(judged(chosen(1), 1)).toBe('exact');
    expect(chosen(1).judge(2)).toMatchObject({ allowed: 'exactly 1', open: [] });
  });

  it('is not exact where it is another way to the same value', () => {
    expect(judged(chosen(2, { isOtherWay: true }), 2)).toBe('native, nan-in-extremum: ignored');
  });

  it('says nothing over terms for which it does not matter', () => {
    const terms = { own: () => [1], ofMagnitudes: () => 1 };
    const silent = element(1, 1, { terms, alternatives: [other(2, { matters: () => false })] });
    expect(judged(silent, 1)).toBe('exact');
    expect(judged(silent, 2)).toBe('exact');
  });

  it('is named where it would have been allowed', () => {
    expect(chosen(2).judge(3)).toMatchObject({
      allowed: 'exactly 1 or (nan-in-extremum: ignored) exactly 2',
      open: ['nan-in-extremum'],
    });
    const limited = element(Number.NaN, Number.NaN, {
      alternatives: [other(Number.NaN, { limit: 'nothing else is left' })],
    });
    expect(limited.judge(3)).toMatchObject({ allowed: 'exactly NaN: nothing else is left' });
  });
});

describe('a bound that is wider than the data', () => {
  const wide = between(-4, 8);

  it('is vacuous where it exceeds what the magnitudes come to', () => {
    const vacuous = (most: number) =>
      element(2, wide, { terms: { own: () => [5, -3], ofMagnitudes: () => most } }).judge(4);
    expect(vacuous(4)).toMatchObject({ accepted: true, vacuous: true });
    expect(vacuous(8)).toMatchObject({ accepted: true, vacuous: false });
  });

  it('is vacuous without terms only where it spans half of the type', () => {
    expect(element(2, wide).judge(4)).toMatchObject({ vacuous: false });
    expect(element(2, between(-3e38, 3e38)).judge(4)).toMatchObject({ vacuous: true });
  });
});

it('has its landmarks at the true value and at the ends of what may stand', () => {
  const a = exactArithmetic(60);
  const { landmarks } = element(a.divide(a.of(1), a.of(3)), between(0.25, 0.5));
  for (const landmark of [Math.fround(1 / 3), Math.fround(1 / 3) - 2 ** -25, 0.25, 0.5]) {
    expect(landmarks).toContain(landmark);
  }
});

test.each([
  [3, undefined, 'exactly 3'],
  [-0, undefined, 'exactly -0'],
  [between(1, 2), undefined, '[1, 2]'],
  [between(-1, 0, { minusZero: true }), undefined, '[-1, -0]'],
  [between(-1, 0, { minusZero: true }), 0, '[-1, -0] but not 0'],
  [between(-1, 0, { minusZero: true, plusZero: true }), undefined, '[-1, 0]'],
  [between(0, 0, { minusZero: true, plusZero: true }), undefined, '0 or -0'],
  [between(1, 2, { nan: true, plusInfinity: true, minusInfinity: true }), 3, '[1, 2] or Infinity or -Infinity or NaN'],
  [{ ...empty, nan: true }, 1, 'exactly NaN'],
] as const)('%o is told as it is', (bound, rejected, text) => {
  expect(inWords(bound, rejected)).toBe(text);
});
