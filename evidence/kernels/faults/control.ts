import { elementCount, elementsOf, type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import { isTensor, type Value } from '../../../oracles/numerics/value.ts';
import { reshaped } from '../../../oracles/operators/movement/movement.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { type EvaluateValues, values } from '../../../oracles/spec/node.ts';
import type { GraphRunner, Unfold, UnfoldedNode } from '../../../oracles/spec/unfold.ts';
import { inShape } from '../call-changes.ts';
import type { Mutant } from '../mutant.ts';

type Alter = NonNullable<Mutant['alterUnfold']>;

/** The right node, given other inputs or attributes. */
const onNode =
  (change: <V>(node: UnfoldedNode<V>, runner: GraphRunner<V>) => Partial<UnfoldedNode<V>>): Alter =>
  (right) =>
  (node, runner) =>
    right({ ...node, ...change(node, runner) }, runner);

/** The right node, whose graphs are run in another way. */
const onRunner =
  (change: <V>(runner: GraphRunner<V>, node: UnfoldedNode<V>) => Partial<GraphRunner<V>>): Alter =>
  (right) =>
  (node, runner) =>
    right(node, { ...runner, ...change(runner, node) });

/** The right outputs, changed. */
const onOutputs =
  (change: <V>(outputs: readonly V[], node: UnfoldedNode<V>, runner: GraphRunner<V>) => readonly V[]): Alter =>
  (right) =>
  (node, runner) =>
    change(right(node, runner), node, runner);

/** The graphs run on other inputs, or with other results. */
const onRuns = (
  change: <V>(
    run: (inputs: readonly V[]) => readonly V[],
    inputs: readonly V[],
    runner: GraphRunner<V>,
    node: UnfoldedNode<V>,
  ) => readonly V[],
): Alter =>
  onRunner((runner, node) => ({
    run: (name, inputs) => change((own) => runner.run(name, own), inputs, runner, node),
  }));

/** What is stacked, in another order or with others. */
const onStacks = (change: <V>(rows: readonly V[]) => readonly V[]): Alter =>
  onRunner((runner) => ({
    copied: (evaluate, inputs) => runner.copied(evaluate, inputs.length > 1 ? change(inputs) : inputs),
  }));

/** Whether a value is a tensor. */
function isOne<V>(runner: GraphRunner<V>, value: V): boolean {
  try {
    return runner.dims(value) !== undefined;
  } catch {
    return false;
  }
}

const truth = (x: boolean): Tensor => tensor('bool', [], Uint8Array.of(x ? 1 : 0));
const integer = (x: number): Tensor => tensor('int64', [], BigInt64Array.of(BigInt(x)));
const numberIn = (value: Value): number => (isTensor(value) ? Number(elementsOf(value)[0]) : 0);

/** Elements of all tensors of an output, changed. */
const onScalars = (change: (x: unknown) => unknown, place: (i: number, count: number) => number = (i) => i): Alter =>
  onOutputs((outputs, _, runner) => {
    const evaluate: EvaluateValues = (__, node) => {
      const { dtype, dims, at } = node.input(0);
      return [values(dtype, dims, (i) => change(at(place(i, elementCount(dims)))) as ReturnType<typeof at>)];
    };
    return outputs.map((output) => (isOne(runner, output) ? runner.copied(evaluate, [output]) : output));
  });

const reshapedTo =
  (dims: readonly number[]): EvaluateValues =>
  (_, node) => [inShape(node.input(0), dims)];

const shapedAs = <V>(runner: GraphRunner<V>, value: V, like: V): V =>
  runner.copied(reshapedTo(runner.dims(like)), [value]);

const of =
  (operator: string) =>
  (name: string, source: string, alterUnfold: Alter): Mutant => ({
    name: `${operator}: ${name}`,
    source: [source],
    operators: [operator],
    alterUnfold,
  });

const [onIf, onLoop, onScan, onMap] = ['If', 'Loop', 'Scan', 'SequenceMap'].map(of) as [
  ReturnType<typeof of>,
  ReturnType<typeof of>,
  ReturnType<typeof of>,
  ReturnType<typeof of>,
];

const branches = ['then_branch', 'else_branch'];

const ofIf: readonly Mutant[] = [
  onIf(
    'the other branch is run',
    'a negated jump',
    onRunner((runner) => ({
      run: (name, inputs) => runner.run(branches.find((other) => other !== name)!, inputs),
    })),
  ),
  onIf(
    'then_branch is always run',
    'a condition folded at load',
    onRunner((runner) => ({ run: (_, inputs) => runner.run(branches[0]!, inputs) })),
  ),
  onIf(
    'else_branch is always run',
    'a condition folded at load',
    onRunner((runner) => ({ run: (_, inputs) => runner.run(branches[1]!, inputs) })),
  ),
  onIf(
    'both branches are run, and one is chosen',
    'if-conversion to a select',
    onRunner((runner) => ({
      run: (name, inputs) => {
        const all = branches.map((branch) => runner.run(branch, inputs));
        return all[branches.indexOf(name)]!;
      },
    })),
  ),
  onIf(
    'the outputs are in reverse',
    'a stack of results',
    onOutputs((outputs) => outputs.toReversed()),
  ),
  onIf(
    'each output is the first',
    'an index that is not counted on',
    onOutputs((outputs) => outputs.map(() => outputs[0]!)),
  ),
  onIf(
    'each output is the last',
    'one buffer for all outputs',
    onOutputs((outputs) => outputs.map(() => outputs.at(-1)!)),
  ),
  onIf(
    'a condition of rank above 0 is true',
    'a pointer that is not followed',
    onNode((node, runner) => {
      const [cond] = node.inputs;
      return cond !== undefined && runner.dims(cond).length > 0 ? { inputs: [runner.constant(truth(true))] } : {};
    }),
  ),
  onIf(
    'a condition of rank above 0 is false',
    'the first byte of a shape',
    onNode((node, runner) => {
      const [cond] = node.inputs;
      return cond !== undefined && runner.dims(cond).length > 0 ? { inputs: [runner.constant(truth(false))] } : {};
    }),
  ),
  onIf(
    'outputs have the shape that else_branch gives',
    'one static shape for both branches',
    (right) => (node, runner) => {
      const outputs = right(node, runner);
      const other = runner.run('else_branch', []);
      return outputs.map((output, i) => (isOne(runner, output) ? shapedAs(runner, output, other[i]!) : output));
    },
  ),
  onIf(
    'outputs have the shape that then_branch gives',
    'one static shape for both branches',
    (right) => (node, runner) => {
      const outputs = right(node, runner);
      const other = runner.run('then_branch', []);
      return outputs.map((output, i) => (isOne(runner, output) ? shapedAs(runner, output, other[i]!) : output));
    },
  ),
];

/** Runs after which a loop gives up. */
const guarded = 20;

const both =
  (...all: readonly Alter[]): Alter =>
  (right) =>
    all.reduce<Unfold>((own, alter) => alter(own), right);

/** M changed, where it is there. */
const otherCount = (change: (m: number) => number): Alter =>
  onNode((node, runner) => {
    const [most, ...others] = node.inputs;
    return most === undefined
      ? {}
      : { inputs: [runner.constant(integer(change(numberIn(runner.known(most))))), ...others] };
  });

/** cond given, where it is absent. */
const condIfAbsent = (cond: boolean): Alter =>
  onNode((node, runner) => {
    const [most, own, ...others] = node.inputs;
    return own === undefined ? { inputs: [most, runner.constant(truth(cond)), ...others] } : {};
  });

const carriedCount = <V>({ inputs }: UnfoldedNode<V>): number => Math.max(0, inputs.length - 2);

const ofLoop: readonly Mutant[] = [
  onLoop('without cond the condition of the body ends it', 'onnxruntime: an absent cond is true', condIfAbsent(true)),
  onLoop('without cond nothing is run', 'onnx.reference: None is false', condIfAbsent(false)),
  onLoop(
    'there is one run more',
    'i <= M',
    otherCount((m) => m + 1),
  ),
  onLoop(
    'there is one run less',
    'i < M - 1',
    otherCount((m) => m - 1),
  ),
  onLoop(
    'there is one run at least',
    'do … while',
    otherCount((m) => Math.max(1, m)),
  ),
  onLoop(
    'there are two runs at most',
    'an unrolled loop',
    otherCount((m) => Math.min(2, m)),
  ),
  onLoop(
    'a negative M is its magnitude',
    'abs in place of max',
    otherCount((m) => Math.abs(m)),
  ),
  onLoop(
    'M is read as 32 bits',
    'a narrowing conversion',
    otherCount((m) => m | 0),
  ),
  onLoop(
    'M is read as 8 bits',
    'a narrowing conversion',
    otherCount((m) => (m << 24) >> 24),
  ),
  onLoop(
    'cond is not read',
    'a loop by count alone',
    both(
      onNode((node) => (node.inputs[0] === undefined ? {} : { inputs: node.inputs.with(1, undefined) })),
      otherCount((m) => Math.min(m, guarded)),
    ),
  ),
  onLoop(
    'M is not read where cond is there',
    'a while loop, with a guard against endless ones',
    onNode((node, runner) =>
      node.inputs[1] === undefined ? {} : { inputs: node.inputs.with(0, runner.constant(integer(guarded))) },
    ),
  ),
  onLoop(
    'the condition of the body comes too late by one run',
    'the condition of the run before is asked',
    (right) => (node, runner) => {
      let before: unknown;
      return right(node, {
        ...runner,
        run: (name, inputs) => {
          const outputs = runner.run(name, inputs);
          const shown = (before as (typeof outputs)[number] | undefined) ?? runner.constant(truth(true));
          before = outputs[0];
          return outputs.with(0, shown);
        },
      });
    },
  ),
  onLoop(
    'a false cond is not asked before the first run',
    'do … while',
    onNode((node, runner) =>
      node.inputs[1] === undefined ? {} : { inputs: node.inputs.with(1, runner.constant(truth(true))) },
    ),
  ),
  onLoop(
    'runs are numbered from 1',
    'i++ in front of the run',
    onRuns((run, [i, ...others], runner) => run([runner.constant(integer(numberIn(runner.known(i!)) + 1)), ...others])),
  ),
  onLoop(
    'each run has number 0',
    'a number that is bound once',
    onRuns((run, [, ...others], runner) => run([runner.constant(integer(0)), ...others])),
  ),
  onLoop(
    'the condition that is given is false',
    'a buffer that is not set',
    onRuns((run, [i, , ...others], runner) => run([i!, runner.constant(truth(false)), ...others])),
  ),
  onLoop(
    'what is stacked is concatenated',
    'onnx.reference: np.concatenate',
    onRunner((runner) => ({
      copied: (_, inputs) =>
        runner.copied((__, node) => {
          const parts = node.values.map((___, k) => node.input(k));
          const [one] = parts;
          const size = elementCount(one!.dims);
          const dims =
            one!.dims.length === 0
              ? [parts.length, 1]
              : one!.dims.length === 1
                ? [parts.length, ...one!.dims]
                : [parts.length * one!.dims[0]!, ...one!.dims.slice(1)];
          return [
            size === 0
              ? reshaped(one!, dims)
              : values(one!.dtype, dims, (i) => parts[Math.floor(i / size)]!.at(i % size)),
          ];
        }, inputs),
    })),
  ),
  onLoop(
    'what is stacked is in reverse',
    'a list that grows at its head',
    onStacks((rows) => rows.toReversed()),
  ),
  onLoop(
    'each row is that of the last run',
    'one buffer for all runs',
    onStacks((rows) => rows.map(() => rows.at(-1)!)),
  ),
  onLoop(
    'each row is that of the first run',
    'a body that is folded',
    onStacks((rows) => rows.map(() => rows[0]!)),
  ),
  onLoop(
    'the rows are shifted by one',
    'values taken before the run',
    onStacks((rows) => [rows[0]!, ...rows.slice(0, -1)]),
  ),
  onLoop(
    'the last row is missing',
    'a buffer of M - 1 rows',
    onStacks((rows) => rows.slice(0, -1)),
  ),
  onLoop(
    'what is carried on stays what it was',
    'inputs bound once',
    onRuns((run, inputs, _, node) => run([...inputs.slice(0, 2), ...node.inputs.slice(2).map((x) => x!)])),
  ),
  onLoop(
    'what comes out is what was carried into the last run',
    'the wrong side of a double buffer',
    (right) => (node, runner) => {
      let last: readonly (typeof node.inputs)[number][] = [];
      const outputs = right(node, {
        ...runner,
        run: (name, inputs) => {
          last = inputs.slice(2);
          return runner.run(name, inputs);
        },
      });
      const count = carriedCount(node);
      return outputs.map((output, i) => (i < count ? (last[i] ?? output) : output));
    },
  ),
  onLoop(
    'what is carried on is written one after the other',
    'in-place updates',
    onRuns((run, inputs) => {
      const outputs = run(inputs);
      if (inputs.length < 4) return outputs;
      const again = run(inputs.with(2, outputs[1]!));
      return [...outputs.slice(0, 2), ...again.slice(2)];
    }),
  ),
  onLoop(
    'what is carried on comes out in reverse',
    'a stack of results',
    onOutputs((outputs, node) => {
      const count = carriedCount(node);
      return [...outputs.slice(0, count).toReversed(), ...outputs.slice(count)];
    }),
  ),
  onLoop(
    'what is carried on keeps its first shape',
    'one buffer for all runs',
    onRuns((run, inputs, runner, node) =>
      run(inputs).map((output, i) => {
        const first = i >= 1 && i <= carriedCount(node) ? node.inputs[i + 1] : undefined;
        return first !== undefined && isOne(runner, first) && isOne(runner, output)
          ? shapedAs(runner, output, first)
          : output;
      }),
    ),
  ),
  onLoop(
    'outputs that are stacked stand in front of those carried on',
    'the order of declaration',
    onOutputs((outputs, node) => {
      const count = carriedCount(node);
      return [...outputs.slice(count), ...outputs.slice(0, count)];
    }),
  ),
  onLoop(
    'of a sequence that is carried on the last tensor is lost',
    'a length from before the run',
    onOutputs((outputs, _, runner) =>
      outputs.map((output) => {
        const elements = runner.elements(output);
        return elements ? runner.sequence(runner.dtype(output), elements.slice(0, -1)) : output;
      }),
    ),
  ),
];

/** The same node with an attribute changed, where it is there. */
const otherList = (name: string, change: (list: readonly number[]) => readonly number[] | undefined): Alter =>
  onNode((node) => {
    const given = node.attributes[name];
    if (!given) return {};
    const list = change(given.value as readonly number[]);
    const { [name]: _, ...others } = node.attributes;
    return { attributes: list ? { ...others, [name]: { type: 'INTS', value: list } } : others };
  });

const statesIn = <V>({ inputs, attributes, version }: UnfoldedNode<V>): number =>
  inputs.length - (version.inputs.length > 1 ? 1 : 0) - (attributes.num_scan_inputs!.value as number);

const ofScan: readonly Mutant[] = [
  onScan(
    'axes are not read',
    'onnx.reference: axis 0 alone',
    both(
      otherList('scan_input_axes', () => undefined),
      otherList('scan_output_axes', () => undefined),
    ),
  ),
  onScan(
    'the axes of inputs are not read',
    'axis 0 alone',
    otherList('scan_input_axes', () => undefined),
  ),
  onScan(
    'the axes of outputs are not read',
    'axis 0 alone',
    otherList('scan_output_axes', () => undefined),
  ),
  onScan(
    'negative axes of outputs count from the rank of an element',
    'the rank before stacking',
    otherList('scan_output_axes', (list) => list.map((axis) => (axis === -1 ? -2 : axis))),
  ),
  onScan(
    'negative axes are 0',
    'axes that are clamped',
    both(
      otherList('scan_input_axes', (list) => list.map((axis) => Math.max(0, axis))),
      otherList('scan_output_axes', (list) => list.map((axis) => Math.max(0, axis))),
    ),
  ),
  onScan(
    'directions are not read',
    'onnx.reference: forward alone',
    both(
      otherList('directions', () => undefined),
      otherList('scan_input_directions', () => undefined),
      otherList('scan_output_directions', () => undefined),
    ),
  ),
  onScan(
    'the directions of inputs are not read',
    'forward alone',
    both(
      otherList('directions', () => undefined),
      otherList('scan_input_directions', () => undefined),
    ),
  ),
  onScan(
    'the directions of outputs are not read',
    'append alone',
    otherList('scan_output_directions', () => undefined),
  ),
  onScan(
    'the first direction counts for all inputs',
    'one flag for all',
    both(
      otherList('directions', (list) => list.map(() => list[0]!)),
      otherList('scan_input_directions', (list) => list.map(() => list[0]!)),
    ),
  ),
  onScan(
    'the directions of inputs are those of the next',
    'an index from 1',
    both(
      otherList('directions', (list) => list.map((_, i) => list[(i + 1) % list.length]!)),
      otherList('scan_input_directions', (list) => list.map((_, i) => list[(i + 1) % list.length]!)),
    ),
  ),
  onScan(
    'each direction is the other one',
    '1 read as forward',
    both(
      otherList('directions', (list) => list.map((x) => 1 - x)),
      otherList('scan_input_directions', (list) => list.map((x) => 1 - x)),
    ),
  ),
  onScan(
    'outputs are always prepended',
    'a list that grows at its head',
    onStacks((rows) => rows.toReversed()),
  ),
  onScan(
    'each row is that of the last run',
    'one buffer for all runs',
    onStacks((rows) => rows.map(() => rows.at(-1)!)),
  ),
  onScan(
    'the rows are shifted by one',
    'values taken before the run',
    onStacks((rows) => [rows[0]!, ...rows.slice(0, -1)]),
  ),
  onScan('states stay what they were', 'inputs bound once', (right) => (node, runner) => {
    let initial: readonly (typeof node.inputs)[number][] | undefined;
    const count = statesIn(node);
    return right(node, {
      ...runner,
      run: (name, inputs) => {
        initial ??= inputs.slice(0, count);
        return runner.run(name, [...initial.map((x) => x!), ...inputs.slice(count)]);
      },
    });
  }),
  onScan(
    'states are given in reverse',
    'a stack of states',
    onRuns((run, inputs, _, node) => {
      const count = statesIn(node);
      return run([...inputs.slice(0, count).toReversed(), ...inputs.slice(count)]);
    }),
  ),
  onScan(
    'states are written one after the other',
    'in-place updates',
    onRuns((run, inputs, _, node) => {
      const outputs = run(inputs);
      if (statesIn(node) < 2) return outputs;
      const again = run(inputs.with(0, outputs[0]!));
      return [outputs[0]!, ...again.slice(1)];
    }),
  ),
  onScan(
    'the last states are those before the last run',
    'the wrong side of a double buffer',
    (right) => (node, runner) => {
      if (node.version.inputs.length > 1) return right(node, runner);
      let last: readonly (typeof node.inputs)[number][] = [];
      const count = statesIn(node);
      const outputs = right(node, {
        ...runner,
        run: (name, inputs) => {
          last = inputs.slice(0, count);
          return runner.run(name, inputs);
        },
      });
      return outputs.map((output, i) => (i < count ? (last[i] ?? output) : output));
    },
  ),
  onScan(
    'what is scanned side by side is swapped',
    'inputs bound in reverse',
    onRuns((run, inputs, _, node) => {
      const count = statesIn(node);
      return run([...inputs.slice(0, count), ...inputs.slice(count).toReversed()]);
    }),
  ),
  onScan(
    'each input that is scanned is the first',
    'an index that is not counted on',
    onRuns((run, inputs, runner, node) => {
      const count = statesIn(node);
      return run(
        inputs.map((input, i) =>
          i > count && String(runner.dims(input)) === String(runner.dims(inputs[count]!)) ? inputs[count]! : input,
        ),
      );
    }),
  ),
  onScan(
    'the outputs are in reverse',
    'a stack of results',
    onOutputs((outputs, node) => {
      const count = statesIn(node);
      return [...outputs.slice(0, count), ...outputs.slice(count).toReversed()];
    }),
  ),
  onScan(
    'elements keep the dimension that is scanned',
    'a slice in place of an index',
    onRuns((run, inputs, runner, node) => {
      const count = statesIn(node);
      return run(
        inputs.map((input, i) => (i < count ? input : runner.copied(reshapedTo([1, ...runner.dims(input)]), [input]))),
      );
    }),
  ),
  onScan(
    'the lengths of sequences are not read',
    'the longest for all',
    onNode((node) => (node.version.inputs.length > 1 ? { inputs: node.inputs.with(0, undefined) } : {})),
  ),
  onScan(
    'the first length counts for all sequences',
    'one length for a batch',
    onNode((node, runner) => {
      const [lengths] = node.inputs;
      if (node.version.inputs.length < 2 || lengths === undefined) return {};
      const known = runner.known(lengths) as Tensor;
      const all = elementsOf(known).map((_, __, list) => list[0] as bigint);
      return { inputs: node.inputs.with(0, runner.constant(tensor('int64', known.dims, BigInt64Array.from(all)))) };
    }),
  ),
  onScan(
    'a sequence begins with the last states of the one before it',
    'states that are not set back',
    (right) => (node, runner) => {
      let [last, runs]: [readonly (typeof node.inputs)[number][], number] = [[], 0];
      const count = statesIn(node);
      if (node.version.inputs.length < 2) return right(node, runner);
      const length = runner.dims(node.inputs.at(-1)!)[1]!;
      return right(node, {
        ...runner,
        run: (name, inputs) => {
          const own = runs > 0 && runs % length === 0 ? [...last.map((x) => x!), ...inputs.slice(count)] : inputs;
          runs++;
          const outputs = runner.run(name, own);
          last = outputs.slice(0, count);
          return outputs;
        },
      });
    },
  ),
];

const ofMap: readonly Mutant[] = [
  onMap(
    'the outputs are in reverse order',
    'a list that grows at its head',
    onOutputs((outputs, _, runner) =>
      outputs.map((output) => runner.sequence(runner.dtype(output), runner.elements(output)!.toReversed())),
    ),
  ),
  onMap(
    'each tensor is that of the first run',
    'a body that is folded',
    onOutputs((outputs, _, runner) =>
      outputs.map((output) => {
        const elements = runner.elements(output)!;
        return runner.sequence(
          runner.dtype(output),
          elements.map(() => elements[0]!),
        );
      }),
    ),
  ),
  onMap(
    'each tensor is that of the last run',
    'one buffer for all runs',
    onOutputs((outputs, _, runner) =>
      outputs.map((output) => {
        const elements = runner.elements(output)!;
        return runner.sequence(
          runner.dtype(output),
          elements.map(() => elements.at(-1)!),
        );
      }),
    ),
  ),
  onMap(
    'each tensor has the shape of the first',
    'one shape for the whole sequence',
    onOutputs((outputs, _, runner) =>
      outputs.map((output) => {
        const elements = runner.elements(output)!;
        return runner.sequence(
          runner.dtype(output),
          elements.map((one) => shapedAs(runner, one, elements[0]!)),
        );
      }),
    ),
  ),
  onMap(
    'the last run is missing',
    'i < length - 1',
    onOutputs((outputs, _, runner) =>
      outputs.map((output) => runner.sequence(runner.dtype(output), runner.elements(output)!.slice(0, -1))),
    ),
  ),
  onMap(
    'the outputs of the body are in reverse',
    'a stack of results',
    onRunner((runner) => ({ run: (name, inputs) => runner.run(name, inputs).toReversed() })),
  ),
  onMap(
    'its inputs are given in reverse',
    'inputs bound in reverse',
    onRuns((run, inputs) => run(inputs.toReversed())),
  ),
  onMap(
    'an empty sequence is refused',
    'onnx.reference: TypeError',
    onOutputs((outputs, node, runner) => {
      if (runner.elements(node.inputs[0]!)!.length === 0) throw new BadInput('an empty sequence');
      return outputs;
    }),
  ),
  onMap(
    'a tensor for all runs is taken apart',
    'each input as a sequence',
    onRuns((run, inputs, runner, node) =>
      run(
        inputs.map((input, i) => {
          const given = node.inputs[i];
          const dims = given === undefined || runner.elements(given) ? [] : runner.dims(input);
          return dims.length === 0 ? input : runner.copied(reshapedTo(dims.slice(1)), [input]);
        }),
      ),
    ),
  ),
  onMap(
    'each run has the first tensor of the second sequence',
    'an index that is not counted on',
    (right) => (node, runner) => {
      const second = node.inputs.findIndex(
        (input, i) => i > 0 && input !== undefined && runner.elements(input) !== undefined,
      );
      return right(node, {
        ...runner,
        run: (name, inputs) =>
          runner.run(name, second < 0 ? inputs : inputs.with(second, runner.elements(node.inputs[second]!)![0]!)),
      });
    },
  ),
];

/** Faults of operators that run graphs. */
export const controlFaults: readonly Mutant[] = [
  {
    name: 'values of graphs: -0 becomes 0',
    source: ['copies that add'],
    operators: ['If', 'Loop', 'Scan'],
    alterUnfold: onScalars((x) => (Object.is(x, -0) ? 0 : x)),
  },
  {
    name: 'values of graphs: integers of 64 bits go through float64',
    source: ['bindings that hold numbers as doubles'],
    operators: ['If', 'Loop', 'Scan'],
    alterUnfold: onScalars((x) => (typeof x === 'bigint' ? BigInt(Number(x)) : x)),
  },
  {
    name: 'values of graphs: the last element is the one before it',
    source: ['copies of one byte too few'],
    operators: ['If', 'Loop', 'Scan'],
    alterUnfold: onScalars(
      (x) => x,
      (i, count) => (i > 0 && i === count - 1 ? i - 1 : i),
    ),
  },
  ...ofIf,
  ...ofLoop,
  ...ofScan,
  ...ofMap,
];
