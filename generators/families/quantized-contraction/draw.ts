import {
  type DType,
  type FloatFormat,
  formatOf,
  type IntegerFormat,
  integerRange,
} from '../../../oracles/numerics/dtype.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import { dtypeOfInput, type InputPlan } from '../../calls/draft-of-call.ts';
import type { Draws } from '../../covering/draws.ts';
import type { NamedCall } from '../../notation/call-notation.ts';
import type { ValueKind } from '../../values/values.ts';
import { mostSums, workOf } from '../contraction/draw.ts';

/** The shape of a parameter that holds for a whole tensor. */
export const shapeOfOneParameter = (draws: Draws): number[] => draws.pick([], [], [1]);

/** Zero points of the type of an input: of all that it has, at its ends, or near 0 where sums have to stay short. */
export function zeroPoints(draws: Draws, name: string, dims: readonly number[], isShort = false): InputPlan {
  const { context } = draws;
  const dtype = dtypeOfInput(
    context,
    context.version.inputs.findIndex((input) => input.name === name),
  );
  const { min, max } = integerRange(formatOf(dtype) as IntegerFormat);
  const ends = [Number(min), Number(max)];
  const numbers = {
    near: () => draws.detail(0, 5),
    ends: () => draws.turned(ends)[0]!,
    any: () => draws.detail(Number(min), Number(max)),
  }[isShort ? 'near' : draws.pick('near', 'ends', 'any')];
  return { dims, numbers: Array.from({ length: Math.max(1, elementCount(dims)) }, numbers) };
}

/** How numbers that are quantized again are given. */
export interface DataUnits {
  /** the kinds of the data; any where there are none */
  readonly kinds: readonly ValueKind[];
  /** sums have to stay within the few digits of the scales */
  readonly isShort: boolean;
  /** products of a sum at most */
  readonly longest: number;
}

/** What the type of the scales leaves for sums whose answer is one integer. */
export function unitsOf(draws: Draws): DataUnits {
  const { precision } = formatOf(scaleType(draws)) as FloatFormat;
  const isShort = precision < 24;
  const kinds: readonly ValueKind[] = isShort || draws.once(3) ? ['small'] : [];
  return { kinds, isShort, longest: isShort ? 2 ** (precision - 4) : Number.POSITIVE_INFINITY };
}

const scaleType = ({ context }: Draws): DType =>
  dtypeOfInput(
    context,
    context.version.inputs.findIndex(({ name }) => name.endsWith('_scale')),
  );

/** Scales, mostly powers of two that differ, whose quotients are exact. */
export function scales(draws: Draws, dims: readonly number[], unit = 1): InputPlan {
  const isExact = !draws.once(4);
  const scale = () => unit * (isExact ? 2 ** draws.detail(-2, 1) : draws.detail(30, 170) / 100);
  return { dims, numbers: Array.from({ length: Math.max(1, elementCount(dims)) }, scale) };
}

/** The parameters of an output: of a scale that brings sums into the range of 8 bits, at times beyond or nearer to 0. */
export function outputParameters(draws: Draws, length: number, { kinds, isShort }: DataUnits): NamedCall {
  const dims = shapeOfOneParameter(draws);
  const most = Math.max(1, length) * (kinds.includes('small') ? 16 : 2 ** 14);
  const unit = 2 ** Math.max(-2, Math.ceil(Math.log2(most)) - draws.pick(6, 8, 9, 10));
  const isFar = !isShort && draws.once(20);
  return {
    y_scale: scales(draws, dims, isFar ? 2 ** -24 : unit),
    y_zero_point: zeroPoints(draws, 'y_zero_point', dims),
  };
}

/**
 * The shapes and attributes of a convolution, and how many products make a sum.
 * @param longest products in a sum
 * @param sums of a call at most, about
 */
export function drawConvolution(draws: Draws, longest = Number.POSITIVE_INFINITY, sums = mostSums) {
  const rank = draws.pick(1, 2, 2, 2, 3);
  const each = <T>(one: () => T) => Array.from({ length: rank }, one);
  const kernel = draws.sizes(rank, 1, Math.min(longest, draws.pick(9, 9, 30, 80)));
  const strides = draws.maybe(() => each(() => draws.pick(1, 1, 2, 3, draws.count(1, 5))));
  const dilations = draws.maybe(() => each(() => draws.pick(1, 1, 1, 2, 3)));
  const group = draws.pick(1, 1, 1, 2, 3, draws.count(4, 8));
  const extents = kernel.map((size, i) => (size - 1) * (dilations?.[i] ?? 1) + 1);
  const end = (extent: number) => draws.pick(0, 0, 1, draws.count(0, 3), extent - 1);
  const automatic = draws.once(4) ? draws.pick(...draws.modes('auto_pad')) : undefined;
  const isOwn = automatic === undefined || automatic === 'NOTSET';
  const pads = isOwn
    ? draws.maybe(() => [...extents, ...extents].map((extent) => Math.min(end(extent), extent - 1)))
    : undefined;
  const volume = elementCount(kernel);
  const padding = kernel.map((_, i) => (pads ? pads[i]! + pads[i + rank]! : 0));
  const data = draws.sizes(rank, 1, sums / 4).map((size, i) => Math.max(size, extents[i]! - padding[i]!));
  const places = elementCount(data.map((size, i) => Math.ceil((size + padding[i]!) / (strides?.[i] ?? 1))));
  const room = Math.min(workOf(draws), sums * volume) / (volume * group * places);
  const [depth, batches, filters] = draws.sizes(3, 1, Math.max(1, Math.floor(room))) as [number, number, number];
  const channels = Math.min(depth, Math.floor(longest / volume));
  return {
    X: [...draws.emptied([batches]), channels * group, ...data],
    W: [filters * group, channels, ...kernel],
    length: channels * volume,
    attributes: {
      ...{ strides, dilations, pads, auto_pad: automatic },
      kernel_shape: draws.maybe(() => kernel),
      group: group > 1 ? group : draws.maybe(() => group),
    } satisfies NamedCall,
  };
}
