import { type DType, formatOf, type IntegerFormat, integerRange } from '../../oracles/numerics/dtype.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { dtypeOfInput, type InputPlan } from '../calls/draft-of-call.ts';
import type { Draws } from '../covering/draws.ts';
import type { NamedCall } from '../notation/call-notation.ts';

/** How scales lie along data: their shape, and the attributes that say so. */
interface ScaleLayout {
  readonly dims: readonly number[];
  readonly scales: readonly number[];
  readonly axis?: number | undefined;
  readonly block_size?: number;
}

/** One scale for all, one for each place along an axis, or one for each block of these, as the version has them. */
function layoutOf(draws: Draws): ScaleLayout {
  const room = Math.min(draws.room, 1500);
  const ways = ['axis', 'block_size'].filter((name) => draws.declares(name));
  const way = draws.pick('whole', ...ways, ...ways);
  if (way === 'whole') return { dims: draws.sizes(draws.count(0, 6), 0, room), scales: [] };
  const dims = draws.sizes(draws.count(2, 5), 1, room);
  const axis = draws.maybe(() => draws.axis('axis', dims.length));
  const place = axis ?? 1;
  const size = dims.at(place)!;
  if (way === 'block_size') {
    const block = draws.pick(1, 2, 3, 4, 8, 16, 32, size, draws.count(1, size));
    const block_size = Math.min(block, size);
    return { dims, scales: dims.with(place, Math.ceil(size / block_size)), axis, block_size };
  }
  // of a list of one it is not said whether it is one for all
  return size === 1 ? { dims, scales: [], axis } : { dims, scales: [size], axis };
}

/** Scales that differ: mostly powers of two, whose quotients and products are exact. */
function scalesOf(draws: Draws, dims: readonly number[], dtype: DType, signs: readonly number[] = [1]): InputPlan {
  const format = formatOf(dtype);
  const isExact = (format.kind === 'float' && !format.signed) || format.kind === 'integer' || !draws.once(4);
  const least = format.kind === 'integer' ? 0 : -3;
  const sign = draws.pick(...signs);
  const scale = () => sign * (isExact ? 2 ** draws.detail(least, 3) : draws.detail(3, 300) / 100);
  return { dims, numbers: Array.from({ length: Math.max(1, elementCount(dims)) }, scale) };
}

/** Zero points of a type: 0 where it has no other, else any, those at its ends, or 0. */
function zerosOf(draws: Draws, dims: readonly number[], dtype: DType, isZero: boolean): InputPlan {
  const numbers = isZero ? [0] : numbersOf(draws, formatOf(dtype) as IntegerFormat, Math.max(1, elementCount(dims)));
  return { dims, numbers };
}

function numbersOf(draws: Draws, format: IntegerFormat, count: number): readonly number[] {
  const { min, max } = integerRange(format);
  const [least, most] = [Number(min), Number(max)];
  const how = draws.pick('zero', 'near', 'near', 'ends', 'any');
  const near = [Math.max(least, -5), Math.min(most, 5)] as const;
  return Array.from({ length: count }, () => {
    if (how === 'ends') return draws.detail(0, 1) ? least : most;
    return how === 'zero' ? 0 : draws.detail(...(how === 'near' ? near : ([least, most] as const)));
  });
}

/** A call of QuantizeLinear: of no NaN, which integers do not have. */
export function drawQuantization(draws: Draws): NamedCall {
  const { context } = draws;
  const [data, scale, zero] = [0, 1, 2].map((i) => dtypeOfInput(context, i)) as [DType, DType, DType];
  const { dims, scales, ...attributes } = layoutOf(draws);
  const output = formatOf(zero);
  const given = zerosOf(draws, scales, zero, output.kind === 'float');
  // without a zero point numbers become uint8, or what the attribute names
  const named = draws.declares('output_dtype') && draws.once(3) ? { output_dtype: output.code } : undefined;
  const isOmitted = (named || zero === 'uint8') && draws.once(3);
  const isFloat8 = output.kind === 'float' && output.bits === 8;
  const precisions = (['float32', 'float16', 'bfloat16'] as const).map((dtype) => formatOf(dtype).code);
  return {
    x: { ...draws.data(dims), map: (x: number | bigint) => (Number.isNaN(x) ? 1 : x) },
    y_scale: scalesOf(draws, scales, scale, formatOf(scale).kind === 'float' ? [1, 1, 1, -1] : [1]),
    y_zero_point: isOmitted ? undefined : given,
    ...attributes,
    ...named,
    ...(draws.declares('saturate') && isFloat8 && { saturate: draws.maybe(() => draws.pick(0, 1)) }),
    ...(draws.declares('precision') &&
      formatOf(data).kind === 'float' &&
      draws.once(3) && { precision: draws.pick(...precisions) }),
  };
}

/** A call of DequantizeLinear. */
export function drawDequantization(draws: Draws): NamedCall {
  const { types } = draws.context;
  const [data, scale] = [0, 1].map((i) => dtypeOfInput(draws.context, i)) as [DType, DType];
  const { dims, scales, ...attributes } = layoutOf(draws);
  const format = formatOf(data);
  const zeros = zerosOf(draws, scales, data, format.kind === 'float' || format.bits > 16);
  const { T3 = types.T2 } = types;
  const isNamed = draws.declares('output_dtype') && T3 && (T3 !== types.T2 || draws.once(3));
  return {
    x: draws.data(dims),
    x_scale: scalesOf(draws, scales, scale, scale === 'float8e8m0' ? [1] : [1, 1, 1, -1, 0]),
    x_zero_point: draws.maybe(() => zeros),
    ...attributes,
    ...(isNamed && { output_dtype: formatOf(T3).code }),
  };
}

/** A call of DynamicQuantizeLinear: of numbers whose scale is a power of two, or of any that are finite. */
export function drawDynamicQuantization(draws: Draws): NamedCall {
  const dims = draws.sizes(draws.count(0, 6), 1, Math.min(draws.room, 1000));
  const count = elementCount(dims);
  if (count < 2 || draws.once(3)) {
    return {
      x: draws.data(dims, 'small', 'mixed', 'mixed', 'distinct', 'halves', 'negative', 'equal', 'large', 'zeros'),
    };
  }
  // the zero point, and quarters of steps from there to both ends of the range
  const zero = draws.pick(0, 255, 1, 128, draws.detail(0, 255));
  const unit = 2 ** draws.pick(-20, -3, -1, 0, 1, 5, 40);
  const [first, last] = [draws.detail(0, count - 1), draws.detail(1, count - 1)];
  const numbers = Array.from({ length: count }, () => (draws.detail(0, 4 * 255) / 4 - zero) * unit);
  numbers[first] = -zero * unit;
  numbers[(first + last) % count] = (255 - zero) * unit;
  return { x: { dims, numbers } };
}
