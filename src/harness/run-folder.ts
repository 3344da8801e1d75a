/** What `run` writes into the folder of `--out`, and what others read of it. */
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../../oracles/bad-input.ts';
import type { Pair } from '../../reports/aggregate/changes.ts';
import { formats } from '../../reports/formats.ts';
import { illegalOutcomes } from '../../reports/schema/illegal-result.ts';
import * as json from '../../reports/schema/json.ts';
import { type IllegalResult, outcomes, type Report, type RunState } from '../../reports/schema.ts';
import { attemptWriting, makeFolder, replaceWhole, writeWhole } from '../../vectors/files.ts';
import type { Result } from './trial.ts';

/** The files of a run. Those of illegal models have a file of their own, which is absent where there are none. */
export const storedFiles = {
  state: 'run.json',
  results: 'results.jsonl',
  illegal: 'illegal.jsonl',
  json: 'report.json',
  markdown: 'report.md',
  html: 'report.html',
} as const;

const reports = ['json', 'markdown', 'html'] as const;

/**
 * The files of a run while it goes on: run.json and the results as they come, the reports at its end. Nothing in the folder is
 * touched before the first result, or the end.
 */
export interface RunFolder {
  /** what run.json has from now on; without it there is none */
  begin(state: RunState): void;
  /** these results take the place of those in the folder. @throws BadInput if they cannot be written */
  replace(results: readonly Result[]): void;
  /** @throws BadInput if it cannot be written */
  append(result: Result): void;
  /** @throws BadInput if it cannot be written */
  finish(report: Report): Promise<void>;
  /** something was written */
  readonly touched: boolean;
}

/** The files of a run in a folder. */
export function createRunFolder(dir: string): RunFolder {
  const at = (name: keyof typeof storedFiles) => join(dir, storedFiles[name]);
  const attempt = <T>(write: () => T): T => attemptWriting(write, `--out ${dir}`);
  let state: RunState | undefined;
  let before: readonly Result[] = [];
  let file: number | undefined;
  const open = () => {
    makeFolder(dir);
    // a run that is killed must not leave the report of an earlier one beside its results, nor mix results of both
    for (const old of reports) rmSync(at(old), { force: true });
    if (before.length === 0) rmSync(at('state'), { force: true });
    const illegal = before.filter(isIllegal);
    if (illegal.length > 0) writeLines(at('illegal'), illegal);
    else rmSync(at('illegal'), { force: true });
    writeLines(
      at('results'),
      before.filter((one) => !isIllegal(one)),
    );
    if (state) writeWhole(at('state'), json.writeRunState(state));
    return openSync(at('results'), 'a');
  };
  return {
    begin: (now) => {
      state = now;
      if (file !== undefined) attempt(() => writeWhole(at('state'), json.writeRunState(now)));
    },
    replace: (results) => {
      before = results;
      if (file === undefined) return;
      closeSync(file);
      file = attempt(open);
    },
    append: (result) =>
      attempt(() => {
        file ??= open();
        // written at once, and to the end of the line: what was found survives whatever happens to this process
        if (isIllegal(result)) appendFileSync(at('illegal'), lineOf(result));
        else writeFileSync(file, lineOf(result));
      }),
    finish: async (report) => {
      attempt(() => {
        file ??= open();
        closeSync(file);
      });
      for (const name of reports) {
        const text = await formats[name]!.render(report);
        attempt(() => writeWhole(at(name), text));
      }
    },
    get touched() {
      return file !== undefined;
    },
  };
}

const isIllegal = (result: Result): result is IllegalResult => 'rule' in result;

const lineOf = (result: Result): string =>
  isIllegal(result) ? json.writeIllegalResult(result) : json.writeResult(result);

/** One by one: the results of a large suite are more than a string may hold. */
function writeLines(path: string, results: readonly Result[]): void {
  replaceWhole(path, (aside) => {
    const file = openSync(aside, 'w');
    try {
      for (const result of results) writeFileSync(file, lineOf(result));
    } finally {
      closeSync(file);
    }
  });
}

/**
 * The report of a stored run.
 * @throws BadInput where there is none: no such folder, no run in it, or one that was killed before its end
 */
export function readStoredReport(dir: string): Report {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (!found) throw noFolder(dir);
  const file = found.isDirectory() ? join(dir, storedFiles.json) : dir;
  if (existsSync(file)) return json.parseReport(readFileSync(file, 'utf8'), file);
  const below = found.isDirectory()
    ? readdirSync(dir).filter((name) => existsSync(join(dir, name, storedFiles.json)))
    : [];
  const killed = existsSync(join(dir, storedFiles.results));
  if (below.length > 0 && !killed) {
    const [first, ...more] = below.map((name) => join(dir, name));
    const others = more.length > 0 ? ` or ${more.length === 1 ? more[0] : `one of ${more.length} others`}` : '';
    throw new BadInput(`${dir} has no ${storedFiles.json}, and folders in it have: name ${first}${others}`);
  }
  const why = killed ? 'a run was killed there before its report was written' : 'no run has been stored there';
  throw new BadInput(
    `${dir} has no ${storedFiles.json}: ${why}; run it again${killed ? ', or to its end with --resume' : ''}`,
  );
}

const noFolder = (path: string) => new BadInput(`${path} does not exist; name a folder that 'run --out' has written`);

/** A result and where it stands: "out/results.jsonl line 3". */
interface StoredLine {
  readonly result: Result;
  readonly place: string;
}

/**
 * The results of a stored run in their order, those of illegal models last. Of a run that was killed the last line may be
 * cut short: it is left out.
 * @throws BadInput for a file that is no list of results
 */
export function* readStoredResults(dir: string): Generator<Result> {
  for (const { result } of readStoredLines(dir)) yield result;
}

/** The same with their places. @throws BadInput for a file that is no list of results */
export function* readStoredLines(dir: string): Generator<StoredLine> {
  for (const name of ['results', 'illegal'] as const) {
    const file = join(dir, storedFiles[name]);
    const parse = name === 'illegal' ? json.parseIllegalResult : json.parseResult;
    let number = 0;
    for (const line of linesOf(dir, name)) {
      const place = `${file} line ${++number}`;
      yield { result: parse(line, place), place };
    }
  }
}

/** Bytes that are read at once: the results of a large suite are more than a string may hold. */
const chunkSize = 1 << 20;

/** The lines of a file of results, as far as they were written whole: such a line ends with a newline. */
function* linesOf(dir: string, name: 'results' | 'illegal'): Generator<string> {
  const path = join(dir, storedFiles[name]);
  if (!existsSync(path)) {
    if (name === 'illegal') return;
    throw noFolder(path);
  }
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(chunkSize);
    let rest = Buffer.alloc(0);
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      const bytes = Buffer.concat([rest, chunk.subarray(0, size)]);
      const end = bytes.lastIndexOf(0x0a) + 1;
      rest = bytes.subarray(end);
      if (end > 0) yield* bytes.toString('utf8', 0, end - 1).split('\n');
    }
  } finally {
    closeSync(file);
  }
}

/**
 * What became of each case in two stored runs, those of the later run first. Cases whose results are equal to the letter
 * are left out: their lines need not be read as JSON, and they are most.
 * @throws BadInput for a file that is no list of results, and where the runs have no case in common
 */
export function* compareStoredRuns(before: string, after: string): Generator<Pair> {
  let common = 0;
  for (const name of ['results', 'illegal'] as const) {
    const [was, is] = [before, after].map((dir) => join(dir, storedFiles[name])) as [string, string];
    const old = new Map(Array.from(linesOf(before, name), (line) => [idOf(line, was), line]));
    for (const line of linesOf(after, name)) {
      const id = idOf(line, is);
      const earlier = old.get(id);
      old.delete(id);
      if (earlier !== undefined) common++;
      if (earlier === undefined) yield { after: parseLine(line, is) };
      else if (earlier !== line) yield { before: parseLine(earlier, was), after: parseLine(line, is) };
    }
    for (const line of old.values()) yield { before: parseLine(line, was) };
  }
  if (common === 0) throw new BadInput(`${before} and ${after} have no case in common: nothing can be compared`);
}

const start = '{"id":"';

/** A line begins with the id of its case, as everything that this suite writes. */
function idOf(line: string, file: string): string {
  const end = line.indexOf('"', start.length);
  if (!line.startsWith(start) || end < 0) throw noResult(file, line);
  return line.slice(start.length, end);
}

/** Two hundred thousand lines are not held against the schema: what a change is told by is looked at. */
function parseLine(line: string, file: string): Result {
  let result: Result;
  try {
    result = JSON.parse(line);
  } catch {
    throw noResult(file, line);
  }
  const known: readonly string[] = isIllegal(result) ? illegalOutcomes : outcomes;
  if (!known.includes(result.outcome)) throw noResult(file, line);
  return result;
}

function noResult(file: string, line: string): BadInput {
  return new BadInput(`${file} is not a list of results: it has the line ${line.slice(0, 60)}`);
}
