import { each, type NamedPlans, withLarge } from '../../notation/call-notation.ts';

export const depthToSpace: NamedPlans = {
  samples: [
    { input: '1x8x2x3', blocksize: 2 },
    { input: '2x4x1x2', blocksize: 2 },
    { input: '1x9x1x2', blocksize: 3 },
  ],
  pairs: () => [{ differs: 'larger blocks', calls: each({ blocksize: [2, 4] }, { input: '1x16x1x2' }) }],
  aliasCandidates: [{ input: '1x3x2x2', blocksize: 1 }],
  sizes: [each({ input: '1x8x2x3 2x4x1x2 1x12x3x1' }, { blocksize: 2 })],
  plans: {
    'any-shape': withLarge(
      [
        { input: '1x4x17x5', blocksize: 2 },
        { input: '0x4x2x3', blocksize: 2 },
        { input: '2x4x0x3', blocksize: 2 },
        { input: '3x16x1x1', blocksize: 4 },
      ],
      [{ input: '1x4x131x137', blocksize: 2 }],
    ),
    blocks: [
      { input: '1x12x2x2', blocksize: 2 },
      { input: '2x18x1x2', blocksize: 3 },
      { input: '1x3x2x2', blocksize: 1 },
      { input: '1x16x1x2', blocksize: 4 },
    ],
    'mode-crd': [
      { input: '1x12x2x2', blocksize: 2, mode: 'CRD' },
      { input: '2x18x1x2', blocksize: 3, mode: 'CRD' },
      { input: '1x8x1x3', blocksize: 2, mode: 'CRD' },
    ],
  },
  draw: (draws) => {
    const blocksize = draws.pick(1, 2, 2, 3, 4);
    const dims = draws.sizes(4, 0, Math.ceil(draws.room / blocksize ** 2));
    return {
      input: draws.data([dims[0]!, dims[1]! * blocksize ** 2, dims[2]!, dims[3]!]),
      blocksize,
      ...(draws.declares('mode') && { mode: draws.maybe(() => draws.pick('DCR', 'CRD')) }),
    };
  },
};

export const spaceToDepth: NamedPlans = {
  samples: [
    { input: '1x2x4x6', blocksize: 2 },
    { input: '2x1x2x4', blocksize: 2 },
    { input: '1x2x3x6', blocksize: 3 },
  ],
  pairs: () => [{ differs: 'larger blocks', calls: each({ blocksize: [2, 4] }, { input: '1x2x4x8' }) }],
  aliasCandidates: [{ input: '1x3x2x2', blocksize: 1 }],
  sizes: [each({ input: '1x2x4x6 2x1x2x4 1x3x6x2' }, { blocksize: 2 })],
  plans: {
    'any-shape': withLarge(
      [
        { input: '1x1x34x10', blocksize: 2 },
        { input: '0x1x2x4', blocksize: 2 },
        { input: '2x3x0x4', blocksize: 2 },
        { input: '3x2x4x4', blocksize: 4 },
      ],
      [{ input: '1x1x262x274', blocksize: 2 }],
    ),
    blocks: [
      { input: '1x3x4x4', blocksize: 2 },
      { input: '2x2x3x6', blocksize: 3 },
      { input: '1x3x2x2', blocksize: 1 },
      { input: '1x1x4x8', blocksize: 4 },
    ],
    'mode-crd': [
      { input: '1x3x4x4', blocksize: 2, mode: 'CRD' },
      { input: '2x2x3x6', blocksize: 3, mode: 'CRD' },
      { input: '1x2x2x6', blocksize: 2, mode: 'CRD' },
      { input: '3x2x3x6', blocksize: 3, mode: 'CRD' },
    ],
  },
  draw: (draws) => {
    const blocksize = draws.pick(1, 2, 2, 3, 4);
    const dims = draws.sizes(4, 0, Math.ceil(draws.room / blocksize ** 2));
    return {
      input: draws.data([dims[0]!, dims[1]!, dims[2]! * blocksize, dims[3]! * blocksize]),
      blocksize,
      ...(draws.declares('mode') && { mode: draws.maybe(() => draws.pick('DCR', 'CRD')) }),
    };
  },
};
