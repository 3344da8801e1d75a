import { expect, it } from 'vitest';
import { findOperator, versionAt } from '../../../oracles/operators.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import { tensorOf } from '../call.ts';

/** The answers among some that an operator accepts, of one element of float16 in each input. */
function accepted(
  name: string,
  opset: number,
  xs: readonly number[],
  attributes: Attributes,
  answers: readonly number[],
) {
  const operator = findOperator(name)!;
  const call = { attributes, inputs: xs.map((x) => tensorOf('float16', [x])) };
  const element = operator.expect(versionAt(operator, opset), call)[0]!.accept(0);
  return answers.filter((answer) => element.judge(answer).accepted);
}

const float = (value: number) => ({ type: 'FLOAT' as const, value: Math.fround(value) });

it('a sum of two terms is rounded once, to nearest, and keeps the sign of -0 or loses it to a zero that it starts with', () => {
  // 1 + 1.25·2^-11
  expect(accepted('Sum', 13, [1, 1.25 * 2 ** -11], {}, [1, 1 + 2 ** -10])).toEqual([1 + 2 ** -10]);
  expect(accepted('Sum', 13, [-0, -0], {}, [0, -0])).toEqual([0, -0]);
  expect(accepted('Sum', 13, [1, -1], {}, [0, -0])).toEqual([0]);
});

it('a bound of Clip that float16 does not hold is the nearest number that it does', () => {
  const bounds = { min: float(-0.3), max: float(3.3) };
  expect(accepted('Clip', 6, [-1], bounds, [-0.2998046875, -0.300048828125])).toEqual([-0.300048828125]);
  expect(accepted('Clip', 6, [5], bounds, [3.298828125, 3.30078125])).toEqual([3.30078125]);
});
