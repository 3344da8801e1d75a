import { placeOf } from '../arrays/index-map.ts';
import { elementCount, isFilled, scalarsOf, type Tensor } from '../numerics/tensor.ts';
import { isSequence, isTensor, tensorsIn, typeOf, type Value } from '../numerics/value.ts';
import { formatType } from '../numerics/value-type.ts';
import { LimitReached } from '../spec/bad-input.ts';
import { once } from '../spec/node.ts';
import type { ExpectedOutput, ExpectedValue, Explanation } from '../spec/operator.ts';
import { type Accepted, show } from './acceptance.ts';
import { Contradictions, describeContradiction } from './contradictions.ts';
import { type ElementError, worse } from './element-error.ts';
import type { SignsOfError } from './explanations/signs.ts';
import { type Fault, isGraver, isGravest } from './fault.ts';
import type { Observation } from './policy.ts';
import { looser, type ReducedTier, reducedUpTo, type Tier } from './tier.ts';
import { withReducedFactors } from './within-bounds.ts';

/** The first rejected element; of several the first whose fault is the gravest. */
export interface ElementMismatch {
  readonly output: number;
  /** of an output that is not a tensor: which of the tensors in it */
  readonly tensor?: number | undefined;
  /** coordinates in the tensor, empty for rank 0 */
  readonly index: readonly number[];
  readonly got: string;
  readonly exact: string;
  readonly allowed: string;
  /** what is wrong with it */
  readonly fault: Fault;
}

/**
 * What can be wrong with an answer, what hides more first: the wrong outputs (too few, too many, unreadable), their dtype,
 * their shape, a value; what one run does to its inputs, to the output of an earlier one (`later`) or to its own
 * repetition; accepted values that contradict each other, or differ from the file of a vector; a choice or a tier other
 * than the one required.
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

/** What the comparator says of all outputs of one run. */
export interface Comparison {
  readonly accepted: boolean;
  /** present if the answer is not accepted */
  readonly problem?: Problem;
  /** one line: what is wrong */
  readonly message?: string;
  readonly mismatch?: ElementMismatch;
  /** what a fault would have to be that gives just this wrong answer, the more specific first; absent if none is known */
  readonly explanations?: readonly Explanation[];
  /** of a wrong value: what the wrong elements have in common */
  readonly signs?: SignsOfError;
  /** worst tier over the judged elements */
  readonly tier?: Tier;
  /** worst |error| / bound over the judged elements */
  readonly errorOverBound: number;
  /** of the elements, right or wrong, that are not the exact value rounded once; absent if there are none */
  readonly error?: ElementError;
  /** elements whose bound says nothing */
  readonly vacuous: number;
  /** what was not looked at, and why; absent if everything was */
  readonly unjudged?: string;
  /** of an accepted answer: how many outputs admit nearly any value in most elements; absent if none does, or nobody asked */
  readonly open?: { readonly outputs: number; readonly of: number };
  /** computed when they are asked for */
  readonly observations: readonly Observation[];
}

/** The comparison that ends before any element is looked at. */
export const refused = (problem: Problem, message: string): Comparison => ({
  accepted: false,
  problem,
  message,
  errorOverBound: 0,
  vacuous: 0,
  observations: [],
});

const shape = (dims: readonly number[]) => `[${dims.join(',')}]`;

/** The places of the elements of a tensor that are looked at, by what is expected there and what came. */
export type Sampler = (want: ExpectedOutput, got: Tensor) => ArrayLike<number>;

/**
 * Compares what a backend returned with what the oracle accepts: number of outputs, then type, then number of tensors and their
 * shapes, then the elements. Values are looked at only when everything before them is right.
 * @param loosest the loosest tier of accepted answers; beyond `native` factors of sums of products may have fewer bits
 * @param sample of each tensor the elements that are looked at; all if absent
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

/** What is wrong with the type of a value, the number of its tensors or their shapes; `undefined` if nothing is. */
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
  const presence = (it: unknown) => (it ? 'a content' : 'none');
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

/** A tensor that is expected, and where. */
interface WantedTensor extends Pick<ElementMismatch, 'output' | 'tensor'> {
  readonly want: ExpectedOutput;
  /** of the elements that are looked at; of all if absent */
  readonly places: ArrayLike<number> | undefined;
}

/** How many of its elements are looked at. */
const countOf = ({ want, places }: WantedTensor): number => places?.length ?? elementCount(want.dims);

/** @param outputs how many there are */
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
  /** where each of them is: the number of the tensor, and of the element */
  const places: number[] = [];
  try {
    for (const [place, one] of wanted.entries()) {
      const { want, places: looked, ...where } = one;
      const value = scalarsOf(got[place]!);
      const count = countOf(one);
      // what a row shares takes all of it to tell
      const accept = (looked && want.hasRows ? undefined : want.given?.(got)) ?? want.accept;
      for (let k = 0; k < count; k++, done++) {
        const i = looked ? looked[k]! : k;
        const own = accept(i).judge(value(i), tier);
        const isFinal = own.accepted || allowed.length === 0;
        const verdict = isFinal ? own : withReducedFactors(own, want, i, value(i), allowed);
        if (verdict.error) error = worse(error, verdict.error);
        if (!verdict.accepted) {
          wrong++;
          if (mismatch && isGravest(mismatch.fault)) continue;
          const fault = accept(i).fault?.(value(i)) ?? 'value';
          if (mismatch && !isGraver(fault, mismatch.fault)) continue;
          const { exact, allowed } = verdict;
          mismatch = { ...where, index: placeOf(i, want.dims), got: show(value(i)), exact, allowed, fault };
          continue;
        }
        if (verdict.tier) tier = tier ? looser(tier, verdict.tier) : verdict.tier;
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
    // of the definition alone nothing comes that it contradicts
    const mayContradict = telling.some(({ isOfDefinition }) => !isOfDefinition);
    const first = mayContradict ? contradictions().first : undefined;
    if (!first) return judged({ accepted: true });
    return judged({ accepted: false, problem: 'inconsistency', message: describeContradiction(first, 'position') });
  }
  const { index, tensor } = mismatch;
  const isSampled = wanted.some(({ places }) => places);
  const judgedElements = `${wrong} of ${unjudged === undefined ? total : done} elements${isSampled ? ' that were looked at' : ''}`;
  const message =
    `${total === 1 && !isSampled ? 'the only element' : judgedElements} wrong; ` +
    `at ${formatPlace(index, { output: 0, tensor }, 1)} got ${mismatch.got}, ` +
    `exact ${mismatch.exact}, allowed ${mismatch.allowed}`;
  return judged({ accepted: false, problem: 'value', message, mismatch });
}

/** "[1,0]", or "[1,0] of tensor 2 of output 1" where there are several. */
function formatPlace(
  index: readonly number[],
  { output, tensor }: Pick<WantedTensor, 'output' | 'tensor'>,
  outputs: number,
): string {
  const within = tensor === undefined ? '' : ` of tensor ${tensor}`;
  return `${shape(index)}${within}${outputs > 1 ? ` of output ${output}` : ''}`;
}
