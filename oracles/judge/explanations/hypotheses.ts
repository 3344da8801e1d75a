import { machineIn } from '../../arithmetic/machine.ts';
import { formatOf } from '../../numerics/dtype.ts';
import { elementCount, scalarsOf, type Tensor } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import { areTensors, type Value } from '../../numerics/value.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { type Call, outputsOf } from '../../spec/declaration.ts';
import { type NodeValues, once } from '../../spec/node.ts';
import type {
  ExpectedValue,
  Hypothesis,
  Operator,
  OperatorCall,
  OperatorVersion,
  PredictedOutput,
} from '../../spec/operator.ts';
import type { Comparison, Problem } from '../comparator.ts';
import { nodeOf } from '../evaluations.ts';
import { addExplanations, predictedOutputs, saysDType, saysPolicy } from './explanation.ts';
import { cutRows, identity, misreadings } from './other-calls.ts';
import { signedLowerHalves, throughOtherTypes } from './other-types.ts';
import { type ElementTest, isAccepted, judgedElements, makesUsualChoices } from './signs.ts';
import { cutStrings, misreadValues, suspectResults } from './special-values.ts';
import { seenIn } from './wrong-elements.ts';

/** A call whose inputs may be values of any type. */
type AnyCall = Omit<OperatorCall, 'call'> & { readonly call: Call<Value> };

/**
 * Returns the comparison of a wrong answer with its explanations: former texts of ONNX, hypotheses of the operator itself,
 * those that follow from its schema, values in other types, special values. The more specific come first. Answers that are not
 * all tensors get none.
 */
export function withExplanations(
  comparison: Comparison,
  { operator, version, call }: AnyCall,
  expected: readonly ExpectedValue[],
  answer: readonly Value[],
): Comparison {
  const { inputs: given } = call;
  if (comparison.accepted || !areTensors(given) || !areTensors(expected) || !areTensors(answer)) return comparison;
  const question = { operator, version, call: { ...call, inputs: given } };
  const inputs = given.filter((input) => input !== undefined);
  const isRight = testsOfElements[comparison.problem!];
  const seen = isRight && seenIn(judgedElements(expected, answer, inputs, isRight), question, answer.length);
  const described = { ...comparison, ...(seen && { seen }) };
  const own = hypothesesOn(question.operator, question.version);
  return addExplanations(described, own, question, expected, answer);
}

/** Which elements count as wrong, by the problem of an answer. */
const testsOfElements: Partial<Readonly<Record<Problem, ElementTest>>> = {
  value: isAccepted,
  inconsistency: makesUsualChoices,
};

const known = new WeakMap<OperatorVersion, readonly Hypothesis[]>();

/** Returns all hypotheses for wrong answers of an operator version, the more specific first. */
export function hypothesesOn(operator: Operator, version: OperatorVersion): readonly Hypothesis[] {
  const own = known.get(version) ?? allHypotheses(operator, version);
  known.set(version, own);
  return own;
}

function allHypotheses(operator: Operator, version: OperatorVersion): readonly Hypothesis[] {
  const former = version.clauses.flatMap(({ source }) => source.before ?? []);
  return [
    ...former.flatMap(({ id, text, expect }): Hypothesis[] => {
      if (id === undefined || !expect) return [];
      const predict: Hypothesis['predict'] = ({ call }) => {
        const expected = expect(operator, version, call);
        return expected && predictedOutputs(expected);
      };
      return [{ id, text: `this is what ${text}`, predict }];
    }),
    ...(operator.hypotheses ?? []),
    signedLowerHalves,
    ...misreadings(version),
    ...cutRows(version),
    identity,
    scalarsAsLists,
    ...misreadValues,
    ...cutStrings,
    ...throughOtherTypes,
    ...suspectResults,
  ];
}

/** Scalars come back as lists of one: the tensors of a runtime have a rank of at least 1. */
export const scalarsAsLists: Hypothesis = {
  id: 'scalars-as-lists',
  text: 'shape [1] instead of []',
  predict: (_, expected) =>
    expected.some(({ dims }) => dims.length === 0)
      ? predictedOutputs(expected).map((output) => (output.dims.length === 0 ? { ...output, dims: [1] } : output))
      : undefined,
};

/** The approximate number of elements of a right answer that are compared with a prediction. */
const sampled = 16;

/** The number of input elements up to which right answers refute hypotheses: larger calls take long, and smaller ones refute the same. */
const largestRefuting = 4096;

/** Returns the ids of the hypotheses about calls that a right answer refutes: they predict another answer. */
export function refutedBy(
  { operator, version, call }: AnyCall,
  expected: readonly ExpectedValue[],
  answer: readonly Value[],
): readonly string[] {
  const { inputs } = call;
  if (!areTensors(inputs) || !areTensors(expected) || !areTensors(answer)) return [];
  const size = inputs.reduce((sum, input) => sum + (input ? elementCount(input.dims) : 0), 0);
  if (size > largestRefuting) return [];
  const question = { operator, version, call: { ...call, inputs } };
  const own = once(() => valueOrUndefined(() => inDoubles(question, question.call)));
  const isOther = ({ predict, otherCall }: Hypothesis): boolean => {
    const other = valueOrUndefined(() => otherCall?.(question.call));
    const there = other && own() && valueOrUndefined(() => inDoubles(question, other));
    // a hypothesis that predicts the same answer takes longest to check
    if (there && valueOrUndefined(() => areSame(own()!, there))) return false;
    const isRefuted = () =>
      predict(question, expected)?.some((output, k) => !isPredicted(answer[k], output, there?.[k]?.at));
    try {
      return isRefuted() ?? false;
    } catch (error) {
      // a right answer shows that the call was not taken for one that is not legal
      return otherCall !== undefined && error instanceof BadInput && !(error instanceof NotJudged);
    }
  };
  return hypothesesOn(question.operator, question.version)
    .filter((hypothesis) => isOfCall(hypothesis.id) && isOther(hypothesis))
    .map(({ id }) => id);
}

/** Returns the result of a function; `undefined` if it throws, as for a call that is not legal. */
function valueOrUndefined<T>(answer: () => T): T | undefined {
  try {
    return answer();
  } catch {
    return undefined;
  }
}

/** Returns the outputs of a call by a plain kernel in doubles; `undefined` unless all of them are floats. */
function inDoubles({ operator, version }: OperatorCall, call: Call): readonly NodeValues<number>[] | undefined {
  const arithmetic = machineIn(formatOf('float64'));
  const outputs = operator.evaluate?.(arithmetic, nodeOf(version, call, outputsOf(version, call), Number));
  return outputs?.every(({ dtype }) => formatOf(dtype).kind === 'float') ? outputs : undefined;
}

/** Returns whether outputs have the same shapes and the same numbers at the sampled places. */
const areSame = (some: readonly NodeValues<number>[], others: readonly NodeValues<number>[]): boolean =>
  some.every((output, k) => {
    const other = others[k]!;
    return (
      String(output.dims) === String(other.dims) && placesOf(output).every((i) => Object.is(output.at(i), other.at(i)))
    );
  });

/** Returns the indices of the sampled elements. */
function placesOf({ dims }: Pick<PredictedOutput, 'dims'>): readonly number[] {
  const count = elementCount(dims);
  const step = Math.max(1, Math.floor(count / sampled));
  return Array.from({ length: Math.ceil(count / step) }, (_, k) => k * step);
}

/** @param about what is predicted, roughly */
function isPredicted(
  answer: Tensor | undefined,
  output: PredictedOutput,
  about: ((index: number) => Scalar) | undefined = output.best,
): boolean {
  const { dtype, dims, accepts } = output;
  if (!answer || dtype !== answer.dtype || String(dims) !== String(answer.dims)) return false;
  const [value, places] = [scalarsOf(answer), placesOf(output)];
  // bounds are expensive
  if (about && places.some((i) => valueOrUndefined(() => isFarFrom(value(i), about(i))))) return false;
  return places.every((i) => accepts(i, value(i)));
}

/** Returns whether two numbers differ by more than half of the larger one. */
function isFarFrom(a: Scalar, b: Scalar): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return false;
  return Math.abs(a - b) > Math.max(Math.abs(a), Math.abs(b)) / 2;
}

const ofAnyValues = [signedLowerHalves, ...misreadValues, ...cutStrings, ...throughOtherTypes];
const idsOf = (all: readonly Hypothesis[]): ReadonlySet<string> => new Set(all.map(({ id }) => id));

/** The ids of explanations that apply to any operator. */
export const sharedExplanations = idsOf([scalarsAsLists, ...ofAnyValues]);

const ofValues = idsOf([...ofAnyValues, identity, ...suspectResults]);

/** Returns whether an explanation is about how a call is read, so that the right answer to another call may refute it. */
export const isOfCall = (id: string): boolean =>
  !ofValues.has(id) && id !== 'state' && id !== 'together' && !saysDType(id) && !saysPolicy(id);

/** The values that each explanation makes wrong, by its id; named as in the classes. */
export const valuesMisread: ReadonlyMap<string, string> = new Map([
  ['flushes-subnormals', 'subnormal numbers'],
  ['no-infinities', 'infinities'],
  ['nan-as-zero', 'NaN'],
  ['through-float64', 'numbers from 2^53 on'],
  ['through-float32', 'numbers from 2^24 on'],
  ['through-int32', 'numbers from 2^31 on'],
  ['through-uint32', 'numbers from 2^31 on'],
  [signedLowerHalves.id, 'numbers from 2^31 on'],
]);
