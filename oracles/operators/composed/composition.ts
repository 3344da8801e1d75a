import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { exactArithmetic, exactOf } from '../../arithmetic/exact.ts';
import { evaluatedOutputs } from '../../judge/evaluated-outputs.ts';
import { initialPrecision, nodeOf, valuesOfTensor } from '../../judge/evaluations.ts';
import { type DType, dtypes } from '../../numerics/dtype.ts';
import { allocate, elementCount, type Tensor, tensorOfScalars } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import {
  type AttributeDeclaration,
  type Attributes,
  type AttributeValue,
  type Call,
  type InputDeclaration,
  outputsOf,
} from '../../spec/declaration.ts';
import { checkCall } from '../../spec/legality.ts';
import { newestOpset } from '../../spec/newest-opset.ts';
import { type Evaluate, type InputValues, memoized, Node, type NodeValues } from '../../spec/node.ts';
import type { Operator, OperatorVersion } from '../../spec/operator.ts';
import { versionAt } from '../../spec/version-at.ts';
import { operators } from '../contents.ts';

/** The means of a composition: a node with its inputs and attributes, and functions that apply ONNX's operators to values. */
export interface Composer<S> {
  readonly node: Node<S>;
  /** an input by its name; `undefined` for one that is left out */
  input(name: string): InputValues<S> | undefined;
  /** a required input by its name. @throws BadInput if it is missing */
  given(name: string): InputValues<S>;
  /** the outputs of ONNX's operator of this name, in its newest version */
  all(
    operator: string,
    inputs: readonly (InputValues<S> | undefined)[],
    attributes?: Attributes,
    outputs?: number,
  ): readonly InputValues<S>[];
  /** its first output */
  apply(operator: string, inputs: readonly (InputValues<S> | undefined)[], attributes?: Attributes): InputValues<S>;
  /** the sum of two values; the first value if the second is absent */
  plus(value: InputValues<S>, more: InputValues<S> | undefined): InputValues<S>;
  constant(dtype: DType, dims: readonly number[], at: (index: number) => number): InputValues<S>;
}

/** Computes the outputs of a node with operators of ONNX; `undefined` for an output that it does not define. */
export type Compose = <S>(composer: Composer<S>) => readonly (NodeValues<S> | undefined)[];

/** An operator outside ONNX that is composed of ONNX's operators. */
export interface Composition {
  /** the name with its domain */
  readonly name: string;
  readonly definition: string;
  /** names in order. A name with ? is optional. A type variable may follow after a colon; that of the first is T by default */
  readonly inputs: string;
  /** names in order. A name with ? is optional. All have the type variable T */
  readonly outputs: string;
  /** the type of each attribute, or its default */
  readonly attributes?: Readonly<Record<string, AttributeValue['type'] | AttributeValue>>;
  readonly compose: Compose;
}

/** Returns the operator that a composition defines. */
export function composed({ name, definition, inputs, outputs, attributes = {}, compose }: Composition): Operator {
  const version: OperatorVersion = {
    since: 1,
    inputs: inputs.split(' ').map(inputOf),
    outputs: outputs.split(' ').map((word) => {
      return { name: word.replace('?', ''), variable: 'T', ...(word.endsWith('?') && { optional: true as const }) };
    }),
    attributes: Object.entries(attributes).map(([attribute, given]) => attributeOf(attribute, given)),
    dtypes,
    clauses: [],
  };
  const evaluateBy =
    (way: number, onWays?: (count: number) => void): Evaluate =>
    (a, node) => {
      const values = compose(composerOf(a, node, way, onWays)).slice(0, node.outputs);
      return Array.from({ length: node.outputs }, (_, i) => values[i] ?? undefinedValues(values[0]!));
    };
  /** as many evaluations as the operator with the most other evaluations has */
  const others = (own: OperatorVersion, call: Call): readonly Evaluate[] => {
    let most = 0;
    const counting = evaluateBy(0, (count) => {
      most = Math.max(most, count);
    });
    counting(
      exactArithmetic(initialPrecision),
      nodeOf(own, call, outputsOf(own, call), (x) => exactOf(x as number)),
    );
    return Array.from({ length: most }, (_, i) => evaluateBy(i + 1));
  };
  return {
    name,
    family: 'composed',
    definition,
    versions: [version],
    evaluate: evaluateBy(0),
    otherEvaluations: others,
    expect(own, call) {
      checkCall(own, call);
      const options = { evaluate: evaluateBy(0), algorithms: others(own, call), mayOverflow: true } as const;
      return evaluatedOutputs(options, own, call, outputsOf(own, call));
    },
  };
}

function inputOf(word: string, index: number): InputDeclaration {
  const [own, variable = index === 0 ? 'T' : undefined] = word.split(':') as [string, string?];
  return { name: own.replace('?', ''), optional: own.endsWith('?'), ...(variable && { variable }) };
}

const attributeOf = (name: string, given: AttributeValue['type'] | AttributeValue): AttributeDeclaration =>
  typeof given === 'string' ? { name, type: given } : { name, type: given.type, default: given.value };

/**
 * @param way the number of the other evaluation that each operator uses, from 1. It uses its usual evaluation if this is 0, or if
 *   it has fewer others
 * @param onWays receives the number of other evaluations of each operator that is applied
 */
function composerOf<S>(
  a: Arithmetic<S>,
  node: Node<S>,
  way: number,
  onWays: (count: number) => void = () => {},
): Composer<S> {
  const input = (name: string) => node.inputs[node.version.inputs.findIndex((declared) => declared.name === name)];
  const all: Composer<S>['all'] = (operator, inputs, attributes = {}, outputs = 1) => {
    const found = operators.find((one) => one.name === operator)!;
    const version = versionAt(found, newestOpset);
    const forms = inputs.map((one) => one && form(one));
    const others = found.otherEvaluations?.(version, { attributes, inputs: forms, outputs }) ?? [];
    onWays(others.length);
    const evaluate = others[way - 1] ?? found.evaluate!;
    return evaluate(a, new Node(version, attributes, inputs, outputs)).map(keptValues);
  };
  const apply: Composer<S>['apply'] = (operator, inputs, attributes) => all(operator, inputs, attributes)[0]!;
  return {
    node,
    input,
    given(name) {
      const found = input(name);
      if (!found) throw new BadInput(`the input ${name} is missing`);
      return found;
    },
    all,
    apply,
    plus: (value, more) => (more ? apply('Add', [value, more]) : value),
    constant: (dtype, dims, at) =>
      valuesOfTensor(tensorOfScalars(dtype, dims, dtype === 'int64' ? (i) => BigInt(at(i)) : at), (x) =>
        a.of(x as number),
      ),
  };
}

/** Returns a tensor with the dtype and dims of a value; without data if they are not known. */
const form = ({ dtype, dims, tensor }: InputValues<unknown>): Tensor =>
  tensor ?? ({ dtype, dims, data: allocate(dtype, 0) } as Tensor);

/** Stands for an output that the composition does not define. @throws NotJudged when an element is read */
const undefinedValues = <S>({ dtype, dims }: NodeValues<S>): NodeValues<S> => ({
  dtype,
  dims,
  at() {
    throw new NotJudged('an output that the composition does not compute');
  },
});

/** The same values, each computed once. */
const keptValues = <S>({ dtype, dims, at }: NodeValues<S>): InputValues<S> => {
  return { dtype, dims, at: memoized(elementCount(dims), at) };
};
