import { describe, expect, it, test } from 'vitest';
import { type Exact, exactArithmetic, exactOf, Undecided } from '../../../oracles/arithmetic/exact.ts';
import type { ElementVerdict } from '../../../oracles/judge/acceptance.ts';
import { acceptInteger } from '../../../oracles/judge/integer-acceptance.ts';
import { type Observation, observe } from '../../../oracles/judge/policy.ts';
import { type DType, formatOf } from '../../../oracles/numerics/dtype.ts';
import { dyadic } from '../../../oracles/numerics/dyadic.ts';

const of = (value: number | bigint): Exact => exactArithmetic(192).of(value);

/** An element of a type, of which one kernel makes `value`, and others what is given for each choice. */
function element(dtype: DType, value: Exact, others: Readonly<Record<string, Exact>> = {}) {
  const alternatives = Object.entries(others).map(([choice, exact]) => ({
    exact: () => exact,
    choices: [observe('tie-index', choice as 'last')],
    otherwise: [observe('tie-index', 'first')],
  }));
  return acceptInteger({ exact: () => value, alternatives: alternatives as never }, formatOf(dtype));
}

const observed = (verdict: ElementVerdict) =>
  verdict.accepted && verdict.observations.map(({ policy, choice }) => `${policy}: ${choice}`);

describe('a value that its type holds', () => {
  const acceptance = element('int8', of(-128));

  it('is the only answer', () => {
    expect(acceptance).toMatchObject({ best: -128n, isExactInAnyOrder: true, breakpoints: [-128n, -128n] });
    expect(acceptance.judge(-128n)).toMatchObject({ accepted: true, tier: 'exact', observations: [] });
    expect(acceptance.judge(-127n)).toEqual({ accepted: false, exact: '-128', allowed: '-128' });
    expect(acceptance.fault!(-127n)).toBe('value');
  });
});

describe('a value that its type does not hold', () => {
  const acceptance = element('int8', of(130));

  it('wraps or saturates, which is seen', () => {
    expect(observed(acceptance.judge(-126n))).toEqual(['integer-overflow: wrap']);
    expect(observed(acceptance.judge(127n))).toEqual(['integer-overflow: saturate']);
    for (const either of [-126n, 127n]) expect(acceptance.judge(either)).toMatchObject({ tier: 'exact' });
    expect(acceptance.isExactInAnyOrder).toBe(false);
  });

  it('is nothing else, and what is open is reported', () => {
    expect(acceptance.judge(-128n)).toEqual({
      accepted: false,
      exact: '-126',
      allowed: '-126 (integer-overflow: wrap) or 127 (integer-overflow: saturate)',
    });
    expect(acceptance.fault!(-128n)).toBe('integer-overflow');
  });
});

test('truth values are 0 and 1, and never the other one', () => {
  expect(observed(element('bool', of(1)).judge(true as never))).toEqual([]);
  expect(element('bool', of(1)).judge(false as never).accepted).toBe(false);
  expect(element('bool', of(0)).judge(0n).accepted).toBe(true);
});

describe('a choice', () => {
  const acceptance = element('int32', of(2), { last: of(-1) });

  it('is seen, whichever is made', () => {
    expect(observed(acceptance.judge(2n))).toEqual(['tie-index: first']);
    expect(observed(acceptance.judge(-1n))).toEqual(['tie-index: last']);
    expect(acceptance.judge(-1n)).toMatchObject({ tier: 'exact' });
  });

  it('leaves nothing between', () => {
    expect(acceptance.judge(0n)).toEqual({
      accepted: false,
      exact: '2',
      allowed: '2 (tie-index: first) or -1 (tie-index: last)',
    });
    expect(acceptance.fault!(0n)).toBe('value');
  });

  it('that gives the same is none', () => {
    const same = element('int32', of(2), { last: of(2) });
    expect(same.isExactInAnyOrder).toBe(true);
    expect(observed(same.judge(2n))).toEqual([]);
  });
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])('of %s anything comes, and none of it has a tier', (value) => {
  const acceptance = element('int32', exactOf(value));
  const verdict = acceptance.judge(77n);
  expect(verdict.accepted).toBe(true);
  expect(verdict).not.toHaveProperty('tier');
  expect(acceptance.isExactInAnyOrder).toBe(false);
  expect(acceptance.fault!(77n)).toBe('integer-overflow');
});

test('more bits are asked for until a value is certain', () => {
  const asked: number[] = [];
  const exact = (bits: number) => {
    asked.push(bits);
    if (bits < 700) throw new Undecided('a comparison');
    return of(5);
  };
  expect(acceptInteger({ exact, alternatives: [] }, formatOf('int8')).best).toBe(5n);
  expect(asked).toEqual([192, 384, 768]);
});

test('a fraction is a fault of the kernel', () => {
  const a = exactArithmetic(192);
  expect(() => element('int8', a.divide(a.of(1n), a.of(3)))).toThrow('leaves a fraction');
});

test('a value that no precision decides is a fault of the kernel, and any other error is passed on', () => {
  const never = () => {
    throw new Undecided('a comparison');
  };
  expect(() => acceptInteger({ exact: never, alternatives: [] }, formatOf('int8'))).toThrow(Undecided);
  const asked: number[] = [];
  const broken = (bits: number) => {
    asked.push(bits);
    throw new TypeError('a mistake');
  };
  expect(() => acceptInteger({ exact: broken, alternatives: [] }, formatOf('int8'))).toThrow(TypeError);
  expect(asked).toHaveLength(1);
});

test('an integer may be held with bits below the point that are zero', () => {
  const two = dyadic(4n, -1);
  expect(element('int8', { lo: two, hi: two }).best).toBe(2n);
  const four = dyadic(1n, 2);
  expect(element('int8', { lo: four, hi: four }).best).toBe(4n);
});

test('a value beyond the type of which all that is defensible is the same is the only answer', () => {
  const acceptance = element('int8', of(383)); // wraps to 127
  expect(acceptance.isExactInAnyOrder).toBe(true);
  expect(acceptance.judge(127n)).toMatchObject({ accepted: true, tier: 'exact', observations: [] });
  expect(acceptance.fault!(5n)).toBe('value');
});

describe('what is wrong', () => {
  /** An element with candidates under choices of a policy. */
  const under = (policy: string, choices: Readonly<Record<string, number>>, also: readonly Observation[] = []) => {
    const [[own, value], ...others] = Object.entries(choices) as [[string, number], ...[string, number][]];
    const chosen = (choice: string) => [{ policy, choice }, ...also];
    const alternatives = others.map(([choice, other]) => ({
      exact: () => of(other),
      choices: chosen(choice),
      otherwise: chosen(own),
    }));
    return acceptInteger({ exact: () => of(value), alternatives: alternatives as never }, formatOf('int32'));
  };

  it('is a rounding where an answer is next to one', () => {
    const rounded = under('integer-rounding', { truncate: 4, 'nearest-up': 5 });
    for (const near of [3n, 6n]) expect(rounded.fault!(near)).toBe('integer-rounding');
    for (const far of [2n, 7n, 100n]) expect(rounded.fault!(far)).toBe('value');
    const inFloats = under('integer-rounding', { truncate: 4, floor: 3 }, [observe('integer-arithmetic', 'float64')]);
    expect(inFloats.fault!(5n)).toBe('integer-rounding');
  });

  it('is an overflow where a partial result leaves the type, and none where all are wide enough', () => {
    expect(under('integer-intermediate', { wrap: 4, widen: 5 }).fault!(9n)).toBe('integer-overflow');
    expect(under('integer-intermediate', { widen: 4, first: 5 }).fault!(9n)).toBe('integer-overflow');
    expect(under('tie-index', { first: 4, last: 5 }).fault!(9n)).toBe('value');
  });

  it('is not an overflow where every partial result is wide enough', () => {
    const wide = under('integer-rounding', { truncate: 4, floor: 3 }, [observe('integer-intermediate', 'widen')]);
    expect(wide.fault!(9n)).toBe('value');
  });
});
