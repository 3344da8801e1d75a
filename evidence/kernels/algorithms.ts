import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { definitions, unshiftedLogSumExp } from './definitions.ts';
import { roundings } from './fold.ts';
import { fitting, floatMachine, type IntegerChoices, integerMachine, roundingTo } from './machine.ts';
import type { Stages } from './stages.ts';
import { sequential } from './summation.ts';

type Fold = Stages['fold'];

/** Integer sums of any size. */
const widened: IntegerChoices = { overflow: 'widen and saturate', rounding: 'truncate' };
const wrapping = { overflow: 'wrap', rounding: 'truncate' } as const;

/** Squares are added by fused multiply-add, without a rounding of their own (float64 has no such operation here). */
export const fused =
  (fold: Fold): Fold =>
  (terms, extents, request) => {
    const { operator, dtype } = request;
    const format = formatOf(dtype);
    const applies = operator === 'ReduceL2' || operator === 'ReduceSumSquare';
    if (format.kind !== 'float' || format.name === 'float64' || !applies) return fold(terms, extents, request);
    const round = roundingTo(format);
    const total = (terms as readonly number[]).reduce((sum, x) => round(sum + x * x), 0);
    return operator === 'ReduceL2' ? Math.sqrt(total) : total;
  };

/** The norm of LAPACK's dnrm2: one pass, rescaled whenever a larger element comes. */
export const rescaledNorm =
  (fold: Fold): Fold =>
  (terms, extents, request) => {
    const format = formatOf(request.dtype);
    if (request.operator !== 'ReduceL2' || format.kind !== 'float') return fold(terms, extents, request);
    const values = (terms as readonly number[]).map(Math.abs);
    if (!values.every(Number.isFinite)) return fold(terms, extents, request);
    const round = roundingTo(format);
    let scale = 0;
    let squares = 1;
    for (const x of values) {
      if (x === 0) continue;
      const ratio = scale < x ? round(scale / x) : round(x / scale);
      squares = scale < x ? round(1 + round(squares * round(ratio * ratio))) : round(squares + round(ratio * ratio));
      scale = Math.max(scale, x);
    }
    return round(scale * round(Math.sqrt(squares)));
  };

/** The function body of ReduceL2-18, of integers that do not wrap: the root of the sum in float32 for whatever type. */
export const rootInFloat32 =
  (fold: Fold): Fold =>
  (terms, extents, request) => {
    const { operator, dtype, opset } = request;
    if (operator !== 'ReduceL2' || opset < 18) return fold(terms, extents, request);
    const format = formatOf(dtype);
    const sum =
      format.kind === 'integer'
        ? definitions.ReduceSumSquare!(integerMachine(format, wrapping), terms as readonly bigint[])
        : fold(terms, extents, { ...request, operator: 'ReduceSumSquare' });
    // the root of a sum that wrapped below zero is NaN, which casts to anything
    return truncated(sum < 0 ? 0 : Math.fround(Math.sqrt(Math.fround(Number(sum)))), dtype);
  };

/** Means and roots of integers by the instructions of float64, rounded to integers; sums are exact. */
export const quotientsInFloat64 =
  (rounding: IntegerChoices['rounding'], cast = truncated) =>
  (fold: Fold): Fold =>
  (terms, extents, request) => {
    const format = formatOf(request.dtype);
    const isRounded = request.operator === 'ReduceL2' || request.operator === 'ReduceMean';
    if (format.kind !== 'integer' || !isRounded || terms.length === 0) return fold(terms, extents, request);
    const operator = request.operator === 'ReduceL2' ? 'ReduceSumSquare' : 'ReduceSum';
    const sum = Number(definitions[operator]!(integerMachine(format, widened), terms as readonly bigint[]));
    const value = request.operator === 'ReduceL2' ? Math.sqrt(sum) : sum / terms.length;
    return cast(roundings[rounding](value), request.dtype);
  };

/** Squares in the type, which wrap, added in 64 bits: what numpy does with int32. */
export const rootOfWiderSum =
  (fold: Fold): Fold =>
  (terms, extents, request) => {
    const format = formatOf(request.dtype);
    if (format.kind !== 'integer' || request.operator !== 'ReduceL2') return fold(terms, extents, request);
    const squares = integerMachine(format, wrapping).square(terms as readonly bigint[]);
    const add = format.signed ? BigInt.asIntN : BigInt.asUintN;
    const sum = squares.reduce((total, x) => add(64, total + x), 0n);
    return x86(Math.sqrt(Number(sum)), request.dtype);
  };

/** A cast to an integer that has no place for the number, or of NaN, gives the least integer. */
export function x86(x: number, dtype: DType): number | bigint {
  const format = formatOf(dtype);
  if (format.kind !== 'integer') return x;
  const fits =
    Number.isFinite(x) && integerMachine(format, wrapping).sum([BigInt(Math.trunc(x))]) === BigInt(Math.trunc(x));
  return fits ? BigInt(Math.trunc(x)) : integerMachine(format, wrapping).sum([-(2n ** BigInt(format.bits - 1))]);
}

/** The function body of ReduceLogSumExp: in float64 whatever the type, and without a shift. */
export const unshiftedInFloat64 =
  (fold: Fold): Fold =>
  (terms, extents, request) => {
    if (request.operator !== 'ReduceLogSumExp') return fold(terms, extents, request);
    const machine = floatMachine(formatOf('float64'), sequential, []);
    return truncated(unshiftedLogSumExp(machine, terms.map(Number)), request.dtype);
  };

/** One pass that keeps the maximum so far and the sum of exponentials below it, rescaled when a greater term comes. */
export const streamedLogSumExp =
  (fold: Fold): Fold =>
  (terms, extents, request) => {
    const format = formatOf(request.dtype);
    if (request.operator !== 'ReduceLogSumExp' || format.kind !== 'float') return fold(terms, extents, request);
    const round = roundingTo(format);
    const exp = (x: number) => round(Math.exp(round(x)));
    let most = Number.NEGATIVE_INFINITY;
    let sum = 0;
    for (const x of terms as readonly number[]) {
      if (Number.isNaN(x)) return x;
      if (x === Number.NEGATIVE_INFINITY) continue;
      sum = x > most ? round(round(sum * exp(most - x)) + 1) : x === most ? round(sum + 1) : round(sum + exp(x - most));
      most = Math.max(most, x);
    }
    return Number.isFinite(most) ? round(most + round(Math.log(sum))) : most;
  };

/** The extremum by comparisons, which take zeros of either sign for equal; `isBetter` is put for the maximum. */
export const extremumBy =
  (isBetter: (x: number, best: number) => boolean) =>
  (fold: Fold): Fold =>
  (terms, extents, request) => {
    const sign = { ReduceMax: 1, ReduceMin: -1 }[request.operator];
    if (!sign || terms.length === 0 || formatOf(request.dtype).kind !== 'float') return fold(terms, extents, request);
    return (terms as readonly number[]).reduce((best, x) =>
      Number.isNaN(best) || Number.isNaN(x) ? Number.NaN : isBetter(sign * x, sign * best) ? x : best,
    );
  };

function truncated(x: number, dtype: DType): number | bigint {
  const format = formatOf(dtype);
  if (format.kind !== 'integer') return x;
  const bounded = Math.min(Math.max(x, -(2 ** 65)), 2 ** 65);
  return fitting(format, 'saturate')(Number.isNaN(x) ? 0n : BigInt(Math.trunc(bounded)));
}
