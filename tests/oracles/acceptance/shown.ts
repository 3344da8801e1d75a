import { nothing, type Reach } from '../../../oracles/acceptance/reach.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';

/** The reach of finite values between two doubles. */
export function between(lo: number, hi: number): Reach {
  return { ...nothing, finite: { lo: d.fromNumber(lo), hi: d.fromNumber(hi) } };
}

/** The ends of the finite values as doubles. */
export function ends({ finite }: Reach): [number, number] | undefined {
  return finite && [d.toNumber(finite.lo), d.toNumber(finite.hi)];
}

/** Which values that are not finite can be reached, and whether zero may be -0. */
export function specials(x: Reach): string {
  const all = [x.plusInfinity && '+∞', x.minusInfinity && '-∞', x.nan && 'NaN', x.minusZero && '-0'];
  return all.filter(Boolean).join(' ');
}

/** Everything that can be reached, such as `1 … 2 +∞ NaN`. */
export function shown(x: Reach): string {
  const [lo, hi] = ends(x) ?? [];
  const finite = lo === undefined ? '' : lo === hi ? `${lo}` : `${lo} … ${hi}`;
  return [finite, specials(x)].filter(Boolean).join(' ');
}
