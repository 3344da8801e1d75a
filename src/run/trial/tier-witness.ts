import { placeOf } from '../../../oracles/arrays/index-map.ts';
import { formatScalar } from '../../../oracles/judge/acceptance.ts';
import { type Tier, tiers } from '../../../oracles/judge/tier.ts';
import { elementCount, scalarsOf } from '../../../oracles/numerics/tensor.ts';
import { isTensor, tensorsIn, type Value } from '../../../oracles/numerics/value.ts';
import type { ExpectedValue } from '../../../oracles/spec/operator.ts';
import type { ElementFailure } from '../../../reports/schema.ts';

/**
 * Returns the first element of an acceptable answer that reaches no better tier than `tier`, as a failure against
 * `required`. Its `exact` is the true value rounded once.
 */
export function firstElementInTier(
  expected: readonly ExpectedValue[],
  outputs: readonly Value[],
  { tier, required }: { readonly tier: Tier; readonly required: Tier },
): ElementFailure | undefined {
  const answers = outputs.flatMap((value) => tensorsIn(value));
  const wanted = expected.flatMap((value, output) =>
    tensorsIn(value).map((want, tensor) => ({ want, output, ...(!isTensor(value) && { tensor }) })),
  );
  for (const [place, { want, ...where }] of wanted.entries()) {
    const value = scalarsOf(answers[place]!);
    const accept = want.given?.(answers) ?? want.accept;
    for (let i = 0; i < elementCount(want.dims); i++) {
      const verdict = accept(i).judge(value(i));
      if (!verdict.accepted || verdict.tier !== tier) continue;
      const allowed = `tier ${tiers.slice(0, tiers.indexOf(required) + 1).join(' or ')}`;
      return {
        ...where,
        index: placeOf(i, want.dims),
        got: formatScalar(value(i)),
        exact: formatScalar(want.accept(i).best),
        allowed,
      };
    }
  }
  return undefined;
}
