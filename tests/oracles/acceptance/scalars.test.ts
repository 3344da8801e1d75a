import { describe, expect, it } from 'vitest';
import { nativePrecision, nothing, type Reach, reachTerms } from '../../../oracles/acceptance/reach.ts';
import { reach } from '../../../oracles/acceptance/reach-arithmetic.ts';
import { Vector } from '../../../oracles/numerics/vector.ts';
import { between, ends, shown } from './shown.ts';
import { toy, toyed, u } from './toy.ts';

const { POSITIVE_INFINITY: inf, NaN: nan } = Number;
const rows = (...xs: number[]) => reachTerms(Vector.of(Float64Array.from(xs)));
const machine = () => reach(nativePrecision(toy));
const at = (x: number) => between(x, x);
type Of<T> = (a: ReturnType<typeof machine>) => T;
const plus: Reach = { ...nothing, plusInfinity: true };
const minus: Reach = { ...nothing, minusInfinity: true };
const minusZero: Reach = { ...at(0), minusZero: true };

describe('extrema are terms', () => {
  it.each<[string, Of<Reach>, string]>([
    ['the greatest', (a) => a.maximum(rows(1, -3)), '1'],
    ['the least', (a) => a.minimum(rows(1, -3)), '-3'],
    ['the greatest of zeros', (a) => a.maximum(rows(0, -0)), '0 -0'],
    ['+∞ is the greatest', (a) => a.maximum(rows(1, inf)), '+∞'],
    ['and not the least', (a) => a.minimum(rows(1, inf)), '1'],
    ['-∞ is the least', (a) => a.minimum(rows(1, -inf)), '-∞'],
    ['and not the greatest', (a) => a.maximum(rows(1, -inf)), '1'],
    ['unless there is no other', (a) => a.maximum(rows(-inf)), '-∞'],
    ['nor other on the other side', (a) => a.minimum(rows(inf)), '+∞'],
    ['of nothing', (a) => a.maximum(rows()), '-∞'],
    ['the least of nothing', (a) => a.minimum(rows()), '+∞'],
    ['NaN', (a) => a.maximum(rows(1, nan)), 'NaN'],
    ['NaN is the least, too', (a) => a.minimum(rows(1, nan, -inf)), 'NaN'],
    ['of the numbers', (a) => a.maximum(a.numbers(rows(1, nan))), '1'],
    ['a sum of the numbers', (a) => a.sum(a.numbers(rows(1, nan, 2))), '3'],
  ])('%s', (_, x, expected) => {
    expect(shown(x(machine()))).toBe(expected);
  });

  it('of exact terms', () => {
    const a = machine();
    expect(() => a.maximum(a.over(rows(1, 2), at(2)))).toThrow('only exact terms are compared');
  });
});

describe('additions', () => {
  it.each<[string, Reach, Reach, string]>([
    ['round both ends', between(1, 2), between(3.125, 4.375), '4 … 6.5'],
    ['overflow', at(8), at(8), '+∞'],
    ['+∞ and something', plus, at(1), '+∞'],
    ['something and +∞', at(1), plus, '+∞'],
    ['-∞ and something', minus, at(1), '-∞'],
    ['something and -∞', at(1), minus, '-∞'],
    ['both', plus, minus, 'NaN'],
    ['the other way round', minus, plus, 'NaN'],
    ['+∞ and NaN', plus, { ...nothing, nan: true }, 'NaN'],
    ['what may be -∞ and +∞', { ...at(1), minusInfinity: true }, plus, '+∞ NaN'],
    ['+∞ twice', plus, plus, '+∞'],
    ['-∞ twice', minus, minus, '-∞'],
    ['NaN', { ...at(1), nan: true }, at(1), '2 NaN'],
    ['after something', at(1), { ...at(1), nan: true }, '2 NaN'],
    ['-0 twice', minusZero, minusZero, '0 -0'],
    ['-0 and 0', minusZero, at(0), '0'],
    ['0 and -0', at(0), minusZero, '0'],
  ])('%s', (_, x, y, expected) => {
    expect(shown(machine().add(x, y))).toBe(expected);
  });
});

describe('differences of terms', () => {
  it('are rounded once each', () => {
    const a = machine();
    const error = u * 6 + u * (6 + u * 6);
    expect(ends(a.sum(a.minus(rows(3, 5), at(1))))).toEqual([6 - error, 6 + error]);
  });

  it.each<[string, Of<Reach>, string]>([
    ['nothing is left of equal terms', (a) => a.sum(a.minus(rows(3, 3), at(3))), '0'],
    ['infinity is not subtracted', (a) => a.sum(a.minus(rows(3, 3), plus)), '6'],
    ['-∞ is left out', (a) => a.sum(a.minus(rows(-inf, 3), at(3))), '0'],
  ])('%s', (_, x, expected) => {
    expect(shown(x(machine()))).toBe(expected);
  });

  it('of exact terms', () => {
    const a = machine();
    expect(() => a.minus(a.over(rows(1, 2), at(2)), at(1))).toThrow('only exact terms are shifted');
    expect(() => a.minus(rows(1, 2), between(1, 2))).toThrow('only exact terms are shifted');
  });
});

describe('scalars', () => {
  it.each<[string, Of<Reach>, number[]]>([
    ['products round the ends', (a) => a.multiply(between(1.125, 1.25), at(1.125)), [1.25, 1.375]],
    ['of either sign', (a) => a.multiply(between(-1.125, 1.25), between(1, 1.125)), [-1.25, 1.375]],
    ['quotients', (a) => a.divide(between(1, 10), between(3, 6)), [toyed(1 / 6), toyed(10 / 3)]],
    ['reciprocals', (a) => a.reciprocal(between(3, 5)), [toyed(0.2), toyed(1 / 3)]],
    ['roots', (a) => a.sqrt(between(2, 3)), [toyed(Math.SQRT2), toyed(Math.sqrt(3))]],
    ['roots from zero on', (a) => a.sqrt(between(-1, 4)), [0, 2]],
    ['largest magnitudes', (a) => a.largest(rows(1, -3, 2)), [3, 3]],
    ['of divided terms', (a) => a.largest(a.over(rows(1, -3), at(2))), [1.5, 1.5]],
    ['counts', (a) => a.count(rows(0, Number.NaN, 7)), [3, 3]],
    ['float32 is wider', (a) => a.throughFloat32(at(1 + 2 ** -23)), [1 + 2 ** -23, 1 + 2 ** -23]],
    ['but not endless', (a) => a.throughFloat32(at(1 + 2 ** -30)), [1, 1]],
  ])('%s', (_, x, expected) => {
    expect(ends(x(machine()))).toEqual(expected);
  });
});
