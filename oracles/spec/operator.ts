import type { PublishedAccuracy } from '../arithmetic/functions.ts';
import type { ValueSet } from '../arithmetic/value-set.ts';
import type { ElementAcceptance } from '../judge/acceptance.ts';
import type { Observation, RejectablePolicy } from '../judge/policy.ts';
import type { ReducedTier } from '../judge/tier.ts';
import type { DType } from '../numerics/dtype.ts';
import type { Tensor } from '../numerics/tensor.ts';
import type { Scalar } from '../numerics/trait.ts';
import type { Value, ValueOf } from '../numerics/value.ts';
import type { Attributes, AxisDeclaration, Binding, Call, Declaration } from './declaration.ts';
import type { Level } from './level.ts';
import type { Evaluate, EvaluateValues } from './node.ts';
import type { Release } from './releases.ts';
import type { Unfold } from './unfold.ts';

/** One sentence of the specification of an operator version, in our own words. */
export interface Clause {
  /** kebab-case; unique within an operator version; part of every case id */
  readonly id: string;
  readonly text: string;
  /** the place in the specification that states it, or is silent about it */
  readonly source: Source;
  readonly level: Level;
  /** the dtypes to which it applies; all dtypes of the version if absent */
  readonly dtypes?: readonly DType[];
}

/** The document where a clause, or its base, can be read. */
export interface Source {
  /** `Changelog.md` and `IR.md` of ONNX, its code, or a standard that it builds on */
  readonly document: string;
  readonly place: string;
  /** the release of ONNX that introduced a sentence about this operator version; absent for all other sources */
  readonly since?: Release;
  /** former texts, oldest first, or what other parts of ONNX did at the same time */
  readonly before?: readonly HistoricalWording[];
}

/** A text, or behaviour, of earlier releases that a clause replaced without a new version of the operator. */
export interface HistoricalWording {
  /** the id of the explanation; present with `expect` */
  readonly id?: string;
  /** the releases and their text, e.g. "ONNX 1.13 to 1.18 said: the output equals the input" */
  readonly text: string;
  /** the text alone, e.g. "the output equals the input" */
  readonly wording: string;
  /** the first and the last release of ONNX with it */
  readonly from: Release;
  readonly to: Release;
  /**
   * Returns the outputs of a call under the former text; `undefined` if the clause does not apply. They explain failures but do
   * not excuse them. Absent if the former text made no observable difference.
   */
  expect?(operator: Operator, version: OperatorVersion, call: Call): readonly ExpectedOutput[] | undefined;
}

/** A node of a function body, with one output. Inputs and outputs of the version have their declared names. */
export interface BodyNode {
  readonly opType: string;
  readonly inputs: readonly string[];
  readonly output: string;
  /** attributes with a value from the body */
  readonly attributes?: Attributes;
  /** attributes with the value of the function's attribute of the same name */
  readonly forwards?: readonly string[];
}

/** The graph that the specification gives as an equivalent of a call of an operator version. */
export interface FunctionBody {
  readonly nodes: readonly BodyNode[];
  /** the dtypes that its nodes accept; all of the version if absent */
  readonly dtypes?: readonly DType[];
}

/** One schema of an operator, in force from opset `since` until the next version of the operator. */
export interface OperatorVersion extends Declaration {
  /** the document with its text; absent for ai.onnx */
  readonly document?: string;
  /** the dtypes to test for the type variables, if there are others than T */
  readonly bindings?: readonly Binding[];
  /** returns whether to test a clause with a binding; all are tested if absent */
  readonly tries?: (clause: string, types: Binding) => boolean;
  /** the last opset at which it is in force, if the next version does not determine that */
  readonly last?: number;
  /** it was in force, but its schema is now marked deprecated: current checkers reject its models */
  readonly withdrawn?: true;
  /** combinations of types that the constraints allow, but not the function body */
  readonly illTyped?: readonly Binding[];
  readonly clauses: readonly Clause[];
  /** the attributes and inputs that name dimensions, in a range that the text gives */
  readonly axes?: readonly AxisDeclaration[];
  /** attributes, exactly one of which must be given */
  readonly oneOf?: readonly string[];
  /** the dtypes of this version in the first releases of ONNX; later releases changed the version in place */
  readonly formerTypes?: { readonly until: Release; readonly said: string };
  /** dtypes that a backend may reject although the version lists them, and one that it may not */
  readonly contested?: {
    readonly dtypes: readonly DType[];
    readonly policy: RejectablePolicy;
    readonly uncontested: DType;
  };
  /** absent if the version is not a function */
  readonly body?: FunctionBody;
  /** rules for models, in addition to those that follow from the declarations; rules.ts has all of them */
  readonly rules?: readonly Clause[];
}

/** The results of evaluations that make some choices; without choices, of the definition. */
export interface ChoiceBounds {
  readonly choices: readonly Observation[];
  readonly bound: ValueSet;
}

/** The oracle's answer for one output: dtype, shape, and the acceptance of each element. */
export interface ExpectedOutput {
  readonly dtype: DType;
  readonly dims: readonly number[];
  /** the acceptance of element `index` (row-major); computed on demand */
  accept(index: number): ElementAcceptance;
  /**
   * Returns the bounds of an element if factors of sums of products have fewer bits: first those of the definition, then those
   * of other choices. Absent if factors keep all their bits.
   */
  readonly reduced?: (tier: ReducedTier) => (index: number) => readonly ChoiceBounds[];
  /**
   * Returns the range of an element over all values of the uncertain inputs of the last node in a graph; absent if all inputs
   * are certain.
   */
  readonly range?: (index: number) => ValueSet;
  /**
   * returns the acceptance of each element, given the other elements; present for outputs with dependent elements, for which
   * `accept` alone is weaker
   */
  readonly given?: (outputs: readonly Tensor[]) => (index: number) => ElementAcceptance;
  /**
   * Returns the elements by a plain kernel in doubles: fast, and close to the accepted values. `onRead` is called for each
   * input element that it reads. Absent for strings and complex numbers, and for outputs of graphs.
   */
  readonly plain?: (onRead: () => void) => (index: number) => number;
  /** elements are random: another run on the same inputs may return others */
  readonly ofChance?: true;
  /** returns whether an evaluation has rows for which `accept` is slightly weaker than `given`; if absent, `accept` is much weaker */
  readonly hasRows?: () => boolean;
}

/** The oracle's answer for one output of any value type: the type, and the expected tensors in their order. */
export type ExpectedValue = ValueOf<ExpectedOutput>;

/** A symptom of a wrong answer, which hints at its cause. */
export interface Explanation {
  /** kebab-case; part of the ids of findings, to which others refer: it never changes */
  readonly id: string;
  /** one line, as a title: "values go through float64" */
  readonly text: string;
}

/** A fault whose answers the oracle can compute, from a changed call or in another arithmetic. */
export interface Hypothesis extends Explanation {
  /** it applies to wrong elements only: right elements may differ from its prediction */
  readonly ofWrongElements?: true;
  /**
   * Returns the outputs that the fault causes; `undefined` if it does not apply to the call.
   * @throws BadInput if a changed call is not legal
   */
  predict(question: OperatorCall, expected: readonly ExpectedOutput[]): readonly PredictedOutput[] | undefined;
  /** returns the changed call, if the fault is to answer another call */
  otherCall?(call: Call): Call | undefined;
}

/** A call of an operator version. */
export interface OperatorCall {
  readonly operator: Operator;
  readonly version: OperatorVersion;
  readonly call: Call;
}

/** The output that a fault causes. */
export interface PredictedOutput {
  readonly dtype: DType;
  readonly dims: readonly number[];
  /** returns whether `got` agrees with the prediction for element `index` (row-major) */
  accepts(index: number, got: Scalar): boolean;
  /** the same for random outputs, given all of them */
  readonly given?: (outputs: readonly Tensor[]) => PredictedOutput['accepts'];
  /** returns whether the agreement of `got` is more than chance, which one of the wrong elements must show; always true if absent */
  isDistinctive?(index: number, got: Scalar): boolean;
  /** returns the answer closest to the prediction; absent if there is none */
  best?(index: number): Scalar;
}

/** An operator: its versions, oldest first, and the oracle that covers them all. */
export interface Operator {
  /** as returned by `operatorName` */
  readonly name: string;
  /** A value that does not hide other elements in a result. Tests of single elements fill the data with it; 0 if absent. */
  readonly fillValue?: number;
  /** the element that decides the result, at least nearly: it is tested at both ends and in every tail */
  readonly decidedBy?: 'greatest' | 'least';
  /** most results exist for positive elements only */
  readonly positiveDomain?: boolean;
  /** operators of one family share their semantics of shape and their generators */
  readonly family: string;
  /** the definition in one line of mathematics */
  readonly definition: string;
  readonly versions: readonly OperatorVersion[];
  /** it represents graphs: each call contains the nodes, and models have no schema of it to break */
  readonly isGraph?: true;
  /** hypotheses of the operator itself, the more specific first */
  readonly hypotheses?: readonly Hypothesis[];
  /**
   * Returns the acceptance of a legal call.
   * @throws BadInput if the call is not legal at this version (the message names the rule)
   */
  expect(version: OperatorVersion, call: Call): readonly ExpectedOutput[];
  /** Returns the policy under which a runtime may reject a legal call; `undefined` if it must run it. If absent, it always must. */
  mayRefuse?(version: OperatorVersion, call: Call): RejectablePolicy | undefined;
  /** its kernel, in any arithmetic; absent if only `expect` knows the results */
  readonly evaluate?: Evaluate;
  /** its oracle for values of any type; absent for operators on tensors only */
  readonly ofValues?: OperatorOfValues;
  /** runs the graphs in its attributes; absent for operators without graphs */
  readonly unfold?: Unfold;
  /**
   * returns the attribute whose graph replaces a node, from its first input; present only if that graph has no inputs.
   * @throws BadInput
   */
  readonly graphFor?: (first: Value) => string;
  /** other evaluations of a call that are legal, by another algorithm or under a policy */
  otherEvaluations?(version: OperatorVersion, call: Call): readonly Evaluate[];
  /** returns whether the text allows outputs of a call to overwrite inputs; never if absent */
  overwrites?(version: OperatorVersion, call: Call): boolean;
  /** the error that published tests of the whole operator allow */
  readonly accuracy?: PublishedAccuracy;
  /** elements are copied from inputs to outputs without computation: in all calls, or in some */
  readonly copiesElements?: true | ((call: Call) => boolean);
}

/** The oracle of an operator for calls with values of any type. */
export interface OperatorOfValues {
  /** @throws BadInput if the call is not legal at this version */
  expect(version: OperatorVersion, call: Call<Value>): readonly ExpectedValue[];
  /** absent if only `expect` knows the results */
  readonly evaluate?: EvaluateValues;
}

/** Returns whether a call copies elements from inputs to outputs. */
export const copiesElementsIn = ({ copiesElements }: Pick<Operator, 'copiesElements'>, call: Call): boolean =>
  typeof copiesElements === 'function' ? copiesElements(call) : copiesElements === true;
