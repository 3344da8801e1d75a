import { cachedReference, callOfNode, expectNode, remember } from '../../oracles/graph/expect.ts';
import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { elementCount, elementsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import { areTensors, isTensor, tensorsIn, type Value } from '../../oracles/numerics/value.ts';
import { expectInTensors } from '../../oracles/operators/sequence/in-tensors.ts';
import { versionAt } from '../../oracles/operators.ts';
import { BadInput, NotJudged } from '../../oracles/spec/bad-input.ts';
import type { Call } from '../../oracles/spec/declaration.ts';
import { excuseOfCall } from '../../oracles/spec/excuse.ts';
import { tensorOutputs } from '../../oracles/spec/expect-values.ts';
import { tensorCall } from '../../oracles/spec/legality.ts';
import type { ExpectedOutput, Operator, OperatorVersion } from '../../oracles/spec/operator.ts';
import type { Program } from './program.ts';
import { limitWork } from './work.ts';

/** Elements that an output of a node may have, and the size of its dimensions where it has none: more than 16 bits count. */
const maxElements = 2 ** 17;

/** The same of floats that are computed, each of which takes its time: a row of thousands. */
const mostComputed = 4200;

/** How a call is asked about. */
interface ValidationOptions {
  /** asks the operator */
  readonly expect?: () => readonly ExpectedOutput[];
  /** additions that it may take the time of */
  readonly steps?: number | undefined;
}

/**
 * What may stand in the outputs of a call that every runtime has to run.
 * @throws BadInput for another one, NotJudged where nobody can say or the outputs are too large to try
 */
export function answers(
  operator: Operator,
  version: OperatorVersion,
  call: Call<Value>,
  { expect = () => expectInTensors(operator, version, call), steps }: ValidationOptions = {},
): readonly ExpectedOutput[] {
  const least = version.outputs.filter(({ optional }) => !optional).length;
  if (call.outputs !== undefined && call.outputs < least) throw new BadInput(`${call.outputs} of ${least} outputs`);
  const { length: most } = version.outputs;
  if (call.outputs! > most && !version.outputs.at(-1)!.variadic) throw new BadInput(`more than ${most} outputs`);
  const expected = expect();
  if (hasUnknownAxes(operator, version, call)) throw new BadInput('a negative axis before the text speaks of them');
  if (hasAxesTwice(operator, version, call)) throw new NotJudged('an axis that is listed twice');
  const policy = areTensors(call.inputs) ? operator.mayRefuse?.(version, tensorCall(call)) : undefined;
  if (policy) throw new BadInput(`it may be refused by ${policy}`);
  const excuse = excuseOfCall(version, call);
  if (excuse !== undefined) throw new BadInput(`it may be refused: ${excuse}`);
  const isComputed = (dtype: DType) => operator.copiesElements !== true && formatOf(dtype).kind === 'float';
  const large = expected.find(
    ({ dtype, dims }) =>
      elementCount(dims) > (isComputed(dtype) ? mostComputed : maxElements) || dims.some((dim) => dim > maxElements),
  );
  if (large) throw new NotJudged('an output of […]', large.dims);
  if (operator.copiesElements !== true) limitWork(operator, version, tensorCall(call), expected, steps);
  return expected;
}

/** Whether an axis is negative that only later versions count from the end. */
function hasUnknownAxes(operator: Operator, version: OperatorVersion, call: Call<Value>): boolean {
  const later = operator.versions
    .flatMap(({ axes = [] }) => axes)
    .filter(({ name }) => !version.axes?.some((axis) => axis.name === name));
  return later.some(({ name }) => axesOf(version, call, name).some((axis) => axis < 0));
}

/** Whether one dimension is named twice: of what that means the text is mostly silent. */
function hasAxesTwice({ versions }: Operator, version: OperatorVersion, call: Call<Value>): boolean {
  const shapes = call.inputs.map((input) => (input && tensorsIn(input)[0]?.dims) ?? []);
  return versions
    .flatMap(({ axes = [] }) => axes)
    .some(({ name, rank }) => {
      const axes = axesOf(version, call, name);
      const count = rank?.(shapes, axes.length) ?? shapes[0]!.length;
      return new Set(axes.map((axis) => (axis < 0 ? axis + count : axis))).size < axes.length;
    });
}

/** The axes that stand under a name, as an attribute or an input. */
function axesOf(version: OperatorVersion, { attributes, inputs }: Call<Value>, name: string): readonly number[] {
  const input = inputs[version.inputs.findIndex((declared) => declared.name === name)];
  return (input && isTensor(input) ? elementsOf(input) : [attributes[name]?.value ?? []].flat()).map(Number);
}

/** Whether nodes can read what a node gives: of outputs that are judged together nobody knows what they will be. */
export const isReadable = (expected: readonly ExpectedOutput[]): boolean => expected.every(({ given }) => !given);

/** Whether an element of an output depends on a choice that the text leaves and the bounds of a graph do not hold. */
export function isOpen({ dtype, dims, accept }: ExpectedOutput): boolean {
  const isFloat = formatOf(dtype).kind === 'float';
  return Array.from({ length: elementCount(dims) }, (_, i) => accept(i)).some((element) => {
    if (isFloat || element.isUndefined) return element.isUndefined === true;
    const verdict = element.judge(element.best);
    return verdict.accepted && (verdict.tier === undefined || verdict.observations.length > 0);
  });
}

/**
 * Computes the values of a program that its nodes read.
 * @throws BadInput unless it is legal and every runtime has to run it
 */
export function check({ opset, graph, runs }: Program): void {
  const read = new Set(graph.nodes.flatMap(({ inputs }) => inputs));
  if (graph.nodes.length === 0 || graph.outputs.length === 0) throw new BadInput('it computes nothing');
  for (const { operator, version } of graph.nodes) {
    if (versionAt(operator, opset) !== version) throw new BadInput(`opset ${opset} has another ${operator.name}`);
    if (graph.nodes.length > 1 && !operator.evaluate) throw new NotJudged('… in a graph', operator.name);
  }
  const ranks = new Map<string, number>();
  for (const run of runs) {
    const values = new Map<string, Tensor>([...graph.initializers, ...run]);
    const given = new Set(values.keys());
    for (const node of graph.nodes) {
      const missing = node.inputs.find((name) => name !== '' && !values.has(name));
      if (missing !== undefined) throw new BadInput(`nothing gives the value '${missing}' before it is read`);
      const call = callOfNode(node, values);
      const expected = answers(node.operator, node.version, call, {
        expect: () => tensorOutputs(expectNode(node, call)),
      });
      remember(node, call, expected);
      if (runs.length > 1 && node.operator.overwrites?.(node.version, call)) {
        throw new NotJudged('runs of … after one that writes over its inputs', node.operator.name);
      }
      for (const [i, name] of node.outputs.entries()) {
        given.add(name);
        const rank = expected[i]?.dims.length;
        // a model declares the rank of its outputs: IR.md, Graphs
        if (graph.outputs.includes(name) && rank !== (ranks.get(name) ?? rank)) {
          throw new NotJudged('an output of another rank in each run');
        }
        if (rank !== undefined) ranks.set(name, rank);
        if (!read.has(name)) continue;
        if (!isReadable(expected) || isOpen(expected[i]!)) {
          throw new NotJudged('what … gives as an input', node.operator.name);
        }
        values.set(name, cachedReference(expected[i]!));
      }
    }
    const unknown = graph.outputs.find((name) => !given.has(name));
    if (unknown !== undefined) throw new BadInput(`nothing gives the output '${unknown}'`);
  }
}

/** Whether a program is legal, and every runtime has to run it. */
export const isLegal = (program: Program): boolean => succeeds(() => check(program));

/** Whether something is done without BadInput. */
export const succeeds = (what: () => unknown): boolean => ifJudged(() => [what()]) !== undefined;

/** What comes of some work; `undefined` where it ends in BadInput: some values are only computed when they are asked for. */
export function ifJudged<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof BadInput) return undefined;
    throw error;
  }
}
