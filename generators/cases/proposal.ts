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

/** One input of the node under test; an omitted one is passed as an empty name. */
export interface ProposedInput {
  readonly form: InputForm;
  readonly value: Tensor | undefined;
  /** what is given in place of a tensor: a sequence or an optional, with its tensors */
  readonly held?: SequenceOf<Tensor> | OptionalOf<Tensor>;
  /** the number of the input before it whose value it is: in the model both have its name */
  readonly sameAs?: number;
}

/** What a plan proposes to try: the node and its data. Everything else of a case follows from its cell. */
export interface Proposal {
  readonly attributes: Attributes;
  readonly inputs: readonly ProposedInput[];
  /** the nodes, where they are several: the inputs are those of the graph */
  readonly graph?: WrittenGraph;
  /** how many outputs are asked for; those that are not optional if absent */
  readonly outputs?: number;
  /** name of the kind of data, e.g. `grid` or `cancelling` */
  readonly dataClass: string;
  /** absent: the model must run */
  readonly rejection?: Rejection;
  /** what the inputs are given at run time, where it is not what the model declares */
  readonly runtimeInputs?: readonly ProposedInput[];
  /** of a case of several runs: what is tried right before them in the same process; what comes of it is not judged */
  readonly rejectedFirst?: Proposal;
  /** further runs in the same process, while the model stays loaded; absent: there are none */
  readonly furtherRuns?: readonly Step[];
}

/** A further run of a case: of a model that an earlier run has loaded, or of another one. */
export interface Step {
  /** what sets it apart from the runs before it, in a few words that follow "with": `other shapes` */
  readonly what: string;
  /** runs of equal number share a loaded model; 0 is that of the case itself */
  readonly model: number;
  /** where the model is not of the operator, version, dtype or opset of the case */
  readonly node?: Partial<Pick<PlanContext, 'operator' | 'version' | 'dtype'>> & { readonly opset?: number };
  readonly proposal: Proposal;
}

/** Why a backend has to reject a model, or may. Only a backend that runs the control rejects it for this reason. */
export interface Rejection {
  /** what leaves it open whether the model runs; absent: it is invalid, and must not */
  readonly policy?: RejectablePolicy;
  /** the same model, shapes and data, without the one thing that is to be rejected */
  readonly control: () => Proposal;
  /** the version that the control is for, where it is not that of the case: the rule is kept by the opset then */
  readonly version?: OperatorVersion;
}

/** The cell for which a plan proposes. */
export interface PlanContext {
  readonly operator: Operator;
  readonly version: OperatorVersion;
  readonly clause: Clause;
  /** what the main type variable stands for */
  readonly dtype: DType;
  /** what every type variable stands for */
  readonly types: Binding;
  /** the stream of this cell, or of a case: a function of the run's seed and its name only */
  readonly random: Random;
  /** a seed for fast-check, from the same stream */
  readonly seed: number;
}

/** How much is tried, smallest first: the cases of a suite are among those of the larger ones, with the same ids. */
export const suites = ['quick', 'standard', 'full'] as const;
export type SuiteName = (typeof suites)[number];

/** A case that is decided upon but has neither words nor data yet; each draws its data from a stream of its own. */
export interface Draft {
  /** one line for people: shapes, axes, attributes, kind of data */
  readonly summary: string;
  /** what findings compare */
  readonly facts: Facts;
  /** `full`: no other suite has it; `standard`: those from there on, in every type (of a graph those alone, or with `quick` all); by the budget if absent */
  readonly suite?: SuiteName;
  /** by which the id of its case ends; its place among those of the cell if absent */
  readonly number?: number;
  draw(random: Random): Proposal;
}

/** The cases of one clause: a directed list first, then random ones. Cheap, so that a run can be counted beforehand. */
export type Plan = (context: PlanContext) => Iterable<Draft>;

/** What a family of operators gives the plans of sessions to work with: ordinary drafts of its models. */
export interface SessionMaterial {
  /** each list: the runs of one model, the same but for the shapes of its inputs or the values of small ones */
  sizes(context: PlanContext): readonly (readonly Draft[])[];
  /** two models whose inputs are of the same shapes, and what is different in the second: `other axes` */
  pairs(context: PlanContext): readonly { readonly differs: string; readonly drafts: readonly [Draft, Draft] }[];
  /** models whose output may have the bits of an input, so that a runtime may give back the input itself */
  aliasCandidates(context: PlanContext): readonly Draft[];
}

/** What a family of operators gives to break rules with. */
export interface InvalidModels {
  /**
   * A valid call of the version at hand that has all its attributes and inputs; its data are small integers that are not
   * negative, which every dtype can hold, and depend on the stream of random numbers alone.
   */
  readonly control: (context: PlanContext) => Draft;
  /** models that break the family's own rules, by id of the rule */
  readonly plans: Readonly<Record<string, Plan>>;
}

/** A cell whose calls are drawn; its name is the beginning of the ids of its cases. */
export type DrawnCell = Omit<PlanContext, 'random' | 'seed'> & { readonly name: string };

/** Which of the calls that a family draws. */
export interface CallCandidate {
  readonly index: number;
  /** it changes no class of the call */
  readonly seed: number;
  readonly suite: SuiteName;
}

/** What operators of one family have in common when they are tried. */
export interface Family {
  /** by id of the clause; those that hold of every operator have plans of their own */
  readonly plans: Readonly<Record<string, Plan>>;
  /** the plan of a clause that follows from the schema; `undefined` for any other clause */
  readonly derived?: (id: string) => Plan | undefined;
  readonly sessions: SessionMaterial;
  /**
   * The kinds of data that the suite must try in a dtype, for an operator with these clauses. A plan that stops to ask
   * for a kind leaves no gap in the list of clauses, so that nothing else would tell.
   */
  readonly requiredData: (dtype: DType, clauses: readonly string[]) => readonly string[];
  /** models that have to be rejected */
  readonly invalid: InvalidModels;
  /** a legal call with shapes, attributes and data of any class that the operator tells apart */
  readonly candidate: (cell: DrawnCell, which: CallCandidate) => Draft;
}
