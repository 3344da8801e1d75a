import { expect, test } from 'vitest';
import type { ProposedNode } from '../../../generators/cases/node-in.ts';
import { runsOf } from '../../../generators/sessions/runs.ts';
import { select } from '../../../generators/suite/cases.ts';
import { formatOf, type IntegerFormat, integerRange } from '../../../oracles/numerics/dtype.ts';
import { elementsOf } from '../../../oracles/numerics/tensor.ts';

/** The nodes of the cases of some cells. */
const nodesOf = (id: string): readonly ProposedNode[] => {
  const { cells, cases } = select({ seed: 1, ids: [id], opsets: [], dtypes: [] });
  const runs = cells.flatMap(cases).flatMap(runsOf);
  const all = runs.map(({ testCase }) => testCase.proposal).filter(({ graph }) => !graph);
  expect(all.length, id).toBeGreaterThan(0);
  return all;
};
const numbersOf = ({ inputs }: ProposedNode, index: number) => {
  const { value } = inputs[index]!;
  return value ? elementsOf(value).map(Number) : [];
};

/** Pairs of numbers at the same places of two operands of one shape. */
const pairsOf = (id: string) =>
  nodesOf(id).flatMap((node) => {
    const [a, b] = node.inputs.map(({ value }) => value!);
    if (String(a!.dims) !== String(b!.dims)) return [];
    const others = elementsOf(b!);
    return elementsOf(a!).map((x, i) => [x, others[i]!] as const);
  });

test.each(['LessOrEqual', 'GreaterOrEqual', 'Equal', 'Sub'])(
  '%s: drawn operands have zeros of both signs, and integers that are equal as floats, at the same places',
  (operator) => {
    const floats = pairsOf(`${operator}/*/float*/*combinations`);
    expect(floats.some(([x, y]) => x === y && !Object.is(x, y))).toBe(true);
    const integers = pairsOf(`${operator}/*/int64/*combinations`);
    expect(integers.some(([x, y]) => x !== y && Number(x) === Number(y))).toBe(true);
  },
);

test.each(['TopK/11', 'TopK/24', 'Unique/11'])('%s: the ends of integers are among the numbers drawn', (version) => {
  for (const dtype of ['int8', 'int64'] as const) {
    const { min, max } = integerRange(formatOf(dtype) as IntegerFormat);
    const found = nodesOf(`${version}/${dtype}/*combinations`).flatMap((node) => numbersOf(node, 0));
    expect(found).toContain(Number(min));
    expect(found).toContain(Number(max));
  }
});

test('slices begin before the first place, and end just beyond the last one', () => {
  const ranges = nodesOf('Slice/13/*/*combinations').flatMap(({ inputs }) => {
    const [data, starts, ends, axes] = inputs.map(({ value }) => value);
    const sizes = axes ? elementsOf(axes).map((axis) => data!.dims.at(Number(axis))!) : data!.dims;
    const [from, to] = [elementsOf(starts!).map(Number), elementsOf(ends!).map(Number)];
    return from.map((start, i) => ({ start, end: to[i]!, size: sizes[i]! }));
  });
  const isSmall = (x: number) => Math.abs(x) < 2 ** 20;
  expect(ranges.filter(({ start, size }) => start < -size && isSmall(start)).length).toBeGreaterThan(20);
  expect(ranges.filter(({ end, size }) => end > size && isSmall(end)).length).toBeGreaterThan(20);
});
