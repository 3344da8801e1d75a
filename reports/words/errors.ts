import { usualKinds } from '../../generators/values.ts';
import type { DType } from '../../oracles/numerics/dtype.ts';
import { findOperator } from '../../oracles/operators.ts';
import type { Accuracy, WorstErrors } from '../schema.ts';
import { getOr, unique } from '../tally/grouping.ts';

/** From here on ULP say little, and the absolute error is told with them: published bounds end below it. */
const many = 100;

/** How far the answers of several runtimes, or of one, are from the exact values of a function. */
export interface ComparedErrors {
  readonly operator: string;
  readonly dtype: DType;
  /** on numbers of usual size, by place of the runtime; `null` where none was compared */
  readonly usual: readonly (WorstErrors | null)[];
  /** on all others: of every magnitude, special ones, and those at which the function is delicate */
  readonly others: readonly (WorstErrors | null)[];
  /** the same by kind of data */
  readonly kinds: readonly { readonly kind: string; readonly errors: readonly (WorstErrors | null)[] }[];
}

/** What a figure of {@link errorInWords} is. */
export const errorLegend =
  'worst error in units in the last place of the exact value (0.5: all are rounded once), from 100 on with the absolute error of results below 1';

/** What the figures of {@link errorsInWords} are. */
export const errorsLegend = `${errorLegend}; on usual numbers / on others`;

/**
 * The worst errors of operators that compute each element from those at its place, a row for each dtype in which some runtime rounds
 * otherwise; one that is wrong alone has findings. Of sums of rows, ULP would say more of the data: what cancels leaves a small result.
 */
export function compareErrors(accuracies: readonly (readonly Accuracy[])[]): ComparedErrors[] {
  const rows = new Map<string, (Accuracy | undefined)[]>();
  for (const [i, own] of accuracies.entries()) {
    for (const entry of own) {
      const { operator, dtype, errors = {} } = entry;
      if (findOperator(operator)?.family !== 'elementwise' || Object.keys(errors).length === 0) continue;
      getOr(rows, `${operator} ${dtype}`, () => accuracies.map(() => undefined))[i] = entry;
    }
  }
  return [...rows.values()].filter((entries) => entries.some((entry) => entry && rounds(entry))).map(compared);
}

/** What stands above the columns of {@link errorRows}, and of the case behind them. */
export const errorHead = ['function', 'dtype', 'data', 'error', 'in case'] as const;

/** The worst errors of one runtime by kind of data: what stands in the first columns of a table, and the case. */
export function errorRows(
  accuracy: readonly Accuracy[],
): readonly { readonly cells: readonly string[]; readonly worstCase: string | undefined }[] {
  return compareErrors([accuracy]).flatMap(({ operator, dtype, kinds }) =>
    kinds.map(({ kind, errors: [own] }) => ({
      cells: [operator, dtype, kind, errorInWords(own!)],
      worstCase: own!.worstCase,
    })),
  );
}

const isUsual = (kind: string): boolean => (usualKinds as readonly string[]).includes(kind);

/** Whether answers that are not exact stand, or miss by little. */
function rounds({ worstTier = 'exact', errors = {} }: Accuracy): boolean {
  const missed = Object.values(errors).filter(({ ulps }) => ulps > 0);
  return missed.length > 0 && (worstTier !== 'exact' || missed.some(({ ulps }) => ulps < many));
}

function compared(entries: readonly (Accuracy | undefined)[]): ComparedErrors {
  const { operator, dtype } = entries.find((entry) => entry !== undefined)!;
  const kinds = unique(entries.flatMap((entry) => Object.keys(entry?.errors ?? {}))).sort();
  const worstOf = (some: readonly string[]) =>
    entries.map((entry) => some.flatMap((kind) => entry?.errors?.[kind] ?? []).reduce(worst, null));
  return {
    operator,
    dtype,
    usual: worstOf(kinds.filter(isUsual)),
    others: worstOf(kinds.filter((kind) => !isUsual(kind))),
    kinds: kinds.map((kind) => ({ kind, errors: worstOf([kind]) })),
  };
}

function worst(one: WorstErrors | null, other: WorstErrors): WorstErrors {
  if (!one) return other;
  const [more, less] = other.ulps > one.ulps ? [other, one] : [one, other];
  const absolute = [one, other].flatMap(({ absoluteError }) => absoluteError ?? []);
  return { ...less, ...more, ...(absolute.length > 0 && { absoluteError: Math.max(...absolute) }) };
}

/** "1.2 / 2.4e3 (7.5e-8)": on usual numbers and on others; empty where nothing was compared. */
export function errorsInWords({ usual, others }: ComparedErrors, runtime: number): string {
  const [first, second] = [usual[runtime], others[runtime]].map((errors) => (errors ? errorInWords(errors) : '–'));
  return first === '–' && second === '–' ? '' : `${first} / ${second}`;
}

/** "0.5", "1.2", "2.4e3 (7.5e-8)". */
export function errorInWords({ ulps, absoluteError }: WorstErrors): string {
  if (ulps < 0.5) return absoluteError === undefined ? '0.5' : `(${twoDigits(absoluteError)})`;
  return ulps < many || absoluteError === undefined
    ? twoDigits(ulps)
    : `${twoDigits(ulps)} (${twoDigits(absoluteError)})`;
}

/** "0.51", "29", "2.6e3", "1.5e-7"; what is more than a half is not told as one. */
function twoDigits(x: number): string {
  if (x > 0.5 && x < 0.51) return '0.51';
  return x >= 0.01 && x < many ? `${Number(x.toPrecision(2))}` : x.toExponential(1).replace('+', '');
}
