import { type DType, dtypes } from '../oracles/numerics/dtype.ts';
import { broken, judged, recorded } from './counts.ts';
import { casesWith } from './finding-text.ts';
import { groupBy, unique } from './grouping.ts';
import type { MatrixCell, OutcomeCounts, Report } from './schema.ts';

/** Opsets that no operator of the matrix tells apart. */
export interface OpsetColumn {
  readonly first: number;
  readonly last: number;
}

/** The figures of one place of a matrix. */
export interface Figure {
  readonly counts: OutcomeCounts;
  /** how many cases were to run */
  readonly planned: number;
}

/** A table of figures; a figure that spans several columns is the same object in each, `undefined` means: no such thing. */
export interface FigureTable<C> {
  readonly columns: readonly C[];
  readonly rows: readonly { readonly label: string; readonly figures: readonly (Figure | undefined)[] }[];
}

/** Operators × opsets. A column begins wherever any operator gets a new version; of a selection of opsets no other is named. */
export function opsetTable(report: Report): FigureTable<OpsetColumn> {
  const columns = selected(opsetColumns(report.matrix), report.options.opsets);
  const planned = plannedBy(report, (cell) => `${cell.operator}/${cell.version}`);
  const rows = [...groupBy(report.matrix, (cell) => cell.operator)].map(([label, versions]) => {
    const figures = new Map(
      versions.map((cell) => [cell, { counts: cell.counts, planned: planned(`${cell.operator}/${cell.version}`) }]),
    );
    const covering = (column: OpsetColumn) =>
      versions.find((cell) => cell.firstOpset <= column.first && column.last <= cell.lastOpset);
    return { label, figures: columns.map((column) => figures.get(covering(column)!)) };
  });
  return { columns, rows };
}

/** Operator versions × dtypes. */
export function dtypeTable(report: Report): FigureTable<DType> {
  const planned = plannedBy(report, (cell) => `${cell.operator}/${cell.version}/${cell.dtype}`);
  const columns = dtypes.filter((dtype) => report.matrix.some((cell) => cell.byDType[dtype]));
  const rows = report.matrix.map((cell) => ({
    label: `${cell.operator}-${cell.version}`,
    figures: columns.map((dtype) => {
      const counts = cell.byDType[dtype];
      return counts && { counts, planned: planned(`${cell.operator}/${cell.version}/${dtype}`) };
    }),
  }));
  return { columns, rows };
}

/** "1–10", or "18" for a single opset. */
export function opsetRange({ first, last }: OpsetColumn): string {
  return first === last ? `${first}` : `${first}–${last}`;
}

/** What a figure says, in parts, so that a renderer can colour them. Parts that say nothing are empty. */
export interface FigureParts {
  /** passed/judged */
  readonly conformance: string;
  readonly broken: string;
  readonly unsupported: string;
  /** `…` for cases without a result, `EMPTY` where the suite has no case */
  readonly note: string;
}

/** The parts of a figure: "412/415", "3✗", "90–", "…". Unsupported cases are in neither number of the fraction. */
export function figureParts({ counts, planned }: Figure): FigureParts {
  const note = planned === 0 ? 'EMPTY' : recorded(counts) < planned ? '…' : '';
  return {
    conformance: judged(counts) > 0 ? `${counts.pass}/${judged(counts)}` : '',
    broken: broken(counts) > 0 ? `${broken(counts)}✗` : '',
    unsupported: counts.unsupported > 0 ? `${counts.unsupported}–` : '',
    note,
  };
}

/** Explains the marks of `figureParts`, as far as the report has them. */
export function figureLegend(report: Report): string[] {
  const { totals } = report;
  return [
    'passed/judged',
    ...(broken(totals) > 0 ? [`✗ ${brokenOr(report)}`] : []),
    ...(totals.unsupported > 0 ? ['– unsupported, not judged'] : []),
    ...(recorded(totals) < report.planned ? ['… not all cases ran'] : []),
    ...(report.cells.some((cell) => cell.cases === 0) ? ['EMPTY the suite has no case'] : []),
  ];
}

function opsetColumns(matrix: readonly MatrixCell[]): OpsetColumn[] {
  const starts = unique(matrix.flatMap((cell) => [cell.firstOpset, cell.lastOpset + 1])).sort((a, b) => a - b);
  return starts
    .slice(0, -1)
    .map((first, i) => ({ first, last: starts[i + 1]! - 1 }))
    .filter(({ first, last }) => matrix.some((cell) => cell.firstOpset <= first && last <= cell.lastOpset));
}

/** The columns as far as they hold selected opsets. */
function selected(columns: readonly OpsetColumn[], opsets: readonly number[]): readonly OpsetColumn[] {
  if (opsets.length === 0) return columns;
  return columns.flatMap(({ first, last }) => {
    const own = opsets.filter((opset) => first <= opset && opset <= last);
    return own.length > 0 ? [{ first: Math.min(...own), last: Math.max(...own) }] : [];
  });
}

function plannedBy(report: Report, keyOf: (cell: Report['cells'][number]) => string): (key: string) => number {
  const groups = groupBy(report.cells, keyOf);
  return (key) => (groups.get(key) ?? []).reduce((sum, cell) => sum + cell.cases, 0);
}

/** What the mark of failed cases stands for. */
function brokenOr(report: Report): string {
  if (casesWith('policy', report) > 0) return 'broken or not as required';
  return casesWith('tier', report) > 0 ? 'broken or below the required tier' : 'broken';
}
