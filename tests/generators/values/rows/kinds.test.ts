import { describe, expect, test } from 'vitest';
import { type Case, select } from '../../../../generators/suite/cases.ts';
import { elementsOf } from '../../../../oracles/numerics/tensor.ts';

/** The cases of the standard suite below an id. */
function casesOf(id: string): Case[] {
  const { cells, cases } = select({ seed: 1, ids: [id], opsets: [], dtypes: [] });
  return cells.flatMap(cases);
}

const dimsOf = ({ proposal }: Case, input: number): readonly number[] => proposal.inputs[input]!.value!.dims;
const numbersOf = ({ proposal }: Case, input: number): readonly number[] =>
  Array.from(elementsOf(proposal.inputs[input]!.value!), Number);

/** What one case at least has to be of, of operators in which faults of that kind went unnoticed. */
const kinds: Readonly<Record<string, readonly [id: string, isOfKind: (one: Case) => boolean]>> = {
  'a slope for each channel, of as many channels as columns': [
    'PRelu/16/float32',
    (one) => {
      const [slope, channels, columns] = [dimsOf(one, 1), dimsOf(one, 0).at(-3), dimsOf(one, 0).at(-1)];
      return String(slope) === `${channels},1,1` && channels === columns;
    },
  ],
  'a vector of as many elements as the first and the last of five dimensions have': [
    'Where/16/float32',
    (one) => {
      const [condition, data] = [dimsOf(one, 0), dimsOf(one, 1)];
      return condition.length === 1 && data.length === 5 && condition[0] === data[0] && data[0] === data[4];
    },
  ],
  'a negative index of 8 bits along more than 127 elements': [
    'OneHot/28/float32-int8-int64',
    (one) => Math.min(...numbersOf(one, 0)) < 0 && numbersOf(one, 1)[0]! > 127,
  ],
  'slices whose order by rows is another one than by columns': [
    'Unique/28/float32/slices',
    (one) => {
      const [rows, columns, depth] = dimsOf(one, 0);
      const x = numbersOf(one, 0);
      if (
        one.proposal.attributes.axis?.value !== 1 ||
        rows === undefined ||
        columns === undefined ||
        depth === undefined
      )
        return false;
      const slice = (at: number) => (row: number, column: number) => x[(row * columns + at) * depth + column]!;
      const [first, second] = [slice(0), slice(1)];
      return first(0, 0) === second(0, 0) && Math.sign(first(0, 1) - second(0, 1)) * (first(1, 0) - second(1, 0)) < 0;
    },
  ],
  'float64 next to the half between two neighbours of float8, on which float16 lies': [
    'CastLike/25/float64-float8e4m3fn',
    (one) => numbersOf(one, 0).some((x) => x > 1.0625 && x < 1.0625 + 2 ** -20),
  ],
  'floats from 2^53 on that become int64, with bits that 32 do not hold': [
    'Cast/28/float32-int64',
    (one) => numbersOf(one, 0).includes(2 ** 53 + 2 ** 32),
  ],
  'a row of four with a number behind three NaN': [
    'ReduceMax/20/float32/nan',
    (one) => {
      const [rows, length] = dimsOf(one, 0);
      const isNaNs = (row: number) =>
        numbersOf(one, 0)
          .slice(4 * row, 4 * row + 4)
          .every((x, i) => Number.isNaN(x) === i < 3);
      return length === 4 && [...Array(rows!).keys()].some(isNaNs);
    },
  ],
  'every special number before one usual number, as the only two inputs': [
    'Max/13/float32/special-values',
    (one) => {
      const { length } = one.proposal.inputs;
      if (length !== 2 || dimsOf(one, 1).length > 0) return false;
      const [all, [last]] = [numbersOf(one, 0), numbersOf(one, 1)];
      return [Number.NaN, Infinity, -Infinity].every((x) => all.includes(x)) && Number.isFinite(last!);
    },
  ],
  'a slice backwards through no elements': [
    'Slice/13/float32/size-zero',
    (one) => dimsOf(one, 0).includes(0) && one.proposal.inputs.length > 4 && Math.min(...numbersOf(one, 4)) < 0,
  ],
};

/** Operators whose data may lack rows, with a setting that such a call has. */
const withoutRows = [
  ...['BatchNormalization/15/float32-float32-float32', 'GroupNormalization/21/float32', 'LRN/13/float32'],
  ...['InstanceNormalization/22/float32', 'LpNormalization/22/float32', 'LayerNormalization/17/float32'],
  ...['RMSNormalization/23/float32-float32', 'MaxPool/22/float32', 'AveragePool/22/float32', 'LpPool/22/float32'],
  'TopK/24/float32',
].map((id): [string, string] => [id, '']);
for (const mode of ['edge', 'reflect', 'wrap']) withoutRows.push(['Pad/25/float32/size-zero', mode]);

describe('the standard suite has', () => {
  test.each(withoutRows)('data without elements of %s %s', (id, setting) => {
    const isEmpty = ({ proposal }: Case) =>
      proposal.inputs[0]!.value!.dims.includes(0) &&
      (setting === '' || Object.values(proposal.attributes).some(({ value }) => value === setting));
    expect(casesOf(id).some(isEmpty)).toBe(true);
  });
  test.each(Object.entries(kinds))('%s', (_, [id, isOfKind]) => {
    const all = casesOf(id);
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter(isOfKind).map((one) => one.id)).not.toEqual([]);
  });
});
