import type { DType } from '../oracles/numerics/dtype.ts';
import { groupBy } from './grouping.ts';
import type { ObservedPolicy, Report } from './schema.ts';

/** Operators that were seen to make a choice in the same dtypes. */
export interface Scope {
  readonly operators: readonly string[];
  readonly dtypes: readonly DType[];
}

/** What a backend does where the specification leaves a choice. */
export interface PolicyView {
  readonly policy: string;
  /** each operator × dtype is in one of them; what is seen most comes first, what varies last */
  readonly behaviours: readonly Behaviour[];
}

/** The choices that were seen within one operator and dtype; more than one: it varies with the case. */
export interface Behaviour {
  readonly choices: readonly string[];
  /** true if each of the choices is a behaviour of its own elsewhere: none needs to be named again */
  readonly allNamed: boolean;
  /** single answers made more than one of the choices, where a backend has to choose once */
  readonly byPosition: boolean;
  readonly scopes: readonly Scope[];
}

/** One view per policy. */
export function policyViews(report: Report): PolicyView[] {
  return [...groupBy(report.policies, (observed) => observed.policy)].map(([policy, all]) => ({
    policy,
    behaviours: behaviours(all),
  }));
}

/** Begins the key of what depends on the position; no list in JSON begins like it. */
const positional = '!';

function behaviours(all: readonly ObservedPolicy[]): Behaviour[] {
  const choicesOf = ({ choices }: ObservedPolicy) => JSON.stringify(Object.keys(choices).sort());
  const groups = groupBy(all, (seen) => `${seen.contradictions === undefined ? '' : positional}${choicesOf(seen)}`);
  const alone = new Set(all.map(choicesOf).filter((choices) => JSON.parse(choices).length === 1));
  return [...groups]
    .map(([key, seen]) => ({ key, choices: JSON.parse(choicesOf(seen[0]!)) as string[], seen }))
    .sort((a, b) => a.choices.length - b.choices.length || b.seen.length - a.seen.length || (a.key < b.key ? -1 : 1))
    .map(({ key, choices, seen }) => ({
      choices,
      byPosition: key.startsWith(positional),
      allNamed: choices.length === alone.size && choices.every((choice) => alone.has(JSON.stringify([choice]))),
      scopes: scopes(seen),
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
