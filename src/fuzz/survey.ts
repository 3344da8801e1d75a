import { type FuzzSelection, poolOf } from '../../generators/fuzz/draw.ts';
import { sampleOf } from '../../generators/fuzz/samples.ts';
import type { Backend } from '../backends/backend.ts';
import type { Requirements } from '../harness/judge.ts';
import { runTrials } from '../harness/run.ts';
import type { Trial } from '../harness/trial.ts';
import { type ProgramTrial, programTrial, settleProgram } from './program-trial.ts';

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
  const all = poolOf(selection).signatures.map(({ name }) => name);
  const common = all.filter((name) => refused.every((names) => names.has(name)));
  return common.length < all.length ? common : [];
}

async function refusedBy(
  backend: Backend,
  selection: FuzzSelection,
  requirements: Requirements,
  workers: number,
): Promise<ReadonlySet<string>> {
  const pool = poolOf(selection);
  const refused = new Set(pool.signatures.map(({ name }) => name));
  for (let turn = 0; turn < samples; turn++) {
    const left = pool.signatures.filter(({ name }) => refused.has(name));
    const trials = left.flatMap((signature) => {
      const { name } = signature;
      const program = sampleOf(signature, pool, turn);
      if (program) return [noting(programTrial(program, name, requirements), name, refused)];
      refused.delete(name);
      return [];
    });
    await runTrials(backend, trials, { workers, onResult: () => {} });
  }
  return refused;
}

/** A trial that takes its name from those that are refused, unless that is what is answered; what a backend declares not to have it is not asked. */
function noting(trial: ProgramTrial, name: string, refused: Set<string>): Trial {
  return {
    ...trial,
    settle(ask) {
      refused.delete(name);
      return settleProgram(trial, async (request) => {
        const answer = await ask(request);
        if (answer.kind === 'unsupported') refused.add(name);
        return answer;
      });
    },
  };
}
