import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { InputPlan } from '../../calls/draft-of-call.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { breaking, type Calls, each, filled, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';
import { inputOf, parametersOf, rowPlans, rowsOf, sizesOf } from './rows.ts';

/** Numbers that are no less than a half. */
const positive = (shape: string): InputPlan => ({
  dims: shape.split('x').map(Number),
  kind: 'mixed',
  map: (x) => Math.abs(Number(x)) + 0.5,
});

/** Variances that have no rational root, and have none if 1 is added: what comes out is halfway between no two numbers. */
const withoutRoots = [0.5, 2, 5, 1.5, 0.75, 6, 10, 2.5, 0.625, 12];

/** Data of some shape with what each channel has; `spatial: 0` has it for each place of an instance. */
function call({ version }: PlanContext, { X, ...more }: NamedCall): NamedCall {
  const sizes = typeof X === 'string' ? X.split(' ')[0]!.split('x') : (X as InputPlan).dims.map(String);
  const each = more.spatial === 0 ? sizes.slice(1).join('x') : (sizes[1] ?? '1');
  const [, , , mean, variance] = version.inputs.map(({ name }) => name) as [string, string, string, string, string];
  return {
    X,
    scale: each,
    B: each,
    [mean]: each,
    [variance]: positive(each),
    ...(version.since === 1 && { consumed_inputs: [0, 0, 0, 1, 1] }),
    ...more,
  };
}

/** Calls with the statistics that are given. */
const given =
  (...calls: NamedCall[]) =>
  (context: PlanContext): NamedCall[] =>
    calls.map((one) => call(context, { ...(context.version.since < 7 && { is_test: 1 }), ...one }));

const inTraining = (context: PlanContext, calls: Iterable<NamedCall>): NamedCall[] =>
  Array.from(calls, (one) =>
    call(context, context.version.since < 14 ? { outputs: 5, ...one } : { training_mode: 1, outputs: 3, ...one }),
  );

/** Calls with the statistics of the data. */
const training =
  (...calls: NamedCall[]): Calls =>
  (context) =>
    inTraining(context, calls);

const rows = rowPlans((shape, numbers) => ({ X: inputOf(shape, numbers) }));

export const batchNormalization: NamedPlans = {
  draw: (draws) => {
    const { context } = draws;
    const { since } = context.version;
    const dims = sizesOf(draws, since === 1 ? 4 : draws.count(since < 9 ? 2 : 1, 5));
    const { epsilon, factor, shift } = parametersOf(draws);
    const spatial = since === 7 && dims.length > 1 ? draws.pick(undefined, 0, 1) : undefined;
    const each = spatial === 0 ? dims.slice(1) : [dims[1] ?? 1];
    const own = { X: rowsOf(draws, dims), scale: factor(each), B: shift(each), epsilon };
    const isTraining = spatial !== 0 && elementCount(dims) > each[0]! && draws.once(2);
    const momentum = draws.maybe(() => draws.pick(0, 0.5, 0.9, 1, 0.75));
    if (isTraining) return inTraining(context, [{ ...own, momentum }])[0]!;
    const variance = { dims: each, numbers: draws.turned(withoutRoots) };
    const isExact = Number.isInteger(epsilon);
    return given({ ...own, spatial, ...(isExact && { [context.version.inputs[4]!.name]: variance }) })(context)[0]!;
  },
  samples: given({ X: '2x3x2x2' }, { X: '1x2x3x4' }, { X: '3x2x1x1', epsilon: 0.5 }),
  sizes: [given({ X: '2x3x2x2' }, { X: '1x3x4x1' }, { X: '4x3x1x3' })],
  pairs: () => [],
  plans: {
    definition: given(
      ...['mixed', 'small', 'distinct', 'wide'].map((kind) => ({ X: `2x2x2x4 ${kind}` })),
      { X: '1x1x1x1' },
      { X: '2x1x3x3' },
    ),
    channels: given(...['1x4x2x2', '3x2x1x4', '2x5x3x1', '1x17x1x2', '2x3x1x3', '2x2x2x2'].map((X) => ({ X }))),
    training: training(...['2x3x2x2', '4x2x1x1', '1x2x2x3', '2x2x2x4 small', '3x4x2x1 distinct'].map((X) => ({ X }))),
    running: training(...each({ momentum: [0, 0.5, 1, 0.25] }, { X: '2x3x2x2' }), { X: '2x2x1x3' }),
    'any-rank': (context) => [
      ...given({ X: '4x3' }, { X: '2x3x4' }, { X: '2x2x2x2x2' })(context),
      ...inTraining(context, [{ X: '4x3' }, { X: '2x3x4' }, { X: '2x2x2x1x2' }]),
      ...given({ X: '0x3x2x2' })(context),
    ],
    'one-dimension': (context) => [...given({ X: '5' }, { X: '1' })(context), ...inTraining(context, [{ X: '6' }])],
    'per-activation': given(...each({ X: '2x3x2x2 3x2x1x4 2x2x3' }, { spatial: 0 })),
    'types-differ': (context) => [
      ...given({ X: '2x3x2x2' }, { X: '2x2x3' })(context),
      ...inTraining(context, [{ X: '2x3x2x2' }, { X: '3x2x4' }]),
    ],
    epsilon: (context) => [
      ...given(...each({ epsilon: [0, 1e-3, 1, 100] }, { X: '2x2x1x3' }))(context),
      ...inTraining(context, [{ X: inputOf('1x2x1x4', [0, 0.0009765625, 0, -0.0009765625]) }]),
    ],
    'constant-rows': training(...rows['constant-rows']),
    'offset-rows': training(...rows['offset-rows']),
    'far-rows': (context) => inTraining(context, rows['far-rows'](context)),
    'any-length': (context) => inTraining(context, rows['any-length'](context)),
    'special-values': (context) => [
      ...inTraining(context, rows['special-values']),
      ...given(...rows['special-values'].slice(0, 4))(context),
      // of a negative variance there is no root
      ...given({ X: '1x2x2x2', [context.version.inputs[4]!.name]: filled('2', [-1, 4]) })(context),
    ],
    'default-is-test': training({ X: '2x3x2x2' }, { X: '2x3x2x2', is_test: 0 }),
    'default-momentum': training({ X: '2x3x2x2' }, { X: '2x3x2x2', momentum: 0.9 }),
    'outputs-optional': (context) => [
      ...given({ X: '2x3x2x2' })(context),
      ...inTraining(context, [{ X: '2x3x2x2' }, { X: '1x3x4x1' }]),
    ],
  },
  invalid: {
    'invalid-parameter-shape': (context) => {
      const [valid] = given({ X: '1x2x2x2' })(context) as [NamedCall];
      const mean = context.version.inputs[3]!.name;
      return [...breaking(valid, 'scale', '1', '3'), ...breaking(valid, mean, '4')];
    },
    'invalid-outputs': (context) => breaking(inTraining(context, [{ X: '1x2x2x2' }])[0]!, 'training_mode', 0),
  },
};
