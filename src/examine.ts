import type { CaseResult } from '../reports/schema.ts';
import type { Backend, Request } from './backends/backend.ts';
import type { Prospect } from './prospect.ts';
import { refusalIn } from './rejectable.ts';
import type { Trial } from './trial.ts';
import { type Demands, verdictOn, verdictOnRefusal, withRunAlone, wrongRunOf } from './verdict.ts';

/** Prepares the trial of a prospect, puts it to a backend, with what has to be asked beside it, and judges the answers. */
export async function examine(
  { prepare }: Pick<Prospect, 'prepare'>,
  backend: Pick<Backend, 'run'>,
  demands: Demands,
): Promise<CaseResult> {
  return ask(prepare(), backend, demands);
}

async function ask(trial: Trial, backend: Pick<Backend, 'run'>, demands: Demands): Promise<CaseResult> {
  const answer = await backend.run(requestOf(trial));
  const refusal = await refusalIn(trial, answer, backend);
  if (refusal) {
    const twin = await backend.run(refusal.twin());
    // a model that stands beside those of the case may be refused, and the rest is judged without it
    const rest = twin.kind === 'outputs' ? trial.session?.without(refusal.run) : undefined;
    if (rest) return ask({ ...trial, session: rest }, backend, demands);
    return verdictOnRefusal(trial, refusal, answer, twin, demands);
  }
  const result = verdictOn(trial, answer, demands);
  const run = wrongRunOf(trial, answer, result);
  if (run === undefined) return result;
  return withRunAlone(result, trial, run, await backend.run(trial.session!.alone(run).request));
}

const requestOf = ({ session, request }: Trial): Request => session?.request ?? request;
