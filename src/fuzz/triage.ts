import { isDeepStrictEqual } from 'node:util';
import { classesOf } from '../../generators/fuzz/classes.ts';
import type { Program } from '../../generators/fuzz/program.ts';
import { simpler } from '../../generators/fuzz/shrink.ts';
import type { GraphNode } from '../../oracles/graph/graph.ts';
import type { Clause } from '../../oracles/spec/operator.ts';
import { isOfSessions } from '../../oracles/spec/sessions.ts';
import { formatSource } from '../../oracles/spec/source.ts';
import { symptomOf as symptomIn } from '../../reports/aggregate/causes.ts';
import { isBroken } from '../../reports/schema/counts.ts';
import { isLoss, problemOf } from '../../reports/schema/predicates.ts';
import type { BackendInfo, CaseResult, Explanation, Finding } from '../../reports/schema.ts';
import { symptomOf, unsteady } from '../../reports/view/symptom.ts';
import { type Answer, type Backend, BackendUnavailable } from '../backends/backend.ts';
import { undeclared } from '../backends/capabilities.ts';
import { openWorkers } from '../backends/pool.ts';
import type { Launching } from '../run/suite-run.ts';
import type { Requirements } from '../run/trial/case-result.ts';
import { type Cause, causeOf, findingId, formsOf, shows } from './cause.ts';
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

/** A backend that is asked. */
export interface Target {
  readonly backend: Backend;
  /** what findings call it */
  readonly info: BackendInfo;
  readonly launching: Launching;
  readonly requirements: Requirements;
  /** processes that it has */
  readonly workers: number;
}

const limits = { attempts: 2000, seconds: 60 };
/** An attempt may cost a process, or the time that a case may take. */
const limitsOfLoss = { attempts: 60, seconds: 60, width: 1 };

/** A program that is looked into. `nodesFail`: a node of it fails by itself as well, but does not account for what it shows. */
interface ProgramPart extends ProgramResult<CaseResult> {
  readonly nodesFail?: true;
}

interface Shrunk extends ProgramResult<CaseResult>, Pick<FuzzFinding, 'reproduced'> {
  readonly cause: Cause;
  /** what of its program it needs, as far as that is known */
  readonly needed: readonly string[];
}

/** Finds out what the failures of one backend come from, and remembers it. */
export class Triage {
  readonly #target: Target;
  readonly #others: readonly Target[];
  readonly #knownCauses = new KnownCauses();
  /** a process that has run nothing, started before it is asked */
  #spare: Promise<Backend> | undefined;

  /** @param others backends that are asked what they make of a program that fails */
  constructor(target: Target, others: readonly Target[]) {
    this.#target = target;
    this.#others = others;
  }

  /**
   * The finding of one failure; its only program is that of the failure, or a smaller one.
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
   * What is looked into of a failing program: a node or a run that fails by itself and accounts for it, else all of it.
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

  /** The first of some programs that fails like another, else the first that fails at all. */
  async #firstBroken(programs: readonly Program[], like: CaseResult): Promise<ProgramResult<CaseResult> | undefined> {
    let other: ProgramResult<CaseResult> | undefined;
    for (const program of programs) {
      const result = await this.#ask(program);
      if (result.outcome === like.outcome) return { program, result };
      // a wrong shape makes an error of what reads it
      if (isBroken(result.outcome)) other ??= { program, result };
    }
    return other;
  }

  /** Whether a program fails the same where its nodes are models of their own; of several runs nobody knows. */
  async #isOfNodes({ program, result }: ProgramResult<CaseResult>): Promise<boolean> {
    if (program.runs.length > 1) return true;
    const answer = await nodeByNode(program, (node) => this.#answerTo(node));
    // what a wrong value makes of the nodes behind it need not be legal, and not every node can be asked alone
    if (!answer || answer.kind === 'unsupported') return true;
    const answers = [answer];
    const trial = programTrial(program, 'node by node', this.#target.requirements);
    const chained = await settleProgram(trial, async () => answers.pop() ?? { kind: 'error', message: '' });
    // an error may be another one where a model is shorter
    if (result.outcome !== 'fail') return isBroken(chained.outcome);
    const [own, other] = [result, chained].map((one) => [
      causeOf(program, one)?.what,
      one.failure?.output,
      one.failure?.index,
    ]);
    return isDeepStrictEqual(own, other);
  }

  /** What the backend answers to a program; `undefined` where it cannot be asked. */
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

  /** The simplest program that shows a cause in a process of its own, as far as there is one, and what is known of its cause. */
  async #shrunk(failure: ProgramFailure, part: ProgramPart, symptom: Cause, signal: AbortSignal): Promise<Shrunk> {
    this.#spare ??= this.#start();
    const attempt = async (program: Program) => {
      const result = await this.#ask(program);
      if (!shows(causeOf(program, result), symptom)) return undefined;
      return part.nodesFail && (await this.#isOfNodes({ program, result })) ? undefined : result;
    };
    const width = 4 * this.#target.workers;
    const bounds = isLoss(part.result) ? limitsOfLoss : { ...limits, width };
    const small = await shrink(part, simpler, attempt, { ...bounds, signal });
    const alone = await this.#askAlone(small.program);
    const cause = causeOf(alone.program, alone.result);
    if (cause && shows(cause, symptom)) {
      const isSame = isDeepStrictEqual(alone.result.failure, small.result.failure);
      if (!isSame)
        return { ...alone, cause: { ...cause, explanations: [], varies: true }, needed: [], reproduced: 'shrunk' };
      // of what could not be shrunk to the end nobody knows what it needs
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

  /** @param onAnswer takes what the backend answers */
  async #ask(
    program: Program,
    { backend, requirements }: Target = this.#target,
    onAnswer: (answer: Answer) => void = () => {},
  ): Promise<CaseResult> {
    const trial = programTrial(program, 'shrunk', requirements);
    const why = undeclared(backend.capabilities, trial.models);
    if (why !== undefined) return trial.skipped(why);
    return settleProgram(trial, async (request) => {
      const answer = await backend.run(request);
      onAnswer(answer);
      return answer;
    });
  }

  /** Asks a process that has run nothing before. */
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
    started.catch(() => {}); // who waits for it gets the error
    return started;
  }

  /** ends the process that is kept ready */
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
      return seen !== undefined && shows(cause, seen);
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

/** One of these a program has to have for a clause to be about it; nothing that is drawn is refused. Other clauses are not about one thing. */
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

/** The clauses of problems that have one of their own. */
const brokenBy: Readonly<Record<string, string | undefined>> = {
  dtype: 'output-type',
  later: 'outputs-disjoint',
  input: 'inputs-unchanged',
};

/**
 * The clause that a program of one node breaks: that of the case of the suite that does, if it is about the program, else the first,
 * which says what is computed.
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

/** Whether a node has an attribute or an input of a name. */
function isGiven({ version, attributes, inputs }: GraphNode, name: string): boolean {
  const place = version.inputs.findIndex((input) => input.name === name);
  return name in attributes || (place >= 0 && !!inputs[place]);
}

/** What reports call a finding, of one case. */
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
