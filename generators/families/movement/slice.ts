import {
  atRunTime,
  breaking,
  each,
  filled,
  type NamedPlans,
  type NotatedInput,
  whereInputsDecide,
  withLarge,
} from '../../notation/call-notation.ts';

const far = 2 ** 31 - 1;
const least32 = -(2 ** 31);
/** The ends of int64: a slice to the end of a dimension is commonly written so. */
const [greatest, least] = [2n ** 63n - 1n, -(2n ** 63n)];
/** The least number whose opposite is an int64, too: exporters write the open end of a reversed slice so. */
const opposite = -greatest;
const int64s = (...numbers: bigint[]) =>
  filled(`${numbers.length}`, numbers, { dtype: 'int64' as const, form: 'initializer' });
const int32s = (...numbers: number[]) =>
  filled(`${numbers.length}`, numbers, { dtype: 'int32' as const, form: 'initializer' });

export const slice: NamedPlans = {
  samples: ({ version }) => {
    const steps = version.inputs.length > 1 ? [1, 2] : undefined;
    return [
      { data: '4x5', starts: [1, 0], ends: [3, 4], axes: [0, 1], steps },
      { data: '4x5', starts: [0, 1], ends: [2, 5], axes: [0, 1], steps },
      { data: '7', starts: [2], ends: [5], axes: [0] },
      { data: '2x6x3', starts: [1], ends: [5], axes: [1] },
    ];
  },
  sizes: [
    each({ data: '4x5 5x6 8x9' }, { starts: [1, 0], ends: [3, 4], axes: [0, 1] }),
    whereInputsDecide(
      { data: '4x5', starts: atRunTime(1, 0), ends: atRunTime(3, 4) },
      { data: '4x5', starts: atRunTime(0, 1), ends: atRunTime(2, 5) },
      { data: '4x5', starts: atRunTime(2, 1), ends: atRunTime(4, 3) },
    ),
  ],
  aliasCandidates: [{ data: '4x5', starts: [0, 0], ends: [4, 5] }],
  plans: {
    'any-shape': withLarge(
      ({ version }) => [
        { data: '65', starts: [1], ends: [64], axes: [0] },
        { data: '3x33', starts: [16], ends: [33], axes: [1] },
        { data: '4x40', starts: [1, 2], ends: [4, 39], axes: [0, 1] },
        { data: '2x3x2x3x2', starts: [1, 1], ends: [3, 2], axes: [1, 4] },
        { data: '1x2x1x2x1x2x3', starts: [1, 1], ends: [2, 3], axes: [5, 6] },
        { data: '1x3x9x11', starts: [1, 2], ends: [8, 9], axes: [2, 3] },
        // whole rows
        { data: '4x3x2', starts: [1], ends: [3], axes: [0] },
        ...(version.inputs.length > 1
          ? [
              { data: '4x5', starts: atRunTime(1, 0), ends: atRunTime(3, 4), axes: [1, 0] },
              { data: '4x5', starts: [1, 0], ends: atRunTime(3, 4), axes: [1, 0] },
              { data: '2x3', starts: [], ends: [], axes: [] },
            ]
          : []),
      ],
      [
        { data: '70003', starts: [1], ends: [far], axes: [0] },
        { data: '253x283', starts: [1, 1], ends: [far, 282], axes: [0, 1] },
      ],
    ),
    'axes-given': ({ version }) => [
      ...(version.since >= 11 ? [{ data: '3x4x5', starts: [1, 0], ends: [4, 2], axes: [-1, -3] }] : []),
      { data: '3x4x5', starts: [1], ends: [4], axes: [2] },
      { data: '3x4x5', starts: [1, 0], ends: [5, 2], axes: [2, 0] },
      { data: '3x4x5', starts: [0, 1, 2], ends: [2, 3, 4], axes: [1, 2, 0] },
    ],
    'axes-absent': [
      { data: '3x4', starts: [1, 2], ends: [3, 4] },
      { data: '3x4', starts: [1], ends: [2] },
    ],
    'ends-negative': [
      { data: '6', starts: [-3], ends: [-1], axes: [0] },
      { data: '3x5', starts: [0, -4], ends: [-1, 5], axes: [0, 1] },
      { data: '6', starts: [1], ends: [-2], axes: [0] },
    ],
    'ends-clamped': ({ version }) => [
      { data: '5', starts: [1], ends: [1000], axes: [0] },
      { data: '5', starts: [-9], ends: [3], axes: [0] },
      { data: '2x5', starts: [2], ends: [far], axes: [1] },
      { data: '2x5', starts: [-far], ends: [far], axes: [1] },
      ...(version.inputs.length > 1
        ? [
            { data: '2x5', starts: [1], ends: int64s(greatest), axes: [1] },
            { data: '4x5', starts: int64s(1n, least), ends: int64s(greatest, 3n), axes: [0, 1] },
            { data: '7', starts: int64s(least), ends: int64s(greatest), axes: [0] },
            { data: '5', starts: int64s(1n - 2n ** 32n), ends: [4], axes: [0], suite: 'quick' },
            { data: '3x5', starts: int64s(2n - 2n ** 32n, 2n ** 40n), ends: int64s(3n, greatest), axes: [0, 1] },
            { data: '5', starts: int64s(2n ** 32n + 1n), ends: int64s(greatest), axes: [0] },
            { data: '5', starts: int64s(-3n), ends: int64s(2n ** 32n + 1n), axes: [0] },
            {
              data: '2x5',
              starts: int64s(0n, 2n),
              ends: int64s(2n ** 40n, greatest - 1n),
              axes: [0, 1],
              suite: 'quick',
            },
            { data: '5', starts: int32s(least32), ends: int32s(far), axes: int32s(0) },
            { data: '5', starts: int64s(opposite), ends: int64s(greatest), axes: [0] },
            { data: '4x5', starts: int64s(1n, opposite), ends: int64s(greatest, 3n), axes: [0, 1] },
          ]
        : []),
    ],
    'nothing-left': [
      { data: '5', starts: [3], ends: [3], axes: [0] },
      { data: '2x5', starts: [4], ends: [1], axes: [1] },
      { data: '5', starts: [5], ends: [9], axes: [0] },
      // beyond the end
      { data: '2x5', starts: [7], ends: [9], axes: [1], suite: 'quick' },
      { data: '5x2', starts: [6], ends: [far], axes: [0] },
    ],
    'size-zero': ({ version }) => [
      { data: '0', starts: [0], ends: [3], axes: [0] },
      { data: '2x0x3', starts: [1], ends: [3], axes: [2] },
      { data: '0x3', starts: [1], ends: [3], axes: [1] },
      { data: '3x0', starts: [1], ends: [3], axes: [0] },
      { data: '2x0', starts: [-1, -2], ends: [far, -1] },
      ...(version.inputs.length > 1
        ? [
            { data: '0', starts: [-1], ends: [-far], axes: [0], steps: [-1] },
            { data: '0x3', starts: [3, 2], ends: [-far, 0], axes: [0, 1], steps: [-2, -1] },
          ]
        : []),
    ],
    'index-type': [
      { data: '4x5', starts: int32s(1, 0), ends: int32s(3, -1), axes: int32s(0, 1), steps: int32s(1, 2) },
      { data: '4x5', starts: [1, 0], ends: [3, -1], axes: [0, 1], steps: [1, 2] },
      { data: '5', starts: int32s(-far), ends: int32s(far), axes: int32s(0) },
    ],
    steps: [
      { data: '7', starts: [0], ends: [7], axes: [0], steps: [2] },
      { data: '7', starts: [1], ends: [6], axes: [0], steps: [3] },
      { data: '5x8', starts: [0, 1], ends: [5, 8], axes: [0, 1], steps: [2, 5] },
      { data: '5', starts: [1], ends: [5], axes: [0], steps: [far] },
      { data: '2x5', starts: [1], ends: int64s(greatest), axes: [1], steps: int64s(greatest) },
      ...[0, 1, 2, 3].map((axis) => ({ data: '5x6x4x7', starts: [1], ends: [7], axes: [axis], steps: [2] })),
      { data: '2x3x4x6', starts: [0, 1], ends: [3, 6], axes: [1, 3], steps: [2, 3] },
      { data: '3x5x4x5', starts: [0, 0, 1, 0], ends: [3, 5, 4, 5], axes: [0, 1, 2, 3], steps: [2, 3, 2, 2] },
    ],
    'steps-negative': [
      { data: '6', starts: [4], ends: [1], axes: [0], steps: [-1] },
      { data: '6', starts: [5], ends: [0], axes: [0], steps: [-2] },
      { data: '6', starts: [-1], ends: [-far], axes: [0], steps: [-1] },
      { data: '3x4', starts: [2, 3], ends: [-far, 0], axes: [0, 1], steps: [-1, -1] },
      { data: '6', starts: [far], ends: [2], axes: [0], steps: [-2] },
      { data: '3x4x5', starts: [2, 4], ends: [0, -far], axes: [0, 2], steps: [-1, -2] },
      { data: '2x40', starts: [38], ends: [1], axes: [1], steps: [-1] },
      { data: '6', starts: [-1], ends: int64s(least), axes: [0], steps: [-1] },
      { data: '3x5', starts: int64s(greatest, 3n), ends: int64s(least, least), axes: [0, 1], steps: [-1, -2] },
      { data: '5', starts: int32s(far), ends: int32s(least32), axes: int32s(0), steps: int32s(-1) },
      { data: '6', starts: [4], ends: int64s(least), axes: [0], steps: int64s(-greatest) },
      { data: '2x3x4x6', starts: [2, 5], ends: [-9, 0], axes: [1, 3], steps: [-1, -2] },
      { data: '3x2x5x4', starts: [0, 4], ends: [3, -far], axes: [0, 2], steps: [2, -2] },
      { data: '6', starts: [-1], ends: int64s(opposite), axes: [0], steps: [-1] },
      {
        data: '3x5',
        starts: int64s(greatest, -2n),
        ends: int64s(opposite, opposite + 1n),
        axes: [0, 1],
        steps: [-2, -1],
      },
      { data: '2x3x4', starts: [-1, 1], ends: int64s(opposite, greatest), axes: [2, 1], steps: [-1, 1] },
      // nothing is left behind the last place
      { data: '4', starts: [-1], ends: [far], axes: [0], steps: [-1] },
      { data: '3x5', starts: int64s(-1n, 2n), ends: int64s(0n, greatest), axes: [0, 1], steps: [-1, -1] },
      // one before the first place
      { data: '4', starts: [3], ends: [-5], axes: [0], steps: [-1] },
      { data: '3x5', starts: [-1, 3], ends: [-4, -6], axes: [0, 1], steps: [-1, -2] },
    ],
    'start-clamped-backward': [
      { data: '5', starts: [-6], ends: [-far], axes: [0], steps: [-1] },
      { data: '5', starts: [9], ends: [-9], axes: [0], steps: [-3] },
    ],
  },
  invalid: {
    'invalid-step': each({ data: '5 0' }, { starts: [0], ends: [5], axes: [0], steps: [1] }).flatMap((call) =>
      breaking(call, 'steps', [0]),
    ),
  },
  draw: (draws) => {
    const dims = draws.sizesOrLong(draws.count(1, 5), 0, 400);
    const all = draws.once(3);
    const axes = all ? dims.map((_, i) => i) : draws.axes('axes', dims.length, draws.count(1, dims.length));
    const hasSteps = draws.declares('steps') && draws.once(2);
    const steps = axes.map(() => (hasSteps ? draws.pick(1, 2, 3, -1, -1, -2, draws.count(4, 20)) : 1));
    const ends = axes.map((axis, i) => {
      const size = dims.at(axis)!;
      const place = () => draws.count(0, size);
      const [low, high] = [Math.min(place(), place()), draws.pick(size, place())].sort((a, b) => a - b) as [
        number,
        number,
      ];
      // just beyond the last place, or far beyond any
      const beyond = draws.once(5) ? draws.pick(far, size + draws.count(1, size + 1)) : 0;
      const signed = (x: number) => (x < size && x > 0 && draws.once(3) ? x - size : x);
      const before = draws.once(5) ? -size - draws.pick(1, draws.count(1, size + 1), far - size) : 0;
      if (steps[i]! > 0) return { start: before || signed(low), end: beyond || signed(high) };
      const last = Math.max(0, high - 1);
      return {
        start: beyond || (size > 0 ? draws.pick(last, last - size) : 0),
        end: draws.pick(-far, -size - 1, signed(low)),
      };
    });
    const dtype = draws.declares('steps') ? draws.pick('int32', 'int64') : 'int64';
    const list = (numbers: number[]): NotatedInput =>
      draws.declares('steps') ? { dims: [numbers.length], numbers, dtype } : numbers;
    return {
      data: draws.data(dims),
      starts: list(ends.map(({ start }) => start)),
      ends: list(ends.map(({ end }) => end)),
      axes: all && !hasSteps && draws.once(2) ? undefined : list(axes),
      ...(hasSteps && { steps: list(steps) }),
    };
  },
};
