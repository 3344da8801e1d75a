import type { FloatFormat } from '../../oracles/numerics/dtype.ts';
import { formatOf } from '../../oracles/numerics/dtype.ts';
import { brokenCall, type CallPlan, type InputPlan } from '../calls.ts';
import { familyOf } from '../derived.ts';
import type { PlanContext } from '../proposal.ts';
import { lengths, rotate } from '../rotate.ts';
import { specialNumbers, type ValueKind } from '../values.ts';

type Dims = readonly number[];

/** A product of two inputs of some shapes. */
const product = (A: Dims, B: Dims, kind: ValueKind = 'small'): CallPlan => ({
  inputs: [
    { dims: A, kind },
    { dims: B, kind },
  ],
});

/** Shapes whose stacks of matrices broadcast: any one the longer, sizes of 1 in any place. */
const stacks: readonly (readonly [A: Dims, B: Dims])[] = [
  [
    [2, 2, 3],
    [2, 3, 4],
  ],
  [
    [2, 2, 3],
    [3, 4],
  ],
  [
    [2, 3],
    [2, 3, 4],
  ],
  [
    [1, 2, 3],
    [3, 3, 2],
  ],
  [
    [3, 2, 3],
    [1, 3, 2],
  ],
  [
    [2, 1, 2, 3],
    [3, 3, 2],
  ],
  [
    [2, 3, 1, 2, 2],
    [1, 2, 2, 3],
  ],
  [
    [0, 2, 3],
    [1, 3, 2],
  ],
  [[2, 2, 3], [3]],
  [[3], [2, 3, 2]],
];

const vectors: readonly (readonly [A: Dims, B: Dims])[] = [
  [[3], [3]],
  [[1], [1]],
  [[3], [3, 2]],
  [[2, 3], [3]],
  [[4], [2, 1, 4, 2]],
  [[2, 1, 2, 4], [4]],
];

/** Sizes of rows, sums and columns: one at a time, tiles, and what is left of them. */
const sizes: readonly (readonly [m: number, k: number, n: number])[] = [
  [1, 1, 1],
  [1, 5, 1],
  [5, 1, 4],
  [2, 3, 4],
  [4, 4, 4],
  [7, 5, 3],
  [9, 8, 17],
  [16, 4, 5],
  [3, 9, 33],
  [33, 2, 3],
];

/** Numbers that are no usual ones, beginning with the one of that number. */
const withEdges = ({ dtype }: PlanContext, dims: Dims, from: number): InputPlan => ({
  dims,
  numbers: [...specialNumbers(formatOf(dtype) as FloatFormat).slice(from), 1, 2, -3, 0, 0.5],
});

/** Sums of products: of rows and columns, of windows and kernels. */
export const contractionFamily = familyOf({
  samples: () => [product([2, 3], [3, 2]), product([2, 2, 3], [3, 4]), product([1, 4], [4, 1], 'distinct')],
  sizes: () => [
    [product([2, 3], [3, 2]), product([3, 2], [2, 4]), product([5, 7], [7, 3])],
    [product([1, 40], [40, 1]), product([1, 65], [65, 1])],
  ],
  copies: (context) => [
    {
      inputs: [
        { dims: [2, 3], kind: 'small' },
        { dims: [3, 3], numbers: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
      ],
    },
    ...(context.dtype === 'float32' ? [product([2, 3], [3, 3])] : []),
  ],
  plans: {
    *definition(context) {
      for (const [m, k, n] of sizes) yield product([m, k], [k, n]);
      yield product([3, 4], [4, 5], 'distinct');
      if (formatOf(context.dtype).kind !== 'integer') return;
      // integers that no float type between holds
      for (const e of [24n, 53n]) {
        if (formatOf(context.dtype).bits <= e) continue;
        const numbers = [1n, 3n, 5n].map((odd) => (1n << e) + odd);
        const left: readonly InputPlan[] = [
          { dims: [2, 2], numbers: [1, 1, 0, 1] },
          { dims: [2], numbers: [1, 0] },
          { dims: [1, 2], numbers: [0, 1] },
        ];
        for (const A of left) yield { inputs: [A, { dims: [2, 3], numbers }] };
      }
    },
    *stacks() {
      for (const [A, B] of stacks) yield product(A, B);
    },
    *vectors() {
      for (const [A, B] of vectors) yield product(A, B);
    },
    *'nothing-to-add'() {
      yield product([2, 0], [0, 3]);
      yield product([0], [0]);
      yield product([2, 2, 0], [0, 2]);
      yield product([0, 3], [3, 2]);
      yield product([2, 3], [3, 0]);
    },
    *'any-length'(context) {
      for (const k of rotate(lengths, context, 6)) {
        if (k <= 1100) yield product([2, k], [k, 1]);
      }
      for (const k of [17, 65]) yield product([3, k], [k, 5]);
    },
    *accuracy() {
      for (const k of [2, 3, 10, 33, 100]) yield product([2, k], [k, 2], 'mixed');
      yield product([2, 5], [5, 2], 'wide');
      // products that cancel
      yield {
        inputs: [
          { dims: [1, 40], kind: 'mixed' },
          { dims: [40, 1], numbers: [1, -1, 3, -3] },
        ],
      };
      yield product([7, 9], [9, 5], 'mixed');
    },
    *'special-values'(context) {
      for (const offset of [0, 1, 2, 3, 5, 7]) {
        yield { inputs: [withEdges(context, [3, 4], offset), { dims: [4, 3], kind: 'small' }] };
        yield { inputs: [{ dims: [3, 4], kind: 'small' }, withEdges(context, [4, 3], offset)] };
      }
      yield { inputs: [{ dims: [2, 3], numbers: [0, -0, 0] }, withEdges(context, [3, 2], 0)] };
      yield product([2, 3], [3, 2], 'zeros');
      for (const at of [0, 16, 32]) yield { inputs: [withOne(at, Number.NaN), { dims: [33, 2], numbers: [1, 0] }] };
    },
  },
  invalid: {
    *'illegal-inner-dimension'(context) {
      for (const size of [4, 1]) yield brokenCall(context, product([2, 3], [3, 2]), product([2, 3], [size, 2]));
    },
    *'illegal-scalar'(context) {
      yield brokenCall(context, product([2, 3], [3, 2]), product([2, 3], []));
    },
  },
});

const withOne = (at: number, value: number): InputPlan => ({
  dims: [1, 33],
  numbers: Array.from({ length: 33 }, (_, i) => (i === at ? value : 1)),
});
