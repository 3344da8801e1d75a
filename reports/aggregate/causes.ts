import { sharedExplanations, valuesMisread } from '../../oracles/judge/explanations/hypotheses.ts';
import { operatorAtFault, problemOf } from '../schema/predicates.ts';
import type { CaseResult, Condition, Explanation } from '../schema.ts';
import type { ClassList, OperatorClasses } from './conditions.ts';
import { type FailureGroupBuilder, merged } from './failure-group.ts';
import { groupBy, minCasesForClaim, unique } from './grouping.ts';
import { reasonOf } from './reason.ts';

/** Cases with one cause, as far as that can be known. */
export interface FoundCause {
  readonly id: string;
  readonly tally: FailureGroupBuilder;
  readonly explanation?: Explanation;
  /** what the wrong elements have in common, in words */
  readonly symptom?: string;
  /** what sets its cases apart from those of the same operators that pass */
  readonly conditions: readonly Condition[];
}

/** The classes of the cases of each operator. */
export type ClassesByOperator = ReadonlyMap<string, OperatorClasses>;

/** What a case looks like, as far as cases of one cause do. */
export function appearanceOf(result: CaseResult): string {
  const { explanations = [], signs } = result;
  return JSON.stringify([
    operatorAtFault(result),
    kindOf(result),
    problemOf(result),
    explanations.map(({ id }) => id),
    signs,
    result.problem === 'outputs' && reasonOf(result),
  ]);
}

/** The causes of wrong values and shapes: one of each operator, unless what is seen tells several apart. */
export function causesOf(looks: readonly FailureGroupBuilder[], classes: ClassesByOperator): readonly FoundCause[] {
  const units = groupBy(looks, ({ smallest }) => JSON.stringify([operatorAtFault(smallest), kindOf(smallest)]));
  const own = [...units.values()].flatMap((unit) => parted(unit, classes)).map((parts) => causeOf(parts, classes));
  return joined(own);
}

/** What never has the cause of something else: what a session leaves over, and what is known. */
const kindOf = ({ alone, known, classes, clause }: CaseResult) => [
  alone === 'right',
  known !== undefined,
  // of a graph, or a file, the clause alone says what it is
  !classes && clause,
];

/** What a second cause takes to be believed, in bits. */
const leastGain = 12;

/** The looks of an operator, parted where two causes say much less than one. */
function parted(
  looks: readonly FailureGroupBuilder[],
  classes: ClassesByOperator,
): readonly (readonly FailureGroupBuilder[])[] {
  if (looks.length < 2 || symptomsOf(looks).length > 0) return [looks];
  const whole = bitsOf(looks, classes);
  let best: { readonly parts: readonly (readonly FailureGroupBuilder[])[]; readonly bits: number } | undefined;
  for (const symptom of unique(looks.flatMap((look) => symptomsOf([look])))) {
    const parts = [true, false].map((has) => looks.filter((look) => symptomsOf([look]).includes(symptom) === has));
    if (parts.some((part) => part.reduce((sum, { cases }) => sum + cases, 0) < minCasesForClaim)) continue;
    const bits = parts.reduce((sum, part) => sum + bitsOf(part, classes), 0);
    if (!best || bits < best.bits) best = { parts, bits };
  }
  if (!best || best.bits + leastGain > whole) return [looks];
  return best.parts.flatMap((part) => parted(part, classes));
}

function classesIn(looks: readonly FailureGroupBuilder[]): readonly [operator: string, lists: readonly ClassList[]] {
  const all = looks.flatMap(({ classes }) => [...classes]);
  return [all[0]![0], all.flatMap(([, lists]) => lists)];
}

function bitsOf(looks: readonly FailureGroupBuilder[], classes: ClassesByOperator): number {
  const [operator, lists] = classesIn(looks);
  return classes.get(operator)!.conditionsOf(lists).bits;
}

/** What all cases of some looks show: explanations first, then what stands in wrong elements, then where. */
function symptomsOf(looks: readonly FailureGroupBuilder[]): readonly string[] {
  const [first, ...others] = looks.map(({ smallest }) => [
    ...(smallest.explanations ?? []).map(({ id }) => id),
    ...(smallest.signs?.what ?? []),
    ...(smallest.problem === 'dtype' ? ['dtype'] : []),
    ...(smallest.problem === 'outputs' ? [reasonOf(smallest)] : []),
  ]);
  return (first ?? []).filter((text) => others.every((own) => own.includes(text)));
}

function causeOf(looks: readonly FailureGroupBuilder[], classes: ClassesByOperator): FoundCause {
  const tally = merged(looks);
  const [operator, lists] = classesIn(looks);
  const all = classes.get(operator)!;
  const apart = (values?: string) => all.conditionsOf(lists, values).conditions;
  const fitting = (looks[0]!.smallest.explanations ?? []).filter(({ id }) =>
    looks.every(({ smallest }) => smallest.explanations?.some((own) => own.id === id)),
  );
  // what sets so few cases apart may be chance
  const own = tally.cases < minCasesForClaim ? [] : apart();
  const explanation = fitting.find(({ id }) => !all.isRefuted(id, own));
  const symptom = explanation ? undefined : symptomOf(looks.map(({ smallest }) => smallest));
  const [, value] = / for (NaN|infinities|-0|subnormal numbers|numbers from .*)$/.exec(symptom ?? '') ?? [];
  const conditions = apart(explanation ? valuesMisread.get(explanation.id) : value);
  return {
    id: slug(
      [
        operator,
        ...(tally.smallest.classes ? [] : [tally.smallest.clause]),
        explanation?.id ?? tally.problem ?? '',
      ].join(' '),
    ),
    tally,
    conditions,
    ...(explanation && { explanation }),
    ...(symptom !== undefined && { symptom }),
  };
}

/** "0 in the last element": what all wrong elements are, and where all of them stand; `undefined` if nothing is known of either. */
export function symptomOf(all: readonly Pick<CaseResult, 'signs'>[]): string | undefined {
  const signs = all.map((one) => one.signs ?? noSigns);
  const common = (of: 'what' | 'where') => signs[0]![of].filter((text) => signs.every((own) => own[of].includes(text)));
  const [what] = common('what');
  const where = common('where').find((text) => signs.some(({ telling }) => telling.includes(text)));
  if (where === undefined) return what && `wrong values: ${what}`;
  return `${what ?? 'wrong values'} ${where}`;
}

const noSigns: NonNullable<CaseResult['signs']> = { what: [], where: [], telling: [] };

/**
 * The same cause in several operators, where an explanation that does not depend on the operator accounts for all, and no condition
 * but types, versions and values does.
 */
function joined(causes: readonly FoundCause[]): readonly FoundCause[] {
  const isGeneral = ({ explanation, conditions, tally }: FoundCause) =>
    explanation !== undefined &&
    (sharedExplanations.has(explanation.id) || tally.problem === 'dtype') &&
    conditions.every(({ dimension }) => /^version$|^type of |^kind of data$| in /.test(dimension));
  const [general, others] = [causes.filter(isGeneral), causes.filter((cause) => !isGeneral(cause))];
  const same = groupBy(general, ({ explanation, tally }) => `${explanation!.id} ${tally.smallest.known !== undefined}`);
  return [
    ...others,
    ...[...same.values()].map((all): FoundCause => {
      if (all.length === 1) return all[0]!;
      const { explanation } = all[0]!;
      return {
        id: explanation!.id,
        explanation: explanation!,
        conditions: [],
        tally: merged(all.map(({ tally }) => tally)),
      };
    }),
  ];
}

/** In the form of an id. */
export const slug = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');
