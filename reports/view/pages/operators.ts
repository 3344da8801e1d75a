import { groupBy } from '../../aggregate/grouping.ts';
import { opsetRange } from '../../aggregate/opsets.ts';
import { isUnanswered } from '../../aggregate/unanswered.ts';
import type { Report } from '../../schema.ts';
import {
  bad,
  facts,
  folded,
  good,
  joinTexts,
  paragraph,
  quiet,
  type Section,
  type Table,
  type Text,
  table,
  warning,
} from '../block.ts';
import { bandRows, dtypeTable, type Figure, figureLegend, figureParts, operatorsIn, opsetTable } from '../matrix.ts';

/** Returns the section on operators. @param byDType whether a terminal also shows the table by dtype */
export function operators(report: Report, byDType: boolean): Section {
  const [byOpset, dtypes] = [opsetTable(report), dtypeTable(report)];
  const rows = (of: typeof byOpset | typeof dtypes) =>
    of.rows.map(({ label, figures }) => [label, ...figures.map(figureText)]);
  const all = bandRows(report);
  const rowsOfBands = all.map(({ bands }) => ({ figures: bands.map(({ figure }) => figure) }));
  const bands = all.map(({ label, bands: own }) => {
    const texts = own.map(
      ({ opsets, figure }): Text => [...(opsets ? [quiet(`${opsetRange(opsets)}:\u00a0`)] : []), figureText(figure)],
    );
    return [label, joinTexts(texts, ' · ')] as const;
  });
  return {
    id: 'operators',
    title: 'Operators',
    remark: figureLegend(report, { rows: rowsOfBands }).join(' · '),
    count: operatorsIn(report).length,
    blocks:
      bands.length === 0 || isUnanswered(report)
        ? []
        : [
            {
              kind: 'chart',
              chart: { of: 'operators', matrix: report.matrix, tables: tablesByOperator(report, dtypes) },
              instead: [
                facts(bands),
                folded('operators × opsets', [
                  paragraph(figureLegend(report, byOpset).join(' · ')),
                  ...table('Operators × opsets', ['', ...byOpset.columns.map(opsetRange)], rows(byOpset)),
                ]),
                folded('operators × dtypes', table('Operators × dtypes', ['', ...dtypes.columns], rows(dtypes)), {
                  open: byDType,
                }),
              ],
            },
          ],
  };
}

/** Returns the table of versions × dtypes for each operator. */
function tablesByOperator({ matrix }: Report, { columns, rows }: ReturnType<typeof dtypeTable>): Map<string, Table> {
  // the table of dtypes has the same rows as the matrix
  const own = groupBy([...matrix.entries()], ([, { operator }]) => operator);
  return new Map(
    [...own].map(([operator, cells]) => {
      const used = columns
        .map((dtype, i) => ({ dtype, i }))
        .filter(({ i }) => cells.some(([row]) => rows[row]!.figures[i]));
      const body = cells.map(([row, { version, firstOpset, lastOpset }]) => [
        `${version}`,
        opsetRange({ first: firstOpset, last: lastOpset }),
        ...used.map(({ i }) => figureText(rows[row]!.figures[i])),
      ]);
      const caption = `${operator}: passed of judged, by version and dtype`;
      const head = ['version', 'opsets', ...used.map(({ dtype }) => dtype)];
      return [operator, { kind: 'table', caption, head, rows: body } as const];
    }),
  );
}

/** Formats a figure on one line: "412/415 3✗ 90–". */
function figureText(figure: Figure | undefined): Text {
  if (!figure) return '';
  const { conformance, broken, unsupported, note } = figureParts(figure);
  const parts = [
    conformance && (broken === '' ? good(conformance) : conformance),
    broken && bad(broken),
    unsupported && quiet(unsupported),
    note && (note === 'none' ? quiet(note) : warning(note)),
  ];
  return joinTexts(
    parts.filter((part) => part !== ''),
    '\u00a0',
  );
}
