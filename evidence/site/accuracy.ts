import { scaleLinear, scaleLog } from 'd3-scale';
import { area, curveStepAfter } from 'd3-shape';
import { type DType, dtypes, type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { orderingOf } from '../../oracles/numerics/order.ts';
import { largestFinite, roundDouble } from '../../oracles/numerics/rounding.ts';
import { printBlocks } from '../../reports/print/html.ts';
import { html, type Markup } from '../../reports/print/markup.ts';
import { code, table } from '../../reports/view/block.ts';
import type { RuntimeErrors } from '../accuracy/stored.ts';
import { binsOfSign, type Errors, formatUlps, type Shown } from '../accuracy/sweep.ts';
import { scrolling } from './layout.ts';

/** A runtime and its errors in one operator and dtype. */
type Row = readonly [label: string, errors: Errors];

/** Errors from this on are drawn alike. */
const many = 1000;

/** In pixels. */
const size = { left: 190, width: 760, right: 44, top: 24, row: 48, plot: 36 };

/** Returns plots of the errors of an operator over the range of each float type, with their tables; `undefined` if none is stored. */
export function errorPlots(operator: string, all: readonly RuntimeErrors[]): Markup | undefined {
  const plots = dtypes.flatMap((dtype) => {
    const rows = all.flatMap(({ label, errors }): Row[] => {
      const own = errors[operator]?.[dtype];
      return own ? [[label, own]] : [];
    });
    return rows.length > 0 ? [plot(dtype, rows, dtype === 'float32')] : [];
  });
  if (plots.length === 0) return undefined;
  return html`<h3>Errors over the whole range</h3>
<p class="sub">The largest error in each part of the range, in ulp (units in the last place of the exact value), on a logarithmic scale.
No column: every answer is the correctly rounded one. A red column: some answer there is infinite, NaN or a number where the exact value is not.</p>
${plots}`;
}

function plot(dtype: DType, rows: readonly Row[], isOpen: boolean): Markup {
  return html`<details${isOpen && html` open`}><summary><b>${dtype}</b> <span class="sub">${summary(rows)}</span></summary><div class="inside">
${scrolling(`Plot of errors in ${dtype}`, chart(dtype, rows))}
${printBlocks(
  table(
    `Largest errors in ${dtype}`,
    ['runtime', 'ulp', 'input', 'got', 'instead of', 'parts without error', 'besides'],
    rows.map((row) => figures(dtype, row)),
  ),
)}</div></details>
`;
}

function summary(rows: readonly Row[]): string {
  const most = Math.max(...rows.map(([, { worst }]) => worst?.ulps ?? 0));
  if (rows.some(([, { wrong }]) => wrong)) return 'some answers are not within any number of ulp';
  return most === 0 ? 'every answer is correctly rounded' : `at most ${formatUlps(most)} ulp`;
}

function figures(dtype: DType, [label, { bins = [], worst, wrong }]: Row) {
  const short = (x: Shown['got']) =>
    typeof x === 'number' && dtype !== 'float64' ? `${Number(x.toPrecision(9))}` : `${x}`;
  const parts = 2 * binsOfSign;
  const wrongParts = bins.length > 0 ? bins.filter((bin) => bin !== 0).length : 0;
  const values = worst ? [worst.input, worst.got, worst.exact].map(short) : ['', '', ''];
  return [
    code(label),
    worst ? formatUlps(worst.ulps) : wrong ? '' : '0.5',
    ...values,
    `${parts - wrongParts} of ${parts}`,
    wrong ? `${short(wrong.got)} instead of ${short(wrong.exact)} at ${short(wrong.input)}` : '',
  ];
}

function chart(dtype: DType, rows: readonly Row[]): Markup {
  const { positionOf } = orderingOf(dtype);
  const format = formatOf(dtype) as FloatFormat;
  // bins are equally wide in the order of the type's values
  const x = scaleLinear([-binsOfSign, binsOfSign], [size.left, size.width - size.right]);
  const width = 2 ** (positionOf(Number.POSITIVE_INFINITY) - 1n).toString(2).length / binsOfSign;
  const powers = scaleLinear([0, Math.log10(largestFinite(format))], [0, 1])
    .ticks(2)
    .filter(Number.isInteger);
  const magnitudes = [...powers.slice(1).map((power) => -power), ...powers];
  const ticks = [
    { text: '0', place: at(x(0)) },
    ...magnitudes.flatMap((power) => {
      const place = Number(positionOf(roundDouble(10 ** power, format))) / width;
      const text = power === 0 ? '1' : `1e${power}`;
      return [
        { text, place: at(x(place)) },
        { text: `-${text}`, place: at(x(-place)) },
      ];
    }),
  ];
  const all = rows.flatMap(([, { bins = [] }]) => bins.flatMap((bin) => bin ?? []));
  const most = Math.min(Math.max(8, ...all), many);
  // an error just above 0.5, of an answer next to the correctly rounded one, has to be visible
  const y = scaleLog([0.25, most], [0, -size.plot]).clamp(true);
  const height = size.top + rows.length * size.row + 4;
  return html`<svg class="plot ranges" viewBox="0 0 ${size.width} ${height}" width="${size.width}" height="${height}" role="img" aria-label="Largest error in ulp over the range of ${dtype}, a line for each runtime; the table below has the figures">
${ticks.map(({ text, place }) => html`<g class="tick"><line x1="${place}" x2="${place}" y1="${size.top - 6}" y2="${height - 4}"/><text x="${place}" y="${size.top - 10}">${text}</text></g>`)}
${rows.map(
  (
    [label, { bins = [] }],
    i,
  ) => html`<g transform="translate(0 ${size.top + (i + 1) * size.row - 6})"><line class="row" x1="${size.left}" x2="${size.width - size.right}"/><text class="operator" x="${size.left - 10}" y="-10">${label}</text>
<path class="errors" d="${steps(
    bins.map((bin) => y(bin || 0.25)),
    x,
  )}"/><path class="lost" d="${steps(
    bins.map((bin) => (bin === null ? -size.plot : 0)),
    x,
  )}"/><text class="scale" x="${size.width - size.right + 6}" y="${at(-size.plot + 8)}">${formatUlps(Number(most.toPrecision(2)))}${most === many && '+'}</text><text class="scale" x="${size.width - size.right + 6}" y="${at(y(1) + 4)}">1</text></g>
`,
)}</svg>`;
}

/** Returns the outline of columns of these heights. */
function steps(heights: readonly number[], x: (bin: number) => number): string {
  if (heights.every((height) => height === 0)) return '';
  const columns = area<number>(
    (_, i) => x(i - binsOfSign),
    0,
    (height) => height,
  )
    .curve(curveStepAfter)
    .digits(1);
  // the last column needs an end
  return columns([...heights, 0]) ?? '';
}

const at = (pixels: number): string => pixels.toFixed(1);
