import { expect, it } from 'vitest';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

const f = Math.fround;
const xs = [-80, -20, -17, -9, -5.28, -3.5, -2.9, -1, -0.3, -1e-3, 1e-3, 0.3, 0.7, 1, 2.9, 5.28, 9, 17, 80].map(f);

function accepting(name: string, data: readonly number[]) {
  const operator = findOperator(name)!;
  const call = { attributes: {}, inputs: [tensorOf('float32', data)] };
  const [output] = operator.expect(versionAt(operator, newestOpset), call);
  return (index: number, answer: number) => output!.accept(index).judge(answer).accepted;
}

const relu6 = (x: number) => Math.min(Math.max(f(x + 3), 0), 6);
const logistic = (x: number) => f(1 / f(1 + f(Math.exp(-x))));
const left = (x: number) => (x < 0 ? f(1 - logistic(-x)) : logistic(x));
const byTanh = (x: number) => f(f(0.5 * f(Math.tanh(f(0.5 * x)))) + 0.5);
const tanh = (x: number) => f(Math.sign(x) * f(1 - f(2 / f(f(Math.exp(f(2 * Math.abs(x)))) + 1))));
const softplus = (x: number) => f(Math.log1p(Math.exp(x)));

it.each([
  ['HardSwish', 'x·relu6(x + 3)·(1/6)', (x: number) => f(f(x * relu6(x)) * f(1 / 6))],
  ['HardSwish', '(x·(1/6))·relu6(x + 3)', (x: number) => f(f(x * f(1 / 6)) * relu6(x))],
  ['HardSwish', 'by branches', (x: number) => (x <= -3 ? 0 : x >= 3 ? x : f(f(x * f(x + 3)) / 6))],
  ['Sigmoid', '0.5·tanh(x/2) + 0.5', byTanh],
  ['Sigmoid', '1 - 1/(1 + e^-|x|) below 0', left],
  ['Swish', 'x·(0.5·tanh(x/2) + 0.5)', (x: number) => f(x * byTanh(x))],
  ['Swish', 'x·(1 - 1/(1 + e^-|x|)) below 0', (x: number) => f(x * left(x))],
  ['Tanh', '±(1 - 2/(e^2|x| + 1))', tanh],
  ['Mish', 'x·(1 - 2/(e^2s + 1))', (x: number) => f(x * tanh(softplus(x)))],
] as const)('%s as %s, every step rounded', (name, _, form) => {
  const accepts = accepting(name, xs);
  expect(xs.filter((x, i) => !accepts(i, form(x)))).toEqual([]);
  expect(xs.filter((x, i) => accepts(i, f(form(x) + 2e-5 * Math.max(1, Math.abs(x)))))).toEqual([]);
});

it('HardSwish of -∞ is -∞·0: the text gives a formula', () => {
  const accepts = accepting('HardSwish', [Number.NEGATIVE_INFINITY]);
  expect([Number.NaN, 0, -0].map((answer) => accepts(0, answer))).toEqual([true, false, false]);
});
