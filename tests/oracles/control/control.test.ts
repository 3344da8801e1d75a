import { describe, expect, it } from 'vitest';
import { expectGraph } from '../../../oracles/graph/expect.ts';
import { firstAtFault } from '../../../oracles/graph/fault.ts';
import { compare } from '../../../oracles/judge/comparator.ts';
import { referenceTensor } from '../../../oracles/judge/reference-tensor.ts';
import { type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import { sequenceOf } from '../../../oracles/numerics/value.ts';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import type { DeclaredType } from '../../../oracles/spec/declaration.ts';
import { answers, body, graphWith, withOutputs } from './models.ts';

const list = (...numbers: number[]): Tensor => tensor('float32', [numbers.length], new Float32Array(numbers));
const scalar = (x: number): Tensor => tensor('float32', [], Float32Array.of(x));
const integer = (x: number): Tensor => tensor('int64', [], BigInt64Array.of(BigInt(x)));
const truth = (x: boolean): Tensor => tensor('bool', [], Uint8Array.of(x ? 1 : 0));
const ints = (...value: number[]) => ({ type: 'INTS', value }) as const;
const int = (value: number) => ({ type: 'INT', value }) as const;

describe('If', () => {
  const branches = {
    then_branch: body('', 'sum', ['sum = Add x x']),
    else_branch: body('', 'product', ['product = Mul x x']),
  };
  const x = list(3, 4);

  it.each([
    [true, [6, 8]],
    [false, [9, 16]],
  ])('runs the branch of %s, which sees the values around it', (cond, result) => {
    expect(answers([['y = If c', branches]], { c: truth(cond), x }, 'y')).toEqual([[result]]);
  });

  it('runs only that branch: what fails in the other does not matter', () => {
    const failing = { ...branches, else_branch: body('', 'wrong', ['wrong = MatMul x s']) };
    const values = { c: truth(true), x, s: scalar(1) };
    expect(answers([['y = If c', failing]], values, 'y')).toEqual([[[6, 8]]]);
    expect(() => answers([['y = If c', failing]], { ...values, c: truth(false) }, 'y')).toThrow(BadInput);
  });

  it('is nested, and its outputs are values like others', () => {
    const inner = { then_branch: body('', 'a', ['a = Neg x']), else_branch: body('', 'b', ['b = Identity x']) };
    const outer = { ...branches, then_branch: body('', 'n', [['i = If d', inner], 'n = Add i x']) };
    const nested = (c: boolean, d: boolean) =>
      answers([['y = If c', outer], 'z = Neg y'], { c: truth(c), d: truth(d), x }, 'z');
    expect(nested(true, true)).toEqual([[[-0, -0]]]);
    expect(nested(true, false)).toEqual([[[-6, -8]]]);
    expect(nested(false, true)).toEqual([[[-9, -16]]]);
  });

  it('gives sequences, and several outputs of different types', () => {
    const several = {
      then_branch: body('', 's n', ['s = SequenceConstruct x x', 'n = SequenceLength s']),
      else_branch: body('', 's2 n2', ['s2 = SequenceConstruct x', 'n2 = SequenceLength s2']),
    };
    const both = (c: boolean) => answers([['s3 n3 = If c', several]], { c: truth(c), x }, 's3 n3');
    expect(both(true)).toEqual([
      [
        [3, 4],
        [3, 4],
      ],
      [[2]],
    ]);
    expect(both(false)).toEqual([[[3, 4]], [[1]]]);
  });

  it('does not hide a name of the graph around it', () => {
    const shadowing = { ...branches, then_branch: body('', 'x', ['x = Neg x']) };
    expect(() => answers([['y = If c', shadowing]], { c: truth(true), x }, 'y')).toThrow(
      "the name 'x' in then_branch also exists in the graph around it",
    );
  });

  it('is not judged where the branch depends on how a value is rounded, and else is', () => {
    const lines = ['e = Exp x', 'c = Less e k', ['y = If c', branches]] as const;
    const judged = (k: number) => answers(lines, { x: list(0.3), k: list(k) }, 'y');
    expect(() => judged(Math.exp(0.3))).toThrow(NotJudged);
    expect(judged(2)[0]![0]).toEqual([Math.fround(0.3) * 2]);
  });

  it('has branches that give as many outputs as it has, of the same types, as far as they declare them', () => {
    const value = (declared: Pick<DeclaredType, 'dtype' | 'dims'>) =>
      withOutputs(body('', 'sum', ['sum = Add x x']), [{ name: 'sum', ...declared }]);
    const given = { c: truth(true), x };
    const judged = (
      one: Pick<DeclaredType, 'dtype' | 'dims'>,
      other: Pick<DeclaredType, 'dtype' | 'dims'>,
      opset = 13,
    ) => answers([['y = If c', { then_branch: value(one), else_branch: value(other) }]], given, 'y', opset);
    const float = { dtype: 'float32', dims: [2] } as const;
    expect(judged(float, float)).toEqual([[[6, 8]]]);
    expect(judged(float, { ...float, dims: [3] })).toEqual([[[6, 8]]]);
    expect(() => judged(float, { ...float, dims: [3] }, 10)).toThrow(
      'the branches return shapes [2] and [3] for output 0',
    );
    expect(() => judged(float, { ...float, dtype: 'int64' })).toThrow(
      'the branches return float32 and int64 for output 0',
    );
    const two = { ...branches, else_branch: body('', 'a b', ['a = Neg x', 'b = Neg x']) };
    expect(() => answers([['y = If c', two]], given, 'y')).toThrow(
      'the branches return 1 and 2 values, but the node has 1 outputs',
    );
  });

  it('has a condition of one element', () => {
    const wrong = tensor('bool', [2], Uint8Array.of(1, 0));
    expect(() => answers([['y = If c', branches]], { c: wrong, x }, 'y')).toThrow(
      'cond has 2 elements; it must have one',
    );
  });

  it('judges values of a branch by bounds, as of any nodes', () => {
    const rounding = { ...branches, then_branch: body('', 'e2', ['e = Exp x', 'e2 = Exp e']) };
    const values = { c: truth(true), x: list(0.3) };
    const expected = expectGraph(graphWith([['y = If c', rounding]], values, 'y'), new Map(Object.entries(values)));
    const best = expected.map(referenceTensor);
    const near = best.map(({ dims, data }) =>
      tensor(
        'float32',
        dims,
        (data as Float32Array).map((v) => v * (1 + 1e-7)),
      ),
    );
    const far = best.map(({ dims, data }) =>
      tensor(
        'float32',
        dims,
        (data as Float32Array).map((v) => v * 1.001),
      ),
    );
    expect(compare(expected, best).accepted).toBe(true);
    expect(compare(expected, near).accepted).toBe(true);
    expect(compare(expected, far).accepted).toBe(false);
  });
});

describe('Loop', () => {
  /** Adds the number of the run to what is carried on, keeps what it was, and says whether to go on. */
  const adding = (condition: string) => ({
    body: body('i c s', 'go next was', [
      ['f = Cast i', { to: int(1) }],
      'next = Add s f',
      'was = Identity s',
      condition,
    ]),
  });
  const always = adding('go = Identity c');
  const s = scalar(10);

  it('stacks what each run gives along a new first dimension', () => {
    const values = { m: integer(4), t: truth(true), s0: s };
    expect(answers([['y scan = Loop m t s0', always]], values, 'y scan')).toEqual([[[16]], [[10, 10, 11, 13]]]);
    const rows = graphWith([['y scan = Loop m t s0', always]], { ...values, s0: list(1, 2) }, 'scan');
    expect(expectGraph(rows, new Map(Object.entries({ ...values, s0: list(1, 2) })))[0]!.dims).toEqual([4, 2]);
  });

  it('ends with the condition of the body, if cond is there', () => {
    const below = adding('go = Less next limit');
    const values = { m: integer(9), t: truth(true), s0: s, limit: scalar(12) };
    expect(answers([['y scan = Loop m t s0', below]], values, 'y scan')).toEqual([[[13]], [[10, 10, 11]]]);
    expect(answers([['y scan = Loop _ t s0', below]], values, 'y')).toEqual([[[13]]]);
  });

  it('without cond has exactly M runs, whatever the body says; without both it is endless', () => {
    const never = adding('go = Less limit s');
    const values = { m: integer(3), s0: s, limit: scalar(1000) };
    expect(answers([['y scan = Loop m _ s0', never]], values, 'y')).toEqual([[[13]]]);
    expect(() => answers([['y scan = Loop _ _ s0', always]], values, 'y')).toThrow('an endless loop');
  });

  it.each([0, -1])('of %i runs passes on what is carried', (m) => {
    const plain = { body: body('i c v', 'c2 w', ['c2 = Identity c', 'w = Neg v']) };
    const values = { m: integer(m), t: truth(true), s0: s };
    expect(answers([['y = Loop m t s0', plain]], values, 'y')).toEqual([[[10]]]);
    expect(answers([['y = Loop m t s0', plain]], { ...values, m: integer(5), t: truth(false) }, 'y')).toEqual([[[10]]]);
    // of what is stacked nothing says the shape
    expect(() => answers([['y scan = Loop m t s0', always]], values, 'y')).toThrow(NotJudged);
  });

  it('carries values at the same time, sequences too, and of other shapes each run', () => {
    const swapping = { body: body('i c a b', 'c2 b2 a2', ['c2 = Identity c', 'b2 = Identity b', 'a2 = Identity a']) };
    const values = { m: integer(3), t: truth(true), a0: list(1), b0: list(2, 3) };
    expect(answers([['p q = Loop m t a0 b0', swapping]], values, 'p q')).toEqual([[[2, 3]], [[1]]]);
    const growing = { body: body('i c v', 'c2 w', ['c2 = Identity c', ['w = Concat v v', { axis: int(0) }]]) };
    expect(answers([['y = Loop m t b0', growing]], values, 'y')[0]![0]).toHaveLength(16);
    const collecting = { body: body('i c q', 'c2 q2', ['c2 = Identity c', 'q2 = SequenceInsert q a0']) };
    expect(
      answers(
        [
          ['e = SequenceEmpty', {}],
          ['y = Loop m t e', collecting],
        ],
        values,
        'y',
      ),
    ).toEqual([[[1], [1], [1]]]);
  });

  it('is long without being deep', () => {
    const values = { m: integer(1000), t: truth(true), s0: scalar(0) };
    expect(answers([['y scan = Loop m t s0', always]], values, 'y')).toEqual([[[(999 * 1000) / 2]]]);
  });

  it('has a body with as many inputs as it is given', () => {
    const values = { m: integer(1), t: truth(true), s0: s };
    expect(() => answers([['y scan = Loop m t s0 s0', always]], values, 'y')).toThrow(
      'the graph body has 3 inputs, but 4 are given',
    );
  });

  it('is named where a backend gives other values than its body computes', () => {
    const values = { m: integer(4), t: truth(true), s0: s };
    const graph = graphWith([['y scan = Loop m t s0', always], 'z = Neg y'], values, 'z');
    const given = { ...values, scan: list(10, 10, 11, 13) };
    const fault = (y: number, z: number) =>
      firstAtFault(graph, new Map<string, Tensor>(Object.entries({ ...given, y: scalar(y), z: scalar(z) })));
    expect(fault(16, -16)).toBeUndefined();
    expect(fault(17, -17)).toMatchObject({ node: { operator: { name: 'Loop' } } });
    expect(fault(16, 16)).toMatchObject({ node: { operator: { name: 'Neg' } } });
  });
});

describe('Scan', () => {
  const summing = body('s x', 'next was', ['next = Add s x', 'was = Identity next']);
  const matrix = tensor('float32', [2, 3], new Float32Array([1, 2, 3, 10, 20, 30]));
  const node = (attributes = {}) =>
    ['last rows = Scan s0 x0', { body: summing, num_scan_inputs: int(1), ...attributes }] as const;
  const scanned = (s0: Tensor, attributes = {}, opset = 18) => {
    const values = { s0, x0: matrix };
    const graph = graphWith([node(attributes)], values, 'last rows', opset);
    return expectGraph(graph, new Map(Object.entries(values))).map(referenceTensor);
  };

  it('goes along the first dimension, and stacks', () => {
    const [last, rows] = scanned(list(0, 0, 0));
    expect([...last!.data]).toEqual([11, 22, 33]);
    expect([rows!.dims, [...rows!.data]]).toEqual([
      [2, 3],
      [1, 2, 3, 11, 22, 33],
    ]);
  });

  it('goes along another dimension, from the end, and stacks along another one, the last first', () => {
    const [last, rows] = scanned(list(0, 0), { scan_input_axes: ints(-1), scan_input_directions: ints(1) });
    expect([...last!.data]).toEqual([6, 60]);
    expect([rows!.dims, [...rows!.data]]).toEqual([
      [3, 2],
      [3, 30, 5, 50, 6, 60],
    ]);
    const turned = { scan_input_axes: ints(1), scan_output_axes: ints(1), scan_output_directions: ints(1) };
    expect([...scanned(list(0, 0), turned)[1]!.data]).toEqual([6, 3, 1, 60, 30, 10]);
  });

  it('of version 8 has a batch before the sequences', () => {
    const x0 = tensor('float32', [2, 2, 1], new Float32Array([1, 2, 10, 20]));
    const values = { s0: tensor('float32', [2, 1], new Float32Array([0, 100])), x0 };
    const line = ['last rows = Scan _ s0 x0', { body: summing, num_scan_inputs: int(1) }] as const;
    expect(answers([line], values, 'last rows', 8)).toEqual([[[3, 130]], [[1, 3, 110, 130]]]);
    const backwards = [line[0], { ...line[1], directions: ints(1) }] as const;
    expect(answers([backwards], values, 'rows', 8)).toEqual([[[2, 3, 120, 130]]]);
  });

  it('of version 8 ends each sequence at its length: the state is that of there, and nothing is said of what is behind', () => {
    const x0 = tensor('float32', [2, 3, 1], new Float32Array([1, 2, 4, 10, 20, 40]));
    const lengths = tensor('int64', [2], BigInt64Array.of(1n, 3n));
    const values = { lengths, s0: tensor('float32', [2, 1], new Float32Array([0, 100])), x0 };
    const line = ['last rows = Scan lengths s0 x0', { body: summing, num_scan_inputs: int(1) }] as const;
    const given = new Map(Object.entries(values));
    const [last, rows] = expectGraph(graphWith([line], values, 'last rows', 8), given);
    expect([...referenceTensor(last!).data]).toEqual([1, 170]);
    const isRight = (...row: number[]) =>
      compare([rows!], [tensor('float32', [2, 3, 1], new Float32Array(row))]).accepted;
    expect(isRight(1, 0, 0, 110, 130, 170)).toBe(true);
    expect(isRight(1, -7, Number.NaN, 110, 130, 170)).toBe(true);
    expect(isRight(2, 0, 0, 110, 130, 170)).toBe(false);
    expect(isRight(1, 0, 0, 110, 130, 0)).toBe(false);
    const backwards = [line[0], { ...line[1], directions: ints(1) }] as const;
    expect(() => answers([backwards], values, 'rows', 8)).toThrow(NotJudged);
    const tooLong = { ...values, lengths: tensor('int64', [2], BigInt64Array.of(1n, 4n)) };
    expect(() => answers([line], tooLong, 'rows', 8)).toThrow(
      'sequence_lens is [1,4]; it must have 2 lengths from 0 to 3',
    );
  });

  it('does not change the shape of a state', () => {
    const growing = body('s x', 's2 x2', [['s2 = Concat s s', { axis: int(0) }], 'x2 = Identity x']);
    expect(() => scanned(list(0), { body: growing })).toThrow('the body changes the shape of state 0');
  });
});

describe('SequenceMap', () => {
  const declaredBody = (inputs: string, line: string) => ({
    body: withOutputs(body(inputs, 'y', [line]), [{ name: 'y', dtype: 'float32', dims: undefined }]),
  });
  const s = sequenceOf('float32', [list(1), list(2, 3)]);
  const t = sequenceOf('float32', [list(10), list(20, 30)]);
  const mapped = (line: string, attributes: ReturnType<typeof declaredBody>, more = {}) =>
    answers([[line, attributes]], { s, t, x: list(100), ...more }, 'z');

  it('maps the tensors of sequences, with tensors that are the same for all', () => {
    expect(mapped('z = SequenceMap s t', declaredBody('a b', 'y = Add a b'))).toEqual([[[11], [22, 33]]]);
    expect(mapped('z = SequenceMap s x', declaredBody('a b', 'y = Add a b'))).toEqual([[[101], [102, 103]]]);
    expect(mapped('z = SequenceMap s', declaredBody('a', 'y = Add a x'))).toEqual([[[101], [102, 103]]]);
  });

  it('maps nothing to nothing', () => {
    const empty = { s: sequenceOf<Tensor>('float32', []) };
    expect(mapped('z = SequenceMap s', declaredBody('a', 'y = Neg a'), empty)).toEqual([[]]);
  });
});
