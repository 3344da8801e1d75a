import { expect, it } from 'vitest';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;

it.each([1, 2])('LpNormalization of order %i makes of an infinity NaN, and of what stands next to it 0', (p) => {
  const operator = findOperator('LpNormalization')!;
  const attributes = { p: { type: 'INT', value: p } } as const;
  const [y] = operator.expect(versionAt(operator, newestOpset), {
    attributes,
    inputs: [tensorOf('float32', [inf, 1])],
    outputs: 1,
  });
  const stands = (place: number) => [nan, 0, 1, inf, -inf].filter((x) => y!.accept(place).judge(x).accepted);
  expect([stands(0), stands(1)]).toEqual([[nan], [0]]);
});
