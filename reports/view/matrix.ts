import { type DType, dtypes } from '../../oracles/numerics/dtype.ts';
import { findOperator } from '../../oracles/operators.ts';
import { graphName } from '../../oracles/spec/graph-operator.ts';
import { groupBy, unique } from '../aggregate/grouping.ts';
import { broken, judged, recorded, sumCounts } from '../schema/counts.ts';
import type { MatrixCell, OpsetSpan, OutcomeCounts, Report } from '../schema.ts';
import { casesWith } from './finding.ts';

/** Returns the operators of a matrix; cases of whole graphs belong to none. */
export const operatorsIn = ({ matrix }: Pick<Report, 'matrix'>): readonly string[] =>
  unique(matrix.map(({ operator }) => operator)).filter((name) => name !== graphName);

/** The figures of one cell of a matrix. */
export interface Figure {
  readonly counts: OutcomeCounts;
  /** `…` if cases have no result, `EMPTY` if the suite has no case, `none` if no selected case belongs to this cell */
  readonly note: '' | '…' | 'EMPTY' | 'none';
}

/** A table of figures; `undefined` means that the combination does not exist. */
export interface FigureTable<C> {
  readonly columns: readonly C[];
  readonly rows: readonly { readonly label: string; readonly figures: readonly (Figure | undefined)[] }[];
}

/**
 * Returns the table of operators × opsets. A column begins at each opset with a new version of any operator; columns
 * outside the selected opsets are left out. A case counts in the column of the opset that its model imports.
 */
export function opsetTable(report: Report): FigureTable<OpsetSpan> {
  const columns = selected(opsetColumns(report.matrix), report.options.opsets);
  const planned = plannedBy(report, (cell) => `${cell.operator}/${cell.version}`);
  const rows = [...groupBy(report.matrix, (cell) => cell.operator)].map(([label, versions]) => {
    const figures = columns.map((column): Figure | undefined => {
      const inForce = versions.find((cell) => cell.firstOpset <= column.first && column.last <= cell.lastOpset);
      if (!inForce) return undefined;
      const counts = sumCounts(opsetsOf(column).flatMap((opset) => inForce.byOpset[opset] ?? []));
      // the plan does not contain the opsets of cases that did not run
      const note = noteOn(inForce.counts, planned(`${label}/${inForce.version}`));
      return { counts, note: note === '' && recorded(counts) === 0 ? 'none' : note };
    });
    return { label, figures };
  });
  return { columns, rows };
}

/** The figures of one operator, or of a family of operators, by opsets. */
export interface BandRow {
  readonly label: string;
  readonly bands: readonly { readonly opsets: OpsetSpan | undefined; readonly figure: Figure }[];
}

/**
 * Returns a row for each operator with broken versions, then a row for the other operators of each family over all opsets.
 */
export function bandRows(report: Report): readonly BandRow[] {
  const planned = plannedBy(report, (cell) => `${cell.operator}/${cell.version}`);
  const figureOf = (cells: readonly MatrixCell[]): Figure => {
    const counts = sumCounts(cells.map((cell) => cell.counts));
    const notes = cells.map((cell) => noteOn(cell.counts, planned(`${cell.operator}/${cell.version}`)));
    return { counts, note: notes.find((note) => note !== '') ?? '' };
  };
  const operators = [...groupBy(report.matrix, (cell) => cell.operator)];
  const isFaulty = (cells: readonly MatrixCell[]) => cells.some(({ counts }) => broken(counts) > 0);
  const faulty = operators.filter(([, cells]) => isFaulty(cells));
  const families = groupBy(
    operators.filter(([, cells]) => !isFaulty(cells)),
    ([name]) => findOperator(name)?.family ?? name,
  );
  return [
    ...faulty.map(([label, cells]) => ({
      label,
      bands: cells
        .filter(({ counts }) => broken(counts) > 0)
        .map((cell) => ({ opsets: { first: cell.firstOpset, last: cell.lastOpset }, figure: figureOf([cell]) })),
    })),
    ...[...families].map(([family, own]) => ({
      label: own.length === 1 ? own[0]![0] : `${family}: ${own.length} operators`,
      bands: [{ opsets: undefined, figure: figureOf(own.flatMap(([, cells]) => cells)) }],
    })),
  ];
}

/** Returns the table of operator versions × dtypes. */
export function dtypeTable(report: Report): FigureTable<DType> {
  const planned = plannedBy(report, (cell) => `${cell.operator}/${cell.version}/${cell.dtype}`);
  const columns = dtypes.filter((dtype) => report.matrix.some((cell) => cell.byDType[dtype]));
  const rows = report.matrix.map((cell) => ({
    label: `${cell.operator}-${cell.version}`,
    figures: columns.map((dtype) => {
      const counts = cell.byDType[dtype];
      return counts && { counts, note: noteOn(counts, planned(`${cell.operator}/${cell.version}/${dtype}`)) };
    }),
  }));
  return { columns, rows };
}

/** The parts of a figure, which a printer may colour; a part may be empty. */
export interface FigureParts {
  /** passed/judged */
  readonly conformance: string;
  readonly broken: string;
  readonly unsupported: string;
  readonly note: Figure['note'];
}

/** Returns the parts of a figure: "412/415", "3✗", "90–", "…". The fraction does not count unsupported cases. */
export function figureParts({ counts, note }: Figure): FigureParts {
  return {
    conformance: judged(counts) > 0 ? `${counts.pass}/${judged(counts)}` : '',
    broken: broken(counts) > 0 ? `${broken(counts)}✗` : '',
    unsupported: counts.unsupported > 0 ? `${counts.unsupported}–` : '',
    note,
  };
}

interface FigureRows {
  readonly rows: readonly { readonly figures: readonly (Figure | undefined)[] }[];
}

/** Explains the marks that occur in a table. */
export function figureLegend(report: Report, { rows }: FigureRows): string[] {
  const { totals } = report;
  const has = (note: Figure['note']) => rows.some(({ figures }) => figures.some((figure) => figure?.note === note));
  return [
    'passed/judged',
    ...(broken(totals) > 0 ? [`✗ ${brokenOr(report)}`] : []),
    ...(totals.unsupported > 0 ? ['– unsupported, not judged'] : []),
    ...(has('…') ? ['… not all cases ran'] : []),
    ...(has('none') ? ['none: no case of these opsets'] : []),
    ...(has('EMPTY') ? ['EMPTY the suite has no case'] : []),
  ];
}

function noteOn(counts: OutcomeCounts, planned: number): Figure['note'] {
  if (planned === 0) return 'EMPTY';
  return recorded(counts) < planned ? '…' : '';
}

const opsetsOf = ({ first, last }: OpsetSpan) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

function opsetColumns(matrix: readonly MatrixCell[]): OpsetSpan[] {
  const starts = unique(matrix.flatMap((cell) => [cell.firstOpset, cell.lastOpset + 1])).sort((a, b) => a - b);
  return starts
    .slice(0, -1)
    .map((first, i) => ({ first, last: starts[i + 1]! - 1 }))
    .filter(({ first, last }) => matrix.some((cell) => cell.firstOpset <= first && last <= cell.lastOpset));
}

/** Returns the columns restricted to the selected opsets. */
function selected(columns: readonly OpsetSpan[], opsets: readonly number[]): readonly OpsetSpan[] {
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

/** Returns the meaning of the mark of failed cases. */
function brokenOr(report: Report): string {
  if (casesWith('policy', report) > 0) return 'broken or not as required';
  return casesWith('tier', report) > 0 ? 'broken or below the required tier' : 'broken';
}
