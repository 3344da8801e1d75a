import { expect, test } from 'vitest';
import { interchangeableInputs, withOneValue } from '../../../generators/calls/same-value.ts';
import type { PlanContext } from '../../../generators/cases/proposal.ts';
import { select } from '../../../generators/suite/cases.ts';
import { allCells } from '../../../generators/suite/cells.ts';

const context = allCells().find(({ name }) =>
  name.startsWith('BatchNormalization/9/float32/'),
) as unknown as PlanContext;
const [data, each] = [{ dims: [2, 3] }, { dims: [3] }];
const positive = { ...each, numbers: [1, 2, 4] };
const call = { inputs: [data, each, undefined, each, positive] };

test('inputs of one shape and type may be one value, whichever they are', () => {
  expect(interchangeableInputs(context, call)).toEqual([
    [1, 3],
    [1, 4],
    [3, 4],
  ]);
  expect(interchangeableInputs(context, { inputs: [data, { ...data, dtype: 'float64' as const }] })).toEqual([]);
});

test('what the text asks of one of them holds for both', () => {
  for (const pair of [[1, 4] as const, [3, 4] as const]) {
    const { inputs } = withOneValue(call, pair);
    expect(inputs[pair[0]]).toEqual(positive);
    expect(inputs[4]).toEqual({ ...positive, sameAs: pair[0] });
  }
});

test('the suite has one value for two inputs behind the first', () => {
  const { cells, cases } = select({ seed: 1, ids: ['BatchNormalization/15/*/combinations'], opsets: [], dtypes: [] });
  const pairs = cells
    .flatMap(cases)
    .flatMap(({ proposal }) => proposal.inputs.flatMap(({ sameAs }, i) => (sameAs ? [`${sameAs} ${i}`] : [])));
  expect(pairs).toContain('1 4');
});
