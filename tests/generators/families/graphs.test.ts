import { expect, it } from 'vitest';
import type { SuiteName } from '../../../generators/cases/proposal.ts';
import { joined } from '../../../generators/families/graphs/joined.ts';
import { readGraph } from '../../../generators/families/graphs/notation.ts';
import { variants } from '../../../generators/families/graphs/variants.ts';
import { graphEntries } from '../../../generators/families/graphs.ts';
import { callOf, select } from '../../../generators/suite/cases.ts';
import { expectGraph } from '../../../oracles/graph/expect.ts';
import { referenceTensor } from '../../../oracles/judge/reference-tensor.ts';
import { admitsNearlyAnything } from '../../../oracles/judge/vacuous.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import { encodeCase } from '../../../vectors/onnx/case.ts';
import { readGraph as graphOfModel } from '../../../vectors/onnx/graph.ts';
import { inlined } from '../../../vectors/onnx/inline.ts';
import { decodeModel } from '../../../vectors/onnx/model.ts';
import { decodeTensor } from '../../../vectors/onnx/tensor-proto.ts';
import { sampled } from '../../sample.ts';

function graphsIn(suite: SuiteName, seed = 1) {
  const { cells, cases } = select({ seed, ids: ['graph'], opsets: [], dtypes: [], suite });
  return cells.flatMap(cases);
}

it('every graph of the catalogue is legal and judged, and few of its elements may be nearly anything', () => {
  const all = sampled(graphsIn('full'), 40);
  let [looked, open] = [0, 0];
  for (const { id, cell, proposal } of all) {
    const expected = cell.operator.expect(cell.version, callOf(proposal));
    expect(expected.length, id).toBe(proposal.graph!.outputs.length);
    for (const { dims, dtype, accept } of expected) {
      for (let i = 0; i < elementCount(dims); i++) {
        looked++;
        if (admitsNearlyAnything(accept(i), dtype)) open++;
      }
    }
  }
  expect(looked).toBeGreaterThan(400);
  expect(open).toBeLessThan(looked / 50);
});

it('every entry has graphs at the opset that most runtimes know, and one in the quick suite', () => {
  const quick = graphsIn('quick');
  const standard = new Set(graphsIn('standard').map(({ summary }) => summary.replace(/^opset \d+, /, '')));
  for (const { id, graphs } of graphEntries) {
    expect(quick.filter(({ cell }) => cell.clause.id === id).length, id).toBeGreaterThan(0);
    for (const [condition, text] of Object.entries(graphs)) expect(standard, id).toContain(`${condition}: ${text}`);
  }
  const inOtherForms = quick.filter(({ proposal }) => proposal.form);
  expect(quick.length - inOtherForms.length).toBeLessThan(200);
  expect(inOtherForms.length).toBeLessThan(100);
  expect(standard.size).toBeLessThan(2000);
});

it('the model of a graph is read back as it was meant', () => {
  for (const testCase of sampled(graphsIn('standard', 7), 10)) {
    const { cell, proposal, id } = testCase;
    const expected = cell.operator.expect(cell.version, callOf(proposal));
    const { model, inputs, outputs } = encodeCase(testCase, expected);
    const graph = graphOfModel(decodeModel(inlined(model, new Map(), id), id));
    if ('unknown' in graph) expect.fail(`${id}: ${graph.unknown}`);
    const given = new Map(inputs.map(({ name, bytes }) => [name, decodeTensor(bytes, id).tensor]));
    expect(outputs).toEqual(proposal.graph!.outputs);
    expect(expectGraph(graph, given).map(referenceTensor), id).toEqual(expected.map(referenceTensor));
  }
});

it('a named argument is an attribute or a constant, as the version in force has it', () => {
  const text = 'x 1x3; a = Squeeze(x, axes=[0]); y = Relu(a) -> a, y';
  const [older, newer] = [11, 13].map((opset) => readGraph(text, { opset, dtype: 'float32' })!);
  expect(older!.graph).toMatchObject({ inputs: ['x'], outputs: ['a', 'y'] });
  expect(older!.graph.nodes[0]).toMatchObject({ inputs: ['x'], attributes: { axes: { type: 'INTS', value: [0] } } });
  expect(newer!.graph.nodes[0]).toMatchObject({ inputs: ['x', 'a_axes'], attributes: {} });
  expect(newer!.inputs[1]).toMatchObject({ dims: [1], numbers: [0], dtype: 'int64', form: 'initializer' });
  expect(readGraph('x 3; y = Gelu(x)', { opset: 13, dtype: 'float32' })).toBeUndefined();
  expect(() => readGraph('x 3; y = Gleu(x)', { opset: 13, dtype: 'float32' })).toThrow('Gleu');
});

it('another seed gives other numbers in the same graphs', () => {
  const [one, other] = [1, 2].map((seed) => graphsIn('standard', seed));
  expect(one!.map(({ id, summary }) => [id, summary])).toEqual(other!.map(({ id, summary }) => [id, summary]));
  const values = ({ proposal }: (typeof one & {})[number]) => proposal.inputs.map(({ value }) => value);
  const isOther = one!.map(
    (each, i) => JSON.stringify(values(each), noBigInts) !== JSON.stringify(values(other![i]!), noBigInts),
  );
  expect(isOther.filter(Boolean).length).toBeGreaterThan(200);
});

const noBigInts = (_: string, x: unknown) => (typeof x === 'bigint' ? String(x) : x);

it('a variant has the same nodes behind Identity, or other readers of each of their values', () => {
  const plan = readGraph('x 2x3; W 3; a = Mul(x, W); y, , z = Unique(a) -> y', { opset: 13, dtype: 'float32' })!;
  const read = Object.values(variants).map((change) => {
    const { nodes, outputs } = change(plan).graph;
    return [...nodes.map(({ opType, inputs, outputs: own }) => `${own} = ${opType}(${inputs})`), `-> ${outputs}`];
  });
  expect(read).toEqual([
    ['x_copied = Identity(x)', 'a = Mul(x_copied,W)', 'y,,z = Unique(a)', '-> y'],
    [
      ...['a = Mul(x,W)', 'y,,z = Unique(a)'],
      ...['a_again = Identity(a)', 'y_again = Identity(y)', 'z_again = Identity(z)'],
      '-> a,y,z,a_again,y_again,z_again',
    ],
    ['a = Mul(x,W)', 'y,,z = Unique(a)', 'a_chosen,y_chosen,z_chosen = If(is_then)', '-> y,a_chosen,y_chosen,z_chosen'],
  ]);
});

it('graphs in one model have values of their own', () => {
  const plans = ['x 3; W 3; a = Mul(x, W); y, , z = Unique(a) -> y', 'x 2; y = Neg(x) -> x, y'].map(
    (text) => readGraph(text, { opset: 13, dtype: 'float32' })!,
  );
  const { graph, inputs } = joined(plans);
  expect(graph.nodes.map(({ opType, ...node }) => `${node.outputs} = ${opType}(${node.inputs})`)).toEqual([
    'a_0 = Mul(x_0,W_0)',
    'y_0,,z_0 = Unique(a_0)',
    'y_1 = Neg(x_1)',
  ]);
  expect(graph.inputs).toEqual(['x_0', 'W_0', 'x_1']);
  expect(inputs.map(({ dims, form }) => [dims, form])).toEqual([
    [[3], 'input'],
    [[3], 'initializer'],
    [[2], 'input'],
  ]);
  expect(graph.outputs).toEqual(['y_0', 'x_1', 'y_1']);
});
