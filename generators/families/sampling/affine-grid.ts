import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { InputPlan } from '../../calls/draft-of-call.ts';
import { longLengths } from '../../cases/take-turns.ts';
import type { Draws } from '../../covering/draws.ts';
import { atRunTime, breaking, filled, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';

/** Matrices of small numbers, whose count is not a multiple of a row. */
const numbers = [1, -0.5, 0.25, 2, -1, 0.75, 0.5, -2, 3, 1.5, -0.25];

const grid = (
  size: readonly number[],
  theta: readonly number[] | string = numbers,
  more: NamedCall = {},
): NamedCall => {
  const rank = size.length - 2;
  const shape = [size[0], rank, rank + 1].join('x');
  return { theta: typeof theta === 'string' ? `${shape} ${theta}` : filled(shape, theta), size, ...more };
};

const corners = { align_corners: 1 };
const both = (...calls: readonly NamedCall[]): NamedCall[] => calls.flatMap((call) => [call, { ...call, ...corners }]);

const ordinary = ['distinct', 'small', 'mixed', 'halves'] as const;

function drawCall(draws: Draws): NamedCall {
  const rank = draws.pick(2, 2, 3);
  const instances = draws.pick(1, 1, 2, 3, 5, draws.size(70, 1));
  const align_corners = draws.maybe(() => draws.pick(0, 1));
  const lengths = draws.sizes(rank, align_corners === 1 ? 2 : 1, Math.max(8, Math.floor(600 / instances)));
  const size = [instances, draws.pick(1, 2, 3, 7), ...lengths];
  const numbersOfSize: InputPlan = {
    ...{ dims: [size.length], numbers: size, dtype: 'int64' },
    form: draws.once(3) ? 'input' : 'initializer',
  };
  return {
    theta: draws.data([instances, rank, rank + 1], ...(draws.once(2) ? ordinary : [])),
    size: numbersOfSize,
    align_corners,
  };
}

export const affineGrid: NamedPlans = {
  draw: drawCall,
  samples: [grid([1, 1, 2, 4]), grid([2, 3, 4, 2]), grid([1, 2, 3, 5], numbers, corners), grid([2, 1, 2, 4, 3])],
  sizes: [
    [
      [1, 1, 2, 4],
      [2, 1, 4, 2],
      [1, 1, 8, 4],
    ].map((size) => grid(size, numbers, { size: atRunTime(...size) })),
  ],
  pairs: () => [{ differs: 'other corners', calls: [grid([1, 1, 2, 4]), grid([1, 1, 2, 4], numbers, corners)] }],
  sameShapeCalls: [],
  plans: {
    definition: both(
      grid([2, 3, 4, 8]),
      grid([1, 1, 5, 3]),
      grid([1, 1, 2, 2], 'distinct'),
      grid([3, 2, 2, 4], 'small'),
      grid([1, 5, 8, 16], [1, 0, 0, 0, 1, 0]),
      grid([1, 1, 4, 4], [0, 0, 0]),
      grid([1, 4, 33, 65], 'small'),
    ),
    order: both(
      // of x, of y, and of their places alone
      grid([1, 1, 2, 8], [1, 0, 0, 0, 0, 0]),
      grid([1, 1, 8, 2], [0, 0, 0, 1, 0, 0]),
      grid([1, 1, 4, 2], [0, 1, 0, 0, 0, 0]),
      grid([1, 1, 2, 4, 8], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]),
      grid([1, 1, 8, 2, 4], [0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 1]),
    ),
    corners: both(grid([1, 1, 2, 3]), grid([2, 1, 5, 9]), grid([1, 1, 3, 2, 5]), grid([1, 1, 17, 2], 'small')),
    'three-dimensions': both(
      grid([2, 3, 2, 4, 8]),
      grid([1, 1, 4, 2, 2], 'distinct'),
      grid([3, 1, 3, 5, 2], 'small'),
      grid([1, 2, 5, 4, 3]),
    ),
    instances: both(grid([3, 1, 2, 4]), grid([2, 2, 4, 2, 2]), grid([5, 1, 2, 2], 'distinct')),
    'any-count': both(
      ...longLengths().flatMap((count) => [
        grid([count, 1, 2, 2], 'small'),
        grid([count, 1, 2, 2, 2], 'small'),
        grid([1, 1, count, 2], 'small'),
        grid([1, 1, 2, count], 'small'),
        grid([1, 1, 2, 2, 2].with(2 + (count % 3), count), 'small'),
      ]),
      grid([1, 1, 67, 67], 'small'),
    ),
    'size-zero': [grid([0, 1, 2, 3]), grid([1, 1, 0, 3]), grid([2, 1, 2, 0, 3]), grid([1, 0, 2, 4])],
    accuracy: both(
      ...['mixed', 'wide', 'halves', 'large'].map((kind) => grid([1, 1, 7, 5], kind)),
      grid([1, 1, 3, 7, 5], 'mixed'),
      grid([1, 1, 100, 3], 'mixed'),
    ),
  },
  invalid: {
    'invalid-theta': [
      ...breaking(grid([2, 1, 2, 3]), 'theta', ...['1x2x3', '3x2x3', '2x3x2', '2x3x4', '2x6'].map(zeros)),
      ...breaking(grid([2, 1, 2, 3]), 'size', [2, 1, 2, 3, 4], [1, 1, 2, 3], [2, 1, 2]),
    ],
  },
};

function zeros(shape: string): InputPlan {
  const dims = shape.split('x').map(Number);
  return { dims, numbers: Array.from({ length: elementCount(dims) }, () => 0) };
}
