import type { Value } from '../../oracles/numerics/value.ts';

/** The method that console.log and util.inspect call on an object. */
export const inspectSymbol = Symbol.for('nodejs.util.inspect.custom');

/** An object that console.log and templates print as its own text. */
export abstract class Printable {
  /** Returns a short text for people. */
  abstract toString(): string;

  /** The same text, for Node's console. */
  [inspectSymbol](): string {
    return this.toString();
  }
}

/** Makes an object print as a text; it stays equal to an object without this. */
export function printAs<T extends object>(value: T, text: () => string): T {
  for (const key of [inspectSymbol, 'toString']) Object.defineProperty(value, key, { value: text, configurable: true });
  return value;
}

/** The greatest number of items of a list to print. */
const few = 3;

/** Formats a list by its title and its first items, each on a new line. */
export function formatFirst(items: readonly unknown[], title: string): string {
  const more = items.length > few ? [`… ${items.length - few} more`] : [];
  return [title, ...items.slice(0, few).map(String), ...more].join('\n');
}

/** Values by name, in a record or a map. */
export type NamedValues = Readonly<Record<string, Value>> | ReadonlyMap<string, Value>;
