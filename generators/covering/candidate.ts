import { type CallPlan, draftOfCall, dtypeOfInput, type InputPlan } from '../calls.ts';
import type { Candidate, Draft, PlanContext } from '../proposal.ts';
import { Random, seedOf } from '../random.ts';
import { type Sequel, sessionOf } from '../sessions.ts';
import { Draws } from './draws.ts';

/** Draws a legal call of the version at hand. */
export type DrawCall = (draws: Draws) => CallPlan;

/**
 * One of the calls of which a suite is chosen: what a family draws, with the circumstances that are the same for every operator.
 */
export function candidateOf(draw: DrawCall, context: PlanContext, { name, index, seed, suite }: Candidate): Draft {
  const choices = new Random(seedOf(0, `${name}/${index}`));
  const draws = new Draws(context, choices, new Random(seedOf(seed, `${name}/${index}`)));
  const call = { ...inAnyForm(draws, draw(draws)), suite };
  const draft = draftOfCall(context, call);
  const isFed = call.inputs.some((input) => input && (input.form ?? 'input') === 'input');
  const isRepeatable =
    isFed && !context.operator.overwrites?.(context.version, { attributes: {}, ...call, inputs: [] });
  return isRepeatable && draws.once(5) ? sessionOf(context, draft, draws.pick(...sequels)) : draft;
}

/** What may follow a run: other data or the same. */
const sequels: readonly (readonly Sequel[])[] = [
  ['other data'],
  ['the same data', 'other data'],
  ['other data', 'the first data again'],
  ['other data', 'other data', 'the first data again'],
];

/** The call with each input as a constant or at run time, one value for two of them now and then. */
function inAnyForm(draws: Draws, call: CallPlan): CallPlan {
  const forms = draws.pick('as it is', 'as it is', 'any', 'any', 'constants');
  const inputs = call.inputs.map((input): InputPlan | undefined => {
    if (!input || forms === 'as it is') return input;
    return { ...input, form: forms === 'constants' || draws.once(2) ? 'initializer' : 'input' };
  });
  const [first] = inputs;
  const same = inputs.findIndex((input, i) => i > 0 && first && input && isAlike(draws.context, first, input, i));
  if (same < 0 || !draws.once(8)) return { ...call, inputs };
  return { ...call, inputs: inputs.with(same, { ...first!, sameAs: 0 }) };
}

/** Whether two inputs may be one value: data of the same shape and type. */
const isAlike = (context: PlanContext, first: InputPlan, other: InputPlan, index: number): boolean =>
  !first.numbers &&
  !other.numbers &&
  !other.map &&
  String(first.dims) === String(other.dims) &&
  (first.dtype ?? dtypeOfInput(context, 0)) === (other.dtype ?? dtypeOfInput(context, index));
