/** A set of non-negative integers, 32 to a word. Numbers beyond the last word are not in the set. */
export type BitSet = readonly number[];

/** Adds a number to a set. */
export function addNumber(bits: number[], number: number): void {
  while (bits.length <= number >> 5) bits.push(0);
  bits[number >> 5]! |= 1 << (number & 31);
}

/** Returns the set of the numbers below a count that satisfy a condition. */
export function bitsWhere(count: number, holds: (number: number) => boolean): BitSet {
  const bits: number[] = [];
  for (let number = 0; number < count; number++) if (holds(number)) addNumber(bits, number);
  return bits;
}

export const intersectionOf = (a: BitSet, b: BitSet): BitSet =>
  a.length < b.length ? a.map((word, i) => word & b[i]!) : b.map((word, i) => word & a[i]!);

export function unionOfSets(all: readonly BitSet[]): BitSet {
  const bits: number[] = [];
  for (const one of all) for (const [i, word] of one.entries()) bits[i] = (bits[i] ?? 0) | word;
  return bits;
}

export const differenceOf = (a: BitSet, b: BitSet): BitSet => a.map((word, i) => word & ~(b[i] ?? 0));

/** Returns the number of members of a set. */
export function sizeOf(bits: BitSet): number {
  let count = 0;
  for (let word of bits) for (; word !== 0; word &= word - 1) count++;
  return count;
}

/** Returns whether two sets have the same members. */
export const areEqual = (a: BitSet, b: BitSet): boolean =>
  sizeOf(differenceOf(a, b)) === 0 && sizeOf(differenceOf(b, a)) === 0;

/** The base-2 logarithms of factorials, computed as far as needed. */
const factorials = [0];

function factorial(n: number): number {
  for (let i = factorials.length; i <= n; i++) factorials.push(factorials[i - 1]! + Math.log2(i));
  return factorials[n]!;
}

/** Returns the bits needed to choose `k` of `n` things. */
export const bitsNeeded = (n: number, k: number): number => factorial(n) - factorial(k) - factorial(n - k);
