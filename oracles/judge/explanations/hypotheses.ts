import { machineIn } from '../../arithmetic/machine.ts';
import { formatOf } from '../../numerics/dtype.ts';
import { elementCount, scalarsOf, type Tensor } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import { areTensors, type Value } from '../../numerics/value.ts';
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
import type { Comparison } from '../comparator.ts';
import { nodeOf } from '../evaluations.ts';
import { asSuspected, explained } from './explanation.ts';
import { identity, misreadings } from './other-calls.ts';
import { signedLowerHalves, throughOtherTypes } from './other-types.ts';
import { signsOf } from './signs.ts';
import { cutStrings, misreadValues, suspectResults } from './special-values.ts';

/** A call of any values. */
type AnyCall = Omit<OperatorCall, 'call'> & { readonly call: Call<Value> };

/**
 * The comparison of a wrong answer, with all that would explain it: a text that was right once, what the operator itself
 * declares, what follows from its schema, values in other types, special values. The more specific come first. Nothing explains
 * one that is not of tensors alone.
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
  const signs = comparison.problem === 'value' ? { signs: signsOf(expected, answer, inputs) } : {};
  const own = hypothesesOn(question.operator, question.version);
  return explained({ ...comparison, ...signs }, own, question, expected, answer);
}

const known = new WeakMap<OperatorVersion, readonly Hypothesis[]>();

/** All that may explain a wrong answer of an operator version, the more specific first. */
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
        return expected && asSuspected(expected);
      };
      return [{ id, text: `this is what ${text}`, predict }];
    }),
    ...(operator.hypotheses ?? []),
    signedLowerHalves,
    ...misreadings(version),
    identity,
    ...misreadValues,
    ...cutStrings,
    ...throughOtherTypes,
    ...suspectResults,
  ];
}

/** Elements of a right answer that are held against what an explanation predicts. */
const sampled = 16;

/** The ids of what may be done with a call that would have given another answer than the right one that came. */
export function refutedBy(
  { operator, version, call }: AnyCall,
  expected: readonly ExpectedValue[],
  answer: readonly Value[],
): readonly string[] {
  const { inputs } = call;
  if (!areTensors(inputs) || !areTensors(expected) || !areTensors(answer)) return [];
  const question = { operator, version, call: { ...call, inputs } };
  const own = once(() => attempt(() => inDoubles(question, question.call)));
  const isOther = ({ predict, otherCall }: Hypothesis): boolean => {
    const other = attempt(() => otherCall?.(question.call));
    // what makes no difference takes longest to judge
    if (other && own() && attempt(() => areSame(own()!, inDoubles(question, other)!))) return false;
    return attempt(() => predict(question, expected)?.some((output, k) => !isPredicted(answer[k], output))) ?? false;
  };
  return hypothesesOn(question.operator, question.version)
    .filter((hypothesis) => isOfCall(hypothesis.id) && isOther(hypothesis))
    .map(({ id }) => id);
}

/** What comes of a question that need not be a legal one; `undefined` if it is none. */
function attempt<T>(answer: () => T): T | undefined {
  try {
    return answer();
  } catch {
    return undefined;
  }
}

/** What a call comes to in doubles, quickly; `undefined` unless it comes to floats. */
function inDoubles({ operator, version }: OperatorCall, call: Call): readonly NodeValues<number>[] | undefined {
  const arithmetic = machineIn(formatOf('float64'));
  const outputs = operator.evaluate?.(arithmetic, nodeOf(version, call, outputsOf(version, call), Number));
  return outputs?.every(({ dtype }) => formatOf(dtype).kind === 'float') ? outputs : undefined;
}

/** Whether numbers are the same at the places that are looked at. */
const areSame = (some: readonly NodeValues<number>[], others: readonly NodeValues<number>[]): boolean =>
  some.every((output, k) => {
    const other = others[k]!;
    return (
      String(output.dims) === String(other.dims) && placesOf(output).every((i) => Object.is(output.at(i), other.at(i)))
    );
  });

/** The places of the elements that are looked at. */
function placesOf({ dims }: Pick<PredictedOutput, 'dims'>): readonly number[] {
  const count = elementCount(dims);
  const step = Math.max(1, Math.floor(count / sampled));
  return Array.from({ length: Math.ceil(count / step) }, (_, k) => k * step);
}

function isPredicted(answer: Tensor | undefined, output: PredictedOutput): boolean {
  const { dtype, dims, accepts, best } = output;
  if (!answer || dtype !== answer.dtype || String(dims) !== String(answer.dims)) return false;
  const [value, places] = [scalarsOf(answer), placesOf(output)];
  // bounds take long
  if (best && places.some((i) => attempt(() => isFarFrom(value(i), best(i))))) return false;
  return places.every((i) => accepts(i, value(i)));
}

/** Whether two numbers differ by more than half of the larger one: what admits both says little. */
function isFarFrom(a: Scalar, b: Scalar): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return false;
  return Math.abs(a - b) > Math.max(Math.abs(a), Math.abs(b)) / 2;
}

const shared = [signedLowerHalves, ...misreadValues, ...cutStrings, ...throughOtherTypes];
const idsOf = (all: readonly Hypothesis[]): ReadonlySet<string> => new Set(all.map(({ id }) => id));

/** The ids of explanations that say the same of any operator. */
export const sharedExplanations = idsOf(shared);

const ofValues = idsOf([...shared, identity, ...suspectResults]);

/** Whether an explanation is of what is done with a call: the right answer to another call may rule it out. */
export const isOfCall = (id: string): boolean => !ofValues.has(id) && !/^state$|^answers-in-|^choice-/.test(id);

/** By id of an explanation the values, as classes name them, that it makes wrong. */
export const valuesMisread: ReadonlyMap<string, string> = new Map([
  ['flushes-subnormals', 'subnormal numbers'],
  ['no-infinities', 'infinities'],
  ['nan-as-zero', 'NaN'],
  ['through-float64', 'numbers from 2^53 on'],
  ['through-float32', 'numbers from 2^24 on'],
  ['through-int32', 'numbers from 2^31 on'],
  ['through-uint32', 'numbers from 2^31 on'],
]);
