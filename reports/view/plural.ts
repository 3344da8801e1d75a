/** Formats a number with its noun: "1 case", "2 cases", "1,200 cases". */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${thousands(n)} ${n === 1 ? one : many}`;
}

/** Formats a number with separators: "12,345". */
export function thousands(n: number): string {
  return n.toLocaleString('en-US');
}

/** Formats a share above 0 with two digits: "1.3 %"; small ones as "<0.1 %". */
export function percent(part: number, whole: number): string {
  const share = (100 * part) / whole;
  if (share < 0.1) return '<0.1 %';
  return `${share < 10 ? share.toFixed(1) : share.toFixed(0)} %`;
}

/** Formats a list: "a", "a and b", "a, b and c". */
export function inList(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
