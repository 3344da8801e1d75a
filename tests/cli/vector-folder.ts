import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tensor } from '../../oracles/numerics/tensor.ts';
import { encodeModel } from '../../vectors/onnx/model.ts';
import { encodeTensor } from '../../vectors/onnx/tensor-proto.ts';

/** Writes a sound vector of ReduceSum-13 and gives its folder; `files` replace or add what is in it. */
export function writeVector(root: string, name: string, files: Readonly<Record<string, Uint8Array>> = {}): string {
  const path = join(root, name);
  const dataSet = join(path, 'test_data_set_0');
  mkdirSync(dataSet, { recursive: true });
  const all = { ...soundFiles(), ...files };
  for (const [file, bytes] of Object.entries(all)) writeFileSync(join(path, file), bytes);
  return path;
}

function soundFiles(): Record<string, Uint8Array> {
  const data = tensor('float32', [2, 2], Float32Array.of(1, 2, 3, 4));
  const sum = tensor('float32', [2, 1], Float32Array.of(3, 7));
  const model = encodeModel({
    name: 'sum',
    opset: 13,
    nodes: [{ opType: 'ReduceSum', attributes: {}, inputs: ['data', 'axes'], outputs: ['reduced'] }],
    inputs: [{ name: 'data', dtype: 'float32', dims: [2, 2] }],
    outputs: [{ name: 'reduced', dtype: 'float32', dims: [2, 1] }],
    initializers: [{ name: 'axes', tensor: tensor('int64', [1], BigInt64Array.of(1n)) }],
  });
  return {
    'model.onnx': model,
    'test_data_set_0/input_0.pb': encodeTensor(data, 'data'),
    'test_data_set_0/output_0.pb': encodeTensor(sum, 'reduced'),
  };
}

/** A model of two nodes, the second of which reduces rows of what the first makes of the data. */
export function graphOf(first: string, second: string): Uint8Array {
  return encodeModel({
    name: 'graph',
    opset: 18,
    nodes: [
      { opType: first, attributes: {}, inputs: ['data'], outputs: ['inner'] },
      { opType: second, attributes: {}, inputs: ['inner', 'axes'], outputs: ['reduced'] },
    ],
    inputs: [{ name: 'data', dtype: 'float32', dims: [2, 2] }],
    outputs: [{ name: 'reduced', dtype: 'float32', dims: [2, 1] }],
    initializers: [{ name: 'axes', tensor: tensor('int64', [1], BigInt64Array.of(1n)) }],
  });
}

/** A .npy file of version 1.0. */
export function npyFile(descr: string, shape: string, data: Uint8Array): Uint8Array {
  const header = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }`.padEnd(117).concat('\n');
  return Buffer.concat([
    Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0, header.length, 0]),
    Buffer.from(header),
    data,
  ]);
}
