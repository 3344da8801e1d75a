import type { DType } from '../oracles/numerics/dtype.ts';
import { groupBy, unique } from './grouping.ts';
import type { ObservedPolicy, Report } from './schema.ts';

/** Operators that were seen to make a choice in the same dtypes. */
export interface Scope {
  readonly operators: readonly string[];
  readonly dtypes: readonly DType[];
}

/** What a backend does where the specification leaves a choice. */
export interface PolicyView {
  readonly policy: string;
  readonly choices: readonly { readonly choice: string; readonly scopes: readonly Scope[] }[];
  /** operator × dtype with more than one choice: the backend is not consistent there */
  readonly varying: readonly ObservedPolicy[];
}

/** One view per policy; choices by how often they were seen. */
export function policyViews(report: Report): PolicyView[] {
  return [...groupBy(report.policies, (observed) => observed.policy)].map(([policy, all]) => ({
    policy,
    choices: unique(all.flatMap((observed) => Object.keys(observed.choices)))
      .map((choice) => ({ choice, seen: all.filter((observed) => choice in observed.choices) }))
      .sort((a, b) => b.seen.length - a.seen.length || (a.choice < b.choice ? -1 : 1))
      .map(({ choice, seen }) => ({ choice, scopes: scopes(seen) })),
    varying: all.filter((observed) => Object.keys(observed.choices).length > 1),
  }));
}

/** Pairs of operator and dtype as few rectangles: operators with the same dtypes share one. */
export function scopes(pairs: readonly Pick<ObservedPolicy, 'operator' | 'dtype'>[]): Scope[] {
  const perOperator = [...groupBy(pairs, ({ operator }) => operator).values()];
  const shared = groupBy(perOperator, (own) => own.map(({ dtype }) => dtype).join());
  return [...shared.values()].map((operators) => ({
    operators: operators.map((own) => own[0]!.operator),
    dtypes: operators[0]!.map(({ dtype }) => dtype),
  }));
}
