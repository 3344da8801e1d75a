import { markdownTable } from 'markdown-table';
import { codeSpan } from '../../reports/print/escape-markdown.ts';
import type { MutatedFile } from './report.ts';

/** The least share of edits that must be noticed. */
const goal = 0.9;

/**
 * evidence/mutation.md.
 * @param files by name
 * @param stale the names of files that have changed since they were measured, or were never measured
 */
export function pageOf(files: ReadonlyMap<string, MutatedFile>, stale: readonly string[]): string {
  const rows = Array.from(files, ([name, file]) => {
    const isStale = stale.includes(name) ? ' (changed since)' : '';
    return row(codeSpan(name) + isStale, [file]);
  });
  const missing = stale.filter((name) => !files.has(name));
  const survivors = [...files].filter(([, file]) => file.survivors.length > 0);
  return `${[
    '# How well the comparator and the acceptance are tested',
    inOneLine(files),
    'Written by `npm run evidence -- mutation`, which makes these edits with Stryker, one at a time. For each edit it runs the tests ' +
      'of `tests/oracles` that reach the acceptance, except long properties of whole operators.',
    ...(missing.length > 0 ? [`Not measured yet: ${missing.map(codeSpan).join(', ')}.`] : []),
    markdownTable(
      [['file', 'edits', 'noticed', 'of these by a time limit', 'score'], ...rows, row('**all**', [...files.values()])],
      { align: ['l', 'r', 'r', 'r', 'r'], alignDelimiters: false },
    ),
    '## Survivors',
    'Most of them make no difference: they skip a shortcut, or compute again what is known.',
    ...survivors.map(([name, file]) => `### ${name}\n\n${survivorsOf(file)}`),
  ].join('\n\n')}\n`;
}

/** How many edits are noticed, in a sentence. */
export function inOneLine(files: ReadonlyMap<string, MutatedFile>): string {
  const [edits, noticed] = countsOf([...files.values()]);
  return `The tests notice ${noticed} of ${edits} edits (${share(noticed, edits)}) of the comparator and the acceptance.`;
}

/** True if less than the goal is noticed. */
export function isLow(files: ReadonlyMap<string, MutatedFile>): boolean {
  const [edits, noticed] = countsOf([...files.values()]);
  return noticed < goal * edits;
}

function row(name: string, files: readonly MutatedFile[]): string[] {
  const [edits, noticed] = countsOf(files);
  const late = files.reduce((sum, file) => sum + file.late, 0);
  return [name, `${edits}`, `${noticed}`, `${late}`, edits > 0 ? share(noticed, edits) : ''];
}

function countsOf(files: readonly MutatedFile[]): readonly [edits: number, noticed: number] {
  const edits = files.reduce((sum, file) => sum + file.edits, 0);
  return [edits, edits - files.reduce((sum, { survivors }) => sum + survivors.length, 0)];
}

/** A share in per cent, never rounded up. */
const share = (part: number, all: number): string => `${(Math.floor((1000 * part) / all) / 10).toFixed(1)} %`;

const survivorsOf = ({ survivors }: MutatedFile): string =>
  // a pipe needs no escape outside a table
  survivors.map(([line, edit]) => `* line ${line}: ${codeSpan(edit).replaceAll('\\|', '|')}`).join('\n');
