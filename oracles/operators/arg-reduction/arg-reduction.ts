import type { ElementAcceptance } from '../../acceptance/acceptance.ts';
import { anyIndex, indexAcceptance } from '../../acceptance/index-acceptance.ts';
import { numbersOf } from '../../numerics/tensor.ts';
import type { Operator } from '../../operator.ts';
import { slicesOf } from '../reduction/slices.ts';
import { occurrencesOf, resolveArgReduction } from './axis.ts';
import { type Exceeds, searchSlices } from './evaluate.ts';
import { outOfRange } from './hypotheses.ts';
import { type Beats, readingsOf } from './readings.ts';
import { argReductionVersions } from './versions.ts';

/** What an arg-reduction declares of itself; everything else is shared. */
export interface ArgReductionDeclaration {
  readonly name: string;
  readonly definition: string;
  /** which element is wanted, as a reader would put it: `largest` */
  readonly extreme: string;
  /** is the first element nearer to the wanted one than the second? false for equal ones; never asked of NaN */
  readonly beats: Beats;
  /** the same in any arithmetic */
  readonly exceeds: Exceeds;
}

/** An operator that answers where in each slice along an axis the extreme element stands. */
export function argReduction(declared: ArgReductionDeclaration): Operator {
  return {
    name: declared.name,
    domain: '',
    family: 'arg-reduction',
    definition: declared.definition,
    versions: argReductionVersions(declared),
    hypotheses: [outOfRange],
    expect(version, call) {
      const { data, reduced, keepdims, occurrences } = resolveArgReduction(version, call);
      const { dims, starts, offsets } = slicesOf(data.dims, reduced, keepdims);
      const valueAt = numbersOf(data);
      const known: ElementAcceptance[] = [];
      const accept = (start: number): ElementAcceptance => {
        if (offsets.length === 0) return anyIndex;
        const values = Array.from(offsets, (offset) => valueAt(start + offset));
        return indexAcceptance(readingsOf(values, declared.beats, occurrences));
      };
      return [
        {
          dtype: 'int64',
          dims,
          accept(index) {
            known[index] ??= accept(starts[index]!);
            return known[index];
          },
        },
      ];
    },
    evaluate: searchSlices(declared.exceeds, { nanWins: true }),
    otherEvaluations: (version, call) =>
      occurrencesOf(version, call).flatMap((occurrence) =>
        [true, false].map((nanWins) => searchSlices(declared.exceeds, { nanWins, occurrence })),
      ),
  };
}
