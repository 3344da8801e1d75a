import {
  absent,
  anyInput,
  axisOf,
  type Dimension,
  type DimensionKind,
  dimensionOf,
  nameOf,
  rangeOf,
  type SizeRange,
} from '../../../generators/classes/notation.ts';
import { formatOf, isDType } from '../../../oracles/numerics/dtype.ts';
import type { CaseResult, Condition } from '../../schema.ts';

/** A condition of a call: one of some values of a dimension, or any value if there are none. */
export interface ClassCondition {
  readonly dimension: Dimension;
  readonly values: readonly string[];
  /** the only other value, if the condition is best described by it */
  readonly except?: string;
}

/** Returns a condition as findings have it. */
export const written = ({ dimension, values, except }: ClassCondition): Condition => ({
  dimension: nameOf(dimension),
  values,
  ...(except !== undefined && { except }),
});

/** Returns the condition of a finding. */
export const conditionIn = ({ dimension, ...others }: Condition): ClassCondition => ({
  dimension: dimensionOf(dimension),
  ...others,
});

/** The classes of a call. */
export type CallClasses = ReadonlyMap<Dimension, string>;

/** Returns the classes of a result. */
export const classesOfCall = (classes: NonNullable<CaseResult['classes']>): CallClasses =>
  new Map(Object.values(classes).flatMap(classesIn));

/** Returns the classes of one aspect of a call. A single negative number has also that of a list with negative entries. */
export const classesIn = (classes: Readonly<Record<string, string>>): readonly (readonly [Dimension, string])[] =>
  Object.entries(classes).flatMap(([name, value]) => {
    const dimension = dimensionOf(name);
    const own = [dimension, value] as const;
    const isSigned = dimension.kind === 'attribute' && isNegative(value);
    return isSigned ? [own, [dimensionOf(nameOf({ ...dimension, kind: 'signs' })), 'negative'] as const] : [own];
  });

const isNegative = (value: string): boolean =>
  ['-1', 'negative', 'far below zero'].includes(value) || axisOf(value).isFromEnd;

/** Whether a condition on a dimension speaks of another one: that on an entry of a list of every entry, that on any input of each. */
export function speaksOf(dimension: Dimension, other: Dimension): boolean {
  if (dimension === other) return true;
  if (dimension.kind === 'anyEntry') return other.kind === 'entry' && other.of === dimension.of;
  return dimension.of === anyInput && other.kind === dimension.kind && other.what === dimension.what;
}

/** Whether a call with some classes meets a condition. An earlier version has no such attribute; nodes of graphs have no version. */
export function isMet({ dimension, values }: ClassCondition, classes: CallClasses): boolean {
  const own = [...classes].filter(([other]) => speaksOf(dimension, other));
  if (own.length > 0) return values.length === 0 || own.some(([, value]) => values.includes(value));
  return dimension.kind === 'version' || (values.includes(absent) && !classes.has(lengthOf(dimension)));
}

/** Returns the dimension of the length of an attribute: a list has it in place of a value. */
export const lengthOf = (dimension: Dimension): Dimension =>
  dimension.kind === 'attribute' ? dimensionOf(nameOf({ ...dimension, kind: 'length' })) : dimension;

/** Returns conditions on a single input as conditions on any; `undefined` if they are others. */
export function ofAnyInput(conditions: readonly ClassCondition[]): readonly ClassCondition[] | undefined {
  const [first] = conditions;
  const isOfOne = ({ dimension: { kind, of } }: ClassCondition) => ofEachInput.has(kind) && of === first!.dimension.of;
  if (!first || !conditions.every(isOfOne)) return undefined;
  return conditions.map(({ dimension, values }) => ({
    dimension: dimensionOf(nameOf({ ...dimension, of: anyInput })),
    values: ofElements.has(dimension.kind) ? [] : values,
  }));
}

/** Returns a test whether a condition is on a dimension of one of some kinds. */
const isOn =
  (kinds: ReadonlySet<DimensionKind>) =>
  ({ dimension: { kind } }: Pick<ClassCondition, 'dimension'>): boolean =>
    kinds.has(kind);

const setOf = (...kinds: readonly DimensionKind[]): ReadonlySet<DimensionKind> => new Set(kinds);

/** What is in an input or in an attribute. */
export const ofElements = setOf(
  'values',
  'contents',
  'negatives',
  'positives',
  'equals',
  'tensors',
  'shapes',
  'outside',
  'graphs',
);

/** Dimensions that an operator may have of each input. */
const ofEachInput = new Set([...setOf('form', 'type'), ...ofElements]);

/** Dimensions on which few kernels depend, and which often follow from a rank, a size, or the kind of data. */
export const farFetched = setOf('divisors', 'lineDivisors', 'equalSizes', 'proportion', 'greatest', 'ties');

export const ofSizes = new Set([...setOf('size', 'elements', 'line'), ...farFetched]);

/** What is said of an attribute: that it is 1, and that it is not its default, are two words for one thing. */
const ofAttributes = setOf('attribute', 'default', 'length', 'entries', 'order', 'parity', 'selfInverse', 'gaps');

/** What may be said of several inputs at once: "A and B are int64". */
export const ofSeveral = setOf('form', 'type', 'rank', 'relativeRank', 'size', 'elements');

export const isFarFetched = isOn(farFetched);

/** Whether a dimension only compares numbers or sizes that others have. */
export const isOfRelation = isOn(
  setOf(
    'proportion',
    'count',
    'compared',
    'ties',
    'stack',
    'covering',
    'selfInverse',
    'gaps',
    'line',
    'lineDivisors',
    'emptyInputs',
    'positives',
    'contents',
  ),
);

/** Whether a condition is on the form of an input, on the order of a list, or on how a shape goes along another. */
export const isOfForm = isOn(setOf('form', 'order', 'along'));

/** Whether a condition is on how two shapes or lists compare. */
export const isOfComparison = isOn(
  setOf('along', 'relativeRank', 'stack', 'covering', 'relation', 'count', 'compared'),
);

const goingAlong = new Set([
  ...setOf('size', 'elements', 'line', 'divisors', 'lineDivisors', 'equalSizes', 'proportion', 'greatest'),
  ...setOf('fitting', 'along', 'relativeRank', 'negatives', 'positives', 'equals'),
]);

/** Whether a condition, besides others, goes along with what shows a fault as often as it is a reason. */
export const isGoingAlong = isOn(goingAlong);

/** Whether a condition is on a type or a version. */
export const isOfType = isOn(setOf('version', 'type'));

/** Whether a condition is on what is in an input. */
export const isOfElements = isOn(ofElements);

const isOfMagnitude = isOn(setOf('greatest'));

/** Whether a condition is on values of an input other than NaN and infinities. */
export const isOfUsualValues = (condition: ClassCondition): boolean =>
  isOfMagnitude(condition) ||
  (isOfElements(condition) && !['NaN', 'infinities'].includes(condition.dimension.what ?? ''));

/** Whether a condition is on a size other than 0, or on sizes that are equal. */
export const isOfSize = ({ dimension: { kind }, values }: ClassCondition): boolean =>
  (ofSizes.has(kind) || kind === 'fitting') && String(values) !== '0';

/** Returns what a condition speaks of. */
export const subjectOf = ({ dimension }: ClassCondition): string =>
  ofAttributes.has(dimension.kind) ? dimension.of! : nameOf(dimension);

/** Returns the same, roughly: an input without elements has a size of 0, and large numbers are beyond several limits. */
export function topicOf(condition: ClassCondition): string {
  const { kind, of, what = '' } = condition.dimension;
  if (String(condition.values) === '0' && (kind === 'length' || kind === 'elements' || kind === 'size'))
    return `size of ${of}`;
  if (kind === 'entry' || kind === 'anyEntry') return of!;
  return largeNumbers.includes(what) || kind === 'greatest' ? `large numbers in ${of}` : subjectOf(condition);
}

const largeNumbers: readonly string[] = [
  ...[24, 31, 53].map((bits) => `numbers from 2^${bits} on`),
  'the largest number',
  'upper half',
];

type AnyCondition = ClassCondition | Condition;

/** Whether two conditions ask for the same values. */
export const haveSameValues = (one: AnyCondition, other: AnyCondition): boolean =>
  String(one.values) === String(other.values);

/** Whether a condition is one of several. */
export const isAmong = <C extends AnyCondition>(all: readonly C[], condition: C): boolean =>
  all.some((own) => own.dimension === condition.dimension && haveSameValues(own, condition));

/** The kind of numbers of a type: integer, float …; `undefined` for text that names no type of tensors. */
export const kindOfType = (text: string): string | undefined => (isDType(text) ? formatOf(text).kind : undefined);

/** Returns sizes, ranks or versions in ascending order; `undefined` for other values. */
export function ordered(values: readonly string[]): readonly string[] | undefined {
  const ranges = values.map((text) => ({ text, range: rangeOf(text) }));
  if (!ranges.every((one): one is { text: string; range: SizeRange } => one.range !== undefined)) return undefined;
  return ranges.toSorted((a, b) => a.range.least - b.range.least).map(({ text }) => text);
}
