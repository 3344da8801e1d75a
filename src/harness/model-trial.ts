import type { ValidResult } from '../../reports/schema.ts';
import { type Answer, isRefusal } from '../backends/backend.ts';
import { judgeModel, judgeRefusal, type Requirements } from './judge.ts';
import type { PreparedModel } from './prepared-model.ts';
import type { Ask } from './trial.ts';

/** Asks for the outputs of a model; where it may be refused and is, also for those of its control. */
export async function settleModel(model: PreparedModel, requirements: Requirements, ask: Ask): Promise<ValidResult> {
  const { request, rejectable } = model;
  const judge = (answer: Answer) => judgeModel(model, answer, requirements);
  const answer = await ask(request);
  if (!rejectable || !isRefusal(answer)) return withFault(model, judge(answer), ask);
  const control = await ask(rejectable.control());
  return judgeRefusal({ policy: rejectable.policy, refusal: answer, control, requirements, judge });
}

/** Adds to what is said of a graph with a wrong value which node is at fault. */
async function withFault({ faultQuestion }: PreparedModel, result: ValidResult, ask: Ask): Promise<ValidResult> {
  if (!faultQuestion || result.outcome !== 'fail' || result.problem !== 'value') return result;
  const { request, inWords } = faultQuestion();
  return { ...result, message: `${result.message}; ${inWords(await ask(request))}` };
}
