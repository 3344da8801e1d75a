import { expect, it } from 'vitest';
import {
  average,
  candidates,
  type Example,
  greatest,
  type IntegerName,
  least,
  length,
  logarithm,
  logSumExp,
} from './candidates.ts';

it.each<[string, Example, IntegerName, readonly bigint[], string]>([
  ['a mean that is an integer', average, 'int8', [3n, 5n], '4!'],
  [
    'one that is not',
    average,
    'int8',
    [-4n, -3n],
    '-3! widen truncate exact, -4! widen floor exact, -4! widen nearest-even exact, -3 widen truncate float64, -4 widen floor float64, -4 widen nearest-even float64',
  ],
  [
    'one whose sum overflows',
    average,
    'int8',
    [100n, 101n],
    '100! widen truncate exact, 100! widen floor exact, 100! widen nearest-even exact, -27! wrap truncate exact, -28! wrap floor exact, -28! wrap nearest-even exact, 63 saturate truncate exact, 63 saturate floor exact, 64 saturate nearest-even exact, -27 wrap truncate float64, -28 wrap floor float64, -28 wrap nearest-even float64, 63 saturate truncate float64, 63 saturate floor float64, 64 saturate nearest-even float64, 100 widen truncate float64, 100 widen floor float64, 100 widen nearest-even float64',
  ],
  ['one that float32 holds', average, 'int64', [2n ** 24n], '16777216!'],
  [
    'or does not',
    average,
    'int64',
    [2n ** 24n + 1n],
    '16777217! widen truncate exact, 16777217! widen floor exact, 16777217! widen nearest-even exact, 16777217 widen truncate float64, 16777217 widen floor float64, 16777217 widen nearest-even float64',
  ],
  [
    'one that float64 holds',
    average,
    'int64',
    [2n ** 53n - 1n],
    '9007199254740991! widen truncate exact, 9007199254740991! widen floor exact, 9007199254740991! widen nearest-even exact, 9007199254740991 widen truncate float64, 9007199254740991 widen floor float64, 9007199254740991 widen nearest-even float64',
  ],
  [
    'nor does float64',
    average,
    'int64',
    [2n ** 53n + 1n],
    '9007199254740993! widen truncate exact, 9007199254740993! widen floor exact, 9007199254740993! widen nearest-even exact, 9007199254740992 widen truncate float64, 9007199254740992 widen floor float64, 9007199254740992 widen nearest-even float64',
  ],
  [
    'a root',
    length,
    'int8',
    [2n, 2n],
    '2! widen truncate exact, 3! widen nearest-even exact, 2 widen truncate float64, 3 widen nearest-even float64, 2 widen truncate float32, 3 widen nearest-even float32',
  ],
  [
    'of a sum that overflows',
    length,
    'int8',
    [10n, 10n],
    '14! widen truncate exact, 14! widen nearest-even exact, anything wrap truncate exact, anything wrap nearest-even exact, 11 saturate truncate exact, 11 saturate nearest-even exact, anything wrap truncate float64, anything wrap nearest-even float64, 11 saturate truncate float64, 11 saturate nearest-even float64, anything wrap truncate float32, anything wrap nearest-even float32, 11 saturate truncate float32, 11 saturate nearest-even float32, 14 widen truncate float64, 14 widen nearest-even float64, 14 widen truncate float32, 14 widen nearest-even float32',
  ],
  [
    'beyond float32',
    length,
    'int64',
    [2n ** 24n + 1n],
    '16777217! widen truncate exact, 16777217! widen nearest-even exact, 16777217 widen truncate float64, 16777217 widen nearest-even float64, 16777216 widen truncate float32, 16777216 widen nearest-even float32',
  ],
  ['a logarithm', logarithm, 'int8', [1n, 2n], '1! widen, 1 widen truncate float64'],
  ['of zero', logarithm, 'int8', [0n], '-128! widen, anything widen truncate float64'],
  ['below it', logarithm, 'int8', [-1n], 'anything widen, anything widen truncate float64'],
  ['of a large number', logarithm, 'int64', [2n ** 60n], '41! widen, 41 widen truncate float64'],
  ['of exponentials', logSumExp, 'int8', [0n, 0n], '0! widen, 0 widen truncate float64'],
  ['a maximum of nothing', greatest, 'int8', [], '-128! widen, -128! wrap, -128 saturate'],
  ['a minimum of nothing', least, 'int8', [], '127!'],
  [
    'a root of a sum that float32 rounds once',
    length,
    'int64',
    [2n ** 24n + 1n, 2n ** 24n + 3n, 2n ** 24n + 5n],
    '29058995! widen truncate exact, 29058996! widen nearest-even exact, 29058995 widen truncate float64, 29058996 widen nearest-even float64, 29058996 widen truncate float32, 29058996 widen nearest-even float32',
  ],
  [
    'a root rounded with its sum, or without',
    length,
    'int64',
    [33554433n, 7000021n],
    '34276818! widen truncate exact, 34276818! widen nearest-even exact, 34276818 widen truncate float64, 34276818 widen nearest-even float64, 34276816…34276820 widen truncate float32, 34276816…34276820 widen nearest-even float32',
  ],
  [
    'or the other way round',
    length,
    'int64',
    [33554435n, 4000012n],
    '33792013! widen truncate exact, 33792014! widen nearest-even exact, 33792013 widen truncate float64, 33792014 widen nearest-even float64, 33792012…33792016 widen truncate float32, 33792012…33792016 widen nearest-even float32',
  ],
])('rounding: %s', (_, definition, name, xs, expected) => {
  // where a value is an integer in any case, how it is rounded is not reported
  const brief = definition.roundings ? '' : ' truncate exact';
  const all = candidates(definition, name, xs);
  expect(all.map((c) => c.replace(brief, '')).join(', ')).toBe(expected);
});
