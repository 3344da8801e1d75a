import { normalDrawsOf } from '../../../oracles/operators/random/draws.ts';
import { eachOf, onNode, onOutputs } from '../alter.ts';
import { drawing, fallsAt, place } from '../drawing.ts';
import type { Mutant } from '../mutant.ts';
import { withoutAttributes } from '../views.ts';

const normals = ['RandomNormal', 'RandomNormalLike'];
const uniforms = ['RandomUniform', 'RandomUniformLike'];

/** Elements that are read from other places. */
const readAt = (place: (index: number, dims: readonly number[]) => number) =>
  onOutputs((output) => eachOf(output, (_, index) => output.at(place(index, output.dims))));

const fault = (
  operators: readonly string[],
  name: string,
  source: string,
  alter: NonNullable<Mutant['alter']>,
): Mutant => ({ name: `${operators.join(', ')}: ${name}`, source: [source], operators, alter });

const all = [...normals, ...uniforms];

/** Faults of distributions. */
const distributions: readonly Mutant[] = [
  fault(
    all,
    'all draws are equal',
    'a generator that is seeded again for each element',
    readAt(() => 0),
  ),
  fault(
    all,
    'neighbours are equal',
    'one of the two numbers of Box and Muller is used twice',
    readAt((index) => index - (index % 2)),
  ),
  fault(
    all,
    'each row is the first one',
    'threads with generators of one seed',
    readAt((index, dims) => index % (dims.at(-1) ?? 1)),
  ),
  fault(
    normals,
    'mean and scale are swapped',
    'arguments in the order of another library',
    onNode(({ attributes }) => {
      const number = (name: string, otherwise: number) =>
        attributes[name] ?? ({ type: 'FLOAT', value: otherwise } as const);
      const scale = number('mean', 0);
      const isScale = (scale.value as number) > 0;
      return { attributes: { ...attributes, mean: number('scale', 1), ...(isScale && { scale }) } };
    }),
  ),
  fault(
    normals,
    'scale is the variance',
    'the parameters of N(μ, σ²)',
    drawing((x, _i, { node }) => {
      const [mean, scale] = [node.number('mean'), node.number('scale')];
      return mean + (x - mean) / Math.sqrt(scale);
    }),
  ),
  fault(normals, 'mean is not read', 'an attribute that is not read', withoutAttributes('mean')),
  fault(normals, 'scale is not read', 'an attribute that is not read', withoutAttributes('scale')),
  fault(
    normals,
    'the mean is scaled as well',
    'scale · (z + mean)',
    drawing((x, _i, { node }) => x + (node.number('scale') - 1) * node.number('mean')),
  ),
  fault(
    normals,
    'draws are uniform',
    'the generator without its transform',
    drawing((_x, i, { node, draws }) => node.number('mean') + node.number('scale') * Math.sqrt(12) * (draws(i) - 0.5)),
  ),
  fault(
    normals,
    'nothing is drawn below the mean',
    'a transform of one half: √(-2 ln u) without its cosine’s sign',
    drawing((x, _i, { node }) => node.number('mean') + Math.abs(x - node.number('mean'))),
  ),
  fault(
    normals,
    'draws beyond one deviation are cut off',
    'truncated_normal of other libraries',
    drawing((x, _i, { node }) => {
      const [mean, scale] = [node.number('mean'), node.number('scale')];
      return Math.max(mean - scale, Math.min(mean + scale, x));
    }),
  ),
  fault(uniforms, 'low is not read', 'an attribute that is not read', withoutAttributes('low')),
  fault(uniforms, 'high is not read', 'an attribute that is not read', withoutAttributes('high')),
  fault(
    uniforms,
    'high is taken for a width',
    'low + high · u',
    drawing((_x, i, { node, draws }) => node.number('low') + node.number('high') * draws(i)),
  ),
  fault(
    uniforms,
    'draws are normal within the bounds',
    'another distribution of the same library',
    drawing((_x, i, { node, draws }) => {
      const [low, high] = [node.number('low'), node.number('high')];
      const z = Math.max(-3, Math.min(3, normalDrawsOf(draws)(i)));
      return low + ((high - low) * (z + 3)) / 6;
    }),
  ),
  fault(
    uniforms,
    'few numbers are drawn',
    'a draw of three bits',
    drawing((_x, i, { node, draws }) => {
      const [low, high] = [node.number('low'), node.number('high')];
      return low + ((high - low) * Math.floor(8 * draws(i))) / 8;
    }),
  ),
  fault(
    uniforms,
    'a counter is taken for a generator',
    'numbers one after the other: (i + 1/2) / n',
    drawing((_x, i, { node, dims }) => {
      const [low, high] = [node.number('low'), node.number('high')];
      return low + ((high - low) * (i + 0.5)) / dims.reduce((product, size) => product * size, 1);
    }),
  ),
  fault(
    ['Bernoulli'],
    'probabilities are those of 0',
    'the function body of ONNX since 1.9: RandomUniformLike > input',
    drawing((_x, i, { draws, input }) => (draws(i) > input[i]! ? 1 : 0)),
  ),
  fault(
    ['Bernoulli'],
    'probabilities are rounded',
    'a threshold without a draw',
    drawing((_x, i, { input }) => (input[i]! >= 0.5 ? 1 : 0)),
  ),
  fault(
    ['Bernoulli'],
    'all have one half',
    'a coin that is thrown without looking at the input',
    drawing((_x, i, { draws }) => (draws(i) < 0.5 ? 1 : 0)),
  ),
  fault(
    ['Bernoulli'],
    'probabilities are read as logits',
    'the parameter of other libraries',
    drawing((_x, i, { draws, input }) => (draws(i) < 1 / (1 + Math.exp(-input[i]!)) ? 1 : 0)),
  ),
  fault(
    ['Bernoulli'],
    'all have the first probability',
    'a scalar parameter',
    drawing((_x, i, { draws, input }) => (draws(i) < input[0]! ? 1 : 0)),
  ),
  fault(
    ['Bernoulli'],
    'one draw serves all elements',
    'a draw in front of the loop',
    drawing((_x, i, { draws, input }) => (draws(0) < input[i]! ? 1 : 0)),
  ),
  fault(
    ['Multinomial'],
    'logarithms are taken for probabilities',
    'torch.multinomial',
    place((row, u) =>
      fallsAt(
        row.map((x) => Math.max(0, x)),
        u,
      ),
    ),
  ),
  fault(
    ['Multinomial'],
    'the likeliest is taken',
    'an ArgMax in its place',
    place((row) => row.indexOf(Math.max(...row))),
  ),
  fault(
    ['Multinomial'],
    'all outcomes are equally likely',
    'a generator of integers',
    place((row, u) => Math.floor(u * row.length)),
  ),
  fault(
    ['Multinomial'],
    'logarithms have the base 2',
    'exp2 in the place of exp',
    place((row, u) =>
      fallsAt(
        row.map((x) => 2 ** (x - Math.max(...row))),
        u,
      ),
    ),
  ),
  fault(
    ['Multinomial'],
    'outcomes are counted from 1',
    'indices of another language',
    drawing((x) => x + 1),
  ),
  fault(
    ['Multinomial'],
    'each row has the probabilities of the first',
    'an offset of batches that is forgotten',
    drawing((_x, i, { node, draws, input }) => {
      const row = input.slice(0, node.input(0).dims[1]!);
      return fallsAt(
        row.map((x) => Math.exp(x - Math.max(...row))),
        draws(i),
      );
    }),
  ),
  fault(
    ['Multinomial'],
    'outcomes follow each other in turn',
    'sampling without replacement',
    place((row, _u, index) => index % row.length),
  ),
  fault(
    ['Multinomial'],
    'draws repeat after eight',
    'lanes with generators of one seed',
    readAt((index) => index - (index % 16) + (index % 8)),
  ),
];

/** Faults of kernels that draw at random. */
export const randomFaults: readonly Mutant[] = [
  ...distributions,
  {
    name: 'Dropout: what is kept is not scaled',
    source: ['scaling at inference, as in the first publications'],
    operators: ['Dropout'],
    alter: onOutputs((output, _, node) =>
      output.dtype === node.input(0).dtype ? eachOf(output, (_x, index) => node.input(0).at(index)) : output,
    ),
  },
  {
    name: 'Dropout: everything is dropped in training',
    source: ['draws that are all 0: a generator that was not seeded'],
    operators: ['Dropout'],
    alter: onOutputs((output, a, node) => {
      const mode = node.inputs[2]?.tensor;
      const isTraining = node.has('is_test')
        ? node.number('is_test') === 0
        : mode !== undefined && Number(mode.data[0]) === 1;
      const ratio = node.has('ratio') ? node.number('ratio') : Number(node.inputs[1]?.tensor?.data[0] ?? 0.5);
      return isTraining && ratio !== 0 ? eachOf(output, () => a.of(0)) : output;
    }),
  },
  {
    name: 'Dropout: the mask says what was dropped',
    source: ['masks of the other meaning'],
    operators: ['Dropout'],
    alter: onOutputs((output, a) => (output.dtype === 'bool' ? eachOf(output, (x) => a.subtract(a.of(1), x)) : output)),
  },
  {
    name: 'Dropout: every second element is dropped outside of training, too',
    source: ['a flag of training that is not looked at'],
    operators: ['Dropout'],
    alter: onOutputs((output, a, node) =>
      output.dtype === node.input(0).dtype ? eachOf(output, (x, index) => (index % 2 === 1 ? a.of(0) : x)) : output,
    ),
  },
];
