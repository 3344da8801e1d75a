import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { parseRunState } from '../../../reports/schema/json.ts';
import type { CaseResult, RunOptions, RunState } from '../../../reports/schema.ts';
import { readText } from '../../../vectors/onnx/files.ts';
import { packageInfo } from '../../package-info.ts';
import { type Agenda, agendaFor } from '../agenda.ts';
import { programOf } from '../program.ts';
import { differenceBetween, type EarlierResults } from '../run-state.ts';
import type { SuiteRun } from '../suite-run.ts';
import { readStoredLines, storedFiles } from './run-folder.ts';

/**
 * Returns the stored part of an interrupted run; `undefined` if none has begun. The limit of failures may have changed.
 * @throws BadInput if the folder holds another run
 */
export function readFormer(dir: string, { agenda, options, settings }: SuiteRun): EarlierResults | undefined {
  if (!existsSync(join(dir, storedFiles.state)) && !existsSync(join(dir, storedFiles.json))) return undefined;
  const state = readable(() => readState(dir));
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
  return { state, results: readable(() => resultsOf(dir, agendaFor(agenda, state.capabilities))) };
}

/** Returns the stored state of a run. @throws BadInput if there is none */
export function readState(dir: string): RunState {
  const file = join(dir, storedFiles.state);
  if (!existsSync(file)) throw new BadInput(`${dir} holds a run without ${storedFiles.state}`);
  return parseRunState(readText(file), file);
}

const remedy = 'leave out --resume to start again';

/** Adds the remedy to a BadInput. @throws BadInput */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    throw new BadInput(`--resume: ${error.message}; ${remedy}`);
  }
}

/** Returns the results in a folder. @throws BadInput if one belongs to no trial of the agenda, or occurs twice */
export function resultsOf(dir: string, { trials }: Agenda): CaseResult[] {
  const planned = new Set(trials.map(({ id }) => id));
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
