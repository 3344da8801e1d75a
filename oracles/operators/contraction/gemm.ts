import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { broadcastDims, broadcastIndex } from '../../arrays/broadcast.ts';
import { range } from '../../arrays/lines.ts';
import { observe } from '../../judge/policy.ts';
import { formatOf } from '../../numerics/dtype.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf } from '../../spec/clauses.ts';
import type { Call } from '../../spec/declaration.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, type Node, values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';
import { sumOfProductsClauses } from './clauses.ts';
import { dotOf, factors } from './dot.ts';

/** Returns the shape of the result, and the indices of the factors of A·B and of the element of C. */
function layoutOf<S>(node: Node<S>) {
  const [A, B, C] = [node.input(0), node.input(1), node.inputs[2]];
  if (A.dims.length !== 2 || B.dims.length !== 2) throw new BadInput(`[${A.dims}] or [${B.dims}] is not a matrix`);
  const [isLeftTurned, isRightTurned] = [node.number('transA') !== 0, node.number('transB') !== 0];
  const [m, k] = isLeftTurned ? [A.dims[1]!, A.dims[0]!] : [A.dims[0]!, A.dims[1]!];
  const [inner, n] = isRightTurned ? [B.dims[1]!, B.dims[0]!] : [B.dims[0]!, B.dims[1]!];
  if (k !== inner) throw new BadInput(`[${A.dims}] and [${B.dims}] differ in the dimension that is summed`);
  const dims = [m, n];
  if (C) {
    const fits = String(C.dims) === String(dims);
    const isBroadcast = !node.has('broadcast') || node.flag('broadcast');
    if (!fits && !(isBroadcast && String(broadcastDims([C.dims, dims])) === String(dims))) {
      throw new BadInput(`shapes [${C.dims}] and [${dims}] do not broadcast`);
    }
  }
  const pairs = (index: number) => {
    const [i, j] = [Math.floor(index / n), index % n];
    return range(k).map((p) => ({
      left: isLeftTurned ? p * m + i : i * k + p,
      right: isRightTurned ? j * k + p : p * n + j,
    }));
  };
  return { dims, pairs, ofC: C && broadcastIndex(C.dims, dims) };
}

/** A formula of an element, from the factors of A·B and an element of C, if there is one. */
type GemmFormula = <S>(a: Arithmetic<S>, node: Node<S>, xs: readonly S[], ys: readonly S[], c: S | undefined) => S;

const by =
  (way: GemmFormula): Evaluate =>
  (a, node) => {
    const { dims, pairs, ofC } = layoutOf(node);
    const [A, B, C] = [node.input(0), node.input(1), node.inputs[2]];
    const factor = ['alpha', 'beta'].find((name) => !Number.isInteger(node.number(name)));
    if (factor && formatOf(A.dtype).kind === 'integer') throw new NotJudged('integers times a fraction, …', factor);
    return [
      values(A.dtype, dims, (index) => way(a, node, ...factors(a, pairs(index), A, B), ofC && C!.at(ofC(index)))),
    ];
  };

const coefficients = <S>(a: Arithmetic<S>, node: Node<S>): readonly [alpha: S, beta: S] => [
  a.of(node.number('alpha')),
  a.of(node.number('beta')),
];

const formula: GemmFormula = (a, node, xs, ys, c) => {
  const [alpha, beta] = coefficients(a, node);
  const product = a.multiply(alpha, a.dot(xs, ys));
  return c === undefined ? product : a.add(product, a.multiply(beta, c));
};
/** rows are scaled first, and C is the first term of the sum */
const ofScaledRows: GemmFormula = (a, node, xs, ys, c) => {
  const [alpha, beta] = coefficients(a, node);
  const row = xs.map((x) => a.factor(a.multiply(alpha, x)));
  return c === undefined ? a.dot(row, ys) : a.dot([beta, ...row], [c, ...ys]);
};
/** columns are scaled first, as the reference BLAS scales its second factor */
const ofScaledColumns: GemmFormula = (a, node, xs, ys, c) => ofScaledRows(a, node, ys, xs, c);
/** operands with a coefficient of 0 are not read */
const unread: Evaluate = (a, node) => {
  const { dims, pairs, ofC } = layoutOf(node);
  const [A, B, C] = [node.input(0), node.input(1), node.inputs[2]];
  const [alpha, beta] = coefficients(a, node);
  return [
    values(A.dtype, dims, (index) => {
      const product = node.number('alpha') === 0 ? a.of(0) : a.multiply(alpha, dotOf(a, pairs(index), A, B));
      return ofC && node.number('beta') !== 0 ? a.add(product, a.multiply(beta, C!.at(ofC(index)))) : product;
    }),
  ];
};
/** only C with a coefficient of 0 is not read */
const unreadC: Evaluate = by((a, node, xs, ys, c) =>
  formula(a, node, xs, ys, node.number('beta') === 0 ? undefined : c),
);

const hasZero = ({ attributes }: Call): boolean => ['alpha', 'beta'].some((name) => attributes[name]?.value === 0);

/** Gemm: Y = alpha·A'·B' + beta·C, A and B transposed or not, C broadcast to the result. */
export const gemm = define({
  name: 'Gemm',
  family: 'contraction',
  definition: "Y = alpha·A'·B' + beta·C",
  evaluate: by(formula),
  algorithms: [by(ofScaledRows), by(ofScaledColumns)],
  alternatives: (_, call) =>
    hasZero(call)
      ? [unreadC, unread].map((evaluate) => ({
          choices: [observe('zero-coefficient', 'left-out')],
          otherwise: [observe('zero-coefficient', 'multiplied')],
          evaluate,
        }))
      : [],
  clauses: (schema) => {
    const { says } = clausesOf(schema);
    const isOptional = schema.inputs.some(({ name, optional }) => name === 'C' && optional);
    return [
      ...sumOfProductsClauses(schema, "Each element is alpha times a row of A' times a column of B', plus beta·C."),
      says('transposed', 'transA and transB transpose A and B if they are not 0.', 'attributes transA and transB'),
      says('factors', 'alpha multiplies the product, beta multiplies C.', 'attributes alpha and beta'),
      says(
        'broadcast',
        schema.attributes.some(({ name }) => name === 'broadcast')
          ? 'With broadcast=1, C is broadcast to the result; otherwise it has the same shape.'
          : 'C is broadcast to the shape of the result (unidirectionally).',
        'input C',
      ),
      ...(isOptional ? [says('omitted-c', 'Without C, the result is the product, for any beta.', 'input C')] : []),
    ];
  },
  rules: (schema) => [
    rule(
      'invalid-inner-dimension',
      'The dimension to sum over has the same size in both operands.',
      'inputs A and B',
      schema,
    ),
    rule('invalid-matrix', 'A and B have two dimensions.', 'inputs A and B', schema),
    rule('invalid-expansion', 'C can be broadcast to the result, which does not become larger.', 'input C', schema),
  ],
});
