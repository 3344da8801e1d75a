import type { PlanContext } from '../../cases/proposal.ts';
import {
  atRunTime,
  breaking,
  each,
  filled,
  type NamedCall,
  type NamedPlans,
  varied,
  withLarge,
} from '../../notation/call-notation.ts';

interface Tiling {
  readonly input: string;
  readonly repeats: readonly number[];
}

/** A call in a version that repeats one dimension; none for a call that repeats several, or has none. */
function alongAxis({ input, repeats }: Tiling): readonly NamedCall[] {
  const axis = Math.max(
    0,
    repeats.findIndex((times) => times !== 1),
  );
  return repeats.every((times, i) => times === 1 || i === axis) && repeats.length > 0
    ? [{ input, tiles: repeats[axis]!, axis }]
    : [];
}

/** Calls in the names that a version has. */
const tilings =
  (...list: Tiling[]) =>
  ({ version }: PlanContext): readonly NamedCall[] =>
    version.inputs.some(({ name }) => name === 'repeats') ? list.map((one) => ({ ...one })) : list.flatMap(alongAxis);

export const tile: NamedPlans = {
  samples: tilings(
    { input: '2x3', repeats: [2, 3] },
    { input: '2x3', repeats: [1, 2] },
    { input: '2x3', repeats: [3, 1] },
    { input: '5', repeats: [3] },
    { input: '2x3x2', repeats: [2, 1, 2] },
  ),
  sizes: [
    tilings({ input: '2x3', repeats: [1, 2] }, { input: '4x1', repeats: [1, 2] }, { input: '3x5', repeats: [1, 2] }),
    ({ version }) =>
      version.inputs.some(({ name }) => name === 'repeats')
        ? varied({ input: '2x3' }, 'repeats', atRunTime(1, 2), atRunTime(2, 1), atRunTime(3, 2))
        : [],
  ],
  // in the versions in which both are of the type of the data
  sameShapeCalls: [2, 3, 4].map((one) => ({
    input: '2x1x3x2x2',
    tiles: filled('scalar', [one]),
    axis: filled('scalar', [one]),
  })),
  aliasCandidates: tilings({ input: '2x3', repeats: [1, 1] }),
  plans: {
    'any-shape': withLarge(
      tilings(
        { input: '33', repeats: [2] },
        { input: '1', repeats: [65] },
        { input: '3', repeats: [300] },
        { input: '3x17', repeats: [1, 3] },
        { input: '2x33', repeats: [2, 1] },
        { input: '2x35', repeats: [1, 2] },
        { input: '2x3x1x2x2', repeats: [1, 2, 1, 1, 1] },
        { input: '2x3x4x2', repeats: [2, 1, 3, 2] },
        { input: '2x1x3x1x2', repeats: [1, 2, 2, 3, 1] },
        { input: '1x2x1x2x1x2x1x2', repeats: [2, 1, 1, 2, 1, 1, 2, 1] },
        { input: '3x1x2x4', repeats: [1, 4, 1, 2] },
        ...[0, 1, 2, 3].map((axis) => ({ input: '2x3x2x3', repeats: [1, 1, 1, 1].with(axis, 3) })),
        { input: '1x3x2', repeats: [4, 1, 1] },
        { input: '1x5', repeats: [3, 1] },
        { input: '1x3x9x11', repeats: [1, 1, 2, 1] },
        { input: '3x1', repeats: [1, 20] },
        { input: '2x1x3x1', repeats: [1, 17, 1, 33] },
      ),
      tilings({ input: '35003', repeats: [2] }, { input: '251x1', repeats: [1, 281] }),
    ),
    'along-axis': [
      ...each({ axis: [0, 1, 2] }, { input: '2x3x4', tiles: 2 }),
      ...each({ tiles: [1, 3, 5] }, { input: '3x2', axis: 0 }),
    ],
    'each-dimension': [
      ...varied({ input: '2x3' }, 'repeats', [2, 2], [3, 2], [2, 3], [4, 5]),
      { input: '2x3x4', repeats: [2, 3, 2] },
      { input: '3x1x2', repeats: [2, 4, 3] },
    ],
    'repeats-one': [
      ...varied({ input: '2x3x4' }, 'repeats', [1, 1, 1], [2, 1, 1], [1, 2, 1], [1, 1, 2], [2, 1, 3]),
      { input: '5', repeats: [1] },
    ],
    'repeats-zero': [...varied({ input: '2x3' }, 'repeats', [0, 2], [2, 0], [0, 0]), { input: '4', repeats: [0] }],
    'rank-zero': [{ input: 'scalar', repeats: [] }],
    'size-zero': tilings(
      { input: '0', repeats: [3] },
      { input: '2x0', repeats: [2, 1] },
      { input: '0x3', repeats: [2, 2] },
      { input: '2x0x3', repeats: [1, 3, 1] },
    ),
  },
  invalid: {
    'invalid-repeats': breaking({ input: '2x3', repeats: [2, 3] }, 'repeats', [2], [1, 2, 3], []),
  },
  draw: (draws) => {
    const dims = draws.sizesOrLong(draws.count(1, 6), 0, 100);
    const times = () => draws.pick(1, 1, 2, 3, draws.count(0, 5));
    if (draws.declares('repeats')) return { input: draws.data(dims), repeats: dims.map(times) };
    const scalar = (x: number) => filled('scalar', [x], { form: draws.pick('input', 'initializer') });
    return { input: draws.data(dims), tiles: scalar(draws.count(1, 4)), axis: scalar(draws.count(0, dims.length - 1)) };
  },
};
