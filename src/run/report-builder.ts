import { requiredData } from '../../generators/suite/plans.ts';
import { Aggregator, type ReportFrame } from '../../reports/aggregate/aggregate.ts';
import { ExpectationsTally, type KnownFailures } from '../../reports/aggregate/expectations.ts';
import type { FurtherResult, UndecidedFinding } from '../../reports/aggregate/findings.ts';
import type { CaseResult, Launch, Report, RunOptions } from '../../reports/schema.ts';
import { catalogue, vectorCatalogue } from '../catalogue.ts';
import { packageInfo } from '../package-info.ts';
import type { Agenda } from './agenda.ts';
import { replayCommand } from './replay.ts';
import type { Trial } from './trial/trial.ts';

/** Facts about a run at its end, besides its results. */
export type RunFacts = Pick<ReportFrame, 'backend' | 'capabilities' | 'incidents' | 'times'>;

/** Makes the report of a run from its results, whether they come from a backend or from results.jsonl. */
export class ReportBuilder {
  readonly #agenda: Agenda;
  readonly #launch: Launch;
  readonly #options: RunOptions;
  readonly #aggregator: Aggregator;
  readonly #further: FurtherResult[] = [];
  /** the comparison of results with the expected failures, if there are any */
  readonly expectations: ExpectationsTally | undefined;

  constructor(agenda: Agenda, launch: Launch, options: RunOptions, expected?: KnownFailures) {
    this.#agenda = agenda;
    this.#launch = launch;
    this.#options = options;
    const names = new Set(Array.from(agenda.plan, ({ operator }) => operator));
    this.#aggregator = new Aggregator({
      catalogue: options.vectors === undefined ? catalogue(options.opsets, names) : vectorCatalogue(names),
      plan: agenda.plan,
      network: agenda.network,
      replay: (...results) => replayCommand(launch, options, results),
      // a part of the suite need not hold every kind of data
      ...(isWholeSuite(options) && { requiredData }),
    });
    this.expectations = expected && new ExpectationsTally(expected, options);
  }

  /**
   * Takes a result.
   * @returns the result, with the reason why it is expected, if it is
   * @throws Error for a result that was not planned
   */
  add(given: CaseResult): CaseResult {
    // a stored result knows what was expected then
    const { known: _, ...fresh } = given;
    const result = this.expectations?.add(fresh) ?? fresh;
    this.#aggregator.add(result);
    return result;
  }

  /** Takes a result that was already compared with the expectations. @throws Error for a result that was not planned */
  addKnown(result: CaseResult): void {
    this.#aggregator.add(result);
  }

  /** Takes a further case, asked to learn the condition of a finding. It counts in no figure. */
  addFurther(further: FurtherResult): void {
    this.#further.push(further);
    this.#aggregator.addFurther(further);
  }

  /** The cases that count in no figure, by what they are about; those about one case in the order in which they were asked. */
  get further(): readonly FurtherResult[] {
    return this.#further.toSorted((a, b) => (a.about < b.about ? -1 : Number(a.about > b.about)));
  }

  /** Returns the findings whose condition is uncertain, of failures that may be asked about. */
  undecided(isAsked: (smallest: CaseResult) => boolean): readonly UndecidedFinding[] {
    return this.#aggregator.undecided(isAsked);
  }

  /** Takes a trial of the agenda that cannot be judged, and removes it from the plan. */
  leaveOut(trial: Trial): void {
    this.#aggregator.leaveOut(trial.skipped('it cannot be judged'));
  }

  /** Takes all results of a complete run. Trials without a result count as not judged. */
  addAll(results: readonly CaseResult[]): readonly CaseResult[] {
    const judged = new Set(results.map(({ id }) => id));
    for (const trial of this.#agenda.trials) if (!judged.has(trial.id)) this.leaveOut(trial);
    return results.map((result) => this.add(result));
  }

  /** The cases that may be the smallest of a finding, also after results of other shards are added. */
  get smallest(): CaseResult[] {
    return this.#aggregator.smallest;
  }

  /** Returns the report on all results so far. */
  report(facts: RunFacts): Report {
    const { problems, notKnown } = this.#agenda;
    const report = this.#aggregator.report({
      ...facts,
      tool: packageInfo(),
      launch: this.#launch,
      options: this.#options,
      problems,
      ...(notKnown && { notKnown }),
    });
    return this.expectations?.judged(report) ?? report;
  }
}

function isWholeSuite({ ids, opsets, dtypes, vectors, suite, shard }: RunOptions): boolean {
  return !shard && ids.length + opsets.length + dtypes.length === 0 && vectors === undefined && suite !== 'quick';
}
