import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { renderMarkdown } from '../../reports/markdown.ts';
import { writeIllegalResult, writeReport, writeResult, writeRunState } from '../../reports/schema/json.ts';
import type { Report, RunState } from '../../reports/schema.ts';
import { attemptWriting, makeFolder, writeWhole } from '../../vectors/files.ts';
import { storedFiles } from './stored-run.ts';
import type { Result } from './trial.ts';

/**
 * The files of a run: run.json at its start, results.jsonl and illegal.jsonl as results come, report.json, report.md and
 * report.html at its end.
 */
export interface ResultFiles {
  begin(state: RunState): void;
  /** puts these in the place of the results that were kept */
  restore(results: readonly Result[]): void;
  add(result: Result): void;
  finish(report: Report): Promise<void>;
}

/**
 * Opens the output folder, made if need be, before anything is run.
 * @param keep results that are there stay, but for last lines that were cut short
 * @throws BadInput if it cannot be written
 */
export function openResultFiles(dir: string, keep = false): ResultFiles {
  const at = (name: keyof typeof storedFiles) => join(dir, storedFiles[name]);
  const attempt = <T>(write: () => T): T => attemptWriting(write, `--out ${dir}`);
  let file = attempt(() => {
    makeFolder(dir);
    // a run that is killed must not leave the report of an earlier one beside its results
    for (const old of ['json', 'markdown', 'html'] as const) rmSync(at(old), { force: true });
    if (!keep) for (const old of ['state', 'illegal'] as const) rmSync(at(old), { force: true });
    else for (const cut of ['results', 'illegal'] as const) dropCutLine(at(cut));
    return openSync(at('results'), keep ? 'a' : 'w');
  });
  return {
    begin: (state) => attempt(() => writeWhole(at('state'), writeRunState(state))),
    restore: (results) =>
      attempt(() => {
        closeSync(file);
        for (const [name, lines] of [
          ['results', results.flatMap((one) => ('rule' in one ? [] : writeResult(one)))],
          ['illegal', results.flatMap((one) => ('rule' in one ? writeIllegalResult(one) : []))],
        ] as const) {
          if (!existsSync(at(name))) continue;
          const anew = openSync(`${at(name)}.new`, 'w');
          for (const line of lines) writeSync(anew, line);
          closeSync(anew);
          renameSync(`${at(name)}.new`, at(name));
        }
        file = openSync(at('results'), 'a');
      }),
    add: (result) =>
      attempt(() => {
        // invalid models are few, and many runs have none
        if ('rule' in result) return appendFileSync(at('illegal'), writeIllegalResult(result));
        // written at once: what was found survives whatever happens to this process
        writeSync(file, writeResult(result));
      }),
    finish: async (report) => {
      attempt(() => {
        closeSync(file);
        writeFileSync(at('json'), writeReport(report));
        writeFileSync(at('markdown'), renderMarkdown(report));
      });
      const { renderHtml } = await import('../../reports/html.ts');
      attempt(() => writeFileSync(at('html'), renderHtml(report)));
    },
  };
}

function dropCutLine(file: string): void {
  if (existsSync(file)) truncateSync(file, readFileSync(file).lastIndexOf('\n') + 1);
}
