import { aboutInput, kindOfType, ordered, placeOfAxis } from '../aggregate/conditions.ts';
import { unique } from '../aggregate/grouping.ts';
import type { Condition } from '../schema.ts';
import { inList } from './plural.ts';

/** Describes conditions: "rank of X is 3 and axis is given"; empty if there are none. */
export function describeConditions(conditions: readonly Condition[]): string {
  const all = conditions.map(describeCondition);
  const said = all.map((text, i) =>
    aboutInput.test(conditions[i]!.dimension) ? /^(.+?) (is|has) (.+)$/.exec(text) : null,
  );
  return all
    .flatMap((text, i) => {
      const [, , verb, rest] = said[i] ?? [];
      const subjects = said.flatMap((other) => (verb && other?.[2] === verb && other[3] === rest ? [other[1]!] : []));
      if (subjects.length < 2) return [text];
      // several subjects of one statement are named where the first is
      return said[i]![1] === subjects[0] ? [`${inList(subjects)} ${verb === 'is' ? 'are' : 'have'} ${rest}`] : [];
    })
    .join(' and ');
}

type Wording = readonly [dimension: RegExp, words: string];

/** Wordings for a dimension with any value, or one of many; the first match is used. */
const anyValue: readonly Wording[] = [
  [/^(.+ in (?:\S+|any input))$/, '$1'],
  [/^run$/, 'in a later run'],
  [/^(.+) since the first run$/, '$1 is that of the first run again'],
  [/^(.+) since the (.+)$/, '$1 is another than in the $2'],
  [/^(?:length|entries|order) of (.+)$/, '$1 has several entries'],
  [/^value of (.+)$/, '$1 is another input too'],
  [/^sizes of (.+)$/, 'shape of $1 also fits other dimensions'],
  [/^equal sizes of (.+)$/, '$1 has several dimensions'],
  [/^divisors of (.+)$/, 'size of $1 is above 2'],
  [/^zeros of (.+)$/, '$1 has zeros'],
  [/^signs of (.+)$/, '$1 has negative entries'],
  [/^parity of (.+)$/, '$1 is 2 or more'],
  [/^(?:form|type|default) of (.+)$/, '$1 is given'],
  [/^rank of (\S+) relative to (.+)$/, '$1 and $2 differ in rank'],
  [/^(\S+) along (.+)$/, '$1 and $2 differ in shape'],
];

/** Wordings for a dimension with one value or a few; $v stands for them. */
const someValues: readonly Wording[] = [
  [/^run$/, 'in $v run'],
  [/^(.+) since the first run$/, '$1 is that of the first run again'],
  [/^(.+) since the (.+)$/, '$1 is $v since the $2'],
  [/^zeros of (.+)$/, '$1 has zeros'],
  [/^signs of (.+)$/, '$1 is $v'],
  [/^order of (.+)$/, 'order of $1 is $v'],
  [/^float types$/, 'floats of inputs are of $v'],
  [/^sizes of (\S+)$/, 'shape of $1 also fits other dimensions'],
  [/^(?:rank of )?(\S+) (?:along|relative to) (.+)$/, '$1 against $2 is $v'],
  [/^elements of (.+)$/, '$1 has $v elements'],
  [/^entries of (.+)$/, 'entries of $1 are $v'],
  [/^divisors of (.+)$/, 'size of $1 is $v'],
  [/^equal sizes of (.+)$/, 'of the sizes of $1 $v are equal'],
  [/^default of (.+)$/, '$1 is $v'],
  [/^(?:form|type|value|parity) of (.+)$/, '$1 is $v'],
];

/** Words before a value of an input, "only NaN in X", by the places where the value is. */
const quantities: Readonly<Record<string, string>> = { some: 'some', all: 'only', everywhere: 'only' };

/** Words behind an input, "NaN in X at the end", for the place of a single value. */
const placeWords: Readonly<Record<string, string>> = {
  first: 'at the start',
  last: 'at the end',
  within: 'in the middle',
};

/** Values with their own wording. */
const words: Readonly<Record<string, string>> = {
  given: 'its default',
  'not taken': 'not its default',
  'other values': 'of other values',
  'in the middle, negative': 'negative and in the middle',
  'the last, negative': 'negative and the last',
  'the first, negative': 'negative and the first',
  'negative, below 1': 'between -1 and 0',
  'negative, above 1': 'below -1',
  'positive, below 1': 'between 0 and 1',
  'positive, above 1': 'above 1',
  'with equal ones': 'not strict',
  'repeated in the middle': 'broadcast in the middle',
  'inner dimensions repeated': 'broadcast along inner dimensions',
  'outer dimensions repeated': 'broadcast along outer dimensions',
  'repeated around it': 'broadcast on both sides',
  'both are repeated': 'broadcast both ways',
  'the other is repeated': 'larger',
  'one element': 'a single element',
};

/** Describes a condition: "rank of X is 3", "B is constant", "NaN in X", "axis is not its default", "axis is given". */
function describeCondition({ dimension, values, except }: Condition): string {
  const isAnyForm = dimension.startsWith('form of ') && values.length > 1 && !values.includes('left out');
  const isMany = values.length > named && except === undefined;
  const isAny = values.length === 0 || isAnyForm || (isMany && !ordered(values));
  const [kind] = isMany && dimension.startsWith('type of ') ? values.map(kindOfType) : [];
  if (kind) return `${dimension.slice('type of '.length)} is of ${kind}s`;
  const [own, wordings] = together.find(([pattern]) => pattern.test(dimension)) ?? [];
  const known = wordings?.[String(values.toSorted())];
  if (known !== undefined) return dimension.replace(own!, known);
  const worded = (isAny ? anyValue : someValues).find(([pattern]) => pattern.test(dimension));
  if (/^.+ in \S+$/.test(dimension)) return describePlaces(dimension, values);
  const name = (value: string) => words[value] ?? value;
  const isSaid = except === undefined || (ordered(values) && isRange(ordered(values)!));
  const text = isSaid ? oneOf(withoutSides(values).map(name)) : `not ${name(except)}`;
  const usual = isAny ? `${dimension} is given` : `${dimension} is ${text}`;
  if (!worded) return usual;
  const [pattern, phrase] = worded;
  return dimension
    .replace(pattern, phrase)
    .replace('$v', text)
    .replace(/ 1 elements$/, ' 1 element');
}

/** Wordings for all values of a dimension together. */
const together: readonly (readonly [dimension: RegExp, words: Readonly<Record<string, string>>])[] = [
  [
    /^entries of (.+) relative to (.+)$/,
    {
      'somewhere above': 'an entry of $1 is above that of $2',
      'somewhere above,somewhere equal to': 'an entry of $1 is at least that of $2',
      'somewhere equal to': 'an entry of $1 equals that of $2, and none is above',
      'everywhere below,somewhere equal to': 'no entry of $1 is above that of $2',
      'everywhere below': 'every entry of $1 is below that of $2',
    },
  ],
  [/^signs of (.+)$/, { mixed: 'entries of $1 have both signs', 'mixed,negative': '$1 has negative entries' }],
];

/** Returns axes without those that name the place of another one from the end. */
const withoutSides = (values: readonly string[]): readonly string[] =>
  values.filter((value) => placeOfAxis(value) === value || !values.includes(placeOfAxis(value)));

/** Describes values in an input: "NaN in X", "only infinities in X", "white space in X at the end". */
function describePlaces(given: string, values: readonly string[]): string {
  const dimension = given.replace(/^upper half in /, 'numbers of the upper half in ');
  const [quantity, ...others] = unique(values.map((value) => quantities[value]));
  if (quantity !== undefined && others.length === 0) return `${quantity} ${dimension}`;
  const places = values.length <= named ? values.map((value) => placeWords[value] ?? value) : [];
  return `${dimension} ${places.join(' or ')}`.trim();
}

/** The greatest number of values to name; a condition with more counts as any value. */
const named = 3;

/** Formats values: "3", "3 or more", "1 to 4", "a or b", "3, or 5 or more". */
function oneOf(values: readonly string[]): string {
  const inOrder = ordered(values);
  if (!inOrder || inOrder.length < 2) return values.join(' or ').replace(/\ba later one$/, 'a later');
  const [first, last] = [inOrder[0]!, inOrder.at(-1)!];
  const isOpen = last.endsWith(' or more');
  // a few values may have gaps and are listed; many values form a range
  if (inOrder.length <= named && !isRange(inOrder))
    return isOpen ? `${inOrder.slice(0, -1).join(', ')}, or ${last}` : inOrder.join(' or ');
  return isOpen ? `${leastOf(first)} or more` : `${leastOf(first)} to ${mostOf(last)}`;
}

/** Whether numbers and ranges in order follow each other without a gap. */
const isRange = (inOrder: readonly string[]): boolean =>
  inOrder.slice(1).every((text, i) => leastOf(text) === mostOf(inOrder[i]!) + 1);

/** Returns the least number of a range: 3 for "3 to 7". */
const leastOf = (text: string): number => Number.parseInt(text, 10);

/** Returns the greatest number of a range: 7 for "3 to 7". */
const mostOf = (text: string): number => Number(/\d+$/.exec(text)?.[0] ?? Number.POSITIVE_INFINITY);
