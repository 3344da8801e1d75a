import type { IntegerFormat } from '../numerics/dtype.ts';
import { exact, exactTerms } from '../numerics/exact.ts';
import { toDecimal } from '../numerics/real.ts';
import type { NumericScalar } from '../numerics/trait.ts';
import { Vector } from '../numerics/vector.ts';
import { type ElementAcceptance, type ElementVerdict, show } from './acceptance.ts';
import { decided, openAmong } from './decided.ts';
import { type Candidate, candidatesOf, type IntegerDefinition } from './integer-candidates.ts';

/**
 * The acceptance of one integer element. The true value, rounded as a policy says, if it and all intermediate results
 * fit the type; else every defensible overflow behaviour. Where all choices agree there is one answer.
 */
export function integerAcceptance(
  definition: IntegerDefinition,
  terms: readonly bigint[],
  format: IntegerFormat,
): ElementAcceptance {
  const candidates = candidatesOf(definition, terms, format);
  const best = candidates[0]!.lo;
  const single = candidates.every((c) => c.lo === best && c.hi === best && !c.anything);
  return {
    best,
    orderFree: single,
    landmarks: candidates.flatMap(({ lo, hi }) => [lo, hi]),
    fault: (answer: NumericScalar) => {
      if (single) return 'value';
      if (candidates.some(overflows)) return 'integer-overflow';
      const near = ({ lo, hi }: Candidate) => lo - 1n <= BigInt(answer) && BigInt(answer) <= hi + 1n;
      return candidates.some(near) ? 'integer-rounding' : 'value';
    },
    judge: (answer: NumericScalar): ElementVerdict => {
      const got = BigInt(answer);
      const matching = candidates.filter((c) => c.anything || (c.lo <= got && got <= c.hi));
      if (matching.length === 0) return rejected(definition, terms, candidates);
      const observations = single ? [] : decided(candidates, matching);
      const tier = matching.some((c) => c.exact) ? 'exact' : matching.some((c) => !c.anything) ? 'native' : undefined;
      return { accepted: true, ...(tier && { tier }), errorOverBound: 0, vacuous: false, observations };
    },
  };
}

/** True if the result, or a partial result, leaves the type. */
function overflows({ choices, anything }: Candidate): boolean {
  return (
    anything === true ||
    choices.some(
      ({ policy, choice }) =>
        policy === 'integer-overflow' || (policy === 'integer-intermediate' && choice !== 'widen'),
    )
  );
}

function rejected(definition: IntegerDefinition, terms: readonly bigint[], candidates: readonly Candidate[]) {
  const truth = definition.kernel(exact, exactTerms(Vector.ofIntegers(terms)));
  const values = new Set(candidates.map((c) => (c.lo === c.hi ? show(c.lo) : `[${c.lo}, ${c.hi}]`)));
  const open = values.size > 1 ? openAmong(candidates) : [];
  return { accepted: false as const, exact: toDecimal(truth, 24), allowed: [...values].join(' or '), open };
}
