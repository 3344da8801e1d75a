import { type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { largestFinite } from '../../oracles/numerics/rounding.ts';
import { attributes, type CallPlan } from '../calls.ts';
import { familyOf } from '../derived.ts';
import { lengths, rotate } from '../rotate.ts';
import type { ValueKind } from '../values.ts';

const along = (axis: number | undefined, dims: readonly number[], kind: ValueKind = 'mixed'): CallPlan => ({
  ...(axis !== undefined && { attributes: attributes({ axis }) }),
  inputs: [{ dims, kind }],
});

/** One line, or several, of given numbers. */
const line = (numbers: readonly number[], lines = 1): CallPlan => ({
  attributes: attributes({ axis: 1 }),
  inputs: [{ dims: [lines, numbers.length], numbers }],
});

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;

/** Operators that take the numbers of a line together. */
export const softmaxFamily = familyOf({
  samples: () => [along(1, [2, 3]), along(1, [3, 4], 'small'), along(1, [2, 3, 4])],
  sizes: () => [
    [along(1, [2, 3]), along(1, [3, 2]), along(1, [4, 5])],
    [along(1, [1, 40]), along(1, [1, 65]), along(1, [1, 7])],
  ],
  pairs: () => [{ differs: 'another axis', calls: [along(0, [3, 3]), along(1, [3, 3])] }],
  copies: () => [],
  plans: {
    *definition() {
      for (const kind of ['mixed', 'small', 'distinct', 'zeros'] as const) yield along(1, [3, 5], kind);
      for (const count of [1, 2, 4, 8]) yield line(Array.from({ length: count }, () => 3));
      yield line([0, 1, 2, 3]);
    },
    *axes() {
      const shapes = [[4], [3, 4], [2, 3, 4], [2, 1, 3, 2]];
      for (const dims of shapes) for (const axis of dims.keys()) yield along(axis, dims, 'small');
      yield along(undefined, [2, 3, 4]);
      yield along(undefined, [3, 1, 2, 2]);
    },
    *'any-length'(context) {
      for (const length of rotate(lengths.slice(0, 24), context, 4)) {
        yield along(1, [2, length]);
        yield along(0, [length, 2], 'small');
      }
      // the greatest at the end, and in the middle
      for (const at of [0, 6, 16, 32]) yield line(Array.from({ length: 33 }, (_, i) => (i === at ? 9 : -1)));
    },
    *'size-zero'() {
      for (const [axis, dims] of [
        [1, [2, 0]],
        [1, [0, 3]],
        [2, [2, 0, 3]],
      ] as const)
        yield along(axis, dims);
    },
    *'large-values'({ dtype }) {
      const large = largestFinite(formatOf(dtype) as FloatFormat);
      for (const top of [12, 90, 200, 800, 10_000]) yield line([top, top - 1, 0, -1]);
      for (const top of [12, 90, 200, 800, 10_000]) yield line([-top, -top - 1, -top - 2]);
      yield line([large, 0, -large]);
      yield line([-large, -large]);
      yield line([0, -5, -9, -11, -16, -17]);
      yield line([0, -80, -87, -88, -100, -103, -104, -110]);
    },
    *'special-values'() {
      for (const one of [nan, -inf, inf]) for (const at of [0, 1, 3]) yield line([1, 2, 3, 0.5].with(at, one));
      yield line([-inf, -inf]);
      yield line([nan, -inf, 1]);
      yield line([0, -0, 0]);
      for (const one of [nan, -inf])
        yield line(
          Array.from({ length: 34 }, (_, i) => (i === 16 ? one : i % 3)),
          2,
        );
    },
  },
});
