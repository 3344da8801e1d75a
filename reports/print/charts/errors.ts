import { scaleLog } from 'd3-scale';
import { type SymbolType, symbol, symbolCircle, symbolDiamond2, symbolSquare2, symbolTriangle2 } from 'd3-shape';
import type { DType } from '../../../oracles/numerics/dtype.ts';
import { groupBy, uniqueDTypes } from '../../aggregate/grouping.ts';
import type { Accuracy } from '../../schema.ts';
import { quotient } from '../../view/phrases.ts';
import { html, type Markup } from '../markup.ts';

/** Marks that can be distinguished without colour. */
const marks: readonly SymbolType[] = [symbolCircle, symbolSquare2, symbolTriangle2, symbolDiamond2];

/** In pixels. */
const size = { letter: 6.5, label: 170, width: 760, row: 20, top: 30, bottom: 10, right: 22 };

/** Returns a chart of the worst error of each operator and dtype on a logarithmic scale. @param what the noun for a row */
export function errorsChart(entries: readonly Accuracy[], what = 'operator'): Markup {
  const rows = [...groupBy(entries, ({ operator }) => operator)];
  const left = Math.max(size.label, ...rows.map(([name]) => name.length * size.letter + 16));
  const dtypes = uniqueDTypes(entries.map(({ dtype }) => dtype));
  const errors = entries.map((entry) => entry.worstErrorOverBound);
  // errors far below the bound are drawn at the edge, like exact answers
  const least = Math.max(Math.min(...errors), 1e-3);
  const x = scaleLog([least / 1.2, Math.max(1, ...errors)], [left, size.width - size.right]);
  const height = size.top + rows.length * size.row + size.bottom;
  const ticks = x.ticks(6).filter((tick) => /^[125]/.test(tick.toExponential()));
  const place = (error: number) => Math.max(x(error), left).toFixed(1);
  return html`<p class="keys">${dtypes.map(
    (dtype) =>
      html`<span class="mark"><svg viewBox="-6 -6 12 12" width="12" height="12" aria-hidden="true"><path class="${shade(dtypes, dtype)}" d="${markOf(dtypes, dtype)}"/></svg>${dtype}</span> `,
  )}</p>
<div class="wide" role="region" aria-label="Plot of the worst errors" tabindex="0"><svg class="plot" viewBox="0 0 ${size.width} ${height}" width="${size.width}" height="${height}" role="img" aria-label="Worst error as a share of the bound, by ${what} and dtype, on a logarithmic scale; the table below has the figures">
${ticks.map((tick) => html`<g class="tick${tick === 1 && ' bound'}"><line x1="${place(tick)}" x2="${place(tick)}" y1="${size.top - 6}" y2="${height - size.bottom}"/><text x="${place(tick)}" y="${size.top - 12}">${tick === 1 ? 'bound' : tick}</text></g>`)}
${rows.map(
  (
    [operator, own],
    i,
  ) => html`<g transform="translate(0 ${size.top + (i + 0.5) * size.row})"><line class="row" x1="${left}" x2="${size.width - size.right}"/><text class="operator" x="${left - 10}" y="4">${operator}</text>${own.map(
    (entry) =>
      html`<path class="${shade(dtypes, entry.dtype)}" transform="translate(${place(entry.worstErrorOverBound)} ${(markIndex(dtypes, entry.dtype) - 1) * 4})" d="${markOf(dtypes, entry.dtype)}"><title>${operator} ${entry.dtype}: ${quotient(entry.worstErrorOverBound)} of the bound, ${entry.worstTier ?? ''}, in ${entry.worstCase ?? ''}</title></path>`,
  )}</g>
`,
)}</svg></div>`;
}

const markIndex = (dtypes: readonly DType[], dtype: DType): number => dtypes.indexOf(dtype) % marks.length;
const shade = (dtypes: readonly DType[], dtype: DType): string => `shade${markIndex(dtypes, dtype)}`;
const markOf = (dtypes: readonly DType[], dtype: DType): string => symbol(marks[markIndex(dtypes, dtype)]!, 40)() ?? '';
