import { elementCount, scalarsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import { correctCandidates } from '../kernels/candidates.ts';
import { expectationOf, oracle } from '../kernels/oracle.ts';
import { Refusal } from '../kernels/stages.ts';
import { type Candidate, casesOf } from '../kernels/suite.ts';

/** How much of the bounds of an operator its correct kernels use. */
export interface Tightness {
  readonly operator: string;
  readonly kernels: number;
  /** of each element that some kernel rounds another way: the worst error over the bound, in ascending order */
  readonly shares: readonly number[];
  /** the same of elements whose bound is many units in the last place */
  readonly ofWide: readonly number[];
  /** where the worst was found */
  readonly worst?: { readonly id: string; readonly kernel: string };
}

/** Elements of an output that are looked at, evenly spread over it. */
const mostElements = 64;
/** Units in the last place from which a bound is called wide: below, few values stand, and one is often the last of them. */
export const wideFrom = 16;
/** Cases with more elements of input cost more than they tell. */
const mostInputs = 4096;

/** What the cases of seed 1 tell of an operator. */
export function tightnessOf(operator: string): Tightness {
  const kernels = correctCandidates.filter((one) => one !== oracle && !one.dtypes && one.operators?.includes(operator));
  const [shares, ofWide]: [number[], number[]] = [[], []];
  let worst: Tightness['worst'];
  let most = 0;
  for (const { example } of casesOf(operator, 1, { upTo: mostInputs })) {
    const expected = expectationOf(example);
    const answers = kernels.flatMap((kernel) => {
      const outputs = answerOf(kernel, example);
      return outputs ? [{ kernel, outputs }] : [];
    });
    for (const [output, { dims, accept }] of expected.entries()) {
      const count = elementCount(dims);
      const step = Math.max(1, Math.floor(count / mostElements));
      const values = answers.map(({ kernel, outputs }) => ({ kernel, value: scalarsOf(outputs[output]!) }));
      for (let i = 0; i < count; i += step) {
        let [share, units, rounds] = [0, 0, false];
        const seen = new Set<unknown>();
        for (const { kernel, value } of values) {
          const got = value(i);
          if (seen.has(got)) continue;
          seen.add(got);
          const verdict = accept(i).judge(got);
          // a choice has bounds of its own
          if (!verdict.accepted || verdict.vacuous || verdict.tier === 'exact' || verdict.observations.length > 0)
            continue;
          rounds = true;
          if (verdict.errorOverBound <= share) continue;
          share = verdict.errorOverBound;
          units = (verdict.error?.ulps ?? 0) / share;
          if (share > most) {
            most = share;
            worst = { id: example.id, kernel: kernel.name };
          }
        }
        if (rounds) shares.push(share);
        if (units >= wideFrom) ofWide.push(share);
      }
    }
  }
  const sorted = (all: number[]) => all.sort((a, b) => a - b);
  return {
    operator,
    kernels: kernels.length,
    shares: sorted(shares),
    ofWide: sorted(ofWide),
    ...(worst && { worst }),
  };
}

function answerOf(
  { start }: Candidate,
  example: Parameters<ReturnType<Candidate['start']>>[0],
): readonly Tensor[] | undefined {
  try {
    return start()(example);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
