import { acceptAnything } from '../../judge/acceptance.ts';
import type { Alternative } from '../../judge/evaluated-outputs.ts';
import { observe } from '../../judge/policy.ts';
import { holdsNaN } from '../../numerics/tensor.ts';
import type { Call } from '../../spec/declaration.ts';
import { define } from '../../spec/define.ts';
import type { Operator, OperatorVersion } from '../../spec/operator.ts';
import { mayRefuseSearch, occurrencesOf, sizeOfAxis } from './axis.ts';
import { argReductionClauses } from './clauses.ts';
import { type Exceeds, searchSlices } from './evaluate.ts';
import { outOfRange } from './hypotheses.ts';

/** The declaration of an arg-reduction; everything else is shared. */
export interface ArgReductionDeclaration {
  readonly name: string;
  readonly definition: string;
  /** the wanted element, in words: `largest` */
  readonly extreme: string;
  readonly exceeds: Exceeds;
}

/** Creates an operator that returns the index of the extreme element in each slice along an axis. */
export function argReduction({ exceeds, ...declared }: ArgReductionDeclaration): Operator {
  const { name, definition } = declared;
  return define({
    name,
    definition,
    family: 'arg-reduction',
    hypotheses: [outOfRange],
    mayRefuse: mayRefuseSearch,
    evaluate: searchSlices(exceeds),
    alternatives: (version, call) => otherSearches(exceeds, version, call),
    refine: (expected, version, call) =>
      sizeOfAxis(version, call) > 0
        ? expected
        : expected.map((output) => ({ ...output, accept: () => acceptAnything('empty-index', 0n) })),
    clauses: (schema) => argReductionClauses(declared, schema),
    axes: [{ name: 'axis', since: 11 }],
    formerTypes: { until: '1.1.2', said: 'float types only' },
  });
}

/**
 * Returns the alternatives that the text leaves open: which of several extremes is meant, and whether a NaN is an extreme,
 * which, and where.
 */
function otherSearches(exceeds: Exceeds, version: OperatorVersion, call: Call): readonly Alternative[] {
  const occurrences = occurrencesOf(version, call);
  const [recommended] = occurrences;
  const places = [recommended, recommended === 'first' ? 'last' : 'first'] as const;
  const ofNaN = holdsNaN(call.inputs[0])
    ? [
        ...places.map((nan) => ({
          nan,
          choices: [observe('nan-index', 'propagates'), observe('nan-occurrence', nan)],
        })),
        ...[{}, { beginsOutside: true as const }].map((search) => ({
          ...search,
          nan: 'ignored' as const,
          choices: [observe('nan-index', 'ignored')],
        })),
        { nan: 'if-first' as const, choices: [observe('nan-index', 'if-first')] },
      ]
    : [{ nan: recommended, choices: [] }];
  const searches = ofNaN.flatMap(({ choices, ...of }) =>
    occurrences.map((occurrence) => ({
      evaluate: searchSlices(exceeds, { ...of, occurrence }),
      choices: occurrences.length > 1 ? [...choices, observe('tie-index', occurrence)] : choices,
    })),
  );
  const otherwise = searches[0]!.choices;
  return searches.slice(1).map((search) => ({ ...search, otherwise }));
}
