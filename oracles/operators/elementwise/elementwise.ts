import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { broadcastDims, broadcastIndex } from '../../arrays/broadcast.ts';
import type { Alternative } from '../../judge/evaluated-outputs.ts';
import { cancellingForms } from '../../judge/other-ways.ts';
import type { Observation } from '../../judge/policy.ts';
import { type DType, formatOf } from '../../numerics/dtype.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { type Definition, define } from '../../spec/define.ts';
import { type Evaluate, type Node, type NodeValues, values } from '../../spec/node.ts';
import type { Operator } from '../../spec/operator.ts';
import {
  type Broadcast,
  type BroadcastRule,
  broadcastRuleOf,
  elementwiseClauses,
  elementwiseRules,
} from './clauses.ts';
import { flushed } from './flushed.ts';
import { clausesInText } from './spec-sentences.ts';

/**
 * One element of the output from those of the inputs at its place; an input that is left out leaves a hole. `node` gives
 * attributes.
 */
export type ElementKernel = <S>(a: Arithmetic<S>, xs: readonly S[], node: Node<S>) => S;

/** What an elementwise operator declares; everything else is shared. */
export interface ElementwiseDefinition extends Omit<Definition, 'family' | 'evaluate' | 'algorithms' | 'clauses'> {
  readonly kernel: ElementKernel;
  /** what it computes where the output has integers, if that is something else */
  readonly ofIntegers?: ElementKernel;
  /** other ways to compute the same value that implementations use, and that round otherwise */
  readonly algorithms?: readonly ElementKernel[];
  /** such as lose digits where they cancel, which is reported as a choice; of floats */
  readonly cancelling?: readonly ElementKernel[];
  /** those of which the text says what comes out; all if absent */
  readonly judged?: readonly DType[];
  /** how shapes meet from opset 7 on; in every version for shapes that have to be equal */
  readonly broadcast?: Broadcast;
  /** before opset 7 the second input has one element, or one for each channel, which is dimension 1 of the first */
  readonly formerlyByChannel?: true;
}

/** An operator that computes each element of its output from those at the same place of its inputs, which are broadcast. */
export function elementwise(declared: ElementwiseDefinition): Operator {
  const { kernel, ofIntegers, algorithms, cancelling, judged, broadcast, formerlyByChannel, rules, ...own } = declared;
  const arrange: Arrange = (node) => arrangements[broadcastRuleOf(node.version, broadcast, formerlyByChannel)](node);
  const evaluate = overElements(kernel, ofIntegers, arrange);
  const waysOf = (kernels: readonly ElementKernel[] = []) => kernels.map((one) => overElements(one, one, arrange));
  const ways = waysOf(algorithms);
  const losing = cancellingForms(waysOf(cancelling));
  return define({
    ...own,
    family: 'elementwise',
    evaluate,
    algorithms: ways,
    alternatives(version, call) {
      const isFloat = formatOf(call.inputs[0]!.dtype).kind === 'float';
      const choices = [...(own.alternatives?.(version, call) ?? []), ...(isFloat ? losing : [])];
      return [...choices, ...flushed(evaluate, ways, choices, version, call)];
    },
    clauses: (schema) =>
      [
        ...elementwiseClauses(schema, broadcastRuleOf(schema, broadcast, formerlyByChannel), own.definition),
        ...clausesInText(schema),
      ].map((clause) => (judged ? { ...clause, dtypes: judged } : clause)),
    rules: (schema) => [
      ...elementwiseRules(schema, broadcastRuleOf(schema, broadcast, formerlyByChannel)),
      ...(rules?.(schema) ?? []),
    ],
  });
}

/** A kernel over the elements of all inputs that are there. */
export function overElements(kernel: ElementKernel, ofIntegers = kernel, arrange: Arrange = arranged): Evaluate {
  return <S>(a: Arithmetic<S>, node: Node<S>) => {
    const { dims, sources } = arrange(node);
    const dtype = outputType(node);
    const arithmetic = a.in(dtype);
    const compute = formatOf(dtype).kind === 'integer' ? ofIntegers : kernel;
    const at = (index: number) => {
      const xs = sources.map((source) => source?.(index));
      return compute(arithmetic, xs as S[], node);
    };
    const [only, ...others] = sources;
    const isUnary = only && others.every((source) => !source);
    return [{ ...values(dtype, dims, at), ...(isUnary && { alike: firstOfEach(only) }) }];
  };
}

/** From the index of an element to the first that was asked for with the same operand. */
function firstOfEach<S>(operandAt: (index: number) => S): (index: number) => number {
  const first = new Map<unknown, number>();
  return (index) => {
    const operand = operandAt(index);
    // a map takes both zeros for one
    const key = Object.is(operand, -0) ? '-0' : operand;
    const known = first.get(key) ?? index;
    first.set(key, known);
    return known;
  };
}

/** The dtype that the schema fixes, or that of the first input that has the variable of the output. */
function outputType<S>({ version, inputs }: Node<S>): DType {
  const [{ variable, dtype }] = version.outputs as [OperatorOutput];
  if (dtype) return dtype;
  const index = version.inputs.findIndex((input, i) => input.variable === variable && inputs[i]);
  return inputs[Math.max(0, index)]!.dtype;
}
type OperatorOutput = Operator['versions'][number]['outputs'][number];

interface Arranged<S> {
  readonly dims: readonly number[];
  /** for each input its element for an index of the output */
  readonly sources: readonly (((index: number) => S) | undefined)[];
}

type Arrange = <S>(node: Node<S>) => Arranged<S>;

const arrangements: Readonly<Record<BroadcastRule, Arrange>> = {
  'to each other': (node) => broadcastAll(node.inputs),
  'to the first': (node) => broadcastToFirst(node),
  scalars: (node) => withScalars(node),
  'equal shapes': (node) => broadcastAll(equalShapes(node.inputs)),
  'by attribute': (node) => attributeBroadcast(node),
  'by channel': (node) => repeated(node, 1),
};

const arranged: Arrange = (node) => arrangements[broadcastRuleOf(node.version)](node);

/** @throws BadInput for shapes that differ */
function equalShapes<S>(inputs: readonly (NodeValues<S> | undefined)[]): readonly (NodeValues<S> | undefined)[] {
  const shapes = new Set(inputs.flatMap((input) => (input ? [`[${input.dims}]`] : [])));
  if (shapes.size > 1) throw new BadInput(`shapes ${[...shapes].join(' and ')} differ`);
  return inputs;
}

function broadcastAll<S>(inputs: readonly (NodeValues<S> | undefined)[]): Arranged<S> {
  const dims = broadcastDims(inputs.flatMap((input) => (input ? [input.dims] : [])));
  const sources = inputs.map((input) => {
    if (!input) return undefined;
    const place = broadcastIndex(input.dims, dims);
    return (index: number) => input.at(place(index));
  });
  return { dims, sources };
}

/** @throws BadInput where an input is larger than the first */
function broadcastToFirst<S>(node: Node<S>): Arranged<S> {
  const { dims } = node.input(0);
  const arranged = broadcastAll(node.inputs);
  if (`${arranged.dims}` !== `${dims}`) throw new BadInput(`shapes [${arranged.dims}] and [${dims}] do not broadcast`);
  return arranged;
}

/** The first input, and scalars: some have one dimension of size 1. @throws BadInput for larger ones */
function withScalars<S>({ inputs: [first, ...scalars] }: Node<S>): Arranged<S> {
  const large = scalars.find((scalar) => scalar && scalar.dims.length > 0);
  if (large) throw new BadInput(`a bound of shape [${large.dims}] is no scalar`);
  return {
    dims: first!.dims,
    sources: [(index) => first!.at(index), ...scalars.map((scalar) => scalar && (() => scalar.at(0)))],
  };
}

/**
 * Broadcasting before opset 7: of the second input only, and only if the attribute says so; from `axis` on, or so that
 * the last dimensions match.
 */
function attributeBroadcast<S>(node: Node<S>): Arranged<S> {
  const [first, second] = [node.input(0), node.input(1)];
  const { dims } = first;
  const same = `[${second.dims}]` === `[${dims}]`;
  if (!node.flag('broadcast')) {
    if (!same) throw new BadInput(`shapes [${dims}] and [${second.dims}] differ, and broadcast is 0`);
    return { dims, sources: [first, second].map((input) => (index) => input.at(index)) };
  }
  if (second.dims.length > dims.length) throw new BadInput(`[${second.dims}] is of a higher rank than [${dims}]`);
  return repeated(node, node.has('axis') ? node.number('axis') : dims.length - second.dims.length);
}

/** The second input repeated along the dimensions that it lacks; it begins at that of the first. One element is shared by all. */
function repeated<S>(node: Node<S>, axis: number): Arranged<S> {
  const [first, second] = [node.input(0), node.input(1)];
  const { dims } = first;
  const single = elementCount(second.dims) === 1;
  const fits = second.dims.every((size, i) => size === dims[axis + i]);
  if (!single && !(axis >= 0 && fits)) {
    throw new BadInput(`a shape [${second.dims}] does not broadcast to [${dims}] from axis ${axis}`);
  }
  const padded = single ? [] : [...second.dims, ...dims.slice(axis + second.dims.length).map(() => 1)];
  const place = broadcastIndex(padded, dims);
  return { dims, sources: [(index) => first.at(index), (index) => second.at(place(index))] };
}

/** Another kernel that the specification admits, as a choice of a policy, and the choice where it does not explain an answer. */
export const alternative = (choice: Observation, otherwise: Observation, kernel: ElementKernel): Alternative => ({
  choices: [choice],
  otherwise: [otherwise],
  evaluate: overElements(kernel),
});
