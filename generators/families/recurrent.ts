import type { PlanContext } from '../cases/proposal.ts';
import { pinned, takeTurns } from '../cases/take-turns.ts';
import { type Calls, filled, type NamedCall, type NamedPlans, plansFrom } from '../notation/call-notation.ts';
import { byOperator, familyOf } from '../notation/derived.ts';
import { edges } from './contraction/edges.ts';
import { drawnLayer } from './recurrent/draw.ts';
import { callOf, type Layer, layers } from './recurrent/layers.ts';

/** What an operator has of its own. */
interface OwnPlans {
  /** the functions of a direction: f, g, h */
  readonly functions: readonly string[];
  readonly plans?: Readonly<Record<string, Calls>>;
  readonly invalid?: NonNullable<NamedPlans['invalid']>;
}

const directions = ['forward', 'reverse', 'bidirectional'] as const;
const bidirectional = { direction: 'bidirectional' } as const;
const reverse = { direction: 'reverse' } as const;
const exact = { style: 'exact' } as const;

/** Each in every direction. */
const turned = (...all: readonly Layer[]): Layer[] =>
  all.flatMap((one) => directions.map((direction) => ({ ...one, direction })));
const inBoth = (...all: readonly Layer[]): Layer[] => all.flatMap((one) => [one, { ...one, ...exact }]);

/** Functions of every name in turn, with their values. */
const listed: readonly Partial<Layer>[] = [
  { activations: ['Relu'] },
  { activations: ['Tanh'] },
  { activations: ['Sigmoid'] },
  { activations: ['Affine'], activation_alpha: [0.5], activation_beta: [0.25] },
  { activations: ['LeakyRelu'], activation_alpha: [0.25] },
  { activations: ['ThresholdedRelu'], activation_alpha: [0.5] },
  { activations: ['ScaledTanh'], activation_alpha: [1.5], activation_beta: [0.5] },
  { activations: ['HardSigmoid'], activation_alpha: [0.25], activation_beta: [0.5] },
  { activations: ['Elu'], activation_alpha: [0.5] },
  { activations: ['Softsign'] },
  { activations: ['Softplus'] },
];

/** Functions of one place replaced by each that there is, the others as they are by default. */
const named = (functions: readonly string[], some = listed): Partial<Layer>[] =>
  functions.flatMap((_, place) =>
    some.map((one) => ({ ...one, activations: functions.with(place, one.activations![0]!) })),
  );

/** Those that make numbers which nothing rounds. */
const rational = listed.filter(({ activations: [name] = [] }) =>
  ['Relu', 'Affine', 'LeakyRelu', 'ThresholdedRelu', 'HardSigmoid'].includes(name!),
);

/** A function at every place of a direction. */
const everywhere = ({ activations, activation_alpha, activation_beta }: Partial<Layer>, count: number) => {
  const repeated = <T>(list: readonly T[]) => Array.from({ length: count }, () => list).flat();
  return {
    activations: repeated(activations!),
    ...(activation_alpha && { activation_alpha: repeated(activation_alpha) }),
    ...(activation_beta && { activation_beta: repeated(activation_beta) }),
  };
};

/** The same functions, one direction after the other. */
const twice = (one: Partial<Layer>, other: Partial<Layer> = one): Partial<Layer> => {
  const joined = (name: 'activations' | 'activation_alpha' | 'activation_beta') => {
    const all = [...((one[name] ?? []) as never[]), ...((other[name] ?? []) as never[])];
    return all.length > 0 ? { [name]: all } : {};
  };
  return { ...bidirectional, ...joined('activations'), ...joined('activation_alpha'), ...joined('activation_beta') };
};

/** A layer of every part. */
const small: Layer = { size: '3x2x3x4', has: 'BhcP' };

const broken =
  (valid: Layer, ...changes: readonly ((call: NamedCall, context: PlanContext) => NamedCall)[]) =>
  (context: PlanContext) =>
    callOf(context, valid).map((call) => ({
      valid: call,
      broken: changes.map((change) => change(call, context)),
    }));
const resized =
  (name: string, change: (dims: readonly number[]) => readonly number[]) =>
  (call: NamedCall): NamedCall => {
    const plan = call[name] as { readonly dims: readonly number[] };
    return { ...call, [name]: { ...plan, dims: change(plan.dims) } } as NamedCall;
  };
const more =
  (at: number, by = 1) =>
  (dims: readonly number[]) =>
    dims.map((size, i) => (i === at ? size + by : size));

function plansOf({ functions, plans = {}, invalid = {} }: OwnPlans): NamedPlans {
  const all: Layer = { ...small, lengths: [3, 2] };
  const others = named(functions);
  const samples = layers(
    { ...all, size: '3x2x2x3' },
    { ...small, size: '4x1x3x2', ...reverse },
    { size: '2x2x3x2' },
    { ...small, size: '2x3x4x2', ...bidirectional, lengths: [2, 1, 2] },
  );
  return {
    draw: (draws) => drawnLayer(draws, functions.length),
    samples,
    sizes: [
      layers(...['2x2x3x2', '5x2x3x2', '1x3x3x2'].map((size): Layer => ({ size }))),
      layers(...['3x1x2x3', '6x1x2x3'].map((size): Layer => ({ size, ...bidirectional, has: 'BhcP' }))),
    ],
    pairs: (context) => [
      { differs: 'another direction', calls: layers({ size: '3x2x3x2' }, { size: '3x2x3x2', ...reverse })(context) },
      {
        differs: 'other functions',
        calls: layers({ size: '3x2x3x2', has: 'B' }, { size: '3x2x3x2', has: 'B', ...exact })(context),
      },
    ],
    // weights as data: one step of as many sequences as there are rows of weights
    sameShapeCalls: (context) =>
      layers({ size: `1x${gatesOf(context) * 2}x3x2` }, { size: `1x${gatesOf(context) * 2}x2x2`, ...exact })(context),
    plans: {
      definition: layers(
        small,
        ...inBoth({ size: '1x1x1x1' }, { size: '1x2x3x4' }, { size: '2x1x5x3', has: 'B' }, small),
        { size: '3x2x4x3', style: 'mixed', has: 'BhcP' },
        { size: '2x3x1x5', has: 'h' },
        { size: '2x2x7x1', has: 'hc', ...exact },
      ),
      steps: layers(
        ...inBoth({ size: '2x1x1x1' }, { size: '4x2x2x3', has: 'B' }, { size: '3x3x3x2' }),
        { size: '16x1x2x2', has: 'h' },
        { size: '9x2x1x3', ...reverse },
        { size: '5x1x3x4', style: 'mixed' },
      ),
      bias: layers(
        ...inBoth({ size: '1x2x2x3', has: 'B' }, { size: '3x1x3x2', has: 'B' }),
        ...turned({ size: '2x2x2x4', has: 'B', ...exact }),
        { size: '2x2x3x5', has: 'B', style: 'mixed' },
      ),
      directions: layers(
        ...turned({ size: '3x2x2x3', has: 'Bhc' }, { size: '3x2x2x3', has: 'Bhc', ...exact }),
        ...turned({ size: '1x1x2x2' }, { size: '5x3x1x2', has: 'hP' }),
        { size: '4x2x3x3', ...bidirectional, style: 'mixed', has: 'BhcP' },
      ),
      'initial-state': layers(
        ...inBoth({ size: '1x2x2x3', has: 'h' }, { size: '3x2x2x3', has: 'hc' }),
        ...turned({ size: '2x3x2x2', has: 'hc' }, { size: '2x2x1x3', has: 'h', ...exact }),
        { size: '2x2x2x2', has: 'Bhc', lengths: [1, 2], ...reverse },
      ),
      'last-state': layers(
        ...turned({ size: '3x2x2x3', has: 'B' }, { size: '4x3x2x2', has: 'hc', ...exact }),
        ...inBoth({ size: '1x2x3x2' }, { size: '6x1x2x3' }),
      ),
      'sequence-lens': layers(
        ...turned(
          { size: '4x3x2x3', lengths: [4, 1, 2] },
          { size: '4x3x2x3', lengths: [2, 4, 3], has: 'Bhc', ...exact },
          { size: '3x2x3x2', lengths: [3, 3], has: 'h' },
        ),
        { size: '5x2x2x2', lengths: [1, 5], has: 'BhcP' },
        { size: '2x4x2x2', lengths: [1, 1, 2, 1], ...bidirectional, has: 'hc', ...exact },
        { size: '3x1x2x4', lengths: [2] },
        { size: '7x5x1x2', lengths: [7, 6, 5, 1, 3], has: 'B', ...exact },
      ),
      padding: layers(
        ...turned({ size: '4x2x2x3', lengths: [1, 3], has: 'B' }, { size: '3x3x1x2', lengths: [2, 1, 2], ...exact }),
        { size: '5x2x3x2', lengths: [2, 3], has: 'hc' },
        { size: '5x2x3x2', lengths: [2, 3], has: 'hc', layout: 1 },
      ),
      'no-steps': layers(
        { size: '0x2x3x2', has: 'hc' },
        { size: '0x1x2x3' },
        { size: '3x2x2x2', lengths: [0, 3], has: 'hc' },
        { size: '2x3x2x2', lengths: [1, 0, 2], ...bidirectional, has: 'Bhc' },
      ),
      'no-sequences': layers({ size: '2x0x3x2' }, { size: '3x0x2x2', ...bidirectional, has: 'B' }),
      activations: layers(
        ...others.map((one) => ({ ...small, ...one })),
        ...others.map((one, i) => ({ size: '3x2x2x3', has: 'B', ...twice(one, others[(i + 3) % others.length]!) })),
        ...rational.map(
          (one): Layer => ({ size: '2x2x3x2', has: 'h', ...everywhere(one, functions.length), ...exact }),
        ),
        { size: '2x2x3x2', activations: functions, has: 'B' },
        { size: '2x2x3x2', ...twice({ activations: functions }) },
      ),
      coefficients: layers(
        ...[
          [0.5, 0.25],
          [2, -0.5],
          [-1, 1],
        ].flatMap(([alpha, beta]) =>
          named(functions, [
            { activations: ['Affine'], activation_alpha: [alpha!], activation_beta: [beta!] },
            { activations: ['HardSigmoid'], activation_alpha: [Math.abs(alpha!) / 4], activation_beta: [beta!] },
            { activations: ['LeakyRelu'], activation_alpha: [alpha!] },
          ]).map((one): Layer => ({ size: '2x2x2x3', has: 'B', ...one })),
        ),
        ...['Affine', 'HardSigmoid', 'ScaledTanh'].map(
          (name): Layer => ({
            ...{ size: '2x2x3x2', has: 'B' },
            ...twice(
              { activations: functions.map(() => name), ...valuesFor(functions.length, 0) },
              { activations: functions.map(() => name), ...valuesFor(functions.length, 1) },
            ),
          }),
        ),
        ...['LeakyRelu', 'ThresholdedRelu', 'Elu'].map(
          (name): Layer => ({
            ...{ size: '3x2x2x3', has: 'B' },
            ...twice(
              {
                activations: functions.map(() => name),
                activation_alpha: valuesFor(functions.length, 0).activation_alpha,
              },
              {
                activations: functions.map(() => name),
                activation_alpha: valuesFor(functions.length, 1).activation_alpha,
              },
            ),
          }),
        ),
      ),
      'default-coefficients': layers(
        ...named(
          functions,
          ['LeakyRelu', 'ThresholdedRelu', 'HardSigmoid', 'Elu'].map((name) => ({ activations: [name] })),
        ).flatMap((one): Layer[] => [
          { size: '2x2x3x2', has: 'B', ...one },
          { size: '3x1x4x3', ...one, style: 'mixed' },
        ]),
      ),
      clip: layers(
        ...[0.5, 1, 2, 0.125].flatMap((clip) => turned({ size: '3x2x3x2', has: 'Bhc', clip })),
        ...[1, 2, 3].map((clip): Layer => ({ size: '3x2x3x3', has: 'BP', clip, ...exact })),
        ...[0.5, 1].map((clip): Layer => ({ size: '2x2x3x4', has: 'hc', clip, style: 'mixed' })),
        { size: '2x2x3x2', clip: 1000, has: 'B' },
      ),
      'hidden-size': layers(
        { size: '2x2x3x2', hidden_size: undefined },
        { size: '3x1x2x3', hidden_size: undefined, has: 'Bhc', ...bidirectional },
        { size: '2x2x3x1' },
      ),
      layout: layers(
        ...each01.flatMap((layout) => turned({ size: '3x2x4x2', layout, has: 'BhcP' }, { size: '1x3x2x2', layout })),
        ...turned({ size: '2x3x2x4', layout: 1, has: 'hc', ...exact }),
        { size: '3x3x3x3', layout: 1, has: 'Bhc', lengths: [3, 1, 2] },
        { size: '4x2x2x3', layout: 1, ...bidirectional, lengths: [2, 4], has: 'hc' },
        { size: '1x1x1x1', layout: 1 },
      ),
      'output-sequence': layers(
        ...each01.flatMap((output_sequence): Layer[] => [
          { size: '3x2x2x3', output_sequence },
          { size: '2x2x2x2', output_sequence, ...bidirectional, has: 'B' },
        ]),
      ),
      'any-size': (context) =>
        layers(
          ...takeTurns(
            [
              ...['1x1x1x1', '70x1x2x2', '130x1x1x1', '2x17x3x2', '2x1x33x5', '2x2x5x33', '3x70x1x2'],
              ...['2x1x3x65', '1x3x70x3', '33x3x2x2', '2x1x16x16', '3x1x8x8', '2x9x4x4', '2x1x130x2', '20x5x3x3'],
            ],
            context,
            3,
          ).flatMap((size, i) => [
            { size, has: 'BhcP', direction: directions[i % 3]! },
            { size, has: 'Bhc', ...functionsAtEnds(functions), ...ends },
          ]),
          ...pinned(
            [
              '261x1x1x1',
              '140x1x2x2',
              '1x261x1x1',
              '2x140x2x2',
              '2x1x17x33',
              '2x2x33x18',
              '2x1x2x131',
              '1x2x2x140',
              '2x1x261x2',
            ],
            context,
          ).flatMap((size, i): Layer[] => [
            { size, has: 'BhcP', direction: directions[i % 2]!, ...(i > 1 && exact) },
            { size, has: 'B' },
          ]),
        )(context),
      accuracy: layers(
        ...['4x2x3x2', '2x2x9x3', '3x1x3x9', '12x1x2x2'].map((size): Layer => ({ size, style: 'mixed', has: 'BhcP' })),
        { size: '3x2x3x3', style: 'mixed', has: 'BhcP', ...bidirectional },
        { size: '3x2x3x3', style: 'mixed', has: 'Bh', lengths: [2, 3], ...reverse },
      ),
      'special-values': (context) => [
        ...[0, 1, 3].flatMap((from) =>
          layers(
            { size: '2x2x2x3', X: edges(context, '2x2x2', from) },
            { size: '3x2x2x2', has: 'h', initial_h: edges(context, '1x2x2', from) },
            { size: '2x1x2x2', ...bidirectional, X: edges(context, '2x1x2', from) },
          )(context),
        ),
        ...layers(
          // functions at their ends
          ...[30, 1000].map((x): Layer => ({ size: '2x2x1x3', X: filled('2x2x1', [x, -x, x / 2, -x]), has: 'h' })),
          { size: '3x2x2x2', X: filled('3x2x2', [0]), has: 'h' },
          { size: '3x2x2x2', X: filled('3x2x2', [0, -0]) },
        )(context),
      ],
      ...plans,
    },
    invalid: {
      'invalid-rank': broken(
        small,
        resized('X', (dims) => dims.slice(1)),
        resized('X', (dims) => [1, ...dims]),
      ),
      'invalid-weights': broken(
        small,
        resized('W', more(1)),
        resized('W', more(2)),
        resized('W', more(1, -1)),
        resized('W', (dims) => dims.slice(1)),
      ),
      'invalid-recurrence': broken(small, resized('R', more(2)), resized('R', more(1)), resized('R', more(0))),
      'invalid-directions': broken(
        { ...small, has: '' },
        (call) => ({ ...call, direction: 'bidirectional' }),
        resized('W', more(0)),
      ),
      'invalid-bias': broken(
        { ...small, has: 'B' },
        resized('B', more(1)),
        resized('B', (dims) => [1, dims[1]! / 2]),
      ),
      'invalid-lengths': broken(
        all,
        (call) => ({ ...call, sequence_lens: [2] }),
        (call) => ({ ...call, sequence_lens: [2, 4] }),
        (call) => ({ ...call, sequence_lens: [2, -1] }),
        (call) => ({ ...call, sequence_lens: [1, 2, 3] }),
      ),
      'invalid-initial-state': broken(
        { ...small, has: 'h' },
        resized('initial_h', more(1)),
        resized('initial_h', more(2, -1)),
        resized('initial_h', more(0)),
      ),
      'invalid-activations': broken({ size: '2x2x3x2', activations: functions }, (call, context) => ({
        ...callOf(context, { size: '2x2x3x2', ...bidirectional })[0]!,
        activations: call.activations,
      })),
      'invalid-hidden-size': broken(
        small,
        (call) => ({ ...call, hidden_size: 3 }),
        (call) => ({ ...call, hidden_size: 8 }),
      ),
      ...invalid,
    },
  };
}

const each01 = [0, 1] as const;

/** Values for functions of a direction, which differ from place to place. */
const valuesFor = (count: number, direction: number) => ({
  activation_alpha: Array.from({ length: count }, (_, i) => 0.25 * (1 + i + count * direction)),
  activation_beta: Array.from({ length: count }, (_, i) => 0.5 - 0.25 * (i + count * direction)),
});

/** Functions whose values are 0 or 1, or integers, of integers: of however many steps nothing is rounded. */
function functionsAtEnds(functions: readonly string[]): Partial<Layer> {
  return {
    activations: functions.map(() => 'HardSigmoid'),
    activation_alpha: functions.map(() => 1),
    activation_beta: functions.map(() => 0),
  };
}
const ends = { ...exact };

const gatesOf = ({ operator }: PlanContext): number => ({ GRU: 3, LSTM: 4 })[operator.name] ?? 1;

/** Weights that differ strongly between gates. */
const gates: Calls = layers(
  ...inBoth(
    { size: '1x2x3x4', has: 'B' },
    { size: '3x2x2x3', has: 'Bhc' },
    { size: '2x2x1x5', has: 'hc' },
    { size: '4x1x3x2', ...bidirectional, has: 'B' },
  ),
  { size: '3x2x3x3', style: 'mixed', has: 'BhcP' },
);

const operators: Readonly<Record<string, OwnPlans>> = {
  RNN: { functions: ['Tanh'] },
  GRU: {
    functions: ['Sigmoid', 'Tanh'],
    plans: {
      gates,
      reset: layers(
        ...inBoth(
          { size: '2x2x2x3', has: 'Bh' },
          { size: '1x3x2x4', has: 'h' },
          { size: '4x2x3x2', ...reverse, has: 'Bh' },
          { size: '3x1x2x5', has: 'h' },
        ),
        { size: '3x2x3x2', has: 'Bh', lengths: [3, 1] },
      ),
      'linear-before-reset': layers(
        ...[1, 1, 2, -1, 0].flatMap((linear_before_reset): Layer[] =>
          inBoth(
            { size: '2x2x3x4', has: 'Bh', linear_before_reset },
            { size: '3x1x2x3', has: 'B', linear_before_reset },
          ),
        ),
        ...turned({ size: '3x2x2x2', has: 'Bh', linear_before_reset: 1 }),
        { size: '3x2x3x3', linear_before_reset: 1, has: 'h', style: 'mixed' },
        { size: '3x2x2x3', linear_before_reset: 1, has: 'Bh', lengths: [1, 3], clip: 0.5 },
      ),
    },
  },
  LSTM: {
    functions: ['Sigmoid', 'Tanh', 'Tanh'],
    plans: {
      gates,
      'initial-cell': layers(
        ...inBoth({ size: '1x2x2x3', has: 'c' }, { size: '3x2x2x3', has: 'hc' }, { size: '2x1x3x4', has: 'cP' }),
        ...turned({ size: '2x3x2x2', has: 'c' }, { size: '2x2x1x3', has: 'hc', ...exact }),
        { size: '2x2x2x2', has: 'c', lengths: [1, 2], ...reverse },
      ),
      'last-cell': layers(
        ...turned({ size: '3x2x2x3', has: 'B' }, { size: '4x3x2x2', has: 'hcP', ...exact }),
        ...turned({ size: '4x3x2x2', lengths: [2, 4, 1], has: 'c' }),
        ...inBoth({ size: '1x2x3x2' }),
      ),
      peepholes: layers(
        ...turned(
          { size: '2x2x2x3', has: 'P' },
          { size: '3x2x2x2', has: 'BhcP' },
          { size: '2x2x3x2', has: 'cP', ...exact },
        ),
        { size: '3x1x2x4', has: 'P', style: 'mixed' },
        { size: '3x2x2x3', has: 'cP', clip: 0.5 },
        { size: '3x2x2x3', has: 'cP', lengths: [3, 2], ...bidirectional },
      ),
      'input-forget': layers(
        ...each01.flatMap((input_forget): Layer[] => [
          ...inBoth({ size: '3x2x2x3', has: 'Bhc', input_forget }, { size: '2x2x3x2', has: 'cP', input_forget }),
          { size: '4x1x3x2', input_forget, ...bidirectional, has: 'B' },
        ]),
        { size: '3x2x3x3', input_forget: 1, has: 'BhcP', style: 'mixed' },
        { size: '3x2x3x3', input_forget: 1, has: 'BhcP', clip: 0.75 },
      ),
    },
    invalid: {
      'invalid-initial-cell': broken(
        { ...small, has: 'hc' },
        resized('initial_c', more(1)),
        resized('initial_c', more(2, -1)),
        resized('initial_c', more(0)),
      ),
      'invalid-peepholes': broken(
        { ...small, has: 'P' },
        resized('P', more(1)),
        resized('P', more(1, 4)),
        resized('P', more(0)),
      ),
    },
  },
};

/** Operators whose states go from step to step. */
export const recurrentFamily = familyOf(
  byOperator(
    Object.fromEntries(Object.entries(operators).map(([name, own]) => [name, plansFrom(() => 'small', plansOf(own))])),
  ),
);
