import type { Report } from '../schema.ts';
import { opsetRange } from '../tally/opsets.ts';
import { bandRows, dtypeTable, type Figure, figureLegend, figureParts } from '../words/matrix.ts';
import { displayWidth, grid, hangingIndent } from './layout.ts';
import { type Page, title } from './page.ts';

/** What is broken, by operator and opsets; a line for all else of a family. */
export function opsetSection(report: Report, page: Page): string[] {
  const rows = bandRows(report);
  if (rows.length === 0) return [];
  const indent = Math.max(...rows.map(({ label }) => displayWidth(label))) + 4;
  const legend = figureLegend(report, {
    rows: rows.map(({ bands }) => ({ figures: bands.map(({ figure }) => figure) })),
  });
  return [
    ...title('Compliance by opset', legend.join(' · '), page),
    ...rows.flatMap(({ label, bands }) => {
      const texts = bands.map(({ opsets, figure }) => {
        const range = opsets ? `${page.colors.dim(`${opsetRange(opsets)}:`)} ` : '';
        // a figure stays on one line with its opsets
        return (range + painted(figure, page)).replaceAll(' ', '\u00a0');
      });
      const lines = hangingIndent(`  ${label}`.padEnd(indent), texts.join(' · '), page.columns);
      return lines.map((line) => line.replaceAll('\u00a0', ' '));
    }),
  ];
}

/** Operator versions × dtypes. */
export function dtypeSection(report: Report, page: Page): string[] {
  const table = dtypeTable(report);
  if (table.rows.length === 0) return [];
  const legend = figureLegend(report, table);
  const head = ['', ...table.columns].map(page.colors.dim);
  const rows = table.rows.map(({ label, figures }) => [label, ...figures.map((figure) => painted(figure, page))]);
  return [...title('Compliance by dtype', legend.join(' · '), page), ...grid([head, ...rows], page.columns)];
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
