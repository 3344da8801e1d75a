import { expect, test } from 'vitest';
import type { Status } from '../../src/campaign/campaign.ts';
import { statusLine, statusLines } from '../../src/campaign/view.ts';

const status: Status = {
  run: {
    version: '1',
    seed: 7,
    selection: { ids: [], opsets: [], dtypes: [] },
    requirements: { requireTier: 'native', policies: [] },
    backends: ['tractjs'],
  },
  goal: { batches: 1000 },
  over: false,
  seconds: 7980,
  workers: 3,
  batches: 412,
  programs: 206_000,
  programsPerSecond: 33.6,
  causes: [
    {
      id: 'softmax-through-float64',
      backend: 'tractjs',
      title: 'Softmax: float32 values go through float64',
      count: 1042,
    },
    {
      id: 'pad-crash-30efc7c5',
      backend: 'tractjs',
      title: `Pad: crash: \u001b[31munreachable\u001b[0m ${'x'.repeat(90)}`,
      count: 3,
    },
    { id: 'add-value-float', backend: 'tractjs', title: 'Add: 1 step off', count: 1 },
  ],
  failed: [{ batch: 9, reason: '3 workers ended while they worked on it' }],
};

test('the view of a campaign fits the terminal, and passes on no control characters', () => {
  expect(statusLines(status, 80)).toEqual([
    'campaign of tractjs, seed 7, 2 h 13 min',
    '█████░░░░░░░ 412/1,000 batches, 206,000 programs, 34/s, 3 workers',
    '3 causes:',
    '  1,042 Softmax: float32 values go through float64',
    `      3 Pad: crash: unreachable ${'x'.repeat(47)}…`,
    '      1 Add: 1 step off',
    'batch 9 was given up: 3 workers ended while they worked on it',
  ]);
  expect(statusLines(status, 80, 7).slice(3, 5)).toEqual([
    '  1,042 Softmax: float32 values go through float64',
    '  and 2 more',
  ]);
  expect(statusLines(status, 80, 7)).toHaveLength(6);
});

test('where nobody watches it is one line', () => {
  expect(statusLine(status)).toBe('412/1,000 batches, 206,000 programs, 34/s, 3 workers, 3 causes');
  expect(statusLine({ ...status, over: true })).toBe('412/1,000 batches, 206,000 programs, 3 causes, over');
});
