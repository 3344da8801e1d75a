import { axisOf, type DimensionKind, leftOut, nameOf, rangeOf, withFields } from '../../generators/classes/notation.ts';
import { divisibilities } from '../../generators/classes/sizes.ts';
import { severalPlaces } from '../../generators/classes/values.ts';
import {
  type ClassCondition,
  conditionIn,
  isOfElements,
  kindOfType,
  ofSeveral,
  ordered,
} from '../aggregate/causes/conditions.ts';
import { unique } from '../aggregate/grouping.ts';
import type { Condition } from '../schema.ts';
import { inList } from './plural.ts';

/** Describes conditions: "rank of X is 3 and axis is given"; empty if there are none. */
export function describeConditions(conditions: readonly Condition[]): string {
  const all = conditions.map((one) => statementOf(conditionIn(one)));
  const said = all.flatMap((one, i) => {
    const same = all.filter(({ shared }) => one.shared !== undefined && shared === one.shared);
    if (same.length < 2) return [one.text];
    // several subjects of one statement are named where the first is
    const isFirst = all.indexOf(same[0]!) === i;
    return isFirst ? [`${inList(same.map(({ subject }) => subject))} ${one.shared}`] : [];
  });
  return said.join(' and ');
}

/** A condition in words. */
interface WordedCondition {
  readonly text: string;
  readonly subject: string;
  /** what may be said of several subjects at once: "are constant" */
  readonly shared?: string;
}

function statementOf(condition: ClassCondition): WordedCondition {
  const { dimension } = condition;
  const wording = wordingOf(condition);
  const text = withFields(wording, dimension);
  const [subject = '', verb, rest] = wording.split(/ (is|has) /).map((part) => withFields(part, dimension));
  if (verb === undefined || !ofSeveral.has(dimension.kind)) return { text, subject };
  return { text, subject, shared: `${verb === 'is' ? 'are' : 'have'} ${rest}` };
}

const tied = 'elements of $of tie for the $what';

type Wordings = Partial<Readonly<Record<DimensionKind, string>>>;

const [severalEntries, fitsOthers, isGiven] = [
  '$of has several entries',
  'shape of $of also fits other dimensions',
  '$of is given',
] as const;

/** Wordings for a dimension with any value, or one of many. */
const anyValue: Wordings = {
  run: 'in a later run',
  repeated: '$of is that of the first run again',
  changed: '$of is another than in the run before',
  length: severalEntries,
  entries: severalEntries,
  order: severalEntries,
  sameAs: '$of is another input too',
  fitting: fitsOthers,
  equalSizes: '$of has several dimensions',
  divisors: 'size of $of at $at is above 2',
  lineDivisors: 'elements along $of are more than 2',
  zeros: '$of has zeros',
  signs: '$of has negative entries',
  parity: '$of is 2 or more',
  form: isGiven,
  type: isGiven,
  default: isGiven,
  relativeRank: '$of and $to differ in rank',
  along: '$of and $to differ in shape',
  ties: tied,
};

const [isValue, against, comparedWith] = ['$of is $v', '$of against $to is $v', '$of is $v $to'] as const;
const [sizeAt, alongThem, nextSize, divided, covered] = [
  'size of $of at $at is $v',
  'number of elements along $of is $v',
  'size of $of at $at is $v the next',
  '$what of $of is $v $to',
  'last size of $of is $v the rank of $to',
] as const;

/** Wordings for a dimension with one value or a few; $v stands for them. */
const someValues: Wordings = {
  run: 'in $v run',
  repeated: '$of is that of the first run again',
  changed: '$of is $v since the run before',
  zeros: '$of has zeros',
  signs: isValue,
  floats: 'floats of inputs are of $v',
  tensors: '$of holds $v tensors',
  shapes: 'shapes in $of are $v',
  outside: '$of reads $v values from outside',
  fitting: fitsOthers,
  along: against,
  relativeRank: against,
  elements: '$of has $v elements',
  entries: 'entries of $of are $v',
  relation: 'entries of $of relative to $to are $v',
  divisors: sizeAt,
  line: '$v elements along $of',
  lineDivisors: alongThem,
  equalSizes: 'of the sizes of $of $v are equal',
  default: isValue,
  form: isValue,
  type: isValue,
  sameAs: isValue,
  parity: isValue,
  proportion: nextSize,
  count: divided,
  compared: comparedWith,
  ties: tied,
  stack: 'outer dimensions of $of against $to are $v',
  covering: covered,
  emptyInputs: 'one of $of is empty and $v',
};

const bothBounds = (wording: string): Readonly<Record<string, string>> => ({
  'below,equal to': wording.replace('$v', 'at most'),
  'above,equal to': wording.replace('$v', 'at least'),
});

/** Wordings for sizes that are, or are not, multiples of a width, by the values that say so together. */
const ofWidths = (wording: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    divisibilities.slice(1).flatMap((width, i) => [
      [String(divisibilities.slice(0, i + 1).toSorted()), wording.replace('$v', i === 0 ? 'odd' : `not ${width}`)],
      [String(divisibilities.slice(i + 1).toSorted()), wording.replace('$v', width)],
    ]),
  );

/** Wordings for all values of a dimension together. */
const together: Partial<Readonly<Record<DimensionKind, Readonly<Record<string, string>>>>> = {
  relation: {
    'somewhere above': 'an entry of $of is above that of $to',
    'somewhere above,somewhere equal to': 'an entry of $of is at least that of $to',
    'somewhere equal to': 'an entry of $of equals that of $to, and none is above',
    'everywhere below,somewhere equal to': 'no entry of $of is above that of $to',
    'everywhere below': 'every entry of $of is below that of $to',
  },
  signs: { mixed: 'entries of $of have both signs', 'mixed,negative': '$of has negative entries' },
  elements: { '1': '$of has 1 element' },
  tensors: { '1': '$of holds 1 tensor' },
  outside: { '1': '$of reads 1 value from outside' },
  proportion: bothBounds(nextSize),
  count: {
    ...bothBounds(divided),
    'a larger multiple of,not a multiple of': divided.replace('$v', 'above'),
    'a larger multiple of,equal to': divided.replace('$v', 'a multiple of'),
    'below,not a multiple of': divided.replace('$v', 'not a multiple of'),
    'below,equal to,not a multiple of': divided.replace('$v', 'not a larger multiple of'),
  },
  compared: bothBounds(comparedWith),
  covering: bothBounds(covered),
  divisors: ofWidths(sizeAt),
  lineDivisors: ofWidths(alongThem),
  gaps: { none: '$of names adjacent dimensions', some: '$of leaves out dimensions in between' },
  selfInverse: { itself: '$of is its own inverse', another: '$of is not its own inverse' },
  greatest: { '0': 'numbers in $of are below 1 in magnitude' },
};

/** Words before elements of an input, "only NaN in X", by the places where they are. */
const quantities: Readonly<Record<string, string>> = {
  some: 'some',
  all: 'only',
  everywhere: 'only',
  none: 'no',
  absent: 'no',
};

/** Words behind an input, "NaN in X at the end", for the place of a single element. */
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
  'a later one': 'a later',
};

function wordOf(value: string): string {
  const { place, isFromEnd } = axisOf(value);
  return isFromEnd ? `negative and ${place}` : (words[value] ?? value);
}

/** Returns the wording of a condition: "rank of $of is 3", "$of is constant", "NaN in $of", "$of is not its default". */
function wordingOf(condition: ClassCondition): string {
  const { dimension, values, except } = condition;
  const { kind } = dimension;
  const hasOwnWords = values.length > 0 && someValues[kind] !== undefined;
  if (isOfElements(condition) && !hasOwnWords) return describePlaces(condition);
  const isAnyForm = kind === 'form' && values.length > 1 && !values.includes(leftOut);
  const isMany = values.length > named && except === undefined;
  const [type] = isMany && kind === 'type' ? values.map(kindOfType) : [];
  if (type) return `$of is of ${type}s`;
  const known = together[kind]?.[String(values.toSorted())];
  if (known !== undefined) return known;
  const inOrder = ordered(values);
  if (values.length === 0 || isAnyForm || (isMany && !inOrder))
    return anyValue[kind] ?? `${nameOf(dimension)} is given`;
  const isSaid = except === undefined || (inOrder && isGapless(inOrder));
  const text = isSaid ? oneOf(withoutSides(values).map(wordOf)) : `not ${wordOf(except)}`;
  return (someValues[kind] ?? `${nameOf(dimension)} is $v`).replace('$v', () => text);
}

/** Returns axes without those that name the place of another one from the end. */
const withoutSides = (values: readonly string[]): readonly string[] =>
  values.filter((value) => !axisOf(value).isFromEnd || !values.includes(axisOf(value).place));

/** Describes elements of an input: "NaN in X", "only infinities in X", "white space in X at the end". */
function describePlaces({ dimension, values }: ClassCondition): string {
  const { what } = dimension;
  const name =
    dimension.kind === 'contents'
      ? withFields('$what in $of', dimension)
      : nameOf({ ...dimension, ...(what === 'upper half' && { what: 'numbers of the upper half' }) });
  const [quantity, ...others] = unique(values.map((value) => quantities[value]));
  const isPlain = dimension.kind === 'contents' && quantity === 'some';
  if (quantity !== undefined && others.length === 0) return isPlain ? name : `${quantity} ${name}`;
  const isAnywhere = values.length > named || (values.length > 1 && values.includes(severalPlaces));
  const places = isAnywhere ? [] : values.map((value) => placeWords[value] ?? value);
  return `${name} ${places.join(' or ')}`.trim();
}

/** The greatest number of values to name; a condition with more counts as any value. */
const named = 3;

/** Formats values: "3", "3 or more", "1 to 4", "a or b", "3, or 5 or more". */
function oneOf(values: readonly string[]): string {
  const inOrder = ordered(values);
  if (!inOrder || inOrder.length < 2) return values.join(' or ');
  const [first, last] = [rangeOf(inOrder[0]!)!, rangeOf(inOrder.at(-1)!)!];
  const isOpen = last.most === Number.POSITIVE_INFINITY;
  // a few values may have gaps and are listed; many values form a range
  if (inOrder.length <= named && !isGapless(inOrder))
    return isOpen ? `${inOrder.slice(0, -1).join(', ')}, or ${inOrder.at(-1)}` : inOrder.join(' or ');
  return isOpen ? `${first.least} or more` : `${first.least} to ${last.most}`;
}

/** Whether numbers and ranges in order follow each other without a gap. */
const isGapless = (inOrder: readonly string[]): boolean =>
  inOrder.slice(1).every((text, i) => rangeOf(text)!.least === rangeOf(inOrder[i]!)!.most + 1);
