import * as v from 'valibot';
import { knownFinding } from '../../reports/schema/expectations-file.ts';
import { count, number, text } from '../../reports/schema/fields.ts';
import { run } from '../fuzz/run-schema.ts';

/** The schema of a campaign's status, which others may have written. */
export const status = v.object({
  run,
  goal: v.union([v.object({ batches: count() }), v.object({ seconds: number() })]),
  over: v.boolean(),
  seconds: number(),
  workers: count(),
  batches: count(),
  programs: count(),
  programsPerSecond: number(),
  causes: v.array(v.object({ id: text(), backend: text(), title: text(), count: count() })),
  failed: v.array(v.object({ batch: count(), reason: text() })),
});

/** The schema of the state that a coordinator publishes. */
export const campaignState = v.object({
  status,
  expected: v.array(knownFinding),
  patience: v.pipe(v.number(), v.integer(), v.minValue(1)),
  at: number(),
});
