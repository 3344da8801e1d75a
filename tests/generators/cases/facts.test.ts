import { expect, test } from 'vitest';
import { secondModel } from '../../../generators/cases/facts.ts';
import { type Case, callOf, select } from '../../../generators/suite/cases.ts';
import { elementCount, scalarsOf } from '../../../oracles/numerics/tensor.ts';

/** The axes that a drawn case gives, as an attribute or an input. */
function axesOf({ proposal: { attributes, inputs } }: Case): readonly number[] {
  const value = inputs[1]?.value;
  if (value) return Array.from({ length: value.data.length }, (_, i) => Number(scalarsOf(value)(i)));
  return [attributes.axes?.value ?? attributes.axis?.value ?? []].flat() as number[];
}

const ids = [
  ...['axes-*', 'keepdims-*', 'rank-zero'].map((clause) => `ReduceMax/12/int8/${clause}`),
  ...['axes-*', 'inputs-*'].map((clause) => `ReduceMax/18/int8/${clause}`),
  ...['axis-*', 'ties-*', 'zero-size-kept'].map((clause) => `ArgMax/12/int8/${clause}`),
  ...['ReduceMax/18', 'ArgMax/12'].map((version) => `${version}/float32/sessions-*`),
];

test('facts are those of the node and the data that are drawn', () => {
  const chosen = select({ seed: 1, ids, opsets: [], dtypes: [], suite: 'full' });
  const all = chosen.cells.flatMap((cell) => chosen.cases(cell));
  expect(all.length).toBeGreaterThan(50);
  for (const example of all) {
    const { cell, facts, proposal, id } = example;
    const { inputs, attributes, rejectedFirst, furtherRuns = [], dataClass } = proposal;
    const words = [
      ...Object.entries(attributes).map(
        ([name, { value }]) => `${name}=${Array.isArray(value) ? `[${value}]` : value}`,
      ),
      ...(axesOf(example).some((axis) => axis < 0) ? ['a negative axis'] : []),
      `${dataClass} data`,
      ...(inputs.some(({ form }) => form === 'initializer') ? ['a constant input'] : []),
      ...(!rejectedFirst && furtherRuns.some(({ model }) => model > 0) ? [secondModel] : []),
    ];
    expect([id, ...facts.words.filter((word) => !word.startsWith('inputs of')).toSorted()]).toEqual([
      id,
      ...words.sort(),
    ]);
    const { dims } = inputs[0]!.value!;
    // one element of the output is made of each row
    const rows = elementCount(cell.operator.expect(cell.version, callOf(proposal))[0]!.dims);
    const reducesNothing = attributes.noop_with_empty_axes?.value === 1 && axesOf(example).length === 0;
    const length = rows > 0 && !reducesNothing ? elementCount(dims) / rows : facts.measures['row length'];
    expect([id, facts.measures.rank, facts.measures['row length']]).toEqual([
      id,
      Math.max(dims.length, inputs.length - 1),
      length,
    ]);
  }
});
