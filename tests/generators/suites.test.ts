import { expect, it } from 'vitest';
import { allCells, type Cell, invalidCells, select } from '../../generators/cases.ts';
import type { Suite } from '../../generators/proposal.ts';
import { operators } from '../../oracles/operators.ts';
import { sampled } from '../sample.ts';

const casesIn = (suite: Suite, cells: readonly Cell[]) =>
  cells.flatMap(select({ seed: 1, ids: [], opsets: [], dtypes: [], suite }).cases);

it('the cases of a suite are among those of the larger ones', () => {
  const cells = sampled([...allCells(), ...invalidCells()], 2000);
  const idsIn = (suite: Suite) => new Set(casesIn(suite, cells).map(({ id, opset }) => `${id} at ${opset}`));
  const [quick, standard, full] = [idsIn('quick'), idsIn('standard'), idsIn('full')];
  expect([...quick].filter((id) => !standard.has(id))).toEqual([]);
  expect([...standard].filter((id) => !full.has(id))).toEqual([]);
  expect(full.size).toBeGreaterThan(standard.size);
});

it('the quick suite is small, and has every operator', () => {
  const chosen = new Set(sampled(operators, 20));
  const quick = casesIn(
    'quick',
    allCells().filter(({ operator }) => chosen.has(operator)),
  );
  expect(quick.length).toBeLessThan(chosen.size * 250);
  expect(new Set(quick.map(({ cell }) => cell.operator))).toEqual(chosen);
});

it('every cell of a version and a type has a case, and all but a few have one in the standard suite', () => {
  const { cells, cases } = select({ seed: 1, ids: [], opsets: [], dtypes: [], suite: 'standard' });
  const some = sampled(cells, 2000);
  const empty = some.filter((cell) => cases(cell).length === 0);
  const inFull = select({ seed: 1, ids: [], opsets: [], dtypes: [], suite: 'full' }).cases;
  expect(empty.filter((cell) => inFull(cell).length === 0).map(({ name }) => name)).toEqual([]);
  expect(empty.length).toBeLessThan(some.length / 20);
});
