import { secondModel } from '../../generators/cases/facts.ts';
import { problemKinds } from '../../oracles/judge/comparator.ts';
import { tiers } from '../../oracles/judge/tier.ts';
import { defaultOf } from '../../oracles/spec/derived-clauses.ts';
import { type Level, strictest } from '../../oracles/spec/level.ts';
import { judged } from '../schema/counts.ts';
import { operatorAtFault, problemOf } from '../schema/predicates.ts';
import type { CaseResult, FailureGroup, Finding, FindingPlace, NodeCell, Problem } from '../schema.ts';
import type { CatalogueEntry } from './catalogue.ts';
import type { ClassList } from './causes/tried-classes.ts';
import type { CellCounter } from './cells.ts';
import { groupBy, partition, unique, uniqueDTypes } from './grouping.ts';
import { spans } from './opsets.ts';
import { coreMessage, reasonOf } from './reason.ts';
import { isOfCalls, smallerCase } from './smallest.ts';

/** Cells by operator version, both in catalogue order. */
export type CellsByEntry = ReadonlyMap<CatalogueEntry, readonly CellCounter[]>;

/** What counts of a failing case. */
interface Failure {
  readonly cell: CellCounter;
  readonly opset: number;
  readonly outcome: CaseResult['outcome'];
  readonly level: Level;
  /** the operator, version and dtype at fault, if they are those of another model */
  readonly atFault: NodeCell | undefined;
  readonly isKnown: boolean;
  readonly hasSecondModel: boolean;
}

/** What describes a failing case, further ones included. */
interface Description {
  readonly operator: string;
  readonly classes: ClassList;
  readonly elements: WrongElements;
}

/** What is known of the wrong elements of a case beside their signs. */
export interface WrongElements {
  readonly inputValues: CaseResult['inputValues'];
  readonly outputs: CaseResult['outputs'];
  readonly sameValue: CaseResult['sameValue'];
}

/** Collects cases with the same failure, in any order. */
export class FailureGroupBuilder {
  readonly #failures: Failure[] = [];
  readonly #first: CaseResult;
  #sameMessage = true;
  #smallest: CaseResult;
  readonly #smallestByClause = new Map<string, CaseResult>();
  #loosest: CaseResult | undefined;
  readonly #described: Description[] = [];
  /** whether its cases are expected to be broken */
  readonly isExpected: boolean;

  /** @param first the first case to be added, or one with the same failure */
  constructor(first: CaseResult, isExpected = false) {
    this.#first = first;
    this.isExpected = isExpected;
    this.#smallest = first;
  }

  /** @param classes the classes of the case, in its operator's numbering */
  add(result: CaseResult, cell: CellCounter, classes?: ClassList): void {
    const { opset, outcome, breaks: level = result.level, atFault, known, hasSecondModel = false } = result;
    this.#failures.push({ cell, opset, outcome, level, atFault, isKnown: known !== undefined, hasSecondModel });
    if (classes) this.addFurther(result, classes);
    if (result.message !== this.#first.message) this.#sameMessage = false;
    if (result.problem === 'tier') this.#seeTier(result);
    this.#see(result);
  }

  #see(result: CaseResult): void {
    const { clause } = result;
    this.#smallest = smallerCase(this.#smallest, result)!;
    this.#smallestByClause.set(clause, smallerCase(this.#smallestByClause.get(clause), result)!);
  }

  #seeTier(result: CaseResult): void {
    if (isLooser(result, this.#loosest)) this.#loosest = result;
  }

  /** Takes the classes of a case that counts in no figure. */
  addFurther(result: CaseResult, classes: ClassList): void {
    const { inputValues, outputs, sameValue } = result;
    this.#described.push({ operator: operatorAtFault(result), classes, elements: { inputValues, outputs, sameValue } });
  }

  /** Adds all cases of another group. */
  merge(other: FailureGroupBuilder): void {
    for (const one of other.#described) this.#described.push(one);
    if (other.cases === 0) return;
    for (const one of other.#failures) this.#failures.push(one);
    if (!other.#sameMessage || other.#first.message !== this.#first.message) this.#sameMessage = false;
    if (other.#loosest) this.#seeTier(other.#loosest);
    // the case to show has the outcome of the finding
    if (other.outcome === this.outcome) for (const smallest of other.#smallestByClause.values()) this.#see(smallest);
  }

  get cases(): number {
    return this.#failures.length;
  }

  /** The number of failing cases with classes, further ones included. */
  get failing(): number {
    return this.#described.length;
  }

  /** The wrong elements of each case with classes. */
  get elements(): readonly WrongElements[] {
    return this.#described.map(({ elements }) => elements);
  }

  /** The classes of its cases, by operator. */
  get classes(): ReadonlyMap<string, readonly ClassList[]> {
    const own = groupBy(this.#described, ({ operator }) => operator);
    return new Map([...own].map(([operator, all]) => [operator, all.map(({ classes }) => classes)]));
  }

  /** the number of cases that are expected to be broken */
  get known(): number {
    return this.#failures.filter(({ isKnown }) => isKnown).length;
  }

  get outcome(): CaseResult['outcome'] {
    return this.#first.outcome;
  }

  /** the other outcomes among its cases */
  get otherOutcomes(): readonly CaseResult['outcome'][] {
    return unique(this.#failures.map(({ outcome }) => outcome))
      .filter((outcome) => outcome !== this.outcome)
      .toSorted();
  }

  /** the problem of the answers, if they are wrong */
  get problem(): Problem | undefined {
    return problemOf(this.#first);
  }

  get smallest(): CaseResult {
    return this.#smallest;
  }

  /** The smallest case of each clause. */
  get smallestByClause(): CaseResult[] {
    return [...this.#smallestByClause.values()];
  }

  /**
   * Returns the case to show for wrong answers, among those at the strictest level: of the clause with the largest share of cases
   * that fail, if most do. Of clauses with equal shares it prefers the definition, then the one with the fewest cases, and last
   * that of a default. Without such a clause, it is the smallest case.
   */
  shownAmong(all: CellsByEntry): CaseResult {
    const { breaks } = this.#smallest;
    const own = groupBy(this.cellsAmong(all), ({ clause }) => clause.id);
    const [best] = this.smallestByClause
      .filter(
        (one) =>
          one.breaks === breaks && !isOfCalls(one.clause) && one.alone === undefined && one.atFault === undefined,
      )
      .map((result) => {
        const cells = own.get(result.clause)!;
        const count = cells.reduce((sum, { counts }) => sum + judged(counts), 0);
        const share = this.#failures.filter(({ cell }) => cells.includes(cell)).length / count;
        const isOfDefault = result.clause.startsWith(defaultOf);
        return { result, share, count: result.clause === 'definition' ? 0 : isOfDefault ? Number.MAX_VALUE : count };
      })
      .filter(({ share }) => share > 0.5)
      .toSorted((a, b) => b.share - a.share || a.count - b.count);
    return best?.result ?? this.#smallest;
  }

  get message(): string {
    // the loosest tier would have to be allowed; all cases that reach it have the same message
    if (this.#loosest) return this.#loosest.message ?? '';
    return this.#sameMessage ? (this.#first.message ?? '') : reasonOf(this.#first);
  }

  /**
   * The condition that all its sessions share, such as "the second model is float64"; without details if some sessions do
   * not report them. `undefined` if some cases have no second model.
   */
  get secondModel(): string | undefined {
    if (!this.#failures.every(({ hasSecondModel }) => hasSecondModel)) return undefined;
    if (!this.#failures.every(({ atFault }) => atFault)) return secondModel;
    const others = unique(this.#failures.map(({ cell, atFault }) => differenceOf(cell, atFault!)));
    return `the second model is ${others.sort().join(' or ')}`;
  }

  /** Returns the cells of its cases, in catalogue order. */
  cellsAmong(all: CellsByEntry): CellCounter[] {
    const own = this.#cells;
    return [...all.values()].flatMap((cells) => cells.filter((cell) => own.has(cell)));
  }

  /** Returns the clauses of its cases, and the strictest level at which one of its operator is wrong. */
  clausesAmong(all: CellsByEntry): Pick<Finding, 'clauses' | 'level'> {
    const clauses = this.cellsAmong(all).map((cell) => cell.clause);
    // where another model is at fault, something else may be wrong as well
    const [ofOthers, levels] = partition(this.#failures, ({ atFault }) => atFault !== undefined);
    const level = strictest((levels.length > 0 ? levels : ofOthers).map((one) => one.level));
    return { clauses: unique(clauses.map(({ id }) => id)), level };
  }

  /**
   * Returns the places of its cases, and the numbers of cases that could have shown the failure.
   * @param ofClause whether only the same clauses count, in any opset; otherwise any clause counts, in the same opsets
   */
  reach(all: CellsByEntry, ofClause: boolean): GroupReach {
    const found = this.#cells;
    const opsets = new Set(this.#failures.map(({ opset }) => opset));
    let [answered, unsupported] = [0, 0];
    for (const cells of all.values()) {
      const own = cells.filter((cell) => found.has(cell));
      for (const cell of own.length > 0 ? cells.filter((one) => isKin(one, own, ofClause)) : []) {
        for (const [opset, counts] of cell.byOpset) {
          if (!ofClause && !opsets.has(opset)) continue;
          answered += judged(counts);
          unsupported += counts.unsupported;
        }
      }
    }
    const byCell = groupBy(this.#failures, ({ cell }) => cell);
    const where = placesOf(this.cellsAmong(all).flatMap((cell) => byCell.get(cell)!.map((one) => this.#faultOf(one))));
    // a version with such cases has them at all its opsets: each case runs at only one of these
    const operators = new Set(where.map(({ operator }) => operator));
    const free = [...all].flatMap(([{ operator }, cells]) =>
      operators.has(operator) && !cells.some((cell) => found.has(cell)) ? cells : [],
    );
    const tried = free.flatMap((cell) => [...cell.byOpset.keys()]).filter((opset) => !opsets.has(opset));
    return { where, opsets: spans(opsets, tried), judged: answered, ran: answered + unsupported };
  }

  get #cells(): ReadonlySet<CellCounter> {
    return new Set(this.#failures.map(({ cell }) => cell));
  }

  /** Returns the operator, version and dtype at fault; for missing support, always those of the cell. */
  #faultOf({ cell, atFault }: Failure): NodeCell {
    const { operator, version } = cell.entry;
    return (this.outcome !== 'unsupported' && atFault) || { operator, version, dtype: cell.dtype };
  }
}

/** Returns the difference of another model from the cell of its case: operator, dtype or version. */
function differenceOf({ entry, dtype }: CellCounter, other: NodeCell): string {
  if (other.operator !== entry.operator) return other.operator;
  return other.dtype !== dtype ? other.dtype : `${other.operator}-${other.version}`;
}

function placesOf(faults: readonly NodeCell[]): FindingPlace[] {
  return [...groupBy(faults, ({ operator, version }) => `${operator}-${version}`).values()].map((own) => {
    const { operator, version } = own[0]!;
    return { operator, version, dtypes: uniqueDTypes(own.map(({ dtype }) => dtype)), cases: own.length };
  });
}

type GroupReach = Pick<FailureGroup, 'where' | 'opsets'> & {
  readonly judged: number;
  readonly ran: number;
};

function isKin(cell: CellCounter, own: readonly CellCounter[], ofClause: boolean): boolean {
  return own.some((hit) => hit.dtype === cell.dtype && (!ofClause || hit.clause === cell.clause));
}

/** Returns the key by which results are grouped. */
export function patternKey(result: CaseResult): string {
  const problem = problemOf(result);
  switch (problem) {
    // messages about values and forms differ with elements and dims
    case 'value':
    case 'file':
    case 'shape':
    case 'tier':
    // the message names the run of a session
    case 'input':
    case 'later':
    case 'repeat':
      return problem;
    default: {
      // cases without support because of a second model form their own group
      const ofSecond = result.outcome === 'unsupported' && result.atFault ? ' of a second model' : '';
      // the place of an error, in the code or in a session, does not matter
      const message = coreMessage(result.message ?? '') || result.message;
      const reason = reasonOf(result.outcome === 'error' && message ? { ...result, message } : result);
      return `${problem ?? result.outcome} ${reason}${ofSecond}`;
    }
  }
}

function isLooser({ tier }: CaseResult, than: CaseResult | undefined): boolean {
  return than?.tier === undefined || (tier !== undefined && tiers.indexOf(tier) > tiers.indexOf(than.tier));
}

/** Returns the command that runs exactly these cases again. */
export type Replay = (...results: readonly CaseResult[]) => string;

/** Whether a group has cases that count. */
export const hasCases = ({ cases }: FailureGroupBuilder): boolean => cases > 0;

/** Merges groups into one. The gravest outcome and problem, or the one that hides most of an answer, becomes its own. */
export function merged(tallies: readonly FailureGroupBuilder[]): FailureGroupBuilder {
  const [first] = tallies.filter(hasCases).toSorted((a, b) => severityRank(a) - severityRank(b));
  const all = new FailureGroupBuilder(first!.smallest, first!.isExpected);
  for (const tally of tallies) all.merge(tally);
  return all;
}

const gravest: readonly CaseResult['outcome'][] = ['crash', 'fail', 'error'];

const severityRank = ({ outcome, problem = 'value' }: FailureGroupBuilder) =>
  problemKinds.length * gravest.indexOf(outcome) + problemKinds.indexOf(problem);
