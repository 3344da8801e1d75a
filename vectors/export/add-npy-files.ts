import { isOfNumpy, writeNpy } from '../onnx/npy.ts';
import { decodeTensor } from '../onnx/tensor-proto.ts';
import type { Tree } from './tree.ts';

/** Adds a second file for each tensor of a dtype that numpy has: `input_0.npy` before `input_0.pb`. */
export function withNpy(tree: Tree): Tree {
  return function* () {
    for (const file of tree()) {
      const { path, bytes } = file;
      const tensor = path.endsWith('.pb') ? decodeTensor(bytes, path).tensor : undefined;
      if (tensor && isOfNumpy(tensor.dtype)) yield { path: path.replace(/pb$/, 'npy'), bytes: writeNpy(tensor) };
      yield file;
    }
  };
}
