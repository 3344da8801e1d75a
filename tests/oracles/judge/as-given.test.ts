import { describe, expect, it, test } from 'vitest';
import { formatScalar } from '../../../oracles/judge/acceptance.ts';
import { acceptAnyOf } from '../../../oracles/judge/any-of.ts';
import { copiedElement } from '../../../oracles/judge/copied-element.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

describe('an element that is moved', () => {
  test.each([1, -0, 0, 7n, 'text', Number.NaN, { re: 1, im: -0 }])('%o comes out as it went in', (given) => {
    const acceptance = copiedElement(given);
    expect(acceptance).toMatchObject({ best: given, isExactInAnyOrder: true, breakpoints: [given] });
    expect(acceptance.judge(given)).toMatchObject({ accepted: true, tier: 'exact' });
  });

  test.each([
    [1, 2],
    [0, -0],
    [-0, 0],
    [0, Number.NaN],
    [Number.NaN, 0],
    [7n, 8n],
    ['a', 'b'],
    [
      { re: 1, im: 0 },
      { re: 1, im: -0 },
    ],
  ])('%o is not %o', (given, got) => {
    const reported = { accepted: false, exact: formatScalar(given), allowed: `exactly ${formatScalar(given)}` };
    expect(copiedElement(given).judge(got)).toEqual(reported);
  });

  it('says what is wrong with a zero', () => {
    expect(copiedElement(0).fault!(-0)).toBe('zero-sign');
    expect(copiedElement(0).fault!(1)).toBe('value');
    expect(copiedElement(1).fault!(0)).toBe('value');
  });
});

describe('one of several things', () => {
  const [one, two] = [copiedElement(1), copiedElement(2)];

  it('may be any of them, the first for choice', () => {
    const acceptance = acceptAnyOf([one, two]);
    expect(acceptance).toMatchObject({ best: 1, isExactInAnyOrder: false, breakpoints: [1, 2] });
    for (const got of [1, 2]) expect(acceptance.judge(got)).toMatchObject({ accepted: true, tier: 'exact' });
    expect(acceptance.judge(3)).toEqual({ accepted: false, exact: '1', allowed: 'exactly 1 or exactly 2' });
    expect(acceptance.fault!(3)).toBe('value');
  });

  it('names what several allow once, and takes the fault of the first', () => {
    const zeros = acceptAnyOf([copiedElement(0), two, copiedElement(0)]);
    expect(zeros.judge(5)).toMatchObject({ allowed: 'exactly 0 or exactly 2' });
    expect(zeros.fault!(-0)).toBe('zero-sign');
    const { fault: _, ...silent } = one;
    expect(acceptAnyOf([silent, two]).fault!(3)).toBe('value');
  });

  it('of one is that one', () => {
    expect(acceptAnyOf([one])).toBe(one);
  });
});

test('an operator that moves elements expects them where its kernel puts them', () => {
  const operator = findOperator('Transpose')!;
  const [output] = operator.expect(versionAt(operator, newestOpset), {
    attributes: {},
    inputs: [tensorOf('float32', [1, 2, 3, 4, 5, 6], [2, 3])],
  });
  expect(output).toMatchObject({ dtype: 'float32', dims: [3, 2] });
  expect(Array.from({ length: 6 }, (_, i) => output!.accept(i).best)).toEqual([1, 4, 2, 5, 3, 6]);
});

test.each([
  [-0, '-0'],
  [0, '0'],
  [1n, '1'],
  ['a"b', '"a\\"b"'],
  [{ re: 1, im: -0 }, '(1, -0)'],
  [Number.NaN, 'NaN'],
])('%o is shown as %s', (x, text) => {
  expect(formatScalar(x)).toBe(text);
});
