import { expect, test } from 'vitest';
import { select } from '../../generators/cases.ts';
import { tensor } from '../../oracles/numerics/tensor.ts';
import type { Answer } from '../../src/backends/backend.ts';
import { inputsInWords, trialOfCase } from '../../src/trial.ts';
import { verdictOn } from '../../src/verdict.ts';
import { encodeTensor } from '../../vectors/tensor-proto.ts';
import { tensorOf } from '../oracles/call.ts';

const { cells, cases } = select({ seed: 1, ids: ['ReduceSum/13/float32/axes-listed'], opsets: [], dtypes: [] });
const trials = cells.flatMap((cell) => cases(cell)).map(trialOfCase);
const small = trials.find(({ size }) => size > 1 && size < 8)!;
const large = trials.find(({ size }) => size > 16)!;
const answer = (bytes: Uint8Array): Answer => ({ kind: 'outputs', outputs: [{ name: 'reduced', bytes }] });
const scalar = answer(encodeTensor(tensor('float64', [], new Float64Array([1])), 'reduced'));

test('a wrong dtype is told as such, with the inputs but without a measure of accuracy', () => {
  const result = verdictOn(small, scalar, { requireTier: 'native' });
  expect(result).toMatchObject({ outcome: 'fail', problem: 'dtype' });
  expect(result.inputs).toMatch(/^data=\[[^\]]+\] axes=\[/);
  expect(result).not.toHaveProperty('tier');
  expect(result).not.toHaveProperty('errorOverBound');
  expect(result).not.toHaveProperty('vacuous');
});

test('an answer that is no tensor, or none at all, has wrong outputs', () => {
  expect(verdictOn(small, answer(new Uint8Array([255])), { requireTier: 'native' })).toMatchObject({
    problem: 'outputs',
  });
  expect(verdictOn(small, { kind: 'outputs', outputs: [] }, { requireTier: 'native' })).toMatchObject({
    problem: 'outputs',
  });
});

test('inputs are told of broken cases only, and only where they are few', () => {
  expect(verdictOn(small, { kind: 'crash', message: 'exit 1' }, { requireTier: 'native' }).inputs).toBeDefined();
  expect(verdictOn(small, { kind: 'unsupported', message: '' }, { requireTier: 'native' })).not.toHaveProperty(
    'inputs',
  );
  expect(verdictOn(large, { kind: 'crash', message: 'exit 1' }, { requireTier: 'native' })).not.toHaveProperty(
    'inputs',
  );
});

test('values of inputs read back', () => {
  const halves = tensor('float16', [2, 2], new Uint16Array([0x3c00, 0x8000, 0x7e00, 0xfc00]));
  const axes = tensorOf('int64', [-1, 0]);
  expect(
    inputsInWords([
      { name: 'data', tensor: halves },
      { name: 'axes', tensor: axes },
    ]),
  ).toBe('data=[1, -0, NaN, -Infinity] axes=[-1, 0]');
  expect(inputsInWords([{ name: 'data', tensor: tensorOf('int8', [], [0]) }])).toBe('data=[]');
});
