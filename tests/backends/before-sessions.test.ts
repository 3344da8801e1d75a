import { expect, test } from 'vitest';
import { tensor } from '../../oracles/numerics/tensor.ts';
import type { Answer, Backend, RunRequest, SessionRequest } from '../../src/backends/backend.ts';
import { openWorkers } from '../../src/backends/pool.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { decodeTensor, encodeTensor } from '../../vectors/onnx/tensor-proto.ts';
import { fakePath } from './session.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const inputs = [{ name: 'x', bytes: encodeTensor(tensor('float32', [1], Float32Array.of(0)), 'x') }];
const asked = (model: string): RunRequest => ({ model: bytes(model), inputs, outputs: ['y'] });
const twoRuns = { models: [bytes('good')], runs: [0, 0].map((model) => ({ model, inputs, outputs: ['y'] })) };
const after = (model: string): SessionRequest => ({ ...twoRuns, before: asked(model) });

/** How many refusals each run of a session has seen since the run before it. */
const seen = (answer: Answer) =>
  answer.kind === 'session' ? answer.runs.map(({ outputs: [y] }) => decodeTensor(y!.bytes).tensor.data[0]) : answer;

async function within<T>(workers: number, use: (backend: Backend) => Promise<T>): Promise<T> {
  const backend = await openWorkers(backendCommand(fakePath('refusals.mjs')), workers, { caseTimeout: 600 });
  try {
    return await use(backend);
  } finally {
    await backend.close();
  }
}

test.each([1, 2])('of %i processes the one that refuses is the one that runs the session, at once', async (workers) => {
  const requests = Array.from({ length: 20 }, (_, i) => [after('refuse'), twoRuns, asked('good')][i % 3]!);
  const answers = await within(workers, (backend) => Promise.all(requests.map((request) => backend.run(request))));
  const isAfter = (_: unknown, i: number) => i % 3 === 0;
  const isPlain = (_: unknown, i: number) => i % 3 === 1;
  expect(answers.filter(isAfter).map(seen)).toEqual(requests.filter(isAfter).map(() => [1, 0]));
  expect(answers.filter(isPlain).map(seen)).toEqual(requests.filter(isPlain).map(() => [0, 0]));
});

const over = {
  kind: 'unsupported',
  isAnswered: false,
  message: 'the model to refuse before these runs ended the process',
};

test.concurrent.each([
  ['trap', over],
  ['refuse, exit later', over],
  ['refuse, abort later', { kind: 'crash', message: expect.stringMatching(/^the process was killed by SIGABRT/) }],
  ['refuse, hang later', { kind: 'timeout', message: 'no answer within 600 ms' }],
])('%s: the session is lost to it alone', async (way, expected) => {
  const answers = await within(1, (backend) =>
    Promise.all([twoRuns, after(way), twoRuns].map((request) => backend.run(request))),
  );
  expect(answers.map(seen)).toEqual([[0, 0], expected, [0, 0]]);
});
