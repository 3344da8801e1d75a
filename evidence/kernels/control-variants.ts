import { sliceMap } from '../../oracles/arrays/index-map.ts';
import { elementCount, tensor } from '../../oracles/numerics/tensor.ts';
import { moveElements, reshaped } from '../../oracles/operators/movement/movement.ts';
import { normalizeAxis } from '../../oracles/spec/attributes.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { type EvaluateValues, values } from '../../oracles/spec/node.ts';
import type { GraphRunner, UnfoldedNode } from '../../oracles/spec/unfold.ts';
import { computedImplementation } from './computed.ts';
import type { Candidate } from './implementation.ts';
import type { Mutant } from './mutant.ts';

type Alter = NonNullable<Mutant['alterUnfold']>;

/** Another right way to run the graphs of an operator. */
const variant = (operator: string, how: string, alterUnfold: Alter): Candidate => ({
  name: `${operator} ${how}`,
  operators: [operator],
  start: () => computedImplementation({ alterUnfold }),
});

const truth = tensor('bool', [], Uint8Array.of(1));
const far = tensor('int64', [], BigInt64Array.of(2n ** 40n));

/** Rows of one shape in one buffer, one after the other, which then gets its shape. */
const inOneBuffer: EvaluateValues = (_, node) => {
  const rows = node.values.map((__, i) => node.input(i));
  const [{ dtype, dims }] = rows as [(typeof rows)[number]];
  if (rows.some((row) => String(row.dims) !== String(dims))) throw new BadInput('rows of several shapes');
  const size = elementCount(dims);
  return [values(dtype, [rows.length, ...dims], (i) => rows[Math.floor(i / size)]!.at(i % size))];
};

/** The dimension of a place moved to another one. */
const withDimensionAt =
  (from: number, to: number): EvaluateValues =>
  (_, node) => {
    const input = node.input(0);
    const order = [...input.dims.keys()].toSpliced(from, 1).toSpliced(to, 0, from);
    const dims = order.map((axis) => input.dims[axis]!);
    const strides = input.dims.map((__, axis) => elementCount(input.dims.slice(axis + 1)));
    const place = (i: number) =>
      order.reduce((sum, axis, k) => {
        const index = Math.floor(i / elementCount(dims.slice(k + 1))) % dims[k]!;
        return sum + index * strides[axis]!;
      }, 0);
    return [values(input.dtype, dims, (i) => input.at(place(i)))];
  };

const backwards: EvaluateValues = (_, node) => {
  const input = node.input(0);
  const spans = input.dims.map((size, axis) =>
    axis === 0 ? { start: size - 1, step: -1, count: size } : { start: 0, step: 1, count: size },
  );
  return [reshaped(moveElements(input, sliceMap(spans)), input.dims)];
};

const list = (node: UnfoldedNode<unknown>, name: string): readonly number[] =>
  (node.attributes[name]?.value ?? []) as readonly number[];

/** A scan along first dimensions and forwards, of tensors that are turned before, and of results that are turned after it. */
const turnedBefore: Alter =
  (right) =>
  <V>(node: UnfoldedNode<V>, runner: GraphRunner<V>) => {
    if (node.version.inputs.length > 1) return right(node, runner);
    const count = node.attributes.num_scan_inputs!.value as number;
    const states = node.inputs.length - count;
    if (states < 0) return right(node, runner);
    const change = (value: V, evaluate: EvaluateValues) => runner.copied(evaluate, [value]);
    const inputs = node.inputs.map((input, i) => {
      if (i < states || input === undefined) return input;
      const axis = normalizeAxis(list(node, 'scan_input_axes')[i - states] ?? 0, runner.dims(input).length);
      const front = change(input, withDimensionAt(axis, 0));
      return list(node, 'scan_input_directions')[i - states] === 1 ? change(front, backwards) : front;
    });
    const { body, num_scan_inputs } = node.attributes;
    const outputs = right({ ...node, inputs, attributes: { body: body!, num_scan_inputs: num_scan_inputs! } }, runner);
    return outputs.map((output, i) => {
      if (i < states) return output;
      const last = list(node, 'scan_output_directions')[i - states] === 1 ? change(output, backwards) : output;
      const axis = normalizeAxis(list(node, 'scan_output_axes')[i - states] ?? 0, runner.dims(output).length);
      return change(last, withDimensionAt(0, axis));
    });
  };

/** Right ways to run graphs that differ from the definition. */
export const controlVariants: readonly Candidate[] = [
  variant('If', 'runs both branches, and drops what fails in the other', (right) => (node, runner) => {
    for (const name of ['else_branch', 'then_branch']) {
      try {
        runner.run(name, []);
      } catch (error) {
        if (!(error instanceof BadInput)) throw error;
      }
    }
    return right(node, runner);
  }),
  variant(
    'Loop',
    'makes each run twice',
    (right) => (node, runner) =>
      right(node, {
        ...runner,
        run: (name, inputs) => {
          runner.run(name, inputs);
          return runner.run(name, inputs);
        },
      }),
  ),
  variant('Loop', 'takes an absent cond for a true one, and so that of the body', (right) => (node, runner) => {
    const [most, cond, ...others] = node.inputs;
    if (cond !== undefined) return right(node, runner);
    return right(
      { ...node, inputs: [most, runner.constant(truth), ...others] },
      { ...runner, run: (name, inputs) => runner.run(name, inputs).with(0, runner.constant(truth)) },
    );
  }),
  variant('Loop', 'takes an absent M for a great one', (right) => (node, runner) => {
    const [most, ...others] = node.inputs;
    return right({ ...node, inputs: [most ?? runner.constant(far), ...others] }, runner);
  }),
  variant(
    'Loop',
    'writes what is stacked into one buffer',
    (right) => (node, runner) => right(node, { ...runner, copied: (_, inputs) => runner.copied(inOneBuffer, inputs) }),
  ),
  variant('Scan', 'turns its tensors before and after it', turnedBefore),
  variant('SequenceMap', 'goes from the last tensors to the first', (right) => (node, runner) => {
    const turned = node.inputs.map((input) => {
      const elements = input === undefined ? undefined : runner.elements(input);
      return elements ? runner.sequence(runner.dtype(input!), elements.toReversed()) : input;
    });
    return right({ ...node, inputs: turned }, runner).map((output) =>
      runner.sequence(runner.dtype(output), runner.elements(output)!.toReversed()),
    );
  }),
];
