import type { Program } from '../../generators/fuzz/program.ts';
import { simpler } from '../../generators/fuzz/simpler.ts';
import type { Clause } from '../../oracles/operator.ts';
import { sourceInWords } from '../../oracles/source.ts';
import { isBroken } from '../../reports/schema/counts.ts';
import { problemOf } from '../../reports/schema/predicates.ts';
import type { BackendInfo, CaseResult, Explanation, Finding } from '../../reports/schema.ts';
import { symptomOf } from '../../reports/words/symptom.ts';
import type { Backend } from '../backends/backend.ts';
import { undeclared } from '../backends/capabilities.ts';
import { openWorkers } from '../backends/pool.ts';
import type { Requirements } from '../harness/judge.ts';
import type { Launching } from '../harness/suite-run.ts';
import { partsOf } from './alone.ts';
import { type Cause, causeOf, findingId, shows } from './cause.ts';
import type { Drawn, FuzzFinding } from './finding.ts';
import { programTrial, settleProgram } from './program-trial.ts';
import { type Shown, shrink } from './shrink.ts';
import { suiteCase } from './suite-case.ts';

/** A program that failed. */
export interface Failure extends Shown<CaseResult> {
  readonly drawn: Drawn;
  readonly classes: readonly string[];
}

/** A backend that is asked. */
export interface Suspect {
  readonly backend: Backend;
  /** what findings call it */
  readonly info: BackendInfo;
  readonly launching: Launching;
  readonly requirements: Requirements;
  /** processes that it has */
  readonly workers: number;
}

/** A cause that was met before. */
interface Known {
  readonly explanation: Explanation | undefined;
  readonly findings: FuzzFinding[];
}

/** Failures of a cause that are shrunk; the others are counted. */
const worthShrinking = 2;

const limits = { attempts: 2000, seconds: 60 };
/** An attempt may cost a process, or the time that a case may take. */
const limitsOfLoss = { attempts: 60, seconds: 60, width: 1 };

/** Finds out what the failures of one backend come from, and remembers it. */
export class Detective {
  readonly #suspect: Suspect;
  readonly #others: readonly Suspect[];
  readonly #known = new Map<string, Known>();

  /** @param others backends that are asked what they make of a program that fails */
  constructor(suspect: Suspect, others: readonly Suspect[]) {
    this.#suspect = suspect;
    this.#others = others;
  }

  /** The finding of one failure, of which it is the only program. @param signal ends the search for a smaller one */
  async investigate(failure: Failure, signal: AbortSignal): Promise<FuzzFinding> {
    const { drawn, classes } = failure;
    const part = await this.#partOf(failure);
    const cause = causeOfShown(part)!;
    const explanation = this.#explanationOf(cause);
    const id = findingId(cause, explanation);
    const known = this.#known.get(id) ?? { explanation, findings: [] };
    this.#known.set(id, known);
    const own = { count: 1, drawn, always: classes };
    if (known.findings.length >= worthShrinking) return { ...known.findings[0]!, ...own };
    const isSame = (seen: Cause | undefined) => shows(seen, cause, explanation);
    const { program, result, reproduced } = await this.#shrunk(failure, part, isSame, signal);
    const inSuite = known.findings[0]?.inSuite ?? (await this.#inSuite(result, program, isSame));
    const clause = clauseOf(program, inSuite);
    const { name, version } = this.#suspect.info;
    const also = await this.#askOthers(program);
    const finding: FuzzFinding = {
      id,
      title: `${operatorsIn(program).join(', ')}: ${symptomOf(asFinding(id, result, explanation, clause))}`,
      backend: { name, version },
      result,
      ...(explanation && { explanation }),
      ...(clause && { clause: { ...clause, source: sourceInWords(clause.source) } }),
      ...own,
      reproduced,
      ...(also && { also }),
      ...(inSuite !== undefined && { inSuite }),
      program,
    };
    known.findings.push(finding);
    return finding;
  }

  /** One that explained a failure of the same kind before, else the most specific. */
  #explanationOf(cause: Cause): Explanation | undefined {
    return cause.explanations.find((one) => this.#known.has(findingId(cause, one))) ?? cause.explanations[0];
  }

  /** A node or a run of a program that fails by itself, like the program if there is one; the program if none does. */
  async #partOf(failure: Failure): Promise<Shown<CaseResult>> {
    let other: Shown<CaseResult> | undefined;
    for (const program of partsOf(failure.program)) {
      const result = await this.#ask(program);
      if (result.outcome === failure.result.outcome) return { program, result };
      // a wrong shape makes an error of what reads it
      if (isBroken(result.outcome)) other ??= { program, result };
    }
    return other ?? failure;
  }

  /** The simplest program that shows a cause in a process of its own, as far as there is one. */
  async #shrunk(
    failure: Failure,
    part: Shown<CaseResult>,
    isSame: (seen: Cause | undefined) => boolean,
    signal: AbortSignal,
  ): Promise<Shown<CaseResult> & Pick<FuzzFinding, 'reproduced'>> {
    const isLoss = part.result.outcome === 'crash' || part.result.outcome === 'timeout';
    const attempt = async (program: Program) => {
      const result = await this.#ask(program);
      return isSame(causeOfShown({ program, result })) ? result : undefined;
    };
    const width = 4 * this.#suspect.workers;
    const bounds = isLoss ? limitsOfLoss : { ...limits, width };
    const small = await shrink(part, simpler, attempt, { ...bounds, signal });
    const alone = await this.#askAlone(small.program);
    if (isSame(causeOfShown(alone))) return { ...alone, reproduced: 'shrunk' };
    const whole = await this.#askAlone(failure.program);
    const { outcome } = failure.result;
    return whole.result.outcome === outcome
      ? { ...whole, reproduced: 'drawn' }
      : { program: failure.program, result: failure.result, reproduced: 'unsteady' };
  }

  async #ask(program: Program, { backend, requirements }: Suspect = this.#suspect): Promise<CaseResult> {
    const trial = programTrial(program, 'shrunk', requirements);
    const why = undeclared(backend.capabilities, trial.models);
    return why === undefined ? settleProgram(trial, (request) => backend.run(request)) : trial.unasked(why);
  }

  /** Asks a process that has run nothing before. */
  async #askAlone(program: Program): Promise<Shown<CaseResult>> {
    const { launching } = this.#suspect;
    const backend = await openWorkers(launching.command, 1, launching.options);
    try {
      return { program, result: await this.#ask(program, { ...this.#suspect, backend }) };
    } finally {
      await backend.close();
    }
  }

  async #inSuite(
    result: CaseResult,
    program: Program,
    isSame: (seen: Cause | undefined) => boolean,
  ): Promise<string | undefined> {
    const { nodes } = program.graph;
    if (nodes.length > 1) return undefined;
    const { backend, requirements } = this.#suspect;
    const isAlike = (other: CaseResult) => isSame(causeOf(other, [nodes[0]!.operator]));
    return (await suiteCase(result, isAlike, backend, requirements))?.id;
  }

  async #askOthers(program: Program): Promise<Record<string, string> | undefined> {
    if (this.#others.length === 0) return undefined;
    const outcomes = this.#others.map(async (other): Promise<[string, string]> => {
      return [other.info.name, (await this.#ask(program, other)).outcome];
    });
    return Object.fromEntries(await Promise.all(outcomes));
  }
}

const causeOfShown = ({ program, result }: Shown<CaseResult>): Cause | undefined =>
  causeOf(
    result,
    program.graph.nodes.map(({ operator }) => operator),
  );

export const operatorsIn = ({ graph }: Program): readonly string[] => [
  ...new Set(graph.nodes.map(({ operator }) => operator.name)),
];

/** The clause that a program of one node breaks: that of the case of the suite that does, else that which it was drawn for. */
function clauseOf({ graph, from }: Program, inSuite: string | undefined): Clause | undefined {
  const [node, ...others] = graph.nodes;
  const id = (inSuite ?? from?.[0])?.split('/')[3];
  if (!node || others.length > 0) return undefined;
  return node.version.clauses.find((clause) => clause.id === id);
}

/** What reports call a finding, of one case. */
function asFinding(id: string, result: CaseResult, explanation: Explanation | undefined, clause: Clause | undefined) {
  const { outcome, message, level, operator, version, dtype, opset } = result;
  const problem = problemOf(result);
  return {
    id,
    ...(explanation && { explanation }),
    outcome: outcome as Finding['outcome'],
    ...(problem && { problem }),
    ...(message !== undefined && { message }),
    cases: 1,
    of: 1,
    where: [{ operator, version, dtypes: [dtype], cases: 1 }],
    opsets: [{ first: opset, last: opset }],
    common: [],
    always: [],
    clauses: clause ? [clause.id] : [],
    level,
    smallest: result,
    replay: '',
  } satisfies Finding;
}
