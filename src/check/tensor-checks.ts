/** Checks of tensors, models and sessions: inputs have to be returned unchanged, and no state may remain. */
import type { DType } from '../../oracles/numerics/dtype.ts';
import { allocate, type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import { newestOpset, testedDTypes } from '../../oracles/operators.ts';
import { type Check, type CheckedAdapter, expectRight, Skipped } from './check.ts';
import { AdapterFault } from './conversation.ts';
import { echoOf, identityModel, opsetWith, smallCases } from './questions.ts';
import { nanPayloads, specialValues } from './special-values.ts';

const float32 = (dims: readonly number[], ...values: number[]): Tensor =>
  tensor('float32', dims, Float32Array.from(values));

/** Returns a check that tensors are returned unchanged. */
const echoes = (name: string, values: () => Readonly<Record<string, Tensor>>, order?: readonly string[]): Check => ({
  name,
  run: async (adapter) => void (await adapter.answersLike(values(), { ...(order && { order }) })),
});

const faithful = (dtype: DType): Check => ({
  name: `tensors: come back bit by bit in ${dtype}`,
  dtype,
  async run(adapter) {
    const { dtypes: declared } = adapter.hello.capabilities;
    if (declared && !declared.includes(dtype)) throw new Skipped('not among the dtypes that it declares');
    const opset = opsetWith(dtype, adapter.hello.capabilities);
    if (opset === undefined) throw new Skipped('not in the opsets that it declares');
    const copied = identityModel(opset, { x: specialValues(dtype) });
    const copy = await adapter.ask(copied.request);
    // a strict runtime refuses a model in a dtype that no version of Identity accepts
    if (copy.kind === 'unsupported' || (copy.kind === 'error' && !echoOf(dtype)))
      return byValue(adapter, dtype, opset, copy);
    expectRight(copy, copied);
    const nan = nanPayloads(dtype);
    if (!nan) return undefined;
    const { request, complaint } = identityModel(opset, { x: nan });
    const answer = await adapter.ask(request);
    // the suite accepts any NaN; the remark is for users who need payloads
    return answer.kind === 'outputs' && complaint(answer.outputs) !== undefined
      ? 'payloads of NaN are not kept; the suite asks for any NaN'
      : undefined;
  },
});

/** The number of models to try in a dtype, if nothing is supported in the usual one. */
const few = 5;

/**
 * Checks an adapter that cannot return its input, by a case of its supported operator, or of another one. Operators that accept
 * the dtype only in the newest version are asked too.
 */
async function byValue(
  adapter: CheckedAdapter,
  dtype: DType,
  opset: number,
  { message }: { readonly message: string },
): Promise<string> {
  const isEmpty = await adapter.supportsNothing();
  let left = isEmpty ? few : Number.POSITIVE_INFINITY;
  const [, last = newestOpset] = adapter.hello.capabilities.opsets ?? [];
  for (const at of new Set([opset, last])) {
    for (const question of smallCases(at, dtype, adapter.known)) {
      if (left-- <= 0) break;
      const answer = await adapter.ask(question.request);
      if (answer.kind === 'unsupported') continue;
      expectRight(answer, question);
      return `no Identity: judged by the values of ${question.operator}, not bit by bit`;
    }
  }
  if (isEmpty) await adapter.plain(); // says what was asked
  throw new Skipped(`no operator of the suite is supported in it: ${message}`);
}

export const tensorChecks: readonly Check[] = [
  ...testedDTypes().map(faithful),
  echoes('tensors: rank 0', () => ({ x: float32([], 2.5) })),
  echoes('tensors: no elements', () => ({ x: float32([0, 3]), y: float32([2, 0, 1]) })),
  echoes('tensors: rank 5', () => ({ x: float32([1, 2, 1, 2, 1], 1, 2, 3, 4) })),
  echoes('tensors: 16 MiB', () => ({ x: { dtype: 'float32', dims: [2048, 2048], data: ramp(2048 * 2048) } })),
  echoes('names: letters of any language', () => ({ größe: float32([1], 1), 数据: float32([1], 2) })),
  echoes('outputs: in the order of the request', () => ({ a: float32([1], 1), b: float32([2], 2, 3) }), ['b', 'a']),
  echoes('outputs: only those that were asked for', () => ({ a: float32([1], 1), b: float32([1], 2) }), ['b']),
  {
    name: 'inputs: a model without any',
    run: async (adapter) => void (await adapter.answersLike({ x: float32([2], 1, 2) }, { data: 'initializer' })),
  },
  {
    name: 'errors: bytes that are not a model are refused',
    run: (adapter) =>
      refuses(adapter, { model: Buffer.from('this is not a model\n\0\xff'), inputs: [], outputs: ['y'] }),
  },
  {
    name: 'errors: an invalid model is refused',
    async run(adapter) {
      // otherwise "unsupported" could refer to the node
      await adapter.answersLike({ x: float32([1], 1) });
      return refuses(adapter, await adapter.invalid());
    },
  },
  {
    name: 'errors: the next request after an error is answered',
    async run(adapter) {
      await adapter.ask(await adapter.invalid());
      const talk = await adapter.talk();
      await adapter.answers(await adapter.plain());
      return (await adapter.talk()) === talk ? undefined : 'a new process was needed, which is legal and slow';
    },
  },
  {
    name: 'runs: equal models with other data, and other models, do not mix',
    async run(adapter) {
      const shapes = [float32([2], 1, 2), float32([2], 3, 4), float32([1, 2], 5, 6), float32([2], 1, 2)];
      for (const [i, value] of shapes.entries()) {
        try {
          await adapter.answersLike({ x: value }, { turn: i });
        } catch (error) {
          if (!(error instanceof AdapterFault)) throw error;
          throw new AdapterFault(
            `run ${i + 1} of ${shapes.length}: ${error.message}`,
            'keep nothing of one run for the next',
          );
        }
      }
      return undefined;
    },
  },
  {
    name: 'session: several runs of loaded models',
    async run(adapter) {
      if (!adapter.hello.methods.includes('session')) throw new Skipped('"methods" does not list "session"');
      const question = await adapter.plain();
      const { request } = question;
      const run = { model: 0, inputs: request.inputs, outputs: request.outputs };
      const asked = { models: [request.model, request.model], runs: [run, { ...run, model: 1 }, run] };
      const answer = await adapter.ask(asked);
      if (answer.kind !== 'session') {
        const said = 'message' in answer ? `: ${answer.message}` : '';
        throw new AdapterFault(
          `a session of three runs is answered by "${answer.kind}"${said}`,
          'leave "session" out of "methods"',
        );
      }
      if (answer.runs.length !== 3)
        throw new AdapterFault(`${answer.runs.length} runs of 3 came back`, 'one entry for each run');
      for (const { outputs, inputs, later } of answer.runs) {
        expectRight({ kind: 'outputs', outputs }, question);
        if (inputs.length !== request.inputs.length || later.length !== outputs.length) {
          throw new AdapterFault(
            `${inputs.length} inputs and ${later.length} later outputs of a run with ${request.inputs.length} and ${outputs.length}`,
            '"inputs" holds every input of the run, "later" every output again',
          );
        }
      }
      return undefined;
    },
  },
];

async function refuses(adapter: CheckedAdapter, request: Parameters<CheckedAdapter['ask']>[0]): Promise<undefined> {
  const { kind } = await adapter.ask(request);
  if (kind === 'error') return undefined;
  if (kind === 'unsupported' && (await adapter.supportsNothing())) throw new Skipped('nothing is supported');
  const [what, remedy] = {
    unsupported: [
      'is called unsupported',
      'throw a plain error, or answer "failed": "unsupported" is for models that other runtimes may run',
    ],
    outputs: [
      'is run',
      'throw, or answer "failed", where the runtime reports an error; if it reports none, it is lax: the suite will say so',
    ],
    crash: ['ends the process', 'the runtime itself has to refuse it without a trap or a panic; the suite will say so'],
  }[kind as 'unsupported' | 'outputs' | 'crash'] as [string, string];
  throw new AdapterFault(`it ${what}, where an error is right`, remedy);
}

function ramp(length: number): Float32Array<ArrayBuffer> {
  const values = allocate('float32', length) as Float32Array<ArrayBuffer>;
  for (let i = 0; i < length; i++) values[i] = i;
  return values;
}
