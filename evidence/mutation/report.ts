import { basename } from 'node:path';

/** One edit of a file. */
export interface Mutant {
  /** counted from 1 */
  readonly line: number;
  /** the original text and its replacement, in one line */
  readonly edit: string;
  readonly status: string;
}

export interface MutatedFile {
  readonly name: string;
  readonly mutants: readonly Mutant[];
}

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

/** Reads the result of a run, by file; edits that do not compile or load are left out. */
export function readReport({ files }: MutationTestResult): readonly MutatedFile[] {
  return Object.entries(files)
    .map(([path, { source, mutants }]) => ({
      name: basename(path),
      mutants: mutants
        .filter(({ status }) => status !== 'CompileError' && status !== 'RuntimeError')
        .map(({ location, replacement = '', status }) => ({
          line: location.start.line,
          edit: `${inOneLine(textAt(source, location))} → ${inOneLine(replacement)}`,
          status,
        }))
        .toSorted((a, b) => a.line - b.line || a.edit.localeCompare(b.edit, 'en')),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** True if a test failed or exceeded the time limit. */
export const isNoticed = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout';

function textAt(source: string, { start, end }: Found['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines.push(lines.pop()!.slice(0, end.column - 1));
  lines[0] = lines[0]!.slice(start.column - 1);
  return lines.join('\n');
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
