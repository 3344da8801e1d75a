import { placeOf } from '../../arrays/index-map.ts';
import { type DType, formatOf, type IntegerFormat, intoRange } from '../../numerics/dtype.ts';
import { leastNormal, roundDouble } from '../../numerics/rounding.ts';
import { elementCount, scalarsOf, type Tensor } from '../../numerics/tensor.ts';
import { isSame, type Scalar } from '../../numerics/trait.ts';
import type { ExpectedOutput } from '../../spec/operator.ts';
import type { ElementAcceptance } from '../acceptance.ts';
import { commonChoices } from '../possible-choices.ts';

/** The properties that all wrong elements of an answer share, in words, the more specific first. */
export interface SignsOfError {
  /** the wrong values: `0`, `the next element` */
  readonly what: readonly string[];
  /** their positions, or the right values: `in the last element`, `for NaN` */
  readonly where: readonly string[];
  /** the entries of `where` that not all right elements share, and those of `possible` that few right elements do */
  readonly telling: readonly string[];
  /** further positions, which more right elements share: of several answers they may show something */
  readonly possible?: readonly string[];
}

/** An element of an answer, with the values to compare it with. */
export interface JudgedElement {
  readonly i: number;
  readonly got: Scalar;
  readonly best: Scalar;
  readonly output: OutputAnswer;
}

/** An output of an answer and the expected elements. */
interface OutputAnswer {
  /** its place among the outputs */
  readonly place: number;
  readonly dtype: DType;
  readonly count: number;
  readonly dims: readonly number[];
  /** the number of elements in a row */
  readonly row: number;
  readonly inputs: readonly Tensor[];
  /** returns whether a value is right at an index */
  isRightAt(place: number, got: Scalar): boolean;
}

type Sign = readonly [text: string, holds: (wrong: JudgedElement) => boolean];

const isZero = (x: Scalar): boolean =>
  typeof x === 'object' ? x.re === 0 && x.im === 0 : typeof x !== 'string' && Number(x) === 0;
const sizeOf = (x: Scalar): number => (typeof x === 'object' || typeof x === 'string' ? 0 : Math.abs(Number(x)));
const isInteger = (dtype: DType): boolean => formatOf(dtype).kind === 'integer';
const isNegative = (x: Scalar): boolean => typeof x !== 'object' && typeof x !== 'string' && x < 0;

/**
 * Returns a sign: the element equals the right value of another index.
 * @param place returns that index
 */
const elementAt =
  (place: (wrong: JudgedElement) => number): Sign[1] =>
  (wrong) => {
    const at = place(wrong);
    return at !== wrong.i && at >= 0 && at < wrong.output.count && wrong.output.isRightAt(at, wrong.got);
  };

/** Types to which a result may have been converted before it was returned. */
const narrower = [
  'float64',
  'float32',
  'float16',
  'bfloat16',
  'float8e4m3fn',
  'int32',
  'uint32',
  'int16',
  'uint16',
] as const;
const narrowest = ['int8', 'uint8', 'int4', 'uint4'] as const;

const goesThrough =
  (name: DType): Sign[1] =>
  ({ got, best, output }) => {
    const [own, through] = [formatOf(output.dtype), formatOf(name)];
    if (own.kind === 'integer' && through.kind === 'float') {
      const held = roundDouble(Number(best), through);
      return own.bits > through.precision && Number.isFinite(held) && got === BigInt(held);
    }
    if (own.kind !== through.kind || own.bits <= through.bits) return false;
    if (through.kind === 'float') return isSame(got, roundDouble(best as number, through));
    return got === intoRange(best as bigint, through as IntegerFormat, 'wrap');
  };

/** Whether a wrong element is 0, where another value is right, be it -0; or is -0, where the right value is not a zero. */
function isZeroFor({ got, best }: JudgedElement): boolean {
  const hasSign = typeof got === 'object' ? Object.is(got.re, -0) || Object.is(got.im, -0) : Object.is(got, -0);
  return isZero(got) && !(hasSign && isZero(best));
}

const whats: readonly Sign[] = [
  ['0', isZeroFor],
  ['-0', ({ got }) => Object.is(got, -0)],
  ['NaN', ({ got }) => Number.isNaN(got)],
  ['an infinity', ({ got }) => sizeOf(got) === Number.POSITIVE_INFINITY],
  ['an empty string', ({ got }) => got === ''],
  // what memory holds before anything is written
  ['0 or an empty string', (element) => isZeroFor(element) || element.got === ''],
  ['a number', ({ got, best }) => Number.isNaN(best) && !Number.isNaN(got)],
  ['the other sign', ({ got, best }) => typeof got === 'number' && got === -(best as number)],
  ['the next element', elementAt(({ i }) => i + 1)],
  ['the element before', elementAt(({ i }) => i - 1)],
  ['the next element, or the first', elementAt(({ i, output }) => (i + 1) % output.count)],
  ['the next element of the row, or its first', elementAt(({ i, output: { row } }) => i - (i % row) + ((i + 1) % row))],
  ['the first element', elementAt(() => 0)],
  ['the first row', elementAt(({ i, output }) => i % output.row)],
  ...[...narrower, ...narrowest].map((name): Sign => [`a value that went through ${name}`, goesThrough(name)]),
  [
    'an off-by-one integer',
    ({ got, best, output }) => isInteger(output.dtype) && ((got as bigint) - (best as bigint)) ** 2n === 1n,
  ],
  ['the other truth value', ({ output }) => output.dtype === 'bool'],
  [
    'the input',
    ({ i, got, output: { inputs, count } }) =>
      inputs.some((input) => elementCount(input.dims) === count && isSame(scalarsOf(input)(i), got)),
  ],
  [
    'another element',
    ({ got, output }) =>
      formatOf(output.dtype).bits > 8 &&
      Array.from({ length: Math.min(output.count, most) }, (_, k) => k).some((k) => output.isRightAt(k, got)),
  ],
];

const leastNormalOf = (dtype: DType): number => {
  const format = formatOf(dtype);
  return format.kind === 'float' ? leastNormal(format) : 0;
};

const lanes = [4, 8, 16] as const;

/** The kinds of right values of wrong elements that say most. */
const specialValues: readonly Sign[] = [
  ['NaN', ({ best }) => Number.isNaN(best)],
  ['infinities', ({ best }) => sizeOf(best) === Number.POSITIVE_INFINITY],
  ['-0', ({ best }) => Object.is(best, -0)],
  ['0', ({ best }) => isZero(best)],
  ['subnormal numbers', ({ best, output }) => !isZero(best) && sizeOf(best) < leastNormalOf(output.dtype)],
];

/** Signs of the positions of wrong elements. */
const places: readonly Sign[] = [
  ['in the last element', ({ i, output }) => i === output.count - 1],
  ['in the first element', ({ i }) => i === 0],
  ['at the ends of rows', ({ i, output: { row } }) => i % row === row - 1],
  ['at the starts of rows', ({ i, output: { row } }) => i % row === 0],
  ...lanes.map(
    (width): Sign => [
      `behind the last ${width} of each row`,
      ({ i, output: { row } }) => i % row >= row - (row % width),
    ],
  ),
  ...lanes.map(
    (width): Sign => [`behind the last ${width} of all`, ({ i, output: { count } }) => i >= count - (count % width)],
  ),
];

/** The axes along which slices are looked at: often those of batches and of channels. Rows are the slices along the last one. */
const outerAxes = [0, 1] as const;

/** Returns a sign of positions along an axis, which an output has besides its rows. @param holds for a place of `size` */
const along =
  (axis: number, holds: (place: number, size: number) => boolean): Sign[1] =>
  ({ i, output: { dims } }) => {
    const size = dims[axis]!;
    if (axis >= dims.length - 1 || size === 1) return false;
    return holds(placeOf(i, dims)[axis]!, size);
  };

/** Signs of the slices with wrong elements. */
const slices: readonly Sign[] = [
  ...outerAxes.flatMap((axis): readonly Sign[] => [
    [`in the last slice along axis ${axis}`, along(axis, (place, size) => place === size - 1)],
    [`in the first slice along axis ${axis}`, along(axis, (place) => place === 0)],
    [`in all but the first slice along axis ${axis}`, along(axis, (place) => place > 0)],
  ]),
  ['in all but the first matrix', ({ i, output: { dims } }) => dims.length > 2 && i >= elementCount(dims.slice(-2))],
];

/** Kinds of right values that say less than positions. */
const usualValues: readonly Sign[] = [
  ['numbers from 2^53 on', ({ best }) => sizeOf(best) >= 2 ** 53],
  ['numbers from 2^31 on', ({ best }) => sizeOf(best) >= 2 ** 31],
  ['numbers from 2^24 on', ({ best }) => sizeOf(best) >= 2 ** 24],
  ['negative numbers', ({ best }) => isNegative(best)],
];

const signOfValues = ([values, holds]: Sign): Sign => [`for ${values}`, holds];

/** Returns the kind of right values that a sign names: `NaN` for `for NaN`; `undefined` for signs of positions. */
export const valuesIn = (where: string): string | undefined =>
  [...specialValues, ...usualValues].map(([values]) => values).find((values) => where === `for ${values}`);

/** The maximum number of wrong elements compared of an output. */
const most = 256;

/** The elements of each output up to the last compared one. */
export interface JudgedElements {
  readonly wrong: readonly JudgedElement[];
  readonly right: readonly JudgedElement[];
}

/** Returns whether an element of an answer is right. */
export type ElementTest = (acceptance: ElementAcceptance, got: Scalar) => boolean;

/** Whether an element is accepted. */
export const isAccepted: ElementTest = (acceptance, got) => acceptance.judge(got).accepted;

/** Whether an element makes the choices of the oracle's own answer, as far as is known: others may contradict them. */
export const makesUsualChoices: ElementTest = (acceptance, got) => {
  const [own, usual] = [got, acceptance.best].map((value) => acceptance.judge(value));
  if (!own!.accepted || !usual!.accepted) return own!.accepted;
  const { observations } = usual!;
  return own!.observations.every((one) =>
    observations.every((other) => other.policy !== one.policy || commonChoices([one, other]).length > 0),
  );
};

/**
 * Judges the elements of a wrong answer whose types and shapes are right.
 * @param inputs those of the call
 */
export function judgedElements(
  expected: readonly ExpectedOutput[],
  answer: readonly Tensor[],
  inputs: readonly Tensor[],
  isRight = isAccepted,
): JudgedElements {
  const wrong: JudgedElement[] = [];
  const right: JudgedElement[] = [];
  for (const [k, { dtype, dims, accept }] of expected.entries()) {
    const got = scalarsOf(answer[k]!);
    const output: OutputAnswer = {
      place: k,
      dtype,
      count: elementCount(dims),
      dims,
      row: dims.at(-1) ?? 1,
      inputs: inputs.filter((input) => input.dtype === dtype),
      isRightAt: (place, value) => accept(place).judge(value).accepted,
    };
    const before = wrong.length;
    for (let i = 0; i < output.count && wrong.length - before < most; i++) {
      const element = { i, got: got(i), best: accept(i).best, output };
      (isRight(accept(i), got(i)) ? right : wrong).push(element);
    }
  }
  return { wrong, right };
}

/** Returns the signs of a wrong answer. */
export function signsOf({ wrong, right }: JudgedElements): SignsOfError {
  if (wrong.length === 0) return { what: [], where: [], telling: [] };
  const ofAll = (signs: readonly Sign[]) => signs.filter(([, holds]) => wrong.every(holds));
  const positions = ofAll([...places, ...slices]);
  const rightAt = new Map(positions.map((sign) => [sign, right.filter(sign[1]).length]));
  // a position is not a sign if most of its elements are right
  const isSign = (sign: Sign) => rightAt.get(sign)! <= wrong.length;
  const special = ofAll(specialValues.map(signOfValues));
  // beside a kind of values, a place says something only if such values are right elsewhere
  const besides = right.filter((element) =>
    special.every(([, holds]) => holds(element) && holds({ ...element, best: element.got })),
  );
  const where = [...special, ...positions.filter(isSign), ...ofAll(usualValues.map(signOfValues))];
  const isUnlikely = ([, holds]: Sign) => {
    const there = wrong.length + besides.filter(holds).length;
    return wrong.length * Math.log2((wrong.length + besides.length) / there) >= leastBits;
  };
  const isTelling = (sign: Sign) => !(positions.includes(sign) ? besides : right).every(sign[1]);
  const others = positions.filter((sign) => !isSign(sign));
  return {
    what: unique(whats.filter(([, holds]) => wrong.every(holds))),
    where: unique(where),
    telling: unique([...where.filter(isTelling), ...others.filter(isUnlikely)]),
    ...(others.length > 0 && { possible: unique(others) }),
  };
}

/** How unlikely it must be that all wrong elements have a position by chance, in bits. */
const leastBits = 2;

const unique = (signs: readonly Sign[]): readonly string[] => [...new Set(signs.map(([text]) => text))];
