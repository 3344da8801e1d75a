import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { Value } from '../../oracles/numerics/value.ts';
import { NotJudged } from '../../oracles/spec/bad-input.ts';
import { decodeBytes, type NamedBytes, namedBytes } from '../../vectors/onnx/value-proto.ts';
import { checkReturned, returnedList, returnedSession } from './returned.ts';

/** How every adapter describes itself. */
interface Introduction {
  readonly name: string;
  readonly version: string;
  /** more facts for the report: provider, accumulator, platform … */
  readonly info?: Readonly<Record<string, string>>;
  /** the first and last opset that models may import, or the first alone; other models count as unsupported without being run */
  readonly opsets?: readonly [first: number, last?: number];
  /** the dtypes that the runtime has; cases of other dtypes count as unsupported without being run */
  readonly dtypes?: readonly string[];
  /** the runtime accepts and returns sequences and optionals; if absent, such cases count as unsupported without being run */
  readonly values?: true;
}

/** TensorProtos in the order of the outputs. */
export interface ReturnedBytes extends ReadonlyArray<NamedBytes> {
  /** if present, these are the expected outputs, and the runtime has compared its own outputs with them */
  readonly compared?: true;
}

/** A runtime that works on serialized messages: a ModelProto and TensorProtos in, TensorProtos out. */
export interface BytesAdapter extends Introduction {
  run(
    model: Uint8Array,
    inputs: readonly NamedBytes[],
    outputs: readonly string[],
  ): ReturnedBytes | Promise<ReturnedBytes>;
}

/**
 * A runtime that works on tensors. It takes a ModelProto and decoded inputs by name, and returns the values of `outputs`
 * in that order. An error fails the case; an error named "Unsupported" marks it as not implemented.
 */
export interface TensorAdapter extends Introduction {
  runTensors(
    model: Uint8Array,
    inputs: ReadonlyMap<string, Tensor>,
    outputs: readonly string[],
  ): readonly Value[] | Promise<readonly Value[]>;
}

/** A loaded model. */
export interface Session {
  /**
   * Returns the values of `outputs` for decoded inputs by name. Pass inputs on and return outputs without copying them:
   * the host reads both again later, to find out whether the runtime has written to them.
   */
  run(inputs: ReadonlyMap<string, Tensor>, outputs: readonly string[]): readonly Value[] | Promise<readonly Value[]>;
  /** called once, after the last run */
  release?(): void | Promise<void>;
}

/** A runtime that keeps a loaded model for several runs. It is also tested with sessions. */
export interface SessionAdapter extends Introduction {
  prepare(model: Uint8Array): Session | Promise<Session>;
}

/** A runtime as a JavaScript module, in one of three forms: on bytes, on tensors, or with models that are kept loaded. */
export type Adapter = BytesAdapter | TensorAdapter | SessionAdapter;

/** The user's options for a runtime by name: `provider`, and those of `--backend-option`. */
export type AdapterOptions = Readonly<Record<string, string>>;

/** Creates an adapter from the user's options. It throws an error that names an unknown option. */
export type AdapterFactory = (options: AdapterOptions) => Adapter | Promise<Adapter>;

/** Thrown by an adapter: the runtime does not implement this operator, version or dtype. The case counts as unsupported. */
export class Unsupported extends Error {
  override readonly name: string = 'Unsupported';
}

/** Returns the oracle's answer, where the oracle is the runtime. @throws Unsupported if the oracle cannot judge the case */
export function oracleAnswer<T>(answer: () => T): T {
  try {
    return answer();
  } catch (error) {
    throw error instanceof NotJudged ? new Unsupported(error.message) : error;
  }
}

/** Thrown by an adapter: the runtime reports that the model breaks the specification. */
export class InvalidModel extends Error {
  override readonly name: string = 'InvalidModel';
}

/** Thrown by an adapter: the runtime panicked or trapped and cannot continue. The case is a crash; the process is replaced. */
export class Crashed extends Error {
  override readonly name: string = 'Crashed';
}

/** Whether a value is an adapter. */
export function isAdapter(value: unknown): value is Adapter {
  const adapter = value as Partial<BytesAdapter & TensorAdapter & SessionAdapter> | null | undefined;
  return (
    typeof adapter?.name === 'string' &&
    typeof adapter.version === 'string' &&
    [adapter.run, adapter.runTensors, adapter.prepare].some((way) => typeof way === 'function')
  );
}

/** Returns a function on bytes that runs an adapter of any kind. */
export function bytesAdapter(adapter: Adapter): BytesAdapter['run'] {
  if ('run' in adapter) {
    return async (model, inputs, outputs) => returnedList(await adapter.run(model, inputs, outputs));
  }
  const runTensors = 'runTensors' in adapter ? adapter.runTensors.bind(adapter) : runOnce(adapter);
  return async (model, inputs, outputs) => {
    // an adapter that declares no other values receives tensors only
    const decoded = new Map(inputs.map((input) => [input.name, decodeBytes(input) as Tensor]));
    return encodeOutputs(await runTensors(model, decoded, outputs), outputs);
  };
}

/**
 * Encodes the present content of values, in the order of `names`.
 * @throws Error that says what an adapter has to return
 */
export function encodeOutputs(values: readonly Value[], names: readonly string[]): NamedBytes[] {
  return returnedList(values).map((value, i) => {
    const name = names[i] ?? '';
    return namedBytes(name, checkReturned(value, name));
  });
}

/** Returns a function that runs a model once, in its own session. */
function runOnce(adapter: SessionAdapter): TensorAdapter['runTensors'] {
  return async (model, inputs, outputs) => {
    const session = returnedSession(await adapter.prepare(model));
    try {
      return await session.run(inputs, outputs);
    } finally {
      await session.release?.();
    }
  };
}
