import type { Draws } from '../../covering/draws.ts';

/** A long string: longer than what libraries hold in place, or copy with one instruction. */
export const long = 'abcdefghij'.repeat(30);

/** Strings of every kind: empty, ASCII, of code points of two to four bytes, with marks that combine, with zeros. */
export const everyKind: readonly string[] = [
  ...['', 'a', 'ab', ' ', 'a b', 'A', '0', '\t', 'a\nb', '"', '\\', '%s', '\u007f', 'a\0b', '\0'],
  ...['é', 'e\u0301', 'ß', '\u00a0', 'Ж', '日本語', '\uffff', '\ufeff', '😀', '👩\u200d👩', '\u{10ffff}'],
  ...[15, 16, 22, 23, 31, 32, 33, 255, 256].map((length) => 'x'.repeat(length)),
  long,
];

/** Some strings of some kinds, in any order. */
export const drawnStrings = (draws: Draws, count: number, from: readonly string[]): string[] =>
  Array.from({ length: count }, () => from[draws.detail(0, from.length - 1)]!);
