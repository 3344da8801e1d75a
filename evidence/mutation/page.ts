import { markdownTable } from 'markdown-table';
import { codeSpan } from '../../reports/print/escape-markdown.ts';
import { isNoticed, type Mutant, type MutatedFile } from './report.ts';

/** The reason why tests cannot, or need not, notice some edits of a file. */
export interface Argument {
  readonly file: string;
  /** in the notation of the page: `original text → replacement` */
  readonly edits: readonly string[];
  readonly why: string;
}

/** The least share of edits that must be noticed. */
const goal = 0.9;

/** evidence/mutation.md. */
export function pageOf(
  files: readonly MutatedFile[],
  argued: readonly Argument[],
  hashes: ReadonlyMap<string, string>,
): string {
  const survivors = files.filter(({ mutants }) => !mutants.every(isNoticed));
  return `${[
    '# How well the comparator and the acceptance are tested',
    `${inOneLine(files)}`,
    'Written by `npm run evidence -- mutation`, which makes these edits with Stryker, one after another. For each edit it runs the tests of ' +
      '`tests/oracles` that reach the acceptance, except long properties of whole operators. It fails if less than 90 % of the edits are noticed, ' +
      'or if a survivor is not argued in `evidence/mutation/argued.ts`. `npm run evidence -- mutation --check` only reports whether a file has ' +
      'changed since. The score counts every survivor, argued or not.',
    markdownTable(
      [
        ['file', 'edits', 'noticed', 'of these by a time limit', 'score', 'sha256'],
        ...files.map(({ name, mutants }) => row(codeSpan(name), mutants, codeSpan(hashes.get(name) ?? ''))),
        row(
          '**all**',
          files.flatMap(({ mutants }) => mutants),
          '',
        ),
      ],
      { align: ['l', 'r', 'r', 'r', 'r', 'l'], alignDelimiters: false },
    ),
    '## Survivors',
    ...survivors.flatMap((file) => [`### ${file.name}`, survivorsOf(file, argued)]),
  ].join('\n\n')}\n`;
}

/** How many edits are noticed, in a sentence. */
export function inOneLine(files: readonly MutatedFile[]): string {
  const all = files.flatMap(({ mutants }) => mutants);
  return `The tests notice ${all.filter(isNoticed).length} of ${all.length} edits (${share(all)}) of the comparator and the acceptance.`;
}

/** Complaints about the result: a low score, survivors without an argument, and arguments without a survivor. */
export function complaintsOf(files: readonly MutatedFile[], argued: readonly Argument[]): readonly string[] {
  const all = files.flatMap(({ mutants }) => mutants);
  const survivors = files.flatMap((file) =>
    file.mutants.filter((m) => !isNoticed(m)).map((m) => [file.name, m] as const),
  );
  const open = survivors.filter(([file, { edit }]) => !reasonFor(file, edit, argued));
  const idle = argued.flatMap(({ file, edits }) =>
    edits
      .filter((edit) => !survivors.some(([name, m]) => name === file && m.edit === edit))
      .map((edit) => [file, edit]),
  );
  return [
    ...(all.filter(isNoticed).length < goal * all.length ? ['less than 90 % of the edits are noticed'] : []),
    ...open.map(([file, { line, edit }]) => `${file}:${line}: a survivor that is not argued: ${edit}`),
    ...idle.map(([file, edit]) => `${file}: argued, and yet no survivor: ${edit}`),
  ];
}

function row(name: string, mutants: readonly Mutant[], hash: string): string[] {
  const noticed = mutants.filter(isNoticed);
  const late = noticed.filter(({ status }) => status === 'Timeout');
  return [name, String(mutants.length), String(noticed.length), String(late.length), share(mutants), hash];
}

function share(mutants: readonly Mutant[]): string {
  if (mutants.length === 0) return '';
  return `${(Math.floor((1000 * mutants.filter(isNoticed).length) / mutants.length) / 10).toFixed(1)} %`;
}

/** The survivors of a file, grouped by reason. */
function survivorsOf({ name, mutants }: MutatedFile, argued: readonly Argument[]): string {
  const reasons = new Map<string, string[]>();
  for (const mutant of mutants.filter((m) => !isNoticed(m))) {
    const why = reasonFor(name, mutant.edit, argued) ?? 'Not argued.';
    // a pipe needs no escape outside a table
    const item = `line ${mutant.line}: ${codeSpan(mutant.edit).replaceAll('\\|', '|')}`;
    reasons.set(why, [...(reasons.get(why) ?? []), item]);
  }
  return [...reasons].map(([why, edits]) => `* ${why}\n${edits.map((edit) => `  * ${edit}`).join('\n')}`).join('\n');
}

function reasonFor(file: string, edit: string, argued: readonly Argument[]): string | undefined {
  return argued.find((argument) => argument.file === file && argument.edits.includes(edit))?.why;
}
