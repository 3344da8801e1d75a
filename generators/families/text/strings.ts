import type { Draws } from '../../covering/draws.ts';

/** A long string: longer than what libraries hold in place, or copy with one instruction. */
export const longString = 'abcdefghij'.repeat(30);

/** Strings of every kind: empty, ASCII, of code points of two to four bytes, with marks that combine, with zeros. */
export const stringsOfEveryKind: readonly string[] = [
  ...['', 'a', 'ab', ' ', 'a b', 'A', '0', '\t', 'a\nb', '"', '\\', '%s', '\u007f', 'a\0b', '\0'],
  ...['é', 'e\u0301', 'ß', '\u00a0', 'Ж', '日本語', '\uffff', '\ufeff', '😀', '👩\u200d👩', '\u{10ffff}'],
  ...[15, 16, 22, 23, 31, 32, 33, 255, 256].map((length) => 'x'.repeat(length)),
  longString,
];

/** Some strings of some kinds, in any order; now and then all are one, or all but one. */
export function drawnStrings(draws: Draws, count: number, from: readonly string[]): string[] {
  const any = () => from[draws.detail(0, from.length - 1)]!;
  const alike = draws.pick('none', 'none', 'none', 'none', 'none', 'none', 'all', 'all but one');
  if (alike === 'none') return Array.from({ length: count }, any);
  const [only, other] = [any(), any()];
  const place = alike === 'all' ? -1 : draws.pick(0, count - 1, draws.detail(0, Math.max(0, count - 1)));
  return Array.from({ length: count }, (_, i) => (i === place ? other : only));
}

/** Lists of strings, most of one kind each: kernels often treat such a kind in another way. */
export const stringLists: readonly (readonly string[])[] = [
  ['a', 'b', 'c'],
  stringsOfEveryKind,
  ['', 'a', ''],
  ['é', '日', '😀', 'e\u0301'],
  ...[/\s/, /\0/, /[\u0080-\ud7ff\ue000-\uffff]/, /[\ud800-\udbff]/, /\p{M}/u, /^.{16}/s].map((kind) =>
    stringsOfEveryKind.filter((text) => kind.test(text)),
  ),
];
