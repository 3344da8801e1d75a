import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tensor } from '../../../oracles/numerics/tensor.ts';
import { loadModel } from '../../../vectors/onnx/directory.ts';
import { encodeModel } from '../../../vectors/onnx/model.ts';
import { ModelProtoSchema } from '../../../vectors/onnx/proto/onnx_pb.ts';
import { folder } from '../../folder.ts';

const values = Float32Array.of(1, 2.5, -3, 4);
const bytes = new Uint8Array(values.buffer);
const plain = encodeModel({
  name: 'external',
  opset: 18,
  nodes: [{ opType: 'Add', attributes: {}, inputs: ['x', 'w'], outputs: ['y'] }],
  inputs: [{ name: 'x', dtype: 'float32', dims: [4] }],
  outputs: [{ name: 'y', dtype: 'float32', dims: [4] }],
  initializers: [{ name: 'w', tensor: tensor('float32', [4], values) }],
});

/** The model with its weights in a file, by the entries that a TensorProto has for that; `file` is next to it. */
function load(entries: Readonly<Record<string, string>>, file: Uint8Array, name = 'weights.bin', path = folder()) {
  const model = fromBinary(ModelProtoSchema, plain);
  const [weights] = model.graph!.initializer;
  weights!.rawData = new Uint8Array();
  weights!.dataLocation = 1;
  const { externalData } = create(ModelProtoSchema, {
    graph: { initializer: [{ externalData: Object.entries(entries).map(([key, value]) => ({ key, value })) }] },
  }).graph!.initializer[0]!;
  weights!.externalData = externalData;
  mkdirSync(join(path, 'model/data'), { recursive: true });
  writeFileSync(join(path, 'model/model.onnx'), toBinary(ModelProtoSchema, model));
  writeFileSync(join(path, 'model', name), file);
  return loadModel({ id: 'model', path: join(path, 'model'), layout: 'model.onnx' });
}

describe('tensors in files next to the model', () => {
  it('are read from wherever they stand in the file, and the model holds them', () => {
    const lengths = fc.nat(40);
    fc.assert(
      fc.property(lengths, lengths, fc.boolean(), (before, after, inFolder) => {
        const location = inFolder ? 'data/weights.bin' : 'weights.bin';
        const file = Buffer.concat([new Uint8Array(before), bytes, new Uint8Array(after)]);
        const loaded = load({ location, offset: String(before), length: '16' }, file, location);
        expect(loaded.model.initializers[0]!.tensor.data).toEqual(values);
        expect(Buffer.compare(loaded.bytes, plain)).toBe(0);
      }),
      { numRuns: 20 },
    );
    expect(load({ location: 'weights.bin' }, bytes).bytes).toEqual(new Uint8Array(plain));
  });

  it.each([
    [{}, /'w': external data without a location/],
    [{ location: 'other.bin' }, /model\.onnx: '\w+': other\.bin: cannot be read \(it does not exist\)/],
    [{ location: '../secret.bin' }, /'w': \.\.\/secret\.bin leaves the folder of the model/],
    [{ location: 'data/../../secret.bin' }, /leaves the folder of the model/],
    [{ location: '/etc/hostname' }, /'w': \/etc\/hostname leaves the folder of the model/],
    [{ location: 'link.bin' }, /link\.bin leaves the folder of the model/],
    [{ location: 'weights.bin', offset: '8' }, /raw_data is too short: 8 bytes, where float32\[4\] takes 16/],
    [{ location: 'weights.bin', offset: '8', length: '16' }, /bytes 8 to 24 of weights\.bin, which has 16/],
    [{ location: 'weights.bin', offset: '-1' }, /offset is '-1', which is not a number of bytes/],
    [{ location: 'weights.bin', length: '99999999999' }, /which has 16/],
  ])('%j is refused in a line', (entries, message) => {
    const path = folder();
    mkdirSync(join(path, 'model'));
    writeFileSync(join(path, 'secret.bin'), bytes);
    symlinkSync(join(path, 'secret.bin'), join(path, 'model/link.bin'));
    expect(() => load(entries, bytes, 'weights.bin', path)).toThrow(
      expect.objectContaining({ name: 'BadInput', message: expect.stringMatching(message) }),
    );
  });

  it.skipIf(spawnSync('mkfifo', ['--version']).error)('a pipe is refused in a line, and not waited for', () => {
    const path = folder();
    mkdirSync(join(path, 'model'));
    execFileSync('mkfifo', [join(path, 'model/pipe')]);
    expect(() => load({ location: 'pipe' }, bytes, 'weights.bin', path)).toThrow(
      expect.objectContaining({ name: 'BadInput', message: expect.stringMatching(/'w': pipe is not a regular file/) }),
    );
  });

  it('a folder is refused likewise', () =>
    expect(() => load({ location: 'data' }, bytes)).toThrow(/'w': data is not a regular file/));
});
