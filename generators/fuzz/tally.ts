import type { Random } from '../cases/random.ts';

/** How often each class has been drawn. */
export class DrawCounter {
  readonly #counts = new Map<string, number>();
  readonly #picked = new Map<unknown, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(names: Iterable<string>): void {
    for (const name of names) this.#counts.set(name, this.of(name) + 1);
  }

  /**
   * One of those that were picked least often: whether something came of it or not, since of some nothing ever does.
   * @param keyOf what is counted: items of one key are the same
   */
  rarest<T>(items: readonly T[], keyOf: (item: T) => unknown, random: Random): T {
    let least = Number.POSITIVE_INFINITY;
    let rarest: T[] = [];
    for (const item of items) {
      const count = this.#picked.get(keyOf(item)) ?? 0;
      if (count > least) continue;
      if (count < least) rarest = [];
      least = count;
      rarest.push(item);
    }
    const picked = random.pick(rarest);
    this.#picked.set(keyOf(picked), least + 1);
    return picked;
  }

  /** How rare some classes are together: greater where more of them have hardly been drawn. */
  rarity(names: readonly string[]): number {
    return names.reduce((sum, name) => sum + 1 / (1 + this.of(name)), 0);
  }
}
