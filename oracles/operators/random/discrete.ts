import { answersOtherCall } from '../../judge/explanations/other-calls.ts';
import { type FloatFormat, formatOf } from '../../numerics/dtype.ts';
import { maximumOf } from '../../numerics/extremes.ts';
import { roundDouble } from '../../numerics/rounding.ts';
import { elementsOf, tensorOfScalars } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, numpy } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Node, values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';
import { dtypesOf } from '../../spec/schemas/schemas.ts';
import { knownTensor } from '../movement/movement.ts';
import { drawnElements, drawsOfNode } from './drawing.ts';
import { areNeighboursDependent, isImprobable } from './improbable.ts';

/** The mistake of the function body in releases where its comparison was inverted. */
const drawsTheOther = answersOtherCall(
  'draws-the-other',
  '1 is drawn with the probability of 0',
  ({ inputs: [input], ...call }) => {
    const { dtype, dims } = input!;
    const p = elementsOf(input!) as readonly number[];
    if (p.every((x) => x === 0.5)) return undefined;
    const other = tensorOfScalars(dtype, dims, (i) => roundDouble(1 - p[i]!, formatOf(dtype) as FloatFormat));
    return { ...call, inputs: [other] };
  },
);

/** Bernoulli: 1 with the probability in the input, otherwise 0. */
export const bernoulli = define({
  name: 'Bernoulli',
  family: 'random',
  definition: '1 with probability x, else 0',
  copiesElements: true,
  hypotheses: [drawsTheOther],
  bindings: (schema) => dtypesOf(schema, { type: 'T1' }).map((dtype) => ({ T1: dtype })),
  evaluate(a, node) {
    const { dtype, dims } = node.input(0);
    const p = probabilities(node);
    const to = node.has('dtype') ? node.dtype('dtype') : dtype;
    const draws = drawsOfNode(node);
    return [values(to, dims, (index) => a.in(to).of(draws(index) < p[index]! ? 1 : 0))];
  },
  refine: drawnElements((node, { accept, dims }) => {
    const p = probabilities(node);
    const [zero, one] = typeof (p.length > 0 ? accept(0).best : 0) === 'bigint' ? [0n, 1n] : [0, 1];
    return {
      has: (x, index) => (x === one && p[index]! > 0) || (Object.is(x, zero) && p[index]! < 1),
      text: (index) => (p[index] === 0 ? '0' : p[index] === 1 ? '1' : '0 or 1'),
      ends: [zero, one],
      improbable: (xs) => {
        const ones = xs.map((x) => x === one);
        // groups of similar probabilities show when one is used instead of another
        for (const quarter of [0, 1, 2, 3]) {
          const some = p.flatMap((x, i) =>
            x > quarter / 4 - (quarter === 0 ? 1 : 0) && x <= (quarter + 1) / 4 ? [i] : [],
          );
          const hits = some.filter((i) => ones[i]).length;
          const expected = some.reduce((sum, i) => sum + p[i]!, 0);
          if (isImprobable(hits, some.length, Math.min(1, expected / some.length)))
            return `others: ${hits} of ${some.length} are 1, where ${expected.toFixed(1)} are expected`;
        }
        const both = (i: number, j: number) => p[i]! * p[j]! + (1 - p[i]!) * (1 - p[j]!);
        return areNeighboursDependent(xs.length, dims.at(-1) ?? 1, (i, j) => ones[i] === ones[j], both);
      },
    };
  }),
  clauses(schema) {
    const { says, implies } = clausesOf(schema);
    return [
      says('distribution', 'An output of 1 is produced with probability p, and 0 with probability 1 - p.'),
      implies('independence', 'Neighbours in a row or column are independent of each other.', numpy('random')),
      says('certain', 'The output is 0 where the probability is 0, and 1 where it is 1.'),
      says('any-shape', 'The output has the shape of the input, for any rank.', 'output'),
      implies('size-zero', 'The output of an empty tensor is empty.', numpy('random')),
      says('type-given', 'dtype is the type of the output.', 'attribute dtype'),
      says('type-of-input', 'Without dtype, the output has the type of the input.', 'attribute dtype'),
      says('seed', 'A seed may be given; the text does not define the numbers that follow from it.', 'attribute seed'),
    ];
  },
  rules: (schema) => [
    rule('invalid-probability', 'Probabilities are in [0, 1].', 'input', schema),
    rule('invalid-output-type', 'The output has a type of numbers or truth values.', 'output', schema),
  ],
});

/** Multinomial: indices in rows of log-probabilities, drawn with these probabilities. */
export const multinomial = define({
  name: 'Multinomial',
  family: 'random',
  definition: 'k with probability exp(x[k]) / Σ exp(x)',
  copiesElements: true,
  bindings: (schema) => dtypesOf(schema, { type: 'T1' }).map((dtype) => ({ T1: dtype })),
  evaluate(a, node) {
    const rows = outcomes(node);
    const size = node.number('sample_size');
    const to = node.dtype('dtype');
    const draws = drawsOfNode(node);
    return [
      values(to, [rows.length, size], (index) => {
        let left = draws(index);
        const row = rows[Math.floor(index / size)]!;
        const found = row.findIndex((p) => {
          left -= p;
          return left < 0;
        });
        // rounded probabilities may add up to less than the draw
        return a.in(to).of(found >= 0 ? found : row.findLastIndex((p) => p > 0));
      }),
    ];
  },
  refine: drawnElements((node) => {
    const rows = outcomes(node);
    const size = node.number('sample_size');
    const row = (index: number) => rows[Math.floor(index / size)]!;
    return {
      has: (x, index) => row(index)[Number(x)]! > 0,
      text: (index) =>
        `one of ${row(index)
          .flatMap((p, k) => (p > 0 ? [k] : []))
          .join(', ')}`,
      ends: [0n, BigInt(rows[0]?.length ?? 0)],
      improbable: (xs) => {
        for (const [at, probabilities] of rows.entries()) {
          const drawn = xs.slice(at * size, (at + 1) * size);
          for (const [k, p] of probabilities.entries()) {
            const hits = drawn.filter((x) => Number(x) === k).length;
            if (isImprobable(hits, size, Math.min(1, p)))
              return `others: ${hits} of ${size} in row ${at} are ${k}, where ${(p * size).toFixed(1)} are expected`;
          }
        }
        const both = (i: number, j: number) => row(i).reduce((sum, p, k) => sum + p * row(j)[k]!, 0);
        return areNeighboursDependent(xs.length, size, (i, j) => xs[i] === xs[j], both);
      },
    };
  }),
  clauses(schema) {
    const { says, implies } = clausesOf(schema);
    return [
      says(
        'distribution',
        'Each outcome is drawn with the probability that its log-probability gives; these need not be normalized.',
        'input',
      ),
      implies('independence', 'Neighbours in a row or column are independent of each other.', numpy('random')),
      implies('certain', 'An outcome of log-probability -∞ is never drawn.', numpy('exp')),
      says('batches', 'Each row has its own outcomes.', 'input'),
      says('sample-size', 'sample_size outcomes are drawn for each row.', 'attribute sample_size'),
      implies('size-zero', 'If there are no rows, the output is empty.', numpy('random')),
      says('type-given', 'dtype is the type of the output.', 'attribute dtype'),
      says('seed', 'A seed may be given; the text does not define the numbers that follow from it.', 'attribute seed'),
    ];
  },
  rules: (schema) => [
    rule('invalid-rank', 'The input is a matrix.', 'input', schema),
    rule('invalid-output-type', 'The output is int32 or int64.', 'output', schema),
  ],
});

/** Returns the probabilities in the input. @throws BadInput for numbers outside [0, 1] */
function probabilities<S>(node: Node<S>): readonly number[] {
  const p = elementsOf(knownTensor(node.input(0))).map(Number);
  const wrong = p.find((x) => !(x >= 0 && x <= 1));
  if (wrong !== undefined) throw new BadInput(`${wrong} is not a probability`);
  return p;
}

/**
 * Returns the probabilities of the outcomes of each row.
 * @throws BadInput if the input is not a matrix
 * @throws NotJudged for a row with no possible outcome, or with an infinitely likely one
 */
function outcomes<S>(node: Node<S>): readonly (readonly number[])[] {
  const { dims } = node.input(0);
  if (dims.length !== 2) throw new BadInput(`the input must be a matrix; its shape is [${dims}]`);
  const [rows, classes] = dims as [number, number];
  const x = elementsOf(knownTensor(node.input(0))).map(Number);
  return Array.from({ length: rows }, (_, row) => {
    const own = x.slice(row * classes, (row + 1) * classes);
    const most = maximumOf(own);
    if (!Number.isFinite(most)) throw new NotJudged('outcomes without probabilities');
    const weights = own.map((one) => Math.exp(one - most));
    const sum = weights.reduce((total, weight) => total + weight);
    return weights.map((weight) => weight / sum);
  });
}
