import { isDeepStrictEqual } from 'node:util';
import { sessionCombinations } from '../../oracles/spec/combinations.ts';
import { isOfTensors } from '../../oracles/spec/expect-values.ts';
import { type CallPlan, draftOfCall, type InputPlan } from '../calls/draft-of-call.ts';
import { interchangeableInputs, isChosen, withOneValue } from '../calls/same-value.ts';
import type { CallCandidate, Draft, DrawnCell, PlanContext } from '../cases/proposal.ts';
import { Random, seedOf } from '../cases/random.ts';
import { type Sequel, sessionOf } from '../sessions/sessions.ts';
import { Draws } from './draws.ts';

/** Draws a legal call of the version at hand. */
export type DrawCall = (draws: Draws) => CallPlan;

/**
 * One of the calls that a suite is chosen from: what a family draws, with the circumstances that are the same for every operator.
 * It is drawn when it is first asked for.
 */
export const candidateOf = (draw: DrawCall, cell: DrawnCell, which: CallCandidate): Draft =>
  lazyDraft(which, () => drawnBy(draw, cell, which));

/** A candidate that is drawn when it is first asked for. */
export function lazyDraft({ index, suite }: CallCandidate, draw: () => Draft): Draft {
  let known: Draft | undefined;
  const drawn = () => {
    known ??= draw();
    return known;
  };
  return {
    suite,
    number: index,
    get summary() {
      return drawn().summary;
    },
    get facts() {
      return drawn().facts;
    },
    draw: (random) => drawn().draw(random),
  };
}

/** What a candidate is drawn from: its classes, and with the seed what they leave open. */
export function drawsOf(
  context: PlanContext,
  cell: DrawnCell,
  { index, seed }: Pick<CallCandidate, 'index' | 'seed'>,
): Draws {
  const id = `${cell.name}/${index}`;
  return new Draws(context, new Random(seedOf(0, id)), new Random(seedOf(seed, id)));
}

function drawnBy(draw: DrawCall, cell: DrawnCell, { index, seed }: CallCandidate): Draft {
  const context = { ...cell, random: new Random(seed), seed };
  const isSession = cell.clause.id === sessionCombinations;
  const draws = drawsOf(context, cell, { index, seed });
  const call = inAnyForm(draws, draw(draws));
  if (!isSession || context.operator.overwrites?.(context.version, { attributes: {}, ...call, inputs: [] }))
    return draftOfCall(context, call);
  const first = withRunTimeInput(call);
  const [draft, sequel] = [draftOfCall(context, first), draws.pick(...sequels)];
  const others = drawsOf(context, cell, { index, seed: ~seed });
  const other = isOfTensors(context.operator)
    ? ofSameModel(first, withRunTimeInput(inAnyForm(others, draw(others))))
    : resized(first, others);
  return draws.once(2) && other
    ? sessionOf(context, draft, sequel, draftOfCall(context, other))
    : sessionOf(context, draft, sequel);
}

/** What may follow a run: other data or the same. */
const sequels: readonly (readonly Sequel[])[] = [
  ['other data'],
  ['the same data', 'other data'],
  ['other data', 'the first data again'],
  ['other data', 'other data', 'the first data again'],
];

/** Another call, if both are of one model, which has no constants, and of other shapes of the same ranks. */
function ofSameModel(one: CallPlan, other: CallPlan): CallPlan | undefined {
  const model = ({ attributes, outputs, inputs }: CallPlan) => [
    attributes,
    outputs,
    inputs.map((input) => input && [input.dims.length, input.form ?? 'input', input.dtype, input.sameAs]),
  ];
  const shapes = ({ inputs }: CallPlan) => inputs.map((input) => input?.dims);
  const hasConstants = one.inputs.some((input) => input?.form === 'initializer');
  const isAnother =
    !hasConstants && isDeepStrictEqual(model(one), model(other)) && !isDeepStrictEqual(shapes(one), shapes(other));
  return isAnother ? other : undefined;
}

/** The greatest of the sizes that take the place of others. */
const greatestOther = 20;

/**
 * A call with other sizes, equal ones alike. `undefined` where one tensor is taken apart: how many tensors come out may follow from its
 * sizes, and with them what the model has as outputs.
 */
function resized(call: CallPlan, draws: Draws): CallPlan | undefined {
  const { inputs } = call;
  const takesSeveral = draws.context.version.inputs.at(-1)!.variadic || inputs.some((input) => input?.elements);
  // constants are those of the model
  const isBound = inputs.some((input) => input?.sameAs !== undefined || input?.form === 'initializer');
  if (!takesSeveral || isBound) return undefined;
  const sizes = new Map<number, number>();
  const otherOf = (size: number) => {
    const other = sizes.get(size) ?? draws.size(greatestOther);
    sizes.set(size, other);
    return other;
  };
  const changed = <T extends InputPlan>(input: T): T => ({
    ...input,
    dims: input.dims.map(otherOf),
    ...(input.elements && { elements: input.elements.map(changed) }),
  });
  return { ...call, inputs: inputs.map((input) => input && changed(input)) };
}

/** The call with its first input at run time where all of them are constants, so that runs may differ. */
const withRunTimeInput = (call: CallPlan): CallPlan =>
  call.inputs.every((input) => !input || input.form === 'initializer')
    ? { ...call, inputs: call.inputs.map((input, i) => (i === 0 && input ? { ...input, form: 'input' } : input)) }
    : call;

/** The call with each input as a constant or at run time, one value for two of them now and then. */
function inAnyForm(draws: Draws, call: CallPlan): CallPlan {
  const forms = draws.pick('as it is', 'as it is', 'any', 'any', 'constants');
  const inputs = call.inputs.map((input): InputPlan | undefined => {
    if (!input || forms === 'as it is') return input;
    return { ...input, form: forms === 'constants' || draws.once(2) ? 'initializer' : 'input' };
  });
  const drawn = { ...call, inputs };
  const pairs = interchangeableInputs(draws.context, drawn).filter(
    ([first, second]) => !isChosen(inputs[first]!) || !isChosen(inputs[second]!),
  );
  return pairs.length > 0 && draws.once(8) ? withOneValue(drawn, draws.pick(...pairs)) : drawn;
}
