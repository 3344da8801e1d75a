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
import { triesLarge } from '../cases/take-turns.ts';
import type { Draws } from '../covering/draws.ts';
import { formatChoices } from '../did-you-mean.ts';
import { rowKinds } from '../values/rows/kinds.ts';
import { valueKinds } from '../values/values.ts';
import { DeclarationError } from './declaration-error.ts';
import { type FamilyPlans, familyOf, withSmallIntegers } from './derived.ts';

/**
 * A call by the names of its schema. A value that is absent is left out of the model.
 * - An input of data: its shape, `'2x3'` or `'scalar'`, followed by its kind of data if that is not the usual one: `'2x3 wide'`.
 *   A variadic input has several shapes. `''` is an empty name.
 * - An input of parameters: its numbers, of rank 0 or 1; it is a constant.
 * - An attribute: its value. A tensor, or a type, is planned by `drawn`.
 * - `outputs`: the number of outputs requested, if optional ones are wanted.
 * - `suite`: the smallest suite that has the call, if the types do not share it; `quick` only where quick has a case of the cell.
 */
export type NamedCall = Readonly<Record<string, NotatedInput>>;
export type NotatedInput = number | string | readonly number[] | InputPlan | readonly InputPlan[] | undefined;

/** Calls as a list, or as a function of the cell. */
export type Calls = readonly NamedCall[] | ((context: PlanContext) => Iterable<NamedCall>);

/** The calls for a cell. */
export const callsIn = (calls: Calls, context: PlanContext): Iterable<NamedCall> =>
  typeof calls === 'function' ? calls(context) : calls;

/** The calls, and behind them some with more elements than 16 bits count, where {@link triesLarge} holds. */
export const withLarge =
  (calls: Calls, large: Calls) =>
  (context: PlanContext): readonly NamedCall[] => [
    ...callsIn(calls, context),
    ...(triesLarge(context) ? callsIn(large, context) : []),
  ];

/** Valid calls, each with others that break a rule. */
export type BrokenCalls = readonly { readonly valid: NamedCall; readonly broken: readonly NamedCall[] }[];

/** The plans of a family or of one of its operators, with calls by name; see {@link FamilyPlans}. */
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
  readonly invalid?: Readonly<Record<string, BrokenCalls | ((context: PlanContext) => BrokenCalls)>>;
  readonly draw: (draws: Draws) => NamedCall;
}

/** Every combination of the listed values (shapes may share one string), added to each call. The first name varies slowest. */
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

/** A tensor by its shape and kind of data, `'2x3 wide'`, with its own dtype; also usable as the value of an attribute. */
export const drawn = (shape: string, dtype: DType): InputPlan => ({ ...shapesOf(shape)[0]!, dtype });

/** A sequence of tensors by their shapes: `'2x3 4 wide'`; an empty one for `''`. */
export function sequence(shapes: string): InputPlan {
  const elements = shapes === '' ? [] : shapesOf(shapes);
  return { dims: elements[0]?.dims ?? [], elements };
}

/** An optional that contains a tensor, given by its shape, or a sequence. */
export const withContent = (content: string | InputPlan): InputPlan => ({
  ...(typeof content === 'string' ? shapesOf(content)[0]! : content),
  optional: 'with content',
});

/** An optional without content, whose type is that of such a content. */
export const withoutContent = (content: string | InputPlan): InputPlan => ({
  ...withContent(content),
  optional: 'without content',
});

/** The call once for each value, with the value under `name`. */
export const varied = (call: NamedCall, name: string, ...values: NotatedInput[]): NamedCall[] =>
  values.map((value) => ({ ...call, [name]: value }));

/** The call with this kind of data in every input that is given by its shape. */
export const withKind = (kind: string, call: NamedCall): NamedCall =>
  mapValues(call, (given) => (typeof given === 'string' && /^(?:\d|scalar)/.test(given) ? `${given} ${kind}` : given));

/** A valid call with its broken variants: each listed value, under `name`, makes it invalid. */
export const breaking = (valid: NamedCall, name: string, ...wrong: NotatedInput[]): BrokenCalls => [
  { valid, broken: varied(valid, name, ...wrong) },
];

/** A tensor of a shape, filled with the given numbers in repetition. */
export const filled = (
  shape: string,
  numbers: InputPlan['numbers'] & {},
  more: Partial<InputPlan> = {},
): InputPlan => ({
  dims: dimsOf(shape),
  numbers,
  ...more,
});

/** Integer parameters that are passed at run time: the runs of a session may have others. */
export const atRunTime = (...numbers: number[]): InputPlan =>
  filled(`${numbers.length}`, numbers, { dtype: 'int64', form: 'input' });

/** The calls, for versions with more than one input; none for other versions, which have no parameters as inputs. */
export const whereInputsDecide =
  (...calls: NamedCall[]) =>
  ({ version }: PlanContext): readonly NamedCall[] =>
    version.inputs.length > 1 ? calls : [];

/** Makes a family from plans with calls by name; `usual` is the kind of data if none is given. */
export const defineFamily = (usual: DataKind, own: NamedPlans): Family => familyOf(plansFrom(() => usual, own));

/** The plans of a family or of one of its operators; `usual` returns the usual kind of data of an input, by its index. */
export function plansFrom(usual: (input: number) => DataKind, own: NamedPlans): FamilyPlans {
  const oneByOne = (calls: Calls) =>
    function* (context: PlanContext) {
      for (const call of callsIn(calls, context)) yield toCallPlan(context, call, usual);
    };
  const list = (calls: Calls) => (context: PlanContext) => [...oneByOne(calls)(context)];
  const { pairs, aliasCandidates = [], sameShapeCalls = own.samples } = own;
  return {
    samples: oneByOne(own.samples),
    sizes: (context) => {
      const [first] = oneByOne(own.samples)(context);
      return (
        own.sizes?.map((calls) => list(calls)(context)).filter(({ length }) => length > 0) ?? [
          [0, 1, 4].map((by) => grown(first!, by)),
        ]
      );
    },
    plans: mapValues(own.plans, list),
    aliasCandidates: list(aliasCandidates),
    sameShapeCalls: list(sameShapeCalls),
    draw: (draws) => toCallPlan(draws.context, own.draw(draws), usual),
    pairs: (context) => {
      const [first, second] = oneByOne(own.samples)(context);
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
          for (const one of wrong) yield brokenCall(context, withSmallIntegers(right!), withSmallIntegers(one));
        }
      };
    }),
  };
}

const mapValues = <T, U>(values: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

/** True if two calls have inputs of the same shapes. */
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

/**
 * Plans a named call for the context's version. An attribute of one version may be an input of another, then with a capital letter.
 * @throws DeclarationError if the version has no input or attribute of some name
 */
export function toCallPlan(
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
  // a name of both an attribute and an input means the input if a tensor is given
  const isInput = (name: string) => version.inputs.some((input) => input.name === name);
  const set = version.attributes
    .filter(({ name }) => !(isInput(name) && isPlan(own.get(name))))
    .map(taken)
    .filter(([, value]) => value !== undefined);
  const inputs = version.inputs.map(taken).flatMap(([declared, value]) => inputsOf(declared, value));
  for (const name of own.keys()) {
    const names = [...version.inputs, ...version.attributes].map((declared) => declared.name);
    throw new DeclarationError(`no input or attribute is named '${name}'; ${formatChoices(name, names)}`);
  }
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

/** The type of a planned value, without a shape. */
const typeOfPlan = ({ dtype, elements }: InputPlan): DeclaredType => ({
  dtype: dtype!,
  dims: undefined,
  ...(elements && { within: ['sequence'] }),
});

/** An attribute from the values of its list, or from its only value; not for tensors. */
export function attributeFrom(type: AttributeType, list: readonly (number | string)[]): AttributeValue {
  const all = type === 'FLOAT' || type === 'FLOATS' ? list.map((x) => Math.fround(Number(x))) : list;
  return { type, value: type.endsWith('S') ? all : all[0] } as AttributeValue;
}

const isPlan = (given: NotatedInput): given is InputPlan =>
  given !== undefined && typeof given === 'object' && 'dims' in given;

const isListOfPlans = (given: NotatedInput): given is readonly InputPlan[] =>
  Array.isArray(given) && given.length > 0 && isPlan(given[0] as NotatedInput);

/** The dtypes preferred for a parameter input that may have several. */
const plainest: readonly DType[] = ['int64', 'float32'];

/** The planned inputs for a declared input: several if it is variadic, `undefined` if it is left out. */
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

/** The sizes in `'2x3'`; empty for `'scalar'`. @throws DeclarationError for anything else */
function dimsOf(shape: string): number[] {
  if (shape === 'scalar') return [];
  if (!/^\d+(x\d+)*$/.test(shape)) {
    const remedy = formatChoices(shape, [...dataKinds.keys()], "shapes are such as '2x3'");
    throw new DeclarationError(`'${shape}' is not a shape or a kind of data; ${remedy}`);
  }
  return shape.split('x').map(Number);
}
