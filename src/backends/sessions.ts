import { inLargerBuffer, overwrite, type Tensor } from '../../oracles/numerics/tensor.ts';
import { formatForm, mapTensors, tensorsIn, type Value } from '../../oracles/numerics/value.ts';
import { decodeBytes, type NamedBytes } from '../../vectors/onnx/value-proto.ts';
import { encodeOutputs, type Session, type SessionAdapter } from './adapter.ts';
import type { RunAnswer, SessionRequest } from './backend.ts';
import { returnedSession } from './returned.ts';

/** An error of an adapter in one of the runs of a session. */
export class FailedRun extends Error {
  readonly run: number;

  constructor(run: number, cause: unknown) {
    super(`run ${run}`, { cause });
    this.run = run;
  }
}

/**
 * Runs a session on an adapter. Each model is prepared at its first run and kept to the end. Inputs of the same name, dtype
 * and shape share one buffer in all runs, a part of a larger one, as in programs written for speed. An output that is only
 * a view of an input then changes with the next run. Outputs are read immediately, and again at the end.
 * @throws FailedRun with the error of the adapter
 */
export async function runSession(adapter: SessionAdapter, { models, runs }: SessionRequest): Promise<RunAnswer[]> {
  const buffers = new Map<string, Value>();
  const sessions = new Map<number, Session>();
  const answers: {
    readonly run: Omit<RunAnswer, 'later'>;
    readonly kept: readonly Value[];
    readonly names: readonly string[];
  }[] = [];
  try {
    for (const { model, inputs, outputs: names } of runs) {
      const session = sessions.get(model) ?? returnedSession(await adapter.prepare(models[model]!));
      sessions.set(model, session);
      const feeds = new Map(inputs.map((input) => [input.name, inBuffer(buffers, input) as Tensor]));
      const kept = await session.run(feeds, names);
      const outputs = encodeOutputs(kept, names);
      answers.push({ run: { outputs, inputs: encodeOutputs([...feeds.values()], [...feeds.keys()]) }, kept, names });
    }
    return answers.map(({ run, kept, names }) => ({ ...run, later: encodeOutputs(kept, names) }));
  } catch (error) {
    throw new FailedRun(answers.length, error);
  } finally {
    for (const session of sessions.values()) await session.release?.();
  }
}

/** Returns the value of an input in the buffers of an earlier input of the same form, if there is one. */
function inBuffer(buffers: Map<string, Value>, input: NamedBytes): Value {
  const value = decodeBytes(input);
  const key = `${input.name} ${formatForm(value)}`;
  const buffer = buffers.get(key);
  if (!buffer) {
    const view = mapTensors(value, inLargerBuffer);
    buffers.set(key, view);
    return view;
  }
  const own = tensorsIn(value);
  for (const [i, tensor] of tensorsIn(buffer).entries()) overwrite(tensor, own[i]!);
  return buffer;
}
