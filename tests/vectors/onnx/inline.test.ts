import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectGraph } from '../../../oracles/graph/expect.ts';
import { referenceTensor } from '../../../oracles/judge/reference-tensor.ts';
import { type Tensor, tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import type { Subgraph, WrittenNode } from '../../../oracles/spec/declaration.ts';
import { readGraph } from '../../../vectors/onnx/graph.ts';
import { inlined } from '../../../vectors/onnx/inline.ts';
import { decodeModel, encodeModel } from '../../../vectors/onnx/model.ts';
import { type FunctionProtoSchema, ModelProtoSchema } from '../../../vectors/onnx/proto/onnx_pb.ts';

const node = (opType: string, inputs: string[], outputs: string[], more: Partial<WrittenNode> = {}): WrittenNode => ({
  opType,
  attributes: {},
  inputs,
  outputs,
  ...more,
});

const modelOf = (nodes: readonly WrittenNode[], opsets: Record<string, number> = {}) =>
  encodeModel({
    name: 'inline',
    opset: 18,
    opsets,
    nodes,
    inputs: ['x', 'a', 'b'].map((name) => ({ name, dtype: name === 'x' ? 'float32' : 'bool', dims: [] })),
    outputs: [{ name: 'y', dtype: 'float32', dims: [] }],
    initializers: [],
  });

/** A message that stands twice is merged: functions are appended. */
const withFunctions = (model: Uint8Array, functions: readonly MessageInitShape<typeof FunctionProtoSchema>[]) =>
  Buffer.concat([model, toBinary(ModelProtoSchema, create(ModelProtoSchema, { functions: [...functions] }))]);

const scalar = (dtype: 'float32' | 'bool', x: number): Tensor => tensorOfScalars(dtype, [], () => x);

const inputs = (a: boolean, b: boolean) =>
  new Map([
    ['x', scalar('float32', 3)],
    ['a', scalar('bool', a ? 1 : 0)],
    ['b', scalar('bool', b ? 1 : 0)],
  ]);

function resultOf(model: Uint8Array, a = true, b = true): number {
  const graph = readGraph(decodeModel(model));
  if ('unknown' in graph) throw new Error(graph.unknown);
  const [output] = expectGraph(graph, inputs(a, b));
  return Number(referenceTensor(output!).data[0]);
}

const opTypes = (model: Uint8Array) => decodeModel(model).nodes.map(({ opType }) => opType);
/** @param conditions the names of those that are known, and their values */
function open(model: Uint8Array, conditions: Record<string, boolean> = {}): Uint8Array {
  const chosen = decodeModel(model).nodes.flatMap(({ inputs: [name = ''], outputs: [first] }) =>
    name in conditions ? [[first!, conditions[name] ? 'then_branch' : 'else_branch'] as const] : [],
  );
  return inlined(model, new Map(chosen), 'model');
}

/** A branch: nodes over x and over names that it shares with its sibling. */
const branch = (nodes: readonly WrittenNode[], output: string): { type: 'GRAPH'; value: Subgraph } => ({
  type: 'GRAPH',
  value: { name: 'branch', nodes, inputs: [], outputs: [{ name: output }], initializers: [] },
});

const conditional = (condition: string, output: string, then: Subgraph['nodes'], otherwise: Subgraph['nodes']) =>
  node('If', [condition], [output], {
    attributes: {
      then_branch: branch(then, then.at(-1)?.outputs[0] ?? 'x'),
      else_branch: branch(otherwise, otherwise.at(-1)?.outputs[0] ?? 'x'),
    },
  });

describe('an If whose condition is known', () => {
  it('gives what it gave, whatever its branches call their values', () => {
    const names = fc.constantFrom('s', 't', 'u', 'v');
    fc.assert(
      fc.property(names, names, names, fc.boolean(), fc.boolean(), fc.boolean(), (p, q, r, a, b, isOther) => {
        const inner = conditional('b', `inner_${q}`, [node('Neg', ['x'], [q])], [node('Exp', ['x'], [q])]);
        const last = node('Add', [`inner_${q}`, 'x'], ['sum']);
        const model = modelOf([
          conditional('a', 'first', [inner, last], [node('Abs', ['x'], [isOther ? 'sum' : `inner_${q}`])]),
          conditional('b', 'second', [node('Sqrt', ['first'], [p])], [node('Sin', ['first'], [p])]),
          conditional(
            'a',
            'third',
            [conditional('b', 'inner_third', [node('Floor', ['second'], [p])], [node('Ceil', ['second'], [p])])],
            [node('Ceil', ['second'], [r])],
          ),
          node('Mul', ['third', 'first'], ['y']),
        ]);
        const once = open(model, { a, b });
        const twice = open(once, { a, b });
        expect(opTypes(twice)).not.toContain('If');
        expect(resultOf(twice, a, b)).toBe(resultOf(model, a, b));
        expect(open(twice, { a, b })).toBe(twice);
        const all = decodeModel(twice).nodes.flatMap(({ outputs }) => outputs);
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });

  it('stays where it is not', () => {
    const model = modelOf([conditional('a', 'y', [node('Neg', ['x'], ['s'])], [])]);
    expect(open(model, { b: true })).toBe(model);
    // of a branch that hands on a value of outside
    expect(open(model, { a: false })).toBe(model);
  });
});

describe('a function of the model', () => {
  const domain = 'local';
  const imports = [{ domain: '', version: 18n }];
  const leaky = {
    name: 'Leaky',
    domain,
    input: ['v'],
    output: ['w'],
    attributeProto: [{ name: 'slope', type: 1, f: 0.5 }],
    opsetImport: imports,
    node: [
      { opType: 'Neg', input: ['v'], output: ['t'] },
      {
        opType: 'LeakyRelu',
        input: ['t'],
        output: ['w'],
        attribute: [{ name: 'alpha', type: 1, refAttrName: 'slope' }],
      },
    ],
  };
  const call = (input: string, output: string, slope?: number) =>
    node('Leaky', [input], [output], {
      domain,
      attributes: slope === undefined ? {} : { slope: { type: 'FLOAT', value: slope } },
    });

  it('stands as its nodes, with the attributes of each call', () => {
    const model = withFunctions(
      modelOf([call('x', 't'), call('t', 'w', 0.25), node('Neg', ['w'], ['y'])], { local: 1 }),
      [leaky],
    );
    expect(opTypes(open(model))).toEqual(['Neg', 'LeakyRelu', 'Neg', 'LeakyRelu', 'Neg']);
    // -3 by 0.5 is -1.5; 1.5 stays
    expect(resultOf(open(model))).toBe(-1.5);
  });

  it('may call another', () => {
    const twice = {
      name: 'Twice',
      domain,
      input: ['t', 'unused'],
      output: ['same', 'w'],
      opsetImport: [...imports, { domain, version: 1n }],
      node: [
        { opType: 'Leaky', domain, input: ['t'], output: ['same'] },
        { opType: 'Leaky', domain, input: ['same'], output: ['w'] },
      ],
    };
    const model = withFunctions(
      modelOf([node('Twice', ['x'], ['v', 'same'], { domain }), node('Add', ['v', 'same'], ['y'])], { local: 1 }),
      [leaky, twice],
    );
    expect(resultOf(open(model))).toBe(0);
    expect(opTypes(open(model))).toEqual(['Neg', 'LeakyRelu', 'Neg', 'LeakyRelu', 'Add']);
  });

  it('is opened within graphs too, and not where it is of another opset', () => {
    const model = modelOf([conditional('a', 'y', [call('x', 's')], [])], { local: 1 });
    expect(resultOf(open(withFunctions(model, [leaky])))).toBe(-1.5);
    const older = withFunctions(model, [{ ...leaky, opsetImport: [{ domain: '', version: 17n }] }]);
    expect(open(older)).toBe(older);
  });

  it('that calls itself is refused', () => {
    const endless = { ...leaky, node: [{ opType: 'Leaky', domain, input: ['v'], output: ['w'] }] };
    const model = withFunctions(modelOf([call('x', 'y')], { local: 1 }), [endless]);
    expect(() => open(model)).toThrow('calls itself');
  });

  it('is refused where another one has its name, or a call has more inputs or outputs', () => {
    const model = (inputs: string[], outputs: string[]) =>
      modelOf([node('Leaky', inputs, outputs, { domain })], { local: 1 });
    expect(() => open(withFunctions(model(['x'], ['y']), [leaky, leaky]))).toThrow(
      'two functions are called local.Leaky',
    );
    expect(() => open(withFunctions(model(['x', 'x'], ['y']), [leaky]))).toThrow(
      'a call of local.Leaky has 2 inputs, its function 1',
    );
    expect(() => open(withFunctions(model(['x'], ['y', 'z']), [leaky]))).toThrow(
      'a call of local.Leaky has 2 outputs, its function 1',
    );
  });
});
