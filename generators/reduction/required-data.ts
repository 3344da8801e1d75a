import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { farRows } from '../far-rows.ts';
import { floatRows, integerRows, specialRows } from '../rows.ts';

/** Data for any dtype. */
const gridClasses = ['grid', 'one-hot', 'far-hot', 'ones', 'grid-near-limit'] as const;

/** Data that exists for some clauses: operators without any of them have no use for it. */
const clausesOf: Readonly<Record<string, readonly string[]>> = {
  'far-hot': ['nan'],
  'grid-near-limit': ['accuracy', 'close-values', 'integer-exact'],
  uneven: ['integer-rounding'],
  overflow: ['integer-overflow'],
  positive: ['accuracy'],
  mixed: ['accuracy', 'rank-zero'],
  spread: ['accuracy'],
  factors: ['accuracy'],
  'two-terms': ['accuracy'],
  cancelling: ['accuracy', 'domain'],
  'large-and-small': ['accuracy'],
  'near-overflow': ['intermediate-range'],
  'beyond-squares': ['intermediate-range'],
  'order-dependent-overflow': ['intermediate-range'],
  'huge-and-tiny': ['intermediate-range'],
  'far-from-zero': ['intermediate-range'],
  brink: ['intermediate-range'],
  large: ['integer-rounding'],
  neighbours: ['close-values'],
  opposite: ['close-values'],
  apart: ['integer-rounding'],
  'one-far-above': ['domain'],
  extreme: ['integer-exact'],
  negative: ['domain'],
  zeros: ['zero-sign', 'domain'],
  'minus-zero': ['zero-sign', 'domain'],
  'far-nan': ['nan'],
  'far-infinity': ['infinity'],
  'all-infinite': ['infinity'],
  'far-finite': ['domain'],
  'masked-blocks': ['domain'],
};

/** The kinds of data that the suite must try with a reduction of these clauses in a dtype. */
export function reductionData(dtype: DType, clauses: readonly string[]): string[] {
  const { kind } = formatOf(dtype);
  const rows = kind === 'float' ? { ...floatRows, ...specialRows, ...farRows } : kind === 'integer' ? integerRows : {};
  return [...gridClasses, ...Object.keys(rows)].filter((name) => {
    const any = clausesOf[name];
    return any === undefined || any.some((clause) => clauses.includes(clause));
  });
}
