import { type DType, dtypes } from '../../../oracles/numerics/dtype.ts';
import { groupBy } from '../../aggregate/grouping.ts';
import type { Accuracy, Report } from '../../schema.ts';
import {
  type Block,
  bad,
  code,
  compact,
  folded,
  joinTexts,
  paragraph,
  type Section,
  type Text,
  table,
} from '../block.ts';
import { compareErrors, describeErrors, errorHead, errorRows, errorRowsLegend, errorsLegend } from '../errors.ts';
import { describeAccumulator } from '../half-precision-note.ts';
import { accuracyFigure, describeTiers, quotient, unitOf } from '../phrases.ts';
import { plural, thousands } from '../plural.ts';
import { describeVacuous, vacuousElements } from '../vacuous.ts';

/** Returns the section on the accuracy of operators. */
export function accuracy(report: Report): Section {
  const { accuracy: all } = report;
  const cases = all.flatMap(({ tiers }) => Object.values(tiers)).reduce((sum, count) => sum + count, 0);
  const accumulator = describeAccumulator(report);
  return {
    id: 'accuracy',
    title: 'Accuracy',
    remark: 'worst tier reached, worst error / proven bound, ✗ wrong cases',
    blocks:
      all.length === 0
        ? []
        : compact<Block>([
            ...overview(all),
            cases > 0 &&
              paragraph(
                `${plural(cases, unitOf(report.options))} by worst tier: ${describeTiers(all.map(({ tiers }) => tiers))}`,
              ),
            accumulator !== undefined && paragraph(accumulator),
            folded('worst cases, tiers and elements whose bound proves nothing', figures(all)),
          ]),
  };
}

/** Returns the table of operators that are not exact in some dtype, and the names of the others. */
function overview(all: readonly Accuracy[]): readonly Block[] {
  const present = dtypes.filter((dtype) => all.some((entry) => entry.dtype === dtype));
  const isExact = (entry: Accuracy) => entry.worstTier === 'exact' && entry.worstErrorOverBound === 0;
  const perfect = present.filter((dtype) => all.every((entry) => entry.dtype !== dtype || isExact(entry)));
  const [throughout, apart] = [false, true].map((fails) =>
    perfect.filter((dtype) => all.some((entry) => entry.dtype === dtype && entry.failed > 0) === fails),
  );
  const grid = byOperator(
    'Accuracy by operator and dtype',
    all,
    present.filter((dtype) => !perfect.includes(dtype)),
    (entry) =>
      joinTexts(
        accuracyFigure(entry).map((part) => (part.endsWith('✗)') ? bad(part) : part)),
        ' ',
      ),
  );
  const inexact = all.filter(({ worstErrorOverBound }) => worstErrorOverBound > 0);
  return compact<Block>([
    inexact.length > 0 && {
      kind: 'chart',
      chart: { of: 'errors', entries: inexact },
      instead: [{ kind: 'either', narrow: grid, wide: [folded('operators × dtypes', grid)] }],
    },
    throughout!.length > 0 && paragraph(`exact throughout: ${throughout!.join(', ')}`),
    apart!.length > 0 && paragraph(`exact apart from failed cases: ${apart!.join(', ')}`),
  ]);
}

/** Returns a table with a row for each operator and a column for each dtype. */
function byOperator<T extends Pick<Accuracy, 'operator' | 'dtype'>>(
  caption: string,
  all: readonly T[],
  columns: readonly DType[],
  write: (one: T) => Text,
) {
  const rows = [...groupBy(all, ({ operator }) => operator)].map(([operator, own]) => [
    operator,
    ...columns.map((dtype) => own.filter((one) => one.dtype === dtype).map(write)),
  ]);
  return columns.length > 0 ? table(caption, ['', ...columns], rows) : [];
}

const figures = (all: readonly Accuracy[]): readonly Block[] =>
  table(
    'All figures',
    [
      'operator',
      'dtype',
      'worst tier',
      'worst error / bound',
      'in case',
      'cases by worst tier',
      'wrong',
      'vacuous elements',
    ],
    all.map((entry) => [
      entry.operator,
      entry.dtype,
      entry.worstTier ?? '',
      quotient(entry.worstErrorOverBound),
      entry.worstCase === undefined ? '' : code(entry.worstCase),
      describeTiers([entry.tiers]),
      thousands(entry.failed),
      thousands(entry.vacuousElements),
    ]),
  );

/** Returns the section on the errors of functions. */
export function functions({ accuracy: all }: Report): Section {
  const rows = compareErrors([all]);
  const columns = dtypes.filter((dtype) => rows.some((row) => row.dtype === dtype));
  const byKind = errorRows(all).map(({ cells, worstCase }) => [
    ...cells,
    worstCase === undefined ? '' : code(worstCase),
  ]);
  return {
    id: 'functions',
    title: 'Accuracy of functions',
    remark: errorsLegend,
    blocks:
      rows.length === 0
        ? []
        : [
            ...byOperator('Errors by function and dtype', rows, columns, (row) => describeErrors(row, 0)),
            folded('by kind of data', [
              paragraph(errorRowsLegend),
              ...table('Errors of functions by kind of data', errorHead, byKind),
            ]),
          ],
  };
}

/** The greatest number of operators in a terminal. */
const maxVacuous = 8;

/** Returns the section on elements that admit nearly any value. */
export function vacuous(report: Report): Section {
  const rows = vacuousElements(report).map(({ operator, clause, elements }) => [operator, clause, thousands(elements)]);
  return {
    id: 'vacuous',
    title: 'What proves nothing',
    remark: describeVacuous(report) ?? '',
    count: rows.length,
    blocks: table('What proves nothing', ['operator', 'clause', 'elements'], rows, { most: maxVacuous }),
  };
}
