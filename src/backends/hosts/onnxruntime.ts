/** What onnxruntime's JavaScript packages have in common: one API, tensors and messages. */
import type * as Ort from 'onnxruntime-node';
import type { DType } from '../../../oracles/numerics/dtype.ts';
import { type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import { type AdapterOptions, type SessionAdapter, Unsupported } from '../adapter.ts';

/** Session options that may be given, and how the text of each is read. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  graphOptimizationLevel: String,
  optimizedModelFilePath: String,
  executionMode: String,
  intraOpNumThreads: Number,
  interOpNumThreads: Number,
  enableCpuMemArena: (text) => text === 'true',
  enableMemPattern: (text) => text === 'true',
};

/**
 * Session options from what the user wants: one execution provider, else the usual one, and others by their own names.
 * @throws Error that names an option that is not known
 */
export function sessionOptionsFrom(
  { provider, ...others }: AdapterOptions,
  usualProvider: string,
): Ort.InferenceSession.SessionOptions {
  const unknown = Object.keys(others).find((name) => !(name in readers));
  if (unknown !== undefined) {
    throw new Error(`there is no option ${unknown}; use provider, ${Object.keys(readers).join(', ')}`);
  }
  const read = Object.entries(others).map(([name, text]) => [name, readers[name]!(text)]);
  return { executionProviders: [provider ?? usualProvider], ...Object.fromEntries(read) };
}

/**
 * The adapter of one of the packages, under the name of that package.
 * @param alsoNotImplemented messages, beside those of all, with which an execution provider says that it has no kernel
 */
export function onnxruntimeAdapter(
  about: Pick<SessionAdapter, 'name' | 'version' | 'info'>,
  ort: typeof Ort,
  options: Ort.InferenceSession.SessionOptions,
  alsoNotImplemented?: RegExp,
): SessionAdapter {
  const sessionOptions = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 4 as const, ...options };
  ort.env.logLevel = 'fatal';
  return {
    ...about,
    // docs/Versioning.md of onnxruntime, "Backwards compatibility": every release supports opset 7 and what follows it
    opsets: [7],
    dtypes: held,
    prepare(model) {
      let session: Ort.InferenceSession | undefined;
      return {
        run: (inputs, outputs) =>
          explained(alsoNotImplemented, async () => {
            // tensors that JavaScript does not have are refused before onnxruntime spends time on their model
            const feeds = Object.fromEntries([...inputs].map(([name, value]) => [name, toOrt(ort, about.name, value)]));
            session ??= await ort.InferenceSession.create(model, sessionOptions);
            checkOutputs(about.name, session);
            const results = await session.run(feeds, outputs);
            return outputs.map((name) => fromOrt(name, results[name]));
          }),
        release: () => session?.release(),
      };
    },
  };
}

/** The dtypes of which JavaScript has tensors; its int4 and uint4 are of GPUs only. */
const held = [
  ...(['float16', 'float32', 'float64', 'int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64'] as const),
  ...(['uint64', 'bool', 'string'] as const),
];
type Held = (typeof held)[number];
const isHeld = (name: string): name is Held => (held as readonly string[]).includes(name);

/** What a session says of its outputs, as far as it does: that of WebGL throws. */
function outputsOf(session: Partial<Ort.InferenceSession>): Ort.InferenceSession['outputMetadata'] | undefined {
  try {
    return session.outputMetadata;
  } catch {
    return undefined;
  }
}

/** An output of another dtype ends the process where it is made into a JavaScript tensor (int4, onnxruntime-node 1.30). */
function checkOutputs(name: string, session: Ort.InferenceSession): void {
  const other = outputsOf(session)?.find((output) => output.isTensor && !isHeld(output.type));
  if (other?.isTensor) throw new Unsupported(`${name} has no ${other.type} tensors`);
}

/** Messages with which onnxruntime says that it does not implement something, rather than that it went wrong. */
const notImplemented = new RegExp(
  [
    'NOT_IMPLEMENTED',
    'Could not find an implementation',
    // the same, where the node comes from the body of a function
    'Failed to find kernel for',
    'is under development and support for this is limited',
    '^Unsupported data type',
    // builds with a GPU find that no provider has a kernel only when they look where its data are
    'Provider type for \\w+ node with name .* is not set',
    'but the device does not support it',
    '[Nn]ot supported (?:now|for|with)',
    'Unsupported pooling size',
  ].join('|'),
);

/** Tells what onnxruntime does not implement from what goes wrong. */
async function explained<T>(also: RegExp | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Unsupported || (error as Error).name === 'RuntimeError') throw error;
    const message = withoutSource(error instanceof Error ? error.message : String(error));
    throw notImplemented.test(message) || also?.test(message) ? new Unsupported(message) : new Error(message);
  }
}

/** A message of onnxruntime without what stands before it: the call that failed, and the C++ file, line and signature. */
function withoutSource(message: string): string {
  return message
    .replace(/^(?:\[ONNXRuntimeError\] : |[^:]*\. ERROR_CODE: \d+, ERROR_MESSAGE: )/, '')
    .replace(/^\S+\.(?:h|cc|cpp):\d+ .*?\) (?=[A-Z])/s, '');
}

function toOrt(ort: typeof Ort, name: string, { dtype, dims, data }: Tensor): Ort.Tensor {
  if (!isHeld(dtype)) throw new Unsupported(`${name} has no ${dtype} tensors`);
  // its C interface takes strings up to a NUL: those that a model holds are kept, so that it is not a kernel's fault
  if (dtype === 'string' && (data as string[]).some((text) => text.includes('\0'))) {
    throw new Unsupported(`${name} cannot be fed strings with a NUL: they would be cut there`);
  }
  return new ort.Tensor(dtype, data as never, dims);
}

function fromOrt(name: string, result: Ort.Tensor | undefined): Tensor {
  if (result === undefined) {
    throw new Error(`the output ${name} is missing`);
  }
  const { type, dims, data } = result;
  if (!isHeld(type)) {
    throw new Error(`the output ${name} is of type ${type}`);
  }
  return tensor<DType>(type, dims, data as Tensor['data']);
}
