import { describe, expect, it, test } from 'vitest';
import { type Exact, exactArithmetic, Undecided } from '../../../oracles/arithmetic/exact.ts';
import { empty, type ValueSet } from '../../../oracles/arithmetic/value-set.ts';
import { formatBound as describeBound } from '../../../oracles/judge/describe-bound.ts';
import { acceptFloat, type FloatEvaluation } from '../../../oracles/judge/float-acceptance.ts';
import { usualCandidate } from '../../../oracles/judge/infer-choices.ts';
import { observe } from '../../../oracles/judge/policy.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';

const float32 = formatOf('float32');
const ulp = 2 ** -23;

const between = (lo: number, hi: number, more: Partial<ValueSet & object> = {}): ValueSet => ({
  ...empty,
  finite: { lo: d.fromNumber(lo), hi: d.fromNumber(hi) },
  ...more,
});

/** An element with a true value, and what evaluations in float32, and in wider types, can give. */
function element(
  value: Exact,
  inType: ValueSet,
  own: Partial<FloatEvaluation> = {},
  inWider: ValueSet = inType,
  format = float32,
) {
  const parts = { exact: () => value, algorithms: [], stepwise: [], alternatives: [], cannotOverflow: () => true };
  const bounds = (type: { readonly bits: number; readonly precision: number }) =>
    type.bits === format.bits && type.precision === format.precision ? inType : inWider;
  const usual = usualCandidate(own.alternatives ?? []);
  return acceptFloat({ ...parts, bounds, usual, ...own } as FloatEvaluation, format);
}

/** "tier, observations" of an answer; false of a rejected one. */
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
    const lopsided = element(1, between(1 - 8 * ulp, 1 + 4 * ulp));
    expect(lopsided.judge(1 - 4 * ulp)).toMatchObject({ errorOverBound: 0.5 });
    expect(lopsided.judge(1 + 2 * ulp)).toMatchObject({ errorOverBound: 0.5 });
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
    expect(acceptance).toMatchObject({ best: 3, isExactInAnyOrder: true, hasOneAnswer: true });
    expect(acceptance.judge(4)).toEqual({
      accepted: false,
      error: { ulps: 2 ** 22 },
      exact: '3',
      allowed: 'exactly 3: no order of evaluation rounds',
    });
    expect(acceptance.fault!(4)).toBe('value');
    expect(element(3, 3).judge(4)).toMatchObject({ allowed: 'exactly 3' });
  });

  it('is none where another way gives another one', () => {
    const both = element(3, 3, { algorithms: [() => 4] });
    expect(both.isExactInAnyOrder).toBe(false);
    expect(judged(both, 4)).toBe('wide');
    expect(judged(element(3, 3, { stepwise: [() => 4] }), 4)).toBe('wide');
    expect(element(0, 0, { algorithms: [() => -0] }).isExactInAnyOrder).toBe(true);
  });
});

describe('special values', () => {
  it('stand where some evaluation gives them', () => {
    const overflowing = element(3e38, between(2e38, 3e38, { plusInfinity: true }), { cannotOverflow: () => false });
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
    expect(chosen(2).breakpoints).toContain(2);
  });

  it('that gives the same says nothing', () => {
    expect(judged(chosen(1), 1)).toBe('exact');
    expect(chosen(1).judge(2)).toMatchObject({ allowed: 'exactly 1' });
  });

  it('is not exact where it is another way to the same value', () => {
    expect(judged(chosen(2, { isSameValue: true }), 2)).toBe('native, nan-in-extremum: ignored');
  });

  it('says nothing over terms for which it does not matter', () => {
    const terms = { own: () => [1], ofMagnitudes: () => 1 };
    const silent = element(1, 1, { terms, alternatives: [other(2, { isDistinguishing: () => false })] });
    expect(judged(silent, 1)).toBe('exact');
    expect(judged(silent, 2)).toBe('exact');
    const without = chosen(2, { isDistinguishing: (terms: readonly number[]) => terms.length > 0 });
    expect(judged(without, 1)).toBe('exact');
  });

  it('stays open where several evaluations with other choices give the answer', () => {
    const zero = [observe('zero-sign', '0')];
    const both = [...zero, observe('nan-in-extremum', 'ignored')];
    const acceptance = element(1, between(1, 4), {
      alternatives: [other(2), other(3, { choices: both, otherwise: [] }), other(5, { choices: zero, otherwise: [] })],
    });
    expect(judged(acceptance, 1)).toBe('exact, nan-in-extremum: propagates');
    expect(judged(acceptance, 3)).toBe('wide');
    const two = element(1, 1, {
      alternatives: [other(2, { choices: zero, otherwise: [] }), other(2, { choices: both, otherwise: [] })],
    });
    expect(judged(two, 2)).toBe('exact, zero-sign: 0');
  });

  it('is named where it would have been allowed', () => {
    expect(chosen(2).judge(3)).toMatchObject({
      allowed: 'exactly 1 or (nan-in-extremum: ignored) exactly 2',
    });
    expect(chosen(1, { limit: 'nothing else is left' }).judge(3)).toMatchObject({ allowed: 'exactly 1' });
    const two = [observe('nan-in-extremum', 'ignored'), observe('zero-sign', '0')];
    expect(chosen(2, { choices: two }).judge(3)).toMatchObject({
      allowed: 'exactly 1 or (nan-in-extremum: ignored, zero-sign: 0) exactly 2',
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
    const vacuous = (most: Exact) =>
      element(2, wide, { terms: { own: () => [5, -3], ofMagnitudes: () => most } }).judge(4);
    expect(vacuous(4)).toMatchObject({ accepted: true, vacuous: true });
    const asLarge = { own: () => [1, 1], ofMagnitudes: () => 2 };
    expect(element(2, between(0, 4), { terms: asLarge }).judge(3)).toMatchObject({ vacuous: true });
    expect(vacuous(6)).toMatchObject({ accepted: true, vacuous: true });
    expect(vacuous(8)).toMatchObject({ accepted: true, vacuous: false });
    expect(vacuous(-8)).toMatchObject({ vacuous: false });
    expect(vacuous(Number.POSITIVE_INFINITY)).toMatchObject({ vacuous: false });
    const nothing = d.dyadic(0n, 0);
    expect(vacuous({ lo: nothing, hi: d.dyadic(1n, 0) })).toMatchObject({ vacuous: false });
    const close = { own: () => [5, -3], ofMagnitudes: () => 0.5 };
    expect(element(2, between(1, 3), { terms: close }).judge(2.5)).toMatchObject({ vacuous: false });
  });

  it('is vacuous though the magnitudes are known to some bits only', () => {
    const most = d.add(d.fromInteger(6n), d.dyadic(15n, -21));
    const terms = { own: () => [5, -3], ofMagnitudes: () => ({ lo: most, hi: most }) };
    expect(element(2, wide, { terms }).judge(4)).toMatchObject({ vacuous: true });
  });

  it('is vacuous without terms only where it spans half of the type', () => {
    const half = 2 ** 127 - 2 ** 103;
    expect(element(2 ** 103, between(0, 2 ** 127)).judge(2 ** 110)).toMatchObject({ vacuous: false });
    expect(half).toBe(3.4028234663852886e38 / 2);
    expect(element(2, wide).judge(4)).toMatchObject({ vacuous: false });
    expect(element(2, between(-3e38, 3e38)).judge(4)).toMatchObject({ vacuous: true });
  });
});

it('has its breakpoints at the true value and at the ends of what may stand', () => {
  const a = exactArithmetic(60);
  const { breakpoints } = element(a.divide(a.of(1), a.of(3)), between(0.25, 0.5));
  for (const landmark of [Math.fround(1 / 3), Math.fround(1 / 3) - 2 ** -25, 0.25, 0.5]) {
    expect(breakpoints).toContain(landmark);
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
  [0, undefined, 'exactly 0'],
  [between(1, 2, { nan: true, plusInfinity: true, minusInfinity: true }), 3, '[1, 2] or Infinity or -Infinity or NaN'],
  [{ ...empty, nan: true }, 1, 'exactly NaN'],
] as const)('%o is reported as it is', (bound, rejected, text) => {
  expect(describeBound(bound, rejected)).toBe(text);
});

describe('a rejected answer', () => {
  const small = between(0, 2 ** -29);
  const far = 2 ** -30 + 3 * ulp;

  it('misses the accuracy only, by an error that is absolute where steps of functions round', () => {
    expect(element(2 ** -30, small).fault!(far)).toBe('accuracy');
    expect(element(2 ** -30, small).fault!(2 ** -30 + 5 * ulp)).toBe('value');
  });

  it('is wrong by that error where nothing rounds, where terms are summed, and in short types', () => {
    const terms = { own: () => [2 ** -30, 2 ** -31], ofMagnitudes: () => 2 ** -30 };
    expect(element(2 ** -30, 2 ** -30).fault!(far)).toBe('value');
    expect(element(2 ** -30, small, { terms }).fault!(far)).toBe('value');
    const half = formatOf('float16');
    const ofOne = 2 ** -10;
    expect(
      element(2 ** -8, between(2 ** -8 - 2 ** -18, 2 ** -8), {}, undefined, half).fault!(2 ** -8 + 3 * ofOne),
    ).toBe('value');
    const accuracy = { ulps: 1, ulps16: 1, source: 'a standard' };
    const published = element(2 ** -8, between(2 ** -8 - 2 ** -18, 2 ** -8), { accuracy }, undefined, half);
    expect(published.fault!(2 ** -8 + 3 * ofOne)).toBe('accuracy');
  });

  it('is measured by the farther end of the bound', () => {
    expect(element(8, between(7.5, 12)).fault!(15)).toBe('accuracy');
    expect(element(8, between(7.5, 12)).fault!(17)).toBe('value');
  });

  it('is a term too many where all terms are on a grid and nothing rounds', () => {
    const terms = { own: () => [1, 2], ofMagnitudes: () => 3 };
    expect(element(3, between(2, 4), { terms }).fault!(5)).toBe('accuracy');
    expect(element(3, 3, { terms }).fault!(3 + 2 * ulp)).toBe('accuracy');
    expect(element(3, 3, { terms }).fault!(4)).toBe('value');
  });
});

describe('ends of the range', () => {
  const a = exactArithmetic(60);
  const most = 3.4028234663852886e38;

  it('are not neighbours of what is beyond them', () => {
    const beyond = element(a.add(a.of(most), a.of(1)), between(most * 0.99, most));
    expect(judged(beyond, most)).toBe('exact');
    expect(judged(beyond, Number.POSITIVE_INFINITY)).toBe(false);
  });

  it('leave a zero the sign of what underflows', () => {
    const tiny = (m: bigint) => d.dyadic(m, -400);
    const zero = d.dyadic(0n, 0);
    expect(element({ lo: tiny(-1n), hi: zero }, 0).best).toBe(-0);
    expect(element({ lo: zero, hi: tiny(1n) }, 0).best).toBe(0);
    expect(element({ lo: zero, hi: zero }, 0).best).toBe(0);
  });

  it('say nothing of zeros where an answer is another number', () => {
    expect(judged(element(0, between(-1, 1, { plusZero: true, minusZero: true })), 0.5)).toBe('native');
    expect(judged(element(2 ** -140, between(-1, 1, { plusZero: true, minusZero: true })), 0)).toBe('wide');
  });
});

describe('a true value that is not certain', () => {
  const late = (least: number, asked: number[] = []) => ({
    asked,
    exact: (bits: number) => {
      asked.push(bits);
      if (bits < least) throw new Undecided('a comparison');
      return 2;
    },
  });

  it('is asked for to more bits', () => {
    const { asked, exact } = late(100);
    expect(element(0, 2, { exact }).best).toBe(2);
    expect(asked).toEqual([44, 88, 176]);
  });

  it('ends what no precision decides, and passes other errors on', () => {
    expect(() => element(0, 2, late(Number.POSITIVE_INFINITY)).best).toThrow(Undecided);
    const mistake = () => {
      throw new TypeError('a mistake');
    };
    expect(() => element(0, 2, { exact: mistake }).best).toThrow(TypeError);
    const wavering = { lo: d.dyadic(1n, 0), hi: d.dyadic(2n, 0) };
    expect(() => element(wavering, 2).best).toThrow('no precision separates');
  });

  it('of a choice leaves the choice without a landmark', () => {
    const undecided = { exact: late(Number.POSITIVE_INFINITY).exact, bounds: () => 5, algorithms: [] };
    const choices = [observe('nan-in-extremum', 'ignored')];
    const acceptance = element(1, 1, { alternatives: [{ ...undecided, choices, otherwise: [] }] });
    expect(acceptance.breakpoints).toEqual([1, 1, 1, 1, 1, 1, 1, 5, 5]);
    expect(judged(acceptance, 5)).toBe('native, nan-in-extremum: ignored');
  });
});

describe('a value that more bits do not tell', () => {
  const a = exactArithmetic(60);
  const third = a.divide(a.of(1), a.of(3));
  const failing = (error: Error) => (bits: number) => {
    if (bits > 100) throw error;
    return third;
  };

  it('is reported by those that there are', () => {
    const exact = failing(new Undecided('a comparison'));
    expect(element(0, between(0, 1), { exact }).judge(7)).toMatchObject({ exact: expect.stringMatching(/^0\.33333/) });
  });

  it('hides no mistake', () => {
    const exact = failing(new TypeError('a mistake'));
    const verdict = element(0, between(0, 1), { exact }).judge(7);
    expect(() => JSON.stringify(verdict)).toThrow('a mistake');
  });
});

test.each([
  [Number.NaN, { ...empty, nan: true }],
  [Number.POSITIVE_INFINITY, { ...empty, plusInfinity: true }],
])('%s has itself as a landmark only', (value, bound) => {
  expect(new Set(element(value, bound).breakpoints)).toEqual(new Set([value]));
});

test.each([
  ['float16', 24],
  ['bfloat16', 24],
  ['float32', 53],
  ['float64', 104],
] as const)('the type that is wider than %s has a precision of %i bits', (dtype, precision) => {
  const asked: (typeof float32)[] = [];
  const format = formatOf(dtype) as typeof float32;
  const bounds = (type: typeof float32) => {
    asked.push(type);
    return between(0.5, 2);
  };
  element(1, 1, { bounds }, undefined, format).judge(1.5);
  for (const { minExponent } of asked) expect(minExponent).toBeLessThanOrEqual(format.minExponent);
  expect(new Set(asked.map((type) => type.precision))).toEqual(new Set([format.precision, precision]));
});

test('numbers of an interval are those of the type within it', () => {
  const a = exactArithmetic(60);
  const accuracy = { ulps: 3, ulps16: 3, source: 'a standard' };
  const third = element(a.divide(a.of(1), a.of(3)), Math.fround(1 / 3), { accuracy });
  expect(judged(third, 11184813 * 2 ** -25)).toBe('native');
  expect(judged(third, 11184814 * 2 ** -25)).toBe(false);
});

test('an element is single where one answer stands', () => {
  expect(element(3, between(2, 4)).hasOneAnswer).toBe(false);
  expect(element(3, between(3, 3)).hasOneAnswer).toBe(true);
});

test.each([
  [between(-1, 2), 0, '[-1, 2] but not 0'],
  [between(0.5, 2), 0, '[0.5, 2]'],
  [between(-2, -1), 0, '[-2, -1]'],
  [between(0, 5, { plusZero: true }), -0, '[0, 5] but not -0'],
  [between(-5, 0, { minusZero: true }), 1, '[-5, -0]'],
] as const)('%o without %s', (bound, rejected, text) => {
  expect(describeBound(bound, rejected)).toBe(text);
});
