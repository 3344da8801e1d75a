import type { RejectablePolicy } from '../../oracles/judge/policy.ts';
import type { DType } from '../../oracles/numerics/dtype.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { OptionalOf, SequenceOf } from '../../oracles/numerics/value.ts';
import type { Attributes, Binding, WrittenGraph } from '../../oracles/spec/declaration.ts';
import type { Clause, Operator, OperatorVersion } from '../../oracles/spec/operator.ts';
import type { Facts } from './facts.ts';
import type { Random } from './random.ts';

/** How the value of an input reaches the node. */
export type InputForm = 'input' | 'initializer' | 'omitted';

/** Forms in which the same model may be written. `vectors/onnx/model-forms.ts` writes them. */
export type ModelForm =
  | 'typed fields'
  | 'constants as defaults'
  | 'defaults replaced'
  | 'sizes unknown'
  | 'names shared'
  | 'names left empty'
  | 'described'
  | 'in a function'
  | 'in a function with defaults'
  | 'in a function with defaults replaced'
  | 'in a function of a function'
  | 'sparse constants'
  | 'sparse constants by axis';

/** One input of the node under test; an omitted one is passed as an empty name. */
export interface ProposedInput {
  readonly form: InputForm;
  readonly value: Tensor | undefined;
  /** the value if it is not a tensor: a sequence or an optional, with its tensors */
  readonly held?: SequenceOf<Tensor> | OptionalOf<Tensor>;
  /** the index of an earlier input that has the same value: the model uses one name for both */
  readonly sameAs?: number;
}

/** The content of a case, as a plan proposes it: a node and its data. Everything else in a case follows from its cell. */
export interface Proposal {
  readonly attributes: Attributes;
  readonly inputs: readonly ProposedInput[];
  /** the nodes if there are several; `inputs` then belong to the graph */
  readonly graph?: WrittenGraph;
  /** the number of outputs requested; if absent, the outputs that are not optional */
  readonly outputs?: number;
  /** name of the kind of data, e.g. `grid` or `cancelling` */
  readonly dataClass: string;
  /** absent: the model must run */
  readonly rejection?: Rejection;
  /** the inputs passed at run time, if they differ from those that the model declares */
  readonly runtimeInputs?: readonly ProposedInput[];
  /** how the model is written; in the usual form if absent */
  readonly form?: ModelForm;
  /** in a case of several runs: a proposal tried right before them in the same process; its result is not judged */
  readonly rejectedFirst?: Proposal;
  /** further runs in the same process, while the model stays loaded; absent if there are none */
  readonly furtherRuns?: readonly Step[];
}

/** A further run of a case, with a model that an earlier run has loaded or with another one. */
export interface Step {
  /** how it differs from the runs before it, in a few words that follow "with": `other shapes` */
  readonly what: string;
  /** runs with equal numbers share a loaded model; 0 is the model of the case itself */
  readonly model: number;
  /** the operator, version, dtype or opset of the model, if they differ from the case */
  readonly node?: Partial<Pick<PlanContext, 'operator' | 'version' | 'dtype'>> & { readonly opset?: number };
  readonly proposal: Proposal;
}

/** The reason why a backend must or may reject a model. Only a backend that runs the control rejects it for this reason. */
export interface Rejection {
  /** the policy under which the model may be rejected; absent if the model is invalid and must be rejected */
  readonly policy?: RejectablePolicy;
  /** returns the same model, shapes and data without the one thing to reject */
  readonly control: () => Proposal;
  /** the version of the control, if it is not the version of the case: then the opset alone makes the control valid */
  readonly version?: OperatorVersion;
}

/** The cell for which a plan makes proposals. */
export interface PlanContext {
  readonly operator: Operator;
  readonly version: OperatorVersion;
  readonly clause: Clause;
  /** the dtype of the main type variable */
  readonly dtype: DType;
  /** the dtype of every type variable */
  readonly types: Binding;
  /** the stream of this cell, or of a case: it depends only on the run's seed and the name */
  readonly random: Random;
  /** a seed for fast-check, from the same stream */
  readonly seed: number;
}

/** The suites, smallest first: each contains the cases of the smaller ones, with the same ids. */
export const suites = ['quick', 'standard', 'full'] as const;
export type SuiteName = (typeof suites)[number];

/** A case without data yet; each case draws its data from its own stream. */
export interface Draft {
  /** one line for people: shapes, axes, attributes, kind of data */
  readonly summary: string;
  /** properties that findings compare */
  readonly facts: Facts;
  /**
   * `full`: in the full suite only; `standard`: in the standard suite or a smaller one, in every type; `quick`: in all suites, where quick
   * has a case of the cell. Absent: the budget decides
   */
  readonly suite?: SuiteName;
  /** the number at the end of the case id; if absent, its index among the drafts of the cell */
  readonly number?: number;
  draw(random: Random): Proposal;
}

/**
 * Yields the drafts of one clause: a directed list first, then random ones. Drafts are cheap, so that a run can count its cases
 * beforehand.
 */
export type Plan = (context: PlanContext) => Iterable<Draft>;

/** Ordinary drafts of a family's models, from which the session plans are built. */
export interface SessionMaterial {
  /** each list has the runs of one model, which differ in the shapes of inputs or in the values of small inputs */
  sizes(context: PlanContext): readonly (readonly Draft[])[];
  /** pairs of models whose inputs have the same shapes, and how the second differs: `other axes` */
  pairs(context: PlanContext): readonly { readonly differs: string; readonly drafts: readonly [Draft, Draft] }[];
  /** models whose output may have the bits of an input, so that a runtime may return the input itself */
  aliasCandidates(context: PlanContext): readonly Draft[];
  /** the plainest model with constants for all inputs, which a run must not use up; none if they cannot be constants */
  constant(context: PlanContext): readonly Draft[];
}

/** A family's material for invalid models. */
export interface InvalidModels {
  /**
   * Returns a valid call with all attributes and inputs of the version. Its data are small non-negative integers, which every dtype can
   * hold. They depend only on the stream of random numbers.
   */
  readonly control: (context: PlanContext) => Draft;
  /** models that break the family's own rules, by id of the rule */
  readonly plans: Readonly<Record<string, Plan>>;
}

/** A cell whose calls are drawn. The ids of its cases begin with its name. */
export type DrawnCell = Omit<PlanContext, 'random' | 'seed'> & { readonly name: string };

/** Identifies one of the calls that a family draws. */
export interface CallCandidate {
  readonly index: number;
  /** it does not change the classes of the call */
  readonly seed: number;
  readonly suite: SuiteName;
}

/** The plans that the operators of one family share. */
export interface Family {
  /** by id of the clause; clauses of every operator have separate plans */
  readonly plans: Readonly<Record<string, Plan>>;
  /** the plan of a clause that follows from the schema; `undefined` for any other clause */
  readonly derived?: (id: string) => Plan | undefined;
  readonly sessions: SessionMaterial;
  /**
   * Returns the kinds of data that the suite must try in a dtype, for an operator with these clauses. A plan that drops a kind leaves no
   * gap in the list of clauses, so nothing else would detect it.
   */
  readonly requiredData: (dtype: DType, clauses: readonly string[]) => readonly string[];
  /** models that a backend must reject */
  readonly invalid: InvalidModels;
  /** draws a legal call, with shapes, attributes and data of any class that the operator distinguishes */
  readonly candidate: (cell: DrawnCell, which: CallCandidate) => Draft;
}
