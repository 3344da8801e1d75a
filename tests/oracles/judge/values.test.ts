import { describe, expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { optionalOf, typeOf, type Value } from '../../../oracles/numerics/value.ts';
import { expected, list, sequenceWith } from '../sequence/call.ts';

const [a, b, c] = [list(1), list(2, 3), list(4)];
const wanted = expected('SequenceConstruct', [a, b, c]);

/** What is wrong with an answer. */
const problem = (got: Value, want = wanted) => {
  const { accepted, problem, message } = compare(want, [got]);
  return accepted ? 'accepted' : `${problem}: ${message}`;
};

describe('a sequence', () => {
  it('is right with all tensors in their order', () => {
    expect(problem(sequenceWith(a, b, c))).toBe('accepted');
    expect(compare(wanted, [sequenceWith(a, b, c)])).toMatchObject({ tier: 'exact', observations: [] });
  });

  it.each<[string, Value, string]>([
    ['too short', sequenceWith(a, b), 'shape: output 0 has 2 tensors instead of 3'],
    ['too long', sequenceWith(a, b, c, c), 'shape: output 0 has 4 tensors instead of 3'],
    ['empty', sequenceWith(), 'shape: output 0 has 0 tensors instead of 3'],
    ['in another order', sequenceWith(b, a, c), 'shape: tensor 0 of output 0 has shape [2] instead of [1]'],
    [
      'in another order of tensors of one shape',
      sequenceWith(c, b, a),
      'value: 2 of 4 elements wrong; at [0] of tensor 0 got 4, exact 1, allowed exactly 1',
    ],
    ['a tensor', a, 'dtype: output 0 has dtype float32 instead of seq(float32)'],
    [
      'in an optional',
      optionalOf(typeOf(sequenceWith(a)), sequenceWith(a)),
      'dtype: output 0 has dtype optional(seq(float32)) instead of seq(float32)',
    ],
  ])('is wrong if it is %s', (_, got, message) => expect(problem(got)).toBe(message));

  it('names the tensor with the wrong element', () => {
    const wrong = compare(wanted, [sequenceWith(a, list(2, 7), c)]);
    expect(wrong.mismatch).toMatchObject({ output: 0, tensor: 1, index: [1], got: '7', exact: '3' });
  });

  it('is judged together with the other outputs', () => {
    const both = [...wanted, ...expected('SequenceLength', [sequenceWith(a)])];
    const length = { dtype: 'int64', dims: [], data: BigInt64Array.of(2n) } as const;
    expect(compare(both, [sequenceWith(a, b, c), length]).mismatch).toMatchObject({ output: 1, got: '2' });
  });
});

describe('an optional', () => {
  const full = expected('Optional', [a]);
  const type = { type: 'TYPE_PROTO', value: { dtype: 'float32', dims: undefined } } as const;
  const empty = expected('Optional', [], { type });
  const absent = optionalOf<typeof a>(typeOf(a), undefined);
  const present = optionalOf(typeOf(a), a);

  it('is right with its content, or without where there is none', () => {
    expect([problem(present, full), problem(absent, empty)]).toEqual(['accepted', 'accepted']);
  });

  it('is wrong with another content, with none, and with one too many', () => {
    expect(problem(optionalOf(typeOf(a), c), full)).toContain(
      'value: the only element wrong; at [0] of tensor 0 got 4',
    );
    expect(problem(absent, full)).toBe('shape: output 0, an optional, has no content instead of content');
    expect(problem(present, empty)).toBe('shape: output 0, an optional, has content instead of no content');
    expect(problem(a, full)).toBe('dtype: output 0 has dtype float32 instead of optional(float32)');
  });
});
