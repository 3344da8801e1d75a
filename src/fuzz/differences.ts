import type { Observation } from '../../oracles/judge/policy.ts';
import type { ValidResult } from '../../reports/schema.ts';
import type { Answer } from '../backends/backend.ts';

/** The answer of a backend to a program. */
export interface ProgramAnswer {
  readonly result: ValidResult;
  /** the answer to the first request; absent if it was not asked */
  readonly answer: Answer | undefined;
  /** returns the choices that it shows */
  readonly choices: () => readonly Observation[];
}

/**
 * Counts programs for which backends differ and are all right: by the policy of their different choices, or as `rounding`.
 * @param all the answers, one per backend
 */
export function countOpen(all: readonly ProgramAnswer[], open: Record<string, number>): void {
  const right = all.filter(({ result }) => result.outcome === 'pass');
  const [first, ...others] = right;
  if (!first || others.every((other) => bytesOf(other).equals(bytesOf(first)))) return;
  const perBackend = right.map(({ choices }) => choices());
  const policies = new Set(perBackend.flatMap((choices) => choices.map(({ policy }) => policy)));
  const chosen = [...policies].filter(
    (policy) => new Set(perBackend.map((choices) => choiceOf(choices, policy))).size > 1,
  );
  for (const name of chosen.length > 0 ? chosen : ['rounding']) open[name] = (open[name] ?? 0) + 1;
}

const choiceOf = (choices: readonly Observation[], policy: string): string | undefined =>
  choices.find((seen) => seen.policy === policy)?.choice;

/** Returns the bytes of all outputs of an answer, concatenated. */
function bytesOf({ answer }: ProgramAnswer): Buffer {
  if (answer?.kind === 'outputs') return Buffer.concat(answer.outputs.map(({ bytes }) => bytes));
  if (answer?.kind !== 'session') return Buffer.alloc(0);
  return Buffer.concat(answer.runs.flatMap(({ outputs }) => outputs.map(({ bytes }) => bytes)));
}
