import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  checked,
  checkedWithNumpy,
  python,
  pythonWithNumpy,
  writePack,
} from '../../../evidence/independent/checker.ts';
import { folder } from '../../cli/cli.ts';
import { sampled } from '../../sample.ts';

// npm run evidence -- independent does the same with every case
const sample = [
  'ReduceSum/13/{bfloat16,float32,uint8}',
  'ReduceMean/18/{float16,int32}',
  'ReduceL2/18/{float32,int64}/{definition,accuracy,any-rank,keepdims-*,axes-*,noop-*,cancelling,integer-*}',
  'ReduceL2/18/bfloat16/{nan,infinity}',
  'ReduceSumSquare/18/bfloat16/{definition,subnormal,infinity}',
  'ReduceL1/18/bfloat16/{definition,subnormal}',
  'ReduceMax/20/{float16,bool}',
  'ArgMax/13/float64',
  '{Div,Mod}/{13,14}/int16',
  'Add/14/float16/{definition,special-values}',
  'Tan/22/float32',
  '{Clip,Shrink}/*/float16/{definition,special-values}',
  'Equal/19/string/definition',
  '{Slice,Pad,ScatterND}/*/int64/{definition,steps*,mode-*,reductions,adding}',
  'TopK/24/float16/{ties,smallest}',
  'Cast/28/{float32-float8e5m2,float64-float16,float32-float8e8m0,string-float64}',
  'QuantizeLinear/28/float16-float16-int8/{rounding,division,per-axis}',
  '{MatMul,Gemm}/13/{float16,int32}/definition',
  '{Conv,ConvTranspose}/22/float32/{pads,auto-pad}',
  'DeformConv/22/float32/offsets',
  '{RoiAlign,MaxRoiPool}/22/float32/{definition,maximum,corners}',
  'NonMaxSuppression/11/float32/{center-point,ties}',
  'CausalConvWithState/27/float16/past-state',
  '{Softmax,LayerNormalization}/{13,17}/float16/{definition,axes}',
  'LpPool/22/float32/order-of-norm',
  'Attention/25/float32-float32-float32/causal',
  'LinearAttention/27/float32-float32/gated-delta',
  'SoftmaxCrossEntropyLoss/13/float32-int64/reductions',
  '{StringConcat,StringSplit}/20/string/{definition,counts}',
  'StringNormalizer/10/string/{stop-words,case-insensitive}',
  'RegexFullMatch/20/string/{classes,flags}',
  'TfIdfVectorizer/9/string/{skips,tfidf}',
  '{DFT,STFT}/{17,20}/float16/{inverse,window}',
  'HannWindow/17/int64-float16/symmetric',
  '{RNN,GRU,LSTM}/22/{float32,float16}/{directions,sequence-lens}',
];

/** A pack of one case, of which one element is judged by something else. */
function tampered(id: string, change: (elements: unknown[]) => void): string {
  const pack = folder();
  writePack(pack, [id], 'full');
  const path = join(pack, 'cases', id, 'case.json');
  const content = JSON.parse(readFileSync(path, 'utf8'));
  change(content.outputs[0].elements);
  writeFileSync(path, JSON.stringify(content));
  return pack;
}

test.skipIf(python === undefined)('a checker in Python derives the same from models and inputs', () => {
  const pack = folder();
  writePack(pack, sampled(sample, 2), 'small');
  const { lines, code } = checked(pack);
  expect(lines).toEqual([expect.stringMatching(/^\d{3,} elements of \d{2,} cases \(.*\): 0 complaints$/)]);
  expect(code).toBe(0);
});

test.skipIf(pythonWithNumpy === undefined)('numpy moves and casts elements to the same places and bits', () => {
  const pack = folder();
  writePack(
    pack,
    ['{Slice,Gather*}/13/int64', 'ScatterND/18/int64', '{Cast,Pad}/25/float32*', 'Transpose/25/int4'],
    'small',
  );
  const { lines, code } = checkedWithNumpy(pack);
  expect(lines).toEqual([expect.stringMatching(/^with numpy \d{3,5} elements of \d{2,3} cases \(.*\): 0 complaints$/)]);
  expect(code).toBe(0);
});

test.skipIf(pythonWithNumpy === undefined)('and says where they are not the same', () => {
  const id = 'Transpose/25/float32/definition/0';
  const pack = folder();
  writePack(pack, [id], 'full');
  const path = join(pack, 'cases', id, 'test_data_set_0', 'output_0.pb');
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.with(-1, bytes.at(-1)! ^ 1));
  const { lines, code } = checkedWithNumpy(pack);
  expect(lines[0]).toMatch(/^cases\/Transpose.*: output 0 \[\d+\] is 0x\w+, where 0x\w+ is right$/);
  expect(code).toBe(1);
});

test.skipIf(python === undefined)('it tells draws from numbers that were not drawn', () => {
  const [id, ...others] = ['RandomNormal', 'RandomUniformLike', 'Bernoulli', 'Multinomial'].map(
    (name) => `${name}/22/float32/distribution/0`,
  );
  const pack = folder();
  writePack(pack, [id!, ...others], 'full');
  expect(checked(pack).lines).toEqual([expect.stringMatching(/^\d+ elements of 4 cases \(.*\): 0 complaints$/)]);
  const path = join(pack, 'cases', id!, 'test_data_set_0', 'output_0.pb');
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0, bytes.length >> 1));
  const { lines, code } = checked(pack);
  expect(lines[0]).toMatch(/^cases\/RandomNormal.*: up to \S+ there are \d+ of 10000, where \d+\.\d are expected$/);
  expect(code).toBe(1);
});

test.skipIf(python === undefined)('it complains where too little or too much is accepted', () => {
  const id = 'ReduceSum/13/float32/keepdims-zero/3';
  const first = (element: unknown) =>
    checked(tampered(id, (elements) => elements.splice(0, 1, element))).lines.join('\n');
  expect(first('0.3333333432674408')).toMatch(
    /: \[0\] rejects .*, which is right\n.*: \[0\] accepts 0\.33.*, where .* is right/,
  );
  expect(first([{ from: '-1000', to: '1000', tier: 'native' }])).toMatch(
    /: \[0\] accepts -1000\.0 to 1000\.0, where .* is right/,
  );
  expect(first([{ value: '0.1', tier: 'native' }])).toContain('0.1 is none of the numbers');
  const dropped = tampered(id, (elements) => elements.pop());
  expect(checked(dropped).lines.join('\n')).toMatch(/\d+ elements where \d+ are right/);
});
