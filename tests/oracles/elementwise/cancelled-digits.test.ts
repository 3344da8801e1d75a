import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

const f = Math.fround;
const exp = (x: number) => f(Math.exp(x));
const softplus = (x: number) => f(Math.log(f(exp(x) + 1)));
const erfOf = (x: number) => best('Erf', x);
const logistic = (x: number) => f(f(0.5 * f(Math.tanh(f(0.5 * x)))) + 0.5);

/** Formulas as they are written, each step rounded to float32, and a number of which they lose all digits but a few. */
const forms = [
  ['Softplus', softplus, -12],
  ['Mish', (x: number) => f(x * f(Math.tanh(softplus(x)))), -12],
  ['Sigmoid', logistic, -12],
  ['Swish', (x: number) => f(x * logistic(x)), -12],
  ['Tanh', (x: number) => f(Math.sign(x) * f(1 - f(2 / f(exp(f(2 * Math.abs(x))) + 1)))), 0.131],
  ['Elu', (x: number) => (x < 0 ? f(exp(x) - 1) : x), -1e-5],
  ['Celu', (x: number) => (x < 0 ? f(exp(x) - 1) : x), -1e-5],
  ['Gelu', (x: number) => f(f(0.5 * x) * f(1 + erfOf(f(x / f(Math.SQRT2))))), -5],
  ['HardSwish', (x: number) => f(x * Math.max(0, Math.min(1, f(f(x * f(1 / 6)) + 0.5)))), -2.9999],
] as const;

function judged(name: string, x: number) {
  const operator = findOperator(name)!;
  const inputs = [tensorOf('float32', [x])];
  const [output] = operator.expect(versionAt(operator, newestOpset), { attributes: {}, inputs });
  return output!.accept(0);
}
const best = (name: string, x: number) => judged(name, x).best as number;

/** The choices that an answer tells, or that it fails. */
function reported(name: string, x: number, got: number): readonly string[] {
  const verdict = judged(name, x).judge(got);
  return verdict.accepted ? verdict.observations.map(({ policy, choice }) => `${policy}: ${choice}`) : ['fails'];
}

it.each(forms)('%s as it is written loses digits, which is reported', (name, form, x) => {
  expect(reported(name, f(x), form(f(x)))).toEqual(['cancelled-digits: lost']);
  const value = best(name, f(x));
  expect(reported(name, f(x), value)).toEqual([]);
  expect(reported(name, f(x), f(value * 9))).toEqual(['fails']);
});

it.each(forms)('%s as it is written stands everywhere', (name, form) => {
  fc.assert(
    fc.property(fc.float({ min: -20, max: 20, noNaN: true, noDefaultInfinity: true }), (x) => {
      const answers = reported(name, x, form(x));
      expect(
        answers.filter((choice) => choice !== 'cancelled-digits: lost' && !choice.startsWith('zero-sign')),
      ).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
