import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import type { Alternative } from '../../judge/evaluated-outputs.ts';
import { observe } from '../../judge/policy.ts';
import { type FloatFormat, formatOf } from '../../numerics/dtype.ts';
import { largestFinite } from '../../numerics/rounding.ts';
import { holdsInfinity, holdsNaN, scalarsOf } from '../../numerics/tensor.ts';
import { attributeOf } from '../../spec/attributes.ts';
import type { Call } from '../../spec/declaration.ts';
import type { Node } from '../../spec/node.ts';
import type { OperatorVersion } from '../../spec/operator.ts';
import { alternative, type ElementKernel, elementwise } from './elementwise.ts';
import { anyZero } from './numbers.ts';

/** Returns an arithmetic whose maxima and minima ignore NaN, like IEEE 754's maximumNumber. */
export function ignoreNaN<S>(a: Arithmetic<S>): Arithmetic<S> {
  const unlessNaN = (of: (x: S, y: S) => S) => (x: S, y: S) =>
    a.select(a.isNaN(x), y, a.select(a.isNaN(y), x, of(x, y)));
  return { ...a, maximum: unlessNaN(a.maximum), minimum: unlessNaN(a.minimum) };
}

/** Returns a kernel in such arithmetic. */
const ignoringNaN =
  (kernel: ElementKernel): ElementKernel =>
  (a, xs, node) =>
    kernel(ignoreNaN(a), xs, node);

/** The choice to ignore NaN, if there is one: in the data, or from an infinity in a partial result. */
export const nanIgnored =
  (kernel: ElementKernel) =>
  (_: OperatorVersion, { inputs }: Call) =>
    inputs.some((input) => holdsNaN(input) || holdsInfinity(input))
      ? [
          alternative(
            observe('nan-in-extremum', 'ignored'),
            observe('nan-in-extremum', 'propagates'),
            ignoringNaN(kernel),
          ),
        ]
      : [];

const greatest: ElementKernel = (a, xs) => xs.reduce((x, y) => a.maximum(x, y));
/** Max: the greatest of any number of inputs. */
export const max = elementwise({
  name: 'Max',
  definition: 'max(x₁, …)',
  kernel: greatest,
  alternatives: nanIgnored(greatest),
});

const least: ElementKernel = (a, xs) => xs.reduce((x, y) => a.minimum(x, y));
/** Min: the least of any number of inputs. */
export const min = elementwise({
  name: 'Min',
  definition: 'min(x₁, …)',
  kernel: least,
  alternatives: nanIgnored(least),
});

type BoundOf = <S>(a: Arithmetic<S>, node: Node<S>, name: 'min' | 'max') => S | undefined;

/** Converts a float32 bound to the type of the data: rounding is monotone, so that this may precede the comparison. */
const inType: BoundOf = (a, node, name) => a.round(a.in('float32').of(node.number(name)), node.input(0).dtype);

/** Returns the attribute or its default, which is the end of float32 for any type. */
const asDeclared: BoundOf = (a, node, name) => (node.has(name) ? inType(a, node, name) : undefined);

/** Returns the attribute, or the end of the type. */
const ofType: BoundOf = (a, node, name) => {
  if (node.attributes[name]) return inType(a, node, name);
  const most = largestFinite(formatOf(node.input(0).dtype) as FloatFormat);
  return a.of(name === 'min' ? -most : most);
};

/** Clip: min(max(x, low), high). An absent bound is not a limit, or the end of the type. */
const clipped =
  (boundOf: BoundOf): ElementKernel =>
  (a, [x, low, high], node) => {
    const [least, greatest] = [low ?? boundOf(a, node, 'min'), high ?? boundOf(a, node, 'max')];
    const raised = least === undefined ? x! : a.maximum(x!, least);
    return greatest === undefined ? raised : a.minimum(raised, greatest);
  };

/** Applies the upper bound before the lower one. */
const clippedFromAbove: ElementKernel = (a, [x, low, high], node) => {
  const [least, greatest] = [low ?? asDeclared(a, node, 'min'), high ?? asDeclared(a, node, 'max')];
  const lowered = greatest === undefined ? x! : a.minimum(x!, greatest);
  return least === undefined ? lowered : a.maximum(lowered, least);
};

/** With float32 bounds for any type of data, as if the clipped value were not stored. */
const clippedAsIs: ElementKernel = (a, xs, node) => {
  const [least, greatest] = ['min', 'max'].map((name) =>
    node.has(name) ? a.in('float32').of(node.number(name)) : undefined,
  );
  if (least === undefined && greatest === undefined) return clipped(asDeclared)(a, xs, node);
  const [x] = xs as [(typeof xs)[0]];
  const raised = least === undefined ? x : a.select(a.less(x, least), least, x);
  return greatest === undefined ? raised : a.select(a.less(greatest, raised), greatest, raised);
};

/** Returns whether the lower bound is above the upper one. */
function areCrossed(version: OperatorVersion, { attributes, inputs }: Call): boolean {
  const [least, greatest] = (['min', 'max'] as const).map((name, i) => {
    const input = inputs[i + 1];
    return input ? scalarsOf(input)(0) : attributeOf(version, { attributes }, name);
  });
  return least !== undefined && greatest !== undefined && Number(least) > Number(greatest);
}

/** Ignores NaN where the ends of the type replace absent bounds: the result is one of them. */
function passedOverToEnds({ inputs: [x, low, high] }: Call): readonly Alternative[] {
  if (![x, low, high].some(holdsNaN) || (low && high)) return [];
  const [ignored, propagates] = (['ignored', 'propagates'] as const).map((how) => observe('nan-in-extremum', how));
  const own = alternative(ignored!, propagates!, ignoringNaN(clipped(ofType)));
  return [{ ...own, choices: [...own.choices, observe('absent-bound', 'largest-finite')] }];
}

export const clip = elementwise({
  name: 'Clip',
  definition: 'min(max(x, low), high)',
  kernel: clipped(asDeclared),
  algorithms: [clippedAsIs],
  broadcast: 'scalars',
  alternatives(version, call) {
    const hasDefaults = version.attributes.some((attribute) => attribute.default !== undefined);
    const isOpen = hasDefaults || call.inputs.some(holdsInfinity);
    return [
      ...nanIgnored(clipped(asDeclared))(version, call),
      // the text gives no formula before version 13: the upper bound may come first
      ...(version.since < 13 ? nanIgnored(clippedFromAbove)(version, call) : []),
      ...(version.since < 13 && areCrossed(version, call)
        ? [alternative(observe('crossed-bounds', 'min'), observe('crossed-bounds', 'max'), clippedFromAbove)]
        : []),
      ...(isOpen
        ? [
            alternative(
              observe('absent-bound', 'largest-finite'),
              observe('absent-bound', hasDefaults ? 'float32' : 'none'),
              clipped(ofType),
            ),
          ]
        : []),
      ...passedOverToEnds(call),
    ];
  },
});

/** Mean: Σx / n. */
export const mean = elementwise({
  name: 'Mean',
  definition: 'Σx / n',
  kernel: (a, xs) => a.divide(total(a, xs), a.of(xs.length)),
  algorithms: [
    (a, xs) => a.multiply(total(a, xs), a.divide(a.of(1), a.of(xs.length))),
    (a, xs) => a.sum(xs.map((x) => a.divide(x, a.of(xs.length)))),
  ],
});

/** Sum: Σx. */
export const sum = elementwise({ name: 'Sum', definition: 'Σx', kernel: total });

/** A sum may start with a zero, so that a zero may lose its sign. */
function total<S>(a: Arithmetic<S>, xs: readonly S[]): S {
  const sum = a.sum(xs);
  return a.select(a.equal(sum, a.of(0)), a.add(sum, anyZero(a)), sum);
}
