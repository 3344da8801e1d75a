import { mustBeConsistent } from '../../oracles/judge/policy.ts';
import type { DType } from '../../oracles/numerics/dtype.ts';
import { groupBy } from '../aggregate/grouping.ts';
import type { ObservedPolicy, Report } from '../schema.ts';

/** Operators with the same behaviour in the same dtypes. */
export interface Scope {
  readonly operators: readonly string[];
  readonly dtypes: readonly DType[];
}

/** The behaviour of a backend where the specification leaves a choice. */
export interface PolicyView {
  readonly policy: string;
  /** each operator × dtype is in one of them; the most frequent behaviour comes first, varying ones last */
  readonly behaviours: readonly Behaviour[];
}

/** The choices observed within one operator and dtype. */
export interface Behaviour {
  readonly choices: readonly string[];
  /**
   * What several choices depend on: where a backend has to choose once, the position in a single answer, the case, or only
   * the version of the operator, which is allowed. `free` if it need not choose once.
   */
  readonly varies: 'not' | 'by position' | 'by case' | 'by version' | 'free';
  /** the versions of each choice, by index in `choices`; shown if the choice varies by version */
  readonly versions: readonly (readonly number[])[];
  /** whether other behaviours already name each of the choices */
  readonly allNamed: boolean;
  readonly scopes: readonly Scope[];
}

/** Returns one view for each policy. */
export function policyViews(report: Report): PolicyView[] {
  return [...groupBy(report.policies, (observed) => observed.policy)].map(([policy, all]) => ({
    policy,
    behaviours: behaviours(all),
  }));
}

function behaviours(all: readonly ObservedPolicy[]): Behaviour[] {
  const one = all.map(choicesOf).filter((choices) => choices.length === 1);
  const alone = new Set(one.map(([choice]) => choice));
  const keyOf = (seen: ObservedPolicy) => {
    const varies = variationOf(seen);
    return JSON.stringify([varies, choicesOf(seen), varies === 'by version' ? versionsOf(seen) : []]);
  };
  return [...groupBy(all, keyOf)]
    .map(([key, seen]) => ({ key, seen, choices: choicesOf(seen[0]!) }))
    .sort((a, b) => a.choices.length - b.choices.length || b.seen.length - a.seen.length || (a.key < b.key ? -1 : 1))
    .map(({ choices, seen }) => ({
      choices,
      varies: variationOf(seen[0]!),
      versions: versionsOf(seen[0]!),
      allNamed: choices.length === alone.size && choices.every((choice) => alone.has(choice)),
      scopes: scopes(seen),
    }));
}

const choicesOf = ({ choices }: ObservedPolicy) => Object.keys(choices).sort();

const versionsOf = (seen: ObservedPolicy) => choicesOf(seen).map((choice) => seen.versions[choice]!);

function variationOf(seen: ObservedPolicy): Behaviour['varies'] {
  if (seen.contradictions !== undefined) return 'by position';
  if (choicesOf(seen).length === 1) return 'not';
  if (!mustBeConsistent(seen.policy)) return 'free';
  const versions = versionsOf(seen).flat();
  return new Set(versions).size < versions.length ? 'by case' : 'by version';
}

/** Groups pairs of operator and dtype: operators with the same dtypes share a scope. */
export function scopes(pairs: readonly Pick<ObservedPolicy, 'operator' | 'dtype'>[]): Scope[] {
  const perOperator = [...groupBy(pairs, ({ operator }) => operator).values()];
  const shared = groupBy(perOperator, (own) => own.map(({ dtype }) => dtype).join());
  return [...shared.values()].map((operators) => ({
    operators: operators.map((own) => own[0]!.operator),
    dtypes: operators[0]!.map(({ dtype }) => dtype),
  }));
}
