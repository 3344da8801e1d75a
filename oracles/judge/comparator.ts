import { placeOf } from '../arrays/index-map.ts';
import { elementCount, isFilled, scalarsOf, type Tensor } from '../numerics/tensor.ts';
import { isSequence, isTensor, tensorsIn, typeOf, type Value } from '../numerics/value.ts';
import { formatType } from '../numerics/value-type.ts';
import { LimitReached } from '../spec/bad-input.ts';
import { once } from '../spec/node.ts';
import type { ExpectedOutput, ExpectedValue, Explanation } from '../spec/operator.ts';
import { type Accepted, formatScalar } from './acceptance.ts';
import { Contradictions, describeContradiction } from './contradictions.ts';
import { type ElementError, largerErrors } from './element-error.ts';
import type { SeenInAnswer } from './explanations/wrong-elements.ts';
import { type Fault, isGraver, isGravest } from './fault.ts';
import type { Observation } from './policy.ts';
import { looserTier, type ReducedTier, reducedUpTo, type Tier } from './tier.ts';
import { withReducedFactors } from './within-bounds.ts';

/** The first rejected element; if several are rejected, the first of those with the gravest fault. */
export interface ElementMismatch {
  readonly output: number;
  /** the index of the tensor in an output that is not a tensor */
  readonly tensor?: number | undefined;
  /** coordinates in the tensor, empty for rank 0 */
  readonly index: readonly number[];
  readonly got: string;
  readonly exact: string;
  readonly allowed: string;
  readonly fault: Fault;
}

/**
 * The problems of an answer, those that hide more others first:
 * - `outputs`: too few, too many or unreadable outputs; then `dtype`, `shape` and `value`
 * - `input`, `later`, `repeat`: a run changes its inputs, changes the output of an earlier run, or differs when it is repeated
 * - `inconsistency`: accepted values contradict each other; `file`: they differ from the file of a vector
 * - `policy`, `tier`: a choice or a tier differs from the required one
 */
export const problemKinds = [
  'outputs',
  'dtype',
  'shape',
  'value',
  'input',
  'later',
  'repeat',
  'inconsistency',
  'file',
  'policy',
  'tier',
] as const;
export type Problem = (typeof problemKinds)[number];

/** The verdict of the comparator on all outputs of one run. */
export interface Comparison {
  readonly accepted: boolean;
  /** present if the answer is not accepted */
  readonly problem?: Problem;
  /** one line that describes the problem */
  readonly message?: string;
  readonly mismatch?: ElementMismatch;
  /** hypothetical faults that give exactly this wrong answer, the more specific first; absent if none is known */
  readonly explanations?: readonly Explanation[];
  /** what wrong elements have in common, or those of an unusual choice in a contradictory answer; absent for other problems */
  readonly seen?: SeenInAnswer;
  /** worst tier over the judged elements */
  readonly tier?: Tier;
  /** worst |error| / bound over the judged elements */
  readonly errorOverBound: number;
  /** the largest error of the elements, right or wrong, that differ from the correctly rounded exact value; absent if there are none */
  readonly error?: ElementError;
  /** the number of elements whose acceptance shows nothing, because nearly any value is accepted */
  readonly vacuous: number;
  /** the elements that were not judged, and the reason; absent if all were */
  readonly unjudged?: string;
  /** the number of outputs of an accepted answer whose elements mostly admit nearly any value; absent if it is 0 or was not requested */
  readonly open?: { readonly outputs: number; readonly of: number };
  /** computed on first access */
  readonly observations: readonly Observation[];
}

/** Returns a comparison that ends before any element is judged. */
export const refused = (problem: Problem, message: string): Comparison => ({
  accepted: false,
  problem,
  message,
  errorOverBound: 0,
  vacuous: 0,
  observations: [],
});

const shape = (dims: readonly number[]) => `[${dims.join(',')}]`;

/** Selects the elements of a tensor to judge, as indices, from the expected output and the answer. */
export type Sampler = (want: ExpectedOutput, got: Tensor) => ArrayLike<number>;

/**
 * Compares the outputs of a backend with those that the oracle accepts: their number, then types, then the numbers of tensors
 * and their shapes, then the elements. Elements are judged only if everything before them is right.
 * @param loosest the loosest tier of accepted answers; in tiers looser than `native`, factors of sums of products may have
 * fewer bits
 * @param sample selects the elements of each tensor to judge; all if absent
 */
export function compare(
  expected: readonly ExpectedValue[],
  got: readonly Value[],
  loosest: Tier = 'native',
  sample?: Sampler,
): Comparison {
  if (expected.length === 0) return refused('outputs', 'the model has no outputs: nothing was compared');
  if (got.length !== expected.length) {
    return refused('outputs', `${got.length} outputs where the model has ${expected.length}`);
  }
  for (const [output, want] of expected.entries()) {
    const problem = compareForm(want, got[output]!, `output ${output}`);
    if (problem) return problem;
  }
  const wanted = expected.flatMap((value, output) =>
    tensorsIn(value).map((want, place) => ({ want, output, ...(!isTensor(value) && { tensor: place }) })),
  );
  const tensors = got.flatMap(tensorsIn<Tensor>);
  const looked = wanted.map((one, i) => ({ ...one, places: sample?.(one.want, tensors[i]!) }));
  return compareElements(looked, tensors, expected.length, reducedUpTo(loosest));
}

/** Returns a comparison if the type of a value, the number of its tensors or their shapes are wrong; else `undefined`. */
function compareForm(want: ExpectedValue, got: Value, name: string): Comparison | undefined {
  const [wanted, found] = [formatType(typeOf(want)), formatType(typeOf(got))];
  if (found !== wanted) return refused('dtype', `${name} has dtype ${found} instead of ${wanted}`);
  if (isTensor(want)) return compareShape(want, got as Tensor, name);
  if (isSequence(want)) {
    const { elements } = got as typeof want & { elements: readonly Tensor[] };
    const [count, due] = [elements.length, want.elements.length];
    if (count !== due) return refused('shape', `${name} has ${count} tensors instead of ${due}`);
    const problems = want.elements.map((one, i) => compareForm(one, elements[i]!, `tensor ${i} of ${name}`));
    return problems.find((problem) => problem !== undefined);
  }
  const { content } = got as { readonly content: Value | undefined };
  if (want.content && content) return compareForm(want.content, content, name);
  const presence = (it: unknown) => (it ? 'content' : 'no content');
  if (!want.content === !content) return undefined;
  return refused('shape', `${name}, an optional, has ${presence(content)} instead of ${presence(want.content)}`);
}

function compareShape(want: ExpectedOutput, { dtype, dims, data }: Tensor, name: string): Comparison | undefined {
  if (shape(dims) !== shape(want.dims)) {
    return refused('shape', `${name} has shape ${shape(dims)} instead of ${shape(want.dims)}`);
  }
  if (isFilled(dtype, dims, data)) return undefined;
  return refused('outputs', `${name} has ${data.length} elements, which do not fill its shape ${shape(dims)}`);
}

/** An expected tensor and its position in the outputs. */
interface WantedTensor extends Pick<ElementMismatch, 'output' | 'tensor'> {
  readonly want: ExpectedOutput;
  /** indices of the elements to judge; all if absent */
  readonly places: ArrayLike<number> | undefined;
}

/** Returns the number of elements to judge. */
const countOf = ({ want, places }: WantedTensor): number => places?.length ?? elementCount(want.dims);

/** @param outputs the number of outputs */
function compareElements(
  wanted: readonly WantedTensor[],
  got: readonly Tensor[],
  outputs: number,
  allowed: readonly ReducedTier[],
): Comparison {
  let mismatch: ElementMismatch | undefined;
  let wrong = 0;
  const total = wanted.reduce((sum, one) => sum + countOf(one), 0);
  let done = 0;
  let unjudged: string | undefined;
  let tier: Tier | undefined;
  let errorOverBound = 0;
  let error: ElementError | undefined;
  let vacuous = 0;
  const telling: Accepted[] = [];
  /** two numbers for each of them: the indices of the tensor and of the element */
  const places: number[] = [];
  try {
    for (const [place, one] of wanted.entries()) {
      const { want, places: looked, ...where } = one;
      const value = scalarsOf(got[place]!);
      const count = countOf(one);
      // a number that a row shares can only be judged with the whole row
      const accept = (looked && want.hasRows ? undefined : want.given?.(got)) ?? want.accept;
      for (let k = 0; k < count; k++, done++) {
        const i = looked ? looked[k]! : k;
        const own = accept(i).judge(value(i), tier);
        const isFinal = own.accepted || allowed.length === 0;
        const verdict = isFinal ? own : withReducedFactors(own, want, i, value(i), allowed);
        if (verdict.error) error = largerErrors(error, verdict.error);
        if (!verdict.accepted) {
          wrong++;
          if (mismatch && isGravest(mismatch.fault)) continue;
          const fault = accept(i).fault?.(value(i)) ?? 'value';
          if (mismatch && !isGraver(fault, mismatch.fault)) continue;
          const { exact, allowed } = verdict;
          mismatch = { ...where, index: placeOf(i, want.dims), got: formatScalar(value(i)), exact, allowed, fault };
          continue;
        }
        if (verdict.tier) tier = tier ? looserTier(tier, verdict.tier) : verdict.tier;
        errorOverBound = Math.max(errorOverBound, verdict.errorOverBound);
        vacuous += verdict.vacuous ? 1 : 0;
        if (!verdict.isOfDefinition && verdict.observations.length === 0) continue;
        telling.push(verdict);
        places.push(place, i);
      }
    }
  } catch (error) {
    if (!(error instanceof LimitReached) || done === 0) throw error;
    unjudged = `${total - done} of ${total} elements: ${error.message}`;
  }
  const contradictions = once(() => {
    const all = new Contradictions();
    for (const [k, verdict] of telling.entries()) {
      const [where, index] = [wanted[places[2 * k]!]!, places[2 * k + 1]!];
      all.add(verdict, () => formatPlace(placeOf(index, where.want.dims), where, outputs));
    }
    return all;
  });
  const judged = (own: Pick<Comparison, 'accepted' | 'problem' | 'message' | 'mismatch'>): Comparison => ({
    ...own,
    errorOverBound,
    vacuous,
    ...(unjudged !== undefined && { unjudged }),
    ...(error && { error }),
    ...(tier && { tier }),
    get observations() {
      return contradictions().observations;
    },
  });
  if (!mismatch) {
    // answers that the definition gives never contradict each other
    const mayContradict = telling.some(({ isOfDefinition }) => !isOfDefinition);
    const first = mayContradict ? contradictions().first : undefined;
    if (!first) return judged({ accepted: true });
    return judged({ accepted: false, problem: 'inconsistency', message: describeContradiction(first, 'position') });
  }
  const { index, tensor } = mismatch;
  const isSampled = wanted.some(({ places }) => places);
  const judgedElements = `${wrong} of ${unjudged === undefined ? total : done} elements${isSampled ? ' judged' : ''}`;
  const message =
    `${total === 1 && !isSampled ? 'the only element' : judgedElements} wrong; ` +
    `at ${formatPlace(index, { output: 0, tensor }, 1)} got ${mismatch.got}, ` +
    `exact ${mismatch.exact}, allowed ${mismatch.allowed}`;
  return judged({ accepted: false, problem: 'value', message, mismatch });
}

/** Formats a position: "[1,0]", or "[1,0] of tensor 2 of output 1" where there are several. */
function formatPlace(
  index: readonly number[],
  { output, tensor }: Pick<WantedTensor, 'output' | 'tensor'>,
  outputs: number,
): string {
  const within = tensor === undefined ? '' : ` of tensor ${tensor}`;
  return `${shape(index)}${within}${outputs > 1 ? ` of output ${output}` : ''}`;
}
