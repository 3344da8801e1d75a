import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { beforeRounding, spanOf } from '../../../oracles/arithmetic/value-set.ts';
import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';

it.each(['float16', 'bfloat16', 'float32'] as const)(
  'every number that is rounded to one of %s may have been it',
  (dtype) => {
    const format = formatOf(dtype) as FloatFormat;
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -6e4, max: 6e4 }), (x) => {
        const rounded = roundDouble(x, format);
        const { finite } = spanOf(beforeRounding(rounded, format));
        const at = d.fromNumber(x);
        expect(d.compare(finite!.lo, at) <= 0 && d.compare(at, finite!.hi) <= 0).toBe(true);
        // and nothing is farther away than one unit in the last place
        const width = d.toNumber(d.subtract(finite!.hi, finite!.lo));
        expect(width).toBeLessThanOrEqual(
          Math.max(2 ** (1 - format.precision) * Math.abs(rounded), 2 ** format.minExponent),
        );
      }),
    );
    for (const special of [Number.NaN, Infinity, -Infinity]) expect(beforeRounding(special, format)).toBe(special);
  },
);
