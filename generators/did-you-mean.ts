/** The number of edits between two words: a letter inserted, deleted, replaced, or swapped with its neighbour. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

/** The last part of a name such as `com.microsoft.Gelu`, which people may write alone; else the whole name. */
const withoutDomain = (name: string): string => /\.([a-z]\w*)$/.exec(name)?.[1] ?? name;

/**
 * Returns the names that may have been meant by `word`: the closest ones, with or without a domain, or those that contain it; often
 * none.
 */
export function nearest(word: string, names: Iterable<string>): string[] {
  const wanted = word.toLowerCase();
  const limit = Math.max(1, Math.floor((wanted.length + 1) / 4));
  const rated = [...new Set(names)].map((name) => {
    const known = name.toLowerCase();
    return { name, edits: Math.min(distance(wanted, known), distance(wanted, withoutDomain(known))) };
  });
  const least = Math.min(...rated.map(({ edits }) => edits));
  if (least <= limit) return rated.filter(({ edits }) => edits === least).map(({ name }) => name);
  return rated.filter(({ name }) => wanted.length > 2 && name.toLowerCase().includes(wanted)).map(({ name }) => name);
}

/** Returns the remedy for a `word` that is not one of `names`: "did you mean wrap?", or `otherwise` if no name is close. */
export function formatChoices(
  word: string,
  names: readonly string[],
  otherwise = `use one of ${names.join(', ')}`,
): string {
  const meant = nearest(word, names);
  return meant.length > 0 ? `did you mean ${meant.join(', ').replace(/, (?=[^,]*$)/, ' or ')}?` : otherwise;
}
