import { basename } from 'node:path';

/** The edits of a file, and those that no test noticed. */
export interface MutatedFile {
  readonly edits: number;
  /** the edits that were noticed only because the tests exceeded the time limit */
  readonly late: number;
  readonly survivors: readonly Survivor[];
}

/** An edit that no test noticed: its line, counted from 1, and the original text with its replacement, in one line. */
export type Survivor = readonly [line: number, edit: string];

/** The parts read here of a mutation test result, as mutation-testing-report-schema defines it. */
interface MutationTestResult {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Found[] }>>;
}

interface Found {
  readonly replacement?: string;
  readonly status: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

/** Line and column, both counted from 1. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** Reads the result of a run, by name of the file; edits that do not compile or load are left out. */
export const readReport = ({ files }: MutationTestResult): ReadonlyMap<string, MutatedFile> =>
  new Map(
    Object.entries(files).map(([path, { source, mutants }]) => {
      const valid = mutants.filter(({ status }) => status !== 'CompileError' && status !== 'RuntimeError');
      const survivors = valid
        .filter(({ status }) => status !== 'Killed' && status !== 'Timeout')
        .map(({ location, replacement = '' }): Survivor => {
          const edit = `${inOneLine(textAt(source, location))} → ${inOneLine(replacement)}`;
          return [location.start.line, edit];
        })
        .toSorted(([a, one], [b, other]) => a - b || one.localeCompare(other, 'en'));
      const late = valid.filter(({ status }) => status === 'Timeout').length;
      return [basename(path), { edits: valid.length, late, survivors }];
    }),
  );

function textAt(source: string, { start, end }: Found['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines.push(lines.pop()!.slice(0, end.column - 1));
  lines[0] = lines[0]!.slice(start.column - 1);
  return lines.join('\n');
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
