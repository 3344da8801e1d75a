import type { FloatDefinition } from '../../acceptance/float.ts';
import { observe } from '../../acceptance/policy.ts';
import type { Kernel } from '../../numerics/arithmetic.ts';
import type { Operator } from '../../operator.ts';
import { reduction } from './reduction.ts';
import { reductionVersions } from './versions.ts';

/** What the greatest and the least element differ in. */
export interface ExtremumDeclaration {
  readonly name: string;
  readonly definition: string;
  readonly kernel: Kernel;
  /** result of an empty set as a reader would put it */
  readonly emptySet: string;
  readonly minusZero: NonNullable<FloatDefinition['minusZero']>;
  readonly showsOnly: NonNullable<Operator['showsOnly']>;
  readonly background?: number;
}

/**
 * A reduction to one of the elements, which is exact. NaN makes it NaN, or is ignored. IEEE 754-2019 orders -0 below +0;
 * implementations take either for the other.
 */
export function extremum({ emptySet, ...declared }: ExtremumDeclaration): Operator {
  const { name, kernel } = declared;
  return reduction({
    ...declared,
    alternatives: [
      {
        choice: observe('nan-in-extremum', 'ignored'),
        otherwise: observe('nan-in-extremum', 'propagates'),
        kernel: (a, xs) => kernel(a, a.numbers(xs)),
        isExact: true,
        matters: (terms) => terms.specials.nan,
        limit: 'a NaN may be ignored only beside numbers',
      },
    ],
    versions: reductionVersions({ name, emptySet, elementwise: 'x', isExtremum: true }),
  });
}
