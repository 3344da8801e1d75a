/** Serves ONNX.js, the unmaintained forerunner of onnxruntime-web, on its CPU backend, in Node. */
import { type DType, isDType } from '../../../oracles/numerics/dtype.ts';
import { type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import type { Storage } from '../../../oracles/numerics/trait.ts';
import { decodeModel } from '../../../vectors/onnx/model.ts';
import { Unsupported } from '../adapter.ts';
import { reserveStdout, serve } from '../host.ts';
import { installed, load } from './load.ts';

interface OnnxTensor {
  readonly data: Storage;
  readonly dims: readonly number[];
  readonly type: string;
}

interface OnnxjsSession {
  loadModel(model: Uint8Array): Promise<void>;
  run(inputs: ReadonlyMap<string, OnnxTensor>): Promise<ReadonlyMap<string, OnnxTensor>>;
}

interface Onnxjs {
  readonly InferenceSession: new (config: { backendHint: string }) => OnnxjsSession;
  readonly Tensor: new (data: Storage, type: string, dims: readonly number[]) => OnnxTensor;
}

reserveStdout();
const found = installed('onnxjs');
const onnx = load<Onnxjs>(found);
const dtypes: readonly DType[] = ['float32', 'float64', 'int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'bool'];

/** Its messages about missing kernels. */
const notImplemented =
  /cannot resolve operator|unsupported data type|is not supported|data type is not|is supported for|should contain at least one element|invalid inputs detected/;

serve({
  name: 'onnxjs',
  version: found.version,
  info: { provider: 'cpu', int64: 'only indices, which it hands out in int32' },
  dtypes,
  prepare(model) {
    const declared = new Map(decodeModel(model).outputs.map(({ name, dtype }) => [name, dtype]));
    let session: OnnxjsSession | undefined;
    return {
      run: async (inputs, outputs) => {
        try {
          const feeds = new Map([...inputs].map(([name, value]) => [name, toOnnxjs(value)]));
          if (session === undefined) {
            session = new onnx.InferenceSession({ backendHint: 'cpu' });
            await session.loadModel(model);
          }
          const results = await session.run(feeds);
          return outputs.map((name) => fromOnnxjs(results.get(name)!, declared.get(name)));
        } catch (error) {
          const { message } = error as Error;
          throw notImplemented.test(message) ? new Unsupported(message) : error;
        }
      },
    };
  },
});

function toOnnxjs({ dtype, dims, data }: Tensor): OnnxTensor {
  if (!dtypes.includes(dtype)) throw new Unsupported(`onnxjs has no ${dtype} tensors`);
  return new onnx.Tensor(data, dtype, dims);
}

function fromOnnxjs({ type, dims, data }: OnnxTensor, declared: DType | undefined): Tensor {
  if (type === 'int32' && declared === 'int64') {
    return tensor('int64', dims, BigInt64Array.from(data as Int32Array, BigInt));
  }
  if (type === 'int32' && !declared) throw new Unsupported('onnxjs holds int64 in int32, and an output has no type');
  if (!isDType(type)) throw new Error(`an output is of type ${type}`);
  return tensor(type, dims, data as never);
}
