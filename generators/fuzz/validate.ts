import { expectGraphValues, storeExpectation } from '../../oracles/graph/expect.ts';
import type { Graph } from '../../oracles/graph/graph.ts';
import { inputNamesOf, nodesWithin } from '../../oracles/graph/resolve.ts';
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

/** The greatest number of elements of a node's output, and the greatest dimension: more than 2^16. */
const maxElements = 2 ** 17;

/** The same for computed floats, which are slow to judge: a row of thousands. */
const maxComputed = 4200;

/** The greatest number of tensors in the outputs of a node: each is requested by name. */
const maxTensors = 100;

/** The greatest number of tensors in the inputs of all runs: one request names all of them. */
const maxGiven = 1200;

/** Options of {@link expectedOutputs}. */
interface ValidationOptions {
  /** computes the expected outputs; by the operator if absent */
  readonly expect?: () => readonly ExpectedValue[];
  /** limit on the work, in additions */
  readonly steps?: number | undefined;
}

/**
 * Returns the expected outputs of a call that every runtime must run.
 * @throws BadInput for any other call, NotJudged if the result is not known or the outputs are too large
 */
export function expectedOutputs(
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
  if (hasUnknownAxes(operator, version, call)) throw new BadInput('a negative axis before the text defines them');
  if (hasAxesTwice(operator, version, call)) throw new NotJudged('an axis that is listed twice');
  const policy = areTensors(call.inputs) ? operator.mayRefuse?.(version, tensorCall(call)) : undefined;
  if (policy) throw new BadInput(`it may be refused by ${policy}`);
  const excuse = excuseOfCall(version, call);
  if (excuse !== undefined) throw new BadInput(`it may be refused: ${excuse}`);
  const isComputed = (dtype: DType) => operator.copiesElements !== true && formatOf(dtype).kind === 'float';
  const tensors = expected.flatMap((value) => tensorsIn<ExpectedOutput>(value));
  const large = tensors.find(
    ({ dtype, dims }) =>
      elementCount(dims) > (isComputed(dtype) ? maxComputed : maxElements) || dims.some((dim) => dim > maxElements),
  );
  if (large) throw new NotJudged('an output of […]', large.dims);
  if (tensors.length > maxTensors) throw new NotJudged('outputs of … tensors', tensors.length);
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

/** True if an axis is negative, and only later versions define negative axes. */
function hasUnknownAxes(operator: Operator, version: OperatorVersion, call: Call<Value>): boolean {
  const later = operator.versions
    .flatMap(({ axes = [] }) => axes)
    .filter(({ name }) => !version.axes?.some((axis) => axis.name === name));
  return later.some(({ name }) => axesOf(version, call, name).some((axis) => axis < 0));
}

/** True if one dimension is named twice: the text rarely defines what that means. */
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

/** The axes in the attribute or input of a name. */
function axesOf(version: OperatorVersion, { attributes, inputs }: Call<Value>, name: string): readonly number[] {
  const input = inputs[version.inputs.findIndex((declared) => declared.name === name)];
  return (input && isTensor(input) ? elementsOf(input) : [attributes[name]?.value ?? []].flat()).map(Number);
}

/** True if nodes can read a node's outputs. Outputs that are judged together have no known values. */
export const isReadable = (expected: readonly ExpectedValue[]): boolean =>
  expected.every((value) => tensorsIn<ExpectedOutput>(value).every(({ given }) => !given));

/** True if an element of an output depends on a choice that the text leaves open and that a graph's bounds do not cover. */
export function isOpen({ dtype, dims, accept }: ExpectedOutput): boolean {
  const isFloat = formatOf(dtype).kind === 'float';
  return Array.from({ length: elementCount(dims) }, (_, i) => accept(i)).some((element) => {
    if (isFloat || element.isUndefined) return element.isUndefined === true;
    const verdict = element.judge(element.best);
    return verdict.accepted && (verdict.tier === undefined || verdict.observations.length > 0);
  });
}

/** The greatest number of runs of bodies in one run of a program: each is judged as a separate graph. */
const mostRuns = 40;

/**
 * Returns the expected outputs of a graph. Each of its nodes must run, including those of bodies.
 * @param isRepeated whether it runs again in the same process
 * @throws BadInput unless it is legal and every runtime has to run it
 */
function expectLegal(graph: Graph, values: ReadonlyMap<string, Value>, isRepeated = false): readonly ExpectedValue[] {
  const read = new Set(graph.nodes.flatMap(inputNamesOf));
  return expectGraphValues(graph, values, undefined, {
    mostRuns,
    onCall(node, call, expected) {
      const { operator, version } = node;
      expectedOutputs(operator, version, call, { expect: () => expected });
      storeExpectation(node, call, expected);
      if (isRepeated && areTensors(call.inputs) && operator.overwrites?.(version, tensorCall(call))) {
        throw new NotJudged('runs of … after one that writes over its inputs', operator.name);
      }
      const isKnown = isReadable(expected);
      for (const [i, name] of node.outputs.entries()) {
        if (!read.has(name) || !expected[i]) continue;
        if (!isKnown || tensorsIn<ExpectedOutput>(expected[i]).some(isOpen)) {
          throw new NotJudged('the output of … as an input', operator.name);
        }
      }
    },
  });
}

/**
 * Checks a program, and computes the values that its nodes read.
 * @throws BadInput unless it is legal and every runtime has to run it
 */
export function checkProgram({ opset, graph, runs }: Program): void {
  if (graph.nodes.length === 0 || graph.outputs.length === 0) throw new BadInput('it computes nothing');
  for (const { operator, version } of nodesWithin(graph)) {
    if (versionAt(operator, opset) !== version) throw new BadInput(`opset ${opset} has another ${operator.name}`);
    if (graph.nodes.length > 1 && !evaluationOf(operator) && !operator.unfold) {
      throw new NotJudged('… in a graph', operator.name);
    }
  }
  const given = runs.flatMap((run) => [...run.values()].flatMap((value) => tensorsIn(value))).length;
  if (given > maxGiven) throw new NotJudged('inputs of … tensors', given);
  const forms = new Map<string, string>();
  for (const run of runs) {
    for (const [i, value] of expectLegal(graph, run, runs.length > 1).entries()) {
      const name = graph.outputs[i]!;
      const form = tensorsIn<ExpectedOutput>(value)
        .map(({ dims }) => dims.length)
        .join();
      // a model declares the rank of its outputs (IR.md, Graphs), and extracts a fixed number of tensors from a sequence
      if (form !== (forms.get(name) ?? form)) throw new NotJudged('an output of another form in each run');
      forms.set(name, form);
    }
  }
}

/** True if a program is legal, and every runtime must run it. */
export const isLegal = (program: Program): boolean => succeeds(() => checkProgram(program));

/** True if `what` does not throw BadInput. */
export const succeeds = (what: () => unknown): boolean => valueIfJudged(() => [what()]) !== undefined;

/** Returns the result of some work; `undefined` if it throws BadInput, as some values do when they are computed on demand. */
export function valueIfJudged<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof BadInput) return undefined;
    throw error;
  }
}
