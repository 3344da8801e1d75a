import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { breaking, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';
import { drawSeed, withEachOutputType } from './types.ts';

/** Shapes of so many elements that their distribution shows. */
const large = [[10_000], [100, 101], [7, 1500], [2, 5003], [11, 30, 40]];
const seed = [0, 1, 7.5, -3, 123_456];

/** With fewer elements, only a distribution that is far from the expected one is noticed. */
const few = 100;

/** Calls of a distribution: of a shape that an attribute names, or of that of an input, in the type of the cell. */
function continuous(
  isLike: boolean,
  settings: readonly NamedCall[],
  own: Readonly<Record<string, readonly NamedCall[]>>,
  far: readonly NamedCall[],
): NamedPlans {
  const isOutput = ({ version, dtype }: PlanContext) => version.outputs[0]!.dtypes!.includes(dtype);
  const typed = (context: PlanContext) => {
    // what is of no float type needs one for its draws
    if (isLike) return isOutput(context) ? {} : { dtype: 1 };
    return context.dtype === 'float32' ? {} : { dtype: formatOf(context.dtype).code };
  };
  const of = (context: PlanContext, dims: readonly number[], call: NamedCall = {}): NamedCall => ({
    ...typed(context),
    ...(isLike ? { input: dims.join('x') || 'scalar' } : { shape: dims }),
    ...call,
  });
  const each =
    (shapes: readonly (readonly number[])[], calls: readonly NamedCall[] = [{}]) =>
    (context: PlanContext) =>
      calls.flatMap((call) => shapes.map((dims) => of(context, dims, call)));
  const plain = [{}, ...settings];
  return {
    samples: (context) => [of(context, [3, 4]), of(context, [3, 4], settings[0]), of(context, [5])],
    sizes: [
      each(
        isLike
          ? [
              [3, 4],
              [4, 3],
              [6, 7],
            ]
          : [[3, 4]],
      ),
    ],
    plans: {
      distribution: (context) =>
        plain.flatMap((call, i) => [large[i % large.length]!, [500]].map((dims) => of(context, dims, call))),
      independence: each(large),
      'any-shape': each([[], [1], [3], [2, 1, 3], [1, 2, 1, 2, 2], [4, 65], [300]]),
      'size-zero': each([[0], [2, 0, 3]]),
      seed: (context) => seed.map((value, i) => of(context, large[i % large.length]!, { seed: value })),
      'type-given': withEachOutputType((context) => of(context, [101, 100])),
      'type-of-input': each([
        [3, 5],
        [100, 100],
      ]),
      ...Object.fromEntries(Object.entries(own).map(([id, calls]) => [id, each([[100, 100], [20]], calls)])),
    },
    invalid: {
      'invalid-output-type': (context) =>
        breaking(of(context, [2, 3], { dtype: 1 }), 'dtype', 6, 9, ...(isOutput(context) ? [] : [undefined])),
      ...(!isLike && {
        'invalid-size': (context: PlanContext) => breaking(of(context, [2, 3]), 'shape', [2, -1], [-3, 2]),
      }),
    },
    draw: (draws) => {
      // a large shape is that of each run, while other runs may have inputs of others
      const dims = draws.once(isLike ? 8 : 3) ? draws.pick(...large) : draws.emptied(draws.sizes(draws.count(0, 5)));
      const codes = draws.context.version.outputs[0]!.dtypes!.map((dtype) => formatOf(dtype).code);
      const { dtype } = typed(draws.context) as { dtype?: number };
      return of(draws.context, dims, {
        ...(isLike && { input: draws.data(dims) }),
        // of a few draws most ranges show too little
        ...draws.pick(...(elementCount(dims) < few ? [{}] : plain), ...far, ...far),
        seed: draws.maybe(() => drawSeed(draws)),
        ...(isLike && { dtype: dtype ?? draws.maybe(() => draws.pick(...codes)) }),
        ...(isLike && dtype && { dtype: draws.pick(...codes) }),
      });
    },
  };
}

const ofNormal = [
  [{ mean: 3, scale: 2 }, { mean: -1, scale: 0.25 }, { mean: 0.5 }, { scale: 8 }],
  {
    mean: [{ mean: 2.5 }, { mean: -40 }, { mean: 0.75, scale: 0.5 }],
    scale: [{ scale: 2 }, { scale: 0.125 }, { scale: 30, mean: 1 }],
  },
  // a few draws are enough to tell them from others
  [
    { mean: 40 },
    { mean: -100, scale: 2 },
    { scale: 0.015625 },
    { mean: 1, scale: 0.03125 },
    { mean: 0, scale: 0.03125 },
  ],
] as const;
const ofUniform = [
  [{ low: -2, high: 5 }, { low: 0.25, high: 0.75 }, { low: -1 }, { high: 16 }],
  {
    low: [{ low: 0.5 }, { low: -3 }, { low: -20, high: -4 }],
    high: [{ high: 3 }, { high: 0.25 }, { low: 2, high: 2.5 }],
  },
  [
    { low: 16, high: 17 },
    { low: -100, high: -50 },
    { low: 0.9375 },
    { high: 0.03125 },
    { low: 0, high: 0.0625 },
    { low: 0.96875, high: 1 },
  ],
] as const;

export const normal = continuous(false, ...ofNormal);
export const normalLike = continuous(true, ...ofNormal);
export const uniform = continuous(false, ...ofUniform);
export const uniformLike = continuous(true, ...ofUniform);
