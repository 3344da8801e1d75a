import { expect, it } from 'vitest';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

it.each([
  ['1e-9 in float64', 1e-9, true],
  ['1e-9 as the float32 of the body', Math.fround(1e-9), true],
  ['1e-8', 1e-8, false],
])('MeanVarianceNormalization may add to a tiny deviation %s', (_, epsilon, isAdmitted) => {
  const operator = findOperator('MeanVarianceNormalization')!;
  const [a, b] = [1e-9, 3e-9];
  const mean = (a + b) / 2;
  const deviation = Math.sqrt((a * a + b * b) / 2 - mean * mean);
  const attributes = { axes: { type: 'INTS', value: [0] } } as const;
  const [y] = operator.expect(versionAt(operator, newestOpset), {
    attributes,
    inputs: [tensorOf('float64', [a, b])],
    outputs: 1,
  });
  expect(y!.accept(1).judge((b - mean) / (deviation + epsilon)).accepted).toBe(isAdmitted);
});
