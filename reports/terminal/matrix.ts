import {
  dtypeTable,
  type Figure,
  type FigureTable,
  figureLegend,
  figureParts,
  opsetRange,
  opsetTable,
} from '../matrix.ts';
import type { Report } from '../schema.ts';
import { type GridCell, grid } from './layout.ts';
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
  const head = ['', ...columnNames].map((name) => ({ text: colors.dim(name) }));
  const rows = table.rows.map(({ label, figures }) => [{ text: label }, ...figures.map(cellIn(page, figures))]);
  return [...title(heading, figureLegend(report).join(' · '), page), ...grid([head, ...rows], columns)];
}

function cellIn({ colors }: Page, figures: readonly (Figure | undefined)[]) {
  return (figure: Figure | undefined, column: number): GridCell => {
    if (!figure) return { text: '' };
    const { conformance, broken, unsupported, note } = figureParts(figure);
    const painted = [
      broken === '' ? colors.green(conformance) : conformance,
      colors.red(broken),
      colors.dim(unsupported),
      colors.yellow(note),
    ];
    const shown = [conformance, broken, unsupported, note];
    const text = painted.filter((_, i) => shown[i] !== '').join(' ');
    return { text, continues: column > 0 && figures[column - 1] === figure };
  };
}
