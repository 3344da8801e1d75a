import { findPolicy, policies } from '../../oracles/judge/policy.ts';
import { choicesNamed } from '../../oracles/judge/possible-choices.ts';
import { type DType, dtypes } from '../../oracles/numerics/dtype.ts';
import { getOr, groupBy, unique } from '../aggregate/grouping.ts';
import { type Behaviour, type PolicyView, type Scope, scopes } from './observed.ts';

/** A point that the specification leaves open, with the behaviour of each runtime. */
export interface ComparedPolicy {
  readonly policy: string;
  /** the open point, as a noun */
  readonly open: string;
  /** the place where the text is silent or contradictory */
  readonly silence: string;
  /** whether, in some row, no single choice explains all runtimes */
  readonly differs: boolean;
  /** one row if all runtimes behave the same everywhere; otherwise rows by operators and dtypes */
  readonly rows: readonly ComparedBehaviour[];
}

/** The behaviour of each runtime in the same operators and dtypes. */
export interface ComparedBehaviour {
  readonly scopes: readonly Scope[];
  /** by index of the runtime; `null` if it was not observed there, for instance if it has no support */
  readonly seen: readonly (Behaviour | null)[];
  readonly differs: boolean;
}

/**
 * Returns the behaviour of several runtimes at each open point; points at which they differ come first.
 * @param views the views of each runtime
 */
export function comparePolicies(views: readonly (readonly PolicyView[])[]): ComparedPolicy[] {
  const known = Object.keys(policies);
  const seen = unique(views.flat().map(({ policy }) => policy));
  const names = [...known.filter((name) => seen.includes(name)), ...seen.filter((name) => !known.includes(name))];
  const all = names.map((policy): ComparedPolicy => {
    const rows = rowsOf(
      policy,
      views.map((own) => own.find((view) => view.policy === policy)?.behaviours ?? []),
    );
    const { open = '', silence = '' } = findPolicy(policy) ?? {};
    return { policy, open, silence, differs: rows.some(({ differs }) => differs), rows };
  });
  return [...all.filter(({ differs }) => differs), ...all.filter(({ differs }) => !differs)];
}

/** An operator in a dtype, with the behaviour of each runtime. */
interface PolicyPlace {
  readonly operator: string;
  readonly dtype: DType;
  readonly seen: (Behaviour | null)[];
}

interface PolicyRow {
  readonly places: PolicyPlace[];
  readonly seen: (Behaviour | null)[];
}

/** Returns places in few rows: two places share a row if no runtime behaves differently in them. */
function rowsOf(policy: string, byRuntime: readonly (readonly Behaviour[])[]): ComparedBehaviour[] {
  const equal = groupBy(placesOf(byRuntime), ({ seen }) => JSON.stringify(seen.map(keyOf)));
  const groups = [...equal.values()].sort((a, b) => shownCount(b[0]!) - shownCount(a[0]!) || b.length - a.length);
  const rows: PolicyRow[] = [];
  for (const places of groups) {
    const { seen } = places[0]!;
    const row = rows.find((one) => one.seen.every((own, i) => !own || !seen[i] || keyOf(own) === keyOf(seen[i]!)));
    if (row) {
      row.places.push(...places);
      seen.forEach((own, i) => {
        row.seen[i] ??= own;
      });
    } else rows.push({ places: [...places], seen: [...seen] });
  }
  return rows
    .sort((a, b) => b.places.length - a.places.length)
    .map((row) => ({ scopes: scopes(inOrder(row.places)), seen: row.seen, differs: differ(policy, row.seen) }));
}

function placesOf(byRuntime: readonly (readonly Behaviour[])[]): PolicyPlace[] {
  const places = new Map<string, PolicyPlace>();
  byRuntime.forEach((behaviours, runtime) => {
    for (const behaviour of behaviours) {
      for (const { operators, dtypes } of behaviour.scopes) {
        for (const operator of operators) {
          for (const dtype of dtypes) {
            const seen = byRuntime.map(() => null);
            const place = getOr(places, `${operator} ${dtype}`, () => ({ operator, dtype, seen }));
            // choices are named in each row, even if other rows name them too
            place.seen[runtime] = { ...behaviour, allNamed: false, scopes: [] };
          }
        }
      }
    }
  });
  return [...places.values()];
}

const keyOf = (behaviour: Behaviour | null): string =>
  behaviour
    ? JSON.stringify([behaviour.varies, behaviour.choices, behaviour.varies === 'by version' && behaviour.versions])
    : '';

const shownCount = ({ seen }: PolicyPlace): number => seen.filter((one) => one !== null).length;

/** Sorts places by the names of operators, then by the table of dtypes. */
const inOrder = (places: readonly PolicyPlace[]): PolicyPlace[] =>
  places.toSorted((a, b) =>
    a.operator === b.operator ? dtypes.indexOf(a.dtype) - dtypes.indexOf(b.dtype) : a.operator < b.operator ? -1 : 1,
  );

/** Whether runtimes differ: no single choice explains them all, and they do not all vary in the same way. */
function differ(policy: string, seen: readonly (Behaviour | null)[]): boolean {
  const behaviours = seen.filter((one) => one !== null);
  if (behaviours.some(({ varies }) => varies !== 'not')) return unique(behaviours.map(keyOf)).length > 1;
  const admitted = behaviours.map(({ choices }) => choicesIn(policy, choices[0]!));
  return admitted.length > 1 && admitted.reduce((a, b) => a.filter((choice) => b.includes(choice))).length === 0;
}

/** Returns the choices in words such as "truncate or floor", including those that a word stands for. */
function choicesIn(policy: string, words: string): string[] {
  return words.split(' or ').flatMap((word) => {
    const meant = choicesNamed(policy, word);
    return meant.length > 0 ? meant : [word];
  });
}
