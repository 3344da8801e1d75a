import { describe, expect, it } from 'vitest';
import { newestOpset, operators, opsetRange } from '../../oracles/operators.ts';
import { callWith, readCall } from '../../vectors/call.ts';
import { decodeModel, encodeModel, type ModelSpec, type NodeSpec } from '../../vectors/model.ts';
import { tensorOf } from '../oracles/call.ts';

const functions = operators.flatMap((operator) =>
  operator.versions.flatMap((version) =>
    version.body ? [{ name: operator.name, since: version.since, operator, version, body: version.body }] : [],
  ),
);

/** What the model is taken for after it has been on disk. */
const read = (model: ModelSpec) => readCall(decodeModel(encodeModel(model)));

it('five reductions are functions, since opset 18', () => {
  const names = ['ReduceL1-18', 'ReduceL2-18', 'ReduceLogSum-18', 'ReduceLogSum-28', 'ReduceLogSumExp-18'];
  const declared = functions.map(({ name, since }) => `${name}-${since}`);
  expect(declared).toEqual([...names, 'ReduceLogSumExp-28', 'ReduceSumSquare-18']);
});

describe.each(functions)('the body of $name-$since', ({ name, operator, version, body }) => {
  const data = { name: 'x', dtype: 'float32', dims: [2, 3] } as const;
  const axes = { name: 'where', dtype: 'int64', dims: [1] } as const;
  /** the body's values bear names of the graph's own */
  const graphName = (value: string) => ({ data: 'x', axes: 'where' })[value] ?? `y.${value}`;
  const attributesOf = (forwards: readonly string[] = []): NodeSpec['attributes'] =>
    Object.fromEntries(forwards.map((forward) => [forward, { type: 'INT', value: 0 }]));
  const nodes: readonly NodeSpec[] = body.nodes.map(({ opType, inputs, output, attributes, forwards }) => ({
    opType,
    domain: '',
    attributes: { ...attributes, ...attributesOf(forwards) },
    inputs: inputs.map(graphName),
    outputs: [graphName(output)],
  }));
  const [result] = version.outputs.map((output) => graphName(output.name));
  const model: ModelSpec = {
    name: 'graph',
    opset: version.since,
    nodes,
    inputs: [data, axes],
    outputs: [{ name: result!, dtype: 'float32', dims: undefined }],
    initializers: [],
  };
  /** the graph with other nodes where `change` answers */
  const changed = (change: (node: NodeSpec, i: number) => NodeSpec | undefined): ModelSpec => ({
    ...model,
    nodes: nodes.map((node, i) => change(node, i) ?? node),
  });
  const inner = nodes[0]!.outputs[0]!;
  const last = nodes.length - 1;

  it('is read as a call of the operator', () => {
    const call = read(model);
    const attributes = { keepdims: { type: 'INT', value: 0 }, noop_with_empty_axes: { type: 'INT', value: 0 } };
    expect(call).toEqual({
      operator,
      node: { opType: name, domain: '', attributes, inputs: ['x', 'where'], outputs: [result] },
    });
    for (const opset of [opsetRange(operator, version).last, newestOpset]) {
      expect(read({ ...model, opset, irVersion: 8 }).unknown).toBeUndefined();
    }
  });

  it('may leave out what it forwards, and the axes, and have them as an initializer', () => {
    const bare = changed((node, i) => ({ ...node, attributes: body.nodes[i]!.attributes ?? {} }));
    expect(read(bare)).toMatchObject({ node: { attributes: {} } });
    const dropped = changed((node) => ({ ...node, inputs: node.inputs.filter((input) => input !== 'where') }));
    expect(read({ ...dropped, inputs: [data] })).toMatchObject({ node: { inputs: ['x', ''] } });

    const tensor = tensorOf('int64', [1]);
    const fixed = decodeModel(encodeModel({ ...model, inputs: [data], initializers: [{ name: 'where', tensor }] }));
    const call = readCall(fixed);
    if (call.unknown !== undefined) throw new Error(call.unknown);
    const given = tensorOf('float32', [1, 2, 3, 4, 5, 6], [2, 3]);
    expect(callWith(call, fixed, new Map([['x', given]])).inputs).toEqual([given, tensor]);
  });

  const identity: NodeSpec = { opType: 'Identity', attributes: {}, inputs: [result!], outputs: ['copy'] };
  const other = { name: 'other', dtype: 'float32', dims: [2, 3] } as const;
  const saturate = { type: 'INT', value: 1 } as const;
  const output = (value: string) => ({ name: value, dtype: 'float32', dims: undefined }) as const;
  const lookalikes: Record<string, ModelSpec> = {
    'with an unused node more': { ...model, nodes: [...nodes, identity] },
    'with a copied output': { ...model, nodes: [...nodes, identity], outputs: [output('copy')] },
    'without its last node': { ...model, nodes: nodes.slice(0, -1), outputs: [output(nodes[last - 1]!.outputs[0]!)] },
    'with an inner value as a second output': { ...model, outputs: [...model.outputs, output(inner)] },
    'with an inner value as its output': { ...model, outputs: [output(inner)] },
    'with its output twice': { ...model, outputs: [...model.outputs, ...model.outputs] },
    'whose last node is another operator': changed((node, i) =>
      i === last ? { ...node, opType: 'ReduceMax' } : undefined,
    ),
    'whose first node is of another domain': {
      ...changed((node, i) => (i === 0 ? { ...node, domain: 'com.example' } : undefined)),
      opsets: { 'com.example': 1 },
    },
    'with an attribute more': changed((node, i) =>
      i === 0 ? { ...node, attributes: { ...node.attributes, saturate } } : undefined,
    ),
    'that reads an inner value as its axes': changed((node) => ({
      ...node,
      inputs: node.inputs.map((input) => (input === 'where' ? inner : input)),
    })),
    'whose last node reads another input': {
      ...changed((node, i) => (i === last ? { ...node, inputs: ['other', ...node.inputs.slice(1)] } : undefined)),
      inputs: [data, axes, other],
    },
    'with its nodes in the wrong order': { ...model, nodes: nodes.toReversed() },
    'with an inner value that is also an input': { ...model, inputs: [data, axes, output(inner)] },
    'before it was a function': { ...model, opset: 17 },
  };
  for (const [i, { inputs, attributes = {} }] of body.nodes.entries()) {
    if (inputs.length > 1 && inputs[1] !== 'axes') {
      const second = changed((node, k) => (k === i ? { ...node, inputs: [node.inputs[0]!, 'other'] } : undefined));
      lookalikes[`with another second operand of node ${i}`] = { ...second, inputs: [data, axes, other] };
    }
    for (const constant of Object.keys(attributes)) {
      const to = { type: 'INT', value: 10 } as const;
      lookalikes[`with another ${constant} of node ${i}`] = changed((node, k) =>
        k === i ? { ...node, attributes: { ...node.attributes, [constant]: to } } : undefined,
      );
    }
  }
  if (body.dtypes) {
    const integers = { ...model, inputs: [{ ...data, dtype: 'int32' }, axes] } as const;
    lookalikes['of a dtype that its nodes do not admit'] = integers;
  }

  it.each(Object.entries(lookalikes))('a graph %s is not taken for it', (_, lookalike) => {
    const call = read(lookalike);
    const taken = call.unknown ?? call.operator.name;
    if (lookalike.nodes.length > 1) expect(taken).toMatch(/^graphs of \d nodes that are no function body \(.*\)$/);
    else expect(taken).not.toBe(name);
  });
});
