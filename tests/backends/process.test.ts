import { afterAll, expect, test } from 'vitest';
import type { Answer, Backend } from '../../src/backends/backend.ts';
import { sampled } from '../sample.ts';
import { caseOf, echoed, isAlive, openFake } from './session.ts';

const caseTimeout = 600;

/** Twelve neighbours, a marked case, twelve neighbours; all asked at once. */
async function inCompany(backend: Backend, marked = '!12'): Promise<Answer> {
  const texts = Array.from({ length: 25 }, (_, i) => (i === 12 ? marked : `case ${i}`));
  const answers = await Promise.all(texts.map((text) => backend.run(caseOf(text))));
  const neighbours = answers.filter((_, i) => i !== 12);
  expect(neighbours.map(echoed)).toEqual(texts.filter((_, i) => i !== 12));
  return answers[12]!;
}

type Expected = [kind: Answer['kind'], message: RegExp | string, processesLost: number];

/** How one case misbehaves (see fakes/misbehaving.mjs), its answer, and how many processes that costs. */
const ways: Record<string, Expected> = {
  segfault: ['crash', 'the process was killed by SIGSEGV', 2],
  abort: ['crash', /^the process was killed by SIGABRT/, 2],
  'exit-0': ['crash', 'the process exited with code 0', 2],
  'exit-3': ['crash', 'the process exited with code 3; stderr: the frobnicator is out of range', 2],
  'native-loop': ['timeout', 'no answer within 600 ms', 2],
  silent: ['timeout', 'no answer within 600 ms', 2],
  late: ['timeout', 'no answer within 600 ms', 2],
  rubbish: [
    'protocol-error',
    'protocol: not a line of JSON: "Segmentation fault? No: printf(\\"hello\\")"; stdout is for answers only: print to stderr',
    2,
  ],
  'endless-line': ['protocol-error', 'protocol: no end of line within 65536 bytes of a header', 2],
  'wrong-id': ['protocol-error', /^protocol: an answer with id \d+ where the answer to id \d+ was due$/, 2],
  'no-id': ['protocol-error', /^protocol: an answer with id undefined where/, 2],
  'strange-status': ['protocol-error', 'protocol: an answer with status "fine"', 2],
  'negative-size': ['protocol-error', 'protocol: outputs[0].size is not a number of bytes', 2],
  'huge-size': ['protocol-error', /^protocol: a payload of 1099511627776 bytes/, 2],
  'no-outputs': ['protocol-error', 'protocol: an answer with status "ok" has to list its "outputs"', 2],
  'half-header': ['timeout', 'no answer within 600 ms', 2],
  'half-payload': ['timeout', 'no answer within 600 ms', 2],
  'half-payload-exit': ['crash', 'the process exited with code 0 in the middle of an answer', 2],
  'close-stdout': ['protocol-error', 'protocol: stdout was closed', 2],
  'close-stdin': ['timeout', 'no answer within 600 ms', 2],
  'loud-crash': ['crash', /^the process exited with code 9; stderr: …?#+ last words$/, 2],
  grandchild: ['crash', /code 1; stderr: grandchild \d+$/, 2],
  unsupported: ['unsupported', 'no such thing', 0],
  'invalid-model': ['error', 'invalid model: two nodes', 0],
  failed: ['error', 'shape mismatch', 0],
  'failed-exit': ['error', 'poisoned', 1],
  'unsupported-exit': ['unsupported', 'no kernel, and no stack', 1],
};

/** Each is asked its share of the ways, one after the other: starting them takes most of the time. */
const backends = await Promise.all(Array.from({ length: 4 }, () => openFake({ caseTimeout }, 'misbehaving.mjs')));
const turns: Promise<unknown>[] = backends.map(() => Promise.resolve());
afterAll(async () => {
  await Promise.all(backends.map((backend) => backend.close()));
  expect(backends.filter(({ info }) => isAlive(Number(info.pid)))).toEqual([]);
});

/** The answer to a case that misbehaves, and how many processes it cost. */
function misbehaving(way: string, share: number): Promise<{ readonly answer: Answer; readonly lost: number }> {
  const asked = turns[share]!.then(async () => {
    const backend = backends[share]!;
    const { count, unrepeated } = backend.incidents;
    const answer = await inCompany(backend, `!${way}`);
    expect(backend.incidents.unrepeated).toEqual(unrepeated);
    return { answer, lost: backend.incidents.count - count };
  });
  turns[share] = asked.catch(() => {});
  return asked;
}

const shared = Object.entries(ways).map(([way, expected], i) => [way, i % backends.length, ...expected] as const);

test.concurrent.each(sampled(shared, 14))(
  '%s is the answer of its case alone',
  async (way, share, kind, message, lost) => {
    const asked = await misbehaving(way, share);
    const answer = { kind, message: typeof message === 'string' ? message : expect.stringMatching(message) };
    expect(asked).toEqual({ answer, lost });
    const [, grandchild] = /grandchild (\d+)/.exec((asked.answer as { message: string }).message) ?? [];
    if (grandchild) expect(isAlive(Number(grandchild))).toBe(false);
  },
);

test.concurrent.each([
  ['twice', 1],
  ['loud-stderr', 0],
])('%s: a right answer counts', async (way, lost) => {
  const backend = await openFake({ caseTimeout: 2000 }, 'misbehaving.mjs', way);
  expect(echoed(await inCompany(backend))).toBe('!12');
  expect(backend.incidents.count).toBe(lost);
  await backend.close();
});

test('a case that is harmed only by those before it gets its own answer', async () => {
  const backend = await openFake({ caseTimeout }, 'misbehaving.mjs', 'harmed-by-others');
  expect(echoed(await inCompany(backend))).toBe('!12');
  await backend.close();
});

test('many bad cases in a row, each blamed for itself', async () => {
  const backend = await openFake({ caseTimeout }, 'misbehaving.mjs', 'exit-3');
  const texts = Array.from({ length: 15 }, (_, i) => (i % 5 === 0 ? `!${i}` : `case ${i}`));
  const answers = await Promise.all(texts.map((text) => backend.run(caseOf(text))));
  expect(answers.map((answer) => (answer.kind === 'crash' ? 'crash' : echoed(answer)))).toEqual(
    texts.map((text) => (text.startsWith('!') ? 'crash' : text)),
  );
  await backend.close();
});

test('a case asked alone is not asked twice', async () => {
  const backend = await openFake({ caseTimeout }, 'misbehaving.mjs', 'segfault');
  expect((await backend.run(caseOf('!'))).kind).toBe('crash');
  expect(backend.incidents).toEqual({ count: 1, first: ['the process was killed by SIGSEGV'] });
  expect(echoed(await backend.run(caseOf('next')))).toBe('next');
  await backend.close();
});

test('a harness that is busy for longer than the limit does not mistake its own delay for the backend’s', async () => {
  const backend = await openFake({ caseTimeout: 100 }, 'misbehaving.mjs', 'none');
  for (let round = 0; round < 3; round++) {
    const answers = Array.from({ length: 20 }, (_, i) => backend.run(caseOf(`case ${i}`)));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
    expect((await Promise.all(answers)).map(echoed)).toEqual(answers.map((_, i) => `case ${i}`));
  }
  expect(backend.incidents.count).toBe(0);
  await backend.close();
});

test('a thousand cases, and big ones, arrive in order', async () => {
  const backend = await openFake({ window: 8 }, 'misbehaving.mjs', 'none');
  const small = await Promise.all(Array.from({ length: 1000 }, (_, i) => backend.run(caseOf(`case ${i}`))));
  expect(small.map(echoed)).toEqual(small.map((_, i) => `case ${i}`));
  const big = 'x'.repeat(3_000_000);
  const answers = await Promise.all(Array.from({ length: 4 }, (_, i) => backend.run(caseOf(`${i} ${big}`))));
  expect(answers.every((answer, i) => echoed(answer) === `${i} ${big}`)).toBe(true);
  await backend.close();
});

test('a child that does not read times out, however big the model', async () => {
  const backend = await openFake({ caseTimeout: 1500 }, 'misbehaving.mjs', 'native-loop');
  const model = new Uint8Array(5_000_000);
  const blocked = backend.run(caseOf('!'));
  const answers = Array.from({ length: 3 }, (_, i) => backend.run({ ...caseOf(`case ${i}`), model }));
  expect((await blocked).kind).toBe('timeout');
  expect((await Promise.all(answers)).map(echoed)).toEqual(['case 0', 'case 1', 'case 2']);
  await backend.close();
});
