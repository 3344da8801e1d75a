import { longLengths, rotateBy } from '../../cases/take-turns.ts';
import type { Draws } from '../../covering/draws.ts';
import { type ControlPlans, canCompute, drawnData, each } from './control.ts';

const counter = (m: number | string): string => `m int64 scalar = ${m}`;
const always = 'c bool scalar = 1';

/** Two values in turns, and the first of them each time. */
const turns = (head: string, inputs: string, shape = '2x3'): string =>
  `${head}; x ${shape}; y ${shape}; v, w, s = Loop(${inputs}, x, y, body={i int64 scalar, k bool scalar, a, b: k2 = Identity(k); a2 = Identity(b); b2 = Identity(a); p = Identity(a) -> k2, a2, b2, p})`;

/** What is carried on grows by y each time; the squares are stacked. */
const sums = (head: string, inputs: string, shape = '2x3', condition = 'k2 = Identity(k)'): string =>
  `${head}; x ${shape}; y ${shape}; v, s = Loop(${inputs}, x, body={i int64 scalar, k bool scalar, a: ${condition}; b = Add(a, y); p = Mul(b, b) -> k2, b, p})`;

/** A loop that ends when its counter is at a limit. */
const until = (head: string, inputs: string): string =>
  `${head}; n scalar = 0; x 3; y 3; N scalar = 1; u, v, s = Loop(${inputs}, n, x, body={i int64 scalar, k bool scalar, q, a: q2 = Add(q, N); k2 = Less(q2, l); b = Sub(y, a); p = Identity(b) -> k2, q2, b, p})`;

/** The same with nothing stacked: of no runs nothing is known of that. */
const none = (head: string, inputs: string): string =>
  `${head}; x 2x3; y 2x3; v, w = Loop(${inputs}, x, y, body={i int64 scalar, k bool scalar, a, b: k2 = Identity(k); a2 = Identity(b); b2 = Neg(a) -> k2, a2, b2})`;

const rotated = (count: number): string => {
  const names = Array.from({ length: count }, (_, i) => i);
  const given = names.map((i) => `x${i}`);
  const nodes = names.map((i) => `b${i} = Identity(a${(i + 1) % count})`);
  return `${counter(2)}; ${always}; ${given.map((name) => `${name} 3`).join('; ')}; ${names.map((i) => `v${i}`).join(', ')} = Loop(m, c, ${given.join(', ')}, body={i int64 scalar, k bool scalar, ${names.map((i) => `a${i}`).join(', ')}: k2 = Identity(k); ${nodes.join('; ')} -> k2, ${names.map((i) => `b${i}`).join(', ')}})`;
};

/** Each run by its number: it reads another row, gives its number, and what it carries on hangs on all runs before it. */
const numbered = (head: string, inputs: string, rows: string): string =>
  `${head}; x ${rows}x2; y 2; v, s, t = Loop(${inputs}, y, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); e = Gather(x, i, axis=0); b = Sub(e, a); p = Identity(i); q = Identity(b) -> k2, b, p, q})`;

const valid = sums(`${counter(3)}; ${always}`, 'm, c');

export const loop: ControlPlans = {
  moves: () => ({
    'two values in turns': turns(`${counter(3)}; ${always}`, 'm, c'),
    'an even number of runs': turns(`${counter(2)}; ${always}`, 'm, c', '4'),
    scalars: turns(`${counter(3)}; ${always}`, 'm, c', 'scalar'),
    'one run': turns(`${counter(1)}; ${always}`, 'm, c', '1x2x2'),
    'no elements': turns(`${counter(2)}; ${always}`, 'm, c', '0x2'),
  }),
  definition: () => ({
    'sums and squares': valid,
    'differences, which depend on the order':
      'm int64 scalar = 4; c bool scalar = 1; x 2x3; y 2x3; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Sub(y, a); p = Add(b, b) -> k2, b, p})',
    'each value from the one before':
      'm int64 scalar = 5; c bool scalar = 1; x 3; y 3; v, w, s = Loop(m, c, x, y, body={i int64 scalar, k bool scalar, a, b: k2 = Identity(k); a2 = Identity(b); b2 = Add(a, b); p = Sub(a, b) -> k2, a2, b2, p})',
    'its outputs are read':
      'm int64 scalar = 3; c bool scalar = 1; x 4; y 4; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Add(a, y); p = Neg(b) -> k2, b, p}); r = Neg(v); t = Neg(s)',
  }),
  sizes: () => [
    [3, 2, 4].map((m) => turns(`${counter(m)}; ${always}`, 'm, c')),
    [3, 1, 5].map((m) => sums(`${counter(m)}; ${always}`, 'm, c')),
    ['2x3', '4x5', '1x7'].map((shape) => sums(`${counter(3)}; ${always}`, 'm, c', shape)),
    [0, 4].map((m) => none(`${counter(m)}; ${always}`, 'm, c')),
  ],
  plans: {
    'any-count': each('carried', [1, 2, 3, 5, 9, ...longLengths(67)], (count) => rotated(Number(count))),
    'any-length': {
      ...each('M', longLengths(515), (m) => numbered(`${counter(m)}; ${always}`, 'm, c', m)),
      ...each('M, without cond,', longLengths(131), (m) => numbered(counter(m), 'm, ', m)),
      ...each('limit', longLengths(261), (limit) => until(`l scalar = ${limit}; ${always}`, ', c')),
    },
    'inputs-same-value': {
      'one value twice':
        'm int64 scalar = 3; c bool scalar = 1; x 4; v, w = Loop(m, c, x, x, body={i int64 scalar, k bool scalar, a, b: k2 = Identity(k); a2 = Add(a, b); b2 = Neg(b) -> k2, a2, b2})',
      'and read from outside':
        'm int64 scalar = 3; c bool scalar = 1; x 4; v, w = Loop(m, c, x, x, body={i int64 scalar, k bool scalar, a, b: k2 = Identity(k); a2 = Sub(b, x); b2 = Add(a, x) -> k2, a2, b2})',
    },
    'trip-count': {
      ...each('M', [1, 2, 3, 7], (m) => sums(counter(m), 'm, ', '3')),
      'a constant M': sums('M int64 scalar = 4', 'M, ', '3'),
      'in turns': turns(counter(5), 'm, ', '3'),
    },
    'condition-ignored': {
      'the body says to end after the first run': sums(counter(4), 'm, ', '3', 'k2 = Not(k)'),
      'the body always says to end': sums(`${counter(3)}; d bool scalar = 0`, 'm, ', '3', 'k2 = Identity(d)'),
      'a constant says to end': sums(counter(3), 'm, ', '3', 'd bool scalar = 0; k2 = Identity(d)'),
      'and nothing is stacked':
        'm int64 scalar = 3; x 3; y 3; v = Loop(m, , x, body={i int64 scalar, k bool scalar, a: k2 = Not(k); b = Sub(y, a) -> k2, b})',
    },
    'while-condition': {
      ...each('limit', [1, 2, 4, 6], (limit) => until(`l scalar = ${limit}; ${always}`, ', c')),
      'nothing is stacked':
        'l scalar = 3; c bool scalar = 1; n scalar = 0; N scalar = 1; x 3; y 3; u, v = Loop(, c, n, x, body={i int64 scalar, k bool scalar, q, a: q2 = Add(q, N); k2 = Less(q2, l); b = Sub(y, a) -> k2, q2, b})',
    },
    'omitted-m': each('limit', [2, 3], (limit) => until(`l scalar = ${limit}; ${always}`, ', c')),
    'omitted-cond': each('M', [2, 5], (m) => turns(counter(m), 'm, ', '3')),
    'count-and-condition': {
      'M ends it': until(`l scalar = 5; ${counter(3)}; ${always}`, 'm, c'),
      'the condition ends it': until(`l scalar = 2; ${counter(4)}; ${always}`, 'm, c'),
      'both end it': until(`l scalar = 3; ${counter(3)}; ${always}`, 'm, c'),
      'M is beyond 32 bits': until(`l scalar = 3; ${counter(4294967297)}; ${always}`, 'm, c'),
      'M ends in as many zeros': until(`l scalar = 4; ${counter(1099511627776)}; ${always}`, 'm, c'),
      'M has a sign bit in 32 bits': until(`l scalar = 3; ${counter(2147483648)}; ${always}`, 'm, c'),
      'M is beyond 8 bits': until(`l scalar = 5; ${counter(257)}; ${always}`, 'm, c'),
      'after one run': until(`l scalar = 0; ${counter(4)}; ${always}`, 'm, c'),
      // as exporters write a loop that the condition alone ends
      'M is the greatest int64': until(`l scalar = 3; ${counter(String(2n ** 63n - 1n))}; ${always}`, 'm, c'),
      'M is the greatest int64, a constant': until(
        `l scalar = 2; M int64 scalar = ${2n ** 63n - 1n}; ${always}`,
        'M, c',
      ),
    },
    'zero-runs': {
      'M is 0': none(`${counter(0)}; ${always}`, 'm, c'),
      'M is 0, without cond': none(counter(0), 'm, '),
      'M is negative': none(`${counter(-1)}; ${always}`, 'm, c'),
      'M is far below zero': none(counter(-1000), 'm, '),
      'cond is false': none(`${counter(3)}; c bool scalar = 0`, 'm, c'),
      'cond is false, without M': none('c bool scalar = 0', ', c'),
      'with a stack of nothing':
        'm int64 scalar = 0; c bool scalar = 1; x 2x3; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Neg(a); p = Neg(b) -> k2, b, p T 2x3})',
      'with a stack of nothing, cond is false':
        'm int64 scalar = 4; c bool scalar = 0; x 3; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Neg(a); p = Neg(b) -> k2, b, p T 3})',
    },
    'run-number': {
      'is stacked':
        'm int64 scalar = 4; c bool scalar = 1; x 2; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Neg(a); p = Identity(i) -> k2, b, p})',
      'says what is read':
        'm int64 scalar = 3; c bool scalar = 1; x 4x2; y 2; v, s = Loop(m, c, y, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); p = Gather(x, i, axis=0); b = Add(a, p) -> k2, b, p})',
      'is stacked, without cond':
        'm int64 scalar = 3; x 2; v, s = Loop(m, , x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Neg(a); p = Identity(i) -> k2, b, p})',
    },
    'condition-given': {
      'is stacked':
        'm int64 scalar = 3; c bool scalar = 1; x 2; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Neg(a); p = Identity(k) -> k2, b, p})',
      'is what the run before gave':
        'l scalar = 3; c bool scalar = 1; n scalar = 0; N scalar = 1; u, s = Loop(, c, n, body={i int64 scalar, k bool scalar, q: q2 = Add(q, N); k2 = Less(q2, l); p = And(k, k2) -> k2, q2, p})',
    },
    'carried-together': {
      'two in turns': turns(`${counter(3)}; ${always}`, 'm, c', '4'),
      'two in turns, an even number of times': turns(`${counter(4)}; ${always}`, 'm, c', '4'),
      'three in a ring':
        'm int64 scalar = 4; c bool scalar = 1; x 3; y 3; z 3; v, w, u = Loop(m, c, x, y, z, body={i int64 scalar, k bool scalar, a, b, d: k2 = Identity(k); a2 = Identity(b); b2 = Identity(d); d2 = Identity(a) -> k2, a2, b2, d2})',
      'one from both':
        'm int64 scalar = 4; c bool scalar = 1; x 3; y 3; v, w = Loop(m, c, x, y, body={i int64 scalar, k bool scalar, a, b: k2 = Identity(k); a2 = Sub(b, a); b2 = Add(a, b) -> k2, a2, b2})',
    },
    'carried-shapes': {
      'it grows':
        'm int64 scalar = 3; c bool scalar = 1; x 2x3; y 1x3; v = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Concat(a, y, axis=0) -> k2, b})',
      'it doubles':
        'm int64 scalar = 3; c bool scalar = 1; x 2; v = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); d = Neg(a); b = Concat(d, a, axis=0) -> k2, b})',
      'its rank grows':
        'm int64 scalar = 2; c bool scalar = 1; x 2x3; v = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Unsqueeze(a, axes=[0]) -> k2, b})',
      'it is turned':
        'm int64 scalar = 3; c bool scalar = 1; x 2x3; v = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Transpose(a, perm=[1,0]) -> k2, b})',
    },
    'passed-through': {
      'the condition':
        'm int64 scalar = 3; c bool scalar = 1; x 3; y 3; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: b = Add(a, y); p = Neg(b) -> k, b, p})',
      'what is carried on, crosswise':
        'm int64 scalar = 3; c bool scalar = 1; x 3; y 3; v, w, s = Loop(m, c, x, y, body={i int64 scalar, k bool scalar, a, b: p = Sub(a, b) -> k, b, a, p})',
      'what is carried on is stacked':
        'm int64 scalar = 3; c bool scalar = 1; x 3; y 3; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: b = Add(a, y) -> k, b, a})',
    },
    stacked: {
      scalars: sums(`${counter(4)}; ${always}`, 'm, c', 'scalar'),
      'tensors of rank 2': sums(`${counter(3)}; ${always}`, 'm, c', '2x2'),
      'tensors of rank 1': sums(`${counter(3)}; ${always}`, 'm, c', '5'),
      'tensors of rank 3': sums(`${counter(2)}; ${always}`, 'm, c', '2x1x3'),
      'one run': sums(`${counter(1)}; ${always}`, 'm, c', '2x3'),
      'several outputs':
        'm int64 scalar = 3; c bool scalar = 1; x 2x2; y 2x2; v, s, t = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Sub(y, a); p = Neg(b); q = Shape(b) -> k2, b, p, q})',
      'nothing else is carried on than what is stacked':
        'm int64 scalar = 3; c bool scalar = 1; x 2; y 2; v, s, t = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Add(y, a); p = Identity(b); q = Identity(a) -> k2, b, q, p})',
    },
    'nothing-carried': {
      'by its number':
        'm int64 scalar = 3; c bool scalar = 1; x 4x2; s = Loop(m, c, body={i int64 scalar, k bool scalar: k2 = Identity(k); p = Gather(x, i, axis=0) -> k2, p})',
      'without cond':
        'm int64 scalar = 3; x 4x2; s = Loop(m, , body={i int64 scalar, k bool scalar: k2 = Identity(k); p = Gather(x, i, axis=0) -> k2, p})',
      'the same each time':
        'm int64 scalar = 2; x 3; s = Loop(m, , body={i int64 scalar, k bool scalar: k2 = Identity(k); p = Neg(x) -> k2, p})',
    },
    sequences: {
      'it grows':
        'm int64 scalar = 3; c bool scalar = 1; x 2; y 3; q = SequenceConstruct(x); v, s = Loop(m, c, q, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = SequenceInsert(a, y); p = SequenceLength(a) -> k2, b, p})',
      'from an empty one':
        'm int64 scalar = 3; c bool scalar = 1; x 4x2; q = SequenceEmpty(dtype=T); v = Loop(m, c, q, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); e = Gather(x, i, axis=0); b = SequenceInsert(a, e) -> k2, b})',
      'in front of others':
        'm int64 scalar = 3; c bool scalar = 1; x 4x2; q = SequenceEmpty(dtype=T); z int64 scalar = 0; v = Loop(m, c, q, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); e = Gather(x, i, axis=0); l = SequenceLength(a); b = SequenceInsert(a, e, l) -> k2, b})',
      'it shrinks':
        'm int64 scalar = 2; c bool scalar = 1; x 2; y 3; q = SequenceConstruct(x, y, x); v = Loop(m, c, q, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = SequenceErase(a) -> k2, b})',
      'its tensors are read':
        'm int64 scalar = 3; c bool scalar = 1; x 2; y 2; z 2; q = SequenceConstruct(x, y, z); v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); e = SequenceAt(q, i); b = Sub(e, a); p = Neg(b) -> k2, b, p})',
    },
    optionals: {
      'it is passed on':
        'm int64 scalar = 3; c bool scalar = 1; x 2; y 2; o = Optional(x); v, s = Loop(m, c, o, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); e = OptionalGetElement(a); d = Sub(y, e); b = Optional(d); p = Identity(d) -> k2, b, p})',
    },
    'outer-values': {
      'of a node before':
        'm int64 scalar = 3; c bool scalar = 1; x 3; w = Neg(x); v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Add(a, w); p = Sub(w, b) -> k2, b, p})',
      'a constant':
        'm int64 scalar = 3; c bool scalar = 1; x 3; W 3 small; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Add(a, W); p = Sub(W, b) -> k2, b, p})',
      'what is carried on, as it was':
        'm int64 scalar = 3; c bool scalar = 1; x 3; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Add(a, x); p = Sub(x, b) -> k2, b, p})',
      'two graphs out':
        'm int64 scalar = 2; c bool scalar = 1; d bool scalar = 0; x 3; w = Neg(x); v = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = If(d, then_branch={e = Add(a, w)}, else_branch={f = Sub(w, a)}) -> k2, b})',
      'M and cond':
        'm int64 scalar = 3; c bool scalar = 1; x 3; v, s, t = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(c); b = Neg(a); p = Identity(m); q = Identity(c) -> k2, b, p, q})',
    },
    'own-constants': {
      'of the type of what is carried on':
        'm int64 scalar = 3; c bool scalar = 1; x 3; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: W = 1 2 3; k2 = Identity(k); b = Add(a, W); p = Mul(b, W) -> k2, b, p})',
      'the condition':
        'm int64 scalar = 4; c bool scalar = 1; x 3; v = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: d bool scalar = 0; k2 = Identity(d); b = Add(a, x) -> k2, b})',
      'it is itself an output':
        'm int64 scalar = 3; c bool scalar = 1; x 3; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: W = 4 5 6; k2 = Identity(k); b = Sub(W, a); p = Identity(W) -> k2, b, p})',
    },
    'sibling-names': {
      'the same graph twice':
        'm int64 scalar = 3; n int64 scalar = 2; x 3; y 3; v = Loop(m, , x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Sub(y, a) -> k2, b}); w = Loop(n, , y, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Sub(y, a) -> k2, b})',
      'one after the other':
        'm int64 scalar = 3; x 3; y 3; v, s = Loop(m, , x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Sub(y, a); p = Neg(b) -> k2, b, p}); w, t = Loop(m, , v, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Add(y, a); p = Neg(a) -> k2, b, p})',
    },
    nested: {
      'a loop in a loop':
        'm int64 scalar = 2; n int64 scalar = 3; x 3; y 3; v, s = Loop(m, , x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b, t = Loop(n, , a, body={j int64 scalar, l bool scalar, d: l2 = Identity(l); e = Sub(y, d); f = Add(e, a) -> l2, e, f}) -> k2, b, t})',
      'as often as the outer number':
        'm int64 scalar = 4; x 3; y 3; v = Loop(m, , x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Loop(i, , a, body={j int64 scalar, l bool scalar, d: l2 = Identity(l); e = Sub(y, d) -> l2, e}) -> k2, b})',
      'a branch by the number of the run':
        'm int64 scalar = 4; j int64 scalar = 2; x 3; y 3; v, s = Loop(m, , x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); q = Equal(i, j); b = If(q, then_branch={d = Neg(a)}, else_branch={e = Add(a, y)}); p = Identity(b) -> k2, b, p})',
      'a loop in a branch in a loop':
        'm int64 scalar = 3; n int64 scalar = 2; j int64 scalar = 1; x 3; y 3; v = Loop(m, , x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); q = Equal(i, j); b = If(q, then_branch={d = Loop(n, , a, body={g int64 scalar, l bool scalar, h: l2 = Identity(l); f = Sub(y, h) -> l2, f})}, else_branch={e = Add(a, y)}) -> k2, b})',
      'a loop in a branch':
        'c bool scalar = 1; m int64 scalar = 3; x 3; y 3; r = If(c, then_branch={d = Loop(m, , x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Sub(y, a) -> k2, b})}, else_branch={e = Neg(x)})',
    },
  },
  invalid: {
    'invalid-carried-count': () => [
      {
        valid,
        broken: {
          'the body has an input more':
            'm int64 scalar = 3; c bool scalar = 1; x 2x3; y 2x3; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a, z: k2 = Identity(k); b = Add(a, y); p = Mul(b, b) -> k2, b, p})',
          'the body has an input less':
            'm int64 scalar = 3; c bool scalar = 1; x 2x3; y 2x3; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar: k2 = Identity(k); b = Add(x, y); p = Mul(b, b) -> k2, b, p})',
          'the node has an input more':
            'm int64 scalar = 3; c bool scalar = 1; x 2x3; y 2x3; v, s = Loop(m, c, x, y, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Add(a, y); p = Mul(b, b) -> k2, b, p})',
        },
      },
    ],
    'invalid-output-count': () => [
      {
        valid,
        broken: {
          'the node has an output more':
            'm int64 scalar = 3; c bool scalar = 1; x 2x3; y 2x3; v, s, t = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Add(a, y); p = Mul(b, b) -> k2, b, p}) -> v, s',
          'the body gives nothing but its condition':
            'm int64 scalar = 3; c bool scalar = 1; x 2x3; y 2x3; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Add(a, y); p = Mul(b, b) -> k2})',
        },
      },
    ],
    'invalid-scan-shapes': () => [
      {
        valid:
          'm int64 scalar = 3; c bool scalar = 1; x 2x3; y 2x3; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Concat(a, y, axis=0); p = Neg(y) -> k2, b, p}) -> v',
        broken: {
          'it grows':
            'm int64 scalar = 3; c bool scalar = 1; x 2x3; y 2x3; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Concat(a, y, axis=0); p = Neg(b) -> k2, b, p}) -> v',
        },
      },
    ],
    'invalid-shadowing': () => [
      {
        valid,
        broken: {
          'an input of the body has the name of a value outside':
            'm int64 scalar = 3; c bool scalar = 1; x 2x3; y 2x3; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, x: k2 = Identity(k); b = Add(x, y); p = Mul(b, b) -> k2, b, p})',
          'a node of the body gives a value of the name of one outside':
            'm int64 scalar = 3; c bool scalar = 1; x 2x3; y 2x3; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); y = Add(a, a); p = Mul(y, y) -> k2, y, p})',
          'a constant of the body has the name of a value outside':
            'm int64 scalar = 3; c bool scalar = 1; x 2x3; y 2x3; v, s = Loop(m, c, x, body={i int64 scalar, k bool scalar, a: y 2x3 = 1 2 3; k2 = Identity(k); b = Add(a, y); p = Mul(b, b) -> k2, b, p})',
        },
      },
    ],
  },
  draw,
};

/** A loop of some iterations that carries some values and stacks a few. */
function draw(draws: Draws): string {
  const { context } = draws;
  const isComputed = canCompute(context) && draws.once(2);
  const most = draws.pick(0, 1, 2, 3, 3, 4, 7, draws.size(40));
  const form = draws.pick('both', 'both', 'M', 'cond is false', 'M says less');
  const head = {
    both: [`${draws.pick('m', 'm', 'M')} int64 scalar = ${most}`, draws.pick(always, always, 'C bool scalar = 1')],
    M: [`m int64 scalar = ${most}`],
    'cond is false': [`m int64 scalar = ${most}`, 'c bool scalar = 0'],
    'M says less': [`m int64 scalar = ${-most}`, always],
  }[form];
  const runs = form === 'both' || form === 'M' ? most : 0;
  const inputs = `${head[0]![0]}, ${head[1]?.[0] ?? ''}`;
  const carried = draws.count(1, 4);
  const room = most < 8 ? draws.pick(60, 60, 300) : 60;
  const [x, ...others] = Array.from({ length: carried }, () => draws.sizes(draws.count(0, 3), 0, room));
  const shapes = isComputed || draws.once(2) ? Array.from({ length: carried }, () => x!) : [x!, ...others];
  const isTurned = shapes.every((shape) => String(shape) === String(x));
  const places = shapes.map((_, i) => i);
  const outside = ['w0', 'w1', 'w2'].slice(0, draws.pick(0, 0, 1, 3));
  // each run leaves another state, so that their number shows
  const turn = isTurned && !isComputed && carried > 1 ? draws.count(1, carried - 1) : 0;
  const from = isTurned && isComputed ? draws.some(places, carried) : rotateBy(places, turn);
  const nodes = from.map((place, i) => {
    const other = draws.pick(...places);
    const node = isComputed
      ? draws.pick(
          `Add(a${place}, a${other})`,
          `Sub(a${place}, a${other})`,
          `Neg(a${place})`,
          ...outside.map((name) => `Sub(${name}, a${place})`),
        )
      : `Identity(${i === 0 && isTurned ? draws.pick(`a${place}`, ...outside) : `a${place}`})`;
    return `b${i} = ${node}`;
  });
  const condition = draws.pick('k2 = Identity(k)', form === 'M' ? 'k2 = Not(k)' : 'k2 = Identity(k)');
  const stacks = runs > 0 ? draws.count(isComputed || turn > 0 ? 0 : 1, 3) : 0;
  const stackedNodes = Array.from(
    { length: stacks },
    (_, i) =>
      `p${i} = Identity(${draws.pick('i', `a${draws.pick(...places)}`, `b${draws.pick(...places)}`, ...outside)})`,
  );
  const body = [condition, ...nodes, ...stackedNodes].join('; ');
  const outputs = ['k2', ...places.map((i) => `b${i}`), ...stackedNodes.map((_, i) => `p${i}`)].join(', ');
  const results = [...places.map((i) => `v${i}`), ...stackedNodes.map((_, i) => `s${i}`)].join(', ');
  const read = outside.filter((name) => body.includes(name));
  const values = [...shapes.map((dims, i) => [`x${i}`, dims] as const), ...read.map((name) => [name, x!] as const)].map(
    ([name, dims]) => `${name} ${drawnData(draws, dims, isComputed)}`,
  );
  return `${[...head, ...values].join('; ')}; ${results} = Loop(${inputs}, ${places.map((i) => `x${i}`).join(', ')}, body={i int64 scalar, k bool scalar, ${places.map((i) => `a${i}`).join(', ')}: ${body} -> ${outputs}})`;
}
