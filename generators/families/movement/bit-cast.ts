import { formatOf } from '../../../oracles/numerics/dtype.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { filled, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';

/** Data of some shapes and kinds, as the other type. */
const cast =
  (...inputs: string[]) =>
  ({ types: { T1, T2 } }: PlanContext): NamedCall[] => {
    // among models of other types the data may be of another one
    const [from, to] = [formatOf(T1!), formatOf(T2!)];
    return inputs.map((input) => ({ input, to: from.bits === to.bits ? to.code : from.code }));
  };

export const bitCast: NamedPlans = {
  samples: cast('2x3', '3x5', '7', '2x3x2'),
  sizes: [cast('2x3', '4x1', '3x33')],
  plans: {
    'any-shape': cast('65', '3x17', '2x1x3x1x2', '1x2x1x2x1x2x1x3', '1', '2x3x4x5', '1x3x9x11'),
    patterns: cast('40 special', '5x7 wide', '9 zeros', '300 distinct'),
    'rank-zero': cast('scalar', 'scalar special'),
    'size-zero': cast('0', '2x0x3', '0x3', '3x0'),
  },
  invalid: {
    'invalid-width': ({ types }) => [
      {
        valid: { input: filled('4', [1, 2, 0, 3]), to: formatOf(types.T2!).code },
        broken: [10, 11, 8].map((to) => ({ input: filled('4', [1, 2, 0, 3]), to })),
      },
    ],
  },
  draw: (draws) => ({
    input: draws.data(draws.sizes(draws.count(0, 6))),
    to: formatOf(draws.context.types.T2!).code,
  }),
};
