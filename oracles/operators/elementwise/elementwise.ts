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
import { flushedAlternative } from './flushed.ts';
import { clausesInText } from './spec-sentences.ts';

/**
 * Computes one element of the output from those of the inputs at its position; an omitted input is `undefined`. `node` has the
 * attributes.
 */
export type ElementKernel = <S>(a: Arithmetic<S>, xs: readonly S[], node: Node<S>) => S;

/** The declaration of an elementwise operator; everything else is shared. */
export interface ElementwiseDefinition extends Omit<Definition, 'family' | 'evaluate' | 'algorithms' | 'clauses'> {
  readonly kernel: ElementKernel;
  /** the kernel for outputs of integers, if it differs */
  readonly ofIntegers?: ElementKernel;
  /** other algorithms for the same value, which implementations use and which round differently */
  readonly algorithms?: readonly ElementKernel[];
  /** algorithms for floats that lose digits where they cancel, which is reported as a choice */
  readonly cancelling?: readonly ElementKernel[];
  /** the dtypes for which the text defines the result; all if absent */
  readonly judged?: readonly DType[];
  /** the broadcasting of shapes from opset 7 on; in every version if shapes must be equal */
  readonly broadcast?: Broadcast;
  /** before opset 7 the second input has one element, or one for each channel (dimension 1 of the first) */
  readonly formerlyByChannel?: true;
}

/** Creates an operator that computes each element of its output from those at the same position of its broadcast inputs. */
export function elementwise(declared: ElementwiseDefinition): Operator {
  const { kernel, ofIntegers, algorithms, cancelling, judged, broadcast, formerlyByChannel, rules, ...own } = declared;
  const arrange: BroadcastInputs = (node) =>
    arrangements[broadcastRuleOf(node.version, broadcast, formerlyByChannel)](node);
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
      return [...choices, ...flushedAlternative(evaluate, ways, choices, version, call)];
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

/** Returns a kernel over the elements of all given inputs. */
export function overElements(
  kernel: ElementKernel,
  ofIntegers = kernel,
  arrange: BroadcastInputs = broadcastInputs,
): Evaluate {
  return <S>(a: Arithmetic<S>, node: Node<S>) => {
    const { dims, sources } = arrange(node);
    const dtype = outputType(node);
    const arithmetic = a.in(dtype);
    const compute = formatOf(dtype).kind === 'integer' ? ofIntegers : kernel;
    const at = (index: number) => {
      const xs = sources.map((source) => source?.(index));
      return compute(arithmetic, xs as S[], node);
    };
    const given = sources.filter((source) => source !== undefined);
    return [{ ...values(dtype, dims, at), alike: firstOfEach(given) }];
  };
}

/** For each value of an operand the first index with it, or the same for the operands behind it. */
type FirstOfEach = Map<unknown, number | FirstOfEach>;

/** Returns a function from the index of an element to the first requested one with the same operands. */
function firstOfEach<S>(operands: readonly ((index: number) => S)[]): (index: number) => number {
  const first: FirstOfEach = new Map();
  return (index) => {
    let own = first;
    for (const [i, operandAt] of operands.entries()) {
      const operand = operandAt(index);
      // a map does not distinguish the two zeros
      const key = Object.is(operand, -0) ? '-0' : operand;
      const known = own.get(key) ?? (i + 1 < operands.length ? new Map() : index);
      own.set(key, known);
      if (typeof known === 'number') return known;
      own = known;
    }
    return index;
  };
}

/** Returns the dtype that the schema fixes, or that of the first input with the type variable of the output. */
function outputType<S>({ version, inputs }: Node<S>): DType {
  const [{ variable, dtype }] = version.outputs as [OperatorOutput];
  if (dtype) return dtype;
  const index = version.inputs.findIndex((input, i) => input.variable === variable && inputs[i]);
  return inputs[Math.max(0, index)]!.dtype;
}
type OperatorOutput = Operator['versions'][number]['outputs'][number];

interface Arranged<S> {
  readonly dims: readonly number[];
  /** returns the element of each input for an index of the output */
  readonly sources: readonly (((index: number) => S) | undefined)[];
}

type BroadcastInputs = <S>(node: Node<S>) => Arranged<S>;

const arrangements: Readonly<Record<BroadcastRule, BroadcastInputs>> = {
  'to each other': (node) => broadcastAll(node.inputs),
  'to the first': (node) => broadcastToFirst(node),
  scalars: (node) => withScalars(node),
  'equal shapes': (node) => broadcastAll(equalShapes(node.inputs)),
  'by attribute': (node) => attributeBroadcast(node),
  'by channel': (node) => repeated(node, 1),
};

const broadcastInputs: BroadcastInputs = (node) => arrangements[broadcastRuleOf(node.version)](node);

/**
 * Checks that shapes are equal.
 * @throws BadInput if they differ
 */
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

/**
 * Broadcasts inputs to the shape of the first.
 * @throws BadInput if an input is larger than the first
 */
function broadcastToFirst<S>(node: Node<S>): Arranged<S> {
  const { dims } = node.input(0);
  const arranged = broadcastAll(node.inputs);
  if (`${arranged.dims}` !== `${dims}`) throw new BadInput(`shapes [${arranged.dims}] and [${dims}] do not broadcast`);
  return arranged;
}

/**
 * Takes inputs after the first as scalars, some of which have one dimension of size 1.
 * @throws BadInput for larger ones
 */
function withScalars<S>({ inputs: [first, ...scalars] }: Node<S>): Arranged<S> {
  const large = scalars.find((scalar) => scalar && scalar.dims.length > 0);
  if (large) throw new BadInput(`a bound of shape [${large.dims}] is not a scalar`);
  return {
    dims: first!.dims,
    sources: [(index) => first!.at(index), ...scalars.map((scalar) => scalar && (() => scalar.at(0)))],
  };
}

/**
 * Broadcasting before opset 7: only for the second input, and only if the attribute allows it; from `axis` on, or so that the
 * last dimensions match.
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

/**
 * Repeats the second input along its missing dimensions; its first dimension is dimension `axis` of the first input. A single
 * element is shared by all.
 */
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

/** Another kernel that the specification allows, as a choice of a policy, and the choice if it does not explain an answer. */
export const alternative = (choice: Observation, otherwise: Observation, kernel: ElementKernel): Alternative => ({
  choices: [choice],
  otherwise: [otherwise],
  evaluate: overElements(kernel),
});
