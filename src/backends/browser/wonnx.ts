/** wonnx compiled to WebAssembly: it works on WebGPU, takes float32, and returns numbers without dtype or shape. */
import { elementCount, type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import { decodeModel, type OpenValueInfo } from '../../../vectors/onnx/model.ts';
import { Crashed, type Session, Unsupported } from '../adapter.ts';
import { asError } from '../answers.ts';
import { gpuInfo } from './gpu.ts';
import { type OpenRuntime, reportLostGpu } from './page.ts';

/** The used part of the package's exports. */
interface Wonnx {
  default(): Promise<unknown>;
  readonly Input: new () => { insert(name: string, value: Float32Array): void; free(): void };
  readonly Session: { fromBytes(model: Uint8Array): Promise<WonnxSession> };
}

interface WonnxSession {
  run(input: object): Promise<ReadonlyMap<string, readonly number[]>>;
  free(): void;
}

const openRuntime: OpenRuntime = async ({ name, version, files, info }) => {
  const gpu = await gpuInfo('webgpu');
  const wonnx: Wonnx = await import(`${files}wonnx.js`);
  await wonnx.default();
  const panic = panics();
  return {
    name,
    version,
    info: { provider: 'WebGPU', ...gpu, ...info },
    dtypes: ['float32'],
    async prepare(model): Promise<Session> {
      let session: WonnxSession | undefined;
      return {
        run: (inputs, outputs) =>
          explained(async () => {
            const input = new wonnx.Input();
            for (const [name, value] of inputs) input.insert(name, floatsOf(name, value));
            session ??= await wonnx.Session.fromBytes(model);
            const results = await session.run(input);
            // decoded only after wonnx has accepted the model
            const declared = decodeModel(model, 'the model').outputs;
            return outputs.map((name) => tensorOf(results.get(name), name, declared));
          }, panic),
        release: () => session?.free(),
      };
    },
  };
};

export default openRuntime;

function floatsOf(name: string, { dtype, data }: Tensor): Float32Array {
  if (dtype !== 'float32') throw new Unsupported(`the input ${name} is of ${dtype}; wonnx takes float32 only`);
  return data as Float32Array;
}

/** Returns numbers as a tensor of the dtype and shape that the model declares, since wonnx reports neither. */
function tensorOf(numbers: readonly number[] | undefined, name: string, declared: readonly OpenValueInfo[]): Tensor {
  const { dtype, dims } = declared.find((output) => output.name === name)!;
  if (!dims?.every((dim) => typeof dim === 'number')) {
    throw new Unsupported(`the model does not declare the shape of ${name}, and wonnx does not report it`);
  }
  const wanted = elementCount(dims);
  if (numbers?.length !== wanted) {
    throw new Error(`the output ${name} has ${numbers?.length ?? 'no'} elements where ${wanted} are declared`);
  }
  if (dtype !== 'float32') throw new Unsupported(`the output ${name} is of ${dtype}; what wonnx returns has no dtype`);
  return tensor(dtype, dims, Float32Array.from(numbers));
}

/** wonnx's messages about missing implementations. */
const notImplemented = /not (?:yet |currently )?(?:implemented|supported)|unsupported|unimplemented/i;
/** wonnx's messages about a lost or exhausted GPU: each session takes its own device. */
const lost = /async map a buffer|Instance reference no longer exists|RequestDeviceError/;

async function explained<T>(work: () => Promise<T>, panic: Promise<never>): Promise<T> {
  try {
    return await Promise.race([work(), panic]);
  } catch (error) {
    const { name, message } = asError(error);
    if (lost.test(message)) return reportLostGpu(message);
    if (error instanceof Unsupported || error instanceof Crashed || name === 'RuntimeError') throw error;
    throw notImplemented.test(message) ? new Unsupported(message) : new Error(message);
  }
}

/** Rejects at a panic, which is only printed: the promise of the run would never settle. */
function panics(): Promise<never> {
  return new Promise((_, reject) => {
    const { error } = console;
    console.error = (...words: readonly unknown[]) => {
      error(...words);
      const text = words.join(' ');
      if (text.includes('panicked at')) reject(new Crashed(text.split('Stack:')[0]));
    };
  });
}
