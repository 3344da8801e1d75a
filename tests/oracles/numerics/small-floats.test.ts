import { describe, expect, it } from 'vitest';
import { type FloatDType, formatOf } from '../../../oracles/numerics/dtype.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';
import { orderingOf } from '../../../oracles/numerics/order.ts';
import { isRepresentable, largestFinite, roundDouble, roundToFloat } from '../../../oracles/numerics/rounding.ts';
import { tensorOfScalars } from '../../../oracles/numerics/tensor.ts';

const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;

/** Some patterns and their values, from the tables of ONNX's float8.md and of the OCP formats. */
const known: Readonly<Partial<Record<FloatDType, readonly (readonly [pattern: number, value: number])[]>>> = {
  float8e4m3fn: [
    ...([
      [0x00, 0],
      [0x80, -0],
      [0x01, 2 ** -9],
      [0x07, 0.875 * 2 ** -6],
      [0x08, 2 ** -6],
      [0x38, 1],
    ] as const),
    ...([
      [0x7e, 448],
      [0xfe, -448],
      [0x7f, nan],
      [0xff, nan],
      [0x78, 256],
    ] as const),
  ],
  float8e4m3fnuz: [
    ...([
      [0x00, 0],
      [0x80, nan],
      [0x01, 2 ** -10],
      [0x07, 0.875 * 2 ** -7],
      [0x08, 2 ** -7],
      [0x40, 1],
    ] as const),
    ...([
      [0x7f, 240],
      [0xff, -240],
      [0x81, -(2 ** -10)],
    ] as const),
  ],
  float8e5m2: [
    ...([
      [0x00, 0],
      [0x80, -0],
      [0x01, 2 ** -16],
      [0x03, 0.75 * 2 ** -14],
      [0x04, 2 ** -14],
      [0x3c, 1],
    ] as const),
    ...([
      [0x7b, 57344],
      [0x7c, infinity],
      [0xfc, -infinity],
      [0x7d, nan],
      [0x7f, nan],
      [0xfe, nan],
    ] as const),
  ],
  float8e5m2fnuz: [
    ...([
      [0x00, 0],
      [0x80, nan],
      [0x01, 2 ** -17],
      [0x03, 0.75 * 2 ** -15],
      [0x04, 2 ** -15],
      [0x40, 1],
    ] as const),
    ...([
      [0x7f, 57344],
      [0xff, -57344],
    ] as const),
  ],
  float8e8m0: [
    [0, 2 ** -127],
    [1, 2 ** -126],
    [127, 1],
    [128, 2],
    [254, 2 ** 127],
    [255, nan],
  ],
  float6e2m3: [
    [0, 0],
    [0x20, -0],
    [1, 1 / 8],
    [7, 7 / 8],
    [8, 1],
    [0x1f, 7.5],
    [0x3f, -7.5],
  ],
  float6e3m2: [
    [0, 0],
    [0x20, -0],
    [1, 1 / 16],
    [3, 3 / 16],
    [4, 1 / 4],
    [0x0c, 1],
    [0x1f, 28],
    [0x3f, -28],
  ],
  float4e2m1: [0, 0.5, 1, 1.5, 2, 3, 4, 6, -0, -0.5, -1, -1.5, -2, -3, -4, -6].map((x, i) => [i, x] as const),
};

/** Values of a format, each at its pattern. */
const valuesOf = (name: FloatDType): Float32Array => formatOf(name).values!;

const storable = (x: number, name: FloatDType) => () => tensorOfScalars(name, [], () => x);

describe.each(Object.keys(known) as FloatDType[])('%s', (name) => {
  const format = formatOf(name);
  const values = valuesOf(name);
  const distinct = [...values].filter((x) => !Number.isNaN(x));

  it('decodes as its specification says', () => {
    expect(known[name]!.map(([pattern]) => [pattern, values[pattern]])).toEqual(known[name]);
    expect(values.length).toBe(2 ** format.bits);
  });

  it('encodes every value to its pattern, and refuses what it lacks', () => {
    const held = tensorOfScalars(name, [values.length], (i) => (Number.isNaN(values[i]) ? values[0]! : values[i]!));
    expect([...held.data]).toEqual([...values.keys()].map((i) => (Number.isNaN(values[i]) ? 0 : i)));
    for (const x of [nan, infinity, -infinity, 0, -0, -1, 1.1, 2 * largestFinite(format)]) {
      if (isRepresentable(x, format)) expect(storable(x, name)).not.toThrow();
      else expect(storable(x, name)).toThrow(RangeError);
    }
  });

  it('has what it says it has, each number once', () => {
    const has = (x: number) => values.some((value) => Object.is(value, x));
    expect([has(0), has(-0), has(infinity), has(nan), has(-1)]).toEqual([
      ...[format.hasZero, format.hasMinusZero, format.hasInfinity, format.hasNaN, format.signed],
    ]);
    expect(new Set(distinct.map((x) => (Object.is(x, -0) ? '-0' : x))).size).toBe(distinct.length);
    expect(distinct.filter((x) => !isRepresentable(x, format))).toEqual([]);
    expect(Math.max(...distinct.filter(Number.isFinite))).toBe(largestFinite(format));
  });

  it('is ordered without gaps', () => {
    const { first, last, positionOf, valueAt } = orderingOf(name);
    const ascending = distinct.toSorted((a, b) => a - b || (Object.is(a, -0) ? -1 : 1));
    expect(ascending.map(positionOf)).toEqual(ascending.map((_, i) => first + BigInt(i)));
    expect(ascending.map((x) => valueAt(positionOf(x)))).toEqual(ascending);
    expect(positionOf(ascending.at(-1)!)).toBe(last);
  });

  it('is rounded to the nearest, ties to even', () => {
    const magnitudes = distinct
      .filter((x) => x >= 0 && Number.isFinite(x) && !Object.is(x, -0))
      .toSorted((a, b) => a - b);
    for (const [i, low] of magnitudes.slice(0, -1).entries()) {
      const high = magnitudes[i + 1]!;
      const middle = low + (high - low) / 2;
      // of two neighbours one has an even significand; from one power of two to the next that is the larger one
      const even = format.precision === 1 || values.indexOf(high) % 2 === 0 ? high : low;
      const rows = [
        [low, low],
        [middle, even],
        [low + (high - low) / 4, low],
        [high - (high - low) / 4, high],
      ] as const;
      for (const [x, rounded] of rows) {
        expect([x, roundDouble(x, format)]).toEqual([x, rounded]);
        expect([x, roundToFloat(d.fromNumber(x), format)]).toEqual([x, rounded]);
      }
    }
  });
});

it.each([
  // half an ulp above the largest number is a tie, of which the even one counts as if there were another binade
  ['float8e4m3fn', 464, 448],
  ['float8e4m3fn', 464.1, infinity],
  ['float8e4m3fnuz', 248, infinity],
  ['float8e4m3fnuz', 247.9, 240],
  ['float8e5m2', 61440, infinity],
  ['float8e5m2', 61439, 57344],
  ['float4e2m1', 7, infinity],
  ['float4e2m1', 6.9, 6],
  ['float6e3m2', -30, -infinity],
  ['float8e8m0', 2 ** 127 * 1.4, 2 ** 127],
  ['float8e8m0', 2 ** 127 * 1.5, infinity],
  ['float8e8m0', 2 ** -129, 0],
] as const)('%s: %f is out of range or not: %f', (name, x, rounded) => {
  expect(roundDouble(x, formatOf(name))).toBe(rounded);
  expect(roundToFloat(d.fromNumber(x), formatOf(name))).toBe(rounded);
});
