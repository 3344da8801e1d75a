import { expect, it } from 'vitest';
import { type SuiteName, suites } from '../../../generators/cases/proposal.ts';
import { isCurrent } from '../../../generators/cases/take-turns.ts';
import { smallestByBudget } from '../../../generators/suite/budget.ts';
import { type Cell, select } from '../../../generators/suite/cases.ts';
import { allCells, clauseNameOf, invalidCells } from '../../../generators/suite/cells.ts';
import { elementsOf } from '../../../oracles/numerics/tensor.ts';
import { operators } from '../../../oracles/operators.ts';
import { isDrawn } from '../../../oracles/spec/combinations.ts';
import { sampled } from '../../sample.ts';

const casesIn = (suite: SuiteName, cells: readonly Cell[]) =>
  cells.flatMap(select({ seed: 1, ids: [], opsets: [], dtypes: [], suite }).cases);

it('the cases of a suite are among those of the larger ones', () => {
  const cells = sampled([...allCells(), ...invalidCells()], 500);
  const idsIn = (suite: SuiteName) => new Set(casesIn(suite, cells).map(({ id, opset }) => `${id} at ${opset}`));
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

it('the quick suite has for runtimes without the newest opset all types, and residues of both signs', () => {
  const cells = allCells().filter(({ operator, version }) => operator.name === 'Mod' && version.since === 13);
  const quick = casesIn('quick', cells);
  expect(new Set(quick.map(({ cell }) => cell.dtype))).toEqual(new Set(cells.map(({ dtype }) => dtype)));
  for (const { cell, proposal } of quick.filter(({ cell: { dtype } }) => /^int(8|16|32|64)$/.test(dtype))) {
    const [xs, ys] = proposal.inputs.map(({ value }) => elementsOf(value!).map(BigInt as never) as bigint[]);
    if (cell.clause.id !== 'definition' || xs!.length !== ys!.length) continue;
    const signs = xs!.flatMap((x, i) => (x % ys![i]! === 0n ? [] : [`${x < 0n} ${ys![i]! < 0n}`]));
    expect(new Set(signs).size, cell.name).toBe(4);
  }
});

it('standard has a case of every clause of every version, and quick of the current ones', () => {
  const suiteOf = new Map<string, SuiteName>();
  const cells = allCells().filter(({ clause, operator }) => !isDrawn(clause) && !operator.isGraph);
  for (const cell of cells) {
    const [name, suite] = [clauseNameOf(cell), smallestByBudget(cell, false)];
    if (suites.indexOf(suite) <= suites.indexOf(suiteOf.get(name) ?? suite)) suiteOf.set(name, suite);
  }
  const missing = cells.filter((cell) => {
    const suite = suiteOf.get(clauseNameOf(cell));
    return suite === 'full' || (suite === 'standard' && isCurrent(cell));
  });
  expect(missing.map(clauseNameOf)).toEqual([]);
});

it('every cell has a case, those of the newest versions in the standard suite, and of the others each type', () => {
  const { cells, cases } = select({ seed: 1, ids: [], opsets: [], dtypes: [], suite: 'standard' });
  const some = sampled(cells, 1000);
  const inFull = select({ seed: 1, ids: [], opsets: [], dtypes: [], suite: 'full' }).cases;
  const empty = some.filter((cell) => cases(cell).length === 0);
  expect(empty.filter((cell) => inFull(cell).length === 0).map(({ name }) => name)).toEqual([]);
  expect(empty.filter(isCurrent).length).toBeLessThan(some.length / 20);
  // graphs have their chains at the opsets that bring an operator of theirs
  const first = some.filter(
    ({ clause, version, operator }) => clause === version.clauses[0] && !version.contested && !operator.isGraph,
  );
  expect(first.length).toBeGreaterThan(30);
  expect(first.filter((cell) => cases(cell).length === 0).map(({ name }) => name)).toEqual([]);
});
