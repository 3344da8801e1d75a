import { expect, test } from 'vitest';
import { formatChoices, nearest } from '../../generators/did-you-mean.ts';
import { checkId } from '../../generators/suite/check-id.ts';

test.each([
  ['SoftClamp', ['com.microsoft.SoftClamp']],
  ['softclam', ['com.microsoft.SoftClamp']],
  ['softcapp', ['softcap']],
  ['com.microsoft.SoftClmp', ['com.microsoft.SoftClamp']],
  ['Relu', []],
])('%s may mean %j', (word, meant) => {
  expect(nearest(word, ['softcap', 'com.microsoft.SoftClamp', '1.2.1'])).toEqual(meant);
});

test('a remedy names what may be meant, or the choices', () => {
  expect(formatChoices('quik', ['quick', 'full'])).toBe('did you mean quick?');
  expect(formatChoices('other', ['quick', 'full'])).toBe('use one of quick, full');
});

test('an operator whose schema has another name is not suggested in its own place', () => {
  const withoutCells = { cellsOf: () => [], numbersOf: () => [] };
  expect(() => checkId('Relu', withoutCells)).toThrow(
    /^Relu has no schema of its name; add one to oracles\/spec\/schemas\/other-domains\.ts$/,
  );
});
