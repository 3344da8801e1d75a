import type { Report } from '../schema.ts';
import { opsetRange } from '../tally/opsets.ts';
import { dtypeTable, type Figure, type FigureTable, figureLegend, figureParts, opsetTable } from '../words/matrix.ts';
import { grid } from './layout.ts';
import { type Page, title } from './page.ts';

/** Operators × opsets. */
export function opsetSection(report: Report, page: Page): string[] {
  const table = opsetTable(report);
  return matrixSection(report, 'Compliance by opset', table, table.columns.map(opsetRange), page);
}

/** Operator versions × dtypes. */
export function dtypeSection(report: Report, page: Page): string[] {
  const table = dtypeTable(report);
  return matrixSection(report, 'Compliance by dtype', table, table.columns, page);
}

function matrixSection<C>(
  report: Report,
  heading: string,
  table: FigureTable<C>,
  columnNames: readonly string[],
  page: Page,
): string[] {
  if (table.rows.length === 0) return [];
  const { colors, columns } = page;
  const head = ['', ...columnNames].map(colors.dim);
  const rows = table.rows.map(({ label, figures }) => [label, ...figures.map((figure) => painted(figure, page))]);
  return [...title(heading, figureLegend(report, table).join(' · '), page), ...grid([head, ...rows], columns)];
}

function painted(figure: Figure | undefined, { colors }: Page): string {
  if (!figure) return '';
  const { conformance, broken, unsupported, note } = figureParts(figure);
  const parts = [
    [conformance, broken === '' ? colors.green : String],
    [broken, colors.red],
    [unsupported, colors.dim],
    [note, note === 'none' ? colors.dim : colors.yellow],
  ] as const;
  return parts
    .filter(([text]) => text !== '')
    .map(([text, paint]) => paint(text))
    .join(' ');
}
