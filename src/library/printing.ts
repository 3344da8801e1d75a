import type { Value } from '../../oracles/numerics/value.ts';

/** What console.log and util.inspect ask an object for. */
export const inspected = Symbol.for('nodejs.util.inspect.custom');

/** Something that is printed as its own text, by console.log and in a template. */
export abstract class Printable {
  /** short, for people */
  abstract toString(): string;

  [inspected](): string {
    return this.toString();
  }
}

/** The same object, printed as its text; it stays equal to one that is not. */
export function printedAs<T extends object>(value: T, text: () => string): T {
  for (const key of [inspected, 'toString']) Object.defineProperty(value, key, { value: text, configurable: true });
  return value;
}

/** Items of a list that are printed. */
const few = 3;

/** A list by its title and its first items, each from a line of its own. */
export function firstOf(items: readonly unknown[], title: string): string {
  const more = items.length > few ? [`… ${items.length - few} more`] : [];
  return [title, ...items.slice(0, few).map(String), ...more].join('\n');
}

/** Values by name, of a list or a record or a map. */
export type NamedValues = Readonly<Record<string, Value>> | ReadonlyMap<string, Value>;
