import picomatch from 'picomatch';
import { suites } from '../../generators/cases/proposal.ts';
import { parseId } from '../../generators/suite/check-id.ts';
import { judged, sumCounts } from '../schema/counts.ts';
import type { BrokenCells, FileRun, OperatorFigures } from '../schema/expectations-file.ts';
import type { Expectations, Report, RunOptions, Shortfall } from '../schema.ts';
import { groupBy } from './grouping.ts';

/** The selection of a run in a file of expectations: all but ids. */
type SuitePart = Pick<FileRun, 'suite' | 'opsets' | 'dtypes' | 'vectors'>;

/**
 * Returns the figures of a run by operator, for operators whose cases were all run, in the suite or the selected part of it.
 * @param brokenIn the broken cases of an operator that count
 */
export function figuresOf(
  report: Pick<Report, 'matrix' | 'options' | 'complete'>,
  brokenIn: (operator: string) => BrokenCells,
): FileRun | undefined {
  const { options, complete, matrix } = report;
  const whole = complete && !options.shard ? operatorsIn(options) : undefined;
  const own = [...groupBy(matrix, ({ operator }) => operator)].filter(([operator]) => whole?.(operator));
  if (own.length === 0) return undefined;
  const operators = own.map(([operator, cells]) => {
    const counts = sumCounts(cells.map((cell) => cell.counts));
    const broken = brokenIn(operator);
    const { unsupported } = counts;
    const figures = {
      judged: judged(counts),
      ...(Object.keys(broken).length > 0 && { broken }),
      ...(unsupported > 0 && { unsupported }),
    };
    return [operator, figures] as const;
  });
  return { ...partOf(options), seed: options.seed, operators: Object.fromEntries(operators) };
}

/** Returns the part of the suite that a run selects. */
export function partOf({ suite, opsets, dtypes, vectors }: RunOptions): SuitePart {
  return {
    suite: suite ?? 'standard',
    ...(opsets.length > 0 && { opsets }),
    ...(dtypes.length > 0 && { dtypes }),
    ...(vectors !== undefined && { vectors }),
  };
}

/** Whether two runs have the same selection apart from ids. */
export function isSamePart(a: SuitePart, b: SuitePart): boolean {
  return isWithin(a, b) && isWithin(b, a);
}

/** Whether `b` selects everything that `a` selects. */
export function isWithin(a: SuitePart, b: SuitePart): boolean {
  const size = ({ suite = 'standard' }: SuitePart) => suites.indexOf(suite);
  const among = <T>(some: readonly T[] = [], all: readonly T[] = []) =>
    all.length === 0 || (some.length > 0 && some.every((one) => all.includes(one)));
  return a.vectors === b.vectors && size(a) <= size(b) && among(a.opsets, b.opsets) && among(a.dtypes, b.dtypes);
}

/** Compares the figures of a run with those of the file for the same selection. */
export function compareFigures(
  seen: FileRun | undefined,
  runs: readonly FileRun[],
  options: RunOptions,
  strict: boolean,
): Pick<Expectations, 'figures' | 'shortfalls' | 'better'> {
  if (!seen) return { figures: options.ids.some((id) => id.includes('/')) ? 'parts' : 'partial', shortfalls: [] };
  const held = runs.find((run) => isSamePart(run, seen));
  const isLook = !strict && options.ids.length > 0;
  if (!held) {
    const alike = runs.filter(({ vectors }) => vectors === seen.vectors);
    if (isLook && alike.length > 0) return { figures: 'look', shortfalls: [] };
    // a gate may select more than the file has figures for, but never less
    const isLess = alike.length > 0 && !alike.some((run) => isWithin(run, seen));
    return { figures: isLess ? 'less' : 'none', shortfalls: [] };
  }
  // without --strict, operators selected by name are compared alone
  const named = strict ? () => true : operatorsIn(options)!;
  const compared = Object.entries(held.operators).filter(([operator]) => named(operator));
  const differences = compared.flatMap(([operator, expected]): FigureDifference[] => {
    const own = seen.operators[operator] ?? { judged: 0 };
    // broken cases and their errors depend on the data, so they are compared for equal seeds only
    return [
      ...shortfallsOf(operator, expected, own),
      ...(held.seed === seen.seed ? brokenOf(operator, expected, own) : []),
    ];
  });
  const better = differences.filter(({ isWorse }) => !isWorse);
  return {
    figures: compared.length < Object.keys(held.operators).length ? 'look' : 'held',
    shortfalls: differences.filter(({ isWorse }) => isWorse).map(({ figures }) => figures),
    ...(better.length > 0 && { better: better.map(({ figures }) => figures) }),
  };
}

/** A figure of a run that differs from the file. */
interface FigureDifference {
  readonly isWorse: boolean;
  readonly figures: Shortfall;
}

function shortfallsOf(operator: string, expected: OperatorFigures, seen: OperatorFigures): FigureDifference[] {
  return (['judged', 'unsupported'] as const)
    .map((figure) => ({ operator, figure, expected: expected[figure] ?? 0, seen: seen[figure] ?? 0 }))
    .filter((one) => (one.figure === 'judged' ? one.seen < one.expected : one.seen > one.expected))
    .map((figures) => ({ isWorse: true, figures }));
}

/** The factor from which an error counts as changed: a different order of summation changes it by less. */
const clearFactor = 2;
/** The worst error of a correctly rounded result in units in the last place, used where no error is given. */
const rounding = 0.5;

/** Returns the differences in known broken cells. A cell that passes completely is reported with its entry instead. */
function brokenOf(operator: string, { broken = {} }: OperatorFigures, seen: OperatorFigures): FigureDifference[] {
  const cells = Object.entries((seen.broken as BrokenCells | undefined) ?? {});
  if (typeof broken === 'number') {
    const sum = cells.reduce((total, [, { cases }]) => total + cases, 0);
    return sum > broken
      ? [{ isWorse: true, figures: { operator, figure: 'broken', expected: broken, seen: sum } }]
      : [];
  }
  return cells.flatMap(([cell, own]) => {
    const before = broken[cell] ?? { cases: 0 };
    const cases = { operator, figure: 'broken' as const, cell, expected: before.cases, seen: own.cases };
    const ulps = { ...cases, figure: 'ulps' as const, expected: before.ulps ?? rounding, seen: own.ulps ?? rounding };
    const isFarther = before.cases > 0 && ulps.seen > clearFactor * ulps.expected;
    const isNearer = own.ulps !== undefined && clearFactor * ulps.seen < ulps.expected;
    return [
      ...(cases.seen === cases.expected ? [] : [{ isWorse: cases.seen > cases.expected, figures: cases }]),
      ...(isFarther || isNearer ? [{ isWorse: isFarther, figures: ulps }] : []),
    ];
  });
}

/** Returns the test for operators that a run selects as a whole; `undefined` if there are none. */
function operatorsIn({ ids }: RunOptions): ((operator: string) => boolean) | undefined {
  if (ids.length === 0) return () => true;
  const wholes = ids.map((id) => parseId(id)).filter(({ path, opset }) => opset === undefined && !path.includes('/'));
  return wholes.length > 0 ? picomatch(wholes.map(({ path }) => path)) : undefined;
}
