import type { DType } from '../../oracles/numerics/dtype.ts';
import type {
  AttributeDeclaration,
  AttributeValue,
  DeclaredType,
  InputDeclaration,
} from '../../oracles/spec/declaration.ts';
import type { AttributeType } from '../../oracles/spec/schemas/schemas.ts';
import { brokenCall, type CallPlan, type DataKind, type InputPlan, tensorOfPlan } from '../calls/draft-of-call.ts';
import type { Family, Plan, PlanContext, SuiteName } from '../cases/proposal.ts';
import type { Draws } from '../covering/draws.ts';
import { rowKinds } from '../values/rows/kinds.ts';
import { valueKinds } from '../values/values.ts';
import { type FamilyPlans, familyOf, small } from './derived.ts';

/**
 * A call by the names of its schema. An input of data is given by its shape, `'2x3'` or `'scalar'`, with the kind of data where
 * it is not the usual one, `'2x3 wide'`; a variadic input by several shapes. An input that says what to do is given by the numbers
 * in it, of rank 0 or 1, and is a constant; an attribute by its value, a tensor, and the type of one, by what `drawn` plans. What has no value is left out.
 * An optional input that is `''` is an empty name. `outputs` is how many outputs are asked for, where optional ones are wanted;
 * `suite` the smallest one that has the call, where not all types share it.
 */
export type NamedCall = Readonly<Record<string, NotatedInput>>;
export type NotatedInput = number | string | readonly number[] | InputPlan | readonly InputPlan[] | undefined;

/** Calls as a list, or as what follows from the cell. */
export type Calls = readonly NamedCall[] | ((context: PlanContext) => Iterable<NamedCall>);

/** Valid calls, each with others that break a rule. */
export type Breaks = readonly { readonly valid: NamedCall; readonly broken: readonly NamedCall[] }[];

/** What a family, or an operator of it, says in names; see {@link FamilyPlans}. */
export interface NamedPlans {
  readonly samples: Calls;
  /** if absent, the first sample with dimensions that grow */
  readonly sizes?: readonly Calls[];
  readonly plans: Readonly<Record<string, Calls>>;
  /** if absent, the first two samples where they have the same shapes */
  readonly pairs?: (
    context: PlanContext,
  ) => Iterable<{ readonly differs: string; readonly calls: readonly NamedCall[] }>;
  readonly aliasCandidates?: Calls;
  /** if absent, the samples */
  readonly sameShapeCalls?: Calls;
  readonly invalid?: Readonly<Record<string, Breaks | ((context: PlanContext) => Breaks)>>;
  readonly draw: (draws: Draws) => NamedCall;
}

/** Every combination of the values that are listed (of shapes in one string), the first name the slowest, in each of some calls. */
export function each(
  values: Readonly<Record<string, string | readonly NotatedInput[]>>,
  ...calls: NamedCall[]
): NamedCall[] {
  const combined = Object.entries(values).reduce<NamedCall[]>(
    (all, [name, list]) =>
      all.flatMap((one) =>
        (typeof list === 'string' ? list.split(' ') : list).map((value) => ({ ...one, [name]: value })),
      ),
    [{}],
  );
  return combined.flatMap((one) => (calls.length > 0 ? calls.map((call) => ({ ...call, ...one })) : [one]));
}

/** A tensor of some shape and kind of data, `'2x3 wide'`, in a dtype of its own: the value of an attribute as well. */
export const drawn = (shape: string, dtype: DType): InputPlan => ({ ...shapesOf(shape)[0]!, dtype });

/** A sequence of tensors by their shapes: `'2x3 4 wide'`; an empty one for `''`. */
export function sequence(shapes: string): InputPlan {
  const elements = shapes === '' ? [] : shapesOf(shapes);
  return { dims: elements[0]?.dims ?? [], elements };
}

/** An optional that has a tensor, by its shape, or a sequence. */
export const withContent = (content: string | InputPlan): InputPlan => ({
  ...(typeof content === 'string' ? shapesOf(content)[0]! : content),
  optional: 'with content',
});

/** An optional that has nothing, of the type that such a content would have. */
export const withoutContent = (content: string | InputPlan): InputPlan => ({
  ...withContent(content),
  optional: 'without content',
});

/** A call with each of some values under a name. */
export const varied = (call: NamedCall, name: string, ...values: NotatedInput[]): NamedCall[] =>
  values.map((value) => ({ ...call, [name]: value }));

/** A call with data of some kind for every input that is given by its shape. */
export const withKind = (kind: string, call: NamedCall): NamedCall =>
  mapValues(call, (given) => (typeof given === 'string' && /^(?:\d|scalar)/.test(given) ? `${given} ${kind}` : given));

/** A valid call, which a value under a name makes invalid: each of those that are listed. */
export const breaking = (valid: NamedCall, name: string, ...wrong: NotatedInput[]): Breaks => [
  { valid, broken: varied(valid, name, ...wrong) },
];

/** A tensor of some shape with given numbers, again and again. */
export const filled = (
  shape: string,
  numbers: InputPlan['numbers'] & {},
  more: Partial<InputPlan> = {},
): InputPlan => ({
  dims: dimsOf(shape),
  numbers,
  ...more,
});

/** Integers that say what to do and come at run time: the runs of a session may have others. */
export const atRunTime = (...numbers: number[]): InputPlan =>
  filled(`${numbers.length}`, numbers, { dtype: 'int64', form: 'input' });

/** Calls of versions that have parameters as inputs; of others none. */
export const whereInputsDecide =
  (...calls: NamedCall[]) =>
  ({ version }: PlanContext): readonly NamedCall[] =>
    version.inputs.length > 1 ? calls : [];

/** A family from what it says in names; `usual` is the kind of data where none is named. */
export const defineFamily = (usual: DataKind, own: NamedPlans): Family => familyOf(plansFrom(() => usual, own));

/** The plans of a family, or of an operator of it; `usual` is the kind of data of an input, by its number. */
export function plansFrom(usual: (input: number) => DataKind, own: NamedPlans): FamilyPlans {
  const list = (calls: Calls) => (context: PlanContext) =>
    Array.from(typeof calls === 'function' ? calls(context) : calls, (call) => planned(context, call, usual));
  const { pairs, aliasCandidates = [], sameShapeCalls = own.samples } = own;
  return {
    samples: list(own.samples),
    sizes: (context) => {
      const [first] = list(own.samples)(context);
      return (
        own.sizes?.map((calls) => list(calls)(context)).filter(({ length }) => length > 0) ?? [
          [0, 1, 4].map((by) => grown(first!, by)),
        ]
      );
    },
    plans: mapValues(own.plans, list),
    aliasCandidates: list(aliasCandidates),
    sameShapeCalls: list(sameShapeCalls),
    draw: (draws) => planned(draws.context, own.draw(draws), usual),
    pairs: (context) => {
      const [first, second] = list(own.samples)(context);
      if (!pairs)
        return second && areAlike(first!, second) ? [{ differs: 'other settings', calls: [first!, second] }] : [];
      return Array.from(pairs(context), ({ differs, calls }) => {
        const [one, other] = list(calls)(context);
        return { differs, calls: [one!, other!] };
      });
    },
    invalid: mapValues(own.invalid ?? {}, (breaks): Plan => {
      return function* (context) {
        for (const { valid, broken } of typeof breaks === 'function' ? breaks(context) : breaks) {
          const [right, ...wrong] = list([valid, ...broken])(context);
          for (const one of wrong) yield brokenCall(context, small(right!), small(one));
        }
      };
    }),
  };
}

const mapValues = <T, U>(values: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

/** Whether two calls have inputs of the same shapes. */
const areAlike = (...calls: readonly [CallPlan, CallPlan]): boolean => {
  const [one, other] = calls.map(({ inputs }) => JSON.stringify(inputs.map((input) => input?.dims)));
  return one === other;
};

/** A call with larger data. */
const grown = (call: CallPlan, by: number): CallPlan => {
  const larger = ({ elements, ...input }: InputPlan): InputPlan => ({
    ...input,
    ...(!input.numbers && { dims: input.dims.map((size) => size + by) }),
    ...(elements && { elements: elements.map(larger) }),
  });
  return { ...call, inputs: call.inputs.map((input) => input && larger(input)) };
};

/** A call as the version at hand has it: an attribute of one version may be an input of another, with a capital then. */
export function planned(
  context: PlanContext,
  { outputs, suite, ...given }: NamedCall,
  usual: (i: number) => DataKind,
): CallPlan {
  const { version } = context;
  const own = new Map(Object.entries(given).filter(([, value]) => value !== undefined));
  const taken = <T extends { readonly name: string }>(declared: T): readonly [T, NotatedInput] => {
    const name = [declared.name, declared.name.toUpperCase()].find((one) => own.has(one)) ?? '';
    const value = own.get(name);
    own.delete(name);
    return [declared, value];
  };
  // what is both an attribute and an input is this one where it is given as a tensor
  const isInput = (name: string) => version.inputs.some((input) => input.name === name);
  const set = version.attributes
    .filter(({ name }) => !(isInput(name) && isPlan(own.get(name))))
    .map(taken)
    .filter(([, value]) => value !== undefined);
  const inputs = version.inputs.map(taken).flatMap(([declared, value]) => inputsOf(declared, value));
  if (own.size > 0) throw new Error(`version ${version.since} has no inputs or attributes ${[...own.keys()]}`);
  const named = version.inputs.findLastIndex(({ name }) => given[name] === '');
  return {
    inputs: inputs
      .slice(
        0,
        Math.max(
          named,
          inputs.findLastIndex((input) => input !== undefined),
        ) + 1,
      )
      .map((input, i) => input && (input.numbers || input.kind ? input : { ...input, kind: usual(i) })),
    attributes: Object.fromEntries(
      set.map(([declared, value]) => [declared.name, attributeOf(context, declared, value, usual(0))]),
    ),
    ...(outputs !== undefined && { outputs: outputs as number }),
    ...(suite !== undefined && { suite: suite as SuiteName }),
  };
}

function attributeOf(
  context: PlanContext,
  { type }: AttributeDeclaration,
  value: NotatedInput,
  kind: DataKind,
): AttributeValue {
  if (type === 'TYPE_PROTO') return { type, value: typeOfPlan(value as InputPlan) };
  if (type === 'TENSOR') return { type, value: tensorOfPlan(context, { kind, ...(value as InputPlan) }, 0) };
  const list = (isPlan(value) ? value.numbers! : [value].flat()) as (number | string)[];
  return attributeFrom(type, list);
}

/** The type of what is planned, whose shape is not said. */
const typeOfPlan = ({ dtype, elements }: InputPlan): DeclaredType => ({
  dtype: dtype!,
  dims: undefined,
  ...(elements && { within: ['sequence'] }),
});

/** An attribute of a type from what stands in its list, or from its only value; no tensor. */
export function attributeFrom(type: AttributeType, list: readonly (number | string)[]): AttributeValue {
  const all = type === 'FLOAT' || type === 'FLOATS' ? list.map((x) => Math.fround(Number(x))) : list;
  return { type, value: type.endsWith('S') ? all : all[0] } as AttributeValue;
}

const isPlan = (given: NotatedInput): given is InputPlan =>
  given !== undefined && typeof given === 'object' && 'dims' in given;

const isListOfPlans = (given: NotatedInput): given is readonly InputPlan[] =>
  Array.isArray(given) && given.length > 0 && isPlan(given[0] as NotatedInput);

/** The dtypes in which an input says what to do, where it may be of several. */
const plainest: readonly DType[] = ['int64', 'float32'];

/** What a call has for an input that a version declares; `undefined` if it is left out. */
function inputsOf({ dtypes }: InputDeclaration, given: NotatedInput): readonly (InputPlan | undefined)[] {
  if (given === '') return [undefined];
  if (typeof given === 'string') return shapesOf(given);
  if (given === undefined || isPlan(given)) return [given];
  if (isListOfPlans(given)) return given;
  const numbers = [given as number].flat();
  const dims = Array.isArray(given) ? [numbers.length] : [];
  const dtype = plainest.find((one) => dtypes?.includes(one));
  return [{ dims, numbers, form: 'initializer', ...(dtype && { dtype }) }];
}

const dataKinds = new Map<string, DataKind>([...valueKinds, ...rowKinds].map((kind) => [kind, kind]));

/** Shapes and the kind of their data: `'2x3'`, `'2x3 2x4 small'`. */
export function shapesOf(text: string): InputPlan[] {
  const words = text.split(' ');
  const kind = dataKinds.get(words.at(-1)!);
  return (kind ? words.slice(0, -1) : words).map((word) => ({ dims: dimsOf(word), ...(kind && { kind }) }));
}

/** The sizes in `'2x3'`; none in `'scalar'`. @throws Error for anything else */
function dimsOf(shape: string): number[] {
  if (shape === 'scalar') return [];
  if (!/^\d+(x\d+)*$/.test(shape)) throw new Error(`'${shape}' is no shape`);
  return shape.split('x').map(Number);
}
