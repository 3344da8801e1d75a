import type { Tree } from '../export/tree.ts';
import { filesOfVector } from '../export/write.ts';
import { encodeTensor } from '../onnx/tensor-proto.ts';
import { exactOutputs } from './exact-output.ts';
import type { OfficialVector } from './official.ts';
import type { PlacedVector } from './selection.ts';

/**
 * The files of official vectors.
 * @param withExact also what the oracle answers, as `exact_0.pb` in the folder of the data set: the output files hold what
 *   numpy computed in the type of the tensor, and runners do not look for another name
 */
export function officialTree(placed: readonly PlacedVector<OfficialVector>[], withExact: boolean): Tree {
  return () =>
    placed.flatMap(({ folder, vector }) => {
      const [model, ...tensors] = filesOfVector(vector.files, folder);
      if (!withExact) return [model!, ...tensors];
      const exact = exactOutputs(vector).map((tensor, i) => ({
        path: `${folder}/test_data_set_0/exact_${i}.pb`,
        bytes: encodeTensor(tensor, vector.outputNames[i]!),
      }));
      return [model!, ...exact, ...tensors];
    });
}
