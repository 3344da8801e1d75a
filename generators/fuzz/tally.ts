import type { Random } from '../cases/random.ts';

/** Counts how often each class has been drawn. */
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
   * Picks one of the items that were picked least often, even if no program resulted: some items never yield one.
   * @param keyOf returns the key to count; items with the same key count together
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

  /** The rarity of some classes together: greater if more of them have rarely been drawn. */
  rarity(names: readonly string[]): number {
    return names.reduce((sum, name) => sum + 1 / (1 + this.of(name)), 0);
  }
}
