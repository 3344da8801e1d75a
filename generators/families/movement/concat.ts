import { breaking, each, type NamedCall, type NamedPlans, withLarge } from '../../notation/call-notation.ts';

/** The inputs of each list side by side along an axis. */
const along = (axis: number, ...inputs: string[]): NamedCall[] => each({ inputs }, { axis });

export const concat: NamedPlans = {
  samples: [...along(0, '2x3 4x3'), ...along(1, '2x3x2 2x1x2 2x2x2', '2x3 2x5'), ...along(0, '3 1')],
  pairs: () => [{ differs: 'another axis', calls: [...along(0, '2x3 2x3'), ...along(1, '2x3 2x3')] }],
  sameShapeCalls: [...along(0, '2x3 2x3'), ...along(1, '2x3x2 2x3x2 2x3x2'), ...along(0, '65 65')],
  aliasCandidates: along(0, '2x3'),
  plans: {
    'any-shape': withLarge(
      ({ version }) => [
        ...along(0, '33 64 17', '65x3 2x3'),
        ...along(1, '3x17 3x31'),
        ...along(2, '2x2x3x1x2 2x2x1x1x2'),
        ...along(6, '1x2x1x2x1x2x2 1x2x1x2x1x2x3'),
        ...[0, 1, 3, 4, -1].flatMap((axis) =>
          axis < 0 && version.since < 11 ? [] : along(axis, '2x1x2x2x3 2x1x2x2x3'),
        ),
        // more than the arguments of a kernel hold
        ...along(1, Array(17).fill('2x3').join(' '), Array(40).fill('2x1').join(' ')),
        ...along(0, Array(33).fill('2').join(' ')),
        ...along(1, '1x3x9x11 1x2x9x11'),
        ...(version.since < 11 ? [] : along(-1, '3 4 1')),
      ],
      [...along(0, '40001 30011'), ...along(1, '251x120 251x161')],
    ),
    'axis-given': [
      ...along(0, '2x3x2x4 1x3x2x4 5x3x2x4', '2x3x2x4 2x3x2x4'),
      ...along(1, '2x3x2x4 2x1x2x4 2x5x2x4', '2x3x2x4 2x3x2x4'),
      ...along(2, '2x3x2x4 2x3x1x4 2x3x5x4', '2x3x2x4 2x3x2x4'),
      ...along(3, '2x3x2x4 2x3x2x1 2x3x2x5', '2x3x2x4 2x3x2x4'),
    ],
    'axis-absent': each({ inputs: ['2x3 2x2', '2x3x2 2x1x2'] }),
    'one-input': along(0, '4', '2x3'),
    'size-zero': [
      ...along(1, '2x0 2x3', '0x2 0x3'),
      ...along(0, '2x3 0x3 1x3', '2x3 0x3', '0x3 0x3'),
      ...along(1, '3x0 3x0'),
    ],
  },
  invalid: {
    'invalid-shapes': breaking({ inputs: '2x3 4x3', axis: 0 }, 'inputs', '2x3 4x2', '2x3 4x1', '2x3 4x3x1', '2x3 3'),
  },
  draw: (draws) => {
    const count = draws.pick(1, 2, 3, draws.count(4, 20));
    const dims = draws.sizesOrLong(draws.count(1, 5), 0, count > 3 ? 30 : 300);
    // without axis it is 1 in the version that has no default
    const isGiven = draws.context.version.since > 1 || dims.length < 2 || draws.once(2);
    const axis = isGiven ? draws.axis('axis', dims.length) : 1;
    const inputs = Array.from({ length: count }, (_, i) =>
      draws.data(i === 0 ? dims : dims.with(axis, draws.size(count > 3 ? 9 : 40))),
    );
    return { inputs, ...(isGiven && { axis }) };
  },
};
