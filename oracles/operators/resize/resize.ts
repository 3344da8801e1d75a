import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { indexOf, placeOf } from '../../arrays/index-map.ts';
import { range } from '../../arrays/lines.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { type Observation, observe } from '../../judge/policy.ts';
import { type DType, floatDTypes, formatOf } from '../../numerics/dtype.ts';
import { orderingOf } from '../../numerics/order.ts';
import { ceil, compare, floor, minus, plus, type Rational, rational, times } from '../../numerics/rational.ts';
import { type IntegerRounding, integerRoundings } from '../../numerics/real.ts';
import { elementsOf, holdsInfinity, holdsNaN, scalarsOf } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Call } from '../../spec/declaration.ts';
import { type Definition, define } from '../../spec/define.ts';
import { type Evaluate, memoized, type Node, values } from '../../spec/node.ts';
import type { ExpectedOutput, Operator, OperatorVersion } from '../../spec/operator.ts';
import {
  atEnds,
  byDifferences,
  byWeightProducts,
  combineDecided,
  fromFirst,
  oneByOne,
  onlyInside,
  type Part,
  type PossibleParts,
  partsAround,
  type TapCombination,
  withAnyOf,
} from './combination.ts';
import { type Coordinate, coordinatesOf, type Resizing } from './coordinates.ts';
import { resizingsOf } from './dimensions.ts';
import { type Sampling, type Tap, tapsOf, type WholeTaps, wholeTaps } from './weights.ts';

/** The choices of an evaluation where the text leaves them open. */
interface ResizeChoices {
  /** the length of the output in formulas: the product of length and scale; the rounded length if absent */
  readonly length?: 'fraction';
  /** the formula of coordinates for versions whose text has none */
  readonly mode?: string;
  /** the side to which rounding moves a coordinate */
  readonly tie?: 'lower' | 'upper';
  /** the rounding of interpolated values to integers */
  readonly rounding?: IntegerRounding;
}

/** Choices with their observations. */
interface ObservedChoices {
  readonly choices: ResizeChoices;
  readonly observations: readonly Observation[];
}

/** A resized dimension, with the coordinate of each index. */
interface Axis extends Resizing {
  readonly coordinate: (place: number) => Coordinate;
}

const textOf = <S>(node: Node<S>, name: string, otherwise: string): string =>
  node.has(name) ? node.string(name) : otherwise;
const flagIn = <S>(node: Node<S>, name: string): boolean => node.attributes[name] !== undefined && node.flag(name);

/** Returns the formula of coordinates of a node; by default the simplest for versions without one. */
const modeOf = <S>(node: Node<S>, choices: ResizeChoices): string =>
  textOf(node, 'coordinate_transformation_mode', choices.mode ?? 'asymmetric');

function axesOf<S>(node: Node<S>, choices: ResizeChoices): readonly (Axis | undefined)[] {
  const mode = modeOf(node, choices);
  return resizingsOf(node).map((resizing) => {
    if (!resizing) return undefined;
    if (mode === 'pytorch_half_pixel' && isRounded(resizing) && resizing.to === 1) {
      throw new NotJudged('a single element where length times scale is not an integer');
    }
    const length = choices.length === 'fraction' ? productOf(resizing) : rational(resizing.to);
    return { ...resizing, coordinate: memoized(resizing.to, coordinatesOf(mode, resizing, length)) };
  });
}

/** Returns whether a coordinate outside of the data gives extrapolation_value. */
const extrapolates = <S>(node: Node<S>, choices: ResizeChoices): boolean =>
  modeOf(node, choices) === 'tf_crop_and_resize';

const half = rational(0.5);
/** The rounding of coordinates to integers, by nearest_mode. */
const nearest: Readonly<Record<string, (x: Rational) => bigint>> = {
  floor,
  ceil,
  round_prefer_floor: (x) => ceil(minus(x, half)),
  round_prefer_ceil: (x) => floor(plus(x, half)),
};

/** Returns a coordinate, moved by its error to one side if there is a tie. */
const movedTo = ({ at, margin }: Coordinate, tie: ResizeChoices['tie']): Rational =>
  tie === undefined ? at : tie === 'lower' ? minus(at, margin) : plus(at, margin);

/** Returns the index of the nearest element; `undefined` outside of the data if that gives extrapolation_value. */
function nearestIndex<S>(
  node: Node<S>,
  choices: ResizeChoices,
  { from, coordinate }: Axis,
  place: number,
): number | undefined {
  const at = movedTo(coordinate(place), choices.tie);
  if (extrapolates(node, choices) && isOutside(at, from)) return undefined;
  return atEnds(from)(Number(nearest[textOf(node, 'nearest_mode', 'floor')]!(at)));
}

const isOutside = (at: Rational, from: number): boolean => at.p < 0n || compare(at, rational(from - 1)) > 0;

/** Returns the value outside of the data. */
function fillOf<S>(a: Arithmetic<S>, node: Node<S>): S {
  const { dtype } = node.input(0);
  const value = node.has('extrapolation_value') ? node.number('extrapolation_value') : 0;
  if (!holds(dtype, value)) throw new NotJudged('an extrapolation_value of …, which … does not have', value, dtype);
  return a.in(dtype).of(value);
}

/** Returns whether a type represents a number; for floats, after rounding. */
function holds(dtype: DType, x: number): boolean {
  const { kind } = formatOf(dtype);
  if (kind === 'float' || !Number.isInteger(x)) return kind === 'float';
  if (kind !== 'integer' && kind !== 'bool') return true;
  const { first, last } = orderingOf(dtype);
  return first <= x && x <= last;
}

const dimsOf = <S>(node: Node<S>, axes: readonly (Axis | undefined)[]): readonly number[] =>
  node.input(0).dims.map((size, i) => axes[i]?.to ?? size);

const isNearest = ({ attributes }: Pick<Call, 'attributes'>): boolean =>
  (attributes.mode?.value ?? 'nearest') === 'nearest';

/** Returns the evaluation that copies the nearest elements. */
const byNearest =
  (choices: ResizeChoices): Evaluate =>
  (a, node) => {
    if (flagIn(node, 'antialias')) throw new NotJudged('antialias with mode nearest');
    const x = node.input(0);
    const axes = axesOf(node, choices);
    const indices = axes.map(
      (axis) => axis && memoized(axis.to, (place) => ({ at: nearestIndex(node, choices, axis, place) })),
    );
    const fill = extrapolates(node, choices) ? fillOf(a, node) : undefined;
    const dims = dimsOf(node, axes);
    return [
      values(x.dtype, dims, (index) => {
        const source = placeOf(index, dims).map((place, i) => (indices[i] ? indices[i](place).at : place));
        return source.includes(undefined) ? fill! : x.at(indexOf(source as number[], x.dims));
      }),
    ];
  };

/** Returns a weighted sum in the type of the data: for integers, rounded. */
function stored<S>(a: Arithmetic<S>, dtype: DType, { rounding = 'truncate' }: ResizeChoices, sum: S): S {
  if (formatOf(dtype).kind === 'float') return sum;
  const own = a.in(dtype);
  if (rounding === 'nearest-up') return own.integral(a.add(sum, a.of(0.5)), 'floor');
  if (rounding !== 'nearest-away') return own.integral(sum, rounding);
  const size = own.integral(a.add(a.abs(sum), a.of(0.5)), 'floor');
  return a.select(a.less(sum, a.of(0)), a.negate(size), size);
}

/** The definition: all weights are multiplied by a common factor, and the sum is divided by it. */
const asDefined =
  (choices: ResizeChoices): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const x = node.input(0);
    const axes = axesOf(node, choices);
    const outside = extrapolates(node, choices);
    const parts = axes.map((axis) => {
      if (!axis || staysAsItIs(axis)) return undefined;
      const how = samplingOf(node, axis);
      return memoized(axis.to, (place) => {
        const { at } = axis.coordinate(place);
        return { whole: outside && isOutside(at, axis.from) ? undefined : wholeTaps(a, at, how) };
      });
    });
    const dims = dimsOf(node, axes);
    const resized = parts.flatMap((part, i) => (part ? [i] : []));
    return [
      values(x.dtype, dims, (index) => {
        const place = placeOf(index, dims);
        const own = resized.map((axis) => parts[axis]!(place[axis]!).whole);
        if (own.includes(undefined)) return fillOf(a, node);
        const all = own as readonly WholeTaps<S>[];
        const sum = byWeightProducts(
          a,
          all.map(({ taps }) => taps),
          (at) =>
            x.at(
              indexOf(
                resized.reduce((source, axis, i) => source.with(axis, at[i]!), place),
                x.dims,
              ),
            ),
        );
        return stored(a, x.dtype, choices, a.divide(sum, a.product(all.map(({ total }) => total))));
      }),
    ];
  };

/** Returns whether each element of a dimension keeps its position. */
const staysAsItIs = ({ scale, region, to, coordinate }: Axis): boolean =>
  compare(scale, rational(1)) === 0 && !region && (to === 0 || coordinate(0).at.p === 0n);

/** The evaluation with weights as numbers of a type, which are combined in a given way. */
const byWeights =
  (choices: ResizeChoices, combination: TapCombination): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const x = node.input(0);
    const axes = axesOf(node, choices);
    const outside = extrapolates(node, choices);
    const parts = axes.map((axis) => {
      if (!axis) return undefined;
      const how = samplingOf(node, axis);
      // unchanged dimensions are interpolated as well, unless that takes too long
      if (staysAsItIs(axis) && how.mode === 'cubic') return undefined;
      return memoized(axis.to, (place) => partsAt(a, axis, how, outside, place));
    });
    const dims = dimsOf(node, axes);
    const resized = parts.flatMap((part, i) => (part ? [i] : []));
    return [
      values(x.dtype, dims, (index) => {
        const place = placeOf(index, dims);
        const combined = (chosen: readonly Part<S>[]): S => {
          if (chosen.includes('outside')) return fillOf(a, node);
          const sum = combination(a, chosen as readonly (readonly Tap<S>[])[], (at) => {
            const source = resized.reduce((all, axis, i) => all.with(axis, at[i]!), place);
            return x.at(indexOf(source, x.dims));
          });
          return stored(a, x.dtype, choices, sum);
        };
        return combineDecided(
          a,
          resized.map((axis) => parts[axis]!(place[axis]!)),
          combined,
        );
      }),
    ];
  };

function samplingOf<S>(node: Node<S>, { from, scale }: Axis): Sampling {
  const isCubic = node.string('mode') === 'cubic';
  const isFiltered = flagIn(node, 'antialias') && compare(scale, rational(1)) < 0;
  const excludesOutside = flagIn(node, 'exclude_outside');
  return {
    mode: isCubic ? 'cubic' : 'linear',
    stretch: isFiltered ? scale : rational(1),
    coefficient: isCubic ? node.number('cubic_coeff_a') : 0,
    elementAt: excludesOutside ? onlyInside(from) : atEnds(from),
    isNormalized: excludesOutside || isFiltered,
    computing: 'float32',
  };
}

/** Returns the taps for an index of the output; if rounding may move its coordinate across an end of the data, both possibilities. */
function partsAt<S>(
  a: Arithmetic<S>,
  { from, coordinate }: Axis,
  how: Sampling,
  outside: boolean,
  place: number,
): PossibleParts<S> {
  const { at, margin } = coordinate(place);
  if (!outside) return partsAround(a, { at, margin }, how);
  const own = (): Part<S> => tapsOf(a, { at, margin }, floor(at), how);
  const [below, above] = [minus(at, margin), plus(at, margin)].map((x) => isOutside(x, from));
  const is = isOutside(at, from);
  const open = below !== is || above !== is || (margin.p > 0n && isBorder(at, from));
  const part = is ? 'outside' : own();
  return open ? { part, otherwise: is ? own() : 'outside' } : { part };
}

const isBorder = (at: Rational, from: number): boolean => at.p === 0n || compare(at, rational(from - 1)) === 0;

/** Returns the evaluation: nearest elements or interpolation, by the definition or with a combination of weights. */
const evaluated =
  (choices: ResizeChoices, combination?: TapCombination): Evaluate =>
  (a, node) => {
    if (isNearest(node)) return byNearest(choices)(a, node);
    if (modeOf(node, choices).endsWith('_for_nn')) throw new NotJudged('interpolation with tf_half_pixel_for_nn');
    return combination ? byWeights(choices, combination)(a, node) : asDefined(choices)(a, node);
  };

/** Evaluations with other roundings: coordinates moved down or up for nearest elements, and other orders of dimensions for sums. */
const inOtherOrders = (choices: ResizeChoices): readonly Evaluate[] => [
  evaluated({ ...choices, tie: 'lower' }, byWeightProducts),
  evaluated({ ...choices, tie: 'upper' }, oneByOne),
  evaluated(choices, fromFirst),
  (a, node) => evaluated(choices, node.string('mode') === 'cubic' ? oneByOne : byDifferences)(a, node),
];

/**
 * Returns an operator that resizes its data.
 * @param leastScale the least valid scale
 */
export function resizing(
  definition: Pick<Definition, 'name' | 'definition' | 'axes' | 'attributeValues' | 'clauses' | 'rules'>,
  leastScale = 0,
): Operator {
  return define({
    ...definition,
    family: 'resize',
    evaluate: evaluated({}),
    algorithms: inOtherOrders({}),
    copiesElements: isNearest,
    alternatives: (version, call) => alternativesIn(version, call),
    refine: (expected, version, call) => {
      const scales = resizingsOf(nodeOf(version, call, 1, (x) => x)).flatMap((one) => (one ? [one.scale] : []));
      if (scales.some((scale) => compare(scale, rational(leastScale)) < 0))
        throw new BadInput(`a scale is below ${leastScale}`);
      return isNearest(call) ? chosenOf(expected, version, call) : computedOf(expected, version, call);
    },
  });
}

/** Returns evaluations with other lengths, roundings or, for versions without a formula, coordinates. */
function alternativesIn(version: OperatorVersion, call: Call) {
  const node = nodeOf<Scalar>(version, call, 1, (x) => x);
  const roundings: readonly ObservedChoices[] = rounds(call)
    ? integerRoundings.map((rounding) => ({
        choices: { rounding },
        observations: [observe('integer-rounding', rounding)],
      }))
    : [asWritten];
  const [own, ...others] = formsOf(node).flatMap((form) =>
    roundings.map(({ choices, observations }) => ({
      choices: { ...form.choices, ...choices },
      observations: [...form.observations, ...observations],
    })),
  );
  return others.map(({ choices, observations }) => ({
    choices: observations,
    otherwise: own!.observations,
    evaluate: evaluated(choices),
    algorithms: inOtherOrders(choices),
  }));
}

const asWritten: ObservedChoices = { choices: {}, observations: [] };

/** Returns whether sums are rounded to integers. */
const rounds = (call: Call): boolean => !isNearest(call) && formatOf(call.inputs[0]!.dtype).kind === 'integer';

/** Returns the choices of coordinates and lengths that a version leaves open, the simplest first. */
function formsOf(node: Node<Scalar>): readonly ObservedChoices[] {
  if (!node.has('coordinate_transformation_mode')) {
    return [
      { choices: {}, observations: [observe('resampling-coordinates', 'asymmetric')] },
      { choices: { mode: 'half_pixel' }, observations: [observe('resampling-coordinates', 'half-pixel')] },
    ];
  }
  if (!hasFraction(node)) return [asWritten];
  return [
    { choices: {}, observations: [observe('resized-length', 'integer')] },
    { choices: { length: 'fraction' }, observations: [observe('resized-length', 'fraction')] },
  ];
}

/** Length times scale. */
const productOf = ({ scale, from }: Resizing): Rational => times(scale, rational(from));

/** Returns whether the length of an output is not exactly this product. */
const isRounded = (resizing: Resizing): boolean => compare(productOf(resizing), rational(resizing.to)) !== 0;

/** Returns whether the formula of coordinates uses a rounded length. */
function hasFraction<S>(node: Node<S>): boolean {
  const mode = textOf(node, 'coordinate_transformation_mode', 'asymmetric');
  if (!['align_corners', 'tf_crop_and_resize'].includes(mode)) return false;
  return resizingsOf(node).some((one) => one && isRounded(one));
}

/** Refines outputs of nearest elements: if rounding may move a coordinate across a border, both elements are accepted. */
function chosenOf(
  [expected]: readonly ExpectedOutput[],
  version: OperatorVersion,
  call: Call,
): readonly ExpectedOutput[] {
  const node = nodeOf<Scalar>(version, call, 1, (x) => x);
  if (!node.has('coordinate_transformation_mode')) checkWhole(node);
  else if (hasFraction(node)) throw new NotJudged('the nearest elements where length times scale is not an integer');
  const x = node.input(0);
  const scalar = scalarsOf(x.tensor!);
  const sides = [{}, { tie: 'lower' }, { tie: 'upper' }] as const;
  const axes = axesOf(node, {});
  const sources = axes.map(
    (axis) =>
      axis && memoized(axis.to, (place) => [...new Set(sides.map((side) => nearestIndex(node, side, axis, place)))]),
  );
  const isMoved = axes.some(
    (axis, i) =>
      axis &&
      compare(axis.scale, rational(1)) === 0 &&
      !axis.region &&
      range(axis.to).some((y) => !sources[i]!(y).includes(y)),
  );
  if (isMoved) throw new NotJudged('a shifted dimension with a scale of 1');
  const fill = scalarOfFill(expected!, node);
  return [
    withAnyOf(
      expected!,
      (index) => placeOf(index, expected!.dims).map((place, i) => sources[i]?.(place) ?? [place]),
      (at) => (at.includes(undefined) ? fill : scalar(indexOf(at as number[], x.dims))),
    ),
  ];
}

const scalarOfFill = ({ dtype }: ExpectedOutput, node: Node<Scalar>): Scalar => {
  const value = node.has('extrapolation_value') ? node.number('extrapolation_value') : 0;
  return formatOf(dtype).kind === 'float' ? value : BigInt(value);
};

/** @throws NotJudged if the nearest element depends on the formula, and the text has none */
function checkWhole<S>(node: Node<S>): void {
  const all = resizingsOf(node);
  if (all.some((one) => one && one.scale.q !== 1n))
    throw new NotJudged('the nearest elements at a scale that is not an integer, without a formula');
}

/** @throws NotJudged for data whose interpolation the text does not define, and for integers that float32 rounding may change */
function computedOf(
  expected: readonly ExpectedOutput[],
  version: OperatorVersion,
  call: Call,
): readonly ExpectedOutput[] {
  const [x] = call.inputs;
  if (holdsNaN(x) || holdsInfinity(x)) throw new NotJudged('interpolation between infinities or NaN');
  if (floatDTypes.includes(x!.dtype)) return expected;
  if (!rounds(call)) throw new NotJudged('interpolation between elements of …', x!.dtype);
  const node = nodeOf<Scalar>(version, call, 1, (one) => one);
  const digits = hasFraction(node)
    ? Number.POSITIVE_INFINITY
    : Math.max(...formsOf(node).map((form) => digitsOf(node, form)));
  const largest = elementsOf(x!).reduce<number>((most, element) => Math.max(most, Math.abs(Number(element))), 0);
  if (digits + Math.ceil(Math.log2(largest + 1)) > formatOf('float32').precision)
    throw new NotJudged('integers interpolated with more bits than float32 has');
  return expected;
}

/** Returns the most binary digits of a weighted sum of integers, besides those of the integers; infinite if weights are rounded. */
function digitsOf(node: Node<Scalar>, { choices }: ObservedChoices): number {
  return axesOf(node, choices).reduce((sum, axis) => {
    if (!axis || staysAsItIs(axis)) return sum;
    const { mode, coefficient, isNormalized } = samplingOf(node, axis);
    if (isNormalized) return Number.POSITIVE_INFINITY;
    let behind = 0;
    for (let place = 0; place < axis.to; place++) {
      const { at, margin } = axis.coordinate(place);
      behind = Math.max(behind, digitsBehind(at));
      // these are too many already
      if (margin.p > 0n || behind >= formatOf('float32').precision) return Number.POSITIVE_INFINITY;
    }
    // a cubic polynomial of the coordinate; the magnitudes of the weights add up to less than 2
    return sum + (mode === 'cubic' ? 3 * behind + digitsBehind(rational(coefficient)) + 1 : behind);
  }, 0);
}

/** Returns the number of binary digits behind the point. */
const digitsBehind = ({ q }: Rational): number => q.toString(2).length - 1;
