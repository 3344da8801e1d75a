import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../../oracles/bad-input.ts';
import { parseRunState } from '../../reports/schema/json.ts';
import type { CaseResult, RunOptions } from '../../reports/schema.ts';
import { packageInfo } from '../package-info.ts';
import { agendaFor } from './agenda.ts';
import { programOf } from './program.ts';
import { readStoredLines, storedFiles } from './run-folder.ts';
import { differenceBetween, type Former } from './run-state.ts';
import type { SuiteRun } from './suite-run.ts';

/**
 * What a folder holds of a run that was interrupted or killed; nothing where none has begun. The limit of failures may be
 * another one than before.
 * @throws BadInput if what is there is not of this run
 */
export function readFormer(dir: string, { agenda, options, settings }: SuiteRun): Former | undefined {
  const file = join(dir, storedFiles.state);
  if (!existsSync(file)) {
    if (!existsSync(join(dir, storedFiles.json))) return undefined;
    throw new BadInput(`--resume: ${dir} holds a run without ${storedFiles.state}; ${remedy}`);
  }
  const state = readable(() => parseRunState(readFileSync(file, 'utf8'), file));
  const difference = differenceBetween(
    { tool: state.tool, options: withoutLimit(state.options), launch: state.launch },
    { tool: packageInfo(), options: withoutLimit(options), launch: settings.launching.launch },
  );
  if (difference !== undefined) {
    throw new BadInput(`--resume: ${dir} holds another run: there ${difference}; give the same, or ${remedy}`);
  }
  const program = programOf(settings.launching.command);
  if (state.program !== undefined && program !== undefined && state.program !== program) {
    const { spec } = settings.launching.command;
    throw new BadInput(`--resume: the program of ${spec} has changed since; ${remedy}`);
  }
  const planned = new Set(agendaFor(agenda, state.capabilities).trials.map(({ id }) => id));
  return { state, results: readable(() => resultsOf(dir, planned)) };
}

const remedy = 'leave out --resume to begin anew';

/** @throws BadInput also with the remedy */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    throw new BadInput(`--resume: ${error.message}; ${remedy}`);
  }
}

function resultsOf(dir: string, planned: ReadonlySet<string>): CaseResult[] {
  const seen = new Set<string>();
  return Array.from(readStoredLines(dir), ({ result, place }) => {
    const { id } = result;
    if (!planned.has(id)) throw new BadInput(`${place}: ${id} is not a case of this run`);
    if (seen.has(id)) throw new BadInput(`${place}: ${id} is there twice`);
    seen.add(id);
    return result;
  });
}

const withoutLimit = ({ maxFailures: _, ...options }: RunOptions): RunOptions => options;
