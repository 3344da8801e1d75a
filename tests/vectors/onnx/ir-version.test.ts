import { expect, it } from 'vitest';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { irVersionOf } from '../../../vectors/onnx/ir-version.ts';

it.each([
  [1, 3],
  [8, 3],
  [9, 4],
  [10, 5],
  [11, 6],
  [14, 7],
  [18, 8],
  [20, 9],
  [22, 10],
  [23, 11],
  [24, 12],
  [25, 13],
  [28, 13],
])('of opset %i has IR version %i', (opset, irVersion) => {
  expect(irVersionOf(opset)).toBe(irVersion);
});

it.each([0, 29, 13.5, Number.NaN])('of opset %i cannot be written', (opset) => {
  expect(() => irVersionOf(opset)).toThrow(BadInput);
});
