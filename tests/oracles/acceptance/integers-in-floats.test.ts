import { expect, it } from 'vitest';
import { candidatesOf, type IntegerDefinition } from '../../../oracles/acceptance/integer-candidates.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { average, length, logarithm, logSumExp, M, shown } from './candidates.ts';

const mean: IntegerDefinition = { ...average, roundings: ['truncate'] };
const root: IntegerDefinition = { ...length, roundings: ['truncate'], through: ['float64'] };
const inFloat32: IntegerDefinition = { ...logarithm, roundings: ['truncate', 'nearest-even'], through: ['float32'] };
const u32 = 2n ** 32n - 1n;

it.each<[string, IntegerDefinition, 'int8' | 'uint32' | 'int64', readonly bigint[], string]>([
  ['a mean between integers', mean, 'int64', [5n, 5n, 3n], '4 widen float64 truncate'],
  [
    'one below zero',
    average,
    'int64',
    [-5n, -5n, -3n],
    '-4 widen float64 truncate, -5 widen float64 floor, -4 widen float64 nearest-even',
  ],
  ['one of terms that cancel', mean, 'int64', [2n ** 60n + 1n, -(2n ** 60n), 12n], '-251…260 widen float64 truncate'],
  ['one of nothing', average, 'int8', [], 'anything widen float64'],
  [
    'a logarithm of terms that cancel',
    logarithm,
    'int64',
    [2n ** 60n + 1n, -(2n ** 60n), 12n],
    'anything widen float64',
  ],
  [
    'one just above an integer',
    inFloat32,
    'int64',
    [8886111n],
    '15…16 widen float32 truncate, 16 widen float32 nearest-even',
  ],
  [
    'one just below a half',
    inFloat32,
    'int64',
    [5389698n],
    '15 widen float32 truncate, 15…16 widen float32 nearest-even',
  ],
  [
    // 2097·2098 = 2097.5² - ¼
    'a root just below a half',
    length,
    'int64',
    [2091n, 165n],
    '2097 widen float64 truncate, 2097 widen float64 nearest-even, 2097 widen float32 truncate, 2098 widen float32 nearest-even',
  ],
  ['exponentials', logSumExp, 'int64', [709n, 709n], '709 widen float64 truncate'],
  ['some whose sum may overflow', logSumExp, 'int64', [709n, 709n, 709n], 'anything widen float64'],
  ['some that do', logSumExp, 'int64', [710n, 710n], 'anything widen float64'],
  [
    // the sum is 3·2^60 + 3, wrapped; float64 loses the 3
    'a quotient after a sum that overflows',
    mean,
    'int64',
    [M, M, 3n * 2n ** 60n + 5n],
    '1152921504606846976 wrap truncate float64, 3074457345618258432 saturate truncate float64, 7301836195843361792…7301836195843366912 widen float64 truncate',
  ],
  [
    // the root is just below 2^33 - 1, to which float64 rounds it
    'a root that wraps to the greatest integer or the one below',
    root,
    'uint32',
    [u32, u32, u32, u32, 131071n, 511n],
    '65535 wrap wrap truncate float64, 65535 saturate saturate truncate float64, 4294967295 widen float64 truncate saturate, 4294967294…4294967295 widen float64 truncate wrap, anything widen float64',
  ],
  [
    // the same below 2^33
    'or to the greatest and the least',
    root,
    'uint32',
    [u32, u32, u32, u32, 185363n, 544n],
    '65535 wrap wrap truncate float64, 65535 saturate saturate truncate float64, 4294967295 widen float64 truncate saturate, 0…4294967295 widen float64 truncate wrap, anything widen float64',
  ],
])('integers that go through a float type: %s', (_, definition, name, xs, expected) => {
  const candidates = candidatesOf(definition, xs, formatOf(name)).map(shown);
  expect(candidates.filter((candidate) => !candidate.endsWith(' exact')).join(', ')).toBe(expected);
});
