import {
  type DType,
  type FloatFormat,
  formatOf,
  type IntegerFormat,
  integerRange,
} from '../../oracles/numerics/dtype.ts';
import type { DataKind } from '../calls/call-plan.ts';
import type { PlanContext } from '../cases/proposal.ts';
import { isCurrent } from '../cases/take-turns.ts';
import { each, filled, type NamedCall } from '../notation/call-notation.ts';

/** A way to call a node: its attributes, and by name the inputs that are parameters of it rather than data. */
export type ElementwiseCall = NamedCall;

/** What is particular to an operator when it is tried. */
interface ElementwiseSettings {
  /** the ways in which it is called; without attributes if absent */
  readonly ways?: readonly ElementwiseCall[] | ((context: PlanContext) => readonly ElementwiseCall[]);
  /** numbers of the first input at which it is delicate */
  readonly edges?: readonly number[] | ((format: FloatFormat) => readonly number[]);
  /** calls for sentences of its text besides the definition, by the id of the clause */
  readonly clauses?: Readonly<Record<string, ElementwiseCalls>>;
  /** second operands for which kernels have a shorter way, as scalars */
  readonly scalars?: readonly number[];
  /** further calls that are worth trying */
  readonly calls?: (context: PlanContext) => readonly NamedCall[];
  /** shapes and inputs that do not fit, where they are not those of all */
  readonly misfits?: readonly (readonly [shapes: string, way: ElementwiseCall])[];
  /** attributes by which it divides, and that are never 0 */
  readonly divisors?: readonly string[];
  /** attributes that are the ends of an interval: what is drawn for one alone might cross the other */
  readonly ends?: readonly string[];
  /** keeps numbers of an input where something is said of them, or where most of them give numbers */
  readonly data?: Keeping;
}
type ElementwiseCalls = readonly NamedCall[] | ((context: PlanContext) => readonly NamedCall[]);
type Keeping = (context: PlanContext, input: number, kind: DataKind | 'special numbers') => NumberChange | undefined;
type NumberChange = (x: number | bigint) => number | bigint;

const isFloat = (dtype: DType): boolean => formatOf(dtype).kind === 'float';
const isSigned = (dtype: DType): boolean => {
  const format = formatOf(dtype);
  return format.kind === 'float' || (format.kind === 'integer' && format.signed);
};

/** Whether an attribute says that the second input is broadcast, as before opset 7. */
const isByAttribute = ({ version }: PlanContext): boolean =>
  version.attributes.some(({ name }) => name === 'broadcast');

/** Of integers no zero as a divisor. */
const nonzero: Keeping = ({ dtype }, input) => (input > 0 && !isFloat(dtype) ? (y) => (y === 0n ? 3n : y) : undefined);

/** And no least integer, which has no quotient by -1; it has a remainder. */
const dividing: Keeping = (context, input, kind) => {
  const format = formatOf(context.dtype);
  if (input > 0 || format.kind !== 'integer') return nonzero(context, input, kind);
  const { min } = integerRange(format);
  return (x) => (x === min ? min + 1n : x);
};

const sizes: NumberChange = (x) => (typeof x === 'bigint' ? x : Math.abs(x));
const usual = (kind: string): boolean => ['distinct', 'mixed', 'wide'].includes(kind);
const positive: Keeping = (_, __, kind) => (usual(kind) ? sizes : undefined);
const within =
  (map: (x: number) => number): Keeping =>
  (_, __, kind) =>
    kind === 'mixed' ? (x) => map(Number(x)) : undefined;

/** Integers whose powers fit every type that has them, but not the digits of float32; exponents that are not negative. */
const powers: Keeping = ({ dtype, types }, input, kind) => {
  if (!isFloat(dtype)) {
    if (input === 0) return (x) => BigInt(x) % 7n;
    return (y) => (typeof y === 'bigint' ? absolute(y) % 12n : Math.trunc(Math.abs(Number.isFinite(y) ? y : 0)) % 12);
  }
  if (input === 1 && !isFloat(types.T1 ?? dtype)) return (y) => BigInt(y) % 64n;
  return input === 0 && usual(kind) ? sizes : undefined;
};

/** Arguments three times as far in float64, where functions that end in a constant or in x do so later. */
const fartherInFloat64: Keeping = ({ dtype }, _, kind) =>
  kind === 'mixed' && dtype === 'float64' ? (x) => 3 * Number(x) : undefined;

const absolute = (x: bigint): bigint => (x < 0n ? -x : x);

/** Amounts below the number of bits, where nothing is said of others. */
const amounts: Keeping = ({ dtype, version }, input) => {
  const { bits } = formatOf(dtype) as { bits: number };
  return input === 0 || version.clauses.some(({ id }) => id === 'any-amount')
    ? undefined
    : (y) => BigInt(y) % BigInt(bits);
};

/** Bounds as attributes, or as inputs, within the least data. Integers, so that every type has them. */
function bounds({ version, dtype }: PlanContext): readonly ElementwiseCall[] {
  const [low, high] = isSigned(dtype) ? [-2, 1] : [2, 4];
  const scalar = (x: number | undefined) => (x === undefined ? undefined : filled('scalar', [x]));
  const pairs = [[low, high], [low], [undefined, high], [], [3, 3]].map(([min, max]) => ({
    min: scalar(min),
    max: scalar(max),
  }));
  const haveDefaults = version.attributes.some(({ default: own }) => own !== undefined);
  return pairs.filter(({ min, max }) => min || max || !haveDefaults);
}

const exponential = [
  -745.13, -720, -104, -103.97, -95, -88, -17.3, -16.7, -12, -9, -1e-3, 1e-3, 9, 11.09, 17, 20, 88.72, 88.73, 709.78,
];
/** Of which the half of an exponential is a number of a type, and the exponential is none. */
const beyondExponentials = [11.5, -11.5, 89.2, -89.2, 710.2, -710.2];
const halvesOfExponentials = () => [{ input: filled('6', beyondExponentials) }];
/** Next to the ends between which they are normal numbers, of each type. */
const lastExponentials = [
  [-9.69, -9.2, -9.03, -87.3, -86.6, -86.1, -708.3, -704, -700.5],
  [11.07, 11.03, 11.01, 88.7, 88.4, 88.1, 709.7, 709.4, 709.1],
];
const ofEnds = () => lastExponentials.map((numbers) => ({ input: filled('9', numbers) }));
/** Where half of the exponential is a number next to the end. */
const ofHalves = () => [
  ...halvesOfExponentials(),
  { input: filled('9', [11.3, -11.7, 11.2, 88.9, -89.3, 89, 709.9, -710.3, 710]) },
  { input: filled('6', [-11.4, 11.6, -88.8, 89.1, -709.85, 710.1]) },
];
const turning = [0.7853982, 1.5707964, Math.PI, 6.2831855, 22, 355, 1e5, 1e22];
const gates = [
  -104, -92, -89, -88, -30, -18, -17, -13, -9, -6, -3, -2.5, -0.01, 0.01, 2.5, 3, 9, 13, 17, 18, 30, 88, 89,
];

/** Bounds that are fractions, infinite, 0, beyond 7 bits, or no number of a type; crossed bounds, before a clause defines them. */
function otherBounds({ dtype, version }: PlanContext): readonly NamedCall[] {
  const { kind, bits } = formatOf(dtype) as { kind: string; bits: number };
  const between = (min: number | bigint | undefined, max: number | bigint | undefined, shape = '33 mixed') => ({
    input: shape,
    min: min === undefined ? undefined : filled('scalar', [min]),
    max: max === undefined ? undefined : filled('scalar', [max]),
  });
  const zeros = [between(0, 6), between(0, undefined), between(undefined, 0)];
  const asOneValue = version.inputs.length > 1 ? [{ ...between(2, 2), max: filled('scalar', [2], { sameAs: 1 }) }] : [];
  const isSaid = version.clauses.some(({ id }) => id === 'bounds-crossed');
  // those that are attributes may be refused where they are crossed: there is no interval then
  const apart = (min: number, max: number, shape?: string) =>
    version.inputs.length > 1 ? between(max, min, shape) : between(min, max, shape);
  const crossed = isSaid ? [] : [apart(3, 7), apart(3, 7, '33 small')];
  // crossed, and equal where they are rounded
  const crossedFrom = (x: number | bigint): NamedCall => {
    const [min, max] = typeof x === 'bigint' ? [x + 3n, x + 1n] : [x + 3, x + 1];
    return { ...between(min, max), suite: 'quick' };
  };
  if (kind === 'float') {
    const fractions = [between(-1.1, 0.7), between(0.3, 1000, '33 wide'), between(-0.3, 3.3)];
    const infinity = Number.POSITIVE_INFINITY;
    const infinite = version.inputs.length > 1 ? [between(-infinity, 0.7), between(-0.7, infinity)] : [];
    const finer = isSaid && bits === 64 ? [crossedFrom(2 ** 24)] : [];
    const others = isSaid ? [] : [apart(-1.1, 0.7)];
    return [...fractions, ...zeros, ...others, ...crossed, ...infinite, ...finer, ...asOneValue];
  }
  const [low, high] = isSigned(dtype) ? (bits < 16 ? [-100, 100] : [-1000, 20_000]) : [130, bits < 16 ? 200 : 20_000];
  const far = [between(low, high, '33 wide')];
  // no float of as many bits has them
  const digits = bits === 64 ? 53n : 24n;
  const farther =
    bits < 32
      ? []
      : [
          between(2n ** digits + 1n, 2n ** digits + 3n, '33 large'),
          between(0, 2n ** BigInt(bits - 2) + 1n, '33 large'),
          ...(isSaid ? [crossedFrom(2n ** digits)] : []),
        ];
  return [...far, ...farther, ...zeros, ...crossed, ...asOneValue];
}

/** Where x + ½ rounds: before a half, at halves that have no neighbours between, and beyond. */
const integral = ({ precision }: FloatFormat): readonly number[] =>
  [0.5 - 2 ** -(precision + 1), 2 ** (precision - 2) + 1.5, 2 ** (precision - 1) + 1].flatMap((x) => [x, -x]);

/** Squares by a scalar; powers that fill the type, and that no float has; roots, whatever fraction is left; exponents that fill the digits. */
function knownPowers(context: PlanContext): readonly NamedCall[] {
  const { dtype, types } = context;
  const exponents = types.T1 ?? dtype;
  if (isByAttribute(context)) return [];
  if (exponents !== dtype && isFloat(exponents)) return isFloat(dtype) ? [] : rootsOfIntegers;
  if (exponents !== dtype) return farExponents(context, exponents);
  const format = formatOf(dtype) as FloatFormat | IntegerFormat;
  const squares = [
    { X: format.kind === 'float' ? '3x11 mixed' : filled('3x11', [5, 3, -7, 11]), Y: filled('scalar', [2]) },
  ];
  if (format.kind === 'float') return [...squares, ...signsOfOne(format)];
  if (format.bits < 64) {
    return [
      ...squares,
      { X: filled('5', [3, -7, 11, 46_339, 2]), Y: filled('5', [19, 11, 8, 2, 30]) },
      { X: filled('5', [3, -3, 2]), Y: filled('scalar', [19]) },
      { X: filled('scalar', [-5]), Y: filled('3', [13, 12, 11]) },
    ];
  }
  return [
    ...squares,
    { X: filled('4', [3n, -7n, 2n, 2n ** 31n + 1n]), Y: filled('4', [39, 21, 62, 1]) },
    { X: filled('5', [3n, -3n, 11n]), Y: filled('scalar', [17]) },
  ];
}

/** Integers as exponents that neither the digits of float32 hold nor, where they have 64 bits, an int32. */
function farExponents({ dtype }: PlanContext, exponents: DType): readonly NamedCall[] {
  const { bits } = formatOf(exponents) as IntegerFormat;
  if (bits < 32 || !isSigned(dtype)) return [];
  const odd = 2 ** 24 + 1;
  const signs = { X: filled('5', [-1, -1, 1, -1, -1]), Y: filled('5', [odd, odd + 1, odd, odd + 2, 3]) };
  if (bits < 64 || !isFloat(dtype)) return [signs];
  const far = 2 ** 32 + 1;
  const wide = filled('5', [far, far, far, far + 1, far + 2]);
  return [
    signs,
    { X: filled('5', [2, 0.5, -1, -2, -0.5]), Y: wide },
    { X: filled('5', [0.5, 2, -2, 0.75, 1]), Y: wide },
  ];
}

/** Their fractions are below a half: truncated or rounded, they are the same integers. */
const rootsOfIntegers: readonly NamedCall[] = [
  { X: filled('6', [5, 6, 10, 11, 5, 10]), Y: filled('6', [0.5, 0.5, 0.5, 0.5, 1.5, 2.5]) },
  { X: filled('7', [5, 6, 10, 11, 17]), Y: filled('scalar', [0.5]) },
];

/** Powers of -1, by the largest odd number of a type and by what is odd in the widest type alone. */
const signsOfOne = ({ precision }: FloatFormat): readonly NamedCall[] => {
  const odd = 2 ** precision - 1;
  return [[odd, -odd, odd - 1], [2 ** 33 + 1, 2 ** 32 + 1, 2 ** 31 - 1].map((exponent) => Math.min(odd, exponent))].map(
    (exponents) => ({ X: filled('3', [-1]), Y: filled('3', exponents) }),
  );
};

/** The same again, and their neighbours. */
function halves({ dtype }: PlanContext): readonly NamedCall[] {
  const format = formatOf(dtype) as FloatFormat;
  const ties = [1, 3, 5, 7].flatMap((by) => [2 ** (format.precision - 2) + by + 0.5, by + 0.5]);
  return [integral(format), ties.flatMap((x) => [x, -x])].map((numbers) => ofX(...numbers));
}

/** Arguments far from zero; those that float16 lacks are infinite there. */
const ofManyTurns = () => [
  { input: filled('7', [1e3, -3e4, 65_504, 12_345_678, -1e10, 1e15, 3e18]) },
  { input: filled('6', [4e4, 1e9, -1e36, 1e50, -1e200, 1e300]) },
];

/** Numbers of an input, or of two. */
const ofX = (...x: number[]): NamedCall => ({ X: filled(`${x.length}`, x) });
const ofPair = (first: readonly number[], second: readonly number[]): NamedCall => ({
  A: filled(`${first.length}`, first),
  B: filled(`${second.length}`, second),
});
const shift = (direction: string, x: readonly number[], y: readonly number[]): NamedCall => ({
  X: filled(`${x.length}`, x),
  Y: filled(`${y.length}`, y),
  direction,
});
/** Integers that are multiples of a scalar whose reciprocal is rounded down, in float32 and in float64, and their neighbours. */
function quotients(context: PlanContext): readonly NamedCall[] {
  if (isFloat(context.dtype) || isByAttribute(context)) return [];
  return [41, 49].map((by) => ({
    A: filled('9', [0, by - 1, by, by + 1, 2 * by - 1, 2 * by, 2 * by + 1, 1, 127]),
    B: filled('scalar', [by]),
  }));
}

const infinity = Number.POSITIVE_INFINITY;

/** Dividends and divisors; one of each pair is zero, infinite or NaN. */
const atInfinity: NamedCall = {
  A: filled('8x1', [infinity, -infinity, 2.5, -2.5, 0, -0, 1, Number.NaN]),
  B: filled('6', [infinity, -infinity, 0, -0, Number.NaN, -3]),
};

/** Numbers that rounding does not change. */
const integralNumbers = ofX(-1000, -3, -1, -0, 0, 1, 2, 7, 256, infinity, -infinity, Number.NaN);

/** NaN of every pattern, which some kernels take for an infinity. */
const ofEachNaN = (): readonly NamedCall[] =>
  ['13', '3x5'].map((shape) => ({ X: filled(shape, [Number.NaN, 1, Number.NaN], { nan: 'all' }) }));

/** The settings of operators that differ from the defaults. */
export const elementwiseSettings: Readonly<Record<string, ElementwiseSettings>> = {
  Add: { scalars: [0] },
  Acosh: { data: within((x) => 1 + Math.abs(x)), edges: [1.001, 1.5, 2, 100] },
  Acos: { data: within((x) => x / 8), edges: [-0.99, -0.7, 0.3, 0.7, 0.99] },
  Asin: { data: within((x) => x / 8), edges: [-0.99, -0.7, 0.3, 0.7, 0.99] },
  Asinh: { edges: gates },
  Atan: { edges: gates },
  Atanh: { data: within((x) => x / 8), edges: [-0.99, -0.7, 0.01, 0.3, 0.7, 0.99] },
  BitShift: {
    ways: [{ direction: 'LEFT' }, { direction: 'RIGHT' }],
    data: amounts,
    clauses: {
      'arithmetic-shift': [shift('RIGHT', [-1, -2, -128, -7, -100, 100], [1, 1, 3, 2, 6, 6])],
      'shifted-past-the-sign': [shift('LEFT', [1, 64, 127, -128, -1, -65], [7, 1, 1, 1, 7, 2])],
      'any-amount': ({ dtype }) =>
        ['LEFT', 'RIGHT'].flatMap((direction) => [
          shift(direction, [100, 1, 127, 3], [64, 65, 100, 127]),
          shift(direction, [100, 1, 127, 3, 8], [8, 16, 32, 63, 7]),
          ...(isSigned(dtype) ? [shift(direction, [100, -100, -1, 1], [-1, -8, 8, 64])] : []),
        ]),
    },
  },
  Ceil: { edges: integral, clauses: { 'integral-unchanged': [integralNumbers] } },
  Celu: { ways: [{}, { alpha: -2 }, { alpha: 0.3 }], edges: gates, divisors: ['alpha'] },
  Clip: {
    ways: bounds,
    ends: ['min', 'max'],
    calls: otherBounds,
    clauses: {
      'absent-bounds': [{ min: -2 }, { max: 2 }, {}].map((bounds) => ({ input: '3x4 mixed', ...bounds })),
    },
    misfits: [
      ['2x3', { min: '3' }],
      ['2x3', { max: '2x3' }],
    ],
  },
  Cos: { edges: turning, calls: ofManyTurns },
  Cosh: { edges: exponential, calls: ofHalves },
  Div: {
    data: dividing,
    scalars: [3, 4],
    calls: quotients,
    clauses: {
      'integer-truncation': [
        ofPair([7, -7, 7, -7, 1, -1, 100, -100], [2, 2, -2, -2, 3, 3, 7, -7]),
        ofPair([8, -8, 6, -6, 5, -5], [3, 3, -4, -4, -5, 5]),
      ],
    },
  },
  Elu: { ways: [{}, { alpha: -2 }, { alpha: 0.3 }], edges: gates },
  Equal: { scalars: [0] },
  Erf: { edges: [-4, -3.9, -2, -0.5, -0.01, 0.01, 0.84, 1.25, 3.5, 6] },
  Exp: { edges: [...exponential, ...lastExponentials.flat()], calls: ofEnds },
  Floor: { edges: integral, clauses: { 'integral-unchanged': [integralNumbers] } },
  Gelu: {
    ways: [{}, { approximate: 'tanh' }],
    edges: gates,
    clauses: { 'approximate-tanh': each({ X: ['5x7 mixed', '33 wide'] }, { approximate: 'tanh' }) },
  },
  Greater: { scalars: [0] },
  GreaterOrEqual: { scalars: [0] },
  HardSigmoid: {
    ways: [{}, { alpha: 0.5, beta: -0.25 }],
    edges: gates,
    calls: () => [{ X: '5x7 mixed', alpha: -0.5, beta: 0.25 }],
  },
  HardSwish: { edges: gates },
  IsInf: {
    data: within((x) => (Math.abs(x) > 2 ? x / 0 : x)),
    calls: ofEachNaN,
    ways: [{}, { detect_negative: 0 }, { detect_positive: 0 }, { detect_negative: 0, detect_positive: 0 }],
    clauses: {
      'negative-undetected': [{ ...ofX(infinity, -infinity, 1, -1), detect_negative: 0 }],
      'positive-undetected': [{ ...ofX(infinity, -infinity, 1, -1), detect_positive: 0 }],
    },
  },
  IsNaN: {
    data: within((x) => (x > 2 ? Number.NaN : x)),
    calls: ofEachNaN,
  },
  LeakyRelu: { ways: [{}, { alpha: -0.5 }, { alpha: 1.5 }] },
  Less: { scalars: [0] },
  LessOrEqual: { scalars: [0] },
  Log: { data: positive, edges: [0.99, 1.01, 1.1, 2, 10] },
  Mish: { edges: gates, data: fartherInFloat64 },
  Mod: {
    scalars: [3, 4],
    ways: ({ dtype, version }) => [
      ...(isFloat(dtype) || version.since !== 13 ? [{ fmod: 1 }] : []),
      ...(isFloat(dtype) && version.since < 28 ? [] : [{}]),
    ],
    data: (context, input, kind) =>
      isFloat(context.dtype) && input === 1 && context.version.since < 13
        ? (y) => (y === 0 ? 3 : y)
        : nonzero(context, input, kind),
    clauses: {
      'sign-of-divisor': [
        ofPair([7, -7, 7, -7, 1, -1, 100, -100], [3, 3, -3, -3, 5, 5, 7, -7]),
        ofPair([6, -6, 9, -9, 5, -5, 0, 0], [3, -3, -4, 4, -3, 3, -5, 5]),
      ],
      'sign-of-dividend': [
        { ...ofPair([7, -7, 7, -7, 1, -1, 100, -100], [3, 3, -3, -3, 5, 5, 7, -7]), fmod: 1 },
        { ...ofPair([6, -6, 5, -5], [3, 3, -4, -4]), fmod: 1 },
        // whose remainder the lowest bits are, of what is not negative
        { A: filled('8', [7, -7, 5, -5, 8, -8, 1, -1]), B: filled('scalar', [4]), fmod: 1 },
      ],
      'remainders-at-infinity': [{ ...atInfinity, fmod: 1 }],
      'residues-at-infinity': [atInfinity],
    },
  },
  Mul: { scalars: [0, -1] },
  PRelu: {
    ways: ({ version }) => (version.since < 7 ? [{ slope: '1' }] : [{}]),
    // as many channels as columns
    calls: (context) => (isCurrent(context) ? [{ X: '2x3x2x3', slope: '3x1x1 distinct' }] : []),
    misfits: [
      ['2x3', { slope: '2' }],
      ['2x3x4', { slope: '4' }],
      ['3', { slope: '2x3' }],
    ],
  },
  Pow: { data: powers, scalars: [0, 0.5, -0.5, 1, -1, 3], calls: knownPowers },
  Round: {
    edges: integral,
    calls: halves,
    clauses: {
      'halves-to-even': [ofX(0.5, 1.5, 2.5, 3.5, 4.5, -0.5, -1.5, -2.5, -3.5, 0.25, 0.75, -0.75)],
      'integral-unchanged': [integralNumbers],
    },
  },
  Selu: { ways: [{}, { alpha: -1.5, gamma: 0.5 }], edges: gates },
  Shrink: {
    data: ({ dtype }) => (isFloat(dtype) ? undefined : (x) => BigInt(x) % 1000n),
    ways: ({ dtype }) => [
      {},
      ...(isSigned(dtype) ? [{ lambd: 2, bias: 1 }] : []),
      ...(isFloat(dtype) ? [{ lambd: 0.3, bias: -0.3 }] : []),
    ],
    clauses: { 'at-the-threshold': [{ input: filled('6', [2, -2, 1, -1, 3, -3]), lambd: 2, bias: 1 }] },
  },
  Sigmoid: { edges: gates, data: fartherInFloat64 },
  Sin: { edges: turning, calls: ofManyTurns },
  Sinh: { edges: exponential, calls: ofHalves },
  Softplus: {
    edges: [...gates, 10.2, 28.5],
    data: fartherInFloat64,
    calls: () => [
      { X: filled('7', [8.5, 9.5, 10.1, 10.3, 10.6, 11.5, 19.5]) },
      { X: filled('7', [10.05, 10.4, 10.5, 3.5, 20.5, 24, 27]) },
    ],
  },
  Softsign: { edges: gates },
  Sqrt: {
    data: positive,
    clauses: { 'negative-root': [ofX(-1, -0.25, -1000, 4, -4, -infinity)] },
  },
  Sub: { scalars: [0] },
  SwiGLU: { ways: [{}, { alpha: 1.702 }, { alpha: -0.5 }], edges: gates },
  Swish: { ways: [{}, { alpha: 1.702 }, { alpha: -0.5 }], edges: gates },
  Tan: { edges: turning },
  Tanh: { edges: gates, data: fartherInFloat64 },
  ThresholdedRelu: {
    ways: [{}, { alpha: 0.25 }, { alpha: 0 }, { alpha: -1 }],
    clauses: {
      'at-the-threshold': [
        ...each({ alpha: [1, -2] }, ofX(1, 0.5, 2, -2, -1, -3)),
        // between 0.3, and what float32 and types of 16 bits make of it
        { alpha: 0.3, ...ofX(0.3, 0.30000001, 0.30000002, 0.30000004, 0.30001, 0.30004, 0.3002, 0.299) },
      ],
    },
  },
};
