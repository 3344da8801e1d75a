import { meetsTier } from '../../oracles/judge/tier.ts';
import { formatOf } from '../../oracles/numerics/dtype.ts';
import { uniqueDTypes } from '../aggregate/grouping.ts';
import type { Accuracy, Report } from '../schema.ts';
import { scopes } from './observed.ts';
import { describeScopes } from './phrases.ts';
import { plural } from './plural.ts';

/** Returns operators in 16-bit floats with answers that are not better than those of an accumulator of the same type. */
function coarse({ accuracy }: Report): readonly Accuracy[] {
  return accuracy.filter(({ dtype, tiers }) => isSixteenBits(dtype) && (tiers.native ?? 0) > 0);
}

const isSixteenBits = (dtype: Accuracy['dtype']): boolean => {
  const { kind, bits } = formatOf(dtype);
  return kind === 'float' && bits === 16;
};

/**
 * Describes the value of a pass in 16 bits. A sum may be computed in the type itself, so that 4,096 ones may give 2,048:
 * "float16 reached only tier native in 12 of 786 cases, where 40 elements prove nothing". `undefined` if there are no such
 * cases, or a better tier was required.
 */
export function describeHalfPrecision(report: Report): string | undefined {
  const found = coarse(report);
  if (found.length === 0 || !meetsTier('native', report.options.requireTier)) return undefined;
  const own = report.accuracy.filter(({ dtype }) => isSixteenBits(dtype));
  const native = found.reduce((sum, { tiers }) => sum + tiers.native!, 0);
  const all = own.flatMap(({ tiers }) => Object.values(tiers)).reduce((sum, cases) => sum + cases, 0);
  const vacuous = found.reduce((sum, { vacuousElements }) => sum + vacuousElements, 0);
  const dtypes = uniqueDTypes(found.map(({ dtype }) => dtype)).join(' and ');
  const nothing = vacuous > 0 ? `, where ${plural(vacuous, 'element')} prove nothing` : '';
  return `${dtypes} reached only tier native in ${native} of ${plural(all, 'case')}${nothing}`;
}

/** Describes narrow accumulators: "16-bit accumulator no wider than the type (tier native): ReduceSum: float16", if any. */
export function describeAccumulator(report: Report): string | undefined {
  const found = coarse(report);
  if (found.length === 0) return undefined;
  return `16-bit accumulator no wider than the type (tier native): ${describeScopes(scopes(found), report)}`;
}
