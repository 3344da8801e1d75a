/** What `run` writes into the folder of `--out`, and what others read of it. */
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
import { attemptWriting, makeFolder, readText, replaceWhole, writeWhole } from '../../../vectors/onnx/files.ts';

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
 * The files of a run while it goes on: run.json and the results as they come, the reports at its end. Nothing in the folder is
 * touched before the first answer, or the end.
 */
export interface RunFolder {
  /** what run.json has from now on; without it there is none */
  begin(state: RunState): void;
  /** these results take the place of those in the folder. @throws BadInput if they cannot be written */
  replace(results: readonly CaseResult[]): void;
  /** @throws BadInput if it cannot be written */
  append(result: CaseResult): void;
  /** @throws BadInput if it cannot be written */
  finish(report: Report): Promise<void>;
  /** something was written */
  readonly touched: boolean;
}

/** More results than it takes to give a backend up that answers nothing. */
const maxHeld = 64;

/** The files of a run in a folder. */
export function createRunFolder(dir: string): RunFolder {
  const at = (name: keyof typeof storedFiles) => join(dir, storedFiles[name]);
  const attempt = <T>(write: () => T): T => attemptWriting(write, `--out ${dir}`);
  let state: RunState | undefined;
  let before: readonly CaseResult[] = [];
  /** results that are not written yet: while nothing but losses has come, the report of before stays */
  const held: CaseResult[] = [];
  let file: number | undefined;
  const open = () => {
    makeFolder(dir);
    // a run that is killed must not leave the report of an earlier one beside its results, nor mix results of both
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
        // written at once, and to the end of the line: what was found survives whatever happens to this process
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

/** One by one: the results of a large suite are more than a string may hold. */
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
 * The report of a stored run.
 * @throws BadInput where there is none: no such folder, no run in it, or one that was killed before its end
 */
export function readStoredReport(dir: string): Report {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (!found) throw noFolder(dir);
  const file = found.isDirectory() ? join(dir, storedFiles.json) : dir;
  if (existsSync(file)) return json.parseReport(readText(file), file);
  const below = found.isDirectory()
    ? readdirSync(dir).filter((name) => existsSync(join(dir, name, storedFiles.json)))
    : [];
  const killed = isUnfinished(dir);
  if (below.length > 0 && !killed) {
    const [first, ...more] = below.map((name) => join(dir, name));
    const others = more.length > 0 ? ` or ${more.length === 1 ? more[0] : `one of ${more.length} others`}` : '';
    throw new BadInput(`${dir} has no ${storedFiles.json}, and folders in it have: name ${first}${others}`);
  }
  const [why, remedy] = killed
    ? ['the run there ended before its report was written', `write it by: onnx-conformance report ${quoted(dir)}`]
    : ['no run has been stored there', "name a folder that 'run --out' has written"];
  throw new BadInput(`${dir} has no ${storedFiles.json}: ${why}; ${remedy}`);
}

/** Whether a folder has results of a run that was killed before it wrote its report. */
export const isUnfinished = (dir: string): boolean =>
  existsSync(join(dir, storedFiles.results)) && !existsSync(join(dir, storedFiles.json));

const noFolder = (path: string) => new BadInput(`${path} does not exist; name a folder that 'run --out' has written`);

/** A result and where it stands: "out/results.jsonl line 3". */
interface StoredLine {
  readonly result: CaseResult;
  readonly place: string;
}

/**
 * The results of a stored run in their order. Of a run that was killed the last line may be cut
 * short: it is left out.
 * @throws BadInput for a file that is no list of results
 */
export function* readStoredResults(dir: string): Generator<CaseResult> {
  for (const { result } of readStoredLines(dir)) yield result;
}

/** The same with their places. @throws BadInput for a file that is no list of results */
export function* readStoredLines(dir: string): Generator<StoredLine> {
  const file = join(dir, storedFiles.results);
  let number = 0;
  for (const line of linesOf(dir)) {
    const place = `${file} line ${++number}`;
    yield { result: json.parseResult(line, place), place };
  }
}

/** Bytes that are read at once: the results of a large suite are more than a string may hold. */
const chunkSize = 1 << 20;

/** The lines of a file of results, as far as they were written whole: such a line ends with a newline. */
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
 * What became of each case in two stored runs, those of the later run first. Cases whose results are equal to the letter
 * are left out: their lines need not be read as JSON, and they are most.
 * @throws BadInput for a file that is no list of results, and where the runs have no case in common
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

/** A line begins with the id of its case, as everything that this suite writes. */
function idOf(line: string, file: string): string {
  const end = line.indexOf('"', start.length);
  if (!line.startsWith(start) || end < 0) throw noResult(file, line);
  return line.slice(start.length, end);
}

/** Two hundred thousand lines are not held against the schema: only what shows a change is looked at. */
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
