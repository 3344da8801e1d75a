import { expect, test } from 'vitest';
import { describeFuzz } from '../../src/cli/handlers/fuzz-text.ts';
import { type BatchResult, noResult } from '../../src/fuzz/batch.ts';
import type { FuzzFinding } from '../../src/fuzz/finding.ts';

const program = { opset: 13, graph: { nodes: [], initializers: new Map(), outputs: [] }, runs: [new Map()] };
const finding = (title: string, outcome: string, count: number) =>
  ({
    ...{ id: title, title, count, program, always: [], reproduced: 'shrunk' },
    backend: { name: 'fake', version: '1' },
    result: { outcome, message: 'why', problem: 'shape' },
  }) as unknown as FuzzFinding;

test('what ends the process is reported first, then what is seen most often', () => {
  const findings = [
    ...[finding('often', 'fail', 90), finding('hangs', 'timeout', 2), finding('rare', 'error', 1)],
    ...[finding('crashes', 'crash', 1), finding('crashes more', 'crash', 3)],
  ];
  const seconds = { total: 1, runtime: 0, oracle: 0, generation: 0, investigation: 0 };
  const result = { findings, seconds, coverage: {}, programs: 100, outcomes: {}, open: {} } as unknown as BatchResult;
  const lines = describeFuzz(result, { columns: 80, replay: () => 'again' }).split('\n');
  expect(lines.filter((line) => /^\d {2}/.test(line))).toEqual([
    ...['1  crashes more', '2  crashes', '3  hangs', '4  often', '5  rare'],
  ]);
});

test.each([
  [{ programs: 0 }, 'no program was judged: more time is needed (--for)'],
  [{ programs: 2, outcomes: { a: { unsupported: 2 } } }, 'nothing judged in 2 programs (a: 2 unsupported)'],
  [
    { programs: 2, outcomes: { a: { pass: 2 } }, uninvestigated: 1 },
    'nothing new in 2 programs (a: 2 pass); 1 program that failed could not be looked into: the time was over',
  ],
])('%j does not count as success', (came, words) => {
  const text = describeFuzz({ ...noResult, ...(came as object) }, { columns: 200, replay: () => 'again' });
  expect(text.trimEnd().split('\n').at(-1)).toBe(words);
});
