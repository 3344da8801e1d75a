import { formatScalar } from '../../oracles/judge/acceptance.ts';
import type { RejectablePolicy } from '../../oracles/judge/policy.ts';
import type { DType } from '../../oracles/numerics/dtype.ts';
import { elementCount, elementsOf, scalarsOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import type { Scalar } from '../../oracles/numerics/trait.ts';
import { optionalOf, type SequenceOf, sequenceOf, typeOf } from '../../oracles/numerics/value.ts';
import { formatType } from '../../oracles/numerics/value-type.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { type Attributes, type AttributeValue, inputAt, inputName } from '../../oracles/spec/declaration.ts';
import type { Facts } from '../cases/facts.ts';
import type { Draft, PlanContext, Proposal, ProposedInput } from '../cases/proposal.ts';
import { Random } from '../cases/random.ts';
import { rotateBy } from '../cases/take-turns.ts';
import { inPatternsOfNaN } from '../values/nan-patterns.ts';
import { tensorNear } from '../values/near.ts';
import { isRowKind, tensorOfRows } from '../values/rows/kinds.ts';
import { loneNumber, tensorOf, valuesOfKind } from '../values/values.ts';
import type { CallPlan, InputPlan } from './call-plan.ts';
import { controlCall } from './control-call.ts';
import { axesDeclared, axesGiven, rowLength, rowsOf } from './named-axes.ts';

export type { CallPlan, DataKind, InputPlan } from './call-plan.ts';

/**
 * Attributes of a node from plain values: an integer becomes INT, a list of integers INTS, a string STRING. {@link float} makes a FLOAT.
 */
export function attributes(
  values: Readonly<Record<string, number | readonly number[] | string | AttributeValue>>,
): Attributes {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, attribute(value as number)]));
}

function attribute(value: number | readonly number[] | string | AttributeValue): AttributeValue {
  if (typeof value === 'number') return { type: 'INT', value };
  if (typeof value === 'string') return { type: 'STRING', value };
  return Array.isArray(value) ? { type: 'INTS', value } : (value as AttributeValue);
}

/** The value of a FLOAT attribute. */
export const float = (value: number): AttributeValue => ({ type: 'FLOAT', value: Math.fround(value) });

/** Returns the call with all inputs given at run time. */
export const allAtRunTime = (call: CallPlan): CallPlan => ({
  ...call,
  inputs: call.inputs.map((input) => input && { ...input, form: 'input' }),
});

/** A draft of a planned call. */
export function draftOfCall(context: PlanContext, plan: CallPlan): Draft {
  return {
    get summary() {
      return describeCall(context, plan);
    },
    get facts() {
      return factsOf(context, plan);
    },
    ...(plan.suite && { suite: plan.suite }),
    draw: (random) => proposalOf({ ...context, random }, plan),
  };
}

/** A draft of a call that breaks a rule; its control is the valid call. */
export function brokenCall(context: PlanContext, valid: CallPlan, broken: CallPlan): Draft {
  const [right, wrong] = [draftOfCall(context, valid), draftOfCall(context, broken)];
  return {
    ...wrong,
    facts: right.facts,
    draw(random) {
      const seed = random.next();
      return { ...wrong.draw(new Random(seed)), rejection: { control: () => right.draw(new Random(seed)) } };
    },
  };
}

function proposalOf(context: PlanContext, plan: CallPlan): Proposal {
  const { attributes = {}, inputs, outputs } = plan;
  const proposed: ProposedInput[] = [];
  for (const [i, input] of inputs.entries()) {
    if (!input) proposed.push({ form: 'omitted', value: undefined });
    else if (input.sameAs !== undefined) proposed.push({ ...proposed[input.sameAs]!, sameAs: input.sameAs });
    else proposed.push(inputOf(context, input, i, plan, proposed));
  }
  const proposal: Proposal = {
    attributes,
    inputs: proposed,
    ...(outputs !== undefined && { outputs }),
    dataClass: dataOf(plan),
  };
  const policy = mayRefuse(context, proposal);
  if (!policy) return proposal;
  const control = () => proposalOf(...controlCall(context, plan));
  return { ...proposal, rejection: { policy, control } };
}

/** Makes a planned input. Sequences and optionals are run-time inputs: constants of a graph are tensors. */
function inputOf(
  context: PlanContext,
  plan: InputPlan,
  index: number,
  call: CallPlan,
  earlier: readonly ProposedInput[],
): ProposedInput {
  const { elements, optional, near, form = 'input' } = plan;
  if (!elements && !optional) {
    const other = near === undefined ? undefined : earlier[near]!.value;
    return { form, value: tensorOfPlan(context, plan, index, call, other) };
  }
  const tensors = tensorsIn(plan).map((one) => tensorOfPlan(context, one, index, call));
  const content = elements ? sequenceOf(plan.dtype ?? dtypeOfInput(context, index), tensors) : tensors[0]!;
  if (!optional) return { form: 'input', value: undefined, held: content as SequenceOf<Tensor> };
  const held = optionalOf(typeOf<Tensor>(content), optional === 'with content' ? content : undefined);
  return { form: 'input', value: undefined, held };
}

/** The tensors of a planned input. */
function tensorsIn({ elements, optional: _, ...shared }: InputPlan): readonly InputPlan[] {
  const { kind, numbers, dtype } = shared;
  const usual = { ...(kind && { kind }), ...(dtype && { dtype }) };
  return elements?.map((one) => ({ ...usual, ...one, ...(numbers && { numbers }) })) ?? [shared];
}

/** The policy under which a legal call may be rejected; `undefined` if there is none, or if the call is not legal. */
function mayRefuse({ operator, version }: PlanContext, { attributes, inputs }: Proposal): RejectablePolicy | undefined {
  if (!operator.mayRefuse) return undefined;
  try {
    return operator.mayRefuse(version, { attributes, inputs: inputs.map(({ value }) => value) });
  } catch (error) {
    // a call that breaks a rule has its own control
    if (error instanceof BadInput) return undefined;
    throw error;
  }
}

/**
 * The data of an input of a call. If the plan has no dtype, it is the dtype of the version's input at `index`.
 * @param other the input that it is near to
 */
export function tensorOfPlan(
  context: PlanContext,
  plan: InputPlan,
  index: number,
  call?: CallPlan,
  other?: Tensor,
): Tensor {
  const planned = numbersOfPlan(context, plan, index, call, other);
  return plan.nan ? inPatternsOfNaN(planned, plan.nan) : planned;
}

function numbersOfPlan(
  context: PlanContext,
  { dims, kind = 'mixed', numbers, map, isRotated, lone, dtype, firstRow: first = 0 }: InputPlan,
  index: number,
  call: CallPlan = { inputs: [] },
  other?: Tensor,
): Tensor {
  const own = dtype ?? dtypeOfInput(context, index);
  if (numbers) return tensorOf(own, dims, numbers);
  const ofKind = () =>
    isRowKind(kind)
      ? tensorOfRows({ ...context, dtype: own }, kind, { dims, along: rowsOf(context, call), first })
      : valuesOfKind(kind, own, dims, context.random);
  const usual = other && elementCount(other.dims) > 0 ? tensorNear(other, dims, context.random) : ofKind();
  const drawn = lone ? withLoneNumber(usual, lone, context.random) : usual;
  if (!map && !isRotated) return drawn;
  const all = elementsOf(drawn);
  const elements = isRotated ? rotateBy(all, all.length - Math.floor(all.length / 3)) : all;
  return tensorOf(own, dims, map ? elements.map((x) => map(x as number | bigint)) : elements);
}

/** Returns the data with one element, or all, replaced by a special number, if the type has it. */
function withLoneNumber(data: Tensor, { which, place }: NonNullable<InputPlan['lone']>, random: Random): Tensor {
  const number = loneNumber(which, data.dtype);
  const count = elementCount(data.dims);
  if (number === undefined || count === 0) return data;
  const row = data.dims.at(-1) ?? 1;
  if (place === 'everywhere') return tensorOfScalars(data.dtype, data.dims, () => number);
  const at = {
    first: 0,
    last: count - 1,
    'row end': row * random.integer(1, count / row) - 1,
    within: random.integer(0, count - 1),
  }[place];
  const scalar = scalarsOf(data);
  return tensorOfScalars(data.dtype, data.dims, (i) => (i === at ? number : scalar(i)));
}

/** The dtype of an input in a case: that of its type variable, or else the first of its declared dtypes. */
export function dtypeOfInput(
  { version, types, dtype }: Pick<PlanContext, 'version' | 'types' | 'dtype'>,
  index: number,
): DType {
  const { variable, dtypes } = inputAt(version, index)!;
  return (variable !== undefined && types[variable]) || (dtypes ? dtypes[0]! : dtype);
}

/** The kind of data of a call: that of its first input with drawn data; `chosen` if every input lists its numbers. */
function dataOf({ inputs }: CallPlan): string {
  const first = inputs.find((input) => input?.kind !== undefined || !input?.numbers);
  return first ? (first.kind ?? 'mixed') : 'chosen';
}

/** The facts that findings compare: attributes, axes, the kind of data, constants, ranks and sizes. */
function factsOf(context: PlanContext, plan: CallPlan): Facts {
  const there = plan.inputs.filter((input) => input !== undefined);
  const set = Object.entries(plan.attributes ?? {}).map(([name, { value }]) => `${name}=${attributeText(value)}`);
  const tensors = there.flatMap(tensorsIn);
  const shapes = new Set(tensors.map(({ dims }) => `[${dims}]`));
  const ranks = tensors.map(({ dims }) => dims.length);
  const sizes = tensors.map(({ dims }) => elementCount(dims));
  const axes = axesDeclared(context.operator).map(({ name }) => axesGiven(context, plan, name));
  return {
    words: [
      ...set,
      ...(axes.flat().some((axis) => axis < 0) ? ['a negative axis'] : []),
      `${dataOf(plan)} data`,
      ...(there.some(({ form }) => form === 'initializer') ? ['a constant input'] : []),
      ...(plan.inputs.some((input) => !input) ? ['an input left out'] : []),
      ...(there.some(({ sameAs }) => sameAs !== undefined) ? ['one value for two inputs'] : []),
      ...(shapes.size > 1 ? ['inputs of different shapes'] : []),
      ...(there.some(({ elements }) => elements?.length === 0) ? ['an empty sequence'] : []),
      ...(there.some(({ optional }) => optional === 'without content') ? ['an optional without content'] : []),
    ],
    measures: {
      rank: Math.max(0, ...ranks),
      elements: Math.max(0, ...sizes),
      ...(axes.length > 0 && { 'row length': rowLength(context, plan) }),
    },
  };
}

/** A call in one line: "A float32[2,3] mixed, B float32[3] mixed constant; axis=1". */
function describeCall(context: PlanContext, { attributes = {}, inputs, outputs }: CallPlan): string {
  const given = inputs.flatMap((input, i) => {
    if (!input) return [];
    if (input.sameAs !== undefined)
      return [`${inputName(context.version, i)} = ${inputName(context.version, input.sameAs)}`];
    const dtype = input.dtype ?? dtypeOfInput(context, i);
    const usual = input.near === undefined ? (input.kind ?? 'mixed') : `near ${inputName(context.version, input.near)}`;
    const data = input.numbers ? listed(shown(input, input.numbers)) : usual;
    const form = input.form === 'initializer' ? ' constant' : '';
    return [`${inputName(context.version, i)} ${dtype}${shapesIn(input)} ${data}${form}`];
  });
  const set = Object.entries(attributes).map(([name, { value }]) => `${name}=${attributeText(value)}`);
  const asked = outputs === undefined ? '' : `${outputs} ${outputs === 1 ? 'output' : 'outputs'}`;
  return [given.join(', '), [set.join(' '), asked].filter(Boolean).join(', ')].filter(Boolean).join('; ');
}

/** The numbers that an input has room for: a list may be longer. */
const shown = ({ dims, elements }: InputPlan, numbers: readonly Scalar[]): readonly Scalar[] =>
  elements ? numbers : numbers.slice(0, elementCount(dims));

/** "[2,3]", "[2,3]+[4] in a sequence", "[2] in an optional". */
function shapesIn(input: InputPlan): string {
  const shapes = tensorsIn(input).map(({ dims }) => `[${dims}]`);
  const held = input.elements ? `${shapes.join('+') || '[]*0'} in a sequence` : shapes[0];
  if (!input.optional) return held!;
  return input.optional === 'with content' ? `${held} in an optional` : `${held} absent from an optional`;
}

const listed = (numbers: readonly Scalar[]): string =>
  numbers.length <= 6
    ? `(${numbers.map(formatScalar).join(' ')})`
    : `(${numbers.slice(0, 5).map(formatScalar).join(' ')} …)`;

function attributeText(value: AttributeValue['value']): string {
  if (typeof value === 'object' && 'data' in value) return `${value.dtype}[${value.dims}]`;
  if (typeof value === 'object' && 'dtype' in value) return formatType({ within: [], ...value });
  return Array.isArray(value) ? `[${value}]` : String(value);
}
