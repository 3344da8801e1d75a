import { expect, test } from 'vitest';
import { Random, seedOf } from '../../../generators/cases/random.ts';
import { classRecordOf } from '../../../generators/classes/classes.ts';
import {
  axisOf,
  type Dimension,
  dimensionKinds,
  dimensionOf,
  nameOf,
  rangeOf,
  valueOfAxis,
  valueOfRange,
} from '../../../generators/classes/notation.ts';
import { valueIfJudged } from '../../../generators/fuzz/validate.ts';
import { runsOf } from '../../../generators/sessions/runs.ts';
import { furtherCase } from '../../../generators/suite/cases.ts';
import { drawnCells } from '../../../generators/suite/cells.ts';
import { operators } from '../../../oracles/operators.ts';
import { sampled } from '../../sample.ts';

const seed = Number(process.env.ONNX_CONFORMANCE_TEST_SEED);

/** Dimensions and values of calls of each operator, drawn at random, in their words. */
function drawnClasses(): readonly (readonly [name: string, value: string])[] {
  return operators.flatMap((operator) => {
    const random = new Random(seedOf(seed, operator.name));
    return sampled(drawnCells(operator), 2).flatMap((cell) => {
      const runs = valueIfJudged(() => runsOf(furtherCase(cell, seed, random.integer(0, 2 ** 20)))) ?? [];
      return runs.flatMap(({ testCase: { cell: own, proposal } }, i) =>
        Object.values(
          classRecordOf(
            own.version,
            proposal,
            runs.slice(0, i).map((run) => run.testCase.proposal),
          ),
        ).flatMap((record) => Object.entries(record)),
      );
    });
  });
}

test('the classes of drawn calls of all operators are read as they were written', () => {
  const drawn = drawnClasses();
  const kinds = new Set(drawn.map(([name]) => dimensionOf(name).kind));
  expect(kinds.size).toBeGreaterThan(dimensionKinds.length / 2);
  for (const [name, value] of drawn) {
    expect(nameOf(dimensionOf(name))).toBe(name);
    // what no kind fits would be read as an attribute of several words
    expect(dimensionOf(name).of ?? '').not.toContain(' ');
    expect(valueOfAxis(axisOf(value))).toBe(value);
    const range = rangeOf(value);
    if (range) expect(valueOfRange(range)).toBe(value);
  }
});

test('no two kinds of dimension are read as one', () => {
  const fields: Omit<Dimension, 'kind'> = { of: 'X', to: 'Y', at: -1, what: 'numbers from 2^24 on' };
  for (const kind of dimensionKinds) {
    const name = nameOf({ kind, ...fields });
    expect(dimensionOf(name)).toMatchObject({ kind });
    expect(fields).toMatchObject(
      Object.fromEntries(Object.entries(dimensionOf(name)).filter(([key]) => key !== 'kind')),
    );
    expect(dimensionOf(nameOf({ kind, ...fields, of: 'any input' }))).toMatchObject({ kind });
  }
});

test('names are those of the documented report', () => {
  expect(nameOf({ kind: 'size', of: 'X', at: -1 })).toBe('size of X at -1');
  expect(dimensionOf('rank of B relative to A')).toEqual({ kind: 'relativeRank', of: 'B', to: 'A' });
  expect(dimensionOf('activations[0]')).toEqual({ kind: 'entry', of: 'activations', at: 0 });
  expect(dimensionOf('axis')).toEqual({ kind: 'attribute', of: 'axis' });
});
