/** What onnxruntime's JavaScript packages have in common: one API, tensors and messages. */
import type * as Ort from 'onnxruntime-node';
import type { DType } from '../../../oracles/numerics/dtype.ts';
import { type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import { type AdapterOptions, type SessionAdapter, Unsupported } from '../adapter.ts';

/** The accepted session options, each with the function that parses its text. */
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
 * Returns session options from the user's options: the execution provider, and others by onnxruntime's own names.
 * @throws Error that names an unknown option
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
 * Returns the adapter of one of the packages.
 * @param alsoNotImplemented further messages of an execution provider about missing kernels
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
            // tensors that JavaScript cannot hold are refused before onnxruntime loads the model
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

/** The dtypes of its JavaScript tensors; int4 and uint4 are for GPUs only. */
const held = [
  ...(['float16', 'float32', 'float64', 'int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64'] as const),
  ...(['uint64', 'bool', 'string'] as const),
];
type Held = (typeof held)[number];
const isHeld = (name: string): name is Held => (held as readonly string[]).includes(name);

/** Returns the metadata of a session's outputs, if available: WebGL throws. */
function outputsOf(session: Partial<Ort.InferenceSession>): Ort.InferenceSession['outputMetadata'] | undefined {
  try {
    return session.outputMetadata;
  } catch {
    return undefined;
  }
}

/** @throws Unsupported for outputs of other dtypes: converting them ends the process (int4, onnxruntime-node 1.30) */
function checkOutputs(name: string, session: Ort.InferenceSession): void {
  const other = outputsOf(session)?.find((output) => output.isTensor && !isHeld(output.type));
  if (other?.isTensor) throw new Unsupported(`${name} has no ${other.type} tensors`);
}

/** onnxruntime's messages about missing implementations, as opposed to failures. */
const notImplemented = new RegExp(
  [
    'NOT_IMPLEMENTED',
    'Could not find an implementation',
    // the same for a node from the body of a function
    'Failed to find kernel for',
    'is under development and support for this is limited',
    '^Unsupported data type',
    // builds with a GPU notice a missing kernel only when they locate its data
    'Provider type for \\w+ node with name .* is not set',
    'but the device does not support it',
    '[Nn]ot supported (?:now|for|with)',
    'Unsupported pooling size',
  ].join('|'),
);

/** Runs work on onnxruntime. @throws Unsupported for missing implementations, Error for failures */
async function explained<T>(also: RegExp | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Unsupported || (error as Error).name === 'RuntimeError') throw error;
    const message = withoutSource(error instanceof Error ? error.message : String(error));
    throw notImplemented.test(message) || also?.test(message) ? new Unsupported(message) : new Error(message);
  }
}

/** Returns a message of onnxruntime without its prefix: the failed call, and the C++ file, line and signature. */
function withoutSource(message: string): string {
  return message
    .replace(/^(?:\[ONNXRuntimeError\] : |[^:]*\. ERROR_CODE: \d+, ERROR_MESSAGE: )/, '')
    .replace(/^\S+\.(?:h|cc|cpp):\d+ .*?\) (?=[A-Z])/s, '');
}

function toOrt(ort: typeof Ort, name: string, { dtype, dims, data }: Tensor): Ort.Tensor {
  if (!isHeld(dtype)) throw new Unsupported(`${name} has no ${dtype} tensors`);
  // its C interface reads strings up to a NUL; strings in a model are kept whole, so the kernels are not at fault
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
