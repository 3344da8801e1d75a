import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { findVectors, loadVector } from '../../../vectors/onnx/directory.ts';
import { encodeModel, type ModelSpec } from '../../../vectors/onnx/model.ts';
import { writeNpy } from '../../../vectors/onnx/npy.ts';
import { encodeTensor } from '../../../vectors/onnx/tensor-proto.ts';

const scalar = (value: number): Tensor => tensor('float32', [], Float32Array.of(value));
const value = (name: string) => ({ name, dtype: 'float32' as const, dims: [] });

/** z = a - b */
const sub: ModelSpec = {
  name: 'sub',
  opset: 14,
  nodes: [{ opType: 'Sub', attributes: {}, inputs: ['a', 'b'], outputs: ['z'] }],
  inputs: [value('a'), value('b')],
  outputs: [value('z')],
  initializers: [],
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vectors-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), bytes);
}

/** A vector with one data set: 3 - 2 = 1. */
function writeSub(folder: string, model: ModelSpec = sub): void {
  write(`${folder}/model.onnx`, encodeModel(model));
  write(`${folder}/test_data_set_0/input_0.pb`, encodeTensor(scalar(3), 'a'));
  write(`${folder}/test_data_set_0/input_1.pb`, encodeTensor(scalar(2), 'b'));
  write(`${folder}/test_data_set_0/output_0.pb`, encodeTensor(scalar(1), 'z'));
}

const load = (id: string) => loadVector(findVectors(root).find((ref) => ref.id === id)!);
const firstSet = (id: string) => load(id).dataSets[0]!;

describe('finding vectors', () => {
  it('looks at every depth and sorts', () => {
    for (const folder of ['v1.11.0/node/test_b', 'v1.11.0/node/test_a', 'test_c', 'v1.11.0']) writeSub(folder);
    mkdirSync(join(root, 'empty/folders'), { recursive: true });
    expect(findVectors(root).map((ref) => ref.id)).toEqual([
      'test_c',
      'v1.11.0',
      'v1.11.0/node/test_a',
      'v1.11.0/node/test_b',
    ]);
  });

  it('takes the folder itself for a vector', () => {
    writeSub('test_a');
    expect(findVectors(join(root, 'test_a')).map((ref) => ref.id)).toEqual(['test_a']);
  });

  it('finds nothing in an empty folder, and says so with an empty list', () => {
    expect(findVectors(root)).toEqual([]);
  });

  it('reads each folder once, however many links lead to it', () => {
    for (let i = 0; i < 9; i++) symlinkSync(root, join(root, `fan${i}`));
    writeSub('real/test_a');
    symlinkSync(join(root, 'real'), join(root, 'linked'));
    symlinkSync(root, join(root, 'real/circle'));
    symlinkSync(join(root, 'nowhere'), join(root, 'broken'));
    expect(findVectors(root).map((ref) => ref.id)).toEqual(['real/test_a']);
  });

  it('refuses what is not a folder', () => {
    expect(() => findVectors(join(root, 'missing'))).toThrow(BadInput);
    expect(() => findVectors(join(root, 'missing'))).toThrow('cannot be read (it does not exist)');
  });
});

describe('loading a vector', () => {
  it('reads model and tensors', () => {
    writeSub('test_a');
    const vector = load('test_a');
    expect(vector.bytes).toEqual(Buffer.from(encodeModel(sub)));
    expect(vector.model.opset).toBe(14);
    expect(vector.dataSets).toEqual([
      { name: 'test_data_set_0', inputNames: ['a', 'b'], inputs: [scalar(3), scalar(2)], outputs: [scalar(1)] },
    ]);
  });

  it('sorts data sets and files by number', () => {
    writeSub('test_a', { ...sub, inputs: Array.from({ length: 11 }, (_, index) => value(`x${index}`)) });
    for (let index = 0; index < 11; index++) {
      write(`test_a/test_data_set_0/input_${index}.pb`, encodeTensor(scalar(index)));
    }
    for (let index = 1; index < 11; index++) {
      cpSync(join(root, 'test_a/test_data_set_0'), join(root, `test_a/test_data_set_${index}`), { recursive: true });
    }
    const { dataSets } = load('test_a');
    expect(dataSets.at(-1)).toMatchObject({
      name: 'test_data_set_10',
      inputs: Array.from({ length: 11 }, (_, index) => scalar(index)),
    });
  });

  it('reads .npy, and prefers .pb', () => {
    writeSub('test_a');
    write('test_a/test_data_set_0/input_0.npy', writeNpy(scalar(7)));
    rmSync(join(root, 'test_a/test_data_set_0/input_1.pb'));
    write('test_a/test_data_set_0/input_1.npy', writeNpy(scalar(8)));
    expect(firstSet('test_a')).toMatchObject({ inputs: [scalar(3), scalar(8)] });
  });

  it('goes by the names in the files where they are those of the graph', () => {
    writeSub('test_a', { ...sub, inputs: [value('b'), value('a')] });
    expect(firstSet('test_a')).toMatchObject({ inputNames: ['b', 'a'], inputs: [scalar(2), scalar(3)] });
    writeSub('test_b', { ...sub, inputs: [value('b'), value('c')] });
    expect(firstSet('test_b')).toMatchObject({ inputNames: ['b', 'c'], inputs: [scalar(3), scalar(2)] });
  });

  it.each([
    ['all inputs', ['a', 'b'], [scalar(3), scalar(2)]],
    ['only those without initializer', ['b'], [scalar(2)]],
  ])('feeds %s where the graph lists initializers', (_, inputNames, inputs) => {
    writeSub('test_a', { ...sub, opset: 8, initializers: [{ name: 'a', tensor: scalar(5) }] });
    if (inputs.length === 1) {
      write('test_a/test_data_set_0/input_0.pb', encodeTensor(scalar(2), 'b'));
      rmSync(join(root, 'test_a/test_data_set_0/input_1.pb'));
    }
    expect(firstSet('test_a')).toMatchObject({ inputNames, inputs });
  });
});

describe('an incomplete vector', () => {
  beforeEach(() => writeSub('test_a'));

  it.each<[string, () => void, string]>([
    [
      'a file that is not a model',
      () => write('test_a/model.onnx', Buffer.from('hello')),
      'model.onnx: not an ONNX model: its bytes are something else',
    ],
    [
      'an empty model',
      () => write('test_a/model.onnx', new Uint8Array()),
      'model.onnx: not an ONNX model: it is empty',
    ],
    ['no data sets', () => rmSync(join(root, 'test_a/test_data_set_0'), { recursive: true }), 'no test_data_set_0'],
    [
      'a missing data set',
      () => cpSync(join(root, 'test_a/test_data_set_0'), join(root, 'test_a/test_data_set_2'), { recursive: true }),
      'test_data_set_1 is missing, though there is a 2',
    ],
  ])('with %s is refused', (_, spoil, message) => {
    spoil();
    expect(() => load('test_a')).toThrow(BadInput);
    expect(() => load('test_a')).toThrow(message);
  });

  const inSet = (file: string) => `test_a/test_data_set_0/${file}`;
  // a SequenceProto: name, elem_type TENSOR, one tensor
  const sequence = Buffer.from('0a017a1001' + '1a0c' + '10012208' + '0000803f0000803f', 'hex');
  it.each<[string, () => void, string]>([
    ['a missing input', () => rmSync(join(root, inSet('input_1.pb'))), 'inputs: 1 files where the graph has 2 (a, b)'],
    ['a gap', () => rmSync(join(root, inSet('input_0.pb'))), 'input_0 is missing, though there is a 1'],
    ['a further output', () => write(inSet('output_1.pb'), encodeTensor(scalar(0))), 'outputs: 2 files'],
    ['a sequence', () => write(inSet('output_0.pb'), sequence), 'output_0.pb: '],
    ['bad bytes', () => write(inSet('input_0.pb'), Buffer.from('no tensor')), 'input_0.pb: '],
    [
      'a file for a folder',
      () => {
        rmSync(join(root, 'test_a/test_data_set_0'), { recursive: true });
        write('test_a/test_data_set_0', new Uint8Array());
      },
      'cannot be read (it is a file, not a folder)',
    ],
  ])('with %s in one data set keeps the others', (_, spoil, message) => {
    cpSync(join(root, 'test_a/test_data_set_0'), join(root, 'test_a/test_data_set_1'), { recursive: true });
    spoil();
    const [bad, good] = load('test_a').dataSets;
    expect(bad?.problem).toBeInstanceOf(BadInput);
    expect(bad?.problem?.message).toContain(message);
    expect(bad?.problem?.message).toContain(basename(root));
    expect(good).toMatchObject({ name: 'test_data_set_1', outputs: [scalar(1)] });
  });

  it('takes a data set without outputs, as that of a model that has to be refused', () => {
    rmSync(join(root, inSet('output_0.pb')));
    expect(load('test_a').dataSets).toMatchObject([{ inputs: [scalar(3), scalar(2)], outputs: [] }]);
  });
});

it('takes uint16 for bfloat16 where the graph declares that, as ONNX published it once, and nothing else for anything', () => {
  const bfloat16 = (name: string) => ({ name, dtype: 'bfloat16' as const, dims: [2] });
  writeSub('test_a', { ...sub, inputs: ['a', 'b'].map(bfloat16), outputs: [bfloat16('z')] });
  const bits = Uint16Array.of(0x3f80, 0x4000);
  for (const name of ['input_0', 'input_1', 'output_0']) {
    write(`test_a/test_data_set_0/${name}.pb`, encodeTensor(tensor('uint16', [2], bits)));
  }
  expect(firstSet('test_a')).toMatchObject({ outputs: [tensor('bfloat16', [2], bits)] });
  write('test_a/test_data_set_0/output_0.pb', encodeTensor(tensor('int32', [2], Int32Array.of(1, 2))));
  expect(firstSet('test_a').problem?.message).toMatch(/int32 where the graph declares z as bfloat16/);
});
