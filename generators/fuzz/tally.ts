import type { Random } from '../random.ts';

/** How often each class has been drawn. */
export class Tally {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(names: Iterable<string>): void {
    for (const name of names) this.#counts.set(name, this.of(name) + 1);
  }

  /** One of those that were picked least often: whether something came of it or not, since of some nothing ever does. */
  rarest<T>(items: readonly T[], nameOf: (item: T) => string, random: Random): T {
    const counts = items.map((item) => this.of(`picked ${nameOf(item)}`));
    const least = Math.min(...counts);
    const picked = random.pick(items.filter((_, i) => counts[i] === least));
    this.add([`picked ${nameOf(picked)}`]);
    return picked;
  }

  /** How rare some classes are together: greater where more of them have hardly been drawn. */
  rarity(names: readonly string[]): number {
    return names.reduce((sum, name) => sum + 1 / (1 + this.of(name)), 0);
  }
}
