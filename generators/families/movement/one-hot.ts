import { formatOf, integerRange } from '../../../oracles/numerics/dtype.ts';
import type { InputPlan } from '../../calls/draft-of-call.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { each, filled, type NamedCall, type NamedPlans, withLarge } from '../../notation/call-notation.ts';

/** Indices of some shape, each of `numbers` in turn, and the values 2 and 5. */
const hot = (shape: string, depth: number, ...numbers: number[]): NamedCall => ({
  indices: filled(shape, numbers),
  depth: constant('scalar', depth),
  values: filled('2', [2, 5]),
});

/** A number in the type that the version has at this place. */
const constant = (shape: string, x: number): InputPlan => filled(shape, [x], { form: 'initializer' });

/** Indices that are in range if only their low 32 bits count. */
const far: NamedCall = {
  ...hot('4', 3),
  indices: filled('4', [2n ** 32n, 1n - 2n ** 32n, 2n ** 32n + 2n, 1n]),
  suite: 'quick',
};

/** Indices at the ends of a type of few bits, along a dimension that is longer than it counts. */
function ofFewBits({ types }: PlanContext): readonly NamedCall[] {
  // absent where this node takes turns with another operator, whose types are bound
  const format = types.T1 && formatOf(types.T1);
  if (!format || format.kind !== 'integer' || format.bits > 8) return [];
  const { min, max } = integerRange(format);
  return [hot('3', 300, Number(min), Number(max), format.signed ? -1 : 1)];
}

const values = (...numbers: number[]): InputPlan => filled('2', numbers);

export const oneHot: NamedPlans = {
  samples: (context) =>
    each(
      { values: ['2 mixed'] },
      ...ofFewBits(context),
      hot('3', 4, 0, 2, 3),
      { ...hot('3', 4, 1, 3, 0), axis: 0 },
      { ...hot('2x2', 3, 1, 0, 2, 2), axis: 1 },
      { ...hot('3', 4, 1, 3, 0), depth: filled('scalar', [4]) },
    ),
  sizes: [[hot('3', 4, 0, 2, 3), hot('5', 4, 1, 3, 0), hot('33', 4, 2, 0)]],
  aliasCandidates: [],
  plans: {
    'any-shape': withLarge(
      [
        hot('33', 5, 4, 0, 2),
        hot('3', 65, 64, 0, 32),
        hot('4', 300, 255, 256, 299, 128),
        { ...hot('2x3x2x2', 4, 3, 0, 2, 1), axis: 2 },
        { ...hot('17x2', 3, 2, 0, 1), axis: 0 },
        hot('2x1x3x1x2', 2, 1, 0, 1),
        hot('1x3x9x11', 4, 3, 0, 2, 1, 1),
      ],
      [hot('251', 281, 280, 0, 255)],
    ),
    'axis-given': [0, 1, 2, 3].map((axis) => ({ ...hot('2x3x4', 5, 4, 0, 2, 1, 3), axis })),
    'values-given': [
      ...each(
        { values: [values(0, 1), values(1, 0), values(3, 3), filled('2', [1, 7], { form: 'initializer' })] },
        hot('4', 3, 2, 0, 1),
      ),
      ...each({ values: ['2 special', '2 special', '2 special', '2 mixed', '2 wide', '2 wide'] }, hot('4', 3, 2, 0, 1)),
    ],
    'indices-any-rank': [hot('1', 4, 3), hot('2x2x2', 3, 2, 0, 1), { ...hot('4x1', 3, 1, 2, 0), axis: 0 }],
    'indices-out-of-range': [hot('5', 3, 0, 3, 2, 100, 1), hot('3', 2, 5, 2, 1), hot('4', 3, 2, -4, 3, -100), far],
    'indices-negative': [hot('5', 4, -1, -4, 2, -2, -3), { ...hot('2x2', 3, -3, -1, 0, -2), axis: 0 }],
    'indices-fractions': [hot('5', 4, 1.75, 0.5, 2.25, 3.5, 1), hot('2x2', 3, -0.5, -1.5, 2.75, 3.25)],
    'depth-form': [
      ...each(
        { depth: [filled('1', [4]), constant('1', 4), filled('scalar', [4]), constant('scalar', 4)] },
        hot('3', 4, 0, 2, 3),
      ),
      hot('3', 1, 0, 1, 0),
    ],
    'size-zero': [hot('0', 3), { ...hot('2x0', 3), axis: 0 }],
  },
  draw: (draws) => {
    const { types } = draws.context;
    // the indices and the depth are numbers of their types, some of which end at 127 or 240
    const most = (name: 'T1' | 'T2') => (formatOf(types[name]!).bits <= 8 ? 100 : 300);
    const depth = draws.size(most('T2'), 1);
    const dims = draws.sizes(draws.count(1, 4), 0, 60);
    const isSigned = formatOf(types.T1!).kind === 'float' || !types.T1!.startsWith('u');
    const indices = draws.integers(dims, () => Math.min(depth, most('T1')), {
      negative: draws.countsBack('axis') && isSigned,
    });
    return {
      indices,
      depth: { ...constant(draws.pick('scalar', '1'), depth), form: draws.pick('input', 'initializer') },
      values: draws.data([2]),
      axis: draws.maybe(() => draws.axis('axis', dims.length + 1)),
    };
  },
};
