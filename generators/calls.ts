import { show } from '../oracles/acceptance/acceptance.ts';
import type { RejectablePolicy } from '../oracles/acceptance/policy.ts';
import { type Attributes, type AttributeValue, inputAt, inputName } from '../oracles/declaration.ts';
import type { DType } from '../oracles/numerics/dtype.ts';
import { elementCount, elementsOf, scalarsOf, type Tensor, tensorOfScalars } from '../oracles/numerics/tensor.ts';
import type { Scalar } from '../oracles/numerics/trait.ts';
import type { Facts } from './facts.ts';
import { inPatternsOfNaN, type PatternsOfNaN } from './nan-patterns.ts';
import type { Draft, InputForm, PlanContext, Proposal, ProposedInput, Suite } from './proposal.ts';
import { Random } from './random.ts';
import { turnedBy } from './rotate.ts';
import { type LoneNumber, loneNumber, tensorOf, type ValueKind, valuesOfKind } from './values.ts';

/** One input of a call that is planned: its shape, and what kind of data or which numbers stand in it. */
export interface InputPlan {
  readonly dims: readonly number[];
  readonly kind?: ValueKind;
  /** the numbers themselves, repeated as often as it takes; for strings also what they hold */
  readonly numbers?: readonly Scalar[];
  /** what is done to each number that is drawn: it keeps them where something is said of them */
  readonly map?: (x: number | bigint) => number | bigint;
  /** the last third of the numbers comes first: where two inputs have the same numbers, as `distinct` ones are, they meet others */
  readonly isTurned?: true;
  /** a special number, and where it stands alone among the others */
  readonly lone?: { readonly which: LoneNumber; readonly place: 'first' | 'last' | 'row end' | 'within' };
  /** each NaN in another pattern of its type; the usual one if absent */
  readonly nan?: PatternsOfNaN;
  /** where it is not what the type variable of the input stands for */
  readonly dtype?: DType;
  readonly form?: InputForm;
  /** the number of the input before it whose value it is */
  readonly sameAs?: number;
}

/** A call that is planned, in terms of shapes and kinds of data. Attributes that are absent are left out of the model. */
export interface CallPlan {
  readonly attributes?: Attributes;
  /** `undefined` is an optional input that is left out */
  readonly inputs: readonly (InputPlan | undefined)[];
  /** how many outputs are asked for, where optional ones are wanted */
  readonly outputs?: number;
  readonly suite?: Suite;
  /** the policy under which it may be refused, and the call that may not */
  readonly rejectable?: { readonly policy: RejectablePolicy; readonly control: CallPlan };
}

/** Attributes of a node from plain values: integers are INT, lists of them INTS, what {@link float} makes FLOAT. */
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

/** The call with all inputs given at run time. */
export const atRunTime = (call: CallPlan): CallPlan => ({
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
      return factsOf(plan);
    },
    ...(plan.suite && { suite: plan.suite }),
    draw: (random) => proposalOf({ ...context, random }, plan),
  };
}

/** A call that breaks a rule; the control is one that does not. */
export function brokenCall(context: PlanContext, valid: CallPlan, broken: CallPlan): Draft {
  const [right, wrong] = [draftOfCall(context, valid), draftOfCall(context, broken)];
  return {
    ...wrong,
    draw(random) {
      const seed = random.next();
      return { ...wrong.draw(new Random(seed)), rejection: { control: () => right.draw(new Random(seed)) } };
    },
  };
}

function proposalOf(context: PlanContext, plan: CallPlan): Proposal {
  const { attributes = {}, inputs, outputs, rejectable } = plan;
  const proposed: ProposedInput[] = [];
  for (const [i, input] of inputs.entries()) {
    if (!input) proposed.push({ form: 'omitted', value: undefined });
    else if (input.sameAs !== undefined) proposed.push({ ...proposed[input.sameAs]!, sameAs: input.sameAs });
    else proposed.push({ form: input.form ?? 'input', value: tensorOfPlan(context, input, i) });
  }
  return {
    attributes,
    inputs: proposed,
    ...(outputs !== undefined && { outputs }),
    dataClass: dataOf(plan),
    ...(rejectable && {
      rejection: { policy: rejectable.policy, control: () => proposalOf(context, rejectable.control) },
    }),
  };
}

/** The data of an input; without a dtype of its own it is that which the version has at an index. */
export function tensorOfPlan(context: PlanContext, plan: InputPlan, index: number): Tensor {
  const planned = numbersOfPlan(context, plan, index);
  return plan.nan ? inPatternsOfNaN(planned, plan.nan) : planned;
}

function numbersOfPlan(
  context: PlanContext,
  { dims, kind = 'mixed', numbers, map, isTurned, lone, dtype }: InputPlan,
  index: number,
): Tensor {
  const own = dtype ?? dtypeOfInput(context, index);
  if (numbers) return tensorOf(own, dims, numbers);
  const usual = valuesOfKind(kind, own, dims, context.random);
  const drawn = lone ? withLoneNumber(usual, lone, context.random) : usual;
  if (!map && !isTurned) return drawn;
  const all = elementsOf(drawn);
  const elements = isTurned ? turnedBy(all, all.length - Math.floor(all.length / 3)) : all;
  return tensorOf(own, dims, map ? elements.map((x) => map(x as number | bigint)) : elements);
}

/** Data with one element replaced by a special number, where the type has it. */
function withLoneNumber(data: Tensor, { which, place }: NonNullable<InputPlan['lone']>, random: Random): Tensor {
  const number = loneNumber(which, data.dtype);
  const count = elementCount(data.dims);
  if (number === undefined || count === 0) return data;
  const row = data.dims.at(-1) ?? 1;
  const at = {
    first: 0,
    last: count - 1,
    'row end': row * random.integer(1, count / row) - 1,
    within: random.integer(0, count - 1),
  }[place];
  const scalar = scalarsOf(data);
  return tensorOfScalars(data.dtype, data.dims, (i) => (i === at ? number : scalar(i)));
}

/** The dtype that an input has in a case: that of its type variable, or the only one that it may have. */
export function dtypeOfInput(
  { version, types, dtype }: Pick<PlanContext, 'version' | 'types' | 'dtype'>,
  index: number,
): DType {
  const { variable, dtypes } = inputAt(version, index)!;
  return (variable !== undefined && types[variable]) || (dtypes ? dtypes[0]! : dtype);
}

/** The kind of data of a call: that of its first input that has one. */
function dataOf({ inputs }: CallPlan): string {
  const first = inputs.find((input) => input?.kind !== undefined || !input?.numbers);
  return first ? (first.kind ?? 'mixed') : 'chosen';
}

/** What findings compare: attributes, the kind of data, constants, ranks and sizes. */
function factsOf(plan: CallPlan): Facts {
  const there = plan.inputs.filter((input) => input !== undefined);
  const set = Object.entries(plan.attributes ?? {}).map(([name, { value }]) => `${name}=${attributeText(value)}`);
  const shapes = new Set(there.map(({ dims }) => `[${dims}]`));
  const ranks = there.map(({ dims }) => dims.length);
  const sizes = there.map(({ dims }) => elementCount(dims));
  return {
    words: [
      ...set,
      `${dataOf(plan)} data`,
      ...(there.some(({ form }) => form === 'initializer') ? ['a constant input'] : []),
      ...(plan.inputs.some((input) => !input) ? ['an input left out'] : []),
      ...(there.some(({ sameAs }) => sameAs !== undefined) ? ['one value for two inputs'] : []),
      ...(shapes.size > 1 ? ['inputs of different shapes'] : []),
    ],
    measures: { rank: Math.max(0, ...ranks), elements: Math.max(0, ...sizes) },
  };
}

/** A call in one line: "A float32[2,3] mixed, B float32[3] mixed constant; axis=1". */
function describeCall(context: PlanContext, { attributes = {}, inputs, outputs }: CallPlan): string {
  const given = inputs.flatMap((input, i) => {
    if (!input) return [];
    if (input.sameAs !== undefined)
      return [`${inputName(context.version, i)} = ${inputName(context.version, input.sameAs)}`];
    const dtype = input.dtype ?? dtypeOfInput(context, i);
    const data = input.numbers ? listed(input.numbers) : (input.kind ?? 'mixed');
    const form = input.form === 'initializer' ? ' constant' : '';
    return [`${inputName(context.version, i)} ${dtype}[${input.dims}] ${data}${form}`];
  });
  const set = Object.entries(attributes).map(([name, { value }]) => `${name}=${attributeText(value)}`);
  const asked = outputs === undefined ? [] : [`${outputs} outputs`];
  return [given.join(', '), [...set, ...asked].join(' ')].filter(Boolean).join('; ');
}

const listed = (numbers: readonly Scalar[]): string =>
  numbers.length <= 6 ? `(${numbers.map(show).join(' ')})` : `(${numbers.slice(0, 5).map(show).join(' ')} …)`;

function attributeText(value: AttributeValue['value']): string {
  if (typeof value === 'object' && 'dims' in value) return `${value.dtype}[${value.dims}]`;
  return Array.isArray(value) ? `[${value}]` : String(value);
}
