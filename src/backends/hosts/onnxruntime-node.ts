/** Serves onnxruntime's CPU execution provider through its Node.js binding, from the user's project if it is there. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Ort from 'onnxruntime-node';
import { type DType, isDType } from '../../../oracles/numerics/dtype.ts';
import { type StorageOf, type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import { Unsupported } from '../adapter.ts';
import { fail, reserveStdout, serve } from '../host.ts';

reserveStdout();

const fromHere = createRequire(import.meta.url);
const fromProject = createRequire(pathToFileURL(join(process.cwd(), 'package.json')));

function locate(): string {
  for (const require of [fromProject, fromHere]) {
    try {
      return require.resolve('onnxruntime-node');
    } catch {
      // Not there; the next one.
    }
  }
  return fail('onnxruntime-node is not installed; install it in your project: npm install onnxruntime-node');
}

function load(path: string): typeof Ort {
  try {
    return fromHere(path);
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    return fail(`onnxruntime-node cannot be loaded: ${reason}`);
  }
}

const path = locate();
const ort = load(path);
ort.env.logLevel = 'fatal';

const sessionOptions: Ort.InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  logSeverityLevel: 4,
  executionProviders: ['cpu'],
};

/** Messages with which onnxruntime says that it does not implement something, rather than that it went wrong. */
const notImplemented =
  /NOT_IMPLEMENTED|Could not find an implementation|is under development and support for this is limited|Unsupported data type/;

serve({
  name: 'onnxruntime-node',
  version: versionOf(path),
  info: { provider: 'CPU', platform: `${process.platform}-${process.arch}` },
  prepare(model) {
    let session: Ort.InferenceSession | undefined;
    return {
      run: (inputs, outputs) =>
        explained(async () => {
          // tensors that JavaScript does not have are refused before onnxruntime spends time on their model
          const feeds = Object.fromEntries([...inputs].map(([name, value]) => [name, toOrt(value)]));
          session ??= await ort.InferenceSession.create(model, sessionOptions);
          const results = await session.run(feeds, outputs);
          return outputs.map((name) => fromOrt(name, results[name]));
        }),
      release: () => session?.release(),
    };
  },
});

/** Tells what onnxruntime does not implement from what goes wrong. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Unsupported) throw error;
    const message = withoutSource(error instanceof Error ? error.message : String(error));
    throw notImplemented.test(message) ? new Unsupported(message) : new Error(message);
  }
}

/** A message of onnxruntime without the C++ file, line and signature that some of them begin with. */
function withoutSource(message: string): string {
  return message.replace(/^(?:\[ONNXRuntimeError\] : )?\S+\.(?:h|cc|cpp):\d+ .*?\) (?=[A-Z])/s, '');
}

function toOrt({ dtype, dims, data }: Tensor): Ort.Tensor {
  if (dtype === 'bfloat16') {
    throw new Unsupported('onnxruntime-node has no bfloat16 tensors');
  }
  return new ort.Tensor(dtype, data as never, dims);
}

function fromOrt(name: string, result: Ort.Tensor | undefined): Tensor {
  if (result === undefined) {
    throw new Error(`the output ${name} is missing`);
  }
  const { type, dims, data } = result;
  if (!isDType(type)) {
    throw new Error(`the output ${name} is of type ${type}`);
  }
  return tensor<DType>(type, dims, bitsOf(type, data));
}

/** 16-bit floats are bit patterns here; onnxruntime-common has them as Float16Array where the engine knows that class. */
function bitsOf(dtype: DType, data: Ort.Tensor.DataType): StorageOf[DType] {
  const array = data as StorageOf[DType];
  return dtype === 'float16' ? new Uint16Array(array.buffer, array.byteOffset, array.length) : array;
}

function versionOf(entry: string): string {
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      if (name === 'onnxruntime-node') {
        return version;
      }
    } catch {
      // The package's root is further up.
    }
  }
  return 'unknown';
}
