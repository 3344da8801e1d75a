import { expect, test } from 'vitest';
import { select } from '../../generators/suite/cases.ts';
import { placeOf } from '../../oracles/arrays/index-map.ts';
import type { ElementAcceptance } from '../../oracles/judge/acceptance.ts';
import { elementCount, tensor } from '../../oracles/numerics/tensor.ts';
import type { ExpectedOutput } from '../../oracles/spec/operator.ts';
import type { Answer } from '../../src/backends/backend.ts';
import { formatInputs } from '../../src/run/trial/description.ts';
import { judge } from '../../src/run/trial/judge.ts';
import { prepareCase } from '../../src/run/trial/prepare-case.ts';
import type { Prepared } from '../../src/run/trial/prepared.ts';
import { encodeTensor } from '../../vectors/onnx/tensor-proto.ts';
import { tensorOf } from '../oracles/call.ts';

function modelsOf(clause: string): Prepared[] {
  const { cells, cases } = select({ seed: 1, ids: [`ReduceSum/13/float32/${clause}`], opsets: [], dtypes: [] });
  return cells.flatMap(cases).map(prepareCase);
}
const models = modelsOf('axes-listed');
const small = models.find(({ about: { size } }) => size > 1 && size < 8)!;
const large = models.find(({ about: { size } }) => size > 16)!;
const answer = (bytes: Uint8Array): Answer => ({ kind: 'outputs', outputs: [{ name: 'reduced', bytes }] });
const scalar = answer(encodeTensor(tensor('float64', [], new Float64Array([1])), 'reduced'));

test('a wrong dtype is reported as such, with the inputs but without a measure of accuracy', () => {
  const result = judge(small, scalar, { requireTier: 'native' });
  expect(result).toMatchObject({ outcome: 'fail', problem: 'dtype' });
  expect(result.inputs).toMatch(/^data=\[[^\]]+\] axes=\[/);
  expect(result).not.toHaveProperty('tier');
  expect(result).not.toHaveProperty('errorOverBound');
  expect(result).not.toHaveProperty('vacuous');
});

/** The float32 after `x`, away from zero. */
function nextFloat(x: number): number {
  const bits = new Int32Array(new Float32Array([x]).buffer);
  bits[0]!++;
  return new Float32Array(bits.buffer)[0]!;
}

test('an answer below the required tier names the element, the nearest value and what is required', () => {
  const isLoose = (element: ElementAcceptance) => element.judge(nextFloat(Number(element.best))).accepted;
  const found = modelsOf('accuracy').flatMap((model) => {
    const { dims, accept } = model.runs[0]!.expected![0] as ExpectedOutput;
    const elements = Array.from({ length: elementCount(dims) }, (_, i) => accept(i));
    const i = elements.findIndex(isLoose);
    return i < 0 ? [] : [{ model, dims, i, values: elements.map(({ best }) => Number(best)) }];
  });
  const { model, dims, i, values } = found[0]!;
  const got = values.with(i, nextFloat(values[i]!));
  const answered = answer(encodeTensor(tensor('float32', dims, new Float32Array(got)), 'reduced'));
  expect(judge(model, answered, { requireTier: 'exact' })).toMatchObject({
    problem: 'tier',
    failure: { output: 0, index: placeOf(i, dims), got: `${got[i]}`, exact: `${values[i]}`, allowed: 'tier exact' },
  });
  expect(judge(model, answered, { requireTier: 'native' })).not.toHaveProperty('failure');
});

test('an answer that is not a tensor, or none at all, has wrong outputs', () => {
  expect(judge(small, answer(new Uint8Array([255])), { requireTier: 'native' })).toMatchObject({
    problem: 'outputs',
  });
  expect(judge(small, { kind: 'outputs', outputs: [] }, { requireTier: 'native' })).toMatchObject({
    problem: 'outputs',
  });
});

test('inputs are reported for broken cases only, and only where they are few', () => {
  expect(judge(small, { kind: 'crash', message: 'exit 1' }, { requireTier: 'native' }).inputs).toBeDefined();
  expect(judge(small, { kind: 'unsupported', message: '' }, { requireTier: 'native' })).not.toHaveProperty('inputs');
  expect(judge(large, { kind: 'crash', message: 'exit 1' }, { requireTier: 'native' })).not.toHaveProperty('inputs');
});

test('values of inputs read back', () => {
  const halves = tensor('float16', [2, 2], new Uint16Array([0x3c00, 0x8000, 0x7e00, 0xfc00]));
  const axes = tensorOf('int64', [-1, 0]);
  expect(
    formatInputs([
      { name: 'data', value: halves },
      { name: 'axes', value: axes },
    ]),
  ).toBe('data=[1, -0, NaN, -Infinity] axes=[-1, 0]');
  expect(formatInputs([{ name: 'data', value: tensorOf('int8', [], [0]) }])).toBe('data=[]');
});
