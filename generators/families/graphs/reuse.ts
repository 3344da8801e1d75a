import type { GraphEntry } from './entry.ts';

/** Values that are read twice, or by nobody, or are there already; nodes that do nothing. */
export const reuse: readonly GraphEntry[] = [
  {
    id: 'identity',
    text: 'A node that does nothing may go, and its output stays.',
    graphs: {
      'an output and its copy': 'x 2x3; a = Neg(x); y = Identity(a) -> a, y',
      'the input of the graph': 'x 2x3 special; y = Identity(x)',
      'a constant': 'C 2x3 = 1 2 3 4 5 6; y = Identity(C)',
      'several in a row': 'x 2x3; a = Identity(x); b = Identity(a); y = Abs(b)',
      'two copies': 'x 2x3; a = Identity(x); b = Identity(x)',
      'between two nodes': 'x 2x3; a = Neg(x); b = Identity(a); y = Add(b, x)',
      'Dropout that does nothing': 'x 2x3; a = Dropout(x); y = Neg(a)',
      'the mask of Dropout': 'x 2x3; a = Neg(x); y, m = Dropout(a)',
      'Concat of one input': 'x 2x3; y = Concat(x, axis=0)',
      'Sum of one input': 'x 2x3 special; y = Sum(x)',
      'Max of one input': 'x 2x3 special; y = Max(x)',
    },
  },
  {
    id: 'given-output',
    text: 'An output may be an input of the graph or a constant: no node has to compute it.',
    graphs: {
      'a constant and an input': 'x 2x3; C 4 = 1 2 -3 0.5; y = Neg(x) -> C, x, y',
      'a constant': 'x 2x3; C 4 = 1 2 -3 0.5; a = Abs(x); y = Neg(a) -> C, y',
      'an input': 'x 2x3; a = Abs(x); y = Neg(a) -> x, y',
      'an input and a constant that one node reads': 'x 2x3; C 3 = 1 2 -3; y = Add(x, C) -> y, C, x',
      'an input that a reshaped view shares': 'x 2x3 distinct; y = Reshape(x, shape=[3,2]) -> x, y',
      'a constant that is folded': 'x 2; C 2 = 3 -1; c = Neg(C); y = Add(x, c) -> C, y',
      'what no node reads': 'x 2x3; z 2; C int64 3 = 1 -2 3; y = Neg(x) -> C, z, y',
      'a constant of a node': 'x 2x3; c = Constant(value=[2]); y = Mul(x, c) -> c, y',
    },
  },
  {
    id: 'no-op',
    text: 'A node that changes nothing for these parameters gives what it gets.',
    graphs: {
      'Pad by 0 of one side alone': 'x 2x3 distinct; a = Pad(x, pads=[0,0,0,1]); y = Neg(a)',
      'Pad by 0': 'x 2x3 distinct; a = Pad(x, pads=[0,0,0,0]); y = Neg(a)',
      'Slice of all': 'x 2x3 distinct; a = Slice(x, starts=[0], ends=[1000], axes=[1]); y = Neg(a)',
      'Slice that leaves out the last': 'x 2x3 distinct; a = Slice(x, starts=[0], ends=[-1], axes=[1]); y = Neg(a)',
      'Slice backwards': 'x 2x3 distinct; a = Slice(x, starts=[-1], ends=[-1000], axes=[1], steps=[-1]); y = Neg(a)',
      'Transpose in order': 'x 2x3x4 distinct; a = Transpose(x, perm=[0,1,2]); y = Neg(a)',
      'Reshape to its shape': 'x 2x3 distinct; a = Reshape(x, shape=[0,-1]); y = Neg(a)',
      'Tile once': 'x 2x3 distinct; a = Tile(x, repeats=[1,1]); y = Neg(a)',
      'Expand by 1': 'x 2x3 distinct; a = Expand(x, shape=[1,1]); y = Neg(a)',
      'Expand to a larger rank': 'x 2x3 distinct; a = Expand(x, shape=[1,1,1]); y = Neg(a)',
      'a pool of one point': 'x 1x2x2x2 distinct; a = MaxPool(x, kernel_shape=[1,1]); y = Neg(a)',
      'a pool of one point in strides':
        'x 1x2x4x4 distinct; a = AveragePool(x, kernel_shape=[1,1], strides=[2,2]); y = Neg(a)',
      'a reduction of a dimension of 1': 'x 2x1x3 distinct; a = ReduceMax(x, axes=[1], keepdims=0); y = Neg(a)',
      'a logarithm of a sum of one': 'x 2x1 distinct; a = ReduceSumSquare(x, axes=[1], keepdims=1); y = Neg(a)',
    },
  },
  {
    id: 'same-node-twice',
    text: 'Two nodes may become one only where operator, attributes and inputs are the same.',
    graphs: {
      'another axis': 'x 3x3; a = ReduceSum(x, axes=[0], keepdims=0); b = ReduceSum(x, axes=[1], keepdims=0)',
      'the same': 'x 2x3; z 3; a = Add(x, z); b = Add(x, z); y = Mul(a, b)',
      'both outputs': 'x 2x3; a = Neg(x); b = Neg(x)',
      'inputs exchanged': 'x 2x3 distinct; z 2x3; a = Sub(x, z); b = Sub(z, x)',
      'another operator': 'x 2x3; z 2x3; a = Max(x, z); b = Min(x, z)',
      'an attribute that is a default': 'x 3x3 distinct; a = Softmax(x, axis=1); b = Softmax(x, axis=0)',
      'another constant of the same shape':
        'x 4 distinct; I int64 2 = 0 3; J int64 2 = 3 0; a = Gather(x, I); b = Gather(x, J)',
      'constants that differ in the last element': 'x 4; C 4 = 1 2 3 4; D 4 = 1 2 3 5; a = Mul(x, C); b = Mul(x, D)',
      'constants that differ by the sign of zero': 'x 2 = 1 -1; C 2 = 0; D 2 = -0; a = Div(x, C); b = Div(x, D)',
      'constants of the same numbers and other types':
        'x 2 = 1 2; n int32 2 = 3 4; C scalar = 2; D int32 scalar = 2; a = Mul(x, C); b = Mul(n, D)',
      'constants of the same numbers and other shapes':
        'x 2x2 distinct; C 2x1 = 1 2; D 2 = 1 2; a = Mul(x, C); b = Mul(x, D)',
      'another type to cast to': 'x 3 = 1.5 -2.5 3; a = Cast(x, to=int32); b = Cast(x, to=float16)',
      'another mode': 'x 3 distinct; a = Pad(x, pads=[1,1]); b = Pad(x, pads=[1,1], mode=edge)',
      'another permutation': 'x 2x2x2 distinct; a = Transpose(x, perm=[1,0,2]); b = Transpose(x, perm=[1,2,0])',
      'another slope': 'x 4 = -1 2 -3 0; a = LeakyRelu(x, alpha=0.5); b = LeakyRelu(x, alpha=0.25)',
      'other windows':
        'x 1x1x4x4 distinct; a = MaxPool(x, kernel_shape=[2,2]); b = MaxPool(x, kernel_shape=[2,2], strides=[2,2])',
      'one that asks for more outputs':
        'x 1x1x3x3 distinct; a = MaxPool(x, kernel_shape=[2,2]); b, i = MaxPool(x, kernel_shape=[2,2])',
    },
  },
  {
    id: 'unused-output',
    text: 'An output that nobody reads may be left out, and changes no other.',
    graphs: {
      'the values of TopK': 'x 6 distinct; K int64 1 = 2; v, i = TopK(x, K) -> i',
      'the first part of Split': 'x 2x6 distinct; a, b = Split(x, axis=1, split=[2,4]); y = Neg(b) -> y',
      'a node that nobody reads': 'x 2x3; d = Exp(x); y = Neg(x) -> y',
      'a chain that nobody reads': 'x 2x3; d = Neg(x); e = Abs(d); y = Add(x, x) -> y',
      'an optional one by an empty name': 'x 6 = 3 1 3 2 1 0; u, , , c = Unique(x)',
      'outputs in another order': 'x 2x3; a = Neg(x); b = Abs(x) -> b, a',
      'the indices of Unique': 'x 6 = 3 1 3 2 1 0; u, i, v, c = Unique(x) -> v, u',
    },
  },
  {
    id: 'shared-constant',
    text: 'A constant that several nodes read is the same for all, whatever one of them makes of it.',
    graphs: {
      'as weights and as an operand': 'x 3x3; W 3x3; a = MatMul(x, W); y = Add(a, W)',
      'transposed by one, plain for the other': 'x 3x3; W 3x3; a = Gemm(x, W, transB=1); b = Gemm(x, W); y = Sub(a, b)',
      'weights of two convolutions of which one is scaled':
        'x 1x2x3x3; W 2x2x1x1; F 2x1x1 = 2 -3; a = Conv(x, W); b = Mul(a, F); c = Conv(x, W); y = Add(b, c)',
      'weights of two convolutions of which one is normalized':
        'x 1x2x3x3; W 2x2x2x2; S 2 = 2 -1; B 2 = 1 0; M 2 = 2 1; V 2 = 4 1; a = Conv(x, W); b = BatchNormalization(a, S, B, M, V, epsilon=0); c = Conv(x, W) -> b, c',
      'two parameters of BatchNormalization':
        'x 2x3x2; S 3 = 1 4 0.25; M 3 = 0 1 2; y = BatchNormalization(x, S, M, M, S, epsilon=0)',
      'both operands': 'C 2x3; x 2x3; a = Mul(C, C); y = Add(a, x)',
      'an output of the graph': 'x 2x3; C 3 = 1 2 3; y = Add(x, C); c = Identity(C)',
      'a shape and an operand': 'x 6 distinct; n int64 2; S int64 2 = 2 3; a = Reshape(x, S); b = Add(n, S)',
      'scale of one, bias of the other':
        'x 2x3x2; S 3 = 1 4 0.25; Z 3 = 0; I 3 = 1; a = BatchNormalization(x, S, Z, Z, I, epsilon=0); b = BatchNormalization(x, I, S, Z, I, epsilon=0); y = Sub(a, b)',
    },
  },
  {
    id: 'needed-twice',
    text: 'A value that several nodes read, or that is an output as well, is the same for all.',
    graphs: {
      'written over by one of two readers': 'x 2x3; a = Neg(x); b = Relu(a); y = Sub(a, b)',
      'a branch that meets itself': 'x 2x3; a = Abs(x); b = Neg(a); c = Add(a, b); y = Add(c, x)',
      'the input of the graph': 'x 2x3; a = Relu(x); b = Neg(a); y = Add(b, x)',
      'an output in the middle of a chain': 'x 2x3; a = Neg(x); b = Abs(a); y = Sqrt(b) -> a, b, y',
      'a reshaped view and the value':
        'x 2x3 distinct; a = Neg(x); b = Reshape(a, shape=[3,2]); c = Relu(b); d = Relu(a) -> a, c, d',
      'parts of one value':
        'x 4x2 distinct; a = Neg(x); b = Slice(a, starts=[0], ends=[2], axes=[0]); c = Relu(b); d = Slice(a, starts=[1], ends=[3], axes=[0]); y = Sub(c, d)',
      'both inputs': 'x 2x3; a = Neg(x); y = Mul(a, a)',
      'a scatter into what another reads':
        'x 4 distinct; I int64 2 = 3 0; U 2 = 10 20; a = Neg(x); b = ScatterElements(a, I, U); y = Sub(a, b)',
      'a long life': 'x 2x3; a = Neg(x); b = Abs(x); c = Sqrt(b); d = Exp(c); e = Floor(d); y = Add(a, e)',
    },
  },
  {
    id: 'folded-part',
    text: 'What depends on constants alone may be computed beforehand, as the operator is defined.',
    graphs: {
      'a dequantized constant':
        'x 2x3; W uint8 3x2 = 0 1 128 200 255 3; S scalar = 0.5; Z uint8 scalar = 128; w = DequantizeLinear(W, S, Z); y = MatMul(x, w)',
      'a dequantized constant in another shape':
        'x 2x2; W int8 4 = 12 -45 7 -3; S scalar = 0.5; w = DequantizeLinear(W, S); r = Reshape(w, shape=[2,2]); y = Add(x, r)',
      'a dequantized constant as an output':
        'x 2x2; W int8 2x2 = 12 -45 7 -3; S scalar = 0.5; w = DequantizeLinear(W, S); y = Transpose(w); z = Add(x, w)',
      'a sum of constants': 'x 2x3; C 3 = 1 2 -3; D 2x1 = 4 5; c = Add(C, D); y = Mul(x, c)',
      'quotients of negative integers':
        'x int32 4; C int32 4 = 7 -7 1 -1; D int32 scalar = 2; c = Div(C, D); y = Add(x, c)',
      'a cast that wraps':
        'x int32 3; C int32 3 = 255 300 -1; u = Cast(C, to=uint8); c = Cast(u, to=int32); y = Add(x, c)',
      'halves that are rounded': 'x 4; C 4 = 0.5 1.5 -0.5 2.5; c = Round(C); y = Add(x, c)',
      'a product of matrices': 'x 2x3; C 3x2; D 2x3; c = MatMul(C, D); y = MatMul(x, c)',
      'a shape': 'x 6 distinct; C int64 2 = 1 2; D int64 2 = 1 1; s = Add(C, D); y = Reshape(x, s)',
      indices: 'x 5 distinct; C int64 3 = 3 1 2; D int64 scalar = -1; i = Mul(C, D); y = Gather(x, i)',
      'a range': 'x 4; S scalar = 1; L scalar = 3; D scalar = 0.5; r = Range(S, L, D); y = Add(x, r)',
      'what is constant as an output': 'x 2; C 2 = 3 -1; c = Neg(C); y = Add(x, c) -> c, y',
      'a constant that is empty': 'x 2x3; C 2x0; D 2x1 = 4 5; c = Concat(C, D, axis=1); y = Add(x, c)',
      'NaN and infinities': 'x 4; C 4 = 0 1 -1 NaN; Z scalar = 0; c = Div(C, Z); y = Add(x, c)',
      'a chain': 'x 3x2; C 2x3 distinct; t = Transpose(C); r = Relu(t); c = Neg(r); y = Add(x, c)',
      'constants of a sum on both sides': 'x 2x3; C 3 = 1 2 -3; D 3 = 4 5 6; a = Add(x, C); y = Add(a, D)',
      'a difference and a sum': 'x 2x3; C 3 = 1 2 -3; D 3 = 4 5 6; a = Sub(C, x); y = Add(a, D)',
    },
  },
];
