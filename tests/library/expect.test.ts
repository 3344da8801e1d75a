import { inspect } from 'node:util';
import { describe, it, expect as they } from 'vitest';
import { cases, expect, judge, tensor } from '../../src/index.ts';
import { encodeModel } from '../../vectors/onnx/model.ts';

type Inputs = Readonly<Record<string, ReturnType<typeof tensor>>>;

/** A chain of nodes, each on the values that are named. */
function chain(opset: number, inputs: Inputs, ...nodes: readonly (readonly [opType: string, ...inputs: string[]])[]) {
  return encodeModel({
    name: 'chain',
    opset,
    nodes: nodes.map(([opType, ...names], i) => ({ opType, attributes: {}, inputs: names, outputs: [`y${i}`] })),
    inputs: Object.entries(inputs).map(([name, { dtype, dims }]) => ({ name, dtype, dims })),
    outputs: [{ name: `y${nodes.length - 1}`, dtype: Object.values(inputs)[0]!.dtype, dims: undefined }],
    initializers: [],
  });
}

describe('what an answer may be', () => {
  const ask = (opType: string, inputs: Inputs, opset = 13) =>
    expect(chain(opset, inputs, [opType, ...Object.keys(inputs)]), inputs);

  it.each([
    [
      'Max',
      { a: tensor('float32', [], [Number.NaN]), b: tensor('float32', [], [2]) },
      'NaN, or 2 if nan-in-extremum=ignored',
    ],
    ['Add', { a: tensor('float32', [], [1.5]), b: tensor('float32', [], [2]) }, '3.5'],
    ['ReduceMean', { x: tensor('float32', [3], [1, 1, 2]) }, '1.3333333730697632, within 7.2e-7'],
    [
      'Add',
      { a: tensor('int32', [], [2 ** 31 - 1]), b: tensor('int32', [], [1]) },
      '-2147483648, or 2147483647 if integer-overflow=saturate',
    ],
    ['ReduceMean', { x: tensor('float32', [0], []) }, 'anything (empty-mean)'],
    ['ReduceSum', { x: tensor('float32', [2], [-0, -0]) }, '-0, or 0 if zero-sign=0'],
    ['Softmax', { x: tensor('float32', [2], [0.1, 9]) }, /^0\.00\d+, within \S+e-10$/],
  ] as const)('of %s is printed', (opType, inputs, text) => {
    const { outputs } = ask(opType, inputs);
    const [output] = outputs;
    they(output!.at(...output!.dims.map(() => 0)).toString()).toEqual(
      typeof text === 'string' ? text : they.stringMatching(text),
    );
  });

  it('of a graph has the bounds of all its nodes', () => {
    const inputs = { x: tensor('float32', [2], [0.1, 0.7]) };
    const model = chain(13, inputs, ['Exp', 'x'], ['Log', 'y0']);
    they(inspect(expect(model, inputs))).toMatch(
      /^y1: float32\[2\]\n {2}\[0\] 0\.1\d+, within \S+e-7\n {2}\[1\] 0\.69/,
    );
    they(String(judge(model, inputs, { y1: inputs.x }))).toMatch(/^pass/);
  });

  it('says what is wrong with the outputs', () => {
    const inputs = { x: tensor('float32', [3], [1, 2, 4]) };
    const model = chain(13, inputs, ['ReduceSum', 'x']);
    const verdict = judge(model, inputs, [tensor('float32', [1], [8])]);
    they(verdict).toMatchObject({ ok: false, outcome: 'fail', failure: { got: '8', exact: '7', index: [0] } });
    they(inspect(verdict).split('\n')).toHaveLength(4);
    they(judge(model, inputs, [tensor('float32', [], [7])]).result.problem).toBe('shape');
  });

  it('what cannot be asked is refused in one line', () => {
    const x = tensor('float32', [1], [1]);
    const model = chain(13, { x }, ['Abs', 'x']);
    they(() => expect(model, {})).toThrow("the input 'x' is missing");
    they(() => expect(model, { z: x })).toThrow("the model has no input 'z'; it has x");
    they(() => judge(model, { x }, { z: x })).toThrow("the model has no output 'z'; it has y0");
    they(() => judge(model, { x }, [3 as never])).toThrow('a tensor is { dtype, dims, data }, not a Number');
    they(() => expect(chain(13, { x }, ['NonMaxSuppression', 'x']), { x })).toThrow(
      'the oracle does not know NonMaxSuppression',
    );
    they(() => expect(new Uint8Array([1, 2, 3]), {})).toThrow(/the model/);
    they(() => tensor('int8', [1], [200])).toThrow('200 is not a value of int8');
    they(() => tensor('float33' as never, [1], [200])).toThrow("unknown dtype 'float33'");
    they(() => tensor('float32', [2], [200])).toThrow('1 entries do not fill a tensor of float32[2]');
  });

  const t = tensor('float32', [2], [1, 2]);
  const sum = chain(13, { a: t, b: t }, ['Add', 'a', 'b']);
  const tooFew = { ...t, dims: [3] };

  it.each([
    [
      'data of no kind',
      () => tensor('float32', [2], null as never),
      'data of float32 has to be a Float32Array, not null',
    ],
    ['dims of a list', () => tensor('float32', '2' as never, [1, 2]), 'dims are a list of integers from 0'],
    ['dims of an array', () => tensor('float32', '2' as never, t.data), 'dims has to be a list of numbers'],
    ['no inputs', () => expect(sum, null as never), 'the inputs are tensors by name, or a list of them, not null'],
    ['an undefined input', () => expect(sum, [t, undefined as never]), 'b: a tensor is { dtype, dims, data }'],
    ['plain lists', () => expect(sum, [[1, 2] as never, [3, 4] as never]), 'a: dtype has to be one of'],
    ['a plain list as data', () => expect(sum, [{ ...t, data: [1, 2] } as never, t]), 'a: data of float32 has to be'],
    ['an input with too few data', () => expect(sum, [tooFew, t]), '2 entries do not fill a tensor of float32[3]'],
    ['no outputs', () => judge(sum, [t, t], undefined as never), 'the outputs are tensors by name, or a list of them'],
    ['a promise of outputs', () => judge(sum, [t, t], Promise.resolve([t]) as never), 'promise; await it'],
  ])('%s is refused in one line', (_, ask, message) => {
    they(ask).toThrow(they.objectContaining({ name: 'BadInput', message: they.stringContaining(message) }));
    they(ask).not.toThrow('\n');
  });
});

describe('cases', () => {
  it('come one by one, and are printed in a few lines', () => {
    const [first] = cases({ ids: 'ReduceSum/13/float32/definition', opset: 13 });
    they(first).toMatchObject({
      operator: 'ReduceSum',
      version: 13,
      clause: 'definition',
      level: 'specified',
      opset: 13,
    });
    they(inspect(first)).toMatch(/^ReduceSum\/13\/float32\/definition\/\d+ {2}opset 13, .*(\n {2}data=.*)?$/);
    const { model, inputs, expected } = first!;
    they(String(judge(model, inputs, expected.best))).toMatch(/^pass, exact/);
    they(inspect(inputs, { breakLength: 1000 }).length).toBeLessThan(500);
  });

  it('are answered by the oracle itself', () => {
    for (const one of cases({ ids: 'ReduceM*/13/float32/{nan*,mixed*,definition}', suite: 'quick' }))
      they(one.judge(one.expected.best).ok).toBe(true);
  });

  it('nothing is done before it is asked for; what cannot match is refused then', () => {
    const all = cases({ ids: 'Nonsense' });
    they(() => all.next()).toThrow("no operator matches 'Nonsense'");
  });
});
