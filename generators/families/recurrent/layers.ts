import type { InputPlan } from '../../calls/draft-of-call.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import type { NamedCall } from '../../notation/call-notation.ts';
import type { ValueKind } from '../../values/values.ts';

/**
 * How the numbers of a layer are chosen:
 * - `soft`: short numbers, and weights with which states do not grow, so that functions are tried where they are steep
 * - `exact`: small integers, for functions that only multiply and clip, so that nothing rounds
 * - `mixed`: the same as soft numbers, with all their digits
 */
export type GateStyle = 'soft' | 'exact' | 'mixed';

/** A layer in few words. Whatever its version declares besides has the same name here. */
export interface Layer {
  /** steps, sequences, features and units: `3x2x4x5` */
  readonly size: string;
  readonly style?: GateStyle;
  readonly direction?: 'forward' | 'reverse' | 'bidirectional';
  readonly layout?: 0 | 1;
  /** the optional inputs that are there, each by a letter: B, h, c, P */
  readonly has?: string;
  readonly lengths?: readonly number[];
  readonly activations?: readonly string[];
  readonly activation_alpha?: readonly number[];
  readonly activation_beta?: readonly number[];
  readonly [name: string]: NamedCall[string] | readonly string[];
}

/** What recurrent operators have of their own. */
interface Shape {
  readonly gates: number;
  /** functions of a direction that make numbers which nothing rounds, of numbers that are short */
  readonly exact: readonly Functions[];
}

interface Functions {
  readonly activations: readonly string[];
  readonly activation_alpha?: readonly number[];
  readonly activation_beta?: readonly number[];
}

const quarter = { activation_alpha: [0.25], activation_beta: [0.5] };

const shapes: Readonly<Record<string, Shape>> = {
  RNN: {
    gates: 1,
    exact: [
      { activations: ['Relu'] },
      { activations: ['HardSigmoid'], ...quarter },
      { activations: ['Affine'], activation_alpha: [0.5], activation_beta: [1] },
      { activations: ['LeakyRelu'], activation_alpha: [0.5] },
    ],
  },
  GRU: {
    gates: 3,
    exact: [
      { activations: ['HardSigmoid', 'Relu'], ...quarter },
      { activations: ['HardSigmoid', 'Affine'], activation_alpha: [0.25, 0.5], activation_beta: [0.5, 1] },
      { activations: ['HardSigmoid', 'LeakyRelu'], activation_alpha: [0.25, 0.5], activation_beta: [0.5] },
    ],
  },
  LSTM: {
    gates: 4,
    exact: [
      { activations: ['HardSigmoid', 'Affine', 'Relu'], activation_alpha: [0.25, 0.5], activation_beta: [0.5, 1] },
      {
        activations: ['HardSigmoid', 'LeakyRelu', 'Affine'],
        activation_alpha: [0.25, 0.5, 2],
        activation_beta: [0.5, 1],
      },
      { activations: ['HardSigmoid', 'Relu', 'LeakyRelu'], activation_alpha: [0.25, 0.5], activation_beta: [0.5] },
    ],
  },
};

export const shapeOf = ({ operator }: Pick<PlanContext, 'operator'>): Shape => shapes[operator.name]!;

/** Functions of each direction of a layer, which nothing rounds; those of the second direction are others. */
export function exactFunctions(context: PlanContext, directions: number, turn = 0): Functions {
  const { exact } = shapeOf(context);
  const all = Array.from({ length: directions }, (_, i) => exact[(turn + i) % exact.length]!);
  const joined = (name: keyof Functions) => all.flatMap((one) => (one[name] ?? []) as never[]);
  const [alpha, beta] = [joined('activation_alpha'), joined('activation_beta')];
  return {
    activations: joined('activations'),
    ...(alpha.length > 0 && { activation_alpha: alpha }),
    ...(beta.length > 0 && { activation_beta: beta }),
  };
}

const sign = (x: number | bigint): number => Math.sign(Number(x));
const times = (factor: number) => (x: number | bigint) => Number(x) * factor;

/** Numbers of the inputs of a layer, by their names. */
function numbersOf(style: GateStyle, features: number, units: number): Readonly<Record<string, Partial<InputPlan>>> {
  if (style === 'exact') {
    const small = { kind: 'small' } as const;
    const ones = { ...small, map: sign };
    return { X: small, W: ones, R: ones, B: small, initial_h: small, initial_c: small, P: ones };
  }
  const kind: ValueKind = style === 'soft' ? 'small' : 'mixed';
  const scaled = (bits: number, of = kind) => ({ kind: of, map: times(2 ** -bits) });
  const bits = (count: number) => Math.ceil(Math.log2(Math.max(1, count)));
  return {
    X: scaled(1),
    W: scaled(2 + Math.floor(bits(features) / 2)),
    // states hardly grow, and sums of them are not 0: no number of digits tells that of functions
    R: scaled(1 + bits(units), 'mixed'),
    ...{ B: scaled(3), initial_h: scaled(2), initial_c: scaled(1), P: scaled(2) },
  };
}

/** The inputs of a layer that a letter stands for. */
const named: Readonly<Record<string, string>> = { B: 'B', h: 'initial_h', c: 'initial_c', P: 'P' };

/** A layer as a call; none where the version lacks something that it has. */
export function callOf(context: PlanContext, { size, style = 'soft', has = '', lengths, ...own }: Layer): NamedCall[] {
  const { attributes, inputs, outputs } = context.version;
  const declared = new Set([...attributes, ...inputs].map(({ name }) => name));
  const [steps, batch, features, units] = size.split('x').map(Number) as [number, number, number, number];
  const directions = own.direction === 'bidirectional' ? 2 : 1;
  const { gates } = shapeOf(context);
  const rows = gates * units;
  const states = own.layout === 1 ? [batch, directions, units] : [directions, batch, units];
  const dims: Readonly<Record<string, readonly number[]>> = {
    X: own.layout === 1 ? [batch, steps, features] : [steps, batch, features],
    W: [directions, rows, features],
    R: [directions, rows, units],
    B: [directions, 2 * rows],
    ...{ initial_h: states, initial_c: states },
    P: [directions, 3 * units],
  };
  const numbers = numbersOf(style, features, units);
  const there = ['X', 'W', 'R', ...Array.from(has, (letter) => named[letter]!)].filter((name) => declared.has(name));
  const data = Object.fromEntries(there.map((name) => [name, { ...numbers[name], dims: dims[name]! }]));
  const { activations, ...functions }: Partial<Functions> =
    style === 'exact' && !own.activations ? exactFunctions(context, directions) : own;
  const call: NamedCall = {
    ...data,
    ...(lengths && { sequence_lens: listOf(lengths) }),
    hidden_size: units,
    outputs: outputs.length,
    ...(own as NamedCall),
    ...functions,
    ...(activations && { activations: listOf(activations) }),
  };
  const { outputs: _, suite: __, ...needed } = call;
  return Object.keys(needed).every((name) => declared.has(name)) ? [call] : [];
}

/** A list that says what to do, such as lengths, or names of functions. */
const listOf = (numbers: readonly (number | string)[]): InputPlan => ({
  dims: [numbers.length],
  numbers: numbers.length > 0 ? numbers : [0],
  form: 'initializer',
});

/** Layers as calls of the version at hand. */
export const layers =
  (...all: readonly Layer[]) =>
  (context: PlanContext): readonly NamedCall[] =>
    all.flatMap((one) => callOf(context, one));
