import type { NumberSource } from '../../oracles/operators/random/draws.ts';
import { drawing, fallsAt, place } from './drawing.ts';
import type { Candidate } from './implementation.ts';
import { type Alter, variant } from './variant.ts';

const f = Math.fround;

/** Numbers of 24 bits, neither 0 nor 1. */
const single = (u: number): number => (Math.floor(u * 2 ** 23) + 0.5) / 2 ** 23;

/** The minimal standard generator of C++, which onnxruntime takes (Park and Miller 1988). */
function minimalStandard(): NumberSource {
  const numbers: number[] = [];
  let last = 20_250_101;
  return (at) => {
    while (numbers.length <= at) {
      last = Number((BigInt(last) * 16_807n) % 2_147_483_647n);
      numbers.push((last - 1) / 2_147_483_646);
    }
    return numbers[at]!;
  };
}
const shared = minimalStandard();

/** Normal draws, of numbers that are uniform between 0 and 1. */
const normals: readonly (readonly [how: string, draw: (draws: NumberSource, at: number) => number])[] = [
  [
    'by both numbers of Box and Muller',
    (draws, at) => {
      const [pair, angle] = [at - (at % 2), 2 * Math.PI * draws(at - (at % 2) + 1)];
      return Math.sqrt(-2 * Math.log(1 - draws(pair))) * (at % 2 ? Math.sin(angle) : Math.cos(angle));
    },
  ],
  [
    'by Box and Muller in float32',
    (draws, at) =>
      f(
        f(Math.sqrt(f(-2 * f(Math.log(single(draws(2 * at))))))) *
          f(Math.cos(f(f(2 * Math.PI) * f(single(draws(2 * at + 1)))))),
      ),
  ],
  [
    'by the polar method of Marsaglia',
    (draws, at) => {
      // a point within the circle is found in three of four tries
      for (let i = 128 * at; ; i += 2) {
        const [x, y] = [2 * draws(i) - 1, 2 * draws(i + 1) - 1];
        const square = x * x + y * y;
        if (square > 0 && square < 1) return x * Math.sqrt((-2 * Math.log(square)) / square);
      }
    },
  ],
  [
    'by the ratio of two uniform numbers',
    (draws, at) => {
      // Kinderman and Monahan 1977
      for (let i = 128 * at; ; i += 2) {
        const u = 1 - draws(i);
        const x = ((2 * draws(i + 1) - 1) * Math.sqrt(2 / Math.E)) / u;
        if (x * x <= -4 * Math.log(u)) return x;
      }
    },
  ],
  [
    'by the minimal standard generator',
    (_, at) => Math.sqrt(-2 * Math.log(1 - shared(2 * at))) * Math.cos(2 * Math.PI * shared(2 * at + 1)),
  ],
];

const uniforms: readonly (readonly [
  how: string,
  draw: (low: number, high: number, u: number, at: number) => number,
])[] = [
  ['in float32', (low, high, u) => f(low + f(f(high - low) * single(u)))],
  ['from high downwards', (low, high, u) => high - (high - low) * u],
  ['between both ends', (low, high, u) => low * (1 - u) + high * u],
  ['by the minimal standard generator', (low, high, _, at) => low + (high - low) * shared(at)],
];

const truths: readonly (readonly [how: string, draw: (p: number, u: number, at: number) => number])[] = [
  ['by the last numbers of a draw', (p, u) => (1 - u <= p ? 1 : 0)],
  ['in float32', (p, u) => (single(u) < p ? 1 : 0)],
  ['by a difference rounded up', (p, u) => Math.ceil(p - u) || 0],
  ['by the minimal standard generator', (p, _, at) => (shared(at) < p ? 1 : 0)],
];

const shares = (row: readonly number[]): readonly number[] => {
  const most = Math.max(...row);
  return row.map((x) => Math.exp(x - most));
};

const outcomes: readonly (readonly [how: string, alter: Alter])[] = [
  [
    'by the greatest of logarithms and Gumbel numbers',
    place((row, _u, index, draws) => {
      const scores = row.map((x, k) => x - Math.log(-Math.log(single(draws(index * row.length + k)))));
      return scores.indexOf(Math.max(...scores));
    }),
  ],
  [
    'by a race of exponential numbers',
    place((row, _u, index, draws) => {
      const times = shares(row).map((p, k) => -Math.log(single(draws(index * row.length + k))) / p);
      return times.indexOf(Math.min(...times));
    }),
  ],
  ['from the last outcome on', place((row, u) => row.length - 1 - fallsAt(shares(row).toReversed(), u))],
  ['by sums in float32', place((row, u) => fallsAt(shares(row).map(f), single(u), f))],
  ['by the minimal standard generator', place((row, _u, index) => fallsAt(shares(row), shared(index)))],
];

/** Correct kernels that draw by other generators and methods. */
export const randomVariants: readonly Candidate[] = [
  ...['RandomNormal', 'RandomNormalLike'].flatMap((name) =>
    normals.map(([how, draw]) =>
      variant(
        name,
        how,
        drawing((_x, at, { node, draws }) => node.number('mean') + node.number('scale') * draw(draws, at)),
      ),
    ),
  ),
  ...['RandomUniform', 'RandomUniformLike'].flatMap((name) =>
    uniforms.map(([how, draw]) =>
      variant(
        name,
        how,
        drawing((_x, at, { node, draws }) => draw(node.number('low'), node.number('high'), draws(at), at)),
      ),
    ),
  ),
  ...truths.map(([how, draw]) =>
    variant(
      'Bernoulli',
      how,
      drawing((_x, at, { draws, input }) => draw(input[at]!, draws(at), at)),
    ),
  ),
  ...outcomes.map(([how, alter]) => variant('Multinomial', how, alter)),
];
