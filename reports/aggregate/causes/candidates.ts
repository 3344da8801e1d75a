import {
  absent,
  anyInput,
  axisOf,
  type Dimension,
  type DimensionKind,
  dimensionOf,
  leftOut,
  nameOf,
  rangeOf,
} from '../../../generators/classes/notation.ts';
import { divisibilities } from '../../../generators/classes/sizes.ts';
import { groupBy, unique } from '../grouping.ts';
import { areEqual, type BitSet, sizeOf } from './bits.ts';
import {
  type CallClasses,
  type ClassCondition,
  farFetched,
  isMet,
  kindOfType,
  lengthOf,
  ofElements,
  ofSizes,
  ordered,
} from './conditions.ts';
import { type ClassList, callOf, compareText, type TriedClasses, type TriedDimension } from './tried-classes.ts';

/** A condition that all broken cases meet, and some passing ones do not. */
export interface Candidate extends ClassCondition {
  /** the cost of the condition's description, in bits */
  readonly cost: number;
  /** the compared passing cases that also meet it */
  readonly passing: BitSet;
}

/** Restricts the passing cases with which broken ones are compared. */
export interface ComparedCases {
  /** only cases with these values in an input: `NaN` */
  readonly values?: string | undefined;
  /** only cases that the fault of this id would make fail */
  readonly explanation?: string;
  /** the error message of the broken cases: a dimension that it names is a likely reason, values rarely are */
  readonly refusal?: string;
  /** whether the broken cases have a wrong shape: values are rarely the reason */
  readonly isOfShape?: boolean;
  /** whether broken values are close to right ones: the more elements, the likelier one of them is too far off */
  readonly isClose?: boolean;
}

/** A condition that all broken cases meet, and its cost. */
type CostedCondition = Omit<Candidate, 'passing'>;
/** The values of one, on a given dimension. */
type StatedValues = Omit<CostedCondition, 'dimension'>;

/** What broken cases are compared in. */
interface ComparedCalls {
  readonly all: TriedClasses;
  /** the broken cases */
  readonly calls: readonly CallClasses[];
  readonly compared: ComparedCases;
}

/** Returns the conditions that all broken cases meet and some passing cases do not. @param others the passing cases */
export function candidatesOf(
  all: TriedClasses,
  broken: readonly ClassList[],
  others: BitSet,
  compared: ComparedCases,
): readonly Candidate[] {
  const search = { all, calls: broken.map(callOf), compared };
  const { values, isClose } = compared;
  // the more elements, the likelier one of them has the values, or is too far off
  const isExcluded = ({ aspect, dimension: { kind } }: TriedDimension) =>
    (values !== undefined && aspect === 'values') || ((values !== undefined || isClose) && ofSizes.has(kind));
  const dimensions = all.dimensions.filter((one) => !isExcluded(one));
  const count = sizeOf(others);
  const candidates = [
    ...dimensions.flatMap((one) => ofDimension(one, search)),
    ...ofSeveralDimensions(dimensions, search),
  ]
    .map((one) => ({ ...one, passing: all.meeting(one, others) }))
    .filter(({ passing }) => sizeOf(passing) < count);
  return withValues(candidates);
}

/** Names the only value of an attribute that broken cases have, in place of "not its default", where no passing case has another one. */
function withValues(all: readonly Candidate[]): readonly Candidate[] {
  const named = new Map<Candidate, Candidate>();
  for (const one of all.filter(({ dimension }) => dimension.kind === 'default')) {
    const own = all.find(
      ({ dimension: { kind, of }, values, passing }) =>
        kind === 'attribute' && of === one.dimension.of && values.length === 1 && areEqual(passing, one.passing),
    );
    if (own) named.set(one, { ...own, cost: Math.min(own.cost, one.cost) });
  }
  return all.map((one) => named.get(one) ?? one);
}

function ofDimension(one: TriedDimension, { all, calls, compared }: ComparedCalls): CostedCondition[] {
  const { aspect, dimension, classes } = one;
  const ofLists = dimension.kind === 'attribute' ? all.get(lengthOf(dimension))?.dimension : undefined;
  // an earlier version has no such attribute
  const missing = classes.has(absent) ? absent : undefined;
  const seen = calls.map((call) => call.get(dimension) ?? (ofLists && call.has(ofLists) ? undefined : missing));
  const unknown = seen.filter((value) => value === undefined).length;
  if (unknown === seen.length && dimension.kind === 'contents')
    return [{ dimension, values: [absent], cost: all.costOf(aspect) + extraCostOf(one, all, compared) + rareCost }];
  // nodes of graphs have no version
  if (dimension.kind === 'version' ? 2 * unknown >= seen.length : unknown > 0) return [];
  const every = [...classes.keys()].toSorted(compareText);
  const values = every.filter((value) => seen.includes(value));
  const base = all.costOf(aspect) + extraCostOf(one, all, compared);
  const stated = statementsOn(dimension.kind, values, every, ofLists !== undefined, compared);
  return Array.from(stated, ({ cost, ...others }) => ({ dimension, ...others, cost: base + cost }));
}

/** Returns the extra cost of a dimension that is rarely the reason, in bits; below 0 if a message names it. */
function extraCostOf({ aspect, dimension }: TriedDimension, all: TriedClasses, compared: ComparedCases): number {
  const { refusal, isClose } = compared;
  return (
    (aspect === 'values' ? valueCostOf(compared) : 0) +
    // for rounding, ranks are rarely the reason
    (isClose && dimension.kind === 'rank' ? 2 * rareCost : 0) +
    (farFetched.has(dimension.kind) || isOfUnrelated(dimension, all) ? rareCost : 0) -
    (refusal !== undefined && namesSubject(refusal, dimension) ? rareCost : 0)
  );
}

/** Values are rarely the reason for a refusal, unless its message names them, and still more rarely for a shape or for rounding. */
function valueCostOf({ refusal, isOfShape, isClose }: ComparedCases): number {
  if (isOfShape || isClose) return 2 * rareCost;
  return refusal !== undefined && !namesValues.test(refusal) ? rareCost : 0;
}

/**
 * Whether a dimension compares the shapes of two inputs that need not go along each other, as some valid calls show: kernels rarely
 * compare them then.
 */
const isOfUnrelated = (dimension: Dimension, all: TriedClasses): boolean =>
  (dimension.kind === 'along' || dimension.kind === 'relativeRank') &&
  all.get(dimensionOf(nameOf({ ...dimension, kind: 'along' })))?.classes.has('of another shape') === true;

/** Words of an error message whose reason is a value. */
const namesValues = /\b(?:infinity|nan)\b/i;

/** Whether a message names the subject of a dimension: `stash_type` of `default of stash_type`. */
const namesSubject = (message: string, { of = '' }: Dimension): boolean =>
  /^[a-z]\w{3,}$/i.test(of) && new RegExp(`\\b${of}\\b`).test(message);

/** The extra cost of what is rarely the reason, in bits. */
const rareCost = 4;

/** The greatest number of values to name one by one. */
const maxListed = 3;

/**
 * States what the values of broken cases have in common.
 * @param values those of the broken cases
 * @param every all values that were tried, sorted
 * @param isOfLists whether some calls have a list in place of a value
 */
function* statementsOn(
  kind: DimensionKind,
  values: readonly string[],
  every: readonly string[],
  isOfLists: boolean,
  { refusal, isClose }: ComparedCases,
): Iterable<StatedValues> {
  const each = Math.log2(Math.max(2, every.length));
  const inOrder = ordered(every);
  const [except, another] = every.filter((value) => !values.includes(value));
  // a number is imprecise whatever the signs of others
  const isOfSome = isClose && kind === 'negatives' && !values.includes('all');
  if (except !== undefined && another === undefined && isRest(kind, values, inOrder?.indexOf(except)))
    yield { values, except, cost: each + 1 };
  else if (values.length <= maxListed && !isOfSome && isNatural(kind, values, inOrder))
    yield { values, cost: values.length * each + (values.length > 1 && rarelySeveral.has(kind) ? rareCost : 0) };
  // a list has other classes than a single number: that one is there shows nothing of the list
  if (!alwaysThere.has(kind) && !every.includes(absent) && !isOfLists) yield { values: [], cost: 0.5 };
  if (values.length === every.length) return;
  const [type, ...otherTypes] = unique(values.map(kindOfType));
  const ofKind = every.filter((value) => kindOfType(value) === type);
  if (type && otherTypes.length === 0 && ofKind.length > maxListed && ofKind.length < every.length)
    yield { values: ofKind, cost: 1 };
  const given = every.filter((value) => !usual.includes(value));
  if (given.length < every.length && values.every((value) => given.includes(value)) && !isOfLists)
    yield { values: given, cost: 1 };
  const nothing = every.find((value) => neutral.includes(value) && !values.includes(value));
  if ((kind === 'entries' || kind === 'attribute') && nothing !== undefined && values.length > 1 && !areFloats(every))
    yield { values: every.filter((value) => value !== nothing), except: nothing, cost: each + 1 };
  if (inOrder && values.length > 1) yield* rangesOf(kind, values, inOrder, each, refusal !== undefined);
}

/** Numbers that change nothing: pads, strides, and offsets. */
const neutral: readonly string[] = ['all 0', 'all 1', '0'];

/** Whether values are classes of floats: at 0 these rather hide a fault. */
const areFloats = (every: readonly string[]): boolean => every.some((value) => / (?:below|above) 1$/.test(value));

/** Usual values: all others together may be one condition. */
const usual: readonly string[] = [absent, leftOut, 'of the same shape'];

/** States limits of numbers. @param each the cost of a value */
function* rangesOf(
  kind: DimensionKind,
  values: readonly string[],
  inOrder: readonly string[],
  each: number,
  isRefusal: boolean,
): Iterable<StatedValues> {
  const places = values.map((value) => inOrder.indexOf(value));
  const [from, to, last] = [Math.min(...places), Math.max(...places), inOrder.length - 1];
  // small sizes rarely show a wrong value, so their absence is seldom the condition, and that of few elements never
  const isSize = kind === 'size' || kind === 'elements' || kind === 'line';
  const areSmall = isSize && rangeOf(inOrder[from]!)!.least <= 3;
  // a refusal may concern all that are larger
  const isUnlikely = areSmall && !isRefusal;
  if (isUnlikely && kind === 'elements') return;
  const cost = each + (isUnlikely ? rareCost : 0);
  // a magnitude of 0 is one below 1
  const excludesLeast = from === 1 && kind !== 'greatest';
  if (from > 0) yield { values: inOrder.slice(from), ...(excludesLeast && { except: inOrder[0]! }), cost };
  if (!areSmall && to < last) yield { values: inOrder.slice(0, to + 1), cost: each };
}

/**
 * States names that stand anywhere in a list, and elements of any input, unless one input has them in each broken case: that says
 * more.
 */
function ofSeveralDimensions(
  dimensions: readonly TriedDimension[],
  { all, calls, compared }: ComparedCalls,
): CostedCondition[] {
  const among = dimensions.filter(
    ({ aspect, dimension: { kind } }) => (aspect === 'values' && !alwaysThere.has(kind)) || kind === 'entry',
  );
  const jointName = ({ dimension }: TriedDimension) =>
    nameOf(dimension.kind === 'entry' ? { ...dimension, kind: 'anyEntry' } : { ...dimension, of: anyInput });
  return [...groupBy(among, jointName)].flatMap(([name, own]) => {
    const [{ aspect }] = own as [TriedDimension];
    const dimension = dimensionOf(name);
    const names = unique(own.flatMap(({ classes }) => [...classes.keys()])).toSorted(compareText);
    const isOfList = dimension.kind === 'anyEntry';
    const isInSome = (one: TriedDimension) => {
      const count = calls.filter((call) => call.has(one.dimension)).length;
      return count > 0 && count < calls.length;
    };
    if (!isOfList && (own.length < 2 || !own.every(isInSome))) return [];
    const cost = all.costOf(aspect) + (isOfList ? Math.log2(Math.max(2, names.length)) : valueCostOf(compared));
    const chosen = isOfList ? names.map((one) => [one]) : [[]];
    return chosen
      .map((values) => ({ dimension, values, cost }))
      .filter((one) => calls.every((call) => isMet(one, call)));
  });
}

/** Whether sizes are multiples of a width, and the others are not, or the other way round. */
const areOfOneWidth = (values: readonly string[]): boolean =>
  [divisibilities.slice(0, values.length), divisibilities.slice(-values.length)].some((own) =>
    own.every((value) => values.includes(value)),
  );

/** The values of comparisons that are one in words: at most, at least, a multiple of. */
const bounds: Partial<Readonly<Record<DimensionKind, readonly string[]>>> = {
  relation: ['everywhere below,somewhere equal to', 'somewhere above,somewhere equal to'],
  proportion: ['below,equal to', 'above,equal to'],
  count: [
    'below,equal to',
    'below,not a multiple of',
    'a larger multiple of,equal to',
    'a larger multiple of,not a multiple of',
  ],
  compared: ['below,equal to', 'above,equal to'],
  covering: ['below,equal to', 'above,equal to'],
};

/**
 * Whether some values may have a reason in common: numbers that follow one another, types of one kind, one place of axes, and of what
 * sizes are multiples of, one.
 */
function isNatural(kind: DimensionKind, values: readonly string[], inOrder: readonly string[] | undefined): boolean {
  if (values.length === 1) return true;
  const together = bounds[kind];
  if (together) return together.includes(String(values.toSorted()));
  if (inOrder) {
    const places = values.map((value) => inOrder.indexOf(value));
    return Math.max(...places) - Math.min(...places) === values.length - 1;
  }
  if (kind === 'divisors' || kind === 'lineDivisors') return areOfOneWidth(values);
  const isOfOneKind = unique(values.map(kindOfType)).length === 1;
  return isOfOneKind && (!values.some(isFromEnd) || areOfOnePlace(values));
}

/**
 * Whether some values are best described by the only other one: numbers on both sides of it, or more choices than are listed.
 * @param place of the other one in the order of the values, if they have one
 */
const isRest = (kind: DimensionKind, values: readonly string[], place?: number): boolean =>
  !notChosen.has(kind) &&
  (place === undefined
    ? values.length >= maxListed && !values.some((text) => usual.includes(text) || isFromEnd(text))
    : place > 0 && place < values.length);

const isFromEnd = (value: string): boolean => axisOf(value).isFromEnd;

/** Whether axes are one place, counted from either end, or not given. */
const areOfOnePlace = (values: readonly string[]): boolean =>
  unique(values.filter((value) => value !== absent).map((value) => axisOf(value).place)).length === 1;

/** Dimensions that every large enough tensor has, so that their presence alone shows nothing, and those with a single value. */
const alwaysThere: ReadonlySet<DimensionKind> = new Set([
  ...ofSizes,
  ...([
    'rank',
    'floats',
    'along',
    'stack',
    'covering',
    'relation',
    'count',
    'compared',
    'gaps',
    'selfInverse',
    'positives',
  ] as const),
]);

/** Dimensions in which several values rarely have a common cause: entries and orders of a list, small sizes, and places of elements. */
const rarelySeveral: ReadonlySet<DimensionKind> = new Set([
  ...ofElements,
  ...(['entries', 'order', 'size', 'elements'] as const),
]);

/** Dimensions whose values are not choices: sizes, orders, places of elements, and how two things compare. */
const notChosen: ReadonlySet<DimensionKind> = new Set([
  ...ofSizes,
  ...ofElements,
  ...([
    'along',
    'stack',
    'covering',
    'relativeRank',
    'relation',
    'count',
    'compared',
    'order',
    'fitting',
    'signs',
    'zeros',
    'changed',
    'repeated',
  ] as const),
]);
