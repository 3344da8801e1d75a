import { each, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';

const common = {
  plans: {
    'any-shape': each({ data: '5 1x65 3x97 16x16 2x3x2x1x2 1x2x1x1x2x1x2x3 1x3x9x11 1x300 70000' }),
    'rank-zero': [{ data: 'scalar' }],
    'size-zero': each({ data: '0 2x0x3 0x3 3x0' }),
  },
};

export const size: NamedPlans = {
  ...common,
  samples: each({ data: '2x3 4' }),
  draw: (draws) => ({ data: draws.data(draws.sizes(draws.count(0, 6))) }),
};

/** Parts of a shape of rank 4. */
const parts = (...bounds: (readonly [start?: number | undefined, end?: number])[]): NamedCall[] =>
  bounds.map(([start, end]) => ({ data: '2x3x4x5', start, end }));

export const shape: NamedPlans = {
  ...common,
  samples: ({ version }) => [
    ...(version.attributes.length > 0 ? parts([1, 3], [0, 2]) : []),
    ...each({ data: '2x3 4' }),
  ],
  plans: {
    ...common.plans,
    'start-and-end': parts([0, 1], [1], [undefined, 2], [2, 3], [3, 4], [0, 4]),
    'negative-start-and-end': parts([-1], [-3, -1], [undefined, -2], [1, -1], [-4, 2]),
    'start-and-end-clamped': parts([-9, 9], [0, 5], [-5, 2], [1, 2 ** 31 - 1], [-(2 ** 31), 1], [0, -5], [0, -100]),
    'start-behind-end': parts([2, 1], [3, 0], [4], [9, 2], [2, 2], [-1, -2]),
  },
  draw: (draws) => {
    const dims = draws.sizes(draws.count(0, 6));
    const end = () =>
      draws.declares('start') ? draws.maybe(() => draws.count(-dims.length - 2, dims.length + 2)) : undefined;
    return { data: draws.data(dims), start: end(), end: end() };
  },
};
