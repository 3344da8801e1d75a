import { describe, expect, it } from 'vitest';
import { tensor } from '../../../oracles/numerics/tensor.ts';
import { optionalOf, sequenceOf, tensorsIn, typeOf } from '../../../oracles/numerics/value.ts';
import { list, place, result, sequenceWith } from './call.ts';

const [a, b, c] = [list(1), list(2, 3), list(4, 5, 6)];
const abc = sequenceWith(a, b, c);
const integer = (value: number) => ({ type: 'INT', value }) as const;

/** Rows that are easy to distinguish. */
const rows = tensor('float32', [3, 2], new Float32Array([1, 2, 3, 4, 5, 6]));
const shapesOf = (...node: Parameters<typeof result>) => tensorsIn(result(...node)).map(({ dims }) => dims);
const dataOf = (...node: Parameters<typeof result>) => tensorsIn(result(...node)).map(({ data }) => [...data]);

describe('places', () => {
  it.each([
    [0, a],
    [2, c],
    [-1, c],
    [-3, a],
  ])('SequenceAt %i', (position, tensor) => expect(result('SequenceAt', [abc, place(position)])).toEqual(tensor));

  it.each([3, -4])('SequenceAt %i is outside', (position) =>
    expect(() => result('SequenceAt', [abc, place(position)])).toThrow(`position ${position} is outside [-3, 2]`),
  );

  const d = list(7);
  it.each([
    [0, [d, a, b, c]],
    [3, [a, b, c, d]],
    [-1, [a, b, d, c]],
    [-3, [d, a, b, c]],
  ])('SequenceInsert at %i', (position, tensors) =>
    expect(result('SequenceInsert', [abc, d, place(position)])).toEqual(sequenceWith(...tensors)),
  );

  it('SequenceInsert without a position is behind the last, also of an empty sequence', () => {
    expect(result('SequenceInsert', [abc, d])).toEqual(sequenceWith(a, b, c, d));
    expect(result('SequenceInsert', [sequenceWith(), d])).toEqual(sequenceWith(d));
  });

  it.each([4, -4])('SequenceInsert at %i is outside', (position) =>
    expect(() => result('SequenceInsert', [abc, d, place(position)])).toThrow('is outside [-3, 3]'),
  );

  it('SequenceErase takes one away, the last one by default', () => {
    expect(result('SequenceErase', [abc, place(1)])).toEqual(sequenceWith(a, c));
    expect(result('SequenceErase', [abc, place(-3)])).toEqual(sequenceWith(b, c));
    expect(result('SequenceErase', [abc])).toEqual(sequenceWith(a, b));
    expect(result('SequenceErase', [sequenceWith(a)])).toEqual(sequenceWith());
    expect(() => result('SequenceErase', [sequenceWith()])).toThrow('nothing can be erased');
  });

  it('SequenceLength counts', () => {
    expect(result('SequenceLength', [abc])).toEqual(place(3));
    expect(result('SequenceLength', [sequenceWith()])).toEqual(place(0));
  });

  it('tensors of one sequence are of one type', () => {
    expect(() => result('SequenceConstruct', [a, place(1)])).toThrow('inputs is int64 where T is float32');
    expect(() => result('SequenceInsert', [abc, place(1)])).toThrow(
      'a tensor of int64 cannot be inserted into a sequence of float32',
    );
    expect(result('SequenceEmpty', [], { dtype: integer(7) })).toEqual(sequenceOf('int64', []));
    expect(() => result('SequenceEmpty', [], { dtype: integer(16) })).toThrow('bfloat16 is not allowed by version 11');
  });

  it('a tensor does not stand for a sequence', () =>
    expect(() => result('SequenceLength', [a])).toThrow('input_sequence: float32 is not allowed by version 11'));
});

describe('parts', () => {
  it('ConcatFromSequence joins, or stacks', () => {
    const pair = sequenceWith(list(1, 2), list(3, 4));
    expect(dataOf('ConcatFromSequence', [pair], { axis: integer(0) })).toEqual([[1, 2, 3, 4]]);
    const stacked = (axis: number) => ({ axis: integer(axis), new_axis: integer(1) });
    expect(dataOf('ConcatFromSequence', [pair], stacked(0))).toEqual([[1, 2, 3, 4]]);
    expect(dataOf('ConcatFromSequence', [pair], stacked(-1))).toEqual([[1, 3, 2, 4]]);
    expect(shapesOf('ConcatFromSequence', [pair], stacked(1))).toEqual([[2, 2]]);
    expect(() => result('ConcatFromSequence', [pair], stacked(2))).toThrow('axis 2 is outside [-2, 1]');
    expect(() => result('ConcatFromSequence', [sequenceWith()], { axis: integer(0) })).toThrow(
      'cannot be concatenated',
    );
    expect(() => result('ConcatFromSequence', [abc], stacked(0))).toThrow('differ');
  });

  it('SplitToSequence has lengths, a length, or one for each', () => {
    const lengths = tensor('int64', [2], BigInt64Array.of(1n, 2n));
    expect(dataOf('SplitToSequence', [rows, lengths])).toEqual([
      [1, 2],
      [3, 4, 5, 6],
    ]);
    expect(dataOf('SplitToSequence', [rows, place(2)])).toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ]);
    expect(dataOf('SplitToSequence', [rows, place(5)])).toEqual([[1, 2, 3, 4, 5, 6]]);
    expect(dataOf('SplitToSequence', [rows], { axis: integer(1) })).toEqual([
      [1, 3, 5],
      [2, 4, 6],
    ]);
    expect(() => result('SplitToSequence', [rows, place(0)])).toThrow('parts of length 0');
    expect(() => result('SplitToSequence', [rows, tensor('int64', [1], BigInt64Array.of(2n))])).toThrow('do not split');
  });

  it('keepdims counts only without split', () => {
    const dropped = { keepdims: integer(0) };
    expect(shapesOf('SplitToSequence', [rows], dropped)).toEqual([[2], [2], [2]]);
    expect(shapesOf('SplitToSequence', [rows])).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
    expect(shapesOf('SplitToSequence', [rows, place(1)], dropped)).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
  });
});

describe('optionals', () => {
  const yes = tensor('bool', [], Uint8Array.of(1));
  const no = tensor('bool', [], Uint8Array.of(0));
  const type = { type: 'TYPE_PROTO', value: { dtype: 'float32', dims: undefined } } as const;
  const absent = optionalOf<typeof a>(typeOf(a), undefined);

  it('Optional has its input, or nothing of a type', () => {
    expect(result('Optional', [a])).toEqual(optionalOf(typeOf(a), a));
    expect(result('Optional', [abc])).toEqual(optionalOf(typeOf(abc), abc));
    expect(result('Optional', [], { type })).toEqual(absent);
    expect(() => result('Optional', [])).toThrow('needs a type');
    expect(() => result('Optional', [abc], { type })).toThrow('the type is float32, but the input is seq(float32)');
  });

  it('OptionalHasElement knows nothing from an empty sequence', () => {
    expect(result('OptionalHasElement', [optionalOf(typeOf(a), a)])).toEqual(yes);
    expect(result('OptionalHasElement', [absent])).toEqual(no);
    const empty = sequenceWith();
    expect(result('OptionalHasElement', [optionalOf(typeOf(empty), empty)])).toEqual(yes);
    expect(result('OptionalHasElement', [])).toEqual(no);
    expect(result('OptionalHasElement', [empty])).toEqual(yes);
  });

  it('only since 18 there need not be an optional', () => {
    expect(() => result('OptionalHasElement', [a], {}, 15)).toThrow('float32 is not allowed by version 15');
    expect(() => result('OptionalHasElement', [], {}, 15)).toThrow('the input input is missing');
    expect(() => result('OptionalGetElement', [a], {}, 15)).toThrow('float32 is not allowed by version 15');
  });

  it('OptionalGetElement takes it out', () => {
    expect(result('OptionalGetElement', [optionalOf(typeOf(abc), abc)])).toEqual(abc);
    expect(result('OptionalGetElement', [a])).toEqual(a);
    expect(() => result('OptionalGetElement', [absent])).toThrow('has no element');
  });
});
