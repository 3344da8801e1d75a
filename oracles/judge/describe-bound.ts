import { spanOf, type ValueSet } from '../arithmetic/value-set.ts';
import * as d from '../numerics/dyadic.ts';
import { formatScalar } from './acceptance.ts';

/** Describes a bound: "[1, 1.0000001]", "Infinity or NaN"; with a rejected zero inside of the interval, "[-0.5, -0] but not 0". */
export function formatBound(bound: ValueSet, rejected?: number): string {
  const { finite, plusZero, minusZero, plusInfinity, minusInfinity, nan } = spanOf(bound);
  const numbers = (): string[] => {
    if (!finite) return [];
    const [lo, hi] = [d.toNumber(finite.lo), d.toNumber(finite.hi)];
    if (lo === 0 && hi === 0) return [...(plusZero ? ['0'] : []), ...(minusZero ? ['-0'] : [])];
    if (lo === hi) return [formatScalar(lo)];
    const end = (x: number) => formatScalar(x === 0 && minusZero && !plusZero ? -0 : x);
    const isGap = rejected === 0 && lo <= 0 && hi >= 0;
    return [`[${end(lo)}, ${end(hi)}]${isGap ? ` but not ${formatScalar(rejected)}` : ''}`];
  };
  const words = [
    ...numbers(),
    ...(plusInfinity ? ['Infinity'] : []),
    ...(minusInfinity ? ['-Infinity'] : []),
    ...(nan ? ['NaN'] : []),
  ];
  return words.length === 1 && !words[0]!.startsWith('[') ? `exactly ${words[0]}` : words.join(' or ');
}
