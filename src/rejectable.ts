import type { Case } from '../generators/cases.ts';
import { callOf } from '../generators/cases.ts';
import { controlOf } from '../generators/control.ts';
import type { RejectablePolicy } from '../oracles/acceptance/policy.ts';
import { encodeCase } from '../vectors/case.ts';
import { type Answer, type Backend, brokeProtocol, type RunRequest } from './backends/backend.ts';
import type { Trial } from './trial.ts';

/** The policy under which a model may be refused, and the legal twin that has to run if it is. */
export interface Rejectable {
  readonly policy: RejectablePolicy;
  readonly twin: () => RunRequest;
}

/** What a case, or one run of a session, may be refused under; `undefined` if it must run. */
export function rejectableOf(question: Case): Rejectable | undefined {
  const policy = question.proposal.rejection?.policy;
  if (!policy) return undefined;
  return {
    policy,
    twin() {
      const twin = controlOf(question)!;
      const { operator, version } = twin.cell;
      return encodeCase(twin, operator.expect(version, callOf(twin.proposal)));
    },
  };
}

/** A model that was refused where the specification leaves its fate open. */
export interface Refusal extends Rejectable {
  /** of a session the run that was refused, from 0 */
  readonly run: number;
}

/**
 * What an answer refuses; `undefined` if it is no refusal, or of a model that must run. A crash or a hang never is one.
 * Of a session the backend may not say which run it could not do: then the models that may be refused are asked alone.
 */
export async function refusalIn(
  { session, rejectable }: Trial,
  answer: Answer,
  backend: Pick<Backend, 'run'>,
): Promise<Refusal | undefined> {
  if (!isError(answer)) return undefined;
  if (!session) return rejectable && { ...rejectable, run: 0 };
  const runs = 'run' in answer && answer.run !== undefined ? [answer.run] : session.request.runs.map((_, i) => i);
  for (const run of runs) {
    const own = session.rejectable(run);
    if (own && (runs.length === 1 || isError(await backend.run(session.alone(run).request)))) return { ...own, run };
  }
  return undefined;
}

const isError = (answer: Answer): boolean => answer.kind === 'error' && !brokeProtocol(answer.kind, answer.message);
