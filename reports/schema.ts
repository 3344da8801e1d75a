import type { Facts } from '../generators/facts.ts';
import type { Problem } from '../oracles/acceptance/comparator.ts';
import type { Fault } from '../oracles/acceptance/fault.ts';
import type { Observation } from '../oracles/acceptance/policy.ts';
import type { Tier } from '../oracles/acceptance/tier.ts';
import type { Level } from '../oracles/level.ts';
import type { DType } from '../oracles/numerics/dtype.ts';
import type { Explanation } from '../oracles/operator.ts';

export type { Explanation, Facts, Observation, Problem };

/** What became of one case. The first is the only success; `unsupported` counts neither for nor against. */
export const outcomes = ['pass', 'fail', 'unsupported', 'error', 'crash', 'timeout'] as const;
export type Outcome = (typeof outcomes)[number];

export type OutcomeCounts = Readonly<Record<Outcome, number>>;

/** The element that decided a failed comparison. All values are printed so that they read back exactly. */
export interface ElementFailure {
  /** which output, by position */
  readonly output: number;
  /** coordinates in the output tensor; empty for rank 0 */
  readonly index: readonly number[];
  readonly got: string;
  /** the exact value, or the specified answer where it is not finite; of a tier that is too low it is rounded to the dtype */
  readonly exact: string;
  /** what would have been accepted, e.g. "[2.9999, 3.0001]", "exactly 3" or "tier exact or faithful" */
  readonly allowed: string;
  /** what is wrong with it, e.g. `zero-sign`; absent for a tier that is too low */
  readonly fault?: Fault;
}

/** The kind of data of cases that the backend was not asked, because of what it declares. */
export const undrawn = 'undrawn';

/** What one kernel is for: an operator version in a dtype. */
export interface NodeCell {
  readonly operator: string;
  readonly version: number;
  readonly dtype: DType;
}

/** The verdict on one case: one line of results.jsonl. */
export interface CaseResult {
  /** `ReduceSum/13/float32/keepdims-0/3` */
  readonly id: string;
  readonly operator: string;
  readonly version: number;
  readonly dtype: DType;
  /** the clause under test: the fourth part of the id */
  readonly clause: string;
  /** of the clause */
  readonly level: Level;
  /** the opset that the model imports */
  readonly opset: number;
  /**
   * the kind of values in the inputs, e.g. `cancelling`; `file` where they were read from disk, `undrawn` where the backend
   * was not asked, because of what it declares
   */
  readonly dataClass: string;
  readonly outcome: Outcome;
  /** what is wrong with the answer; present if the outcome is `fail` */
  readonly problem?: Problem;
  /**
   * present if it is broken, and not only what the user requires: the level at which it is wrong, which is the weaker one of that of
   * the clause and that of what is wrong with the answer
   */
  readonly breaks?: Level;
  /**
   * worst tier over all elements; absent where no finite value was judged, and in an answer that is wrong: of that only
   * the elements before and after the wrong ones could reach one
   */
  readonly tier?: Tier;
  /**
   * worst |error| / bound over all elements that are not exact; 0 if all are. Absent where there is no tier
   */
  readonly errorOverBound?: number;
  /** number of elements whose native bound is no smaller than the sum of magnitudes, so that passing says nothing */
  readonly vacuous?: number;
  /** one line: why it is not a pass */
  readonly message?: string;
  readonly failure?: ElementFailure;
  /** every fault known to the suite that gives just this wrong answer, the more specific first; absent if there is none */
  readonly explanations?: readonly Explanation[];
  /** of a broken case whose clause is younger in ONNX than the opset: since when it stands, and what was there before */
  readonly younger?: string;
  /**
   * of a session with a wrong value: what becomes of the run that gave it when it is asked again without the runs before
   * it. `right` is a fault of state; absent where it came to something else
   */
  readonly alone?: 'right' | 'wrong';
  /** of a session: whose run is wrong, fails or is not supported, where it is not of the operator version and dtype of the case */
  readonly atFault?: NodeCell;
  readonly observations?: readonly Observation[];
  /** the values of the inputs where they are few and the case is broken, e.g. "data=[1, 2.5, -0] axes=[1]" */
  readonly inputs?: string;
  /** one line that describes model and input, e.g. "data float32[2,3] axes=[1] keepdims=0, mixed" */
  readonly summary: string;
  /** what findings compare; absent in results of earlier releases */
  readonly facts?: Facts;
  /** number of input elements: the measure of "smallest"; 0 where they were not drawn */
  readonly size: number;
}

/**
 * What became of one illegal model.
 * - `rejected`: refused, and its legal twin was answered rightly.
 * - `accepted`: answered, whatever with.
 * - `crash`, `timeout`: as for legal models, and no better here.
 * - `undecided`: refused, but the legal twin fails too, or the protocol was broken.
 * - `unsupported`: refused, and the legal twin is not supported, or the backend compares its outputs itself.
 */
export const illegalOutcomes = ['rejected', 'accepted', 'crash', 'timeout', 'undecided', 'unsupported'] as const;
export type IllegalOutcome = (typeof illegalOutcomes)[number];
export type IllegalCounts = Readonly<Record<IllegalOutcome, number>>;

/** The verdict on one illegal model: one line of illegal.jsonl. */
export interface IllegalResult {
  /** `ReduceSum/13/float32/illegal-dtype/0` */
  readonly id: string;
  readonly operator: string;
  readonly version: number;
  /** of the legal twin, unless its dtype is what is illegal */
  readonly dtype: DType;
  /** the one rule that the model breaks: the fourth part of the id */
  readonly rule: string;
  /** the opset that the model imports */
  readonly opset: number;
  readonly outcome: IllegalOutcome;
  /** one line: what the backend said; of an undecided case, what became of the twin */
  readonly message?: string;
  /** one line that describes model and input, and what is illegal about them */
  readonly summary: string;
  /** number of input elements */
  readonly size: number;
}

/** Who was judged. */
export interface BackendInfo {
  readonly name: string;
  readonly version: string;
  /** anything else the backend says of itself: execution provider, accumulator … */
  readonly [property: string]: string;
}

/** What a backend declares that it can do. An absent member says nothing; what is declared not to be there is not asked. */
export interface Capabilities {
  /** the first and the last opset that models may import; without a last one all later ones */
  readonly opsets?: readonly [first: number, last?: number];
  readonly dtypes?: readonly DType[];
}

/** How the backend was started and bounded. What is absent was not given. */
export interface Launch {
  /** the value of `--backend` */
  readonly backend: string;
  /** what it was told in hello: `provider` and others */
  readonly options?: Readonly<Record<string, string>>;
  /** variables added to its environment */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** the file named by `--config` */
  readonly config?: string;
  /** seconds for one case, and from start to hello */
  readonly timeout: number;
  readonly startTimeout: number;
  /** bytes; absent: no limit */
  readonly memoryLimit?: number;
}

/** What was asked for: enough to run the same again. */
export interface RunOptions {
  readonly seed: number;
  /** id patterns; empty means all */
  readonly ids: readonly string[];
  /** empty means every version at its own opsets */
  readonly opsets: readonly number[];
  readonly dtypes: readonly DType[];
  readonly requireTier: Tier;
  /** how much was tried, where it was more than the standard suite */
  readonly suite?: 'full';
  /** choices that are required; of several for one policy any will do. Absent if none is */
  readonly policies?: readonly Observation[];
  /** true if illegal models count for the verdict; absent if not */
  readonly gateIllegal?: boolean;
  /** present when files on disk were judged */
  readonly vectors?: string;
}

/** One cell of the coverage: operator version × dtype × clause. */
export interface Cell {
  readonly operator: string;
  readonly version: number;
  readonly dtype: DType;
  readonly clause: string;
  readonly level: Level;
  /** planned cases; `counts` adds up to fewer only in an interrupted run */
  readonly cases: number;
  readonly counts: OutcomeCounts;
}

/** One cell of the compliance matrix: an operator over a range of opsets that resolve to the same version. */
export interface MatrixCell {
  readonly operator: string;
  readonly version: number;
  readonly firstOpset: number;
  readonly lastOpset: number;
  readonly counts: OutcomeCounts;
  readonly byDType: Readonly<Partial<Record<DType, OutcomeCounts>>>;
  /** by the opset that the model imports, for opsets with a result */
  readonly byOpset: Readonly<Record<string, OutcomeCounts>>;
}

/** A clause that the backend breaks, with its smallest case. To miss the required tier breaks no clause. */
export interface FailedClause {
  readonly operator: string;
  readonly version: number;
  readonly clause: string;
  /** the strictest level at which one of its cases is wrong */
  readonly level: Level;
  readonly text: string;
  readonly source: string;
  /** the dtypes that break it */
  readonly dtypes: readonly DType[];
  /** cases that fail, throw, crash or hang, over all dtypes; those that only miss the required tier are not among them */
  readonly failed: number;
  /** numbers of the findings that break it: places in `findings`, from 1 */
  readonly findings: readonly number[];
  /** judged cases over all dtypes: `unsupported` is not among them */
  readonly cases: number;
  readonly smallest: CaseResult;
  /** the command that runs exactly this case again */
  readonly replay: string;
}

/** Opsets from `first` to `last`. */
export interface OpsetSpan {
  readonly first: number;
  readonly last: number;
}

/** One operator version in which something was seen. */
export interface Place {
  readonly operator: string;
  readonly version: number;
  readonly dtypes: readonly DType[];
  /** how often it was seen here */
  readonly cases: number;
}

/** One thing that happened to many cases, and where. */
export interface Pattern {
  /**
   * What the backend said, word for word if it said the same in all cases; else with `#` for numbers and `<operator>`,
   * `<dtype>`, `<name>`, `<case>` for what belongs to the case. Empty if it said nothing. Of a wrong answer it is what
   * the comparator said, and there only for wrong outputs and dtypes, and for the loosest tier that misses the required one.
   */
  readonly message?: string;
  readonly cases: number;
  readonly where: readonly Place[];
  /** where it was seen; opsets between two of these count in if no case of these operators and dtypes ran there */
  readonly opsets: readonly OpsetSpan[];
}

/**
 * One thing to look into: wrong values in answers to one clause; wrong outputs or dtypes that are told in the same words,
 * wrong shapes, or tiers below the required one, whatever the clause; or one message with which cases threw, crashed or
 * hung. Each broken case is in exactly one finding.
 */
export interface Finding extends Pattern {
  /**
   * Made of what the fault looks like, never of counts or of an order: the same fault has the same id in another run, on
   * another day and with other cases; no two findings of a report have the same
   */
  readonly id: string;
  /** what all its wrong answers look like, if that is known */
  readonly explanation?: Explanation;
  readonly outcome: Exclude<Outcome, 'pass' | 'unsupported'>;
  /** what is wrong with the answers; present if the outcome is `fail` */
  readonly problem?: Problem;
  /**
   * what all its cases share and not all that could have shown it: "float16", "opsets 1–12", "keepdims=0", "rank ≥ 3".
   * Empty for fewer than three cases
   */
  readonly common: readonly string[];
  /** which of these no other judged case of the same clauses, versions and dtypes has: with it, it happens always */
  readonly always: readonly string[];
  /**
   * the clauses whose cases show it; of wrong values it is one, or several that one operator breaks while others keep
   * them. A tier that is too low breaks none of them
   */
  readonly clauses: readonly string[];
  /** the strictest level at which one of its cases is wrong */
  readonly level: Level;
  /**
   * judged cases in the same operator versions and dtypes: for wrong values of these clauses, else of any clause but only
   * in the same opsets. Equal to `cases`: it happens always
   */
  readonly of: number;
  readonly smallest: CaseResult;
  /**
   * present where no answer is wrong by itself: the smallest case of the same operator version and dtype in which the
   * backend made the other choice of a policy
   */
  readonly other?: CaseResult;
  /** absent where it was not asked again: it had been alone before, no answer is wrong by itself, or the run ended early */
  readonly again?: SecondLook;
  /** the command that runs exactly this case, or these two, again */
  readonly replay: string;
}

/** What became of the smallest case of a finding when it was asked again, in a process that had run nothing but such cases. */
export interface SecondLook {
  /** another one than before: the failure needs the cases before it, or chance */
  readonly outcome: Outcome;
  /** the end of what the backend wrote to stderr meanwhile, in one line */
  readonly stderr?: string;
}

/** One reason for which the backend declined cases. */
export interface Unsupported extends Pattern {
  /**
   * "the second model is float64" where that is what is not supported, or "a second model in the session", which may be,
   * if all its cases have it; else empty
   */
  readonly common: readonly string[];
  /** all cases in the same operator versions, dtypes and opsets */
  readonly of: number;
  /** id of the smallest case */
  readonly example: string;
}

/** Which kinds of data an operator met in one dtype. */
export interface DataUse {
  readonly operator: string;
  readonly dtype: DType;
  /** cases by kind of data */
  readonly classes: Readonly<Record<string, number>>;
  /** kinds that the suite owes and does not have; absent where that cannot be said: files, selections, interrupted runs */
  readonly missing?: readonly string[];
}

/** What was seen of a policy: per operator and dtype, how often each choice was observed. */
export interface ObservedPolicy {
  readonly policy: string;
  readonly operator: string;
  readonly dtype: DType;
  readonly choices: Readonly<Record<string, number>>;
  /** the operator versions in which each choice was observed, from old to new */
  readonly versions: Readonly<Record<string, readonly number[]>>;
  /** answers that made more than one choice where a backend has to choose once; absent if there are none */
  readonly contradictions?: number;
}

/** The accuracy of one operator in one dtype over the cases that pass, whatever the version. */
export interface Accuracy {
  readonly operator: string;
  readonly dtype: DType;
  /** absent when no case reached a tier */
  readonly worstTier?: Tier;
  /** 0 if all are exact */
  readonly worstErrorOverBound: number;
  /** id of the case where it occurred; absent when it is 0 */
  readonly worstCase?: string;
  /** cases by worst tier */
  readonly tiers: Readonly<Partial<Record<Tier, number>>>;
  /** cases with a wrong answer: they are in no other of these figures */
  readonly failed: number;
  readonly vacuousElements: number;
}

/** Operator version × rule. */
export interface IllegalCell {
  readonly operator: string;
  readonly version: number;
  readonly dtype: DType;
  readonly rule: string;
  /** planned models; `counts` adds up to fewer only in an interrupted run */
  readonly cases: number;
  readonly counts: IllegalCounts;
}

/** Models that break one rule and were not rejected, all with the same outcome. */
export interface NotRejected {
  readonly outcome: Exclude<IllegalOutcome, 'rejected' | 'unsupported'>;
  readonly cases: number;
  readonly where: readonly Place[];
  readonly smallest: IllegalResult;
  /** the command that runs exactly this model again */
  readonly replay: string;
}

/** A rule, and how the models that break it fared. */
export interface BrokenRule {
  readonly rule: string;
  readonly text: string;
  readonly counts: IllegalCounts;
  /** accepted first */
  readonly notRejected: readonly NotRejected[];
}

/** What became of models that a runtime has to reject. They are in no other figure of the report. */
export interface IllegalModels {
  readonly planned: number;
  readonly totals: IllegalCounts;
  readonly rules: readonly BrokenRule[];
  readonly cells: readonly IllegalCell[];
}

/** report.json. Everything but `times` is the same for two runs with equal options against an equal backend. */
export interface Report {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly backend: BackendInfo;
  /** absent where the backend declares nothing */
  readonly capabilities?: Capabilities;
  /** absent in reports of earlier releases */
  readonly launch?: Launch;
  readonly options: RunOptions;
  /** true if every planned case has a result; otherwise the rest of the report covers what was done until then */
  readonly complete: boolean;
  readonly planned: number;
  readonly totals: OutcomeCounts;
  readonly matrix: readonly MatrixCell[];
  readonly cells: readonly Cell[];
  /** what to look into, the most serious first */
  readonly findings: readonly Finding[];
  readonly failedClauses: readonly FailedClause[];
  /** the most frequent reason first */
  readonly unsupported: readonly Unsupported[];
  readonly policies: readonly ObservedPolicy[];
  readonly accuracy: readonly Accuracy[];
  readonly data: readonly DataUse[];
  /** absent where no illegal model was to be run */
  readonly illegal?: IllegalModels;
  /** how often the backend's process was lost and replaced, and the first reasons in the order of loss */
  readonly incidents: { readonly count: number; readonly first: readonly string[] };
  /** vectors that the oracle does not know, by operator or graph, or that are illegal, by what is: counted, never passed */
  readonly notKnown?: { readonly count: number; readonly operators: Readonly<Record<string, number>> };
  /** files that could not be used, and vectors whose expected values the oracle does not accept; one line each */
  readonly problems: readonly string[];
  /**
   * How long it took; the processor time of the suite's own process in all its threads, which is mostly the oracle's; and
   * the processes of the backend that shared the work (absent in reports of earlier releases)
   */
  readonly times: {
    readonly started: string;
    readonly seconds: number;
    readonly oracleSeconds: number;
    readonly workers?: number;
  };
}
