import { succeeds } from '../../generators/fuzz/validate.ts';
import { runsOf } from '../../generators/sessions/runs.ts';
import type { Case } from '../../generators/suite/cases.ts';
import { compare } from '../../oracles/judge/comparator.ts';
import type { Observation } from '../../oracles/judge/policy.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { looserTier, type Tier } from '../../oracles/judge/tier.ts';
import { bytesOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import { isDrawn } from '../../oracles/spec/combinations.ts';
import { type Implementation, Refusal } from './implementation.ts';
import { expectationOf } from './oracle.ts';

/** The suite's verdict on one answer. */
export interface Verdict {
  /** the complaint, if there is one */
  readonly message?: string;
  /** of the accepted elements */
  readonly tier?: Tier;
  /** the choices that the answer makes where the specification leaves one */
  readonly observations: readonly Observation[];
}

/**
 * The judge of one case; `undefined` where it is drawn, and the text has no answer to one of its runs. The runs of a session follow
 * one another; those of another operator are left out, because a candidate may be made for one operator alone.
 */
export function judgeOf(example: Case): ((implementation: Implementation) => Verdict) | undefined {
  const runs = runsOf(example);
  if (isDrawn(example.cell.clause) && !succeeds(() => runs.map(({ testCase }) => answersTo(testCase))))
    return undefined;
  const judges = runs
    .filter(({ testCase }) => testCase.cell.operator === example.cell.operator)
    .map(({ testCase }) => judgeOfRun(testCase));
  return (implementation) => {
    attempt(implementation, example);
    const held: Held[] = [];
    const verdicts = judges.map((judge) => judge(implementation, held));
    const tiers = verdicts.flatMap(({ tier }) => tier ?? []);
    const complaint =
      verdicts.find(({ message }) => message !== undefined) ??
      (judges.length > 1 ? held.map(ofMemory).find(Boolean) : undefined);
    return {
      ...complaint,
      ...(tiers.length > 0 && { tier: tiers.reduce(looserTier) }),
      observations: verdicts.flatMap(({ observations }) => observations),
    };
  };
}

const answersTo = (testCase: Case) => expectationOf(testCase).map(referenceTensor);

/** The result of a run of a session: later runs and changes of the inputs do not affect it. */
interface Held {
  readonly testCase: Case;
  readonly outputs: readonly Tensor[];
  readonly bits: string;
}

/** The complaint about memory that is not an output's own. */
function ofMemory({ testCase, outputs, bits }: Held): Pick<Verdict, 'message'> | undefined {
  if (bitsOf(outputs) !== bits) return { message: 'later runs changed an output' };
  const inputs = testCase.proposal.inputs.map(({ value }) => value?.data);
  const isShared = outputs.some(({ data }) => data.length > 0 && inputs.includes(data));
  return isShared ? { message: 'an output is the memory of an input' } : undefined;
}

/** The judge of one run. Answers that are equal bit for bit share a verdict: most implementations are right most times. */
function judgeOfRun(example: Case): (implementation: Implementation, held: Held[]) => Verdict {
  const known = new Map<string, Verdict>();
  const compared = (outputs: readonly Tensor[]): Verdict => {
    const { accepted, message, tier, observations } = compare(expectationOf(example), outputs);
    const policy = example.proposal.rejection?.policy;
    const ran = policy ? [{ policy, choice: 'accepted' }] : [];
    return {
      ...(!accepted && { message: message! }),
      ...(tier && { tier }),
      observations: [...observations, ...ran],
    };
  };
  const onRefusal = ({ message }: Refusal): Verdict => {
    const policy = example.proposal.rejection?.policy;
    return policy ? { observations: [{ policy, choice: 'rejected' }] } : { message, observations: [] };
  };
  return (implementation, held) => {
    const answer = answerOf(implementation, example);
    if (answer instanceof Refusal) return onRefusal(answer);
    const bits = bitsOf(answer);
    held.push({ testCase: example, outputs: answer, bits });
    let verdict = known.get(bits);
    if (!verdict) {
      verdict = compared(answer);
      known.set(bits, verdict);
    }
    return verdict;
  };
}

/** Tries what has to be refused before the runs of a case; that it is, and how, is not judged. */
function attempt(implementation: Implementation, example: Case): void {
  const { rejectedFirst } = example.proposal;
  if (!rejectedFirst) return;
  try {
    implementation({
      ...example,
      proposal: { ...rejectedFirst, inputs: rejectedFirst.runtimeInputs ?? rejectedFirst.inputs },
    });
  } catch {
    // no kernel of ours is written for invalid models
  }
}

function answerOf(implementation: Implementation, example: Case): readonly Tensor[] | Refusal {
  try {
    return implementation(example);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Everything that distinguishes an answer from another. */
function bitsOf(outputs: readonly Tensor[]): string {
  return outputs
    .map((output) => {
      const { dtype, dims, data } = output;
      const bits = Array.isArray(data) ? JSON.stringify(data) : Buffer.from(bytesOf(output)).toString('latin1');
      return `${dtype}[${dims}]${data.length}:${bits}`;
    })
    .join();
}
