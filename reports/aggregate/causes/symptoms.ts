import type { CaseResult } from '../../schema.ts';

/** What all wrong elements of some cases share: their value, and their place or the right values. */
interface CommonSigns {
  readonly what?: string | undefined;
  readonly where?: string | undefined;
}

type WithSigns = Pick<CaseResult, 'signs'>;

const noSigns: NonNullable<CaseResult['signs']> = { what: [], where: [], telling: [] };

/** Returns what all wrong elements of some cases share. */
export function commonSigns(all: readonly WithSigns[]): CommonSigns {
  const signs = all.map((one) => one.signs ?? noSigns);
  const common = (of: 'what' | 'where') => signs[0]![of].filter((text) => signs.every((own) => own[of].includes(text)));
  // a place seen in one of several cases may be chance
  const least = Math.min(2, signs.length);
  const isDistinctive = (text: string) => signs.filter(({ telling }) => telling.includes(text)).length >= least;
  return { what: common('what')[0], where: common('where').find(isDistinctive) };
}

/** Describes what all wrong elements share: "0 in the last element"; `undefined` if they share nothing. */
export function symptomOf(all: readonly WithSigns[]): string | undefined {
  const { what, where } = commonSigns(all);
  return where === undefined ? what && `wrong values: ${what}` : `${what ?? 'wrong values'} ${ofResults(where)}`;
}

/** Says that right values are meant, and not those of an input: "for negative results". */
const ofResults = (where: string): string => where.replace(/^(for .*)\bnumbers\b/, '$1results');

/** Describes how many digits of all wrong elements are right, if they are several: "wrong values after the first 6 digits". */
export function precisionOf(all: readonly DecidingElement[]): string | undefined {
  const digits = Math.floor(-Math.log10(Math.max(...all.map(errorOf))));
  return digits >= fewestDigits && digits < Number.POSITIVE_INFINITY
    ? `wrong values after the first ${digits} digits`
    : undefined;
}

type DecidingElement = Pick<CaseResult, 'failure' | 'problem'>;

/** Returns the relative error of a wrong element; NaN if it has none. */
function errorOf({ failure, problem }: DecidingElement): number {
  const [got, exact] = [Number(failure?.got), Number(failure?.exact)];
  return problem === 'value' && exact !== 0 ? Math.abs((got - exact) / exact) : Number.NaN;
}

/** Whether most wrong elements have several right digits. */
export const areClose = (all: readonly DecidingElement[]): boolean =>
  2 * all.filter((one) => errorOf(one) < 10 ** -fewestDigits).length > all.length;

/** The number of right digits from which a value is imprecise rather than another one. */
const fewestDigits = 3;
