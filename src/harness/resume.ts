import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../../oracles/bad-input.ts';
import { parseRunState } from '../../reports/schema/json.ts';
import type { RunOptions } from '../../reports/schema.ts';
import { packageInfo } from '../package-info.ts';
import { differenceBetween, type Former } from './run-state.ts';
import { readStoredResults, storedFiles } from './stored-run.ts';
import type { SuiteRun } from './suite-run.ts';

/**
 * What a folder holds of a run that was interrupted or killed; nothing where none has begun. The limit of failures may be
 * another one than before.
 * @throws BadInput if what is there is not of this run
 */
export function readFormer(dir: string, { options, settings }: SuiteRun): Former | undefined {
  const file = join(dir, storedFiles.state);
  if (!existsSync(file)) {
    if (!existsSync(join(dir, storedFiles.json))) return undefined;
    throw new BadInput(`--resume: ${dir} holds a run without ${storedFiles.state}; leave out --resume to begin anew`);
  }
  const state = parseRunState(readFileSync(file, 'utf8'), file);
  const difference = differenceBetween(
    { tool: state.tool, options: withoutLimit(state.options), launch: state.launch },
    { tool: packageInfo(), options: withoutLimit(options), launch: settings.launching.launch },
  );
  if (difference !== undefined) {
    throw new BadInput(
      `--resume: ${dir} holds another run: there ${difference}; give the same, or leave out --resume to begin anew`,
    );
  }
  return { state, results: [...readStoredResults(dir)] };
}

const withoutLimit = ({ maxFailures: _, ...options }: RunOptions): RunOptions => options;
