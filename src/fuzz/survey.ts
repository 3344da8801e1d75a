import { type FuzzSelection, poolOf } from '../../generators/fuzz/draw.ts';
import { samplesOf } from '../../generators/fuzz/samples.ts';
import { type Backend, BackendUnavailable } from '../backends/backend.ts';
import type { Requirements } from '../harness/judge.ts';
import { runTrials } from '../harness/run.ts';
import type { Ask } from '../harness/trial.ts';
import { programTrial } from './program-trial.ts';

/** Samples of a signature that are tried before it counts as unsupported. */
const samples = 2;

/** The names of the signatures of a selection of which none of the backends supports a sample; none where that is all. */
export async function unsupported(
  selection: FuzzSelection,
  backends: readonly Backend[],
  requirements: Requirements,
  workers: number,
): Promise<readonly string[]> {
  const refused = await Promise.all(backends.map((backend) => refusedBy(backend, selection, requirements, workers)));
  const all = [...poolOf(selection).operators.values()].flat().map(({ name }) => name);
  const common = all.filter((name) => refused.every((names) => names.has(name)));
  return common.length < all.length ? common : [];
}

async function refusedBy(
  backend: Backend,
  selection: FuzzSelection,
  requirements: Requirements,
  workers: number,
): Promise<ReadonlySet<string>> {
  let refused: ReadonlySet<string> | undefined;
  for (let turn = 0; turn < samples; turn++) {
    const programs = [...samplesOf(selection, turn)].filter(([name]) => refused?.has(name) ?? true);
    // of what the oracle cannot judge nothing is known
    const unjudged = new Set<string>();
    const trials = programs.map(([name, program]) => {
      const trial = programTrial(program, name, requirements);
      const settle = (ask: Ask) =>
        trial.settle(ask).catch((error: unknown) => {
          if (error instanceof BackendUnavailable) throw error;
          unjudged.add(name);
          return trial.unasked((error as Error).message);
        });
      return { ...trial, settle };
    });
    const outcomes: string[] = [];
    await runTrials(backend, trials, { workers, onResult: ({ outcome }) => outcomes.push(outcome) });
    const isRefused = (name: string, i: number) => outcomes[i] === 'unsupported' && !unjudged.has(name);
    refused = new Set(programs.map(([name]) => name).filter(isRefused));
  }
  return refused!;
}
