import { broadcastDims } from '../../oracles/arrays/broadcast.ts';
import { type DType, type FloatFormat, formatOf, integerRange } from '../../oracles/numerics/dtype.ts';
import type { Scalar } from '../../oracles/numerics/trait.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { inputAt } from '../../oracles/spec/declaration.ts';
import { brokenCall, type CallPlan, draftOfCall, dtypeOfInput, type InputPlan } from '../calls/draft-of-call.ts';
import type { Draft, PlanContext } from '../cases/proposal.ts';
import { Random } from '../cases/random.ts';
import { isCurrent, lengths, lengthWithRest, takeTurns, triesLarge, withRest } from '../cases/take-turns.ts';
import { callsIn, filled, shapesOf, toCallPlan } from '../notation/call-notation.ts';
import { familyOf, withSmallIntegers } from '../notation/derived.ts';
import { delicateStrings, everyNumber, specialNumbers } from '../values/values.ts';
import { drawElementwise } from './elementwise-draw.ts';
import { type ElementwiseCall, elementwiseSettings } from './elementwise-nodes.ts';

function ways(context: PlanContext): readonly ElementwiseCall[] {
  const { ways: own = [{}] } = elementwiseSettings[context.operator.name] ?? {};
  return typeof own === 'function' ? own(context) : own;
}

const isParameter = ({ version }: PlanContext, way: ElementwiseCall, i: number): boolean =>
  (version.inputs[i]?.name ?? '') in way;

/**
 * A call with data of some kind, `'2x3 distinct'`: all inputs of one shape, or of several in turn. A variadic operator has as many inputs
 * as shapes, or three of one shape.
 */
function call(context: PlanContext, shapes: string, way = ways(context)[0]!): CallPlan {
  const { version, operator } = context;
  const given = shapesOf(shapes);
  const { attributes, inputs } = toCallPlan(context, way, () => 'mixed');
  const data = (i: number) => {
    const { dims, kind = 'mixed' } = given[i % given.length]!;
    const map = elementwiseSettings[operator.name]?.data?.(context, i, kind);
    return {
      dims,
      kind,
      ...(map && { map }),
      ...((map || kind === 'special') && { nan: 'quiet' as const }),
      ...(i > 0 && kind === 'distinct' && { isRotated: true as const }),
    };
  };
  // data of rank 0 have no channels that a list of parameters could be for
  const parameter = (i: number) => inputs[i] && (given[0]!.dims.length > 0 ? inputs[i] : { ...inputs[i], dims: [] });
  const count = given.length > 1 ? given.length : 3;
  const length = version.inputs.at(-1)!.variadic ? count : version.inputs.length;
  return {
    ...(attributes && { attributes }),
    inputs: Array.from({ length }, (_, i) => (isParameter(context, way, i) ? parameter(i) : data(i))),
  };
}

/** Special numbers of a dtype. */
function specials(dtype: DType): readonly Scalar[] {
  const format = formatOf(dtype);
  if (format.kind === 'string') return delicateStrings;
  if (format.kind === 'float') return specialNumbers(format);
  if (format.kind !== 'integer') return [0, 1];
  const { min, max } = integerRange(format);
  // the reciprocals of 41 and 49, in float32 and float64, are less than theirs
  const usual = [0n, 1n, 2n, 7n, 41n, 49n, ...(format.signed ? [-1n, -7n] : [])];
  return [...new Set([min, max, min + 1n, max - 1n, ...usual, max >> 1n])];
}

/** Those that are far from zero and from the normal range: next to the ends errors of functions reach beyond. */
const subnormals = ({ precision, minExponent }: FloatFormat): readonly number[] =>
  precision > 3 ? [1, -1].map((sign) => sign * 5 * 2 ** (minExponent + precision - 4)) : [];

/** Small normal numbers, which functions that are nearly linear give back; NaN for each of its patterns. */
const ofOneInput = ({ precision, minExponent, hasNaN }: FloatFormat): readonly number[] => [
  ...(precision > 3 ? [1, -1].map((sign) => sign * 1.5 * 2 ** (minExponent + precision + 3)) : []),
  ...(hasNaN ? [Number.NaN, Number.NaN, Number.NaN] : []),
];

/** Numbers of an input, in the range that its operator takes. */
function inRange(context: PlanContext, i: number, numbers: readonly Scalar[]): readonly Scalar[] {
  const map = elementwiseSettings[context.operator.name]?.data?.(context, i, 'special numbers');
  const isInteger = formatOf(dtypeOfInput(context, i)).kind === 'integer';
  return map ? numbers.map((x) => map(isInteger ? BigInt(x as number) : (x as number))) : numbers;
}

/** Every special number of each input with every one of the others. */
function crossed(context: PlanContext, way: ElementwiseCall): CallPlan {
  const { edges = [] } = elementwiseSettings[context.operator.name] ?? {};
  const plain = call(context, '1', way);
  const isData = plain.inputs.map((_, i) => !isParameter(context, way, i));
  const lists = isData.map((hasNumbers, i) => {
    if (!hasNumbers) return [0];
    const dtype = dtypeOfInput(context, i);
    const format = formatOf(dtype);
    const { kind } = format;
    const delicate = typeof edges === 'function' ? edges(format as FloatFormat) : edges;
    const inside = kind === 'float' ? subnormals(format as FloatFormat) : [];
    const more = kind === 'float' && isData.length === 1 ? ofOneInput(format as FloatFormat) : [];
    const all = kind === 'float' && i === 0 ? [...specials(dtype), ...inside, ...delicate, ...more] : specials(dtype);
    const own = inRange(context, i, all);
    return isData.filter(Boolean).length > 2 ? own.slice(0, 12) : own;
  });
  const total = lists.reduce((product, list) => product * list.length, 1);
  let stride = 1;
  const columns = lists.map((list) => {
    const step = stride;
    stride *= list.length;
    return Array.from({ length: total }, (_, i) => list[Math.floor(i / step) % list.length]!);
  });
  return {
    ...plain,
    inputs: plain.inputs.map((input, i) =>
      isData[i] ? { dims: [lengthWithRest(total)], numbers: withRest(columns[i]!), nan: 'quiet' as const } : input,
    ),
    // where kernels differ by type, they differ here
    ...(isCurrent(context) && { suite: 'standard' }),
  };
}

/** Special numbers with one usual number on the other side: for a single element kernels have loops of their own. */
function besideOne(context: PlanContext, way: ElementwiseCall): readonly CallPlan[] {
  if (!broadcasts(context)) return [];
  return ['31 scalar', 'scalar 31'].flatMap((shapes, side) => {
    const plain = call(context, shapes, way);
    if (plain.inputs.length !== 2 || isParameter(context, way, side)) return [];
    return [{ ...plain, inputs: plain.inputs.with(side, rowOfSpecials(context, side)) }];
  });
}

/**
 * Special numbers, and scalars on either side for which kernels have a shorter way, and optimizers where they are constants. Integers
 * have those that are not negative.
 */
function shortcuts(context: PlanContext, way: ElementwiseCall): readonly CallPlan[] {
  const { scalars = [] } = elementwiseSettings[context.operator.name] ?? {};
  const kinds = context.version.inputs.map((_, i) => formatOf(dtypeOfInput(context, i)).kind);
  const isOf = (kind: string) => kinds.length === 2 && kinds.every((own) => own === kind);
  if (!broadcasts(context) || !(isOf('float') || isOf('integer'))) return [];
  const own = isOf('float') ? scalars : scalars.filter((x) => Number.isInteger(x) && x >= 0);
  return (['input', 'initializer'] as const).flatMap((form) =>
    own.flatMap((x) =>
      [1, 0].map((side) => {
        const { name } = context.version.inputs[side]!;
        const plain = call(context, '31', { ...way, [name]: filled('scalar', [x], { form }) });
        return { ...plain, inputs: plain.inputs.with(1 - side, rowOfSpecials(context, 1 - side)) };
      }),
    ),
  );
}

/** Each special number of an input, in a row with a rest. */
function rowOfSpecials(context: PlanContext, input: number): InputPlan {
  const numbers = inRange(context, input, specials(dtypeOfInput(context, input)));
  return { dims: [lengthWithRest(numbers.length)], numbers: withRest(numbers), nan: 'quiet' };
}

/** Of a function of one input every number of a narrow type in one model; of 16 bits it is too much for every day. */
function exhaustive(context: PlanContext): readonly CallPlan[] {
  const all = ways(context);
  // each type has another way to call the node
  const way = all[context.version.dtypes.indexOf(context.dtype) % all.length]!;
  const plain = call(context, '1', way);
  const [data, ...more] = plain.inputs.flatMap((_, i) => (isParameter(context, way, i) ? [] : [i]));
  if (more.length > 0 || !isCurrent(context)) return [];
  const numbers = everyNumber(dtypeOfInput(context, data!));
  if (numbers.length === 0) return [];
  const map = elementwiseSettings[context.operator.name]?.data?.(context, 0, 'special numbers');
  const every = {
    dims: [lengthWithRest(numbers.length)],
    numbers: map ? numbers.map(map) : numbers,
    nan: 'quiet' as const,
  };
  return [{ ...plain, inputs: plain.inputs.with(data!, every), ...(numbers.length > 256 && { suite: 'full' }) }];
}

const broadcasts = ({ version }: PlanContext): boolean =>
  version.clauses.some(({ id, source }) => id === 'broadcasting' && source.place.startsWith('Multi'));

/** Integers of 64 bits that no float tells apart, in pairs. */
function neighbours(context: PlanContext, way: ElementwiseCall): readonly CallPlan[] {
  const plain = call(context, '1', way);
  if (!['int64', 'uint64'].includes(context.dtype) || plain.inputs.length !== 2) return [];
  const far = [2n ** 53n, 2n ** 54n + 2n, 2n ** 62n, 2n ** 63n - 2n];
  return [0n, 1n, -1n].map((by) => ({
    ...plain,
    inputs: plain.inputs.map((input, i) => {
      const map = elementwiseSettings[context.operator.name]?.data?.(context, i, 'special numbers');
      const numbers = far.map((x) => (i === 0 ? x : x + by));
      return input && { dims: [far.length], numbers: map ? numbers.map(map) : numbers };
    }),
  }));
}

/** Shapes that broadcast against each other: any one the longer, sizes of 1 in any place, none, no elements. */
const broadcastShapes = [
  ...['2x3 3', '70 2x70', '2x3x4 1x3x4', '1x3x4 2x3x4', '2x3x4 3x1', '6 2x3x1', '1 2x2', '2x2 scalar', 'scalar 5'],
  ...['1x1x1 4', '2x1x4x1 3x1x5', '0 1', '2x0x3 3', '1x3 0x1', '2x1x2x3x2 1x3x1x3x1'],
  // one side is repeated along dimensions that are apart
  ...['2x3x2x3x2 2x1x2x1x2', '2x1x2x1x2 2x3x2x3x2'],
  // of as many elements as each other
  ...['4x1 1x4', '2x1x2x1x2x1x2x1 2x1x2x1x2x1x2'],
  // longer than vectors: a row, columns, scalars, a dimension between others, channels
  ...['3x345 345', '33x9 33x1', '33x1 33x9', '301 scalar', 'scalar 301', '2x4x9 2x1x9'],
  ...['2x3x4x5 3x1x1', '3x1x1 2x3x4x5', '2x3x4x5 1x3x1x1'],
  // as long as another dimension is: channels, the first one, the one in front
  ...['2x3x4x3 3', '3 2x3x3', '3x3 3', '5x2x5 5', '4x4x4 4x1', '4x1 4x4x4', '3x2x3 3x1x1', '2x3x3x5 1x3x1'],
  ...['2x3x4x3 3x1x1', '3x1x1 2x3x4x3', '3x1x2x1x3 3', '3 3x1x2x1x3'],
  // one element of any rank on either side
  ...[
    'scalar 3x5',
    '3x5 scalar',
    '1 2x3x4',
    '2x3x4 1x1x1',
    '7 1x1x1',
    'scalar 0',
    '0x2 scalar',
    '2x1x3x1x2x1 1x2x1x2x1x3',
  ],
];

/** Dimensions of one element in front, and what follows is as the other has it: no index is computed anew, or it is for nothing. */
const onesInFront = ['1x1x5 5', '5 1x1x5', '1x3x4 3x4', '3x4 1x1x3x4'];

/** Those that kernels most often have ways of their own for, or forget. */
const likeliest: ReadonlySet<string> = new Set(
  [onesInFront[0], 'scalar 301', '4x1 1x4', '7 1x1x1'].map((some) => `${some} distinct`),
);

/** One element of two dimensions, and of as many as the other has, on either side. */
const onesOfSomeRank = [
  ...['3x5 1x1', '1x1 3x5', '2x3x4 1x1', '1x1 2x3x4', '1x1x1 2x3x4'],
  ...['2x3x4 1', '1x1 7', '5 1x1', '1x1 9'],
];
const triples = ['2x1x1 3x1 4', 'scalar 2x3 3', '33 scalar 33', '4x17 4x17 scalar'];
/** A vector that fits along the first dimension, too. */
const vectorOfThree = '3 3x1x2x1x3 1 distinct';
/** Vectors that fit along either side of a square, in each place. */
const squaresOfThree = ['3 3x3 3x3', '3x3 3 3x3', '3x3 3x3 3', '3x1 3x3 3x3', '4x4 4x4x4 4x1x4'];
/** Scalars that differ. */
const scalarsOfThree = [
  ...['33 scalar scalar', '4x5 1 1x1', 'scalar 33 scalar', 'scalar scalar 33'],
  ...['1x1 5 5', '5 1x1 5', '5 5 1x1x1'],
];
const nine = '3x5 5 3x1 scalar 1x5 2x3x5 1 5 3x5';

/** As many inputs of a variadic operator, each with numbers of its own: any one may decide. */
function ofInputs(context: PlanContext, count: number): CallPlan {
  const plain = call(context, '5x9 mixed');
  return { ...plain, inputs: Array.from({ length: count }, () => plain.inputs[0]) };
}

/** Each number among the attributes as 0, which is not the same as its absence. */
function zeroAttributes(context: PlanContext): readonly CallPlan[] {
  const { divisors = [] } = elementwiseSettings[context.operator.name] ?? {};
  return context.version.attributes
    .filter(({ name, type, default: own }) => type === 'FLOAT' && own !== 0 && !divisors.includes(name))
    .flatMap(({ name }) =>
      ['5x7 mixed', '2x3x4 distinct', '33 small'].map((data) => call(context, data, { [name]: 0 })),
    );
}

/** Whether an operator takes shapes: all, or where only the second input is broadcast those that leave the first as it is. */
function mayBroadcast({ clause }: PlanContext, shapes: string): boolean {
  const isOfFirst = clause.source.place.startsWith('Unidirectional');
  const all = shapesOf(shapes).map(({ dims }) => dims);
  return !isOfFirst || `${broadcastDims(all)}` === `${all[0]}`;
}

/** Shapes that fit nowhere, or not in every version. */
const misfits: readonly (readonly [shapes: string, way: ElementwiseCall])[] = [
  ...['2x3 2x4', '2x3 2', '2x3 3', '3 2x3', '2x3 1x3'].map((shapes) => [shapes, {}] as const),
  ['2x3x4 3', { broadcast: 1 }],
  ['2x3x4 4', { broadcast: 1, axis: 1 }],
  ['3x4 3x1', { broadcast: 1 }],
];

/** Models with those of them that the version at hand does not take. */
function* unsupportedDrafts(context: PlanContext): Iterable<Draft> {
  const { version, operator } = context;
  const hasAll = (way: ElementwiseCall) =>
    Object.keys(way).every((name) => version.attributes.some((own) => own.name === name));
  const { misfits: own = misfits } = elementwiseSettings[operator.name] ?? {};
  for (const [shapes, way] of own.filter(([, given]) => own !== misfits || hasAll(given))) {
    const right = withSmallIntegers(call(context, shapes.split(' ')[0]!));
    const wrong = withSmallIntegers(call(context, shapes, { ...ways(context)[0], ...way }));
    if (isRefused(context, wrong)) yield brokenCall(context, right, wrong);
  }
}

function isRefused(context: PlanContext, plan: CallPlan): boolean {
  const { attributes, inputs } = draftOfCall(context, plan).draw(new Random(0));
  try {
    context.operator.expect(context.version, { attributes, inputs: inputs.map(({ value }) => value) });
    return false;
  } catch (error) {
    if (error instanceof BadInput) return true;
    throw error;
  }
}

/** The calls for clauses that few operators have. */
const plansOfFew = Object.fromEntries(
  Object.values(elementwiseSettings)
    .flatMap(({ clauses = {} }) => Object.keys(clauses))
    .map((id) => {
      const plan = (context: PlanContext) => {
        const calls = elementwiseSettings[context.operator.name]!.clauses![id]!;
        return Array.from(callsIn(calls, context), (one) => toCallPlan(context, one, () => 'mixed'));
      };
      return [id, plan];
    }),
);

/** The elementwise operators: each element of the output follows from those at its place. */
export const elementwiseFamily = familyOf({
  draw: drawElementwise,
  samples: (context) => ways(context).flatMap((way) => [call(context, '2x3 distinct', way), call(context, '4', way)]),
  sizes: (context) => [
    ['2x3', '3x2', '4x5'].map((shape) => call(context, shape)),
    ['40', '65', '7'].map((shape) => call(context, shape)),
  ],
  // a list of parameters may be of length 1
  sameShapeCalls: (context) => [
    ...['2x3 distinct', '4', '1'].map((shape) => call(context, shape)),
    ...(context.version.inputs[0]?.variadic ? [ofInputs(context, 3)] : []),
  ],
  aliasCandidates: (context) => [call(context, '2x3 small')],
  plans: {
    ...plansOfFew,
    definition: (context) => [
      ...ways(context).flatMap((way) =>
        ['5x7 distinct', '5x7 small', '5x7 mixed', '5x7 wide', '2x3x4'].map((shape) => call(context, shape, way)),
      ),
      ...(elementwiseSettings[context.operator.name]?.calls?.(context) ?? []).map((one) => ({
        ...toCallPlan(context, one, () => 'mixed'),
        // where kernels differ by type, they differ here
        ...(isCurrent(context) && { suite: 'standard' as const }),
      })),
      ...exhaustive(context),
      ...zeroAttributes(context),
      // integers that no narrower type holds, for runtimes that compute in one
      ...(context.dtype === 'int64' ? [{ ...call(context, '19 wide'), suite: 'quick' as const }] : []),
    ],
    'any-count': (context) =>
      [1, 2, 3, 5, 9, 17].map((count) => ({ ...ofInputs(context, count), ...(count === 9 && { suite: 'quick' }) })),
    'special-values': (context) => [
      ...ways(context).flatMap((way) => [
        crossed(context, way),
        call(context, '31 special', way),
        call(context, '9 zeros', way),
        ...(broadcasts(context) ? ['31 scalar special', 'scalar 31 special'] : []).map((some) =>
          call(context, some, way),
        ),
        ...besideOne(context, way),
        ...neighbours(context, way),
        ...shortcuts(context, way),
      ]),
    ],
    'any-rank': (context) =>
      ['3', '2x3', '2x1x3', '2x2x1x3', '1x2x1x2x2', '2x1x2x1x2x2', '1x2x1x1x2x1x2x1'].map((shape) =>
        call(context, `${shape} distinct`),
      ),
    'rank-zero': (context) => [call(context, 'scalar distinct'), call(context, 'scalar')],
    'size-zero': (context) => ['0', '2x0x3', '0x0'].map((shape) => call(context, shape)),
    'any-length': (context) => [
      ...takeTurns(lengths, context, 4).map((length) => call(context, `${length}`)),
      // beyond any block
      ...(isCurrent(context) ? [call(context, '4099')] : []),
      ...(triesLarge(context) ? [call(context, '70001 small')] : []),
    ],
    broadcasting(context) {
      const { version } = context;
      const isVariadic = inputAt(version, 0)!.variadic;
      const ofThree = version.inputs.length === 3 || isVariadic;
      const shapes = [
        ...broadcastShapes.filter((some) => mayBroadcast(context, some)),
        ...(ofThree ? triples : []),
      ].map((some) => `${some} distinct`);
      const mixed = [...(ofThree ? scalarsOfThree : []), ...(isVariadic ? [nine] : [])];
      const ones = onesOfSomeRank.filter((some) => mayBroadcast(context, some)).map((some) => `${some} distinct`);
      const last = ofThree ? [vectorOfThree, ...squaresOfThree.map((some) => `${some} mixed`)] : [];
      const inFront = onesInFront.filter((some) => mayBroadcast(context, some)).map((some) => `${some} distinct`);
      // where one truth value decides, the other has to be tried
      const truths = context.dtype === 'bool' ? ones.slice(0, 2).map((some) => some.replace('distinct', 'mixed')) : [];
      const calls = [...shapes, ...mixed.map((some) => `${some} mixed`), ...ones, ...last, ...inFront, ...truths];
      return calls.map((some) => ({ ...call(context, some), ...(likeliest.has(some) && { suite: 'quick' as const }) }));
    },
    'slope-by-channel': (context) =>
      ['2x3 3', '2x3x4 3', '1x5x2x3 5', '3x1x4 1'].flatMap((shapes) => {
        const [x] = shapes.split(' ');
        return [shapes, `${x} 1`, `${x} scalar`].map((some) => call(context, `${some} distinct`, {}));
      }),
    'bounds-crossed': (context) =>
      [
        [7, 3],
        [5, 0],
      ].map(([min, max]) =>
        call(context, '3x4 small', { min: filled('scalar', [min!]), max: filled('scalar', [max!]) }),
      ),
    'broadcast-attribute': (context) => [
      ...['scalar', '1x1', '5', '4x5'].map((shape) => call(context, `2x3x4x5 ${shape} distinct`, { broadcast: 1 })),
      call(context, '2x3x4x5 3x4 distinct', { broadcast: 1, axis: 1 }),
      call(context, '2x3x4x5 2 distinct', { broadcast: 1, axis: 0 }),
      ...[{ axis: 0 }, { axis: 1 }, {}].map((way) => call(context, '3x3 3 distinct', { broadcast: 1, ...way })),
      // of equal sizes any axis fits
      ...[{ axis: 0 }, { axis: 1 }, { axis: 2 }].map((way) => call(context, '5x5x5 5 mixed', { broadcast: 1, ...way })),
      ...[{ axis: 0 }, {}].map((way) => call(context, '4x4x4 4x4 mixed', { broadcast: 1, ...way })),
      ...[{ axis: 0 }, { axis: 1 }].flatMap((way) =>
        ['7x7 7 mixed', '3x3x3x3 3x3 mixed'].map((shapes) => call(context, shapes, { broadcast: 1, ...way })),
      ),
      ...[0, 1].map((broadcast) => call(context, '2x3 distinct', { broadcast })),
      // what compares has few numbers that are equal otherwise
      ...['5x5 5 small', '4x4x4 4x4 small'].map((shapes) => call(context, shapes, { broadcast: 1, axis: 0 })),
    ],
  },
  invalid: {
    'invalid-broadcast': unsupportedDrafts,
    *'invalid-fmod'(context) {
      const [right, ...wrong] = [{ fmod: 1 }, { fmod: 0 }, {}].map((way) =>
        withSmallIntegers(call(context, '2x3', way)),
      );
      for (const one of wrong) yield brokenCall(context, right!, one);
    },
  },
});
