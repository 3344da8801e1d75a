import { join } from 'node:path';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { readTensors } from './data-set.ts';
import { listFolder, readBytes } from './files.ts';
import { decodeNode, encodeModel, ForeignModel, type ValueInfo } from './model.ts';
import { ForeignType, type NamedTensor } from './tensor-proto.ts';

/** ONNX 1.1.0 tested a bare node under the newest opset that it had; source: the release table of ONNX's docs/Versioning.md. */
const opsetOfBareNodes = 5;

/**
 * Returns the model of a `node.pb`, the node tests of ONNX 1.1.0: a NodeProto without opset or types, with the tensors in the
 * same folder. Types and shapes are those of the tensors.
 * @returns the bytes of a ModelProto
 * @throws BadInput if it is not a node, or there are more or fewer tensors than it has inputs and outputs; ForeignModel for
 * tensors of types that the suite does not know
 */
export function modelOfNode(folder: string, file: string, name: string): Uint8Array {
  const path = join(folder, file);
  const node = decodeNode(readBytes(path), path);
  const files = listFolder(folder);
  const values = (role: 'input' | 'output', names: readonly string[]) =>
    describeAll(readTensors(folder, role, files), names, `${folder}: ${role}`);
  try {
    const inputs = values(
      'input',
      node.inputs.filter((input) => input !== ''),
    );
    const outputs = values('output', node.outputs);
    return encodeModel({ name, opset: opsetOfBareNodes, nodes: [node], inputs, outputs, initializers: [] });
  } catch (error) {
    if (error instanceof ForeignType) throw new ForeignModel(error.message, [node]);
    throw error;
  }
}

function describeAll(tensors: readonly NamedTensor[], names: readonly string[], what: string): ValueInfo[] {
  if (tensors.length !== names.length) {
    throw new BadInput(`${what}s: ${tensors.length} files where the node has ${names.length} (${names.join(', ')})`);
  }
  return tensors.map(({ tensor: { dtype, dims } }, i) => ({ name: names[i]!, dtype, dims }));
}
