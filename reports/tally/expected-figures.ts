import picomatch from 'picomatch';
import { parseId } from '../../generators/check-id.ts';
import { suites } from '../../generators/proposal.ts';
import { judged, sumCounts } from '../schema/counts.ts';
import type { FileRun, OperatorFigures } from '../schema/expectations-file.ts';
import type { Expectations, OutcomeCounts, Report, RunOptions, Shortfall } from '../schema.ts';
import { groupBy } from './grouping.ts';

/** What a run selects, as a file of expectations names it: all but ids. */
type Part = Pick<FileRun, 'suite' | 'opsets' | 'dtypes' | 'vectors'>;

/**
 * The figures of a run by operator: of those of which all cases of the suite, or of this part of it, were run.
 * @param wrongIn how many broken cases of an operator count
 */
export function figuresOf(
  report: Pick<Report, 'matrix' | 'options' | 'complete'>,
  wrongIn: (operator: string, counts: OutcomeCounts) => number,
): FileRun | undefined {
  const { options, complete, matrix } = report;
  const whole = complete && !options.shard ? operatorsIn(options) : undefined;
  const own = [...groupBy(matrix, ({ operator }) => operator)].filter(([operator]) => whole?.(operator));
  if (own.length === 0) return undefined;
  const operators = own.map(([operator, cells]) => {
    const counts = sumCounts(cells.map((cell) => cell.counts));
    const wrong = wrongIn(operator, counts);
    const { unsupported } = counts;
    const figures = {
      judged: judged(counts),
      ...(wrong > 0 && { broken: wrong }),
      ...(unsupported > 0 && { unsupported }),
    };
    return [operator, figures] as const;
  });
  return { ...partOf(options), seed: options.seed, operators: Object.fromEntries(operators) };
}

/** The part of the suite that a run selects. */
export function partOf({ suite, opsets, dtypes, vectors }: RunOptions): Part {
  return {
    suite: suite ?? 'standard',
    ...(opsets.length > 0 && { opsets }),
    ...(dtypes.length > 0 && { dtypes }),
    ...(vectors !== undefined && { vectors }),
  };
}

/** True for two runs that select the same, but for their ids. */
export function isSamePart(a: Part, b: Part): boolean {
  return isWithin(a, b) && isWithin(b, a);
}

/** True if all that `a` selects is selected by `b`. */
export function isWithin(a: Part, b: Part): boolean {
  const size = ({ suite = 'standard' }: Part) => suites.indexOf(suite);
  const among = <T>(some: readonly T[] = [], all: readonly T[] = []) =>
    all.length === 0 || (some.length > 0 && some.every((one) => all.includes(one)));
  return a.vectors === b.vectors && size(a) <= size(b) && among(a.opsets, b.opsets) && among(a.dtypes, b.dtypes);
}

/** Compares the figures of a run with those that a file has for such a run. */
export function compareFigures(
  seen: FileRun | undefined,
  runs: readonly FileRun[],
  options: RunOptions,
  strict: boolean,
): Pick<Expectations, 'figures' | 'shortfalls'> {
  if (!seen) return { figures: 'partial', shortfalls: [] };
  const held = runs.find((run) => isSamePart(run, seen));
  const isLook = !strict && options.ids.length > 0;
  if (!held) {
    const alike = runs.filter(({ vectors }) => vectors === seen.vectors);
    if (isLook && alike.length > 0) return { figures: 'look', shortfalls: [] };
    // a gate may select more than what is noted, never less
    const isLess = alike.length > 0 && !alike.some((run) => isWithin(run, seen));
    return { figures: isLess ? 'less' : 'none', shortfalls: [] };
  }
  // who asks for operators by name may do so for once, a gate does not
  const named = strict ? () => true : operatorsIn(options)!;
  const compared = Object.entries(held.operators).filter(([operator]) => named(operator));
  const shortfalls = compared.flatMap(([operator, expected]) => {
    const own = seen.operators[operator] ?? { judged: 0 };
    return shortfallsOf(operator, expected, own, held.seed === seen.seed);
  });
  return { figures: compared.length < Object.keys(held.operators).length ? 'look' : 'held', shortfalls };
}

function shortfallsOf(
  operator: string,
  expected: OperatorFigures,
  seen: OperatorFigures,
  sameData: boolean,
): readonly Shortfall[] {
  const figures = ['judged', 'unsupported', ...(sameData ? (['broken'] as const) : [])] as const;
  return figures
    .map((figure) => ({ operator, figure, expected: expected[figure] ?? 0, seen: seen[figure] ?? 0 }))
    .filter((one) => (one.figure === 'judged' ? one.seen < one.expected : one.seen > one.expected));
}

/** Which operators a run selects as wholes; `undefined` where it selects none so. */
function operatorsIn({ ids }: RunOptions): ((operator: string) => boolean) | undefined {
  if (ids.length === 0) return () => true;
  const wholes = ids.map((id) => parseId(id)).filter(({ path, opset }) => opset === undefined && !path.includes('/'));
  return wholes.length > 0 ? picomatch(wholes.map(({ path }) => path)) : undefined;
}
