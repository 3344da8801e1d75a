/** Serves @jax-js/onnx, whose kernels @jax-js/jax compiles to WebAssembly, in Node. */
import { isDType } from '../../../oracles/numerics/dtype.ts';
import { type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import { decodeModel } from '../../../vectors/model.ts';
import { Unsupported } from '../adapter.ts';
import { reserveStdout, serve } from '../host.ts';
import { installed, load } from './load.ts';

interface JaxArray {
  readonly shape: readonly number[];
  readonly dtype: string;
  data(): Promise<Float32Array>;
}

interface Jax {
  init(device: string): Promise<unknown>;
  defaultDevice(device: string): unknown;
  readonly numpy: { array(values: unknown, options: { shape: readonly number[]; dtype: string }): JaxArray };
}

interface JaxOnnx {
  readonly ONNXModel: new (
    model: Uint8Array,
  ) => { run(inputs: Readonly<Record<string, JaxArray>>): Record<string, JaxArray>; dispose(): void };
}

reserveStdout();
// Two globals that Node 20 lacks. A 16-bit float is only passed through here, so that an array of its bits will do.
const globals = globalThis as unknown as Record<string, unknown>;
globals.navigator ??= {};
globals.Float16Array ??= class Float16Array extends Uint16Array {};

const found = installed('@jax-js/onnx', '@jax-js/jax');
const { ONNXModel } = load<JaxOnnx>(found);
const jax = load<Jax>(installed('@jax-js/jax'));
await jax.init('wasm');
jax.defaultDevice('wasm');

serve({
  name: '@jax-js/onnx',
  version: found.version,
  info: { provider: 'wasm', jax: installed('@jax-js/jax').version, int64: 'only axes and indices, held in int32' },
  dtypes: ['float16', 'float32', 'float64', 'int32', 'uint32', 'bool'],
  prepare(bytes) {
    const declared = new Map(decodeModel(bytes).outputs.map(({ name, dtype }) => [name, dtype]));
    const computesInt64 = [...declared.values()].includes('int64');
    const model = told(() => new ONNXModel(bytes));
    return {
      async run(inputs, outputs) {
        if (computesInt64 && [...inputs.values()].some(({ dtype }) => dtype === 'int64')) {
          throw new Unsupported('jax-js has no 64-bit integers');
        }
        const feeds = Object.fromEntries([...inputs].map(([name, value]) => [name, toJax(value)]));
        const results = told(() => model.run(feeds));
        return Promise.all(outputs.map((name) => fromJax(results[name]!, declared.get(name))));
      },
      release: () => model.dispose(),
    };
  },
});

/** What jax-js says it does not support is not supported. */
function told<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { message } = error as Error;
    throw /^Unsupported |not supported|not implemented/i.test(message) ? new Unsupported(message) : error;
  }
}

function toJax({ dtype, dims, data }: Tensor): JaxArray {
  const array = (values: unknown, as: string) => jax.numpy.array(values, { shape: dims, dtype: as });
  if (dtype === 'bool') return array(Int32Array.from(data as Uint8Array), dtype);
  if (dtype === 'int64') return array(Int32Array.from(data as BigInt64Array, Number), 'int32');
  if (dtype !== 'float16') return array(data, dtype);
  const { buffer, byteOffset, length } = data as Uint16Array;
  return array(new (globals.Float16Array as typeof Uint16Array)(buffer, byteOffset, length), dtype);
}

async function fromJax(array: JaxArray, declared: string | undefined): Promise<Tensor> {
  const { shape, dtype } = array;
  const data = await array.data();
  if (dtype === 'bool') return tensor('bool', shape, Uint8Array.from(data));
  if (dtype === 'int32' && declared === 'int64')
    return tensor('int64', shape, BigInt64Array.from([...data].map(BigInt)));
  if (dtype === 'float16') return tensor(dtype, shape, new Uint16Array(data.buffer, data.byteOffset, data.length));
  if (!isDType(dtype)) throw new Error(`an output is of type ${dtype}`);
  return tensor(dtype, shape, data as never);
}
