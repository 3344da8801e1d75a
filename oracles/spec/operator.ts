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
  /** where the specification (or its silence) can be read, and since when */
  readonly source: Source;
  readonly level: Level;
  /** the dtypes that it speaks of; all dtypes of the version when absent */
  readonly dtypes?: readonly DType[];
}

/** Where a clause, or what it rests on, can be read. */
export interface Source {
  /** `Changelog.md` and `IR.md` of ONNX, its code, or a standard that it builds on */
  readonly document: string;
  readonly place: string;
  /** the release of ONNX since which a sentence of its own stands there for this operator version; absent for all else */
  readonly since?: Release;
  /** what was there before, oldest first, or what ONNX itself did beside it */
  readonly before?: readonly HistoricalWording[];
}

/** What was said, or done, in the place of a clause in earlier releases, without another version of the operator. */
export interface HistoricalWording {
  /** of the explanation that it is; present with `expect` */
  readonly id?: string;
  /** who said what, e.g. "ONNX 1.13 to 1.18 said: the output equals the input" */
  readonly text: string;
  /** what, e.g. "the output equals the input" */
  readonly said: string;
  /** the first and the last release of ONNX that had it */
  readonly from: Release;
  readonly to: Release;
  /**
   * What that makes of a call; `undefined` where the clause does not come into play. It explains failures and excuses none;
   * absent where nothing that could be told apart followed from it
   */
  expect?(operator: Operator, version: OperatorVersion, call: Call): readonly ExpectedOutput[] | undefined;
}

/** One node of a function body, with one output. Values are named; those of the version's inputs and outputs by its names. */
export interface BodyNode {
  readonly opType: string;
  readonly inputs: readonly string[];
  readonly output: string;
  /** those with a value that the body fixes */
  readonly attributes?: Attributes;
  /** those that take the value of the function's attribute of the same name */
  readonly forwards?: readonly string[];
}

/** The graph that a specification gives as another way to write a call of an operator version. */
export interface FunctionBody {
  readonly nodes: readonly BodyNode[];
  /** the dtypes that its nodes admit; all of the version when absent */
  readonly dtypes?: readonly DType[];
}

/** One schema of an operator, in force from opset `since` until the next version of the operator. */
export interface OperatorVersion extends Declaration {
  /** of another domain, whose version `since` is: the first opset at which models import that */
  readonly opset?: number;
  /** of another domain: the document that has its text */
  readonly document?: string;
  /** what is tried for the type variables, where there are others than T */
  readonly bindings?: readonly Binding[];
  /** whether a clause is worth trying for a binding; all are if absent */
  readonly tries?: (clause: string, types: Binding) => boolean;
  /** the last opset at which it is in force, where that does not follow from the next version */
  readonly last?: number;
  /** it was in force, and its schema came to be marked deprecated: checkers of today refuse its models */
  readonly withdrawn?: true;
  /** what type variables may not stand for together in the function body, though the constraints admit it */
  readonly illTyped?: readonly Binding[];
  readonly clauses: readonly Clause[];
  /** the attributes and inputs that name dimensions, in a range that the text gives */
  readonly axes?: readonly AxisDeclaration[];
  /** attributes of which exactly one is given */
  readonly oneOf?: readonly string[];
  /** what the first releases listed as the dtypes of this version: it was changed in place */
  readonly formerTypes?: { readonly until: Release; readonly said: string };
  /** dtypes that a backend may refuse although the version lists them, and one that it may not */
  readonly contested?: {
    readonly dtypes: readonly DType[];
    readonly policy: RejectablePolicy;
    readonly uncontested: DType;
  };
  /** absent: the version is no function */
  readonly body?: FunctionBody;
  /** what a model must not do, beyond what the declarations above say; rules.ts has it all */
  readonly rules?: readonly Clause[];
}

/** What evaluations can give that make some choices; none are those of the definition. */
export interface ChoiceBounds {
  readonly choices: readonly Observation[];
  readonly bound: ValueSet;
}

/** What the oracle answers for one output: dtype and shape, and for each element what may stand there. */
export interface ExpectedOutput {
  readonly dtype: DType;
  readonly dims: readonly number[];
  /** the acceptance of element `index` (row-major); computed on demand */
  accept(index: number): ElementAcceptance;
  /**
   * What evaluations can give whose factors of sums of products have fewer bits, element by element, that of the definition first
   * and then those of other choices; absent where factors have all their bits.
   */
  readonly reduced?: (tier: ReducedTier) => (index: number) => readonly ChoiceBounds[];
  /**
   * All that the last operator of a graph can give, whatever stands in those of its inputs that are not certain, element by element;
   * absent where all are
   */
  readonly range?: (index: number) => ValueSet;
  /** of outputs whose elements belong together: what may stand in one, given what stands in the others; `accept` says less */
  readonly given?: (outputs: readonly Tensor[]) => (index: number) => ElementAcceptance;
  /**
   * The elements by a plain kernel in doubles: near the values that are accepted, and known soon. `onRead` is called with each element
   * of an input that it reads. Absent for strings and complex numbers, and where a graph gives the output.
   */
  readonly plain?: (onRead: () => void) => (index: number) => number;
  /** elements are drawn: another run on the same inputs may give others */
  readonly ofChance?: true;
  /** whether some way has rows of which `accept` says a little less; absent where it says much less, if `given` is there */
  readonly hasRows?: () => boolean;
}

/** What may stand in an output that need not be a tensor: its type, the tensors in it in their order, and each of these. */
export type ExpectedValue = ValueOf<ExpectedOutput>;

/** What a wrong answer looks like: a symptom, and thereby a hint at its cause. */
export interface Explanation {
  /** kebab-case; ids of findings are made of it, and others refer to those: it never changes */
  readonly id: string;
  /** one line, as a title: "values go through float64" */
  readonly text: string;
}

/** A fault that can be computed: the oracle asked another question, or read in another way. */
export interface Hypothesis extends Explanation {
  /** it is about wrong elements alone: what is right need not follow from it */
  readonly ofWrongElements?: true;
  /**
   * What the fault makes of a call; `undefined` where it does not come into play.
   * @throws BadInput where the other question is not a legal one
   */
  predict(question: OperatorCall, expected: readonly ExpectedOutput[]): readonly PredictedOutput[] | undefined;
  /** the call that is answered in its place, where it is that of another call */
  otherCall?(call: Call): Call | undefined;
}

/** A call of an operator version. */
export interface OperatorCall {
  readonly operator: Operator;
  readonly version: OperatorVersion;
  readonly call: Call;
}

/** Of one output, what a backend with some fault would give. */
export interface PredictedOutput {
  readonly dtype: DType;
  readonly dims: readonly number[];
  /** may `got` stand in element `index` (row-major)? */
  accepts(index: number, got: Scalar): boolean;
  /** the same of draws, given all of them */
  readonly given?: (outputs: readonly Tensor[]) => PredictedOutput['accepts'];
  /** does `got` say more than chance? One of the wrong elements has to; all do if absent */
  isDistinctive?(index: number, got: Scalar): boolean;
  /** the answer that is nearest to the prediction; absent where there is none */
  best?(index: number): Scalar;
}

/** An operator: its versions, oldest first, and the oracle that covers them all. */
export interface Operator {
  /** as operator-name.ts makes it */
  readonly name: string;
  /**
   * A value among which the others show in a result: what data are filled with where one element at a time is to be
   * seen; 0 if absent
   */
  readonly fillValue?: number;
  /** the one element that decides the result, or nearly so: it has to be tried at both ends and in every tail */
  readonly decidedBy?: 'greatest' | 'least';
  /** most results exist for positive elements only */
  readonly positiveDomain?: boolean;
  /** operators of one family share their semantics of shape and their generators */
  readonly family: string;
  /** the definition in one line of mathematics */
  readonly definition: string;
  readonly versions: readonly OperatorVersion[];
  /** it stands for nodes that each call brings with it: it has no schema that a model could break */
  readonly isGraph?: true;
  /** faults of its own that explain wrong answers, the more specific first */
  readonly hypotheses?: readonly Hypothesis[];
  /**
   * The acceptance of a legal call.
   * @throws BadInput if the call is not legal at this version (the message names the rule)
   */
  expect(version: OperatorVersion, call: Call): readonly ExpectedOutput[];
  /** The policy under which a runtime may refuse a legal call; `undefined` where it has to run it. Absent: it always has to */
  mayRefuse?(version: OperatorVersion, call: Call): RejectablePolicy | undefined;
  /** what it computes, in any reading of arithmetic; absent where only `expect` knows */
  readonly evaluate?: Evaluate;
  /** the same where an input or an output need not be a tensor; absent of operators of tensors alone */
  readonly ofValues?: OperatorOfValues;
  /** what it does with the graphs among its attributes; absent of operators without any */
  readonly unfold?: Unfold;
  /** the graph among its attributes that stands for a node, by its first input; absent unless that is one without inputs. @throws BadInput */
  readonly graphFor?: (first: Value) => string;
  /** other evaluations of a call that are legal, by another algorithm or under a policy */
  otherEvaluations?(version: OperatorVersion, call: Call): readonly Evaluate[];
  /** whether the text has outputs of a call take the place of inputs, which are written over. Absent: it never does */
  overwrites?(version: OperatorVersion, call: Call): boolean;
  /** by how much published tests of the whole operator let an answer miss the true value */
  readonly accuracy?: PublishedAccuracy;
  /** elements go from inputs to outputs as they are, and nothing is computed with them: in all calls, or in some */
  readonly copiesElements?: true | ((call: Call) => boolean);
}

/** What an operator says of calls with any values. */
export interface OperatorOfValues {
  /** @throws BadInput if the call is not legal at this version */
  expect(version: OperatorVersion, call: Call<Value>): readonly ExpectedValue[];
  /** absent where only `expect` knows */
  readonly evaluate?: EvaluateValues;
}

/** Whether elements go from inputs to outputs as they are in a call. */
export const copiesElementsIn = ({ copiesElements }: Pick<Operator, 'copiesElements'>, call: Call): boolean =>
  typeof copiesElements === 'function' ? copiesElements(call) : copiesElements === true;
