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
import { type Evaluate, type InputValues, Node, type NodeValues, remembered } from '../../spec/node.ts';
import type { Operator, OperatorVersion } from '../../spec/operator.ts';
import { versionAt } from '../../spec/version-at.ts';
import { operators } from '../contents.ts';

/** A node of a composition: its inputs and attributes, and the operators of ONNX, applied to values. */
export interface Composer<S> {
  readonly node: Node<S>;
  /** an input by its name; `undefined` for one that is left out */
  input(name: string): InputValues<S> | undefined;
  /** an input that has to be there, by its name */
  given(name: string): InputValues<S>;
  /** the outputs of an operator of ONNX in its newest version */
  all(
    operator: string,
    inputs: readonly (InputValues<S> | undefined)[],
    attributes?: Attributes,
    outputs?: number,
  ): readonly InputValues<S>[];
  /** the first of them */
  apply(operator: string, inputs: readonly (InputValues<S> | undefined)[], attributes?: Attributes): InputValues<S>;
  /** a value, and another one added to it if that is there */
  plus(value: InputValues<S>, more: InputValues<S> | undefined): InputValues<S>;
  constant(dtype: DType, dims: readonly number[], at: (index: number) => number): InputValues<S>;
}

/** What gives the outputs of a node from operators of ONNX. */
export type Compose = <S>(composer: Composer<S>) => readonly (NodeValues<S> | undefined)[];

/** An operator that is not an operator of ONNX, and is composed of them. */
export interface Composition {
  /** with its domain */
  readonly name: string;
  readonly definition: string;
  /** in their order; those that end with ? may be left out. The outputs are of the type of the first one, or of that after a colon */
  readonly inputs: string;
  readonly outputs: string;
  /** the type of each, or its default */
  readonly attributes?: Readonly<Record<string, AttributeValue['type'] | AttributeValue>>;
  readonly compose: Compose;
}

/** The operator of a composition. */
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
  /** as many as the operator has that has the most */
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

/** @param way which of the other evaluations of each operator is taken, from 1; 0: none. Where it has not as many it is its own */
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

/** A tensor as far as its form goes. */
const form = ({ dtype, dims, tensor }: InputValues<unknown>): Tensor =>
  tensor ?? ({ dtype, dims, data: allocate(dtype, 0) } as Tensor);

/** Values of a form about which the composition says nothing. */
const undefinedValues = <S>({ dtype, dims }: NodeValues<S>): NodeValues<S> => ({
  dtype,
  dims,
  at() {
    throw new NotJudged('an output that its composition does not give');
  },
});

/** The same values, each computed once. */
const keptValues = <S>({ dtype, dims, at }: NodeValues<S>): InputValues<S> => {
  return { dtype, dims, at: remembered(elementCount(dims), at) };
};
