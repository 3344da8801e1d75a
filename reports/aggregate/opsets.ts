import type { OpsetSpan } from '../schema.ts';

/** Returns opsets as few spans. Opsets that were not tried do not interrupt a span of three or more. */
export function spans(opsets: Iterable<number>, tried: Iterable<number>): OpsetSpan[] {
  const hit = new Set(opsets);
  const all = [...new Set([...hit, ...tried])].sort((a, b) => a - b);
  const runs: number[][] = [];
  let open = false;
  for (const opset of all) {
    if (!hit.has(opset)) open = false;
    else if (open) runs.at(-1)!.push(opset);
    else {
      runs.push([opset]);
      open = true;
    }
  }
  return runs.flatMap((run) => {
    const [first, last] = [run[0]!, run.at(-1)!];
    const isSpan = run.length > 2 || last === first + 1;
    return isSpan ? [{ first, last }] : run.map((opset) => ({ first: opset, last: opset }));
  });
}

/** Formats a span: "1–10", or "18" for a single opset. */
export function opsetRange({ first, last }: OpsetSpan): string {
  return first === last ? `${first}` : `${first}–${last}`;
}

/** Formats spans: "opset 7", "opsets 1–5, 18". */
export function formatOpsets(spans: readonly OpsetSpan[]): string {
  const single = spans.length === 1 && spans[0]!.first === spans[0]!.last;
  return `${single ? 'opset' : 'opsets'} ${spans.map(opsetRange).join(', ')}`;
}
