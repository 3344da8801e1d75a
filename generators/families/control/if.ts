import type { PlanContext } from '../../cases/proposal.ts';
import type { Draws } from '../../covering/draws.ts';
import { type ControlPlans, canCompute, drawnData, type GraphLines } from './control.ts';

const both = (line: (cond: 0 | 1) => string): GraphLines => ({ 'cond is true': line(1), 'cond is false': line(0) });

/** One of two values, as it is. */
const choice = (cond: string, shape = '2x3'): string =>
  `${cond}; x ${shape}; y ${shape}; r = If(c, then_branch={a = Identity(x)}, else_branch={b = Identity(y)})`;

const computed = (cond: 0 | 1, shape = '2x3'): string =>
  `c bool scalar = ${cond}; x ${shape}; y ${shape}; r = If(c, then_branch={a = Add(x, y)}, else_branch={b = Sub(x, y)})`;

const has = ({ version }: PlanContext, since: number): boolean => version.since >= since;

const valid = computed(1);

export const conditional: ControlPlans = {
  moves: () => ({
    'cond is true': choice('c bool scalar = 1'),
    'cond is false': choice('c bool scalar = 0'),
    'a constant cond': choice('C bool scalar = 0').replaceAll('(c,', '(C,'),
    'a scalar': choice('c bool scalar = 1', 'scalar'),
    'no elements': choice('c bool scalar = 0', '0x3'),
  }),
  definition: () => ({
    ...both((cond) => computed(cond)),
    'several nodes':
      'c bool scalar = 1; x 4; y 4; r = If(c, then_branch={a = Mul(x, y); b = Sub(a, x); d = Sub(b, y)}, else_branch={e = Neg(x)})',
    'several nodes, cond is false':
      'c bool scalar = 0; x 4; y 4; r = If(c, then_branch={e = Neg(x)}, else_branch={a = Mul(x, y); b = Sub(a, x); d = Sub(b, y)})',
    'its output is read':
      'c bool scalar = 0; x 4; y 4; q = If(c, then_branch={a = Add(x, y)}, else_branch={b = Sub(x, y)}); r = Neg(q)',
    'swapped operands':
      'c bool scalar = 1; x 4; y 4; r = If(c, then_branch={a = Sub(y, x)}, else_branch={b = Sub(x, y)})',
  }),
  sizes: () => [
    [choice('c bool scalar = 1'), choice('c bool scalar = 0'), choice('c bool scalar = 1', '4x5')],
    [computed(1), computed(0), computed(1, '4x5')],
    [computed(0), computed(1)],
    [computed(1, '3'), computed(1, '5')],
  ],
  plans: {
    'one-branch': (context) => ({
      'the other one would reach beyond its data':
        'c bool scalar = 1; x 3; i int64 = 9 7 8; r = If(c, then_branch={a = Neg(x)}, else_branch={b = Gather(x, i, axis=0)})',
      'the other one would reach beyond its data, cond is false':
        'c bool scalar = 0; x 3; i int64 = 3 5 9; r = If(c, then_branch={b = Gather(x, i, axis=0)}, else_branch={a = Neg(x)})',
      'the other one would divide by zero':
        'c bool scalar = 0; x 4; z 4 = 0 0 0 0; r = If(c, then_branch={b = Div(x, z)}, else_branch={a = Neg(x)})',
      ...(has(context, 11) && {
        'the other one would find no such shape':
          'c bool scalar = 1; x 2x3; s int64 = 4 2; r = If(c, then_branch={a = Neg(x)}, else_branch={b = Reshape(x, s)})',
        'the other one would find no such tensor':
          'c bool scalar = 0; x 3; i int64 scalar = 2; r = If(c, then_branch={s = SequenceConstruct(x, x); b = SequenceAt(s, i)}, else_branch={a = Neg(x)})',
      }),
    }),
    'several-outputs': {
      'two of one type':
        'c bool scalar = 1; x 4; y 4; r, s = If(c, then_branch={a = Add(x, y); b = Sub(x, y) -> a, b}, else_branch={d = Sub(y, x); e = Neg(x) -> d, e})',
      'in another order than they are computed':
        'c bool scalar = 0; x 4; y 4; r, s = If(c, then_branch={a = Add(x, y); b = Sub(x, y) -> b, a}, else_branch={d = Sub(y, x); e = Neg(x) -> e, d})',
      'of several types':
        'c bool scalar = 1; x 2x4; y 2x4; r, s = If(c, then_branch={a = Add(x, y); b = Shape(x) -> a, b}, else_branch={d = Sub(y, x); e = Shape(y) -> d, e})',
      'one value twice':
        'c bool scalar = 0; x 4; y 4; r, s = If(c, then_branch={a = Add(x, y); b = Identity(a) -> b, a}, else_branch={d = Sub(y, x); e = Identity(d) -> d, e})',
      three:
        'c bool scalar = 1; x 4; y 4; r, s, t = If(c, then_branch={a = Add(x, y); b = Neg(y); d = Neg(x) -> b, d, a}, else_branch={d = Sub(y, x); e = Neg(x); f = Neg(y) -> f, d, e})',
    },
    'condition-forms': {
      ...Object.fromEntries(
        ['scalar', '1', '1x1'].flatMap((shape) =>
          [1, 0].map((cond) => [`shape ${shape}, ${cond}`, choice(`c bool ${shape} = ${cond}`)]),
        ),
      ),
      'a constant': choice('C bool scalar = 1').replaceAll('(c,', '(C,'),
      'what a node gives':
        'd bool scalar = 0; x 4; y 4; c = Not(d); r = If(c, then_branch={a = Identity(x)}, else_branch={b = Identity(y)})',
      'a comparison of data':
        'p 1 = 3; q 1 = 4; x 4; y 4; c = Less(p, q); r = If(c, then_branch={a = Identity(x)}, else_branch={b = Identity(y)})',
    },
    'value-of-outside': {
      'what a node gives':
        'c bool scalar = 1; x 4; z = Neg(x); r = If(c, then_branch={a = Identity(z)}, else_branch={b = Identity(x)}) -> z, r',
      'an input, which is an output too':
        'c bool scalar = 0; x 4; z = Neg(x); r = If(c, then_branch={a = Identity(z)}, else_branch={b = Identity(x)}) -> r, z',
      'a constant':
        'c bool scalar = 0; x 4; W 4 small; r = If(c, then_branch={a = Identity(x)}, else_branch={b = Identity(W)})',
    },
    'shapes-differ': {
      ...both(
        (cond) => `c bool scalar = ${cond}; x 2x3; y 5; r = If(c, then_branch={a = Neg(x)}, else_branch={b = Neg(y)})`,
      ),
      'of one rank': 'c bool scalar = 0; x 2x3; y 3x2; r = If(c, then_branch={a = Neg(x)}, else_branch={b = Neg(y)})',
      'with a scalar':
        'c bool scalar = 1; x scalar; y 3x2; r = If(c, then_branch={a = Neg(x)}, else_branch={b = Neg(y)})',
      'without elements':
        'c bool scalar = 0; x 2x3; y 0x3; r = If(c, then_branch={a = Neg(x)}, else_branch={b = Neg(y)})',
    },
    sequences: {
      ...both(
        (cond) =>
          `c bool scalar = ${cond}; x 2x3; y 4; r = If(c, then_branch={s = SequenceConstruct(x, y)}, else_branch={t = SequenceConstruct(y)})`,
      ),
      'an empty one':
        'c bool scalar = 0; x 2x3; r = If(c, then_branch={s = SequenceConstruct(x)}, else_branch={t = SequenceEmpty(dtype=T)})',
      'of outside':
        'c bool scalar = 1; x 2x3; y 4; q = SequenceConstruct(x, y); r = If(c, then_branch={s = SequenceInsert(q, y)}, else_branch={t = SequenceErase(q)})',
    },
    optionals: both(
      (cond) =>
        `c bool scalar = ${cond}; x 2x3; y 2x3; r = If(c, then_branch={s = Optional(x)}, else_branch={t = Optional(y)})`,
    ),
    'outer-values': {
      'of a node before':
        'c bool scalar = 1; x 4; w = Neg(x); r = If(c, then_branch={a = Add(w, w)}, else_branch={b = Add(x, x)})',
      'two graphs out':
        'c bool scalar = 1; d bool scalar = 0; x 4; w = Neg(x); r = If(c, then_branch={e = Add(w, x); a = If(d, then_branch={f = Sub(w, e)}, else_branch={g = Sub(e, w)})}, else_branch={b = Neg(w)})',
      'a constant':
        'c bool scalar = 0; x 4; W 4 small; r = If(c, then_branch={a = Sub(x, W)}, else_branch={b = Sub(W, x)})',
      'the condition itself':
        'c bool scalar = 1; x 4; r, s = If(c, then_branch={a = Neg(x); e = Not(c) -> a, e}, else_branch={b = Add(x, x); f = Identity(c) -> b, f})',
    },
    'own-constants': {
      'in both branches':
        'c bool scalar = 1; x 3; r = If(c, then_branch={v = 1 2 3; a = Add(x, v)}, else_branch={w = 4 5 6; b = Add(x, w)})',
      'cond is false':
        'c bool scalar = 0; x 3; r = If(c, then_branch={v = 1 2 3; a = Add(x, v)}, else_branch={w = 4 5 6; b = Add(x, w)})',
      'of one name':
        'c bool scalar = 0; x 3; r = If(c, then_branch={v = 1 2 3; a = Add(x, v)}, else_branch={v = 4 5 6; a = Add(x, v)})',
    },
    'sibling-names': {
      ...both(
        (cond) =>
          `c bool scalar = ${cond}; x 4; y 4; r = If(c, then_branch={a = Neg(x); b = Add(a, y)}, else_branch={a = Neg(y); b = Sub(a, x)})`,
      ),
      'the same graphs twice':
        'c bool scalar = 1; d bool scalar = 0; x 4; y 4; r = If(c, then_branch={a = Neg(x)}, else_branch={b = Add(x, y)}); s = If(d, then_branch={a = Neg(x)}, else_branch={b = Add(x, y)})',
    },
    nested: {
      ...Object.fromEntries(
        [0, 1].flatMap((c) =>
          [0, 1].map((d) => [
            `conditions ${c} and ${d}`,
            `c bool scalar = ${c}; d bool scalar = ${d}; x 4; y 4; r = If(c, then_branch={a = If(d, then_branch={e = Add(x, y)}, else_branch={f = Sub(x, y)})}, else_branch={b = If(d, then_branch={g = Sub(y, x)}, else_branch={h = Neg(x)})})`,
          ]),
        ),
      ),
      'three deep':
        'c bool scalar = 1; d bool scalar = 0; x 4; y 4; r = If(c, then_branch={a = If(d, then_branch={e = Neg(x)}, else_branch={f = If(c, then_branch={k = Sub(x, y)}, else_branch={l = Neg(y)})})}, else_branch={b = Neg(x)})',
    },
  },
  invalid: {
    'invalid-branch-types': () => [
      {
        valid:
          'c bool scalar = 1; x 2x3; r = If(c, then_branch={a = Neg(x) -> a T 2x3}, else_branch={b = Abs(x) -> b T 2x3})',
        broken: {
          'the other branch gives integers':
            'c bool scalar = 1; x 2x3; r = If(c, then_branch={a = Neg(x) -> a T 2x3}, else_branch={b = Shape(x) -> b int64 2})',
          'the chosen branch gives integers':
            'c bool scalar = 1; x 2x3; r = If(c, then_branch={a = Shape(x) -> a int64 2}, else_branch={b = Neg(x) -> b T 2x3})',
        },
      },
    ],
    'invalid-branch-shapes': () => [
      {
        valid:
          'c bool scalar = 1; x 2x3; y 2x3; r = If(c, then_branch={a = Neg(x) -> a T 2x3}, else_branch={b = Neg(y) -> b T 2x3})',
        broken: {
          'another size':
            'c bool scalar = 1; x 2x3; y 3x2; r = If(c, then_branch={a = Neg(x) -> a T 2x3}, else_branch={b = Neg(y) -> b T 3x2})',
          'another rank':
            'c bool scalar = 1; x 2x3; y 6; r = If(c, then_branch={a = Neg(x) -> a T 2x3}, else_branch={b = Neg(y) -> b T 6})',
        },
      },
    ],
    'invalid-output-count': () => [
      {
        valid,
        broken: {
          'one branch gives two':
            'c bool scalar = 1; x 2x3; y 2x3; r = If(c, then_branch={a = Add(x, y); d = Neg(x) -> a, d}, else_branch={b = Sub(x, y)})',
          'the other one gives two':
            'c bool scalar = 1; x 2x3; y 2x3; r = If(c, then_branch={a = Add(x, y)}, else_branch={b = Sub(x, y); d = Neg(x) -> b, d})',
        },
      },
    ],
    'invalid-condition': () => [
      {
        valid: choice('c bool 1 = 1'),
        broken: { 'two elements': choice('c bool 2 = 1 0'), 'no element': choice('c bool 0') },
      },
    ],
    'invalid-shadowing': () => [
      {
        valid,
        broken: {
          'a node gives a value of the name of an input':
            'c bool scalar = 1; x 2x3; y 2x3; r = If(c, then_branch={y = Neg(x)}, else_branch={b = Sub(x, y)})',
          'a constant has the name of a value before':
            'c bool scalar = 1; x 2x3; y 2x3; q = Neg(x); r = If(c, then_branch={q = 3; a = Add(y, q)}, else_branch={b = Sub(x, q)})',
        },
      },
    ],
  },
  draw,
};

/** A branch of a tensor or two, by what it may compute. */
function draw(draws: Draws): string {
  const { context } = draws;
  const isComputed = canCompute(context) && draws.once(2);
  const dims = draws.emptied(draws.sizes(draws.count(0, 4), 0, 200));
  const cond = draws.pick(0, 1);
  const condShape = draws.pick('scalar', 'scalar', '1', '1x1');
  const name = draws.pick('c', 'c', 'C');
  const node = (): string =>
    isComputed
      ? draws.pick('Add(x, y)', 'Sub(x, y)', 'Sub(y, x)', 'Mul(x, y)', 'Neg(x)')
      : draws.pick('Identity(x)', 'Identity(y)');
  const outputs = draws.pick(1, 1, 2, 3);
  const branch = (prefix: string): string => {
    const names = Array.from({ length: outputs }, (_, i) => `${prefix}${i}`);
    const nodes = names.map((own) => `${own} = ${node()}`);
    return `{${nodes.join('; ')} -> ${draws.some(names, outputs).join(', ')}}`;
  };
  const nested = (prefix: string): string =>
    outputs === 1 && draws.once(4)
      ? `{${prefix} = If(${name}, then_branch=${branch(`${prefix}t`)}, else_branch=${branch(`${prefix}e`)})}`
      : branch(prefix);
  const other = has(context, 11) && draws.once(4) ? draws.sizes(draws.count(0, 4), 0, 200) : dims;
  const shapes = isComputed || !has(context, 11) ? [dims, dims] : [dims, other];
  const [x, y] = shapes.map((shape) => drawnData(draws, shape, isComputed));
  const results = Array.from({ length: outputs }, (_, i) => `r${i}`).join(', ');
  return `${name} bool ${condShape} = ${cond}; x ${x}; y ${y}; ${results} = If(${name}, then_branch=${nested('a')}, else_branch=${nested('b')})`;
}
