import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Cell } from '../../../generators/cases/case.ts';
import { plansFrom } from '../../../generators/notation/call-notation.ts';
import { fileOfFamily, fromPlans } from '../../../generators/notation/declaration-error.ts';
import { byOperator } from '../../../generators/notation/derived.ts';
import { allCells } from '../../../generators/suite/cells.ts';
import { candidateIn, families, planOf } from '../../../generators/suite/plans.ts';
import { subjects } from '../../../generators/suite/subjects.ts';
import { isDrawn } from '../../../oracles/spec/combinations.ts';
import { rulesOf } from '../../../oracles/spec/rules.ts';

const cell = allCells().find(({ name }) => name === 'MaxPool/12/float32/definition')!;
const draftsOf = (one: Cell) => planOf(one)({ ...one, random: undefined as never, seed: 1 });

it.each(Object.entries(families))('every plan of %s is for a clause or a rule of some version', (name, family) => {
  const known = subjects
    .filter((operator) => operator.family === name)
    .flatMap((operator) =>
      operator.versions.flatMap((version) => [...version.clauses, ...rulesOf(operator, version)].map(({ id }) => id)),
    );
  const planned = [...Object.keys(family.plans), ...Object.keys(family.invalid.plans)];
  expect(planned.filter((id) => !known.includes(id)).map((id) => `${name}: ${id}`)).toEqual([]);
});

it.each(Object.keys(families))('an error in plans of %s names a file that exists', (name) => {
  expect(existsSync(fileOfFamily(name))).toBe(true);
});

it('an operator without a line in its family is named with the file to edit', () => {
  const operator = { ...cell.operator, name: 'com.microsoft.Pool' };
  expect(() => draftsOf({ ...cell, operator })).toThrow(
    /^com\.microsoft\.Pool-12, clause definition: the family has no plans of this operator; add a line \(see generators\/families\/pooling\.ts\)$/,
  );
});

it('a clause without a plan is named, even one that another operator of the family plans', () => {
  const message = 'it has no plan; add one (see generators/families/pooling.ts)';
  const named = (id: string) => ({ ...cell, clause: { ...cell.clause, id } });
  expect(() => draftsOf(named('edges'))).toThrow(`MaxPool-12, clause edges: ${message}`);
  expect(() => draftsOf(named('order-of-norm'))).toThrow(`MaxPool-12, clause order-of-norm: ${message}`);
});

it('what is missing for drawn calls is named once', () => {
  const [drawn] = allCells().filter(({ operator, clause }) => operator.name === 'MaxPool' && isDrawn(clause));
  const operator = { ...cell.operator, name: 'com.microsoft.Pool' };
  expect(() => candidateIn({ ...drawn!, operator }, { index: 0, seed: 1, suite: 'full' }).summary).toThrow(
    /^com\.microsoft\.Pool-\d+, clause session-combinations: the family/,
  );
});

it('what is misspelt in a plan is named with its operator and clause', () => {
  const own = { samples: [{ X: '1x1x4' }], draw: () => ({}) };
  const { plans } = byOperator({
    MaxPool: plansFrom(() => 'small', { ...own, plans: { definition: [{ X: '1x1x4', kernel_shap: [2] }] } }),
  });
  const made = () => fromPlans(cell, () => plans.definition!({ ...cell, random: undefined as never, seed: 1 }));
  expect(made).toThrow("MaxPool-12, clause definition: no input or attribute is named 'kernel_shap'; did you mean");
});
