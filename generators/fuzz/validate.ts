import { expectGraphValues, remember } from '../../oracles/graph/expect.ts';
import type { Graph } from '../../oracles/graph/graph.ts';
import { nodesWithin, readBy } from '../../oracles/graph/resolve.ts';
import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { elementCount, elementsOf } from '../../oracles/numerics/tensor.ts';
import { areTensors, isTensor, tensorsIn, type Value } from '../../oracles/numerics/value.ts';
import { versionAt } from '../../oracles/operators.ts';
import { BadInput, NotJudged } from '../../oracles/spec/bad-input.ts';
import type { Call } from '../../oracles/spec/declaration.ts';
import { excuseOfCall } from '../../oracles/spec/excuse.ts';
import { evaluationOf, expectValues } from '../../oracles/spec/expect-values.ts';
import { graphOfCall } from '../../oracles/spec/graph-operator.ts';
import { tensorCall } from '../../oracles/spec/legality.ts';
import type { ExpectedOutput, ExpectedValue, Operator, OperatorVersion } from '../../oracles/spec/operator.ts';
import type { Program } from './program.ts';
import { limitWork } from './work.ts';

/** Elements that an output of a node may have, and the size of its dimensions where it has none: more than 16 bits count. */
const maxElements = 2 ** 17;

/** The same of floats that are computed, each of which takes its time: a row of thousands. */
const mostComputed = 4200;

/** Tensors in all outputs of a node: each has to be asked for by its name. */
const mostTensors = 100;

/** Tensors in the inputs of all runs of a program: a request names them all at once. */
const mostGiven = 1200;

/** How a call is asked about. */
interface ValidationOptions {
  /** asks the operator */
  readonly expect?: () => readonly ExpectedValue[];
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
  { expect = () => expectCall(operator, version, call), steps }: ValidationOptions = {},
): readonly ExpectedValue[] {
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
  const tensors = expected.flatMap((value) => tensorsIn<ExpectedOutput>(value));
  const large = tensors.find(
    ({ dtype, dims }) =>
      elementCount(dims) > (isComputed(dtype) ? mostComputed : maxElements) || dims.some((dim) => dim > maxElements),
  );
  if (large) throw new NotJudged('an output of […]', large.dims);
  if (tensors.length > mostTensors) throw new NotJudged('outputs of … tensors', tensors.length);
  if (operator.evaluate && operator.copiesElements !== true) {
    limitWork(operator, version, tensorCall(call), tensors, steps);
  }
  return expected;
}

const expectCall = (operator: Operator, version: OperatorVersion, call: Call<Value>): readonly ExpectedValue[] => {
  if (!call.graph) return expectValues(operator, version, call);
  const { graph, values } = graphOfCall(call, version.since);
  return expectLegal(graph, values);
};

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
export const isReadable = (expected: readonly ExpectedValue[]): boolean =>
  expected.every((value) => tensorsIn<ExpectedOutput>(value).every(({ given }) => !given));

/** Whether an element of an output depends on a choice that the text leaves and the bounds of a graph do not hold. */
export function isOpen({ dtype, dims, accept }: ExpectedOutput): boolean {
  const isFloat = formatOf(dtype).kind === 'float';
  return Array.from({ length: elementCount(dims) }, (_, i) => accept(i)).some((element) => {
    if (isFloat || element.isUndefined) return element.isUndefined === true;
    const verdict = element.judge(element.best);
    return verdict.accepted && (verdict.tier === undefined || verdict.observations.length > 0);
  });
}

/** Runs of bodies in one run of a program: each is judged as a graph of its own. */
const mostRuns = 40;

/**
 * What may stand in the outputs of a graph, each of whose nodes has to run, those of bodies included.
 * @param isRepeated it is run again in the same process
 * @throws BadInput unless it is legal and every runtime has to run it
 */
function expectLegal(graph: Graph, values: ReadonlyMap<string, Value>, isRepeated = false): readonly ExpectedValue[] {
  const read = new Set(graph.nodes.flatMap(readBy));
  return expectGraphValues(graph, values, undefined, {
    mostRuns,
    onCall(node, call, expected) {
      const { operator, version } = node;
      answers(operator, version, call, { expect: () => expected });
      remember(node, call, expected);
      if (isRepeated && areTensors(call.inputs) && operator.overwrites?.(version, tensorCall(call))) {
        throw new NotJudged('runs of … after one that writes over its inputs', operator.name);
      }
      const isKnown = isReadable(expected);
      for (const [i, name] of node.outputs.entries()) {
        if (!read.has(name) || !expected[i]) continue;
        if (!isKnown || tensorsIn<ExpectedOutput>(expected[i]).some(isOpen)) {
          throw new NotJudged('what … gives as an input', operator.name);
        }
      }
    },
  });
}

/**
 * Computes the values of a program that its nodes read.
 * @throws BadInput unless it is legal and every runtime has to run it
 */
export function check({ opset, graph, runs }: Program): void {
  if (graph.nodes.length === 0 || graph.outputs.length === 0) throw new BadInput('it computes nothing');
  for (const { operator, version } of nodesWithin(graph)) {
    if (versionAt(operator, opset) !== version) throw new BadInput(`opset ${opset} has another ${operator.name}`);
    if (graph.nodes.length > 1 && !evaluationOf(operator) && !operator.unfold) {
      throw new NotJudged('… in a graph', operator.name);
    }
  }
  const given = runs.flatMap((run) => [...run.values()].flatMap((value) => tensorsIn(value))).length;
  if (given > mostGiven) throw new NotJudged('inputs of … tensors', given);
  const forms = new Map<string, string>();
  for (const run of runs) {
    for (const [i, value] of expectLegal(graph, run, runs.length > 1).entries()) {
      const name = graph.outputs[i]!;
      const form = tensorsIn<ExpectedOutput>(value)
        .map(({ dims }) => dims.length)
        .join();
      // a model declares the rank of its outputs (IR.md, Graphs), and takes as many tensors out of them as there are
      if (form !== (forms.get(name) ?? form)) throw new NotJudged('an output of another form in each run');
      forms.set(name, form);
    }
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
