import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { referenceTensor } from '../../../oracles/judge/reference-tensor.ts';
import { type DType, formatOf } from '../../../oracles/numerics/dtype.ts';
import { elementsOf, tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import type { Scalar } from '../../../oracles/numerics/trait.ts';
import { findOperator } from '../../../oracles/operators.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import type { ExpectedOutput } from '../../../oracles/spec/operator.ts';

const operator = findOperator('Cast')!;

function cast(from: DType, to: DType, numbers: readonly Scalar[], own: Attributes = {}, since = 28): ExpectedOutput {
  const version = operator.versions.find((one) => one.since === since)!;
  const x = tensorOfScalars(from, [numbers.length], (i) => numbers[i]!);
  const [output] = operator.expect(version, {
    attributes: { to: { type: 'INT', value: formatOf(to).code }, ...own },
    inputs: [x],
  });
  return output!;
}

const best = (...question: Parameters<typeof cast>) => elementsOf(referenceTensor(cast(...question)));
const accepts = (output: ExpectedOutput, got: Scalar) => output.accept(0).judge(got).accepted;
/** numbers of which differences from those of the types are doubles */
const usual = fc
  .tuple(fc.double({ min: -2, max: 2, noNaN: true }), fc.integer({ min: -20, max: 18 }))
  .map(([m, e]) => Math.fround(m) * 2 ** e);

describe.each([
  'float8e4m3fn',
  'float8e4m3fnuz',
  'float8e5m2',
  'float8e5m2fnuz',
  'float6e2m3',
  'float6e3m2',
  'float4e2m1',
] as const)('%s', (to) => {
  const finite = Array.from(formatOf(to).values!).filter((x) => Number.isFinite(x) && x >= 0);

  it('takes the nearest of all its numbers, of two the one with an even pattern', () => {
    const nearest = (x: number) => {
      const least = Math.min(...finite.map((y) => Math.abs(y - Math.abs(x))));
      const near = finite.filter((y) => Math.abs(y - Math.abs(x)) === least);
      return near.find((y) => finite.indexOf(y) % 2 === 0) ?? near[0]!;
    };
    fc.assert(
      fc.property(usual, (x) => {
        expect(Math.abs(best('float64', to, [x])[0] as number)).toBe(nearest(x));
      }),
    );
  });
});

test('integers keep their low bits', () => {
  fc.assert(
    fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), (x) => {
      expect(best('int64', 'int8', [x])).toEqual([BigInt.asIntN(8, x)]);
      expect(best('int64', 'uint32', [x])).toEqual([BigInt.asUintN(32, x)]);
      expect(best('int64', 'int4', [x])).toEqual([BigInt.asIntN(4, x)]);
    }),
  );
});

test('integers of 64 bits become the nearest float32, without a double in between', () => {
  const x = 2n ** 60n + 2n ** 36n + 1n;
  expect(best('int64', 'float32', [x, x - 1n])).toEqual([2 ** 60 + 2 ** 37, 2 ** 60]);
  expect(best('float64', 'float16', [1 + 2 ** -11 + 2 ** -40])).toEqual([1 + 2 ** -10]);
});

test('what a float beyond an integer type becomes is anything; within it is truncated', () => {
  const beyond = [Number.NaN, 128, -129, Number.POSITIVE_INFINITY];
  for (const x of beyond)
    expect([5n, -128n].map((got) => accepts(cast('float32', 'int8', [x]), got))).toEqual([true, true]);
  expect(best('float32', 'int8', [127.5, -1.5, -128])).toEqual([127n, -1n, -128n]);
  expect(accepts(cast('float32', 'int64', [2 ** 63]), 0n)).toBe(true);
});

test('infinities saturate, or before version 24 may be NaN where zero has one sign', () => {
  for (const [to, since, mayBeNaN] of [
    ['float8e4m3fnuz', 19, true],
    ['float8e5m2fnuz', 23, true],
    ['float8e4m3fn', 19, false],
    ['float8e4m3fnuz', 24, false],
  ] as const) {
    const output = cast('float32', to, [Number.POSITIVE_INFINITY], {}, since);
    expect(accepts(output, Number.NaN)).toBe(mayBeNaN);
    expect(accepts(output, Math.max(...Array.from(formatOf(to).values!).filter(Number.isFinite)))).toBe(true);
  }
});

test('strings are any that read back, or that have six or more right digits', () => {
  const third = cast('float64', 'string', [1 / 3]);
  const verdicts = ['0.3333333333333333', '0.33333333', '3.33333333e-01', '0.33333', '0.33333334', '1/3', ''].map(
    (text) => accepts(third, text),
  );
  expect(verdicts).toEqual([true, true, true, false, false, false, false]);
  expect(accepts(cast('int64', 'string', [2n ** 53n + 1n]), '9007199254740992')).toBe(false);
  expect(accepts(cast('float32', 'string', [Number.NEGATIVE_INFINITY]), '-inf')).toBe(true);
});

test('decimals are read exactly and rounded once', () => {
  expect(best('string', 'float16', ['1.00048828126', '1.00048828125', '-INF', '6e-8'])).toEqual([
    1 + 2 ** -10,
    1,
    Number.NEGATIVE_INFINITY,
    2 ** -24,
  ]);
});

test('of a decimal half way between two floats one is right, and neither neighbour of another', () => {
  for (const [to, text, right, wrong] of [
    ['float8e4m3fn', '1.0625', 1, 1.125],
    ['float6e3m2', '-1.375', -1.5, -1.25],
    ['float16', '0.1', 0.0999755859375, 0.10003662109375],
  ] as const) {
    const output = cast('string', to, [text]);
    expect([accepts(output, right), accepts(output, wrong)]).toEqual([true, false]);
  }
});

test('infinities that strings write saturate in floats that have none, and NaN there has no rule', () => {
  const output = (text: string) => cast('string', 'float6e3m2', [text]);
  expect([28, -28].map((x) => accepts(output('-INF'), x))).toEqual([false, true]);
  expect([28, 0].map((x) => accepts(output('NaN'), x))).toEqual([true, true]);
  expect(accepts(cast('string', 'float8e8m0', ['-INF']), 1)).toBe(true);
});

test('strings that write no integer are not judged as one, as the text calls them undefined', () => {
  for (const text of ['3.14', 'inf', 'NaN']) expect(() => cast('string', 'int16', [text])).toThrow('as an integer');
  expect(best('string', 'int16', ['-12', '1.5e1'])).toEqual([-12n, 15n]);
  expect(() => cast('string', 'float32', ['five'])).toThrow('as a number');
});

it('an infinity that is cast to its own type may stay, or saturate as others do', () => {
  const most = 57344;
  const accepted = (from: DType, own: Attributes = {}) =>
    [Number.POSITIVE_INFINITY, most, Number.NaN].map((got) =>
      accepts(cast(from, 'float8e5m2', [Number.POSITIVE_INFINITY], own), got),
    );
  expect(accepted('float8e5m2')).toEqual([true, true, false]);
  expect(accepted('float32')).toEqual([false, true, false]);
  expect(accepted('float8e5m2', { saturate: { type: 'INT', value: 0 } })).toEqual([true, false, false]);
});
