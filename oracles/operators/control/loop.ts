import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { GraphRunner, Unfold } from '../../spec/unfold.ts';
import { controlOperator, integer, integerIn, scalarOfTruth, scoping, truthIn } from './control.ts';
import { concatTensors, stackTensors } from './copies.ts';

const unfold: Unfold = ({ inputs: [most, cond, ...initial], outputs }, runner) => {
  const limit = most === undefined ? Number.POSITIVE_INFINITY : integerIn(runner.known(most), 'M');
  // without cond the condition of the body has no effect, by the text
  let goesOn = cond === undefined || truthIn(runner.known(cond), 'cond');
  if (limit === Number.POSITIVE_INFINITY && cond === undefined) throw new NotJudged('an endless loop');
  const given = initial.filter((value) => value !== undefined);
  if (given.length < initial.length) throw new BadInput('a carried value is missing');
  const all = runner.declared('body');
  if (all.length - 1 < given.length) {
    throw new BadInput(`the body returns ${all.length - 1} values, but ${given.length} are carried`);
  }
  if (all.length - 1 < outputs)
    throw new BadInput(`the body returns ${all.length - 1} values, but the node has ${outputs} outputs`);
  const declared = all.slice(1 + given.length);
  const rows = declared.map((): (typeof given)[number][] => []);
  let carried = given;
  for (let run = 0; run < limit && goesOn; run++) {
    const outputs = runner.run('body', [
      runner.constant(integer(run)),
      runner.constant(scalarOfTruth(goesOn)),
      ...carried,
    ]);
    const [next, ...values] = outputs as [(typeof given)[number], ...(typeof given)[number][]];
    carried = values.slice(0, given.length);
    for (const [i, value] of values.slice(given.length).entries()) rows[i]!.push(value);
    goesOn = cond === undefined || truthIn(runner.known(next), 'the condition of the body');
  }
  return [...carried, ...rows.map((row, i) => stackTensors(runner, row, 0, declared[i]))];
};

/** Loop: runs a graph repeatedly. */
export const loop = controlOperator({
  name: 'Loop',
  definition:
    'the results of running body at most M times, while cond is true, on the run number, cond and the values carried ' +
    'from the previous run; further outputs are stacked',
  unfold,
  mistakes: [
    {
      id: 'absent-cond-is-true',
      text: 'the condition of the body ends the loop although the input cond is absent',
      unfold: (node, runner) =>
        unfold(
          { ...node, inputs: node.inputs.toSpliced(1, 1, node.inputs[1] ?? runner.constant(scalarOfTruth(true))) },
          runner,
        ),
    },
    {
      id: 'absent-cond-is-false',
      text: 'nothing is run if the input cond is absent',
      unfold: (node, runner) =>
        unfold(
          { ...node, inputs: node.inputs.toSpliced(1, 1, node.inputs[1] ?? runner.constant(scalarOfTruth(false))) },
          runner,
        ),
    },
    {
      id: 'scan-outputs-concatenated',
      text: 'the results of the runs are concatenated along their first dimension instead of stacked along a new one',
      unfold: (node, runner) =>
        unfold(node, { ...runner, copied: (_, inputs) => runner.copied(concatTensors, inputs) }),
    },
    {
      id: 'numbers-from-1',
      text: 'the runs are numbered from 1',
      unfold: (node, runner) =>
        unfold(node, {
          ...runner,
          run: (name, [number, ...others]) => runner.run(name, [after(runner, number!), ...others]),
        }),
    },
  ],
  says: ({ since }) => ({
    'trip-count': ['Without cond, the body is run M times, from run 0 on.', 'summary: input (trip_count, "")'],
    'condition-ignored': [
      'Without cond, the condition that the body returns is ignored.',
      'summary: cond = ...; // ignored',
    ],
    'while-condition': ['Without M, the body is run while cond is true.', 'summary: input ("", cond)'],
    'count-and-condition': [
      'With M and cond, the loop ends when either of them ends it.',
      'summary: input (trip_count, cond)',
    ],
    'zero-runs': ['If there are no runs, the carried values are unchanged.', 'summary: the for loops'],
    'run-number': ['The body receives the number of the run, counted from 0.', 'summary: int i=0'],
    'condition-given': ['The body receives the condition under which it is run.', 'attribute body'],
    'carried-together': [
      'All carried values are read before any of them is written.',
      'summary: bind actual parameter values to formal parameter variables of loop-body',
      'implied',
    ],
    'carried-shapes': ['Carried values may change their shapes.', 'input v_initial', 'implied'],
    'passed-through': ['The body may return its inputs unchanged.', 'attribute body', 'implied'],
    stacked: [
      'The results of the runs are stacked, the first run first.',
      'summary: user_defined_vals[i] = user_defined_val',
    ],
    'any-length': ['There may be any number of runs.', 'input M', 'implied'],
    'omitted-m': ['The input M may be left out.', 'input M'],
    'omitted-cond': ['The input cond may be left out.', 'input cond'],
    ...(since >= 11 && { 'nothing-carried': ['There may be no carried values.', 'input v_initial'] as const }),
    ...(since >= 13 && { sequences: ['A carried value may be a sequence.', 'type constraints of V'] as const }),
    ...(since >= 16 && { optionals: ['A carried value may be an optional.', 'type constraints of V'] as const }),
    ...scoping({ since }),
    'invalid-carried-count': [
      'The body has two more inputs than there are carried values, and at least one output.',
      'attribute body',
    ],
    'invalid-output-count': [
      'The node has at most as many outputs as the body, without its condition.',
      'attribute body',
    ],
    'invalid-scan-shapes': ['The results to stack have the same shape in all runs.', 'attribute body'],
  }),
});

const after = <V>(runner: GraphRunner<V>, number: V): V =>
  runner.constant(integer(1 + integerIn(runner.known(number), 'the number of a run')));
