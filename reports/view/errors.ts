import { usualKinds } from '../../generators/values/values.ts';
import type { DType } from '../../oracles/numerics/dtype.ts';
import { findOperator } from '../../oracles/operators.ts';
import { getOr, unique } from '../aggregate/grouping.ts';
import type { Accuracy, WorstErrors } from '../schema.ts';
import { quotient } from './phrases.ts';

/** The number of ULP from which the absolute error is shown too: published bounds are smaller. */
const many = 100;

/** The worst errors of one or several runtimes in a function. */
export interface ComparedErrors {
  readonly operator: string;
  readonly dtype: DType;
  /** on numbers of usual size, by index of the runtime; `null` if none was compared */
  readonly usual: readonly (WorstErrors | null)[];
  /** on all other numbers: of every magnitude, special values, and values at which the function is sensitive */
  readonly others: readonly (WorstErrors | null)[];
  /** the errors by kind of data */
  readonly kinds: readonly { readonly kind: string; readonly errors: readonly (WorstErrors | null)[] }[];
}

/** Explains a figure of {@link describeError}. */
export const errorLegend =
  'Worst error in ulp (units in the last place of the exact value); 0.5: correctly rounded. From 100 ulp on, in ' +
  'brackets: worst absolute error where the exact value is below 1. ✗: some cases fail.';

/** Explains the figures of {@link describeErrors}. */
export const errorsLegend = `On usual numbers / on others. ${errorLegend}`;

/**
 * Returns the worst errors of elementwise operators: a row for each dtype in which some runtime does not round correctly.
 * Wrong answers are in the findings. Sums are left out: after cancellation, their ULP depend mostly on the data.
 */
export function compareErrors(accuracies: readonly (readonly Accuracy[])[]): ComparedErrors[] {
  const rows = new Map<string, (Accuracy | undefined)[]>();
  for (const [i, own] of accuracies.entries()) {
    for (const entry of own) {
      const { operator, dtype } = entry;
      if (!isFunction(entry)) continue;
      getOr(rows, `${operator} ${dtype}`, () => accuracies.map(() => undefined))[i] = entry;
    }
  }
  return [...rows.values()].filter((entries) => entries.some((entry) => entry && rounds(entry))).map(compared);
}

/** Returns the errors of one runtime by function and dtype: "Exp float32" has "0.5 / 1.2". */
export function errorsByFunction(accuracy: readonly Accuracy[]): Readonly<Record<string, string>> {
  const functions = accuracy.filter(isFunction).map((entry) => compared([entry]));
  return Object.fromEntries(functions.map((row) => [`${row.operator} ${row.dtype}`, describeErrors(row, 0)]));
}

/** Whether figures of {@link describeErrors} describe accepted answers that are not all correctly rounded. */
export const areRounded = (figures: string): boolean =>
  /[^\s/–]/.test(figures.replaceAll('0.5', '')) && !figures.includes('✗');

/** Explains the columns of {@link errorRows}. */
export const errorRowsLegend = `${errorLegend} Share of bound: worst error over the proven or published bound, of cases that pass.`;

/** The heads of these columns, and of the case after them. */
export const errorHead = ['function', 'dtype', 'data', 'error', 'share of bound', 'failed', 'in case'] as const;

/** Returns the worst errors of one runtime by kind of data: the first cells of each table row, and the case. */
export function errorRows(
  accuracy: readonly Accuracy[],
): readonly { readonly cells: readonly string[]; readonly worstCase: string | undefined }[] {
  return compareErrors([accuracy]).flatMap(({ operator, dtype, kinds }) =>
    kinds.map(({ kind, errors: [own] }) => ({
      cells: [operator, dtype, kind, describeError(own!), ...describeBound(own!)],
      worstCase: own!.worstCase,
    })),
  );
}

/** Returns the worst error of passing answers relative to the bound, and the number of failed cases; each empty if 0. */
const describeBound = ({ worstErrorOverBound = 0, failed = 0 }: WorstErrors): readonly string[] => [
  quotient(worstErrorOverBound),
  failed > 0 ? `${failed}` : '',
];

const isFunction = ({ operator, errors = {} }: Accuracy): boolean =>
  findOperator(operator)?.family === 'elementwise' && Object.keys(errors).length > 0;

const isUsual = (kind: string): boolean => (usualKinds as readonly string[]).includes(kind);

/** Whether some answers are not exact: accepted ones, or wrong ones with a measured error. */
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
  return {
    ...less,
    ...more,
    ...(absolute.length > 0 && { absoluteError: Math.max(...absolute) }),
    failed: (one.failed ?? 0) + (other.failed ?? 0),
  };
}

/** Formats errors on usual numbers and on others: "1.2 / 2.4e3 (7.5e-8)"; empty if nothing was compared. */
export function describeErrors({ usual, others }: ComparedErrors, runtime: number): string {
  const [first, second] = [usual[runtime], others[runtime]].map((errors) => (errors ? describeError(errors) : '–'));
  return first === '–' && second === '–' ? '' : `${first} / ${second}`;
}

/** Formats an error: "0.5", "1.2", "2.4e3 (7.5e-8) ✗". */
export function describeError({ ulps, absoluteError, failed = 0 }: WorstErrors): string {
  const isSmall = ulps < 0.5;
  return [
    ...(isSmall && absoluteError !== undefined ? [] : [isSmall ? '0.5' : twoDigits(ulps)]),
    ...(absoluteError !== undefined && (isSmall || ulps >= many) ? [`(${twoDigits(absoluteError)})`] : []),
    ...(failed > 0 ? ['✗'] : []),
  ].join(' ');
}

/** Formats a number with two digits: "0.51", "29", "2.6e3", "1.5e-7". A value above 0.5 is not rounded down to it. */
function twoDigits(x: number): string {
  if (x > 0.5 && x < 0.51) return '0.51';
  return x >= 0.01 && x < many ? `${Number(x.toPrecision(2))}` : x.toExponential(1).replace('+', '');
}
