import { expect, it } from 'vitest';
import { select } from '../../generators/cases.ts';
import { type Suite, suites } from '../../generators/proposal.ts';
import { operators } from '../../oracles/operators.ts';

const idsOf = (suite: Suite) => {
  const { cells, invalid, cases } = select({ seed: 1, ids: [], opsets: [], dtypes: [], suite });
  return [...cells, ...invalid].flatMap((cell) => cases(cell).map(({ id, opset }) => `${id} at ${opset}`));
};
const [quick, standard, full] = suites.map((suite) => new Set(idsOf(suite)));

it('the cases of a suite are among those of the larger ones', () => {
  expect([...quick!].filter((id) => !standard!.has(id))).toEqual([]);
  expect([...standard!].filter((id) => !full!.has(id))).toEqual([]);
});

it('the quick suite is small, and has every operator', () => {
  expect(quick!.size).toBeLessThan(operators.length * 250);
  const names = new Set([...quick!].map((id) => id.split('/')[0]));
  expect(operators.filter(({ name }) => !names.has(name))).toEqual([]);
});

it('every cell of a version and a type has a case in the standard suite', () => {
  const { cells, cases } = select({ seed: 1, ids: [], opsets: [], dtypes: [] });
  expect(cells.filter((cell) => cases(cell).length === 0).map(({ name }) => name)).toEqual([]);
});
