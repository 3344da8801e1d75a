import { expect, it } from 'vitest';
import { runsOf } from '../../../generators/sessions/runs.ts';
import { type Case, callOf, callOfValues, type Selection, select } from '../../../generators/suite/cases.ts';
import { allCells } from '../../../generators/suite/cells.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import { operators, opsetRange } from '../../../oracles/operators.ts';
import { isDrawn } from '../../../oracles/spec/combinations.ts';
import { expectValues } from '../../../oracles/spec/expect-values.ts';
import { isOfSessions } from '../../../oracles/spec/sessions.ts';
import { modelRun } from '../../../vectors/onnx/case.ts';
import { encodeRuns } from '../../../vectors/onnx/encode.ts';
import { sampled } from '../../sample.ts';

const answersTo = ({ cell, proposal }: Case) => expectValues(cell.operator, cell.version, callOfValues(proposal));
const everything = { seed: 1, ids: [], opsets: [], dtypes: [] };
/** The cases of a part of the suite. */
function casesOf(part: Partial<Selection>): Case[] {
  const { cells, cases } = select({ ...everything, ...part });
  return cells.flatMap(cases);
}

it('every operator version × dtype × clause has a cell', () => {
  const ofOneType = operators.filter(({ versions }) => versions.every(({ bindings }) => !bindings));
  const expected = ofOneType.flatMap((operator) =>
    operator.versions.flatMap((version) =>
      version.dtypes.flatMap((dtype) =>
        version.clauses
          .filter((clause) => !isDrawn(clause) && (!clause.dtypes || clause.dtypes.includes(dtype)))
          .map((clause) => `${operator.name}/${version.since}/${dtype}/${clause.id}`),
      ),
    ),
  );
  const names = allCells().flatMap(({ name, operator, clause }) =>
    ofOneType.includes(operator) && !isDrawn(clause) ? [name] : [],
  );
  expect(names).toEqual(expected);
  expect(names.length).toBeGreaterThan(6000);
});

it('every opset at which a version is in force is imported by a model of every version that has many', () => {
  let looked = 0;
  for (const operator of sampled(operators, 8)) {
    const own = casesOf({ ids: [operator.name] });
    for (const version of operator.versions) {
      const { first, last } = opsetRange(operator, version);
      const opsets = own.flatMap(({ cell, opset }) => (cell.version === version ? [opset] : []));
      if (opsets.length < 30 * (last - first + 1)) continue; // there may not be one for each
      const seen = [...new Set(opsets)].sort((a, b) => a - b);
      expect(seen, `${operator.name}-${version.since}`).toEqual(
        Array.from({ length: last - first + 1 }, (_, i) => first + i),
      );
      looked++;
    }
  }
  expect(looked).toBeGreaterThan(5);
});

it('rows on a grid are exact in every order, by the oracle’s own proof', () => {
  let proven = 0;
  // means, roots and longest rows of other operators have no grid at some lengths: see docs/proofs.md
  const sums = operators.filter(({ definition }) => definition === 'Σx' || definition === 'Σ|x|');
  const promised = casesOf({ ids: sums.map(({ name }) => name) }).filter(({ summary }) =>
    / grid| near-limit/.test(summary),
  );
  for (const example of sampled(promised, 350)) {
    const { cell, id } = example;
    if (!['grid', 'near-limit'].includes(example.proposal.dataClass)) continue;
    const [output] = cell.operator.expect(cell.version, callOf(example.proposal));
    for (let i = 0; i < elementCount(output!.dims); i++) {
      if (!output!.accept(i).isExactInAnyOrder) expect.fail(`${id}: element ${i} may round`);
      proven++;
    }
  }
  expect(proven).toBeGreaterThan(3000);
});

it('runs of a session share a model wherever they say so', () => {
  const { cells, cases } = select(everything);
  const ofSessions = cells.filter(({ clause }) => isOfSessions(clause));
  let shared = 0;
  for (const testCase of sampled(ofSessions, 25).flatMap(cases)) {
    if (!testCase.proposal.furtherRuns) continue;
    const runs = runsOf(testCase).map((run) => modelRun(run.testCase, answersTo(run.testCase), run.model));
    for (const { model } of runs) {
      const siblings = runs.filter((other) => other.model === model);
      // each of them first
      const orders = siblings.map((run) => [run, ...siblings].map((one) => ({ ...one, name: '', model: 0 })));
      const models = orders.map((order) => encodeRuns(order).models[0]!);
      if (models.some((bytes) => Buffer.compare(bytes, models[0]!) !== 0)) expect.fail(`${testCase.id}: ${model}`);
      shared += models.length - 1;
    }
  }
  expect(shared).toBeGreaterThan(100);
});

it('a case does not depend on what else is selected', () => {
  const id = 'ReduceMean/18/float32/accuracy/3';
  const [alone] = casesOf({ ids: [id] });
  const { cells, cases } = select(everything);
  const among = cells
    .filter(({ name }) => id.startsWith(`${name}/`))
    .flatMap(cases)
    .find((each) => each.id === id)!;
  expect(alone!.opset).toBe(among.opset);
  expect(alone!.proposal.inputs[0]!.value).toEqual(among.proposal.inputs[0]!.value);
});

it('a range of the suite has the count that every way to divide leads to', () => {
  const all = casesOf({ ids: ['Range'], suite: 'full' }).filter(({ cell }) => !isDrawn(cell.clause));
  expect(all.length).toBeGreaterThan(400);
  for (const testCase of all) expect(() => answersTo(testCase), testCase.id).not.toThrow();
});
