/** Settings by name, each with the values that it may have. */
type CrossedSettings = Readonly<Record<string, readonly unknown[]>>;

/** A value of each setting. */
type CrossedRow<T extends CrossedSettings> = { readonly [K in keyof T]: T[K][number] };

/** Returns few rows in which any three values of different settings occur together. */
export function coveringRows<T extends CrossedSettings>(settings: T): CrossedRow<T>[] {
  const entries = Object.entries(settings);
  return arrayOf(entries.map(([, values]) => values.length)).map(
    (row) => Object.fromEntries(entries.map(([name, values], i) => [name, values[row[i]!]])) as CrossedRow<T>,
  );
}

/** Arrays already computed, by the numbers of values. */
const known = new Map<string, readonly (readonly number[])[]>();

function arrayOf(counts: readonly number[]): readonly (readonly number[])[] {
  const key = String(counts);
  const rows = known.get(key) ?? coveringArray(counts);
  known.set(key, rows);
  return rows;
}

/**
 * Rows of values, numbered from 0, in which any three values of different columns occur together. Each row begins with three values that
 * did not occur together yet. Every other column gets the value that adds most new triples (Cohen et al. 1997, The AETG system).
 */
function coveringArray(counts: readonly number[]): readonly (readonly number[])[] {
  const width = Math.max(...counts);
  const size = counts.length * width;
  /** a value of a column as one number */
  const choice = (column: number, value: number): number => column * width + value;
  /** three choices as one number, independent of their order */
  const keyOf = (three: readonly number[]): number =>
    three.toSorted((a, b) => a - b).reduce((all, one) => all * size + one, 0);
  const lists = counts.map((count, column) => Array.from({ length: count }, (_, value) => choice(column, value)));
  const open = new Map(threesOf(lists).map((three) => [keyOf(three), three]));
  const rows: number[][] = [];
  while (open.size > 0) {
    const [row] = open.values() as Iterable<readonly number[]>;
    const chosen = [...row!];
    for (const [column, list] of lists.entries()) {
      if (chosen.some((one) => Math.floor(one / width) === column)) continue;
      const gains = list.map((one) => pairsOf(chosen).filter((pair) => open.has(keyOf([...pair, one]))).length);
      // ties are resolved differently in each row
      const places = list.map((_, i) => (i + rows.length) % list.length);
      chosen.push(list[places.reduce((best, place) => (gains[place]! > gains[best]! ? place : best))]!);
    }
    chosen.sort((a, b) => a - b);
    for (const three of threesOf(chosen.map((one) => [one]))) open.delete(keyOf(three));
    rows.push(chosen.map((one) => one % width));
  }
  return rows;
}

const pairsOf = <T>(items: readonly T[]): [T, T][] =>
  items.flatMap((one, i) => items.slice(i + 1).map((other): [T, T] => [one, other]));

/** All triples of items from three different lists. */
const threesOf = <T>(lists: readonly (readonly T[])[]): T[][] =>
  lists.flatMap((list, i) =>
    pairsOf(lists.slice(i + 1)).flatMap(([others, more]) =>
      list.flatMap((a) => others.flatMap((b) => more.map((c) => [a, b, c]))),
    ),
  );
