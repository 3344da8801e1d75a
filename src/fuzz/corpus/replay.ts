import { isDeepStrictEqual } from 'node:util';
import type { Program } from '../../../generators/fuzz/program.ts';
import { checkProgram } from '../../../generators/fuzz/validate.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { isBroken } from '../../../reports/schema/counts.ts';
import type { CaseResult } from '../../../reports/schema.ts';
import { openWorkers } from '../../backends/pool.ts';
import { runTrials } from '../../run/run.ts';
import type { Launching } from '../../run/suite-run.ts';
import type { Requirements } from '../../run/trial/judge.ts';
import { causeOf, hasCause } from '../cause.ts';
import { type ProgramTrial, programTrial, settleProgram } from '../program-trial.ts';
import type { CorpusFinding } from './stored-finding.ts';

/** The results of running a finding again; `elsewhere`: it belongs to another backend and was not run. */
export const replayStatuses = ['same', 'otherwise', 'passes', 'unsupported', 'elsewhere', 'interrupted'] as const;
export type ReplayStatus = (typeof replayStatuses)[number];

/** A finding that was run again. */
export interface Replayed {
  readonly kept: CorpusFinding;
  readonly status: ReplayStatus;
  /** the result; absent if it was not run */
  readonly result?: CaseResult;
  /** the present version of the backend; absent if it was not run */
  readonly version?: string;
}

/**
 * Runs the stored findings of a backend again, with the trials that found them. Findings with another launch, such as
 * another provider, do not belong to it.
 * @param usual the requirements for findings without their own
 * @throws BackendUnavailable if it does not start, or cannot be started again
 */
export async function replay(
  findings: readonly CorpusFinding[],
  { command, options, launch }: Launching,
  usual: Requirements,
  signal?: AbortSignal,
): Promise<readonly Replayed[]> {
  const backend = await openWorkers(command, 1, options);
  try {
    const { name, version } = backend.info;
    const own = findings.filter(
      ({ about }) => about.backend.name === name && isDeepStrictEqual(about.launch.options ?? {}, launch.options ?? {}),
    );
    const results: CaseResult[] = [];
    const trials = own.map(({ program, about: { id, requirements = usual } }) =>
      judged(programTrial(program, id, requirements), program),
    );
    await runTrials(backend, trials, {
      answered: true, // all of them may crash the backend
      onResult: (result) => results.push(result),
      ...(signal && { signal }),
    });
    return findings.map((kept) => {
      const at = own.indexOf(kept);
      if (at < 0) return { kept, status: 'elsewhere' };
      const result = results[at];
      return result ? { kept, status: statusOf(kept, result), result, version } : { kept, status: 'interrupted' };
    });
  } finally {
    await backend.close();
  }
}

/** Returns the trial; it is skipped if the oracle no longer judges the program, since a corpus may be older. */
function judged(trial: ProgramTrial, program: Program): ProgramTrial {
  try {
    checkProgram(program);
    // the oracle may fail only when the trial is settled
    return { ...trial, settle: (ask) => settleProgram(trial, ask) };
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    const { message } = error;
    return { ...trial, models: () => [], settle: async () => trial.skipped(`it is not judged: ${message}`) };
  }
}

function statusOf({ about, program }: CorpusFinding, result: CaseResult): ReplayStatus {
  if (!isBroken(result.outcome)) return result.outcome === 'pass' ? 'passes' : 'unsupported';
  const [before, now] = [about.result, result].map((one) => causeOf(program, one));
  return before && (hasCause(now, before) || hasCause(before, now!)) ? 'same' : 'otherwise';
}
