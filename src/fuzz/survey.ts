import { type FuzzSelection, poolOf } from '../../generators/fuzz/draw.ts';
import { samplesOf } from '../../generators/fuzz/samples.ts';
import type { Backend } from '../backends/backend.ts';
import type { Requirements } from '../harness/judge.ts';
import { runTrials } from '../harness/run.ts';
import { programTrial, settleProgram } from './program-trial.ts';

/** Samples of a signature that are tried before it counts as unsupported. */
const samples = 2;

/** The names of the signatures of a selection of which none of the backends supports a sample; none where that is all. */
export async function unsupported(
  selection: FuzzSelection,
  backends: readonly Backend[],
  requirements: Requirements,
  workers: number,
): Promise<readonly string[]> {
  const of = (backend: Backend) => unsupportedBy(backend, selection, requirements, workers);
  const [first = [], ...others] = await Promise.all(backends.map(of));
  const common = others.reduce((names, refused) => names.filter((name) => refused.includes(name)), first);
  return common.length < [...poolOf(selection).operators.values()].flat().length ? common : [];
}

async function unsupportedBy(
  backend: Backend,
  selection: FuzzSelection,
  requirements: Requirements,
  workers: number,
): Promise<readonly string[]> {
  let refused: readonly string[] | undefined;
  for (let turn = 0; turn < samples; turn++) {
    const programs = [...samplesOf(selection, turn)].filter(([name]) => refused?.includes(name) ?? true);
    const supported = new Set<number>();
    let done = 0;
    const trials = programs.map(([name, program]) => {
      const trial = programTrial(program, name, requirements);
      return { ...trial, settle: (ask: Parameters<typeof trial.settle>[0]) => settleProgram(trial, ask) };
    });
    await runTrials(backend, trials, {
      workers,
      onResult({ outcome }) {
        if (outcome !== 'unsupported') supported.add(done);
        done++;
      },
    });
    refused = programs.flatMap(([name], i) => (supported.has(i) ? [] : [name]));
  }
  return refused ?? [];
}
