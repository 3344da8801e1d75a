import { expect, it } from 'vitest';
import {
  acceptanceOf,
  average,
  candidates,
  type Example,
  type IntegerName,
  inFloat64,
  length,
  logarithm,
  logSumExp,
  M,
  product,
} from './candidates.ts';

const mean: Example = { ...average, roundings: ['truncate'] };
const root: Example = { ...length, roundings: ['truncate'], through: ['float64'] };
const inFloat32: Example = { ...logarithm, roundings: ['truncate', 'nearest-even'], through: ['float32'] };
const inverse: Example = { kernel: (a, xs) => a.divide(a.of(1), a.sum(xs)), through: ['float64'] };
const products: Example = { ...product, through: ['float64'] };
const u32 = 2n ** 32n - 1n;

it.each<[string, Example, IntegerName, readonly bigint[], string]>([
  ['a mean between integers', mean, 'int64', [5n, 5n, 3n], '4 widen truncate float64'],
  [
    'one below zero',
    average,
    'int64',
    [-5n, -5n, -3n],
    '-4 widen truncate float64, -5 widen floor float64, -4 widen nearest-even float64',
  ],
  ['one of terms that cancel', mean, 'int64', [2n ** 60n + 1n, -(2n ** 60n), 12n], '-166…174 widen truncate float64'],
  [
    'one of nothing',
    average,
    'int8',
    [],
    'anything widen truncate float64, anything widen floor float64, anything widen nearest-even float64',
  ],
  [
    'a logarithm of terms that cancel',
    logarithm,
    'int64',
    [2n ** 60n + 1n, -(2n ** 60n), 12n],
    'anything widen truncate float64',
  ],
  [
    'one just above an integer',
    inFloat32,
    'int64',
    [8886111n],
    '15…16 widen truncate float32, 16 widen nearest-even float32',
  ],
  [
    'one just below a half',
    inFloat32,
    'int64',
    [5389698n],
    '15 widen truncate float32, 15…16 widen nearest-even float32',
  ],
  [
    // 2097·2098 = 2097.5² - ¼
    'a root just below a half',
    length,
    'int64',
    [2091n, 165n],
    '2097 widen truncate float64, 2097 widen nearest-even float64, 2097 widen truncate float32, 2098 widen nearest-even float32',
  ],
  [
    'a logarithm in float32 of terms that cancel there',
    inFloat32,
    'int64',
    [2n ** 60n + 1n, -(2n ** 60n), 12n],
    'anything widen truncate float32, anything widen nearest-even float32',
  ],
  [
    'one that float64 rounds out of the type',
    inFloat64,
    'int64',
    [M],
    `${M} widen truncate float64, anything widen truncate float64`,
  ],
  [
    'a product that is zero, and in some orders none',
    products,
    'int64',
    [...Array<bigint>(20).fill(M), 0n],
    '0 wrap truncate float64, 0 saturate truncate float64, anything widen truncate float64',
  ],
  ['exponentials', logSumExp, 'int64', [709n, 709n], '709 widen truncate float64'],
  ['some whose sum may overflow', logSumExp, 'int64', [709n, 709n, 709n], 'anything widen truncate float64'],
  ['some that do', logSumExp, 'int64', [710n, 710n], 'anything widen truncate float64'],
  [
    // the sum is 3·2^60 + 3, wrapped; float64 loses the 3
    'a quotient after a sum that overflows',
    mean,
    'int64',
    [M, M, 3n * 2n ** 60n + 5n],
    '1152921504606846976 wrap truncate float64, 3074457345618258432 saturate truncate float64, 7301836195843362816…7301836195843365888 widen truncate float64',
  ],
  [
    // the root is just below 2^33 - 1, to which float64 rounds it
    'a root that wraps to the greatest integer or the one below',
    root,
    'uint32',
    [u32, u32, u32, u32, 131071n, 511n],
    '65535 wrap wrap truncate float64, 65535 saturate saturate truncate float64, 4294967294…4294967295 widen wrap truncate float64, 4294967295 widen saturate truncate float64, anything widen truncate float64',
  ],
  [
    // the same below 2^33
    'or to the greatest and the least',
    root,
    'uint32',
    [u32, u32, u32, u32, 185363n, 544n],
    '65535 wrap wrap truncate float64, 65535 saturate saturate truncate float64, 0…4294967295 widen wrap truncate float64, 4294967295 widen saturate truncate float64, anything widen truncate float64',
  ],
])('integers that go through a float type: %s', (_, definition, name, xs, expected) => {
  const all = candidates(definition, name, xs);
  expect(all.filter((candidate) => !candidate.endsWith(' exact')).join(', ')).toBe(expected);
});

it('what divides by zero is the greatest integer, where it is none of a float type', () => {
  expect(candidates(inverse, 'int8', [0n])).toEqual(['127! widen truncate exact', 'anything widen truncate float64']);
});

it('a true value is reported with 24 digits', () => {
  expect(acceptanceOf(average, 'int8', [1n, 0n, 0n]).judge(5n)).toMatchObject({ exact: '0.333333333333333333333333' });
});
