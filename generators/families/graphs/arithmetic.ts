import type { DType } from '../../../oracles/numerics/dtype.ts';
import type { GraphEntry } from './entry.ts';

/** The types of optimizers' rules, and one that they often forget. */
const inDoubles: readonly DType[] = ['float32', 'float64'];

/** Elementwise nodes and reductions, whose algebra holds of real numbers and not of all that a type has. */
export const arithmetic: readonly GraphEntry[] = [
  {
    id: 'clip-clip',
    text: 'Of two clips the second clips what the first gives.',
    graphs: {
      'intervals that do not meet': 'x 8 = -9 -1 0 1 2 4 5 9; a = Clip(x, min=-2, max=1); y = Clip(a, min=3, max=6)',
      'one within the other': 'x 8 = -9 -1 0 1 2 4 5 9; a = Clip(x, min=-4, max=4); y = Clip(a, min=-1, max=2)',
      'a bound of each': 'x 8 = -9 -1 0 1 NaN 4 5 Infinity; a = Clip(x, max=4); y = Clip(a, min=0)',
      'the first one needed as well':
        'x 8 = -9 -1 0 1 2 4 5 9; a = Clip(x, min=-4, max=4); y = Clip(a, min=-1, max=2) -> a, y',
    },
    dtypes: inDoubles,
  },
  {
    id: 'clip-reversed',
    text: 'Where the least value is above the greatest, all that Clip gives is the greatest, whatever is fused with it.',
    graphs: {
      'behind Relu': 'x 6 = -9 -1 0 1 4 9; a = Relu(x); y = Clip(a, min=5, max=2)',
      'behind a sum': 'x 6 = -9 -1 0 1 4 9; b 6; a = Add(x, b); y = Clip(a, min=3, max=-3)',
      'in front of Clip': 'x 6 = -9 -1 0 1 4 9; a = Clip(x, min=5, max=2); y = Clip(a, min=0, max=6)',
    },
    dtypes: inDoubles,
  },
  {
    id: 'relu-clip',
    text: 'Relu and Clip become one only where the bounds of both are kept.',
    graphs: {
      'a least value above 0': 'x 8 = -9 -1 0 1 2 4 5 9; a = Relu(x); y = Clip(a, min=1, max=4)',
      'a greatest value below 0': 'x 8 = -9 -1 0 1 2 4 5 9; a = Relu(x); y = Clip(a, min=-4, max=-1)',
      'a least value below 0': 'x 8 = -9 -1 0 1 2 4 5 9; a = Relu(x); y = Clip(a, min=-1, max=6)',
      'clipped first': 'x 8 = -9 -1 0 1 2 4 5 9; a = Clip(x, min=-2, max=3); y = Relu(a)',
      'Relu twice': 'x 8 = -9 -1 0 1 -2 NaN 5 9; a = Relu(x); y = Relu(a)',
      'bounds that come at run time': 'x 6 = -9 -1 0 1 4 9; l scalar = 1; h scalar = 3; a = Relu(x); y = Clip(a, l, h)',
    },
    dtypes: inDoubles,
  },
  {
    id: 'min-max',
    text: 'Min and Max in a row clip in their order.',
    graphs: {
      'the bound of Max above that of Min':
        'x 6 = -9 -1 0 1 4 9; L scalar = 2; H scalar = -1; a = Max(x, L); y = Min(a, H)',
      'as a clip': 'x 6 = -9 -1 0 1 4 9; L scalar = -1; H scalar = 4; a = Min(x, H); y = Max(a, L)',
      'bounds along a dimension': 'x 2x3; L 3 = -1 0 1; H 2x1 = 2 0; a = Max(x, L); y = Min(a, H)',
    },
    dtypes: inDoubles,
  },
  {
    id: 'mul-mul',
    text: 'Factors may be multiplied beforehand only where no factor changes what is a number.',
    graphs: {
      'by 0 in the end': 'x 5 = 1 -2 Infinity NaN 0; Z scalar = 0; F scalar = 2; a = Mul(x, F); y = Mul(a, Z)',
      'factors that broadcast differently': 'x 2x3; F 3 = 1 2 -1; G 2x1 = 2 -3; a = Mul(x, F); y = Mul(a, G)',
      'factors larger than the data': 'x 1 = 3; F 2x1 = 2 -1; G 3 = 1 2 4; a = Mul(x, F); y = Mul(a, G)',
      'by 1': 'x 5 = 1 -2 Infinity NaN -0; I 2x1 = 1; y = Mul(x, I)',
    },
    dtypes: inDoubles,
  },
  {
    id: 'mul-zero',
    text: 'A product with 0 is 0 only of finite numbers.',
    graphs: {
      'numbers that are not finite': 'x 6 = 1 -2 Infinity -Infinity NaN 0; Z scalar = 0; y = Mul(x, Z)',
      'a difference with itself': 'x 6 = 1 -2 Infinity -Infinity NaN 0; y = Sub(x, x)',
      'a quotient by itself': 'x 6 = 1 -2 Infinity -Infinity NaN 0; y = Div(x, x)',
      'a power of 0': 'x 6 = 1 -2 Infinity -Infinity NaN 0; Z scalar = 0; y = Pow(x, Z)',
      'equal to itself': 'x 6 = 1 -2 Infinity -Infinity NaN 0; a = Equal(x, x); y = Cast(a, to=float32)',
      'not less than itself': 'x 6 = 1 -2 Infinity -Infinity NaN 0; l = Less(x, x); y = Not(l)',
    },
  },
  {
    id: 'add-zero',
    text: 'A sum with 0 has the shape of both operands.',
    graphs: {
      'a zero of a larger shape': 'x 3 distinct; Z 2x1 = 0; y = Add(x, Z)',
      'a one of a larger rank': 'x 3 distinct; I 1x1x1 = 1; a = Mul(x, I); y = Div(a, I)',
      'zeros of the same shape': 'x 2x3 = 1 -2 Infinity NaN -0 0; Z 2x3 = 0; y = Add(x, Z)',
      'subtracted from 0': 'x 3 distinct; Z 2x1 = 0; y = Sub(Z, x)',
      'raised to 1': 'x 3 distinct; I 2x1 = 1; y = Pow(x, I)',
    },
    dtypes: inDoubles,
  },
  {
    id: 'sub-add',
    text: 'What is taken away and added again is what was there, in the shape of all operands.',
    graphs: {
      'in a larger shape': 'x 3 distinct; b 2x1; a = Sub(x, b); y = Add(a, b)',
      'numbers that are not finite':
        'x 4 = 1 Infinity NaN 2; b 4 = Infinity Infinity 1 0; a = Sub(x, b); y = Add(a, b)',
      'the other way round': 'x 3 distinct; b 3; a = Sub(b, x); y = Add(a, b)',
    },
    dtypes: inDoubles,
  },
  {
    id: 'div-mul',
    text: 'What is divided and multiplied again is what was there only where the quotient is.',
    graphs: {
      'quotients of integers': 'x int32 6 = 7 -7 1 0 100 -3; B int32 scalar = 3; a = Div(x, B); y = Mul(a, B)',
      'by 0': 'x 4 = 1 0 -2 NaN; b 4 = 0 0 2 1; a = Div(x, b); y = Mul(a, b)',
      'multiplied first, in integers that wrap':
        'x int32 3 = 1000000 -5 4; B int32 scalar = 8192; a = Mul(x, B); y = Div(a, B)',
      'a square root by itself': 'x 4 = 4 9 16 0.25; r = Sqrt(x); y = Div(x, r)',
      'by a constant that has no inverse': 'x 4 = 1 0 -2 4; B 4 = 0 2 4 8; y = Div(x, B)',
    },
  },
  {
    id: 'inverse-mul',
    text: 'A product with an inverse is a quotient of the same numbers, whatever gives them.',
    graphs: {
      'an inverse by Div': 'x 4 = 1 3 -4 8; z 4 = 1 2 -4 8; I scalar = 1; a = Div(I, z); y = Mul(x, a)',
      'an inverse of a constant': 'x 4 = 1 3 -4 8; B 4 = 1 2 -4 8; I scalar = 1; a = Div(I, B); y = Mul(x, a)',
      'one divided by one': 'x 4 = 1 3 NaN -0; I scalar = 1; a = Div(I, I); y = Mul(x, a)',
      'in a larger shape': 'x 3x1 = 1 3 -4; z 4 = 1 2 -4 8; I scalar = 1; a = Div(I, z); y = Mul(a, x)',
      'another number than 1': 'x 4 = 1 3 -4 8; z 4 = 1 2 -4 8; T scalar = 2; a = Div(T, z); y = Mul(x, a)',
      'an inverse by Reciprocal': 'x 4 = 1 3 -4 8; z 4 = 1 2 -4 8; a = Reciprocal(z); y = Mul(x, a)',
      'an inverse of 0': 'x 4 = 1 0 -4 Infinity; z 4 = 0 0 -0 2; I scalar = 1; a = Div(I, z); y = Mul(x, a)',
    },
    dtypes: inDoubles,
  },
  {
    id: 'inverse-functions',
    text: 'Functions that undo each other do so where both are defined.',
    graphs: {
      'Exp of Log of negative numbers': 'x 5 = -1 0 1 4 -8; a = Log(x); y = Exp(a)',
      'Sqrt of a square': 'x 5 = -3 -1 0 2 4; a = Mul(x, x); y = Sqrt(a)',
      'a square of Sqrt': 'x 5 = -4 -1 0 4 16; a = Sqrt(x); y = Mul(a, a)',
      'Log of Exp': 'x 5 = -3 -1 0 2 4; a = Exp(x); y = Log(a)',
      'Reciprocal twice': 'x 5 = 0 -0 2 -4 Infinity; a = Reciprocal(x); y = Reciprocal(a)',
      'Tan of Atan': 'x 5 = 0 -1 2 -4 1; a = Atan(x); y = Tan(a)',
    },
    dtypes: inDoubles,
  },
  {
    id: 'neg-neg',
    text: 'Two negations cancel, and change nothing between them.',
    graphs: {
      'Abs between': 'x 5 = 1 -2 0 -Infinity 3; a = Neg(x); b = Abs(a); y = Neg(b)',
      'in floats': 'x 5 = 1 -0 0 NaN -Infinity; a = Neg(x); y = Neg(a)',
      'added to itself': 'x 4 = 1 -2 Infinity 3; a = Neg(x); y = Add(x, a)',
      'Abs twice': 'x int8 4 = -127 127 0 -1; a = Abs(x); y = Abs(a)',
    },
    dtypes: inDoubles,
  },
  {
    id: 'not-not',
    text: 'Two negations of truth cancel; that of a comparison is the opposite one only of numbers.',
    graphs: {
      'Not of Less with NaN': 'x 4 = 1 NaN 2 NaN; z 4 = 2 1 NaN NaN; l = Less(x, z); y = Not(l)',
      'Not of Greater with NaN': 'x 4 = 1 NaN 2 3; z 4 = 2 1 NaN 3; l = Greater(x, z); y = Not(l)',
      'Not twice': 'x bool 4 = 1 0 0 1; a = Not(x); y = Not(a)',
      'Not of And': 'x bool 4 = 1 0 0 1; z bool 2x1 = 1 0; a = And(x, z); y = Not(a)',
      'as numbers': 'x bool 4 = 1 0 0 1; a = Not(x); f = Cast(a, to=float32); I scalar = 1; y = Sub(I, f)',
    },
  },
  {
    id: 'where-constant',
    text: 'Where whose condition is constant gives one of its operands in the shape of all three.',
    graphs: {
      'all true, and a larger shape': 'x 3 distinct; z 2x1; C bool 1 = 1; y = Where(C, x, z)',
      'all false': 'x 2x3 distinct; z 3; C bool 2x1 = 0; y = Where(C, x, z)',
      both: 'x 2x3 distinct; z 2x3; C bool 3 = 1 0 1; y = Where(C, x, z)',
      'both operands the same': 'x 3 distinct; c bool 2x1 = 1 0; y = Where(c, x, x)',
      'a condition that is negated': 'x 4 distinct; z 4; c bool 4 = 1 0 0 1; n = Not(c); y = Where(n, x, z)',
      'constant operands': 'c bool 4 = 1 0 0 1; A scalar = 1; B scalar = 0; y = Where(c, A, B)',
      'a maximum by hand': 'x 4 = 1 NaN 2 -3; z 4 = 2 1 NaN -4; g = Greater(x, z); y = Where(g, x, z)',
    },
  },
  {
    id: 'reduce-reduce',
    text: 'Of two reductions the second counts the dimensions that the first leaves.',
    graphs: {
      'an axis that has moved':
        'x 3x3x3; a = ReduceSum(x, axes=[0], keepdims=0); y = ReduceSum(a, axes=[1], keepdims=0)',
      'axes counted from the end':
        'x 3x3x3; a = ReduceSum(x, axes=[-1], keepdims=0); y = ReduceSum(a, axes=[-1], keepdims=0)',
      'dimensions kept': 'x 2x3x4; a = ReduceMax(x, axes=[0], keepdims=1); y = ReduceMax(a, axes=[2], keepdims=0)',
      'of two kinds': 'x 3x4 distinct; a = ReduceMax(x, axes=[1], keepdims=0); y = ReduceMin(a, axes=[0], keepdims=0)',
      'a mean of means': 'x 2x4; a = ReduceMean(x, axes=[1], keepdims=0); y = ReduceMean(a, axes=[0], keepdims=0)',
      'a sum behind a factor': 'x 2x3; F 3 = 1 2 -1; a = Mul(x, F); y = ReduceSum(a, axes=[1], keepdims=0)',
      'a sum of squares by hand': 'x 2x3; a = Mul(x, x); y = ReduceSum(a, axes=[1], keepdims=0)',
      'kept, then squeezed': 'x 2x3x4; a = ReduceSum(x, axes=[1], keepdims=1); y = Squeeze(a, axes=[1])',
      'unsqueezed where it was reduced': 'x 2x3x4; a = ReduceSum(x, axes=[1], keepdims=0); y = Unsqueeze(a, axes=[1])',
      'unsqueezed elsewhere': 'x 3x3x4; a = ReduceSum(x, axes=[1], keepdims=0); y = Unsqueeze(a, axes=[0])',
    },
    dtypes: inDoubles,
  },
  {
    id: 'quantized-chain',
    text: 'What is dequantized and quantized again is what was there only with the same scale and zero point, and rounds where it is not.',
    graphs: {
      'another scale':
        'x uint8 6 = 0 1 128 200 255 3; S scalar = 0.5; Z uint8 scalar = 128; R scalar = 0.25; a = DequantizeLinear(x, S, Z); y = QuantizeLinear(a, R, Z)',
      'another zero point':
        'x int8 6 = -128 -1 0 1 127 3; S scalar = 0.5; Z int8 scalar = 10; W int8 scalar = -20; a = DequantizeLinear(x, S, Z); y = QuantizeLinear(a, S, W)',
      'the same':
        'x uint8 6 = 0 1 128 200 255 3; S scalar = 0.5; Z uint8 scalar = 128; a = DequantizeLinear(x, S, Z); y = QuantizeLinear(a, S, Z)',
      'quantized first':
        'x 6 = 0.2 -3 0.75 100 -100 1.25; S scalar = 0.5; Z int8 scalar = 3; a = QuantizeLinear(x, S, Z); y = DequantizeLinear(a, S, Z)',
      'Relu between, with a zero point':
        'x int8 6 = -128 -1 0 1 127 3; S scalar = 0.5; Z int8 scalar = 3; a = DequantizeLinear(x, S, Z); b = Relu(a); y = QuantizeLinear(b, S, Z)',
      'a sum between':
        'x uint8 4 = 0 100 200 255; z uint8 4 = 255 3 2 1; S scalar = 0.5; Q scalar = 0.25; Z uint8 scalar = 128; a = DequantizeLinear(x, S, Z); b = DequantizeLinear(z, Q, Z); c = Add(a, b); y = QuantizeLinear(c, S, Z)',
      'a product of matrices between':
        'x uint8 2x3 = 0 100 200 255 3 4; W uint8 3x2 = 1 2 3 4 5 250; S scalar = 0.5; Z uint8 scalar = 3; R scalar = 8; a = DequantizeLinear(x, S, Z); b = DequantizeLinear(W, S, Z); c = MatMul(a, b); y = QuantizeLinear(c, R, Z)',
      'weights of a convolution quantized along their inputs':
        'x 1x2x3x3; W int8 2x2x1x1 = 1 -2 3 4; S 2 = 0.5 4; w = DequantizeLinear(W, S, axis=1); y = Conv(x, w)',
      'weights of a convolution quantized along their outputs':
        'x 1x2x3x3; W int8 3x2x2x2; S 3 = 0.5 4 2; Z int8 3 = 1 -2 3; w = DequantizeLinear(W, S, Z, axis=0); y = Conv(x, w)',
      'a convolution between, with weights quantized along their inputs':
        'x uint8 1x2x2x2 = 0 100 200 255 3 4 128 7; W int8 2x2x1x1 = 1 -2 3 4; S scalar = 0.5; Z uint8 scalar = 128; R 2 = 0.5 4; Q scalar = 32; a = DequantizeLinear(x, S, Z); w = DequantizeLinear(W, R, axis=1); b = Conv(a, w); y = QuantizeLinear(b, Q, Z)',
      'weights of a product quantized along the dimension that is summed':
        'x 2x3; W int8 3x3 = 1 -2 3 4 5 -6 7 8 9; S 3 = 0.5 4 2; w = DequantizeLinear(W, S, axis=0); y = MatMul(x, w)',
      'weights of a product quantized along its columns':
        'x 2x3; W int8 3x3 = 1 -2 3 4 5 -6 7 8 9; S 3 = 0.5 4 2; w = DequantizeLinear(W, S, axis=1); y = MatMul(x, w)',
      'transposed weights quantized along an axis':
        'x 2x3; W int8 3x3 = 1 -2 3 4 5 -6 7 8 9; S 3 = 0.5 4 2; w = DequantizeLinear(W, S, axis=0); t = Transpose(w); y = MatMul(x, t)',
      'a pool between':
        'x int8 1x1x3x3 = -128 -1 0 1 127 3 5 7 9; S scalar = 0.5; Z int8 scalar = 3; a = DequantizeLinear(x, S, Z); b = MaxPool(a, kernel_shape=[2,2], pads=[1,1,0,0]); y = QuantizeLinear(b, S, Z)',
    },
  },
];
