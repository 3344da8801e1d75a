import type { PlanContext } from '../../cases/proposal.ts';
import {
  atRunTime,
  type BrokenCalls,
  breaking,
  filled,
  type NamedCall,
  type NamedPlans,
  varied,
  withLarge,
} from '../../notation/call-notation.ts';

/** Parts of equal size, or nearly so; where a version wants their number, it is given. */
const equal =
  (...calls: NamedCall[]) =>
  ({ version }: PlanContext): NamedCall[] =>
    calls.map((call) => ({
      ...call,
      ...(version.attributes.some(({ name }) => name === 'num_outputs') && { num_outputs: call.outputs }),
    }));

/** Parts of given lengths. */
const parts = (input: string, axis: number, ...lengths: number[]): NamedCall => ({
  input,
  axis,
  split: lengths,
  outputs: lengths.length,
});

export const split: NamedPlans = {
  // axis may be left out of the first ones, and the first has all inputs
  samples: [
    { ...parts('6x4', 0, 2, 4), split: filled('2', [2, 4], { form: 'initializer' }) },
    parts('6x6', 1, 1, 5),
    parts('5x2', 0, 2, 3),
    parts('2x7x3', 1, 3, 1, 2, 1),
  ],
  sizes: [
    equal(
      { input: '4x2', axis: 0, outputs: 2 },
      { input: '8x3', axis: 0, outputs: 2 },
      { input: '6x5', axis: 0, outputs: 2 },
    ),
    equal({ input: '3x6', axis: 1, outputs: 3 }, { input: '2x9', axis: 1, outputs: 3 }),
    ({ version }) =>
      version.inputs.some(({ name, dtypes }) => name === 'split' && dtypes)
        ? varied(parts('6x4', 0, 2, 4), 'split', atRunTime(2, 4), atRunTime(4, 2), atRunTime(1, 5))
        : [],
  ],
  aliasCandidates: [parts('4x3', 1, 3)],
  plans: {
    'any-shape': withLarge(
      [
        parts('65', 0, 33, 31, 1),
        parts('3x40', 1, 17, 23),
        parts('1x6x7x9', 1, 4, 2),
        parts('2x5x3x4', 1, 1, 3, 1),
        parts('2x3x2x5x2', 3, 2, 3),
        parts('1x2x1x2x1x4x2', 5, 1, 3),
        parts('33x2', 0, ...Array<number>(33).fill(1)),
      ],
      [parts('70003', 0, 66_000, 4_003)],
    ),
    'equal-parts': equal(
      { input: '6', axis: 0, outputs: 2 },
      { input: '6', axis: 0, outputs: 3 },
      { input: '2x8', axis: 1, outputs: 4 },
      { input: '3x4x2', axis: 1, outputs: 2 },
      { input: '6x4', axis: 0, outputs: 6 },
    ),
    'omitted-split': equal({ input: '6x2', axis: 0, outputs: 3 }, { input: '2x4', axis: 1, outputs: 2 }),
    'lengths-given': [parts('6', 0, 1, 2, 3), parts('6', 0, 3, 2, 1), parts('2x9', 1, 4, 1, 4), parts('7x2', 0, 5, 2)],
    'length-zero': [parts('4', 0, 0, 4), parts('4x2', 0, 4, 0), parts('2x5', 1, 2, 0, 3), parts('3', 0, 0, 0, 3)],
    'axis-given': [0, 1, 2].map((axis) => parts('5x6x7', axis, 2, axis + 3)),
    'one-output': [parts('4x3', 1, 3), parts('5', 0, 5)],
    'size-zero': [parts('0', 0, 0, 0), parts('2x0x3', 2, 1, 2), parts('3x0', 0, 2, 1), parts('0x3', 1, 1, 2)],
    'last-smaller': [
      // sizes by which no other quotient than that rounded up gives as many parts
      { input: '10x2', num_outputs: 3, outputs: 3 },
      { input: '7', num_outputs: 4, outputs: 4 },
      { input: '5x2', num_outputs: 2, outputs: 2 },
      { input: '2x7', axis: 1, num_outputs: 3, outputs: 3 },
      { input: '2x5x3', axis: 1, num_outputs: 3, outputs: 3 },
      { input: '2x7', axis: -1, num_outputs: 3, outputs: 3 },
      { input: '0x7', axis: 1, num_outputs: 3, outputs: 3 },
    ],
  },
  invalid: {
    'invalid-split': breaking(parts('7x2', 0, 3, 4), 'split', [3, 3], [3, 5], [-1, 8]),
    'invalid-choice': [
      {
        valid: { input: '6x2', num_outputs: 2, outputs: 2 },
        broken: [
          { input: '6x2', outputs: 2 },
          { ...parts('6x2', 0, 3, 3), num_outputs: 2 },
        ],
      },
    ] satisfies BrokenCalls,
  },
  draw: (draws) => {
    const count = draws.pick(1, 2, 2, 3, draws.count(4, 9));
    const dims = draws.sizes(draws.count(1, 5), 1, 200);
    const given = draws.axis('axis', dims.length);
    // the first version has no default
    const axis = draws.context.version.since > 1 ? draws.maybe(() => given) : given;
    const isEqual = draws.once(2);
    const lengths = Array.from({ length: count }, (_, i) =>
      isEqual ? 0 : i === 0 ? draws.sizeOrLong(20) : draws.size(20),
    );
    const size = isEqual ? draws.size(12, 1) : lengths.reduce((sum, length) => sum + length, 0);
    const shape = dims.with(axis ?? 0, isEqual ? size * count : size);
    if (!isEqual) return { input: draws.data(shape), axis, split: lengths, outputs: count };
    return {
      input: draws.data(shape),
      axis,
      outputs: count,
      ...(draws.declares('num_outputs') && { num_outputs: count }),
    };
  },
};
