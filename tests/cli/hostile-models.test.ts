import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readGraph } from '../../generators/families/graphs/notation.ts';
import { tensorOf } from '../../generators/values/values.ts';
import { isTensor, sequenceOf, typeOf, type Value } from '../../oracles/numerics/value.ts';
import type { ValueInfo, WrittenNode } from '../../oracles/spec/declaration.ts';
import { expect as expectModel } from '../../src/index.ts';
import { encodeModel } from '../../vectors/onnx/model.ts';
import { encodeValue } from '../../vectors/onnx/value-proto.ts';
import { removeFolders } from '../folder.ts';
import { isExhaustive } from '../sample.ts';
import { adding, cli, folder } from './cli.ts';

afterAll(removeFolders);

interface HostileModel {
  readonly model: Uint8Array;
  readonly inputs: ReadonlyMap<string, Value>;
}

function modelOf(
  nodes: readonly WrittenNode[],
  inputs: ReadonlyMap<string, Value>,
  outputs: readonly string[],
): HostileModel {
  const info = (name: string, value: Value): ValueInfo => ({
    name,
    ...typeOf(value),
    dims: isTensor(value) ? value.dims : undefined,
  });
  return {
    model: encodeModel({
      name: 'hostile',
      opset: 17,
      nodes,
      inputs: Array.from(inputs, ([name, value]) => info(name, value)),
      outputs: outputs.map((name) => ({ name, dtype: 'float32', dims: undefined })),
      initializers: [],
    }),
    inputs,
  };
}

/** The model of a line, of whose inputs the numbers stand in it. */
function modelOfLine(text: string): HostileModel {
  const { graph, inputs } = readGraph(text, { opset: 17, dtype: 'float32' })!;
  const values = inputs.map(
    ({ dtype, dims, numbers }, i) => [graph.inputs[i]!, tensorOf(dtype!, dims, numbers!)] as const,
  );
  return modelOf(graph.nodes, new Map(values), graph.outputs);
}

const nested = (level: number): string =>
  level === 10
    ? 'z = Neg(x)'
    : `r${level} = If(c, then_branch={${nested(level + 1)}}, else_branch={e${level} = Identity(x)})`;
const body = 'x, body={i int64 scalar, k bool scalar, a: k2 = Identity(k); b = Add(a, x) -> k2, b}';
const many = sequenceOf(
  'float32',
  Array.from({ length: 3000 }, () => tensorOf('float32', [2], [1, 2])),
);

const models: Readonly<Record<string, HostileModel>> = {
  deep: modelOfLine(`c bool scalar = 1; x 2 = 3 4; ${nested(0)}`),
  endless: modelOfLine(`x scalar = 1; v = Loop(, , ${body})`),
  // a body that runs ten thousand times takes seconds
  ...(isExhaustive && { 'while true': modelOfLine(`c bool scalar = 1; x scalar = 1; v = Loop(, c, ${body})`) }),
  leaking: modelOfLine(
    'c bool scalar = 1; x 2 = 3 4; r = If(c, then_branch={a = Neg(x)}, else_branch={b = Abs(x)}); s = Add(r, a)',
  ),
  shadowing: modelOfLine(
    'm int64 scalar = 2; x scalar = 1; v = Loop(m, , x, body={i int64 scalar, k bool scalar, x: k2 = Identity(k); b = Add(x, x) -> k2, b})',
  ),
  many: modelOf(
    [{ opType: 'ConcatFromSequence', attributes: { axis: { type: 'INT', value: 0 } }, inputs: ['q'], outputs: ['y'] }],
    new Map([['q', many]]),
    ['y'],
  ),
};

/** What the oracle says about those that it does not judge. */
const unjudged = {
  endless: 'an endless loop',
  ...(isExhaustive && { 'while true': 'more than 10000 runs of a body' }),
  leaking: "no node computes the value 'a' before it is read",
  shadowing: "the name 'x' in body also exists in the graph around it",
};

describe('of each hostile model one line is said, or it is judged', () => {
  const dir = folder();
  for (const [name, { model, inputs }] of Object.entries(models)) {
    const path = join(dir, name, 'test_data_set_0');
    mkdirSync(path, { recursive: true });
    writeFileSync(join(dir, name, 'model.onnx'), model);
    for (const [i, [input, value]] of [...inputs].entries())
      writeFileSync(join(path, `input_${i}.pb`), encodeValue(value, input));
  }

  it('by run --vectors', async () => {
    const { code, stdout, stderr } = await cli(['run', '--vectors', dir, '-b', 'reference', '--full']);
    expect([code, stderr]).toEqual([0, '']);
    const said = stdout.replaceAll(/\s+/g, ' ');
    expect(said).toContain(
      `all 2 judged cases pass; ${Object.keys(unjudged).length} vectors that the oracle does not judge`,
    );
    for (const line of Object.values(unjudged)) expect(said).toContain(line);
  });

  it.each(Object.keys(models))('by check: %s', async (name) => {
    const given = ['--inputs', join(dir, name, 'test_data_set_0')];
    // the backend has no say in what is not judged
    const backend = name in unjudged ? adding : 'reference';
    const { code, stdout, stderr } = await cli([
      'check',
      join(dir, name, 'model.onnx'),
      ...given,
      '-b',
      backend,
      '--full',
    ]);
    const said = `${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
    const expected: Readonly<Record<string, string>> = {
      deep: 'the only judged node passes',
      leaking: 'nothing gives the value a, which it reads',
      many: 'the only judged node passes',
    };
    expect(said).toContain(expected[name] ?? unjudged[name as keyof typeof unjudged]);
    expect(code).toBeLessThan(4);
  });

  it.each(Object.keys(models))('by the library: %s', (name) => {
    const { model, inputs } = models[name]!;
    const line = unjudged[name as keyof typeof unjudged];
    const asked = () => expectModel(model, Object.fromEntries(inputs));
    if (line === undefined) expect(asked).not.toThrow();
    else expect(asked).toThrow(line);
  });
});
