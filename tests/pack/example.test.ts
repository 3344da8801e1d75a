import { expect, test } from 'vitest';
import { packedCases } from '../../vectors/pack/pack.ts';
import { folder } from '../cli/cli.ts';
import { agreements } from './agreement.ts';
import { kernels } from './kernels.ts';
import { python } from './python.ts';

// npm run pack:check does the same with the whole pack
const slice = [
  'ReduceSum/1/float16',
  'ReduceMean/18/int32',
  'ReduceMean/18/float32',
  'ReduceMax/18/bfloat16',
  'ArgMax/13/float64',
  '*/*/float32/illegal-attribute',
];

test.skipIf(python === undefined)('the example runner says of each case what the suite says', async () => {
  const cases = packedCases({ seed: 1, ids: slice, opsets: [1, 18], dtypes: [] }, 'small');
  const all = await agreements(folder(), cases, 1, kernels);
  const said = all.map(({ kernel, differences }) => ({ kernel, differences }));
  expect(said).toEqual(kernels.map(({ name }) => ({ kernel: name, differences: [] })));
  for (const { isRight, verdicts } of all) {
    const outcomes = new Set([...verdicts.keys()].map((verdict) => verdict.split(' ')[0]));
    expect(outcomes).toEqual(new Set(isRight ? ['pass', 'rejected'] : ['pass', 'fail', 'accepted']));
  }
});
