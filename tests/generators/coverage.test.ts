import { expect, it } from 'vitest';
import { allCells, type Case, callOf, select } from '../../generators/cases.ts';
import { requiredData } from '../../generators/plans.ts';
import { runsOf } from '../../generators/runs.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { newestOpset, operators } from '../../oracles/operators.ts';
import { sessionClauses } from '../../oracles/sessions.ts';
import { encodeCase } from '../../vectors/case.ts';

const answersTo = ({ cell, proposal }: Case) => cell.operator.expect(cell.version, callOf(proposal));
const everything = { seed: 1, ids: [], opsets: [], dtypes: [] };
const { cells, cases } = select(everything);
const all = cells.flatMap((cell) => cases(cell));

it('every operator version × dtype × clause has a cell with a case', () => {
  const ofOneType = operators.filter(({ versions }) => versions.every(({ bindings }) => !bindings));
  const expected = ofOneType.flatMap((operator) =>
    operator.versions.flatMap((version) =>
      version.dtypes.flatMap((dtype) =>
        version.clauses
          .filter((clause) => !clause.dtypes || clause.dtypes.includes(dtype))
          .map((clause) => `${operator.name}/${version.since}/${dtype}/${clause.id}`),
      ),
    ),
  );
  const names = allCells().flatMap(({ name, operator }) => (ofOneType.includes(operator) ? [name] : []));
  expect(names).toEqual(expected);
  expect(cells.filter((cell) => cases(cell).length === 0)).toEqual([]);
  expect(all.length).toBeGreaterThan(6000);
});

it('every opset from 1 to the newest is imported by a model of every operator that has many', () => {
  for (const { name, versions } of operators) {
    const own = all.filter(({ cell }) => cell.operator.name === name);
    if (own.length < 1000) continue; // there is not one for each
    const seen = new Set(own.map(({ opset }) => opset));
    expect([...seen].sort((a, b) => a - b)).toEqual(
      Array.from({ length: newestOpset }, (_, i) => i + 1).filter((opset) => opset >= versions[0]!.since),
    );
  }
});

it('every operator has every kind of data in every dtype', () => {
  const missing = new Map<string, Set<string>>();
  for (const operator of operators) {
    const clauses = operator.versions.flatMap((version) => version.clauses).map(({ id }) => id);
    for (const dtype of new Set(operator.versions.flatMap((version) => version.dtypes))) {
      missing.set(`${operator.name} ${dtype}`, new Set(requiredData(operator.name, dtype, clauses)));
    }
  }
  for (const example of all) {
    const owed = missing.get(`${example.cell.operator.name} ${example.cell.dtype}`)!;
    // drawing data takes time: only of cases that promise what is owed
    if ([...owed].some((kind) => example.summary.includes(kind))) owed.delete(example.proposal.dataClass);
  }
  expect([...missing].flatMap(([key, kinds]) => [...kinds].map((kind) => `${key}: ${kind}`))).toEqual([]);
});

it('rows on a grid are exact in every order, by the oracle’s own proof', () => {
  let proven = 0;
  for (const example of all) {
    const { cell, summary, id } = example;
    // means, roots and longest rows of other operators have no grid at some lengths: see docs/acceptance.md
    const isSum = cell.operator.definition === 'Σx' || cell.operator.definition === 'Σ|x|';
    if (!isSum || !summary.includes('grid') || !example.proposal.dataClass.startsWith('grid')) continue;
    const [output] = cell.operator.expect(cell.version, callOf(example.proposal));
    for (let i = 0; i < elementCount(output!.dims); i++) {
      if (!output!.accept(i).orderFree) expect.fail(`${id}: element ${i} may round`);
      proven++;
    }
  }
  expect(proven).toBeGreaterThan(10_000);
});

const isOfSessions = new Set(sessionClauses.map(({ id }) => id));

it('runs of a session share a model wherever they say so', () => {
  let shared = 0;
  for (const question of all) {
    if (!isOfSessions.has(question.cell.clause.id) || !question.proposal.sequel) continue;
    const runs = runsOf(question).map((run) => ({ ...run, expected: answersTo(run.question) }));
    for (const { model } of runs) {
      const siblings = runs.filter((other) => other.model === model);
      const models = siblings.map((run) => encodeCase(run.question, run.expected, siblings).model);
      if (models.some((bytes) => Buffer.compare(bytes, models[0]!) !== 0)) expect.fail(`${question.id}: ${model}`);
      shared += models.length - 1;
    }
  }
  expect(shared).toBeGreaterThan(1000);
});

it('a case does not depend on what else is selected', () => {
  const { cells: few, cases: casesOf } = select({ ...everything, ids: ['ReduceMean/13/float16/accuracy/3'] });
  const [alone] = few.flatMap((cell) => casesOf(cell));
  const among = all.find(({ id }) => id === alone!.id)!;
  expect(alone!.opset).toBe(among.opset);
  expect(alone!.proposal.inputs[0]!.value).toEqual(among.proposal.inputs[0]!.value);
});
