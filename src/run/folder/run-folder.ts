/** Writes and reads the files of a run in the folder of `--out`. */
import { closeSync, existsSync, openSync, readdirSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import type { ResultPair } from '../../../reports/aggregate/changes.ts';
import { formats } from '../../../reports/formats.ts';
import { outcomesOf } from '../../../reports/schema/case-result.ts';
import * as json from '../../../reports/schema/json.ts';
import { isLoss } from '../../../reports/schema/predicates.ts';
import type { CaseResult, Report, RunState } from '../../../reports/schema.ts';
import { quoted } from '../../../reports/view/launch.ts';
import {
  makeFolder,
  readText,
  replaceWhole,
  reportReadErrors,
  reportWriteErrors,
  writeWhole,
} from '../../../vectors/onnx/files.ts';
import { packageInfo } from '../../package-info.ts';

/** The subfolder for runs of parts of the suite. */
export const selections = 'selection';

/** The files of a run. */
export const storedFiles = {
  state: 'run.json',
  results: 'results.jsonl',
  json: 'report.json',
  markdown: 'report.md',
  html: 'report.html',
} as const;

const reports = ['json', 'markdown', 'html'] as const;

/**
 * Writes the files of a run: run.json and the results as they come, the reports at the end. The folder is unchanged until
 * the first answer or the end of the run.
 */
export interface RunFolder {
  /** sets the content of run.json; without a call the file is not written */
  begin(state: RunState): void;
  /** replaces the results in the folder. @throws BadInput if they cannot be written */
  replace(results: readonly CaseResult[]): void;
  /** @throws BadInput if it cannot be written */
  append(result: CaseResult): void;
  /** @throws BadInput if it cannot be written */
  finish(report: Report): Promise<void>;
  /** something was written */
  readonly touched: boolean;
}

/** The number of results held back; more than a run needs to give up a backend that answers nothing. */
const maxHeld = 64;

/**
 * Returns the writer of a run's files in a folder.
 * @throws BadInput if another program wrote the report there: it would be lost
 */
export function createRunFolder(dir: string): RunFolder {
  checkOwn(join(dir, storedFiles.json));
  const at = (name: keyof typeof storedFiles) => join(dir, storedFiles[name]);
  const attempt = <T>(write: () => T): T => reportWriteErrors(write, `--out ${dir}`);
  let state: RunState | undefined;
  let before: readonly CaseResult[] = [];
  /** results not written yet: while all results are losses, the earlier report stays */
  const held: CaseResult[] = [];
  let file: number | undefined;
  const open = () => {
    makeFolder(dir);
    // a killed run must not leave an earlier report next to its own results, nor mix results of both
    for (const old of reports) rmSync(at(old), { force: true });
    if (before.length === 0) rmSync(at('state'), { force: true });
    writeLines(at('results'), before);
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
        held.push(result);
        const mayBeHopeless = file === undefined && isLoss(result) && held.length < maxHeld;
        if (mayBeHopeless && existsSync(at('json'))) return;
        file ??= open();
        // written immediately, as whole lines: the results survive a crash of this process
        writeFileSync(file, held.splice(0).map(json.writeResult).join(''));
      }),
    finish: async (report) => {
      attempt(() => {
        file ??= open();
        writeFileSync(file, held.splice(0).map(json.writeResult).join(''));
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

/** The number of bytes at the start of a report that name the tool: the rest may be large. */
const heading = 200;

/** @throws BadInput if a file is there that is not a report of this tool */
function checkOwn(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return;
  const { name } = packageInfo();
  if (startOf(path, heading).includes(`"name": "${name}"`)) return;
  throw new BadInput(`${path} is not a report of ${name}, and would be replaced: name another folder with --out`);
}

/** Returns the first bytes of a file as text. @throws BadInput if it cannot be read */
function startOf(path: string, bytes: number): string {
  return reportReadErrors(() => {
    const file = openSync(path, 'r');
    try {
      const start = Buffer.alloc(bytes);
      return start.toString('utf8', 0, readSync(file, start));
    } finally {
      closeSync(file);
    }
  }, path);
}

/** Writes line by line: all results of a large suite exceed the length of a string. */
function writeLines(path: string, results: readonly CaseResult[]): void {
  replaceWhole(path, (aside) => {
    const file = openSync(aside, 'w');
    try {
      for (const result of results) writeFileSync(file, json.writeResult(result));
    } finally {
      closeSync(file);
    }
  });
}

/**
 * Returns the report of a stored run.
 * @throws BadInput if there is none: no such folder, no run in it, or one that was killed before its end
 */
export function readStoredReport(dir: string): Report {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (!found) throw noFolder(dir);
  const file = found.isDirectory() ? join(dir, storedFiles.json) : dir;
  if (existsSync(file)) return json.parseReport(readText(file), file);
  const killed = isUnfinished(dir);
  const [first, ...more] = found.isDirectory() && !killed ? runsBelow(dir) : [];
  if (first !== undefined) {
    const others = more.length > 0 ? ` or ${more.length === 1 ? more[0] : `one of ${more.length} others`}` : '';
    throw new BadInput(`${dir} has no ${storedFiles.json}, and folders in it have: name ${first}${others}`);
  }
  const [why, remedy] = killed
    ? ['the run there ended before its report was written', `write it by: onnx-conformance report ${quoted(dir)}`]
    : ['no run has been stored there', "name a folder that 'run --out' has written"];
  throw new BadInput(`${dir} has no ${storedFiles.json}: ${why}; ${remedy}`);
}

/** Returns the folders of the runs in a folder and in its `selection`, the newest first. */
function runsBelow(dir: string): readonly string[] {
  const runs = [dir, join(dir, selections)].flatMap((own) =>
    existsSync(own) ? readdirSync(own).map((name) => join(own, name)) : [],
  );
  const timeOf = (run: string) => statSync(join(run, storedFiles.json)).mtimeMs;
  return runs.filter((run) => existsSync(join(run, storedFiles.json))).toSorted((a, b) => timeOf(b) - timeOf(a));
}

/** Returns the folder of the newest run in a folder, if it is newer than the run of the folder itself. */
export function newerBelow(dir: string): string | undefined {
  const own = statSync(join(dir, storedFiles.json), { throwIfNoEntry: false });
  const [newest] = own ? runsBelow(dir) : [];
  return newest !== undefined && statSync(join(newest, storedFiles.json)).mtimeMs > own!.mtimeMs ? newest : undefined;
}

/** Whether a folder has results of a run that was killed before it wrote its report. */
export const isUnfinished = (dir: string): boolean =>
  existsSync(join(dir, storedFiles.results)) && !existsSync(join(dir, storedFiles.json));

const noFolder = (path: string) => new BadInput(`${path} does not exist; name a folder that 'run --out' has written`);

/** A result and its place: "out/results.jsonl line 3". */
interface StoredLine {
  readonly result: CaseResult;
  readonly place: string;
}

/**
 * Yields the results of a stored run in their order. An incomplete last line of a killed run is left out.
 * @throws BadInput if the file is not a list of results
 */
export function* readStoredResults(dir: string): Generator<CaseResult> {
  for (const { result } of readStoredLines(dir)) yield result;
}

/** Yields the results of a stored run with their places. @throws BadInput if the file is not a list of results */
export function* readStoredLines(dir: string): Generator<StoredLine> {
  const file = join(dir, storedFiles.results);
  let number = 0;
  for (const line of linesOf(dir)) {
    const place = `${file} line ${++number}`;
    yield { result: json.parseResult(line, place), place };
  }
}

/** Bytes read at a time: all results of a large suite exceed the length of a string. */
const chunkSize = 1 << 20;

/** Yields the complete lines of a file of results: those that end with a newline. */
function* linesOf(dir: string): Generator<string> {
  const path = join(dir, storedFiles.results);
  if (!existsSync(path)) throw noFolder(path);
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
 * Yields the pairs of results of two stored runs, first in the order of the later run. Cases with identical lines are left
 * out: these are most, and need not be parsed.
 * @throws BadInput if a file is not a list of results, or the runs have no case in common
 */
export function* compareStoredRuns(before: string, after: string): Generator<ResultPair> {
  let common = 0;
  const [was, is] = [before, after].map((dir) => join(dir, storedFiles.results)) as [string, string];
  const old = new Map(Array.from(linesOf(before), (line) => [idOf(line, was), line]));
  for (const line of linesOf(after)) {
    const id = idOf(line, is);
    const earlier = old.get(id);
    old.delete(id);
    if (earlier !== undefined) common++;
    if (earlier === undefined) yield { after: parseLine(line, is) };
    else if (earlier !== line) yield { before: parseLine(earlier, was), after: parseLine(line, is) };
  }
  for (const line of old.values()) yield { before: parseLine(line, was) };
  if (common === 0) throw new BadInput(`${before} and ${after} have no case in common: nothing can be compared`);
}

const start = '{"id":"';

/** Returns the id at the beginning of a line. @throws BadInput if there is none */
function idOf(line: string, file: string): string {
  const end = line.indexOf('"', start.length);
  if (!line.startsWith(start) || end < 0) throw noResult(file, line);
  return line.slice(start.length, end);
}

/** Parses a line without validating it against the schema, since there may be 200,000 lines. Only the outcome is checked. */
function parseLine(line: string, file: string): CaseResult {
  let result: CaseResult;
  try {
    result = JSON.parse(line);
  } catch {
    throw noResult(file, line);
  }
  if (!outcomesOf(result).includes(result.outcome)) throw noResult(file, line);
  return result;
}

function noResult(file: string, line: string): BadInput {
  return new BadInput(`${file} is not a list of results: it has the line ${line.slice(0, 60)}`);
}
