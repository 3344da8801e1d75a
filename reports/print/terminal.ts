import picocolors from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import type { Block, Fact, ListEntry, Page, Table, Text } from '../view/block.ts';
import { plural } from '../view/plural.ts';
import { commandLines, displayWidth, grid, hangingIndent, sanitizePart } from './layout.ts';

/** The properties of the terminal. */
export interface Terminal {
  readonly columns: number;
  readonly colors: Colors;
  /** where to find omitted parts: "see report.md" */
  readonly elsewhere: string;
}

/** The greatest number of lines of a text outside lists: enough for an error, but not for a stack trace. */
const maxLines = 6;
/** The greatest length of a label to have its own column. */
const maxLabel = 24;

/** Returns a terminal. @param columns the width to fill; only long words and programs may be longer */
export function terminal(
  { columns = 80, color = false }: { columns?: number; color?: boolean },
  elsewhere = '',
): Terminal {
  return { columns: Math.max(columns, 40), colors: picocolors.createColors(color), elsewhere };
}

/** Returns a page, without empty sections. */
export function printPage({ lead, sections }: Pick<Page, 'lead' | 'sections'>, page: Terminal): string {
  const all = sections.map(({ title, remark, blocks }) => {
    const body = printBlocks(blocks, page);
    return body.length > 0 ? [...titleLines(title, remark, page), ...body] : [];
  });
  const parts = [printBlocks(lead, page, ''), ...all].filter((lines) => lines.length > 0);
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** Returns blocks for a program that shows text: lines are not wrapped. */
export const printText = (blocks: readonly Block[]): string =>
  printBlocks(blocks, terminal({ columns: Number.MAX_SAFE_INTEGER }, 'see report.md'), '').join('\n');

function titleLines(title: string, remark: Text | undefined, { columns, ...page }: Terminal): string[] {
  const { colors } = page;
  if (title === '') return [];
  if (remark === undefined) return [colors.bold(title)];
  const lead = `${title}  `;
  const lines = hangingIndent(lead, inline(remark, { columns, ...page }), columns);
  return lines.map((line, i) => (i > 0 ? colors.dim(line) : colors.bold(title) + colors.dim(line.slice(title.length))));
}

/** Returns blocks as lines that begin with `indent`. */
export function printBlocks(blocks: readonly Block[], page: Terminal, indent = '  '): string[] {
  const all: string[] = [];
  const closed: string[] = [];
  for (const block of blocks) {
    if (block.kind === 'folded' && !block.open) closed.push(inline(block.summary, page));
    else all.push(...printBlock(block, page, indent, all.length > 0));
  }
  return closed.length === 0 ? all : [...all, ...rest(someOf(closed), page, indent)];
}

const someOf = (names: readonly string[]) =>
  names.length > 3 ? `${names.slice(0, 2).join('; ')}; and ${names.length - 2} more` : names.join('; ');

/** Describes omitted parts, and where to find them. */
const rest = (what: string, { elsewhere, columns }: Terminal, indent: string): string[] =>
  hangingIndent(`${indent}… `, `${what}: ${elsewhere}`, columns);

function printBlock(block: Block, page: Terminal, indent: string, follows: boolean): string[] {
  const { columns, colors } = page;
  const wrapped = (lead: string, text: Text, most = maxLines) => hangingIndent(lead, inline(text, page), columns, most);
  const gap = follows ? [''] : [];
  switch (block.kind) {
    case 'heading':
      return [...gap, ...wrapped(indent, { as: 'strong', text: block.text })];
    case 'paragraph':
      return wrapped(indent, block.text);
    case 'quote':
      return [
        ...wrapped(indent, block.text, Number.POSITIVE_INFINITY),
        ...(block.source === undefined ? [] : wrapped(indent, { as: 'quiet', text: block.source })),
      ];
    case 'list':
      return limited(block.items, block.most, (item) => wrapped(`${indent}– `, item), page, indent);
    case 'facts':
      return [
        ...(block.caption === undefined ? [] : wrapped(indent, block.caption)),
        ...factLines(block.rows, page, indent),
      ];
    case 'table':
      return tableLines(block, page, indent);
    case 'code':
      return block.lines
        .map(sanitizePart)
        .flatMap((line) => (block.language === undefined ? commandLines(line, columns - indent.length) : [line]))
        .map((line) => `${indent}${colors.cyan(line)}`);
    case 'folded':
      return [
        ...gap,
        ...wrapped(indent, { as: 'strong', text: block.summary }),
        ...printBlocks(block.blocks, page, `${indent}  `),
      ];
    case 'entries':
      return limited(block.items, block.most, (item, i) => entryLines(item, i > 0, page, indent), page, indent);
    case 'box':
      return printBlocks(block.blocks, page, indent);
    case 'copies':
      return [];
    case 'chart':
      return printBlocks(block.instead, page, indent);
    case 'either':
      return printBlocks(block.narrow, page, indent);
    case 'verdict': {
      const { bad, good, warning, open } = {
        bad: colors.red,
        good: colors.green,
        warning: colors.yellow,
        open: colors.red,
      };
      const paint = { bad, good, warning, open }[block.mood];
      const text = block.text === '' ? '' : `: ${inline(block.text, page)}`;
      return hangingIndent('', paint(colors.bold(block.headline)) + text, columns);
    }
  }
}

/** Returns the first of several items, and the number of others. */
function limited<T>(
  all: readonly T[],
  most = all.length,
  print: (one: T, i: number) => readonly string[],
  page: Terminal,
  indent: string,
): string[] {
  const hidden = all.length - most;
  return [...all.slice(0, most).flatMap(print), ...(hidden > 0 ? rest(`and ${hidden} more`, page, indent) : [])];
}

function entryLines(entry: ListEntry, follows: boolean, page: Terminal, indent: string): string[] {
  const { title, extent, remark, number, isWrong = true, blocks } = entry;
  const { colors, columns } = page;
  const lead = `${number === undefined ? '' : `${number} `}${isWrong ? '✗' : '?'} `;
  const what = extent === undefined ? title : [title, `, in ${extent}`];
  const text = `${colors.bold(inline(what, page))}${remark === undefined ? '' : ` · ${colors.yellow(inline(remark, page))}`}`;
  const head = hangingIndent(indent + lead, text, columns);
  const paint = isWrong ? colors.red : colors.yellow;
  return [
    ...(follows ? [''] : []),
    head[0]!.replace(/[✗?]/, paint),
    ...head.slice(1),
    ...printBlocks(blocks, page, indent + ' '.repeat(lead.length)),
  ];
}

/** Returns facts as lines: labels in a separate column, or before their texts if they are long. */
function factLines(rows: readonly Fact[], page: Terminal, indent: string): string[] {
  const labels = rows.map(([label]) => inline(label, page));
  const width = Math.max(...labels.map(displayWidth));
  return rows.flatMap(([, text], i) => {
    if (width > maxLabel)
      return hangingIndent(`${indent}`, `${labels[i]}: ${inline(text, page)}`, page.columns, maxLines, 2);
    const label = labels[i]! + ' '.repeat(width - displayWidth(labels[i]!));
    return hangingIndent(`${indent}${label}  `, inline(text, page), page.columns, maxLines);
  });
}

function tableLines({ head, rows, most, isProse }: Table, page: Terminal, indent: string): string[] {
  const cells = (row: readonly Text[]) => row.map((cell) => inline(cell, page));
  if (isProse) {
    const record = ([first = '', ...others]: readonly Text[]) =>
      [first, ...others]
        .map((cell) => inline(cell, page))
        .filter((text) => text !== '')
        .flatMap((text, i) =>
          hangingIndent(
            `${indent}${i === 0 ? '– ' : '  '}`,
            text,
            page.columns,
            i > 0 || most === undefined ? maxLines : 3,
          ),
        );
    return limited(rows, most, record, page, indent);
  }
  const shown = rows.slice(0, most);
  const lines = grid([cells(head).map(page.colors.dim), ...shown.map(cells)], page.columns, indent);
  return [
    ...lines,
    ...(shown.length < rows.length ? rest(`and ${plural(rows.length - shown.length, 'more row')}`, page, indent) : []),
  ];
}

/** Returns a text with colours. External text cannot move the cursor or forge a line. */
function inline(text: Text, page: Terminal): string {
  const written = write(text, page);
  return written.trim();
}

function write(text: Text, page: Terminal): string {
  if (typeof text === 'string') return sanitizePart(text);
  if (!('as' in text)) return text.map((part) => write(part, page)).join('');
  const { colors } = page;
  if (text.as === 'lines') {
    const { texts, most = texts.length } = text;
    const hidden = texts.length - most;
    const more = hidden > 0 ? [`… and ${hidden} more, ${page.elsewhere}`] : [];
    return [...texts.slice(0, most).map((one) => inline(one, page)), ...more].join('\n');
  }
  const paint = { strong: colors.bold, quiet: colors.dim, good: colors.green, bad: colors.red, warning: colors.yellow };
  const own = write(text.text, page);
  return text.as in paint && own !== '' ? paint[text.as as keyof typeof paint](own) : own;
}
