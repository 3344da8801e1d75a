import { describe, expect, it } from 'vitest';
import { expectNodeAmong } from '../../oracles/graph/expect.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { mapTensors, type Value } from '../../oracles/numerics/value.ts';
import { tensorOutputs } from '../../oracles/spec/expect-values.ts';
import {
  type Adapter,
  checkModel,
  judgeNodes,
  type Report,
  type Tensor,
  tensor,
  Unsupported,
} from '../../src/index.ts';
import { readNodes } from '../../vectors/onnx/graph.ts';
import { type DecodedModel, decodeModel, encodeModel } from '../../vectors/onnx/model.ts';

const dims = [1, 3, 12, 12];
const noise = (count: number) => Array.from({ length: count }, (_, i) => Math.sin(1 + 7 * i));

/** A small network of images: every kind of node of which a fault has its own look. */
const network = encodeModel({
  name: 'network',
  opset: 13,
  nodes: [
    { opType: 'Conv', name: 'first', attributes: {}, inputs: ['x', 'w', 'b'], outputs: ['conv'] },
    { opType: 'Relu', attributes: {}, inputs: ['conv'], outputs: ['relu'] },
    {
      opType: 'MaxPool',
      attributes: { kernel_shape: { type: 'INTS', value: [2, 2] }, strides: { type: 'INTS', value: [2, 2] } },
      inputs: ['relu'],
      outputs: ['pool'],
    },
    { opType: 'Flatten', attributes: {}, inputs: ['pool'], outputs: ['flat'] },
    { opType: 'MatMul', attributes: {}, inputs: ['flat', 'm'], outputs: ['scores'] },
    { opType: 'Softmax', attributes: {}, inputs: ['scores'], outputs: ['y'] },
  ],
  inputs: [{ name: 'x', dtype: 'float32', dims }],
  outputs: [{ name: 'y', dtype: 'float32', dims: [1, 10] }],
  initializers: [
    { name: 'w', tensor: tensor('float32', [4, 3, 3, 3], noise(108)) },
    { name: 'b', tensor: tensor('float32', [4], noise(4)) },
    { name: 'm', tensor: tensor('float32', [100, 10], noise(1000)) },
  ],
});
const inputs = { x: tensor('float32', dims, noise(432)) };

/** All values of a model, each node computed exactly; one output may be spoilt. */
function valuesOf(model: Uint8Array, given: ReadonlyMap<string, Tensor>, spoilt?: string): Map<string, Tensor> {
  const decoded = decodeModel(model);
  const values = new Map([...given, ...decoded.initializers.map(({ name, tensor: own }) => [name, own] as const)]);
  for (const node of readNodes(decoded)) {
    if ('unknown' in node) throw new Error(node.unknown);
    for (const [i, one] of tensorOutputs(expectNodeAmong(node, values)).entries()) {
      const right = referenceTensor(one);
      const name = node.outputs[i]!;
      values.set(name, name === spoilt ? lastWrong(right) : right);
    }
  }
  return values;
}

/** The same but for the last element. */
function lastWrong(right: Tensor): Tensor {
  const data = Float32Array.from(right.data as Float32Array);
  data[data.length - 1]! += 0.01;
  return { ...right, data } as Tensor;
}

const runtime = (spoilt?: string) => ({
  name: 'runtime',
  version: '1',
  runTensors: (model: Uint8Array, given: ReadonlyMap<string, Tensor>, outputs: readonly string[]) => {
    const values = valuesOf(model, given, spoilt);
    return outputs.map((name) => values.get(name)!);
  },
});

/** Returns a network of many nodes with values of 1 KiB, whose names begin with a prefix. */
const chainOf = (prefix: string) =>
  encodeModel({
    name: 'chain',
    opset: 13,
    nodes: Array.from({ length: 40 }, (_, i) => ({
      opType: 'Mul',
      attributes: {},
      inputs: [i === 0 ? 'x' : `${prefix}${i - 1}`, 'c'],
      outputs: [i === 39 ? 'y' : `${prefix}${i}`],
    })),
    inputs: [{ name: 'x', dtype: 'float32', dims: [256] }],
    outputs: [{ name: 'y', dtype: 'float32', dims: [256] }],
    initializers: [{ name: 'c', tensor: tensor('float32', [], [0.75]) }],
  });

const wrongNodes = ({ findings }: Report) => findings.flatMap(({ smallest }) => smallest.id);

describe('a network', () => {
  it('is right where each node is right for the inputs that it had', async () => {
    const report = await checkModel(network, inputs, runtime());
    expect(report.notKnown).toBeUndefined();
    expect(report.totals).toMatchObject({ pass: 6, fail: 0 });
  });

  /** Checks the chain, and returns the number of bytes and of values in each answer. */
  async function answersFor(
    model: Uint8Array,
    memory: string,
    refuses: (asked: DecodedModel) => boolean = () => false,
  ) {
    const answers: { bytes: number; values: number; names: number; isRefused?: boolean }[] = [];
    const adapter = runtime();
    const observed: typeof adapter = {
      ...adapter,
      runTensors: (bytes, given, outputs) => {
        const asked = decodeModel(bytes);
        const names = JSON.stringify(outputs).length;
        expect(new Set(asked.nodes.flatMap((node) => node.outputs)).size).toBe(asked.nodes.length);
        if (refuses(asked)) {
          answers.push({ bytes: 0, values: outputs.length, names, isRefused: true });
          throw new Error('refused');
        }
        const values = adapter.runTensors(bytes, given, outputs);
        const sizes = values.map(({ data }) => (data as Float32Array).byteLength);
        answers.push({ bytes: sizes.reduce((sum, size) => sum + size, 0), values: outputs.length, names });
        return values;
      },
    };
    const report = await checkModel(model, { x: tensor('float32', [256], noise(256)) }, observed, {
      memory,
      elements: 1,
    });
    expect(report.totals).toMatchObject({ pass: 40 });
    return answers;
  }

  const hasShape = ({ nodes }: DecodedModel) => nodes.some(({ opType }) => opType === 'Shape');

  it.each([
    ['whose backend returns shapes', chainOf('v'), undefined],
    ['whose backend refuses shapes', chainOf('v'), hasShape],
    ['whose values have the names of shapes', chainOf('shape '), undefined],
  ])('asks for no more values at a time than fit into the memory, for a network %s', async (_, model, refuses) => {
    const answers = await answersFor(model, '20KiB', refuses);
    expect(Math.max(...answers.map(({ bytes }) => bytes))).toBeLessThanOrEqual(10 * 1024);
    expect(answers.length).toBeLessThan(12);
  });

  it('asks for no more values at a time than a header can name', async () => {
    const answers = await answersFor(chainOf('v'.repeat(4000)), '1GiB');
    expect(Math.max(...answers.map(({ names }) => names))).toBeLessThan(64 * 1024);
    // the shapes, the outputs, and the values in few runs
    expect(answers.length).toBeLessThan(9);
    const ofShortNames = await answersFor(chainOf('v'), '1GiB');
    expect(ofShortNames.map(({ values }) => values)).toEqual([40, 40, 1]);
  });

  it('asks for fewer values after a refusal, and does not forget it', async () => {
    const answers = await answersFor(chainOf('v'), '1GiB', ({ outputs }) => outputs.length > 5);
    // the shapes, and the first values
    expect(answers.filter(({ isRefused }) => isRefused).map(({ values }) => values)).toEqual([40, 8]);
  });

  it.each([
    ['conv', '1-Conv'],
    ['relu', '2-Relu'],
    ['pool', '3-MaxPool'],
    ['flat', '4-Flatten'],
    ['scores', '5-MatMul'],
    ['y', '6-Softmax'],
  ])('with a wrong element in %s is wrong at %s alone', async (value, id) => {
    expect(wrongNodes(await checkModel(network, inputs, runtime(value), { elements: 16 }))).toEqual([id]);
  });

  it('is asked node by node where the runtime gives its output for any value', async () => {
    const spoilt = runtime('pool');
    const closed: Adapter = {
      ...spoilt,
      runTensors: (model, given, outputs) => {
        const last = spoilt.runTensors(model, given, outputs).at(-1)!;
        return outputs.map(() => last);
      },
    };
    const report = await checkModel(network, inputs, closed);
    expect(report.totals).toMatchObject({ pass: 5, fail: 1 });
    expect(wrongNodes(report)).toEqual(['3-MaxPool']);
  });

  it('has the types of the values between its nodes declared where they follow', async () => {
    const model = encodeModel({
      name: 'types',
      opset: 21,
      nodes: [
        { opType: 'Shape', attributes: {}, inputs: ['x'], outputs: ['shape'] },
        { opType: 'Cast', attributes: { to: { type: 'INT', value: 1 } }, inputs: ['shape'], outputs: ['sizes'] },
        { opType: 'Greater', attributes: {}, inputs: ['x', 'sizes'], outputs: ['larger'] },
        { opType: 'ConstantOfShape', attributes: {}, inputs: ['shape'], outputs: ['zeros'] },
        { opType: 'Where', attributes: {}, inputs: ['larger', 'x', 'zeros'], outputs: ['y'] },
      ],
      inputs: [{ name: 'x', dtype: 'float32', dims: [2, 2] }],
      outputs: [{ name: 'y', dtype: 'float32', dims: [2, 2] }],
      initializers: [],
    });
    const declared = new Map<string, string | undefined>();
    const watching: Adapter = {
      ...runtime(),
      runTensors: (bytes, given, outputs) => {
        for (const { name, dtype } of decodeModel(bytes).outputs) declared.set(name, dtype);
        return runtime().runTensors(bytes, given, outputs);
      },
    };
    const report = await checkModel(model, { x: tensor('float32', [2, 2], noise(4)) }, watching);
    expect(report.totals).toMatchObject({ pass: 5, fail: 0 });
    expect(Object.fromEntries(declared)).toEqual({
      shape: 'int64',
      sizes: 'float32',
      larger: 'bool',
      zeros: undefined,
      y: 'float32',
    });
  });

  it('is judged behind a node that the backend refuses, by the values of the oracle', async () => {
    const refusing: Adapter = {
      name: 'without MaxPool',
      version: '1',
      runTensors: (model, given, outputs) => {
        if (decodeModel(model).nodes.some(({ opType }) => opType === 'MaxPool')) throw new Unsupported('no MaxPool');
        return runtime('scores').runTensors(model, given, outputs);
      },
    };
    const report = await checkModel(network, inputs, refusing);
    expect(report.totals).toMatchObject({ pass: 4, fail: 1, unsupported: 1 });
    expect(wrongNodes(report)).toEqual(['5-MatMul']);
    expect(report.notKnown).toBeUndefined();
  });

  it('is judged behind a node of another dtype, by the values of the oracle', async () => {
    const widening: Adapter = {
      name: 'with another dtype',
      version: '1',
      runTensors: (model, given, outputs) => {
        const { nodes } = decodeModel(model);
        if (nodes.length > 1) throw new Unsupported('one node at a time');
        const values = runtime().runTensors(model, given, outputs);
        return nodes[0]!.opType === 'Flatten'
          ? values.map(({ dims: shape, data }) => tensor('float64', shape, Float64Array.from(data as Float32Array)))
          : values;
      },
    };
    const report = await checkModel(network, inputs, widening);
    expect(report.totals).toMatchObject({ pass: 5, fail: 1 });
    expect(wrongNodes(report)).toEqual(['4-Flatten']);
    expect(report.notKnown).toBeUndefined();
  });

  it('is judged behind a Constant that the backend returns wrongly, by its true value', async () => {
    const model = encodeModel({
      name: 'constant',
      opset: 21,
      nodes: [
        {
          opType: 'Constant',
          attributes: { value: { type: 'TENSOR', value: tensor('int64', [1], [2n]) } },
          inputs: [],
          outputs: ['axes'],
        },
        { opType: 'Unsqueeze', attributes: {}, inputs: ['x', 'axes'], outputs: ['y'] },
      ],
      inputs: [{ name: 'x', dtype: 'float32', dims: [2, 2] }],
      outputs: [{ name: 'y', dtype: 'float32', dims: [2, 2, 1] }],
      initializers: [],
    });
    const adapter: Adapter = {
      ...runtime(),
      runTensors: (bytes, given, outputs) => {
        const { nodes } = decodeModel(bytes);
        if (nodes.length > 1) throw new Unsupported('one node at a time');
        return nodes[0]!.opType === 'Constant'
          ? [tensor('int64', [1], [7n])]
          : runtime().runTensors(bytes, given, outputs);
      },
    };
    const report = await checkModel(model, { x: tensor('float32', [2, 2], noise(4)) }, adapter);
    expect(report.totals).toMatchObject({ pass: 1, fail: 1 });
    expect(wrongNodes(report)).toEqual(['1-Constant']);
    expect(report.notKnown).toBeUndefined();
  });

  it('is asked node by node with constants as constants, also computed ones', async () => {
    const model = encodeModel({
      name: 'constants',
      opset: 21,
      nodes: [
        { opType: 'Neg', attributes: {}, inputs: ['w'], outputs: ['weights'] },
        { opType: 'MatMul', attributes: {}, inputs: ['x', 'weights'], outputs: ['y'] },
      ],
      inputs: [{ name: 'x', dtype: 'float32', dims: [2, 2] }],
      outputs: [{ name: 'y', dtype: 'float32', dims: [2, 3] }],
      initializers: [{ name: 'w', tensor: tensor('float32', [2, 3], noise(6)) }],
    });
    const constants: string[][] = [];
    const adapter: Adapter = {
      ...runtime(),
      runTensors: (bytes, given, outputs) => {
        if (outputs.length > 1) throw new Unsupported('values between nodes');
        constants.push(decodeModel(bytes).initializers.map(({ name }) => name));
        return runtime().runTensors(bytes, given, outputs);
      },
    };
    const report = await checkModel(model, { x: tensor('float32', [2, 2], noise(4)) }, adapter);
    expect(report.totals).toMatchObject({ pass: 2 });
    expect(constants).toEqual([['w'], ['weights']]);
  });

  it('is judged by values that somebody has', async () => {
    const values = valuesOf(network, new Map(Object.entries(inputs)), 'relu');
    expect(wrongNodes(await judgeNodes(network, values))).toEqual(['2-Relu']);
    values.delete('pool');
    const { totals, notKnown } = await judgeNodes(network, values);
    expect(totals).toMatchObject({ pass: 3, fail: 1, unsupported: 1 });
    expect(notKnown).toEqual({ count: 1, operators: { 'Flatten: nothing gives the value pool, which it reads': 1 } });
  });

  it('is judged within the branch that an If takes, by what a backend gives or somebody has', async () => {
    const branch = (name: string, opType: string) => ({
      type: 'GRAPH' as const,
      value: {
        name,
        nodes: [
          { opType, attributes: {}, inputs: ['root'], outputs: [`${name}_in`] },
          { opType: 'Neg', attributes: {}, inputs: [`${name}_in`], outputs: [`${name}_out`] },
        ],
        inputs: [],
        outputs: [{ name: `${name}_out` }],
        initializers: [],
      },
    });
    const model = encodeModel({
      name: 'conditional',
      opset: 18,
      nodes: [
        { opType: 'Abs', attributes: {}, inputs: ['x'], outputs: ['root'] },
        { opType: 'Greater', attributes: {}, inputs: ['limit', 'zero'], outputs: ['condition'] },
        {
          opType: 'If',
          attributes: { then_branch: branch('then', 'Sqrt'), else_branch: branch('else', 'Exp') },
          inputs: ['condition'],
          outputs: ['y'],
        },
      ],
      inputs: [
        { name: 'x', dtype: 'float32', dims: [4] },
        { name: 'limit', dtype: 'float32', dims: [] },
      ],
      outputs: [{ name: 'y', dtype: 'float32', dims: [4] }],
      initializers: [{ name: 'zero', tensor: tensor('float32', [], [0]) }],
    });
    const given = (limit: number) => ({ x: tensor('float32', [4], noise(4)), limit: tensor('float32', [], [limit]) });
    expect(wrongNodes(await checkModel(model, given(1), runtime('then_in')))).toEqual(['3-Sqrt']);
    expect(wrongNodes(await checkModel(model, given(-1), runtime('else_in')))).toEqual(['3-Exp']);
    expect(wrongNodes(await checkModel(model, given(-1), runtime('y')))).toEqual(['4-Neg']);
    const values = new Map<string, Tensor>(Object.entries(given(-1)));
    values.set('root', tensor('float32', [4], [1, 1, 1, 1]));
    values.set('condition', tensor('bool', [], [0]));
    values.set('else_in', tensor('float32', [4], [2, 2, 2, 2]));
    values.set('y', tensor('float32', [4], [-2, -2, -2, -2]));
    const report = await judgeNodes(model, values);
    expect(wrongNodes(report)).toEqual(['1-Abs', '3-Exp']);
  });

  it('is right where a runtime computes nodes in one, and does not round what it hands on', async () => {
    const model = encodeModel({
      name: 'fused',
      opset: 18,
      nodes: [
        { opType: 'Div', attributes: {}, inputs: ['x', 'three'], outputs: ['third'] },
        { opType: 'Mul', attributes: {}, inputs: ['third', 'x'], outputs: ['y'] },
      ],
      inputs: [{ name: 'x', dtype: 'float32', dims: [432] }],
      outputs: [{ name: 'y', dtype: 'float32', dims: [432] }],
      initializers: [{ name: 'three', tensor: tensor('float32', [], [3]) }],
    });
    /** @param error of what it hands on, of its value */
    const fused = (error: number): Adapter => ({
      ...runtime(),
      runTensors(bytes, given, outputs) {
        const x = given.get('x')!;
        if (given.has('third')) return runtime().runTensors(bytes, given, outputs);
        const of = (f: (x: number) => number) =>
          tensor('float32', x.dims, Float32Array.from(x.data as Float32Array, f));
        const third = (own: number) => own / 3;
        return outputs.map((name) => (name === 'third' ? of(third) : of((own) => third(own) * (1 + error) * own)));
      },
    });
    const given = { x: tensor('float32', [432], noise(432)) };
    expect((await checkModel(model, given, fused(0), { elements: 432 })).totals).toMatchObject({ pass: 2 });
    const report = await checkModel(model, given, fused(3e-7), { elements: 432 });
    expect(wrongNodes(report)).toEqual(['2-Mul']);
    expect(report.findings[0]!.smallest.explanations?.map(({ id }) => id)).toEqual(['neighbours']);
  });

  it('has sequences and optionals asked of adapters that carry them, and of no others', async () => {
    const model = encodeModel({
      name: 'split',
      opset: 21,
      nodes: [
        { opType: 'Abs', attributes: {}, inputs: ['x'], outputs: ['size'] },
        { opType: 'SplitToSequence', attributes: {}, inputs: ['size'], outputs: ['parts'] },
        { opType: 'SequenceAt', attributes: {}, inputs: ['parts', 'place'], outputs: ['part'] },
        { opType: 'Optional', attributes: {}, inputs: ['part'], outputs: ['perhaps'] },
        { opType: 'OptionalGetElement', attributes: {}, inputs: ['perhaps'], outputs: ['sure'] },
        { opType: 'Neg', attributes: {}, inputs: ['sure'], outputs: ['y'] },
      ],
      inputs: [{ name: 'x', dtype: 'float32', dims: [2] }],
      outputs: [{ name: 'y', dtype: 'float32', dims: [1] }],
      initializers: [{ name: 'place', tensor: tensor('int64', [], [0n]) }],
    });
    const asked = new Set<string>();
    const adapter: Adapter = {
      ...runtime(),
      runTensors: (bytes, given, outputs) => {
        for (const name of outputs) asked.add(name);
        // of several values it is the whole model that is asked
        const decoded = decodeModel(outputs.length > 1 ? model : bytes);
        const values = new Map<string, Value>(given);
        for (const { name, tensor: own } of decoded.initializers) values.set(name, own);
        for (const node of readNodes(decoded)) {
          if ('unknown' in node) throw new Error(node.unknown);
          const [value] = expectNodeAmong(node, values).map((one) => mapTensors(one, referenceTensor));
          values.set(node.outputs[0]!, value!);
        }
        return outputs.map((name) => values.get(name)!);
      },
    };
    const given = { x: tensor('float32', [2], [3, -4]) };
    const { totals, notKnown } = await checkModel(model, given, adapter);
    expect(totals).toMatchObject({ pass: 2, fail: 0, error: 0, unsupported: 4 });
    expect(notKnown).toBeUndefined();
    expect([...asked].toSorted()).toEqual(['part', 'size', 'sure', 'y']);
    expect((await checkModel(model, given, { ...adapter, values: true })).totals).toMatchObject({ pass: 6 });
  });

  it('takes the nodes that are named', async () => {
    expect((await checkModel(network, inputs, runtime(), { node: ['first', '5'] })).planned).toBe(2);
    await expect(checkModel(network, inputs, runtime(), { node: ['9'] })).rejects.toThrow('its first ones are 1-Conv');
    await expect(checkModel(network, {}, runtime())).rejects.toThrow('the input x of the model is missing');
  });
});
