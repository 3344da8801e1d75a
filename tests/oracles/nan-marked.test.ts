import { expect, it } from 'vitest';
import { compare } from '../../oracles/judge/comparator.ts';
import { findOperator, newestOpset, versionAt } from '../../oracles/operators.ts';
import { tensorOf } from './call.ts';

const { NaN: nan, NEGATIVE_INFINITY: least } = Number;
const hardmax = findOperator('Hardmax')!;

/** What the comparator says about lines of an answer to lines of an input. */
function judged(lines: readonly (readonly number[])[], answer: readonly (readonly number[])[]) {
  const tensor = (rows: readonly (readonly number[])[]) =>
    tensorOf('float32', rows.flat(), [rows.length, rows[0]!.length]);
  const expected = hardmax.expect(versionAt(hardmax, newestOpset), { attributes: {}, inputs: [tensor(lines)] });
  const { accepted, message, observations } = compare(expected, [tensor(answer)]);
  return accepted ? observations.map(({ policy, choice }) => `${policy}: ${choice}`).join() : message;
}

it.each<[string, readonly number[], readonly number[], string]>([
  ['the NaN', [1, nan, 2], [0, 1, 0], 'nan-marked: NaN'],
  ['the first of several', [1, nan, nan], [0, 1, 0], 'nan-marked: NaN'],
  ['the maximum of the numbers', [1, nan, 2], [0, 0, 1], 'nan-marked: number or if-first or nothing-if-first'],
  ['the maximum of the numbers behind it', [nan, 1, 2], [0, 0, 1], 'nan-marked: number'],
  ['-Infinity, which is a number', [nan, least], [0, 1], 'nan-marked: number'],
  ['a NaN that stands first', [nan, 1, 2], [1, 0, 0], 'nan-marked: NaN or if-first'],
  ['no element where NaN stands first', [nan, 1, 2], [0, 0, 0], 'nan-marked: none or nothing-if-first'],
  ['no element', [1, nan, 2], [0, 0, 0], 'nan-marked: none'],
  ['of nothing but NaN the first', [nan, nan], [1, 0], 'nan-marked: NaN or number or if-first'],
  ['or none', [nan, nan], [0, 0], 'nan-marked: number or none or nothing-if-first'],
  ['what needs no choice', [1, 3, 3], [0, 1, 0], ''],
])('next to NaN may be marked: %s', (_, line, answer, choice) => {
  expect(judged([line], [answer])).toBe(choice);
});

it.each<[readonly number[], readonly number[]]>([
  [
    [1, nan, 2],
    [1, 0, 0],
  ],
  [
    [1, nan, 2],
    [0, nan, 0],
  ],
  [
    [nan, 1, nan],
    [0, 0, 1],
  ],
  [
    [1, 2, 3],
    [0, 0, 0],
  ],
])('of %j this is never marked: %j', (line, answer) => {
  expect(judged([line], [answer])).toContain('wrong');
});

it.each<[string, readonly number[], readonly number[]]>([
  ['NaN at [0,1], number at [1,2]', [0, 1, 0], [0, 0, 1]],
  ['number at [1,2], none at [0,2]', [0, 0, 0], [0, 0, 1]],
  ['NaN at [0,1], none at [1,1]', [0, 1, 0], [0, 0, 0]],
])('one line is as the other: %s', (_, first, second) => {
  const line = [1, nan, 2];
  expect(judged([line, line], [first, second])).toContain('nan-marked depends on the position');
});
