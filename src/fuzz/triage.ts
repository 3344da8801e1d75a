import { isDeepStrictEqual } from 'node:util';
import { classesOf } from '../../generators/fuzz/classes.ts';
import type { FuzzSelection } from '../../generators/fuzz/pool.ts';
import type { Program } from '../../generators/fuzz/program.ts';
import { simplerPrograms } from '../../generators/fuzz/shrink.ts';
import type { GraphNode } from '../../oracles/graph/graph.ts';
import type { Clause } from '../../oracles/spec/operator.ts';
import { isOfSessions } from '../../oracles/spec/sessions.ts';
import { formatSource } from '../../oracles/spec/source.ts';
import { symptomOf as symptomIn } from '../../reports/aggregate/causes/symptoms.ts';
import { isBroken } from '../../reports/schema/counts.ts';
import { isLoss, problemOf } from '../../reports/schema/predicates.ts';
import type { BackendInfo, CaseResult, Explanation, Finding } from '../../reports/schema.ts';
import { symptomOf, unsteady } from '../../reports/view/symptom.ts';
import { type Answer, type Backend, BackendUnavailable } from '../backends/backend.ts';
import { describeUndeclared } from '../backends/capabilities.ts';
import { openWorkers } from '../backends/pool.ts';
import type { Launching } from '../run/suite-run.ts';
import type { Requirements } from '../run/trial/judge.ts';
import { type Cause, causeOf, findingId, formsOf, hasCause, withoutChance } from './cause.ts';
import type { FuzzFinding, ProgramOrigin } from './finding.ts';
import { type FindingCore, KnownCauses } from './known-causes.ts';
import { programTrial, settleProgram } from './program-trial.ts';
import { type ProgramResult, shrink } from './shrink.ts';
import { nodeByNode, nodesOf, runsOf } from './split-program.ts';
import { suiteCase } from './suite-case.ts';

/** A program that failed. */
export interface ProgramFailure extends ProgramResult<CaseResult> {
  readonly drawn: ProgramOrigin;
  readonly classes: readonly string[];
}

/** A backend under investigation. */
export interface Target {
  readonly backend: Backend;
  /** its name and version in findings */
  readonly info: BackendInfo;
  readonly launching: Launching;
  readonly requirements: Requirements;
  /** the number of its processes */
  readonly workers: number;
}

const limits = { attempts: 2000, seconds: 60 };
/** Limits for failures where an attempt may cost a process, or the whole time of a case. */
const limitsOfLoss = { attempts: 60, seconds: 60, width: 1 };

/** A program under investigation. `nodesFail`: one of its nodes also fails alone, but does not explain the failure. */
interface ProgramPart extends ProgramResult<CaseResult> {
  readonly nodesFail?: true;
}

interface Shrunk extends ProgramResult<CaseResult>, Pick<FuzzFinding, 'reproduced'> {
  readonly cause: Cause;
  /** the features that the program needs, as far as known */
  readonly needed: readonly string[];
}

/** Finds the causes of the failures of one backend, and remembers them. */
export class Triage {
  readonly #target: Target;
  readonly #others: readonly Target[];
  readonly #within: FuzzSelection;
  readonly #knownCauses = new KnownCauses();
  /** a fresh process, started in advance */
  #spare: Promise<Backend> | undefined;

  /**
   * @param others backends that also run each failing program
   * @param within the opsets and dtypes of smaller programs
   */
  constructor(target: Target, others: readonly Target[], within: FuzzSelection) {
    this.#target = target;
    this.#others = others;
    this.#within = within;
  }

  /**
   * Returns the finding of one failure, with its program or a smaller one.
   * @param signal ends the searches for a smaller program and for a case of the suite
   */
  async investigate(failure: ProgramFailure, signal: AbortSignal): Promise<FuzzFinding> {
    const found = await this.#found(failure, signal);
    const kept = classesOf(found.program);
    return {
      ...found,
      count: 1,
      drawn: failure.drawn,
      always: failure.classes.filter((name) => kept.includes(name)),
    };
  }

  async #found(failure: ProgramFailure, signal: AbortSignal): Promise<FindingCore> {
    const part = await this.#partOf(failure);
    const symptom = { cause: causeOf(part.program, part.result)!, forms: formsOf(part.program) };
    const known = this.#knownCauses.match(symptom);
    if (known) return known;
    const { program, result, reproduced, cause, needed } = await this.#shrunk(failure, part, symptom.cause, signal);
    const id = findingId(cause, needed);
    const [explanation] = cause.explanations;
    const same = this.#knownCauses.named(id);
    const inSuite = same || signal.aborted ? same?.inSuite : await this.#inSuite(result, program, cause, signal);
    const clause = clauseOf(program, result, inSuite);
    const { name, version } = this.#target.info;
    const also = await this.#askOthers(program);
    const finding: FindingCore = {
      id,
      title: `${operatorsIn(program).join(', ')}${cause.varies ? unsteady : ''}: ${symptomOf(asFinding(id, result, explanation, clause))}`,
      backend: { name, version },
      result,
      ...(explanation && { explanation }),
      ...(clause && { clause: { ...clause, source: formatSource(clause.source) } }),
      reproduced,
      ...(also && { also }),
      ...(inSuite !== undefined && { inSuite }),
      program,
    };
    this.#knownCauses.add(symptom, { cause, forms: needed, finding });
    return finding;
  }

  /**
   * Returns the part of a failing program to investigate: a node or run that fails alone and explains the failure, or else
   * the whole program.
   */
  async #partOf(failure: ProgramResult<CaseResult>): Promise<ProgramPart> {
    const { program, result } = failure;
    if (program.runs.length > 1) {
      const run = await this.#firstBroken(runsOf(program), result);
      if (run) return this.#partOf(run);
    }
    const node = program.graph.nodes.length > 1 ? await this.#firstBroken(nodesOf(program), result) : undefined;
    if (!node) return failure;
    return (await this.#isOfNodes(failure)) ? node : { ...failure, nodesFail: true };
  }

  /** Returns the first program that fails like a result, or else the first that fails at all. */
  async #firstBroken(programs: readonly Program[], like: CaseResult): Promise<ProgramResult<CaseResult> | undefined> {
    let other: ProgramResult<CaseResult> | undefined;
    for (const program of programs) {
      const result = await this.#ask(program);
      if (result.outcome === like.outcome) return { program, result };
      // a wrong shape may cause an error in a later node
      if (isBroken(result.outcome)) other ??= { program, result };
    }
    return other;
  }

  /** Whether a program fails in the same way if its nodes run as separate models; for several runs this is not known. */
  async #isOfNodes({ program, result }: ProgramResult<CaseResult>): Promise<boolean> {
    if (program.runs.length > 1) return true;
    const answer = await nodeByNode(program, (node) => this.#answerTo(node));
    // a wrong value may make later nodes invalid, and not every node can be asked alone
    if (!answer || answer.kind === 'unsupported') return true;
    const answers = [answer];
    const trial = programTrial(program, 'node by node', this.#target.requirements);
    const chained = await settleProgram(trial, async () => answers.pop() ?? { kind: 'error', message: '' });
    // a smaller model may have another error
    if (result.outcome !== 'fail') return isBroken(chained.outcome);
    const [own, other] = [result, chained].map((one) => [
      causeOf(program, one)?.what,
      one.failure?.output,
      one.failure?.index,
    ]);
    return isDeepStrictEqual(own, other);
  }

  /** Returns the backend's answer to a program; `undefined` if it cannot be asked. */
  async #answerTo(program: Program): Promise<Answer | undefined> {
    let first: Answer | undefined;
    try {
      await this.#ask(program, this.#target, (answer) => {
        first ??= answer;
      });
    } catch (error) {
      if (error instanceof BackendUnavailable) throw error;
    }
    return first;
  }

  /** Returns the simplest program that shows a cause in a fresh process, if there is one, and its cause. */
  async #shrunk(failure: ProgramFailure, part: ProgramPart, symptom: Cause, signal: AbortSignal): Promise<Shrunk> {
    this.#spare ??= this.#start();
    const attempt = async (program: Program) => {
      const result = await this.#ask(program);
      if (!hasCause(causeOf(program, result), symptom)) return undefined;
      return part.nodesFail && (await this.#isOfNodes({ program, result })) ? undefined : result;
    };
    const width = 4 * this.#target.workers;
    const bounds = isLoss(part.result) ? limitsOfLoss : { ...limits, width };
    const simpler = (program: Program) => simplerPrograms(program, this.#within);
    const small = await shrink(part, simpler, attempt, { ...bounds, signal });
    const alone = await this.#askAlone(small.program);
    const found = causeOf(alone.program, alone.result);
    if (found && hasCause(found, symptom)) {
      const cause = withoutChance(found, symptom);
      const isSame = isDeepStrictEqual(alone.result.failure, small.result.failure);
      if (!isSame)
        return { ...alone, cause: { ...cause, explanations: [], varies: true }, needed: [], reproduced: 'shrunk' };
      // the needed features are known only after complete shrinking
      return { ...alone, cause, needed: small.complete ? formsOf(alone.program) : [], reproduced: 'shrunk' };
    }
    const whole = await this.#askAlone(failure.program);
    const other = causeOf(whole.program, whole.result);
    if (!other) {
      return {
        ...failure,
        cause: { ...symptom, what: `not-reproducible ${symptom.what}` },
        needed: [],
        reproduced: 'not-reproducible',
      };
    }
    return { ...whole, cause: other.what === symptom.what ? symptom : other, needed: [], reproduced: 'drawn' };
  }

  /** Runs a program. @param onAnswer takes the backend's answers */
  async #ask(
    program: Program,
    { backend, requirements }: Target = this.#target,
    onAnswer: (answer: Answer) => void = () => {},
  ): Promise<CaseResult> {
    const trial = programTrial(program, 'shrunk', requirements);
    const why = describeUndeclared(backend.capabilities, trial.models);
    if (why !== undefined) return trial.skipped(why);
    return settleProgram(trial, async (request) => {
      const answer = await backend.run(request);
      onAnswer(answer);
      return answer;
    });
  }

  /** Runs a program in a fresh process. */
  async #askAlone(program: Program): Promise<ProgramResult<CaseResult>> {
    const own = this.#spare ?? this.#start();
    this.#spare = this.#start();
    const backend = await own;
    try {
      return { program, result: await this.#ask(program, { ...this.#target, backend }) };
    } finally {
      await backend.close();
    }
  }

  #start(): Promise<Backend> {
    const { command, options } = this.#target.launching;
    const started = openWorkers(command, 1, options);
    started.catch(() => {}); // the error is thrown to the code that awaits it
    return started;
  }

  /** Ends the process that is kept ready. */
  async close(): Promise<void> {
    await this.#spare?.then(
      (backend) => backend.close(),
      () => {},
    );
  }

  async #inSuite(result: CaseResult, program: Program, cause: Cause, signal: AbortSignal): Promise<string | undefined> {
    const { nodes } = program.graph;
    if (nodes.length > 1) return undefined;
    const { backend, requirements } = this.#target;
    const isAlike = (other: CaseResult) => {
      const seen = causeOf({ graph: { ...program.graph, outputs: nodes[0]!.outputs } }, other);
      return seen !== undefined && hasCause(cause, seen);
    };
    return (await suiteCase(result, isAlike, { backend, requirements, signal }))?.id;
  }

  async #askOthers(program: Program): Promise<Record<string, string> | undefined> {
    if (this.#others.length === 0) return undefined;
    const outcomes = this.#others.map(async (other): Promise<[string, string]> => {
      return [other.info.name, (await this.#ask(program, other)).outcome];
    });
    return Object.fromEntries(await Promise.all(outcomes));
  }
}

export const operatorsIn = ({ graph }: Program): readonly string[] => [
  ...new Set(graph.nodes.map(({ operator }) => operator.name)),
];

/** Features by clause: a clause concerns a program that has one of them. Other clauses have no such feature. */
const shownBy: Readonly<Record<string, readonly string[] | undefined>> = {
  'size-zero': ['size 0'],
  'nothing-to-add': ['size 0'],
  'rank-zero': ['rank 0'],
  'any-rank': ['rank 5 or more'],
  'any-length': ['more than 1000 elements'],
  'special-values': ['NaN', 'an infinity', '-0', 'a subnormal number', 'the end of the range'],
  'inputs-constant': ['a constant input'],
  'sessions-after-refusal': [],
};

/** The clauses of problems with their own clause. */
const brokenBy: Readonly<Record<string, string | undefined>> = {
  dtype: 'output-type',
  later: 'outputs-disjoint',
  input: 'inputs-unchanged',
};

/**
 * Returns the clause that a program of one node breaks: the clause of a failing case of the suite, if it concerns the
 * program, or else the first clause, which defines what is computed.
 */
function clauseOf(program: Program, result: CaseResult, inSuite: string | undefined): Clause | undefined {
  const [node, ...others] = program.graph.nodes;
  if (!node || others.length > 0) return undefined;
  const { clauses } = node.version;
  const named = brokenBy[problemOf(result) ?? ''] ?? inSuite?.split('/')[3];
  const own = clauses.find(({ id }) => id === named);
  if (!own) return clauses[0];
  const [, part] = /, (?:attribute|input) (\w+)$/.exec(own.source.place) ?? [];
  if (part !== undefined && !isGiven(node, part)) return clauses[0];
  const needed = shownBy[own.id] ?? (isOfSessions(own) ? ['several runs'] : undefined);
  const classes = classesOf(program);
  return !needed || needed.some((name) => classes.includes(name)) ? own : clauses[0];
}

/** Whether a node has an attribute or input with a name. */
function isGiven({ version, attributes, inputs }: GraphNode, name: string): boolean {
  const place = version.inputs.findIndex((input) => input.name === name);
  return name in attributes || (place >= 0 && !!inputs[place]);
}

/** Returns a finding of a single case in the form of reports. */
function asFinding(id: string, result: CaseResult, explanation: Explanation | undefined, clause: Clause | undefined) {
  const { outcome, message, level, operator, version, dtype, opset } = result;
  const problem = problemOf(result);
  const symptom = explanation ? undefined : symptomIn([result]);
  return {
    id,
    ...(explanation && { explanation }),
    ...(symptom !== undefined && { symptom }),
    conditions: [],
    outcome: outcome as Finding['outcome'],
    ...(problem && { problem }),
    ...(message !== undefined && { message }),
    cases: 1,
    of: 1,
    where: [{ operator, version, dtypes: [dtype], cases: 1 }],
    opsets: [{ first: opset, last: opset }],
    clauses: clause ? [clause.id] : [],
    level,
    // programs are drawn for no clause
    smallest: { ...result, clause: clause?.id ?? '' },
    replay: '',
  } satisfies Finding;
}
