import { appendFileSync, closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../oracles/bad-input.ts';
import { writeIllegalResult, writeReport, writeResult } from '../reports/json.ts';
import { renderMarkdown } from '../reports/markdown.ts';
import type { CaseResult, IllegalResult, Report } from '../reports/schema.ts';
import { makeFolder } from '../vectors/files.ts';

/** The files of a run: results.jsonl and illegal.jsonl as results come, report.json and report.md at its end. */
export interface Output {
  add(result: CaseResult): void;
  addIllegal(result: IllegalResult): void;
  finish(report: Report): void;
}

/**
 * Opens the output folder, made if need be, before anything is run.
 * @throws BadInput if it cannot be written
 */
export function openOutput(dir: string): Output {
  const results = join(dir, 'results.jsonl');
  const illegal = join(dir, 'illegal.jsonl');
  const json = join(dir, 'report.json');
  const markdown = join(dir, 'report.md');
  const file = orBadInput(dir, () => {
    makeFolder(dir);
    // a run that is killed must not leave the report of an earlier one beside its results
    for (const old of [illegal, json, markdown]) rmSync(old, { force: true });
    return openSync(results, 'w');
  });
  return {
    add: (result) => {
      // written at once: what was found survives whatever happens to this process
      orBadInput(dir, () => writeSync(file, writeResult(result)));
    },
    // there are few of them, and none in many runs
    addIllegal: (result) => orBadInput(dir, () => appendFileSync(illegal, writeIllegalResult(result))),
    finish: (report) =>
      orBadInput(dir, () => {
        closeSync(file);
        writeFileSync(json, writeReport(report));
        writeFileSync(markdown, renderMarkdown(report));
      }),
  };
}

function orBadInput<T>(dir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new BadInput(`--out ${dir} cannot be written (${code}); name a folder that you may write`);
  }
}
