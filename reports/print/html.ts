import {
  type Block,
  type Chart,
  type ListEntry,
  type Page,
  plain,
  type Section,
  type Table,
  type Text,
} from '../view/block.ts';
import { countsBar, countsChart } from './charts/counts.ts';
import { errorsChart } from './charts/errors.ts';
import { modelChart } from './charts/model.ts';
import { networkChart } from './charts/network.ts';
import { operatorsChart } from './charts/operators.ts';
import { html, type Markup } from './markup.ts';
import { renderPage } from './page.ts';

/** Returns a page as one self-contained HTML file. @param index the index of its search; absent for no search */
export function printHtml({ title, lead, sections, foot }: Page, index?: unknown): string {
  const shown = sections.filter(({ blocks }) => blocks.length > 0);
  return renderPage({
    title,
    summary: html`<h1>${title}</h1>${printBlocks(lead)}`,
    sections: shown.map(({ id, title: name, count, ...section }) => ({
      id,
      title: name,
      count,
      body: sectionBody(section),
    })),
    index,
    foot,
  });
}

/** Returns the blocks of a section, below its remark. */
export const sectionBody = ({ remark, blocks }: Pick<Section, 'remark' | 'blocks'>): Markup =>
  html`${remark !== undefined && html`<p class="sub">${inline(remark)}${!plain(remark).endsWith('.') && '.'}</p>`}${printBlocks(blocks)}`;

export const printBlocks = (blocks: readonly Block[]): Markup =>
  html`${blocks.map(
    (block) => html`${printBlock(block)}
`,
  )}`;

function printBlock(block: Block): Markup | readonly Markup[] {
  switch (block.kind) {
    case 'heading':
      return html`<h3${block.anchor !== undefined && html` id="${block.anchor}"`}>${inline(block.text)}</h3>`;
    case 'paragraph':
      return html`<p>${inline(block.text)}</p>`;
    case 'quote':
      return html`<blockquote><p>${inline(block.text)}</p>${block.source !== undefined && html`<p class="source">${inline(block.source)}</p>`}</blockquote>`;
    case 'list':
      return html`<ul>${block.items.map((item) => html`<li>${inline(item)}</li>`)}</ul>`;
    case 'facts': {
      const rows = block.rows.map(
        ([label, text]) => html`<div><dt>${inline(label)}</dt><dd>${inline(text)}</dd></div>`,
      );
      if (block.caption === undefined) return html`<dl class="facts">${rows}</dl>`;
      return html`<div class="against"><p class="sub">${inline(block.caption)}</p><dl class="facts">${rows}</dl></div>`;
    }
    case 'table':
      return printTable(block);
    case 'code':
      return block.language === undefined
        ? block.lines.map(command)
        : html`<pre><code>${block.lines.map((line) => `${line}\n`)}</code></pre>`;
    case 'folded':
      return html`<details${block.anchor !== undefined && html` id="${block.anchor}"`}${opened(block.open)}><summary>${inline(block.summary)}</summary><div class="inside">${printBlocks(block.blocks)}</div></details>`;
    case 'entries':
      return block.items.map(card);
    case 'box':
      return html`<div class="${block.look}">${printBlocks(block.blocks)}</div>`;
    case 'copies':
      return html`<p class="copies needs-script">${block.texts().map(([label, content]) => copyButton(label, content))}</p>`;
    case 'chart':
      return draw(block.chart) ?? printBlocks(block.instead);
    case 'either':
      return printBlocks(block.wide);
    case 'verdict':
      return html`<p class="verdict ${block.mood}"><strong>${capital(block.headline.toLowerCase())}</strong></p>
<p class="lead">${capital(block.text)}</p>`;
  }
}

function draw(chart: Chart): Markup | undefined {
  switch (chart.of) {
    case 'figures':
      return html`<dl class="figures">${chart.rows.map(([label, figure, remark]) => html`<div><dt>${label}</dt><dd><b>${figure}</b> <span>${remark}</span></dd></div>`)}</dl>`;
    case 'counts':
      return countsChart(chart.counts);
    case 'errors':
      return errorsChart(chart.entries);
    case 'model': {
      const reproduction = chart.reproduce();
      return reproduction && modelChart(chart.id, reproduction, chart.showsOutputs);
    }
    case 'operators':
      return operatorsChart(chart.matrix, (operator) => chart.tables.get(operator)!, printTable);
    case 'network':
      return html`${networkChart(chart.label, chart.boxes)}${printBlocks(chart.nodes)}`;
  }
}

/** Returns a card that opens to show its blocks. */
function card({ title, remark, anchor, number, extent, isOpen, blocks }: ListEntry): Markup {
  return html`<details class="card"${anchor !== undefined && html` id="${anchor}"`}${opened(isOpen)}>
<summary>${number !== undefined && html`<span class="number">${number}</span>`}
<span class="what"><b>${inline(title)}</b>${remark !== undefined && html`<span class="sub">${inline(remark)}</span>`}</span>
${extent !== undefined && html`<span class="cases">${extent}</span>`}</summary>
<div class="inside">${printBlocks(blocks)}</div>
</details>`;
}

const opened = (isOpen: boolean | undefined): Markup | false => isOpen === true && html` open`;

/** Returns a table that scrolls if it is wider than the page. */
function printTable({ caption, head, rows, anchors = [], isEven = false, isProse = false }: Table): Markup {
  const table = html`<table class="${isEven ? 'even' : isProse ? 'prose' : ''}">
<caption class="unseen">${caption}</caption>
${isEven && html`<colgroup><col class="what"><col class="one" span="${head.length - 1}"></colgroup>`}
<thead><tr>${head.map((cell) => (cell === '' ? html`<td></td>` : html`<th scope="col">${typeof cell === 'string' ? breakable(cell) : inline(cell)}</th>`))}</tr></thead>
<tbody>
${rows.map(
  (
    [first = '', ...others],
    i,
  ) => html`<tr${anchors[i] !== undefined && html` id="${anchors[i]}"`}><th scope="row">${inline(first)}</th>${others.map(tableCell)}</tr>
`,
)}</tbody>
</table>`;
  return scrolling(caption, table, 'wide');
}

const scrolling = (label: string, content: Markup, look: string): Markup =>
  html`<div class="${look}" role="region" aria-label="${label}" tabindex="0">${content}</div>`;

/** Returns a cell of a table. A cell that is highlighted as a whole has a background. */
function tableCell(cell: Text): Markup {
  if (typeof cell === 'string' || !('as' in cell)) return html`<td>${inline(cell)}</td>`;
  const look = cell.as === 'tone' ? `tone${Math.min(cell.tone, 4)}` : cell.as;
  const isSetOff = cell.as === 'tone' || cell.as === 'good' || cell.as === 'bad' || cell.as === 'quiet';
  return isSetOff ? html`<td class="${look}">${inline(cell.text)}</td>` : html`<td>${inline(cell)}</td>`;
}

/** Returns a name with line breaks allowed only at punctuation. */
function breakable(name: string): Markup {
  return html`${name.split(/(?<=[/.-])/).map((part, i) => html`${i > 0 && html`<wbr>`}${part}`)}`;
}

/** Returns a command with a button that copies it. */
function command(text: string): Markup {
  return html`<div class="command"><code>${text}</code><button type="button" class="plain needs-script" data-copy="${text}">Copy<span class="unseen"> the command</span></button></div>`;
}

const copyButton = (label: string, text: string): Markup =>
  html`<button type="button" class="plain" data-copy="${text}">${label}<span class="unseen">: copy</span></button> `;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function inline(text: Text): Markup {
  if (typeof text === 'string') return html`${text}`;
  if (!('as' in text)) return html`${text.map(inline)}`;
  switch (text.as) {
    case 'code':
      return html`<code>${plain(text.text)}</code>`;
    case 'strong':
      return html`<b>${inline(text.text)}</b>`;
    case 'quiet':
      return html`<span class="sub">${inline(text.text)}</span>`;
    case 'link':
      return html`<a href="${text.to}">${inline(text.text)}</a>`;
    case 'lines':
      return html`<ul class="lines">${text.texts.map((one) => html`<li>${inline(one)}</li>`)}</ul>`;
    case 'share':
      return html`<span class="meter">${countsBar(text.counts)}</span>${inline(text.text)}`;
    case 'tone':
      return inline(text.text);
    default:
      return html`<b class="${text.as}">${inline(text.text)}</b>`;
  }
}
