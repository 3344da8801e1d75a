import { elementsOf } from '../../numerics/tensor.ts';
import { isTensor } from '../../numerics/value.ts';
import { normalizeAxis } from '../../spec/attributes.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Attributes } from '../../spec/declaration.ts';
import type { GraphRunner, Unfold } from '../../spec/unfold.ts';
import { controlOperator, scoping } from './control.ts';
import { stackTensors, takeSlice } from './copies.ts';

const integers = (attributes: Attributes, name: string): readonly number[] =>
  (attributes[name]?.value ?? []) as readonly number[];

/** The directions and axes of a scan. */
interface ScanDirection {
  readonly inputAxes: readonly number[];
  readonly backwards: readonly boolean[];
  readonly outputAxes: readonly number[];
  /** these outputs are in reverse order of the runs */
  readonly turned: readonly boolean[];
}

/** The results of the runs of a body. */
interface ScannedInput<V> {
  readonly states: readonly V[];
  /** the values of each other output, one from each run */
  readonly rows: readonly (readonly V[])[];
}

/**
 * Returns the initial states of a scan, and its scanned inputs.
 * @throws BadInput if there are fewer inputs than scanned ones
 */
function partsOf<V>(
  all: readonly V[],
  attributes: Attributes,
): { readonly initial: readonly V[]; readonly along: readonly V[] } {
  const count = attributes.num_scan_inputs!.value as number;
  if (count < 1 || count > all.length) throw new BadInput(`num_scan_inputs is ${count} for ${all.length} inputs`);
  return { initial: all.slice(0, -count), along: all.slice(-count) };
}

/**
 * Checks the length of a list.
 * @throws BadInput if it differs from the number of inputs or outputs
 */
function checkLength(name: string, list: readonly unknown[], count: number): void {
  if (list.length > 0 && list.length !== count) throw new BadInput(`${name} has ${list.length} entries for ${count}`);
}

/** Runs the body along some tensors, or along their first elements. */
function runsAlong<V>(
  runner: GraphRunner<V>,
  initial: readonly V[],
  along: readonly V[],
  { inputAxes, backwards }: Pick<ScanDirection, 'inputAxes' | 'backwards'>,
  most = Number.POSITIVE_INFINITY,
): ScannedInput<V> {
  const places = along.map((tensor, i) => normalizeAxis(inputAxes[i] ?? 0, runner.dims(tensor).length));
  const [length, ...others] = along.map((tensor, i) => runner.dims(tensor)[places[i]!]!);
  if (others.some((other) => other !== length))
    throw new BadInput(`the scanned inputs have different lengths: ${[length, ...others].join(', ')}`);
  const runs = Math.min(length!, most);
  if (runs === 0) throw new NotJudged('a scan of length 0');
  const results = runner.declared('body').length - initial.length;
  if (results < 0) throw new BadInput('the body returns fewer values than there are states');
  const rows = Array.from({ length: results }, (): V[] => []);
  let states = initial;
  for (let run = 0; run < runs; run++) {
    const now = along.map((tensor, i) => takeSlice(runner, tensor, places[i]!, backwards[i] ? length! - 1 - run : run));
    const outputs = runner.run('body', [...states, ...now]);
    const next = outputs.slice(0, initial.length);
    const changed = next.findIndex((state, i) => String(runner.dims(state)) !== String(runner.dims(initial[i]!)));
    if (changed >= 0) throw new BadInput(`the body changes the shape of state ${changed}`);
    states = next;
    for (const [i, value] of outputs.slice(initial.length).entries()) rows[i]!.push(value);
  }
  return { states, rows };
}

/** The text of version 8: a batch before the sequences, which may be shorter than others. */
const inBatches: Unfold = ({ attributes, inputs: [lengths, ...given] }, runner) => {
  const all = given.filter((value) => value !== undefined);
  const { initial, along } = partsOf(all, attributes);
  const backwards = integers(attributes, 'directions').map((direction) => direction === 1);
  checkLength('directions', backwards, along.length);
  const [batch = 0, longest = 0] = runner.dims(along[0]!);
  const batches = all.map((value) => runner.dims(value)[0]);
  if (batches.some((own) => own !== batch))
    throw new BadInput(`the inputs have different batch sizes: ${batches.join(', ')}`);
  const own = lengths === undefined ? Array<number>(batch).fill(longest) : lengthsIn(runner, lengths, batch, longest);
  if (backwards.includes(true) && own.some((length) => length < longest)) {
    throw new NotJudged('a backward scan of sequences of different lengths');
  }
  const results = own.map((length, i) => {
    const ofSequence = (tensors: readonly (typeof all)[number][]) =>
      tensors.map((tensor) => takeSlice(runner, tensor, 0, i));
    const { states, rows } = runsAlong(
      runner,
      ofSequence(initial),
      ofSequence(along),
      { inputAxes: [], backwards },
      length,
    );
    // the text leaves elements after the end of a sequence undefined
    const whole = rows.map((row) => [
      ...row,
      ...Array.from({ length: longest - length }, () => runner.anything(row[0]!)),
    ]);
    return [...states, ...whole.map((row) => stackTensors(runner, row, 0, undefined))];
  });
  return (results[0] ?? []).map((_, i) =>
    stackTensors(
      runner,
      results.map((one) => one[i]!),
      0,
      undefined,
    ),
  );
};

/**
 * Returns the lengths of the sequences of a batch.
 * @throws BadInput unless there is one for each, within their tensors
 */
function lengthsIn<V>(runner: GraphRunner<V>, lengths: V, batch: number, longest: number): readonly number[] {
  const known = runner.known(lengths);
  const own = isTensor(known) ? elementsOf(known).map(Number) : [];
  if (own.length !== batch || own.some((length) => length < 0 || length > longest)) {
    throw new BadInput(`sequence_lens is [${own}]; it must have ${batch} lengths from 0 to ${longest}`);
  }
  return own;
}

const unfold: Unfold = (node, runner) => {
  const { version, attributes, inputs } = node;
  if (version.inputs.length > 1) return inBatches(node, runner);
  const { initial, along } = partsOf(
    inputs.filter((value) => value !== undefined),
    attributes,
  );
  const flags = (name: string) => integers(attributes, name).map((one) => one === 1);
  const course: ScanDirection = {
    inputAxes: integers(attributes, 'scan_input_axes'),
    backwards: flags('scan_input_directions'),
    outputAxes: integers(attributes, 'scan_output_axes'),
    turned: flags('scan_output_directions'),
  };
  const { states, rows } = runsAlong(runner, initial, along, course);
  checkLength('scan_input_axes', course.inputAxes, along.length);
  checkLength('scan_input_directions', course.backwards, along.length);
  checkLength('scan_output_axes', course.outputAxes, rows.length);
  checkLength('scan_output_directions', course.turned, rows.length);
  return [
    ...states,
    ...rows.map((row, i) =>
      stackTensors(runner, course.turned[i] ? row.toReversed() : row, course.outputAxes[i] ?? 0, undefined),
    ),
  ];
};

/** Returns a node without some attributes. */
const withoutAttributes =
  (...names: readonly string[]): Unfold =>
  (node, runner) => {
    const kept = Object.entries(node.attributes).filter(([name]) => !names.includes(name));
    return unfold({ ...node, attributes: Object.fromEntries(kept) }, runner);
  };

/** Scan: runs a graph along tensors. */
export const scan = controlOperator({
  name: 'Scan',
  definition:
    'the results of running body on the slice at each position of the scanned inputs, and on the states of the previous ' +
    'run; further outputs are stacked',
  unfold,
  mistakes: [
    {
      id: 'axes-not-read',
      text: 'inputs are scanned and outputs stacked along axis 0 instead of their axes',
      unfold: withoutAttributes('scan_input_axes', 'scan_output_axes'),
    },
    {
      id: 'output-axes-not-read',
      text: 'outputs are stacked along axis 0 instead of scan_output_axes',
      unfold: withoutAttributes('scan_output_axes'),
    },
    {
      id: 'directions-not-read',
      text: 'every direction is forward',
      unfold: withoutAttributes('directions', 'scan_input_directions', 'scan_output_directions'),
    },
    {
      id: 'lengths-not-read',
      text: 'every sequence of a batch is treated as being as long as the longest',
      unfold: (node, runner) =>
        unfold(
          node.version.inputs.length > 1 ? { ...node, inputs: [undefined, ...node.inputs.slice(1)] } : node,
          runner,
        ),
    },
  ],
  says: ({ since, inputs }) => ({
    'state-order': ['Each run receives the states that the previous run returns.', 'summary: execute loop-body'],
    'states-together': ['Several states keep their order.', 'attribute body'],
    'no-states': ['There may be no states: the runs are then independent.', 'summary'],
    'several-inputs': ['Several inputs are scanned together, position by position.', 'summary: similar to zip'],
    'several-outputs': ['Several outputs are stacked separately.', 'outputs'],
    'scalar-elements': ['The scanned and the stacked elements may be scalars.', 'summary: a rank one less'],
    'any-length': ['A scan may have any length.', 'summary: sequence_length', 'implied'],
    'one-place': ['A scan of length 1 runs the body once.', 'summary: the for loop', 'implied'],
    ...(inputs.length > 1
      ? {
          batch: [
            'Each sequence of a batch is scanned from its own initial states.',
            'summary: for each batch',
          ] as const,
          'sequence-lens': [
            'A sequence ends at its length: its last state is the state there, and outputs stacked after it are undefined.',
            'summary: only first N values will be meaningful',
          ] as const,
          directions: ['A direction of 1 goes from the last position to the first.', 'attribute directions'] as const,
        }
      : {
          'input-axes': ['Inputs are scanned along their axes.', 'attribute scan_input_axes'] as const,
          'input-directions': [
            'An input of direction 1 is scanned from its last position to the first.',
            'attribute scan_input_directions',
          ] as const,
          'output-axes': ['Outputs are stacked along their axes.', 'attribute scan_output_axes'] as const,
          'output-directions': [
            'In an output of direction 1, the last run comes first.',
            'attribute scan_output_directions',
          ] as const,
          bidirectional: ['One tensor may be scanned in both directions at once.', 'summary'] as const,
          'invalid-axis': ['An axis is a dimension of the input or output.', 'attributes'] as const,
        }),
    ...(since >= 11 && {
      'negative-axes': ['Negative axes count from the last dimension.', 'attribute scan_input_axes'] as const,
    }),
    ...scoping({ since }),
    'invalid-lengths': ['Inputs that are scanned together have the same length.', 'summary: sequence_length'],
    'invalid-state-shape': ['States keep their shapes.', 'summary: required to have the same shape'],
    'invalid-scan-count': ['num_scan_inputs does not exceed the number of inputs.', 'attribute num_scan_inputs'],
    'invalid-body-inputs': ['The body has an input for each state and each scanned input.', 'attribute body'],
  }),
});
