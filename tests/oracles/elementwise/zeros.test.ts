import { expect, it } from 'vitest';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import { tensorOf } from '../call.ts';

/** The zeros, and NaN, that stand for each element of the output. */
const admitted = (name: string, ...inputs: readonly (readonly number[])[]) => admittedWith(name, {}, ...inputs);

function admittedWith(
  name: string,
  attributes: Attributes,
  ...inputs: readonly (readonly number[])[]
): readonly string[] {
  const operator = findOperator(name)!;
  const call = { attributes, inputs: inputs.map((numbers) => tensorOf('float32', numbers)) };
  const [output] = operator.expect(versionAt(operator, newestOpset), call);
  return inputs[0]!.map((_, i) => {
    const stands = [0, -0, Number.NaN].filter((x) => output!.accept(i).judge(x).accepted);
    return stands.map((x) => (Object.is(x, -0) ? '-0' : `${x}`)).join(' or ');
  });
}

const delicate = [0, -0, Number.NaN];

it.each(['Elu', 'LeakyRelu', 'Ceil', 'Sqrt', 'Sin', 'Tanh', 'Erf', 'Swish', 'Softsign'])(
  '%s keeps the sign of a zero, and NaN',
  (name) => expect(admitted(name, delicate)).toEqual(['0', '-0', 'NaN']),
);

it.each(['Selu'])('%s gives either zero, by text and by function body', (name) =>
  expect(admitted(name, delicate)).toEqual(['0 or -0', '0 or -0', 'NaN']),
);

it('Gelu, multiplied out, adds 0 to -0, and to the halves that erf takes away', () => {
  expect(admitted('Gelu', delicate)).toEqual(['0', '0 or -0', 'NaN']);
  expect(admitted('Gelu', [-20])).toEqual(['0 or -0']);
});

it.each(['ThresholdedRelu', 'Shrink'])('%s gives 0 of either sign, of NaN too', (name) =>
  expect(admitted(name, delicate)).toEqual(['0 or -0', '0 or -0', '0 or -0']),
);

it('Sign of NaN is NaN or 0', () =>
  expect(admitted('Sign', delicate)).toEqual(['0 or -0', '0 or -0', '0 or -0 or NaN']));

it('a maximum with 0 of -0 is either, of NaN NaN or 0', () => {
  expect(admitted('Relu', delicate)).toEqual(['0', '0 or -0', '0 or NaN']);
  expect(admitted('Max', [0, -0, 0, -0], [0, -0, -0, 0])).toEqual(['0', '-0', '0 or -0', '0 or -0']);
});

it('HardSwish up to -3 is a product with 0, or 0', () =>
  expect(admitted('HardSwish', [-3, -4])).toEqual(['0 or -0', '0 or -0']));

it('the remainder of fmod has the sign of its dividend, and that of -0 either', () => {
  const fmod = { fmod: { type: 'INT', value: 1 } } as const;
  expect(admittedWith('Mod', fmod, [-6, 6, -6, -0, 0], [3, -3, -3, 3, 3])).toEqual(['-0', '0', '-0', '0 or -0', '0']);
});

it('a sum of -0 may begin with 0, but not an addition', () => {
  for (const name of ['Sum', 'Mean']) expect(admitted(name, [-0], [-0])).toEqual(['0 or -0']);
  expect(admitted('Add', [-0, 0], [-0, -0])).toEqual(['-0', '0']);
});
