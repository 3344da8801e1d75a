import { appendFileSync, closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formats } from '../../reports/formats.ts';
import { writeIllegalResult, writeReport, writeResult, writeRunState } from '../../reports/schema/json.ts';
import type { IllegalResult, Report, RunState } from '../../reports/schema.ts';
import { attemptWriting, makeFolder, replaceWhole, writeWhole } from '../../vectors/files.ts';
import { storedFiles } from './stored-run.ts';
import type { Result } from './trial.ts';

/**
 * The files of a run: run.json and results.jsonl, illegal.jsonl as results come, report.json, report.md and report.html at
 * its end. Nothing in the folder is touched before the first result, or the end.
 */
export interface ResultFiles {
  /** what run.json has from now on; without it there is none */
  begin(state: RunState): void;
  /** the results of before that are gone on with: they take the place of those in the folder */
  restore(results: readonly Result[]): void;
  /** @throws BadInput if it cannot be written */
  add(result: Result): void;
  /** The same results as they compare with other expectations. @throws BadInput if they cannot be written */
  replace(results: readonly Result[]): void;
  /** @throws BadInput if it cannot be written */
  finish(report: Report): Promise<void>;
  /** something was written */
  readonly touched: boolean;
}

/** The files of a run in a folder. */
export function resultFilesIn(dir: string): ResultFiles {
  const at = (name: keyof typeof storedFiles) => join(dir, storedFiles[name]);
  const attempt = <T>(write: () => T): T => attemptWriting(write, `--out ${dir}`);
  let state: RunState | undefined;
  let before: readonly Result[] = [];
  let file: number | undefined;
  const open = () => {
    makeFolder(dir);
    // a run that is killed must not leave the report of an earlier one beside its results, nor mix results of both
    for (const old of ['json', 'markdown', 'html'] as const) rmSync(at(old), { force: true });
    if (before.length === 0) rmSync(at('state'), { force: true });
    const illegal = before.filter(isIllegal);
    if (illegal.length > 0) writeLines(at('illegal'), illegal);
    else rmSync(at('illegal'), { force: true });
    writeLines(
      at('results'),
      before.filter((one) => !isIllegal(one)),
    );
    if (state) writeWhole(at('state'), writeRunState(state));
    return openSync(at('results'), 'a');
  };
  return {
    begin: (now) => {
      state = now;
      if (file !== undefined) attempt(() => writeWhole(at('state'), writeRunState(now)));
    },
    restore: (results) => {
      before = results;
    },
    add: (result) =>
      attempt(() => {
        file ??= open();
        // written at once, and to the end of the line: what was found survives whatever happens to this process
        if (isIllegal(result)) appendFileSync(at('illegal'), lineOf(result));
        else writeFileSync(file, lineOf(result));
      }),
    replace: (results) =>
      attempt(() => {
        if (file !== undefined) closeSync(file);
        before = results;
        file = open();
      }),
    finish: async (report) => {
      attempt(() => {
        file ??= open();
        closeSync(file);
        writeWhole(at('json'), writeReport(report));
      });
      for (const name of ['markdown', 'html'] as const) {
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

const lineOf = (result: Result): string => (isIllegal(result) ? writeIllegalResult(result) : writeResult(result));

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
