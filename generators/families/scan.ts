import { type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import type { InputPlan } from '../calls.ts';
import { each, familyInNames, filled, type NamedCall } from '../named-calls.ts';
import type { PlanContext } from '../proposal.ts';
import { lengths, rotate } from '../rotate.ts';
import { specialNumbers } from '../values.ts';

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;

/** Running sums along an axis, which is given as a constant. */
const along = (axis: number, x: string | InputPlan): NamedCall => ({
  x,
  axis: filled('scalar', [axis], { form: 'initializer' }),
});

/** In either direction, with each element or without it. */
const ways = [{}, { reverse: 1 }, { exclusive: 1 }, { reverse: 1, exclusive: 1 }];
const inWays = (some: readonly NamedCall[], ...calls: NamedCall[]): NamedCall[] =>
  some.flatMap((way) => calls.map((call) => ({ ...call, ...way })));

/** Along the last dimension of several ranks, and along another. */
const directions = [along(0, '1 distinct'), along(0, '5 distinct'), along(1, '3x4 distinct'), along(0, '3x4')];

/** Sums that no int32 and no float between holds. */
function farSums({ dtype }: PlanContext): NamedCall[] {
  const { kind, bits } = formatOf(dtype) as { kind: string; bits: number };
  if (kind !== 'integer') return [];
  return [24, 31, 53, 61].filter((e) => e < bits - 1).map((e) => along(0, filled('4', [1n << BigInt(e), 1n, 1n])));
}

/** Values that follow from all before them along an axis. */
export const scanFamily = familyInNames('small', {
  samples: [
    along(1, '2x3'),
    { x: '3x2', axis: filled('scalar', [0]) },
    { ...along(1, '2x3x2'), reverse: 0, exclusive: 0 },
  ],
  sizes: [['2x3', '3x2', '4x5'].map((x) => along(1, x)), ['40', '65', '7'].map((x) => along(0, x))],
  pairs: () => [{ differs: 'another direction', calls: each({ reverse: [undefined, 1] }, along(1, '2x5')) }],
  copies: [along(1, '5x1')],
  plans: {
    definition: (context) => [
      ...[along(0, '1'), along(0, '5'), along(1, '4x5'), along(1, '4x6 distinct')],
      ...farSums(context),
    ],
    axes: [
      ...inWays(
        ways.slice(0, 2),
        along(0, '4x3 distinct'),
        along(1, '4x3 distinct'),
        ...[0, 1, 2].map((axis) => along(axis, '2x3x4 distinct')),
        along(2, '2x1x3x2 distinct'),
      ),
      { x: '2x3x4', axis: filled('scalar', [1]) },
    ],
    reverse: inWays(ways.slice(1, 2), ...directions),
    exclusive: inWays(ways.slice(2), ...directions),
    'any-length': (context) => [
      ...rotate(lengths.slice(3, 24), context, 4).map((n) => along(1, `2x${n}`)),
      ...inWays(ways.slice(1), along(1, '2x33')),
      along(0, '17x9'),
      { ...along(1, '2x17x5'), reverse: 1 },
    ],
    'size-zero': [along(0, '0'), along(0, '2x0x3'), along(1, '2x0x3')],
    accuracy: [...inWays(ways, along(1, '2x20 mixed')), along(0, '100 mixed'), along(0, '9 wide')],
    'special-values': ({ dtype }) => [
      ...inWays(ways, ...[nan, inf, -inf].map((one) => along(0, filled('5', [1, 2, one, 4, 5])))),
      ...[1, 5, 9].map((from) => along(0, filled('4', specialNumbers(formatOf(dtype) as FloatFormat).slice(from)))),
      along(0, '7 zeros'),
    ],
  },
});
