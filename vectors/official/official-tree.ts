import type { Tree } from '../export/tree.ts';
import { filesOfVector } from '../export/write.ts';
import { encodeTensor } from '../onnx/tensor-proto.ts';
import { exactOutputs } from './exact-output.ts';
import type { OfficialVector } from './official.ts';
import type { PlacedVector } from './selection.ts';

/**
 * Returns the files of official vectors.
 * @param withExact adds the oracle's answers, as `exact_0.pb` in the folder of the data set. The output files have numpy's
 *   results in the type of the tensor, and runners ignore files of other names
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
