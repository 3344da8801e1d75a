import { attributes, type CallPlan, float, type InputPlan } from '../calls.ts';
import { familyOf } from '../derived.ts';
import { lengths, rotate } from '../rotate.ts';
import type { ValueKind } from '../values.ts';

type Dims = readonly number[];

/** A normalization over the dimensions from `axis` on; Scale and B have them, or other shapes. */
const normalization = (
  dims: Dims,
  axis: number,
  data: Omit<InputPlan, 'dims'> = { kind: 'mixed' },
  shapes: readonly Dims[] = [dims.slice(axis), dims.slice(axis)],
): CallPlan => ({
  attributes: attributes({ axis }),
  inputs: [{ dims, ...data }, ...shapes.map((shape) => ({ dims: shape, kind: 'mixed' as ValueKind }))],
});

/** Rows as they are normalized: Scale is 1, without B, and all outputs are asked for. */
const plain = (dims: Dims, axis: number, data: Omit<InputPlan, 'dims'> = { kind: 'mixed' }): CallPlan => ({
  attributes: attributes({ axis }),
  inputs: [
    { dims, ...data },
    { dims: dims.slice(axis), numbers: [1] },
  ],
  outputs: 3,
});

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;
const shapes: readonly (readonly [dims: Dims, axis: number])[] = [
  [[4], 0],
  [[3, 4], 1],
  [[3, 4], 0],
  [[2, 3, 4], 2],
  [[2, 3, 4], 1],
  [[2, 3, 4], 0],
  [[2, 1, 3, 2], 2],
];

/** Rows that are brought to mean 0 and variance 1. */
export const normalizationFamily = familyOf({
  samples: () => [
    normalization([2, 4], 1),
    normalization([2, 3, 4], 1),
    { ...normalization([3, 4], 0), attributes: attributes({ axis: 0, epsilon: float(0.5) }) },
  ],
  sizes: () => [
    [normalization([2, 3], 1), normalization([4, 3], 1), normalization([7, 3], 1)],
    [normalization([1, 40], 1), normalization([1, 65], 1), normalization([1, 7], 1)],
  ],
  pairs: () => [
    {
      differs: 'another axis',
      calls: [normalization([3, 3], 1, {}, [[3], [3]]), normalization([3, 3], 0, {}, [[3], [3]])],
    },
  ],
  copies: () => [],
  plans: {
    *definition() {
      for (const kind of ['mixed', 'small', 'distinct'] as const) yield normalization([3, 8], 1, { kind });
      for (const count of [1, 2, 4, 5]) yield plain([2, count], 1, { kind: 'small' });
      yield plain([4, 4], 1, { kind: 'wide' });
    },
    *axes() {
      for (const [dims, axis] of shapes) yield normalization(dims, axis);
      yield { ...normalization([2, 3, 4], 2), attributes: {} };
    },
    *epsilon() {
      for (const epsilon of [0, 1e-12, 1e-3, 1, 100]) {
        yield { ...plain([2, 4], 1), attributes: attributes({ axis: 1, epsilon: float(epsilon) }) };
      }
      // a variance that is no greater than epsilon
      yield { ...plain([2, 4], 1, { numbers: [0, 0.0009765625, 0, -0.0009765625] }), outputs: 1 };
    },
    *'scale-shapes'() {
      for (const shape of [[], [1], [4], [3, 1], [1, 4], [3, 4], [2, 1, 1], [2, 3, 4]]) {
        yield normalization([2, 3, 4], 1, { kind: 'mixed' }, [shape, shape]);
        yield normalization([2, 3, 4], 2, { kind: 'mixed' }, [[4], shape]);
      }
    },
    *statistics() {
      for (const [dims, axis] of shapes) yield { ...normalization(dims, axis), outputs: 3 };
      for (const [dims, axis] of shapes.slice(1, 3)) yield { ...normalization(dims, axis), outputs: 2 };
    },
    *'constant-rows'() {
      for (const value of [0, 1, -3, 0.1, 1000]) {
        for (const count of [4, 3]) yield normalization([2, count], 1, { numbers: [value] });
      }
      yield plain([2, 8], 1, { numbers: [7] });
    },
    *'offset-rows'() {
      for (const offset of [10, 100, 1000, 10_000]) {
        yield plain([1, 8], 1, { numbers: [1, 2, 3, 4, 4, 3, 2, 1].map((x) => x + offset) });
        yield plain([1, 4], 1, { numbers: [0, 1, 3, 0.5].map((x) => x - offset) });
      }
    },
    *'any-length'(context) {
      for (const length of rotate(lengths.slice(0, 24), context, 4)) {
        yield plain([2, length], 1);
        yield normalization([length, 2], 1);
      }
      // one element that all others differ from
      for (const at of [0, 16, 32])
        yield plain([1, 33], 1, { numbers: Array.from({ length: 33 }, (_, i) => (i === at ? 9 : 1)) });
    },
    *'special-values'() {
      for (const one of [nan, inf, -inf]) {
        for (const at of [0, 3]) yield plain([2, 4], 1, { numbers: [1, 2, 3, 4, 4, 3, 2, 1].with(at, one) });
      }
      for (const one of [nan, inf]) {
        yield {
          ...normalization([2, 3], 1),
          inputs: [
            { dims: [2, 3], kind: 'mixed' },
            { dims: [3], numbers: [1, one, 2] },
            { dims: [3], numbers: [0, 1, one] },
          ],
        };
      }
    },
  },
});
