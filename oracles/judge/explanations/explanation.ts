import { elementCount, scalarsOf, type Tensor } from '../../numerics/tensor.ts';
import { isSame, type Scalar } from '../../numerics/trait.ts';
import type { ExpectedOutput, Explanation, Hypothesis, OperatorCall, PredictedOutput } from '../../spec/operator.ts';
import type { Comparison } from '../comparator.ts';
import { mustBeConsistent } from '../policy.ts';
import { hasDigitsOf, isNear } from './near.ts';

/** The maximum number of elements compared: enough that no hypothesis fits them by chance, few enough to be cheap. */
const maxElements = 256;

/** An element of an answer. */
interface AnswerElement {
  readonly output: number;
  readonly index: number;
  readonly got: Scalar;
}

/**
 * Adds explanations to the comparison of a wrong answer: the hypotheses that predict all its wrong elements, in the given
 * order, and the policies for which it makes two choices. The verdict does not change. If the answer has a wrong dtype or
 * shape, or contradicts itself, every element counts as wrong.
 */
export function addExplanations(
  comparison: Comparison,
  hypotheses: readonly Hypothesis[],
  question: OperatorCall,
  expected: readonly ExpectedOutput[],
  answer: readonly Tensor[],
): Comparison {
  const { problem } = comparison;
  if (problem !== 'value' && problem !== 'dtype' && problem !== 'shape' && problem !== 'inconsistency')
    return comparison;
  const isWrong = ({ output, index, got }: AnswerElement) =>
    !expected[output]!.accept(index).judge(got, 'verdict').accepted;
  const isOtherThanTheOne = ({ output, index, got }: AnswerElement) => {
    const { best, isExactInAnyOrder, hasOneAnswer = isExactInAnyOrder } = expected[output]!.accept(index);
    return hasOneAnswer && !expected[output]!.ofChance && !hasDigitsOf(got, best);
  };
  const all = elementsOf(answer, () => true);
  const wrong = problem === 'value' ? farOff(elementsOf(answer, isWrong), expected) : all;
  // random elements may be improbable together although each is right
  const isImprobable = problem === 'value' && wrong.length === 0 && expected.some(({ ofChance }) => ofChance);
  // a call that the oracle answers alike, but that admits others too, such as any order, explains no exact value
  const mustDiffer = ({ otherCall }: Hypothesis) =>
    problem === 'value' && otherCall !== undefined && wrong.length > 0 && wrong.every(isOtherThanTheOne);
  const fits = (hypothesis: Hypothesis): boolean => {
    const suspected = hypothesis.predict(question, expected);
    const looked = hypothesis.ofWrongElements ? wrong : [...wrong, ...all];
    if (isImprobable && !suspected?.every(({ given }) => given)) return false;
    const accepts = suspected?.map(
      (output) => output.given?.(answer) ?? ((i: number, got: Scalar) => output.accepts(i, got)),
    );
    return (
      suspected?.length === answer.length &&
      suspected.every((output, i) => hasForm(answer[i]!, output)) &&
      looked.every(({ output, index, got }) => accepts![output]!(index, got)) &&
      (wrong.length === 0 ||
        wrong.some(({ output, index, got }) => suspected[output]!.isDistinctive?.(index, got) ?? true)) &&
      (problem !== 'inconsistency' || wrong.some((element) => isRuledOut(element, suspected, expected))) &&
      (!mustDiffer(hypothesis) || wrong.some((element) => isAnsweredOtherwise(element, suspected, expected)))
    );
  };
  const fitting = hypotheses.filter((hypothesis) => {
    try {
      return fits(hypothesis);
    } catch {
      // the call or the values of a hypothesis may be illegal: a hypothesis that cannot be computed explains nothing
      return false;
    }
  });
  const varying = problem === 'inconsistency' ? contradictedPolicies(comparison) : [];
  const found = new Map(fitting.map(({ id, text }) => [id, text]));
  const explanations = [
    ...Array.from(found, ([id, text]) => ({ id, text })),
    ...varying.map(severalChoices),
    ...(problem === 'dtype' ? [answeringIn(expected, answer)] : []),
  ];
  return explanations.length > 0 ? { ...comparison, explanations } : comparison;
}

const answersIn = 'answers-in-';

/** Whether an explanation of an id says which dtype an answer has. */
export const saysDType = (id: string): boolean => id.startsWith(answersIn);

/** Returns the explanation that an answer has another dtype than expected. */
function answeringIn(expected: readonly ExpectedOutput[], answer: readonly Tensor[]): Explanation {
  const { dtype } = answer.find((output, i) => output.dtype !== expected[i]!.dtype)!;
  return { id: `${answersIn}${dtype}`, text: `the answer has dtype ${dtype}` };
}

/** Returns whether a prediction excludes the right answer; if it does not, it explains no contradiction. */
function isRuledOut(
  { output, index }: AnswerElement,
  suspected: readonly PredictedOutput[],
  expected: readonly ExpectedOutput[],
): boolean {
  const { best } = expected[output]!.accept(index);
  return !suspected[output]!.accepts(index, best);
}

/** Returns whether the oracle's own answer to the changed call is another one. */
function isAnsweredOtherwise(
  { output, index }: AnswerElement,
  suspected: readonly PredictedOutput[],
  expected: readonly ExpectedOutput[],
): boolean {
  const best = suspected[output]!.best?.(index);
  return best === undefined || !isSame(best, expected[output]!.accept(index).best);
}

const choice = 'choice-';

/** Whether an explanation of an id says which policy has several choices. */
export const saysPolicy = (id: string): boolean => id.startsWith(choice);

/** Returns the explanation that an answer makes several choices of a policy. */
export function severalChoices(policy: string): Explanation {
  return { id: `${choice}${policy}`, text: `${policy}: several choices instead of one` };
}

/** Returns the policies for which an answer makes two choices. */
function contradictedPolicies({ observations }: Comparison): readonly string[] {
  const policies = observations.map(({ policy }) => policy).filter(mustBeConsistent);
  return [...new Set(policies.filter((policy, i) => policies.indexOf(policy) < i))];
}

/** Returns the wrong elements that are not merely inaccurate, which are more informative; all if there are none. */
function farOff(wrong: readonly AnswerElement[], expected: readonly ExpectedOutput[]): readonly AnswerElement[] {
  const far = wrong.filter(({ output, index, got }) => !isNear(got, expected[output]!.accept(index)));
  return far.length > 0 ? far : wrong;
}

const hasForm = ({ dtype, dims }: Tensor, suspected: PredictedOutput): boolean =>
  dtype === suspected.dtype && dims.join() === suspected.dims.join();

/** Returns the first {@link maxElements} elements of an answer that satisfy a predicate. */
function elementsOf(answer: readonly Tensor[], counts: (element: AnswerElement) => boolean): readonly AnswerElement[] {
  const found: AnswerElement[] = [];
  for (const [output, tensor] of answer.entries()) {
    const value = scalarsOf(tensor);
    for (let index = 0; index < elementCount(tensor.dims) && found.length < maxElements; index++) {
      const element = { output, index, got: value(index) };
      if (counts(element)) found.push(element);
    }
  }
  return found;
}

/** Converts the accepted outputs to predictions. */
export const predictedOutputs = (expected: readonly ExpectedOutput[]): readonly PredictedOutput[] =>
  expected.map(({ dtype, dims, accept, given, ofChance }) => {
    const acceptedBy =
      (own: typeof accept): PredictedOutput['accepts'] =>
      (i, got) =>
        own(i).judge(got, 'verdict').accepted;
    return {
      dtype,
      dims,
      accepts: acceptedBy(accept),
      // no random value is closer to the prediction than another
      ...(ofChance
        ? given && { given: (outputs) => acceptedBy(given(outputs)) }
        : { best: (i: number) => accept(i).best }),
    };
  });
