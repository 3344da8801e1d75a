import { describe, expect, it } from 'vitest';
import {
  type Candidate,
  candidatesOf,
  type IntegerDefinition,
} from '../../../oracles/acceptance/integer-candidates.ts';
import type { Kernel } from '../../../oracles/numerics/arithmetic.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';

const sum: Kernel = (a, xs) => a.sum(xs);
const squares: Kernel = (a, xs) => a.sum(a.square(xs));
const mean: Kernel = (a, xs) => a.divide(a.sum(xs), a.count(xs));
const norm: Kernel = (a, xs) => a.sqrt(a.sum(a.square(xs)));
const total: IntegerDefinition = { kernel: sum, roundings: [], through: [] };
const energy: IntegerDefinition = { kernel: squares, roundings: [], through: [] };
const average: IntegerDefinition = { kernel: mean, roundings: ['truncate', 'floor', 'nearest'], through: ['float64'] };
const length: IntegerDefinition = { kernel: norm, roundings: ['truncate', 'nearest'], through: ['float64', 'float32'] };
const product: IntegerDefinition = { kernel: (a, xs) => a.product(xs), roundings: [], through: [] };
const greatest: IntegerDefinition = { kernel: (a, xs) => a.maximum(xs), roundings: [], through: [] };
const least: IntegerDefinition = { kernel: (a, xs) => a.minimum(xs), roundings: [], through: [] };
const log: Kernel = (a, xs) => a.log(a.sum(xs));
const logarithm: IntegerDefinition = { kernel: log, roundings: [], through: ['float64'], inFloats: [log] };
const M = 2n ** 63n - 1n;

/** `value choices`, with an exclamation mark where integers throughout give it */
function shown({ lo, hi, anything, exact, choices }: Candidate): string {
  const value = anything ? 'anything' : lo === hi ? `${lo}` : `${lo}…${hi}`;
  return `${value}${exact ? '!' : ''} ${choices.map(({ choice }) => choice).join(' ')}`.trim();
}

describe('candidates', () => {
  it.each<[string, IntegerDefinition, 'int8' | 'uint8' | 'int64', readonly bigint[], string]>([
    ['nothing is open', total, 'int8', [100n, 27n], '127!'],
    ['the least', total, 'int8', [-100n, -27n], '-127!'],
    [
      'overflow',
      total,
      'int8',
      [100n, 28n],
      '-128! widen wrap, 127! widen saturate, -128! wrap wrap, 127 saturate saturate',
    ],
    [
      'underflow',
      total,
      'int8',
      [-100n, -29n],
      '127! widen wrap, -128! widen saturate, 127! wrap wrap, -128 saturate saturate',
    ],
    ['overflow on the way only', total, 'int8', [100n, 100n, -100n], '100! widen, 100! wrap, 27…100 saturate'],
    [
      'unsigned',
      total,
      'uint8',
      [200n, 100n],
      '44! widen wrap, 255! widen saturate, 44! wrap wrap, 255 saturate saturate',
    ],
    [
      'int64',
      total,
      'int64',
      [M, 1n],
      `${-M - 1n}! widen wrap, ${M}! widen saturate, ${-M - 1n}! wrap wrap, ${M} saturate saturate`,
    ],
    ['squares that fit', energy, 'int8', [11n, -2n], '125!'],
    [
      'squares that do not',
      energy,
      'int8',
      [-12n],
      '-112! widen wrap, 127! widen saturate, -112! wrap wrap, 127 saturate saturate',
    ],
    [
      'a clamped product',
      product,
      'int8',
      [-2n, 100n, 1n, -1n],
      '-56! widen wrap, 127! widen saturate, -56! wrap wrap, 127 saturate saturate',
    ],
    ['that depends on the order', product, 'int8', [-1n, 2n, 64n], '-128! widen, -128! wrap, -128…-127 saturate'],
    ['a mean that is an integer', average, 'int8', [3n, 5n], '4!'],
    [
      'one that is not',
      average,
      'int8',
      [-4n, -3n],
      '-3! widen truncate exact, -4! widen floor exact, -4! widen nearest exact, -3 widen float64 truncate',
    ],
    [
      'one whose sum overflows',
      average,
      'int8',
      [100n, 101n],
      '100! widen truncate exact, 100! widen floor exact, 100! widen nearest exact, -27! wrap truncate exact, -27 wrap truncate float64, 63 saturate truncate exact, -28! wrap floor exact, -27 wrap floor float64, 63 saturate floor exact, -28! wrap nearest exact, -27 wrap nearest float64, 64 saturate nearest exact, 100 widen float64 truncate',
    ],
    ['one that float32 holds', average, 'int64', [2n ** 24n], '16777216!'],
    [
      'or does not',
      average,
      'int64',
      [2n ** 24n + 1n],
      '16777217! widen truncate exact, 16777217! widen floor exact, 16777217! widen nearest exact, 16777217 widen float64 truncate',
    ],
    [
      'nor does float64',
      average,
      'int64',
      [2n ** 53n + 1n],
      '9007199254740993! widen truncate exact, 9007199254740993! widen floor exact, 9007199254740993! widen nearest exact, 9007199254740992…9007199254740994 widen float64',
    ],
    [
      'a root',
      length,
      'int8',
      [2n, 2n],
      '2! widen truncate exact, 3! widen nearest exact, 2 widen float64 truncate, 2 widen float32 truncate',
    ],
    [
      'of a sum that overflows',
      length,
      'int8',
      [10n, 10n],
      '14! widen truncate exact, 14! widen nearest exact, anything wrap truncate exact, anything wrap truncate float64, anything wrap truncate float32, 11 saturate truncate exact, anything wrap nearest exact, anything wrap nearest float64, anything wrap nearest float32, 11 saturate nearest exact, 14 widen float64 truncate, 14 widen float32 truncate',
    ],
    [
      'beyond float32',
      length,
      'int64',
      [2n ** 24n + 1n],
      '16777217! widen truncate exact, 16777217! widen nearest exact, 16777217 widen float64 truncate, 16777216 widen float32 truncate',
    ],
    ['a logarithm', logarithm, 'int8', [1n, 2n], '1! widen, 1 widen float64 truncate'],
    ['of zero', logarithm, 'int8', [0n], '-128! widen, anything widen float64'],
    ['below it', logarithm, 'int8', [-1n], 'anything widen, anything widen float64'],
    ['a maximum of nothing', greatest, 'int8', [], '-128! widen'],
    ['a minimum of nothing', least, 'int8', [], '127! widen'],
  ])('%s', (_, definition, name, xs, expected) => {
    // where a value is an integer in any case, how it is rounded is not told
    const brief = definition.roundings.length > 0 ? '' : ' truncate exact';
    expect(
      candidatesOf(definition, xs, formatOf(name))
        .map((c) => shown(c).replace(brief, ''))
        .join(', '),
    ).toBe(expected);
  });
});
