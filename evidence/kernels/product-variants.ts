import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import { range } from '../../oracles/arrays/lines.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { type Evaluate, type InputValues, Node, type NodeValues, values } from '../../oracles/spec/node.ts';
import { wider } from './computed.ts';
import type { Candidate } from './implementation.ts';
import { type Alter, variant } from './variant.ts';

/** What a node computes, with some of its inputs and attributes. */
const by = <S>(
  correct: Evaluate,
  a: Arithmetic<S>,
  node: Node<S>,
  inputs: readonly (InputValues<S> | undefined)[],
  attributes = node.attributes,
): NodeValues<S> => correct(a, new Node(node.version, attributes, inputs, 1))[0]!;

/** The bias of a channel comes first or last, apart from the products. */
const biasApart =
  (add: <S>(a: Arithmetic<S>, y: S, bias: S) => S): Alter =>
  (correct) =>
  (a, node) => {
    const [x, w, bias] = node.inputs;
    const y = by(correct, a, node, [x, w]);
    const size = elementCount(y.dims.slice(2));
    return [bias ? values(y.dtype, y.dims, (i) => add(a, y.at(i), bias.at(Math.floor(i / size) % y.dims[1]!))) : y];
  };

/** Gemm of a plain product: how the factors and C come in. */
const gemm =
  (
    element: <S>(a: Arithmetic<S>, row: readonly S[], column: readonly S[], alpha: S, beta: S, c: S | undefined) => S,
  ): Alter =>
  () =>
  (a, node) => {
    const [A, B, C] = [node.input(0), node.input(1), node.inputs[2]];
    const [turnA, turnB] = [node.number('transA') !== 0, node.number('transB') !== 0];
    const [m, k] = turnA ? (A.dims.toReversed() as number[]) : A.dims;
    const n = B.dims[turnB ? 0 : 1]!;
    const [alpha, beta] = [a.of(node.number('alpha')), a.of(node.number('beta'))];
    const [rowsOfC, columnsOfC] = [C?.dims.at(-2) ?? 1, C?.dims.at(-1) ?? 1];
    return [
      values(A.dtype, [m!, n], (index) => {
        const [i, j] = [Math.floor(index / n), index % n];
        const row = range(k!).map((p) => A.at(turnA ? p * m! + i : i * k! + p));
        const column = range(k!).map((p) => B.at(turnB ? j * k! + p : p * n + j));
        const c = C?.at((rowsOfC === 1 ? 0 : i) * columnsOfC + (columnsOfC === 1 ? 0 : j));
        return element(a, row, column, alpha, beta, c);
      }),
    ];
  };

/** Three operands and more: the first two are put together, their own letters added up, and then the next. */
const inTurn: Alter = (correct) => {
  const evaluate: Evaluate = (a, node) => {
    const equation = node.string('equation').replaceAll(' ', '');
    const [left, right] = equation.split('->') as [string, string | undefined];
    const [first, second, ...more] = left.split(',') as [string, string, ...string[]];
    if (more.length === 0 || right === undefined || equation.includes('...')) return correct(a, node);
    const later = `${right}${more.join('')}`;
    const kept = [...new Set(`${first}${second}`)].filter((letter) => later.includes(letter)).join('');
    const as = (text: string) => ({ ...node.attributes, equation: { type: 'STRING', value: text } as const });
    const [x, y, ...others] = node.inputs;
    const both = by(correct, a, node, [x, y], as(`${first},${second}->${kept}`));
    return evaluate(a, new Node(node.version, as(`${[kept, ...more].join(',')}->${right}`), [both, ...others], 1));
  };
  return evaluate;
};

type Rows<S> = readonly (readonly S[])[];
const without = <T>(items: readonly T[], at: number): readonly T[] => items.filter((_, i) => i !== at);
const determinant =
  (of: <S>(a: Arithmetic<S>, rows: Rows<S>) => S): Alter =>
  () =>
  (a, node) => {
    const x = node.input(0);
    const n = x.dims.at(-1)!;
    return [
      values(x.dtype, x.dims.slice(0, -2), (index) =>
        of(
          a,
          range(n).map((row) => range(n).map((column) => x.at((index * n + row) * n + column))),
        ),
      ),
    ];
  };
/** Along the first row, by minors. */
const laplace = <S>(a: Arithmetic<S>, rows: Rows<S>): S => {
  const [first, ...rest] = rows;
  if (!first) return a.of(1);
  const terms = first.map((x, i) => {
    const term = a.multiply(
      x,
      laplace(
        a,
        rest.map((row) => without(row, i)),
      ),
    );
    return i % 2 === 0 ? term : a.negate(term);
  });
  return terms.reduce(a.add);
};
/** The products of pivots, each the largest of what is left of its column; they are multiplied in turn. */
const byElimination = <S>(a: Arithmetic<S>, rows: Rows<S>, soFar = a.of(1)): S => {
  if (rows.length === 0) return soFar;
  const sizes = rows.map(([x]) => Math.abs(Number(x)));
  const at = Math.max(
    0,
    sizes.findIndex((size) => Number.isNaN(size) || size === Math.max(...sizes)),
  );
  const [head, ...tail] = rows[at]! as [S, ...S[]];
  const rest = without(rows, at).map(([x, ...others]) => {
    const factor = Number(head) === 0 ? a.of(0) : a.divide(x!, head);
    return others.map((y, i) => a.subtract(y, a.multiply(factor, tail[i]!)));
  });
  const product = a.multiply(soFar, head);
  return byElimination(a, rest, at % 2 === 0 ? product : a.negate(product));
};

const turned = <S>(rows: Rows<S>): Rows<S> => (rows[0] ?? []).map((_, i) => rows.map((row) => row[i]!));

/** Correct kernels of products of matrices and determinants, as runtimes have them. */
export const productVariants: readonly Candidate[] = [
  variant(
    'ConvTranspose',
    'with the bias last',
    biasApart((a, y, bias) => a.add(y, bias)),
  ),
  variant(
    'Gemm',
    'as alpha·A times B',
    gemm((a, xs, ys, alpha, beta, c) => {
      const product = a.dot(
        xs.map((x) => a.multiply(alpha, x)),
        ys,
      );
      return c === undefined ? product : a.add(product, a.multiply(beta, c));
    }),
  ),
  variant(
    'Gemm',
    'as A times alpha·B',
    gemm((a, xs, ys, alpha, beta, c) => {
      const product = a.dot(
        xs,
        ys.map((y) => a.multiply(alpha, y)),
      );
      return c === undefined ? product : a.add(a.multiply(beta, c), product);
    }),
  ),
  variant(
    'Gemm',
    'from beta·C on',
    gemm((a, xs, ys, alpha, beta, c) => {
      const row = xs.map((x) => a.multiply(alpha, x));
      return c === undefined ? a.dot(row, ys) : a.dot([a.multiply(beta, c), ...row], [a.of(1), ...ys]);
    }),
  ),
  variant('Einsum', 'operand by operand', inTurn),
  variant('Einsum', 'operand by operand, in the next wider type', inTurn, wider),
  variant('Det', 'by minors', determinant(laplace)),
  variant('Det', 'by minors, in the next wider type', determinant(laplace), wider),
  variant(
    'Det',
    'by columns, which are rows of the transposed matrix',
    determinant((a, rows) => laplace(a, turned(rows))),
  ),
  variant(
    'Det',
    'by elimination',
    determinant((a, rows) => byElimination(a, rows)),
  ),
  variant(
    'Det',
    'by elimination, in the next wider type',
    determinant((a, rows) => byElimination(a, rows)),
    wider,
  ),
  variant(
    'Det',
    'by elimination of columns',
    determinant((a, rows) => byElimination(a, turned(rows))),
  ),
];
