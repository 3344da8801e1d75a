/**
 * How results write classes, and how reports read them again: `size of X at -1` is `3 to 7`. Each kind of dimension has a name, in which
 * `$of`, `$to`, `$at` and `$what` stand for the other fields.
 */
const notations = {
  version: 'version',
  run: 'run',
  inputs: 'number of inputs',
  outputs: 'number of outputs',
  floats: 'float types',
  form: 'form of $of',
  type: 'type of $of',
  content: 'content of $of',
  sameAs: 'value of $of',
  tensors: 'tensors in $of',
  shapes: 'shapes in $of',
  changed: '$of since the run before',
  repeated: '$of since the first run',
  rank: 'rank of $of',
  elements: 'elements of $of',
  size: 'size of $of at $at',
  divisors: 'divisors of $of at $at',
  equalSizes: 'equal sizes of $of',
  proportion: 'size of $of at $at against the next',
  count: '$what of $of against $to',
  compared: '$of against $to',
  along: '$of along $to',
  stack: 'outer dimensions of $of along $to',
  covering: 'last size of $of against the rank of $to',
  relativeRank: 'rank of $of relative to $to',
  fitting: 'sizes of $of',
  default: 'default of $of',
  length: 'length of $of',
  entries: 'entries of $of',
  relation: 'entries of $of relative to $to',
  order: 'order of $of',
  signs: 'signs of $of',
  zeros: 'zeros of $of',
  parity: 'parity of $of',
  selfInverse: 'inverse of $of',
  gaps: 'gaps in $of',
  line: 'elements of lines along $of',
  lineDivisors: 'divisors of lines along $of',
  emptyInputs: 'empty ones of $of',
  place: 'place of $of',
  entry: '$of[$at]',
  anyEntry: 'one of $of',
  nodes: 'nodes of $of',
  results: 'outputs of $of',
  constants: 'constants of $of',
  outside: 'values from outside in $of',
  graphs: 'graphs in $of',
  negatives: 'negative numbers in $of',
  positives: 'positive numbers in $of',
  equals: 'equal elements in $of',
  ties: 'ties for the $what in $of',
  greatest: 'greatest magnitude of $of',
  contents: '$what among $of',
  values: '$what in $of',
  attribute: '$of',
} as const;

/** The kinds of properties in which calls differ. */
export type DimensionKind = keyof typeof notations;
export const dimensionKinds = Object.keys(notations) as readonly DimensionKind[];

/** A property in which calls of an operator differ: of the kind `size`, of the input `X`, at its last dimension. */
export interface Dimension {
  readonly kind: DimensionKind;
  /** the input or attribute that it is about; {@link anyInput} for each of them */
  readonly of?: string;
  /** what that is compared with */
  readonly to?: string;
  /** the place of a size, negative from the end, or of an entry of a list */
  readonly at?: number;
  /** the kind of elements: `NaN` */
  readonly what?: string;
}

/** The subject of a dimension that is about each input. */
export const anyInput = 'any input';

const fields = { of: `(?<of>${anyInput}|\\S+)`, to: '(?<to>\\S+)', at: '(?<at>-?\\d+)', what: '(?<what>.+)' };
type Field = keyof typeof fields;

/** Returns a text and the names of its fields by turns. */
const partsOf = (text: string): readonly string[] => text.split(/\$(of|to|at|what)\b/);

const joined = (parts: readonly string[], dimension: Dimension): string =>
  parts.map((part, i) => (i % 2 === 0 ? part : dimension[part as Field])).join('');

/** Puts the fields of a dimension into a text: `X is given` for `$of is given`. */
export const withFields = (text: string, dimension: Dimension): string => joined(partsOf(text), dimension);

const parts = Object.fromEntries(dimensionKinds.map((kind) => [kind, partsOf(notations[kind])]));

/** Returns the name of a dimension in results. */
export const nameOf = (dimension: Dimension): string => joined(parts[dimension.kind]!, dimension);

const readers = dimensionKinds.map((kind) => {
  const escaped = notations[kind].replace(/[[\]]/g, '\\$&');
  return { kind, pattern: new RegExp(`^${escaped.replace(/\$(\w+)/g, (_, field: Field) => fields[field])}$`) };
});

const known = new Map<string, Dimension>();

/** Returns the dimension with a name, one object for each name. A name that has no kind is that of an attribute. */
export function dimensionOf(name: string): Dimension {
  const dimension = known.get(name) ?? read(name);
  known.set(name, dimension);
  return dimension;
}

function read(name: string): Dimension {
  for (const { kind, pattern } of readers) {
    const found = pattern.exec(name);
    if (!found) continue;
    const { at, ...others } = found.groups ?? {};
    return { kind, ...others, ...(at !== undefined && { at: Number(at) }) };
  }
  return { kind: 'attribute', of: name };
}

/** Numbers from the least to the most, which may be infinite. */
export interface SizeRange {
  readonly least: number;
  readonly most: number;
}

/** Returns numbers as a value of a dimension: `1`, `3 to 7`, `4096 or more`. */
export function valueOfRange({ least, most }: SizeRange): string {
  if (most === Number.POSITIVE_INFINITY) return `${least} or more`;
  return least === most ? `${least}` : `${least} to ${most}`;
}

/** Returns the numbers of a value; `undefined` if it is something else. */
export function rangeOf(value: string): SizeRange | undefined {
  const found = /^(\d+)(?: to (\d+)| (or more))?$/.exec(value);
  if (!found) return undefined;
  const [, least, most = least, isOpen] = found;
  return { least: Number(least), most: isOpen ? Number.POSITIVE_INFINITY : Number(most) };
}

/** A place among the dimensions of a tensor, counted from either end. */
export interface AxisPlace {
  readonly place: string;
  readonly isFromEnd: boolean;
}

const fromEnd = ', negative';

/** Returns the place of an axis as a value of a dimension: `the last, negative`. */
export const valueOfAxis = ({ place, isFromEnd }: AxisPlace): string => `${place}${isFromEnd ? fromEnd : ''}`;

/** Returns the place of an axis; other values are places that are not counted from the end. */
export const axisOf = (value: string): AxisPlace =>
  value.endsWith(fromEnd)
    ? { place: value.slice(0, -fromEnd.length), isFromEnd: true }
    : { place: value, isFromEnd: false };

/** Values of what is not there: of an attribute, and of an input. */
export const [absent, leftOut] = ['absent', 'left out'] as const;
