import { reducedUpTo } from '../../oracles/judge/tier.ts';
import type { Report } from '../schema.ts';
import { plural } from './plural.ts';

/** Describes an allowed tier: "tf32 was allowed: 3 cases are within its bound only, not within float32's", if any. */
export function describeReducedFactors({ options, accuracy }: Report): string | undefined {
  const allowed = reducedUpTo(options.requireTier);
  if (allowed.length === 0) return undefined;
  const cases = accuracy.reduce(
    (sum, { tiers }) => sum + allowed.reduce((own, tier) => own + (tiers[tier] ?? 0), 0),
    0,
  );
  const needed =
    cases === 0
      ? 'no case needed it'
      : `${plural(cases, 'case')} ${cases === 1 ? 'is' : 'are'} within its bound only, not within float32's`;
  return `${options.requireTier} was allowed: ${needed}`;
}
