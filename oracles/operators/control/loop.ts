import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { controlling, integer, integerIn, mostRuns, truth, truthIn } from './control.ts';
import { stacked } from './copies.ts';

/** Loop: a graph again and again. */
export const loop = controlling(
  'Loop',
  'body, at most M times and while cond is true, each on the number of the run, cond and what the run before carries on; ' +
    'its other outputs are stacked',
  ({ inputs: [most, cond, ...initial] }, runner) => {
    const limit = most === undefined ? Number.POSITIVE_INFINITY : integerIn(runner.known(most), 'M');
    // without cond the text lets the condition of the body decide nothing
    let goesOn = cond === undefined || truthIn(runner.known(cond), 'cond');
    if (limit === Number.POSITIVE_INFINITY && cond === undefined) throw new NotJudged('an endless loop');
    const given = initial.filter((value) => value !== undefined);
    if (given.length < initial.length) throw new BadInput('a value that is carried on is missing');
    const declared = runner.declared('body').slice(1 + given.length);
    const rows = declared.map((): (typeof given)[number][] => []);
    let carried = given;
    for (let run = 0; run < limit && goesOn; run++) {
      if (run === mostRuns) throw new NotJudged('more than … runs of a body', mostRuns);
      const outputs = runner.run('body', [runner.constant(integer(run)), runner.constant(truth(goesOn)), ...carried]);
      const [next, ...values] = outputs as [(typeof given)[number], ...(typeof given)[number][]];
      carried = values.slice(0, given.length);
      for (const [i, value] of values.slice(given.length).entries()) rows[i]!.push(value);
      goesOn = cond === undefined || truthIn(runner.known(next), 'the condition of the body');
    }
    return [...carried, ...rows.map((row, i) => stacked(runner, row, 0, declared[i]))];
  },
);
