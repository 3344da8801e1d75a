import { dtypes, type FloatFormat, formatOf } from '../../numerics/dtype.ts';
import { roundDouble } from '../../numerics/rounding.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, numpy } from '../../spec/clauses.ts';
import { type Definition, define } from '../../spec/define.ts';
import { type Node, values } from '../../spec/node.ts';
import type { Operator } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import { dtypesOf } from '../../spec/schemas/schemas.ts';
import { drawnElements, drawsOfNode, type PossibleNumbers } from './drawing.ts';
import { type NumberSource, normalDrawsOf } from './draws.ts';
import { type Distribution, improbableDraws } from './improbable.ts';

/** An operator that draws from a continuous distribution. */
interface Drawing {
  readonly definition: string;
  /** converts independent draws that are uniform in [0, 1) to draws of the distribution */
  draw<S>(node: Node<S>, draws: NumberSource): NumberSource;
  /** the least and greatest numbers, and the distribution between them; without it if they are equal */
  of<S>(node: Node<S>, format: FloatFormat): { readonly ends: readonly [number, number]; readonly own?: Distribution };
  readonly says: readonly (readonly [id: string, text: string, place: string])[];
}

const normal: Drawing = {
  definition: 'independent draws of the normal distribution with mean and standard deviation scale',
  draw(node, draws) {
    const [mean, scale, z] = [node.number('mean'), node.number('scale'), normalDrawsOf(draws)];
    return (place) => mean + scale * z(place);
  },
  of(node, format) {
    const [mean, deviation] = [node.number('mean'), node.number('scale')];
    if (!(deviation > 0)) throw new NotJudged('a standard deviation of …', deviation);
    // one draw in 4·10¹⁸ is farther than nine deviations from the mean
    const ends = [mean - 9 * deviation, mean + 9 * deviation].map((x) => roundDouble(x, format));
    return {
      ends: ends as [number, number],
      own: { mean, deviation, kurtosis: 3, below: (x) => normalBelow((x - mean) / deviation) },
    };
  },
  says: [
    ['mean', 'The mean of the elements is mean.', 'attribute mean'],
    ['scale', 'The standard deviation of the elements is scale.', 'attribute scale'],
  ],
};

const uniform: Drawing = {
  definition: 'independent draws of the uniform distribution between low and high',
  draw(node, draws) {
    const [low, high] = [node.number('low'), node.number('high')];
    return (place) => low + (high - low) * draws(place);
  },
  of(node, format) {
    const [low, high] = [node.number('low'), node.number('high')];
    if (!(low <= high)) throw new NotJudged('bounds […] in decreasing order', [low, high]);
    // the text excludes neither end, and low + u(high - low) may round beyond an end, in the type or in float32
    const ways = [(x: number) => roundDouble(x, format), Math.fround];
    const reached = (from: number, to: number): number[] =>
      ways.map((round) => roundDouble(round(round(from) + round(round(to) - round(from))), format));
    const all = [low, high].map((x) => roundDouble(x, format)).concat(reached(low, high), reached(high, low));
    const ends = [Math.min(...all), Math.max(...all)] as const;
    if (low === high) return { ends };
    const [mean, deviation] = [(low + high) / 2, (high - low) / Math.sqrt(12)];
    const below = (x: number) => Math.max(0, Math.min(1, (x - low) / (high - low)));
    return { ends, own: { mean, deviation, kurtosis: 1.8, below } };
  },
  says: [
    ['low', 'No element is less than low.', 'attribute low'],
    ['high', 'No element is greater than high; the text does not exclude high itself.', 'attribute high'],
  ],
};

/** Returns an operator that draws floats, in the shape of an attribute or of its input. */
function drawing(name: string, { definition, draw, of, says: own }: Drawing): Operator {
  const isLike = name.endsWith('Like');
  const inputTypes: Pick<Definition, 'bindings' | 'dtypes'> = isLike
    ? { dtypes, bindings: (schema) => dtypesOf(schema, { type: 'T1' }).map((dtype) => ({ T1: dtype })) }
    : {};
  return define({
    name,
    family: 'random',
    definition,
    copiesElements: true,
    ...inputTypes,
    evaluate(a, node) {
      const to = node.has('dtype') ? node.dtype('dtype') : node.input(0).dtype;
      const dims = isLike ? node.input(0).dims : node.numbers('shape')!;
      const at = draw(node, drawsOfNode(node));
      return [values(to, dims, (index) => a.in(to).of(at(index)))];
    },
    refine: drawnElements((node, { dtype }): PossibleNumbers => {
      const format = formatOf(dtype) as FloatFormat;
      const { ends, own } = of(node, format);
      return {
        has: (x) => (x as number) >= ends[0] && (x as number) <= ends[1],
        text: () => `in [${ends}]`,
        ends,
        improbable: (xs, dims) =>
          own && improbableDraws(Float64Array.from(xs as number[]), own, format.precision, dims.at(-1) ?? 1),
      };
    }),
    clauses(schema) {
      const { says, implies } = clausesOf(schema);
      return [
        says(
          'distribution',
          'The elements pass tests of the distribution: that of Kolmogorov and Smirnov, and those of mean and variance.',
        ),
        implies('independence', 'Neighbours in a row or column are independent of each other.', numpy('random')),
        ...own.map(([id, text, place]) => says(id, text, place)),
        says('any-shape', 'Shapes may have any rank.', isLike ? 'input' : 'attribute shape'),
        implies('size-zero', 'A shape with a size of 0 gives an empty output.', numpy('random')),
        says('type-given', 'dtype is the type of the output.', 'attribute dtype'),
        ...(isLike
          ? [
              says(
                'type-of-input',
                'Without dtype, the output has the type of the input.',
                'attribute dtype',
                floats(schema.types.T2!),
              ),
            ]
          : []),
        says(
          'seed',
          'A seed may be given; the text does not define the numbers that follow from it.',
          'attribute seed',
        ),
      ];
    },
    rules: (schema) => [
      rule('invalid-output-type', 'The output has a float type.', 'output', schema),
      ...(isLike ? [] : [rule('invalid-size', 'No size is negative.', 'attribute shape', schema)]),
    ],
  });
}

const floats = (types: string) => dtypes.filter((dtype) => types.split(' ').includes(dtype));

/** Returns the normal distribution function at z: erfc(-z/√2) / 2, to 1.2·10⁻⁷ (Press et al., Numerical Recipes, 6.2). */
function normalBelow(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const series = [
    0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368,
    -1.26551223,
  ].reduce((sum, coefficient) => sum * t + coefficient, 0);
  const tail = (t * Math.exp(-x * x + series)) / 2;
  return z < 0 ? tail : 1 - tail;
}

export const randomNormal = drawing('RandomNormal', normal);
export const randomNormalLike = drawing('RandomNormalLike', normal);
export const randomUniform = drawing('RandomUniform', uniform);
export const randomUniformLike = drawing('RandomUniformLike', uniform);
