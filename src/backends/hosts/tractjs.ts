/** Serves tractjs, that is tract compiled to WebAssembly, in Node. */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DType } from '../../../oracles/numerics/dtype.ts';
import { type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import type { Storage } from '../../../oracles/numerics/trait.ts';
import { decodeModel } from '../../../vectors/onnx/model.ts';
import { Crashed, type Session, Unsupported } from '../adapter.ts';
import { reserveStdout, serve } from '../host.ts';
import { oneLine } from '../text.ts';
import { installed, load } from './load.ts';
import { hasWideIntegers } from './wide-integers.ts';

interface TractTensor {
  readonly data: Storage;
  readonly shape: readonly number[];
}

interface TractModel {
  predict(inputs: readonly TractTensor[]): Promise<readonly TractTensor[]>;
  destroy(): Promise<void>;
}

interface Tractjs {
  load(path: string, options: { inputFacts: Record<number, [DType, readonly number[]]> }): Promise<TractModel>;
  readonly Tensor: new (data: Storage, shape: readonly number[]) => TractTensor;
}

reserveStdout();
const found = installed('tractjs');
const tract = load<Tractjs>(found);

/** The accepted dtypes. It panics at other typed arrays, although it declares them; a Uint16Array holds integers, not float16. */
const dtypes: readonly DType[] = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'float32', 'float64'];
const file = join(tmpdir(), `onnx-conformance-${process.pid}.onnx`);

// the first model compiles the WebAssembly: this time belongs to the start, not to the first case
writeFileSync(file, '');
await tract.load(file, { inputFacts: {} }).catch(() => {});
rmSync(file);

serve({
  name: 'tractjs',
  version: found.version,
  info: { int64: 'only indices, which it hands out in int32' },
  dtypes,
  prepare(bytes): Session {
    const loaded = new Map<string, TractModel>();
    const decoded = decodeModel(bytes);
    const declared = decoded.outputs;
    const losesConstants = declared[0]?.dtype === 'int64' && hasWideIntegers(decoded);
    /** Returns the model for inputs of given shapes: it needs them where a dimension is 0 or symbolic. */
    const modelFor = async (inputs: readonly Tensor[]) => {
      const facts = inputs.map(({ dtype, dims }): [DType, readonly number[]] => [dtype, dims]);
      const key = JSON.stringify(facts);
      if (!loaded.has(key)) {
        writeFileSync(file, bytes);
        loaded.set(key, await tract.load(file, { inputFacts: { ...facts } }).finally(() => rmSync(file)));
      }
      return loaded.get(key)!;
    };
    return {
      run: (feeds) =>
        withCauses(async () => {
          const inputs = [...feeds.values()];
          const refused = inputs.find(({ dtype }) => !dtypes.includes(dtype));
          if (refused) throw new Unsupported(`tractjs takes no ${refused.dtype} tensors`);
          // its worker reads the first one again and again
          if (declared.length > 1) throw new Unsupported('tractjs hands out the first output of a model only');
          if (losesConstants) {
            throw new Unsupported('tractjs hands out int64 in 32 bits, in which a constant does not fit');
          }
          const model = await modelFor(inputs);
          const results = await model.predict(inputs.map(({ data, dims }) => new tract.Tensor(data, dims)));
          return results.map(({ data, shape }, i) => fromTract(data, shape, declared[i]?.dtype));
        }),
      release: async () => {
        for (const model of loaded.values()) await model.destroy();
      },
    };
  },
});

function fromTract(data: Storage, shape: readonly number[], declared: DType | undefined): Tensor {
  if (declared === 'int64' && data instanceof Int32Array) {
    return tensor('int64', shape, BigInt64Array.from(data, BigInt));
  }
  if (!declared && (data instanceof Int32Array || data instanceof Uint8Array)) {
    throw new Unsupported('tractjs holds int64 in int32 and booleans in bytes, and an output has no type');
  }
  // booleans come as bytes: JavaScript has no typed array for them
  if (declared === 'bool' && data instanceof Uint8Array) return tensor('bool', shape, data);
  const name = data.constructor.name.replace('Array', '').toLowerCase();
  return tensor(name as DType, shape, data);
}

/** tract's messages about a missing kernel or version of an operator. */
const refuses = /Unimplemented|Wrong input number|not support|Unsupported operator set|No (?:matrix )?multiplier/;

/** A number in hundreds of digits, as Rust prints the largest and the smallest ones. */
const longNumber = /-?\d{20,}(?:\.\d+)?|-?\d+\.\d{20,}/g;

/** Runs work on tract. A Rust panic appears as "unreachable"; other errors list their causes as nested strings. */
async function withCauses<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message, name } = error as Error;
    if (name === 'Unsupported') throw error;
    if (message === 'unreachable') throw new Crashed('tract panicked');
    const causes = [...message.matchAll(/(?:context|source): (?:"((?:[^"\\]|\\.)*)"|([^"{}]+),\s*\})/g)];
    // the first cause names the node; rules, and mismatched nodes and shapes, differ from model to model
    const telling = causes
      .slice(1)
      .map(([, quoted, bare]) => (quoted ?? bare!).replaceAll(longNumber, (digits) => `${Number(digits)}`))
      .filter((cause) => cause.length < 1000 && !/^(?:Applying rule|Unifying) |\{/.test(cause));
    const last = oneLine(telling.join(': ')) || oneLine(message, 300);
    throw refuses.test(message) ? new Unsupported(last) : new Error(last);
  }
}
