import {
  atRunTime,
  breaking,
  each,
  type NamedPlans,
  varied,
  whereInputsDecide,
  withLarge,
} from '../../notation/call-notation.ts';

export const identity: NamedPlans = {
  samples: each({ input: '2x3 5' }),
  plans: {
    'any-shape': each({ input: '65 3x33 2x3x2x1x2 1x2x1x1x2x1x2x3 2x3x4x5 1x3x9x11' }),
    'rank-zero': [{ input: 'scalar' }],
    'size-zero': each({ input: '0 2x0x3 0x3 3x0' }),
  },
  draw: (draws) => ({ input: draws.data(draws.sizes(draws.count(0, 6))) }),
};

export const reshape: NamedPlans = {
  samples: [
    { data: '2x3x4', shape: [4, 6] },
    { data: '2x3x4', shape: [3, 2, 4] },
    { data: '6', shape: [2, 3] },
  ],
  sizes: [
    each({ data: '2x6 3x4 3x1' }, { shape: [-1, 3] }),
    whereInputsDecide(...varied({ data: '2x6' }, 'shape', atRunTime(3, 4), atRunTime(4, 3), atRunTime(6, 2))),
  ],
  plans: {
    'any-shape': withLarge(
      [
        { data: '65', shape: [5, 13] },
        { data: '4x33', shape: [2, 66] },
        { data: '2x3x4x5', shape: [2, 4, 3, 5] },
        { data: '1x3x9x11', shape: [27, 11] },
        { data: '12', shape: [1, 2, 1, 3, 1, 2] },
        { data: '1x1x1x1x5', shape: [5] },
        { data: '12', shape: [1, 2, 1, 1, 3, 1, 1, 2, 1] },
      ],
      [{ data: '251x281', shape: [281, 251] }],
    ),
    'shape-inferred': [
      ...varied({ data: '2x3x4' }, 'shape', [-1], [2, -1], [-1, 2, 2]),
      { data: '1', shape: [1, -1, 1] },
      { data: 'scalar', shape: [-1] },
    ],
    'shape-zero': [
      ...varied({ data: '2x3x4' }, 'shape', [0, 12], [4, 0, 2], [0, 0, 2, 2], [0, -1]),
      { data: '2x4x3', shape: [3, 0, 2] },
    ],
    'to-rank-zero': [...each({ data: '1 1x1 scalar' }, { shape: [] }), { data: 'scalar', shape: [1, 1] }],
    'size-zero': [
      { data: '0', shape: [0] },
      { data: '0x3', shape: [0, 1, 3] },
      { data: '2x0', shape: [2, 0, 1] },
      { data: '0x3', shape: [-1, 3] },
    ],
    'zero-allowed': [
      { data: '0x3', shape: [3, 0], allowzero: 1 },
      { data: '2x0x4', shape: [0, 7], allowzero: 1 },
      { data: '0', shape: [0, 5, 0], allowzero: 1 },
      { data: '2x3', shape: [3, 2], allowzero: 1 },
    ],
  },
  invalid: {
    'invalid-shape': breaking({ data: '2x3', shape: [3, 2] }, 'shape', [4, 2], [-1, -1], [-1, 4], [2, 2]),
  },
  draw: (draws) => {
    const dims = draws.sizes(draws.count(0, 6));
    const allowzero = draws.declares('allowzero') ? draws.maybe(() => draws.pick(0, 1)) : undefined;
    // neighbours become one dimension, or all stand in another order
    const groups: number[] = [];
    for (const size of draws.pick(dims, draws.some(dims, dims.length))) {
      if (groups.length > 0 && draws.once(2)) groups.push(groups.pop()! * size);
      else groups.push(size);
      if (draws.once(5)) groups.push(1);
    }
    const kept = (size: number, i: number) => (!allowzero && size === dims[i] && draws.once(3) ? 0 : size);
    const shape = groups.map(kept);
    const isFull = dims.every((size) => size > 0);
    if (shape.length > 0 && isFull && draws.once(2)) shape[draws.count(0, shape.length - 1)] = -1;
    // a zero keeps a size of the data, and is one only where it may be
    if (!isFull && !allowzero && shape.some((size, i) => size === 0 && dims[i] !== 0))
      return { data: draws.data(dims), shape: dims };
    return { data: draws.data(dims), shape, allowzero };
  },
};

export const flatten: NamedPlans = {
  samples: [
    { input: '2x3x4', axis: 2 },
    { input: '2x3', axis: 1 },
    { input: '2x3x4', axis: 1 },
  ],
  plans: {
    'any-shape': [
      { input: '65', axis: 1 },
      { input: '3x33', axis: 1 },
      { input: '2x1x3x1x2', axis: 3 },
      { input: '1x3x9x11', axis: 2 },
      { input: '1x2x1x2x1x2x1x3', axis: 5 },
    ],
    'axis-given': each({ axis: [1, 2, 3] }, { input: '2x3x4x5' }),
    'axis-zero': each({ input: '2x3x4 5' }, { axis: 0 }),
    'axis-rank': [
      { input: '2x3x4', axis: 3 },
      { input: '5', axis: 1 },
    ],
    'rank-zero': [{ input: 'scalar', axis: 0 }],
    'size-zero': [...each({ input: '0x3x4 2x0x4' }, { axis: 1 }), { input: '2x3x0', axis: 2 }, { input: '0', axis: 1 }],
  },
  draw: (draws) => {
    const dims = draws.sizes(draws.count(0, 6));
    return { input: draws.data(dims), axis: dims.length > 0 ? draws.maybe(() => draws.axis('axis', dims.length)) : 0 };
  },
};

export const squeeze: NamedPlans = {
  samples: [
    { data: '1x3x1x2', axes: [0, 2] },
    { data: '1x3x1x2', axes: [2] },
    { data: '3x1', axes: [1] },
  ],
  sizes: [
    each({ data: '1x3x2 1x2x5 1x4x4' }, { axes: [0] }),
    whereInputsDecide(...varied({ data: '1x3x1' }, 'axes', atRunTime(0), atRunTime(2))),
  ],
  plans: {
    'any-shape': [
      { data: '1x65', axes: [0] },
      { data: '1x3x9x11', axes: [0] },
      { data: '2x1x3x1x2x1', axes: [1, 3] },
      { data: '1x1x2x1x1x3x1x1', axes: [0, 4, 7] },
    ],
    'axes-absent': each({ data: '1x3x1x2 2x3 1 2x1x3x1 1x0x3 0x1 1x2x1x1x3' }),
    'axes-given': [...varied({ data: '1x2x1x3x1' }, 'axes', [0], [4], [0, 2, 4], [2, 0]), { data: '2x1x3', axes: [1] }],
    'to-rank-zero': [
      { data: '1', axes: [0] },
      { data: '1x1', axes: [0, 1] },
    ],
    'size-zero': [
      { data: '0x1', axes: [1] },
      { data: '1x0x1x2', axes: [0] },
      { data: '3x1x0', axes: [1] },
    ],
  },
  invalid: {
    'invalid-squeezed-size': breaking({ data: '1x3x1x2', axes: [0] }, 'axes', [1], [0, 3]),
  },
  draw: (draws) => {
    const dims = draws.sizes(draws.count(0, 4));
    const ones = draws.count(0, 3);
    const places = draws.some([...Array(dims.length + ones).keys()], ones).sort((a, b) => a - b);
    const all = places.reduce((sizes, place) => sizes.toSpliced(place, 0, 1), dims);
    const isOne = (place: number) => all[place] === 1;
    const chosen = draws.some([...all.keys()].filter(isOne));
    const negative = draws.countsBack('axes') && draws.once(2);
    const axes = chosen.length > 0 ? chosen.map((place) => (negative ? place - all.length : place)) : undefined;
    return { data: draws.data(all), axes };
  },
};

export const unsqueeze: NamedPlans = {
  samples: [
    { data: '3x2', axes: [0, 2] },
    { data: '3x2', axes: [1] },
    { data: '4', axes: [1] },
  ],
  sizes: [
    each({ data: '3x2 4x3 7x6' }, { axes: [0, 2] }),
    whereInputsDecide(...varied({ data: '3x2' }, 'axes', atRunTime(1), atRunTime(0), atRunTime(2))),
  ],
  plans: {
    'any-shape': [
      { data: '65', axes: [0] },
      { data: '2x3x2', axes: [0, 2, 4, 6] },
      { data: '2x1x2x3', axes: [4] },
      { data: '1x3x9x11', axes: [2] },
    ],
    'axes-given': varied({ data: '2x3' }, 'axes', [0], [2], [0, 1], [1, 3], [0, 2, 4], [2, 3]),
    'axes-any-order': [
      ...varied({ data: '2x3' }, 'axes', [2, 0], [3, 0, 1], [0, -2], [-2, 0], [-1, 1], [1, -4], [-1, -3]),
      { data: '4', axes: [2, 1, 0] },
    ],
    'rank-zero': varied({ data: 'scalar' }, 'axes', [0], [0, 1]),
    'size-zero': [
      { data: '0', axes: [0] },
      { data: '2x0', axes: [1] },
      { data: '0x3', axes: [0] },
    ],
  },
  invalid: {
    'invalid-duplicate-axes': breaking({ data: '2x3', axes: [0, 2] }, 'axes', [0, 0], [1, -3]),
  },
  draw: (draws) => {
    const dims = draws.sizes(draws.count(0, 4));
    const count = draws.count(1, 3);
    return { data: draws.data(dims), axes: draws.axes('axes', dims.length + count, count) };
  },
};
