import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { eachOf, inArithmetic, onNode, onOutputs } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { onInput, readFrom, withNumbers, withoutAttributes } from '../views.ts';

const every = ['MatMul'];
/** All that sum products. */
const all = ['MatMul', 'Gemm', 'Conv', 'ConvTranspose', 'Einsum'];

/** Other sums of products. */
const dots = (change: <S>(a: Arithmetic<S>, xs: readonly S[], ys: readonly S[]) => S): NonNullable<Mutant['alter']> =>
  inArithmetic((a) => ({ dot: (xs, ys) => change(a, xs, ys) }));

/** Faults of kernels that sum products. */
export const contractionFaults: readonly Mutant[] = [
  {
    name: 'products: what is left after blocks of 4 is not added',
    source: ['unrolled loops without a tail'],
    operators: all,
    alter: dots((a, xs, ys) => {
      const whole = xs.length < 4 ? xs.length : xs.length - (xs.length % 4);
      return a.dot(xs.slice(0, whole), ys.slice(0, whole));
    }),
  },
  {
    name: 'products: zeros on the left are skipped, whatever they would be multiplied with',
    source: ['kernels for sparse data'],
    operators: all,
    alter: dots((a, xs, ys) =>
      a.dot(
        xs,
        ys.map((y, i) => a.select(a.equal(xs[i]!, a.of(0)), a.of(0), y)),
      ),
    ),
  },
  {
    name: 'products: a sum of no products is 1',
    source: ['TVM-19578'],
    operators: all,
    alter: dots((a, xs, ys) => (xs.length === 0 ? a.of(1) : a.dot(xs, ys))),
  },
  {
    name: 'products: factors are rounded to bfloat16',
    source: ['fast paths of matrix units that are on by default'],
    operators: all,
    alter: dots((a, xs, ys) => {
      const short = <T>(x: T) => a.round(x as never, 'bfloat16');
      return a.dot(xs.map(short), ys.map(short));
    }),
  },
  {
    name: 'products: the first matrix of the right stack is taken for all',
    source: ['batch strides of 0'],
    operators: every,
    alter: onNode(({ inputs: [A, B] }) => {
      const matrix = B!.dims.slice(-2).reduce((product, size) => product * size, 1);
      return { inputs: [A!, B!.dims.length < 3 ? B! : { ...B!, at: (index: number) => B!.at(index % matrix) }] };
    }),
  },
  {
    name: 'products: a square matrix on the right is read column by column',
    source: ['a flag of BLAS that follows from the shape'],
    operators: every,
    alter: onNode(({ inputs: [A, B] }) => {
      const [rows, columns] = B!.dims.slice(-2);
      if (B!.dims.length !== 2 || rows !== columns) return {};
      const n = rows!;
      return { inputs: [A!, { ...B!, at: (index: number) => B!.at((index % n) * n + Math.floor(index / n)) }] };
    }),
  },
  {
    name: 'products: 64-bit integers go through float64',
    source: ['kernels for doubles that are lent to integers'],
    operators: every,
    alter: onNode(({ inputs }, a) => ({
      inputs: inputs.map((input) =>
        formatOf(input!.dtype).kind === 'integer' ? eachOf(input!, (x) => a.round(x, 'float64')) : input!,
      ),
    })),
  },
  {
    name: 'products: partial sums are rounded to float16 every 16 products',
    source: ['blocks of matrix units that add up in float16'],
    operators: all,
    alter: dots((a, xs, ys) => {
      const blocks = Array.from({ length: Math.ceil(xs.length / 16) }, (_, i) =>
        a.dot(xs.slice(16 * i, 16 * i + 16), ys.slice(16 * i, 16 * i + 16)),
      );
      return a.sum(blocks.map((x) => a.round(x, 'float16')));
    }),
  },
  {
    name: 'products: the last one is added twice where their number is odd',
    source: ['pairs with an overlapping tail'],
    operators: all,
    alter: dots((a, xs, ys) =>
      xs.length > 2 && xs.length % 2 === 1 ? a.dot([...xs, xs.at(-1)!], [...ys, ys.at(-1)!]) : a.dot(xs, ys),
    ),
  },
  ...(['alpha', 'beta'] as const).map(
    (name): Mutant => ({
      name: `Gemm: ${name} is not looked at`,
      source: ['an attribute that is not read'],
      operators: ['Gemm'],
      alter: withoutAttributes(name),
    }),
  ),
  {
    name: 'Gemm: alpha is rounded to an integer',
    source: ['attributes that are read as integers'],
    operators: ['Gemm'],
    alter: withNumbers('alpha', (alpha) => alpha.map(Math.trunc)),
  },
  {
    name: 'Gemm: beta is rounded to bfloat16',
    source: ['attributes in the type of a faster unit'],
    operators: ['Gemm'],
    alter: withNumbers('beta', (beta) => beta.map((x) => Math.round(x * 64) / 64)),
  },
  {
    name: 'Gemm: alpha multiplies C as well',
    source: ['a factor outside of the brackets'],
    operators: ['Gemm'],
    alter: (correct) => (a, node) =>
      onInput(2, (C) => eachOf(C, (x) => a.multiply(x as never, a.of(node.number('alpha'))) as never))(correct)(
        a,
        node,
      ),
  },
  {
    name: 'Gemm: beta multiplies only where there are products',
    source: ['onnxruntime 1.30'],
    operators: ['Gemm'],
    alter: (correct) => (a, node) =>
      (node.input(0).dims.includes(0) ? withoutAttributes('beta')(correct) : correct)(a, node),
  },
  ...(['transA', 'transB'] as const).flatMap((name, place): Mutant[] => [
    {
      name: `Gemm: ${name} is not looked at where the matrix is square`,
      source: ['shapes that tell nothing'],
      operators: ['Gemm'],
      alter: (correct) => (a, node) => {
        const [rows, columns] = node.input(place).dims;
        return (rows === columns ? withoutAttributes(name)(correct) : correct)(a, node);
      },
    },
    {
      name: `Gemm: ${name} relabels the dimensions and moves nothing`,
      source: ['a reshape for a transposition'],
      operators: ['Gemm'],
      alter: (correct) => (a, node) => {
        if (node.number(name) === 0) return correct(a, node);
        const relabelled = onInput(place, (x) => ({ ...x, dims: x.dims.toReversed() }));
        return relabelled(withoutAttributes(name)(correct))(a, node);
      },
    },
  ]),
  {
    name: 'Gemm: with both matrices turned the result is turned as well',
    source: ['BLAS in column-major order'],
    operators: ['Gemm'],
    alter: onOutputs((output, _, node) => {
      const [m, n] = output.dims as [number, number];
      const isTurned = node.number('transA') !== 0 && node.number('transB') !== 0;
      return isTurned && !node.inputs[2]
        ? eachOf(output, (_x, i) => output.at((i % m) * n + Math.floor(i / m)))
        : output;
    }),
  },
  {
    name: 'Gemm: C is added along the wrong dimension of a square result',
    source: ['a bias of columns for one of rows'],
    operators: ['Gemm'],
    alter: onInput(2, (C, node) => {
      const [m, n] = [node.input(0).dims[0], node.input(1).dims[1]];
      return C.dims.length === 1 && C.dims[0] === m && m === n ? { ...C, dims: [m!, 1] } : C;
    }),
  },
  {
    name: 'Gemm: the rows of a C of one column are all the first',
    source: ['strides of 0 in both dimensions'],
    operators: ['Gemm'],
    alter: onInput(2, (C) => (C.dims.at(-1) === 1 ? readFrom(C, (at) => at.map(() => 0)) : C)),
  },
  {
    name: 'Gemm: C of one element is left out',
    source: ['an optional input that is tested by its size'],
    operators: ['Gemm'],
    alter: onInput(2, (C) => (C.dims.every((size) => size === 1) ? undefined : C)),
  },
  {
    name: 'Gemm without products: a C of one column is added as a row',
    source: ['robertknight/rten pull request 526'],
    operators: ['Gemm'],
    alter: onInput(2, (C, node) => {
      const [A, B] = [node.input(0), node.input(1)];
      const [k, m] = node.number('transA') ? A.dims : A.dims.toReversed();
      const n = B.dims[node.number('transB') ? 0 : 1];
      return k === 0 && m === n && C.dims.length === 2 && C.dims[1] === 1 ? { ...C, dims: [1, m!] } : C;
    }),
  },
  {
    name: 'Einsum: of one operand whose kept letters are of size 1, the first element alone is added',
    source: ['robertknight/rten pull request 1365'],
    operators: ['Einsum'],
    alter: onOutputs((output, _a, node) => {
      const [, term = '', kept = ''] = /^(\w+)->(\w+)$/.exec(node.string('equation').replaceAll(' ', '')) ?? [];
      const X = node.input(0);
      const isKept = [...term].map((letter) => kept.includes(letter));
      const isMoved = isKept.includes(false) && isKept.lastIndexOf(true) > isKept.indexOf(false);
      const isOne = isKept.every((own, i) => !own || X.dims[i] === 1);
      return node.inputs.length === 1 && isMoved && isOne ? eachOf(output, () => X.at(0)) : output;
    }),
  },
];
