import { elementsOf } from '../../numerics/tensor.ts';
import { isTensor } from '../../numerics/value.ts';
import { normalizeAxis } from '../../spec/attributes.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Attributes } from '../../spec/declaration.ts';
import type { Runner, Unfold } from '../../spec/unfold.ts';
import { controlling, mostRuns } from './control.ts';
import { stacked, taken } from './copies.ts';

const integers = (attributes: Attributes, name: string): readonly number[] =>
  (attributes[name]?.value ?? []) as readonly number[];

/** How a scan goes along its inputs and outputs. */
interface Course {
  readonly inputAxes: readonly number[];
  readonly backwards: readonly boolean[];
  readonly outputAxes: readonly number[];
  /** the last run of these comes first */
  readonly turned: readonly boolean[];
}

/** Runs the body along some tensors: the last states, and what each run gave, stacked. */
function scanned<V>(runner: Runner<V>, initial: readonly V[], along: readonly V[], course: Course): readonly V[] {
  const places = along.map((tensor, i) => normalizeAxis(course.inputAxes[i] ?? 0, runner.dims(tensor).length));
  const [length, ...others] = along.map((tensor, i) => runner.dims(tensor)[places[i]!]!);
  if (length === undefined) throw new BadInput('nothing is scanned');
  if (others.some((other) => other !== length)) throw new BadInput(`lengths ${[length, ...others]} of one scan`);
  if (length === 0) throw new NotJudged('a scan of length 0');
  if (length > mostRuns) throw new NotJudged('more than … runs of a body', mostRuns);
  const declared = runner.declared('body').slice(initial.length);
  const rows = declared.map((): V[] => []);
  let states = initial;
  for (let run = 0; run < length; run++) {
    const now = along.map((tensor, i) =>
      taken(runner, tensor, places[i]!, course.backwards[i] ? length - 1 - run : run),
    );
    const outputs = runner.run('body', [...states, ...now]);
    const next = outputs.slice(0, initial.length);
    const changed = next.findIndex((state, i) => String(runner.dims(state)) !== String(runner.dims(initial[i]!)));
    if (changed >= 0) throw new BadInput(`the state ${changed} of a scan changes its shape`);
    states = next;
    for (const [i, value] of outputs.slice(initial.length).entries()) rows[i]!.push(value);
  }
  const stacks = rows.map((row, i) =>
    stacked(runner, course.turned[i] ? row.toReversed() : row, course.outputAxes[i] ?? 0, declared[i]),
  );
  return [...states, ...stacks];
}

/** The text of version 8: a batch before the sequences. */
const inBatches: Unfold = ({ attributes, inputs: [lengths, ...given] }, runner) => {
  const all = given.filter((value) => value !== undefined);
  const count = attributes.num_scan_inputs?.value as number;
  const [batch, length] = runner.dims(all.at(-1)!) as [number, number];
  if (lengths !== undefined) {
    const known = runner.known(lengths);
    const full = isTensor(known) && elementsOf(known).every((one) => Number(one) === length);
    if (!full) throw new NotJudged('sequences of a scan that end before others');
  }
  const backwards = integers(attributes, 'directions').map((direction) => direction === 1);
  const course = { inputAxes: [], backwards, outputAxes: [], turned: [] };
  const results = Array.from({ length: batch }, (_, i) => {
    const own = all.map((tensor) => taken(runner, tensor, 0, i));
    return scanned(runner, own.slice(0, -count), own.slice(-count), course);
  });
  return (results[0] ?? []).map((_, i) =>
    stacked(
      runner,
      results.map((one) => one[i]!),
      0,
      undefined,
    ),
  );
};

/** Scan: a graph along tensors. */
export const scan = controlling(
  'Scan',
  'body on what lies at each place along the scanned inputs, and on the states that the run before gives; its other outputs are stacked',
  (node, runner) => {
    const { version, attributes, inputs } = node;
    if (version.inputs.length > 1) return inBatches(node, runner);
    const all = inputs.filter((value) => value !== undefined);
    const count = attributes.num_scan_inputs?.value as number;
    const flags = (name: string) => integers(attributes, name).map((one) => one === 1);
    return scanned(runner, all.slice(0, -count), all.slice(-count), {
      inputAxes: integers(attributes, 'scan_input_axes'),
      backwards: flags('scan_input_directions'),
      outputAxes: integers(attributes, 'scan_output_axes'),
      turned: flags('scan_output_directions'),
    });
  },
);
