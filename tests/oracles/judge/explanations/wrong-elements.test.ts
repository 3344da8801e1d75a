import { expect, test } from 'vitest';
import { judgedElements } from '../../../../oracles/judge/explanations/signs.ts';
import { seenIn } from '../../../../oracles/judge/explanations/wrong-elements.ts';
import type { DType } from '../../../../oracles/numerics/dtype.ts';
import type { Tensor } from '../../../../oracles/numerics/tensor.ts';
import type { NumericScalar } from '../../../../oracles/numerics/trait.ts';
import { findOperator, newestOpset, versionAt } from '../../../../oracles/operators.ts';
import type { Call } from '../../../../oracles/spec/declaration.ts';
import { tensorOf } from '../../call.ts';

/** What is known of the wrong elements of an answer. */
function seenWith(name: string, call: Call, answer: readonly Tensor[]) {
  const operator = findOperator(name)!;
  const version = versionAt(operator, newestOpset);
  const elements = judgedElements(operator.expect(version, call), answer, []);
  return seenIn(elements, { operator, version, call }, answer.length);
}

const topTwo: Call = { attributes: {}, inputs: [tensorOf('float32', [7, 9, 5]), tensorOf('int64', [2n])] };
const [values, indices] = [tensorOf('float32', [9, 7]), tensorOf('int64', [1n, 0n])];

test('of several outputs those with wrong elements are named', () => {
  const outputsOf = (...answer: readonly Tensor[]) => seenWith('TopK', topTwo, answer).outputs;
  expect(outputsOf(values, tensorOf('int64', [1n, 2n]))).toEqual({ wrong: ['Indices'], right: ['Values'] });
  expect(outputsOf(tensorOf('float32', [9, 8]), indices)).toEqual({ wrong: ['Values'], right: ['Indices'] });
  expect(seenWith('Neg', { attributes: {}, inputs: [values] }, [values]).outputs).toBeUndefined();
});

test('an output is looked at whatever the number of wrong elements in those before it', () => {
  const data = tensorOf('float32', Array(600).fill(1));
  const call: Call = { attributes: { num_outputs: { type: 'INT', value: 2 } }, inputs: [data], outputs: 2 };
  const half = (x: number) => tensorOf('float32', Array(300).fill(x));
  expect(seenWith('Split', call, [half(2), half(3)]).outputs).toEqual({ wrong: ['outputs_0', 'outputs_1'], right: [] });
  expect(seenWith('Split', call, [half(2), half(1)]).outputs).toEqual({ wrong: ['outputs_0'], right: ['outputs_1'] });
});

test.each<[about: string, dtype: DType, right: readonly NumericScalar[], got: readonly NumericScalar[], same: unknown]>(
  [
    ['one for another', 'float32', [3, 0, 0], [3, 1, 1], { got: '1', exact: '0' }],
    ['one for several', 'float32', [3, 0, 5], [3, 1, 1], { got: '1' }],
    ['several', 'float32', [3, 0, 5], [3, 1, 2], undefined],
    ['the sign of zero', 'float32', [3, -0, -0], [3, 0, 0], { got: '0', exact: '-0' }],
    ['truth values', 'bool', [1n, 0n, 0n], [1n, 1n, 0n], { got: 'true', exact: 'false' }],
  ],
)('the value of all wrong elements: %s', (_, dtype, right, got, same) => {
  const call: Call = { attributes: {}, inputs: [tensorOf(dtype, right)] };
  expect(seenWith('Identity', call, [tensorOf(dtype, got)]).sameValue).toEqual(same);
});
