import type { GraphEntry } from './entry.ts';

const rows = 'x 2x4 = 1 2 3 6 -1 0 5 2';

/** Operators that exporters write out in others, which runtimes look for. */
export const writtenOut: readonly GraphEntry[] = [
  {
    id: 'layer-norm-written-out',
    text: 'A normalization that is written out is computed as it is written: with its axes, epsilon, scale and bias.',
    graphs: {
      'a power that is not 2': `${rows}; E scalar = 0.25; S 4 = 1 2 -1 0; B 4 = 0 1 2 3; P scalar = 4; m = ReduceMean(x, axes=[1], keepdims=1); d = Sub(x, m); s = Pow(d, P); v = ReduceMean(s, axes=[1], keepdims=1); e = Add(v, E); r = Sqrt(e); n = Div(d, r); f = Mul(n, S); y = Add(f, B)`,
      'an epsilon outside the root': `${rows}; E scalar = 0.5; S 4 = 1 2 -1 0; B 4 = 0 1 2 3; m = ReduceMean(x, axes=[1], keepdims=1); d = Sub(x, m); s = Mul(d, d); v = ReduceMean(s, axes=[1], keepdims=1); r = Sqrt(v); e = Add(r, E); n = Div(d, e); f = Mul(n, S); y = Add(f, B)`,
      'as LayerNormalization': `${rows}; E scalar = 0.25; S 4 = 1 2 -1 0; B 4 = 0 1 2 3; P scalar = 2; m = ReduceMean(x, axes=[1], keepdims=1); d = Sub(x, m); s = Pow(d, P); v = ReduceMean(s, axes=[1], keepdims=1); e = Add(v, E); r = Sqrt(e); n = Div(d, r); f = Mul(n, S); y = Add(f, B)`,
      'along the first axis':
        'x 3x3; E scalar = 0.25; S 3 = 1 2 -1; B 3 = 0 1 2; P scalar = 2; m = ReduceMean(x, axes=[0], keepdims=1); d = Sub(x, m); s = Pow(d, P); v = ReduceMean(s, axes=[0], keepdims=1); e = Add(v, E); r = Sqrt(e); n = Div(d, r); f = Mul(n, S); y = Add(f, B)',
      'the mean taken from something else': `${rows}; z 2x4; E scalar = 0.25; S 4 = 1 2 -1 0; B 4 = 0 1 2 3; P scalar = 2; m = ReduceMean(z, axes=[1], keepdims=1); d = Sub(x, m); s = Pow(d, P); v = ReduceMean(s, axes=[1], keepdims=1); e = Add(v, E); r = Sqrt(e); n = Div(d, r); f = Mul(n, S); y = Add(f, B)`,
      'scale and bias of rank 2': `${rows}; E scalar = 0.25; S 2x1 = 1 -2; B 2x1 = 0 1; P scalar = 2; m = ReduceMean(x, axes=[1], keepdims=1); d = Sub(x, m); s = Pow(d, P); v = ReduceMean(s, axes=[1], keepdims=1); e = Add(v, E); r = Sqrt(e); n = Div(d, r); f = Mul(n, S); y = Add(f, B)`,
      'without a mean, as RMSNormalization': `${rows}; E scalar = 0.25; S 4 = 1 2 -1 0; P scalar = 2; s = Pow(x, P); v = ReduceMean(s, axes=[1], keepdims=1); e = Add(v, E); r = Sqrt(e); n = Div(x, r); y = Mul(n, S)`,
      'without a mean, and a scale with rows of its own': `x 1x4 = 1 2 3 6; E scalar = 0.25; S 2x4 = 1 2 -1 0 3 -2 4 1; P scalar = 2; s = Pow(x, P); v = ReduceMean(s, axes=[1], keepdims=1); e = Add(v, E); r = Sqrt(e); n = Div(x, r); y = Mul(n, S)`,
      'without a mean, and a scale longer than the rows': `x 2x1 = 1 -2; E scalar = 0.25; S 3 = 1 2 -1; P scalar = 2; s = Pow(x, P); v = ReduceMean(s, axes=[1], keepdims=1); e = Add(v, E); r = Sqrt(e); n = Div(x, r); y = Mul(n, S)`,
      'a scale with rows of its own': `x 1x4 = 1 2 3 6; E scalar = 0.25; S 2x4 = 1 2 -1 0 3 -2 4 1; B 4 = 0 1 2 3; P scalar = 2; m = ReduceMean(x, axes=[1], keepdims=1); d = Sub(x, m); s = Pow(d, P); v = ReduceMean(s, axes=[1], keepdims=1); e = Add(v, E); r = Sqrt(e); n = Div(d, r); f = Mul(n, S); y = Add(f, B)`,
      'a residual in front that is an output': `${rows}; z 2x4; E scalar = 0.25; S 4 = 1 2 -1 0; B 4 = 0 1 2 3; P scalar = 2; x1 = Add(x, z); m = ReduceMean(x1, axes=[1], keepdims=1); d = Sub(x1, m); s = Pow(d, P); v = ReduceMean(s, axes=[1], keepdims=1); e = Add(v, E); r = Sqrt(e); n = Div(d, r); f = Mul(n, S); y = Add(f, B) -> x1, y`,
    },
  },
  {
    id: 'gelu-written-out',
    text: 'Gelu that is written out has the constants that stand there.',
    graphs: {
      'another factor within':
        'x 6 = -3 -1 0 0.5 1 2; F scalar = 0.5; I scalar = 1; H scalar = 0.5; a = Mul(x, F); e = Erf(a); s = Add(e, I); p = Mul(x, s); y = Mul(p, H)',
      'as Gelu':
        'x 6 = -3 -1 0 0.5 1 2; R scalar = 1.4142135381698608; I scalar = 1; H scalar = 0.5; a = Div(x, R); e = Erf(a); s = Add(e, I); p = Mul(x, s); y = Mul(p, H)',
      'another number added':
        'x 6 = -3 -1 0 0.5 1 2; R scalar = 1.4142135381698608; I scalar = 2; H scalar = 0.5; a = Div(x, R); e = Erf(a); s = Add(e, I); p = Mul(x, s); y = Mul(p, H)',
      'another value outside':
        'x 6 = -3 -1 0 0.5 1 2; z 6 = 1 2 3 4 5 6; R scalar = 1.4142135381698608; I scalar = 1; H scalar = 0.5; a = Div(x, R); e = Erf(a); s = Add(e, I); p = Mul(z, s); y = Mul(p, H)',
      'by Tanh':
        'x 6 = -3 -1 0 0.5 1 2; T3 scalar = 3; K scalar = 0.044714998453855515; R scalar = 0.7978845834732056; I scalar = 1; H scalar = 0.5; c = Pow(x, T3); k = Mul(c, K); s = Add(x, k); r = Mul(s, R); t = Tanh(r); u = Add(t, I); p = Mul(x, u); y = Mul(p, H)',
    },
  },
  {
    id: 'softmax-written-out',
    text: 'Softmax that is written out runs along the axis of its sum, and overflows where it does not subtract the greatest.',
    graphs: {
      'Softmax twice': 'x 2x3; a = Softmax(x, axis=1); y = Softmax(a, axis=0)',
      'along the first axis': 'x 3x3; e = Exp(x); s = ReduceSum(e, axes=[0], keepdims=1); y = Div(e, s)',
      'along the last axis':
        'x 2x3; m = ReduceMax(x, axes=[1], keepdims=1); d = Sub(x, m); e = Exp(d); s = ReduceSum(e, axes=[1], keepdims=1); y = Div(e, s)',
      'divided by a sum of other rows':
        'x 2x3; z 2x3; e = Exp(x); f = Exp(z); s = ReduceSum(f, axes=[1], keepdims=1); y = Div(e, s)',
      'Log of Softmax': 'x 2x3 = 0 1 2 -3 0 3; a = Softmax(x, axis=1); y = Log(a)',
      'a mask added in front': 'x 2x3; m 2x3 = 0 -Infinity 0 0 0 -Infinity; a = Add(x, m); y = Softmax(a, axis=1)',
    },
  },
  {
    id: 'activation-written-out',
    text: 'An activation that is written out is computed as it is written.',
    graphs: {
      'HardSigmoid and another value':
        'x 6 = -4 -2 0 1 3 8; z 6; h = HardSigmoid(x, alpha=0.25, beta=0.5); y = Mul(z, h)',
      'as HardSwish':
        'x 6 = -4 -2 0 1 3 8; T scalar = 3; S scalar = 6; a = Add(x, T); b = Clip(a, min=0, max=6); c = Mul(x, b); y = Div(c, S)',
      'HardSwish with another bound':
        'x 6 = -4 -2 0 1 3 8; T scalar = 3; S scalar = 6; a = Add(x, T); b = Clip(a, min=0, max=4); c = Mul(x, b); y = Div(c, S)',
      'as Swish': 'x 6 = -4 -2 0 1 3 8; s = Sigmoid(x); y = Mul(x, s)',
      'Sigmoid of something else': 'x 6 = -4 -2 0 1 3 8; z 6; s = Sigmoid(z); y = Mul(x, s)',
      'Sigmoid by hand': 'x 6 = -4 -2 0 1 3 8; I scalar = 1; n = Neg(x); e = Exp(n); d = Add(I, e); y = Div(I, d)',
      'as Mish': 'x 6 = -4 -2 0 1 3 8; s = Softplus(x); t = Tanh(s); y = Mul(x, t)',
      'a greatest value as Relu': 'x 6 = -4 -2 0 1 NaN 8; Z scalar = 0; y = Max(x, Z)',
      'a greatest value above 0': 'x 6 = -4 -2 0 1 3 8; Z scalar = 2; y = Max(x, Z)',
    },
  },
  {
    id: 'attention-written-out',
    text: 'Attention that is written out scales, masks and transposes as it is written.',
    graphs: {
      'scaled by the square root':
        'q 2x3x4; k 2x3x4; v 2x3x2; S scalar = 2; t = Transpose(k, perm=[0,2,1]); a = MatMul(q, t); b = Div(a, S); c = Softmax(b, axis=2); y = MatMul(c, v)',
      'the rows normalized': 'q 2x3x3; k 2x3x3; v 2x3x3; a = MatMul(q, k); c = Softmax(a, axis=1); y = MatMul(c, v)',
      'another scale, and a mask':
        'q 2x2x3; k 2x2x3; v 2x2x3; S scalar = 0.25; m 2x2 = 0 -1000 0 0; t = Transpose(k, perm=[0,2,1]); a = MatMul(q, t); b = Mul(a, S); e = Add(b, m); c = Softmax(e, axis=2); y = MatMul(c, v)',
    },
  },
];
