import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tensor } from '../../../oracles/numerics/tensor.ts';
import { readVectors } from '../../../src/run/trial/vectors.ts';
import { findVectors, loadVector } from '../../../vectors/onnx/directory.ts';
import { ModelProtoSchema, NodeProtoSchema } from '../../../vectors/onnx/proto/onnx_pb.ts';
import { encodeTensor } from '../../../vectors/onnx/tensor-proto.ts';

const data = tensor('float32', [2, 2], Float32Array.of(1, 2, 3, 4));
const sums = tensor('float32', [2], Float32Array.of(3, 7));
const [int, ints, float] = [2, 7, 1];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'old-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), bytes);
}

const axes = (type: number) => ({ name: 'axes', ints: [1n], type });
const keepdims = (type: number) => ({ name: 'keepdims', i: 0n, type });
const node = (type: (declared: number) => number, opType = 'ReduceSum') => ({
  opType,
  input: ['data'],
  output: ['reduced'],
  attribute: [axes(type(ints)), keepdims(type(int))],
});
const value = (name: string, dims: readonly bigint[], elemType = float) => {
  const shape = { dim: dims.map((dim) => ({ value: { case: 'dimValue' as const, value: dim } })) };
  return { name, type: { value: { case: 'tensorType' as const, value: { elemType, shape } } } };
};

const judged = () => readVectors(root).cases.map(({ about: { id, opset } }) => [id, opset]);
const nothingElse = { unreadable: [] };

describe('the layout of ONNX 1.0: model.pb of IR 1, which names neither opsets nor types of attributes', () => {
  const model = (irVersion: bigint) =>
    toBinary(
      ModelProtoSchema,
      create(ModelProtoSchema, {
        irVersion,
        graph: {
          node: [node(() => 0)],
          input: [value('data', [2n, 2n])],
          output: [value('reduced', [2n])],
        },
      }),
    );
  const writeSets = (...numbers: number[]) => {
    for (const number of numbers) {
      write(`test_sum/test_data_set_${number}/input_0.pb`, encodeTensor(data));
      write(`test_sum/test_data_set_${number}/output_0.pb`, encodeTensor(sums));
    }
  };

  it('is a model of opset 1, whose data sets are counted from 1', () => {
    write('test_sum/model.pb', model(1n));
    writeSets(1, 2);
    expect(readVectors(root)).toMatchObject(nothingElse);
    expect(judged()).toEqual([
      ['test_sum/test_data_set_1', 1],
      ['test_sum/test_data_set_2', 1],
    ]);
  });

  it('has no gaps either', () => {
    write('test_sum/model.pb', model(1n));
    writeSets(1, 3);
    expect(readVectors(root).unreadable).toMatchObject([/test_data_set_2 is missing, though there is a 3/]);
    expect(judged()).toEqual([]);
  });

  it('is not an excuse for a later model that names no opset', () => {
    write('test_sum/model.onnx', model(3n));
    writeSets(0);
    expect(readVectors(root).unreadable).toMatchObject([/imports no opset/]);
  });
});

describe('the layout of ONNX 1.1.0: a bare node next to its tensors', () => {
  const bare = (opType?: string) =>
    toBinary(
      NodeProtoSchema,
      create(
        NodeProtoSchema,
        node((type) => type, opType),
      ),
    );
  beforeEach(() => {
    write('test_sum/node.pb', bare());
    write('test_sum/input_0.pb', encodeTensor(data, 'data'));
    write('test_sum/output_0.pb', encodeTensor(sums, 'reduced'));
  });

  it('is a model of the newest opset of that release', () => {
    expect(readVectors(root)).toMatchObject(nothingElse);
    expect(judged()).toEqual([['test_sum/node.pb', 5]]);
    const { cases, unreadable } = readVectors(root);
    const [run] = cases[0]!.prepare()!.runs;
    expect(unreadable).toEqual([]);
    expect(run!.judge([sums]).accepted).toBe(true);
    expect(run!.judge([data]).accepted).toBe(false);
    expect(loadVector(findVectors(root)[0]!).model).toMatchObject({
      irVersion: 3,
      inputs: [{ name: 'data', dtype: 'float32', dims: [2, 2] }],
      outputs: [{ name: 'reduced', dtype: 'float32', dims: [2] }],
    });
  });

  it('is named where the oracle does not know the operator', () => {
    write('test_other/node.pb', bare('Frobnicate'));
    write('test_other/input_0.pb', encodeTensor(data, 'data'));
    write('test_other/output_0.pb', encodeTensor(data, 'reduced'));
    expect([...readVectors(root).notKnown]).toEqual([['Frobnicate', 1]]);
  });

  it('may hold an operator that was experimental then', () => {
    write('test_sum/node.pb', bare('ThresholdedRelu'));
    expect([...readVectors(root).notKnown]).toEqual([['ThresholdedRelu before opset 10', 1]]);
  });

  it('needs as many tensors as the node has values', () => {
    rmSync(join(root, 'test_sum/input_0.pb'));
    expect(readVectors(root).unreadable).toMatchObject([/inputs: 0 files where the node has 1 \(data\)/]);
  });

  it('is a node', () => {
    write('test_sum/node.pb', new Uint8Array());
    expect(readVectors(root).unreadable).toMatchObject([/node\.pb: not a node/]);
  });
});

describe('a model of types that the suite has not', () => {
  const laterType = 99;
  const model = (opType: string) =>
    toBinary(
      ModelProtoSchema,
      create(ModelProtoSchema, {
        irVersion: 8n,
        opsetImport: [{ version: 13n }],
        graph: { node: [node((type) => type, opType)], output: [value('reduced', [2n], laterType)] },
      }),
    );

  it('is named, like any other of an operator that the oracle does not know', () => {
    write('test_later/model.onnx', model('Frobnicate'));
    expect(readVectors(root)).toMatchObject(nothingElse);
    expect([...readVectors(root).notKnown]).toEqual([['Frobnicate', 1]]);
  });

  it('is counted by what it holds where the oracle knows the operator', () => {
    write('test_later/model.onnx', model('ReduceSum'));
    expect(readVectors(root)).toMatchObject(nothingElse);
    expect([...readVectors(root).notKnown]).toEqual([['values of types that the suite does not have', 1]]);
  });
});
