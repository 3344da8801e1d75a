import { parseId } from '../../generators/suite/check-id.ts';
import { meetsTier } from '../../oracles/judge/tier.ts';
import { isBroken, isNotRejected } from '../schema/counts.ts';
import type { FileRun, KnownFinding } from '../schema/expectations-file.ts';
import { isKnown, problemOf } from '../schema/predicates.ts';
import type { CaseResult, Entry, EntryResult, Expectations, Finding, Report, RunOptions } from '../schema.ts';
import { BrokenTally } from './broken-cells.ts';
import { ExpectationCounter, isOfChoices, type PatternOfEntry } from './expected-entry.ts';
import { compareFigures, figuresOf, isWithin, partOf } from './expected-figures.ts';
import { countNamedCases, describeNoMatch, matchesAnyCase } from './expected-names.ts';
import { getOr } from './grouping.ts';
import { consistentChoices, type InconsistentChoice, inconsistentChoices } from './inconsistent-choices.ts';

/** The contents of a file of expectations. */
export interface KnownFailures {
  /** the name of the file, as the user gave it */
  readonly file: string;
  /** whether entries that are not met fail the gate */
  readonly strict: boolean;
  readonly entries: readonly Entry[];
  readonly runs: readonly FileRun[];
  /** the known findings of the fuzzer */
  readonly fuzz?: readonly KnownFinding[];
}

/** A broken case that no entry expects, with the fields that an entry for it needs. */
export type Unexpected = Pick<CaseResult, 'id' | 'operator' | 'version' | 'dtype' | 'clause' | 'opset' | 'outcome'> &
  Partial<Pick<CaseResult, 'problem' | 'tier' | 'explanations' | 'atFault'>>;

/** The number of passing cells that a report names. */
const maxPassing = 5;

/**
 * Compares results with a file of expectations, one at a time. Entries may overlap: every entry that names a case and
 * expects its outcome counts the case.
 */
export class ExpectationsTally {
  readonly expected: KnownFailures;
  readonly entries: readonly ExpectationCounter[];
  /** the broken cases that no entry expects, in the order of results */
  readonly unexpected: Unexpected[] = [];
  readonly #options: RunOptions;
  readonly #byOperator = new Map<string, readonly EntryCandidate[]>();
  readonly #known = { cases: 0, invalid: 0 };
  #unexpectedInvalid = 0;
  /** the broken cases, except those that may also pass */
  readonly #broken = new BrokenTally();

  constructor(expected: KnownFailures, options: RunOptions) {
    this.expected = expected;
    this.#options = options;
    this.entries = expected.entries.map((entry) => new ExpectationCounter(entry));
  }

  /** Takes a result. @returns the result, with the reason of the entry that expects it, if there is one */
  add(result: CaseResult): CaseResult {
    const isInvalid = result.isInvalid === true;
    if (isInvalid && !this.#options.gateInvalid) return result;
    const { path } = parseId(result.id);
    const expecting = this.#candidates(result.operator).filter(({ tally, patterns }) => {
      if (isInvalid && isOfChoices(tally.entry)) return false;
      const own = patterns.filter((pattern) => pattern.matches(path, result.opset));
      return own.length > 0 && tally.add(result, path, own) === 'expected';
    });
    const [first] = expecting;
    if (first) {
      this.#known[isInvalid ? 'invalid' : 'cases']++;
      if (!isInvalid && !expecting.some(({ tally }) => tally.mayPass)) this.#broken.add(result, false);
      return { ...result, known: first.tally.entry.reason };
    }
    if (isInvalid ? isNotRejected(result) : isBroken(result.outcome)) {
      if (isInvalid) this.#unexpectedInvalid++;
      else this.#broken.add(result, true);
      this.unexpected.push(shortened(result));
    }
    return result;
  }

  /** Returns the report with its comparison with the file. */
  judged(report: Report): Report {
    const varying = inconsistentChoices(report.findings);
    const choices = varying.filter((one) => this.#isExpected(one)).length;
    const known = figuresOf(report, (operator) => this.#broken.of(operator, 'known'));
    const { file, strict, runs } = this.expected;
    const expectations: Expectations = {
      file,
      ...(strict && { strict }),
      known: { ...this.#known, choices },
      unexpected: {
        cases: this.unexpected.length - this.#unexpectedInvalid,
        choices: varying.length - choices,
        invalid: this.#unexpectedInvalid,
      },
      entries: this.entries.map((tally) =>
        isOfChoices(tally.entry) ? this.#choiceResult(tally, report) : this.#caseResult(tally, report),
      ),
      ...compareFigures(known, runs, report.options, strict),
    };
    return { ...report, ...knownLast(report, (finding) => this.#withKnown(finding)), expectations };
  }

  /** Returns the figures of a run for the file; `undefined` if the run covers no whole operator. */
  figures(report: Report): FileRun | undefined {
    return figuresOf(report, (operator) => this.#broken.of(operator, 'all'));
  }

  /** Returns the choices that vary between cases and are not expected to. */
  newlyVarying({ findings }: Report): readonly InconsistentChoice[] {
    return inconsistentChoices(findings).filter((one) => !this.#isExpected(one));
  }

  /** Returns the places of an entry about choices in which these vary. */
  varyingOf({ entry, patterns }: ExpectationCounter, { findings }: Report): readonly InconsistentChoice[] {
    return inconsistentChoices(findings).filter((one) => isAbout(entry, patterns, one));
  }

  /**
   * Returns the places of an entry about choices where cases were judged and the choice did not vary; none if the run is
   * not sufficient. If a pattern has places with choices, its places without choices are ignored: the policy does not apply.
   */
  constantOf(tally: ExpectationCounter, report: Report): readonly InconsistentChoice[] {
    const { entry, patterns } = tally;
    if (!this.canShowFixed(tally, report)) return [];
    const [once, varying] = [consistentChoices(report), inconsistentChoices(report.findings)];
    return patterns.flatMap((pattern) => {
      const own = (all: readonly InconsistentChoice[]) => all.filter((one) => isAbout(entry, [pattern], one));
      const seen = own(once);
      if (seen.length + own(varying).length > 0) return seen;
      return pattern.judgedPlaces.map((place) => ({ policy: entry.policy!, place }));
    });
  }

  /**
   * Whether a run can show that an entry's cases no longer fail. It must not be smaller than the runs of the file, and must
   * have the same data and requirements, and all cases that the entry names.
   */
  canShowFixed({ entry, named, patterns }: ExpectationCounter, { complete, options }: Report): boolean {
    const { ids, vectors, requireTier, policies = [], seed, shard } = options;
    const { runs } = this.expected;
    const part = partOf(options);
    const isSmaller = runs.some((run) => isWithin(part, run) && !isWithin(run, part));
    const isOther =
      runs.length > 0 ? !runs.some((run) => run.seed === seed) : (part.opsets ?? part.dtypes) !== undefined;
    if (!complete || shard || isSmaller || isOther) return false;
    if ((entry.tier || entry.problems?.includes('tier')) && meetsTier('native', requireTier)) return false;
    if (entry.problems?.includes('policy') && policies.length === 0) return false;
    if (vectors !== undefined) return patterns.every(({ cells }) => cells.size > 0);
    return ids.length === 0 || countNamedCases(entry.ids, options, isOfChoices(entry)) === named;
  }

  /** Whether a pattern names nothing in the suite. */
  isGone(pattern: PatternOfEntry, { vectors, opsets }: Entry): boolean {
    // for files, the possible cases are not known
    return !vectors && pattern.cells.size === 0 && !matchesAnyCase([pattern.text], this.#options.seed, opsets);
  }

  /** Whether an entry is about what the run has: cases of the suite, or files. */
  isTried({ entry }: ExpectationCounter): boolean {
    return (entry.vectors ?? false) === (this.#options.vectors !== undefined);
  }

  #candidates(operator: string): readonly EntryCandidate[] {
    return getOr(this.#byOperator, operator, () =>
      this.entries
        .filter((tally) => this.isTried(tally))
        .map((tally) => ({
          tally,
          patterns: tally.entry.vectors ? tally.patterns : tally.patterns.filter((one) => one.mayName(operator)),
        }))
        .filter(({ patterns }) => patterns.length > 0),
    );
  }

  #isExpected(varying: InconsistentChoice): boolean {
    return this.entries.some(({ entry, patterns }) => isOfChoices(entry) && isAbout(entry, patterns, varying));
  }

  #withKnown(finding: Finding): Finding {
    const own = inconsistentChoices([finding]);
    const isKnown = own.length > 0 && own.every((one) => this.#isExpected(one));
    return isKnown ? { ...finding, known: finding.cases } : finding;
  }

  #caseResult(tally: ExpectationCounter, report: Report): EntryResult {
    const { entry, endings, otherwise, patterns } = tally;
    const state = this.#stateOf(tally, report);
    const isWide = state === 'broader' || state === 'passes';
    const passing = isWide && this.canShowFixed(tally, report) ? patterns.flatMap((one) => one.passing) : [];
    const gone = state === 'broader' ? patterns.filter((one) => this.isGone(one, entry)) : [];
    return {
      ...entry,
      state,
      cases: endings.expected,
      ...(otherwise && { otherwise }),
      ...passingOf(passing),
      ...(gone.length > 0 && { unmatched: gone.map(({ text }) => describeNoMatch(text, this.#options.seed)) }),
    };
  }

  #stateOf(tally: ExpectationCounter, report: Report): EntryResult['state'] {
    const { entry, endings, patterns, mayPass } = tally;
    const { expected, otherwise, passed } = endings;
    if (tally.named === 0) return this.#isMissing(tally) ? 'unmatched' : 'not-run';
    if (expected === 0 && otherwise > 0) return 'differs';
    if (mayPass && expected + passed > 0) return 'met';
    // a wrong pattern is reported for any selection
    if (expected > 0 && patterns.some((one) => this.isGone(one, entry))) return 'broader';
    if (!this.canShowFixed(tally, report)) return expected > 0 ? 'met' : 'not-run';
    if (expected === 0) return passed > 0 ? 'passes' : 'unsupported';
    return patterns.some((one) => one.passing.length > 0) ? 'broader' : 'met';
  }

  /** Returns the result of an entry about choices. Its cells are operator versions and dtypes; no single case is broken. */
  #choiceResult(tally: ExpectationCounter, report: Report): EntryResult {
    const { entry } = tally;
    const cases = this.varyingOf(tally, report).length;
    const constant = this.constantOf(tally, report);
    const unjudged = this.canShowFixed(tally, report) && tally.named > 0 ? 'unsupported' : 'not-run';
    const none = this.#isMissing(tally) ? 'unmatched' : constant.length > 0 ? 'passes' : unjudged;
    const state = cases === 0 ? none : constant.length > 0 ? 'broader' : 'met';
    return { ...entry, state, cases, ...passingOf(constant.map(({ place }) => place)) };
  }

  #isMissing({ entry, patterns }: ExpectationCounter): boolean {
    return patterns.every((pattern) => this.isGone(pattern, entry));
  }
}

/** Sorts findings without new cases last. For choices, only now is it known which are new. */
function knownLast(
  { findings, failedClauses }: Report,
  marked: (finding: Finding) => Finding,
): Pick<Report, 'findings' | 'failedClauses'> {
  const all = findings.map((finding, i) => ({ number: i + 1, finding: marked(finding) }));
  const ordered = all.toSorted((a, b) => Number(isKnown(a.finding)) - Number(isKnown(b.finding)));
  const places = new Map(ordered.map(({ number }, i) => [number, i + 1]));
  return {
    findings: ordered.map(({ finding }) => finding),
    failedClauses: failedClauses.map((failed) => ({
      ...failed,
      findings: failed.findings.map((number) => places.get(number)!).sort((a, b) => a - b),
    })),
  };
}

/** An entry with its patterns that may name cases of an operator. */
interface EntryCandidate {
  readonly tally: ExpectationCounter;
  readonly patterns: readonly PatternOfEntry[];
}

function isAbout({ policy }: Entry, patterns: readonly PatternOfEntry[], varying: InconsistentChoice): boolean {
  return policy === varying.policy && patterns.some((pattern) => pattern.matches(varying.place, undefined));
}

function passingOf(cells: readonly string[]): Pick<EntryResult, 'passing'> {
  return cells.length > 0 ? { passing: { cells: cells.length, first: cells.slice(0, maxPassing) } } : {};
}

/** Returns only the needed fields, since thousands of cases may be broken. */
function shortened(result: CaseResult): Unexpected {
  const { id, operator, version, dtype, clause, opset, outcome, tier, explanations, atFault } = result;
  const problem = problemOf(result);
  return {
    id,
    operator,
    version,
    dtype,
    clause,
    opset,
    outcome,
    ...(problem && { problem }),
    ...(tier && { tier }),
    ...(explanations && { explanations }),
    ...(atFault && { atFault }),
  };
}
