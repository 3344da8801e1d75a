import { satisfies, type Tier } from '../oracles/acceptance/tier.ts';
import { BadInput } from '../oracles/bad-input.ts';
import type { Tensor } from '../oracles/numerics/tensor.ts';
import { isBroken } from '../reports/counts.ts';
import type { CaseResult } from '../reports/schema.ts';
import { decodeTensor } from '../vectors/tensor-proto.ts';
import type { Answer } from './backends/backend.ts';
import type { NamedBytes } from './backends/protocol.ts';
import type { Trial } from './trial.ts';

type Verdict = Omit<
  CaseResult,
  'id' | 'operator' | 'version' | 'dtype' | 'clause' | 'level' | 'opset' | 'dataClass' | 'inputs' | 'summary' | 'size'
>;

/** What an answer means for a trial, given the tier that the gate requires. */
export function verdictOn(trial: Trial, answer: Answer, requireTier: Tier): CaseResult {
  const { id, operator, version, dtype, clause, opset, dataClass, summary, size } = trial;
  const verdict = answer.kind === 'outputs' ? onOutputs(trial, answer.outputs, requireTier) : onFailure(answer);
  const { id: clauseId, level } = clause;
  const inputs = isBroken(verdict.outcome) ? trial.inputs?.() : undefined;
  const shown = { ...(inputs !== undefined && { inputs }), summary, size };
  return { id, operator, version, dtype, clause: clauseId, level, opset, dataClass, ...verdict, ...shown };
}

/** True if the answer is a refusal where the specification leaves the model's fate open; a crash or a hang never is. */
export function isRefusal(trial: Trial, answer: Answer): boolean {
  return trial.rejectable !== undefined && answer.kind === 'error' && !answer.message.startsWith('protocol:');
}

/**
 * What a refusal means, given the answer to the legal twin: a choice of the backend if it runs that one, else the same
 * failure as everywhere.
 */
export function verdictOnRefusal(trial: Trial, refusal: Answer, twin: Answer, requireTier: Tier): CaseResult {
  if (twin.kind !== 'outputs') return verdictOn(trial, twin.kind === 'unsupported' ? twin : refusal, requireTier);
  const { message: _, inputs: __, ...rest } = verdictOn(trial, refusal, requireTier);
  return { ...rest, outcome: 'pass', observations: [{ policy: trial.rejectable!.policy, choice: 'rejected' }] };
}

function onFailure({ kind, message }: Exclude<Answer, { kind: 'outputs' }>): Verdict {
  return { outcome: kind, message };
}

function onOutputs(trial: Trial, outputs: readonly NamedBytes[], requireTier: Tier): Verdict {
  const tensors = decodeOutputs(trial, outputs);
  if (typeof tensors === 'string') return { outcome: 'fail', problem: 'outputs', message: tensors };
  const {
    accepted,
    problem = 'value',
    message,
    mismatch,
    tier,
    errorOverBound,
    vacuous,
    observations,
  } = trial.judge(tensors);
  const accuracy = {
    ...(tier && { tier, errorOverBound }),
    ...(vacuous > 0 && { vacuous }),
  };
  const seen =
    trial.rejectable && accepted
      ? [...observations, { policy: trial.rejectable.policy, choice: 'accepted' }]
      : observations;
  const choices = seen.length > 0 && { observations: seen };
  if (!accepted) {
    // what the right elements reach is no measure of a wrong answer
    return {
      outcome: 'fail',
      problem,
      ...choices,
      ...(message && { message }),
      ...(mismatch && { failure: mismatch }),
    };
  }
  const rest = { ...accuracy, ...choices };
  if (tier && !satisfies(tier, requireTier)) {
    return {
      outcome: 'fail',
      problem: 'tier',
      ...rest,
      message: `reaches only tier ${tier} where ${requireTier} is required`,
    };
  }
  return { outcome: 'pass', ...rest };
}

/** The tensors in the order of the graph's outputs, or what is wrong with the answer. */
function decodeOutputs(trial: Trial, outputs: readonly NamedBytes[]): Tensor[] | string {
  const wanted = trial.request.outputs;
  if (outputs.length !== wanted.length) return `${outputs.length} outputs where the model has ${wanted.length}`;
  try {
    const byName = new Map(outputs.map(({ name, bytes }) => [name, bytes]));
    const missing = wanted.find((name) => !byName.has(name));
    if (missing !== undefined) return `output ${missing} is missing`;
    return wanted.map((name) => decodeTensor(byName.get(name)!, `output ${name}`).tensor);
  } catch (error) {
    if (error instanceof BadInput) return error.message;
    throw error;
  }
}
