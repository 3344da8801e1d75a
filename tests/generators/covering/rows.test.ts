import { expect, it } from 'vitest';
import { choose } from '../../../evidence/covering/choose.ts';
import { isCurrent } from '../../../generators/cases/take-turns.ts';
import rows from '../../../generators/covering/rows.json' with { type: 'json' };
import { chosenCallsOf, drawnCallCount } from '../../../generators/covering/rows.ts';
import { select } from '../../../generators/suite/cases.ts';
import { allCells, drawnCells } from '../../../generators/suite/cells.ts';
import { findOperator, operators } from '../../../oracles/operators.ts';
import { isDrawn } from '../../../oracles/spec/combinations.ts';

const cells = operators.flatMap(drawnCells);

it('every chosen call is one that is drawn, once', () => {
  const drawn = new Map(cells.map((cell) => [cell.name, drawnCallCount(cell)]));
  for (const [name, { quick = [], standard = [] }] of Object.entries<{ quick?: number[]; standard?: number[] }>(rows)) {
    const numbers = [...quick, ...standard];
    expect(Math.max(...numbers), name).toBeLessThan(drawn.get(name) ?? 0);
    expect(new Set(numbers).size, name).toBe(numbers.length);
  }
});

it('every operator has chosen calls in quick', () => {
  for (const operator of operators) {
    // an attribute alone has nothing to be combined with
    if (operator.name === 'SequenceEmpty') continue;
    const chosen = drawnCells(operator).flatMap((cell) => chosenCallsOf(cell));
    expect(
      chosen.map(({ suite }) => suite),
      operator.name,
    ).toContain('quick');
  }
});

it('what is stored is what `npm run evidence -- covering --choose` chooses', () => {
  const own = Object.entries(rows).filter(([name]) => name.startsWith('StringNormalizer/'));
  expect(choose(findOperator('StringNormalizer')!).rows).toEqual(Object.fromEntries(own));
});

it('only cells with chosen calls are cells of the suite', () => {
  const names = allCells().flatMap((cell) => (isDrawn(cell.clause) ? [cell.name] : []));
  expect(new Set(names)).toEqual(new Set(Object.keys(rows)));
});

it('each is found by its id, and another number is refused', () => {
  const idsOf = (id: string) => {
    const { cells, cases } = select({ seed: 1, ids: [id], opsets: [], dtypes: [] });
    return cells.flatMap(cases).map((example) => example.id);
  };
  const [cell] = drawnCells(findOperator('Gather')!).filter(isCurrent);
  const numbers = chosenCallsOf(cell!).map(({ index }) => index);
  const last = `${cell!.name}/${numbers.at(-1)}`;
  expect(numbers.at(-1)).toBeGreaterThanOrEqual(numbers.length);
  expect(idsOf(last)).toEqual([last]);
  expect(() => idsOf(`${cell!.name}/99999`)).toThrow(`has cases with some of the numbers up to ${numbers.at(-1)}`);
});
