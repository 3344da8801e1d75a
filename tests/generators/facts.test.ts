import { expect, test } from 'vitest';
import { type Case, callOf, select } from '../../generators/cases.ts';
import { secondModel } from '../../generators/facts.ts';
import type { AttributeValue } from '../../oracles/declaration.ts';
import { elementCount, scalarsOf } from '../../oracles/numerics/tensor.ts';

/** The axes that a drawn case lists, and the word for how they come to the node; read off node and inputs. */
function axesOf({ cell, proposal: { attributes, inputs } }: Case): { axes?: readonly number[]; source?: string } {
  const given = (name: string) => attributes[name]?.value as number & readonly number[];
  if (cell.operator.family === 'arg-reduction') return { axes: [given('axis') ?? 0] };
  const { form, value } = inputs[1] ?? {};
  if (value) {
    const axes = Array.from({ length: value.data.length }, (_, i) => Number(scalarsOf(value)(i)));
    return { axes, source: form === 'input' ? 'axes at run time' : 'axes constant' };
  }
  return given('axes') ? { axes: given('axes') } : { source: 'no axes' };
}

function wordsFor(example: Case): string[] {
  const { attributes, inputs, before, sequel = [] } = example.proposal;
  const rank = inputs[0]!.value!.dims.length;
  const { axes, source } = axesOf(example);
  const isDefault = example.cell.operator.family === 'arg-reduction' && !attributes.axis;
  const integers = Object.entries<AttributeValue>(attributes).filter(([, { type }]) => type === 'INT');
  const hasLast = axes?.some((axis) => axis === -1 || axis === rank - 1);
  return [
    ...integers.map(([name, { value }]) => `${name}=${value}`),
    ...(isDefault ? ['axis=0'] : []),
    ...(source ? [source] : []),
    ...(axes?.length === 0 ? ['axes=[]'] : []),
    ...(axes?.length ? [`the last dimension ${hasLast ? 'reduced' : 'kept'}`] : []),
    ...(axes?.some((axis) => axis < 0) ? ['a negative axis'] : []),
    ...(!before && sequel.some(({ model }) => model > 0) ? [secondModel] : []),
  ];
}

const ids = [
  ...['axes-*', 'keepdims-*', 'rank-zero'].map((clause) => `ReduceMax/12/int8/${clause}`),
  ...['axes-*', 'noop-*'].map((clause) => `ReduceMax/18/int8/${clause}`),
  ...['axis-*', 'ties-*', 'zero-size-kept'].map((clause) => `ArgMax/12/int8/${clause}`),
  ...['ReduceMax/18', 'ArgMax/12'].map((version) => `${version}/float32/sessions-*`),
];

test('facts are those of the node and the data that are drawn', () => {
  const chosen = select({ seed: 1, ids, opsets: [], dtypes: [] });
  const all = chosen.cells.flatMap((cell) => chosen.cases(cell));
  expect(all.length).toBeGreaterThan(50);
  for (const example of all) {
    const { cell, facts, proposal } = example;
    expect([example.id, ...facts.words.toSorted()]).toEqual([example.id, ...wordsFor(example).sort()]);
    const { dims } = proposal.inputs[0]!.value!;
    // one element of the output is made of each row
    const rows = elementCount(cell.operator.expect(cell.version, callOf(proposal))[0]!.dims);
    const length = rows > 0 ? elementCount(dims) / rows : facts.measures['row length'];
    expect(facts.measures).toEqual({ rank: dims.length, 'row length': length });
  }
});
