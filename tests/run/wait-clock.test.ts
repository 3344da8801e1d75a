import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WaitClock } from '../../src/run/wait-clock.ts';

test('counts the time in which anything is waited for, once', async () => {
  const clock = new WaitClock();
  const started = performance.now();
  await Promise.all([clock.during(setTimeout(40)), clock.during(setTimeout(40))]);
  await expect(clock.during(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  const waited = (performance.now() - started) / 1000;
  expect(clock.seconds).toBeGreaterThan(0.035);
  expect(clock.seconds).toBeLessThanOrEqual(waited);
  const { seconds } = clock;
  await setTimeout(5);
  expect(clock.seconds).toBe(seconds);
});
