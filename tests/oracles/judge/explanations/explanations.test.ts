import { describe, expect, it } from 'vitest';
import { compare } from '../../../../oracles/judge/comparator.ts';
import { withExplanations } from '../../../../oracles/judge/explanations/hypotheses.ts';
import { type Tensor, tensor } from '../../../../oracles/numerics/tensor.ts';
import { findOperator, newestOpset, operators, versionAt } from '../../../../oracles/operators.ts';
import type { Call } from '../../../../oracles/spec/declaration.ts';
import type { ExpectedOutput } from '../../../../oracles/spec/operator.ts';
import { callAt, type Request, tensorOf } from '../../call.ts';

/** The ids of all that explains an answer; none if it is right. */
function explain(name: string, call: Call, answer: Tensor, opset = newestOpset): readonly string[] {
  const operator = findOperator(name)!;
  const version = versionAt(operator, opset);
  const expected = operator.expect(version, call);
  const comparison = withExplanations(compare(expected, [answer]), { operator, version, call }, expected, [answer]);
  return (comparison.explanations ?? []).map(({ id }) => id);
}

const reduced = (name: string, data: Tensor, answer: Tensor, request: Request = {}, opset = newestOpset) =>
  explain(name, callAt(name, opset, data, request), answer, opset);

const { POSITIVE_INFINITY: infinity, NaN: nan } = Number;
const big = 2n ** 53n;
const matrix = tensorOf('float32', [1, 2, 3, 4, 5, 6], [2, 3]);

describe('types in which values do not fit', () => {
  it.each([
    ['int64 through float64', 'through-float64', 'int64', [big, 1n], [big]],
    ['int64 through float32', 'through-float32', 'int64', [2n ** 24n, 1n], [2n ** 24n]],
    ['int64 in 32 bits', 'through-int32', 'int64', [2n ** 32n + 5n, 1n], [6n]],
    [
      'uint64 in the float whose sum fills the type',
      'through-float32',
      'uint64',
      [2n ** 64n - 9n, 1n],
      [2n ** 64n - 1n],
    ],
    ['float64 through float32', 'through-float32', 'float64', [0.1, 0.25], [Math.fround(Math.fround(0.1) + 0.25)]],
    ['float32 through bfloat16', 'through-bfloat16', 'float32', [257, 1], [256]],
  ] as const)('%s', (_, id, dtype, terms, answer) => {
    expect(reduced('ReduceSum', tensorOf(dtype, terms), tensorOf(dtype, answer))).toContain(id);
    expect(
      reduced('ReduceSum', tensorOf(dtype, terms), tensorOf(dtype, [dtype === 'uint64' ? 7n : 77].map(own(dtype)))),
    ).not.toContain(id);
  });

  it('a product that a float rounds is not that of the next smaller float', () => {
    const factors = [123456789n, 987654321n].map((x) => tensorOf('int32', [x]));
    const product = BigInt.asIntN(32, BigInt(123456789 * 987654321));
    expect(product).not.toBe(BigInt.asIntN(32, 123456789n * 987654321n));
    const found = explain('Mul', { attributes: {}, inputs: factors }, tensorOf('int32', [product]));
    expect(found[0]).toBe('through-float64');
  });

  it('zeros tell of no type by themselves, next to a number with its digits they do', () => {
    const call: Call = {
      attributes: {},
      inputs: [tensorOf('float32', [1e-4, 1.0009765625]), tensorOf('float32', [1e-4, 1.5])],
    };
    expect(explain('Mul', call, tensorOf('float32', [0, 1.50146484375]))).not.toContain('through-float16');
    expect(explain('Mul', call, tensorOf('float32', [0, 1.501953125]))).toContain('through-float16');
    // a right number that float16 does not hold did not go through it
    expect(explain('Mul', call, tensorOf('float32', [1e-8, 1.501953125]))).not.toContain('through-float16');
  });

  it('a zero in place of a large integer does not show a conversion to float', () => {
    const data = tensorOf('uint64', [2n ** 63n, 1n]);
    expect(reduced('ReduceSum', data, tensorOf('uint64', [0n]))).not.toContain('through-float16');
  });

  const own = (dtype: string) => (x: number | bigint) => (dtype.includes('int') ? BigInt(x) : Number(x));

  it('halves of integers whose lower one has a sign', () => {
    const data = tensorOf('int64', [0x5_7fff_ffffn, 0x5_8000_0000n]);
    expect(reduced('ReduceMax', data, tensorOf('int64', [0x5_7fff_ffffn]))).toContain('signed-lower-halves');
  });

  it('halves of integers, where only some are compared so', () => {
    const data = tensorOf('int64', [0x5_7fff_ffffn, 0x5_0000_0001n, 0x5_ffff_fff0n, 0x4_7fff_ffffn]);
    const of = (got: bigint) => reduced('ReduceMax', data, tensorOf('int64', [got]));
    expect(of(0x5_0000_0001n)).toContain('signed-lower-halves');
    expect(of(0x4_7fff_ffffn)).not.toContain('signed-lower-halves');
  });

  it('halves of integers in any of several inputs', () => {
    const inputs = [tensorOf('int64', [1n]), tensorOf('int64', [2n]), tensorOf('int64', [0x8000_0000n])];
    expect(explain('Max', { attributes: {}, inputs }, tensorOf('int64', [2n]))).toContain('signed-lower-halves');
  });

  it('halves of integers before a bound that seems not to be there', () => {
    const inputs = [tensorOf('int64', [0x8000_0000n]), undefined, tensorOf('int64', [5n], [])];
    const [first, ...others] = explain('Clip', { attributes: {}, inputs }, inputs[0]!);
    expect(first).toBe('signed-lower-halves');
    expect(others).toContain('ignores-max');
  });

  it('a remainder of floats that is -0, and comes as the integer 0', () => {
    const inputs = [tensorOf('int64', [-(2n ** 53n) - 1n]), tensorOf('int64', [2n])];
    const attributes = { fmod: { type: 'INT', value: 1 } } as const;
    expect(explain('Mod', { attributes, inputs }, tensorOf('int64', [0n]))[0]).toBe('through-float64');
  });

  it.each([
    ['a product', 'ReduceProd', [[2n ** 40n + 1n, 2n ** 40n + 3n]]],
    ['a matrix product', 'Gemm', [[2n ** 40n + 1n], [2n ** 40n + 3n]]],
  ] as const)('%s of int64 through float64, which wraps', (_, name, terms) => {
    const inputs = terms.map((one) => tensorOf('int64', one, [1, one.length]));
    const answer = (x: bigint) => tensorOf('int64', [BigInt.asIntN(64, x)], [1, 1]);
    const call: Call = { attributes: {}, inputs };
    expect(explain(name, call, answer(2n ** 80n + 2n ** 42n))).toEqual(['through-float64']);
    expect(explain(name, call, answer(2n ** 80n + 2n ** 42n + 1n))).toEqual([]);
  });

  it('exponentials as integers', () => {
    const data = tensorOf('int64', [2, 5, 2, 4, 2, 5, 3, 4, 1], [9]);
    expect(reduced('ReduceLogSumExp', data, tensorOf('int64', [5]), {}, 13)).toContain('integer-exponentials');
  });
});

describe('nodes that are misread', () => {
  it.each([
    ['keepdims-as-0', {}, [6, 15], [2]],
    ['inverts-keepdims', {}, [6, 15], [2]],
    ['ignores-keepdims', { keepdims: 0 }, [6, 15], [2, 1]],
    ['ignores-axes', {}, [21], [1, 1]],
    ['all-axes', {}, [21], [1, 1]],
    ['no-axis', {}, [1, 2, 3, 4, 5, 6], [2, 3]],
    ['axes-from-the-end', {}, [5, 7, 9], [1, 3]],
  ] as const)('%s', (id, request, answer, dims) => {
    expect(reduced('ReduceSum', matrix, tensorOf('float32', answer, dims), { axes: [1], ...request })).toContain(id);
    expect(
      reduced(
        'ReduceSum',
        matrix,
        tensorOf(
          'float32',
          answer.map((x) => x + 9),
          dims,
        ),
        { axes: [1], ...request },
      ),
    ).toEqual([]);
  });

  it.each([
    ['first-axis-only', [5, 7, 9], [1, 3]],
    ['last-axis-only', [6, 15], [2, 1]],
  ] as const)('%s', (id, answer, dims) => {
    expect(reduced('ReduceSum', matrix, tensorOf('float32', answer, dims), { axes: [0, 1] })).toContain(id);
  });

  it('a flag that is taken for its other value is not always inverted', () => {
    const remainder = (fmod: number | undefined, got: bigint) =>
      explain(
        'Mod',
        {
          attributes: fmod === undefined ? {} : { fmod: { type: 'INT', value: fmod } },
          inputs: [tensorOf('int32', [-5n]), tensorOf('int32', [3n])],
        },
        tensorOf('int32', [got]),
      );
    expect(remainder(0, -2n)).toEqual(['fmod-as-1', 'inverts-fmod']);
    expect(remainder(undefined, -2n)).toEqual(['fmod-as-1', 'inverts-fmod']);
    expect(remainder(1, 1n)).toEqual(['ignores-fmod', 'inverts-fmod']);
  });

  it('any order explains no wrong order', () => {
    const inputs = [tensorOf('float32', [3, 9, 5, 7]), tensorOf('int64', [3n])];
    const operator = findOperator('TopK')!;
    const version = versionAt(operator, newestOpset);
    const call: Call = { attributes: {}, inputs };
    const expected = operator.expect(version, call);
    const answer = [tensorOf('float32', [5, 7, 9]), tensorOf('int64', [2n, 3n, 1n])];
    const asked = { operator, version, call };
    const { explanations } = withExplanations(compare(expected, answer), asked, expected, answer);
    expect(explanations).toBeUndefined();
  });

  it('a narrower type may admit the right number too, and still explains another one', () => {
    const inputs = [tensorOf('float32', [3e30], [1, 1]), tensorOf('float32', [1])];
    const call: Call = { attributes: { stash_type: { type: 'INT', value: 11 } }, inputs };
    expect(explain('RMSNormalization', call, tensorOf('float32', [0], [1, 1]))).toContain('ignores-stash_type');
  });

  it('a call with another answer explains a value although it admits the right one too', () => {
    // a window ends with 1 if it is periodic, which may be truncated from below
    const attributes = { periodic: { type: 'INT', value: 0 }, output_datatype: { type: 'INT', value: 2 } } as const;
    const call: Call = { attributes, inputs: [tensorOf('int64', [2n], [])] };
    expect(explain('HammingWindow', call, tensorOf('uint8', [0n, 1n]))).toContain('ignores-periodic');
  });

  it('rows that end at their last full vector, where they are reduced', () => {
    const data = tensorOf('float32', [1, 2, 4, 8, 16, 32, 64, 128, 256, 512], [2, 5]);
    const sums = (...answer: number[]) =>
      reduced('ReduceSum', data, tensorOf('float32', answer, [2, 1]), { axes: [1] });
    expect(sums(15, 480)).toEqual(['rows-end-at-4']);
    expect(sums(15, 992)).toEqual([]);
    // shorter rows have no full vector, and what is not reduced keeps its elements
    expect(reduced('ReduceSum', matrix, tensorOf('float32', [3, 9], [2, 1]), { axes: [1] })).toEqual([]);
    expect(explain('Neg', { attributes: {}, inputs: [data] }, data)).not.toContain('rows-end-at-4');
  });

  it('the input that comes back', () => {
    const request = { axes: [], noop: 1 };
    const data = tensorOf('float64', [4, 2]);
    expect(reduced('ReduceLogSum', data, data, request)).toContain('identity');
    expect(reduced('ReduceLogSum', data, tensorOf('float64', [4, 3]), request)).not.toContain('identity');
  });

  it('the input is returned where it does as a whole', () => {
    const call: Call = { attributes: {}, inputs: [tensorOf('float32', [1.5, 2.5])] };
    expect(explain('Floor', call, tensorOf('float32', [1.5, 2.5]))).toContain('identity');
    expect(explain('Floor', call, tensorOf('float32', [1, 2.5]))).not.toContain('identity');
    const zero: Call = { attributes: {}, inputs: [tensorOf('float32', [0, 2])] };
    expect(explain('Neg', zero, tensorOf('float32', [0, 2]))).toContain('identity');
    // zeros are what many faults give
    const none: Call = { attributes: {}, inputs: [tensorOf('float32', [0, 0])] };
    expect(explain('Exp', none, tensorOf('float32', [0, 0]))).not.toContain('identity');
    // however far behind the wrong element lies
    const long: Call = { attributes: {}, inputs: [tensorOf('float32', Array(300).fill(1))] };
    expect(explain('Abs', long, tensorOf('float32', [...Array(299).fill(1), 65]))).toEqual([]);
  });

  it('data without elements tell no identity, but which sizes they keep', () => {
    const [empty, kept] = [tensorOf('float32', [], [2, 0, 3]), tensorOf('float32', [], [2, 0, 1])];
    const found = reduced('ReduceSum', empty, empty, { axes: [-2] });
    expect(found[0]).toBe('empty-dimension-kept');
    expect(found).not.toContain('identity');
    expect(reduced('ReduceSum', empty, kept, { axes: [1, 2] })[0]).toBe('empty-dimension-kept');
  });

  it('lines of another version', () => {
    // one line of four equal elements, or two of two
    const call: Call = {
      attributes: { axis: { type: 'INT', value: 0 } },
      inputs: [tensorOf('float32', [0, 0, 0, 0], [2, 2])],
    };
    const [quarters, halves] = [0.25, 0.5].map((x) => tensorOf('float32', [x, x, x, x], [2, 2]));
    expect(explain('Softmax', call, quarters!)).toEqual(['from-axis-on']);
    expect(explain('Softmax', call, halves!, 11)).toEqual(['along-axis', 'ignores-axis']);
  });

  it('an index beyond the dimension', () => {
    const call: Call = { attributes: {}, inputs: [tensorOf('float32', [1, 3, 2])] };
    expect(explain('ArgMax', call, tensorOf('int64', [7]))).toContain('index-out-of-range');
    expect(explain('ArgMax', call, tensorOf('int64', [2]))).not.toContain('index-out-of-range');
  });
});

describe('special values', () => {
  it.each([
    ['flushes-subnormals', 'ReduceSum', [1e-40, 2e-40], 0],
    ['no-infinities', 'ReduceMax', [-infinity, -infinity], -3.4028234663852886e38],
    ['nan-as-zero', 'ReduceSum', [nan, 3], 3],
    ['inaccurate', 'ReduceLogSum', [3, 4], 1.9462],
  ] as const)('%s', (id, name, terms, answer) => {
    expect(reduced(name, tensorOf('float32', terms), tensorOf('float32', [answer]))).toContain(id);
    expect(reduced(name, tensorOf('float32', terms), tensorOf('float32', [-12345]))).toEqual([]);
  });
});

it('strings that end at a NUL, as inputs and as results', () => {
  const inputs = [tensor('string', [2], ['a\0b', 'c']), tensor('string', [2], ['a', 'c'])];
  expect(explain('Equal', { attributes: {}, inputs }, tensorOf('bool', [1, 1]))).toEqual(['cut-at-nul']);
  const [data] = inputs;
  expect(explain('Identity', { attributes: {}, inputs: [data!] }, inputs[1]!)).toEqual(['cut-at-nul']);
  expect(explain('Identity', { attributes: {}, inputs: [data!] }, tensor('string', [2], ['', 'c']))).toEqual([]);
});

it('strings that lose what fills those of a fixed width', () => {
  const inputs = [tensor('string', [2], ['a\0b\0\0', '\0']), tensor('string', [1], ['\0c'])];
  const answer = tensor('string', [2], ['a\0b\0c', '\0c']);
  expect(explain('StringConcat', { attributes: {}, inputs }, answer)).toEqual(['last-nuls-lost']);
});

it('an answer of another dtype is reported by it, one that contradicts itself by the policy', () => {
  expect(reduced('ReduceSum', tensorOf('float64', [1, 2]), tensorOf('float32', [3]))).toEqual(['answers-in-float32']);
  const data = tensorOf('float32', [nan, 1, nan, 2], [2, 2]);
  expect(reduced('ReduceMax', data, tensorOf('float32', [nan, 2], [2, 1]), { axes: [1] })).toEqual([
    'choice-nan-in-extremum',
  ]);
});

it('what no choice gives is explained by none', () => {
  const one = (x: number): Call => ({ attributes: {}, inputs: [tensorOf('float32', [x, 0], [1, 2])] });
  expect(explain('Abs', one(2 ** -130), tensorOf('float32', [7, 0], [1, 2]))).toEqual([]);
  // each row by itself, where version 1 counts all values
  const row: Call = { attributes: {}, inputs: [tensorOf('float32', [1000, 0], [1, 1, 2])] };
  expect(explain('LogSoftmax', row, tensorOf('float32', [0, -7], [1, 1, 2]), 1)).toEqual([]);
  const data = tensorOf('int64', [2n ** 62n, 2n ** 62n, 2n ** 62n]);
  expect(reduced('ReduceSum', data, tensorOf('int64', [5n]))).toEqual([]);
});

it('of a NaN that is lost where all are NaN, the limit of the choice is reported', () => {
  const operator = findOperator('ReduceMax')!;
  const call = callAt('ReduceMax', newestOpset, tensorOf('float32', [nan, nan]));
  const [{ accept }] = operator.expect(versionAt(operator, newestOpset), call) as [ExpectedOutput];
  expect(accept(0).judge(-infinity)).toMatchObject({
    accepted: false,
    allowed: 'exactly NaN: a NaN may be ignored only if there are also numbers',
  });
});

it('nothing explains a right answer, nor one that only some elements of a hypothesis have', () => {
  const axes = { axes: [1] };
  expect(reduced('ReduceSum', matrix, tensorOf('float32', [6, 15], [2, 1]), axes)).toEqual([]);
  expect(reduced('ReduceSum', matrix, tensorOf('float32', [0, 14], [2, 1]), axes)).toEqual([]);
});

it('a list of one may stand for a scalar, if its value is right', () => {
  const all = (answer: Tensor) => reduced('ReduceSum', matrix, answer, { keepdims: 0 });
  expect(all(tensorOf('float32', [21], [1]))).toContain('scalars-as-lists');
  expect(all(tensorOf('float32', [20], [1]))).not.toContain('scalars-as-lists');
  expect(all(tensorOf('float32', [21], [1, 1]))).not.toContain('scalars-as-lists');
});

it('ids are names, each of one hypothesis', () => {
  for (const operator of operators) {
    const ids = (operator.hypotheses ?? []).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z\d-]+$/);
  }
});

it('a node without inputs gives no data that an answer could be compared with', () => {
  const call: Call = { attributes: { value_ints: { type: 'INTS', value: [1, 2] } }, inputs: [] };
  expect(explain('Constant', call, tensorOf('int64', [1n, 3n]))).toEqual([]);
});

it('another value of an attribute that is not a flag is not a legal call, and explains nothing', () => {
  const call: Call = { attributes: {}, inputs: [tensorOf('float64', [1, 3], [1, 2]), tensorOf('float64', [1, 1])] };
  expect(explain('LayerNormalization', call, tensorOf('float64', [7.1, 7], [1, 2]))).toEqual([]);
});

it('results with the digits of float32 are those of the right number', () => {
  const call: Call = { attributes: {}, inputs: [tensorOf('float64', [0.1])] };
  expect(explain('Exp', call, tensorOf('float64', [Math.fround(Math.exp(0.1)) + 2 ** -22]))).toContain(
    'float32-results',
  );
  expect(explain('Exp', call, tensorOf('float64', [7]))).toEqual([]);
});

it('a zero of the wrong sign was not subnormal', () => {
  const call: Call = { attributes: {}, inputs: [tensorOf('float32', [0, 2])] };
  expect(explain('Neg', call, tensorOf('float32', [0, -2]))).toEqual([]);
});

it('what cannot be computed explains nothing: a subnormal number as -0 where zero has one sign', () => {
  const data = tensor('float8e4m3fnuz', [3], Uint8Array.of(0x81, 1, 2));
  const explained = (answer: Uint8Array) =>
    explain('Transpose', { attributes: {}, inputs: [data] }, tensor('float8e4m3fnuz', [3], answer));
  expect(explained(Uint8Array.of(3, 0, 0))).toEqual([]);
  // but where they come out
  expect(explained(new Uint8Array(3))).toEqual(['flushes-subnormals']);
});

describe('draws', () => {
  const p = tensorOf('float32', Array<number>(400).fill(0.125), [400]);
  /** As many ones as are given, spread over all places. */
  const ones = (count: number) =>
    tensorOf(
      'float32',
      Array.from({ length: 400 }, (_, i) => ((i * 149) % 400 < count ? 1 : 0)),
    );

  it('that are improbable together are explained by what makes them probable', () => {
    const call: Call = { attributes: { seed: { type: 'FLOAT', value: 3 } }, inputs: [p] };
    expect(explain('Bernoulli', call, ones(350))).toEqual(['draws-the-other']);
    expect(explain('Bernoulli', call, ones(200))).toEqual([]);
    expect(explain('Bernoulli', call, ones(50))).toEqual([]);
  });
});
