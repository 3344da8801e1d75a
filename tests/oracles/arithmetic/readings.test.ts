import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { boundsIn } from '../../../oracles/arithmetic/bounds-arithmetic.ts';
import {
  type Exact,
  enclosed,
  exactArithmetic,
  exactOf,
  functionAt,
  Undecided,
} from '../../../oracles/arithmetic/exact.ts';
import * as functions from '../../../oracles/arithmetic/functions.ts';
import { machineIn } from '../../../oracles/arithmetic/machine.ts';
import { type DependentResult, sharingIn } from '../../../oracles/arithmetic/sharing.ts';
import { boundOf, contains, roundStored } from '../../../oracles/arithmetic/value-set.ts';
import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';
import { roundDouble, roundToFloat } from '../../../oracles/numerics/rounding.ts';

type Kernel = <S>(a: Arithmetic<S>, x: S, y: S, z: S) => S;

/** Kernels of all shapes that operators have; the names are for messages. */
const kernels: Readonly<Record<string, Kernel>> = {
  add: (a, x, y) => a.add(x, y),
  subtract: (a, x, y) => a.subtract(x, y),
  multiply: (a, x, y) => a.multiply(x, y),
  divide: (a, x, y) => a.divide(x, y),
  sqrt: (a, x) => a.sqrt(x),
  'cube root': (a, x) => a.root(x, 3),
  'fifth root of a sum': (a, x, y) => a.root(a.add(x, y), 5),
  'power of a root': (a, x, y) => a.power(a.abs(x), a.divide(a.of(1), a.add(a.of(2), a.abs(y)))),
  maximum: (a, x, y) => a.maximum(x, y),
  'of a difference': (a, x, y, z) => a.divide(x, a.subtract(y, z)),
  'a square less a product': (a, x, y, z) => a.subtract(a.multiply(x, x), a.multiply(y, z)),
  softsign: (a, x) => a.divide(x, a.add(a.of(1), a.abs(x))),
  sigmoid: (a, x) => a.divide(a.of(1), a.add(a.of(1), a.apply(functions.exp, a.negate(x)))),
  softmax: (a, x, y, z) => {
    const most = a.maximum(a.maximum(x, y), z);
    const powers = [x, y, z].map((one) => a.apply(functions.exp, a.subtract(one, most)));
    return a.divide(powers[0]!, a.sum(powers));
  },
  variance: (a, x, y, z) => {
    const mean = a.divide(a.sum([x, y, z]), a.of(3));
    const off = [x, y, z].map((one) => a.subtract(one, mean));
    return a.divide(off[0]!, a.sqrt(a.add(a.divide(a.dot(off, off), a.of(3)), a.of(1e-5))));
  },
  dot: (a, x, y, z) => a.dot([x, y, z], [y, z, x]),
  // a distance from the greatest is not above 0, and a sum of powers of which one is 1 not below it
  shares: (a, x, y, z) => {
    const scores = [a.multiply(x, y), a.multiply(y, z), a.multiply(z, x)];
    const most = scores.reduce(a.maximum);
    const powers = scores.map((one) =>
      a.apply(functions.exp, a.bounded(a.subtract(one, most), Number.NEGATIVE_INFINITY, 0)),
    );
    return a.divide(powers[0]!, a.bounded(a.sum(powers), 1, Number.POSITIVE_INFINITY));
  },
  leaky: (a, x, y) => a.select(a.less(x, a.of(0)), a.multiply(x, y), x),
  tanh: (a, x, y) => a.apply(functions.tanh, a.multiply(x, y)),
  'sine of a sum': (a, x, y) => a.apply(functions.sin, a.add(x, y)),
  logarithm: (a, x, y) => a.apply(functions.log, a.add(x, y)),
  power: (a, x, y) => a.power(x, y),
  'power of a sum': (a, x, y, z) => a.power(a.abs(a.add(x, y)), z),
  square: (a, x, y) => a.power(a.add(x, y), a.of(2)),
  'power of a difference': (a, x, y, z) => a.power(a.subtract(x, y), z),
  'cube of a product': (a, x, y) => a.power(a.multiply(x, y), a.of(3)),
  'inverse square of a quotient': (a, x, y) => a.power(a.divide(x, y), a.of(-2)),
  'uncertain power': (a, x, y, z) => a.power(x, a.multiply(y, z)),
  'by a square': (a, x, y, z) => a.divide(x, a.power(a.subtract(y, z), a.of(2))),
  'hyperbolic cosine': (a, x, y) => a.apply(functions.cosh, a.subtract(x, y)),
  tangent: (a, x, y) => a.apply(functions.tan, a.divide(x, y)),
  remainder: (a, x, y) => a.remainder(x, y),
  'remainder of a sum': (a, x, y, z) => a.remainder(a.add(x, y), z),
  'a constant between the numbers of a type': (a, x, y) => a.add(a.multiply(a.of(0.1), x), y),
  'normal distribution': (a, x) => a.multiply(x, a.apply(functions.erfc, a.negate(x))),
  'a product that is squared again and again': (a, x, y) => {
    const squared = (z: typeof x) => a.carried(a.multiply(z, z));
    return a.multiply(y, squared(squared(squared(squared(a.divide(x, a.add(a.of(1), a.abs(x))))))));
  },
  'a blend in two forms': (a, x, y, z) =>
    a.either([
      () => a.add(a.multiply(a.subtract(a.of(1), x), y), a.multiply(x, z)),
      () => a.add(y, a.multiply(x, a.subtract(z, y))),
    ]),
  'sum of two': (a, x, y) => a.sum([x, y]),
  floor: (a, x, y) => a.integral(a.divide(x, y), 'floor'),
};

const formats = (['float16', 'bfloat16', 'float32'] as const).map((name) => formatOf(name));
const special = fc.constantFrom(0, -0, 1, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);

/** Numbers of a format: special ones, small integers, all magnitudes. */
const numberOf = (format: FloatFormat) =>
  fc
    .oneof(
      special,
      fc.integer({ min: -9, max: 9 }),
      fc.double({ min: -4, max: 4, noNaN: true }),
      fc
        .tuple(
          fc.double({ min: -2, max: 2, noNaN: true }),
          fc.integer({ min: format.minExponent, max: format.maxExponent }),
        )
        .map(([m, e]) => m * 2 ** e),
    )
    .map((x) => roundDouble(x, format));

function exactly(kernel: Kernel, xs: readonly number[], format: FloatFormat): number | undefined {
  for (let bits = 100; bits < 2000; bits *= 2) {
    try {
      const [x, y, z] = xs.map(exactOf) as [Exact, Exact, Exact];
      const value = kernel(exactArithmetic(bits), x, y, z);
      if (typeof value === 'number') return roundDouble(value, format);
      const [lo, hi] = [roundToFloat(value.lo, format), roundToFloat(value.hi, format)];
      if (Object.is(lo, hi)) return lo;
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
    }
  }
  return undefined;
}

describe.each(formats)('bounds in $name', (format) => {
  it.each(Object.entries(kernels))('hold what machines of this type and of wider ones give: %s', (_, kernel) => {
    const wider = [formatOf('float32'), formatOf('float64')].filter(({ precision }) => precision >= format.precision);
    fc.assert(
      fc.property(numberOf(format), numberOf(format), numberOf(format), (x, y, z) => {
        const bound = roundStored(kernel(boundsIn(format), boundOf(x), boundOf(y), boundOf(z)), format);
        for (const machine of [format, ...wider]) {
          const got = roundDouble(kernel(machineIn(machine), x, y, z), format);
          if (!contains(bound, got)) throw new Error(`${machine.name} gives ${got}, which the bounds do not hold`);
        }
        const best = exactly(kernel, [x, y, z], format);
        if (best !== undefined && !contains(bound, best)) throw new Error(`the true value ${best} is not held`);
      }),
      { numRuns: 300 },
    );
  });
});

it('what may come in two ways holds both, and is the first where nothing is rounded', () => {
  const either = <S>(a: Arithmetic<S>) => a.either([() => a.of(1), () => a.of(2)]);
  expect(either(exactArithmetic(60))).toBe(1);
  expect(either(machineIn(formatOf('float32')))).toBe(1);
  const base = boundsIn(formatOf('float32'));
  expect([1, 2, 3].map((x) => contains(either(base), x))).toEqual([true, true, false]);
  const sharing = sharingIn(base);
  const uncertain = sharing.shared(base.divide(1, 3));
  const blended = sharing.either([() => uncertain, () => sharing.add(uncertain, 1)]);
  const { quantity } = blended as DependentResult;
  const [whole] = quantity.parts;
  const bound = (blended as DependentResult).at(whole);
  expect([Math.fround(1 / 3), Math.fround(4 / 3), 2].map((x) => contains(bound, x))).toEqual([true, true, false]);
});

describe('one rounded operation', () => {
  it.each(['add', 'multiply', 'divide', 'sqrt', 'remainder'])('has one value: %s', (name) => {
    const format = formatOf('float32');
    fc.assert(
      fc.property(numberOf(format), numberOf(format), (x, y) => {
        const bound = roundStored(kernels[name]!(boundsIn(format), boundOf(x), boundOf(y), boundOf(0)), format);
        const got = kernels[name]!(machineIn(format), x, y, 0);
        expect(contains(bound, got)).toBe(true);
        const next = got === 0 ? 2 ** -149 : roundDouble(got * (1 + 2 ** -23), format);
        if (Number.isFinite(next) && next !== got) expect(contains(bound, next)).toBe(false);
        if (got === 0) expect(contains(bound, -got)).toBe(false);
      }),
    );
  });
});

it('next to the edge of a domain, closer than any double, functions have values, and beyond it none', () => {
  const tiny = d.powerOfTwo(-2000);
  const near = (x: Exact) => (typeof x === 'number' ? x : d.toNumber(x.lo));
  expect(near(functionAt(functions.log, tiny, 50))).toBeCloseTo(-2000 * Math.LN2, 6);
  expect(near(functionAt(functions.atanh, d.subtract(d.one, tiny), 50))).toBeCloseTo(1000.5 * Math.LN2, 6);
  expect(functionAt(functions.log, d.zero, 50)).toBe(-Infinity);
  expect(functionAt(functions.log, d.negate(tiny), 50)).toBeNaN();
  expect(functionAt(functions.asin, d.add(d.one, tiny), 50)).toBeNaN();
});

it.each([functions.exp, functions.log, functions.tanh])(
  'what doubles give in place of MPFR encloses its value: $name',
  (f) => {
    const magnitudes = fc.double({ min: 2 ** -60, max: 700, noNaN: true });
    fc.assert(
      fc.property(magnitudes, fc.boolean(), (size, isNegative) => {
        const x = d.fromNumber(isNegative && f !== functions.log ? -size : size);
        const [quick, sure] = [enclosed(functionAt(f, x, 44)), enclosed(functionAt(f, x, 120))];
        expect(d.lessOrEqual(quick.lo, sure.lo) && d.lessOrEqual(sure.hi, quick.hi)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  },
);
