import type { CatalogueEntry } from './catalogue.ts';
import type { CellState } from './cells.ts';
import { unique } from './grouping.ts';
import { reasonOf } from './reason.ts';
import type { CaseResult, OpsetSpan, Pattern } from './schema.ts';
import { smallerCase } from './smallest.ts';

/** Cells by operator version, both in catalogue order. */
export type CellsByEntry = ReadonlyMap<CatalogueEntry, readonly CellState[]>;

/** Cases that ended alike, grown case by case; the order of the cases does not matter. */
export class PatternTally {
  readonly #hits = new Map<CellState, { cases: number; readonly opsets: Set<number> }>();
  readonly #first: CaseResult;
  #sameMessage = true;
  #smallest: CaseResult;
  #cases = 0;

  constructor(first: CaseResult) {
    this.#first = first;
    this.#smallest = first;
  }

  add(result: CaseResult, cell: CellState): void {
    this.#cases++;
    if (result.message !== this.#first.message) this.#sameMessage = false;
    this.#smallest = smallerCase(this.#smallest, result)!;
    const hit = this.#hits.get(cell);
    if (hit) {
      hit.cases++;
      hit.opsets.add(result.opset);
    } else {
      this.#hits.set(cell, { cases: 1, opsets: new Set([result.opset]) });
    }
  }

  get cases(): number {
    return this.#cases;
  }

  get outcome(): CaseResult['outcome'] {
    return this.#first.outcome;
  }

  get smallest(): CaseResult {
    return this.#smallest;
  }

  get message(): string {
    return this.#sameMessage ? (this.#first.message ?? '') : reasonOf(this.#first);
  }

  /** The cells in which it was seen, in catalogue order. */
  cellsAmong(all: CellsByEntry): CellState[] {
    return [...all.values()].flatMap((cells) => cells.filter((cell) => this.#hits.has(cell)));
  }

  /**
   * Where it was seen, and how many cases of each kind could have shown it.
   * @param ofClause true if only the same clause could, in whatever opset; else any clause in the same opsets
   */
  reach(all: CellsByEntry, ofClause: boolean): Pick<Pattern, 'where' | 'opsets'> & { judged: number; ran: number } {
    const found = [...all].flatMap(([entry, cells]) => {
      const own = cells.filter((cell) => this.#hits.has(cell));
      return own.length > 0 ? [{ entry, own, kin: cells.filter((cell) => isKin(cell, own, ofClause)) }] : [];
    });
    const opsets = new Set(found.flatMap(({ own }) => own.flatMap((cell) => [...this.#hits.get(cell)!.opsets])));
    const kin = found.flatMap((place) => place.kin);
    let [judged, unsupported] = [0, 0];
    for (const cell of kin) {
      for (const [opset, counts] of cell.ran) {
        if (!ofClause && !opsets.has(opset)) continue;
        judged += counts.judged;
        unsupported += counts.unsupported;
      }
    }
    const where = found.map(({ entry, own }) => ({
      operator: entry.operator,
      version: entry.version,
      dtypes: unique(own.map((cell) => cell.dtype)),
      cases: own.reduce((sum, cell) => sum + this.#hits.get(cell)!.cases, 0),
    }));
    const tried = new Set(kin.flatMap((cell) => [...cell.ran.keys()]));
    return { where, opsets: spans(opsets, tried), judged, ran: judged + unsupported };
  }
}

function isKin(cell: CellState, own: readonly CellState[], ofClause: boolean): boolean {
  return own.some((hit) => hit.dtype === cell.dtype && (!ofClause || hit.clause === cell.clause));
}

/** Opsets as few spans; those that were not tried do not interrupt one. */
export function spans(opsets: Iterable<number>, tried: Iterable<number>): OpsetSpan[] {
  const hit = new Set(opsets);
  const all = [...new Set([...hit, ...tried])].sort((a, b) => a - b);
  const runs: { first: number; last: number }[] = [];
  let open = false;
  for (const opset of all) {
    if (!hit.has(opset)) open = false;
    else if (open) runs.at(-1)!.last = opset;
    else {
      runs.push({ first: opset, last: opset });
      open = true;
    }
  }
  return runs;
}

/** Results with the same key belong together. */
export function patternKey(result: CaseResult): string {
  // a wrong answer is told by what the specification says, everything else by what the backend says
  return result.outcome === 'fail' ? `fail ${result.level} ${result.clause}` : `${result.outcome} ${reasonOf(result)}`;
}
