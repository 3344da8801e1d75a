import { markdownTable } from 'markdown-table';
import stringWidth from 'string-width';
import { type Block, type ListEntry, type Page, plain, type Section, type Text } from '../view/block.ts';
import { codeSpan, escapeHtml, escapePart } from './escape-markdown.ts';

/** Returns a page as GitHub-flavoured Markdown; parts that a terminal leaves out are folded. */
export function printMarkdown({ title, lead, sections, hasContents = false }: Page): string {
  const shown = sections.filter(({ blocks }) => blocks.length > 0);
  const parts = [
    `# ${printInline(title)}`,
    ...printBlocks(lead),
    ...(hasContents ? contents(shown) : []),
    ...shown.flatMap(printSection),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** GitHub's limit for the text of an issue or a comment, in characters. */
const maxIssueLength = 65_536;

/** Returns a page for an issue: without folded parts if it is too long, and cut if it still is. */
export function printIssue(page: Page): string {
  const isShort = ({ kind }: Block) => kind !== 'folded';
  const sections = page.sections.map((section) => ({ ...section, blocks: section.blocks.filter(isShort) }));
  const texts = [printMarkdown(page), printMarkdown({ ...page, sections })];
  return texts.find((text) => text.length < maxIssueLength) ?? `${texts[1]!.slice(0, maxIssueLength - 3)}…\n`;
}

/** Returns blocks as paragraphs. @param level the level of their headings */
export function printBlocks(blocks: readonly Block[], level = 3): string[] {
  return blocks.flatMap((block) => printBlock(block, level)).filter((text) => text !== '');
}

const printSection = ({ title, remark, blocks }: Section): string[] => [
  `## ${printInline(title)}`,
  ...(remark === undefined ? [] : [sentence(printInline(remark))]),
  ...printBlocks(blocks),
];

/** Returns links to all sections, and to all numbered entries. */
function contents(sections: readonly Section[]): string[] {
  const links = sections.map(({ title }) => `[${printInline(title)}](#${slug(title)})`);
  const entries = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'entries' ? block.items : [])),
  );
  const numbered = entries.filter(({ number }) => number !== undefined);
  const list = numbered.map(
    ({ number, title, anchor, extent }) => `${number}. [${printInline(title)}](#${anchor}), in ${extent}`,
  );
  return [links.join(' · '), ...(list.length > 0 ? [list.join('\n')] : [])];
}

/** Returns GitHub's anchor of a heading. */
const slug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

function printBlock(block: Block, level: number): string | readonly string[] {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(level)} ${printInline(block.text)}`;
    case 'paragraph':
      return printInline(block.text);
    case 'quote':
      return `> ${printInline(block.text)}${block.source === undefined ? '' : `  \n> ${printInline(block.source)}`}`;
    case 'list':
      return block.items.map((item) => `- ${printInline(item)}`).join('\n');
    case 'facts': {
      const rows = block.rows.map(
        ([label, text]) => `- ${[printInline(label), printInline(text)].filter(Boolean).join(': ')}`,
      );
      return [...(block.caption === undefined ? [] : [`${printInline(block.caption)}:`]), rows.join('\n')];
    }
    case 'table':
      return markdownTable(
        [block.head, ...block.rows].map((row) => row.map(printInline)),
        { alignDelimiters: false, stringLength: stringWidth },
      );
    case 'code':
      return codeBlock(block.lines, block.language);
    case 'folded': {
      const anchor = block.anchor === undefined ? '' : `<a id="${block.anchor}"></a>`;
      const body = printBlocks(block.blocks, level).join('\n\n');
      return `<details${block.open ? ' open' : ''}>\n<summary>${anchor}${html(block.summary)}</summary>\n\n${body}\n\n</details>`;
    }
    case 'entries':
      return block.items.flatMap((entry) => printEntry(entry, level));
    case 'box':
      return printBlocks(block.blocks, level);
    case 'copies':
      return [];
    case 'chart':
      return printBlocks(block.instead, level);
    case 'either':
      return printBlocks(block.wide, level);
    case 'verdict':
      return `**${printInline(block.headline)}**${block.text === '' ? '' : `: ${printInline(block.text)}`}`;
  }
}

function printEntry({ title, extent, remark, anchor, number, blocks }: ListEntry, level: number): string[] {
  const mark = anchor === undefined ? '' : `<a id="${anchor}"></a>`;
  const lead = number === undefined ? '' : `${number}. `;
  const behind = extent === undefined ? '' : `, in ${extent}`;
  return [
    `${'#'.repeat(level + 1)} ${mark}${lead}${printInline(title)}${behind}`,
    ...(remark === undefined ? [] : [printInline(remark)]),
    ...printBlocks(blocks, level + 2),
  ];
}

/** Returns a block of commands, one per line, or of a program. */
const codeBlock = (lines: readonly string[], language = 'sh'): string =>
  [`\`\`\`${language}`, ...lines.map((line) => line.replaceAll('\n', ' ')), '```'].join('\n');

/** Returns a text as a sentence, with a capital letter and a full stop. */
const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;

/** Returns a text on one line, with external text escaped. */
export const printInline = (text: Text): string => write(text).trim();

function write(text: Text): string {
  if (typeof text === 'string') return escapePart(text);
  if (!('as' in text)) return text.map(write).join('');
  switch (text.as) {
    case 'code':
      return codeSpan(plain(text.text));
    case 'strong':
      return `**${printInline(text.text)}**`;
    case 'link':
      return `[${printInline(text.text)}](${text.to})`;
    case 'lines':
      return text.texts.map(printInline).join('; ');
    default:
      return write(text.text);
  }
}

/** Returns a text as HTML, for places where Markdown is not interpreted. */
function html(text: Text): string {
  if (typeof text === 'string') return escapeHtml(text);
  if (!('as' in text)) return text.map(html).join('');
  if (text.as === 'lines') return text.texts.map(html).join('; ');
  return text.as === 'code' ? `<code>${html(text.text)}</code>` : html(text.text);
}
