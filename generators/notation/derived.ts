import { negative, outOfRange } from '../../oracles/spec/axes.ts';
import { type AttributeDeclaration, type AttributeValue, outputsOf } from '../../oracles/spec/declaration.ts';
import { dashed, defaultOf, omittedPrefix, sameValue, valuesAtGraphEnds } from '../../oracles/spec/derived-clauses.ts';
import { type CallPlan, draftOfCall } from '../calls/draft-of-call.ts';
import { interchangeableInputs, withOneValue } from '../calls/same-value.ts';
import type { Family, InvalidModels, Plan, PlanContext, SessionMaterial } from '../cases/proposal.ts';
import { firstOf, longLengths } from '../cases/take-turns.ts';
import { candidateOf } from '../covering/candidate.ts';
import type { Draws } from '../covering/draws.ts';
import { axesOutOfRange, negativeAxes } from './axes.ts';
import { DeclarationError, fromPlans } from './declaration-error.ts';

/** Two nodes whose inputs have the same shapes, and how the second differs. */
interface CallPair {
  readonly differs: string;
  readonly calls: readonly [CallPlan, CallPlan];
}

/** A family's description of its operators; the plans that follow from their schemas are derived. */
export interface FamilyPlans {
  /** typical legal calls of the operator, with its attributes and inputs; the plainest first; planned one by one, as most uses want few */
  readonly samples: (context: PlanContext) => Iterable<CallPlan>;
  /** calls of the plainest node with several shapes: each list has the runs of one model */
  readonly sizes: (context: PlanContext) => readonly (readonly CallPlan[])[];
  /** calls by the id of the clause that they exercise */
  readonly plans: Readonly<Record<string, (context: PlanContext) => Iterable<CallPlan>>>;
  /** pairs of nodes whose inputs have the same shapes */
  readonly pairs?: (context: PlanContext) => readonly CallPair[];
  /** calls with two inputs of the same shape and type, if no sample has any; the plainest first */
  readonly sameShapeCalls?: (context: PlanContext) => readonly CallPlan[];
  /** calls whose output may have the bits of an input */
  readonly aliasCandidates?: (context: PlanContext) => readonly CallPlan[];
  /** models that break the family's own rules */
  readonly invalid?: Readonly<Record<string, Plan>>;
  /** draws a legal call, with shapes, attributes and data of any class that the operator distinguishes */
  readonly draw: (draws: Draws) => CallPlan;
}

/** Makes a family from its description. */
export function familyOf(own: FamilyPlans): Family {
  const { samples, sizes, pairs, aliasCandidates, sameShapeCalls, plans, invalid, draw } = own;
  const drafted = (calls: (context: PlanContext) => Iterable<CallPlan>): Plan =>
    function* (context) {
      for (const call of calls(context)) yield draftOfCall(context, call);
    };
  const sessions: SessionMaterial = {
    sizes: (context) => sizes(context).map((calls) => calls.map((call) => draftOfCall(context, call))),
    pairs: (context) =>
      [...(pairs?.(context) ?? []), ...otherConstants(sizes(context)[0]![0]!)].map(
        ({ differs, calls: [one, other] }) => ({
          differs,
          drafts: [draftOfCall(context, one), draftOfCall(context, other)],
        }),
      ),
    aliasCandidates: (context) => (aliasCandidates?.(context) ?? []).map((call) => draftOfCall(context, call)),
    constant: (context) => {
      const call = sizes(context)[0]![0]!;
      return mayBeConstants(call.inputs) ? [draftOfCall(context, withConstants(call))] : [];
    },
  };
  const models: InvalidModels = {
    control: (context) => {
      const [first] = smallSamples(context, samples);
      return draftOfCall(context, first!);
    },
    plans: invalid ?? {},
  };
  return {
    plans: Object.fromEntries(Object.entries(plans).map(([id, calls]) => [id, drafted(calls)])),
    derived: (id) => {
      if (id === sameValue) return drafted((context) => withSameValue(context, (sameShapeCalls ?? samples)(context)));
      if (id.endsWith(outOfRange))
        return (context) => axesOutOfRange(context, nameIn(id), smallSamples(context, samples));
      const calls = derivedCalls(id, samples);
      return calls && drafted(calls);
    },
    sessions,
    requiredData: () => [],
    invalid: models,
    candidate: (cell, which) => candidateOf((draws) => fromPlans(draws.context, () => draw(draws)), cell, which),
  };
}

/** The plans of a family whose operators each have their own plans. */
export function byOperator(all: Readonly<Record<string, FamilyPlans>>): FamilyPlans {
  const own = ({ operator }: PlanContext): FamilyPlans => {
    const found = all[operator.name];
    if (!found) throw new DeclarationError('the family has no plans of this operator; add a line');
    return found;
  };
  const merged = <T>(lists: (plans: FamilyPlans) => Readonly<Record<string, (context: PlanContext) => T>>) => {
    const ids = new Set(Object.values(all).flatMap((plans) => Object.keys(lists(plans))));
    return (otherwise: (id: string, context: PlanContext) => T) =>
      Object.fromEntries(
        Array.from(ids, (id) => [
          id,
          (context: PlanContext) => lists(own(context))[id]?.(context) ?? otherwise(id, context),
        ]),
      );
  };
  /** the derived calls of a clause that only another operator of the family plans explicitly */
  const derived = (id: string, context: PlanContext) =>
    (derivedCalls(id, own(context).samples) ?? withoutPlan())(context);
  return {
    samples: (context) => own(context).samples(context),
    sizes: (context) => own(context).sizes(context),
    draw: (draws) => own(draws.context).draw(draws),
    pairs: (context) => own(context).pairs?.(context) ?? [],
    aliasCandidates: (context) => own(context).aliasCandidates?.(context) ?? [],
    sameShapeCalls: (context) => own(context).sameShapeCalls?.(context) ?? [...own(context).samples(context)],
    plans: merged(({ plans }) => plans)(derived),
    invalid: merged(({ invalid = {} }) => invalid)(withoutPlan),
  };
}

/** @throws DeclarationError always */
export function withoutPlan(): never {
  throw new DeclarationError('it has no plan; add one');
}

/** The first samples, with small integers as data. All are planned, as a sample may draw, and a rule draws after all of them. */
const smallSamples = (context: PlanContext, samples: FamilyPlans['samples']): CallPlan[] =>
  [...samples(context)].slice(0, 2).map(withSmallIntegers);

/** The name of the axes in the id of a clause or rule. */
const nameIn = (id: string): string =>
  id.replace(/^invalid-/, '').replace(new RegExp(`(${negative}|${outOfRange})$`), '');

/** A call with small integers as data, which every dtype can hold. */
export const withSmallIntegers = (call: CallPlan): CallPlan => ({
  ...call,
  // zero in the first input only: the others may be divisors
  inputs: call.inputs.map(
    (input, i) => input && (input.numbers ? input : { ...input, numbers: [1, 2, i === 0 ? 0 : 1, 3] }),
  ),
});

/** Returns the plan of a clause that follows from the schema; `undefined` for any other clause. */
function derivedCalls(
  id: string,
  samples: FamilyPlans['samples'],
): ((context: PlanContext) => Iterable<CallPlan>) | undefined {
  if (id.startsWith(defaultOf)) return (context) => defaults(context, id.slice(defaultOf.length), samples);
  if (id.startsWith(omittedPrefix)) return (context) => omissions(context, id.slice(omittedPrefix.length), samples);
  if (id.endsWith(negative)) {
    return (context) => negativeAxes(context, nameIn(id), firstOf(samples(context), 3));
  }
  switch (id) {
    case 'output-type':
      return (context) => firstOf(samples(context), 2);
    case 'inputs-constant':
      return (context) => constants(firstOf(samples(context), 2));
    case valuesAtGraphEnds:
      return (context) => firstOf(samples(context), 3);
    case 'outputs-optional':
      return (context) => firstOf(samples(context), 2).flatMap((call) => outputCounts(context, call));
    case 'any-count':
      return (context) =>
        firstOf(samples(context), 1).flatMap((call) =>
          [1, 2, 3, 5, 9, ...longLengths(67)].map((count) => repeated(call, count)),
        );
    default:
      return undefined;
  }
}

/**
 * Calls in which two inputs share a value, each the next pair of inputs with the same shape and dtype. Then a call in which all such
 * inputs are one value, if there are three and their numbers are free.
 */
function* withSameValue(context: PlanContext, calls: Iterable<CallPlan>): Iterable<CallPlan> {
  let turn = 0;
  let whole: CallPlan | undefined;
  for (const call of calls) {
    // parameters are constants
    const pairs = interchangeableInputs(context, call).filter((pair) =>
      pair.every((place) => call.inputs[place]!.form !== 'initializer'),
    );
    if (pairs.length === 0) continue;
    yield withOneValue(call, pairs[turn++ % pairs.length]!);
    const ofFirst = pairs.filter(([first]) => first === pairs[0]![0]);
    const isFree = ofFirst.flat().every((place) => !call.inputs[place]!.numbers);
    if (ofFirst.length > 1 && isFree) whole ??= ofFirst.reduce(withOneValue, call);
  }
  if (whole) yield whole;
}

/** Calls with an attribute left out, the last and most telling one early, and one with the default given explicitly. */
function* defaults(context: PlanContext, name: string, samples: FamilyPlans['samples']): Iterable<CallPlan> {
  const declared = context.version.attributes.find((attribute) => dashed(attribute.name) === name)!;
  const explicit = { type: declared.type, value: declared.default } as AttributeValue;
  const calls = firstOf(samples(context), 3);
  const [first, last] = [calls[0]!, calls.at(-1)!];
  for (const call of new Set([first, last, ...calls]))
    yield { ...call, attributes: withoutAttribute(call.attributes, declared) };
  yield { ...last, attributes: { ...last.attributes, [declared.name]: explicit } };
}

const withoutAttribute = (attributes: CallPlan['attributes'] = {}, { name }: AttributeDeclaration) =>
  Object.fromEntries(Object.entries(attributes).filter(([other]) => other !== name));

/** Calls with an optional input left out: an empty name if others follow, else a shorter list of inputs. */
function* omissions(
  { version, ...context }: PlanContext,
  name: string,
  samples: FamilyPlans['samples'],
): Iterable<CallPlan> {
  const index = version.inputs.findIndex((input) => dashed(input.name) === name);
  for (const call of firstOf(samples({ version, ...context }), 3)) {
    const inputs = call.inputs.map((input, i) => (i === index ? undefined : input));
    yield {
      ...call,
      inputs: inputs.slice(0, Math.max(index, inputs.findLastIndex((input) => input !== undefined) + 1)),
    };
  }
}

/**
 * Calls with the first input as a constant, with all others as constants, and with none. In the last call all are constants, so that a
 * compiler may evaluate the node.
 */
function constants(calls: readonly CallPlan[]): CallPlan[] {
  const last = calls.at(-1);
  return calls.flatMap((call) => {
    const all = withConstants(call);
    if (call.inputs.length === 1) return [all];
    const some = [withConstants(call, (i) => i === 0), withConstants(call, (i) => i > 0)];
    return call === last ? [all, ...some] : [...some, withConstants(call, () => false)];
  });
}

/** The call with some inputs as constants and the others at run time. */
const withConstants = (call: CallPlan, isConstant: (i: number) => boolean = () => true): CallPlan => ({
  ...call,
  inputs: call.inputs.map((input, i) => input && { ...input, form: isConstant(i) ? 'initializer' : 'input' }),
});

/** Two nodes with drawn constants behind the first input: what a runtime keeps by their names and shapes shows. */
function otherConstants(call: CallPlan): readonly CallPair[] {
  const behind = call.inputs.slice(1);
  if (!mayBeConstants(behind) || behind.every((input) => !input || input.numbers)) return [];
  const one = withConstants(call, (i) => i > 0);
  return [{ differs: 'other constants', calls: [one, one] }];
}

/** Whether inputs may be constants of a graph: there is one, and none is a sequence or an optional. */
const mayBeConstants = (inputs: CallPlan['inputs']): boolean =>
  inputs.length > 0 && inputs.every((input) => !input?.elements && !input?.optional);

/** Calls with each number of outputs, from the required ones to all. */
function outputCounts({ version }: PlanContext, call: CallPlan): CallPlan[] {
  const least = outputsOf(version, {});
  return version.outputs.slice(least - 1).map((_, i) => ({ ...call, outputs: least + i }));
}

const repeated = (call: CallPlan, count: number): CallPlan => ({
  ...call,
  inputs: Array.from({ length: count }, (_, i) => call.inputs[i % call.inputs.length]),
});
