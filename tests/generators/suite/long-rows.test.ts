import { expect, test } from 'vitest';
import { select } from '../../../generators/suite/cases.ts';
import { tensorsIn } from '../../../oracles/numerics/value.ts';

const operators = ['LayerNormalization', 'RMSNormalization', 'Softmax', 'CumSum', 'TopK', 'Einsum'];

/** Kernels leave out the rest of a row that no vector width divides. */
test.each(operators)('%s has a row of more than 256 that no vector width divides', (name) => {
  const { cells, cases } = select({ seed: 1, ids: [`${name}/**/any-length`], opsets: [], dtypes: [] });
  const sizes = cells
    .flatMap(cases)
    .flatMap(({ proposal: { inputs } }) =>
      inputs.flatMap(({ value }) => (value ? tensorsIn(value).flatMap(({ dims }) => dims) : [])),
    );
  expect(sizes.filter((size) => size > 256 && size % 2 === 1)).not.toEqual([]);
});

test('strings have integers that no double is', () => {
  const { cells, cases } = select({ seed: 1, ids: ['Cast/25/string-int64/from-string'], opsets: [], dtypes: [] });
  const texts = cells
    .flatMap(cases)
    .flatMap(({ proposal }) => proposal.inputs.flatMap(({ value }) => (value?.data as readonly unknown[]) ?? []));
  expect(texts).toContain('9007199254740993');
});
