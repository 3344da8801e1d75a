import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOfPack, packedCases } from '../../vectors/pack/pack.ts';
import { folder } from '../cli/cli.ts';
import { agreements } from './agreement.ts';
import { writeFiles } from './answers.ts';
import { kernels } from './kernels.ts';
import { judgedByExample, python, runPython } from './python.ts';

// npm run pack:check does the same with the whole pack
const slice = [
  'ReduceSum/1/float16',
  'Reduce{Mean,L2}/{1,18}/{int32,int64,uint32,uint64}',
  'ReduceMean/18/float32',
  'ReduceMax/18/bfloat16',
  'ArgMax/13/float64',
  '{Add,ArgMax,Reduce*}/*/float32/illegal-attribute',
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

/** A pack of one case and one illegal model. */
function smallPack(): string {
  const pack = folder();
  const ids = ['ReduceSum/13/float32/keepdims-zero', 'ReduceSum/13/float32/illegal-axes-twice'];
  writeFiles(pack, filesOfPack(packedCases({ seed: 1, ids, opsets: [], dtypes: [] }, 'small'), 1, {}));
  return pack;
}

test.skipIf(python === undefined)('an answer of no outputs is wrong, and no refusal', async () => {
  const program = `import sys; from pathlib import Path; sys.path.insert(0, 'docs/examples'); import judge_pack
for line in judge_pack.judge_pack(Path(sys.argv[1]), lambda folder: []): print(*line[:2])`;
  const { lines } = await runPython(['-c', program, smallPack()]);
  expect(lines.map((line) => line.split(' ')[1])).toEqual(['fail', 'accepted']);
});

test.skipIf(python === undefined)('a pack that is not as it was written is not judged by', async () => {
  const pack = smallPack();
  appendFileSync(join(pack, 'cases/ReduceSum/13/float32/keepdims-zero/0/case.json'), ' ');
  const { stderr, code } = await judgedByExample(pack, folder());
  expect(stderr).toMatch(/ is not as it was written: its digest is not that of pack\.json; export it again\n$/);
  expect(code).toBe(1);
});
