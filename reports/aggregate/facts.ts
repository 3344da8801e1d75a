import { type Facts, noFacts, withWords } from '../../generators/cases/facts.ts';
import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import type { CaseResult } from '../schema.ts';

/** What findings compare of a case: its facts and its kind of data. */
export function factsOf({ facts = noFacts, dataClass }: Pick<CaseResult, 'facts' | 'dataClass'>): Facts {
  return withWords(facts, [`${dataClass} data`]);
}

/** How often each fact was met, case by case. */
export class FactTally {
  #cases = 0;
  readonly #words = new Map<string, number>();
  readonly #measures = new Map<string, { cases: number; least: number; most: number }>();

  add({ words, measures }: Facts): void {
    this.#cases++;
    for (const word of words) this.#words.set(word, (this.#words.get(word) ?? 0) + 1);
    for (const [name, value] of Object.entries(measures)) this.#measure(name, 1, value, value);
  }

  merge(other: FactTally): void {
    this.#cases += other.#cases;
    for (const [word, cases] of other.#words) this.#words.set(word, (this.#words.get(word) ?? 0) + cases);
    for (const [name, { cases, least, most }] of other.#measures) this.#measure(name, cases, least, most);
  }

  /**
   * What all of these cases share and not all of `kin`, to which they belong. Of a measure it is the least value: bugs
   * begin at some size.
   */
  commonAmong(kin: FactTally): string[] {
    const words = [...this.#words]
      .filter(([word, cases]) => cases === this.#cases && kin.#words.get(word)! < kin.#cases)
      .map(([word]) => word);
    const measures = [...this.#measures].flatMap(([name, { cases, least, most }]) => {
      const others = kin.#measures.get(name)!;
      if (cases < this.#cases || others.cases < kin.#cases) return [];
      if (least === most) return others.least < others.most ? [`${name} ${least}`] : [];
      return least > others.least ? [`${name} ≥ ${least}`] : [];
    });
    return [...words.sort(), ...measures.sort()];
  }

  /** True if all of these cases have it. */
  isCommon(word: string): boolean {
    return this.#words.get(word) === this.#cases;
  }

  #measure(name: string, cases: number, least: number, most: number): void {
    const seen = this.#measures.get(name);
    if (!seen) {
      this.#measures.set(name, { cases, least, most });
      return;
    }
    seen.cases += cases;
    seen.least = Math.min(seen.least, least);
    seen.most = Math.max(seen.most, most);
  }
}

/** The dtypes in which something was seen, in a few words; empty if these are all that could show it, or many kinds. */
export function dtypesInCommon(seen: readonly DType[], judged: readonly DType[]): string[] {
  if (judged.every((dtype) => seen.includes(dtype))) return [];
  if (seen.length <= 2) return [seen.join(' or ')];
  const kinds = new Set(seen.map((dtype) => formatOf(dtype).kind));
  const [kind] = kinds;
  return kinds.size === 1 && judged.some((dtype) => formatOf(dtype).kind !== kind) ? [`${kind} dtypes`] : [];
}
