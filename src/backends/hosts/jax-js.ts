/** Serves @jax-js/onnx, whose kernels @jax-js/jax compiles to WebAssembly, in Node. */
import { type DType, isDType } from '../../../oracles/numerics/dtype.ts';
import { type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import { decodeModel } from '../../../vectors/onnx/model.ts';
import { Unsupported } from '../adapter.ts';
import { reserveStdout, serve } from '../host.ts';
import { installed, load } from './load.ts';
import { hasWideIntegers, isNarrow } from './wide-integers.ts';

interface JaxArray {
  readonly shape: readonly number[];
  readonly dtype: string;
  data(): Promise<Float32Array>;
}

interface Jax {
  init(device: string): Promise<unknown>;
  defaultDevice(device: string): unknown;
  readonly numpy: {
    array(values: unknown, options: { shape: readonly number[]; dtype: string }): JaxArray;
    zeros(shape: readonly number[], options: { dtype: string }): JaxArray;
  };
}

interface JaxModel {
  run(inputs: Readonly<Record<string, JaxArray>>): Record<string, JaxArray>;
  dispose(): void;
}

reserveStdout();
const iterators: object = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));

/** Substitutes for features that jax-js uses and some releases of Node lack. */
const standIns: Readonly<Record<string, readonly [place: object, name: string, value: unknown]>> = {
  navigator: [globalThis, 'navigator', {}],
  Float16Array: [
    globalThis,
    'Float16Array',
    class Float16Array {
      constructor() {
        throw new Unsupported('this release of Node has no Float16Array');
      }
    },
  ],
  'iterators.map': [
    iterators,
    'map',
    function* map(this: Iterable<unknown>, change: (x: unknown, i: number) => unknown) {
      let i = 0;
      for (const x of this) yield change(x, i++);
    },
  ],
  'iterators.filter': [
    iterators,
    'filter',
    function* filter(this: Iterable<unknown>, isKept: (x: unknown, i: number) => unknown) {
      let i = 0;
      for (const x of this) if (isKept(x, i++)) yield x;
    },
  ],
};

const missingFunctions = Object.entries(standIns).filter(([, [place, name]]) => !(name in place));
for (const [, [place, name, value]] of missingFunctions) {
  Object.defineProperty(place, name, { value, writable: true, configurable: true });
}

const found = installed('@jax-js/onnx', '@jax-js/jax');
const { ONNXModel } = load<{ readonly ONNXModel: new (model: Uint8Array) => JaxModel }>(found);
const jax = load<Jax>(installed('@jax-js/jax'));
await jax.init('wasm');
jax.defaultDevice('wasm');

// float16 is not compiled to WebAssembly
const dtypes: readonly DType[] = ['float32', 'float64', 'int32', 'uint32', 'bool'];

serve({
  name: '@jax-js/onnx',
  version: found.version,
  info: {
    provider: 'wasm',
    jax: installed('@jax-js/jax').version,
    int64: 'only axes and indices, held in int32',
    ...(missingFunctions.length > 0 && { standIns: missingFunctions.map(([name]) => name).join(', ') }),
  },
  dtypes,
  prepare(bytes) {
    const decoded = decodeModel(bytes);
    const declared = new Map(decoded.outputs.map(({ name, dtype }) => [name, dtype]));
    const computesInt64 = [...declared.values()].includes('int64');
    const losesConstants = hasWideIntegers(decoded);
    let model: JaxModel | undefined;
    return {
      run: (inputs, outputs) =>
        refusing(async () => {
          if (computesInt64 && [...inputs.values()].some(({ dtype }) => dtype === 'int64')) {
            throw new Unsupported('jax-js has no 64-bit integers');
          }
          if (losesConstants) throw new Unsupported('jax-js holds int64 in 32 bits, in which a constant does not fit');
          model ??= new ONNXModel(bytes);
          const results = model.run(Object.fromEntries([...inputs].map(([name, value]) => [name, toJax(value)])));
          return await Promise.all(
            outputs.map((name) => {
              const result = results[name];
              if (!result) throw new Error(`the results have no output ${name}`);
              return fromJax(result, declared.get(name));
            }),
          );
        }),
      release: () => model?.dispose(),
    };
  },
});

/** The messages of jax-js about missing support. */
const refuses = /^Unsupported |not support|only supports|only \S+ is supported|not implemented/i;

/** Runs work on jax-js. @throws Unsupported for its messages about missing support */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message } = error as Error;
    throw refuses.test(message) ? new Unsupported(message) : error;
  }
}

function toJax({ dtype, dims, data }: Tensor): JaxArray {
  const held = dtype === 'int64' ? 'int32' : dtype;
  if (!dtypes.includes(held)) throw new Unsupported(`jax-js has no ${dtype} tensors`);
  // `array` throws at a typed array without elements
  if (data.length === 0) return jax.numpy.zeros(dims, { dtype: held });
  if (dtype === 'int64' && !data.every((x) => isNarrow(x as bigint))) {
    throw new Unsupported('jax-js holds int64 in 32 bits, in which this value does not fit');
  }
  const narrow = dtype === 'int64' || dtype === 'bool';
  const values = narrow ? Int32Array.from(data as ArrayLike<bigint>, Number) : data;
  return jax.numpy.array(values, { shape: dims, dtype: held });
}

async function fromJax(array: JaxArray, declared: string | undefined): Promise<Tensor> {
  const { shape, dtype } = array;
  const data = await array.data();
  // 32 bits each; an invalid boolean stays invalid
  if (dtype === 'bool')
    return tensor(
      'bool',
      shape,
      Uint8Array.from(data, (x) => Math.min(x >>> 0, 255)),
    );
  if (dtype === 'int32' && declared === 'int64')
    return tensor('int64', shape, BigInt64Array.from([...data].map(BigInt)));
  if (dtype === 'int32' && !declared) throw new Unsupported('jax-js holds int64 in int32, and an output has no type');
  if (!isDType(dtype)) throw new Error(`an output is of type ${dtype}`);
  return tensor(dtype, shape, data as never);
}
