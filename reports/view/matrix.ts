import { type DType, dtypes } from '../../oracles/numerics/dtype.ts';
import { findOperator } from '../../oracles/operators.ts';
import { groupBy, unique } from '../aggregate/grouping.ts';
import { broken, judged, recorded, sumCounts } from '../schema/counts.ts';
import type { MatrixCell, OpsetSpan, OutcomeCounts, Report } from '../schema.ts';
import { casesWith } from './finding.ts';

/** The figures of one place of a matrix. */
export interface Figure {
  readonly counts: OutcomeCounts;
  /** `…` for cases without a result, `EMPTY` where the suite has no case, `none` where no selected case is of this place */
  readonly note: '' | '…' | 'EMPTY' | 'none';
}

/** A table of figures; `undefined` means: no such thing. */
export interface FigureTable<C> {
  readonly columns: readonly C[];
  readonly rows: readonly { readonly label: string; readonly figures: readonly (Figure | undefined)[] }[];
}

/**
 * Operators × opsets. A column begins wherever any operator gets a new version; of a selection of opsets no other is
 * named. A case counts in the column of the opset that its model imports.
 */
export function opsetTable(report: Report): FigureTable<OpsetSpan> {
  const columns = selected(opsetColumns(report.matrix), report.options.opsets);
  const planned = plannedBy(report, (cell) => `${cell.operator}/${cell.version}`);
  const rows = [...groupBy(report.matrix, (cell) => cell.operator)].map(([label, versions]) => {
    const figures = columns.map((column): Figure | undefined => {
      const inForce = versions.find((cell) => cell.firstOpset <= column.first && column.last <= cell.lastOpset);
      if (!inForce) return undefined;
      const counts = sumCounts(opsetsOf(column).flatMap((opset) => inForce.byOpset[opset] ?? []));
      // which opset the cases import that did not run, no plan says
      const note = noteOn(inForce.counts, planned(`${label}/${inForce.version}`));
      return { counts, note: note === '' && recorded(counts) === 0 ? 'none' : note };
    });
    return { label, figures };
  });
  return { columns, rows };
}

/** Figures of one operator, or of all operators of a family, by the opsets that they are of. */
export interface BandRow {
  readonly label: string;
  readonly bands: readonly { readonly opsets: OpsetSpan | undefined; readonly figure: Figure }[];
}

/**
 * What is broken: for each operator the opsets whose version is, then for each family of operators how the others did, all
 * opsets together.
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

/** Operator versions × dtypes. */
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

/** What a figure says, in parts, so that a renderer can colour them. Parts that say nothing are empty. */
export interface FigureParts {
  /** passed/judged */
  readonly conformance: string;
  readonly broken: string;
  readonly unsupported: string;
  readonly note: Figure['note'];
}

/** The parts of a figure: "412/415", "3✗", "90–", "…". Unsupported cases are in neither number of the fraction. */
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

/** Explains the marks of the figures of a table, as far as it has them. */
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

/** The columns as far as they hold selected opsets. */
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

/** What the mark of failed cases stands for. */
function brokenOr(report: Report): string {
  if (casesWith('policy', report) > 0) return 'broken or not as required';
  return casesWith('tier', report) > 0 ? 'broken or below the required tier' : 'broken';
}
