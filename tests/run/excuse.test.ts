import { expect, it } from 'vitest';
import { select } from '../../generators/suite/cases.ts';
import type { Answer } from '../../src/backends/backend.ts';
import { caseTrial } from '../../src/run/trial/case-trial.ts';

/** The result of the first case of a pattern where every request is answered alike. */
async function settled(pattern: string, answer: Answer) {
  const { cells, invalid, cases } = select({ seed: 1, ids: [pattern], opsets: [], dtypes: [] });
  const [first] = [...cells, ...invalid].flatMap(cases);
  const { outcome, message, ...rest } = await caseTrial(first!, { requireTier: 'native' }).settle(async () => answer);
  return [outcome, message, 'breaks' in rest ? rest.breaks : undefined];
}

const refused: Answer = { kind: 'error', message: 'no such kernel' };

it.each([
  ['GroupNormalization/18/float32/definition', 'the schema of version 18 is marked deprecated'],
  ['GroupNormalization/18/float32/session-reuse', 'the schema of version 18 is marked deprecated'],
  ['CenterCropPad/18/float32/index-type', 'the function body of version 18 is ill-typed for Tind int32'],
  ['MeanVarianceNormalization/13/float64/definition', 'the function body of version 13 is ill-typed for T float64'],
])('to refuse %s breaks nothing', async (pattern, excuse) => {
  expect(await settled(pattern, refused)).toEqual(['unsupported', `${excuse}: no such kernel`, undefined]);
});

it('to refuse another model does, and so does a crash', async () => {
  expect(await settled('GroupNormalization/21/float32/definition', refused)).toEqual([
    'error',
    'no such kernel',
    'specified',
  ]);
  const crash: Answer = { kind: 'crash', message: 'SIGSEGV' };
  expect(await settled('GroupNormalization/18/float32/definition', crash)).toEqual(['crash', 'SIGSEGV', 'specified']);
  const broken: Answer = { kind: 'protocol-error', message: 'protocol: what' };
  expect(await settled('GroupNormalization/18/float32/definition', broken)).toEqual([
    'error',
    'protocol: what',
    'specified',
  ]);
});

it('an invalid model of a version that may be refused is not judged', async () => {
  const [outcome] = await settled('GroupNormalization/18/float32/invalid-attribute', refused);
  expect(outcome).toBe('unsupported');
});
