import { expect, it } from 'vitest';
import { select } from '../../../generators/suite/cases.ts';
import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import { tensorsIn } from '../../../oracles/numerics/value.ts';

const proposalsOf = (id: string) => {
  const { cells, cases } = select({ seed: 1, ids: [id], opsets: [], dtypes: [] });
  return cells.flatMap(cases).map(({ proposal }) => proposal);
};
type Size = (inputs: readonly (Tensor | undefined)[]) => number;
const size =
  (input: number, axis: number): Size =>
  (inputs) =>
    inputs[input]?.dims.at(axis) ?? 0;
const number =
  (input: number): Size =>
  (inputs) =>
    Number(inputs[input]?.data[0] ?? 0);

/** What kernels go along in blocks, by a cell: each is longer than those blocks in some case, and no multiple of them. */
const long: Readonly<Record<string, Readonly<Record<string, Size>>>> = {
  'Loop/25/int64/any-length': { runs: number(0) },
  'Scan/25/int64/any-length': { places: size(1, 0) },
  'RoiAlign/22/float32/any-count': { regions: size(1, 0), channels: size(0, 1), images: size(0, 0) },
  'MaxRoiPool/22/float32/any-count': { regions: size(1, 0), channels: size(0, 1), images: size(0, 0) },
  'NonMaxSuppression/11/float32/any-count': { boxes: size(0, 1), classes: size(1, 1), images: size(0, 0) },
  'GridSample/22/float32-float32/any-count': {
    channels: size(0, 1),
    instances: size(0, 0),
    rows: size(1, 1),
    columns: size(1, 2),
  },
  'AffineGrid/20/float32/any-count': { instances: size(0, 0) },
  'MelWeightMatrix/17/int64-float32-float32/any-count': { bands: number(0), length: number(1) },
  'DFT/20/float32/any-length': { length: number(1) },
  'STFT/17/float32/any-length': { frame: number(3), samples: size(0, 1) },
  'HannWindow/17/int64-float32/any-size': { size: number(0) },
  'Attention/25/float32-float32-float32/any-length': { queries: size(0, 2), keys: size(1, 2) },
  'LinearAttention/27/float32-float32/any-length': { positions: size(0, 1) },
  'RotaryEmbedding/23/float32-int64/any-length': { positions: size(0, 2), rows: size(1, 0) },
  'LSTM/22/float32/any-size': { steps: size(0, 0), sequences: size(0, 1), units: size(2, 2), features: size(0, 2) },
};

it.each(Object.keys(long))('%s reaches long lengths', (id) => {
  const inputs = proposalsOf(id).map((proposal) => proposal.inputs.map(({ value }) => value));
  expect(inputs.length).toBeGreaterThan(0);
  for (const [name, of] of Object.entries(long[id]!)) {
    const sizes = inputs.map((all) => of(all));
    expect(Math.max(...sizes), name).toBeGreaterThan(128);
    expect(
      sizes.some((one) => one > 128 && one % 16 !== 0),
      name,
    ).toBe(true);
  }
});

it.each(['SequenceAt', 'SequenceInsert', 'SequenceErase', 'SequenceLength', 'ConcatFromSequence'])(
  '%s is tried on long sequences',
  (name) => {
    const counts = proposalsOf(`${name}/*/float32/any-length`).map(
      ({ inputs: [first] }) => tensorsIn(first!.held!).length,
    );
    expect(Math.max(...counts)).toBeGreaterThan(256);
  },
);
