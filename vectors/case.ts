import type { Case } from '../generators/cases.ts';
import type { ExpectedOutput } from '../oracles/operator.ts';
import { encodeModel, type ValueInfo } from './model.ts';
import { encodeTensor, type NamedTensor } from './tensor-proto.ts';

/** A case as the bytes that a backend gets. */
export interface EncodedCase {
  /** ModelProto */
  readonly model: Uint8Array;
  /** TensorProtos of the graph inputs */
  readonly inputs: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** names of the graph outputs, in order */
  readonly outputs: readonly string[];
}

/**
 * The model of a case: one node, its constants as initializers, its other inputs as graph inputs with static shapes.
 * Output shapes are declared unless they depend on a value that is known only when the model runs.
 */
export function encodeCase({ id, cell, opset, proposal }: Case, expected: readonly ExpectedOutput[]): EncodedCase {
  const names = cell.version.inputs.map((input) => input.name);
  const graphInputs: NamedTensor[] = [];
  const initializers: NamedTensor[] = [];
  const nodeInputs = proposal.inputs.map(({ form, value }, i) => {
    const name = names[i]!;
    if (form === 'omitted' || !value) return '';
    (form === 'initializer' ? initializers : graphInputs).push({ name, tensor: value });
    return name;
  });
  const valueInfo = (name: string, dtype: ValueInfo['dtype'], dims: readonly number[] | undefined): ValueInfo => ({
    name,
    dtype,
    dims: dims && [...dims],
  });
  const shapeIsStatic = graphInputs.length === 1;
  const outputs = cell.version.outputs.map((output) => output.name);
  const model = encodeModel({
    name: id,
    opset,
    nodes: [
      {
        opType: cell.operator.name,
        attributes: proposal.attributes,
        inputs: nodeInputs,
        outputs,
        ...(cell.operator.domain && { domain: cell.operator.domain }),
      },
    ],
    inputs: graphInputs.map(({ name, tensor }) => valueInfo(name, tensor.dtype, tensor.dims)),
    outputs: expected.map((output, i) => valueInfo(outputs[i]!, output.dtype, shapeIsStatic ? output.dims : undefined)),
    initializers,
  });
  const inputs = graphInputs.map(({ name, tensor }) => ({ name, bytes: encodeTensor(tensor, name) }));
  return { model, inputs, outputs };
}
