import { longLengths } from '../../cases/take-turns.ts';
import type { Draws } from '../../covering/draws.ts';
import { type ControlPlans, canCompute, drawnData, each } from './control.ts';

const three = 'x 2x3; y 2x3; z 2x3; q = SequenceConstruct(x, y, z)';
const valid = `${three}; r = SequenceMap(q, body={e: f = Neg(e) -> f T})`;
const paired = 'x 3; y 3; z 3; w 3; q = SequenceConstruct(x, y); p = SequenceConstruct(z, w)';

export const sequenceMap: ControlPlans = {
  moves: () => ({
    'three tensors': `${three}; r = SequenceMap(q, body={e: f = Identity(e) -> f T})`,
    'with a tensor of outside': `${three}; w 4; r, s = SequenceMap(q, w, body={e, g: f = Identity(g); h = Identity(e) -> f T, h T})`,
    'of several shapes':
      'x 2x3; y 4; z scalar; q = SequenceConstruct(x, y, z); r = SequenceMap(q, body={e: f = Identity(e) -> f T})',
    one: 'x 2x3; q = SequenceConstruct(x); r = SequenceMap(q, body={e: f = Identity(e) -> f T})',
  }),
  definition: {
    negated: valid,
    doubled: `${three}; r = SequenceMap(q, body={e: f = Add(e, e) -> f T})`,
    'with a tensor': `${three}; w 2x3; r = SequenceMap(q, w, body={e, g: f = Sub(e, g) -> f T})`,
    'its output is read': `${three}; r = SequenceMap(q, body={e: f = Neg(e) -> f T}); n = SequenceLength(r); t = ConcatFromSequence(r, axis=0)`,
  },
  sizes: () => [
    ['2x3', '4x5'].map((shape) => valid.replaceAll('2x3', shape)),
    ['3', '5'].map(
      (shape) =>
        `x ${shape}; y ${shape}; q = SequenceConstruct(x, y); r = SequenceMap(q, body={e: f = Add(e, e) -> f T})`,
    ),
    // strings are moved, not computed with
    ['2x3', '4x5'].map(
      (shape) =>
        `x ${shape}; y ${shape}; q = SequenceConstruct(x, y, x); r = SequenceMap(q, body={e: f = Identity(e) -> f T})`,
    ),
  ],
  plans: {
    'any-count': {
      'a tensor more': `${three}; w 2x3; r = SequenceMap(q, w, body={e, g: f = Identity(g) -> f T})`,
      'two tensors more': `${three}; w 2; v 3; r, s = SequenceMap(q, w, v, body={e, g, h: f = Identity(h); k = Identity(g) -> f T, k T})`,
      'nothing more': `${three}; r = SequenceMap(q, body={e: f = Identity(e) -> f T})`,
    },
    'inputs-same-value': {
      'one sequence twice': `${three}; r = SequenceMap(q, q, body={e, g: f = Add(e, g) -> f T})`,
      'one tensor twice': `${three}; w 2x3; r = SequenceMap(q, w, w, body={e, g, h: a = Sub(e, g); f = Sub(a, h) -> f T})`,
    },
    'any-length': {
      one: 'x 2x3; q = SequenceConstruct(x); r = SequenceMap(q, body={e: f = Neg(e) -> f T})',
      two: 'x 2x3; y 2x3; q = SequenceConstruct(x, y); r = SequenceMap(q, body={e: f = Neg(e) -> f T})',
      five: 'x 3; y 3; z 3; q = SequenceConstruct(x, y, z, y, x); r = SequenceMap(q, body={e: f = Sub(e, x) -> f T})',
      ...each(
        'length',
        longLengths(515),
        (n) =>
          `x ${n}x2; y 2; q = SplitToSequence(x, axis=0, keepdims=0); r = SequenceMap(q, body={e: f = Sub(y, e) -> f T})`,
      ),
    },
    'empty-sequence': {
      'of the type of its tensors':
        'w 3; q = SequenceEmpty(dtype=T); r = SequenceMap(q, body={e: f = Add(e, w) -> f T})',
      'two of them':
        'w 3; q = SequenceEmpty(dtype=T); p = SequenceEmpty(dtype=T); r = SequenceMap(q, p, body={e, g: f = Add(e, g) -> f T})',
      'of another type': 'w 3; q = SequenceEmpty(dtype=T); r = SequenceMap(q, body={e: f = Shape(e) -> f int64})',
    },
    'several-sequences': {
      two: `${paired}; r = SequenceMap(q, p, body={e, g: f = Sub(e, g) -> f T})`,
      'and a tensor': `${paired}; t 3; r = SequenceMap(q, t, p, body={e, h, g: a = Sub(e, g); f = Add(a, h) -> f T})`,
      'of several types':
        'x 2x3; y 4; q = SequenceConstruct(x, y); a = Shape(x); b = Shape(y); p = SequenceConstruct(a, b); r, s = SequenceMap(q, p, body={e, g: f = Neg(e); h = Identity(g) -> f T, h int64})',
    },
    'tensor-inputs': {
      one: `${three}; w 2x3; r = SequenceMap(q, w, body={e, g: f = Sub(g, e) -> f T})`,
      'of another shape': `${three}; w 2; r = SequenceMap(q, w, body={e, g: f = Concat(g, g, axis=0) -> f T})`,
      two: `${three}; w 2x3; v 2x3; r = SequenceMap(q, w, v, body={e, g, h: a = Sub(e, g); f = Add(a, h) -> f T})`,
    },
    'several-outputs': {
      two: `${three}; r, s = SequenceMap(q, body={e: f = Neg(e); g = Add(e, e) -> f T, g T})`,
      'in another order': `${three}; r, s = SequenceMap(q, body={e: f = Neg(e); g = Add(e, e) -> g T, f T})`,
      'of several types': `${three}; r, s = SequenceMap(q, body={e: f = Neg(e); g = Shape(e) -> f T, g int64})`,
    },
    'shapes-differ': {
      'of one rank': 'x 2; y 3; z 4; q = SequenceConstruct(x, y, z); r = SequenceMap(q, body={e: f = Neg(e) -> f T})',
      'of several ranks':
        'x 2x3; y scalar; z 4; q = SequenceConstruct(x, y, z); r = SequenceMap(q, body={e: f = Add(e, e) -> f T})',
      'their shapes':
        'x 2; y 3; z 0; q = SequenceConstruct(x, y, z); r = SequenceMap(q, body={e: f = Shape(e) -> f int64})',
    },
    'outer-values': {
      'of a node before': `${three}; u 2x3; w = Neg(u); r = SequenceMap(q, body={e: f = Sub(e, w) -> f T})`,
      'a constant': `${three}; W 2x3 small; r = SequenceMap(q, body={e: f = Sub(e, W) -> f T})`,
      'the sequence itself':
        `${three}; r = SequenceMap(q, body={e: k = SequenceLength(q); f = Neg(e) -> f T, k int64})`.replace(
          'r =',
          'r, n =',
        ),
    },
    'own-constants': {
      'of the type of the tensors':
        'x 3; y 3; q = SequenceConstruct(x, y); r = SequenceMap(q, body={e: W = 1 2 3; f = Sub(e, W) -> f T})',
    },
    'sibling-names': {
      'the same graph twice': `${paired}; r = SequenceMap(q, body={e: f = Neg(e) -> f T}); s = SequenceMap(p, body={e: f = Neg(e) -> f T})`,
      'one after the other': `${three}; r = SequenceMap(q, body={e: f = Neg(e) -> f T}); s = SequenceMap(r, body={e: f = Add(e, e) -> f T})`,
    },
    nested: {
      'a branch': `${paired}; c bool scalar = 0; r = SequenceMap(q, body={e: f = If(c, then_branch={a = Neg(e)}, else_branch={b = Add(e, e)}) -> f T})`,
      'a loop': `${paired}; m int64 scalar = 3; c bool scalar = 1; r = SequenceMap(q, body={e: f = Loop(m, c, e, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Sub(x, a) -> k2, b}) -> f T})`,
      'in a branch': `${paired}; c bool scalar = 1; r = If(c, then_branch={a = SequenceMap(q, body={e: f = Neg(e) -> f T})}, else_branch={b = SequenceMap(p, body={e: f = Add(e, e) -> f T})})`,
    },
  },
  invalid: {
    'invalid-lengths': () => [
      {
        valid: `${paired}; r = SequenceMap(q, p, body={e, g: f = Sub(e, g) -> f T})`,
        broken: {
          'a shorter one':
            'x 3; y 3; z 3; w 3; q = SequenceConstruct(x, y); p = SequenceConstruct(z); r = SequenceMap(q, p, body={e, g: f = Sub(e, g) -> f T})',
          'an empty one':
            'x 3; y 3; z 3; w 3; q = SequenceConstruct(x, y); p = SequenceEmpty(dtype=T); r = SequenceMap(q, p, body={e, g: f = Sub(e, g) -> f T})',
        },
      },
    ],
    'invalid-body-inputs': () => [
      {
        valid,
        broken: {
          'one more': `${three}; r = SequenceMap(q, body={e, g: f = Neg(e) -> f T})`,
          'one less': `${three}; w 2x3; r = SequenceMap(q, w, body={e: f = Neg(e) -> f T})`,
        },
      },
    ],
    'invalid-output-count': () => [
      {
        valid,
        broken: {
          'one more': `${three}; r, s = SequenceMap(q, body={e: f = Neg(e) -> f T}) -> r`,
          'one less': `${three}; r = SequenceMap(q, body={e: f = Neg(e); g = Add(e, e) -> f T, g T})`,
        },
      },
    ],
    'invalid-shadowing': () => [
      {
        valid,
        broken: {
          'an input of the body has the name of a value outside': `${three}; r = SequenceMap(q, body={x: f = Neg(x) -> f T})`,
          'a node of the body gives a value of the name of one outside': `${three}; r = SequenceMap(q, body={e: y = Neg(e) -> y T})`,
        },
      },
    ],
  },
  draw,
};

/** A map of a sequence, and perhaps of another one or a tensor. */
function draw(draws: Draws): string {
  const isComputed = canCompute(draws.context) && draws.once(2);
  const length = draws.count(1, 6);
  const dims = draws.sizes(draws.count(0, 3), 0, 60);
  const range = (count: number) => Array.from({ length: count }, (_, i) => i);
  const isAlike = isComputed || draws.once(2);
  const shapes = range(length).map(() => (isAlike ? dims : draws.sizes(draws.count(0, 3), 0, 60)));
  const other = draws.pick('nothing', 'sequence', 'tensor');
  const values = [
    ...shapes.map((shape, i) => `x${i} ${drawnData(draws, shape, isComputed)}`),
    ...(other === 'sequence' ? shapes.map((shape, i) => `y${i} ${drawnData(draws, shape, isComputed)}`) : []),
    ...(other === 'tensor' ? [`y ${drawnData(draws, dims, isComputed)}`] : []),
    `q = SequenceConstruct(${range(length)
      .map((i) => `x${i}`)
      .join(', ')})`,
    ...(other === 'sequence'
      ? [
          `p = SequenceConstruct(${range(length)
            .map((i) => `y${i}`)
            .join(', ')})`,
        ]
      : []),
  ];
  const given = other === 'nothing' ? '' : other === 'sequence' ? ', p' : ', y';
  const second = given === '' ? 'e' : 'g';
  const node = (): string =>
    isComputed
      ? draws.pick(`Add(e, ${second})`, `Sub(${second}, e)`, 'Neg(e)')
      : `Identity(${draws.pick('e', second)})`;
  const outputs = draws.pick(1, 1, 2);
  const nodes = range(outputs).map((i) => `f${i} = ${node()}`);
  const declared = range(outputs).map((i) => `f${i} T`);
  return `${values.join('; ')}; ${range(outputs)
    .map((i) => `r${i}`)
    .join(
      ', ',
    )} = SequenceMap(q${given}, body={e${given === '' ? '' : ', g'}: ${nodes.join('; ')} -> ${declared.join(', ')}})`;
}
