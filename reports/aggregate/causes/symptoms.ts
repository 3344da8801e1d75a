import { valuesIn } from '../../../oracles/judge/explanations/signs.ts';
import type { CaseResult } from '../../schema.ts';
import type { WrongElements } from '../failure-group.ts';
import { groupBy, minCasesForClaim, unique } from '../grouping.ts';

/** What all wrong elements of some cases share. */
interface CommonSigns {
  /** their value */
  readonly what?: string | undefined;
  /** the kind of right values: `NaN` */
  readonly values?: string | undefined;
  /** the right values and their place, or what is known of them, in words */
  readonly where: readonly string[];
}

type WithSigns = Pick<CaseResult, 'signs'>;
type StoredSigns = NonNullable<CaseResult['signs']>;

const noSigns: StoredSigns = { what: [], where: [], telling: [] };

/** Returns what all wrong elements of some cases share. */
export function commonSigns(all: readonly WithSigns[]): CommonSigns {
  const signs = all.map((one) => one.signs ?? noSigns);
  const common = (of: (one: StoredSigns) => readonly string[]) =>
    of(signs[0]!).filter((text) => signs.every((own) => of(own).includes(text)));
  // a place seen in one of several cases may be chance, and more so where most elements are right
  const least = Math.min(2, signs.length);
  const isAlwaysSign = (text: string) => signs.every(({ where }) => where.includes(text));
  const isDistinctive = (text: string) =>
    signs.filter(({ telling }) => telling.includes(text)).length >= (isAlwaysSign(text) ? least : confirmed);
  const [first, ...others] = common(({ where, possible = [] }) => [...where, ...possible]).filter(isDistinctive);
  const values = first === undefined ? undefined : valuesIn(first);
  const place = values === undefined ? undefined : others.find((text) => valuesIn(text) === undefined);
  return { what: common(({ what }) => what)[0], values, where: [first, place].filter((text) => text !== undefined) };
}

/** The number of cases from which a place counts where most elements are right in some. */
const confirmed = 6;

/**
 * Describes what all wrong elements share: "0 in the last element"; `undefined` if they share nothing.
 * @param hasSpan whether words on where they are follow
 * @param same the value that all of them have
 */
export function symptomOf(all: readonly WithSigns[], hasSpan = false, same?: SharedValue): string | undefined {
  const signs = commonSigns(all);
  const places = signs.where.filter((text) => valuesIn(text) === undefined);
  const what = same && same.got !== '""' ? same.got : signs.what;
  const where = same?.exact === undefined ? signs.where : [`for ${same.exact}`, ...places];
  if (where.length > 0) return [what ?? 'wrong values', ...where.map(ofResults)].join(' ');
  return what === undefined || hasSpan ? what : `wrong values: ${what}`;
}

type SharedValue = NonNullable<CaseResult['sameValue']>;

/** Returns the value that all wrong elements of some cases have; `undefined` if they differ, if too few cases show it, or if it is long. */
export function sameValueIn(all: readonly WrongElements[]): SharedValue | undefined {
  const shared = (key: keyof SharedValue) => {
    const [text, ...others] = unique(all.map(({ sameValue }) => sameValue?.[key]));
    return others.length === 0 && text !== undefined && text.length <= longestValue ? text : undefined;
  };
  const [got, exact] = [shared('got'), shared('exact')];
  if (all.length < minCasesForClaim || got === undefined) return undefined;
  return { got, ...(exact !== undefined && { exact }) };
}

/** The number of characters up to which a value is named. */
const longestValue = 12;

/** Returns the outputs with wrong elements in some cases, if others are right in all of them. */
export function wrongOutputsOf(all: readonly WrongElements[]): CaseResult['outputs'] {
  const outputs = all.flatMap((own) => own.outputs ?? []);
  if (outputs.length < all.length) return undefined;
  const wrong = unique(outputs.flatMap((own) => own.wrong));
  const right = unique(outputs.flatMap((own) => own.right)).filter((name) => !wrong.includes(name));
  return right.length > 0 ? { wrong, right } : undefined;
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

/** The values of an input at some elements. */
type StoredValues = NonNullable<CaseResult['inputValues']>[number];

/**
 * Describes the values of an input at all wrong elements of some cases, if many right elements have others: "X is 88.7 or more", "X is
 * from -0.1 to 0.2", "X is 4 or more in magnitude". `undefined` if that holds for no input.
 */
export function spanOf(all: readonly WrongElements[]): string | undefined {
  const known = all.map(({ inputValues }) => inputValues ?? []);
  for (const [input, own] of groupBy(known.flat(), (one) => one.input)) {
    if (own.length < all.length) continue;
    const magnitudes = own.map(({ wrong, right }) => ({ wrong: wrong.map(Math.abs), right: right.map(Math.abs) }));
    const span = rangeWithout(own) ?? rangeWithout(magnitudes)?.concat(' in magnitude');
    if (span !== undefined) return `${input} is ${span}`;
  }
  return undefined;
}

/** Numbers at wrong and at right elements. */
type NumbersThere = Pick<StoredValues, 'wrong' | 'right'>;

/**
 * Describes the range of numbers at wrong elements, by both of its ends only if that leaves out far more right ones; `undefined` if it
 * may be chance that so many right ones are outside.
 */
function rangeWithout(all: readonly NumbersThere[]): string | undefined {
  const wrong = unique(all.flatMap((own) => own.wrong));
  const right = unique(all.flatMap((own) => own.right));
  if (wrong.length < fewestWrong) return undefined;
  const [least, most] = [Math.min(...wrong), Math.max(...wrong)];
  const bitsOf = (isOutside: (x: number) => boolean) => {
    const outside = right.filter(isOutside).length;
    const count = wrong.length + right.length;
    return outside < fewestOutside ? 0 : wrong.length * Math.log2(count / (count - outside));
  };
  const [from, to] = [least, most].map(shortest);
  const ranges = [
    { text: `${to} or less`, bits: bitsOf((x) => x > most) },
    { text: `${from} or more`, bits: bitsOf((x) => x < least) },
    { text: `from ${from} to ${to}`, bits: bitsOf((x) => x < least || x > most) - secondEnd },
  ];
  const [best] = ranges.toSorted((a, b) => b.bits - a.bits);
  return best!.bits < leastBits ? undefined : best!.text;
}

/** The least numbers of values at wrong elements, and at right ones outside of their range. */
const [fewestWrong, fewestOutside] = [3, 4] as const;

/** How unlikely it must be that no wrong element is there where many right ones are, and what a second end costs, in bits. */
const [leastBits, secondEnd] = [8, 4] as const;

const shortest = (x: number): string => `${Number(x.toPrecision(3))}`;
