import type { GraphNode } from '../../oracles/graph/graph.ts';
import { formatOf } from '../../oracles/numerics/dtype.ts';
import { type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import { isSequence, mapTensors, tensorsIn, type Value } from '../../oracles/numerics/value.ts';
import { inputAt } from '../../oracles/spec/declaration.ts';
import type { Program } from './program.ts';
import { pruned } from './shrink-graphs.ts';
import { sliceOf } from './tensors.ts';

/**
 * Yields programs with simpler inputs: shorter sequences, elements in place of none, smaller dimensions, fewer dimensions, fewer
 * attributes and inputs, and constants given at run time.
 */
export function* withSimplerInputs(program: Program): Generator<Program> {
  yield* withShorterSequences(program);
  yield* withElements(program);
  yield* withSmallerDimensions(program);
  yield* withFewerDimensions(program);
  yield* withLess(program);
  yield* withoutConstants(program);
}

/** Returns the program with every tensor of its inputs and initializers changed. */
export function withTensors(program: Program, change: (tensor: Tensor, name: string) => Tensor): Program {
  const { initializers } = program.graph;
  const changed = (run: ReadonlyMap<string, Value>) =>
    new Map(Array.from(run, ([name, value]) => [name, mapTensors(value, (tensor) => change(tensor, name))] as const));
  const runs = new Map(program.runs.map((run) => [run, changed(run)]));
  return {
    ...program,
    graph: {
      ...program.graph,
      initializers: new Map(Array.from(initializers, ([name, tensor]) => [name, change(tensor, name)] as const)),
    },
    runs: program.runs.map((run) => runs.get(run)!),
  };
}

/** The tensors of the initializers and of each run of a program, with their names. */
export const tensorsOf = ({ graph, runs }: Program): readonly (readonly [string, Tensor])[] =>
  [graph.initializers, ...new Set(runs)].flatMap((some) =>
    Array.from<readonly [string, Value]>(some).flatMap(([name, value]) =>
      tensorsIn(value).map((tensor) => [name, tensor] as const),
    ),
  );

/** Yields programs without one tensor of a sequence, in all runs. */
function* withShorterSequences(program: Program): Generator<Program> {
  const [first] = program.runs as [ReadonlyMap<string, Value>];
  for (const [name, value] of first) {
    for (const [place] of tensorsIn(value).entries()) {
      const shorter = (own: Value): Value =>
        isSequence(own) ? { ...own, elements: own.elements.toSpliced(place, 1) } : own;
      if (shorter(value) === value) break;
      yield { ...program, runs: program.runs.map((run) => new Map(run).set(name, shorter(run.get(name)!))) };
    }
  }
}

/** Yields programs with size 1 in place of size 0: in all inputs, or in one. */
function* withElements(program: Program): Generator<Program> {
  const empty = new Set(tensorsOf(program).flatMap(([name, { dims }]) => (dims.includes(0) ? [name] : [])));
  if (empty.size > 0) yield withTensors(program, filled);
  if (empty.size > 1) for (const one of empty) yield withTensors(program, (x, name) => (name === one ? filled(x) : x));
}

function filled(tensor: Tensor): Tensor {
  if (!tensor.dims.includes(0)) return tensor;
  const zeros = { float: 0, integer: 0n, bool: 0n, string: '0', complex: { re: 0, im: 0 } };
  const zero = zeros[formatOf(tensor.dtype).kind];
  return tensorOfScalars(
    tensor.dtype,
    tensor.dims.map((dim) => dim || 1),
    () => zero,
  );
}

/** Yields programs with all dimensions of one size made smaller, then one dimension of one input; cut at either end. */
function* withSmallerDimensions(program: Program): Generator<Program> {
  const tensors = tensorsOf(program);
  const extents = [...new Set(tensors.flatMap(([, { dims }]) => dims))].sort((a, b) => b - a);
  for (const extent of extents) {
    for (const size of smallerThan(extent)) {
      for (const isLast of [false, true]) {
        yield withTensors(program, (tensor) => cut(tensor, (dim) => dim === extent, size, isLast));
      }
    }
  }
  const axes = new Set(tensors.flatMap(([name, { dims }]) => dims.map((_, axis) => `${axis} ${name}`)));
  for (const place of axes) {
    const [axis, name] = [Number.parseInt(place, 10), place.slice(place.indexOf(' ') + 1)];
    const sizes = tensors.flatMap(([own, { dims }]) => (own === name ? [dims[axis]!] : []));
    for (const size of smallerThan(Math.max(...sizes))) {
      for (const isLast of [false, true]) {
        yield withTensors(program, (tensor, own) =>
          own === name ? cut(tensor, (_, i) => i === axis, size, isLast) : tensor,
        );
      }
    }
  }
}

/** Sizes to try in place of a larger one; never 0, because a fault shows in elements. */
const smallerThan = (extent: number): readonly number[] =>
  [...new Set([1, 2, extent >> 1, extent - 1])].filter((size) => size > 0 && size < extent);

/** Keeps the first `size` elements along some dimensions, or the last. */
function cut(tensor: Tensor, isCut: (dim: number, axis: number) => boolean, size: number, isLast: boolean): Tensor {
  const dims = tensor.dims.map((dim, axis) => (isCut(dim, axis) ? Math.min(size, dim) : dim));
  if (String(dims) === String(tensor.dims)) return tensor;
  return sliceOf(
    tensor,
    dims.map((dim, axis) => (isLast ? tensor.dims[axis]! - dim : 0)),
    dims,
  );
}

/** Yields programs without a dimension, in all inputs or in one, and with two adjacent dimensions merged. */
function* withFewerDimensions(program: Program): Generator<Program> {
  const tensors = tensorsOf(program);
  const most = Math.max(0, ...tensors.map(([, { dims }]) => dims.length));
  for (let axis = -most; axis < most; axis++) yield withTensors(program, (tensor) => firstSlice(tensor, axis));
  for (let axis = -most; axis < -1; axis++) yield withTensors(program, (tensor) => merged(tensor, axis));
  const names = new Set(tensors.map(([name]) => name));
  for (const name of names.size > 1 ? names : []) {
    for (let axis = -most; axis < 0; axis++) {
      yield withTensors(program, (tensor, own) => (own === name ? firstSlice(tensor, axis) : tensor));
    }
  }
}

/** Returns the first slice along a dimension, or the tensor itself if the dimension or the slice does not exist. */
function firstSlice(tensor: Tensor, axis: number): Tensor {
  const { dims } = tensor;
  const rest = dims.toSpliced(axis, 1);
  if (dims.at(axis) === undefined || (dims.at(axis) === 0 && !rest.includes(0))) return tensor;
  const one = sliceOf(
    tensor,
    dims.map(() => 0),
    dims.with(axis, Math.min(1, dims.at(axis)!)),
  );
  return { ...one, dims: rest };
}

/** Merges a dimension with the next one. */
function merged(tensor: Tensor, axis: number): Tensor {
  const { dims } = tensor;
  const [one, next] = [dims.at(axis), dims.at(axis + 1)];
  if (one === undefined || next === undefined) return tensor;
  return { ...tensor, dims: dims.toSpliced(axis, 2, one * next) };
}

/** Yields programs without an attribute, an input or an output, and with integer attributes closer to 0. */
function* withLess(program: Program): Generator<Program> {
  const { graph } = program;
  const replacing = (node: GraphNode, by: Partial<GraphNode>): Program =>
    pruned({
      ...program,
      graph: { ...graph, nodes: graph.nodes.map((other) => (other === node ? { ...node, ...by } : other)) },
    });
  for (const node of graph.nodes) {
    const { attributes, inputs, outputs, version } = node;
    for (const name of Object.keys(attributes)) {
      const { [name]: _, ...rest } = attributes;
      yield replacing(node, { attributes: rest });
    }
    if (inputs.length > 0) yield replacing(node, { inputs: inputs.slice(0, -1) });
    for (const [i, name] of inputs.entries()) {
      if (name !== '' && inputAt(version, i)?.optional) yield replacing(node, { inputs: inputs.with(i, '') });
      if (inputAt(version, i)?.variadic) yield replacing(node, { inputs: inputs.toSpliced(i, 1) });
    }
    if (outputs.length > 1) yield replacing(node, { outputs: outputs.slice(0, -1) });
    for (const [name, { type, value }] of Object.entries(attributes)) {
      if (type === 'INT') {
        for (const x of closerTo0(value))
          yield replacing(node, { attributes: { ...attributes, [name]: { type, value: x } } });
      }
      if (type !== 'INTS') continue;
      for (const i of value.keys()) {
        yield replacing(node, { attributes: { ...attributes, [name]: { type, value: value.toSpliced(i, 1) } } });
        for (const x of closerTo0(value[i]!)) {
          yield replacing(node, { attributes: { ...attributes, [name]: { type, value: value.with(i, x) } } });
        }
      }
    }
  }
}

/** Integers of smaller magnitude, or positive ones. */
const closerTo0 = (x: number): readonly number[] =>
  [...new Set([0, 1, Math.trunc(x / 2), x < 0 ? -x : x])].filter(
    (y) => Math.abs(y) < Math.abs(x) || (y === -x && x < 0),
  );

/** Yields programs whose constants are given at run time: all, or one. */
function* withoutConstants(program: Program): Generator<Program> {
  const { graph, runs } = program;
  const constants = [...graph.initializers];
  const moved = (some: typeof constants): Program => ({
    ...program,
    graph: { ...graph, initializers: new Map(constants.filter((one) => !some.includes(one))) },
    runs: runs.map((run) => new Map([...some, ...run])),
  });
  if (constants.length > 0) yield moved(constants);
  if (constants.length > 1) for (const one of constants) yield moved([one]);
}
