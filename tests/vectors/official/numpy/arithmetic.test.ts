import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../../oracles/numerics/dtype.ts';
import { numpyIn } from '../../../../vectors/official/numpy/arithmetic.ts';
import { roundedExp, roundedLog, vectorLog } from '../../../../vectors/official/numpy/elementary.ts';
import { NumpyRandom } from '../../../../vectors/official/numpy/random.ts';

// The figures are what numpy 1.24.2 answers (Debian's python3-numpy, x86-64 with AVX2, glibc 2.36).

const float32 = formatOf('float32');

/** uniform(-10, 10) in float32, after seed(count) */
const row = (count: number) => Array.from(new NumpyRandom(count).random(count), (x) => Math.fround(x * 20 - 10));

describe('sums of float32', () => {
  it.each([
    [5, 4.129334449768066, 0.8258668780326843],
    [8, 6.379350662231445, 0.7974188327789307],
    [12, -9.144092559814453, -0.7620077133178711],
    [20, 9.360298156738281, 0.4680148959159851],
    [60, -6.039266586303711, -0.10065444558858871],
    [128, 73.69143676757812, 0.5757143497467041],
    [129, -204.78079223632812, -1.587448000907898],
    [300, 0.571441650390625, 0.0019048055401071906],
    [1000, -203.69375610351562, -0.20369376242160797],
  ])('%i neighbours are added in pairs', (count, sum, mean) => {
    const np = numpyIn(float32, undefined, true);
    expect([np.sum(row(count)), np.mean(row(count))]).toEqual([sum, mean]);
  });

  it('what is not a row is added in turn', () => {
    const inTurn = row(60).reduce((sum, x) => Math.fround(sum + x), 0);
    expect(numpyIn(float32, undefined, false).sum(row(60))).toBe(inTurn);
    expect(inTurn).not.toBe(numpyIn(float32, undefined, true).sum(row(60)));
  });

  it('of nothing', () => {
    const np = numpyIn(float32, undefined, true);
    expect([np.sum([]), np.prod([]), np.max([]), np.min([])]).toEqual([0, 1, -Infinity, Infinity]);
  });
});

describe("numpy's own logarithm of float32", () => {
  it.each([
    [0.1, -2.3025851249694824],
    [0.5, -0.6931471824645996],
    [0.7, -0.3566749393939972],
    [0.72, -0.3285040259361267],
    [0.78, -0.24846139550209045],
    [1, 0],
    [1.5, 0.40546509623527527],
    [2, 0.6931471824645996],
    [3.3, 1.193922519683838],
    [30.98, 3.4333417415618896],
    [0.001, -6.907755374908447],
    [12345.678, 9.421061515808105],
    [0, -Infinity],
  ])('of %f', (x, log) => {
    expect(vectorLog(Math.fround(x))).toBe(log);
  });
});

it.each([
  [1, Math.E, 0],
  [0, 1, -Infinity],
  [-1, 1 / Math.E, Number.NaN],
  [710, Infinity, 6.565264970035361],
  [-750, 0, Number.NaN],
])('e^%f and ln, rounded once to float64', (x, exp, log) => {
  expect([roundedExp(x, formatOf('float64')), roundedLog(x, formatOf('float64'))]).toEqual([exp, log]);
});
