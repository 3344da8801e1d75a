import type { InputPlan } from '../../calls/draft-of-call.ts';
import type { Draws } from '../../covering/draws.ts';
import type { NamedCall } from '../../notation/call-notation.ts';
import { callOf, exactFunctions, type GateStyle, type Layer, shapeOf } from './layers.ts';

/** Multiplications of a call, mostly few. */
const mostWork = 20_000;

/** Which values functions take, by their names. */
const coefficients: Readonly<Record<string, readonly [alpha?: number, beta?: number]>> = {
  ...{ Relu: [], Tanh: [], Sigmoid: [], Softsign: [], Softplus: [] },
  ...{ Affine: [0.5, 0.25], LeakyRelu: [0.5], ThresholdedRelu: [0.25], ScaledTanh: [1.5, 0.5] },
  ...{ HardSigmoid: [0.25, 0.5], Elu: [0.5] },
};
const names = Object.keys(coefficients);

/** Functions of gates: by others states would grow from step to step as powers of powers do. */
const ofGates = ['Tanh', 'Sigmoid', 'Softsign', 'ScaledTanh', 'HardSigmoid', 'HardSigmoid'];

/** Any functions of each direction, with all their values. */
function anyFunctions(draws: Draws, directions: number, functions: number, isShort: boolean): Partial<Layer> {
  const activations = Array.from({ length: functions * directions }, (_, i) =>
    draws.pick(...(functions > 1 && i % functions === 0 && !isShort ? ofGates : names)),
  );
  const given = (which: 0 | 1) => activations.flatMap((name) => coefficients[name]![which] ?? []);
  const [alpha, beta] = [given(0), given(1)];
  return {
    activations,
    ...(alpha.length > 0 && { activation_alpha: alpha }),
    ...(beta.length > 0 && { activation_beta: beta }),
  };
}

/** A legal layer of any class. */
export function drawnLayer(draws: Draws, functions: number): NamedCall {
  const { context } = draws;
  const direction = draws.maybe(() => draws.pick('forward', 'reverse', 'bidirectional' as const));
  const directions = direction === 'bidirectional' ? 2 : 1;
  const { gates } = shapeOf(context);
  const room = mostWork / (gates * directions);
  const sized = (most: number, limit = 70) => draws.size(Math.max(1, Math.min(limit, Math.floor(most))), 1);
  const units = sized(room / 8);
  const features = sized(room / (units * 4) - units);
  const ofStep = units * (units + features);
  const batch = sized(room / ofStep, 40);
  const steps = sized(room / (ofStep * batch));
  const style: GateStyle = draws.pick('soft', 'soft', 'exact', 'mixed');
  const how = style === 'exact' ? 'exact' : draws.pick('usual', 'usual', 'any');
  const turn = draws.count(0, 3);
  const named = {
    usual: () => ({}),
    any: () => anyFunctions(draws, directions, functions, steps < 4),
    exact: () => exactFunctions(context, directions, turn),
  }[how]();
  const layout = draws.declares('layout') ? draws.maybe(() => draws.pick(0, 1 as const)) : undefined;
  const ends = draws.maybe(() => draws.pick('all', 'some', 'short'));
  const length = (i: number) => (ends === 'all' || (ends === 'some' && i % 2 === 0) ? steps : draws.detail(1, steps));
  const flag = (name: string, ...values: readonly number[]) =>
    draws.declares(name) ? draws.maybe(() => draws.pick(...values)) : undefined;
  const clip = () => {
    const drawn = draws.once(4) ? draws.pick(0.5, 1, 3) : undefined;
    // gates that are clipped are equal, and cancel: no number of digits tells that of functions
    return how === 'any' ? undefined : drawn;
  };
  const [made] = callOf(context, {
    ...{ size: [steps, batch, features, units].join('x'), style },
    has: draws.some(['B', 'h', 'c', 'P']).join(''),
    ...(ends && { lengths: Array.from({ length: batch }, (_, i) => length(i)) }),
    ...named,
    ...given({
      direction,
      layout,
      clip: clip(),
      input_forget: flag('input_forget', 0, 1),
      linear_before_reset: flag('linear_before_reset', 0, 1, 1),
      output_sequence: flag('output_sequence', 0, 1),
      hidden_size: draws.once(5) ? undefined : units,
    }),
    outputs: draws.count(1, context.version.outputs.length),
  } as Layer);
  // exact states that grow by weights of one sign have too many digits
  const name = style === 'exact' ? 'W' : draws.pick('W', 'R', 'B');
  const kind = draws.once(4) ? draws.pick('equal', 'negative', 'halves') : undefined;
  return kind && made![name] ? { ...made!, [name]: { ...(made![name] as InputPlan), kind } } : made!;
}

const given = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
