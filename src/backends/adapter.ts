import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { Value } from '../../oracles/numerics/value.ts';
import { NotJudged } from '../../oracles/spec/bad-input.ts';
import { decodeBytes, type NamedBytes, namedBytes } from '../../vectors/onnx/value-proto.ts';
import { checkReturned, returnedList } from './returned.ts';

/** What every adapter says of itself. */
interface Introduction {
  readonly name: string;
  readonly version: string;
  /** more to be shown in the report: provider, accumulator, platform … */
  readonly info?: Readonly<Record<string, string>>;
  /** the first and the last opset that models may import, or the first alone; models of others count as unsupported, unasked */
  readonly opsets?: readonly [first: number, last?: number];
  /** the dtypes that the runtime has; cases of others count as unsupported, unasked */
  readonly dtypes?: readonly string[];
  /** the runtime takes and gives sequences and optionals; if absent, such values count as unsupported, unasked */
  readonly values?: true;
}

/** TensorProtos in the order of the outputs. */
export interface ReturnedBytes extends ReadonlyArray<NamedBytes> {
  /** present: they are the expected ones, which the runtime has compared its own with */
  readonly compared?: true;
}

/** A runtime as seen through serialized messages: a ModelProto and TensorProtos in, TensorProtos out. */
export interface BytesAdapter extends Introduction {
  run(
    model: Uint8Array,
    inputs: readonly NamedBytes[],
    outputs: readonly string[],
  ): ReturnedBytes | Promise<ReturnedBytes>;
}

/**
 * A runtime as seen through tensors: a ModelProto and decoded inputs by name in; the values of `outputs` out, in that
 * order. What it throws fails the case; an error whose name is "Unsupported" is a case that is not implemented.
 */
export interface TensorAdapter extends Introduction {
  runTensors(
    model: Uint8Array,
    inputs: ReadonlyMap<string, Tensor>,
    outputs: readonly string[],
  ): readonly Value[] | Promise<readonly Value[]>;
}

/** A model that is loaded. */
export interface Session {
  /**
   * The values of `outputs` for decoded inputs by name. Best passed on as they are, and returned as the runtime gives
   * them: the host reads both again later, to see whether anybody has written to them.
   */
  run(inputs: ReadonlyMap<string, Tensor>, outputs: readonly string[]): readonly Value[] | Promise<readonly Value[]>;
  /** called once, after the last run */
  release?(): void | Promise<void>;
}

/** A runtime that keeps a loaded model for several runs. It is asked what only shows then, too. */
export interface SessionAdapter extends Introduction {
  prepare(model: Uint8Array): Session | Promise<Session>;
}

export type Adapter = BytesAdapter | TensorAdapter | SessionAdapter;

/** What the user wants of a runtime, by name: `provider` and whatever else `--backend-option` named. */
export type AdapterOptions = Readonly<Record<string, string>>;

/** Makes an adapter of what the user wants. It throws an error that names what it does not know. */
export type AdapterFactory = (options: AdapterOptions) => Adapter | Promise<Adapter>;

/** Thrown by an adapter: the runtime does not implement this operator, version or dtype. Counts neither for nor against. */
export class Unsupported extends Error {
  override readonly name: string = 'Unsupported';
}

/** What the oracle answers, where it is the runtime. @throws Unsupported for what it does not judge */
export function answered<T>(answer: () => T): T {
  try {
    return answer();
  } catch (error) {
    throw error instanceof NotJudged ? new Unsupported(error.message) : error;
  }
}

/** Thrown by an adapter: the runtime says that the model breaks the specification. */
export class InvalidModel extends Error {
  override readonly name: string = 'InvalidModel';
}

/** Thrown by an adapter: the runtime panicked or trapped, and is of no use any more. A crash; the process is replaced. */
export class Crashed extends Error {
  override readonly name: string = 'Crashed';
}

/** True if `value` can be served. */
export function isAdapter(value: unknown): value is Adapter {
  const adapter = value as Partial<BytesAdapter & TensorAdapter & SessionAdapter> | null | undefined;
  return (
    typeof adapter?.name === 'string' &&
    typeof adapter.version === 'string' &&
    [adapter.run, adapter.runTensors, adapter.prepare].some((way) => typeof way === 'function')
  );
}

/** The run function of an adapter of either kind, on bytes. */
export function bytesAdapter(adapter: Adapter): BytesAdapter['run'] {
  if ('run' in adapter) {
    return async (model, inputs, outputs) => returnedList(await adapter.run(model, inputs, outputs));
  }
  const runTensors = 'runTensors' in adapter ? adapter.runTensors.bind(adapter) : runOnce(adapter);
  return async (model, inputs, outputs) => {
    // who does not say that it takes other values is given tensors
    const decoded = new Map(inputs.map((input) => [input.name, decodeBytes(input) as Tensor]));
    return encodeOutputs(await runTensors(model, decoded, outputs), outputs);
  };
}

/**
 * Values in the order of `names`, as they are now.
 * @throws Error that says what an adapter has to return
 */
export function encodeOutputs(values: readonly Value[], names: readonly string[]): NamedBytes[] {
  return returnedList(values).map((value, i) => {
    const name = names[i] ?? '';
    return namedBytes(name, checkReturned(value, name));
  });
}

/** One run in a session of its own. */
function runOnce(adapter: SessionAdapter): TensorAdapter['runTensors'] {
  return async (model, inputs, outputs) => {
    const session = await adapter.prepare(model);
    try {
      return await session.run(inputs, outputs);
    } finally {
      await session.release?.();
    }
  };
}
