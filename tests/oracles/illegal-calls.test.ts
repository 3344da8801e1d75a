import { describe, expect, it } from 'vitest';
import type { DType } from '../../oracles/numerics/dtype.ts';
import { findOperator, versionAt } from '../../oracles/operators.ts';
import { BadInput, NotJudged } from '../../oracles/spec/bad-input.ts';
import type { Attributes, AttributeValue } from '../../oracles/spec/declaration.ts';
import { tensorOf } from './call.ts';

type Input = readonly [dims: readonly number[], values?: readonly number[], dtype?: DType];

/** What the oracle throws for a call; floats are all 1 unless given. */
function refusal(name: string, inputs: readonly Input[], attributes: Attributes = {}, opset = 21): BadInput {
  const operator = findOperator(name)!;
  const tensors = inputs.map(([dims, values, dtype = values ? 'int64' : 'float32']) => {
    const count = dims.reduce((product, size) => product * size, 1);
    const numbers = values ?? Array.from({ length: count }, () => 1);
    return tensorOf(dtype, dtype === 'int64' ? numbers.map(BigInt) : numbers, dims);
  });
  try {
    operator.expect(versionAt(operator, opset), { attributes, inputs: tensors });
  } catch (error) {
    if (error instanceof BadInput) return error;
    throw error;
  }
  throw new Error(`${name} is judged`);
}

const ints = (...value: number[]): AttributeValue => ({ type: 'INTS', value });
const int = (value: number): AttributeValue => ({ type: 'INT', value });
const text = (value: string): AttributeValue => ({ type: 'STRING', value });
const integers = (...values: number[]): Input => [[values.length], values];
const pooled = (attributes: Attributes) =>
  ['MaxPool', [[[1, 1, 2]]], { kernel_shape: ints(2), ...attributes }] as const;

describe('calls that are not legal', () => {
  it.each([
    [
      'GatherElements',
      [
        [[1, 2]],
        [
          [1, 3],
          [0, 0, 0],
        ],
      ],
      { axis: int(0) },
    ],
    ['GatherElements', [[[2]], [[1, 1], [0]]], {}],
    ['Pad', [[[0]], integers(1, 1)], { mode: text('edge') }],
    ['Pad', [[[2]], integers(1)], {}],
    ['Pad', [[[2]], integers(-5, 0)], {}],
    pooled({ auto_pad: text('FOO') }),
    pooled({ kernel_shape: ints(-2) }),
    pooled({ strides: ints(0) }),
    pooled({ dilations: ints(0) }),
    pooled({ pads: ints(-1, 0) }),
    ['DepthToSpace', [[[1, 4, 1, 1]]], { blocksize: int(-2) }],
    ['SpaceToDepth', [[[1, 1, 2, 2]]], { blocksize: int(0) }],
    ['SpaceToDepth', [[[2, 2]]], { blocksize: int(1) }],
    ['Expand', [[[1]], integers(-5)], {}],
    ['Tile', [[[2]], integers(-2)], {}],
    ['TopK', [[[2]], [[0], []]], {}],
    ['CumSum', [[[2]], [[0], []]], {}],
    ['Compress', [[[]], [[1], [1], 'bool']], {}],
    ['Col2Im', [[[1, 1, 1]], integers(1), integers(1)], {}],
    ['Dropout', [[[2]], [[0]], [[], [1], 'bool']], {}],
    ['ConvTranspose', [[[1, 0, 2]], [[0, 1, 0]]], {}],
    ['MaxUnpool', [[[1, 1, 1]], [[1, 1, 1], [0]], integers(0, 0, 1)], { kernel_shape: ints(1) }],
    [
      'ConvInteger',
      [
        [[1, 1, 1], [1], 'int8'],
        [[1, 1, 1], [1], 'int8'],
        [[1, 1], [0], 'int8'],
      ],
      {},
    ],
    [
      'MatMulInteger',
      [
        [[1], [1], 'int8'],
        [[1, 1, 1], [1], 'int8'],
        [[], [0], 'int8'],
        [[1, 1], [0], 'int8'],
      ],
      {},
    ],
    [
      'MatMulInteger',
      [
        [[1], [1], 'int8'],
        [[1], [1], 'int8'],
        [[1, 1], [0], 'int8'],
      ],
      {},
    ],
  ] as const)('%s of %j with %j', (name, inputs, attributes) => {
    const thrown = refusal(name, inputs as readonly Input[], attributes as Attributes);
    expect(thrown).not.toBeInstanceOf(NotJudged);
  });
});

describe('calls of which nothing is said', () => {
  it.each([
    ['Pad', [[[1]], integers(1, 1)], { mode: text('reflect') }],
    pooled({ pads: ints(5, 5) }),
    pooled({ kernel_shape: ints(2 ** 40), pads: ints(2 ** 40, 2 ** 40) }),
    ['Expand', [[[1]], integers(70_000, 70_000)], {}],
    ['Tile', [[[2]], integers(2 ** 50)], {}],
    ['Pad', [[[2]], integers(2 ** 40, 0)], {}],
    ['Div', [integers(5, 7), integers(0)], {}],
    ['Mod', [integers(5, 7), integers(1, 0)], {}],
    ['Pow', [integers(2), integers(-1)], {}],
    ['Pow', [integers(0), integers(-1)], {}],
    ['Pow', [integers(3), integers(2 ** 50)], {}],
    ['DynamicQuantizeLinear', [[[1], [Number.NaN], 'float32']], {}],
    ['DynamicQuantizeLinear', [[[1], [2 ** -149], 'float32']], {}],
    [
      'BitShift',
      [
        [[1], [1], 'uint8'],
        [[1], [8], 'uint8'],
      ],
      { direction: text('LEFT') },
    ],
    ['MaxUnpool', [[[1, 1, 1]], [[1, 1, 1], [0]], integers(1, 1, 0)], { kernel_shape: ints(1) }],
    [
      'MaxUnpool',
      [
        [[1, 1, 2]],
        [
          [1, 1, 2],
          [0, 0],
        ],
      ],
      { kernel_shape: ints(2), pads: ints(2, 0) },
    ],
    ['NegativeLogLikelihoodLoss', [[[1, 0]], integers(1)], { ignore_index: int(1) }],
    ['Unsqueeze', [[[1]], [[], [0]]], {}],
    ['Expand', [[[1]], [[], [1]]], {}],
    ['CenterCropPad', [[[1]], [[1, 1], [1]]], {}],
    ['CumSum', [[[2]], [[1, 1], [0]]], {}],
    ['OneHot', [integers(0), [[1, 1], [1]], [[2]]], {}],
    ['ConvTranspose', [[[1, 1, 1]], [[1, 1, 1]]], { output_padding: ints(1) }],
    ['BatchNormalization', [[[]], [[1]], [[1]], [[1]], [[1]]], {}],
    pooled({ kernel_shape: ints(1), strides: ints(3), ceil_mode: int(1) }),
    ['ScatterElements', [[[1], [Number.NaN], 'float32'], integers(0), [[1]]], { reduction: text('max') }],
  ] as const)('%s of %j with %j', (name, inputs, attributes) => {
    expect(refusal(name, inputs as readonly Input[], attributes as Attributes)).toBeInstanceOf(NotJudged);
  });
});

it('extrema of scatters are there since version 18', () => {
  const max = { reduction: text('max') };
  const { message } = refusal('ScatterElements', [[[1]], integers(0), [[1]]], max, 16);
  expect(message).toMatch(/max/);
});

it('attributes of type INT are not rounded to float32', () => {
  expect(refusal('TopK', [[[2]]], { k: int(2 ** 24 + 1) }, 1).message).toBe(
    'k is 16777217; it must be from 1 to 2, the length of a line',
  );
});
