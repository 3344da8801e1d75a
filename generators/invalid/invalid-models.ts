import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { elementsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import { mapTensors } from '../../oracles/numerics/value.ts';
import { type AttributeValue, inputAt } from '../../oracles/spec/declaration.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import { otherDTypes, usualDTypes } from '../../oracles/spec/rules.ts';
import { nodeIn, type ProposedNode, withNodeIn } from '../cases/node-in.ts';
import type { Draft, InvalidModels, Plan, PlanContext, Proposal, ProposedInput } from '../cases/proposal.ts';
import { Random } from '../cases/random.ts';
import { convertTensor } from '../values/convert-tensor.ts';
import { tensorOf } from '../values/values.ts';
import { negativeCase } from './negative-case.ts';

type CommonPlan = (context: PlanContext, control: InvalidModels['control']) => Iterable<Draft>;

/** The plans that break the rules of every operator version, derived from the version's declarations. */
const commonPlans: Readonly<Record<string, CommonPlan>> = {
  *'invalid-attribute'(context, control) {
    for (const name of [...attributesElsewhere(context), 'undeclared']) {
      yield brokenNode(control(context), `and an attribute ${name}`, (valid) =>
        withAttribute(valid, name, { type: 'INT', value: 0 }),
      );
    }
    for (const { name, type } of attributesThatAreInputs(context)) {
      const at = context.version.inputs.findIndex((input) => input.name === name);
      const given = ({ inputs }: ProposedNode) => asAttribute(type, inputs[at]?.value);
      yield brokenNode(control(context), `and ${name} as an attribute too`, (valid) =>
        withAttribute(valid, name, given(valid)),
      );
      if (!context.version.inputs[at]!.optional) continue;
      yield brokenNode(control(context), `but ${name} is an attribute`, (valid) =>
        withAttribute({ ...valid, inputs: valid.inputs.slice(0, at) }, name, given(valid)),
      );
    }
  },

  *'invalid-attribute-type'(context, control) {
    for (const { name, type, default: value } of context.version.attributes) {
      const declared = { type, value: value ?? 0 } as AttributeValue;
      if (!(type in retyped)) continue;
      const wrong = context.random.pick(retyped[type]);
      yield brokenNode(control(context), `but ${name} is ${wrong}`, (valid) =>
        withAttribute(
          withoutAttributes(valid, alternativesTo(name, context)),
          name,
          asType(wrong, valid.attributes[name] ?? declared),
        ),
      );
    }
  },

  *'invalid-attribute-value'(context, control) {
    for (const { name, type } of context.version.attributes.filter(({ values }) => values)) {
      for (const value of ['undeclared', '']) {
        const given = type === 'STRINGS' ? { type, value: [value] } : { type: 'STRING' as const, value };
        yield brokenNode(control(context), `but ${name} is '${value}'`, (valid) => withAttribute(valid, name, given));
      }
    }
  },

  *'invalid-missing-attribute'(context, control) {
    for (const { name } of context.version.attributes.filter(({ required }) => required)) {
      yield brokenNode(control(context), `but without ${name}`, (valid) => withoutAttributes(valid, [name]));
    }
  },

  *'invalid-attribute-choice'(context, control) {
    const { attributes, oneOf = [] } = context.version;
    yield brokenNode(control(context), 'but without any of its choices', (valid) => withoutAttributes(valid, oneOf));
    for (const { name, type } of attributes.filter((attribute) => oneOf.includes(attribute.name))) {
      const value = plain[type];
      if (value) yield brokenNode(control(context), `and ${name}`, (valid) => withAttribute(valid, name, value));
    }
  },

  *'invalid-extra-input'(context, control) {
    for (const form of ['input', 'initializer'] as const) {
      yield brokenNode(control(context), `and one more ${form}`, (valid) => ({
        ...valid,
        inputs: [
          ...inputsOfAll(context, valid),
          { form, value: valid.inputs[0]?.value ?? tensorOf('float32', [1], [0]) },
        ],
      }));
    }
    for (const name of inputsThatAreAttributes(context)) {
      yield brokenNode(control(context), `but ${name} is an input`, (valid) => ({
        ...withoutAttributes(valid, [name]),
        inputs: [...valid.inputs, { form: 'initializer', value: asInput(valid.attributes[name]) }],
      }));
    }
  },

  *'invalid-missing-input'(context, control) {
    for (const [i, { name, optional, least }] of context.version.inputs.entries()) {
      if (optional || least === 0) continue;
      yield brokenNode(control(context), `but ${name} is an empty name`, (valid) =>
        withInput(valid, i, { form: 'omitted', value: undefined }),
      );
    }
    yield brokenNode(control(context), 'but no input at all', (valid) => ({ ...valid, inputs: [] }));
  },

  *'invalid-dtype'(context, control) {
    const { summary, facts, draw } = control(context);
    for (const { dtype, admittedBy } of undeclaredDTypes(context)) {
      const where = admittedBy ? `, as version ${admittedBy.since} admits` : '';
      yield {
        summary: `${summary}; but T is ${dtype}${where}`,
        facts,
        draw(random) {
          const seed = random.next();
          const valid = draw(new Random(seed));
          const invalid = withDType(valid, context, dtype);
          if (!admittedBy) return { ...invalid, rejection: { control: () => valid } };
          const there = () => control({ ...context, version: admittedBy }).draw(new Random(seed));
          const rejection = {
            control: () => withDType(there(), { ...context, version: admittedBy }, dtype),
            version: admittedBy,
          };
          return { ...invalid, rejection };
        },
      };
    }
  },

  *'invalid-input-dtype'(context, control) {
    const given = nodeIn(control(context).draw(new Random(0))).inputs;
    for (const [i, { name, dtypes: declared }] of context.version.inputs.entries()) {
      if (!declared || !given[i]?.value) continue;
      const forms = otherDTypes(declared).flatMap((dtype) =>
        (['initializer', 'input'] as const).map((form) => ({ dtype, form })),
      );
      for (const { dtype, form } of forms.slice(0, context.version.inputs.length > 3 ? 2 : 3)) {
        yield brokenNode(control(context), `but ${name} is ${dtype}, as ${form}`, (valid) =>
          withInput(valid, i, { form, value: convertTensor(valid.inputs[i]!.value!, dtype) }),
        );
      }
    }
  },
};

/** A draft of a valid call with its node changed. */
const brokenNode = (valid: Draft, what: string, change: (node: ProposedNode) => ProposedNode): Draft =>
  negativeCase(valid, what, (proposal) => withNodeIn(proposal, change));

/** The plans that break the rules of a family's operators: the rules of every version, and the family's own. */
export function invalidModelPlans({ control, plans }: InvalidModels): Readonly<Record<string, Plan>> {
  const common = Object.entries(commonPlans).map(([id, plan]): [string, Plan] => [
    id,
    (context) => plan(context, control),
  ]);
  return { ...Object.fromEntries(common), ...plans };
}

/** The inputs of a call, with an empty name for each input left out at the end. */
const inputsOfAll = ({ version }: PlanContext, { inputs }: ProposedNode): readonly ProposedInput[] => [
  ...inputs,
  ...version.inputs.slice(inputs.length).map(() => ({ form: 'omitted', value: undefined }) as const),
];

/** The wrong types that replace each attribute type. */
const retyped: Readonly<Record<AttributeValue['type'], readonly ('INT' | 'INTS' | 'FLOAT' | 'FLOATS' | 'STRING')[]>> = {
  INT: ['FLOAT', 'INTS'],
  INTS: ['FLOATS', 'INT'],
  FLOAT: ['INT', 'FLOATS'],
  FLOATS: ['INTS', 'FLOAT'],
  STRING: ['INT'],
  STRINGS: ['STRING'],
  TENSOR: ['INT'],
  TYPE_PROTO: ['INT'],
  GRAPH: ['INT'],
  GRAPHS: ['INT'],
};

/** A value of each type that is added to an attribute of a choice that is present; a tensor is never added. */
const plain: Partial<Record<AttributeValue['type'], AttributeValue>> = {
  INT: { type: 'INT', value: 1 },
  INTS: { type: 'INTS', value: [1] },
  FLOAT: { type: 'FLOAT', value: 1 },
  FLOATS: { type: 'FLOATS', value: [1] },
  STRING: { type: 'STRING', value: 'a' },
  STRINGS: { type: 'STRINGS', value: ['a'] },
};

/** Converts an attribute to another type, keeping its value as far as possible. */
function asType(type: (typeof retyped)['INT'][number], { value }: AttributeValue): AttributeValue {
  if (type === 'STRING') return { type, value: [value].flat().join() };
  const numbers = [value].flat().map((x) => (typeof x === 'number' ? x : 0));
  // no integer is -0
  const fitting = numbers.map(type.startsWith('INT') ? (x) => Math.trunc(x) + 0 : Math.fround);
  if (type === 'INTS' || type === 'FLOATS') return { type, value: fitting };
  return { type, value: fitting[0] ?? 0 };
}

type NumberType = 'INT' | 'INTS' | 'FLOAT' | 'FLOATS';

/** The names that are numeric attributes in another version and inputs in this one. */
const attributesThatAreInputs = ({ operator, version }: PlanContext) =>
  version.inputs.flatMap(({ name }) => {
    const [attribute] = operator.versions.flatMap(({ attributes }) => attributes.filter((one) => one.name === name));
    const isOwn = version.attributes.some((own) => own.name === name);
    return attribute && attribute.type in retyped && /^(INT|FLOAT)/.test(attribute.type) && !isOwn
      ? [{ name, type: attribute.type as NumberType }]
      : [];
  });

/** The numbers of an input as an attribute; the number 1 if the input is left out. */
const asAttribute = (type: NumberType, value: Tensor | undefined): AttributeValue =>
  asType(type, { type: 'INTS', value: value ? elementsOf(value).map(Number) : [1] });

/** The attributes of this version that are, in another version, the input right after this version's last one. */
const inputsThatAreAttributes = ({ operator, version }: PlanContext): string[] =>
  version.attributes
    .map(({ name }) => name)
    .filter((name) => operator.versions.some(({ inputs }) => inputs[version.inputs.length]?.name === name));

/** The numbers of an attribute as an input; the number 1 if the attribute is absent. */
function asInput(given: AttributeValue | undefined): Tensor {
  const list = [given?.value ?? 1].flat().map(Number);
  const dtype = given?.type.startsWith('FLOAT') ? 'float32' : 'int64';
  return tensorOf(dtype, given?.type.endsWith('S') ? [list.length] : [], list);
}

/** Attributes that other versions of the operator declare, and that are neither attributes nor inputs of this one. */
function attributesElsewhere({ operator, version }: PlanContext): string[] {
  const own = new Set([...version.attributes, ...version.inputs].map(({ name }) => name));
  const names = operator.versions.flatMap(({ attributes }) => attributes.map(({ name }) => name));
  return [...new Set(names)].filter((name) => !own.has(name));
}

/**
 * Dtypes that T must not have: one that each other version admits, and one of each kind that no version admits. A backend without tensors
 * of a dtype at all would reject the model for that reason. Therefore the control keeps the dtype if a version admits it.
 */
function undeclaredDTypes({ operator, version, random }: PlanContext) {
  const groups = new Map<OperatorVersion | string, DType[]>();
  for (const dtype of usualDTypes.filter((each) => !version.dtypes.includes(each))) {
    const admittedBy = operator.versions.find((other) => admits(other, dtype));
    const group = admittedBy ?? formatOf(dtype).kind;
    groups.set(group, [...(groups.get(group) ?? []), dtype]);
  }
  return [...groups].map(([group, members]) => ({
    dtype: random.pick(members),
    ...(typeof group !== 'string' && { admittedBy: group }),
  }));
}

/** True if a backend must run models of the dtype. */
const admits = ({ dtypes, contested }: OperatorVersion, dtype: DType): boolean =>
  dtypes.includes(dtype) && !contested?.dtypes.includes(dtype);

function withAttribute(valid: ProposedNode, name: string, value: AttributeValue): ProposedNode {
  return { ...valid, attributes: { ...valid.attributes, [name]: value } };
}

function withoutAttributes(valid: ProposedNode, names: readonly string[]): ProposedNode {
  const rest = Object.entries(valid.attributes).filter(([name]) => !names.includes(name));
  return { ...valid, attributes: Object.fromEntries(rest) };
}

/** The alternatives to an attribute that is one of a choice. */
const alternativesTo = (name: string, { version: { oneOf = [] } }: PlanContext): readonly string[] =>
  oneOf.includes(name) ? oneOf.filter((other) => other !== name) : [];

function withInput(valid: ProposedNode, at: number, input: ProposedInput): ProposedNode {
  return { ...valid, inputs: valid.inputs.with(at, input) };
}

/** Returns the call with T bound to another dtype. */
function withDType(valid: Proposal, { version, dtype: own }: PlanContext, dtype: DType): Proposal {
  const cast = ({ value, held, ...input }: ProposedInput): ProposedInput => ({
    ...input,
    value: value && convertTensor(value, dtype),
    ...(held && { held: { ...mapTensors(held, (tensor) => convertTensor(tensor, dtype)), dtype } as typeof held }),
  });
  const isOfT = ({ value }: ProposedInput, i: number) =>
    valid.graph ? value?.dtype === own : !inputAt(version, i)?.dtypes;
  return { ...valid, inputs: valid.inputs.map((input, i) => (isOfT(input, i) ? cast(input) : input)) };
}
