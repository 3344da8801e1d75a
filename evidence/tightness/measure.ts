import { valueIfJudged } from '../../generators/fuzz/validate.ts';
import { elementCount, scalarsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import { correctCandidates } from '../kernels/candidates.ts';
import { type Candidate, Refusal } from '../kernels/implementation.ts';
import { expectationOf, oracle } from '../kernels/oracle.ts';
import { casesOf } from '../kernels/suite.ts';

/** How much of the bounds of an operator its correct kernels use. */
export interface Tightness {
  readonly operator: string;
  readonly kernels: number;
  /** for each element that some kernel does not round exactly: the worst error divided by the bound, in ascending order */
  readonly shares: readonly number[];
  /** the same for elements whose bound is wide: {@link wideFrom} ulps or more */
  readonly ofWide: readonly number[];
  /** the case and the kernel with the worst error */
  readonly worst?: { readonly id: string; readonly kernel: string };
}

/** The number of elements measured per output, evenly spread over it. */
const mostElements = 64;
/** The ulps from which a bound is called wide: a narrower bound accepts few values, and kernels often return the last of them. */
export const wideFrom = 16;
/** Cases with more input elements are left out: they cost much and add little. */
const mostInputs = 4096;

/** Measures an operator on the cases of seed 1. */
export function tightnessOf(operator: string): Tightness {
  const kernels = correctCandidates.filter((one) => one !== oracle && one.operators?.includes(operator));
  const [shares, ofWide]: [number[], number[]] = [[], []];
  let worst: Tightness['worst'];
  let most = 0;
  for (const { example } of casesOf(operator, 1, { upTo: mostInputs })) {
    const expected = expectationOf(example);
    const tried = kernels.filter(({ dtypes }) => !dtypes || dtypes.includes(example.cell.dtype));
    const answers = tried.flatMap((kernel) => {
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
          const verdict = valueIfJudged(() => accept(i).judge(got));
          // a choice has separate bounds
          if (!verdict?.accepted || verdict.vacuous || verdict.tier === 'exact' || verdict.observations.length > 0)
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
