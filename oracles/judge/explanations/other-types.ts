import {
  type DType,
  type FloatFormat,
  type Format,
  formatOf,
  type IntegerFormat,
  integerRange,
  intoRange,
} from '../../numerics/dtype.ts';
import { fromInteger } from '../../numerics/dyadic.ts';
import { roundDouble, roundToFloat } from '../../numerics/rounding.ts';
import { numbersOf, type Tensor, tensor, tensorOfScalars } from '../../numerics/tensor.ts';
import type { NumericScalar, Scalar } from '../../numerics/trait.ts';
import { inputAt } from '../../spec/declaration.ts';
import type { ExpectedOutput, Hypothesis, OperatorVersion, PredictedOutput } from '../../spec/operator.ts';

const narrow = ['float64', 'float32', 'bfloat16', 'float16', 'int64', 'int32', 'uint32', 'int8', 'uint8'] as const;

/**
 * The hypothesis that the lower halves of 64-bit integers are compared as signed. Machines without a 64-bit comparison combine
 * it from two of 32 bits.
 */
export const signedLowerHalves: Hypothesis = {
  id: 'signed-lower-halves',
  text: 'lower halves of 64-bit integers are compared as signed numbers',
  predict: ({ operator, version, call }, expected) => {
    const [data] = call.inputs;
    const format = data && formatOf(data.dtype);
    if (format?.kind !== 'integer' || format.bits !== 64) return undefined;
    const compared = call.inputs.map((input, i) => (input && isVariable(version, i) ? input : undefined));
    const changed = compared.map(
      (input) => input && tensor<DType>(input.dtype, input.dims, valuesOf(input).map(flipped)),
    );
    const others = operator.expect(version, { ...call, inputs: call.inputs.map((input, i) => changed[i] ?? input) });
    if (others.some(({ dtype }) => formatOf(dtype).kind !== 'integer')) return undefined;
    const isGiven = (value: bigint) => compared.some((input) => input && valuesOf(input).includes(value));
    return others.map(({ dtype, dims, accept }, k) => ({
      dtype,
      dims,
      // of several comparisons some may be right: those of elements that fill no vector register
      accepts: (i, got: NumericScalar) => {
        const right = BigInt(expected[k]!.accept(i).best as NumericScalar);
        const wrong = flipped(BigInt(accept(i).best as NumericScalar));
        const chosen = BigInt(got);
        const isChosen = right !== wrong && [right, wrong, chosen].every(isGiven) && right >> 32n === chosen >> 32n;
        return chosen === right || isChosen;
      },
    }));
  },
};

const valuesOf = ({ data }: Tensor) => data as BigInt64Array;

/** Flips the sign bit of the lower half, which turns the order of signed halves into that of unsigned ones. */
const flipped = (x: bigint): bigint => x ^ 0x8000_0000n;

/** The hypotheses that values are converted to a type that cannot represent them, computed in it, and converted back. */
export const throughOtherTypes: readonly Hypothesis[] = narrow.map((name) => ({
  id: `through-${name}`,
  text: `values go through ${name}`,
  predict: ({ operator, version, call }) => {
    const inputs = call.inputs.map((input, i) =>
      input && isVariable(version, i) ? convertThrough(input, name) : input,
    );
    const [data] = call.inputs;
    if (!data || inputs.includes('kept')) return undefined;
    const given = { ...call, inputs: inputs as readonly (Tensor | undefined)[] };
    return operator.expect(version, given).map((output) => back(output, name, data.dtype));
  },
}));

/** Returns whether an input has the same type as the data. */
const isVariable = (version: OperatorVersion, i: number): boolean => inputAt(version, i)!.dtypes === undefined;

/** Converts a tensor to another type; returns `kept` if that type represents all its values and their results. */
function convertThrough(given: Tensor, name: DType): Tensor | 'kept' {
  const [from, to] = [formatOf(given.dtype), formatOf(name)];
  // a float type may represent integers but not their product
  if (holds(to, from) && !(from.kind === 'integer' && to.kind === 'float')) return 'kept';
  const value = numbersOf(given);
  return tensorOfScalars<DType>(name, given.dims, (i) => convert(value(i), to));
}

/** Returns whether a type represents every value of another one, or is of a kind to which nothing is converted implicitly. */
function holds(to: Format, from: Format): boolean {
  if (from.kind === 'float') {
    return to.kind !== 'float' || (to.precision >= from.precision && to.maxExponent >= from.maxExponent);
  }
  if (from.kind !== 'integer') return true;
  if (to.kind === 'float') return to.precision >= from.bits - (from.signed ? 1 : 0);
  if (to.kind !== 'integer') return true;
  const [inner, outer] = [integerRange(from), integerRange(to)];
  return outer.min <= inner.min && inner.max <= outer.max;
}

function convert(x: NumericScalar, to: Format): NumericScalar {
  if (to.kind !== 'float') return intoRange(BigInt(x), to as IntegerFormat, 'wrap');
  return typeof x === 'bigint' ? roundToFloat(fromInteger(x), to) : roundDouble(x, to);
}

/** Predicts an output that is computed in the other type and converted back to that of the data. */
function back(output: ExpectedOutput, name: DType, dtype: DType): PredictedOutput {
  const { dims } = output;
  const judged = (index: number, got: Scalar) => output.accept(index).judge(got, 'verdict').accepted;
  if (output.dtype !== name) return { dtype: output.dtype, dims, accepts: judged };
  const [inner, outer] = [formatOf(name), formatOf(dtype)];
  if (inner.kind !== 'float') {
    const held = inner as IntegerFormat;
    return {
      dtype,
      dims,
      accepts: (index, answer: NumericScalar) => {
        const got = intoRange(BigInt(answer), held, 'wrap');
        return (got === answer || BigInt.asUintN(held.bits, got) === answer) && judged(index, got);
      },
      // 0 may have other causes
      isDistinctive: (_, got) => Number(got) !== 0,
    };
  }
  if (outer.kind === 'float') {
    return {
      dtype,
      dims,
      accepts: (i, got) => isOf(Number(got), inner) && judged(i, got),
      // a number that loses most of its digits, or all, may have other causes
      isDistinctive: (_, got) => inner.bits > 16 || (Number.isFinite(got) && got !== 0),
    };
  }
  const { bits } = outer as IntegerFormat;
  const { min, max } = integerRange(outer as IntegerFormat);
  const bestAt = (index: number) => Number(output.accept(index).best);
  const isOutside = (best: number) => !(best > Number(min) && best < Number(max));
  return {
    dtype,
    dims,
    accepts: (index, got: NumericScalar) => {
      const best = bestAt(index);
      // the value that wraps to the answer and is closest to the expected one
      const whole = Number.isFinite(best) ? near(BigInt(Math.round(best)), BigInt(got), bits) : BigInt(got);
      const value = Number(whole);
      const isExpected = judged(index, value) || (value === 0 && judged(index, -0));
      if (isOf(value, inner) && BigInt(value) === whole && isExpected) return true;
      // a value out of range becomes an end of the type, on some machines always the lower one
      return (got === min || got === max) && isOutside(best);
    },
    // 0 as the end of a type may have other causes
    isDistinctive: (index, got) => Number(got) !== 0 || !isOutside(bestAt(index)),
  };
}

/** Returns the integer closest to another one among those whose lowest bits equal those of `x`. */
const near = (other: bigint, x: bigint, bits: number): bigint => other + BigInt.asIntN(bits, x - other);

const isOf = (x: number, format: FloatFormat): boolean => Number.isNaN(x) || roundDouble(x, format) === x;
