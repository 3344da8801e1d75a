import { describe, expect, it } from 'vitest';
import { nothing, type Precision, reachTerms } from '../../../oracles/acceptance/reach.ts';
import { reach } from '../../../oracles/acceptance/reach-arithmetic.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';
import { Vector } from '../../../oracles/numerics/vector.ts';
import { between, ends } from './shown.ts';
import { eta, toy, u } from './toy.ts';

// The formulas of docs/acceptance.md, computed once more: in the toy format every bound below is exact in a double.

const native: Precision = { ...toy, overflows: true };

type Of = (a: ReturnType<typeof reach>) => ReturnType<typeof reachTerms>;

const machine = () => reach(native);
const rows = (...xs: number[]) => reachTerms(Vector.of(Float64Array.from(xs)));
const at = (x: number) => between(x, x);
const around = (center: number, radius: number) => [center - radius, center + radius];

/** The error of a sum of n terms whose magnitudes amount to `S`, each off by at most relative·|x| + absolute. */
const sumError = (n: number, S: number, relative = 0, absolute = 0) => {
  const held = relative * S + n * absolute;
  return held + (n - 1) * u * (S + held);
};

describe('sums', () => {
  it.each([
    ['n - 1 roundings', [1, 1.125, 1.25], around(3.375, 2 * u * 3.375)],
    ['of magnitudes', [1, -1.125, 1.25], around(1.125, 2 * u * 3.375)],
    ['zeros cost nothing', [0, 1, -0, 1.125, 1.25], around(3.375, 2 * u * 3.375)],
    ['one term is itself', [1.125], [1.125, 1.125]],
    ['two terms are rounded once', [1, 3 / 32], [1.125, 1.125]],
    ['and so are two among zeros', [0, -1, 0, -3 / 32], [-1.125, -1.125]],
    ['exact on a grid of p bits', [4.5, -2.5, 1], [3, 3]],
    ['and not beyond', [5, -2.5, 1], around(3.5, 2 * u * 8.5)],
    ['nor beyond the range', [10, -5, 1], around(6, 2 * u * 16)],
    ['nor below the smallest number', [1 / 128, 1 / 128, 1 / 128], [3 / 128 - 3 / 1024, 3 / 128 + 3 / 1024]],
    ['no less than the largest of positive terms', Array(20).fill(9 / 64), [9 / 64, 2.8125 + 19 * u * 2.8125]],
    ['nor nearer to zero of negative ones', Array(20).fill(-9 / 64), [-2.8125 - 19 * u * 2.8125, -9 / 64]],
    ['not much more than a large term', [8, 1 / 64, -1 / 64], around(8, (1 / 32) * (1 + 2 * u))],
    ['but with one', [...Array(20).fill(9 / 64), -1 / 64], around(2.796875, 20 * u * 2.828125)],
    ['of nothing', [], [0, 0]],
  ])('%s', (_, xs, expected) => {
    expect(ends(machine().sum(rows(...xs)))).toEqual(expected);
  });

  it('that are compensated err by n²u²S, and are stored then', () => {
    const compensated = { ...native, precision: 12, compensated: 3 };
    const S = 1 + 2 ** -9 + 1.5; // 9/64 of it, rounded to three bits
    expect([S - (9 / 64) * S, S + (9 / 64) * S].map(Math.round)).toEqual([2, 3]);
    expect(ends(reach(compensated).sum(rows(1, 2 ** -9, 1.5)))).toEqual([2, 3]);
    expect(ends(reach(compensated).sum(rows(1.03125)))).toEqual([1, 1]);
    expect(ends(reach(compensated).sum(rows(1.5, 2, 4)))).toEqual([8, 8]);
  });

  it.each([1, 2 ** 14 - 1])('have bounds that are not rounded: %i', (k) => {
    const S = d.add(d.powerOfTwo(41), d.scale(d.fromInteger(k), -100));
    const { lo, hi } = machine().sum(rows(2 ** 40, k * 2 ** -100, 2 ** 40)).finite!;
    const error = d.multiply(S, d.fromNumber(2 * u));
    expect(d.compare(lo, d.subtract(S, error))).toBe(0);
    expect(d.compare(hi, d.add(S, error))).toBe(0);
  });

  it('over integers are exact, and converted once', () => {
    expect(ends(reach({ ...native, integerSums: true }).sum(rows(1, 1.125, 1.25)))).toEqual([3.5, 3.5]);
  });
});

describe('divided terms', () => {
  it.each<[string, Of, number[]]>([
    [
      'one rounding each, and half a subnormal',
      (a) => a.over(rows(3, 5, 7), at(4)),
      around(3.75, sumError(3, 3.75, u, eta)),
    ],
    [
      'by an interval',
      (a) => a.over(rows(3, 5), between(2, 4)),
      [2 - sumError(2, 4, u, eta), 4 + sumError(2, 4, u, eta)],
    ],
    ['one term', (a) => a.over(rows(3), at(2)), around(1.5, u * 1.5 + eta)],
    ['zeros stay zeros', (a) => a.over(rows(3, 0, 0), at(2)), around(1.5, u * 1.5 + eta)],
    ['zero is no divisor', (a) => a.over(rows(1, 1.125, 1.25), at(0)), around(3.375, 2 * u * 3.375)],
    ['nor what may be zero', (a) => a.over(rows(1, 1.125, 1.25), between(0, 2)), around(3.375, 2 * u * 3.375)],
    [
      'nor infinity',
      (a) => a.over(rows(1, 1.125, 1.25), { ...nothing, plusInfinity: true }),
      around(3.375, 2 * u * 3.375),
    ],
    [
      'twice: what was lost before is divided, too',
      (a) => a.over(a.over(rows(3), at(2)), at(0.5)),
      around(3, ((1 + u) ** 2 - 1) * 3 + 2 * eta * (1 + u) + eta),
    ],
    ['magnitudes', (a) => a.abs(a.over(rows(-3, 5), at(2))), around(4, sumError(2, 4, u, eta))],
  ])('%s', (_, terms, expected) => {
    const a = machine();
    expect(ends(a.sum(terms(a)))).toEqual(expected);
  });
});

describe('squares', () => {
  const relative = (1 + u) ** 3 - 1; // (x/y·(1+u) + η)², rounded
  const absolute = (largest: number) => eta * (2 * (1 + u) * largest + eta) * (1 + u) + eta;
  it.each<[string, Of, number[]]>([
    [
      'one rounding each, and half a subnormal',
      () => rows(1.5, 1.625),
      around(4.890625, sumError(2, 4.890625, u, eta)),
    ],
    ['one square is rounded once', () => rows(1.375), [1.875, 1.875]],
    ['also among zeros', () => rows(0, -1.375, 0), [1.875, 1.875]],
    ['small ones are exact', () => rows(1, -2, 3), [14, 14]],
    ['as long as they have p bits', () => rows(2, 0.5), [4, 4]],
    ['and not beyond', () => rows(2.5, 1.5), around(8.5, sumError(2, 8.5, u, eta))],
    ['zeros stay zeros', () => rows(0, 0), [0, 0]],
    ['one that may underflow to nothing', () => rows(1 / 16), [0, (1 + u) / 256 + 1 / 256]],
    ['of divided terms', (a) => a.over(rows(3, -5), at(2)), around(8.5, sumError(2, 8.5, relative, absolute(2.5)))],
    ['of terms divided by their magnitude', (a) => a.over(rows(3, -3, 0), at(3)), [2, 2]],
    ['of one divided term', (a) => a.over(rows(3), at(2)), around(2.25, relative * 2.25 + absolute(1.5))],
  ])('%s', (_, terms, expected) => {
    const a = machine();
    expect(ends(a.sum(a.square(terms(a))))).toEqual(expected);
  });
});

describe('running means', () => {
  const error = (n: number, S: number, steps: number) => ((steps * u * S) / n) * (1 + 2 * steps * u) + n * eta;
  it.each([
    ['n + 1 + 2(1 + ln n) roundings of the mean magnitude: n = 2', [2, -1], around(0.5, error(2, 3, 7))], // 6.4
    ['n = 4', [1, -2, 4, 1], around(1, error(4, 8, 10))], // 9.8
    ['n = 8', [8, ...Array(6).fill(0), -8], around(0, error(8, 16, 16))], // 15.2
    ['among the terms', [1, 1, 1, 1, 1, 1, 1, 1.125], [1, 1.125]],
    ['zeros count', [0, 0, -1, 1], around(0, error(4, 2, 10))],
    ['a share of the largest of positive terms', [0, 0, 1, 0], [(1 - u) ** 9 / 4 - 4 * eta, 0.25 + error(4, 1, 10)]],
    ['one term is itself', [1.03125], [1.03125, 1.03125]],
    ['zeros are zero', [0, 0, 0], [0, 0]],
  ])('%s', (_, xs, expected) => {
    expect(ends(machine().runningMean(rows(...xs)))).toEqual(expected);
  });
});
