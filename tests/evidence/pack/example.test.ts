import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agreements } from '../../../evidence/pack/agreement.ts';
import { writeFiles } from '../../../evidence/pack/answers.ts';
import { kernels } from '../../../evidence/pack/kernels.ts';
import { judgedByExample, python, runPython } from '../../../evidence/pack/python.ts';
import { acceptAnyOf } from '../../../oracles/judge/any-of.ts';
import { copiedElement } from '../../../oracles/judge/copied-element.ts';
import { tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { encodeTensor } from '../../../vectors/onnx/tensor-proto.ts';
import { caseFile } from '../../../vectors/pack/case-file.ts';
import { filesOfPack, packedCases } from '../../../vectors/pack/pack.ts';
import { folder } from '../../cli/cli.ts';
import { sampled } from '../../sample.ts';

// npm run evidence -- pack does the same with the whole pack
const slice = ['{Add,ArgMax,ReduceMin}/*/float32/invalid-attribute', 'ReduceMean/18/float32'];
/** Floats and integers of less than a byte, strings, several outputs, outputs and inputs that are left out. */
const more = [
  'ReduceSum/1/float16',
  'ReduceMean/18/int32',
  'ReduceL2/18/uint64',
  'ReduceMax/18/bfloat16',
  'ArgMax/13/float64',
  'Cast/28/{float32-float8e8m0,bfloat16-float8e5m2,float16-float4e2m1,float32-float6e2m3,int8-int4,float32-int2,float64-string}',
  'HardSwish/22/float64/output-type',
  'LayerNormalization/17/float16/{outputs-optional,omitted-b}',
  'MaxPool/12/int8',
  'Softmax/13/bfloat16/definition',
];

test.skipIf(python === undefined)('the example runner says about each case what the suite says', async () => {
  const cases = packedCases(
    { seed: 1, ids: [...slice, ...sampled(more, 2)], opsets: [1, 18, 28], dtypes: [] },
    'small',
  );
  const all = await agreements(folder(), cases, 1, kernels);
  const said = all.map(({ kernel, differences }) => ({ kernel, differences }));
  expect(said).toEqual(kernels.map(({ name }) => ({ kernel: name, differences: [] })));
  for (const { isRight, verdicts } of all) {
    const outcomes = new Set([...verdicts.keys()].map((verdict) => verdict.split(' ')[0]));
    expect(outcomes).toEqual(new Set(isRight ? ['pass', 'rejected'] : ['pass', 'fail', 'accepted']));
  }
});

/** A pack of one case and one invalid model. */
function smallPack(): string {
  const pack = folder();
  const ids = ['ReduceSum/13/float32/keepdims-zero', 'ReduceSum/13/float32/invalid-extra-input'];
  writeFiles(pack, filesOfPack(packedCases({ seed: 1, ids, opsets: [], dtypes: [] }, 'small'), 1, {}));
  return pack;
}

test.skipIf(python === undefined)('an answer of no outputs is wrong, and no refusal', async () => {
  const program = `import sys; from pathlib import Path; sys.path.insert(0, 'docs/examples'); import judge_pack
for line in judge_pack.judge_pack(Path(sys.argv[1]), lambda folder: []): print(*line[:2])`;
  const { lines } = await runPython(['-c', program, smallPack()]);
  expect(lines.map((line) => line.split(' ')[1])).toEqual(['fail', 'accepted']);
});

const texts = ['', 'ä "b"\n'];
const pairs = [
  { re: 0.1, im: -0 },
  { re: Number.NaN, im: Number.POSITIVE_INFINITY },
];

test.skipIf(python === undefined).each([
  ['string', texts, ['', 'b']],
  ['complex128', pairs, [{ re: 0.1, im: 0 }, pairs[1]!]],
] as const)('of a %s there is one value', async (dtype, right, wrong) => {
  const dir = folder();
  const [testCase] = packedCases(
    { seed: 1, ids: ['Identity/13/float32/definition/0'], opsets: [], dtypes: [] },
    'full',
  ).valid.each();
  const dims = [right.length];
  const expected = { dtype, dims, accept: (i: number) => copiedElement(right[i]!) };
  writeFileSync(join(dir, 'case.json'), caseFile(testCase!, [expected], 1)!);
  for (const [name, values] of Object.entries({ right, wrong })) {
    writeFileSync(join(dir, `${name}.pb`), encodeTensor(tensorOfScalars(dtype, dims, (i) => values[i]!)));
  }
  const program = `import sys, json; from pathlib import Path; sys.path.insert(0, 'docs/examples'); import judge_pack
for name in sys.argv[2:]:
    print(*judge_pack.judge(json.loads(Path(sys.argv[1], 'case.json').read_text()), [judge_pack.read_tensor(Path(sys.argv[1], name))]))`;
  const { lines } = await runPython(['-c', program, dir, 'right.pb', 'wrong.pb']);
  expect(lines).toEqual(['pass exact', 'fail None']);
  const several = { ...expected, accept: () => acceptAnyOf(right.map((x) => copiedElement(x))) };
  expect(caseFile(testCase!, [several], 1)).toBeUndefined();
});

test.skipIf(python === undefined)('a pack that is not as it was written is not judged by', async () => {
  const pack = smallPack();
  appendFileSync(join(pack, 'cases/ReduceSum/13/float32/keepdims-zero/0/case.json'), ' ');
  const { stderr, code } = await judgedByExample(pack, folder());
  expect(stderr).toMatch(/ is not as it was written: its digest is not that of pack\.json; export it again\n$/);
  expect(code).toBe(1);
});
