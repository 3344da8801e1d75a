import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { observe } from '../../judge/policy.ts';
import type { Operator } from '../../spec/operator.ts';
import type { ReductionKernel } from './kernel.ts';
import { reduction, withoutSignOfZero } from './reduction.ts';
import { reductionVersions } from './versions.ts';

/** The differences between the greatest and the least element. */
export interface ExtremumDeclaration {
  readonly name: string;
  readonly definition: string;
  readonly kernel: ReductionKernel;
  /** the result of an empty set, in words */
  readonly emptySet: string;
  readonly decidedBy: NonNullable<Operator['decidedBy']>;
  readonly fillValue?: number;
}

/**
 * Returns a reduction to one of the elements, which is exact. NaN is propagated or ignored. IEEE 754-2019 orders -0 below +0;
 * implementations may return either.
 */
export function extremum({ emptySet, ...declared }: ExtremumDeclaration): Operator {
  const { name, kernel } = declared;
  const ofNumbers: ReductionKernel = (a, xs, dtype) => kernel(a, numbersOf(a, xs), dtype);
  return reduction({
    ...declared,
    // an algorithm that starts with zero, or adds it, loses the sign of a zero
    algorithms: [withoutSignOfZero(kernel)],
    alternatives: [
      {
        choices: [observe('nan-in-extremum', 'ignored')],
        otherwise: [observe('nan-in-extremum', 'propagates')],
        kernel: ofNumbers,
        algorithms: [withoutSignOfZero(ofNumbers)],
        isDistinguishing: (terms) => terms.some(Number.isNaN),
        limit: 'a NaN may be ignored only if there are also numbers',
      },
    ],
    versions: reductionVersions({ name, emptySet, elementwise: 'x', isExtremum: true }),
  });
}

/** Replaces a NaN by another term, which for extrema equals leaving it out. */
function numbersOf<S>(a: Arithmetic<S>, xs: readonly S[]): readonly S[] {
  if (xs.length === 0) return xs;
  const number = xs.reduce((first, x) => a.select(a.isNaN(first), x, first));
  return xs.map((x) => a.select(a.isNaN(x), number, x));
}
