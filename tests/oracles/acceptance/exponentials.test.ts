import { describe, expect, it } from 'vitest';
import { nativePrecision, nothing, type Reach, reachTerms, widePrecision } from '../../../oracles/acceptance/reach.ts';
import { reach } from '../../../oracles/acceptance/reach-arithmetic.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';
import { Vector } from '../../../oracles/numerics/vector.ts';
import { between, ends, shown, specials } from './shown.ts';
import { eta, toy, u } from './toy.ts';

const { POSITIVE_INFINITY: inf, NaN: nan } = Number;
const rows = (...xs: number[]) => reachTerms(Vector.of(Float64Array.from(xs)));
const machine = () => reach(nativePrecision(toy));
const at = (x: number) => between(x, x);
type Of<T> = (a: ReturnType<typeof machine>) => T;
/** Libraries are off by six units; bounds of logarithms and exponentials carry 20 bits more than the type. */
const library = 6 * u + 2 ** -22;
const lost = eta + 2 ** -26;
const near = (xs: readonly number[] | undefined) => xs?.map((x) => expect.closeTo(x, 5));

describe('exponentials', () => {
  /** n values of e^x, each off by a library's error, by what the argument's error makes of it, and by what underflows */
  const sumOf = (xs: readonly number[], argument = 0) => {
    const values = xs.map(Math.exp);
    const S = values.reduce((x, y) => x + y, 0);
    const more = 33 / 32;
    const widest = Math.max(...xs.map((x) => Math.exp(x) * Math.expm1(argument * Math.abs(x) * more) * more));
    const held = library * S + xs.length * (widest + lost);
    // of the largest term, and of what comes to it
    const largest = Math.max(0, ...values);
    const each = widest + lost;
    const others = (S - largest) * (1 + library) + (xs.length - 1) * each;
    const additions = Math.min((xs.length - 1) * u * (S + held), others * (1 + 2 * Math.max(xs.length - 2, 0) * u));
    const error = held + Math.max(additions, 0);
    return [Math.max(0, largest * (1 - library) - each, S - error), S + error];
  };

  const large = Math.exp(33 / 32) * (33 / 32); // more than the value itself
  it.each<[string, Of<Reach>, number[]]>([
    ['of one term', (a) => a.sum(a.exp(rows(1))), sumOf([1])],
    ['of several', (a) => a.sum(a.exp(rows(-1, 0, 1))), sumOf([-1, 0, 1])],
    ['of terms below the range', (a) => a.sum(a.exp(rows(-100, 1))), sumOf([-100, 1])],
    ['of differences', (a) => a.sum(a.exp(a.minus(rows(1, 2), at(3)))), sumOf([-2, -1], u)],
    ['of no difference', (a) => a.sum(a.exp(a.minus(rows(3, 3), at(3)))), sumOf([0, 0])],
    ['of nothing', (a) => a.sum(a.exp(rows())), [0, 0]],
    ['of -∞', (a) => a.sum(a.exp(rows(-inf))), [0, 0]],
    ['of terms held with an error', (a) => a.sum(a.exp({ ...rows(1), absolute: d.fromNumber(u) })), sumOf([1], u)],
    ['or with a large one', (a) => a.sum(a.exp({ ...rows(0), absolute: d.one })), [0, 1 + library + large + lost]],
    ['of terms far below', (a) => a.sum(a.exp(a.minus(rows(-20000, 1), at(1)))), sumOf([-100, 0], u)],
    ['without what is -∞', (a) => a.sum(a.exp(rows(-inf, 1))), sumOf([1])],
  ])('%s', (_, x, expected) => {
    expect(ends(x(machine()))).toEqual(near(expected));
  });

  it.each<[string, Of<Reach>, string]>([
    ['overflow by the error of a library', (a) => a.sum(a.exp(rows(2.43))), '+∞'],
    ['just not', (a) => a.sum(a.exp(rows(2.42))), ''],
    ['infinity', (a) => a.sum(a.exp(rows(inf, 0))), '+∞'],
    ['NaN', (a) => a.sum(a.exp(rows(nan, 0))), 'NaN'],
    ['NaN and an overflow', (a) => a.sum(a.exp(rows(nan, 5))), 'NaN'],
    ['not in a wider range', () => wideSum(90), ''],
  ])('specials: %s', (_, x, expected) => {
    expect(specials(x(machine()))).toBe(expected);
  });

  it('that overflow leave nothing finite', () => {
    const a = machine();
    expect(ends(a.sum(a.exp(rows(2.74, 0))))).toBeDefined();
    expect(shown(a.sum(a.exp(rows(2.75, 0))))).toBe('+∞');
  });

  const wideSum = (x: number) => {
    const wide = reach(widePrecision(formatOf('float16')));
    return wide.sum(wide.exp(rows(x)));
  };

  it('are taken of terms that are not scaled', () => {
    const a = machine();
    expect(() => a.exp(a.over(rows(1, 2), at(2)))).toThrow('this operation takes unscaled terms');
  });
});

describe('logarithms', () => {
  it.each<[string, Reach, number[]]>([
    ['above one', between(2, 4), [Math.log(2) * (1 - 6 * u), Math.log(4) * (1 + 6 * u)]],
    ['below', between(1 / 4, 1 / 2), [Math.log(1 / 4) * (1 + 6 * u), Math.log(1 / 2) * (1 - 6 * u)]],
    ['of one', at(1), [0, 0]],
    ['of the smallest number', at(1 / 64), [Math.log(1 / 64) * (1 + 6 * u), Math.log(1 / 64) * (1 - 6 * u)]],
    ['from zero on', between(0, 2), [Math.log(1 / 64) * (1 + 6 * u), Math.log(2) * (1 + 6 * u)]],
  ])('%s', (_, x, expected) => {
    expect(ends(machine().log(x))).toEqual(near(expected));
  });

  it.each<[string, Reach, string]>([
    ['of something', at(2), '-0'],
    ['of zero', at(0), '-∞ -0'],
    ['of what may be zero', between(0, 2), '-∞ -0'],
    ['of what may be negative', between(-1, 2), '-∞ NaN -0'],
    ['of what is', between(-2, -1), 'NaN -0'],
    ['of what may be zero or less', between(-1, 0), '-∞ NaN -0'],
    ['of infinity', { ...nothing, plusInfinity: true }, '+∞'],
    ['of -∞', { ...nothing, minusInfinity: true }, 'NaN'],
    ['of NaN', { ...at(1), nan: true }, 'NaN -0'],
    ['of -0', { ...nothing, minusZero: true }, '-0'],
  ])('specials: %s', (_, x, expected) => {
    expect(specials(machine().log(x))).toBe(expected);
  });

  it('of what is too small for a logarithm are not finite', () => {
    expect(shown(machine().log(between(-1, 1 / 128)))).toBe('-∞ NaN -0');
  });
});
