import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readGraph, readJudgedPart } from '../../../vectors/onnx/graph.ts';
import { decodeModel, encodeModel } from '../../../vectors/onnx/model.ts';

/** Models in which each node reads two values before it, and some nodes are of an operator that nobody knows. */
const models = fc
  .array(fc.record({ isKnown: fc.boolean(), a: fc.nat(), b: fc.nat() }), { minLength: 2, maxLength: 12 })
  .chain((nodes) =>
    fc.record({ nodes: fc.constant(nodes), outputs: fc.subarray([...nodes.keys()], { minLength: 1 }) }),
  );

test('the outputs are judged that no unknown node comes before, by the nodes that they need', () => {
  fc.assert(
    fc.property(models, ({ nodes, outputs }) => {
      const reads = nodes.map(({ a, b }, i) => [a % (i + 1), b % (i + 1)]);
      // value 0 is the input, value i + 1 comes of node i
      const before = (node: number): Set<number> =>
        new Set([node, ...reads[node]!.filter((value) => value > 0).flatMap((value) => [...before(value - 1)])]);
      const isKnown = (node: number) => [...before(node)].every((one) => nodes[one]!.isKnown);
      const model = decodeModel(
        encodeModel({
          name: 'drawn',
          opset: 18,
          nodes: nodes.map((node, i) => ({
            opType: node.isKnown ? 'Add' : 'Frobnicate',
            attributes: {},
            inputs: reads[i]!.map((value) => `v${value}`),
            outputs: [`v${i + 1}`],
          })),
          inputs: [{ name: 'v0', dtype: 'float32', dims: [1] }],
          outputs: outputs.map((node) => ({ name: `v${node + 1}`, dtype: 'float32', dims: [1] })),
          initializers: [],
        }),
      );
      const part = readJudgedPart(model);
      const judged = outputs.filter(isKnown);
      const names = (some: readonly number[]) => some.map((node) => `v${node + 1}`);
      if ('unknown' in part) {
        expect(judged).toEqual([]);
        expect(part.unknown).toMatch(/^Frobnicate \(node \d+ of \d+/);
        return;
      }
      expect(part.graph.outputs).toEqual(names(judged));
      expect([...part.unjudged.keys()]).toEqual(names(outputs.filter((node) => !isKnown(node))));
      const isAll = nodes.every((node) => node.isKnown);
      const needed = isAll ? [...nodes.keys()] : [...new Set(judged.flatMap((node) => [...before(node)]))];
      expect(part.graph.nodes.map((node) => node.outputs[0])).toEqual(names(needed.sort((a, b) => a - b)));
      expect('unknown' in readGraph(model)).toBe(part.unjudged.size > 0);
    }),
  );
});

test('an operator within the graph of a node is named with it', () => {
  const nodes = [{ opType: 'Unheard', attributes: {}, inputs: [], outputs: ['a'] }];
  const body = { name: 'b', nodes, inputs: [], outputs: [{ name: 'a' }], initializers: [] };
  const bytes = encodeModel({
    name: 'branch',
    opset: 18,
    nodes: [
      {
        opType: 'If',
        attributes: { then_branch: { type: 'GRAPH', value: body }, else_branch: { type: 'GRAPH', value: body } },
        inputs: ['c'],
        outputs: ['y'],
      },
    ],
    inputs: [{ name: 'c', dtype: 'bool', dims: [] }],
    outputs: [{ name: 'y', dtype: 'float32', dims: [1] }],
    initializers: [],
  });
  expect(readGraph(decodeModel(bytes))).toEqual({ unknown: 'Unheard in then_branch of If' });
});
