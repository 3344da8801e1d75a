import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { type Lines, linesAlong, range } from '../../arrays/lines.ts';
import type { Alternative } from '../../judge/evaluated-outputs.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { predictedOutputs } from '../../judge/explanations/explanation.ts';
import { floatDTypes } from '../../numerics/dtype.ts';
import { elementCount } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import { clausesOf, ieee754, numpy } from '../../spec/clauses.ts';
import type { Call } from '../../spec/declaration.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, memoized, type Node, type NodeValues, values } from '../../spec/node.ts';
import type { Clause, Hypothesis, Operator, OperatorVersion } from '../../spec/operator.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { opsetOfRules } from '../../spec/version-at.ts';
import { flushedAlternative } from '../elementwise/flushed.ts';

/** Computes the results of one line, as many as it has elements. */
export type LineFormula = <S>(a: Arithmetic<S>, xs: readonly S[]) => readonly S[];

/** Applies it to every line along an axis; before version 13 to the rows of the matrix to which the axis flattens the input. */
export const lineByLine =
  (ofLine: LineFormula): Evaluate =>
  (a, node) => [inLines(a, node.input(0), linesOf(node), ofLine)];

/** Applies it to every line of a tensor along one of its dimensions. */
export const along = <S>(a: Arithmetic<S>, x: NodeValues<S>, axis: number, ofLine: LineFormula): NodeValues<S> =>
  inLines(a, x, linesAlong(x.dims, axis), ofLine);

function inLines<S>(a: Arithmetic<S>, x: NodeValues<S>, lines: Lines, ofLine: LineFormula): NodeValues<S> {
  const results = memoized(lines.count, (line) =>
    ofLine(
      a,
      range(lines.length).map((place) => x.at(lines.index(line, place))),
    ),
  );
  return values(x.dtype, x.dims, (index) => results(lines.lineOf(index))[lines.placeOf(index)]!);
}

function linesOf<S>(node: Node<S>) {
  const { dims } = node.input(0);
  const axis = node.axis('axis', dims.length);
  if (isAlongAxis(node.version)) return linesAlong(dims, axis);
  return linesAlong([elementCount(dims.slice(0, axis)), elementCount(dims.slice(axis))], 1);
}

/** Whether lines run along one dimension; before version 13, a line is a row of a matrix. */
const isAlongAxis = (version: Parameters<typeof opsetOfRules>[0]): boolean => opsetOfRules(version) >= 13;

/** The mistake of computing with the lines of another version. If they are the same, it shows nothing. */
const asInVersion = (id: string, text: string, other: (version: OperatorVersion) => boolean): Hypothesis => ({
  id,
  text,
  predict({ operator, version, call }) {
    const said = operator.versions.findLast(other);
    if (other(version) || !said) return undefined;
    const [own, others] = [version, said].map((one) => linesOf(nodeOf<Scalar>(one, call, 1, (x) => x)));
    return own!.length === others!.length ? undefined : predictedOutputs(operator.expect(said, call));
  },
});

const alongAxis = asInVersion('along-axis', 'lines run along axis alone, as from version 13 on', isAlongAxis);
const fromAxisOn = asInVersion(
  'from-axis-on',
  'a line has all dimensions from axis on, as before version 13',
  (version) => !isAlongAxis(version),
);

/** The declaration of an operator of this family. */
interface SoftmaxDefinition {
  readonly name: string;
  readonly definition: string;
  readonly evaluate: Evaluate;
  readonly algorithms?: readonly Evaluate[];
  readonly alternatives?: (call: Call) => readonly Alternative[];
  /** further sentences of its text */
  readonly own?: (schema: Schema) => readonly Clause[];
}

/** Creates an operator that computes with the numbers of each line. */
export function softmaxOperator({ alternatives, own, ...definition }: SoftmaxDefinition): Operator {
  const { evaluate, algorithms = [] } = definition;
  return define({
    ...definition,
    family: 'softmax',
    hypotheses: [alongAxis, fromAxisOn],
    axes: [{ name: 'axis', since: 11 }],
    alternatives: (version, call) => [
      ...(alternatives?.(call) ?? []),
      ...flushedAlternative(evaluate, algorithms, [], version, call),
    ],
    clauses(schema) {
      const { says, implies } = clausesOf(schema);
      return [
        says('definition', 'The elements of a line are computed together.'),
        isAlongAxis(schema)
          ? says('axes', 'Lines run along the dimension axis.', 'attribute axis')
          : says('axes', 'A line is a row of the input as a matrix, whose columns are the dimensions from axis on.'),
        implies(
          'any-length',
          'Every element of a line contributes, for any number of elements.',
          ieee754('4.3'),
          floatDTypes,
        ),
        implies('size-zero', 'The output of an empty tensor is empty.', numpy('exp, sum')),
        implies(
          'large-values',
          'Exponentials of elements may exceed the range of the type.',
          ieee754('7.4'),
          floatDTypes,
        ),
        implies('special-values', 'Infinities and NaN follow the definition within their line.', ieee754('6.1, 6.2')),
        ...(own?.(schema) ?? []),
      ];
    },
  });
}
