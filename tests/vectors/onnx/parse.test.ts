import { expect, test } from 'vitest';
import { tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { node } from '../../../src/index.ts';
import { decodeModel } from '../../../vectors/onnx/model.ts';
import { decodeTensor, encodeTensor } from '../../../vectors/onnx/tensor-proto.ts';

const tensor = tensorOfScalars('float32', [64], () => 1);
const { model } = node('Abs', { opset: 13, inputs: [tensor] });

test('a model that is cut off anywhere is said to be, or not to be a model', () => {
  const said = Array.from({ length: model.length - 1 }, (_, i) => {
    try {
      decodeModel(model.subarray(0, i + 1), 'net/model.onnx');
      return 'taken';
    } catch (error) {
      return (error as Error).message;
    }
  });
  for (const line of said)
    expect(line).toMatch(/^net\/model\.onnx: (an ONNX model that is cut off: |not a model: it )/);
  expect(said.at(-1)).toBe('net/model.onnx: an ONNX model that is cut off: more than its bytes are announced');
  expect(() => decodeTensor(encodeTensor(tensor).subarray(0, 100), 'x.pb')).toThrow(
    'x.pb: a TensorProto that is cut off',
  );
});

test.each([
  ['', 'it is empty'],
  ['<!DOCTYPE html><html>', 'it is an HTML or XML page'],
  [
    'version https://git-lfs.github.com/spec/v1\n',
    "it is a pointer of Git LFS; 'git lfs pull' fetches the file itself",
  ],
  ['this is not a model', 'its bytes are something else, or damaged'],
])('%j in place of a model is named', (text, what) => {
  const bytes = Buffer.from(text, 'latin1');
  expect(() => decodeModel(bytes, 'model.onnx')).toThrow(new RegExp(`^model.onnx: not an ONNX model: ${what}$`));
  expect(() => decodeTensor(bytes, 'x.pb')).toThrow(new RegExp(`^x.pb: not a TensorProto: ${what}$`));
});
