import { join } from 'node:path';
import type { DType } from '../../oracles/numerics/dtype.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { Attributes } from '../../oracles/spec/declaration.ts';
import type { Answer, Backend, RunRequest } from '../../src/backends/backend.ts';
import { encodeModel } from '../../vectors/onnx/model.ts';
import { decodeTensor, encodeTensor } from '../../vectors/onnx/tensor-proto.ts';

/** Where `npm run runtimes` installs what the adapters are tested with. */
export const runtimes: string = join(import.meta.dirname, '../../evidence/runtimes');

/** One node on `data`: its operator, opset and attributes, and what its output is declared to be. */
export interface OneNode {
  /** what the graph is called, if it matters */
  readonly name?: string;
  readonly opType: string;
  readonly opset: number;
  readonly data: Tensor;
  readonly attributes?: Attributes;
  readonly dtype?: DType;
  readonly dims: readonly number[];
}

/** Asks a backend for one node. */
export const askFor = (backend: Backend, node: OneNode): Promise<Answer> => backend.run(requestFor(node));

/** The request that holds one node. */
export function requestFor(node: OneNode): RunRequest {
  const { name = 'g', opType, opset, data, attributes = {}, dtype = data.dtype, dims } = node;
  const model = encodeModel({
    name,
    opset,
    nodes: [{ opType, attributes, inputs: ['data'], outputs: ['y'] }],
    inputs: [{ name: 'data', dtype: data.dtype, dims: data.dims }],
    outputs: [{ name: 'y', dtype, dims }],
    initializers: [],
  });
  return { model, inputs: [{ name: 'data', bytes: encodeTensor(data) }], outputs: ['y'] };
}

/** The tensor of an answer, or the answer if it is none. */
export const tensorIn = (answer: Answer): Tensor | Answer =>
  answer.kind === 'outputs' ? decodeTensor(answer.outputs[0]!.bytes).tensor : answer;
