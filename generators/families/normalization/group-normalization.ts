import type { PlanContext } from '../../cases/proposal.ts';
import { breaking, each, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';
import { inputOf, parametersOf, rowPlans, rowsOf, sizesOf, stashOf } from './rows.ts';

/** Data of some shape in groups, with scale and bias for each channel, or for each group where the version has it so. */
const scaled = ({ version }: PlanContext, X: string, groups: number, more: NamedCall = {}): NamedCall => {
  const channels = X.split(' ')[0]!.split('x')[1]!;
  const count = version.attributes.some(({ name }) => name === 'stash_type') ? channels : String(groups);
  return { X, scale: count, bias: count, num_groups: groups, ...more };
};
/** Calls with shapes and their numbers of groups. */
const inGroups =
  (...calls: readonly (readonly [X: string, groups: number, more?: NamedCall])[]) =>
  (context: PlanContext): NamedCall[] =>
    calls.map(([X, groups, more]) => scaled(context, X, groups, more));

const numbered =
  (...calls: readonly NamedCall[]) =>
  (context: PlanContext): NamedCall[] =>
    calls.map(({ shape, numbers }) => ({
      ...scaled(context, shape as string, (shape as string).startsWith('1x2x') ? 2 : 1),
      X: inputOf(shape as string, numbers as readonly number[] | undefined),
    }));

const rows = rowPlans((shape, numbers) => ({ shape, ...(numbers && { numbers }) }));

export const groupNormalization: NamedPlans = {
  draw: (draws) => {
    const groups = draws.pick(1, 2, 3, draws.size(32, 1));
    const [batches, each, ...spatial] = sizesOf(draws, draws.count(2, 5), Math.ceil(draws.room / groups)) as [
      number,
      number,
      ...number[],
    ];
    const { epsilon, factor, shift } = parametersOf(draws);
    const hasStash = draws.declares('stash_type');
    const count = hasStash ? groups * each : groups;
    return {
      X: rowsOf(draws, [batches, groups * each, ...spatial]),
      scale: factor([count]),
      bias: shift([count]),
      num_groups: groups,
      epsilon,
      stash_type: hasStash ? stashOf(draws, 1, 10, 11, 16) : undefined,
    };
  },
  samples: inGroups(['2x4x2x2', 2], ['1x6x3x1', 3], ['1x4x1x3', 1, { epsilon: 0.5 }]),
  sizes: [inGroups(['1x4x2x2', 2], ['2x4x3x1', 2], ['3x4x1x3', 2])],
  pairs: (context) => [
    { differs: 'another epsilon', calls: each({ epsilon: [0.001, 2] }, scaled(context, '2x4x2x2', 2)) },
  ],
  plans: {
    definition: inGroups(...['mixed', 'small', 'distinct'].map((kind) => [`2x4x2x2 ${kind}`, 2] as const), [
      '2x2x1x4 wide',
      2,
    ]),
    groups: inGroups(['2x4x2x1', 4], ['2x4x2x1', 1], ['1x6x1x2', 2], ['1x6x1x2', 3], ['2x8x1x1', 4], ['1x12x2x1', 3]),
    channels: inGroups(['2x4x1x2 distinct', 2], ['1x6x2x2', 2], ['1x9x1x1', 3]),
    'any-rank': inGroups(['2x4x3', 2], ['2x4', 2], ['1x4x2x1x2', 2], ['0x4x3', 2]),
    stash: (context) => [
      ...inGroups(...[1, 11, 10, 16].map((stash_type) => ['2x4x2x2', 2, { stash_type }] as const))(context),
      // squares beyond float16
      ...numbered(...[300, 1000, 5000, 20_000, 60_000, 400].map((x) => ({ shape: '1x1x1x4', numbers: [x, 2, -x, 1] })))(
        context,
      ),
    ],
    epsilon: inGroups(...[0, 1e-3, 1, 100].map((epsilon) => ['1x4x2x1', 2, { epsilon }] as const)),
    'constant-rows': numbered(...rows['constant-rows']),
    'offset-rows': numbered(...rows['offset-rows']),
    'far-rows': (context) => numbered(...rows['far-rows'](context))(context),
    'any-length': (context) => numbered(...rows['any-length'](context))(context),
    'special-values': numbered(...rows['special-values']),
  },
  invalid: {
    'invalid-parameter-shape': (context) => breaking(scaled(context, '1x4x2x2', 2), 'scale', '1', '3', '8'),
    'invalid-group-count': (context) => [
      { valid: scaled(context, '1x4x2x2', 2), broken: [{ ...scaled(context, '1x4x2x2', 2), num_groups: 3 }] },
    ],
    'invalid-stash-type': (context) => breaking(scaled(context, '1x4x2x2', 2), 'stash_type', 7, 9),
  },
};
