import { groupBy } from '../aggregate/grouping.ts';
import { formatOpsets, spans } from '../aggregate/opsets.ts';
import { judged, recorded, sumCounts } from '../schema/counts.ts';
import type { MatrixCell, OutcomeCounts, Report } from '../schema.ts';
import { unitOf } from './phrases.ts';
import { inList, plural } from './plural.ts';
import { truncate } from './truncate.ts';

/** The greatest numbers of dtypes and of characters of a message to show. */
const maxDTypes = 3;
const maxMessage = 60;

/** The least numbers of operators and cases, all declined, for an opset to count as not supported. */
const leastOperators = 5;
const leastCases = 30;

/**
 * Returns the reasons of missing support in one line: operators, opsets and dtypes without judged cases, and the most
 * frequent message for the rest. Example: "60 cases are not supported: opsets 1–6; bfloat16; else mostly 'no kernel for
 * Foo'". Empty if there are no such cases.
 */
export function unsupportedSummary(report: Report): string {
  const { unsupported, totals, matrix, options } = report;
  if (totals.unsupported === 0) return '';
  const isDone = operatorsDone(report);
  const byOperator = groupBy(
    matrix.filter(({ operator }) => isDone(operator)),
    ({ operator }) => operator,
  );
  const isJudged = (cells: readonly MatrixCell[]) => judged(sumCounts(cells.map(({ counts }) => counts))) > 0;
  const [some, none] = [true, false].map((is) => [...byOperator.values()].filter((cells) => isJudged(cells) === is));
  const cells = some!.flat();
  const opsets = declinedOpsets(cells);
  const dtypes = withoutJudgedCases(cells.flatMap(({ byDType }) => Object.entries(byDType)));
  // cases that were not asked follow from declarations, or from other cases
  const most = unsupported.find(
    ({ message, where }) =>
      message &&
      !message.startsWith('not asked: ') &&
      where.some(
        ({ operator, dtypes: own }) =>
          (some!.length === 0 || !none!.some(([cell]) => cell!.operator === operator)) &&
          own.some((dtype) => !dtypes.includes(dtype)),
      ),
  );
  const known = [
    ...(some!.length > 0 && none!.length > 0 ? [formatOperators(none!.map(([cell]) => cell!.operator))] : []),
    ...(opsets.length > 0 ? [formatOpsets(spans(opsets, opsetsOf(cells)))] : []),
    ...(dtypes.length > 0 ? [formatDTypes(dtypes)] : []),
  ];
  const reasons = [
    ...known,
    ...(most ? [`${known.length > 0 ? 'else ' : ''}mostly '${truncate(most.message!, maxMessage)}'`] : []),
  ];
  const verb = totals.unsupported === 1 ? 'is' : 'are';
  return `${plural(totals.unsupported, unitOf(options))} ${verb} not supported${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`;
}

/** Returns the test for operators whose cases all have results; an interrupted run may lack some. */
function operatorsDone({ complete, cells }: Report): (operator: string) => boolean {
  if (complete) return () => true;
  const open = new Set(cells.filter((cell) => recorded(cell.counts) < cell.cases).map(({ operator }) => operator));
  return (operator) => !open.has(operator);
}

const opsetsOf = (cells: readonly MatrixCell[]) => cells.flatMap(({ byOpset }) => Object.keys(byOpset)).map(Number);

/** Returns the opsets at which no case was judged, although several of their operators are judged at other opsets. */
function declinedOpsets(cells: readonly MatrixCell[]): number[] {
  return withoutJudgedCases(cells.flatMap(({ byOpset }) => Object.entries(byOpset)))
    .map(Number)
    .filter((opset) => {
      const tried = cells.filter(({ byOpset }) => byOpset[opset] !== undefined);
      const cases = tried.reduce((sum, { byOpset }) => sum + byOpset[opset]!.unsupported, 0);
      return new Set(tried.map(({ operator }) => operator)).size >= leastOperators && cases >= leastCases;
    });
}

/** Returns the keys without judged cases. */
function withoutJudgedCases(entries: readonly (readonly [string, OutcomeCounts])[]): string[] {
  return [...groupBy(entries, ([key]) => key)]
    .filter(([, own]) => judged(sumCounts(own.map(([, counts]) => counts))) === 0)
    .map(([key]) => key);
}

/** Formats operators: "3 operators (Abs, Add, And)", "103 operators (Abs, Add, And …)". */
function formatOperators(names: readonly string[]): string {
  const more = names.length > maxDTypes ? ' …' : '';
  return `${plural(names.length, 'operator')} (${names.slice(0, maxDTypes).join(', ')}${more})`;
}

function formatDTypes(dtypes: readonly string[]): string {
  const hidden = dtypes.length - maxDTypes;
  return hidden > 1 ? `${dtypes.slice(0, maxDTypes).join(', ')} and ${hidden} more dtypes` : inList(dtypes);
}
