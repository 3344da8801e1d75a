import { findOperator, newestOpset } from '../../../oracles/operators.ts';
import { groupBy } from '../../aggregate/grouping.ts';
import { opsetRange } from '../../aggregate/opsets.ts';
import { broken, judged, noCounts, recorded, sumCounts } from '../../schema/counts.ts';
import type { MatrixCell, OutcomeCounts } from '../../schema.ts';
import type { Table } from '../../view/block.ts';
import { plural, thousands } from '../../view/plural.ts';
import { html, type Markup } from '../markup.ts';

/** The result of cases as a colour; `near`: opsets that pass in a version that is wrong at other opsets. */
export type StretchColour = 'bad' | 'near' | 'pass' | 'none' | 'blank';

/** Opsets of one operator version with the same result. */
export interface OpsetStretch {
  readonly version: number;
  readonly first: number;
  readonly last: number;
  readonly counts: OutcomeCounts;
  readonly mood: StretchColour;
}

/**
 * Returns operators by family, each as a line over the opsets that opens a table.
 * @param tableOf returns the table of an operator
 */
export function operatorsChart(
  cells: readonly MatrixCell[],
  tableOf: (operator: string) => Table,
  print: (table: Table) => Markup,
): Markup {
  const byOperator = groupBy(cells, ({ operator }) => operator);
  const families = groupBy(byOperator, ([operator]) => findOperator(operator)?.family ?? operator);
  const isWrong = ([, own]: readonly [string, readonly MatrixCell[]]) => own.some(({ counts }) => broken(counts) > 0);
  return html`<p class="keys">${keys.map(([mood, text]) => html`<span class="key ${mood}">${text}</span> `)}</p>
<p class="sub">A line is an operator over opsets 1 to ${newestOpset}, and opens to its versions and dtypes. In a block stands the version of the operator, or how many cases are wrong.</p>
${[...families].map(([family, operators]) => {
  const counts = sumCounts(operators.flatMap(([, own]) => own.map((cell) => cell.counts)));
  const [wrong, others] = [true, false].map((is) => operators.filter((one) => isWrong(one) === is));
  const [wrongLines, otherLines] = [wrong!, others!].map((some) =>
    some.map(([operator, own]) => line(operator, own, print(tableOf(operator)))),
  );
  const rest =
    wrong!.length > 0 && others!.length > 0
      ? html`<details><summary>${plural(others!.length, 'other operator')} with nothing wrong</summary><div class="inside">${otherLines}</div></details>`
      : otherLines;
  return html`<details class="family"${wrong!.length > 0 && html` open`}>
<summary><b>${family}</b> <span class="sub">${plural(operators.length, 'operator')} · ${describe(counts)}</span></summary>
<div class="inside">
${scale}
${wrongLines}${rest}
</div></details>
`;
})}`;
}

const keys: readonly (readonly [StretchColour, string])[] = [
  ['bad', 'some wrong'],
  ['near', 'passes, in a version that is wrong elsewhere'],
  ['pass', 'all that is judged passes'],
  ['none', 'not supported'],
];

const opsets = Array.from({ length: newestOpset }, (_, i) => i + 1);
const scale = html`<div class="scale" aria-hidden="true"><span></span><div class="lane">${opsets.map((opset) => html`<span class="o${opset} w1">${opset}</span>`)}</div></div>`;

/** Returns a line for each label, such as an operator in a runtime, with its cells. */
export function lanesChart(rows: readonly { readonly label: Markup; readonly cells: readonly MatrixCell[] }[]): Markup {
  return html`<p class="keys">${keys.map(([mood, text]) => html`<span class="key ${mood}">${text}</span> `)}</p>
${scale}
<ul class="lanes">${rows.map(({ label, cells }) => {
    const { text, lane } = laneOf(cells);
    return html`<li><span class="name">${label}</span><span class="unseen">: ${text}</span>${lane}</li>
`;
  })}</ul>`;
}

function line(operator: string, cells: readonly MatrixCell[], table: Markup): Markup {
  const { text, lane } = laneOf(cells);
  return html`<details class="line" id="operator-${operator}">
<summary><span class="name">${operator}</span><span class="unseen">: ${text}</span>
${lane}</summary>
<div class="inside">${table}</div>
</details>
`;
}

/** Returns the results of an operator over the opsets, as a picture and in words. */
function laneOf(cells: readonly MatrixCell[]): { readonly text: string; readonly lane: Markup } {
  const counts = sumCounts(cells.map((cell) => cell.counts));
  const runs = cells.flatMap(stretchesOf);
  const wrong = runs.filter(({ mood }) => mood === 'bad');
  const where = wrong.length > 0 ? `, wrong at opsets ${wrong.map(opsetRange).join(', ')}` : '';
  const lane = html`<span class="lane" aria-hidden="true">${runs.map(block)}</span>`;
  return { text: `${describe(counts)}${where}`, lane };
}

function block({ version, first, last, mood, counts }: OpsetStretch): Markup {
  const width = last - first + 1;
  const mark = width > 1 || broken(counts) < 10 ? '✗' : '';
  const text = mood === 'bad' ? `${broken(counts)}${mark}` : mood === 'blank' ? '' : `${version}`;
  return html`<span class="o${first} w${width} ${mood}">${text}</span>`;
}

/**
 * Splits a version where its opsets have different results. Cases import the opsets in turn, so an opset without judged
 * cases between two judged ones counts like the one before it.
 */
export function stretchesOf(cell: MatrixCell): OpsetStretch[] {
  const { version, firstOpset, byOpset } = cell;
  const all = Array.from({ length: Math.min(cell.lastOpset, newestOpset) - firstOpset + 1 }, (_, i) => firstOpset + i);
  const at = (opset: number) => byOpset[opset] ?? noCounts();
  const tried = all.filter((opset) => judged(at(opset)) > 0);
  const isWrong = broken(cell.counts) > 0;
  const runs: OpsetStretch[] = [];
  for (const opset of all) {
    const counts = at(opset);
    const before = runs.at(-1);
    const inside = tried.length > 0 && opset > tried[0]! && opset < tried.at(-1)!;
    const mood = inside && judged(counts) === 0 && before ? before.mood : moodOf(counts, isWrong);
    // outside the judged opsets, cases are not supported or not tried
    const joins = before && (before.mood === mood || (mood === 'blank' && before.mood !== 'bad'));
    if (!joins) runs.push({ version, first: opset, last: opset, counts, mood });
    else runs.splice(-1, 1, { ...before, last: opset, counts: sumCounts([before.counts, counts]) });
  }
  return runs;
}

function moodOf(counts: OutcomeCounts, isWrong: boolean): StretchColour {
  if (recorded(counts) === 0) return 'blank';
  if (broken(counts) > 0) return 'bad';
  if (judged(counts) === 0) return 'none';
  return isWrong ? 'near' : 'pass';
}

/** Describes counts: "12 of 1,204 judged cases wrong, 90 not supported". */
export function describe(counts: OutcomeCounts): string {
  const wrong = broken(counts);
  const all = thousands(judged(counts));
  const verdict =
    judged(counts) === 0 ? 'nothing judged' : wrong > 0 ? `${thousands(wrong)} of ${all} wrong` : `all ${all} pass`;
  return counts.unsupported > 0 ? `${verdict}, ${thousands(counts.unsupported)} not supported` : verdict;
}
