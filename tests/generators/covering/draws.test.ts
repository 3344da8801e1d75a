import { expect, test } from 'vitest';
import { describedCandidate } from '../../../evidence/covering/candidates.ts';
import { runsOf } from '../../../generators/sessions/runs.ts';
import { select } from '../../../generators/suite/cases.ts';
import { drawnCells } from '../../../generators/suite/cells.ts';
import { findOperator, operators } from '../../../oracles/operators.ts';
import { sampled } from '../../sample.ts';

const seed = Number(process.env.ONNX_CONFORMANCE_TEST_SEED);

/** Calls in a cell of an operator: a cell is a version and types, and another seed takes another one. */
const calls = 3;

test.each(sampled(operators, 20).map(({ name }) => name))('%s: what is drawn is legal', (name) => {
  const cells = drawnCells(findOperator(name)!);
  const cell = cells[Math.abs(seed) % cells.length]!;
  for (let i = 0; i < calls; i++) expect(() => describedCandidate(cell, i, seed), cell.name).not.toThrow();
});

test('another seed changes no attribute', () => {
  const own = findOperator('Gather')!;
  const chosen = (other: number) =>
    sampled(drawnCells(own), 16).flatMap((cell) =>
      describedCandidate(cell, 3, other)!.runs[0]!.classes.flatMap(({ aspect, dimension, value }) =>
        aspect === 'attributes' && dimension === 'axis' ? [value] : [],
      ),
    );
  expect(chosen(1)).toEqual(chosen(2));
});

test('places beyond 2048 occur where calls have few elements', () => {
  const { cells, cases } = select({ seed: 1, ids: ['Pad/*/*/combinations'], opsets: [], dtypes: [] });
  const longest = cells
    .flatMap(cases)
    .flatMap(({ proposal }) => proposal.inputs[0]!.value!.dims)
    .reduce((most, size) => Math.max(most, size));
  expect(longest).toBeGreaterThan(2048);
});

test('a loaded model is given sequences of other shapes', () => {
  const { cells, cases } = select({ seed: 1, ids: ['SequenceErase/*/*/session-combinations'], opsets: [], dtypes: [] });
  const others = cells
    .flatMap(cases)
    .flatMap((example) => runsOf(example).filter(({ what }) => what === 'other shapes'));
  expect(others.length).toBeGreaterThan(3);
});
