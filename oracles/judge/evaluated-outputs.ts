import type { Arithmetic } from '../arithmetic/arithmetic.ts';
import type { PublishedAccuracy } from '../arithmetic/functions.ts';
import { union, type ValueSet } from '../arithmetic/value-set.ts';
import { type DType, type FloatFormat, formatOf, isReal } from '../numerics/dtype.ts';
import { roundDouble } from '../numerics/rounding.ts';
import { elementCount, largestMagnitude, type Tensor } from '../numerics/tensor.ts';
import type { Scalar } from '../numerics/trait.ts';
import { mapTensors, type Value } from '../numerics/value.ts';
import type { Call } from '../spec/declaration.ts';
import { type Evaluate, type EvaluateValues, memoized, type NodeValues, once } from '../spec/node.ts';
import type { ExpectedOutput, ExpectedValue, OperatorVersion } from '../spec/operator.ts';
import type { ElementAcceptance } from './acceptance.ts';
import { copiedElement } from './copied-element.ts';
import { EvaluatedElement, type SharedEvaluations } from './evaluated-element.ts';
import { type Evaluations, evaluateCall, initialPrecision, nodeOf } from './evaluations.ts';
import { acceptFloat, type OtherChoice } from './float-acceptance.ts';
import { usualCandidate } from './infer-choices.ts';
import { acceptInteger } from './integer-acceptance.ts';
import type { IntegerPolicies } from './integer-candidates.ts';
import { isWide, RowAcceptance, rowsOf, sharesNumbers } from './rows.ts';
import { acceptDecimal } from './string-acceptance.ts';
import { factorsOf, hasFactors } from './tensor-cores.ts';
import type { ReducedTier } from './tier.ts';
import { roundCorrectly } from './true-value.ts';

/** Another evaluation that the specification admits, with its kernel. */
export interface Alternative extends OtherChoice {
  readonly evaluate: Evaluate;
  /** other algorithms for the same value */
  readonly algorithms?: readonly Evaluate[];
}

/** The kernels of an operator, and facts about their results. */
export interface EvaluationOptions {
  readonly evaluate: Evaluate;
  /** other algorithms for the same value, whose roundings are accepted as well */
  readonly algorithms?: readonly Evaluate[];
  /** evaluations that round the partial result after each step, even where no other evaluation rounds */
  readonly stepwise?: readonly Evaluate[];
  /** the kernel names each of its roundings: an evaluation that rounds elsewhere is not accepted */
  readonly roundsExplicitly?: true;
  /** other evaluations that the specification admits; read only when an answer is judged */
  readonly alternatives?: readonly Alternative[];
  /**
   * returns the terms of an element, if it is a combination of terms whose magnitude is at most the same combination of their
   * magnitudes
   */
  readonly termsOf?: (index: number) => readonly number[];
  /** the results are logarithms, whose error is absolute near 0 */
  readonly isLogarithm?: true;
  /** partial results may leave the range, however small the inputs are */
  readonly mayOverflow?: true;
  /** the error that published tests of the whole operator allow */
  readonly accuracy?: PublishedAccuracy;
  /** the open choices for integers computed in several steps; if absent, partial results have no type of their own */
  readonly integers?: IntegerPolicies;
}

/** Returns the acceptance of the outputs of a legal call from the kernels that compute them. */
export function evaluatedOutputs(
  computation: EvaluationOptions,
  version: OperatorVersion,
  call: Call,
  outputs: number,
): readonly ExpectedOutput[] {
  const {
    evaluate,
    algorithms = [],
    stepwise = [],
    accuracy,
    integers,
    termsOf,
    isLogarithm,
    mayOverflow,
    roundsExplicitly,
  } = computation;
  const read = (way: Evaluate) => evaluateCall(way, version, call, outputs);
  const main = read(evaluate);
  const [others, steps] = [algorithms.map(read), stepwise.map(read)];
  const choices = once(() =>
    (computation.alternatives ?? []).map((other) => ({
      ...other,
      ...read(other.evaluate),
      algorithms: (other.algorithms ?? []).map(read),
    })),
  );
  const usual = once(() => usualCandidate(choices()));
  const inFloats = integers?.inFloats?.map(read) ?? [main];
  const cannotOverflow = once(
    () => !mayOverflow && !termsOf && call.inputs.every((input) => !input || isFarFromRangeEnds(input)),
  );
  return main.exact(initialPrecision).map(({ dtype, dims, alike }, output): ExpectedOutput => {
    const format = formatOf(dtype);
    const shared: SharedEvaluations = {
      exact: (way, bits, index) => way.exact(bits)[output]!.at(index),
      bounds: (way, type, least, index) =>
        roundsExplicitly
          ? roundCorrectly((bits) => way.exact(bits)[output]!.at(index), format as FloatFormat).best
          : way.bounds(type, least)[output]!.at(index),
      main,
      others,
      steps,
      choices,
      usual,
      termsOf,
      ofMagnitudes: (index) => main.ofMagnitudes()[output]!.at(index),
      isLogarithm,
      accuracy,
      cannotOverflow: (index) =>
        termsOf && !mayOverflow ? areFarFromRangeEnds(termsOf(index), format as FloatFormat) : cannotOverflow(),
    };
    const accepted = (index: number): ElementAcceptance => {
      const first = alike?.(index) ?? index;
      if (first !== index) return accept(first);
      const element = new EvaluatedElement(shared, index);
      if (format.kind === 'float') return acceptFloat(element, format);
      if (format.kind === 'string') return acceptDecimal(element, formatOf(call.inputs[0]!.dtype));
      const inSteps = integers && {
        policies: integers,
        at: <S>(a: Arithmetic<bigint | S>) => main.of(a)[output]!.at(index),
        converted: (a: Arithmetic<ValueSet>) => inFloats.map((way) => way.of(a)[output]!.at(index)).reduce(union),
      };
      return acceptInteger(element, format, inSteps);
    };
    const accept = memoized(elementCount(dims), accepted);
    const reduced = (tier: ReducedTier) => (index: number) => {
      const inFewerBits = (...ways: readonly Evaluations[]) =>
        ways
          .map((way) => way.bounds(format as FloatFormat, undefined, factorsOf(dtype, tier))[output]!.at(index))
          .reduce(union);
      const own = { choices: [], bound: inFewerBits(main, ...others, ...steps) };
      return [own, ...choices().map((other) => ({ ...other, bound: inFewerBits(other, ...other.algorithms) }))];
    };
    const given = (answers: readonly Tensor[]) => {
      const accounts = rowsOf(answers[output]!, output, format as FloatFormat);
      return (index: number) =>
        new RowAcceptance(
          accept(index),
          () => acceptFloat(new EvaluatedElement(shared, index, accounts), format as FloatFormat),
          () => isWide(main.bounds(format as FloatFormat)[output]!.at(index)),
        );
    };
    return {
      dtype,
      dims,
      accept,
      ...(isReal(dtype) && { plain: (onRead: () => void) => elementOf(main.plain(onRead)[output]!) }),
      // what depends on its own operands alone shares nothing with its row
      ...(format.kind === 'float' &&
        !alike && {
          given,
          hasRows: () => [main, ...choices()].some((way) => sharesNumbers(way, output, format)),
        }),
      ...(hasFactors(dtype) && !roundsExplicitly && { reduced }),
    };
  });
}

/** Returns the acceptance of outputs whose elements are copies of input elements, or constants, of any type. */
export function copiedOutputs(
  evaluate: Evaluate,
  version: OperatorVersion,
  call: Call,
  outputs: number,
): readonly ExpectedOutput[] {
  return evaluate(
    copyOnly,
    nodeOf<Scalar>(version, call, outputs, (x) => x),
  ).map(copied);
}

/** As {@link copiedOutputs}, for inputs and outputs of any value type. */
export function copiedValues(
  evaluate: EvaluateValues,
  version: OperatorVersion,
  call: Call<Value>,
  outputs: number,
): readonly ExpectedValue[] {
  const node = nodeOf<Scalar>(version, call, outputs, (x) => x);
  return evaluate(copyOnly, node).map((value) => mapTensors(value, copied));
}

const copied = ({ dtype, dims, at }: NodeValues<Scalar>): ExpectedOutput => ({
  dtype,
  dims,
  accept: memoized(elementCount(dims), (index) => copiedElement(at(index))),
  ...(isReal(dtype) && {
    plain: (onRead: () => void) => (index: number) => {
      onRead();
      return Number(at(index));
    },
  }),
});

/** Returns whether the sum of the cubes of all elements of a tensor is within the range of its type. */
function isFarFromRangeEnds(tensor: Tensor): boolean {
  const format = formatOf(tensor.dtype);
  if (format.kind !== 'float') return true;
  return largestMagnitude(tensor) < mostIn(elementCount(tensor.dims), format);
}

/** Returns whether the sum of the cubes of some numbers is within the range of a format. */
function areFarFromRangeEnds(xs: ArrayLike<number>, format: FloatFormat): boolean {
  const most = mostIn(xs.length, format);
  for (let i = 0; i < xs.length; i++) if (!(Math.abs(xs[i]!) < most)) return false;
  return true;
}

/** Returns the limit below which the cubes of `count` numbers sum to less than the greatest power of two of a format. */
const mostIn = (count: number, { maxExponent }: FloatFormat): number =>
  2 ** ((maxExponent - Math.ceil(Math.log2(count || 1))) / 3);

/** Converts a number to an element; for strings to its text, which is empty for 0. */
function constantOf(dtype: DType, x: number): Scalar {
  const format = formatOf(dtype);
  switch (format.kind) {
    case 'float':
      return roundDouble(x, format);
    case 'complex':
      return { re: x, im: 0 };
    case 'string':
      return x === 0 ? '' : String(x);
    default:
      return BigInt(x);
  }
}

/** The arithmetic of elements that are only copied, of any type, strings included. It reads only truth values. */
export const copyOnly = {
  of: (x: number | bigint) => x,
  in: (dtype: DType) => ({ ...copyOnly, of: (x: number) => constantOf(dtype, x) }),
  select: (condition: Scalar, yes: Scalar, no: Scalar) => (Number(condition) !== 0 ? yes : no),
} as unknown as Arithmetic<Scalar>;

const elementOf = <S>({ at, compute = at }: NodeValues<S>): ((index: number) => S) => compute;
