import { type Matcher, matcherOf } from '../../generators/suite/cases.ts';
import { parseId } from '../../generators/suite/check-id.ts';
import type { Observation } from '../../oracles/judge/policy.ts';
import { choicesMeant, possibleChoices } from '../../oracles/judge/possible-choices.ts';
import { tiers } from '../../oracles/judge/tier.ts';
import { breaksClause } from '../schema/counts.ts';
import { problemOf } from '../schema/predicates.ts';
import type { CaseResult, Entry, EntryResult } from '../schema.ts';
import { getOr, unique } from './grouping.ts';

/** What a case came to that an entry names. */
export type Ending = 'expected' | 'otherwise' | 'passed' | 'unjudged';

/** Cases by what they came to. */
export type Endings = Record<Ending, number>;

const noEndings = (): Endings => ({ expected: 0, otherwise: 0, passed: 0, unjudged: 0 });

/** One pattern of an entry, and what became of the cells that it covers; of a pattern of single cases, of these. */
export class PatternOfEntry {
  readonly text: string;
  readonly #matcher: Matcher;
  /** it names single cases, and `cells` holds these */
  readonly isOfCases: boolean;
  readonly cells = new Map<string, Endings>();

  constructor(text: string) {
    this.text = text;
    this.#matcher = matcherOf(text);
    this.isOfCases = isOfCases(text);
  }

  mayName(operator: string): boolean {
    return this.#matcher.mayName(operator);
  }

  /** @param opset that of the case; `undefined` for what has none */
  matches(path: string, opset: number | undefined): boolean {
    const { opset: own } = this.#matcher;
    return (own === undefined || own === opset) && this.#matcher.matches(path);
  }

  add(path: string, ending: Ending): void {
    getOr(this.cells, this.isOfCases ? path : cellOf(path), noEndings)[ending]++;
  }

  /** `operator/version/dtype` of those in which something was judged. */
  get judgedPlaces(): readonly string[] {
    const judged = [...this.cells].filter(([, { expected, otherwise, passed }]) => expected + otherwise + passed > 0);
    return unique(judged.map(([path]) => path.split('/').slice(0, 3).join('/')));
  }

  /** Those in which something was judged, and all of it passed. */
  get passing(): readonly string[] {
    return [...this.cells]
      .filter(([, { expected, otherwise, passed }]) => passed > 0 && expected + otherwise === 0)
      .map(([cell]) => cell);
  }
}

/** An entry, and what became of the cases that it names. */
export class ExpectationCounter {
  readonly entry: Entry;
  readonly patterns: readonly PatternOfEntry[];
  readonly endings = noEndings();
  /** cases that its patterns name, at whatever opset */
  named = 0;
  #otherwise: EntryResult['otherwise'];

  constructor(entry: Entry) {
    this.entry = entry;
    this.patterns = entry.ids.map((id) => new PatternOfEntry(id));
  }

  /**
   * Takes a case that some of its patterns name.
   * @returns what it came to; `undefined` at an opset that the entry does not concern
   */
  add(result: CaseResult, path: string, patterns: readonly PatternOfEntry[]): Ending | undefined {
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

  get otherwise(): EntryResult['otherwise'] {
    return this.#otherwise;
  }

  get mayPass(): boolean {
    return this.entry.outcomes.includes('pass');
  }
}

/** True for an entry about a choice that differs from case to case, where no case is broken by itself. */
export function isOfChoices({ outcomes }: Entry): boolean {
  return outcomes.includes('varies');
}

/** The cell of a case, by its id. */
export function cellOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** True for a pattern that ends with the numbers of cases. */
export function isOfCases(pattern: string): boolean {
  const last = parseId(pattern).path.split('/').at(-1)!;
  return /\d/.test(last) && /^[\d{},?*[\]-]+$/.test(last);
}

function describeOutcome(result: CaseResult): string {
  return result.problem ? `${result.outcome} (${result.problem})` : result.outcome;
}

function endingOf(entry: Entry, result: CaseResult): Ending {
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
  return choice === undefined || choicesMeant(policy, choice).some((one) => possibleChoices(seen).includes(one));
}
