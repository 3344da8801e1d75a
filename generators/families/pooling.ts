import { type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { attributes, type CallPlan, type InputPlan } from '../calls.ts';
import { familyOf } from '../derived.ts';
import type { PlanContext } from '../proposal.ts';
import { specialNumbers } from '../values.ts';

type Own = Parameters<typeof attributes>[0];

/** A window of a shape on an input, whose elements all differ unless others are given. */
const pool = (
  dims: readonly number[],
  kernel: readonly number[],
  own: Own = {},
  data: Omit<InputPlan, 'dims'> = { kind: 'distinct' },
): CallPlan => ({
  attributes: attributes({ ...own, kernel_shape: kernel }),
  inputs: [{ dims, ...data }],
});

const withIndices = (call: CallPlan): CallPlan => ({ ...call, outputs: 2 });
const has = ({ version }: PlanContext, name: string): boolean => version.attributes.some((each) => each.name === name);

/** Operators that make one element of each window. */
export const poolingFamily = familyOf({
  samples: () => [
    pool([1, 2, 4, 4], [2, 2], { strides: [2, 2], pads: [0, 0, 0, 0] }, { kind: 'mixed' }),
    pool([2, 1, 5], [3]),
    pool([1, 1, 4, 5], [3, 2], { strides: [1, 2], pads: [1, 0, 1, 1] }),
  ],
  sizes: () => [
    [pool([1, 2, 4, 4], [2, 2]), pool([1, 2, 5, 3], [2, 2]), pool([2, 2, 6, 7], [2, 2])],
    [pool([1, 1, 9], [3]), pool([1, 1, 33], [3]), pool([2, 3, 5], [3])],
  ],
  pairs: () => [
    { differs: 'other strides', calls: [pool([1, 1, 6, 6], [2, 2]), pool([1, 1, 6, 6], [2, 2], { strides: [2, 2] })] },
  ],
  copies: () => [pool([1, 2, 3, 3], [1, 1])],
  plans: {
    *definition() {
      for (const kind of ['distinct', 'mixed', 'small', 'wide'] as const)
        yield pool([2, 3, 4, 5], [2, 2], {}, { kind });
      yield pool([1, 1, 4, 5], [4, 5]);
      yield pool([1, 1, 4, 5], [1, 1]);
      yield pool([3, 4, 5, 6], [3, 3]);
      // nothing but negative numbers, and the greatest at either end
      yield pool([1, 1, 4, 4], [3, 3], { pads: [1, 1, 1, 1] }, { numbers: [-5, -9, -7, -3, -8].map(Math.abs) });
    },
    *strides() {
      for (const strides of [
        [1, 2],
        [2, 1],
        [3, 3],
        [4, 2],
      ])
        yield pool([1, 2, 7, 8], [2, 3], { strides });
      yield pool([1, 1, 17], [2], { strides: [5] });
    },
    *pads({ dtype }) {
      const isSigned = formatOf(dtype).kind === 'float' || dtype.startsWith('int');
      const numbers = (isSigned ? [-5, -9, -7, -3, -8, -2, -6] : [5, 9, 7, 3, 8, 2, 6]) as number[];
      for (const pads of [
        [1, 1, 1, 1],
        [0, 1, 0, 0],
        [1, 0, 0, 1],
        [0, 0, 2, 1],
        [2, 1, 0, 0],
      ]) {
        yield pool([1, 2, 4, 4], [3, 3], { pads }, { numbers });
        yield pool([1, 1, 5, 4], [3, 2], { pads: pads.map((pad) => Math.min(pad, 1)), strides: [2, 1] });
      }
    },
    *'auto-pad'() {
      for (const auto_pad of ['SAME_UPPER', 'SAME_LOWER', 'VALID', 'NOTSET']) {
        yield pool([1, 1, 5, 5], [3, 3], { auto_pad, strides: [2, 2] });
        yield pool([1, 1, 6, 5], [2, 3], { auto_pad });
        yield pool([1, 2, 7], [4], { auto_pad, strides: [3] });
        yield pool([1, 1, 9], [1], { auto_pad, strides: [4] });
      }
    },
    *'any-rank'() {
      yield pool([1, 2, 6], [3]);
      yield pool([1, 1, 3, 4, 4], [2, 2, 2]);
      yield pool([2, 2, 2, 3, 3], [2, 1, 2], { strides: [1, 2, 1] });
      yield pool([1, 1, 4, 3, 3], [3, 3, 3], { pads: [1, 0, 1, 1, 1, 0] });
    },
    *dilations() {
      for (const dilations of [
        [2, 2],
        [1, 3],
        [2, 1],
      ]) {
        yield pool([1, 2, 7, 7], [2, 3], { dilations });
        yield pool([1, 1, 8, 8], [2, 2], { dilations, strides: [2, 3], pads: [1, 1, 1, 1] });
      }
      yield pool([1, 1, 9], [3], { dilations: [3] });
    },
    *'ceil-mode'(context) {
      yield pool([1, 1, 4, 4], [3, 3], { ceil_mode: 1, strides: [2, 2] });
      yield pool([1, 2, 7, 5], [2, 2], { ceil_mode: 1, strides: [3, 2] });
      yield pool([1, 1, 7, 7], [3, 2], { ceil_mode: 1, strides: [3, 3], pads: [1, 0, 1, 0] });
      yield pool([1, 1, 5], [2], { ceil_mode: 1, strides: [2] });
      // before version 22 the text does not say that windows in the padding are left out
      if (context.version.since >= 22) yield pool([1, 1, 4], [2], { ceil_mode: 1, strides: [3], pads: [1, 1] });
    },
    *indices() {
      yield withIndices(pool([2, 3, 4, 4], [2, 2]));
      yield withIndices(pool([1, 1, 5, 5], [3, 3], { pads: [1, 1, 1, 1] }));
      yield withIndices(pool([2, 2, 6], [3], { strides: [2] }));
      yield withIndices(pool([1, 2, 3, 4, 4], [2, 2, 2]));
      yield withIndices(pool([1, 1, 4, 4], [2, 2], { strides: [2, 2] }, { numbers: [1, 1, 2, 2] }));
      yield withIndices(pool([2, 2, 5, 3], [2, 2], {}, { kind: 'mixed' }));
    },
    *'storage-order'(context) {
      for (const storage_order of [0, 1]) {
        yield withIndices(pool([1, 1, 4, 3], [2, 2], { storage_order }));
        yield withIndices(pool([1, 1, 5, 4], [2, 3], { storage_order, strides: [2, 1] }));
        if (has(context, 'dilations'))
          yield withIndices(pool([1, 1, 5, 6], [2, 2], { storage_order, dilations: [2, 3] }));
      }
    },
    *'special-values'({ dtype }) {
      const all = specialNumbers(formatOf(dtype) as FloatFormat).filter((x) => !Number.isNaN(x));
      for (const from of [0, 3, 8]) yield pool([1, 1, 4, 5], [2, 2], {}, { numbers: all.slice(from) });
      const { NaN: nan, NEGATIVE_INFINITY: least } = Number;
      yield pool([1, 1, 3, 3], [2, 2], { pads: [1, 1, 1, 1] }, { numbers: [least] });
      for (const numbers of [
        [1, nan, 3, 2, 5, 4],
        [nan, 1, 2, 3, 4, 5],
        [1, 2, 3, 4, nan, 0],
      ]) {
        yield pool([1, 1, 6], [2], {}, { numbers });
        yield pool([1, 1, 6], [3], { strides: [3] }, { numbers });
      }
    },
  },
});
