import { formatOf } from '../../../oracles/numerics/dtype.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { lengths, longLengths, takeTurns } from '../../cases/take-turns.ts';
import { breaking, filled, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';

const constant = (size: number) => filled('scalar', [size], { form: 'initializer' });
const given = (size: number) => filled('scalar', [size]);

/** Windows of the type of the cell. */
const windows =
  (sizes: readonly number[], settings: NamedCall = {}, form = constant) =>
  ({ types }: PlanContext): readonly NamedCall[] =>
    sizes.map((size) => ({ size: form(size), output_datatype: formatOf(types.T2!).code, ...settings }));

const symmetric = { periodic: 0 };

const concatCalls =
  (...parts: readonly ((context: PlanContext) => readonly NamedCall[])[]) =>
  (context: PlanContext) =>
    parts.flatMap((part) => part(context));

/** Numbers that weigh the samples of a signal. */
export const windowPlans: NamedPlans = {
  draw: (draws) => ({
    size: draws.pick(constant, given)(draws.size(draws.pick(300, 1200), 1)),
    output_datatype: formatOf(draws.context.types.T2!).code,
    periodic: draws.maybe(() => draws.pick(0, 1)),
  }),
  samples: concatCalls(
    windows([8], { periodic: 1 }),
    windows([9], symmetric),
    windows([5], {}, given),
    windows([6, 12], { periodic: 1 }, given),
  ),
  sizes: [windows([4, 9, 33], {}, given), windows([5, 12], symmetric, given)],
  pairs: (context) => [
    { differs: 'periodic=0', calls: [...windows([8])(context), ...windows([8], symmetric)(context)] },
  ],
  plans: {
    definition: concatCalls(windows([4, 8, 12, 16, 3, 10, 7]), windows([1, 2], { periodic: 1 })),
    periodic: concatCalls(windows([2, 5, 6, 11, 64], { periodic: 1 }), windows([3, 20], { periodic: 1 }, given)),
    symmetric: concatCalls(windows([2, 3, 4, 5, 9, 10, 17, 65], symmetric), windows([6, 13], symmetric, given)),
    'output-datatype': concatCalls(windows([8, 24]), windows([5], symmetric)),
    'any-size': concatCalls(
      windows([300, 1000]),
      windows([1]),
      windows([513], symmetric, given),
      (context) => windows(takeTurns(lengths.slice(3, 24), context, 4))(context),
      windows([1, 33, 100], symmetric),
      windows([257, 50], {}, given),
      windows(longLengths().slice(-4), symmetric),
      windows([2050], {}, given),
      windows([4099], { periodic: 1 }),
    ),
  },
  invalid: {
    'invalid-output-datatype': (context) =>
      breaking(windows([8])(context)[0]!, 'output_datatype', ...['string', 'bool'].map(codeOf), 0, 99),
  },
};

const codeOf = (dtype: string): number => formatOf(dtype as 'string' | 'bool').code;
