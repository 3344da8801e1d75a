import { writeNpy } from './npy.ts';
import { decodeTensor } from './tensor-proto.ts';
import type { Tree } from './tree.ts';

/** An export with each tensor a second time: `input_0.npy` before `input_0.pb`. */
export function withNpy(tree: Tree): Tree {
  return function* () {
    for (const file of tree()) {
      const { path, bytes } = file;
      if (path.endsWith('.pb')) {
        yield { path: path.replace(/pb$/, 'npy'), bytes: writeNpy(decodeTensor(bytes, path).tensor) };
      }
      yield file;
    }
  };
}
