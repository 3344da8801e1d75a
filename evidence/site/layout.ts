import { groupBy, unique } from '../../reports/aggregate/grouping.ts';
import { html, type Markup } from '../../reports/print/markup.ts';
import { type PrintedSection, renderPage } from '../../reports/print/page.ts';
import { sumCounts } from '../../reports/schema/counts.ts';
import type { MatrixCell, Report } from '../../reports/schema.ts';
import { thousands } from '../../reports/view/plural.ts';
import { type Figures, figuresIn, type KnownBackend } from '../runtimes/known.ts';
import { fileNameOf } from '../runtimes/sections.ts';

/** A page of the site: its address and its full text. */
export type SitePage = readonly [path: string, text: string];

/** The content of a page. */
export interface SiteContent {
  readonly title: string;
  readonly summary: Markup;
  readonly sections: readonly (PrintedSection | false)[];
  /** data for the script of the site */
  readonly data?: unknown;
}

const folders = { operator: 'operators', runtime: 'runtimes' } as const;

export const operatorPath = (operator: string): string => `${folders.operator}/${operator}.html`;
export const runtimePath = (label: string): string => `${folders.runtime}/${fileNameOf(label)}.html`;
/** The anchor of a clause on the page of its operator. */
export const clauseAnchor = (operator: string, version: number, clause: string): string =>
  `${operator}-${version}-${clause}`;

/** Prints the page at an address. */
export function printPage(path: string, { title, summary, sections, data }: SiteContent, foot: string): SitePage {
  const root = path.includes('/') ? '../' : '';
  const shown = sections.filter((section) => section !== false);
  return [path, renderPage({ title, summary, sections: shown, foot, site: { root, data } })];
}

export const figuresOfCells = (cells: readonly Pick<MatrixCell, 'counts'>[]): Figures =>
  figuresIn(sumCounts(cells.map(({ counts }) => counts)));

/** A cell of a table. The script of the site writes the same for another opset. */
export function figuresCell(figures: Figures, address?: string): Markup {
  const { look, text, words } = describeFigures(figures);
  const shown = address === undefined || text === '' ? text : html`<a href="${address}">${text}</a>`;
  return html`<td class="${look}">${shown}<span class="unseen">${words}</span></td>`;
}

function describeFigures([right, wrong, unsupported]: Figures) {
  if (wrong > 0) return { look: 'bad', text: `${wrong}/${right + wrong}`, words: ' wrong' };
  if (right > 0) return { look: 'good', text: `${right}`, words: ' right' };
  return unsupported > 0
    ? { look: 'quiet', text: '–', words: ' not supported' }
    : { look: '', text: '', words: 'not judged' };
}

/** The legend of the cells. */
export const figuresKeys = html`<p class="keys"><span class="key pass">12: cases, all right</span>
<span class="key near">3/12: wrong, of those judged</span>
<span class="key none">–: not supported</span>
<span>empty: not judged</span></p>`;

/** The head of a table with a column for each runtime. */
export const runtimesHead = (known: readonly KnownBackend[], first: string, root = '../'): Markup =>
  html`<thead><tr><th scope="col">${first}</th>${known.map(
    ({ label }) => html`<th scope="col" class="upright"><a href="${root}${runtimePath(label)}">${label}</a></th>`,
  )}</tr></thead>`;

/** A table that scrolls separately if it is wider than the page. */
export const scrolling = (label: string, table: Markup): Markup =>
  html`<div class="wide" role="region" aria-label="${label}" tabindex="0">${table}</div>`;

/** The names of operators that were run on some runtime, sorted. */
export const operatorsOf = (known: readonly KnownBackend[]): readonly string[] =>
  unique(known.flatMap(({ report }) => report.matrix.map(({ operator }) => operator))).sort((a, b) =>
    a.localeCompare(b, 'en'),
  );

/** The cells of the matrix by operator. */
export const byOperator = ({ matrix }: Report): ReadonlyMap<string, readonly MatrixCell[]> =>
  groupBy(matrix, ({ operator }) => operator);

/** "1,204 of 1,216 right". */
export const describeShare = ([right, wrong]: Figures): string => {
  const judged = right + wrong;
  return judged === 0 ? 'nothing judged' : `${thousands(right)} of ${thousands(judged)} right`;
};
