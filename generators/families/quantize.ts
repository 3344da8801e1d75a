import { integral } from '../../oracles/arithmetic/machine.ts';
import {
  type FloatFormat,
  type Format,
  formatOf,
  type IntegerFormat,
  integerRange,
} from '../../oracles/numerics/dtype.ts';
import { largestFinite, roundDouble } from '../../oracles/numerics/rounding.ts';
import type { NumericScalar } from '../../oracles/numerics/trait.ts';
import type { InputPlan } from '../calls/draft-of-call.ts';
import type { PlanContext } from '../cases/proposal.ts';
import { withRest } from '../cases/take-turns.ts';
import { breaking, filled, type NamedCall, type NamedPlans, plansFrom, varied } from '../notation/call-notation.ts';
import { byOperator, familyOf } from '../notation/derived.ts';
import { edges, halves } from './cast.ts';
import { drawDequantization, drawDynamicQuantization, drawQuantization } from './quantize-draw.ts';

const { POSITIVE_INFINITY: inf, NaN: nan } = Number;

/** The types of the data, and of what is not the data's and not the scale's. */
const dataOf = ({ types }: PlanContext): Format => formatOf(Object.values(types)[0]!);
const outputOf = ({ types }: PlanContext): Format => formatOf(Object.values(types).at(-1)!);

/** The type of the zero points: that of the output, or of the data where the output is a usual float. */
const zeroTypeOf = (context: PlanContext): Format => {
  const output = outputOf(context);
  return output.kind === 'float' && output.bits > 8 ? dataOf(context) : output;
};

/** A scale that a type can represent, with exact quotients. */
const exactScale = (data: Format): number => (data.kind === 'float' ? 0.25 : 2);

/** What a type has of some numbers. */
const within = (format: Format, numbers: readonly number[]): readonly number[] =>
  numbers.filter((x) =>
    format.kind === 'float'
      ? Math.abs(x) <= largestFinite(format) && roundDouble(x, format) === x
      : Number.isInteger(x) && Math.abs(x) < 2 ** 31,
  );

/** A zero point of a type: not 0, where it is an integer. */
const zeroOf = (format: Format): number =>
  format.kind === 'float' ? 0 : (format as { signed?: boolean }).signed ? -1 : format.bits > 2 ? 3 : 1;

const vector = (numbers: readonly number[]): InputPlan => filled(`${numbers.length}`, numbers);
const dataFrom = (numbers: readonly number[]): InputPlan => vector(withRest(numbers));
const scalar = (x: number, form?: InputPlan['form']): InputPlan => filled('scalar', [x], form && { form });

/** Data that are multiples of the scale. */
function inUnits(context: PlanContext, units: readonly number[], zero = zeroOf(outputOf(context))): NamedCall {
  const data = dataOf(context);
  const scale = exactScale(data);
  const x = within(
    data,
    units.map((unit) => unit * scale),
  );
  return { x: dataFrom(x), y_scale: scalar(scale), y_zero_point: scalar(zero) };
}

/** A scale for each place along axis, and a zero point. */
function perAxis(context: PlanContext, shape: string, axis: number): NamedCall {
  const size = shape.split('x').map(Number).at(axis)!;
  const scales = [0.5, 2, 0.25, 1, 4]
    .slice(0, size)
    .map((scale) => (dataOf(context).kind === 'float' ? scale : scale * 4));
  const numbers = within(dataOf(context), [0, 1, -2, 3, 5, -4, 8, 2, -16, 6, 12]);
  const zero = zeroOf(zeroTypeOf(context));
  return {
    x: filled(shape, numbers),
    y_scale: vector(scales),
    y_zero_point: vector(scales.map((_, i) => (i % 2 === 0 ? zero : 0))),
    axis,
  };
}

/** Blocks of a dimension, each with a scale of its own. */
function blocked(context: PlanContext, shape: string, axis: number, block_size: number): NamedCall {
  const dims = shape.split('x').map(Number);
  const blocks = dims.with(axis, Math.ceil(dims[axis]! / block_size)).join('x');
  const { x } = perAxis(context, shape, axis);
  return {
    x,
    y_scale: filled(blocks, [1, 0.5, 4, 2, 0.25]),
    y_zero_point: filled(blocks, [zeroOf(zeroTypeOf(context)), 0]),
    axis,
    block_size,
  };
}

/** Blocks as weights have them, along axes of any rank, and of one element or the whole dimension. */
const moreBlocks = (context: PlanContext): readonly NamedCall[] => [
  { ...blocked(context, '4x6', 1, 3), axis: -1 },
  { ...blocked(context, '6x3', 0, 2), axis: -2 },
  blocked(context, '2x3x4x5', 2, 2),
  blocked(context, '2x3x5x2', 2, 5),
  ...[8, 16, 32].map((size) => blocked(context, '3x71', 1, size)),
  blocked(context, '5x4', 1, 1),
  // of a list, also with a last block that is shorter
  blocked(context, '8', 0, 4),
  { ...blocked(context, '7', 0, 3), axis: -1 },
  blocked(context, '3', 0, 1),
  // as weights of networks have them: along the last dimension but one, or the last
  { ...blocked(context, '2x6x4', 1, 3), suite: 'quick' },
  { ...blocked(context, '2x3x8', 2, 4), axis: -1 },
];

const knowsAxis = ({ version }: PlanContext) => version.attributes.some(({ name }) => name === 'axis');

/** Numbers half way between those of a type: between integers up to 100, or between floats from 1 to 64. */
function halvesOf(to: Format): readonly number[] {
  if (to.kind !== 'float') return Array.from({ length: 100 }, (_, k) => k + 0.5);
  const ofBinade = Array.from({ length: 2 ** (to.precision - 1) }, (_, k) => 1 + (2 * k + 1) * 2 ** -to.precision);
  return [0, 1, 2, 3, 4, 5].filter((e) => e <= to.maxExponent).flatMap((e) => ofBinade.map((x) => x * 2 ** e));
}

/** Multiples of a divisor by halves that the product with its rounded reciprocal misses, and rounds to another number. */
function halvesByDivision(format: FloatFormat, to: Format): { readonly scale: number; readonly x: readonly number[] } {
  const round = (x: number) => roundDouble(x, format);
  const stored = (x: number) => (to.kind === 'float' ? roundDouble(x, to) : integral['nearest-even'](x));
  const found = Array.from({ length: 120 }, (_, i) => 2 * i + 3).map((scale) => ({
    scale,
    x: halvesOf(to)
      .map((half) => half * scale)
      .filter((x) => round(x) === x && stored(round(round(1 / scale) * x)) !== stored(x / scale)),
  }));
  return found.reduce((best, one) => (one.x.length > best.x.length ? one : best));
}

const anyShapes = 'scalar 1 33 301 2x3x4x5 1x3x9x11 2x1x3x1x2 1x1x1x1x1x7 65x2 0 2x0x3 0x3 3x0'.split(' ');

const steps = Array.from({ length: 48 }, (_, i) => (i - 24) / 4);

const quantizeLinear: NamedPlans = {
  draw: drawQuantization,
  samples: (context) => [
    ...(knowsAxis(context) ? ['2x3', '3x3'].map((shape) => ({ ...perAxis(context, shape, 1), x: shape })) : []),
    { ...inUnits(context, [0, 1, -2, 3, 1, 2]), x: '2x3' },
    inUnits(context, [2, 0, 1, 3]),
  ],
  sizes: [
    (context) =>
      ['2x3', '4x1', '3x33'].map((shape) => ({
        ...inUnits(context, [0]),
        x: dataOf(context).kind === 'float' ? `${shape} mixed` : `${shape} small`,
      })),
  ],
  pairs: (context) => [
    {
      differs: 'another constant scale',
      calls: [1, 2].map((times) => ({
        ...inUnits(context, [0, 1, 2, 3, 6]),
        y_scale: scalar(times * exactScale(dataOf(context)), 'initializer'),
      })),
    },
  ],
  sameShapeCalls: [4, 0.5, 2].map((one) => ({ x: scalar(one), y_scale: scalar(one) })),
  aliasCandidates: [],
  plans: {
    definition: (context) => [
      inUnits(context, steps),
      // floats of few bits have 0 for their zero point above as well
      inUnits(context, outputOf(context).kind === 'float' ? steps.map((x) => x * 3) : steps, 0),
      { ...inUnits(context, steps.toReversed()), y_zero_point: undefined },
      ...(hasSigns(context) ? [{ ...inUnits(context, steps, 0), y_scale: scalar(-exactScale(dataOf(context))) }] : []),
      ...(dataOf(context).kind === 'float' && outputOf(context).kind !== 'float'
        ? [{ ...inUnits(context, [0]), x: '4x9 mixed', y_scale: scalar(0.03, 'initializer') }]
        : []),
    ],
    rounding: (context) => {
      const zero = zeroOf(outputOf(context));
      const units = [0.5, 1.5, 2.5, 3.5, -0.5, -1.5, -2.5, 0.75, 1.25, 2.75, -0.75];
      return [zero, zero + 1, 0].map((one) => inUnits(context, units, one));
    },
    saturation: (context) => {
      const format = outputOf(context);
      if (format.kind === 'float') {
        const data = dataOf(context) as FloatFormat;
        return [inUnits(context, [...halves(data, format), ...edges(data, format).filter(Number.isFinite)], 0)];
      }
      const { min, max } = integerRange(format as IntegerFormat);
      const [least, most] = [Number(min), Number(max)];
      const near = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1, 2];
      const far = [1000, 40_000, 2 ** 20, 2 ** 31, 2 ** 33, 2 ** 40, 2 ** 64, 2 ** 100];
      const units = [...near.flatMap((x) => [least + x, most + x]), ...far.flatMap((x) => [x, -x])];
      return [0, zeroOf(format)].map((zero) => inUnits(context, units, zero));
    },
    division: (context) => {
      const { scale, x } = halvesByDivision(dataOf(context) as FloatFormat, outputOf(context));
      return [
        { x: dataFrom(x), y_scale: scalar(scale), y_zero_point: scalar(0) },
        {
          x: dataFrom(x.map((one) => one / 4)),
          y_scale: scalar(scale / 4, 'initializer'),
          y_zero_point: scalar(0, 'initializer'),
        },
        { x: dataFrom(x), y_scale: scalar(scale) },
      ];
    },
    'infinite-quotients': (context) => [
      { ...inUnits(context, [0]), x: vector([inf, -inf, 1, 2]) },
      { ...inUnits(context, [0]), x: vector([1, -1, 3]), y_scale: scalar(0) },
      { ...inUnits(context, [0]), x: vector([1, -1, 0]), y_scale: scalar(2 ** -149) },
    ],
    'any-shape': (context) => [
      ...anyShapes.map((shape) => ({
        ...inUnits(context, [0]),
        x: filled(shape, [0, 1, 0.5, -0.25, 2]),
      })),
    ],
    'per-axis': (context) => [
      ...[0, 1, 2].map((axis) => perAxis(context, '2x3x4', axis)),
      perAxis(context, '5x17', 0),
      perAxis(context, '33x2', 1),
      { ...perAxis(context, '2x3x2x2', 1), y_zero_point: undefined },
    ],
    blocked: (context) => [
      blocked(context, '4x6', 1, 2),
      blocked(context, '4x6', 1, 3),
      blocked(context, '4x6', 1, 4),
      blocked(context, '5x3', 0, 2),
      blocked(context, '2x5x3', 1, 3),
      { ...blocked(context, '2x4x2', 2, 1), y_zero_point: undefined },
      ...moreBlocks(context),
    ],
    'to-small-float': (context) => {
      const [from, to] = [dataOf(context), outputOf(context)] as [FloatFormat, FloatFormat];
      const numbers = [0, nan, ...halves(from, to), ...edges(from, to).filter(Number.isFinite)];
      return [1, 0].map((saturate) => ({
        x: dataFrom(numbers),
        y_scale: scalar(1),
        y_zero_point: scalar(0),
        saturate,
      }));
    },
    'output-dtype': (context) => [
      { ...inUnits(context, steps), y_zero_point: undefined, output_dtype: outputOf(context).code },
      { ...inUnits(context, steps), output_dtype: outputOf(context).code },
    ],
    precision: (context) => {
      const x = [2.35, 1.15, 0.35, 7.85, 12.45, 3.05].map((one) => roundDouble(one, dataOf(context) as FloatFormat));
      const call = { x: vector(x), y_scale: scalar(0.1), y_zero_point: scalar(0) };
      return varied(
        call,
        'precision',
        ...(['float32', 'float16', 'bfloat16'] as const).map((one) => formatOf(one).code),
        undefined,
      );
    },
  },
  invalid: {
    'invalid-scale-shape': (context) => {
      const valid = { ...perAxis(context, '2x3', 1), y_zero_point: undefined };
      const both = perAxis(context, '2x3', 1);
      return [
        ...breaking(valid, 'y_scale', vector([1, 2]), vector([1, 2, 1, 2])),
        ...breaking(both, 'y_zero_point', vector([1, 1]), scalar(1)),
      ];
    },
    'invalid-output-dtype': (context) => {
      const { code } = outputOf(context);
      return breaking({ ...inUnits(context, [0, 1, 2]), output_dtype: code }, 'output_dtype', code === 2 ? 3 : 2);
    },
  },
};

/** The other way: an input under the names of the other operator. */
const dequantized = ({ x, y_scale, y_zero_point, ...more }: NamedCall): NamedCall => ({
  x,
  x_scale: y_scale,
  x_zero_point: y_zero_point,
  ...more,
});

/** Numbers of the type of the data: all of them where these are few. */
function numbersOf(format: Format): readonly NumericScalar[] {
  if (format.kind === 'float') return Array.from(format.values!);
  const { min, max } = integerRange(format as IntegerFormat);
  if (format.bits <= 8) return Array.from({ length: 2 ** format.bits }, (_, i) => min + BigInt(i));
  return [min, max, 0n, 1n, 100n, 127n, 128n, 255n, 256n, 1000n, 32_767n, min + 1n, max - 1n, (1n << 24n) + 1n].filter(
    (x) => x <= max,
  );
}

/** The type of the output, for versions that take it, where it is not that of the scale. */
const outputType = ({ types }: PlanContext): NamedCall =>
  types.T3 && types.T3 !== types.T2 ? { output_dtype: formatOf(types.T3).code } : {};

/** Whether scales may be negative or 0. */
const hasSigns = ({ types: { T2 = 'float32' } }: PlanContext): boolean => T2 !== 'float8e8m0';

/** A zero point: of wide integers it is supposed to be 0. */
const offset = (format: Format): number => (format.bits > 16 ? 0 : zeroOf(format));

/** Some numbers of the type of the data, with a scale and a zero point. */
function fromUnits(context: PlanContext, numbers: readonly NumericScalar[], scale: number, zero?: number): NamedCall {
  const x = filled(`${numbers.length}`, numbers);
  return { x, x_scale: scalar(scale), x_zero_point: scalar(zero ?? offset(dataOf(context))), ...outputType(context) };
}

/** A few numbers that every type has. */
const few = (context: PlanContext): readonly number[] =>
  dataOf(context).kind === 'float' ? [0, 1, 2, 4, 0.5] : [0, 1, 1, 0, 1];

const dequantizeLinear: NamedPlans = {
  draw: drawDequantization,
  samples: (context) => {
    const along = (shape: string): NamedCall => {
      const { x_scale, x_zero_point } = dequantized(perAxis(context, shape, 1));
      const zero = vector([offset(dataOf(context)), 0, 0].slice(0, (x_zero_point as InputPlan).dims[0]));
      return { x: filled(shape, few(context)), x_scale, x_zero_point: zero, axis: 1, ...outputType(context) };
    };
    return [
      ...(knowsAxis(context) ? [along('2x3'), along('3x3')] : []),
      { ...fromUnits(context, [0], 0.5), x: filled('2x3', few(context)) },
      fromUnits(context, few(context), 2),
    ];
  },
  sizes: [
    (context) => ['2x3', '4x1', '3x33'].map((shape) => ({ ...fromUnits(context, [0], 0.5), x: `${shape} mixed` })),
  ],
  pairs: (context) => [
    {
      differs: 'another constant scale',
      calls: [0.5, 2].map((scale) => ({
        ...fromUnits(context, few(context), scale),
        x_scale: scalar(scale, 'initializer'),
      })),
    },
    ...(knowsAxis(context)
      ? [
          {
            differs: 'another axis',
            calls: [0, 1].map((axis) => ({
              ...dequantized(perAxis(context, '3x3', axis)),
              x: '3x3 mixed',
              ...outputType(context),
            })),
          },
        ]
      : []),
  ],
  aliasCandidates: [],
  plans: {
    definition: (context) => [
      { ...fromUnits(context, [0], 0.5), x: '3x7 mixed' },
      { ...fromUnits(context, [0], 0.03), x: '4x9 mixed' },
      { ...fromUnits(context, [0], 300), x: '9 wide', x_zero_point: undefined },
      // a difference of 0 by a negative scale is -0
      ...(hasSigns(context) ? [-0.5, 0, -2] : []).map((scale) => fromUnits(context, few(context), scale)),
    ],
    'every-number': (context) => {
      const all = numbersOf(dataOf(context));
      return [fromUnits(context, all, 0.25), { ...fromUnits(context, all, 2), x_zero_point: undefined }];
    },
    difference: (context) => {
      const all = numbersOf(dataOf(context));
      const { min, max } = integerRange(dataOf(context) as IntegerFormat);
      return [min, max].map((zero) => fromUnits(context, all, 0.5, Number(zero)));
    },
    'any-shape': (context) =>
      anyShapes.map((shape) => ({
        ...fromUnits(context, [0], 0.5),
        x: filled(shape, few(context)),
      })),
    'special-values': (context) => [
      { ...fromUnits(context, numbersOf(dataOf(context)), 1, 0) },
      { ...fromUnits(context, numbersOf(dataOf(context)), 0.1), x_zero_point: undefined },
    ],
    'per-axis': (context) => [
      ...[0, 1, 2].map((axis) => ({
        ...dequantized(perAxis(context, '2x3x4', axis)),
        x: '2x3x4 mixed',
        ...outputType(context),
      })),
      { ...dequantized(perAxis(context, '5x17', 0)), x: '5x17 mixed', ...outputType(context) },
      { ...dequantized(perAxis(context, '3x2x4', 2)), x: '3x2x4 mixed', ...outputType(context) },
      { ...dequantized(perAxis(context, '4x3', 0)), x: '4x3 mixed', ...outputType(context) },
      {
        ...dequantized(perAxis(context, '2x3x2x2', 1)),
        x: '2x3x2x2 mixed',
        x_zero_point: undefined,
        ...outputType(context),
      },
    ],
    blocked: (context) =>
      [
        blocked(context, '4x6', 1, 2),
        blocked(context, '4x6', 1, 3),
        blocked(context, '4x6', 1, 4),
        blocked(context, '5x3', 0, 2),
        { ...blocked(context, '2x5x3', 1, 3), y_zero_point: undefined },
        ...moreBlocks(context),
      ].map((call) => ({
        ...dequantized(call),
        x: `${(call.x as InputPlan).dims.join('x')} mixed`,
        ...outputType(context),
      })),
    'output-dtype': (context) => [
      { ...fromUnits(context, [0], 0.5), x: '3x5 mixed', output_dtype: formatOf(context.types.T3!).code },
      { ...fromUnits(context, [0], 0.1), x: '3x5 mixed', output_dtype: formatOf(context.types.T3!).code },
    ],
  },
  invalid: {
    'invalid-scale-shape': (context) => {
      const valid = {
        ...dequantized(perAxis(context, '2x3', 1)),
        x: filled('2x3', few(context)),
        ...outputType(context),
      };
      return [
        ...breaking({ ...valid, x_zero_point: undefined }, 'x_scale', vector([1, 2]), vector([1, 2, 1, 2])),
        ...breaking({ ...valid, x_zero_point: vector([1, 1, 1]) }, 'x_zero_point', vector([1, 1]), scalar(1)),
      ];
    },
  },
};

/** Numbers as multiples of a power of two. */
const times = (unit: number, ...numbers: number[]): NamedCall => ({ x: vector(numbers.map((x) => x * unit)) });

/** Data whose scale leads to halves that a product with its reciprocal misses. */
function dividedIntoHalves(): NamedCall[] {
  const { scale, x } = halvesByDivision(formatOf('float32'), formatOf('uint8'));
  const inRange = x.filter((one) => one > 0 && one < 255 * scale);
  return [1, 0.25, 2].map((unit) => times(unit, 0, 255 * scale, ...inRange));
}

const dynamicQuantizeLinear: NamedPlans = {
  draw: drawDynamicQuantization,
  samples: [{ x: '2x5' }, { x: '2x5 small' }, times(0.25, -64, 191, 3, 7, -10, 0)],
  sizes: [[{ x: '2x3 mixed' }, { x: '4x5 mixed' }, { x: '3x33 mixed' }]],
  aliasCandidates: [],
  plans: {
    definition: [
      { x: '4x6 mixed' },
      { x: '40 small' },
      times(1, -128, 127, 5, -7, 100, 0, 64),
      times(2 ** -12, -10, 245, 3, 200, -1),
      { x: filled('3x5', [0.1, -0.7, 2.3, 1.9, -1.1, 0.45, 3.3]) },
    ],
    'one-sided': [
      times(0.5, 255, 100, 3, 17, 51),
      times(0.5, -255, -100, -3, -17, -51),
      { x: filled('2x4', [1.5, 2.25, 7.75, 3.1]) },
      { x: filled('2x4', [-1.5, -2.25, -7.75, -3.1]) },
      times(1, 5),
      times(1, -5),
    ],
    rounding: [
      times(0.25, -64, 191, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 100.5, 101.5),
      times(4, 0, 255, 0.5, 1.5, 2.5, 3.5, 254.5, 253.5),
      times(1, -63.5, 191.5, 0.5, 1.5, -3.5, 7),
      times(1, -62.5, 192.5, 0.5, 1.5, -3.5, 7),
      times(0.125, -254.5, 0.5, -253.5, -3, -2.5),
      // with an odd zero point a tie is another one before it is added
      times(1, -1, 254, 0.5, 1.5, 2.5, 3.5, 4.5),
      times(0.5, -3, 252, 0.5, 1.5, 2.5, -0.5, -1.5),
      times(2, -7, 248, 0.5, 1.5, 2.5, -2.5),
      ...dividedIntoHalves(),
    ],
    'any-shape': ['scalar', '1', '65', '301', '2x3x4', '2x3x2x5', '1x2x1x3x1x2', '1x3x9x11'].map((shape) => ({
      x: filled(shape, [0.5, -0.25, 2, 7.5, -3]),
    })),
    zeros: [{ x: filled('5', [0]) }, { x: filled('2x3', [0, -0]) }, { x: filled('scalar', [0]) }],
  },
};

const operators = {
  DequantizeLinear: dequantizeLinear,
  DynamicQuantizeLinear: dynamicQuantizeLinear,
  QuantizeLinear: quantizeLinear,
};

/** Numbers in units of a scale, and back. */
export const quantizeFamily = familyOf(
  byOperator(
    Object.fromEntries(Object.entries(operators).map(([name, plans]) => [name, plansFrom(() => 'mixed', plans)])),
  ),
);
