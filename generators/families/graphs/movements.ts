import type { GraphEntry } from './entry.ts';

/** Nodes that move elements: pairs that cancel or become one, and those that only look so. */
export const movements: readonly GraphEntry[] = [
  {
    id: 'cast-cast',
    text: 'Of two casts the second gets what the first makes of the numbers: they cancel only where the type between them holds all.',
    graphs: {
      'a narrower integer type between':
        'x 2x3 = 1.5 -0.75 100.25 2.5 -2.5 -100; a = Cast(x, to=int8); y = Cast(a, to=float32)',
      'a narrower float type between':
        'x 2x3 = 1.0009765625 0.1 2049 -65504 1e-8 3; a = Cast(x, to=float16); y = Cast(a, to=float32)',
      'bool between': 'x 2x3 = 0 0.5 -0 -2 NaN 1; a = Cast(x, to=bool); y = Cast(a, to=float32)',
      'a wider type between':
        'x 2x3 = 0.1 16777216 -0 Infinity NaN 1e-40; a = Cast(x, to=float64); y = Cast(a, to=float32)',
      'bool behind integers': 'x 2x3 = 0.5 -0.75 1 -0 2.5 0.25; a = Cast(x, to=int32); y = Cast(a, to=bool)',
      'bool behind a narrower float type': 'x 2x3 = 1e-9 -1e-9 0 1 -0 3; a = Cast(x, to=float16); y = Cast(a, to=bool)',
      'bool behind a narrower integer type':
        'x int32 6 = 256 -512 255 0 1 -256; a = Cast(x, to=uint8); y = Cast(a, to=bool)',
      'integers behind bool': 'x 2x3 = 0 0.5 -0 -2 3 1; a = Cast(x, to=bool); y = Cast(a, to=int32)',
      'bool between integers': 'x int32 4 = 0 2 -1 256; a = Cast(x, to=bool); y = Cast(a, to=int32)',
      'three in a row':
        'x 2x3 = 0.5 -0.75 1 -0 2.5 300; a = Cast(x, to=int32); b = Cast(a, to=bool); y = Cast(b, to=float32)',
      'to another type in the end':
        'x 2x3 = 1.5 -0.75 100.25 2.5 -2.5 -100; a = Cast(x, to=int32); y = Cast(a, to=float16)',
      'integers that a float between does not hold':
        'x int64 4 = 9007199254740993 -16777217 16777217 3; a = Cast(x, to=float32); y = Cast(a, to=int64)',
      'wrapped by a narrower type between':
        'x int32 6 = 255 256 -1 300 127 -129; a = Cast(x, to=uint8); y = Cast(a, to=int32)',
      'the first one needed as well':
        'x 2x3 = 1.5 -0.75 100.25 2.5 -2.5 -100; a = Cast(x, to=int32); y = Cast(a, to=float32) -> a, y',
    },
  },
  {
    id: 'cast-same',
    text: 'A cast to the type that its input has changes nothing.',
    graphs: {
      'the output of a graph': 'x 2x3 special; y = Cast(x, to=T)',
      'behind another node': 'x 2x3; a = Neg(x); y = Cast(a, to=T)',
    },
    dtypes: ['float32', 'int32'],
  },
  {
    id: 'transpose-transpose',
    text: 'Two transpositions are one by the permutations one after the other: they cancel only where these are inverse.',
    graphs: {
      'the same cyclic permutation twice':
        'x 2x3x4 distinct; a = Transpose(x, perm=[1,2,0]); y = Transpose(a, perm=[1,2,0])',
      'the same cyclic permutation twice, square':
        'x 3x3x3 distinct; a = Transpose(x, perm=[2,0,1]); y = Transpose(a, perm=[2,0,1])',
      inverse: 'x 2x3x4 distinct; a = Transpose(x, perm=[1,2,0]); y = Transpose(a, perm=[2,0,1])',
      'permutations that do not commute':
        'x 2x3x4x5 distinct; a = Transpose(x, perm=[0,2,3,1]); y = Transpose(a, perm=[1,0,2,3])',
      'the default and the reverse': 'x 2x3x4 distinct; a = Transpose(x); y = Transpose(a, perm=[2,1,0])',
      'the first one needed as well':
        'x 2x3x4 distinct; a = Transpose(x, perm=[1,0,2]); y = Transpose(a, perm=[1,0,2]) -> a, y',
    },
  },
  {
    id: 'transpose-moved',
    text: 'A transposition moves past an elementwise node only together with the dimensions of its other operand.',
    graphs: {
      'an operand of rank 1': 'x 3x3 distinct; B 3 distinct; a = Transpose(x); y = Add(a, B)',
      'there and back around a sum':
        'x 2x3x3 distinct; B 3x1 distinct; a = Transpose(x, perm=[0,2,1]); b = Add(a, B); y = Transpose(b, perm=[0,2,1])',
      'there and back around a function':
        'x 2x3x4x5; a = Transpose(x, perm=[0,2,3,1]); b = Relu(a); y = Transpose(b, perm=[0,3,1,2])',
      'there and back around Concat':
        'x 1x2x3x3 distinct; z 1x2x3x3; a = Transpose(x, perm=[0,2,3,1]); b = Transpose(z, perm=[0,2,3,1]); c = Concat(a, b, axis=3); y = Transpose(c, perm=[0,3,1,2])',
      'there and back around Softmax':
        'x 2x3x3; a = Transpose(x, perm=[0,2,1]); b = Softmax(a, axis=2); y = Transpose(b, perm=[0,2,1])',
      'around a slope for each channel':
        'x 1x3x2x3; S 3x1x1 = 2 0.5 -1; a = PRelu(x, S); y = Transpose(a, perm=[0,2,3,1])',
    },
  },
  {
    id: 'transpose-matmul',
    text: 'A product of matrices may read an operand transposed only where the transposition exchanges its last two dimensions.',
    graphs: {
      'a batch dimension moved': 'x 3x3x3; z 3x3x3; a = Transpose(x, perm=[1,0,2]); y = MatMul(a, z)',
      'all dimensions reversed': 'x 2x2x2; z 2x2x2; a = Transpose(x); y = MatMul(a, z)',
      'the last two exchanged': 'x 2x4x3; z 2x4x5; a = Transpose(x, perm=[0,2,1]); y = MatMul(a, z)',
      'the second operand, square': 'x 3x3; z 3x3; b = Transpose(z, perm=[1,0]); y = MatMul(x, b)',
      'both, and the product': 'x 4x3; z 5x4; a = Transpose(x); b = Transpose(z); c = MatMul(a, b); y = Transpose(c)',
      'transposed, and transposed by Gemm': 'x 3x3; z 3x3; c 3; a = Transpose(x); y = Gemm(a, z, c, transA=1)',
      'a constant': 'x 2x3; W 4x3; a = Transpose(W); y = MatMul(x, a)',
      'a column that becomes a row': 'x 4x1; z 4x3; a = Transpose(x); y = MatMul(a, z)',
      'in order, square, and a sum': 'x 3x3; W 3x3; B 3; a = Transpose(x, perm=[0,1]); b = MatMul(a, W); y = Add(b, B)',
      'in order, in front of Gemm': 'x 3x3; z 3x3; c 3; a = Transpose(z, perm=[0,1]); y = Gemm(x, a, c)',
      'what Gemm adds': 'x 3x3; z 3x3; c 3x3; a = Transpose(c); y = Gemm(x, z, a)',
      'the product of Gemm': 'x 3x3; z 3x3; c 3; a = Gemm(x, z, c, transB=1); y = Transpose(a)',
      'with another node between':
        'x float16 2x4x3; z 2x4x5; a = Transpose(x, perm=[0,2,1]); b = Cast(a, to=float32); y = MatMul(b, z)',
      'in order, the first operand of Gemm': 'x 3x3; z 3x3; c 3; a = Transpose(x, perm=[0,1]); y = Gemm(a, z, c)',
    },
  },
  {
    id: 'transpose-reduce',
    text: 'A reduction behind a transposition reduces the dimension that stands at its axis then.',
    graphs: {
      'an axis that is moved':
        'x 3x3x3 distinct; a = Transpose(x, perm=[2,0,1]); y = ReduceMax(a, axes=[0], keepdims=0)',
      'dimensions kept': 'x 2x3x4; a = Transpose(x, perm=[1,2,0]); y = ReduceSum(a, axes=[1], keepdims=1)',
      'an axis counted from the end':
        'x 3x3x3 distinct; a = Transpose(x, perm=[2,0,1]); y = ReduceMax(a, axes=[-3], keepdims=0)',
      'a dimension of 1 moved': 'x 4x1 distinct; a = Transpose(x); y = ReduceSum(a, axes=[1], keepdims=0)',
      'two axes of four': 'x 2x3x4x2; a = Transpose(x, perm=[0,2,3,1]); y = ReduceMean(a, axes=[1,2], keepdims=0)',
      'behind the reduction': 'x 2x3x4; a = ReduceSum(x, axes=[1], keepdims=0); y = Transpose(a, perm=[1,0])',
    },
  },
  {
    id: 'reshape-reshape',
    text: 'Of two reshapes the last decides: a 0 in it copies from the shape between them, not from the first one.',
    graphs: {
      'a 0 that copies from the shape between':
        'x 2x6 distinct; a = Reshape(x, shape=[3,4]); y = Reshape(a, shape=[0,2,2])',
      'a -1 behind another shape': 'x 2x3x4 distinct; a = Reshape(x, shape=[4,6]); y = Reshape(a, shape=[-1,3])',
      'back to the first shape': 'x 2x3x4 distinct; a = Reshape(x, shape=[6,4]); y = Reshape(a, shape=[2,3,4])',
      'the first one needed as well':
        'x 2x6 distinct; a = Reshape(x, shape=[3,4]); y = Reshape(a, shape=[2,6]) -> a, y',
      'a transposition between':
        'x 2x3x2 distinct; a = Reshape(x, shape=[2,6]); b = Transpose(a); y = Reshape(b, shape=[2,3,2])',
      'behind Flatten': 'x 2x3x4 distinct; a = Flatten(x, axis=2); y = Reshape(a, shape=[0,2,2])',
      'around an elementwise node':
        'x 2x6 distinct; B 4; a = Reshape(x, shape=[3,4]); b = Add(a, B); y = Reshape(b, shape=[2,6])',
      'a 0 that copies a size of 0': 'x 0x6x2; a = Reshape(x, shape=[3,2,-1]); y = Reshape(a, shape=[2,3,0])',
    },
  },
  {
    id: 'squeeze-unsqueeze',
    text: 'Squeezing and unsqueezing cancel only at the same axis of the same rank.',
    graphs: {
      'at another axis': 'x 1x3x4 distinct; a = Squeeze(x, axes=[0]); y = Unsqueeze(a, axes=[2])',
      'at the same axis': 'x 2x1x4 distinct; a = Squeeze(x, axes=[1]); y = Unsqueeze(a, axes=[1])',
      'unsqueezed first': 'x 1x3 distinct; a = Unsqueeze(x, axes=[0]); y = Squeeze(a, axes=[1])',
      'unsqueezed twice': 'x 2x3 distinct; a = Unsqueeze(x, axes=[0]); y = Unsqueeze(a, axes=[0,3])',
      'at the same axis, once counted from the end':
        'x 2x1x4 distinct; a = Squeeze(x, axes=[-2]); y = Unsqueeze(a, axes=[1])',
      'at another axis, both counted from the end':
        'x 3x1x4 distinct; a = Squeeze(x, axes=[-2]); y = Unsqueeze(a, axes=[-1])',
      'squeezed twice': 'x 1x2x1x3 distinct; a = Squeeze(x, axes=[0]); y = Squeeze(a, axes=[1])',
      'around a sum':
        'x 3x1x3 distinct; b 3x3 distinct; a = Squeeze(x, axes=[1]); c = Add(a, b); y = Unsqueeze(c, axes=[0])',
      'all of size 1': 'x 1x3x1 distinct; a = Squeeze(x); y = Unsqueeze(a, axes=[1])',
    },
  },
  {
    id: 'slice-slice',
    text: 'Of two slices the second counts within what the first leaves.',
    graphs: {
      'a start from the end of what is left':
        'x 8x3 distinct; a = Slice(x, starts=[1], ends=[6], axes=[0]); y = Slice(a, starts=[-3], ends=[9], axes=[0])',
      'an end beyond what is left':
        'x 8 distinct; a = Slice(x, starts=[2], ends=[5], axes=[0]); y = Slice(a, starts=[1], ends=[7], axes=[0])',
      'along two axes':
        'x 4x5 distinct; a = Slice(x, starts=[1], ends=[4], axes=[0]); y = Slice(a, starts=[0], ends=[3], axes=[1])',
      'steps of both':
        'x 12 distinct; a = Slice(x, starts=[1], ends=[12], axes=[0], steps=[2]); y = Slice(a, starts=[0], ends=[6], axes=[0], steps=[3])',
      'backwards twice':
        'x 7 distinct; a = Slice(x, starts=[5], ends=[-100], axes=[0], steps=[-2]); y = Slice(a, starts=[-1], ends=[-100], axes=[0], steps=[-1])',
      'along one axis, once counted from the end':
        'x 4x6 distinct; a = Slice(x, starts=[1], ends=[6], axes=[1]); y = Slice(a, starts=[1], ends=[3], axes=[-1])',
      'nothing left':
        'x 5x2 distinct; a = Slice(x, starts=[3], ends=[3], axes=[0]); y = Slice(a, starts=[0], ends=[2], axes=[1])',
    },
  },
  {
    id: 'concat-slice',
    text: 'A part of a concatenation is one of its inputs only where it is cut at the seams.',
    graphs: {
      'a part across the seam':
        'x 2x3 distinct; z 2x4; c = Concat(x, z, axis=1); y = Slice(c, starts=[2], ends=[5], axes=[1])',
      'the first input':
        'x 2x3 distinct; z 2x4; c = Concat(x, z, axis=1); y = Slice(c, starts=[0], ends=[3], axes=[1])',
      'cut along another axis':
        'x 3x3 distinct; z 3x3; c = Concat(x, z, axis=0); y = Slice(c, starts=[0], ends=[3], axes=[1])',
      'split elsewhere': 'x 2x2 distinct; z 2x4; c = Concat(x, z, axis=1); a, b = Split(c, axis=1, split=[3,3])',
      'split at the seam': 'x 2x2 distinct; z 2x4; c = Concat(x, z, axis=1); a, b = Split(c, axis=1, split=[2,4])',
    },
  },
  {
    id: 'split-concat',
    text: 'Parts that are put together again are the whole only in their order along their axis.',
    graphs: {
      'in another order': 'x 2x6 distinct; a, b = Split(x, axis=1, split=[3,3]); y = Concat(b, a, axis=1)',
      'in their order, with the axis once counted from the end':
        'x 2x6 distinct; a, b = Split(x, axis=-1, split=[2,4]); y = Concat(a, b, axis=1)',
      'in their order': 'x 2x6 distinct; a, b = Split(x, axis=1, split=[2,4]); y = Concat(a, b, axis=1)',
      'along another axis': 'x 2x4 distinct; a, b = Split(x, axis=1, split=[2,2]); y = Concat(a, b, axis=0)',
      'one of them twice': 'x 4 distinct; a, b = Split(x, axis=0, split=[2,2]); y = Concat(a, a, b, axis=0)',
      'a part that nobody reads':
        'x 2x6 distinct; a, b, c = Split(x, axis=1, split=[1,2,3]); y = Concat(c, a, axis=1) -> y',
    },
  },
  {
    id: 'side-by-side',
    text: 'Nodes of one operator side by side become one only where their operands, attributes and places agree.',
    graphs: {
      'differences of parts, from both sides':
        'x 2x4 distinct; C 2x2; D 2x2; a, b = Split(x, axis=1, split=[2,2]); c = Sub(a, C); d = Sub(D, b); y = Concat(c, d, axis=1)',
      'sums that broadcast along different axes':
        'x 2x3; z 2x3; B 2x1 = 1 2; C 3 = 4 -1 5; a = Add(x, B); b = Add(z, C); y = Concat(a, b, axis=0)',
      'parts in another order':
        'x 2x6 distinct; a, b, c = Split(x, axis=1, split=[1,2,3]); d = Neg(b); e = Neg(a); f = Neg(c); y = Concat(d, e, f, axis=1)',
      'another operator for one part':
        'x 2x6; a, b, c = Split(x, axis=1, split=[2,2,2]); d = Relu(a); e = Neg(b); f = Relu(c); y = Concat(d, e, f, axis=1)',
      'one part as it is': 'x 2x4; a, b = Split(x, axis=1, split=[2,2]); c = Neg(a); y = Concat(c, b, axis=1)',
      'quotients of two parts': 'x 2x4 = 1 2 4 8 -1 3 6 5; a, b = Split(x, axis=1, split=[2,2]); y = Div(b, a)',
      'products with one matrix, columns':
        'x 2x3; V 3x2; W 3x4; a = MatMul(x, V); b = MatMul(x, W); y = Concat(a, b, axis=1)',
      'products with one matrix, rows':
        'x 3x3; V 3x3; W 3x3; a = MatMul(x, V); b = MatMul(x, W); y = Concat(a, b, axis=0)',
      'convolutions of other windows':
        'x 1x2x4x4; V 2x2x1x1; W 3x2x3x3; a = Conv(x, V); b = Conv(x, W, pads=[1,1,1,1]); y = Concat(a, b, axis=1)',
      'convolutions in groups':
        'x 1x4x3x3; V 4x2x1x1; W 4x2x1x1; a = Conv(x, V, group=2); b = Conv(x, W, group=2); y = Concat(a, b, axis=1)',
      'reductions along different axes':
        'x 3x3; a = ReduceSum(x, axes=[0], keepdims=0); b = ReduceSum(x, axes=[1], keepdims=0); y = Concat(a, b, axis=0)',
    },
  },
  {
    id: 'concat-concat',
    text: 'Concatenations become one only along the same axis, in the order of all their inputs.',
    graphs: {
      'along another axis': 'x 2x2 distinct; z 2x2; w 2x4; a = Concat(x, z, axis=1); y = Concat(a, w, axis=0)',
      'along one axis, once counted from the end':
        'x 2x2 distinct; z 2x1; w 2x3; a = Concat(x, z, axis=1); y = Concat(a, w, axis=-1)',
      'the inner one second': 'x 2 distinct; z 1; w 3; a = Concat(x, z, axis=0); y = Concat(w, a, axis=0)',
      'of one input': 'x 2x3 distinct; a = Concat(x, axis=1); y = Concat(a, a, axis=0)',
      'with an empty input': 'x 2x3 distinct; e 2x0; a = Concat(e, x, axis=1); y = Concat(a, x, axis=0)',
    },
  },
  {
    id: 'gather-gather',
    text: 'Of two gathers the second counts within what the first gives.',
    graphs: {
      'along the same axis':
        'x 5x3 distinct; I int64 3 = 4 0 2; J int64 2 = 2 0; a = Gather(x, I, axis=0); y = Gather(a, J, axis=0)',
      'along one axis, once counted from the end':
        'x 3x4 distinct; I int64 3 = 3 0 2; J int64 2 = 2 0; a = Gather(x, I, axis=-1); y = Gather(a, J, axis=1)',
      'along two axes':
        'x 3x3x3 distinct; I int64 2 = 2 0; J int64 2 = 0 1; a = Gather(x, I, axis=1); y = Gather(a, J, axis=2)',
      'an index without dimensions first':
        'x 3x3x3 distinct; I int64 scalar = 1; J int64 scalar = 0; a = Gather(x, I, axis=1); y = Gather(a, J, axis=1)',
      'negative indices': 'x 6 distinct; I int64 4 = 5 -4 3 -6; J int64 2 = -1 -3; a = Gather(x, I); y = Gather(a, J)',
      'indices that are gathered':
        'x 4 distinct; I int64 4 = 3 1 0 2; J int64 2 = 0 3; a = Gather(I, J); y = Gather(x, a)',
    },
  },
  {
    id: 'expand-elementwise',
    text: 'An expansion in front of a node that broadcasts may go only where the other operand brings the same shape.',
    graphs: {
      'the other operand is smaller': 'x 3x1 distinct; b 1x1; a = Expand(x, shape=[3,4]); y = Add(a, b)',
      'the other operand brings the shape': 'x 1x4 distinct; b 3x4; a = Expand(x, shape=[3,4]); y = Mul(a, b)',
      'to a larger rank': 'x 3 distinct; b 3x1; a = Expand(x, shape=[2,1,3]); y = Sub(a, b)',
      'in front of a reduction': 'x 1x3 distinct; a = Expand(x, shape=[4,3]); y = ReduceSum(a, axes=[0], keepdims=0)',
      'in front of MatMul': 'x 1x2x3; b 4x3x2; a = Expand(x, shape=[4,2,3]); y = MatMul(a, b)',
      'tiled along one dimension': 'x 2x1 distinct; b 1x3; a = Tile(x, repeats=[2,1]); y = Add(a, b)',
    },
  },
  {
    id: 'shape-chain',
    text: 'Shapes that are computed follow the values at run time.',
    graphs: {
      'Shape, Gather, Unsqueeze, Concat, Reshape':
        'x 2x3x4 distinct; I int64 scalar = 0; M int64 1 = -1; s = Shape(x); g = Gather(s, I, axis=0); u = Unsqueeze(g, axes=[0]); c = Concat(u, M, axis=0); y = Reshape(x, c)',
      'the shape of what is computed':
        'x 2x3 distinct; z 1x3; a = Concat(x, z, axis=0); s = Shape(a); E scalar = 1; b = Expand(E, s); y = Add(a, b)',
      'Shape, Slice, Reshape':
        'x 2x3x4 distinct; M int64 1 = -1; s = Shape(x); t = Slice(s, starts=[1], ends=[3], axes=[0]); c = Concat(M, t, axis=0); y = Reshape(x, c)',
      'a size as a number': 'x 2x3 distinct; n = Size(x); f = Cast(n, to=float32); y = Div(x, f)',
      'ConstantOfShape of a shape': 'x 2x3 distinct; s = Shape(x); c = ConstantOfShape(s, value=[2]); y = Mul(x, c)',
      'a shape from a shape': 'x 2x3 distinct; s = Shape(x); y = Shape(s)',
    },
  },
  {
    id: 'depth-space',
    text: 'Blocks that go to depth and back come back only with the same size and order of blocks.',
    graphs: {
      'to space in another order':
        'x 1x2x4x4 distinct; a = SpaceToDepth(x, blocksize=2); y = DepthToSpace(a, blocksize=2, mode=CRD)',
      'there and back': 'x 1x2x4x4 distinct; a = SpaceToDepth(x, blocksize=2); y = DepthToSpace(a, blocksize=2)',
      'reshaped and transposed by hand':
        'x 1x4x2x2 distinct; a = Reshape(x, shape=[1,2,2,1,2,2]); b = Transpose(a, perm=[0,3,4,1,5,2]); y = Reshape(b, shape=[1,1,4,4])',
    },
  },
  {
    id: 'pad-slice',
    text: 'What is padded and cut away again is what was there.',
    graphs: {
      'cut elsewhere':
        'x 3x3 distinct; a = Pad(x, pads=[1,0,0,1], mode=edge); y = Slice(a, starts=[0], ends=[3], axes=[0])',
      'cut away again':
        'x 3x3 distinct; a = Pad(x, pads=[1,1,1,1]); y = Slice(a, starts=[1,1], ends=[4,4], axes=[0,1])',
      'padded twice': 'x 2x2 distinct; a = Pad(x, pads=[1,0,0,0], mode=edge); y = Pad(a, pads=[0,1,1,0])',
      'negative pads': 'x 4x3 distinct; a = Pad(x, pads=[1,0,1,0]); y = Pad(a, pads=[-2,0,-1,0])',
    },
  },
];
