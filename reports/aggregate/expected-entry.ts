import { type Matcher, matcherOf } from '../../generators/suite/cases.ts';
import { parseId } from '../../generators/suite/check-id.ts';
import type { Observation } from '../../oracles/judge/policy.ts';
import { choicesNamed, possibleChoices } from '../../oracles/judge/possible-choices.ts';
import { tiers } from '../../oracles/judge/tier.ts';
import { breaksClause } from '../schema/counts.ts';
import { problemOf } from '../schema/predicates.ts';
import type { CaseResult, Entry, EntryResult } from '../schema.ts';
import { getOr, unique } from './grouping.ts';

/** The outcome of a case relative to an entry that names it. */
export type EntryOutcome = 'expected' | 'otherwise' | 'passed' | 'unjudged';

/** Numbers of cases by their outcomes relative to an entry. */
export type EntryOutcomes = Record<EntryOutcome, number>;

const noEndings = (): EntryOutcomes => ({ expected: 0, otherwise: 0, passed: 0, unjudged: 0 });

/** One pattern of an entry, with the outcomes of its cells, or of its cases if it names single cases. */
export class PatternOfEntry {
  readonly text: string;
  readonly #matcher: Matcher;
  /** whether it names single cases, which `cells` then contains */
  readonly isOfCases: boolean;
  readonly cells = new Map<string, EntryOutcomes>();

  constructor(text: string) {
    this.text = text;
    this.#matcher = matcherOf(text);
    this.isOfCases = isOfCases(text);
  }

  mayName(operator: string): boolean {
    return this.#matcher.mayName(operator);
  }

  /** Whether the pattern names a case. @param opset the opset of the case, if it has one */
  matches(path: string, opset: number | undefined): boolean {
    const { opset: own } = this.#matcher;
    return (own === undefined || own === opset) && this.#matcher.matches(path);
  }

  add(path: string, ending: EntryOutcome): void {
    getOr(this.cells, this.isOfCases ? path : cellOf(path), noEndings)[ending]++;
  }

  /** The places, as `operator/version/dtype`, in which cases were judged. */
  get judgedPlaces(): readonly string[] {
    const judged = [...this.cells].filter(([, { expected, otherwise, passed }]) => expected + otherwise + passed > 0);
    return unique(judged.map(([path]) => path.split('/').slice(0, 3).join('/')));
  }

  /** The cells in which cases were judged and all passed. */
  get passing(): readonly string[] {
    return [...this.cells]
      .filter(([, { expected, otherwise, passed }]) => passed > 0 && expected + otherwise === 0)
      .map(([cell]) => cell);
  }
}

/** Counts the outcomes of the cases that an entry names. */
export class ExpectationCounter {
  readonly entry: Entry;
  readonly patterns: readonly PatternOfEntry[];
  readonly endings = noEndings();
  /** the number of cases that its patterns name, at any opset */
  named = 0;
  #otherwise: EntryResult['otherwise'];

  constructor(entry: Entry) {
    this.entry = entry;
    this.patterns = entry.ids.map((id) => new PatternOfEntry(id));
  }

  /**
   * Takes a case that some of its patterns name.
   * @returns its outcome; `undefined` if the entry does not cover its opset
   */
  add(result: CaseResult, path: string, patterns: readonly PatternOfEntry[]): EntryOutcome | undefined {
    this.named++;
    const { opsets } = this.entry;
    if (opsets && !opsets.includes(result.opset)) return undefined;
    const ending = endingOf(this.entry, result);
    this.endings[ending]++;
    for (const pattern of patterns) pattern.add(path, ending);
    if (ending === 'otherwise') {
      const { cases = 0, outcome = describeOutcome(result), example = result.id } = this.#otherwise ?? {};
      this.#otherwise = { cases: cases + 1, outcome, example };
    }
    return ending;
  }

  /** Whether the entry is about a case. */
  names({ id, opset }: Pick<CaseResult, 'id' | 'opset'>): boolean {
    const { path } = parseId(id);
    const isMatched = this.patterns.some((pattern) => pattern.matches(path, opset));
    return isMatched && (this.entry.opsets?.includes(opset) ?? true);
  }

  /** Whether the entry expects the outcome of a case. */
  expects(result: CaseResult): boolean {
    return this.names(result) && endingOf(this.entry, result) === 'expected';
  }

  get otherwise(): EntryResult['otherwise'] {
    return this.#otherwise;
  }

  get mayPass(): boolean {
    return this.entry.outcomes.includes('pass');
  }
}

/** Whether an entry is about a choice that varies between cases, where no single case is broken. */
export function isOfChoices({ outcomes }: Entry): boolean {
  return outcomes.includes('varies');
}

/** Returns the name of the cell of a case. */
export function cellOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** Whether a pattern ends with numbers of cases. */
export function isOfCases(pattern: string): boolean {
  const last = parseId(pattern).path.split('/').at(-1)!;
  return /\d/.test(last) && /^[\d{},?*[\]-]+$/.test(last);
}

function describeOutcome(result: CaseResult): string {
  return result.problem ? `${result.outcome} (${result.problem})` : result.outcome;
}

function endingOf(entry: Entry, result: CaseResult): EntryOutcome {
  const { outcome } = result;
  if (outcome === 'pass' || outcome === 'rejected') return 'passed';
  if (outcome === 'unsupported' || outcome === 'undecided') return 'unjudged';
  if (!entry.outcomes.includes(outcome)) return 'otherwise';
  return !breaksClause(result) || isFailAsExpected(entry, result) ? 'expected' : 'otherwise';
}

function isFailAsExpected(entry: Entry, result: CaseResult): boolean {
  const problem = problemOf(result);
  if (problem === undefined) return true;
  const { policy, tier } = entry;
  const usual = tier ? ['tier'] : policy === undefined ? undefined : ['policy', 'inconsistency'];
  const problems: readonly string[] | undefined = entry.problems ?? usual;
  if (problems && !problems.includes(problem)) return false;
  if (tier && problem === 'tier' && tiers.indexOf(result.tier!) > tiers.indexOf(tier)) return false;
  return policy === undefined || (result.observations ?? []).some((seen) => isMeant(entry, seen));
}

function isMeant({ policy, choice }: Entry, seen: Observation): boolean {
  if (seen.policy !== policy) return false;
  return choice === undefined || choicesNamed(policy, choice).some((one) => possibleChoices(seen).includes(one));
}
