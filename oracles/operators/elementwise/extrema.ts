import { observe } from '../../acceptance/policy.ts';
import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { type FloatFormat, formatOf } from '../../numerics/dtype.ts';
import { largestFinite } from '../../numerics/rounding.ts';
import { holdsInfinity, holdsNaN } from '../../numerics/tensor.ts';
import type { Call, OperatorVersion } from '../../operator.ts';
import { releaseOf } from '../../releases.ts';
import { changelog, sentence } from '../../source.ts';
import { alternative, type ElementKernel, elementwise } from './elementwise.ts';
import { anyZero } from './numbers.ts';

/** A kernel whose maxima and minima pass over NaN, as IEEE 754's maximumNumber does. */
const ignoringNaN =
  (kernel: ElementKernel): ElementKernel =>
  (a, xs, node) => {
    type S = (typeof xs)[number];
    const unlessNaN = (of: (x: S, y: S) => S) => (x: S, y: S) =>
      a.select(a.isNaN(x), y, a.select(a.isNaN(y), x, of(x, y)));
    return kernel({ ...a, maximum: unlessNaN(a.maximum), minimum: unlessNaN(a.minimum) }, xs, node);
  };

/** The choice that NaN is passed over, where there is one. */
export const nanIgnored =
  (kernel: ElementKernel) =>
  (_: OperatorVersion, { inputs }: Call) =>
    inputs.some(holdsNaN)
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

/** Clip: min(max(x, low), high). What has no bound is not bounded, or by the ends of the type. */
const clipped =
  (end?: (dtype: OperatorVersion['dtypes'][number]) => number): ElementKernel =>
  (a, [x, low, high], node) => {
    const most = end?.(node.input(0).dtype);
    const least = low ?? boundOf(a, node, 'min') ?? (most === undefined ? undefined : a.of(-most));
    const greatest = high ?? boundOf(a, node, 'max') ?? (most === undefined ? undefined : a.of(most));
    const raised = least === undefined ? x! : a.maximum(x!, least);
    return greatest === undefined ? raised : a.minimum(raised, greatest);
  };

const boundOf = <S>(a: Arithmetic<S>, node: Parameters<ElementKernel>[2], name: string): S | undefined =>
  node.has(name) ? a.of(node.number(name)) : undefined;

export const clip = elementwise({
  name: 'Clip',
  definition: 'min(max(x, low), high)',
  kernel: clipped(),
  broadcast: 'scalars',
  alternatives: (version, call) => [
    ...nanIgnored(clipped())(version, call),
    ...(holdsInfinity(call.inputs[0])
      ? [
          alternative(
            observe('absent-bound', 'largest finite'),
            observe('absent-bound', 'none'),
            clipped((dtype) => largestFinite(formatOf(dtype) as FloatFormat)),
          ),
        ]
      : []),
  ],
  clauses: ({ since }) =>
    since < 13
      ? []
      : [
          {
            id: 'bounds-crossed',
            text: 'Where min is greater than max, every element becomes max.',
            source: sentence(changelog, `Clip-${since}, summary`, releaseOf(since), '1.18'),
            level: 'specified',
          },
        ],
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

/** A sum may start with a zero. */
function total<S>(a: Arithmetic<S>, xs: readonly S[]): S {
  return a.add(a.sum(xs), anyZero(a));
}
